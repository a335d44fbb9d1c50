"""Words of a text, and the pieces of words that the network knows."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

START = "\u2581"
"""Before a word that follows a space."""
UNKNOWN = 0
"""Number of the piece that stands for a letter without one."""
_WORD = re.compile(r"[a-z0-9]+|'[a-z]+|[^\sa-z0-9]")
_ALIKE = str.maketrans("\u2018\u2019\u201c\u201d\u3002\u3001", "''\"\".,")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LONGEST = 40
"""Letters of a word; a longer one is none."""
_NO_PIECE = -20.0
"""Log probability of a letter without a piece."""


def split(text: str) -> tuple[str, ...]:
    """A text as words in lower case without accents, "don't" as "don" and "'t"; START before those after a space.

    A Chinese character is a word; what is neither Chinese nor ASCII is left out.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_ALIKE)).lower()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    found = ((m.group(), plain[m.start() - 1 : m.start()]) for m in _WORD.finditer(plain))
    return tuple(
        word if _CHINESE.match(word) or before.strip() and not _CHINESE.match(before) else START + word
        for word, before in found
        if word.isascii() or _CHINESE.match(word)
    )


class Pieces:
    """The most probable pieces of a word (a unigram model, Kudo 2018).

    scores  log probability by piece; a piece's number is its place in the file
    """

    def __init__(self, scores: dict[str, float]) -> None:
        self._scores = {piece: (number, score) for number, (piece, score) in enumerate(scores.items()) if score < 0}
        self._longest = max(map(len, self._scores))
        self._cut = lru_cache(4096)(self._best)

    def of(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Numbers of the pieces of all words in a row, and where each word begins among them."""
        numbers: list[int] = []
        first = []
        for word in words:
            first.append(len(numbers))
            numbers += self._cut(word)
        return numbers, first

    def _best(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST:
            return (UNKNOWN,)
        best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        for end in range(1, len(word) + 1):
            score, before = best[end - 1]
            ways = [(score + _NO_PIECE, (*before, UNKNOWN))]
            for begin in range(max(0, end - self._longest), end):
                if word[begin:end] in self._scores:
                    number, likely = self._scores[word[begin:end]]
                    ways.append((best[begin][0] + likely, (*best[begin][1], number)))
            best.append(max(ways))
        return best[-1][1]
