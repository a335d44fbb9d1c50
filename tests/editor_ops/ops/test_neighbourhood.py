"""Operations that look at neighbours: presence, detail, effects, lens blur, geometry."""

import itertools

import cv2
import numpy as np
import pytest

from editor_ops import color
from editor_ops.frame import Encoding, Frame, Op, Strip
from editor_ops.masks.layers import subject
from editor_ops.ops import detail, effects, geometry, lens_blur, presence
from editor_ops.ops.dehaze import haze
from editor_ops.parameters import SettingsError
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE

OPS = (
    presence.PRESENCE,
    detail.DEFRINGE,
    detail.NOISE_REDUCTION,
    detail.SHARPENING,
    effects.VIGNETTE,
    effects.GRAIN,
    lens_blur.LENS_BLUR,
)
CASES = [
    (presence.PRESENCE, {"Texture": 80}),
    (presence.PRESENCE, {"Texture": -80, "Clarity2012": 60}),
    (presence.PRESENCE, {"Clarity2012": -100}),
    (presence.PRESENCE, {"Dehaze": 100, "Clarity2012": 30}),
    (presence.PRESENCE, {"Dehaze": -100}),
    (detail.DEFRINGE, {"DefringePurpleAmount": 20, "DefringeGreenAmount": 20}),
    (detail.NOISE_REDUCTION, {"LuminanceSmoothing": 80}),
    (detail.NOISE_REDUCTION, {"ColorNoiseReduction": 80}),
    (detail.NOISE_REDUCTION, {"LuminanceSmoothing": 50, "ColorNoiseReduction": 50}),
    (detail.SHARPENING, {"Sharpness": 150, "SharpenRadius": 3.0}),
    (detail.SHARPENING, {"Sharpness": 80, "SharpenEdgeMasking": 70, "SharpenDetail": 80}),
    (effects.VIGNETTE, {"PostCropVignetteAmount": -80, "PostCropVignetteHighlightContrast": 60}),
    (effects.VIGNETTE, {"PostCropVignetteAmount": 60, "PostCropVignetteStyle": 3}),
    (effects.GRAIN, {"GrainAmount": 80, "GrainSize": 60}),
    (lens_blur.LENS_BLUR, {"LensBlur": {"Active": True, "BlurAmount": 80, "HighlightsBoost": 50}}),
    (lens_blur.LENS_BLUR, {"LensBlur": {"Active": True, "FocalRange": "0.3 0.2 0.6 0.8", "CatEyeAmount": 60}}),
]
IDS = [f"{op.name}-{'-'.join(settings)}" for op, settings in CASES]


def scene(height: int = 120, width: int = 161, seed: int = 0) -> np.ndarray:
    """A photo-like image, sRGB float: smooth light, hard edges, fine texture, noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width] / max(height, width)
    base = 0.2 + 0.5 * y[..., None] + 0.2 * np.sin(9 * x[..., None] + np.array([0, 1, 2]))
    base[(x - 0.45) ** 2 + (y - 0.3) ** 2 < 0.02] = (0.9, 0.85, 0.7)
    base[int(0.6 * height) :, : width // 3] *= 0.15
    base += 0.05 * np.sin(240 * x + 90 * y)[..., None]
    return np.clip(base + rng.normal(0, 0.02, (height, width, 3)), 0, 1)


def frame_of(image: np.ndarray, scale: float = 1.0) -> Frame:
    return Frame(Photo.from_array(image), scale, order=PIPELINE, subject=subject)


def run(op: Op, frame: Frame, settings: dict, rows: int = 10**9) -> np.ndarray:
    """One operation over a frame, in strips of `rows` with the kernel's halo."""
    kernel = op.prepare(Settings.parse(settings), frame)
    parts = []
    for top in range(0, frame.height, rows):
        bottom = min(top + rows, frame.height)
        halo = kernel.halo if kernel else 0
        first, last = max(top - halo, 0), min(bottom + halo, frame.height)
        strip = frame.photo.linear(first, last)
        strip = color.encode(strip) if op.encoding is Encoding.ENCODED else strip
        strip = kernel.run(strip, Strip(first, last, frame.height, frame.width)) if kernel else strip
        parts.append(strip[top - first : bottom - first].copy())
    return np.concatenate(parts)


