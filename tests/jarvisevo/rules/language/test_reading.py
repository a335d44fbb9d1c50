"""What instructions are understood to say: two lists of sentences, and the properties that hold for all of them."""

import json
import random
import re
import time
from itertools import product
from pathlib import Path

import pytest

from jarvisevo.rules.intent import ACTS, OUT_OF_SCOPE, QUANTITIES, SETTING, Intent, Keep, Place, Want
from jarvisevo.rules.language import by_grammar, read
from jarvisevo.rules.language.chinese.spoken import unaddressed
from jarvisevo.rules.language.explain import degree_text, describe, to_dict
from jarvisevo.rules.language.tokens import MAX_TEXT
from jarvisevo.rules.language.weighing import meaning

HERE = Path(__file__).parent
DIRECTIONS = ("", "+", "-", "more", "less", "lighter", "darker")


def sentences(name: str) -> list[tuple[str, str]]:
    """(instruction, what is to be read in it) of a list."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("  =>  ") for line in lines if line and not line.startswith("#")]
    return [(said, meant) for said, meant in pairs]


ENGLISH, CHINESE = sentences("english"), sentences("chinese")


def place_text(place: Place) -> str:
    name = ("" if place.name == "box" else place.name) + (f"box{place.box}" if place.box >= 0 else "")
    text = ("!" if place.outside else "") + name + (f"/{place.zone}" if place.zone else "")
    return "" if text == "all" else f"@{text}"


def want_text(want: Want) -> str:
    degree = degree_text(want)
    parts = (want.what, want.direction, "" if degree == "plain" else degree, "=" if want.absolute else "")
    return " ".join(filter(None, (*parts, place_text(want.where))))


def keep_text(keep: Keep) -> str:
    return " ".join(filter(None, ("keep", keep.what, place_text(keep.where))))


def text(intent: Intent) -> str:
    """An intent in the words of the lists."""
    parts = [*map(want_text, intent.wants), *map(keep_text, intent.keep), *(["out"] if intent.out_of_scope else [])]
    return "; ".join(parts) or "nothing"


@pytest.mark.parametrize(("said", "meant"), ENGLISH)
def test_english(said: str, meant: str) -> None:
    assert text(by_grammar(said)) == meant


@pytest.mark.parametrize(("said", "meant"), CHINESE)
def test_chinese(said: str, meant: str) -> None:
    assert text(by_grammar(said)) == meant


@pytest.mark.parametrize(("rows", "most"), [(ENGLISH[::5], 0.03), (CHINESE[::5], 0.04)])
def test_the_network_leaves_what_the_grammar_reads_rightly(rows: list[tuple[str, str]], most: float) -> None:
    other = [said for said, _ in rows if meaning(read(said)) != meaning(by_grammar(said))]
    assert len(other) <= most * len(rows), other


FIRST = (
    ("brighten it", "add contrast", "sharpen it", "reduce the noise", "darken the sky", "lift the shadows")
    + ("crop it square", "straighten it", "a bit brighter", "more contrast"),
    ("提亮一点", "加点对比", "锐化", "降噪", "压暗天空", "裁成正方形"),
)
SECOND = (
    ("a bit warmer", "more saturation", "no vignette", "moody look", "black and white", "richer greens", "less green")
    + ("a cooler sky", "remove the car", "keep the skin natural", "it has a green cast"),
    ("暖一点", "电影感", "黑白", "绿色更翠", "不要暗角", "别动皮肤", "去掉汽车", "饱和度低一点"),
)
JOINTS = ((", ", " and ", ". ", ", then ", " plus ", "; "), ("，", "。", "，然后", "，再", "；"))


@pytest.mark.parametrize("language", (0, 1))
def test_joined_wishes_say_what_each_says_alone(language: int) -> None:
    for first, second in product(FIRST[language], SECOND[language]):
        alone = set(text(by_grammar(first)).split("; ")) | set(text(by_grammar(second)).split("; "))
        for joint in JOINTS[language]:
            assert set(text(by_grammar(first + joint + second)).split("; ")) == alone, first + joint + second


REQUESTS = Path(__file__).resolve().parents[5] / "shared" / "requests"
SENTENCES = sorted((Path(__file__).resolve().parents[4] / "data_pipeline/language/sentences").glob("*.tsv"))


def words_of(said: str) -> str:
    return " ".join(re.findall(r"[\w+:/-]+", said.lower()))


@pytest.mark.skipif(not REQUESTS.is_dir(), reason="../shared/requests is not there")
def test_no_request_of_others_stands_in_the_lists() -> None:
    """They are for measuring alone; what two or three words say is everybody's."""
    rows = "\n".join(path.read_text(encoding="utf-8") for path in sorted(REQUESTS.glob("*.jsonl")))
    theirs = {words_of(json.loads(f'"{found}"')) for found in re.findall(r'"((?:[^"\\]|\\.)*)"', rows)}
    learnt = [line.partition("\t")[0] for path in SENTENCES for line in path.read_text("utf-8").splitlines()]
    assert len(learnt) > 20_000
    own = [said for said, _ in ENGLISH] + learnt
    assert not [said for said in own if len(words_of(said).split()) > 4 and words_of(said) in theirs]


