"""How editor_ops/masks/models/hair.onnx was made: a head on features of selfie_segmentation.tflite and things.tflite,
trained on the heads that were outlined in the photos of truth.json with use "hair".

    python -m bench.masks.train_hair PHOTOS OUT.onnx [--rounds 42] [--epochs 4]

PHOTOS  the folder that the `source` paths of truth.json start from. Needs torch and onnx. No photo on which hair is
        measured is read. Few heads are there (27 with hair, 4 without), so each is seen in many guises: other hair,
        other clothes, another background, smaller, turned, in another light.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from bench.masks.train_sky import recolour
from editor_ops.masks import faces, hair, people

if TYPE_CHECKING:
    import torch

TRUTH = Path(__file__).parent / "truth" / "truth.json"
LONG, LEAST_FACE = 768, 30
"""Long edge that photos are read at, and the width of a face (pixels) from which it is learnt from."""
BACKGROUNDS = ("architecture", "interior", "landscape", "food_still", "urban_night")
COLOURS = np.array(
    [
        *([12, 0, 0], [18, 4, 6], [25, 8, 12], [35, 12, 18], [45, 14, 26], [60, 10, 30], [72, 4, 26]),
        *([80, 1, 12], [70, 0, 2], [45, 0, 2], [30, 30, 26], [40, 40, -10], [55, -20, -20], [30, 25, 10]),
    ],
    np.float32,
)
"""CIELAB of hair: black, browns, blonds, white, greys, reds and dyes."""
BATCH = 24


@dataclass(frozen=True)
class Head:
    """A face of a photo (h, w, 3), with what is hair, where that is known, and what the networks take for persons."""

    rgb: np.ndarray
    face: faces.Face
    hair: np.ndarray
    known: np.ndarray
    figure: np.ndarray


def heads(folder: Path) -> list[Head]:
    """All heads that were outlined."""
    found = []
    for row in json.loads(TRUTH.read_text())["photos"]:
        if row["use"] != "hair":
            continue
        rgb = _read(folder / row["source"], LONG, cv2.INTER_CUBIC)
        h, w = rgb.shape[:2]
        known, truth = np.zeros((h, w), np.float32), np.zeros((h, w), np.uint8)
        for left, top, right, bottom in row["seen"]:
            known[round(top * h) : round(bottom * h), round(left * w) : round(right * w)] = 1
        for polygon in row["regions"].get("hair", []):
            one = np.zeros_like(truth)
            cv2.fillPoly(one, [np.rint(np.array(polygon) * [w, h]).astype(np.int32)], 1)
            truth ^= one
        for face in faces.find(rgb):
            x, y = np.clip(face.centre, 0, [w - 1, h - 1]).astype(int)
            if face.width >= LEAST_FACE and known[y, x]:
                exact = to_edges(rgb, truth, max(1, round(0.02 * face.height)))
                found.append(Head(rgb, face, exact.astype(np.float32), known, people.scene(rgb).figure))
    return found


def _read(path: Path, long: int, enlarging: int) -> np.ndarray:
    photo = cv2.imread(str(path))
    scale = long / max(photo.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else enlarging
    return np.ascontiguousarray(cv2.resize(photo, None, fx=scale, fy=scale, interpolation=how)[..., ::-1])


def to_edges(rgb: np.ndarray, truth: np.ndarray, reach: int) -> np.ndarray:
    """Outlines drawn by hand, moved to the photo's edges by at most `reach` pixels."""
    square = np.ones((2 * reach + 1,) * 2, np.uint8)
    inner, outer = cv2.erode(truth, square), cv2.dilate(truth, square)
    if inner.sum() < BATCH:
        return truth
    marks = np.where(truth > 0, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    marks[inner > 0], marks[outer == 0] = cv2.GC_FGD, cv2.GC_BGD
    cv2.setRNGSeed(0)
    cv2.grabCut(rgb, marks, None, np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)
    return ((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD)).astype(np.uint8)


Example = tuple[list[np.ndarray], np.ndarray, np.ndarray]
"""Inputs of the head, chances that are true (OUT, OUT), and where they are known."""


def example(head: Head, backgrounds: list[np.ndarray], rng: np.random.Generator) -> Example:
    """One head in a guise of its own."""
    h, w = head.rgb.shape[:2]
    view = hair.view_of(head.face, h, w)
    middle = np.array(view.centre) + rng.normal(0, 0.05, 2) * view.side
    side, angle = view.side * np.exp(rng.normal(-0.03, 0.15)), view.angle + rng.normal(0, 0.2)
    view = hair.within(middle, side, angle, h, w) if rng.random() < 0.7 else hair.HeadView(tuple(middle), side, angle)
    image, back = faces.crop(head.rgb, view.centre, view.side, view.angle, hair.SIDE)
    shown = (hair.SIDE, hair.SIDE)
    truth, known, figure, inside = (
        cv2.warpAffine(plane, back, shown, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        for plane in (head.hair, head.known, head.figure, np.ones((h, w), np.float32))
    )
    figure, known = np.maximum(figure, truth), known * (inside > 0.99)
    there = cv2.invertAffineTransform(back)
    points = head.face.points @ there[:, :2].T + there[:, 2]
    if (truth > 0.5).sum() > 30 and rng.random() < 0.45:
        image = dyed(image, truth, rng)
    if rng.random() < 0.3:
        image = dressed(image, figure * (1 - truth), float(points[152, 1]), rng)
    if rng.random() < 0.35 and (figure > 0.5).mean() > 0.08:
        soft = np.clip(figure * 1.1, 0, 1)[..., None]
        image = image * soft + background(backgrounds, rng) * (1 - soft)
        known = np.ones_like(known) if rng.random() < 0.5 else np.maximum(known, inside > 0.5)
    if rng.random() < 0.35:
        few = (int(rng.uniform(60, 170)),) * 2
        image = cv2.resize(image.astype(np.float32), few, interpolation=cv2.INTER_AREA)
        image = cv2.resize(image, shown, interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        image, truth, known = (np.ascontiguousarray(plane[:, ::-1]) for plane in (image, truth, known))
        points = points * [-1, 1] + [hair.SIDE - 1, 0]
    truth, known = (
        cv2.resize(plane.astype(np.float32), (hair.OUT, hair.OUT), interpolation=cv2.INTER_AREA)
        for plane in (truth, known)
    )
    return hair.inputs(recolour(image.astype(np.float32), rng), points), truth, known


def dyed(image: np.ndarray, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The head with hair of another colour."""
    lab = cv2.cvtColor(image.astype(np.float32), cv2.COLOR_RGB2LAB)
    mean, colour = lab[truth > 0.5].mean(0), COLOURS[rng.integers(len(COLOURS))] + rng.normal(0, [6, 3, 4])
    spread = float(np.clip(max(colour[0], 4) / max(mean[0], 4), 0.5, 1.6))
    new = lab.copy()
    new[..., 0] = np.clip((lab[..., 0] - mean[0]) * spread + colour[0], 0, 100)
    light = np.clip(new[..., :1] / max(colour[0], 8), 0.3, 1.6)
    new[..., 1:] = (lab[..., 1:] - mean[1:]) * 0.8 + colour[1:] * light
    mix = rng.uniform(0.5, 1) * cv2.GaussianBlur(truth, (0, 0), 1.2)[..., None]
    return image * (1 - mix) + np.clip(cv2.cvtColor(new, cv2.COLOR_LAB2RGB), 0, 1) * mix


def dressed(image: np.ndarray, body: np.ndarray, chin: float, rng: np.random.Generator) -> np.ndarray:
    """The person in another colour below the chin."""
    below = (body * np.clip((np.arange(hair.SIDE)[:, None] - chin - 10) / 20, 0, 1))[..., None]
    lab = cv2.cvtColor(image.astype(np.float32), cv2.COLOR_RGB2LAB)
    lab[..., 0] = np.clip(lab[..., 0] * rng.uniform(0.3, 1.5) + rng.uniform(-10, 20), 0, 100)
    lab[..., 1:] += rng.normal(0, 25, 2)
    return image * (1 - below) + np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), 0, 1) * below


def background(photos: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """A part of a photo without persons, half of the time out of focus; or a plain backdrop."""
    photo = photos[rng.integers(len(photos))]
    h, w = photo.shape[:2]
    side = int(min(h, w) * rng.uniform(0.4, 1))
    top, left = rng.integers(h - side + 1), rng.integers(w - side + 1)
    part = cv2.resize(photo[top : top + side, left : left + side], (hair.SIDE, hair.SIDE)).astype(np.float32) / 255
    if rng.random() < 0.5:
        part = cv2.GaussianBlur(part, (0, 0), rng.uniform(1, 8))
    if rng.random() < 0.25:
        part = np.ones_like(part) * rng.uniform(0, 1) * (1 + rng.normal(0, 0.08, 3)).astype(np.float32)
    return part


def network() -> "torch.nn.Module":
    """An untrained head: the inputs of hair.inputs -> (B, 1, OUT, OUT) logits."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def block(before: int, after: int, size: int = 3) -> nn.Sequential:
        """Convolution, batch norm, ReLU."""
        return nn.Sequential(
            nn.Conv2d(before, after, size, 1, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )

    def sized(plane: torch.Tensor, side: int) -> torch.Tensor:
        return F.interpolate(plane, size=(side, side), mode="bilinear")

    class HairHead(nn.Module):
        """From coarse to fine; the planes of hair.inputs are read at each size, the whole view by its mean."""

        def __init__(self) -> None:
            super().__init__()
            self.a, self.b = block(32, 32, 1), block(24, 24, 1)
            self.t10, self.t19, self.t38, self.t75 = (
                block(160, 48, 1),
                block(96, 48, 1),
                block(32, 24, 1),
                block(24, 16, 1),
            )
            self.p16 = block(11, 16, 1)
            self.to16, self.whole, self.to16b = block(144, 64), nn.Conv2d(64, 64, 1), block(64, 64)
            self.to32, self.to64, self.to64b = block(123, 48), block(92, 32), block(32, 32)
            self.out, self.drop, self.drop1 = nn.Conv2d(32, 1, 3, 1, 1), nn.Dropout2d(0.25), nn.Dropout2d(0.1)

        def forward(self, *x: torch.Tensor) -> torch.Tensor:
            s64, s32, s16, figure, f75, f38, f19, f10, planes = x
            things = [sized(self.t10(self.drop(f10)), 16), sized(self.t19(self.drop(f19)), 16)]
            y = self.to16(torch.cat([self.p16(F.avg_pool2d(planes, 4)), self.a(self.drop(s16)), *things], 1))
            y = self.to16b(y + self.whole(F.avg_pool2d(y, 16)))
            middle = [F.avg_pool2d(planes, 2), self.b(self.drop1(s32)), sized(self.t38(self.drop1(f38)), 32)]
            y = self.to32(torch.cat([sized(y, 32), *middle], 1))
            fine = [planes, s64, figure, sized(self.t75(f75), 64)]
            return self.out(self.to64b(self.to64(torch.cat([sized(y, 64), *fine], 1))))

    return HairHead()


def fit(made: list[Example], epochs: int) -> "torch.nn.Module":
    """The head trained on examples: cross entropy where the truth is known, and overlap."""
    import torch
    from torch.nn import functional as F

    inputs = [torch.from_numpy(np.concatenate([x[i] for x, _, _ in made]).astype(np.float16)) for i in range(9)]
    truths, knowns = (torch.from_numpy(np.stack([one[i] for one in made])[:, None]).half() for i in (1, 2))
    net, steps = network().train(), len(made) // BATCH
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=5e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=epochs * steps)
    for epoch in range(epochs):
        total = 0.0
        for chosen in torch.randperm(len(made))[: steps * BATCH].view(steps, BATCH):
            x, truth, known = [t[chosen].float() for t in inputs], truths[chosen].float(), knowns[chosen].float()
            logits = net(*x)
            chance = torch.sigmoid(logits)
            both, sum_ = (chance * truth * known).sum((1, 2, 3)), ((chance + truth) * known).sum((1, 2, 3))
            entropy = F.binary_cross_entropy_with_logits(logits, truth, reduction="none")
            loss = (entropy * known).sum() / known.sum() + 0.3 * (1 - (2 * both + 20) / (sum_ + 20)).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}  loss {total / steps:.4f}", flush=True)
    return net.eval()


def write(net: "torch.nn.Module", one: Example, out: Path) -> None:
    """The head with its probabilities, as ONNX."""
    import torch

    class HairChance(torch.nn.Module):
        """Probabilities in the place of logits."""

        def __init__(self) -> None:
            super().__init__()
            self.head = net

        def forward(self, *x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(self.head(*x))

    names = {"input_names": list(hair.NAMES), "output_names": ["hair"]}
    tensors = tuple(torch.from_numpy(x.astype(np.float32)) for x in one[0])
    torch.onnx.export(HairChance().eval(), tensors, str(out), dynamo=False, opset_version=13, **names)


def main() -> None:
    """Train, then write the ONNX file."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=int, default=42)
    parser.add_argument("--epochs", type=int, default=4)
    options = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    rows = json.loads(TRUTH.read_text())["photos"]
    outlined = {row["source"] for row in rows if row["use"] == "hair"}
    plain = {row["source"] for row in rows if row["use"] == "tune" and row["source"].split("/")[0] in BACKGROUNDS}
    sources = sorted(plain - outlined)
    scenes = [_read(options.photos / source, 500, cv2.INTER_AREA) for source in sources]
    every, made = heads(options.photos), []
    for i in range(options.rounds):  # heads without hair are few, and all alike to learn
        made += [example(head, scenes, rng) for head in every if head.hair.any() or i % 3 == 0]
        print(f"{len(made)} views", end="\r", flush=True)
    write(fit(made, options.epochs), made[0], options.out)


if __name__ == "__main__":
    main()
