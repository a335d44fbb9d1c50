"""Things with a name that are looked for by a network: cars, dogs, cats, bicycles, bottles, chairs … and nothing else.

The network (editor_ops/masks/models/NOTICE.md) is an SSD MobileNetV2 for 300 × 300 pixels and 23 classes of Open
Images. Boxes are decoded as MediaPipe does (modules/objectron, Apache-2.0): anchors of six layers, scores by a sigmoid.
"""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks import models
from editor_ops.measure import srgb_codes
from editor_ops.photo import Photo
from jarvisevo.rules.places import Box

FILE, SIDE = "things.tflite", 300
SURE = 0.5
"""Score from which a thing is there."""
APART = 0.25
"""Boxes of a class that overlap more (intersection over union) are one thing: their mean,
by the squares of their scores.
"""
CLASSES = [
    "bicycle",
    "boot",
    "laptop",
    "person",
    "chair",
    "cattle",
    "desk",
    "cat",
    "mouse",
    "monitor",
    "box",
    "mug",
    "cup",
    "bicycle",
    "table",
    "bottle",
    "heels",
    "vehicle",
    "footwear",
    "dog",
    "book",
    "camera",
    "car",
]
WORDS: dict[str, tuple[str, ...]] = {  # what people say -> classes that are it
    "car, cars, 车, 汽车, 轿车, 车子, 小车": ("car", "vehicle"),
    "vehicle, bus, truck, van, train, tram, taxi, lorry, 公交车, 卡车, 火车, 电车, 出租车, 大巴, 车辆": (
        "vehicle",
        "car",
    ),
    "motorcycle, motorbike, scooter, 摩托车, 电动车": ("vehicle", "bicycle"),
    "bicycle, bike, cycle, 自行车, 单车": ("bicycle",),
    "boat, ship, 船, 小船, 帆船, 轮船": ("vehicle",),
    "plane, airplane, aircraft, 飞机": ("vehicle",),
    "dog, puppy, 狗, 小狗, 狗狗, 狗子": ("dog",),
    "cat, kitten, 猫, 小猫, 猫咪": ("cat",),
    "cow, cattle, bull, 牛, 奶牛": ("cattle",),
    "chair, sofa, couch, armchair, 椅子, 沙发": ("chair",),
    "table, desk, 桌子, 书桌, 餐桌": ("table", "desk"),
    "bottle, 瓶子, 酒瓶": ("bottle",),
    "cup, mug, coffee cup, 杯子, 咖啡杯, 茶杯": ("cup", "mug"),
    "laptop, computer, 笔记本电脑, 电脑": ("laptop", "monitor"),
    "monitor, screen, tv, television, 屏幕, 显示器, 电视": ("monitor", "laptop"),
    "book, 书, 书本": ("book",),
    "camera, 相机": ("camera",),
    "shoe, boot, sneaker, heels, 鞋, 鞋子, 靴子": ("footwear", "boot", "heels"),
}
_BY_WORD = {word.strip(): classes for words, classes in WORDS.items() for word in words.split(",")}
ALIVE = ("person", "cattle", "cat", "dog")


def known(noun: str) -> bool:
    """True when the network knows what a noun names."""
    return _classes(noun) is not None


def find(photo: Photo, noun: str) -> list[Box]:
    """Boxes (left, top, right, bottom; fractions) of what the noun names, surest first; [] when it is not there."""
    classes = _classes(noun) or ()
    return [box for name, _, box in seen(photo) if name in classes]


def lifeless(photo: Photo, weight: np.ndarray) -> bool:
    """True when a map (h, w) is mostly a thing that does not live: a car, a chair, a bottle."""
    height, width = weight.shape
    total = float(weight.sum())
    for name, score, (left, top, right, bottom) in seen(photo):
        part = np.s_[int(top * height) : int(bottom * height) + 1, int(left * width) : int(right * width) + 1]
        area = (right - left) * (bottom - top) * height * width
        if name not in ALIVE and score > 0.55 and weight[part].sum() > 0.7 * total and area < 3 * total:
            return True
    return False


def seen(photo: Photo) -> tuple[tuple[str, float, Box], ...]:
    """(class, score, box) of everything found in a photo, surest first."""
    codes = srgb_codes(photo, 512 * 512)
    return _seen(np.ascontiguousarray(codes).tobytes(), codes.shape)


def _classes(noun: str) -> tuple[str, ...] | None:
    text = noun.strip().lower()
    words = [text, text.split()[-1]] if " " in text else [text]
    for word in words:
        for form in (word, word.removesuffix("s"), word.removesuffix("es")):
            if form in _BY_WORD:
                return _BY_WORD[form]
    return None


@lru_cache(maxsize=4)
def _seen(data: bytes, shape: tuple[int, ...]) -> tuple[tuple[str, float, Box], ...]:
    codes = np.frombuffer(data, np.uint8).reshape(shape)
    small = cv2.resize(codes, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 127.5 - 1
    places, scores = models.run(FILE, small, ("raw_outputs/box_encodings", "raw_outputs/class_predictions"))
    boxes = _decoded(places.reshape(-1, 4))
    chances = 1 / (1 + np.exp(-np.clip(scores.reshape(len(boxes), -1)[:, 1:], -30, 30)))
    found: list[tuple[str, float, Box]] = []
    for column, name in enumerate(CLASSES):
        left = [i for i in np.argsort(-chances[:, column])[:20] if chances[i, column] > 0.6 * SURE]
        while left and chances[left[0], column] >= SURE:
            same = [i for i in left if _overlap(boxes[left[0]], boxes[i]) > APART]
            weights = chances[same, column] ** 2
            box = np.clip((boxes[same] * weights[:, None]).sum(0) / weights.sum(), 0, 1).tolist()
            found.append((name, float(chances[left[0], column]), (box[0], box[1], box[2], box[3])))
            left = [i for i in left if i not in same]
    return tuple(sorted(found, key=lambda item: -item[1]))


def _decoded(codes: np.ndarray) -> np.ndarray:
    """(n, 4) encodings (y, x, height, width against their anchors) -> (n, 4) left, top, right, bottom."""
    anchors = _anchors()
    y = codes[:, 0] / 10 * anchors[:, 3] + anchors[:, 1]
    x = codes[:, 1] / 10 * anchors[:, 2] + anchors[:, 0]
    height, width = np.exp(codes[:, 2] / 5) * anchors[:, 3], np.exp(codes[:, 3] / 5) * anchors[:, 2]
    return np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 1)


@lru_cache(maxsize=1)
def _anchors() -> np.ndarray:
    """(1917, 4) x, y, width, height of the anchors of an SSD with six layers, scales 0.2 to 0.95."""
    scales = [0.2 + 0.15 * i for i in range(6)] + [1.0]
    rows = []
    for layer, side in enumerate((19, 10, 5, 3, 2, 1)):
        shapes = [(0.1, 1.0), (scales[0], 2.0), (scales[0], 0.5)]
        if layer:
            shapes = [(scales[layer], ratio) for ratio in (1.0, 2.0, 0.5, 3.0, 1 / 3)]
            shapes.append(((scales[layer] * scales[layer + 1]) ** 0.5, 1.0))
        for row in range(side):
            for column in range(side):
                for scale, ratio in shapes:
                    rows.append(((column + 0.5) / side, (row + 0.5) / side, scale * ratio**0.5, scale / ratio**0.5))
    return np.array(rows, np.float32)


def _overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two boxes."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(across, 0.0) * max(down, 0.0)
    return float(shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared + 1e-9))
