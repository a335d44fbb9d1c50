"""How editor_ops/masks/models/sky.onnx was made: a small U-Net, trained on the photos of truth.json with use "tune".

    python -m bench.masks.train_sky PHOTOS OUT.onnx [--steps 3000] [--hold-out]

PHOTOS  the folder that the `source` paths of truth.json start from. Needs torch and onnx (the extra "model" has
        torch). Photos with use "measure" are never read. 128 × 128 RGB in [0, 1] -> 64 × 64 probability of sky.
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    import torch

SIDE, BATCH = 128, 16
HELD = ("cid22_1370704", "cid22_1722183", "cid22_pexels_photo_4577831", "cid22_3794859", "kodim22", "cid22_2866385")


def network() -> "torch.nn.Module":
    """An untrained U-Net: (B, 3, 128, 128) RGB in [0, 1] -> (B, 1, 64, 64) logits."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    def block(before: int, after: int, stride: int = 1) -> nn.Sequential:
        """3 × 3 convolution, batch norm, ReLU."""
        return nn.Sequential(
            nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )

    class SkyNet(nn.Module):
        """(B, 3, 128, 128) RGB in [0, 1] -> (B, 1, 64, 64) logits; rows and columns are told by a constant plane."""

        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("height", torch.linspace(-1, 1, SIDE)[None, None, :, None].repeat(1, 1, 1, SIDE))
            self.d1, self.d2, self.d3 = block(4, 16, 2), block(16, 32, 2), block(32, 48, 2)
            self.d4 = nn.Sequential(block(48, 64, 2), block(64, 64))
            self.whole = nn.Conv2d(64, 64, 1)
            self.u3, self.u2, self.u1 = block(64 + 48, 48), block(48 + 32, 32), block(32 + 16, 16)
            self.out = nn.Conv2d(16, 1, 3, 1, 1)

        def forward(self, rgb: torch.Tensor) -> torch.Tensor:
            x1 = self.d1(torch.cat([rgb * 2 - 1, self.height.expand(rgb.shape[0], -1, -1, -1)], 1))
            x2 = self.d2(x1)
            x3 = self.d3(x2)
            x4 = self.d4(x3)
            x4 = x4 + self.whole(F.avg_pool2d(x4, 8))
            y = self.u3(torch.cat([F.interpolate(x4, scale_factor=2, mode="nearest"), x3], 1))
            y = self.u2(torch.cat([F.interpolate(y, scale_factor=2, mode="nearest"), x2], 1))
            y = self.u1(torch.cat([F.interpolate(y, scale_factor=2, mode="nearest"), x1], 1))
            return self.out(y)

    return SkyNet()


Example = tuple[str, np.ndarray, np.ndarray]
"""(name, (h, w, 3) uint8 RGB, (h, w) uint8 0/1 sky)."""


def samples(folder: Path) -> list[Example]:
    """(name, (h, w, 3) uint8 RGB, (h, w) uint8 0/1 sky) of every tuning photo, long edge 256."""
    truth = json.loads((Path(__file__).parent / "truth" / "truth.json").read_text())
    found = []
    for row in truth["photos"]:
        if row["use"] != "tune":
            continue
        photo = cv2.imread(str(folder / row["source"]))
        scale = 256 / max(photo.shape[:2])
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
    """Other exposure, white balance, saturation, contrast; some blur and noise."""
    photo = np.clip(photo, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.3))) * np.exp(rng.normal(0, 0.12, 3)).astype(
        np.float32
    )
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


def batch(kept: "list[Example]", rng: np.random.Generator) -> "tuple[torch.Tensor, torch.Tensor]":
    """Three fifths of the photos have sky, a third of those that of another photo; a tenth are put together."""
    import torch

    some, none = [s for s in kept if s[2].any()], [s for s in kept if not s[2].any()]
    whole = [s for s in some if s[2].all()]
    images, masks = [], []
    for i in range(BATCH):
        pool = some if i % 5 < 3 else none
        _, photo, mask = pool[rng.integers(len(pool))]
        photo, mask = crop(photo, mask, rng)
        if i % 5 < 3 and rng.random() < 0.35:
            _, other, sky = some[rng.integers(len(some))]
            other, sky = crop(other, sky, rng)
            if sky.mean() > 0.3:
                rows, columns = np.where(sky > 0.99)
                box = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
                if sky[box].mean() > 0.9:
                    other = cv2.resize(other[box], (SIDE, SIDE))
                    soft = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
                    photo = photo * (1 - soft) + other * soft
        elif i % 5 == 3 and rng.random() < 0.5:
            _, other, sky = whole[rng.integers(len(whole))]
            photo, mask = horizon(crop(other, sky, rng)[0], photo, rng)
        images.append(recolour(photo, rng).transpose(2, 0, 1))
        masks.append(cv2.resize(mask, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)[None])
    return torch.tensor(np.stack(images), dtype=torch.float32), torch.tensor(np.stack(masks))


def score(net: "torch.nn.Module", held: list) -> str:
    """IoU of every held-out photo at 64 × 64."""
    import torch

    net.eval()
    lines = []
    for name, photo, mask in held:
        small = cv2.resize(photo, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        with torch.no_grad():
            found = net(torch.tensor(small.transpose(2, 0, 1)[None]))[0, 0].numpy() > 0
        true = cv2.resize(mask.astype(np.float32), (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA) > 0.5
        lines.append(f"{name[-12:]} {(found & true).sum() / max((found | true).sum(), 1):.2f}")
    net.train()
    return ", ".join(lines)


def main() -> None:
    """Train, then write the ONNX file."""
    import torch
    from torch.nn import functional as F

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--hold-out", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    every = samples(options.photos)
    held = [s for s in every if s[0] in HELD]
    kept = [s for s in every if not (options.hold_out and s[0] in HELD)]
    net = network().train()
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=options.steps)
    for step in range(options.steps):
        images, masks = batch(kept, rng)
        loss = F.binary_cross_entropy_with_logits(net(images), masks)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 100 == 99:
            print(step + 1, round(loss.item(), 4), score(net, held), flush=True)
    net.eval()
    whole = torch.nn.Sequential(net, torch.nn.Sigmoid())
    torch.onnx.export(
        whole,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(options.out),
        dynamo=False,
        input_names=["rgb"],
        output_names=["sky"],
    )


if __name__ == "__main__":
    main()
