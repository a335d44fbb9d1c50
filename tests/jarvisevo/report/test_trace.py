"""The trace page: what it holds, what it must never let through, and how large it is."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import Photo, Settings, render
from editor_ops.table import TABLE
from jarvisevo.record.trajectory import DIMENSIONS, Evaluation, Failure, Reflection, Step, Trajectory
from jarvisevo.record.trajectory_json import from_dict, to_dict
from jarvisevo.report import trace as report
from jarvisevo.report.labels import chinese
from jarvisevo.report.settings_view import TITLES, title
from jarvisevo.report.sliders import op_of

PAYLOADS = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' autofocus onfocus='alert(1)",
    "<!--<script>",
    "]]></style><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)\u2028\u2029\x00\ud800",
)
SKY = {
    "CorrectionName": "Sky",
    "LocalExposure2012": -0.25,
    "CorrectionMasks": [{"What": "Mask/Gradient", "ZeroX": 0.5, "ZeroY": 0.6, "FullX": 0.5, "FullY": 0.1}],
}
CALLS: tuple[dict[str, Any], ...] = (
    {"Exposure2012": 0.5, "IncrementalTemperature": 9},
    {"MaskGroupBasedCorrections": [SKY]},
    {"Exposure2012": 0.2},
)


class Reader(HTMLParser):
    """Tags with their attributes, and the text outside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.raw, self._open = "", {"script": [], "style": []}, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag in self.raw:
            self._open = tag
            self.raw[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = "" if tag == self._open else self._open

    def handle_data(self, data: str) -> None:
        if self._open:
            self.raw[self._open][-1] += data
        else:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def photo() -> Photo:
    ramp = np.linspace(30, 220, 90)[:, None, None] * np.linspace(0.7, 1, 120)[None, :, None]
    return Photo.from_array(np.repeat(ramp, 3, 2).astype(np.uint8))


def verdict(score: float, text: str = "The sky came back.") -> Evaluation:
    return Evaluation(score, dict.fromkeys(DIMENSIONS, score), text, "analytic")


def trajectory(text: str = "quiet evening", path: str = "photos/lake.jpg", best: int = 3) -> Trajectory:
    settings, steps = Settings(), []
    for call in CALLS:
        settings = settings.merge(call)
        steps.append(
            Step(
                text,
                call,
                settings,
                "processing",
                (f"repaired: {text}", f"locked: {text}"),
                (),
                text,
                timing={"reply": 1.5},
            )
        )
    meta = {"best": best, "model": text, "threshold": 3.0, "notes": [text], "seconds": 4.2}
    return Trajectory(
        path,
        text,
        tuple(steps[:2]),
        verdict(2.16, text),
        (Reflection(steps[2], verdict(3.9, text)),),
        meta,
        (Failure("edit", 1, text, text),),
    )


def pictures(photo: Photo, record: Trajectory) -> list[Any]:
    return [render(photo, settings) for settings in record.states]


def read(photo: Photo, record: Trajectory, **more: Any) -> Reader:
    return Reader(report.html(record, pictures(photo, record), photo, **more))


@pytest.fixture(scope="module")
def page(photo: Photo) -> Reader:
    return read(photo, trajectory())


def test_it_shows_everything(page: Reader) -> None:
    for wanted in (
        "quiet evening",
        "lake.jpg",
        "Step 1",
        "Step 2",
        "Reflection 1",
        "Exposure2012",
        "+0.5\u00a0EV",
        "was +0.5\u00a0EV",
        "Temperature",
        "Sky",
        "linear gradient",
        "−1\u00a0EV",
        "2.16",
        "3.9",
        "Technical quality",
        "Detail precision",
        "clipped",
        "repaired",
        "locked",
        "analytic",
        "jarvisevo replay lake.trajectory.json --photo photos/lake.jpg",
        "crs:Exposure2012",
        "1.5 s",
    ):
        assert wanted in page.text, wanted
    assert len([i for i in page.all("input") if i.get("type") == "range"]) == 4
    assert any(t.get("data-mask") for t in page.all("button")) and page.text.count("of 5") >= 3


def test_every_picture_is_in_it_once_and_nothing_is_outside(page: Reader, photo: Photo) -> None:
    sources = [i["src"] for i in page.all("img") if i.get("src")]
    jpegs = [s for s in sources if s and s.startswith("data:image/jpeg;base64,")]
    assert len(jpegs) == 4 and len(set(jpegs)) == 4 and len(sources) == 5  # and one mask
    assert all(s and s.startswith("data:image/") for s in sources)
    numbers = {i["data-picture"] for i in page.all("img") if "data-picture" in i}
    copied = {i["data-copy"] for i in page.all("img") if "data-copy" in i}
    assert numbers == {"0", "1", "2", "3"} and copied <= numbers
    decoded = cv2.imdecode(np.frombuffer(base64.b64decode(jpegs[0].split(",")[1]), np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape == (90, 120, 3)
    for tag, attributes in page.tags:
        assert tag not in ("link", "iframe", "object", "embed", "base", "form")
        assert not any(name.startswith("on") or name == "style" for name in attributes)
        assert attributes.get("href", "#").startswith("#")


def test_only_our_script_and_style_may_run(page: Reader) -> None:
    (policy,) = [m["content"] for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy"]
    assert policy and policy.startswith("default-src 'none'; img-src data:;") and "unsafe" not in policy
    for kind in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(page.raw[kind][-1].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not re.search(r"https?://", page.raw["script"][-1] + page.raw["style"][-1])


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_text_becomes_markup(photo: Photo, payload: str, page: Reader) -> None:
    record = trajectory(payload, f"photos/{payload}.jpg")
    group = dict(
        SKY, CorrectionName=payload, CorrectionMasks=[*SKY["CorrectionMasks"], {"What": payload, "MaskName": payload}]
    )
    steps = list(record.steps)
    settings = steps[0].settings.merge({"MaskGroupBasedCorrections": [group], "Look": {"Name": payload}})
    steps[1] = Step(payload, {payload: payload}, settings, "processing", (payload,), (), payload)
    record = Trajectory(
        record.photo,
        payload,
        tuple(steps),
        Evaluation.failure(payload, payload, payload),
        record.reflections,
        {"best": 3, "model": payload, "made": payload, "threshold": payload, "notes": payload, "tokens": payload},
        record.failures,
    )
    written = report.html(record, pictures(photo, record), photo)
    found = Reader(written.encode("utf-8", "replace").decode())
    assert [t for t, _ in found.tags if t in ("script", "style")] == ["style", "script", "script"]
    assert len(found.all("svg")) > 5 and not any(a.get("src") == "x" for a in found.all("img"))
    assert all(not name.startswith(("on", "autofocus")) for _, a in found.tags for name in a)
    assert {t for t, _ in found.tags} <= {t for t, _ in page.tags} | {"code", "wbr"}
    assert found.raw["script"][1] == page.raw["script"][1] and "{{" not in found.raw["script"][1]
    kept = json.loads(found.raw["script"][0])
    assert kept["instruction"] == payload and to_dict(from_dict(kept)) == to_dict(record)
    assert "<" not in found.raw["script"][0] and "\u2028" not in found.raw["script"][0]
    assert payload.split("\u2028")[0][:7] in found.text and "\x00" not in found.text


def test_the_record_inside_replays(page: Reader) -> None:
    record = from_dict(json.loads(page.raw["script"][0]))
    assert record == trajectory()


def test_failures_are_named(photo: Photo) -> None:
    failures = (
        Failure("edit", 0, "the reply has no <tool_call>", "I cannot"),
        Failure("edit", 1, "429 from the server", "", True),
    )
    step = Step("nothing to do", {}, Settings())
    record = Trajectory(
        "a.jpg", "x", (step,), Evaluation.failure("the server closed the connection"), (), {"best": 0}, failures
    )
    found = read(photo, record)
    for wanted in (
        "the reply has no <tool_call>",
        "I cannot",
        "429 from the server",
        "failed",
        "again",
        "The photo was left as it is.",
        "No slider has moved.",
        "the server closed the connection",
    ):
        assert wanted in found.text, wanted


def test_a_mask_that_cannot_be_made_says_why(photo: Photo) -> None:
    group = {"CorrectionName": "Gem", "LocalExposure2012": 0.2, "CorrectionMasks": [{"What": "Mask/Crystal"}]}
    settings = Settings.parse({"MaskGroupBasedCorrections": [group]})
    record = Trajectory(
        "a.jpg",
        "x",
        (Step("t", {}, settings, notes=("Gem: Mask/Crystal: masks of type 'Mask/Crystal' are not known",)),),
        None,
        (),
    )
    found = read(photo, record)
    assert found.text.count("masks of type 'Mask/Crystal' are not known") == 1
    assert not any(b.get("data-mask") for b in found.all("button"))


def test_states_without_a_picture_or_verdict(photo: Photo) -> None:
    record = trajectory()
    found = Reader(report.html(record, pictures(photo, record)[:2]))  # an aborted run; no photo, so no masks
    assert "There is no picture of this step." in found.text and "linear gradient" in found.text
    none = Trajectory("a.jpg", "")
    assert "This edit was not judged." in read(photo, none).text and "automatic edit" in read(photo, none).text


def test_a_reply_of_megabytes_is_cut(photo: Photo) -> None:
    long = "blah " * 500_000
    record = Trajectory("a.jpg", "x", (Step(long[:5000], {}, Settings(), text=long),))
    found = read(photo, record)
    assert "(2500000 characters)" in found.text and len(found.text) < 80_000


def test_a_crop_keeps_its_proportions(photo: Photo) -> None:
    settings = Settings.parse({"HasCrop": True, "CropLeft": 0.5})
    record = Trajectory("a.jpg", "crop", (Step("t", {}, settings),))
    style = read(photo, record).raw["style"][0]
    assert ".ar0{--ar:1.3333}" in style and ".ar1{--ar:0.6667}" in style


def test_four_steps_of_a_large_grainy_photo_fit_into_three_megabytes(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    noisy = rng.integers(60, 190, (1200, 1800, 3), np.uint8)
    settings = Settings.parse({"Exposure2012": 0.2})
    record = Trajectory("a.jpg", "x", (Step("t", {"Exposure2012": 0.2}, settings),) * 4, verdict(4))
    path = report.write_report(record, [noisy] * 5, tmp_path / "t.html")
    assert 100_000 < path.stat().st_size < 3_000_000
    assert [p.name for p in tmp_path.iterdir()] == ["t.html"]


def test_the_settings_of_a_page_are_for_the_file_as_the_camera_wrote_it() -> None:
    from dataclasses import replace

    mask = {"What": "Mask/Gradient", "ZeroX": 0.2, "ZeroY": 0.9, "FullX": 0.4, "FullY": 0.3}
    settings = Settings.parse({"MaskGroupBasedCorrections": [{"LocalExposure2012": 0.2, "CorrectionMasks": [mask]}]})
    pixels = np.full((60, 40, 3), 120, np.uint8)
    record = Trajectory("a.jpg", "x", (Step("t", settings.to_dict(), settings),), verdict(4))
    for turn, place in ((1, "0.2"), (6, "0.9")):
        page = report.html(record, [pixels] * 2, replace(Photo.from_array(pixels), orientation=turn))
        assert f"crs:ZeroX=&#34;{place}&#34;" in page or f'crs:ZeroX="{place}"' in page


# ---- one step, and Chinese


def one_step(instruction: str) -> Trajectory:
    settings = Settings.parse(CALLS[0] | {"MaskGroupBasedCorrections": [SKY], "HueAdjustmentOrange": 8})
    step = Step("Because.", settings.to_dict(), settings, "finished", notes=("repaired: a quote",))
    return Trajectory("lake.jpg", instruction, (step,), verdict(4.2), meta={"seconds": 1.5, "threshold": 3.0})


def test_a_single_step_is_shown_once(photo: Photo) -> None:
    made = one_step("warmer")
    page = Reader(report.html(made, made.replay_all(photo), photo))
    assert len([i for i in page.all("img") if i.get("class") == "after"]) == 1
    assert not page.all("nav") and page.text.count("Because.") == 1 and page.text.count("Sky") >= 1
    assert [b.get("class") for b in page.all("button")].count("chip") == 1
    masks = {i["id"] for i in page.all("img") if i.get("class") == "mask"}
    assert {b["data-mask"] for b in page.all("button") if "data-mask" in b} == masks
    assert "The edit" in page.text and "Step 1" not in page.text


def test_a_chinese_instruction_has_chinese_labels(photo: Photo) -> None:
    made = one_step("暖一点")
    page = Reader(report.html(made, made.replay_all(photo), photo))
    for word in (
        "改动",
        "思考",
        "直方图",
        "再做一次",
        "曝光度",
        "色温",
        "橙色色相",
        "技术质量",
        "修改前",
        "评审",
        "已修复",
    ):
        assert word in page.text, word
    for word in (
        "What changed",
        "Thought",
        "Histogram",
        "Do it again",
        "Notes",
        "Judged by",
        "Copy",
        "Before",
        "clipped",
    ):
        assert word not in page.text, word
    assert page.all("html")[0]["lang"] == "zh"


@pytest.mark.parametrize("label", [f"Step {10**6}", "Red hue", "0.5 s", "no such label", "", "Judged by {0}."])
def test_any_label_is_survived(label: str) -> None:
    assert isinstance(chinese(label), str) and ("{0}" in chinese(label)) == ("{0}" in label)


def test_every_slider_that_people_know_has_a_chinese_name() -> None:
    left = {title(name) for name in TABLE if "." not in name and chinese(title(name)) == title(name)}
    panels = {TITLES.get(op_of(n), op_of(n).replace("_", " ").capitalize()) for n in TABLE} - {""}
    assert not left and all(chinese(panel) != panel for panel in panels)
    assert all(chinese(title(name)) != title(name) for name in DIMENSIONS)
