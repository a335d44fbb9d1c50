"""The truth that the head of scene parsing learns from, and how it is shown."""

import json

import numpy as np
import pytest

from bench.masks import train_scene
from editor_ops.masks import scene_parsing


def test_the_truth_holds_classes_only_and_most_photos_are_learnt_from() -> None:
    exam = {json.loads(line)["photo"] for line in train_scene.EXAM.read_text("utf-8").splitlines()}
    with np.load(train_scene.TRUTH) as truth:
        names = set(truth.files)
        seen = np.unique(np.concatenate([truth[name].ravel() for name in names]))
    assert set(seen.tolist()) <= {*range(len(scene_parsing.CLASSES)), train_scene.UNKNOWN}
    assert len(names - exam) > 4 * len(names & exam)


def test_a_view_keeps_photo_and_classes_together() -> None:
    """White is one class and black another: wherever a view is cut, each pixel has its own."""
    photo = np.zeros((320, 480, 3), np.uint8)
    photo[:, 240:] = 255
    truth = np.where(photo[::4, ::4, 0] > 0, 7, 2).astype(np.uint8)
    rng = np.random.default_rng(3)
    for _ in range(20):
        image, classes = train_scene.view(photo, truth, rng)
        assert image.shape == (416, 416, 3) and classes.shape == (75, 75)
        rows = image[:, np.arange(75) * 416 // 75 + 2].mean((0, 2))
        bright, dark = rows[classes[0] == 7], rows[classes[0] == 2]
        if len(bright) > 4 and len(dark) > 4:
            assert np.median(bright) > np.median(dark)
    whole, _ = train_scene.view(photo, truth, None)
    assert whole[:, :200].max() == 0 and whole[:, 220:].min() == 1


def test_the_head_makes_logits_of_every_class() -> None:
    torch = pytest.importorskip("torch")
    planes, sides = [24, 32, 96, 160, 128, 128, 128], [75, 38, 19, 10, 52, 26, 13]
    net = train_scene.network(planes, sides).eval()
    features = [torch.zeros(2, n, side, side) for n, side in zip(planes, sides, strict=True)]
    with torch.no_grad():
        assert net(*features).shape == (2, len(scene_parsing.CLASSES), train_scene.OUT, train_scene.OUT)
