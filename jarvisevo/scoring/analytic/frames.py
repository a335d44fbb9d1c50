"""Bringing two frames together: a crop, a turn or another size undone, so that like is compared with like."""

import cv2
import numpy as np

from jarvisevo.scoring.analytic.image_pair import ImagePair

MATCH_SIDE = 480
"""Long edge at which frames are matched."""
LEAST_MATCHES = 12


def fitted(before: np.ndarray, after: np.ndarray, moved: bool = False) -> ImagePair:
    """The pair to measure: both images at the size of the smaller one, and of the frame that the edit kept.

    moved  True where a crop or a turn was asked for, which can leave the shape of the frame as it was
    """
    ratio = (after.shape[1] / after.shape[0]) / (before.shape[1] / before.shape[0])
    if abs(ratio - 1) <= 0.012 and not moved:
        return ImagePair(*same_size(before, after))
    aspects = (before.shape[1] / before.shape[0], after.shape[1] / after.shape[0])
    found = _similarity(before, after)
    if found is None:
        return ImagePair(*same_size(before, after), aspects=aspects, kept=min(ratio, 1 / ratio))
    matrix, turned = found
    height, width = after.shape[:2]
    part = cv2.warpAffine(before, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    kept = min(height * width / (before.shape[0] * before.shape[1] * scale**2), 1.0)
    return ImagePair(part, after, aspects=aspects, turned=turned, kept=kept)


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
