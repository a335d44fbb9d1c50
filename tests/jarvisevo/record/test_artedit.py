"""Records and their other forms."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.settings import Settings
from jarvisevo.protocol import export
from jarvisevo.record import artedit, layouts
from jarvisevo.record.artedit import Record, RecordError, boxes_in, faults
from jarvisevo.record.trajectory import Evaluation, Step, Trajectory

HISTORY = Trajectory(
    "images/a.jpg",
    "warmer",
    (
        Step("We will warm it.", {"Tint": 3}, Settings.parse({"Tint": 3}), "processing"),
        Step("We will lift it.", {"Exposure2012": 0.5}, Settings.parse({"Tint": 3, "Exposure2012": 0.5}), "finished"),
    ),
    Evaluation(4.2, {"completeness_fulfillment": 4.0}, "It is warmer."),
)
EDIT = Record(
    "a-en",
    "edit",
    "images/a.jpg",
    "images/a_2.jpg",
    "warmer <box>0.1 0.2 0.3 0.4</box>",
    "en",
    HISTORY,
    scene="portrait",
    subscene="child",
    boxes=((0.1, 0.2, 0.3, 0.4),),
    licence="CC0",
    made="expert",
)
JUDGED = replace(EDIT, id="a-eval", kind="eval", evaluation=Evaluation(3.3, judge="people"))


def test_records_survive_json(tmp_path: Path) -> None:
    assert artedit.write([EDIT, JUDGED], tmp_path) == {"edit": 1, "eval": 1}
    assert artedit.write([replace(EDIT, id="b")], tmp_path) == {"edit": 1}
    assert [r.id for r in artedit.read(tmp_path)] == ["a-en", "b"]
    assert list(artedit.read(tmp_path, "eval")) == [JUDGED] and list(artedit.read(tmp_path / "none")) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "a/b"}, "cannot name files"),
        ({"kind": "x"}, "kind"),
        ({"language": "de"}, "language"),
        ({"prompt": "x"}, "prompt"),
        ({"scene": "moon"}, "scene"),
        ({"subscene": "bird"}, "no kind of portrait"),
        ({"source": "../a.jpg"}, "leaves the data set"),
        ({"target": "/a.jpg"}, "leaves the data set"),
        ({"target": "a\\..\\b"}, "leaves the data set"),
        ({"instruction": " "}, "empty"),
        ({"boxes": ()}, "was not given"),
        ({"boxes": ((0.3, 0.1, 0.1, 0.4), (0.1, 0.2, 0.3, 0.4))}, "is not x1 y1"),
        ({"instruction": "<box>0.1 0.2 0.3 nan</box>"}, "was not given"),
        ({"instruction": "<box>here</box>"}, "was not given"),
        ({"kind": "eval"}, "needs a score"),
        ({"source": 3}, "must be text"),
    ],
)
def test_faults_are_named(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    bad = replace(EDIT, **change)
    assert any(words in line for line in faults(bad)), faults(bad)
    with pytest.raises(RecordError, match=words.split()[0]):
        artedit.write([bad], tmp_path)
    assert not any(path.read_text() for path in tmp_path.iterdir())


def test_damaged_lines_are_named(tmp_path: Path) -> None:
    artedit.write([EDIT], tmp_path)
    with (tmp_path / "edit.jsonl").open("a") as file:
        file.write('{"id": 3}\n')
    with pytest.raises(RecordError, match="line 2"):
        list(artedit.read(tmp_path))


def test_boxes() -> None:
    assert boxes_in("brighten <box>0.1 0.2 0.3 0.4</box> and <box>0, 0, 1, 1</box>") == [
        (0.1, 0.2, 0.3, 0.4),
        (0, 0, 1, 1),
    ]
    assert faults(EDIT) == [] and sum(len(subs) for subs in artedit.SCENES.values()) >= 37 and len(artedit.SCENES) == 10


def pictures(folder: Path) -> None:
    (folder / "images").mkdir()
    for i, name in enumerate(("a.jpg", "a_1.jpg", "a_2.jpg")):
        cv2.imwrite(str(folder / "images" / name), np.full((40, 60, 3), 60 * i, np.uint8))


def test_the_released_layout_is_written_and_read(tmp_path: Path) -> None:
    pictures(tmp_path)
    chinese = replace(EDIT, id="a-zh", language="zh", instruction="暖一点", boxes=())
    assert layouts.write_bench([EDIT, chinese], tmp_path, tmp_path / "bench") == 1
    (sample,) = layouts.read_bench(tmp_path / "bench")
    assert isinstance(sample, layouts.BenchSample)
    assert sample.wishes == {"en": EDIT.instruction, "zh": "暖一点"}
    assert sample.settings.values == HISTORY.settings.values


def test_lua_configs_are_parsed_never_run(tmp_path: Path) -> None:
    pictures(tmp_path)
    layouts.write_bench([EDIT], tmp_path, tmp_path / "bench")
    folder = tmp_path / "bench" / "a"
    (folder / "config.xmp").unlink()
    (folder / "config.lua").write_text("s = { Exposure2012 = 0.5, Contrast2012 = 12 }")
    (sample,) = layouts.read_bench(tmp_path / "bench")
    assert isinstance(sample, layouts.BenchSample) and sample.settings["Exposure2012"] == 0.5
    (folder / "config.lua").write_text("os.execute('touch owned')")
    (error,) = layouts.read_bench(tmp_path / "bench")
    assert isinstance(error, RecordError) and "config.lua" in str(error)


@pytest.mark.parametrize("missing", ["processed.jpg", "user_want_en.txt"])
def test_damaged_samples_are_errors_not_gaps(missing: str, tmp_path: Path) -> None:
    pictures(tmp_path)
    layouts.write_bench([EDIT], tmp_path, tmp_path / "bench")
    (tmp_path / "bench" / "a" / missing).unlink()
    (error,) = layouts.read_bench(tmp_path / "bench")
    assert isinstance(error, RecordError) and missing in str(error)


def test_sharegpt_has_every_picture_at_its_own_turn(tmp_path: Path) -> None:
    paths = ["images/a.jpg", "images/a_1.jpg", "images/a_2.jpg"]
    assert export.to_sharegpt([(EDIT, paths)], tmp_path, "one") == 1
    assert export.to_sharegpt([], tmp_path, "two") == 0
    (line,) = (tmp_path / "one.jsonl").read_text("utf-8").splitlines()
    row = json.loads(line)
    assert row["images"] == paths
    text = [turn["content"] for turn in row["messages"]]
    assert sum(t.count("<image>") for t in text) == 3
    assert [t.count("<image>") for t in text[::2]] == [1, 1, 1] and not any("<image>" in t for t in text[1::2])
    assert [turn["role"] for turn in row["messages"]] == ["user", "assistant"] * 3
    assert set(json.loads((tmp_path / "dataset_info.json").read_text())) == {"one", "two"}
