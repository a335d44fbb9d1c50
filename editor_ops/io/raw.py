"""Sensor data through LibRaw: scene-linear ProPhoto with headroom, the as-shot white, and the camera's brightness.

LibRaw demosaics, applies the camera's white balance and rebuilds lost highlights from the channels that are left.
Its numbers are scaled so that the most amplified channel just fits, and `tables` scale back: 1.0 is where the least
amplified channel saturates, and light above it is kept. What they mean in ProPhoto is said by a DCP profile that the
user names, else by the file's own profile, else by LibRaw's matrix.
"""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from editor_ops import color
from editor_ops.io import camera_profile, highlights, metadata, opcodes, readers
from editor_ops.io.camera_profile import CameraProfile
from editor_ops.io.decoded import DAMAGED, brief, check_size
from editor_ops.ops.geometry import oriented
from editor_ops.ops.tone import base_curve
from editor_ops.ops.white_balance import TINT_SCALE, planck_xy
from editor_ops.photo import Optics, Photo, PhotoError

if TYPE_CHECKING:
    from rawpy import ColorSpace, RawPy

BLACK = 256
"""A frame whose brightest 16-bit code is below this was not decoded, whatever LibRaw says."""
EXPOSURE_LIMITS = (-2.5, 3.0)
"""Baseline exposure is kept within these, EV."""
PREVIEW_PIXELS = 50_000
SRGB_TO_XYZ = np.array([[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]])
"""With the white of D65, as LibRaw normalises a camera's matrix."""
FLIPS = {1: 2, 2: 4, 3: 3, 4: 5, 5: 8, 6: 6, 7: 7}
"""How LibRaw turns a frame -> EXIF orientation."""


@dataclass(frozen=True, eq=False)
class Developed:
    """What LibRaw made of a file: everything of a `Photo` but the file's name, in a form that a pipe can carry.

    pixels  (H, W, 3) uint16, linear ProPhoto, upright
    gain    light of code 65535; 1.0 is where the least amplified channel saturates
    """

    pixels: np.ndarray
    gain: float
    exif: bytes
    iptc: bytes
    xmp: str | None
    as_shot: tuple[float, float] | None
    orientation: int
    exposure: float
    iso: float
    optics: Optics | None
    notes: tuple[str, ...]

    def photo(self, path: Path) -> Photo:
        """The photo of the file at `path`."""
        return Photo(
            self.pixels,
            _tables(self.gain),
            np.eye(3, dtype=np.float32),
            raw=True,
            source=path,
            exif=self.exif,
            iptc=self.iptc,
            xmp=self.xmp,
            icc_name="linear ProPhoto (from the camera)",
            as_shot=self.as_shot,
            orientation=self.orientation,
            baseline_exposure=self.exposure,
            iso=self.iso,
            optics=self.optics,
            notes=self.notes,
        )


def _tables(gain: float) -> np.ndarray:
    codes = np.arange(65536, dtype=np.float32) * np.float32(gain / 65535)
    return np.repeat(codes[:, None], 3, axis=1)


def develop(data: bytes, dcp: bytes = b"") -> Developed:
    """Decode sensor data. PhotoError with the reason when LibRaw cannot, or when the frame comes out black.

    dcp  a camera profile that is used in place of the file's own; b"" for none
    """
    import rawpy

    profile = camera_profile.read_file(dcp, _tiff_tags) if dcp else None
    tags = _tiff_tags(data)
    early, late, notes = opcodes.lists(data)
    try:
        with rawpy.imread(BytesIO(data)) as raw:
            check_size(raw.sizes.height, raw.sizes.width)
            turned = FLIPS.get(raw.sizes.flip, 1)
            preview, preview_exif = _preview(raw)
            options, gain, found = white_options(raw, preview)
            as_shot = _as_shot(raw, tags, options.get("user_wb"))
            opcodes.shade(raw, early)
            colours = _colours(raw, tags, profile, options, as_shot)
            space = rawpy.ColorSpace.raw if colours else rawpy.ColorSpace.ProPhoto
            pixels = raw.postprocess(**options, **_linear(space), user_flip=0)
            pixels = oriented(_cropped(opcodes.straighten(pixels, late), raw), turned)
            exif = readers.tiff_exif(data) or metadata.upright(preview_exif)
    except (rawpy.LibRawFileUnsupportedError, rawpy.LibRawDataError, rawpy.LibRawIOError) as error:
        raise PhotoError(f"not a RAW file LibRaw can read ({brief(error)}): {_convert(data)}") from error
    except rawpy.LibRawError as error:
        raise PhotoError(f"{DAMAGED} ({brief(error)})") from error
    if pixels.max() < BLACK:
        raise PhotoError(f"the RAW frame decodes to black (LibRaw does not know its compression): {_convert(data)}")
    pixels = np.ascontiguousarray(pixels)
    if colours:
        highlights.whiten(pixels, np.array(options["user_wb"][:3]) * 65535 / max(options["user_wb"]))
        colours.profile.develop(pixels, colours.matrix, gain, colours.kelvin)
    small = Photo(pixels, _tables(gain), np.eye(3, dtype=np.float32)).reduced(PREVIEW_PIXELS)
    exposure, how = baseline_exposure(small, preview, tags.get(50730))
    notes += [*found, *(colours.notes if colours else ()), f"baseline exposure {exposure:+.2f} EV from {how}"]
    if profile and colours and colours.profile is profile:
        exposure = float(np.clip(exposure + profile.offset, *EXPOSURE_LIMITS))
        profile.finish(pixels, gain, exposure)
    iso, optics = _taken_with(exif)
    corrected = any(isinstance(step, opcodes.Warp) for step in late)
    notes += ["the lens is corrected as the file says"] if corrected else []
    xmp = metadata.xmp_text(tags.get(metadata.XMP_TAG))
    optics = None if corrected else optics
    iptc = metadata.iptc_of(data)
    return Developed(pixels, gain, exif, iptc, xmp, as_shot, turned, exposure, iso, optics, tuple(notes))