def plain(op: Op, frame: Frame) -> np.ndarray:
    """What the operation is given."""
    linear = frame.photo.linear()
    return color.encode(linear) if op.encoding is Encoding.ENCODED else linear


def luma(image: np.ndarray) -> np.ndarray:
    return image @ color.LUMA


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_defaults_do_nothing(op):
    frame = frame_of(scene(20, 30))
    assert op.prepare(Settings(), frame) is None
    defaults = {row.name: row.default for row in op.rows}
    assert op.prepare(Settings.parse(defaults), frame) is None


@pytest.mark.parametrize(("op", "settings"), CASES, ids=IDS)
def test_strips_equal_the_whole_frame(op, settings):
    frame = frame_of(scene(700, 331)) if op is presence.PRESENCE else frame_of(scene())
    whole = run(op, frame, settings)
    assert whole.dtype == np.float32 and whole.shape == (frame.height, frame.width, 3)
    assert not np.allclose(whole, plain(op, frame), atol=1e-4), "the settings have no effect"
    for rows in (37, 64):
        np.testing.assert_allclose(run(op, frame, settings, rows), whole, atol=2e-5)


@pytest.mark.parametrize(("op", "settings"), CASES, ids=IDS)
def test_odd_frames_stay_finite(op, settings):
    frames = [np.zeros((9, 12, 3)), np.ones((9, 12, 3)), np.full((9, 12, 3), 0.5), np.tile([0.9, 0.1, 0.0], (9, 12, 1))]
    frames += [scene(*shape) for shape in ((1, 1), (1, 200), (200, 1), (3, 2), (2, 3), (4, 1), (1, 4), (3, 8192))]
    for image in frames:
        out = run(op, frame_of(image), settings)
        assert out.dtype == np.float32 and out.shape == image.shape
        assert np.isfinite(out).all() and out.min() >= 0


@pytest.mark.parametrize("name", ["Texture", "Clarity2012"])
@pytest.mark.parametrize("level", [0.0, 0.02, 0.5, 1.0])
@pytest.mark.parametrize("amount", [-100, 100])
def test_flat_areas_keep_their_value(name, level, amount):
    frame = frame_of(np.full((40, 50, 3), level))
    out = run(presence.PRESENCE, frame, {name: amount})
    np.testing.assert_allclose(out, plain(presence.PRESENCE, frame), atol=2e-5)


@pytest.mark.parametrize("amount", [-100, -30, 30, 100])
@pytest.mark.parametrize("name", ["Texture", "Clarity2012", "Dehaze"])
def test_presence_keeps_black_and_white(name, amount):
    image = scene()
    image[10:20, 10:20], image[60:70, 60:70] = 0, 1
    out = run(presence.PRESENCE, frame_of(image), {name: amount})
    if name != "Dehaze" or amount > 0:  # below zero it is a veil
        assert out[10:20, 10:20].max() < 2e-3 and out[60:70, 60:70].min() > 0.99


@pytest.mark.parametrize("name", ["Texture", "Clarity2012", "Dehaze"])
def test_presence_is_monotonic_and_proportional(name):
    frame = frame_of(scene())
    before = luma(plain(presence.PRESENCE, frame))
    spread = [np.log(luma(run(presence.PRESENCE, frame, {name: a})) + 0.01).std() for a in (-100, -50, -6, 6, 50, 100)]
    assert spread == sorted(spread)
    small, large = (np.abs(luma(run(presence.PRESENCE, frame, {name: a})) - before).mean() for a in (6, 60))
    assert 0.04 < small / large < 0.25


