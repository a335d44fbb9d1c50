"""Requests: said of what changed, as strong as it changed, as people say it, new for held-out data."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from data_pipeline.annotators import limits
from data_pipeline.language import habits
from data_pipeline.language.grammar import Brief, phrase, write
from data_pipeline.language.observe import ASPECTS, Difference
from data_pipeline.language.vocabulary import FILES, reserved, vocabulary
from jarvisevo.rules.language import read

WHATS = (*(name for name in ASPECTS if name not in ("black_and_white", "grain")), "color:blue", "light:green")


def texts(language: str, count: int = 600, **given: object) -> Iterator[tuple[Brief, str]]:
    """Requests for one to four changes of all kinds."""
    for i in range(count):
        rng = random.Random(f"{language}{i}")
        chosen = rng.sample(WHATS, rng.choice((1, 1, 2, 3, 4)))
        found = [Difference(what, rng.choice((-1, 1)) * rng.uniform(0.4, 2.4)) for what in chosen]
        found.sort(key=lambda d: -abs(d.size))
        brief = Brief(tuple(found), language, **given)  # type: ignore[arg-type]
        yield brief, write(brief, rng)


@pytest.mark.parametrize("language", FILES)
def test_no_mark_is_left_and_the_language_is_right(language: str) -> None:
    made = [text for _, text in texts(language, scene="portrait", kept=("saturation",))]
    assert sum(not text for text in made) < 0.1 * len(made)
    for text in made:
        assert not re.search(r"[{}@]|  ", text), text
        assert any("\u4e00" <= c <= "\u9fff" for c in text) == (language == "zh") or not text


def test_articles_degrees_and_frames_that_were_wrong_before() -> None:
    every = " | ".join(text for _, text in texts("en", 2000, style="intense"))
    assert not re.search(r"\ba (intense|orange|airy|icy|old)", every)
    assert "I want this edit" not in every and "too too" not in every and "much much" not in every


@pytest.mark.parametrize(
    ("language", "slight", "strong"),
    [
        (
            "en",
            r"\b((?<!quite )a bit|a little|slightly|a touch|a tad|a hint)\b",
            r"\b(a lot|much|significantly|considerably|way|far|quite a bit)\b",
        ),
        ("zh", r"一点点|一丢丢|少许", r"很多|不少|实在太|特别"),
    ],
)
def test_degrees_follow_the_size_of_the_change(language: str, slight: str, strong: str) -> None:
    def share(size: float, pattern: str) -> float:
        made = [write(Brief((Difference("contrast", size),), language), random.Random(i)) for i in range(300)]
        return sum(bool(re.search(pattern, text)) for text in made) / len(made)

    assert share(2.2, slight) < 0.05 and share(0.45, strong) < 0.05
    assert share(0.45, slight) > 0.4 and share(2.2, strong) > 0.4
    assert share(1.0, slight) < 0.1 and share(1.0, strong) < 0.1


def test_the_largest_change_is_always_said() -> None:
    for brief, text in texts("en", 300):
        if text and brief.differences[0].what == "brightness":
            assert re.search(r"bright|dark|light|expos|dim|see", text, re.I), (brief, text)


def test_heldout_instructions_use_phrases_that_training_never_does() -> None:
    kept = [p for p in vocabulary("en").ask["brightness+"] if reserved(p)]
    assert kept and len(kept) < 0.5 * len(vocabulary("en").ask["brightness+"])
    heads = tuple(p.split(" @")[0].split(" {")[0] for p in kept)
    open_ones = " | ".join(p for p in vocabulary("en").ask["brightness+"] if not reserved(p))
    brief = Brief((Difference("brightness", 1.0),), "en", heldout=False)
    made = [write(brief, random.Random(i)).lower() for i in range(400)]
    held = [write(replace(brief, heldout=True), random.Random(i)).lower() for i in range(400)]
    only = [head for head in heads if head not in open_ones]
    assert only and not any(h in text for text in made for h in only)
    assert any(h in text for text in held for h in only)


def test_the_same_numbers_give_the_same_words_and_others_vary() -> None:
    brief = Brief((Difference("brightness", 1.2), Difference("saturation", -0.9)), "en")
    assert write(brief, random.Random(3)) == write(brief, random.Random(3))
    assert len({write(brief, random.Random(i)) for i in range(100)}) > 80


def test_a_box_stands_behind_its_part_and_nothing_else_does() -> None:
    tag = limits.tag((0.1, 0.2, 0.5, 0.6))
    brief = Brief((Difference("brightness", 1.0, "face"),), "en", boxes={"face": tag})
    made = [write(brief, random.Random(i)) for i in range(100)]
    assert sum(f"face {tag}" in text for text in made) > 60
    assert all(re.findall(r"<box>[^<]*</box>", text) in ([], [tag]) for text in made)


def test_thoughts_name_every_kind_of_change_in_both_languages() -> None:
    for language in FILES:
        for what in WHATS:
            said = [phrase(Difference(what, size), language, random.Random(0)) for size in (-1.0, 1.0)]
            assert any(said), what
            assert not any(limits.has_numbers(text) or "{" in text or "@" in text for text in said)


def test_what_the_rules_do_not_understand_is_written_all_the_same() -> None:
    made = [text for _, text in texts("en", 600)]
    unread = [text for text in made if text and (read(text).not_understood or not read(text).wants)]
    assert unread, "everything was understood: the grammar is the parser's mirror"


def test_our_requests_are_nearer_to_those_of_people_than_chance_would_tell() -> None:
    learned = habits.learned()["en"]
    own = habits.habits([text for _, text in texts("en") if text])
    assert abs(own["capital"] - learned["capital"]) < 0.15
    for name in ("imperative", "polite", "question"):
        assert abs(own["forms"][name] - learned["forms"][name]) < 0.12, name
    assert abs(own["lengths"][10] - learned["lengths"][10]) <= 4
    assert own["forms"]["complaint"] > 0.01


def test_distance_tells_texts_of_another_kind_apart() -> None:
    ours = [text for _, text in texts("en", 400) if text]
    stiff = [f"I want this edit: parameter {i} of the photograph must be set" for i in range(400)]
    same = habits.distance(ours[::2], ours[1::2])
    other = habits.distance(ours, stiff)
    assert same["classifier"] < 0.62 and other["classifier"] > 0.95
    assert same["length"] < other["length"] and same["openers"] < other["openers"] and same["forms"] < other["forms"]
    assert habits.told_apart(["a"], ["b"]) == 0.5 and habits.habits([]) == {}


def test_words_for_a_darker_hue_are_no_words_for_a_richer_one() -> None:
    rng = random.Random(0)
    one = Difference("light:blue", -2.0)
    for _ in range(60):
        text = phrase(one, "en", rng)
        assert [(want.what, want.direction) for want in read(text).wants] == [("color:blue", "darker")], text