@dataclass(frozen=True, eq=False)
class _Colours:
    """How the camera's numbers become linear ProPhoto."""

    profile: CameraProfile
    matrix: np.ndarray
    kelvin: float
    notes: tuple[str, ...] = ()


def _colours(
    raw: "RawPy",
    tags: camera_profile.Tags,
    chosen: CameraProfile | None,
    options: dict[str, Any],
    as_shot: tuple[float, float] | None,
) -> _Colours | None:
    """By the profile that was chosen, else the file's own, else LibRaw's matrix; None when it has none either."""
    if "user_wb" not in options or raw.num_colors != 3:
        return None
    own, notes = camera_profile.read(tags), []
    kelvin, neutral = as_shot[0] if as_shot else 5500.0, 1 / np.array(options["user_wb"][:3])
    camera = str(tags.get(50708, "")).strip("\0 ")
    if chosen and chosen.model and camera and chosen.model.lower() != camera.lower():
        notes.append(f"the camera profile is for {chosen.model[:60]}, not for {camera[:60]}: left out")
        chosen = None
    profile = chosen or own
    if profile is not None and (chosen or profile.is_whole):
        used = [f"camera profile {profile.name[:60] or 'of the file'}"] if chosen or profile.name else []
        try:
            matrix = profile.matrix(neutral, camera_profile.calibration(tags, kelvin), kelvin)
            return _Colours(profile, matrix, kelvin, (*notes, *used))
        except np.linalg.LinAlgError:
            notes.append("the camera profile has no usable matrix: LibRaw's is used")
    known = _libraw_matrix(raw)
    return None if known is None else _Colours(camera_profile.PLAIN, known, kelvin, tuple(notes))


def _libraw_matrix(raw: "RawPy") -> np.ndarray | None:
    """LibRaw's own matrix from the white-balanced camera to linear ProPhoto, (3, 3) float32; None when it has none."""
    to_srgb = np.asarray(raw.color_matrix[:, :3], float)
    if not to_srgb.any():
        camera = np.asarray(raw.rgb_xyz_matrix[:3], float) @ SRGB_TO_XYZ
        if not camera.any() or abs(np.linalg.det(camera)) < 1e-9:
            return None
        to_srgb = np.linalg.inv(camera / camera.sum(1, keepdims=True))
    return np.asarray(color.rgb_to_rgb("srgb", "prophoto") @ to_srgb, np.float32)


def _linear(space: "ColorSpace") -> dict[str, Any]:
    """LibRaw options that never change: no curve, 16 bits, no automatic brightening."""
    return {"output_color": space, "gamma": (1, 1), "output_bps": 16, "no_auto_bright": True}


def _cropped(pixels: np.ndarray, raw: "RawPy") -> np.ndarray:
    """The part that the camera itself shows, (H, W, 3) in the sensor's orientation; all of it where none is stated.

    LibRaw counts the crop from the sensor's corner, and the pixels from the corner of their visible area. A crop that
    does not lie inside, or takes away more than a fifth, is not believed.
    """
    size = raw.sizes
    top, left = size.crop_top_margin - size.top_margin, size.crop_left_margin - size.left_margin
    height, width = size.crop_height, size.crop_width
    if pixels.shape[:2] != (size.height, size.width) or not 0.8 * size.height * size.width < height * width:
        return pixels
    if top < 0 or left < 0 or top + height > size.height or left + width > size.width:
        return pixels
    return pixels[top : top + height, left : left + width]


