"""Single harms on images made to have them."""

import numpy as np

from jarvisevo.scoring.analytic.harms import Asked, harms, tones
from jarvisevo.scoring.analytic.image_pair import ImagePair


def gradient() -> np.ndarray:
    """A smooth grey ramp with a dark square, (240, 320, 3) uint8."""
    ramp = np.tile(np.linspace(60, 190, 320), (240, 1))
    ramp[80:160, 120:200] = 40
    return np.repeat(ramp[..., None], 3, 2).astype(np.uint8)


def costs(before: np.ndarray, after: np.ndarray, asked: Asked = Asked()) -> dict[str, float]:  # noqa: B008 — immutable
    return {harm.name: harm.cost for harm in harms(ImagePair(before, after), asked)}


def test_identical_images_have_no_harm() -> None:
    assert max(costs(gradient(), gradient()).values()) == 0


def test_a_step_in_a_smooth_area_is_a_seam() -> None:
    after = gradient()
    after[:40] = np.clip(after[:40].astype(int) + 30, 0, 255)
    assert costs(gradient(), after)["seam"] > 0.5


def test_what_a_whole_photo_shows_more_of_is_no_seam() -> None:
    y, x = np.mgrid[:240, :320].astype(np.float32)
    waves = np.sin(x / 3) * np.sin(y / 3)
    dark = np.stack([9 + 3 * waves, 10 + 3 * waves, 20 + 6 * waves], 2)
    lit = dark * 3
    assert costs(dark.astype(np.uint8), lit.astype(np.uint8))["seam"] < 0.02
    lit[:, 200:] *= 0.5
    assert costs(dark.astype(np.uint8), lit.astype(np.uint8))["seam"] > 0.5


def test_a_bright_fringe_beside_an_edge_is_a_halo() -> None:
    after = gradient().astype(int)
    after[74:80, 114:206] += 45
    after[160:166, 114:206] += 45
    after[74:166, 114:120] += 45
    after[74:166, 200:206] += 45
    assert costs(gradient(), after.clip(0, 255).astype(np.uint8))["halo"] > 0.3


def test_greys_that_take_on_a_colour_are_a_cast_unless_warmth_was_asked_for() -> None:
    after = np.clip(gradient() * np.array([1.12, 1.0, 0.82]), 0, 255).astype(np.uint8)
    assert costs(gradient(), after)["cast"] > 0.3
    assert costs(gradient(), after, Asked(("warmth",)))["cast"] < costs(gradient(), after)["cast"]


def test_gaps_between_tones_are_seen() -> None:
    ramp = np.repeat(np.tile(np.arange(100, 196, dtype=np.uint8).repeat(4), (384, 1))[..., None], 3, 2)
    assert tones(ramp) == 1.0
    assert tones(ramp // 8 * 8) < 0.4
    assert tones(np.zeros((20, 20, 3), np.uint8)) == 1.0


def test_taking_a_strong_cast_out_is_in_proportion_where_it_was_asked_for_and_laying_one_on_is_not() -> None:
    blue = np.clip(gradient() * np.array([0.72, 0.9, 1.3]), 0, 255).astype(np.uint8)
    asked = Asked(("white_balance",))
    assert costs(blue, gradient(), asked)["overdone"] == 0
    assert costs(gradient(), blue, asked)["overdone"] > 0.3
    assert costs(blue, gradient(), Asked(("texture",)))["overdone"] > 0.3


def test_where_no_mask_acts_no_edge_of_one_shows() -> None:
    after = gradient()
    after[:40] = np.clip(after[:40].astype(int) + 30, 0, 255)
    assert "seam" not in {harm.name for harm in harms(ImagePair(gradient(), after), masked=False)}
