"""Requests that lean on the one before, said in full."""

import pytest

from jarvisevo.rules.earlier.followups import for_place, in_full, kept_besides, steps_of, takes_back


@pytest.mark.parametrize(
    ("last", "words", "full"),
    [
        ("make the sky more dramatic", "a bit less dramatic", "make the sky a bit less dramatic"),
        ("her shirt more red", "too red", "her shirt is too red"),
        ("turn her red trousers blue", "now make them green", "make the trousers green"),
        ("make the car orange", "less orange", "make the car less orange"),
        ("make the yellow car more vivid", "even more vivid", "make the yellow car even more vivid"),
        ("warm up the mountains", "even warmer", "make the mountains even warmer"),
        ("cool the shadows down", "too blue now", "the shadows are too blue now"),
        ("make everything except the dog darker", "even darker", "make everything except the dog even darker"),
        ("the dog on the left brighter", "still too dark", "the dog on the left is still too dark"),
        ("darken <box>0.1 0.2 0.3 0.4</box>", "even darker", "make <box>0.1 0.2 0.3 0.4</box> even darker"),
        ("warmer, and darken the sky", "a bit less dark", "make the sky a bit less dark"),
        ("darken the sky", "I'd like it less dark", "make the sky less dark"),
        ("whiten her teeth", "a bit too white", "her teeth is a bit too white"),
        ("门变成红色", "换成蓝色", "门换成蓝色"),
        ("天空更戏剧化一点", "没那么戏剧化", "天空没那么戏剧化"),
        ("衬衫红一点", "太红了", "衬衫太红了"),
        ("花更艳一点", "再艳一点", "花再艳一点"),
        ("山暖一点", "还要更暖", "山还要更暖"),
        ("把裤子变成蓝色", "让它们变绿", "让裤子变绿"),
    ],
)
def test_words_without_a_noun_are_about_the_last_place(last: str, words: str, full: str) -> None:
    assert in_full(words, last) == full


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ("", "even warmer"),
        ("warmer", "even warmer"),
        ("warm up the mountains", "a bit darker"),
        ("warm up the mountains", "the sky even warmer"),
        ("brighten her face", "make the photo even brighter"),
        ("warmer, and darken the sky", "even warmer"),
        ("brighten the sky", "add contrast"),
        ("crop closer to the dogs", "a bit tighter"),
        ("花更艳一点", "再亮一点"),
        ("山暖一点", "整体再暖一点"),
    ],
)
def test_what_is_about_something_else_stays_as_it_is(last: str, words: str) -> None:
    assert in_full(words, last) == words


@pytest.mark.parametrize(
    ("last", "noun", "full"),
    [
        ("make the sky more dramatic", "the hair", "make the hair more dramatic"),
        ("turn her red trousers blue", "the jacket", "turn the jacket blue"),
        ("warmer", "the sky", "make the sky warmer"),
        ("the dog on the left brighter", "the other dog", "the dog on the right brighter"),
        ("天空更戏剧化一点", "头发", "头发更戏剧化一点"),
        ("brighten the dog", "the other dog", ""),
        ("", "the sky", ""),
    ],
)
def test_the_last_request_for_another_place(last: str, noun: str, full: str) -> None:
    assert for_place(noun, last) == full


def test_what_the_last_request_brought_in_is_taken_out() -> None:
    assert takes_back("remove the pink", "more pink") and takes_back("去掉粉色", "粉一点")
    assert takes_back("remove the red", "her shirt more red")
    assert not takes_back("remove the pink", "warmer") and not takes_back("remove the pink", "less pink")


def test_what_only_keeps_goes_with_the_last_request() -> None:
    words = "ok but keep the plate sharp"
    assert kept_besides(words, "blur the background") == "blur the background, but keep the plate sharp"
    assert not kept_besides("warmer, but keep the sky", "brighter") and not kept_besides(words, "背景暗一点")
    assert kept_besides("但是天空别动", "暖一点") == "暖一点，但是天空别动"


def test_steps_are_found_by_what_they_tell_of() -> None:
    asked = ("brighter", "make their fur more golden", "sharper")
    assert steps_of("the fur was golden", asked) == [2] and not steps_of("the sea was blue", asked)
