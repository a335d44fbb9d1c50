"""RAW files: real ones (examples/, and ../shared/raw where it is present) and the arithmetic on made-up numbers."""

import struct
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from editor_ops import color
from editor_ops.io import metadata, raw
from editor_ops.io.decode import load
from editor_ops.ops.geometry import oriented
from editor_ops.ops.tone import base_curve
from editor_ops.ops.white_balance import planck_xy
from editor_ops.photo import Photo, PhotoError

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared"
FLOWER = ROOT / "examples" / "flower.dng"


def shared(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs {path.relative_to(ROOT.parent)}, which is not part of the repository")
    return path


@pytest.fixture(scope="module")
def flower() -> Photo:
    return load(FLOWER)


def test_flower_is_linear_with_headroom(flower: Photo) -> None:
    assert flower.raw and flower.bits == 16 and flower.pixels.shape == (512, 768, 3)
    light = flower.linear()
    assert 1.2 < light.max() < 2.0 and light.min() >= 0
    assert b"NIKON D750" in flower.exif


@pytest.mark.parametrize("turn", range(1, 9))
def test_a_turned_frame_stands_upright_and_says_how_it_was_turned(flower: Photo, tmp_path: Path, turn: int) -> None:
    data = bytearray(FLOWER.read_bytes())
    order = "<" if data[:2] == b"II" else ">"
    first = struct.unpack_from(order + "I", data, 4)[0]
    places = [first + 2 + 12 * i for i in range(struct.unpack_from(order + "H", data, first)[0])]
    place = next(p for p in places if struct.unpack_from(order + "H", data, p)[0] == metadata.ORIENTATION)
    struct.pack_into(order + "H", data, place + 8, turn)
    (tmp_path / "turned.dng").write_bytes(data)
    photo = load(tmp_path / "turned.dng")
    assert photo.orientation == turn and np.array_equal(photo.pixels, oriented(flower.pixels, turn))


def test_brightness_agrees_with_libraws_own_clipping_mode(flower: Photo) -> None:
    """1.0 stays the saturation of the least amplified channel: mid-tones equal LibRaw's ordinary output."""
    import rawpy

    with rawpy.imread(str(FLOWER)) as file:
        plain = (
            file.postprocess(
                output_color=rawpy.ColorSpace.ProPhoto,
                gamma=(1, 1),
                output_bps=16,
                no_auto_bright=True,
                use_camera_wb=True,
            )
            / 65535
        )
    middle = (plain.min(2) > 0.01) & (plain.max(2) < 0.5)
    assert middle.mean() > 0.2
    assert np.abs(flower.linear()[middle] - plain[middle]).mean() < 1e-3


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("raw/canon_powershot_s40_box_flash.crw", (1704, 2272, 3)),
        ("raw/gopro_hero7_colorchecker_bayer3mp.dng", (1536, 2048, 3)),
        ("raw/kodak_dc120_colorchecker.kdc", (976, 1301, 3)),
        ("raw/kodak_dc50_tower_blocks.kdc", (512, 768, 3)),
        ("raw/nikon_d750_rose_crop_bayer.dng", (512, 768, 3)),
        ("raw/synthetic_xtrans_from_hero7.dng", (1152, 1536, 3)),
        ("lightroom/dng/canon_eos_6d.dng", (816, 1224, 3)),
    ],
)
def test_real_files(name: str, shape: tuple[int, int, int]) -> None:
    found = load(shared(name))
    assert found.raw and found.pixels.shape == shape and found.pixels.dtype == np.uint16
    light = found.linear()
    assert np.isfinite(light).all() and light.min() >= 0 and 0.002 < np.median(light) < 0.9
    assert raw.EXPOSURE_LIMITS[0] < found.baseline_exposure < raw.EXPOSURE_LIMITS[1]
    assert found.as_shot is None or (2000 < found.as_shot[0] < 12000 and abs(found.as_shot[1]) < 60)


def test_missing_white_balance_is_said() -> None:
    notes = load(shared("raw/kodak_dc120_colorchecker.kdc")).notes
    assert any("no white balance" in note for note in notes) and any("no colour matrix" in note for note in notes)


def test_black_frame_is_refused() -> None:
    with pytest.raises(PhotoError, match="black.*: export it as JPEG or TIFF"):
        load(shared("raw/nikon_d500_lossy_linear_600px.dng"))


def test_as_shot_agrees_with_lightroom() -> None:
    """canon_eos_6d.xmp, written by Lightroom as shot, says 6200 K (it rounds to 50) and tint -1."""
    kelvin, tint = load(shared("lightroom/dng/canon_eos_6d.dng")).as_shot
    assert abs(kelvin - 6200) < 50 and abs(tint + 1) < 4


def test_dark_room_keeps_the_brightness_of_its_preview() -> None:
    found = load(shared("lightroom/dng/canon_eos_6d.dng"))
    assert abs(found.baseline_exposure) < 0.3 and "preview" in found.notes[-1]
    assert found.xmp and "crs:" in found.xmp


