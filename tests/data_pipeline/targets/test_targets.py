"""Results that the rules did not make: sliders as real presets move them, published looks, damage put right, parts."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from data_pipeline import splitting
from data_pipeline.samples import RegionBox
from data_pipeline.stages.pairs import mean_delta_e
from data_pipeline.targets import framing, local, presets, repair, taste
from editor_ops import formats
from editor_ops.formats import FormatError
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def landscape() -> np.ndarray:
    return render(load(ROOT / "examples" / "landscape.jpg"), Settings(), 160).eight_bit()


def test_tasteful_settings_are_few_varied_and_never_far_out() -> None:
    made = [taste.sample(random.Random(i)).to_dict() for i in range(400)]
    assert all(1 <= len(document) <= 16 for document in made)
    assert len({json.dumps(document, sort_keys=True) for document in made}) == len(made)
    used = Counter(name for document in made for name in document)
    assert len(used) > 25 and used["Exposure2012"] > 80
    for document in made:
        for name, value in document.items():
            row = TABLE[name]
            assert row.low <= value <= row.high
            assert name.endswith("Hue") or abs(value - row.default) <= 0.86 * max(abs(row.low), abs(row.high))


def test_both_directions_are_sampled() -> None:
    values = [taste.sample(random.Random(i)).to_dict().get("Exposure2012", 0) for i in range(400)]
    assert sum(v > 0.1 for v in values) > 40 and sum(v < -0.1 for v in values) > 30


def test_what_goes_together_is_learnt_and_sampled_together() -> None:
    rng = random.Random(0)
    edits = []
    for _ in range(200):
        shift = rng.gauss(0, 30)
        edits.append(
            {"Shadows2012": shift + rng.gauss(0, 3), "Highlights2012": -shift, "Contrast2012": rng.gauss(0, 20)}
        )
    figures = taste.learn(edits)
    names = list(figures["sliders"])
    matrix = np.array(figures["correlation"])
    shadows, highlights, contrast = (names.index(n) for n in ("Shadows2012", "Highlights2012", "Contrast2012"))
    assert matrix[shadows, highlights] < -0.7 and abs(matrix[shadows, contrast]) < 0.25
    assert figures["files"] == 200 and np.linalg.eigvalsh(matrix).min() > 0


def test_shipped_presets_are_looks_with_a_free_licence_and_not_the_benchmarks() -> None:
    found = presets.shipped()
    assert len(found) > 20 and len({p.name for p in found}) == len(found)
    used = (
        (ROOT / "bench" / "artedit" / "small" / "CREDITS.md")
        .read_text("utf-8")
        .lower()
        .replace("_", " ")
        .replace("-", " ")
    )
    for preset in found:
        assert (
            preset.licence.upper().removeprefix("README: ").startswith(("MIT", "BSD", "APACHE", "CC0")) and preset.repo
        )
        assert not any(name.startswith(presets.NOT_A_LOOK) for name in preset.settings)
        assert preset.name.lower() not in used
        Settings.parse(dict(preset.settings))
    _, settings = presets.sample(random.Random(1))
    assert settings.to_dict()
    assert presets.name_of("peva3+Lightroom-Presets__2.1.4_Kodak_Portra_160") == "Kodak Portra 160"


def test_presets_of_a_folder(tmp_path: Path) -> None:
    formats.write(Settings.parse({"Contrast2012": 30, "CropLeft": 0.1}), tmp_path / "My_Look.xmp")
    preset, settings = presets.sample(random.Random(0), tmp_path)
    assert preset.name == "My Look" and set(settings.to_dict()) == {"Contrast2012"}
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="no settings file"):
        presets.sample(random.Random(0), tmp_path / "empty")


@pytest.mark.parametrize("kind", repair.DAMAGES)
def test_every_damage_is_seen_and_mostly_put_right(
    landscape: np.ndarray, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repair, "DAMAGES", {kind: repair.DAMAGES[kind]})
    monkeypatch.setattr(repair, "NOISE", 0.0)
    made = repair.repair(landscape, random.Random(kind))
    damage = mean_delta_e(made.source, landscape)
    fixed = render(Photo.from_array(made.source), made.settings).eight_bit()
    assert made.kind == kind and damage > 1 and made.settings.to_dict()
    assert mean_delta_e(fixed, landscape) < 0.75 * damage


def test_noise_is_answered_with_noise_reduction(landscape: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "NOISE", 1.0)
    monkeypatch.setattr(repair, "DAMAGES", {"under": (1, lambda light, rng: light * 0.25)})
    made = [repair.repair(landscape, random.Random(i)) for i in range(3)]
    assert {m.kind for m in made} == {"under and noise"}
    assert any(m.settings.to_dict().get("LuminanceSmoothing", 0) > 0 for m in made)


def test_local_edits_name_their_part_and_are_seen(landscape: np.ndarray) -> None:
    regions = (RegionBox("sky", (0, 0, 1, 0.4)), RegionBox("subject", (0.3, 0.3, 0.7, 0.9)))
    places = Counter()  # type: ignore[var-annotated]
    for i in range(60):
        (group,) = local.sample(random.Random(i), regions).to_dict()["MaskGroupBasedCorrections"]
        places[group["CorrectionName"]] += 1
        sliders = [v for n, v in group.items() if n.startswith("Local")]
        assert 1 <= len(sliders) <= 2 and all(0.06 <= abs(v) <= 0.8 for v in sliders)
    assert {"sky", "subject", "background"} <= set(places)
    (group,) = local.sample(random.Random(0), ()).to_dict()["MaskGroupBasedCorrections"]
    assert group["CorrectionName"] in ("top", "bottom", "left", "right", "center")


def test_a_missed_first_step_is_answered_to_the_same_settings() -> None:
    gold = Settings.parse(
        {
            "Exposure2012": 0.6,
            "Contrast2012": 30,
            "Saturation": -20,
            "GrainAmount": 20,
            "Clarity2012": 15,
            "PostCropVignetteAmount": -20,
            "SplitToningShadowHue": 200,
            "SplitToningShadowSaturation": 20,
        }
    )
    calls = splitting.steps(gold, 4)
    for i in range(20):
        missed = splitting.missed(calls, 4, random.Random(i))
        states = splitting.states(missed)
        assert 2 <= len(missed) <= 4 and states[-1] == splitting.states(calls)[-1] and states[0] != states[1]
    assert splitting.missed(calls, 1, random.Random(0)) == []


def test_a_tilt_is_put_right_by_its_settings() -> None:
    level = np.zeros((120, 160, 3), np.uint8)
    level[::12], level[:, 40:43], level[60:, 100:] = 200, 90, (180, 120, 60)
    assert framing.stands_level(level) and not framing.stands_level(np.full((120, 160, 3), 90, np.uint8))
    for seed in range(8):
        made = framing.tilted(level, (), random.Random(seed))
        back = render(Photo.from_array(made.source), made.settings).eight_bit()
        assert made.difference.what == "straighten"
        assert (made.difference.size > 0) == (made.settings.to_dict()["CropAngle"] > 0)
        assert framing.level_share(back) > framing.level_share(made.source) + 0.1


def test_crops_have_their_ratio_keep_what_matters_and_take_the_named_side_away(landscape: np.ndarray) -> None:
    region = RegionBox("subject", (0.6, 0.5, 0.8, 0.7))
    seen = set()
    for seed in range(60):
        made = framing.sample(landscape, (region,), random.Random(seed))
        kind, _, name = made.difference.what.partition(":")
        seen.add(name or kind)
        after = render(Photo.from_array(made.source), made.settings).eight_bit()
        values = made.settings.to_dict()
        if name in framing.RATIOS:
            assert after.shape[1] / after.shape[0] == pytest.approx(framing.RATIOS[name], abs=0.03)
        elif name == "closer":
            assert values["CropLeft"] <= 0.7 <= values["CropRight"] and values["CropTop"] <= 0.6 <= values["CropBottom"]
        elif kind == "crop":
            side = {"left": "CropLeft", "right": "CropRight", "top": "CropTop", "bottom": "CropBottom"}
            assert [n for n in side.values() if abs(values[n] - TABLE[n].default) > 0.01] == [side[name]]
            assert name in ("left", "top", "bottom")  # the subject stands near the right side
    assert {"closer", "1x1", "9x16"} <= seen
