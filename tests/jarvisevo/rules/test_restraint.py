"""What is taken back of an edit: of skin only what turned its hue or made it too rich, and never to its harm."""

import cv2
import numpy as np
import pytest

from editor_ops import render
from editor_ops.masks import semantic
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.rules import plan
from tests.jarvisevo.rules.test_local import PICTURE, RECTANGLES, finder

LIGHT = ["more contrast, lift the shadows", "lift the shadows", "much brighter", "brighten it", "darker", "亮很多"]


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything of the picture can be found."""
    monkeypatch.setattr(semantic, "locate", finder(*RECTANGLES))


def portrait(light: float) -> Photo:
    """The picture with skin of many depths, in more or less light (times that of the picture)."""
    shade = cv2.GaussianBlur(np.random.default_rng(1).uniform(0.1, 1.6, (240, 320)).astype(np.float32), (0, 0), 2)
    shade = 0.2 + 1.4 * np.clip((shade - 0.7) / 0.3, 0, 1)
    linear = (PICTURE / 255.0) ** 2.2 * light
    linear[120:168, 128:192] *= shade[120:168, 128:192, None]
    return Photo.from_array(np.rint(255 * np.clip(linear, 0, 1) ** (1 / 2.2)).astype(np.uint8))


def skin_of(settings: Settings) -> dict[str, float]:
    """The sliders of the correction that holds the skin."""
    groups = [group for group in settings[CORRECTIONS] or () if group["CorrectionName"] == "Skin"]
    return {name: value for group in groups for name, value in group.items() if name.startswith("Local")}


@pytest.mark.parametrize("text", LIGHT)
@pytest.mark.parametrize("light", [0.03, 0.12, 0.6])
def test_another_light_alone_brings_no_correction_of_the_skin(text: str, light: float) -> None:
    assert skin_of(plan(portrait(light), text).settings) == {}


@pytest.mark.parametrize("text", ["teal and orange", "much more vivid", "cyberpunk look", "much cooler"])
def test_skin_is_nearer_to_its_own_hue_with_its_correction_than_without(text: str) -> None:
    photo = portrait(0.4)
    made = plan(photo, text).settings
    held = skin_of(made)
    without = Settings({name: value for name, value in made.values.items() if name != CORRECTIONS})
    first, bare, corrected = (skin_colour(photo, settings) for settings in (Settings(), without, made))
    turns = [abs(np.angle(colour / first, deg=True)) for colour in (bare, corrected)]
    assert turns[1] <= turns[0] + 0.1
    assert not held or abs(corrected - first) < abs(bare - first) + 1
    assert held or turns[0] < 12


def skin_colour(photo: Photo, settings: Settings) -> complex:
    """The mean colour of the skin, a* + i b*."""
    lab = to_lab(render(photo, settings).pixels)[122:166, 130:190]
    return complex(lab[..., 1].mean(), lab[..., 2].mean())
