"""What makes a RAW file a photograph: opcodes, camera profiles, highlights, lenses, and where it begins.

The files are made here: small mosaics under a DNG's tags.
"""

import struct
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import tifffile

from editor_ops import color
from editor_ops.io import camera_profile, highlights, raw
from editor_ops.io.decode import load
from editor_ops.ops import lens
from editor_ops.photo import Optics, Photo, PhotoError
from editor_ops.pipeline import render
from editor_ops.preview import Preview
from editor_ops.settings import Settings, raw_start

ROOT = Path(__file__).parents[3]
FLOWER = ROOT / "examples" / "flower.dng"
WHITE = 16000
D65, D50 = 21, 23
CAMERA = np.linalg.inv(color.to_xyz("prophoto"))  # a camera that sees ProPhoto
GREY_D50 = color.to_xyz("prophoto").sum(1)


def fractions(values: np.ndarray) -> list[int]:
    return [n for value in np.ravel(values) for n in (round(float(value) * 100_000), 100_000)]


def colour_tags(matrix: np.ndarray = CAMERA) -> list[tuple[int, int, int, object]]:
    """ColorMatrix1 under D50, for both a DNG and a DCP."""
    return [(50721, 10, 9, fractions(matrix)), (50778, 3, 1, D50)]


def dng(path: Path, frame: np.ndarray, *more: tuple[int, int, int, object]) -> Path:
    """A mosaic of an RGB frame (H, W, 3) in [0, 1] as a DNG."""
    codes = np.rint(np.clip(frame, 0, 1) * WHITE).astype(np.uint16)
    mosaic = codes[..., 1].copy()
    mosaic[::2, ::2], mosaic[1::2, 1::2] = codes[::2, ::2, 0], codes[1::2, 1::2, 2]
    tags = [
        (50706, 1, 4, (1, 4, 0, 0)),
        (33421, 3, 2, (2, 2)),
        (33422, 1, 4, (0, 1, 1, 2)),
        (50717, 4, 1, WHITE),
        (50728, 5, 3, fractions(np.ones(3))),
        *more,
    ]
    known = {tag[0] for tag in tags}
    tags += [tag for tag in colour_tags() if tag[0] not in known]
    tifffile.imwrite(path, mosaic, photometric=32803, extratags=[(*tag, True) for tag in tags])
    return path


def opcode(number: int, body: bytes) -> bytes:
    return struct.pack(">4I", number, 0x01030000, 0, len(body)) + body


def listed(*opcodes: bytes) -> bytes:
    return struct.pack(">I", len(opcodes)) + b"".join(opcodes)


def gain_map(gains: np.ndarray, plane: tuple[int, int], size: tuple[int, int]) -> bytes:
    """A map over the whole frame for one of the four places of a Bayer mosaic."""
    tall, wide = gains.shape
    head = struct.pack(">10I", *plane, size[0], size[1], 0, 1, 2, 2, tall, wide)
    rest = struct.pack(">4dI", 1 / (tall - 1), 1 / (wide - 1), 0.0, 0.0, 1)
    return opcode(9, head + rest + gains.astype(">f4").tobytes())


def flat(value: float, side: int = 64) -> np.ndarray:
    return np.full((side, side, 3), value)


def linear(path: Path) -> np.ndarray:
    photo = load(path)
    return photo.linear()


# --- opcodes ---------------------------------------------------------------------------------------------------------


def test_gain_maps_undo_the_shading_of_a_lens(tmp_path: Path) -> None:
    across = (np.arange(64) + 0.5) / 64
    shade = 1 / (1 + np.outer(across, across))
    gains = np.array([[1, 1], [1, 2]])
    block = listed(*(gain_map(gains, place, (64, 64)) for place in ((0, 0), (0, 1), (1, 0), (1, 1))))
    shaded = flat(0.4) * shade[..., None]
    plain = linear(dng(tmp_path / "plain.dng", shaded))
    mended = linear(dng(tmp_path / "mended.dng", shaded, (51009, 7, len(block), block)))
    inner = slice(3, -3)
    assert plain[inner, inner, 1].max() / plain[inner, inner, 1].min() > 1.7
    assert mended[inner, inner, 1].max() / mended[inner, inner, 1].min() < 1.03