def plain(said: str) -> Want | None:
    """The only want of a short sentence that asks for nothing else."""
    intent = by_grammar(said)
    single = len(intent.wants) == 1 and not (intent.keep or intent.out_of_scope or intent.not_understood)
    short = len(said) < (12 if intent.language == "zh" else 45) and not re.search("[.?!。？！]", said)
    return intent.wants[0] if single and short and intent.wants[0].direction else None


@pytest.mark.parametrize(
    ("rows", "joints", "most"),
    [(ENGLISH, (", and ", ", ", " and ", ", then ", "; "), 0.19), (CHINESE, ("，", "，然后", "；"), 0.13)],
)
def test_few_of_many_random_joins_lose_a_want(
    rows: list[tuple[str, str]], joints: tuple[str, ...], most: float
) -> None:
    """Some contradict each other or lean on each other, so that not every want of the halves is to come."""
    rng, lost = random.Random(7), []
    said = [(words, want) for words, _ in rows if (want := plain(words)) is not None and not want.where.outside]
    pairs = [rng.sample(said, 2) for _ in range(400)]
    for (first, one), (then, other) in pairs:
        whole = first + rng.choice(joints) + then[0].lower() + then[1:]
        found = {(w.what, w.direction, w.where.name) for w in by_grammar(whole).wants}
        lost += [whole] if {(w.what, w.direction, w.where.name) for w in (one, other)} - found else []
    assert len(lost) <= most * len(pairs), lost[:20]


@pytest.mark.parametrize(
    ("said", "named"),
    [("咖啡杯子亮一点", "cup"), ("围巾再红一点", "scarf"), ("青砖的质感强一点", "brick"), ("饺子亮一点", "dumplings")]
    + [("天空亮一点", "sky"), ("犄角旮旯亮一点", "犄角旮旯")],
)
def test_chinese_things_are_named_in_english_where_they_have_such_a_name(said: str, named: str) -> None:
    assert to_dict(read(said))["wants"][0]["where"] == named


def test_only_words_of_the_contract_are_used() -> None:
    for said, _ in (ENGLISH + CHINESE)[::4]:  # all of them take five minutes
        intent = read(said)
        for want in intent.wants:
            known = ("color:", "look:", SETTING)
            assert want.what in (*QUANTITIES, *ACTS) or want.what.startswith(known), said
            assert want.what not in OUT_OF_SCOPE, said
            ways = ("horizontal", "vertical") if want.what == "flip" else DIRECTIONS
            assert want.direction in ways or want.direction[:3] == "to:", said
            assert want.degree in ("little", "plain", "lot"), said
            if want.amount is not None and want.direction == "-":
                assert want.amount[0] <= 0, said
        assert intent.language == ("zh" if re.search(r"[\u4e00-\u9fff]", said) else "en"), said


@pytest.mark.parametrize(
    "polite", ["please {}", "{} please", "can you {}?", "{}!", "hey, could someone {} for me, thanks"]
)
def test_politeness_changes_nothing(polite: str) -> None:
    for said in ("brighten the sky", "add a bit more contrast", "make the grass greener but keep the sky as it is"):
        assert text(read(polite.format(said))) == text(read(said))