@pytest.mark.parametrize("settings", [{"Clarity2012": 80}, {"Dehaze": 60}, {"PostCropVignetteAmount": -60}])
def test_same_look_at_two_sizes(settings):
    op = effects.VIGNETTE if "PostCropVignetteAmount" in settings else presence.PRESENCE
    big = cv2.GaussianBlur(scene(1000, 1500).astype(np.float32), (0, 0), 3).clip(0, 1)
    small = cv2.resize(big, (375, 250), interpolation=cv2.INTER_AREA)
    one = cv2.resize(run(op, frame_of(big), settings), (375, 250), interpolation=cv2.INTER_AREA)
    two = run(op, frame_of(small, 0.25), settings)
    assert np.abs(one - two).mean() < 0.006


def test_clarity_has_no_wide_halo_at_a_skyline():
    image = np.full((200, 300, 3), 0.75)
    image[120:] = 0.12
    out = luma(run(presence.PRESENCE, frame_of(image), {"Clarity2012": 100}))[:, 150]
    sky, ground = out[10], out[190]
    assert out[:119].min() > 0.80 * sky and out[:119].max() < 1.20 * sky
    assert out[121:].min() > 0.60 * ground and out[121:].max() < 1.35 * ground


def test_dehaze_below_zero_is_a_veil():
    """Published of Adobe's (RapidRawPlus): at -100 black comes to about L* 30, and 35 to 45 % of colour stays."""
    ramp = np.linspace(0, 1, 200)[None, :, None] * np.array([1.0, 0.8, 0.6])
    image = np.repeat(ramp, 100, 0)
    before, after = (
        cv2.cvtColor(
            render(Photo.from_array((image * 255).astype(np.uint8)), Settings.parse(v)).pixels.astype(np.float32) / 255,
            cv2.COLOR_RGB2Lab,
        )
        for v in ({}, {"Dehaze": -100})
    )
    assert 22 < after[:, :4, 0].mean() < 38
    assert (np.diff(after[50, :, 0]) > -0.5).all()
    was, now = (np.hypot(lab[:, 60:180, 1], lab[:, 60:180, 2]).mean() for lab in (before, after))
    assert 0.3 < now / was < 0.5


def test_dehaze_clears_haze_and_spares_skies_and_greys():
    rng = np.random.default_rng(1)
    clean = rng.random((90, 120, 1)) * np.array([0.5, 0.6, 0.3])
    clean = np.repeat(np.repeat(clean, 4, 0), 4, 1)[:240, :360]
    veil = np.linspace(0.8, 0.2, clean.shape[0])[:, None, None]
    light = clean * (1 - veil) + veil * np.array([0.80, 0.84, 0.9])
    light[:60] = (0.55, 0.68, 0.85)
    frame = frame_of(color.srgb_encode(light))
    before, after = plain(presence.PRESENCE, frame), run(presence.PRESENCE, frame, {"Dehaze": 100})
    assert luma(after[60:]).std() > 1.3 * luma(before[60:]).std()
    sky, cleared = before[:40].mean((0, 1)), after[:40].mean((0, 1))
    assert luma(cleared) > 0.6 * luma(sky)
    assert cleared.max() / cleared.min() > 0.95 * sky.max() / sky.min(), "the sky turned grey"
    grey = frame_of(np.full((30, 40, 3), 0.6))
    assert abs(run(presence.PRESENCE, grey, {"Dehaze": 100}).mean() / plain(presence.PRESENCE, grey).mean() - 1) < 0.35
    assert np.isfinite(haze(np.zeros((5, 5, 3), np.float32), 1.0).amount_map).all()


def step(height: int = 60, width: int = 120, low: float = 0.3, high: float = 0.7) -> np.ndarray:
    image = np.full((height, width, 3), low)
    image[:, width // 2 :] = high
    return cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.7)


@pytest.mark.parametrize("radius", [1.0, 3.0])
def test_sharpening_steepens_an_edge_with_narrow_bounded_halos(radius):
    frame = frame_of(step())
    before = luma(plain(detail.SHARPENING, frame))[30]
    after = luma(run(detail.SHARPENING, frame, {"Sharpness": 80, "SharpenRadius": radius}))[30]
    assert np.abs(np.diff(after)).max() > 1.1 * np.abs(np.diff(before)).max()
    assert after.max() < before.max() + 0.1 and after.min() > before.min() - 0.1
    far = np.abs(np.arange(120) - 59.5) > 2 * radius + 3
    assert np.abs(after - before)[far].max() < 0.012


