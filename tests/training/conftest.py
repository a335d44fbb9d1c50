"""A model of 60 thousand weights and a data set of small photos that the stages are tried on."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files import config as yaml_config
from jarvisevo.record.artedit import Record, write
from jarvisevo.record.questions import Question
from jarvisevo.record.trajectory import Evaluation, Reflection, Step, Trajectory
from training import nano
from training.config import CONFIGS, StageConfig

SIDE = 48
CALLS = ({"Exposure2012": 0.5}, {"Contrast2012": 20, "Saturation": 10}, {"Exposure2012": -0.4}, {"Saturation": -30})
WISHES = ("make it brighter", "more contrast and colour", "darker please", "让颜色更淡一点")


@pytest.fixture(scope="session")
def micro(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a Qwen3-VL so small that a step takes milliseconds."""
    import torch

    torch.set_num_threads(1)
    sizes = nano.NanoConfig(
        vocab_size=1024,
        hidden_size=32,
        intermediate_size=64,
        layers=1,
        heads=2,
        kv_heads=1,
        head_dim=16,
        context=1024,
        vision_hidden=32,
        vision_intermediate=64,
        vision_layers=1,
        vision_heads=2,
        deepstack=(0,),
        image_max_pixels=64 * 64,
        dtype="float32",
    )
    return nano.build(tmp_path_factory.mktemp("micro") / "model", 0, sizes)


def noise_image(seed: int) -> np.ndarray:
    """A photo: smooth noise, (SIDE, SIDE, 3) uint8."""
    noise = np.random.default_rng(seed).integers(30, 220, (4, 4, 3), dtype=np.uint8)
    return cv2.resize(noise, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)


def make_data(folder: Path, count: int = 6) -> Path:
    """So many edits and judgements, and one edit with a reflection."""
    records = []

    def save(name: str, pixels: np.ndarray) -> str:
        (folder / "images").mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "images" / name), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))
        return f"images/{name}"

    for i in range(count):
        photo, wish, call = Photo.from_array(noise_image(i)), WISHES[i % 4], CALLS[i % 4]
        settings = Settings.parse(call)
        paths = [save(f"{i}.png", photo.pixels), save(f"{i}_done.png", render(photo, settings).eight_bit())]
        step = Step("I will do it.", call, settings, "finished")
        made = Trajectory(paths[0], wish, (step,), meta={"max_size": SIDE})
        language = "zh" if i % 4 == 3 else "en"
        meta = {"images": paths}
        teacher = {"Exposure2012": 0.25} if i % 2 else None
        records.append(Record(f"e{i}", "edit", *paths, wish, language, made, teacher=teacher, meta=meta))
        verdict = Evaluation(1.5 + 3 * (i % 2), {}, "It fits." if i % 2 else "It fails.", "gold")
        records.append(Record(f"v{i}", "eval", *paths, wish, language, made, evaluation=verdict, meta=meta))
        if i == 0:
            better = settings.merge({"Contrast2012": 5})
            fix = Reflection(Step("I was too timid.", {"Contrast2012": 5}, better), Evaluation(4.5, {}, "Good."))
            told = Trajectory(paths[0], wish, (step,), Evaluation(2.0, {}, "Too weak."), (fix,), {"max_size": SIDE})
            more = [*paths, save("0_better.png", render(photo, better).eight_bit())]
            records.append(Record("r0", "edit", *paths, wish, "en", told, meta={"images": more}))
    write(records, folder)
    asked = [
        Question(
            "e0-p", "perceive", ("images/0.png", "images/0_done.png"), "What was done?", "It got brighter.", "en", {}
        ),
        Question(
            "e1-c",
            "compare",
            ("images/1.png", "images/1_done.png", "images/1.png"),
            "Which is nearer to: more contrast?",
            "The first.",
            "en",
            {"nearer": 1},
        ),
    ]
    lines = (json.dumps(question.to_dict()) + "\n" for question in asked)
    (folder / "questions.jsonl").write_text("".join(lines), "utf-8")
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_data(tmp_path_factory.mktemp("data"))


def stage_config(micro: Path, data: Path, folder: Path, stage: str = "sft", **keys: Any) -> StageConfig:
    """A config for the micro model; keyword `a__b` sets a.b."""
    plain: dict[str, Any] = {
        "stage": stage,
        "out": str(folder / "run"),
        "model": {"name": str(micro)},
        "device": "cpu",
        "data": {"folders": [str(data)]},
        "log_steps": 1,
        "save_steps": 2,
        "keep": 9,
        "optim": {"learning_rate": 1e-3, "batch_size": 4, "epochs": 50, "steps": 4},
    }
    if stage == "sepo":
        plain |= {
            "rollout": {"generations": 4, "max_tokens": 24, "max_size": SIDE},
            "optim": {**plain["optim"], "accumulation": 2},
        }
    if stage == "rft":
        plain["data"] |= {"kinds": ["edit"], "learn": ["reflect"]}
    for name, value in keys.items():
        *groups, last = name.split("__")
        place = plain
        for group in groups:
            place = place.setdefault(group, {})
        place[last] = value
    return yaml_config.parse(plain, CONFIGS[stage])


@pytest.fixture
def settings(micro: Path, data: Path, tmp_path: Path) -> Callable[..., StageConfig]:
    """See `stage_config`."""
    return functools.partial(stage_config, micro, data, tmp_path)
