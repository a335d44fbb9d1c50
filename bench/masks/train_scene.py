"""How editor_ops/masks/models/scene.onnx was made: a head that tells the parts of a scene apart, on frozen features.

    python -m bench.masks.train_scene PHOTOS OUT.onnx [--views 14] [--epochs 10]

PHOTOS  the folder that the names in truth/scene.npz start from. Needs torch and onnx; 10 GB of memory, a quarter of
        an hour on one core. The photos of places.jsonl are not learnt from: on them the head is measured, here by
        pixels, and by bench/masks/places.py through the editor. truth/scene.npz: file -> (h, w) uint8, long side 160,
        places in CLASSES of editor_ops/masks/scene_parsing.py, UNKNOWN where a photo was not labelled or two things
        meet.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import cv2
import numpy as np
import typer

from bench.masks.train_sky import recolour
from editor_ops.masks import detector, scene_parsing

if TYPE_CHECKING:
    import torch

TRUTH, EXAM = Path(__file__).with_name("truth") / "scene.npz", Path(__file__).with_name("places.jsonl")
UNKNOWN = 255
OUT, BATCH = 75, 16
COARSE, MIDDLE = 19, 38
"""Sides at which features are joined, from coarse to OUT."""
RARE = 0.35
"""Power of a class's frequency by which its pixels count less."""


