"""What edits are worth, of the rules or of a model, against what people did: ΔE2000 to a retouch, PSNR of Auto, wishes.

Photos, requests and wishes stay outside the repository. Pictures are compared at 800 pixels.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from bench.artedit.metrics import compare
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.rules import plan

SIDE = 800
GOOD = "make this look good"
AGENT = f"{sys.executable} -m jarvisevo"
System = Callable[[Photo, str], Settings]


def main(what: str, files: list[Path], photos: Path, show: int, model: str = "rules") -> int:
    """Entry point of `bench.words pairs|auto|wishes`; 0 when it could be measured.

    model  who edits, as `jarvisevo edit --model` names it
    """
    if what == "wishes":
        more = [] if model == "rules" else ["--model", model]
        command = [sys.executable, *map(str, files), "--photos", str(photos), "--command", AGENT, *more]
        return 0 if subprocess.run(command, check=False).returncode in (0, 1) else 2
    if what == "auto":
        cases = [(path, path.with_name(path.name.replace("input", "expertC")), GOOD) for path in files]
    else:
        rows = [json.loads(line) for line in files[0].read_text(encoding="utf-8").splitlines() if line.strip()]
        cases = [(photos / row["input"], photos / row["output"], row["request"]) for row in rows]
    system, found = editor(model), []
    for photo, retouch, words in cases:
        before, after, wanted = edited(photo, retouch, words, system)
        scores = psnr(before, wanted), psnr(after, wanted), delta_e(before, wanted), delta_e(after, wanted)
        found.append(scores)
        if len(found) <= show:
            print(
                f"{photo.name}: PSNR {scores[0]:.2f} -> {scores[1]:.2f} dB, ΔE2000 {scores[2]:.2f} -> {scores[3]:.2f}:"
                f" {words}"
            )
    untouched, made, far, near = np.mean(found, axis=0)
    closer = np.mean([row[3] < row[2] for row in found])
    apart = compare([row[3] for row in found], [row[2] for row in found])
    print(
        f"{len(found)} pairs: PSNR {untouched:.2f} -> {made:.2f} dB; mean ΔE2000 {far:.2f} -> {near:.2f} "
        f"({apart.difference:+.2f}, {apart.low:+.2f} to {apart.high:+.2f}), closer in {closer:.0%}"
    )
    return 0


def editor(model: str) -> System:
    """Who edits: the rules, or a model with its own judgement and corrections, as in use."""
    if model == "rules":
        return lambda photo, words: plan(photo, words).settings
    from jarvisevo.agent.loop import run
    from jarvisevo.policies.open import open_policy

    policy = open_policy(model)
    return lambda photo, words: run(photo, words, policy).settings


def edited(photo: Path, retouch: Path, words: str, system: System) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Before, after and the retouch at the same size, (h, w, 3) float32 sRGB in [0, 1]."""
    source = load(photo)
    small = Photo.from_array(render(source, max_size=SIDE).eight_bit())
    before = render(small).eight_bit()
    after = render(small, system(small, words)).eight_bit()
    wanted = cv2.resize(render(load(retouch)).eight_bit(), before.shape[1::-1], interpolation=cv2.INTER_AREA)
    if after.shape != before.shape:  # cropped as asked: compared as if it had not been
        after = cv2.resize(after, before.shape[1::-1], interpolation=cv2.INTER_AREA)
    return before / np.float32(255), after / np.float32(255), wanted / np.float32(255)


def psnr(picture: np.ndarray, wanted: np.ndarray) -> float:
    """Peak signal-to-noise ratio in dB of two pictures in [0, 1]."""
    return float(-10 * np.log10(max(float(((picture - wanted) ** 2).mean()), 1e-10)))


def delta_e(picture: np.ndarray, wanted: np.ndarray) -> float:
    """Mean CIEDE2000 (Sharma et al. 2005) of two sRGB pictures in [0, 1]."""
    one, two = (cv2.cvtColor(p.astype(np.float32), cv2.COLOR_RGB2LAB).astype(np.float64) for p in (picture, wanted))
    c1, c2 = np.hypot(one[..., 1], one[..., 2]), np.hypot(two[..., 1], two[..., 2])
    mean = ((c1 + c2) / 2) ** 7
    g = 0.5 * (1 - np.sqrt(mean / (mean + 25.0**7)))
    a1, a2 = (1 + g) * one[..., 1], (1 + g) * two[..., 1]
    c1, c2 = np.hypot(a1, one[..., 2]), np.hypot(a2, two[..., 2])
    h1, h2 = np.arctan2(one[..., 2], a1) % (2 * np.pi), np.arctan2(two[..., 2], a2) % (2 * np.pi)
    turn = (h2 - h1 + np.pi) % (2 * np.pi) - np.pi
    dl, dc, dh = two[..., 0] - one[..., 0], c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(turn / 2)
    light, chroma, hue = (one[..., 0] + two[..., 0]) / 2, (c1 + c2) / 2, np.degrees(h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    far = chroma**7
    rotation = -2 * np.sqrt(far / (far + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    square = (dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh)
    return float(np.sqrt(np.maximum(square, 0)).mean())
