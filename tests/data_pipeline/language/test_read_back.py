"""What the grammar of the data writes, read by the grammar: two tables that share nothing but the language."""

import random
from collections.abc import Iterator

import pytest

from data_pipeline.language.grammar import Brief, write
from data_pipeline.language.observe import Difference
from data_pipeline.language.styles import known
from data_pipeline.language.vocabulary import vocabulary
from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language import by_grammar as read

LANGUAGES = ("en", "zh")
TABLES = ("ask", "complaint", "short", "hue_ask", "hue_complaint", "part_ask", "part_complaint")
SIGNED = ("brightness", "contrast", "saturation", "highlights", "shadows", "whites", "blacks", "haze", "texture")
"""Kinds of change that are called by their own names in the language of intents."""
FILLED = {"en": ("the photo", "sky", "blue", "blues"), "zh": ("照片", "天空", "蓝色", "蓝")}


def phrases(language: str) -> Iterator[tuple[str, str]]:
    """(kind and direction, a phrase of it) with plain degrees, for the sky, in blue."""
    words = vocabulary(language)
    photo, part, hue, hues = FILLED[language]
    for table in TABLES:
        for key, choices in getattr(words, table).items():
            for text in choices:
                for mark, degrees in words.degrees.items():
                    text = text.replace(mark, degrees["plain"][0])
                for name, said in {"{o}": photo, "{p}": part, "{hs}": hues, "{h}": hue, "{x}": hues}.items():
                    text = text.replace(name, said)
                yield key, " ".join(text.split())


def moves(intent: Intent) -> set[tuple[str, str, str]]:
    """What is to change, which way and where."""
    return {(want.what, want.direction, want.where.name) for want in intent.wants}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_read_and_none_the_other_way_round(language: str) -> None:
    wrong = []
    for key, text in phrases(language):
        intent = read(text)
        kind, opposite = key[:-1], "-" if key[-1] == "+" else "+"
        reversed_ = kind in SIGNED and any(w.what == kind and w.direction == opposite for w in intent.wants)
        if reversed_ or not (intent.wants or intent.keep):
            wrong.append(text)
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_joined_changes_are_all_read(language: str) -> None:
    """Of random pairs of changes of the whole photo in one sentence few lose one: some contradict each other."""
    rng, lost = random.Random(5), []
    kinds = [key for key in vocabulary(language).ask if key[:-1] in SIGNED]
    pairs = [rng.sample(kinds, 2) for _ in range(300)]
    for pair in pairs:
        differences = [Difference(key[:-1], 1.2 if key[-1] == "+" else -1.2) for key in pair]
        alone = [write(Brief((one,), language), random.Random(rng.random())) for one in differences]
        text = ("，" if language == "zh" else " and ").join(part.rstrip(".?!。？！") for part in alone)
        wanted = {what for part in alone for what, _, _ in moves(read(part))}
        lost += [text] if wanted - {what for what, _, _ in moves(read(text))} else []
    assert len(lost) <= 0.03 * len(pairs), lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_style_is_read_alike_in_every_frame(language: str) -> None:
    """ "Hazy look" and "make it hazier" want haze: no frame turns a style into the complaint that its name may be."""
    photo, wrong = FILLED[language][0], []
    for name in (name for style in known() for name in (style.chinese if language == "zh" else style.english)):
        directions: dict[str, set[str]] = {}
        for frame in vocabulary(language).styled:
            article = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
            text = (
                frame.replace("{n}", name).replace("{a}", article).replace(f"a {name}", article).replace("{o}", photo)
            )
            intent = read(text)
            wrong += [text] if not intent.wants or intent.out_of_scope else []
            for want in intent.wants:
                directions.setdefault(want.what, set()).add(want.direction)
        wrong += [name] if any({"+", "-"} <= found for found in directions.values()) else []
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_part_is_read_alike_in_every_phrase(language: str) -> None:
    words, wrong = vocabulary(language), []
    for names in words.parts.values():
        for name in names:
            texts = [text.replace("@a", "").replace("{p}", name) for found in words.part_ask.values() for text in found]
            for mark, degrees in words.degrees.items():
                texts = [text.replace(mark, degrees["plain"][0]) for text in texts]
            places = [{want.where.name for want in read(" ".join(text.split())).wants} for text in texts]
            wrong += [text for text, found in zip(texts, places, strict=True) if len(found) != 1 or found != places[0]]
    assert not wrong