def network(planes: list[int], sides: list[int]) -> "torch.nn.Module":
    """An untrained head: features of so many planes at these sides -> (B, len(CLASSES), OUT, OUT) logits."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    joined = [next(at for at in (COARSE, MIDDLE, OUT) if side <= at or at == OUT) for side in sides]
    widths = {COARSE: 96, MIDDLE: 48, OUT: 24}
    given = {at: sum(widths[a] for a in joined if a == at) for at in widths}

    def point(before: int, after: int) -> nn.Sequential:
        """A convolution of single pixels, batch norm, ReLU."""
        return nn.Sequential(nn.Conv2d(before, after, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True))

    def around(before: int, after: int) -> nn.Sequential:
        """The same, then 3 × 3 within each plane."""
        deep = nn.Conv2d(after, after, 3, 1, 1, groups=after, bias=False)
        return nn.Sequential(point(before, after), deep, nn.BatchNorm2d(after), nn.ReLU(inplace=True))

    class SceneHead(nn.Module):
        """From coarse to fine; rows are told by a constant plane, the whole photo by its mean features."""

        def __init__(self) -> None:
            super().__init__()
            height = torch.linspace(-1, 1, COARSE)[None, None, :, None]
            self.register_buffer("height", height.repeat(1, 1, 1, COARSE))
            self.each = nn.ModuleList([point(n, widths[at]) for n, at in zip(planes, joined, strict=True)])
            self.to19 = nn.Sequential(point(given[COARSE] + 1, 128), around(128, 128), around(128, 128))
            self.whole = nn.Conv2d(128, 128, 1)
            self.to38, self.to75 = around(128 + given[MIDDLE], 96), around(96 + given[OUT], 64)
            self.out = nn.Conv2d(64, len(scene_parsing.CLASSES), 1)
            self.drop, self.less = nn.Dropout2d(0.3), nn.Dropout2d(0.1)

        def forward(self, *features: torch.Tensor) -> torch.Tensor:
            at: dict[int, list[torch.Tensor]] = {COARSE: [], MIDDLE: [], OUT: []}
            for one, side, layer in zip(features, joined, self.each, strict=True):
                found = layer(self.drop(one) if side == COARSE else self.less(one))
                at[side].append(_at_side(found, side))
            x = self.to19(torch.cat([*at[COARSE], self.height.expand(features[0].shape[0], -1, -1, -1)], 1))
            x = x + self.whole(F.avg_pool2d(x, COARSE))
            x = self.to38(torch.cat([_at_side(x, MIDDLE), *at[MIDDLE]], 1))
            return self.out(self.less(self.to75(torch.cat([_at_side(x, OUT), *at[OUT]], 1))))

    return SceneHead()


def _at_side(x: "torch.Tensor", side: int) -> "torch.Tensor":
    from torch.nn import functional as F

    return x if x.shape[-1] == side else F.interpolate(x, size=(side, side), mode="bilinear")


def view(photo: np.ndarray, truth: np.ndarray, rng: np.random.Generator | None) -> tuple[np.ndarray, np.ndarray]:
    """A part of a photo (h, w, 3) uint8 in other light, (n, n, 3) in [0, 1], and its classes (OUT, OUT); without a
    generator the whole of it as it is.
    """
    if rng is not None:
        if rng.random() > 0.35:
            rows, columns = truth.shape
            down, across = (int(n * rng.uniform(0.45, 1) * rng.uniform(0.85, 1)) for n in (rows, columns))
            top, left = rng.integers(rows - down + 1), rng.integers(columns - across + 1)
            truth = truth[top : top + down, left : left + across]
            scale = photo.shape[0] / rows
            top, left, down, across = (round(n * scale) for n in (top, left, down, across))
            photo = photo[top : top + down, left : left + across]
        if rng.random() < 0.5:
            photo, truth = photo[:, ::-1], truth[:, ::-1]
    size = (detector.SIDE, detector.SIDE)
    image = cv2.resize(np.ascontiguousarray(photo), size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    classes = cv2.resize(np.ascontiguousarray(truth), (OUT, OUT), interpolation=cv2.INTER_NEAREST)
    return (image if rng is None else recolour(image, rng)), classes


def exam() -> set[str]:
    """Names of the photos that are not learnt from."""
    return {json.loads(line)["photo"] for line in EXAM.read_text("utf-8").splitlines()}


def learnt_from(photos: Path) -> tuple[list[tuple[np.ndarray, np.ndarray]], list[tuple[np.ndarray, np.ndarray]]]:
    """(photo (h, w, 3) uint8 with its long side at 640, classes (h, w)) to learn from, and those of the exam."""
    left_out = exam()
    parts: tuple[list[tuple[np.ndarray, np.ndarray]], list[tuple[np.ndarray, np.ndarray]]] = ([], [])
    with np.load(TRUTH) as truth:
        for name in truth.files:
            pixels = cv2.imread(str(photos / name))
            if pixels is None:
                raise SystemExit(f"{photos / name}: no such photo: name the folder of the shared photos")
            scale = 640 / max(pixels.shape[:2])
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            parts[name in left_out].append((np.ascontiguousarray(pixels[..., ::-1]), truth[name]))
    return parts


def stacked(views: "list[tuple[np.ndarray, np.ndarray]]") -> "list[torch.Tensor]":
    """Features of views, half precision, and their classes at the end."""
    import torch

    planes: list[list[np.ndarray]] = []
    for number, (image, _) in enumerate(views):
        found = [one[0].astype(np.float16) for one in scene_parsing.features(image)]
        planes = planes or [[] for _ in found]
        for kept, one in zip(planes, found, strict=True):
            kept.append(one)
        print(f"{number + 1} of {len(views)} views", end="\r", flush=True)
    classes = np.stack([c for _, c in views]).astype(np.int64)
    return [*(torch.from_numpy(np.stack(kept)) for kept in planes), torch.from_numpy(classes)]


def report(net: "torch.nn.Module", held: "list[torch.Tensor]") -> str:
    """Share of the pixels of unseen photos that are called rightly, and IoU of each class that is in five of them."""
    import torch

    net.eval()
    with torch.no_grad():
        found = torch.cat([net(*(t[i : i + BATCH].float() for t in held[:-1])) for i in range(0, len(held[0]), BATCH)])
    net.train()
    called, true = found.argmax(1), held[-1]
    known = true != UNKNOWN
    lines = [f"right {float((called[known] == true[known]).float().mean()):.3f}"]
    for number, name in enumerate(scene_parsing.CLASSES):
        is_, says = true == number, (called == number) & known
        if int(is_.flatten(1).any(1).sum()) >= 5:
            lines.append(f"{name} {int((is_ & says).sum()) / max(int((is_ | says).sum()), 1):.2f}")
    return "  ".join(lines)


def main(
    photos: Path,
    out: Path,
    views: Annotated[int, typer.Option(help="of each photo, beside the whole of it")] = 14,
    epochs: Annotated[int, typer.Option()] = 10,
) -> None:
    """Train, print what it is right in on the photos of the exam, and write the ONNX file."""
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    kept, unseen = learnt_from(photos)
    *inputs, classes = stacked([view(*one, rng if i else None) for one in kept for i in range(views + 1)])
    held = stacked([view(*one, None) for one in unseen])
    net = network([t.shape[1] for t in inputs], [t.shape[-1] for t in inputs]).train()
    known = classes[classes != UNKNOWN]
    often = torch.bincount(known, minlength=len(scene_parsing.CLASSES)).float()
    weight = often.clamp(min=1000) ** -RARE
    weight *= often.sum() / (weight * often).sum()
    steps = len(classes) // BATCH
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=epochs * steps)
    for epoch in range(epochs):
        total = 0.0
        for chosen in torch.randperm(len(classes))[: steps * BATCH].view(steps, BATCH):
            found = net(*(t[chosen].float() for t in inputs))
            loss = F.cross_entropy(found, classes[chosen], weight, ignore_index=UNKNOWN, label_smoothing=0.05)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}  loss {total / steps:.3f}  {report(net, held)}", flush=True)
    write(net, [t[:1].float() for t in held[:-1]], out)


def write(net: "torch.nn.Module", example: "list[torch.Tensor]", out: Path) -> None:
    """The head with its chances as an ONNX file."""
    import torch

    class Chances(torch.nn.Module):
        """The head, each pixel's classes summing to 1."""

        def __init__(self) -> None:
            super().__init__()
            self.head = net.eval()

        def forward(self, *features: torch.Tensor) -> torch.Tensor:
            return torch.softmax(self.head(*features), 1)

    names = list(scene_parsing.FEATURES)
    torch.onnx.export(
        Chances(), tuple(example), str(out), dynamo=False, opset_version=13, input_names=names, output_names=["scene"]
    )


if __name__ == "__main__":
    typer.run(main)