def test_sharpening_sliders():
    frame = frame_of(scene())
    before = plain(detail.SHARPENING, frame)
    change = [np.abs(run(detail.SHARPENING, frame, {"Sharpness": a}) - before).mean() for a in (10, 40, 80, 150)]
    assert change == sorted(change) and change[0] > 0
    ends = [run(detail.SHARPENING, frame, {"Sharpness": 40, "SharpenDetail": d}) for d in (0, 100)]
    by_detail = [np.abs(out - before).mean() for out in ends]
    assert by_detail[0] < 0.7 * by_detail[1]
    masked = run(detail.SHARPENING, frame_of(step()), {"Sharpness": 100, "SharpenEdgeMasking": 100})
    flat = np.abs(np.arange(120) - 59.5) > 6
    np.testing.assert_allclose(masked[:, flat], plain(detail.SHARPENING, frame_of(step()))[:, flat], atol=1e-6)


def test_sharpening_fades_out_in_small_renders():
    change = []
    for scale in (1.0, 0.5, 0.25, 0.1):
        frame = frame_of(scene(), scale)
        change.append(np.abs(run(detail.SHARPENING, frame, {"Sharpness": 80}) - plain(detail.SHARPENING, frame)).mean())
    assert change == sorted(change, reverse=True) and change[2] < 0.2 * change[0]


def noisy(coloured: bool) -> np.ndarray:
    rng = np.random.default_rng(3)
    image = np.full((128, 256, 3), 0.45)
    image[:, 128:] = 0.65 if not coloured else (0.6, 0.45, 0.3)
    return np.clip(image + rng.normal(0, 0.03, (128, 256, 3 if coloured else 1)), 0, 1)


def test_luminance_noise_reduction_cleans_flats_and_keeps_edges():
    frame = frame_of(noisy(False))
    before = np.sqrt(plain(detail.NOISE_REDUCTION, frame)[..., 1])
    noise = []
    for amount in (20, 50, 100):
        after = np.sqrt(run(detail.NOISE_REDUCTION, frame, {"LuminanceSmoothing": amount})[..., 1])
        noise.append(after[20:110, 20:110].std() / before[20:110, 20:110].std())
        rise = after[:, 129:133].mean() - after[:, 123:127].mean()
        assert rise > 0.9 * (before[:, 129:133].mean() - before[:, 123:127].mean())
    assert noise == sorted(noise, reverse=True) and noise[1] < 0.45 and noise[2] < 0.35, noise


def test_colour_noise_reduction_cleans_chroma_and_leaves_luma():
    frame = frame_of(noisy(True))
    before = np.sqrt(plain(detail.NOISE_REDUCTION, frame))
    after = np.sqrt(run(detail.NOISE_REDUCTION, frame, {"ColorNoiseReduction": 50}))
    chroma = [(image[20:110, 20:110, 0] - image[20:110, 20:110, 1]).std() for image in (before, after)]
    assert chroma[1] < 0.35 * chroma[0]
    weights = np.array([0.3, 0.6, 0.1])
    np.testing.assert_allclose(after @ weights, before @ weights, atol=2e-3)
    side = [image[..., 0].mean(0) - image[..., 2].mean(0) for image in (before, after)]
    assert side[1][134:].mean() > 0.97 * side[0][134:].mean()


SUB_SLIDERS = [
    (detail.NOISE_REDUCTION, {"LuminanceSmoothing": 60}, [row.name for row in detail.NOISE_ROWS[1:3]]),
    (detail.NOISE_REDUCTION, {"ColorNoiseReduction": 60}, [row.name for row in detail.NOISE_ROWS[4:]]),
    (detail.SHARPENING, {"Sharpness": 80}, ["SharpenRadius", "SharpenDetail", "SharpenEdgeMasking"]),
    (effects.VIGNETTE, {"PostCropVignetteAmount": -60}, [row.name for row in effects.VIGNETTE_ROWS[1:]]),
    (effects.GRAIN, {"GrainAmount": 60}, ["GrainSize", "GrainFrequency", "GrainSeed"]),
]


