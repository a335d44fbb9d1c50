"""How editor_ops/masks/models/sky.onnx was made: a head on the features of things.tflite, trained on the photos of
truth.json with use "tune".

    python -m bench.masks.train_sky PHOTOS OUT.onnx [--samples 4000] [--epochs 3] [--hold-out]

PHOTOS  the folder that the `source` paths of truth.json start from. Needs torch and onnx (the extra "model" has
        torch); 4 GB of memory. Photos with use "measure" are never read. The features (editor_ops/masks/models) are
        those of 300 × 300 RGB; the head makes of them 75 × 75 probabilities of sky. A U-Net trained from nothing on the
        same photos finds half of the skies that this one finds in photos held out (docs/log.md).
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from editor_ops.masks import models

if TYPE_CHECKING:
    import torch

SIDE, BATCH = models.FEATURE_SIDE, 16
OUT = 75
"""Side of what the head makes, and of the finest features."""
HELD = ("cid22_1370704", "cid22_1722183", "cid22_pexels_photo_4577831", "cid22_3794859", "kodim22", "cid22_2866385")


def network() -> "torch.nn.Module":
    """An untrained head: features of 24, 32, 96 and 160 planes at 75, 38, 19 and 10 -> (B, 1, 75, 75) logits."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def block(before: int, after: int, size: int = 3) -> nn.Sequential:
        """Convolution, batch norm, ReLU."""
        return nn.Sequential(
            nn.Conv2d(before, after, size, 1, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )

    class SkyHead(nn.Module):
        """From coarse to fine; rows are told by a constant plane, the whole photo by its mean features."""

        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("height", torch.linspace(-1, 1, 19)[None, None, :, None].repeat(1, 1, 1, 19))
            self.of10, self.of19, self.of38, self.of75 = (
                block(160, 64, 1),
                block(96, 64, 1),
                block(32, 32, 1),
                block(24, 16, 1),
            )
            self.to19, self.to38, self.to75 = block(129, 64), block(96, 48), block(64, 32)
            self.whole, self.out = nn.Conv2d(64, 64, 1), nn.Conv2d(32, 1, 3, 1, 1)
            self.drop = nn.Dropout2d(0.3)

        def forward(self, f75: torch.Tensor, f38: torch.Tensor, f19: torch.Tensor, f10: torch.Tensor) -> torch.Tensor:
            x = self.of10(self.drop(f10))
            x = F.interpolate(x + self.whole(F.avg_pool2d(x, 10)), size=(19, 19), mode="bilinear")
            x = self.to19(torch.cat([x, self.of19(self.drop(f19)), self.height.expand(x.shape[0], -1, -1, -1)], 1))
            x = F.interpolate(x, size=(38, 38), mode="bilinear")
            x = F.interpolate(self.to38(torch.cat([x, self.of38(f38)], 1)), size=(75, 75), mode="bilinear")
            return self.out(self.to75(torch.cat([x, self.of75(f75)], 1)))

    return SkyHead()


Example = tuple[str, np.ndarray, np.ndarray]
"""(name, (h, w, 3) uint8 RGB, (h, w) uint8 0/1 sky)."""


def samples(folder: Path) -> list[Example]:
    """(name, (h, w, 3) uint8 RGB, (h, w) uint8 0/1 sky) of every tuning photo, long edge 400."""
    truth = json.loads((Path(__file__).parent / "truth" / "truth.json").read_text())
    found = []
    for row in truth["photos"]:
        if row["use"] != "tune":
            continue
        photo = cv2.imread(str(folder / row["source"]))
        scale = 400 / max(photo.shape[:2])
        photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[..., ::-1]
        mask = np.zeros(photo.shape[:2], np.uint8)
        for outline in row.get("regions", {}).get("sky", []):
            one = np.zeros_like(mask)
            cv2.fillPoly(one, [(np.array(outline) * mask.shape[::-1]).astype(np.int32)], 1)
            mask ^= one
        found.append((Path(row["source"]).stem, np.ascontiguousarray(photo), mask))
    return found


def crop(photo: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A random part, at least half of each side, mirrored half of the time, at SIDE × SIDE."""
    h, w = mask.shape
    ch, cw = (int(n * rng.uniform(0.5, 1)) for n in (h, w))
    top, left = rng.integers(h - ch + 1), rng.integers(w - cw + 1)
    if rng.random() < 0.35:
        top, left, ch, cw = 0, 0, h, w
    photo, mask = photo[top : top + ch, left : left + cw], mask[top : top + ch, left : left + cw]
    if rng.random() < 0.5:
        photo, mask = photo[:, ::-1], mask[:, ::-1]
    size = (SIDE, SIDE)
    photo = cv2.resize(np.ascontiguousarray(photo), size, interpolation=cv2.INTER_AREA)
    return photo.astype(np.float32) / 255, cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA)


def recolour(photo: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Other exposure, white balance, saturation, contrast; some blur and noise. One in six is dark, as at night."""
    photo = np.clip(photo, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.3))) * np.exp(rng.normal(0, 0.12, 3)).astype(
        np.float32
    )
    if rng.random() < 0.17:
        photo = photo * np.float32(rng.uniform(0.15, 0.6))
    grey = photo.mean(2, keepdims=True)
    saturation = 0.0 if rng.random() < 0.08 else np.exp(rng.normal(0, 0.35))
    photo = grey + (photo - grey) * np.float32(saturation)
    if rng.random() < 0.3:
        photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 1.2))
    photo = photo + rng.normal(0, rng.uniform(0, 0.03), photo.shape).astype(np.float32)
    return np.clip(photo, 0, 1)


