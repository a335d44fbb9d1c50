"""What the learnt reader learns from: sentences with outlines from files, each said another way in every epoch."""

import random
from collections.abc import Sequence
from pathlib import Path

from jarvisevo.rules import places, things
from jarvisevo.rules.language import chinese, english
from jarvisevo.rules.language.learnt.clauses import Step, parse, steps
from jarvisevo.rules.language.learnt.pieces import START, Pieces, split
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.language.weighing import EXACT, outline_of
from training.reader_network import LONGEST, Batch, Sentence, batch_of

OTHER_PLACE, JOINED, MISTYPED = 0.3, 0.2, 0.025
"""Chances that a place gives way to one of another sentence, that two sentences become one, that a word has a typo."""
JOINTS = (
    (),
    (".",),
    (",",),
    (f"{START}-",),
    (f"{START}and",),
    (",", f"{START}and"),
    (f"{START}also",),
    (f"{START}but",),
)
PRONOUNS = {"her", "him", "them", "me", "us", "it", "this", "that"}


def sentences_of(path: Path) -> list[tuple[str, str]]:
    """The sentences of a file with their outlines. Raises ValueError with the line that has none."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text, _, outline = line.partition("\t")
        try:
            steps(parse(outline), split(text))
        except ValueError as error:
            raise ValueError(f"{path.name}:{number}: {error}") from error
        found.append((text, outline))
    return found


def grammars(path: Path) -> list[tuple[str, str]]:
    """Sentences of a list that the grammar is tested with ("sentence  =>  meaning"), with outlines of its readings.

    Those with numbers, and those whose places are not in their words, are left out: the grammar keeps them to itself.
    """
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("  =>  ")[0].strip()
        if not text or text.startswith("#") or EXACT.search(text):
            continue
        outline = outline_of(chinese.read(text) if is_chinese(text) else english.read(text))
        try:
            steps(parse(outline), split(text))
        except ValueError:
            continue
        found.append((text, outline))
    return found


class Variety:
    """Sentences as others might have said them: about another place, joined to another, mistyped."""

    def __init__(self, sentences: Sequence[Sentence], names: Sequence[str] = ()) -> None:
        self._all = {lang: [s for s in sentences if _chinese(s[0]) == lang] for lang in (False, True)}
        spans = [words[a : b + 1] for words, said in sentences for a, b in _spans(said)]
        spans += [words for words in map(split, names) if words]
        self._places = {lang: [words for words in spans if _chinese(words) == lang] for lang in (False, True)}

    def __call__(self, sentence: Sentence, rng: random.Random) -> Sentence:
        """Another one that asks for the same, in its way."""
        words, said = self._elsewhere(*sentence, rng)
        if rng.random() < JOINED:
            more, then = self._elsewhere(*rng.choice(self._all[_chinese(words)]), rng)
            joint = rng.choice(JOINTS)
            if len(words) + len(more) < LONGEST and len(said) + len(then) < LONGEST:
                at = len(words) + len(joint)
                words = (*words, *joint, *more)
                said = (*said[:-1], *((n + at if points else n, points) for n, points in then))
        return tuple(_mistyped(word, rng) for word in words), said

    def _elsewhere(self, words: tuple[str, ...], said: tuple[Step, ...], rng: random.Random) -> Sentence:
        spans = sorted(set(_spans(said)))
        if any(b >= c for (_, b), (c, _) in zip(spans, spans[1:], strict=False)):
            return words, said
        for first, last in reversed(spans):
            if rng.random() > OTHER_PLACE or words[first].strip(START) in PRONOUNS:
                continue
            new = rng.choice(self._places[_chinese(words)])
            new = (words[first][: words[first].startswith(START)] + new[0].strip(START), *new[1:])
            longer = len(new) - (last - first + 1)
            words = (*words[:first], *new, *words[last + 1 :])
            said = tuple((n + longer if points and n >= last and n != first else n, points) for n, points in said)
            if first == last and longer:  # both ends stood on one word: the second is where the new place ends
                said = _ends(said, first, first + longer)
        return words, said


def _mistyped(word: str, rng: random.Random) -> str:
    if len(word) < 6 or rng.random() > MISTYPED:
        return word
    at = rng.randrange(2, len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    return rng.choice((before + after, before + 2 * letter + after, before[:-1] + letter + before[-1] + after))


def _chinese(words: Sequence[str]) -> bool:
    return any(not word.removeprefix(START).isascii() for word in words)


def known_names() -> list[str]:
    """Every noun by which a place or a thing is found, in both languages."""
    rows = [place.words for place in places.PLACES.values()] + list(things.WORDS)
    own = [word.strip() for row in rows for word in row.split(",") if word.strip()]
    return [*own, *places.nouns("places"), *places.nouns("things")]


def _ends(said: Sequence[Step], first: int, last: int) -> tuple[Step, ...]:
    out: list[Step] = []
    for step in said:
        second = step == (first, True) and out[-1:] == [(first, True)] and (len(out) < 2 or not out[-2][1])
        out.append((last, True) if second else step)
    return tuple(out)


def _spans(said: Sequence[Step]) -> list[tuple[int, int]]:
    ends = [number for number, points in said if points]
    return list(zip(ends[::2], ends[1::2], strict=True))


class Epoch:
    """The batches of an epoch, for a DataLoader: sentences of like length together, each said another way."""

    def __init__(self, sentences: Sequence[Sentence], pieces: Pieces, names: Sequence[str], size: int) -> None:
        self._sentences, self._pieces, self._size = sentences, pieces, size
        self._variety = Variety(sentences, names)
        self._batches: list[list[int]] = []
        self._seed = ""

    def begin(self, seed: str) -> None:
        """Draw what goes together."""
        rng = random.Random(seed)
        order = list(range(len(self._sentences)))
        rng.shuffle(order)
        many, size = 16 * self._size, self._size
        pools = [order[i : i + many] for i in range(0, len(order), many)]
        for pool in pools:
            pool.sort(key=lambda i: len(self._sentences[i][0]))
        self._batches = [pool[i : i + size] for pool in pools for i in range(0, len(pool), size)]
        rng.shuffle(self._batches)
        self._seed = seed

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, number: int) -> Batch:
        rng = random.Random(f"{self._seed} {number}")
        return batch_of([self._variety(self._sentences[i], rng) for i in self._batches[number]], self._pieces)