@pytest.mark.parametrize(("op", "settings", "names"), SUB_SLIDERS, ids=lambda v: getattr(v, "name", ""))
def test_no_sub_slider_is_dead(op, settings, names):
    frame = frame_of(scene())
    rows = {row.name: row for row in op.rows}
    for name in names:
        low, high = (run(op, frame, settings | {name: end}) for end in (rows[name].low, rows[name].high))
        assert np.abs(low - high).mean() > 2e-4, name


def test_defringe_takes_purple_from_edges_only():
    image = np.full((60, 120, 3), 0.95)
    image[:, 60:] = 0.05
    image[:, 58:61] = (0.6, 0.25, 0.8)  # the fringe
    image[20:40, 5:30] = (0.6, 0.25, 0.8)  # a purple thing, away from the edge
    frame = frame_of(image)
    before = plain(detail.DEFRINGE, frame)
    after = run(detail.DEFRINGE, frame, {"DefringePurpleAmount": 20})
    chroma = [np.ptp(image[:, 58:61], axis=-1).mean() for image in (before, after)]
    assert chroma[1] < 0.3 * chroma[0]
    np.testing.assert_allclose(after[25:35, 12:23], before[25:35, 12:23], atol=1e-4)
    np.testing.assert_allclose(luma(after), luma(before), atol=1e-4)
    green = run(detail.DEFRINGE, frame, {"DefringeGreenAmount": 20})
    np.testing.assert_allclose(green, before, atol=1e-4)


def test_vignette_follows_the_published_falloff():
    frame = frame_of(np.full((201, 301, 3), 0.5))
    gain = run(effects.VIGNETTE, frame, {"PostCropVignetteAmount": -100}) / plain(effects.VIGNETTE, frame)
    assert gain[100, 150] == pytest.approx(1, abs=1e-4)
    t = 1.0 - 0.5  # right edge: radius 1, start 0.5, width 1
    assert gain[100, 300].mean() == pytest.approx(np.exp(-4 * t * t * (3 - 2 * t)), rel=0.03)
    assert (np.diff(gain[100, 150:, 0]) <= 1e-6).all()
    lighter = run(effects.VIGNETTE, frame, {"PostCropVignetteAmount": 100}) / plain(effects.VIGNETTE, frame)
    assert 1 < lighter[0, 0, 0] <= np.exp(1.5) + 1e-3
    circle = run(effects.VIGNETTE, frame, {"PostCropVignetteAmount": -100, "PostCropVignetteRoundness": 100})[..., 0]
    assert circle[100, 150 + 90] == pytest.approx(circle[100 + 90, 150], rel=0.02)


def test_vignette_spares_highlights_when_asked():
    image = np.full((100, 150, 3), 0.3)
    image[:10, :10] = 1
    dark, contrast = {"PostCropVignetteAmount": -60}, "PostCropVignetteHighlightContrast"
    outs = [run(effects.VIGNETTE, frame_of(image), dark | {contrast: h}) for h in (0, 100)]
    assert outs[1][2, 2, 0] > 3 * outs[0][2, 2, 0]
    assert outs[1][98, 2, 0] == pytest.approx(outs[0][98, 2, 0], rel=0.05)


def test_grain_keeps_brightness_and_is_grey():
    frame = frame_of(np.tile(np.linspace(0, 1, 300)[None, :, None], (300, 1, 3)))
    before, after = plain(effects.GRAIN, frame), run(effects.GRAIN, frame, {"GrainAmount": 100})
    assert abs(after.mean() - before.mean()) < 1e-3
    change = after - before
    np.testing.assert_allclose(change[..., 0], change[..., 1], atol=1e-6)
    assert change[:, 120:180].std() > 2 * change[:, 280:].std() and np.abs(change[:, :2]).max() < 1e-3
    again = run(effects.GRAIN, frame, {"GrainAmount": 100}, rows=17)
    np.testing.assert_array_equal(again, after)