@pytest.mark.parametrize(
    "around",
    ["师傅麻烦{}", "老师您好，{}", "美女，{}", "小姐姐帮我{}", "大神们，求{}", "哥，{}", "{}，谢谢老师", "發群里的，{}"]
    + ["过年发家族群的，{}", "公司群要用，{}", "挂闲鱼用的，{}", "打印用，{}", "明天要发公众号，{}", "{}，发朋友圈用"],
)
def test_who_is_called_on_and_what_it_is_for_change_nothing(around: str) -> None:
    for said in ("脸提亮去黄", "背景压暗一点", "颜色浓一点，对比强一点"):
        assert text(read(around.format(said))) == text(read(said))


@pytest.mark.parametrize(
    "said",
    ["老师的脸太暗", "哥哥的衣服红一点", "墙上的画亮一点", "微信头像亮一点", "亮一点发朋友圈"]
    + ["远处的群山压暗", "人群亮一点", "脸不能变黄", "能不能去掉水印", "先压暗背景，提亮老师", "打印用", "师傅"],
)
def test_persons_and_places_in_the_photo_are_nobody_called_on(said: str) -> None:
    assert unaddressed(said) == said


@pytest.mark.parametrize(("said", "colour"), [("证件照背景改成蓝色", "blue"), ("结婚照，背景改成红色", "red")])
def test_the_background_of_a_photo_for_papers_takes_a_colour(said: str, colour: str) -> None:
    intent = read(said)
    assert [(w.what, w.where.name) for w in intent.wants] == [(f"color:{colour}", "background")]
    assert not intent.out_of_scope


def test_the_network_loses_no_style_that_has_a_clause_of_its_own() -> None:
    assert [want.what for want in read("喜庆一点，绿色淡一点").wants] == ["look:cheerful", "color:green"]


@pytest.mark.parametrize(
    "said",
    [
        "湖水调成克莱因蓝，天空淡一点粉粉的",
        "茶馆ins风，清冷一点，杯子的绿不要太艳",
        "面馆港风，灯红一点",
        "白平衡调回来，但是还要有暖暖的感觉",
    ],
)
def test_the_network_turns_no_second_clause_round_and_loses_none(said: str) -> None:
    assert meaning(by_grammar(said)) <= meaning(read(said))


def test_an_instruction_in_traditional_characters_is_read_as_one_in_simplified_ones() -> None:
    assert text(read("天空藍啲，樹綠啲")) == text(read("天空蓝一点，树绿一点"))


@pytest.mark.parametrize("style", ["公路片的味道", "武侠片那种味道", "克苏鲁那种氛围", "包豪斯的味道"])
def test_a_style_that_nobody_knows_is_named_and_nothing_is_done_for_it(style: str) -> None:
    intent = read(f"想要{style}")
    assert (intent.wants, intent.not_understood) == ((), (style,))


def test_case_and_spaces_change_nothing() -> None:
    for said, meant in ENGLISH[:80]:
        if "<box>" not in said:
            assert text(by_grammar(f"  {said.upper()}  ")) == meant
            assert text(read(f"  {said.upper()}  ")) == text(read(said))


@pytest.mark.parametrize(
    ("little", "plain", "lot"),
    [
        ("slightly brighter", "brighter", "much brighter"),
        ("a hint of warmth", "add warmth", "a ton of warmth"),
        ("darken the sky a bit", "darken the sky", "darken the sky a lot"),
        ("稍微提亮", "提亮", "大幅提亮"),
        ("对比度加一点", "加对比度", "对比度拉满"),
    ],
)
def test_degrees(little: str, plain: str, lot: str) -> None:
    assert [read(said).wants[0].degree for said in (little, plain, lot)] == ["little", "plain", "lot"]
    assert len({(read(said).wants[0].what, read(said).wants[0].direction) for said in (little, plain, lot)}) == 1


def test_what_is_beyond_sliders_is_said_in_its_own_words_and_the_rest_is_read() -> None:
    intent = read("brighten it and remove the lamp post")
    assert intent.out_of_scope == ("remove the lamp post",)
    assert [w.what for w in intent.wants] == ["brightness"]


def test_words_that_were_not_read_are_named() -> None:
    assert read("brighten the sky and make it flumptious").not_understood == ("flumptious",)
    assert read("qwertyuiop").not_understood == ("qwertyuiop",)


@pytest.mark.parametrize("said", ["", "   ", "!!!"])
def test_nothing_to_do(said: str) -> None:
    assert text(read(said)) == "nothing"
    assert describe(read(said)) == ["nothing to do was understood"]