def white_options(raw: "RawPy", preview: np.ndarray | None = None) -> tuple[dict[str, Any], float, list[str]]:
    """(LibRaw options, gain of the tables, notes): the camera's multipliers; where they are missing or absurd, those
    that give the colours of its preview, else daylight's, else automatic."""
    import rawpy

    known = bool(np.any(raw.color_matrix) or np.any(raw.rgb_xyz_matrix))
    notes = [] if known else ["LibRaw has no colour matrix for this camera: colours are approximate"]
    multipliers, daylight = _multipliers(raw.camera_whitebalance), _multipliers(raw.daylight_whitebalance)
    fault = "no white balance in the file" if multipliers is None else ""
    if multipliers is not None and not is_plausible(multipliers, daylight if known else None):
        fault = "the white balance in the file is absurd"
    if fault and preview is not None and (found := _white_of_preview(raw, preview)) is not None:
        notes.append(f"{fault}: taken from the embedded preview")
        multipliers = found
    elif fault and known and daylight is not None:
        notes.append(f"{fault}: daylight used")
        multipliers = daylight
    elif fault:
        notes.append(f"{fault}: automatic used")
        return {"use_auto_wb": True, "highlight_mode": rawpy.HighlightMode.Clip}, 1.0, notes
    assert multipliers is not None
    options = {"user_wb": multipliers, "highlight_mode": rawpy.HighlightMode.ReconstructDefault}
    return options, max(multipliers) / min(multipliers), notes


def is_plausible(multipliers: list[float], daylight: list[float] | None) -> bool:
    """True for a white that a light can have: red and blue against green, compared with daylight's where it is known.

    From a candle to deep shade (1900-15000 K) red moves between 0.4 and 1.5 of daylight's, blue between 0.6 and 3.
    """
    red, blue = multipliers[0] / multipliers[1], multipliers[2] / multipliers[1]
    if daylight is None:
        return 0.15 < red < 8 and 0.15 < blue < 8
    return 0.3 < red * daylight[1] / daylight[0] < 3 and 0.3 < blue * daylight[1] / daylight[2] < 5


def _white_of_preview(raw: "RawPy", preview: np.ndarray) -> list[float] | None:
    """The multipliers with which the mean colour is the preview's, (h, w, 3) linear ProPhoto; None when there are none.

    LibRaw renders a small frame twice, as the sensor saw it and in ProPhoto, which gives the camera's matrix.
    """
    import rawpy

    plain: dict[str, Any] = {"half_size": True, "user_wb": [1.0] * 4, "user_flip": 0}
    camera = raw.postprocess(**plain, **_linear(rawpy.ColorSpace.raw)).astype(np.float32)
    working = raw.postprocess(**plain, **_linear(rawpy.ColorSpace.ProPhoto)).astype(np.float32)
    if camera.shape != working.shape or camera.shape[2] != 3:
        return None
    return preview_multipliers(camera.reshape(-1, 3) / 65535, working.reshape(-1, 3) / 65535, preview.reshape(-1, 3))


def preview_multipliers(camera: np.ndarray, working: np.ndarray, preview: np.ndarray) -> list[float] | None:
    """Multipliers w with matrix · (w ∘ mean of `camera`) ∝ mean of `preview`; what is nearly clipped is left out.

    camera, working   (n, 3) the same pixels as the sensor's numbers and in linear ProPhoto, without white balance
    preview           (m, 3) linear ProPhoto, of the same scene
    """
    usable = (camera.max(1) < 0.9) & (camera.max(1) > 0.002)
    shown = preview[(preview.max(1) < 0.9) & (preview.max(1) > 0.002)]
    if usable.sum() < 100 or len(shown) < 100:
        return None
    matrix, *_ = np.linalg.lstsq(camera[usable], working[usable], rcond=None)
    try:
        wanted = np.linalg.solve(matrix.T, shown.mean(0))
    except np.linalg.LinAlgError:
        return None
    found = wanted / np.maximum(camera[usable].mean(0), 1e-6)
    found = [float(v) for v in found / found[1]] if found[1] > 0 else [0.0]
    return _multipliers([*found, 1.0]) if all(0.1 < v < 10 for v in found) else None


