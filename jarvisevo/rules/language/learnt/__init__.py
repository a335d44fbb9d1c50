"""A reader that learnt from sentences with their readings, beside the one that goes by rules.

pieces    words of a text and their pieces
clauses   what is asked for as a row of clauses, and the grammar of what the network may write
network   the network in NumPy
weights   its file
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp
from pathlib import Path

import numpy as np

from jarvisevo.rules.language.learnt.clauses import BEGIN, END, NUMBERS, TOKENS, Demand, Step, clauses, follows, steps
from jarvisevo.rules.language.learnt.network import Network
from jarvisevo.rules.language.learnt.pieces import UNKNOWN, Pieces, split
from jarvisevo.rules.language.learnt.weights import load

FILE = Path(__file__).with_name("reader.npz")
MOST_LETTERS, MOST_WORDS, MOST_STEPS = 800, 90, 60
"""Letters and words that are read, and steps that are written; a text with more is not read at all."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What the network makes of a text, and how probable it holds that to be (0 to 1)."""

    clauses: tuple[Demand, ...]
    probability: float


class Reader:
    """The network of a file with its pieces."""

    def __init__(self, path: Path = FILE) -> None:
        weights, scores = load(path)
        self._network, self._pieces = Network(weights), Pieces(scores)
        self._states = lru_cache(2)(self._encoded)  # a text's outline and how probable another is need the same

    def likelihood(self, text: str, outline: Sequence[Demand]) -> float:
        """How probable the network holds an outline; 0 where its places are no words of the text."""
        words = split(text[: MOST_LETTERS + 1])
        try:
            wanted = steps(outline, words)
        except ValueError:
            return 0.0
        states = self._states(words)
        if states is None or len(wanted) > MOST_STEPS:
            return 0.0
        likely = 0.0
        for at, (number, points) in enumerate(wanted):
            logits = self._allowed(*states, wanted[:at])
            likely += float(logits[number + len(TOKENS) * points] - _log_sum(logits))
        return exp(likely)

    def outline(self, text: str) -> Outline | None:
        """What a text asks for; None where it has no words or too many, a character that the network never saw, or
        where the outline finds no end.
        """
        words = split(text[: MOST_LETTERS + 1])
        states = self._states(words) if len(text) <= MOST_LETTERS else None
        if states is None:
            return None
        said: list[Step] = []
        likely = 0.0
        while len(said) < MOST_STEPS:
            logits = self._allowed(*states, said)
            best = int(logits.argmax())
            likely += float(logits[best] - _log_sum(logits))
            if best == NUMBERS[END]:
                return Outline(clauses(said, words), exp(likely))
            said.append((best, False) if best < len(TOKENS) else (best - len(TOKENS), True))
        return None

    def _encoded(self, words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray] | None:
        if not 0 < len(words) <= MOST_WORDS:
            return None
        numbers, first = self._pieces.of(words)
        return None if UNKNOWN in numbers else self._network.encode(numbers, first)

    def _allowed(self, states: np.ndarray, heads: np.ndarray, said: Sequence[Step]) -> np.ndarray:
        """Logits of what may come next; minus infinity for what may not."""
        logits = self._network.next(states, heads, [(NUMBERS[BEGIN], False), *said])
        tokens, places = follows(said, len(heads))
        allowed = np.full(len(logits), -np.inf, np.float32)
        allowed[[NUMBERS[token] for token in tokens]] = 0
        allowed[len(TOKENS) + places.start : len(TOKENS) + places.stop] = 0
        return logits + allowed


def _log_sum(logits: np.ndarray) -> float:
    most = logits.max()
    return float(most + np.log(np.exp(logits - most).sum()))


@cache
def _shipped() -> Reader:
    return Reader()


@lru_cache(4096)
def likelihood(text: str, outline: tuple[Demand, ...]) -> float:
    """How probable the shipped network holds an outline of a text."""
    return _shipped().likelihood(text, outline)


@lru_cache(4096)
def outline(text: str) -> Outline | None:
    """What the shipped network makes of a text."""
    return _shipped().outline(text)