def test_grain_gets_finer_and_weaker_in_small_renders():
    image = np.full((200, 200, 3), 0.5)
    deviation = [run(effects.GRAIN, frame_of(image, s), {"GrainAmount": 80}).std() for s in (1.0, 0.5, 0.2, 0.05)]
    assert deviation == sorted(deviation, reverse=True) and deviation[3] < 0.4 * deviation[0]


def test_lens_blur_keeps_the_box_sharp_and_blurs_the_rest():
    frame = frame_of(scene(300, 400))
    before = plain(lens_blur.LENS_BLUR, frame)
    last = None
    for amount in (30, 100):
        values = {"Active": True, "BlurAmount": amount, "FocalRange": "0.4 0.4 0.7 0.7"}
        after = run(lens_blur.LENS_BLUR, frame, {"LensBlur": values})
        np.testing.assert_allclose(after[130:200, 170:270], before[130:200, 170:270], atol=0.02)
        assert abs(after.mean() / before.mean() - 1) < 0.03
        contrast = cv2.Laplacian(after[:60, :60], cv2.CV_32F).std()
        assert contrast < 0.5 * cv2.Laplacian(before[:60, :60], cv2.CV_32F).std()
        assert last is None or contrast <= last
        last = contrast


def test_lens_blur_fields_act():
    image = np.full((240, 320, 3), 0.2)
    image[20:23, 20:23] = image[200:203, 290:293] = 1
    base = {"Active": True, "BlurAmount": 100, "FocalRange": "0.45 0.45 0.55 0.55"}
    plain_blur = run(lens_blur.LENS_BLUR, frame_of(image), {"LensBlur": base})
    boost = {"HighlightsBoost": 80}
    fields = [
        boost,
        {"BokehShape": 3},
        {"BokehShapeDetail": 100},
        {"CatEyeAmount": 80},
        {"BokehAspect": 80},
        {"SphericalAberration": 80},
        {"BokehShape": 2},
    ]
    outs = [run(lens_blur.LENS_BLUR, frame_of(image), {"LensBlur": base | extra}) for extra in fields]
    assert all(np.abs(out - plain_blur).max() > 1e-3 for out in outs)
    lower = run(lens_blur.LENS_BLUR, frame_of(image), {"LensBlur": base | boost | {"HighlightsThreshold": 100}})
    assert np.abs(lower - outs[0]).max() > 1e-3


@pytest.mark.parametrize("text", ["here", "a b", "1 2 3", "nan nan nan nan", "0 0 1e999 1", "\x1b[31m 1 2 3"])
def test_a_bad_focal_range_is_a_note_and_the_rest_is_rendered(text):
    photo = Photo.from_array(scene())
    image = render(photo, Settings.parse({"Exposure2012": 0.5, "LensBlur": {"Active": True, "FocalRange": text}}))
    assert len(image.notes) == 1 and image.notes[0].startswith("Lens blur: FocalRange needs four numbers")
    assert image.notes[0].isprintable()
    assert np.array_equal(image.pixels, render(photo, Settings.parse({"Exposure2012": 0.5})).pixels)


REAL_CROPS = [  # (angle, left, top, right, bottom, width, height, ratio) of sidecars in shared/lightroom/presets
    (-1.6237, 0.011291, 0.040734, 0.988709, 0.959266, 6016, 4016, 6016 / 4016),
    (1.538037, 0.027962, 0.0, 0.972038, 1.0, 6960, 4640, 1.5),
    (0.592132, 0.011025, 0.0, 0.988975, 1.0, 3841, 2560, 3841 / 2560),
    (2.516876, 0.094002, 0.0, 0.905998, 1.0, 6000, 4000, 4 / 3),
    (-2.92243, 0.019663, 0.071004, 0.980337, 0.928996, 6000, 4000, 1.5),
]


