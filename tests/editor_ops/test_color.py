"""Colour conversions against colour-science and published values."""

import warnings

import numpy as np
import pytest

from editor_ops import color
from editor_ops.ops.white_balance import TINT_SCALE, planck_xy

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import colour

RGB = np.random.default_rng(1).random((40, 30, 3)).astype(np.float32)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("srgb", "sRGB"), ("p3", "Display P3"), ("adobe", "Adobe RGB (1998)"), ("rec2020", "ITU-R BT.2020")],
)
def test_matrices_to_prophoto(ours: str, theirs: str) -> None:
    expected = colour.matrix_RGB_to_RGB(
        colour.RGB_COLOURSPACES[theirs], colour.RGB_COLOURSPACES["ROMM RGB"], "Bradford"
    )
    np.testing.assert_allclose(
        color.rgb_to_rgb(ours, "prophoto"), expected, atol=6e-4
    )  # ROMM is published rounded to 1e-4


@pytest.mark.parametrize("space", color.SPACES)
def test_neutral_stays_neutral_and_round_trips(space: str) -> None:
    there, back = color.rgb_to_rgb(space, "prophoto"), color.rgb_to_rgb("prophoto", space)
    np.testing.assert_allclose(there @ np.ones(3), np.ones(3), atol=1e-6)
    np.testing.assert_allclose(back @ there, np.eye(3), atol=1e-5)


def test_transfer_function() -> None:
    x = np.linspace(0, 1, 1001)
    np.testing.assert_allclose(color.srgb_encode(x), colour.models.eotf_inverse_sRGB(x), atol=1e-7)
    np.testing.assert_allclose(color.srgb_decode(x), colour.models.eotf_sRGB(x), atol=1e-7)
    np.testing.assert_allclose(color.encode(RGB.copy()), color.srgb_encode(RGB), atol=2e-5)
    np.testing.assert_allclose(color.decode(RGB), color.srgb_decode(RGB), atol=2e-5)
    np.testing.assert_allclose(color.decode(color.encode(RGB.copy())), RGB, atol=4e-5)


def test_lab() -> None:
    xyz = RGB @ color.to_xyz("prophoto").T
    d50 = colour.XYZ_to_xy(np.array(color.D50))
    np.testing.assert_allclose(color.lab(RGB), colour.XYZ_to_Lab(xyz, d50), atol=2e-3)
    eight = (RGB * 255).astype(np.uint8)
    expected = colour.XYZ_to_Lab(colour.sRGB_to_XYZ(eight / 255.0, d50, "Bradford"), d50)
    np.testing.assert_allclose(color.srgb_to_lab(eight), expected, atol=0.05)
    assert color.lightness(np.float64(0.18418651851244416)) == pytest.approx(50, abs=1e-6)


@pytest.mark.parametrize("kelvin", [2000, 2856, 4000, 5000, 6504, 10000])
def test_planckian_locus(kelvin: int) -> None:
    expected = colour.UCS_uv_to_xy(colour.temperature.CCT_to_uv_Ohno2013(np.array([kelvin, 0.0])))
    np.testing.assert_allclose(planck_xy(1e6 / kelvin), expected, atol=1.5e-3)


def test_published_chromaticities() -> None:
    """CIE illuminant A is Planckian at 2856 K: x 0.44757, y 0.40745 (CIE 15:2004)."""
    np.testing.assert_allclose(planck_xy(1e6 / 2856), (0.44757, 0.40745), atol=5e-4)


def test_tint_moves_off_the_locus_towards_green() -> None:
    x, y = planck_xy(1e6 / 5500, 30 / TINT_SCALE)
    kelvin, duv = colour.temperature.uv_to_CCT_Ohno2013(colour.xy_to_UCS_uv(np.array([x, y])))
    assert kelvin == pytest.approx(5500, rel=0.01) and duv == pytest.approx(0.01, abs=2e-4)


def test_delta_e_2000_against_the_published_pairs_and_an_independent_library() -> None:
    from skimage.color import deltaE_ciede2000

    pairs = [  # Sharma, Wu & Dalal 2005, table 1: rows 1, 7, 9, 13, 17, 24
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 3.2592, 0.335), 1.0),
    ]
    for one, other, expected in pairs:
        assert color.delta_e_2000(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)
    rng = np.random.default_rng(0)
    one, other = (rng.uniform((0, -90, -90), (100, 90, 90), (4000, 3)) for _ in range(2))
    assert color.delta_e_2000(one, other) == pytest.approx(deltaE_ciede2000(one, other), abs=2e-4)
    assert color.delta_e_2000(one, one).max() == 0
