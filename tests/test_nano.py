"""The model that ships: what its card promises, and that `--model nano` edits with it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from editor_ops import Settings, load, render, save
from editor_ops.photo import Photo
from jarvisevo.cli.main import app
from jarvisevo.policies.open import NANO
from jarvisevo.record.trajectory_json import from_dict

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_folder_is_small_and_says_what_it_is_worth() -> None:
    assert sum(p.stat().st_size for p in NANO.iterdir()) <= 16e6
    figures, card = json.loads((NANO / "figures.json").read_text("utf-8")), (NANO / "README.md").read_text("utf-8")
    chosen = figures["stages"][card.split("the model after ")[1].split(".")[0]]
    untouched, auto, rules = (figures["baselines"][name]["delta_e"] for name in ("identity", "auto", "expert"))
    assert chosen["editing"]["delta_e"] < min(untouched - 0.5, auto, rules)
    assert chosen["editing"]["valid"] >= 0.98 and chosen["editing"]["followed"] >= 0.65
    assert f"| {chosen['editing']['delta_e']:.3f} |" in card and f"| {chosen['judging']['srcc']:.3f} |" in card


def test_it_needs_the_images_to_judge_and_is_asked_where_that_helps() -> None:
    figures, card = json.loads((NANO / "figures.json").read_text("utf-8")), (NANO / "README.md").read_text("utf-8")
    chosen = figures["stages"][card.split("the model after ")[1].split(".")[0]]
    assert chosen["judging"]["srcc"] >= 0.5 and chosen["blackout"]["fall"] >= 0.3
    helps = chosen["editing"]["handed_out"] <= chosen["editing"]["delta_e"]
    assert json.loads((NANO / "config.json").read_text("utf-8"))["judges"] == helps
    assert "falls by | pairs in order" in card


def test_it_scores_what_was_asked_above_its_opposite(tmp_path: Path) -> None:
    scores: dict[str, list[float]] = {"asked": [], "opposite": []}
    for photo in ("food.jpg", "landscape.jpg", "portrait.jpg"):
        image = render(load(EXAMPLES / photo), max_size=224)
        save(image, tmp_path / "before.png")
        for name, exposure in (("asked", 0.8), ("opposite", -0.8)):
            small = Photo.from_array(image.eight_bit())
            save(render(small, Settings.parse({"Exposure2012": exposure})), tmp_path / f"{name}.png")
            arguments = ["score", str(tmp_path / "before.png"), str(tmp_path / f"{name}.png"), "make it brighter"]
            result = CliRunner().invoke(app, [*arguments, "--model", "nano", "--json"])
            assert result.exit_code == 0, result.output
            scores[name].append(json.loads(result.stdout)["score"])
    assert sum(scores["asked"]) > sum(scores["opposite"]), scores


@pytest.mark.parametrize(
    ("photo", "wish", "slider", "sign"),
    [
        ("food.jpg", "make it brighter", "Exposure2012", 1),
        ("night.jpg", "lift the shadows a bit", "Shadows2012", 1),
        ("landscape.jpg", "cooler colours", "IncrementalTemperature", -1),
    ],
)
def test_it_edits_photos(photo: str, wish: str, slider: str, sign: int, tmp_path: Path) -> None:
    out, record = tmp_path / "out.jpg", tmp_path / "edit.json"
    arguments = ["edit", str(EXAMPLES / photo), wish, "--model", "nano", "-o", str(out), "--trajectory", str(record)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    made = from_dict(json.loads(record.read_text("utf-8")))
    assert made.settings.to_dict().get(slider, 0) * sign > 0
    assert made.evaluation is not None and 1 <= made.evaluation.score <= 5 and out.is_file()