def horizon(sky: np.ndarray, ground: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A photo that is all sky above one that has none, along a jagged line: an image and its mask."""
    steps = np.cumsum(rng.normal(0, rng.choice([0.2, 1.0, 3.0]), SIDE))
    line = np.clip(rng.uniform(0.15, 0.8) * SIDE + steps - steps.mean(), 2, SIDE)
    mask = (np.arange(SIDE)[:, None] < line[None]).astype(np.float32)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.6)[..., None]
    return sky * soft + ground * (1 - soft), mask


def clouds(rng: np.random.Generator) -> np.ndarray:
    """Noise of all sizes, (SIDE, SIDE) in [0, 1]; the large ones count most, and it is wider than high."""
    field = np.zeros((SIDE, SIDE), np.float32)
    for cells in (2, 4, 8, 16, 32):
        grid = rng.normal(0, 1, (cells, max(2, int(cells * rng.uniform(0.3, 1))))).astype(np.float32)
        field += cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) / cells
    field -= field.min()
    return field / max(float(field.max()), 1e-6)


EVENINGS = {
    "night": ((0.00, 0.01, 0.03), (0.08, 0.10, 0.26), (0.01, 0.02, 0.05), (0.30, 0.22, 0.24)),
    "dusk": ((0.08, 0.12, 0.26), (0.36, 0.42, 0.62), (0.55, 0.28, 0.12), (1.00, 0.65, 0.55)),
    "red": ((0.35, 0.06, 0.03), (0.90, 0.40, 0.30), (0.85, 0.30, 0.05), (1.00, 0.75, 0.40)),
    "grey": ((0.30, 0.31, 0.33), (0.75, 0.76, 0.80), (0.45, 0.45, 0.46), (0.97, 0.97, 0.98)),
}
"""sRGB between which a drawn sky's colour lies: at the top least and most, at the horizon least and most."""


def drawn_sky(kind: str, rng: np.random.Generator) -> np.ndarray:
    """A sky that few photos have, (SIDE, SIDE, 3) in [0, 1]: a gradient with clouds; at night stars, or an aurora."""
    low, high, far_low, far_high = (np.array(c) for c in EVENINGS[kind])
    top, bottom = low + (high - low) * rng.random(), far_low + (far_high - far_low) * rng.random()
    way = (np.linspace(0, 1, SIDE)[:, None] + rng.normal(0, 0.15) * np.linspace(-1, 1, SIDE)[None]).clip(0, 1)
    way = way[..., None] ** rng.uniform(0.6, 3)
    sky = top * (1 - way) + bottom * way
    cover = np.clip(clouds(rng) * rng.uniform(1, 3) - rng.uniform(0.2, 1.5), 0, 1)[..., None] * rng.uniform(0, 0.9)
    sky = sky * (1 - cover) + cover * sky.mean((0, 1)) * rng.uniform(0.3, 1.7)
    if kind == "night" and rng.random() < 0.6:
        stars = (rng.random((SIDE, SIDE, 1)) < rng.uniform(0.001, 0.03)) * rng.random((SIDE, SIDE, 1))
        sky = sky + cv2.GaussianBlur(stars, (0, 0), 0.5)[..., None] * rng.uniform(0.3, 1.5)
    if kind == "night" and rng.random() < 0.3:
        sky = sky + clouds(rng)[..., None] ** 3 * rng.uniform(0.2, 0.9) * np.array([0.2, 1, rng.uniform(0.3, 0.8)])
    return np.clip(sky, 0, 1).astype(np.float32)


def evening(photo: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A photo with another, drawn sky, and below it the light there is then: silhouettes, and lamps at night."""
    kind = rng.choice(list(EVENINGS))
    sky = drawn_sky(kind, rng)
    light = {"night": (0.03, 0.5), "dusk": (0.06, 0.9), "red": (0.03, 0.7), "grey": (0.5, 1.1)}[kind]
    ground = photo * rng.uniform(*light)
    if kind in ("night", "dusk") and rng.random() < 0.5:
        lamps = (rng.random((SIDE, SIDE)) < rng.uniform(0, 0.02)).astype(np.float32)
        glow = cv2.GaussianBlur(lamps, (0, 0), rng.uniform(0.4, 1.2)) * rng.uniform(2, 6)
        ground = ground + glow[..., None] * np.array([1, 0.75, 0.45])
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.4, 0.9))[..., None]
    return np.clip(sky * soft + ground * (1 - soft), 0, 1).astype(np.float32)


def studio(photo: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A piece of a photo before a plain backdrop, as products and portraits are taken: no sky, however even it is."""
    light = float(rng.choice([rng.uniform(0.02, 0.15), rng.uniform(0.3, 0.7), rng.uniform(0.8, 1)]))
    tint = rng.normal(0, 0.1 if light > 0.2 and rng.random() < 0.3 else 0.015, 3)
    tint[2] = min(tint[2], tint[0] + 0.02)  # an even blue may well be a sky
    fall = np.linspace(0, rng.normal(0, 0.25), SIDE)[:, None] + np.linspace(0, rng.normal(0, 0.1), SIDE)[None]
    glow = cv2.getGaussianKernel(SIDE, SIDE * 0.4) @ cv2.getGaussianKernel(SIDE, SIDE * 0.4).T
    fall = fall + glow / glow.max() * rng.uniform(-0.1, 0.3)
    backdrop = light * (1 + tint) * (1 + fall[..., None]) + rng.normal(0, rng.uniform(0, 0.01), (SIDE, SIDE, 1))
    blob = np.zeros((SIDE, SIDE), np.float32)
    x, y = rng.uniform(0.3, 0.7), rng.choice([rng.uniform(0.35, 0.65), rng.uniform(0.7, 1.0)])
    for _ in range(rng.integers(0, 4)):
        middle = (int(SIDE * (x + rng.normal(0, 0.08))), int(SIDE * (y + rng.normal(0, 0.1))))
        axes = tuple(int(SIDE * v) for v in rng.uniform(0.06, 0.38, 2))
        cv2.ellipse(blob, middle, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    blob = cv2.GaussianBlur(blob, (0, 0), rng.uniform(0.5, 1.5))[..., None]
    return np.clip(photo * blob + backdrop * (1 - blob), 0, 1).astype(np.float32)


def mirrored(photo: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A photo above its reflection in water: an image and its mask, in which only the upper sky counts."""
    line = int(SIDE * rng.uniform(0.45, 0.75))
    upper = cv2.resize(photo, (SIDE, line), interpolation=cv2.INTER_AREA)
    sky = cv2.resize(mask, (SIDE, line), interpolation=cv2.INTER_AREA)
    lower = cv2.resize(upper[::-1], (SIDE, SIDE - line), interpolation=cv2.INTER_AREA)
    lower = cv2.GaussianBlur(lower, (0, 0), sigmaX=rng.uniform(0.3, 4), sigmaY=rng.uniform(0.3, 1.5))
    lower = lower * rng.uniform(0.4, 1) + rng.normal(0, rng.uniform(0, 0.05), (SIDE - line, SIDE, 1))
    return (
        np.clip(np.vstack((upper, lower)), 0, 1).astype(np.float32),
        np.vstack((sky, np.zeros((SIDE - line, SIDE), np.float32))),
    )


def batch(kept: "list[Example]", rng: np.random.Generator) -> list[tuple[np.ndarray, np.ndarray]]:
    """BATCH images (SIDE, SIDE, 3) and their masks (SIDE, SIDE).

    Three fifths of the photos have sky: a third of those that of another photo, a quarter a drawn one, and a tenth
    stand above their reflection. A tenth of all are put together from a sky and a photo without one; in the last fifth,
    without sky, one in five stands before a plain backdrop.
    """
    some, none = [s for s in kept if s[2].any()], [s for s in kept if not s[2].any()]
    whole = [s for s in some if s[2].all()]
    made = []
    for i in range(BATCH):
        pool = some if i % 5 < 3 else none
        _, photo, mask = pool[rng.integers(len(pool))]
        photo, mask = crop(photo, mask, rng)
        what = rng.random()
        if i % 5 < 3 and what < 0.35:
            photo = other_sky(photo, mask, some[rng.integers(len(some))], rng)
        elif i % 5 < 3 and what < 0.6:
            photo = evening(photo, mask, rng)
        elif i % 5 == 3 and what < 0.5:
            _, other, sky = whole[rng.integers(len(whole))]
            above = drawn_sky(rng.choice(list(EVENINGS)), rng) if rng.random() < 0.4 else crop(other, sky, rng)[0]
            photo, mask = horizon(above, photo, rng)
        elif i % 5 == 4 and what < 0.22:
            photo = studio(photo, rng)
        if mask.any() and rng.random() < 0.1:
            photo, mask = mirrored(photo, mask, rng)
        made.append((recolour(photo, rng), mask))
    return made


def other_sky(photo: np.ndarray, mask: np.ndarray, other: "Example", rng: np.random.Generator) -> np.ndarray:
    """A photo with the sky of another one, when a part of that can be cut out that is nearly all sky."""
    cut, sky = crop(other[1], other[2], rng)
    rows, columns = np.where(sky > 0.99)
    if sky.mean() <= 0.3 or not len(rows):
        return photo
    box = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    if sky[box].mean() <= 0.9:
        return photo
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    return photo * (1 - soft) + cv2.resize(cut[box], (SIDE, SIDE)) * soft


class Features:
    """Features of many images and their masks, half precision."""

    def __init__(self) -> None:
        self.planes: list[list[np.ndarray]] = [[] for _ in models.FEATURES]
        self.masks: list[np.ndarray] = []

    def add(self, image: np.ndarray, mask: np.ndarray) -> None:
        """Features of an image (SIDE, SIDE, 3) in [0, 1], and its mask at the size of the head's."""
        for kept, found in zip(self.planes, models.features(image), strict=True):
            kept.append(found[0].astype(np.float16))
        self.masks.append(cv2.resize(mask.astype(np.float32), (OUT, OUT), interpolation=cv2.INTER_AREA)[None])

    def tensors(self) -> "list[torch.Tensor]":
        """The four features and the masks, each of all images."""
        import torch

        found = [torch.from_numpy(np.stack(planes)) for planes in self.planes]
        self.planes = [[] for _ in models.FEATURES]
        return [*found, torch.from_numpy(np.stack(self.masks)).half()]


def score(net: "torch.nn.Module", held: "list[torch.Tensor]") -> str:
    """IoU of every held-out photo."""
    import torch

    net.eval()
    with torch.no_grad():
        found = net(*(t.float() for t in held[:4]))[:, 0] > 0
    true = held[4][:, 0].float() > 0.5
    both, either = (found & true).sum((1, 2)), (found | true).sum((1, 2)).clamp(min=1)
    net.train()
    return " ".join(f"{value:.2f}" for value in (both / either).tolist())


def main() -> None:
    """Train, then write the ONNX file."""
    import torch
    from torch.nn import functional as F

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--hold-out", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    every = samples(options.photos)
    held, made = Features(), Features()
    for _, photo, mask in (s for s in every if s[0] in HELD):
        held.add(cv2.resize(photo, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255, mask)
    kept = [s for s in every if not (options.hold_out and s[0] in HELD)]
    while len(made.masks) < options.samples:
        for image, mask in batch(kept, rng):
            made.add(image, mask)
        print(f"{len(made.masks)} of {options.samples} images", end="\r", flush=True)
    inputs, tests = made.tensors(), held.tensors()
    net = network().train()
    steps = len(inputs[4]) // 24
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=5e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=options.epochs * steps)
    for epoch in range(options.epochs):
        total = 0.0
        for chosen in torch.randperm(len(inputs[4]))[: steps * 24].view(steps, 24):
            *features, masks = (t[chosen].float() for t in inputs)
            loss = F.binary_cross_entropy_with_logits(net(*features), masks)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}  loss {total / steps:.4f}  IoU {score(net, tests)}", flush=True)
    net.eval()

    class Chance(torch.nn.Module):
        """The head with its probabilities."""

        def __init__(self) -> None:
            super().__init__()
            self.head = net

        def forward(self, *features: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(self.head(*features))

    torch.onnx.export(
        Chance(),
        tuple(t[:1].float() for t in tests[:4]),
        str(options.out),
        dynamo=False,
        opset_version=13,
        input_names=list(models.FEATURES),
        output_names=["sky"],
    )


if __name__ == "__main__":
    main()
