"""Turns that lean on the ones before: what the policy is asked, and on top of what."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editor_ops import load
from editor_ops.masks import semantic
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.agent.loop import run
from jarvisevo.agent.session import Options
from jarvisevo.files.errors import CliError
from jarvisevo.live.turns import made_up, take_turn
from jarvisevo.policies.expert import ExpertAgent
from jarvisevo.record.history import History
from jarvisevo.rules import plan
from jarvisevo.rules.between import eased
from tests.jarvisevo.rules.test_local import PICTURE, RECTANGLES, finder


class Talk:
    """A talk about one photo; every request that a policy is asked moves the next slider."""

    def __init__(self, photo: Photo) -> None:
        self.photo, self.history = photo, History.new("photo.jpg")
        self.asked: list[str] = []
        self.starts: list[dict[str, Any]] = []
        self.decide: Callable[..., Any] = self._decide

    def say(self, *turns: str) -> dict[str, Any]:
        """Take turns -> the settings that stand then."""
        for words in turns:
            self.history = take_turn(
                self.photo, self.history, words, ExpertAgent(), Options(), decide=self.decide
            ).history
        return self.history.settings.to_dict()

    def _decide(self, photo: Photo, words: str, policy: object, options: Options, **told: Any) -> Any:
        self.asked.append(words)
        self.starts.append(told["start"].to_dict())
        moved = ("Exposure2012", "Contrast2012", "Vibrance", "Dehaze")[len(self.asked) - 1]
        after = Settings.parse(told["start"].to_dict() | {moved: 1})
        return made_up(photo, told["start"], after, words, "", options, "")


class Planned(Talk):
    """A talk in which the rules plan each request."""

    def _decide(self, photo: Photo, words: str, policy: object, options: Options, **told: Any) -> Any:
        self.asked.append(words)
        return made_up(photo, told["start"], plan(photo, words, start=told["start"]).settings, words, "", options, "")


@pytest.fixture
def talk(photo: Path) -> Talk:
    return Talk(load(photo))


def test_a_follow_up_is_asked_in_full(talk: Talk) -> None:
    talk.say("make the sky more dramatic", "a bit less dramatic", "a bit less", "even less dramatic")
    assert talk.asked[1:] == ["make the sky a bit less dramatic", "make the sky even less dramatic"]
    talk.say("remove it", "even more dramatic")  # what was taken out is no longer spoken of
    assert talk.asked[-1] == "even more dramatic"


def test_the_same_for_another_place(talk: Talk) -> None:
    with pytest.raises(CliError, match="no earlier edit"):
        talk.say("the hair too")
    talk.say("make the sky warmer", "the water too", "even warmer")
    assert talk.asked[1:] == ["make the water warmer", "make the water even warmer"]


def test_what_is_to_stay_is_said_after_the_edit(talk: Talk) -> None:
    talk.say("brighter", "blur the background", "ok but keep the plate sharp")
    assert talk.asked[-1] == "blur the background, but keep the plate sharp"
    assert talk.starts[-1] == {"Exposure2012": 1}
    talk.say("undo")
    assert talk.history.settings.to_dict() == {"Exposure2012": 1, "Contrast2012": 1}


def test_steps_back_and_on(talk: Talk) -> None:
    talk.say("make their fur more golden", "brighter", "sharper")
    assert talk.say("undo the last two") == {"Exposure2012": 1}
    assert talk.say("redo") == {"Exposure2012": 1, "Contrast2012": 1}
    assert talk.say("go back to where the fur was golden") == {"Exposure2012": 1}
    assert talk.say("back to the beginning") == {}
    with pytest.raises(CliError, match="lists the steps"):
        talk.say("go back to where the sea was blue")


def test_what_was_taken_out_comes_back_as_it_was(talk: Talk) -> None:
    talk.say("brighter", "more contrast")
    assert talk.say("undo", "bring the contrast back") == {"Exposure2012": 1, "Contrast2012": 1}
    talk.say("bring the highlights back")  # never moved: an ordinary wish
    assert talk.asked[-1] == "bring the highlights back"


def test_undo_and_something_else(talk: Talk) -> None:
    talk.say("brighter", "no, take that back and make it warmer")
    assert talk.asked[-1] == "make it warmer" and talk.starts[-1] == {}


def test_a_colour_that_was_brought_in_goes(talk: Talk) -> None:
    assert talk.say("brighter", "more pink", "remove the pink") == {"Exposure2012": 1}
    assert len(talk.asked) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("a bit more", "there is no earlier edit"),
        ("I don't like it", "say what is to be different"),
        ("show me the original", "the photo itself is as it was"),
        ("undo everything except the sky", "no sky is set"),
    ],
)
def test_what_cannot_be_done_is_told(talk: Talk, words: str, told: str) -> None:
    with pytest.raises(CliError, match=told):
        talk.say(words)


def test_too_much_is_half_of_the_last_change_and_an_older_style_is_taken_out(talk: Talk) -> None:
    talk.say("warmer", "too warm")
    assert talk.asked == ["warmer"] and talk.history.settings["Exposure2012"] == 0.5
    talk.say("too warm")
    assert talk.history.settings["Exposure2012"] == 0.25
    talk.say("teal and orange", "more clarity")
    assert talk.history.settings["Contrast2012"] == 1
    assert "Contrast2012" not in talk.say("remove the teal and orange look")
    assert talk.history.settings["Vibrance"] == 1


def test_half_is_taken_back_also_where_more_is_said(talk: Talk) -> None:
    talk.say("warmer", "no, too yellow")
    assert talk.asked == ["warmer"] and talk.history.settings["Exposure2012"] == 0.5
    talk.say("hmm, still too warm, and a bit flat")
    assert talk.asked == ["warmer", "a bit flat"] and talk.starts[-1]["Exposure2012"] == 0.25
    talk.say("dial that back by half")
    assert len(talk.asked) == 2 and talk.history.settings["Exposure2012"] > 0


def test_a_style_takes_the_place_of_the_one_before(talk: Talk) -> None:
    talk.say("日系", "胶片感")
    assert talk.starts == [{}, {}] and talk.asked == ["日系", "胶片感"]
    assert talk.say("胶片感弱一点")["Contrast2012"] == 0 and len(talk.asked) == 2


def test_what_began_anew_owes_nothing_to_a_style_before(talk: Talk) -> None:
    talk.say("warmer", "film look")
    talk.history = take_turn(
        talk.photo, talk.history, "vintage look", ExpertAgent(), Options(), from_scratch=True, decide=talk._decide
    ).history
    assert talk.starts[-1] == {} and talk.history.settings.to_dict() == {"Vibrance": 1}


def test_what_was_taken_out_is_not_taken_out_of_what_came_after_it() -> None:
    before, after = Settings(), Settings.parse({"IncrementalTemperature": 45, "Contrast2012": 10})
    standing = Settings.parse({"IncrementalTemperature": 45, "Contrast2012": 30})  # warm anew
    left = eased(before, after, standing, 0, gone={"IncrementalTemperature"})
    assert left.to_dict() == {"IncrementalTemperature": 45, "Contrast2012": 20}


def test_of_a_request_with_a_style_in_it_the_style_alone_is_eased_and_goes(photo: Path) -> None:
    talk = Planned(load(photo))
    talk.say("vintage look, much brighter")
    full = talk.history.settings
    talk.say("the vintage look a bit weaker")
    less = talk.history.settings
    assert 0 < less["GrainAmount"] < full["GrainAmount"] and 0 < less["Exposure2012"] <= full["Exposure2012"]
    talk.say("sharper", "remove the vintage look")
    left = talk.history.settings
    assert left["Exposure2012"] > 0 and left["Sharpness"] > 0 and not left["GrainAmount"]
    assert not any(name.startswith(("SplitToning", "ToneCurve")) for name in left.values)
    for words, told in (
        ("remove the vintage look", "nothing of that stands"),
        ("remove the noir look", "nobody asked"),
    ):
        with pytest.raises(CliError, match=told):
            talk.say(words)
    assert len(talk.asked) == 2  # none of these words was an ordinary wish


@pytest.fixture
def somebody(monkeypatch: pytest.MonkeyPatch) -> Talk:
    """A talk with the rules about a photo in which skin and sky are found."""
    monkeypatch.setattr(semantic, "locate", finder(*RECTANGLES))
    talk = Talk(Photo.from_array(PICTURE))
    talk.decide = run
    return talk


def spared(settings: dict[str, Any], slider: str) -> float:
    """A slider of the one correction that stands, which spares a place."""
    (group,) = settings[CORRECTIONS]
    assert group["CorrectionName"].startswith("All but") or group["CorrectionName"].endswith("以外")
    return float(group.get(slider, 0.0))


@pytest.mark.parametrize(
    ("asked", "less", "slider", "of_all"),
    [
        ("warmer, but don't touch the skin", "a bit less warm", "LocalTemperature", "IncrementalTemperature"),
        ("warmer, but don't touch the skin", "not so warm", "LocalTemperature", "IncrementalTemperature"),
        ("much darker but keep the sky", "a bit less dark", "LocalExposure2012", "Exposure2012"),
        ("more vivid but keep the sky", "a bit less vivid", "LocalSaturation", "Saturation"),
        ("暖一点，但不要动皮肤", "没那么暖", "LocalTemperature", "IncrementalTemperature"),
    ],
)
def test_less_of_what_spared_a_place_is_less_of_it_there(
    somebody: Talk, asked: str, less: str, slider: str, of_all: str
) -> None:
    was = spared(somebody.say(asked), slider)
    now = spared(somebody.say(less), slider)
    assert 0.3 * abs(was) < abs(now) < 0.9 * abs(was) and now * was > 0
    assert of_all not in somebody.history.settings
    again = spared(somebody.say("再少一点" if less.startswith("没") else "a bit less"), slider)
    assert 0 < again / now < 1, "still less"


def test_the_other_way_and_further_go_on_there_and_the_whole_photo_is_all_of_it(somebody: Talk) -> None:
    was = spared(somebody.say("warmer, but don't touch the skin"), "LocalTemperature")
    cooler = somebody.say("more contrast", "cooler")
    assert spared(cooler, "LocalTemperature") < 0.5 * was and "IncrementalTemperature" not in cooler
    warmer = somebody.say("even warmer")
    assert spared(warmer, "LocalTemperature") > spared(cooler, "LocalTemperature")
    assert somebody.say("make the whole photo cooler")["IncrementalTemperature"] < 0


def test_a_number_is_one_of_the_whole_photo(somebody: Talk) -> None:
    somebody.say("warmer, but don't touch the skin")
    assert somebody.say("temperature +10")["IncrementalTemperature"] == 10


def test_what_was_taken_back_of_an_earlier_step_is_no_part_of_the_last_edit(photo: Path) -> None:
    talk = Planned(load(photo))
    talk.say("warmer", "brighter", "too warm")
    stood = talk.history.settings
    talk.say("too bright")
    left = talk.history.settings
    assert left["IncrementalTemperature"] == stood["IncrementalTemperature"]
    assert 0 < left["Exposure2012"] < stood["Exposure2012"]