def crop(angle: float, left: float, top: float, right: float, bottom: float) -> Settings:
    names = ("CropAngle", "CropLeft", "CropTop", "CropRight", "CropBottom")
    return Settings.parse({"HasCrop": True} | dict(zip(names, (angle, left, top, right, bottom), strict=True)))


@pytest.mark.parametrize("case", REAL_CROPS, ids=lambda case: str(case[0]))
def test_real_rotated_crops_have_whole_ratios_and_lie_inside(case):
    *box, width, height, ratio = case
    matrix, (w, h) = geometry.crop_matrix(crop(*box), width, height)
    assert w / h == pytest.approx(ratio, rel=1e-3)
    corners = np.array([matrix @ (x, y, 1) for x, y in itertools.product((-0.5, w - 0.5), (-0.5, h - 0.5))]) + 0.5
    assert corners.min() > -1.5 and (corners <= np.array([width, height]) + 1.5).all()
    np.testing.assert_allclose(corners[0], [box[1] * width, box[2] * height], atol=1)
    np.testing.assert_allclose(corners[3], [box[3] * width, box[4] * height], atol=1)


def test_crop_without_angle_is_a_slice():
    photo = Photo.from_array((scene(40, 60) * 255).astype(np.uint8))
    cropped, matrix = geometry.apply(photo, crop(0, 0.25, 0.1, 0.75, 1))
    np.testing.assert_array_equal(cropped.pixels, photo.pixels[4:40, 15:45])
    np.testing.assert_array_equal(matrix @ (0, 0, 1), [15, 4])
    same, identity = geometry.apply(photo, crop(0, 0, 0, 1, 1))
    assert same is photo and np.array_equal(identity, np.eye(2, 3))
    assert geometry.apply(photo, Settings())[0] is photo


def test_positive_angle_turns_the_picture_counter_clockwise():
    image = np.zeros((200, 300, 3), np.uint8)
    slope = np.tan(np.radians(5))
    for x in range(300):  # a horizon that falls to the right by 5 degrees
        image[int(100 + (x - 150) * slope) :, x] = 255
    cropped, matrix = geometry.apply(Photo.from_array(image), crop(5, 0.12, 0.1, 0.88, 0.9))
    heights = (cropped.pixels[..., 0] < 128).sum(0)
    assert np.ptp(heights) <= 2
    assert matrix.shape == (2, 3)


def test_empty_crop_is_a_clear_error():
    with pytest.raises(SettingsError, match="empty"):
        geometry.apply(Photo.from_array(scene(20, 30)), crop(0, 0.6, 0, 0.4, 1))


@pytest.mark.parametrize(
    ("angle", "box", "blamed"),
    [
        (0, (0.6, 0, 0.4, 1), "CropRight"),
        (0, (0, 0.9, 1, 0.1), "CropBottom"),
        (0, (0.5, 0, 0.5, 1), "CropRight"),
        (40, (0, 0, 1, 1), "CropAngle"),
        (-44, (0.4, 0, 0.5, 1), "CropAngle"),
    ],
)
def test_a_crop_that_leaves_nothing_of_this_photo_names_what_is_wrong(
    angle: float, box: tuple[float, float, float, float], blamed: str
) -> None:
    with pytest.raises(SettingsError, match=f"^{blamed}: the crop is empty"):
        geometry.check_crop(crop(angle, *box), Photo.from_array(scene(20, 30)))


def test_the_photo_decides_whether_a_crop_leaves_something() -> None:
    steep = Settings.parse({"HasCrop": True, "CropAngle": 40})
    geometry.check_crop(steep, Photo.from_array(scene(30, 30)))
    assert geometry.empty_crop(steep, Photo.from_array(scene(20, 30))) is not None
    off = Settings.parse({"HasCrop": False, "CropTop": 0.9, "CropBottom": 0.1})
    geometry.check_crop(off, Photo.from_array(scene(20, 30)))