def test_a_warp_reads_from_where_the_lens_put_it(tmp_path: Path) -> None:
    frame = flat(0.05)
    frame[20:24, 44:48] = 0.6  # 14 right of the centre, 10 above it
    body = struct.pack(">I6d2d", 1, 0.8, 0, 0, 0, 0, 0, 0.5, 0.5)  # the result at r shows the source at 0.8 r
    block = listed(opcode(1, body))
    photo = load(dng(tmp_path / "warped.dng", frame, (51022, 7, len(block), block)))
    found = photo.linear()[..., 1]
    y, x = (float((at * (found > 0.3)).sum() / (found > 0.3).sum()) for at in np.mgrid[:64, :64])
    np.testing.assert_allclose((x, y), (31.5 + 14 / 0.8, 31.5 - 10 / 0.8), atol=0.6)
    assert "the lens is corrected as the file says" in photo.notes and photo.optics is None


def test_opcodes_that_are_unknown_or_damaged_are_said(tmp_path: Path) -> None:
    block = listed(opcode(4, b"\0" * 8), opcode(1, struct.pack(">I", 9)))
    photo = load(dng(tmp_path / "odd.dng", flat(0.3), (51022, 7, len(block), block)))
    assert {"DNG opcode 4 is not applied", "a DNG opcode is damaged and is not applied"} <= set(photo.notes)


# --- camera profiles -------------------------------------------------------------------------------------------------


def dcp(path: Path, *more: tuple[int, int, int, object]) -> Path:
    tags = [*colour_tags(), *more]
    tifffile.imwrite(path, np.zeros((1, 1), np.uint8), extratags=[(*tag, True) for tag in tags], byteorder="<")
    data = bytearray(path.read_bytes())
    data[2:4] = b"RC"
    path.write_bytes(data)
    return path


def table(turn: float, saturation: float, value: float, slices: int = 1) -> tuple[tuple[int, ...], list[float]]:
    """(dims, numbers) of a table that does the same everywhere but to grey."""
    cells = np.ones((slices, 6, 2, 3))
    cells[..., 0] = 0
    cells[:, :, 1] = (turn, saturation, value)
    return (6, 2, slices), cells.ravel().tolist()


COLOURS = np.array([[0.5, 0.1, 0.1], [0.1, 0.4, 0.2], [0.3, 0.3, 0.3], [0.1, 0.15, 0.5]])


def patches() -> np.ndarray:
    return np.repeat(np.repeat(COLOURS[None], 16, 1).reshape(1, 64, 3), 32, 0)


def seen(photo: Photo) -> np.ndarray:
    """The mean of each patch, without its edges."""
    light = photo.linear()
    return np.array([light[4:-4, 16 * i + 5 : 16 * i + 11].mean((0, 1)) for i in range(len(COLOURS))])


def test_a_profile_turns_hues_and_leaves_grey(tmp_path: Path) -> None:
    path = dng(tmp_path / "a.dng", patches())
    plain = seen(load(path))
    np.testing.assert_allclose(plain, COLOURS, atol=0.025)
    dims, numbers = table(40.0, 0.5, 1.0)
    profile = dcp(tmp_path / "a.dcp", (50937, 4, 3, dims), (50938, 11, len(numbers), numbers))
    photo = load(path, dcp=profile)
    before, after = (cv2.cvtColor(x[None].astype(np.float32), cv2.COLOR_RGB2HSV)[0] for x in (plain, seen(photo)))
    np.testing.assert_allclose(after[2], before[2], atol=0.02)
    expected = before[[0, 1, 3]]
    share = expected[:, 1]  # the table is linear from grey to full saturation
    np.testing.assert_allclose((after[[0, 1, 3], 0] - expected[:, 0]) % 360, 40 * share, atol=2)
    np.testing.assert_allclose(after[[0, 1, 3], 1] / share, 1 - 0.5 * share, atol=0.02)


def test_the_look_of_a_profile_comes_after_exposure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = dng(tmp_path / "a.dng", patches())
    dims, numbers = table(0.0, 1.0, 1.0, slices=3)
    cells = np.array(numbers).reshape(3, 6, 2, 3)
    cells[1:, :, :, 2] = 0.5  # darker from value 0.5 on
    profile = dcp(tmp_path / "a.dcp", (50981, 4, 3, dims), (50982, 11, cells.size, cells.ravel().tolist()))
    monkeypatch.setattr(raw, "baseline_exposure", lambda *_: (0.0, "a test"))
    made = raw.develop(path.read_bytes(), profile.read_bytes()).photo(path)
    np.testing.assert_allclose(seen(made)[2], 0.3 * (1 - 0.5 * 0.6), atol=0.02)  # 0.3 lies at 0.6 between the slices
    monkeypatch.setattr(raw, "baseline_exposure", lambda *_: (1.0, "a test"))
    made = raw.develop(path.read_bytes(), profile.read_bytes()).photo(path)
    np.testing.assert_allclose(seen(made)[2], 0.15, atol=0.02)


