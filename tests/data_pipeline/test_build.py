"""A build as a whole: full marks for gold, nothing lost, the same bytes however it was interrupted."""

import csv
import hashlib
import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import yaml

from data_pipeline import build as building
from data_pipeline import data_card as card
from data_pipeline import store
from data_pipeline.annotators import limits
from data_pipeline.annotators.offline import OfflineAnnotator
from data_pipeline.build import build, select
from data_pipeline.config import BuildConfig, PairsConfig
from data_pipeline.context import Context
from data_pipeline.estimate import estimate
from data_pipeline.samples import STAGES, BuildError
from data_pipeline.stages import filtering
from data_pipeline.stages.pairs import _frame_rng, mean_delta_e
from editor_ops.io.decode import load
from editor_ops.io.encode import jpeg_bytes
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files import config as configs
from jarvisevo.files.config import ConfigError
from jarvisevo.files.errors import CliError
from jarvisevo.protocol import export
from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.messages import to_messages
from jarvisevo.record import artedit, layouts, questions
from jarvisevo.record.artedit import Record
from jarvisevo.rules import outline, plan
from jarvisevo.rules.changes import changes
from jarvisevo.rules.language import read
from jarvisevo.scoring.scores import format_score, tool_accuracy
from tests.data_pipeline.conftest import ROOT, small


def records(out: Path, kind: str = "edit") -> list[Record]:
    return [r for split in ("train", "heldout") for r in artedit.read(out / split, kind)]  # type: ignore[arg-type]


