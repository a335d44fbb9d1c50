"""The rules as an agent: a plan within the limits, a measured judgement, a weaker or stronger correction."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from editor_ops.io.decode import load
from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.agent import loop as agent
from jarvisevo.agent.lock_words import parse_locks
from jarvisevo.agent.session import Options
from jarvisevo.policies.expert import ExpertAgent, direction
from jarvisevo.policies.variants import scaled
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation


@pytest.fixture(scope="module")
def landscape() -> Photo:
    return load(Path(__file__).resolve().parents[3] / "examples" / "landscape.jpg").resized(320)


def verdict(score: float, looks: float, follows: float) -> Evaluation:
    return Evaluation(score, dict.fromkeys(AESTHETIC, looks) | dict.fromkeys(ADHERENCE, follows), "measured", "stub")


class Stub:
    """Likes a certain mean lightness; says whether looks or obedience is the trouble."""

    name = "stub"

    def __init__(self, wanted: float, looks: float, follows: float) -> None:
        self.wanted, self.looks, self.follows = wanted, looks, follows

    def score(self, before, after, instruction, *, photo=None, settings=None) -> Evaluation:
        apart = abs(float(np.asarray(after.pixels, float).mean()) - self.wanted * float(before.pixels.mean()))
        return verdict(max(1.0, 4.9 - apart / 45), self.looks, self.follows)


def test_the_whole_run_needs_no_model(landscape: Photo) -> None:
    result = agent.run(landscape, "warmer and a little brighter", ExpertAgent())
    assert result.score is not None and result.score > 2.5 and result.settings["Exposure2012"] > 0
    found = result.trajectory.evaluation
    assert found is not None and found.judge == "analytic" and set(found.dimensions) >= set(AESTHETIC)
    assert result.trajectory.meta["stop"]["editing"] == "finished" and result.trajectory.meta["policy"] == "expert"


def test_limits_reach_the_rules(landscape: Photo) -> None:
    options = Options(locks=parse_locks(["Exposure2012=-0.1:0.1"]))
    result = agent.run(landscape, "much brighter, max ±0.3 EV", ExpertAgent(Stub(1, 4, 4)), options)
    assert abs(result.settings["Exposure2012"]) <= 0.1
    assert not any("max" in note for note in result.trajectory.meta["notes"])


def test_too_much_is_taken_back(landscape: Photo) -> None:
    result = agent.run(landscape, "much brighter", ExpertAgent(Stub(1.0, 2, 4)), Options(threshold=4.8))
    (reflection,) = result.trajectory.reflections
    first = result.trajectory.steps[0].settings["Exposure2012"]
    assert 0 < reflection.step.settings["Exposure2012"] < first and result.best == 2
    assert (
        "too far" in reflection.step.thought
        and reflection.step.tool_call.keys() <= result.trajectory.steps[0].tool_call.keys()
    )


def test_what_stood_is_not_taken_back_with_the_edit(landscape: Photo) -> None:
    class Cooler(Stub):
        def score(self, before, after, instruction, *, photo=None, settings=None) -> Evaluation:
            red, _, blue = np.asarray(after.pixels, float).mean((0, 1)) - np.asarray(before.pixels, float).mean((0, 1))
            return verdict(max(1.0, 4.9 - (red - blue) / 10), 2, 4)

    raw = replace(landscape, raw=True, as_shot=(4800.0, 5.0))
    start = Settings.parse({"Exposure2012": 1.0, "Sharpness": 40})
    result = agent.run(raw, "much warmer", ExpertAgent(Cooler(1, 2, 4)), Options(threshold=4.89), start=start)
    assert result.trajectory.reflections
    assert result.settings["Exposure2012"] == 1.0 and result.settings["Sharpness"] == 40
    assert result.settings["ColorNoiseReduction"] == 25
    states = [state["Temperature"] for state in result.trajectory.states[1:]]
    assert states[0] > states[-1] > 4800


def test_kelvin_that_was_typed_is_not_taken_back_on_raw(landscape: Photo) -> None:
    raw = replace(landscape, raw=True, as_shot=(4800.0, 5.0))
    result = agent.run(raw, "色温 7500K，色调 +20", ExpertAgent(Stub(1.0, 2, 4)), Options(threshold=4.8))
    assert (result.settings["Temperature"], result.settings["Tint"]) == (7500, 20)


def test_too_little_is_taken_on(landscape: Photo) -> None:
    result = agent.run(landscape, "稍微亮一点", ExpertAgent(Stub(2.2, 4, 2)))
    (reflection,) = result.trajectory.reflections
    assert reflection.step.settings["Exposure2012"] > result.trajectory.steps[0].settings["Exposure2012"]
    assert "保守" in reflection.step.thought


def test_a_little_more_is_not_taken_on(landscape: Photo) -> None:
    result = agent.run(landscape, "a bit brighter", ExpertAgent(Stub(2.2, 4, 2)), start=Settings({"Exposure2012": 0.3}))
    assert result.trajectory.reflections == () and 0.3 < result.settings["Exposure2012"] < 0.8


def test_without_anything_better_nothing_is_changed(landscape: Photo) -> None:
    class Same(Stub):
        def score(self, *given, **more) -> Evaluation:
            return verdict(2.0, 2, 3)

    result = agent.run(landscape, "brighter", ExpertAgent(Same(1, 1, 1)))
    assert result.trajectory.reflections == () and result.trajectory.meta["stop"]["reflection"] == "an empty reflection"


def test_a_judge_that_fails_leaves_the_edit_unscored(landscape: Photo) -> None:
    class Out(Stub):
        def score(self, *given, **more) -> Evaluation:
            return Evaluation.failure("out of order", "stub")

    result = agent.run(landscape, "brighter", ExpertAgent(Out(1, 1, 1)))
    assert result.score is None and result.best == 1 and "evaluate: out of order" in result.trajectory.meta["notes"]


def test_one_that_raises_ends_only_its_own_photo(landscape: Photo) -> None:
    class Raises(ExpertAgent):
        def propose(self, session):
            if "bad" in session.instruction:
                raise RuntimeError("no")
            return super().propose(session)

    results = agent.run_many([landscape] * 2, ["bad", "brighter"], Raises(Stub(1, 4, 4)))
    assert isinstance(results[0], RuntimeError) and isinstance(results[1], agent.Result)
    with pytest.raises(RuntimeError):
        agent.run(landscape, "bad", Raises())


def test_direction() -> None:
    assert direction(verdict(2, 2, 4)) == direction(None) == direction(verdict(2, 3, 3)) == "weaker"
    assert direction(verdict(2, 4, 2)) == "stronger"


def test_scaling_moves_amounts_and_leaves_hues_and_choices() -> None:
    made = Settings.parse(
        {
            "Exposure2012": 1.0,
            "Contrast2012": -80,
            "Temperature": 7000,
            "ColorGradeGlobalHue": 40,
            "ColorGradeGlobalSat": 30,
            "ConvertToGrayscale": True,
            "ToneCurvePV2012": [[0, 40], [255, 255]],
            "MaskGroupBasedCorrections": [
                {
                    "CorrectionName": "a",
                    "LocalDehaze": 0.4,
                    "CorrectionMasks": [{"What": "Mask/Image", "MaskSubType": 2}],
                }
            ],
        }
    )
    half, twice = scaled(made, 0.5), scaled(made, 2.0)
    assert half["Exposure2012"] == 0.5 and half["Contrast2012"] == -40 and half["Temperature"] == 6000
    assert (
        half["ColorGradeGlobalHue"] == 40 and half["ColorGradeGlobalSat"] == 15 and half["ConvertToGrayscale"] is True
    )
    assert half["ToneCurvePV2012"][0] == (0, 20) and half["MaskGroupBasedCorrections"][0]["CorrectionAmount"] == 0.5
    assert twice["Contrast2012"] == -100 and twice["MaskGroupBasedCorrections"][0]["CorrectionAmount"] == 2
    assert scaled(made, 1.0).to_dict() | {"MaskGroupBasedCorrections": 0} == made.to_dict() | {
        "MaskGroupBasedCorrections": 0
    }


def test_a_negative_factor_turns_local_sliders_and_keeps_the_amount_in_its_range() -> None:
    mask = {"What": "Mask/Gradient", "ZeroX": 0.5, "ZeroY": 0.5, "FullX": 0.5, "FullY": 0.1}
    sliders = {"LocalExposure2012": 0.25, "LocalSaturation": -0.5, "LocalToningHue": 30.0, "LocalToningSaturation": 0.5}
    group = {"CorrectionName": "Sky", "CorrectionMasks": [mask], **sliders}
    turned = scaled(Settings.parse({"MaskGroupBasedCorrections": [group]}), -0.8)["MaskGroupBasedCorrections"][0]
    assert turned["CorrectionAmount"] == 0.8
    assert turned["LocalExposure2012"] == -0.25 and turned["LocalSaturation"] == 0.5
    assert turned["LocalToningHue"] == 30 and turned["LocalToningSaturation"] == 0
    assert turned["CorrectionMasks"][0]["FullY"] == 0.1


def test_a_lock_of_skin_keeps_the_masks_that_spare_it() -> None:
    path = Path(__file__).resolve().parents[4] / "shared" / "photos" / "portrait" / "cid22_pexels_photo_3586798.jpg"
    if not path.is_file():
        pytest.skip("the shared photos are not here")
    photo = load(path).resized(420)
    result = agent.run(photo, "warmer", ExpertAgent(Stub(1, 4, 4)), Options(locks=parse_locks(["skin"])))
    before, after = (to_lab(render(photo, settings).eight_bit()) for settings in (Settings(), result.settings))
    height, width = before.shape[:2]
    cheek = np.s_[int(0.42 * height) : int(0.5 * height), int(0.42 * width) : int(0.5 * width), 2]
    assert (after - before)[..., 2].mean() > 1
    assert abs((after - before)[cheek].mean()) < 1
