"""Misspelt words: the known word that is nearest, when it is near enough and only one is.

Words of four letters may have their inner two swapped, those of five differ by one edit, those of nine and more by
two; an edit is a letter added, lost, changed, or two neighbours swapped (Damerau 1964). The first letter must be right,
or swapped with the second; a changed letter counts in words of seven letters and more only ("glass" is no misspelt
"grass"), in shorter ones when both letters sound the same ("reduse").
"""

from collections.abc import Iterable
from functools import lru_cache


def distance(a: str, b: str, limit: int) -> int:
    """Edits from `a` to `b` (neighbours swapped count one), or `limit` + 1 when there are more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        after = [i]
        for j, y in enumerate(b, 1):
            best = min(row[j] + 1, after[j - 1] + 1, row[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                best = min(best, before[j - 2] + 1)
            after.append(best)
        if min(after) > limit:
            return limit + 1
        before, row = row, after
    return row[-1]


def _sounds_alike(a: str, b: str) -> bool:
    """True when two words of one length differ in letters that sound the same: "reduse", "brighten" with a y."""
    return all(x == y or {x, y} in _ALIKE for x, y in zip(a, b, strict=True))


_ALIKE = ({"c", "s"}, {"s", "z"}, {"c", "k"}, {"i", "y"})


class Speller:
    """Looks a word up among known ones, by first letters and length."""

    def __init__(self, words: Iterable[str]) -> None:
        self._shelves: dict[tuple[str, int], list[str]] = {}
        for word in sorted(set(words)):
            if len(word) >= 4 and word.isalpha():
                self._shelves.setdefault((word[0], len(word)), []).append(word)
        self.near = lru_cache(maxsize=4096)(self._near)

    def _near(self, word: str) -> str:
        """The known word that `word` was meant for, or ""."""
        size = len(word)
        if size < 4 or size > 24 or not word.isalpha():
            return ""
        if size == 4:  # two letters swapped inside: "mkae"
            swapped = [k for k in self._shelves.get((word[0], 4), ()) if distance(word, k, 1) == 1]
            return next((k for k in swapped if sorted(k) == sorted(word) and k[-1] == word[-1]), "")
        limit = 1 if size < 9 else 2
        best: list[tuple[int, str]] = []
        for first in {word[0], word[1]}:
            for length in range(size - limit, size + limit + 1):
                for known in self._shelves.get((first, length), ()):
                    if first != word[0] and known[1] != word[0]:
                        continue
                    found = distance(word, known, limit)
                    if length == size < 7 and sorted(word) != sorted(known) and not _sounds_alike(word, known):
                        continue
                    if found <= limit and length >= 5 - (found == 1):
                        best.append((found, known))
        best.sort(key=lambda row: (row[0], abs(len(row[1]) - size), -len(row[1]), row[1]))
        return best[0][1] if best else ""