@pytest.mark.parametrize("keep", [100, 5_000, 100_000])
def test_truncated_raw_is_refused(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "a.dng"
    path.write_bytes(FLOWER.read_bytes()[:keep])
    with pytest.raises(PhotoError) as caught:
        load(path)
    assert "\n" not in str(caught.value)


# --- white balance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kelvin", [2500, 4000, 5500, 6500, 9000])
@pytest.mark.parametrize("duv", [-0.01, 0.0, 0.01])
def test_kelvin_and_tint_agree_with_ohno(kelvin: float, duv: float) -> None:
    colour = pytest.importorskip("colour")
    uv = colour.temperature.CCT_to_uv_Ohno2013([kelvin, duv])
    found, tint = raw.kelvin_tint(*colour.UCS_uv_to_xy(uv))
    assert abs(1e6 / found - 1e6 / kelvin) < 1.5 and abs(tint - 3000 * duv) < 1


def test_white_balance_round_trip_through_two_matrices() -> None:
    """Forward by the DNG specification from a known light, and back."""
    tags = {
        50721: (0.7546, -0.1435, -0.0929, -0.3846, 1.1488, 0.2692, -0.0332, 0.1209, 0.637),
        50778: 17,
        50722: (0.7034, -0.0804, -0.1014, -0.442, 1.2564, 0.2058, -0.0851, 0.1994, 0.5758),
        50779: 21,
        50727: (2.158672, 1.0, 1.414752),
        50723: (0.9883, 0, 0, 0, 1, 0, 0, 0, 1),
    }
    matrices = raw.dng_matrices(tags)
    assert [kelvin for kelvin, _ in matrices] == [2856, 6504]
    for kelvin, duv in ((2400, 0.0), (3500, 0.004), (5000, -0.006), (8000, 0.002)):
        x, y = planck_xy(1e6 / kelvin, duv)
        share = np.clip((1 / 2856 - 1 / kelvin) / (1 / 2856 - 1 / 6504), 0, 1)
        matrix = matrices[0][1] + share * (matrices[1][1] - matrices[0][1])
        found = raw.white_of_neutral(matrix @ color.xy_to_xyz((x, y)), matrices)
        np.testing.assert_allclose(found, (kelvin, 3000 * duv), rtol=3e-3, atol=0.5)


def test_degenerate_matrices_give_no_white() -> None:
    with pytest.raises((FloatingPointError, np.linalg.LinAlgError)):
        raw.white_of_neutral(np.ones(3), [(6504.0, np.zeros((3, 3)))])
    assert raw.dng_matrices({}) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([2.0, 1.0, 1.5, 0.0], [2.0, 1.0, 1.5, 1.0]),
        ([2.0, 1.0, 1.5, 1.1], [2.0, 1.0, 1.5, 1.1]),
        ([0.0, 1.0, 0.0, 0.0], None),
        ([-1.0, -1.0, -1.0, -1.0], None),
        ([float("nan"), 1.0, 1.0, 1.0], None),
        ([], None),
    ],
)
def test_multipliers(values: list[float], expected: list[float] | None) -> None:
    assert raw._multipliers(values) == expected


# --- brightness ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exposure", [-1.0, 0.0, 0.7, 2.0])
def test_exposure_is_found_again(exposure: float) -> None:
    luminance = cv2.GaussianBlur(np.random.default_rng(3).random((60, 80), np.float32), (0, 0), 2) * 0.1 + 0.02
    preview = np.exp2(base_curve(np.log2(luminance) + exposure))
    if exposure == 2.0:
        preview = np.minimum(preview, 0.95)
    assert raw.matched_exposure(luminance, preview) == pytest.approx(exposure, abs=0.02)


def test_base_curve_lifts_mid_grey_keeps_the_ends_and_rises() -> None:
    l = np.linspace(-14, 0, 500)
    curve = base_curve(l)
    assert (np.diff(curve) > 0).all() and curve[-1] == pytest.approx(0, abs=1e-3)
    assert 0.6 < float(base_curve(np.array([np.log2(0.18)]))[0] - np.log2(0.18)) < 1.0
    np.testing.assert_allclose(raw._before_base_curve(np.exp2(curve[50:-50])), np.exp2(l[50:-50]), rtol=2e-3)


def test_exposure_without_a_preview() -> None:
    grey = np.full((4, 4, 3), 0.05, np.float32)
    assert raw.baseline_exposure(grey, None, 0.35) == (0.35, "DNG BaselineExposure")
    assert raw.baseline_exposure(grey, None, 9.0)[0] == 3.0
    assert raw.baseline_exposure(grey, None, None)[0] == pytest.approx(1.0, abs=1e-3)
    assert raw.baseline_exposure(np.zeros((4, 4, 3), np.float32), None, None)[0] == 3.0
    black = np.zeros((4, 4, 3), np.float32)
    assert raw.baseline_exposure(grey, black, 0.35)[1] == "DNG BaselineExposure"  # a preview without mid-tones