def content(out: Path) -> dict[str, str]:
    """Hash of every file that is the same in every build."""
    files = [p for p in out.rglob("*") if p.is_file() and p.name not in ("profile.json", "config.yaml")]
    files = [p for p in files if p.parent.name != "seconds"]
    return {p.relative_to(out).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_gold_scores_full_marks_and_replays_to_its_target(built: Path) -> None:
    edits = records(built)
    assert len(edits) >= 8
    for record in edits:
        for step in record.trajectory.all_steps:
            turn = protocol.parse_edit(protocol.edit_turn(step.thought, step.tool_call, step.state))
            assert format_score([not turn.repaired, not turn.notes]) == 1
            assert tool_accuracy(turn.tool_call, dict(step.tool_call)).total == pytest.approx(1, abs=1e-9)
        folder = built / str(record.meta["split"])
        made = render(load(folder / record.source), record.trajectory.states[-1]).eight_bit()
        target = folder / str(record.meta["images"][-1])
        assert jpeg_bytes(made, small(built).quality) == target.read_bytes()
        assert len(record.meta["images"]) == 1 + len(record.trajectory.all_steps)
        assert all((folder / name).is_file() for name in record.meta["images"])


def test_the_teachers_attempt_has_its_own_thought(built: Path) -> None:
    taught = [record for record in records(built) if record.teacher is not None]
    assert taught and all(record.meta["teacher_thought"] for record in taught)
    for record in taught:
        photo = load(built / str(record.meta["split"]) / record.source)
        planned = plan(photo, record.instruction)
        assert planned.settings.to_dict() == dict(record.teacher or {})
        assert planned.thought.startswith(str(record.meta["teacher_thought"]))


def test_the_teachers_attempt_holds_for_every_paraphrase(built: Path) -> None:
    worded = [r for r in records(built) if r.meta.get("paraphrases") and not r.trajectory.reflections]
    assert len(worded) > 2
    for record in worded:
        assert record.meta["split"] == "train" and record.kind == "edit"
        photo = load(built / "train" / record.source)
        for text in record.meta["paraphrases"]:
            assert plan(photo, text).settings.to_dict() == dict(record.teacher or {})
    said = [text for r in worded for text in (r.instruction, *r.meta["paraphrases"])]
    assert len({(r.meta["pair"], t.lower()) for r in worded for t in r.meta["paraphrases"]}) == len(said) - len(worded)
    asked = replace(worded[0], id="x", instruction=worded[0].meta["paraphrases"][0])
    assert filtering.new_words(worded, [asked])[0] == []  # held-out words are new beside paraphrases, too


def test_pairs_of_a_frame_share_their_cut(tmp_path: Path) -> None:
    context = Context(
        small(tmp_path).model_copy(update={"pairs": PairsConfig(per_photo=6, frames=2)}),
        *[tmp_path] * 2,
        OfflineAnnotator(),
    )
    drawn = [_frame_rng("p", number, context) for number in range(6)]
    first = [rng.random() for rng in drawn if rng]
    assert len(first) == 6 and first[0] == first[1] == first[2] != first[3] == first[4] == first[5]
    own = Context(small(tmp_path), tmp_path, tmp_path, OfflineAnnotator())
    assert _frame_rng("p", 0, own) is None


def test_thoughts_keep_to_the_rules(built: Path) -> None:
    for record in records(built):
        assert record.trajectory.steps[0].thought
        for step in record.trajectory.all_steps:
            chinese = any("\u4e00" <= c <= "\u9fff" for c in step.thought)
            assert not step.thought or chinese == (record.language == "zh")
            assert not limits.has_numbers(step.thought) and not limits.invented(step.thought, record.boxes)
            assert limits.words(step.thought) <= 160 + 80


def test_judgements_spread_and_the_variants_rank_as_they_should(built: Path) -> None:
    judged = records(built, "eval")
    scores: dict[str, list[float]] = {}
    for record in judged:
        assert record.evaluation is not None and record.evaluation.score is not None
        scores.setdefault(str(record.meta["variant"]), []).append(record.evaluation.score)
    mean = {kind: float(np.mean(values)) for kind, values in scores.items()}
    assert mean["near"] > mean.get("degraded", 1.0)
    assert mean.get("nothing", 1.96) == pytest.approx(1.96, abs=0.4)
    spread = [s for values in scores.values() for s in values]
    assert min(spread) < 2.2 and max(spread) > 4


def test_what_is_meant_to_be_off_never_scores_as_if_it_were_right(built: Path) -> None:
    off = [r for r in records(built, "eval") if r.meta["variant"] in ("under", "over", "wrong", "degraded")]
    assert off
    for record in off:
        assert record.evaluation is not None and (record.evaluation.score or 5) < 4.5
        assert float(record.meta["distance"]) >= 0.2 * float(record.meta["change"])


def test_a_judge_sees_two_images_and_no_settings(built: Path) -> None:
    judged = records(built, "eval")
    assert judged
    for record in judged:
        (step,) = record.trajectory.steps
        assert not step.thought and not step.tool_call and len(record.meta["images"]) == 2
        blank = [np.zeros((1, 1, 3), np.uint8)] * 2
        said = "".join(m.text for m in to_messages(record.trajectory, blank))
        assert "2012" not in said and "Adjustment" not in said
        assert record.evaluation is not None and not limits.has_numbers(record.evaluation.rationale)


def test_with_settings_the_judge_sees_the_calls(tmp_path: Path) -> None:
    few = {"limit": 2, "evaluation": {"settings": True, "per_record": 1.0, "reflections": 0.0, "variants": {"over": 1}}}
    build(small(tmp_path / "set", **few), Path())
    judged = records(tmp_path / "set", "eval")
    assert judged and all(r.trajectory.steps[0].tool_call for r in judged)


def test_reflections_lead_nearer_to_the_wanted_image(built: Path) -> None:
    corrected = [r for r in records(built) if r.trajectory.reflections]
    assert corrected
    for record in corrected:
        (reflection,) = record.trajectory.reflections
        before, after = record.meta["nearer"]
        assert record.trajectory.evaluation is not None and (record.trajectory.evaluation.score or 5) < 3
        assert reflection.evaluation is not None and reflection.step.thought
        assert after < before and (reflection.evaluation.score or 0) > (record.trajectory.evaluation.score or 5)


def test_thoughts_hold_what_is_seen_and_what_is_wanted(built: Path) -> None:
    plans = [r for r in records(built) if not r.trajectory.reflections]
    few = [r for r in plans if len(re.findall(r"[.。]", r.trajectory.steps[0].thought)) < 2]
    assert plans and not few


def test_the_teacher_stands_beside_the_truth_and_knows_the_words_alone(built: Path) -> None:
    tried = [r for r in records(built) if r.teacher]
    assert tried
    for record in tried:
        folder = built / str(record.meta["split"])
        photo = Photo.from_array(load(folder / record.source).pixels)
        assert plan(photo, record.instruction).settings.to_dict() == record.teacher
        assert record.meta["teacher_left"] is not None
    assert any(Settings.parse(dict(r.teacher or {})) != r.trajectory.states[-1] for r in tried)
    again = Record.from_dict(json.loads(tried[0].to_json()))
    assert again.teacher == tried[0].teacher


def test_repairs_want_the_photo_itself(tmp_path: Path) -> None:
    build(small(tmp_path / "set", pairs={"ways": {"repair": 1}, "per_photo": 3}), Path())
    repaired = [r for r in records(tmp_path / "set") if not r.trajectory.reflections]
    assert repaired and {r.made for r in repaired} == {"repair"}
    for record in repaired:
        folder = tmp_path / "set" / str(record.meta["split"])
        source, last, truth = (
            load(folder / name).pixels for name in (record.source, str(record.meta["images"][-1]), record.target)
        )
        assert record.target.endswith("-truth.jpg") and record.meta["damage"]
        assert mean_delta_e(last, truth) <= max(1.0, 0.5 * mean_delta_e(source, truth)) + 0.01


def test_a_first_step_that_misses_is_answered_by_the_next(tmp_path: Path) -> None:
    build(
        small(tmp_path / "set", pairs={"ways": {"taste": 1}, "first_off": 1.0, "max_steps": 4, "per_photo": 3}), Path()
    )
    answered = [r for r in records(tmp_path / "set") if r.meta["off"] and not r.trajectory.reflections]
    assert answered
    for record in answered:
        folder = tmp_path / "set" / str(record.meta["split"])
        first, second, truth = (
            load(folder / str(name)).pixels for name in (*record.meta["images"][1:3], record.meta["images"][-1])
        )
        assert mean_delta_e(second, truth) < mean_delta_e(first, truth)
        assert len(record.trajectory.steps) >= 2 and record.trajectory.steps[1].thought


def test_local_and_many_steps_build_to_the_end(tmp_path: Path) -> None:
    pairs = {"ways": {"taste": 1}, "local": 1.0, "max_steps": 4, "first_off": 0.5, "per_photo": 3}
    sources = [{"kind": "folder", "folder": str(ROOT / "examples"), "only_redistributable": False}]
    every = {"per_record": 2.0, "reflections": 1.0, "variants": {"wrong": 1, "over": 1, "under": 1, "degraded": 1}}
    build(small(tmp_path / "set", max_size=160, sources=sources, pairs=pairs, evaluation=every, limit=3), Path())
    made = records(tmp_path / "set")
    assert sum("MaskGroupBasedCorrections" in r.trajectory.states[-1] for r in made) > len(made) / 2
    assert max(len(r.trajectory.steps) for r in made) >= 2


def test_framings_build_to_the_end_and_are_judged_by_their_frame(tmp_path: Path) -> None:
    sources = [{"kind": "folder", "folder": str(ROOT / "examples"), "only_redistributable": False}]
    pairs = {"ways": {"framing": 1}, "per_photo": 8}
    kinds = {"per_record": 2.0, "reflections": 1.0, "variants": {"gold": 1, "nothing": 1, "degraded": 1, "teacher": 1}}
    build(small(tmp_path / "set", sources=sources, pairs=pairs, evaluation=kinds, limit=3), Path())
    made = [r for r in records(tmp_path / "set") if not r.trajectory.reflections]
    assert made and {r.made for r in made} == {"framing"}
    assert all("HasCrop" in r.trajectory.states[-1] for r in made)
    named = {d["what"].partition(":")[0] for r in made for d in r.meta["differences"]}
    assert "crop" in named
    judged = records(tmp_path / "set", "eval")
    alone = [r for r in judged if len(r.meta["differences"]) == 1 and r.evaluation and r.evaluation.score is not None]
    assert alone
    for record in alone:
        assert record.evaluation is not None and record.evaluation.score is not None
        if record.meta["variant"] == "gold":
            assert record.evaluation.score > 4.9
        if record.meta["variant"] == "nothing":
            assert record.evaluation.score < 2


def test_a_set_for_measuring_shares_neither_photos_nor_words_with_the_one_it_is_unlike(
    built: Path, tmp_path: Path
) -> None:
    config = small(tmp_path / "set", heldout=1, unlike=[str(built / "train")], limit=0, seed=3)
    build(config, Path())
    learnt, measured = list(artedit.read(built / "train")), list(artedit.read(tmp_path / "set" / "heldout"))
    assert measured and not list(artedit.read(tmp_path / "set" / "train"))
    scenes = {r.meta["photo"] for r in learnt if str(r.meta["photo"]).endswith(".jpg")}
    assert not scenes & {r.meta["photo"] for r in measured}
    assert not {r.instruction.lower() for r in learnt} & {r.instruction.lower() for r in measured}
    with pytest.raises(BuildError, match="no data set; build it first"):
        build(small(tmp_path / "other", unlike=[str(tmp_path / "nowhere")]), Path())


def test_questions_have_one_answer_that_the_images_hold(built: Path) -> None:
    asked = [q for split in ("train", "heldout") for q in questions.read(built / split)]
    assert {q.kind for q in asked} == {"compare", "perceive"}
    edits = {r.id: r for r in records(built)}
    for question in asked:
        record, folder = edits[str(question.meta["of"])], built / str(question.meta["split"])
        assert "2012" not in question.question + question.answer
        if question.kind == "compare":
            truth = load(folder / record.target).pixels
            apart = [mean_delta_e(load(folder / name).pixels, truth) for name in question.images[1:]]
            assert question.label["nearer"] == 1 + int(apart[1] < apart[0])
        else:
            assert question.label["changes"]


def test_outlines_say_what_is_wanted_and_what_was_done_in_the_same_words(tmp_path: Path) -> None:
    out = tmp_path / "outlined"
    asked = {"drawn": 2, "read": True, "perceive": 1.0}
    build(small(out, limit=3, thoughts={"style": "outline"}, evaluation=asked), Path())
    taught = [r for r in records(out) if r.teacher]
    assert taught and all(outline.wanted(read(r.instruction), r.language) in r.meta["teacher_thought"] for r in taught)
    for judged in records(out, "eval"):
        assert judged.evaluation is not None and "paraphrases" not in judged.meta
        assert any(word in judged.evaluation.rationale for word in ("Done:", "改动："))
    found = [q for split in ("train", "heldout") for q in questions.read(out / split)]
    kinds = Counter(q.kind for q in found)
    assert kinds["perceive"] > len(taught) and kinds["read"] >= len(taught)
    for question in found:
        if question.kind == "read":
            assert not question.images
            words = re.split(r": |：", question.question, maxsplit=1)[1]
            assert question.answer == outline.wanted(read(words), question.language)
        elif question.kind == "perceive":
            folder = out / str(question.meta["split"])
            before, after = (load(folder / name).pixels for name in question.images)
            seen = () if mean_delta_e(before, after) < outline.SMALL else changes(before, after)
            assert question.answer == outline.done(seen, question.language)


def test_heldout_instructions_and_photos_are_new(built: Path) -> None:
    overlap = json.loads((built / "card.json").read_text("utf-8"))["held-out beside training"]
    assert overlap["instructions"] > 0 and overlap["verbatim in training"] == 0
    assert overlap["photos also in training"] == 0
    train = [r for r in records(built) if r.meta["split"] == "train"]
    known, gone = filtering.new_words(
        train, [replace(train[0], id="x"), replace(train[0], id="y", instruction="所未见")]
    )
    assert [r.id for r in known] == ["y"] and [d.reason for d in gone] == ["its instruction stands in training"]


def test_photos_that_look_alike_are_of_one_split(tmp_path: Path) -> None:
    image = cv2.imread(str(ROOT / "examples" / "portrait.jpg"))
    for i in range(8):
        small_one = cv2.resize(image, None, fx=1 - 0.05 * i, fy=1 - 0.05 * i)
        cv2.imwrite(str(tmp_path / f"copy{i}.jpg"), cv2.convertScaleAbs(small_one, alpha=1 + 0.02 * i))
    for path in (ROOT / "examples").glob("*.jpg"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    sources = [{"kind": "folder", "folder": str(tmp_path), "only_redistributable": False}]
    chosen = select(small(tmp_path / "x", sources=sources, heldout=0.5, limit=0), Path())
    assert len({split for item, split in chosen if item.photo.stem.startswith(("copy", "portrait"))}) == 1
    assert len({split for _, split in chosen}) == 2


def test_photos_are_in_one_split_and_every_loss_has_a_reason(built: Path) -> None:
    by_photo: dict[str, set[str]] = {}
    for record in records(built) + records(built, "eval"):
        by_photo.setdefault(str(record.meta["photo"]), set()).add(str(record.meta["split"]))
    assert all(len(splits) == 1 for splits in by_photo.values())
    made = [
        json.loads(line)
        for p in sorted((built / "stages" / "1-pairs").iterdir())
        for line in p.read_text().splitlines()
    ]
    pairs = [row["pair"]["id"] for row in made if "pair" in row]
    dropped = [json.loads(line) for line in (built / "dropped.jsonl").read_text().splitlines()]
    assert len(pairs) + sum("drop" in row for row in made) == 5 * 2
    asked = Counter(r.meta["pair"] for r in records(built) if not r.trajectory.reflections)
    lost = Counter(
        d["id"].rsplit("-", 1)[0]
        for d in dropped
        if d["stage"] != "pairs" and "-e" not in d["id"] and not d["id"].endswith("-r")
    )
    assert all(asked[pair] + lost[pair] == 2 for pair in pairs)
    assert all(drop["reason"] and drop["stage"] in STAGES for drop in dropped)


def test_an_interrupted_build_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    config = small(tmp_path / "set")
    with pytest.raises(KeyboardInterrupt):
        build(config, Path(), stop)
    assert not (tmp_path / "set" / "train" / "edit.jsonl").exists()
    half = tmp_path / "set" / "stages" / "3-imcot" / "00000.jsonl"
    half.unlink()  # as if it had been killed between two stages
    build(config, Path())
    assert content(tmp_path / "set") == content(built)


def test_the_profile_counts_what_was_done_before_a_stop(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    config = small(tmp_path / "set", evaluation={"per_record": 0})
    with pytest.raises(KeyboardInterrupt):
        build(config, Path(), stop)
    first = json.loads((tmp_path / "set" / "stages" / "seconds" / "00000.json").read_text("utf-8"))
    whole = build(config, Path()).seconds
    assert set(whole) == set(STAGES) and all(whole[stage] > first[stage] for stage in STAGES)
    assert build(config, Path()).seconds == whole


@pytest.mark.parametrize("how", ["twice", "kill"])
def test_a_build_that_is_stopped_leaves_no_workers(how: str, tmp_path: Path) -> None:
    import os

    scenes = [{"kind": "procedural", "folder": ".", "count": 200, "only_redistributable": False}]
    config = small(tmp_path / "set", workers=2, limit=0, shard_size=20, sources=scenes)
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(json.loads(config.model_dump_json())), "utf-8")
    command = [sys.executable, "-m", "jarvisevo", "data", "build", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("set/train/images/*.jpg")) and time.monotonic() < deadline:
            time.sleep(0.02)
        if how == "kill":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGINT)
            assert process.stderr is not None and "press Ctrl-C again to stop now" in process.stderr.readline()
            os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=20)  # ends when nobody holds the error stream any more
    assert process.returncode == (-signal.SIGKILL if how == "kill" else 130)
    assert "Traceback" not in told


