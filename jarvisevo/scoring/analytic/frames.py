"""Bringing two frames together: a turn, a crop or another size undone, so that like is compared with like."""

import cv2
import numpy as np

from editor_ops.ops.geometry import composed, oriented
from jarvisevo.scoring.analytic.image_pair import ImagePair

MATCH_SIDE = 480
"""Long edge at which frames are matched."""
LEAST_MATCHES = 12
THUMB = 32
"""Side, in pixels, of the thumbnails by which a quarter turn or a mirrored frame is told."""
LEAST_COMMON, BORDER = 0.3, 2
"""Share of the sides of a frame that another shows at least, to compare the common part alone; pixels of its edge that
are mixed with nothing."""
ALIKE, CLEARER = 0.5, 0.25
"""Least correlation of a thumbnail that was turned with the other, and by how much it beats the one that was not;
where a turn was asked for, a fifth of that will do."""


def fitted(before: np.ndarray, after: np.ndarray, moved: bool = False) -> ImagePair:
    """The pair to measure: both images at the size of the smaller one, and of the frame that the edit kept.

    moved  True where a crop or a turn was asked for, which can leave the shape of the frame as it was
    """
    orientation = turn_between(before, after, moved)
    before = oriented(before, orientation)
    ratio = (after.shape[1] / after.shape[0]) / (before.shape[1] / before.shape[0])
    if abs(ratio - 1) <= 0.012 and not moved:
        return ImagePair(*same_size(before, after), orientation=orientation)
    aspects = (before.shape[1] / before.shape[0], after.shape[1] / after.shape[0])
    found = _together(before, after)
    if found is None:
        return ImagePair(
            *same_size(before, after), aspects=aspects, kept=min(ratio, 1 / ratio), orientation=orientation
        )
    before, further, (matrix, turned) = found
    orientation = composed(orientation, further)
    aspects = (before.shape[1] / before.shape[0], aspects[1])
    height, width = after.shape[:2]
    part = cv2.warpAffine(before, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    kept = min(height * width / (before.shape[0] * before.shape[1] * scale**2), 1.0)
    shown = cv2.warpAffine(np.ones(before.shape[:2], np.uint8), matrix, (width, height), flags=cv2.INTER_NEAREST)
    part, after = (np.ascontiguousarray(image[_common(shown)]) for image in (part, after))
    return ImagePair(part, after, aspects=aspects, turned=turned, kept=kept, orientation=orientation)


def _common(shown: np.ndarray) -> tuple[slice, slice]:
    """Rows and columns of a frame that the other one shows as well: a frame can have grown, or moved.

    shown  (H, W), 1 where it does
    """
    rows, columns = ((shown.mean(axis) > 0.5).nonzero()[0] for axis in (1, 0))
    if len(rows) < LEAST_COMMON * shown.shape[0] or len(columns) < LEAST_COMMON * shown.shape[1]:
        return slice(None), slice(None)
    whole = rows[-1] - rows[0] + 1 == shown.shape[0], columns[-1] - columns[0] + 1 == shown.shape[1]
    ends = [
        slice(None) if full else slice(found[0] + BORDER, max(found[-1] + 1 - BORDER, found[0] + BORDER + 1))
        for full, found in zip(whole, (rows, columns), strict=True)
    ]
    return ends[0], ends[1]


def turn_between(before: np.ndarray, after: np.ndarray, moved: bool = False) -> int:
    """The EXIF orientation that turns the first image the way the second lies; 1 unless another is clearly nearer.

    before, after  (H, W, 3) uint8 sRGB of any sizes
    moved          True where a turn may have been asked for: less has to speak for it
    """
    thumb, other = _thumb(before), _thumb(after)
    found = [float((oriented(thumb, one) * other).mean()) for one in range(1, 9)]
    best = int(np.argmax(found)) + 1
    return best if found[best - 1] > max(found[0] + CLEARER * (0.2 if moved else 1.0), ALIKE) else 1


def _thumb(image: np.ndarray) -> np.ndarray:
    """The order of the tones of an image, whatever an edit made of them: (THUMB, THUMB) of mean 0 and variance 1."""
    grey = cv2.resize(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), (THUMB, THUMB), interpolation=cv2.INTER_AREA)
    flat = grey.astype(np.float64).ravel()
    if flat.max() - flat.min() < 2:
        return np.zeros((THUMB, THUMB))
    _, place, counts = np.unique(flat, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return ((ranks - ranks.mean()) / ranks.std()).reshape(THUMB, THUMB)


def _together(before: np.ndarray, after: np.ndarray) -> tuple[np.ndarray, int, tuple[np.ndarray, float]] | None:
    """(the first frame turned by quarters or mirrored like the second, by which orientation, `_similarity` of them);
    a crop can hide that from the thumbnails. None without enough matches.
    """
    for mirrored in (1, 2):
        shown = oriented(before, mirrored)
        found = _similarity(shown, after)
        quarter = (1, 6, 3, 8)[round(found[1] / 90) % 4] if found else 1
        if quarter != 1:
            shown = oriented(shown, quarter)
            found = _similarity(shown, after)
        if found:
            return shown, composed(mirrored, quarter), found
    return None


def _similarity(before: np.ndarray, after: np.ndarray) -> tuple[np.ndarray, float] | None:
    """The turn, scale and shift from the first frame to the second, (2, 3), with its degrees;
    None without enough matches.
    """
    scales = [min(1.0, MATCH_SIDE / max(image.shape[:2])) for image in (before, after)]
    greys = [
        cv2.equalizeHist(
            cv2.cvtColor(cv2.resize(i, None, fx=s, fy=s, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
        )
        for i, s in zip((before, after), scales, strict=True)
    ]
    finder = cv2.ORB.create(1200)
    (points, marks), (others, ends) = (finder.detectAndCompute(grey, None) for grey in greys)
    if marks is None or ends is None:
        return None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, ends)
    if len(matches) < LEAST_MATCHES:
        return None
    source = np.array([points[m.queryIdx].pt for m in matches]) / scales[0]
    target = np.array([others[m.trainIdx].pt for m in matches]) / scales[1]
    matrix, inliers = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=4 / scales[1])
    if matrix is None or int(inliers.sum()) < LEAST_MATCHES:
        return None
    return matrix, float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))


def same_size(first: np.ndarray, then: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two images at the size of the smaller one, by area; themselves when they are of one size."""
    if first.shape == then.shape:
        return first, then
    height, width = min((first.shape[:2], then.shape[:2]), key=lambda s: s[0] * s[1])
    resized = [
        (
            image
            if image.shape[:2] == (height, width)
            else cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        )
        for image in (first, then)
    ]
    return resized[0], resized[1]
