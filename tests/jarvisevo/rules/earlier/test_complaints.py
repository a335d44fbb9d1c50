"""Complaints of what an earlier request brought, and what is said beside them."""

import pytest

from jarvisevo.rules.earlier.complaints import brought, complaint
from jarvisevo.rules.earlier.partly import partly
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read


@pytest.mark.parametrize(
    ("words", "found", "rest"),
    [
        ("too warm", "too warm", ""),
        ("nope, too bright", "too bright", ""),
        ("the grass is too green now, looks plastic", "the grass is too green now", ""),
        ("hmm, too cold, and a bit dull", "too cold", "a bit dull"),
        ("不行，太艳了", "太艳了", ""),
        ("草地太绿了，好假", "草地太绿了", ""),
        ("太冷了，再亮一点", "太冷了", "再亮一点"),
        ("still orange", "it is still too orange", ""),
        ("brighter, and more contrast", "", ""),
        ("暗一点，冷一点", "", ""),
    ],
)
def test_a_complaint_is_told_from_what_stands_beside_it(words: str, found: str, rest: str) -> None:
    assert complaint(words, not words.isascii()) == (found, rest)


@pytest.mark.parametrize(
    ("asked", "words", "factor", "rest"),
    [
        ("make it warmer", "too yellow", 0.5, ""),
        ("make it cooler", "a bit too blue", 0.7, ""),
        ("make it warmer", "ugh, too orange, looks weird", 0.5, ""),
        ("make the sky bluer", "the sky is too blue, looks painted", 0.5, ""),
        ("暖一点", "不对，太黄了", 0.5, ""),
        ("冷一点", "太蓝了", 0.5, ""),
        ("make it warmer", "too warm, and a bit flat", 0.5, "a bit flat"),
    ],
)
def test_half_of_what_brought_it_is_taken_back(asked: str, words: str, factor: float, rest: str) -> None:
    found = partly(words, [asked], asked)
    assert found is not None and (found.step, found.factor, found.wants, found.rest) == (1, factor, (), rest)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("make it warmer", "too blue"),
        ("make it cooler", "too yellow"),
        ("make the sky bluer", "too blue"),
        ("make it warmer", "too green"),
        ("the photo is too blue", "still blue"),
    ],
)
def test_what_nothing_brought_is_an_ordinary_wish(asked: str, words: str) -> None:
    assert partly(words, [asked], asked) is None


def test_of_a_style_only_its_warmth_is_taken_back() -> None:
    found = brought(read("too orange").wants[0], read("golden hour").wants[0])
    assert [want.what for want in found] == ["warmth", "color:orange"]
    assert not brought(Want("contrast", "-"), read("golden hour").wants[0])


def test_there_may_still_be_too_much_after_half_was_taken_back() -> None:
    asked = ["make it warmer", "too warm, and a bit flat"]
    assert partly("still too warm", asked, asked[-1]) is not None


@pytest.mark.parametrize(("asked", "words"), [("天空蓝一点", "还是太蓝了"), ("make the sky bluer", "still too blue")])
def test_what_is_still_too_much_is_so_where_it_was_asked_for(asked: str, words: str) -> None:
    assert partly(words, [asked], asked) is not None