@pytest.mark.parametrize("said", ["hello there", "thank you", "在吗"])
def test_words_that_ask_for_nothing_are_repeated(said: str) -> None:
    intent = read(said)
    assert intent.out_of_scope == (said,) and not intent.wants


HOSTILE = (
    "light of the ",
    "a ",
    "very ",
    "please ",
    "not ",
    "no ",
    "but not ",
    "so that ",
    "and ",
    "red ",
    "make it ",
    "white, ",
    "<box>",
    "1 ",
    "16:9 ",
    '"',
    "qwertyuiop ",
    "brigthen saturatoin ",
    "😀",
    "x",
    "\u0301",
    "提亮",
    "的",
    "蓝",
    "天空",
    "除了",
    "把天空",
    "不要",
    "一点",
    "档",
    "和",
    "，",
)  # fmt: off


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_and_odd_text_is_read_in_bounded_time(piece: str) -> None:
    start = time.process_time()
    intent = read(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 20  # a hang is the fault, not a slow machine
    assert intent.not_understood[-1].endswith("…")
    assert sum(map(len, (*intent.out_of_scope, *intent.not_understood))) < 4 * MAX_TEXT


def test_the_end_of_what_is_read_cuts_no_clause() -> None:
    intent = read("warmer, " * 497 + "nice, darken the background")  # its last letters are beyond the limit
    assert intent.not_understood[-1] == "darken the backgrou…" and {want.what for want in intent.wants} == {"warmth"}


def test_json_holds_the_fields_of_the_contract() -> None:
    said = to_dict(read("darken everything except the dog, contrast +20, remove the car"))
    assert set(said) == {"wants", "keep", "not_understood", "out_of_scope"}
    assert said["wants"][0] == {
        "what": "brightness",
        "direction": "-",
        "degree": "plain",
        "where": "all",
        "words": said["wants"][0]["words"],
    }
    assert {"what": "all", "where": "dog"} in said["keep"]
    assert said["wants"][1]["degree"] == "20"
    assert said["out_of_scope"] == ["remove the car"]


def test_words_for_people() -> None:
    assert describe(read("a bit brighter in the sky, +0.5 EV, keep the face, remove the car")) == [
        "brightness +  a little  sky",
        "brightness +  0.5EV",
        "keep face",
        "beyond sliders: remove the car",
    ]


@pytest.mark.parametrize(
    ("instruction", "named"),
    [
        ("make the puppy's ears perk up and brighten the sky", "make the puppy's ears perk up"),
        ("remove the dark square from the white stairs", "remove the dark square from the white stairs"),
        ("warmer, drop the fence completely", "drop the fence completely"),
        ("remove the lamp post", "remove the lamp post"),
        ("the barrel by the door must be removed, and more contrast", "removed the barrel"),
        ("enter the words stay cool and brighten it", "enter the words stay cool"),
        ("make the hall look wider and brighter but keep the lamps", "make the hall look wider"),
        ("make the boat brighter and bigger, warm the sand", "bigger"),
        ("在左上角打上大字开业大吉，对比度高一点", "在左上角打上大字开业大吉"),
        ("把脸P小，再亮一点", "把脸P小"),
    ],
)
def test_what_is_beyond_sliders_is_named_in_the_words_of_who_asked(instruction: str, named: str) -> None:
    assert read(instruction).out_of_scope == (named,)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("make the gown red", "gown"),
        ("darken the middle", "middle"),
        ("darken the back ground", "background"),
        ("短裙亮一点", "skirt"),
        ("人行道暗一点", "sidewalk"),
        ("红砖墙暖一点", "brick wall"),
    ],
)
def test_a_place_is_named_as_it_was_said(said: str, where: str) -> None:
    assert [want["where"] for want in to_dict(read(said))["wants"]] == [where]


@pytest.mark.parametrize(("said", "what"), [("remove the grain", "noise"), ("film look, less grain", "grain")])
def test_grain_that_a_photo_has_of_itself_is_noise(said: str, what: str) -> None:
    assert to_dict(read(said))["wants"][-1]["what"] == what


def test_a_crop_is_told_by_what_it_takes_away() -> None:
    said = to_dict(read("cut off the left third"))
    assert [want["where"] for want in said["wants"]] == ["left"] and not said["keep"]
    assert describe(read("cut off the left third")) == ["crop  33.3%  without left"]