def with_neutral(neutral: tuple[float, float, float]) -> bytes:
    """flower.dng with another AsShotNeutral (tag 50728), as a faulty program might write it."""
    data = bytearray(FLOWER.read_bytes())
    order = "<" if data[:2] == b"II" else ">"
    (first,) = struct.unpack_from(order + "I", data, 4)
    places = {tag: at for tag, _, _, at in metadata.entries(data, order, first)}
    (at,) = struct.unpack_from(order + "I", data, places[50728])
    for i, value in enumerate(neutral):
        struct.pack_into(order + "II", data, at + 8 * i, round(value * 10_000), 10_000)
    return bytes(data)


def test_an_absurd_white_balance_is_taken_from_the_preview(flower: Photo, monkeypatch: pytest.MonkeyPatch) -> None:
    true = 1 / np.array([1.949, 1.0, 1.344])  # what the camera wrote, to three figures
    shown = np.clip(flower.reduced(40_000), 0, 1)
    absurd = with_neutral((0.02, 1.0, 1.0))
    monkeypatch.setattr(raw, "_preview", lambda _: (shown, b""))
    mended = raw.develop(absurd)
    assert "the white balance in the file is absurd: taken from the embedded preview" in mended.notes
    mean, expected = mended.photo(FLOWER).linear().mean((0, 1)), flower.linear().mean((0, 1))
    np.testing.assert_allclose(mean / mean[1], expected / expected[1], rtol=0.06)
    assert mended.as_shot is not None and abs(mended.as_shot[0] - flower.as_shot[0]) < 500
    right = raw.develop(with_neutral(tuple(true)))  # a preview of another taste changes nothing where the file is sound
    assert not [note for note in right.notes if "white balance" in note]


def test_an_absurd_white_balance_without_a_preview_is_daylight(flower: Photo) -> None:
    found = raw.develop(with_neutral((0.02, 1.0, 1.0)))
    assert "the white balance in the file is absurd: daylight used" in found.notes
    mean = found.photo(FLOWER).linear().mean((0, 1))
    expected = flower.linear().mean((0, 1))
    np.testing.assert_allclose(mean / mean[1], expected / expected[1], rtol=0.25)


@pytest.mark.parametrize(
    ("multipliers", "daylight", "plausible"),
    [
        ([1.949, 1, 1.344, 1], [2.04, 0.936, 1.143, 1], True),
        ([1.1, 1, 3.2, 1], [2.0, 1, 1.4, 1], True),  # a candle
        ([2.9, 1, 1.0, 1], [2.0, 1, 1.4, 1], True),  # deep shade
        ([50, 1, 1, 1], [2.0, 1, 1.4, 1], False),
        ([2, 1, 0.1, 1], [2.0, 1, 1.4, 1], False),
        ([1, 1, 1, 1], None, True),
        ([9, 1, 1, 1], None, False),
    ],
)
def test_which_whites_a_light_can_have(multipliers: list[float], daylight: list[float] | None, plausible: bool) -> None:
    assert raw.is_plausible(multipliers, daylight) is plausible


def test_multipliers_from_a_preview_undo_the_cameras_own_colours() -> None:
    rng = np.random.default_rng(3)
    scene = rng.uniform(0.05, 0.5, (500, 3))
    multipliers, matrix = np.array([2.2, 1.0, 1.5]), np.array([[1.5, -0.3, -0.2], [-0.2, 1.4, -0.2], [0.0, -0.5, 1.5]])
    camera = scene / multipliers
    found = raw.preview_multipliers(camera, camera @ matrix.T, scene @ matrix.T * 0.8)
    np.testing.assert_allclose(found[:3], multipliers, rtol=0.05)
    assert raw.preview_multipliers(camera, camera @ matrix.T, np.ones((500, 3))) is None  # nothing but white


@pytest.mark.parametrize(
    ("crop", "expected"),
    [
        ((2, 4, 90, 60), (1, 2, 90, 60)),  # from the sensor's corner to that of the visible area
        ((0, 0, 0, 0), (0, 0, 96, 64)),  # none stated
        ((2, 4, 200, 60), (0, 0, 96, 64)),  # past the edge
        ((0, 0, 94, 62), (0, 0, 96, 64)),  # outside the visible area
        ((2, 4, 40, 40), (0, 0, 96, 64)),  # too small to be believed
    ],
)
def test_the_cameras_own_crop(crop: tuple[int, int, int, int], expected: tuple[int, int, int, int]) -> None:
    left, top, width, height = crop
    sizes = SimpleNamespace(height=64, width=96, top_margin=2, left_margin=1)
    vars(sizes).update(crop_left_margin=left, crop_top_margin=top, crop_width=width, crop_height=height)
    pixels = np.arange(64 * 96 * 3, dtype=np.uint16).reshape(64, 96, 3)
    x, y, w, h = expected
    np.testing.assert_array_equal(raw._cropped(pixels, SimpleNamespace(sizes=sizes)), pixels[y : y + h, x : x + w])
