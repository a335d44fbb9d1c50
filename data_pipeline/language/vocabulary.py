"""The phrases of one language (english.yaml, chinese.yaml), and which of them are kept for held-out instructions."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FILES = {"en": "english.yaml", "zh": "chinese.yaml"}
RESERVED = 0.12
"""Share of the phrases that only held-out instructions use, so that these are new in words too."""
Phrases = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Vocabulary:
    """Phrases by their use; english.yaml explains the marks.

    ask, hue_ask, part_ask     requests by kind of change and direction ("brightness+")
    frame_ask, frame_complaint  by how the photo is framed anew ("straighten+", "crop:1x1+")
    short, comparative         ellipses ("more contrast"), what may follow "make it"
    complaint …                what is wrong, for a change that would put it right
    degrees                    by mark, then by degree
    weighted objects, joints   with their weights
    """

    ask: Phrases
    hue_ask: Phrases
    part_ask: Phrases
    frame_ask: Phrases
    frame_complaint: Phrases
    complaint: Phrases
    hue_complaint: Phrases
    part_complaint: Phrases
    degrees: Mapping[str, Phrases]
    objects: Mapping[str, float]
    scenes: Phrases
    hues: Phrases
    parts: Phrases
    keeps: Phrases
    questions: tuple[str, ...]
    polite: tuple[str, ...]
    needs: tuple[str, ...]
    chatty: tuple[str, ...]
    joints: tuple[tuple[str, float], ...]
    styled: tuple[str, ...]
    named: tuple[str, ...]
    short: Phrases
    comparative: Mapping[str, str]
    purposes: Phrases
    short_joints: tuple[tuple[str, float], ...]
    swaps: tuple[tuple[str, str], ...]


@cache
def vocabulary(language: str) -> Vocabulary:
    """The phrases of "en" or "zh"."""
    text = (Path(__file__).parent / FILES[language]).read_text("utf-8")
    empty: dict[str, Any] = {"short": {}, "comparative": {}, "purposes": {}, "short_joints": (), "swaps": ()}
    fields: dict[str, Any] = {n: _frozen(value) for n, value in {**empty, **yaml.safe_load(text)}.items()}
    return Vocabulary(**fields)


def _frozen(value: object) -> object:
    """Lists as tuples, all the way down."""
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in value.items()}
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


def reserved(phrase: str) -> bool:
    """True for a phrase that training does not use."""
    return int(hashlib.sha256(phrase.encode()).hexdigest()[:8], 16) < RESERVED * 0xFFFFFFFF


def choose(rng: random.Random, phrases: Sequence[str], heldout: bool, weights: Sequence[float] | None = None) -> str:
    """One phrase; training leaves the reserved ones out, held-out instructions use them half of the time."""
    own = [i for i, phrase in enumerate(phrases) if reserved(phrase) == (heldout and rng.random() < 0.5)]
    places = own or list(range(len(phrases)))
    return phrases[rng.choices(places, [weights[i] for i in places] if weights else None)[0]]