def test_a_profile_of_another_camera_is_left_out(tmp_path: Path) -> None:
    path = dng(tmp_path / "a.dng", patches(), (50708, 2, 0, "Camera One"))
    other = dcp(tmp_path / "b.dcp", (50708, 2, 0, "Camera Two"), (50936, 2, 0, "Vivid"))
    assert "the camera profile is for Camera Two, not for Camera One: left out" in load(path, dcp=other).notes
    own = dcp(tmp_path / "c.dcp", (50708, 2, 0, "Camera One"), (50936, 2, 0, "Vivid"))
    assert "camera profile Vivid" in load(path, dcp=own).notes


def test_a_profile_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = dng(tmp_path / "a.dng", patches())
    monkeypatch.setenv("JARVISEVO_DCP", str(dcp(tmp_path / "a.dcp", (50936, 2, 0, "Faithful"))))
    assert "camera profile Faithful" in load(path).notes
    monkeypatch.setenv("JARVISEVO_DCP", str(tmp_path / "none.dcp"))
    with pytest.raises(PhotoError, match=r"camera profile .*none\.dcp: no such file"):
        load(path)
    with pytest.raises(PhotoError, match="not a DCP file"):
        load(path, dcp=path)


def test_forward_matrices_and_two_lights() -> None:
    warm, cool = np.diag([2.0, 1, 1]), np.diag([1.0, 1, 1])
    both = camera_profile.CameraProfile("", "", ((2856, warm), (6504, cool)), (), (), None, 0)
    middle = 2 / (1 / 2856 + 1 / 6504)
    np.testing.assert_allclose(camera_profile.mixed(both.camera, middle), (warm + cool) / 2, atol=1e-6)
    forward = replace(both, forward=((5003, color.to_xyz("prophoto")),))
    np.testing.assert_allclose(forward.matrix(np.array([0.5, 1, 0.7]), np.eye(3), 5000), np.eye(3), atol=1e-4)
    neutral = CAMERA @ (np.array([1.1, 1.0, 0.6]))  # a warm white, as a camera without a forward matrix sees it
    plain = replace(both, camera=((5003, CAMERA),)).matrix(neutral, np.eye(3), 5000)
    np.testing.assert_allclose(plain.sum(1), 1, atol=1e-5)


@pytest.mark.parametrize("numbers", [[1.0] * 5, [float("nan")] * 36, []])
def test_damaged_tables_are_left_out(numbers: list[float]) -> None:
    found = camera_profile.read({50721: CAMERA.ravel(), 50937: (6, 2, 1), 50938: numbers})
    assert found is not None and found.hues == ()


# --- highlights ------------------------------------------------------------------------------------------------------


def test_lost_channels_are_rebuilt(tmp_path: Path) -> None:
    """A rose with its sensor's numbers doubled, and clipped: nearer to the truth than blending was (9.4)."""
    import rawpy

    with rawpy.imread(str(FLOWER)) as file:
        mosaic = np.maximum(file.raw_image.astype(np.float32) - 600, 0) / (15520 - 600)
        neutral = 1 / np.array(file.camera_whitebalance[:3])
        matrix = np.asarray(file.rgb_xyz_matrix[:3])
    tags = (50728, 5, 3, fractions(neutral)), (50721, 10, 9, fractions(matrix)), (50778, 3, 1, D65)
    frame = np.repeat(mosaic[..., None], 3, 2)
    truth = np.clip(linear(dng(tmp_path / "whole.dng", frame, *tags)), 0, 1)
    found = np.clip(linear(dng(tmp_path / "lost.dng", 2 * frame, *tags)) / 2, 0, 1)
    lost = truth.max(2) > 0.51
    assert 0.05 < lost.mean() < 0.1
    difference = color.delta_e_2000(color.lab(found), color.lab(truth))
    assert difference[lost].mean() < 2.6 and difference[~lost].mean() < 0.3


def test_what_is_wholly_lost_is_white() -> None:
    limits = np.array([65535, 30000, 40000])
    pixels = np.array([[[65535, 30000, 40000], [65535, 30000, 10000], [20000, 9000, 30000]]], np.uint16)
    highlights.whiten(pixels, limits)
    assert pixels[0].tolist() == [[65535] * 3, [65535, 30000, 10000], [20000, 9000, 30000]]