def test_two_workers_killed_hard_give_what_one_gives(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    config = small(out, workers=2)
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(json.loads(config.model_dump_json())), "utf-8")
    command = [sys.executable, "-m", "jarvisevo", "data", "build", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + 60
        while not list(out.glob("stages/2-*/*.jsonl")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        import os

        os.killpg(process.pid, signal.SIGKILL)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "train/edit" in done.stdout, done.stderr
    assert content(out) == content(built)


def test_a_worker_that_is_ended_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(ThreadPoolExecutor):
        def __init__(self, workers: int, **_: object) -> None:
            super().__init__(workers)

        def submit(self, *_: object, **__: object) -> Future:  # type: ignore[override, type-arg]
            future: Future[object] = Future()
            future.set_exception(BrokenProcessPool("terminated abruptly"))
            return future

    monkeypatch.setattr(building, "ProcessPoolExecutor", Ended)
    with pytest.raises(BuildError, match="want of memory: give the same command again"):
        build(small(tmp_path / "set", workers=2), Path())


def test_a_damaged_photo_is_counted_and_the_rest_goes_on(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "broken.jpg").write_bytes((ROOT / "examples" / "food.jpg").read_bytes()[:9000])
    (photos / "good.jpg").write_bytes((ROOT / "examples" / "food.jpg").read_bytes())
    sources = [{"kind": "folder", "folder": str(photos), "only_redistributable": False}]
    summary = build(small(tmp_path / "set", sources=sources), Path())
    assert summary.dropped["pairs: unreadable file"] == 1
    assert "--damaged" not in (tmp_path / "set" / "dropped.jsonl").read_text("utf-8")
    assert sum(summary.records.values()) > 2


def test_a_photo_of_one_pixel_is_counted_and_the_rest_goes_on(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    (photos / "good.jpg").write_bytes((ROOT / "examples" / "food.jpg").read_bytes())
    sources = [{"kind": "folder", "folder": str(photos), "only_redistributable": False}]
    summary = build(small(tmp_path / "set", sources=sources, evaluation={"per_record": 0}), Path())
    assert summary.dropped["pairs: too small"] == 1
    assert "dot.png: 1 x 1 pixels" in (tmp_path / "set" / "dropped.jsonl").read_text("utf-8")
    assert sum(summary.records.values()) > 2


def test_a_full_disk_stops_the_build_and_loses_nothing(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = store.write_whole, iter(range(10_000))

    def full(path: Path, data: bytes) -> None:
        if next(calls) > 25:
            raise OSError(28, "No space left on device", str(path))
        real(path, data)

    config = small(tmp_path / "set")
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_whole", full)
        with pytest.raises(BuildError, match="No space left on device.*run the same command again"):
            build(config, Path())
    build(config, Path())
    assert content(tmp_path / "set") == content(built)


def test_a_folder_of_another_config_is_refused(built: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="built with another config"):
        build(small(built, seed=7), Path())
    (tmp_path / "mine.txt").write_text("my file")
    with pytest.raises(BuildError, match="is not empty"):
        build(small(tmp_path), Path())
    for folder, given, words in (
        ("tests/data_pipeline", {}, "none found in .*data_pipeline; check"),
        ("examples", {}, "[0-9]+ found, and no MANIFEST.csv marks one as redistributable; .*: false"),
        ("examples", {"only_redistributable": False, "tags": ["moon"]}, "[0-9]+ found, and none has one of the `tags`"),
    ):
        source = {"kind": "folder", "folder": str(ROOT / folder), **given}
        with pytest.raises(BuildError, match=f"no photo is left: {words}"):
            build(small(tmp_path / "x", sources=[source]), Path())
        assert not (tmp_path / "x").exists()
    with pytest.raises(BuildError, match="no such folder"):
        select(small(tmp_path / "x", sources=[{"kind": "folder", "folder": str(tmp_path / "none")}]), Path())


def test_excluded_photos_do_not_enter_and_a_fallback_stands_in(tmp_path: Path) -> None:
    barred = tmp_path / "held.txt"
    sums = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in (ROOT / "examples").glob("*.jpg")}
    barred.write_text(f"food.jpg {sums['food.jpg']}\n")
    names = {item.photo.name for item, _ in select(small(tmp_path / "x", exclude=[str(barred)], limit=0), Path())}
    assert "portrait.jpg" in names and "food.jpg" not in names
    missing = [{"kind": "folder", "folder": str(tmp_path / "none")}]
    scene_number = [{"kind": "procedural", "folder": ".", "count": 2, "only_redistributable": False}]
    assert len(select(small(tmp_path / "x", sources=missing, fallback=scene_number), Path())) == 2


def test_the_docs_name_every_key_and_their_example_holds() -> None:
    page = (ROOT / "docs" / "data.md").read_text("utf-8")
    table = page[page.index("| key |") : page.index("## The five stages")]
    named = set(re.findall(r"`(\w+)`", table))
    groups = [f.annotation for f in BuildConfig.model_fields.values() if hasattr(f.annotation, "model_fields")]
    assert {*BuildConfig.model_fields, *(key for group in groups for key in group.model_fields)} <= named
    example = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0])
    assert configs.parse(example, BuildConfig).sources[0].licence == "mine"


def test_configs_name_what_is_wrong(tmp_path: Path) -> None:
    for given, words in (
        ({"pairs": {"ways": {"agent": 1}}}, "needs `agent`"),
        ({"pairs": {"ways": {}}}, "a weight above 0"),
        ({"pairs": {"known_looks": ["cinematik"]}}, "no look is called"),
        ({"annotator": {"kind": "model"}}, "needs `endpoints`"),
        ({"pears": {}}, "did you mean pairs"),
    ):
        with pytest.raises(ConfigError, match=words):
            small(tmp_path, **given)


def test_given_results_are_kept_to_what_the_sandbox_can_make(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    (photos / "one").mkdir(parents=True)
    before = load(ROOT / "examples" / "portrait.jpg").resized(160)
    from editor_ops.io.save import save
    from editor_ops.photo import Image

    save(Image(before.pixels), photos / "one" / "before.jpg")
    settings = Settings.parse({"Exposure2012": 0.5, "IncrementalTemperature": 20})
    save(render(before, settings), photos / "one" / "processed.jpg")
    sources = [{"kind": "pairs", "folder": str(photos), "only_redistributable": False}]
    build(small(tmp_path / "set", sources=sources, heldout=0.0), Path())
    made = records(tmp_path / "set")
    assert made and made[0].made == "inverse fit" and float(made[0].meta["fit_after"]) < 1.5
    assert float(made[0].trajectory.states[-1]["Exposure2012"]) == pytest.approx(0.5, abs=0.2)


def test_local_requests_name_only_boxes_that_were_found(tmp_path: Path) -> None:
    sources = [{"kind": "folder", "folder": str(ROOT / "examples"), "only_redistributable": False, "tags": []}]
    config = small(
        tmp_path / "set",
        sources=sources,
        max_size=224,
        pairs={"per_photo": 4, "ways": {"taste": 1}, "local": 1.0, "start": 0.0},
        instructions={"boxes": 1.0},
        evaluation={"per_record": 0.0, "reflections": 0.0},
        limit=3,
    )
    build(config, Path())
    local = [r for r in records(tmp_path / "set") if "MaskGroupBasedCorrections" in r.trajectory.states[-1]]
    assert local and any(r.boxes for r in local)
    for record in local:
        assert set(artedit.boxes_in(record.instruction)) == set(record.boxes)


def test_people_decide_by_a_table(built: Path, tmp_path: Path) -> None:
    Decision = filtering.Decision
    rows = list(csv.DictReader((built / "review.csv").read_text("utf-8").splitlines()))
    assert rows and (built / "review.html").read_text("utf-8").count("<article>") == len(rows)
    assert rows[0]["keep"] == "" and filtering.decisions(built / "review.csv") == {}
    table = tmp_path / "review.csv"
    name = next(r.id for r in records(built))
    table.write_text(f"id,keep\n{name},no\nother,yes\n")
    assert filtering.decisions(table) == {name: Decision(keep=False), "other": Decision(keep=True)}
    drop = filtering.Repeats(9, filtering.decisions(table))(next(iter(records(built))))
    assert drop is not None and drop.reason == "left out by a person"
    for text, words in (
        ("id\nx\n", "needs the columns id and keep"),
        ("id;keep\nx;no\n", "with commas between"),
        ("id,keep\nx,no\ny,perhaps\n", "line 3, y: keep is 'perhaps', not yes, no or nothing"),
    ):
        table.write_text(text)
        with pytest.raises(BuildError, match=words):
            filtering.decisions(table)


def test_decisions_are_applied_to_the_build_that_was_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "set"
    build(small(out), Path())
    gone = next(r.id for r in records(out) if not r.trajectory.reflections)
    table = out / "review.csv"
    table.write_text(table.read_text("utf-8").splitlines()[0] + f"\n{gone},no" + "," * 12 + "\n")
    text = table.read_text("utf-8")
    monkeypatch.setattr(building, "_RUN", [lambda work, context: pytest.fail("a stage is run again")] * 5)
    build(small(out, filtering={"decisions": str(table)}), Path())
    assert gone not in {r.id for r in records(out)} and table.read_text("utf-8") == text
    assert "left out by a person" in (out / "dropped.jsonl").read_text("utf-8")
    build(small(out), Path())
    assert gone in {r.id for r in records(out)} and table.read_text("utf-8") == text


def test_a_table_that_cannot_be_read_stops_check_and_build_before_anything(tmp_path: Path) -> None:
    config = small(tmp_path / "set", filtering={"decisions": str(tmp_path / "nofile.csv")})
    for act in (build, estimate):
        with pytest.raises(BuildError, match=r"nofile.csv: No such file.*filtering.decisions"):
            act(config, Path())
    assert not (tmp_path / "set").exists()


def test_scores_of_people_stand_in_the_records_under_their_name(built: Path, tmp_path: Path) -> None:
    judged = next(iter(records(built, "eval")))
    table = tmp_path / "review.csv"
    table.write_text(f"id,keep,score,color_harmony,reviewer\n{judged.id},,2.5,1,Ada L.\n")
    marked = filtering.Repeats(9, filtering.decisions(table)).marked(judged)
    assert marked.evaluation is not None and judged.evaluation is not None
    assert (marked.evaluation.score, marked.evaluation.judge) == (2.5, "human: Ada L.")
    assert marked.evaluation.dimensions["color_harmony"] == 1 and marked.meta["annotated"] == judged.evaluation.score
    for cells, words in (("7,1,Ada", "score is '7', not a number from 1 to 5"), ("3,1,", "need a name")):
        table.write_text(f"id,keep,score,color_harmony,reviewer\nx,,{cells}\n")
        with pytest.raises(BuildError, match=words):
            filtering.decisions(table)


def test_sentences_that_come_too_often_are_left_out(built: Path) -> None:
    record = next(iter(r for r in records(built) if not r.trajectory.reflections))
    repeats = filtering.Repeats(2, {})
    answers = [
        repeats(replace(record, id=f"x{i}", instruction=text)) for i, text in enumerate(("a b", "A b.", "a b", "c"))
    ]
    assert [bool(a) for a in answers] == [False, False, True, False]


def test_faulty_records_are_named(built: Path) -> None:
    context = Context(small(built), Path(), built, OfflineAnnotator())
    good = next(iter(records(built)))
    assert [type(r) for r in filtering.run([good], context)] == [Record]
    other = next(
        r for r in records(built) if r.meta["pair"] != good.meta["pair"] and r.meta["split"] == good.meta["split"]
    )
    wrong = replace(good, meta={**good.meta, "images": [*good.meta["images"][:-1], other.meta["images"][-1]]})
    (drop,) = filtering.run([wrong], context)
    assert drop.reason == "does not replay to its image"  # type: ignore[union-attr]


def test_variety_is_that_of_the_definition() -> None:
    found = card.variety(["a b a b", "c d"])
    assert found["distinct-1"] == pytest.approx(4 / 6, abs=1e-4) and found["distinct-2"] == pytest.approx(
        3 / 4, abs=1e-4
    )
    assert card.variety(["Same", "same", "x"])["repeated"] == pytest.approx(2 / 3, abs=1e-4)
    assert card.variety([]) == {"texts": 0}


def test_the_card_tells_what_is_there(built: Path) -> None:
    facts = json.loads((built / "card.json").read_text("utf-8"))
    edits = sum(split["edit"] for split in facts["splits"].values())
    assert edits == len(records(built))
    text = (built / "README.md").read_text("utf-8")
    assert "distinct-2" in text and "## Left out" in text


def test_other_forms_of_a_built_set(built: Path, tmp_path: Path) -> None:
    edits = [r for r in records(built) if r.meta["split"] == "train"]
    assert layouts.write_bench(edits, built / "train", tmp_path / "bench") == len({r.source for r in edits})
    assert export.to_sharegpt(((r, list(r.meta["images"])) for r in edits), tmp_path / "sharegpt") == len(edits)
    row = json.loads((tmp_path / "sharegpt" / "artedit.jsonl").read_text("utf-8").splitlines()[0])
    assert sum(m["content"].count("<image>") for m in row["messages"]) == len(row["images"])


def test_ray_gives_what_processes_give(built: Path, tmp_path: Path, cluster: None) -> None:
    build(small(tmp_path / "set", runner="ray", workers=1), Path())
    assert content(tmp_path / "set") == content(built)


def test_without_ray_the_config_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CliError, match="pip install ray"):
        building.build(small(tmp_path / "set", runner="ray"), Path())


def test_procedural_scenes_are_images() -> None:
    from data_pipeline.sources.procedural import scene

    images = [scene(i) for i in range(4)]
    assert all(p.shape == (480, 640, 3) and p.dtype == np.uint8 and p.std() > 20 for p in images)
    assert np.array_equal(scene(2), images[2]) and Photo.from_array(images[0]).width == 640


def test_further_training_sets_have_photos_of_their_own_and_sizes_are_kept(tmp_path: Path) -> None:
    config = small(tmp_path / "set", sets={"sepo": 0.4}, sizes={"train": {"edit": 3}}, heldout=0.2, limit=0)
    build(config, Path())
    photos = {}
    for name in ("train", "sepo", "heldout"):
        own = list(artedit.read(tmp_path / "set" / name))
        photos[name] = {r.meta["photo"] for r in own}
    assert len(list(artedit.read(tmp_path / "set" / "train"))) == 3 and photos["sepo"]
    assert not photos["train"] & photos["sepo"] and not photos["heldout"] & (photos["train"] | photos["sepo"])
    for given, words in (
        ({"sets": {"heldout": 0.1}}, "cannot name a training set"),
        ({"sets": {"sepo": 0.95}}, "nothing is left for train"),
        ({"sizes": {"sft": {"edit": 5}}}, "no set is called 'sft'"),
    ):
        with pytest.raises(ConfigError, match=words):
            small(tmp_path, **given)


def test_a_check_says_what_a_build_takes_and_writes_nothing(tmp_path: Path) -> None:
    few = estimate(small(tmp_path / "x", limit=2), Path())
    more = estimate(small(tmp_path / "x", limit=4), Path())
    assert few.photos == 2 and more.photos == 4 and few.requests == 0
    assert 0 < few.core_hours <= more.core_hours and few.bytes < more.bytes and not (tmp_path / "x").exists()
    model = {"kind": "model", "endpoints": "http://x/v1#m"}
    asked = estimate(small(tmp_path / "x", limit=4, annotator=model), Path())
    second = estimate(small(tmp_path / "x", limit=4, annotator={**model, "filter_endpoints": "http://y/v1#m"}), Path())
    assert asked.requests > more.edits and asked.tokens > 100 * asked.requests and second.requests > asked.requests
    (line,) = estimate(small(tmp_path / "x", limit=4, sizes={"train": {"edit": 9000}}), Path()).short
    assert "train/edit" in line and "9,000" in line and any("requests" in text for text in asked.lines())


def test_a_check_counts_the_wordings_that_are_tried(tmp_path: Path) -> None:
    hours = [
        estimate(small(tmp_path / "x", instructions={"paraphrases": n}), Path()).core_hours * 3600 for n in (0, 1000)
    ]
    edits = estimate(small(tmp_path / "x"), Path()).edits
    assert hours[1] - hours[0] == pytest.approx(edits * 1000 * 0.042, rel=0.02)


@pytest.mark.parametrize("name", ["nano", "artedit"])
def test_shipped_configs_are_checked_at_their_full_size(name: str) -> None:
    photos = "[{kind: folder, folder: examples, only_redistributable: false, licence: see its CREDITS.md}]"
    config = configs.load(ROOT / f"configs/{name}/data.yaml", BuildConfig, [f"sources={photos}", "exclude=[]"])
    found = estimate(config, ROOT)
    assert found.photos >= 3 and found.edits > found.photos and found.core_hours > 0 and found.bytes > 0
    assert bool(found.requests and found.tokens and found.server_hours) == (config.annotator.kind == "model")
    assert any(f"{found.photos:,} photos" in line for line in found.lines())
    if name == "artedit":  # JarvisEvo, section 4.1
        assert config.sizes["train"] == {"edit": 110_000, "eval": 40_000} and any("110,000" in t for t in found.short)