def _multipliers(values: list[float]) -> list[float] | None:
    """Four positive multipliers (red, green, blue, second green), or None when the camera left them out."""
    found = [float(v) for v in values]
    if len(found) == 4 and not found[3] > 0:
        found[3] = found[1]
    return found if len(found) == 4 and all(np.isfinite(v) and 0 < v < 1e6 for v in found) else None


# --- white balance ---------------------------------------------------------------------------------------------------


def _as_shot(raw: "RawPy", tags: camera_profile.Tags, used: list[float] | None) -> tuple[float, float] | None:
    """(kelvin, tint) of the white, from DNG tags or LibRaw's matrix; None when neither is there.

    used  the multipliers that were chosen; those of the file count only where they are the same
    """
    neutral, matrices = np.asarray(tags.get(50728, ()), float), dng_matrices(tags)
    if used != _multipliers(raw.camera_whitebalance) and matrices and used:
        neutral = 1 / np.array(used[:3])
    if neutral.shape != (3,) or not matrices:
        multipliers = used
        if multipliers is None or raw.num_colors != 3:
            return None
        neutral, matrices = 1 / np.array(multipliers[:3]), [(6504.0, np.asarray(raw.rgb_xyz_matrix[:3], float))]
    try:
        return white_of_neutral(neutral, matrices)
    except (np.linalg.LinAlgError, FloatingPointError, ZeroDivisionError):
        return None


def dng_matrices(tags: camera_profile.Tags) -> list[tuple[float, np.ndarray]]:
    """[(kelvin, XYZ -> camera matrix)] of a DNG, coolest last: AnalogBalance x CameraCalibration x ColorMatrix."""
    profile = camera_profile.read(tags)
    return [(k, camera_profile.calibration(tags, k) @ matrix) for k, matrix in profile.camera] if profile else []


def white_of_neutral(neutral: np.ndarray, matrices: list[tuple[float, np.ndarray]]) -> tuple[float, float]:
    """(kelvin, tint) of the light under which the camera records `neutral` (3,) as grey.

    Matrices are mixed by inverse temperature and the answer is iterated (DNG 1.6 specification, chapter 6).
    """
    kelvin, tint = 5000.0, 0.0
    for _ in range(30):
        (low, first), (high, last) = matrices[0], matrices[-1]
        share = 1.0 if low == high else np.clip((1 / low - 1 / kelvin) / (1 / low - 1 / high), 0, 1)
        xyz = np.linalg.solve(first + share * (last - first), neutral)
        if not (np.isfinite(xyz).all() and xyz.sum() > 0 and xyz[1] > 0):
            raise FloatingPointError("no white")
        before, (kelvin, tint) = kelvin, kelvin_tint(float(xyz[0] / xyz.sum()), float(xyz[1] / xyz.sum()))
        if abs(kelvin - before) < 1:
            break
    return kelvin, tint


def kelvin_tint(x: float, y: float) -> tuple[float, float]:
    """Nearest temperature on the Planckian locus, and the tint, of the chromaticity (x, y) of a light.

    Tint is 3000 Duv: greener light is positive, because its correction is magenta.
    """

    def uv(point: tuple[float, float]) -> np.ndarray:  # CIE 1960
        return np.array([4 * point[0], 6 * point[1]]) / (-2 * point[0] + 12 * point[1] + 3)

    here = uv((x, y))
    low, high = 1e6 / 50_000, 1e6 / 1700
    while high - low > 1e-3:  # the distance has one minimum over the mireds
        left, right = low + (high - low) / 3, high - (high - low) / 3
        nearer = np.hypot(*(uv(planck_xy(left)) - here)) < np.hypot(*(uv(planck_xy(right)) - here))
        low, high = (low, right) if nearer else (left, high)
    mired = (low + high) / 2
    offset = here - uv(planck_xy(mired))
    return 1e6 / mired, float(TINT_SCALE * np.copysign(np.hypot(*offset), offset[1]))


# --- brightness ------------------------------------------------------------------------------------------------------


def _before_base_curve(display: np.ndarray) -> np.ndarray:
    """Scene luminance that the base curve of `ops.tone` renders as `display`: its inverse, by table."""
    scene = np.linspace(-14, 0, 2000)
    return np.exp2(np.interp(np.log2(np.maximum(display, 2.0**-14)), base_curve(scene), scene))