# --- where a RAW file begins -----------------------------------------------------------------------------------------


def raw_photo(iso: float = 0.0) -> Photo:
    noise = np.random.default_rng(5).integers(8000, 12000, (48, 64, 3)).astype(np.uint16)
    return replace(Photo.from_array(noise, "prophoto"), raw=True, iso=iso)


@pytest.mark.parametrize(("iso", "colour"), [(0, 25), (100, 25), (1600, 25), (3200, 35), (6400, 45), (1e6, 60)])
def test_a_raw_file_begins_where_lightroom_does(iso: float, colour: float) -> None:
    assert raw_start(raw_photo(iso)) == {"ColorNoiseReduction": colour, "Sharpness": 40}
    assert raw_start(replace(raw_photo(iso), raw=False)) == {}


def test_the_beginning_is_rendered_and_can_be_taken_back() -> None:
    photo = raw_photo()
    untouched = render(photo).pixels
    np.testing.assert_array_equal(untouched, render(photo, Settings.parse(raw_start(photo))).pixels)
    np.testing.assert_array_equal(untouched, Preview(photo).render().pixels)
    without = render(photo, Settings.parse({"ColorNoiseReduction": 0, "Sharpness": 0})).pixels
    assert np.abs(untouched.astype(int) - without).mean() > 1


def test_iso_and_lens_are_read(tmp_path: Path) -> None:
    from PIL import Image

    exif = Image.Exif()
    exif[271], exif[272] = "Canon", "Canon EOS 6D"
    exif.get_ifd(0x8769).update({0x8827: 6400, 0xA434: "EF24-105mm f/4L IS USM", 0x920A: 24.0, 0x829D: 4.0})
    assert raw._taken_with(exif.tobytes()) == (6400, Optics("Canon", "Canon EOS 6D", "EF24-105mm f/4L IS USM", 24, 4))
    assert raw._taken_with(b"") == (0, None) and raw._taken_with(b"Exif\0\0junk") == (0, None)


# --- lens profiles ---------------------------------------------------------------------------------------------------

WIDE = Optics("Canon", "Canon EOS 6D", "EF24-105mm f/4L IS USM", 24.0, 4.0)
PROFILE = Settings.parse({"LensProfileEnable": 1})


def grid() -> Photo:
    codes = np.full((320, 480, 3), 20000, np.uint16)
    codes[40:43] = 6000
    return replace(Photo.from_array(codes, "prophoto"), raw=True, optics=WIDE)


def test_a_lens_profile_straightens_and_brightens_the_corners() -> None:
    pytest.importorskip("lensfunpy", reason="needs the extra `lens`")
    photo = grid()
    made, note = lens.corrected(photo, PROFILE)
    assert note == "" and lens.corrected(photo, PROFILE)[0] is made
    assert made.pixels[0, 0, 1] > 1.3 * photo.pixels[0, 0, 1] and abs(int(made.pixels[160, 240, 1]) - 20000) < 200
    line = 30 + np.argmin(made.pixels[30:60, :, 1] / made.pixels[60, :, 1], 0)
    assert line[5] < line[120] <= line[240] >= line[360] > line[-5]  # against the barrel of 24 mm
    assert not np.array_equal(render(photo, PROFILE).pixels, render(photo).pixels)


@pytest.mark.parametrize(
    ("photo", "why"),
    [
        (replace(grid(), raw=False), "only for RAW files"),
        (replace(grid(), optics=None), "does not say which lens"),
        (replace(grid(), optics=replace(WIDE, lens="Nobody's 3 mm")), "lensfun"),
    ],
)
def test_why_a_lens_is_not_corrected_is_said(photo: Photo, why: str) -> None:
    if why == "lensfun":
        pytest.importorskip("lensfunpy", reason="needs the extra `lens`")
    notes = render(photo, PROFILE).notes
    assert len(notes) == 1 and why in notes[0]
    assert Preview(photo).render(PROFILE).notes == notes
    np.testing.assert_array_equal(render(photo, PROFILE).pixels, render(photo).pixels)


def test_without_lensfun_the_cause_and_the_remedy_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lensfunpy", None)
    lens._database.cache_clear()
    assert "pip install 'jarvisevo[lens]'" in render(grid(), PROFILE).notes[0]
