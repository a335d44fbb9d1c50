"""Versions of a plan: milder, stronger, by other tools."""

from typing import Any

import numpy as np
import pytest

from editor_ops.settings import Settings
from jarvisevo.agent.best_of import best_of, label
from jarvisevo.agent.loop import Result
from jarvisevo.policies.expert import ExpertAgent
from jarvisevo.policies.variants import ANOTHER, OTHER_TOOLS, VARIANTS, reread, variants_of, varied

PLAN = {"Exposure2012": 0.6, "Contrast2012": 30, "Saturation": 20, "IncrementalTemperature": 25}


def test_strengths_are_in_order() -> None:
    made = {name: varied(Settings.parse(PLAN), name)["Contrast2012"] for name in VARIANTS if name != OTHER_TOOLS}
    assert made["much milder"] < made["milder"] < made["as asked"] < made["stronger"] < made["much stronger"]


@pytest.mark.parametrize("values", [PLAN, {"Vibrance": 30}, {"Highlights2012": -50, "Shadows2012": 60}, {"Dehaze": 30}])
def test_other_tools_move_within_ranges(values: dict[str, Any]) -> None:
    settings = Settings.parse(values)
    made = reread(settings)
    assert made != settings and not Settings.check(made.to_dict())[1]


def test_an_unknown_variant_is_named() -> None:
    with pytest.raises(ValueError, match="no such variant: 'wild'"):
        varied(Settings(), "wild")


def test_candidates_of_the_rules_differ_to_the_eye_and_say_what_they_are(photo: Any) -> None:
    found = best_of(photo, "increase the exposure, with more contrast", ExpertAgent(), count=4)
    results = [r for r in found.results if isinstance(r, Result)]
    assert [r.trajectory.meta["variant"] for r in results] == list(VARIANTS[:4])
    images = [r.pictures[-1].eight_bit().astype(float) for r in results]
    apart = [float(np.abs(a - b).mean()) for i, a in enumerate(images) for b in images[:i]]
    assert min(apart) > 0.8
    assert "milder" in label(1, results[1])


@pytest.mark.parametrize(
    ("words", "moved", "told"),
    [
        ("make it brighter", "Shadows2012", "the shadows, not the exposure"),
        ("太亮了", "Highlights2012", "the highlights, not the exposure"),
        ("make it moody", "", "low key"),
    ],
)
def test_words_with_two_meanings_have_a_candidate_for_the_second(photo: Any, words: str, moved: str, told: str) -> None:
    found = best_of(photo, words, ExpertAgent(), count=4)
    first, second = found.results[0], found.results[3]
    assert isinstance(first, Result) and isinstance(second, Result)
    assert label(4, second).endswith(f"{ANOTHER}: {told}")
    made = [r.trajectory.settings.to_dict() for r in (first, second)]
    assert made[0] != made[1] and (not moved or made[1][moved] and "Exposure2012" not in made[1])


@pytest.mark.parametrize(
    "words", ["exposure +0.5", "increase the saturation", "darken the sky", "crop to 4:5", "曝光加一档"]
)
def test_plain_words_have_no_second_reading(words: str) -> None:
    assert variants_of(words) == VARIANTS


@pytest.fixture
def photo() -> Any:
    """The example landscape, small."""
    from pathlib import Path

    from editor_ops.io.decode import load

    return load(Path(__file__).resolve().parents[3] / "examples" / "landscape.jpg").resized(300)