def matched_exposure(luminance: np.ndarray, preview: np.ndarray) -> float | None:
    """EV after which `luminance` (linear Y) through the base curve has the mid-tones of `preview` (linear Y).

    The median over the percentiles that are mid-tones in the preview of the EV that each asks for; shadows and
    highlights are left out because the toe and the shoulder of a camera's curve differ. None without mid-tones.
    """
    ranks = np.arange(10, 96, 5)
    have, want = np.percentile(luminance, ranks), np.percentile(preview, ranks)
    usable = (have > 1e-4) & (want > 0.03) & (want < 0.7)
    if usable.sum() < 2:
        return None
    return float(np.median(np.log2(_before_base_curve(want[usable]) / have[usable])))


def baseline_exposure(small: np.ndarray, preview: np.ndarray | None, tag: float | None) -> tuple[float, str]:
    """(EV, where it comes from): the preview, else DNG's BaselineExposure, else a percentile rule. Within limits.

    small    (h, w, 3) float32 linear ProPhoto of the photo
    preview  (h, w, 3) float32 linear ProPhoto of the embedded preview, or None
    tag      DNG tag 50730, or None
    """
    luminance = color.luminance(small)
    exposure, how = None, "the embedded preview"
    if preview is not None:
        exposure = matched_exposure(luminance, color.luminance(preview))
    if exposure is None and tag is not None and np.isfinite(float(tag)):
        exposure, how = float(tag), "DNG BaselineExposure"
    if exposure is None:
        # bring the median near mid-grey, but keep all but the last percent of any channel below white
        middle, bright = np.median(luminance), np.percentile(small.max(2), 99)
        exposure, how = -float(np.log2(max(middle / 0.10, bright, 1e-5))), "its own histogram"
    return float(np.clip(exposure, *EXPOSURE_LIMITS)), how


# --- what else is in the file ----------------------------------------------------------------------------------------


def _preview(raw: "RawPy") -> tuple[np.ndarray | None, bytes]:
    """(embedded preview (h, w, 3) float32 linear ProPhoto or None, its EXIF)."""
    import rawpy

    try:
        thumb = raw.extract_thumb()
    except rawpy.LibRawError:
        return None, b""
    exif = b""
    if thumb.format == rawpy.ThumbFormat.JPEG:
        pixels = cv2.imdecode(np.frombuffer(thumb.data, np.uint8), cv2.IMREAD_COLOR_RGB | cv2.IMREAD_IGNORE_ORIENTATION)
        try:
            with readers.pillow(bytes(thumb.data)) as image:
                exif = image.info.get("exif", b"")
        except (PhotoError, OSError):
            pass
    elif thumb.format == rawpy.ThumbFormat.BITMAP:
        pixels = thumb.data
    else:
        return None, b""
    if pixels is None or pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.shape[0] * pixels.shape[1] < 4096:
        return None, exif
    return Photo.from_array(pixels).reduced(PREVIEW_PIXELS), exif


def _taken_with(exif: bytes) -> tuple[float, Optics | None]:
    """(ISO or 0, camera and lens or None) that EXIF names."""
    from PIL import Image

    try:
        with readers.warnings_off():
            found = Image.Exif()
            found.load(exif)
            shot = found.get_ifd(0x8769)
            iso = shot.get(0x8827, 0)
            iso = float(iso[0] if isinstance(iso, tuple) else iso)
            words = [str(v or "").strip("\0 ") for v in (found.get(271), found.get(272), shot.get(0xA434))]
            numbers = [float(shot.get(tag, 0)) for tag in (0x920A, 0x829D)]
    except Exception:  # Pillow raises anything on bad tags; the pixels are what matters
        return 0.0, None
    said = all(words) and all(np.isfinite(v) and v > 0 for v in numbers)
    optics = Optics(words[0], words[1], words[2], numbers[0], numbers[1]) if said else None
    return iso if np.isfinite(iso) and iso > 0 else 0.0, optics


def _convert(data: bytes) -> str:
    """What to do with a file that cannot be read; a DNG is not told to become one."""
    return "export it as JPEG or TIFF" if metadata.is_dng(data) else "convert it to DNG, JPEG or TIFF"


def _tiff_tags(data: bytes) -> camera_profile.Tags:
    """The DNG tags of colour and XMP of the first directory; {} for other containers and damaged tags."""
    from PIL import Image

    wanted = (metadata.XMP_TAG, *camera_profile.TAGS)
    try:
        with readers.warnings_off():
            exif = Image.Exif()
            exif.load(data if data[:2] in (b"II", b"MM") else b"")
            return {tag: exif[tag] for tag in wanted if tag in exif}
    except Exception:  # Pillow raises anything on bad tags; the pixels are what matters
        return {}
