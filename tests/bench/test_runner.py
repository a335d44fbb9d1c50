"""The runner does every task once, goes on where it was stopped, and never loses a failure."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import runner
from bench.runner import Value, WorkItem, digest, run

TASKS = [WorkItem(f"t{i}", digest(i), i) for i in range(7)]


def square(chunk: Sequence[WorkItem]) -> list[Value]:
    return [{"status": "ok", "value": task.payload**2} for task in chunk]


@pytest.mark.parametrize(("workers", "batch"), [(1, 1), (3, 1), (1, 3), (3, 2)])
def test_results_are_those_of_the_tasks_in_their_order(tmp_path: Path, workers: int, batch: int) -> None:
    done = run(TASKS, square, tmp_path / "j.jsonl", workers=workers, batch=batch)
    assert list(done) == [task.key for task in TASKS]
    assert [value["value"] for value in done.values()] == [i**2 for i in range(7)]


def test_what_is_done_is_not_done_again_unless_its_inputs_changed(tmp_path: Path) -> None:
    seen: list[str] = []

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        seen.extend(task.key for task in chunk)
        return square(chunk)

    run(TASKS[:4], work, tmp_path / "j.jsonl")
    run(TASKS, work, tmp_path / "j.jsonl")
    assert seen == [task.key for task in TASKS]
    changed = [WorkItem("t2", digest("other"), 2), *TASKS[3:]]
    run(changed, work, tmp_path / "j.jsonl")
    assert seen[7:] == ["t2"]


def test_a_run_stopped_half_way_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole = run(TASKS, square, tmp_path / "whole.jsonl")
    calls = 0

    def stopped(chunk: Sequence[WorkItem]) -> list[Value]:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return square(chunk)

    with pytest.raises(KeyboardInterrupt):
        run(TASKS, stopped, tmp_path / "j.jsonl")
    assert len((tmp_path / "j.jsonl").read_text().splitlines()) == 3
    assert run(TASKS, stopped, tmp_path / "j.jsonl") == whole and calls == 8


def test_an_interrupted_run_ends_what_is_under_way(tmp_path: Path) -> None:
    ended = threading.Event()

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        if chunk[0].payload == 0:
            raise KeyboardInterrupt
        assert ended.wait(20), "nobody ended the request"
        return square(chunk)

    with pytest.raises(KeyboardInterrupt):
        run(TASKS, work, tmp_path / "j.jsonl", workers=2, stop=ended.set)
    assert ended.is_set()


def test_what_talks_to_a_server_can_be_stopped() -> None:
    closed: list[str] = []
    chat = SimpleNamespace(close=lambda: closed.append("x"))
    for thing in (SimpleNamespace(chat=chat), SimpleNamespace(policy=SimpleNamespace(chat=chat)), SimpleNamespace()):
        runner.stopper(thing)()
    assert closed == ["x", "x"]


def test_a_killed_process_leaves_a_journal_that_can_be_used(tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    program = (
        "import sys, time; from pathlib import Path; from bench.runner import WorkItem, run\n"
        "run([WorkItem(f't{i}', '', i) for i in range(50)], "
        "lambda c: (time.sleep(0.05), [{'status': 'ok', 'value': t.payload} for t in c])[1], Path(sys.argv[1]))"
    )
    root = str(Path(__file__).resolve().parents[2])
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(journal)], cwd=root, env={**os.environ, "PYTHONPATH": root}
    )
    ends = time.monotonic() + 30
    while not (journal.is_file() and journal.read_text().count("\n") >= 3) and time.monotonic() < ends:
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    before = journal.read_text().count("\n")
    assert 3 <= before < 50
    fresh: list[str] = []
    tasks = [WorkItem(f"t{i}", "", i) for i in range(50)]
    done = run(tasks, lambda c: [fresh.append(t.key) or {"status": "ok", "value": t.payload} for t in c], journal)
    assert [value["value"] for value in done.values()] == list(range(50)) and len(fresh) == 50 - before


def test_a_torn_line_and_other_peoples_lines_say_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    good = json.dumps({"key": "t0", "from": TASKS[0].made_from, "value": {"status": "ok", "value": -1}})
    journal.write_text(f'{good}\n[1]\n{{"key": 3}}\nnot json\n{good[:30]}')
    done = run(TASKS[:2], square, journal)
    assert [value["value"] for value in done.values()] == [-1, 1]
    assert json.loads(journal.read_text().splitlines()[-1])["key"] == "t1"


def test_a_chunk_is_done_whole_or_again(tmp_path: Path) -> None:
    sizes: list[int] = []

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        sizes.append(len(chunk))
        return square(chunk)

    run(TASKS[:2], work, tmp_path / "j.jsonl", batch=3)
    run(TASKS, work, tmp_path / "j.jsonl", batch=3)
    assert sizes == [2, 3, 3, 1]  # the first chunk has a task that was not known


def test_failures_are_kept_with_their_cause_and_tried_again_only_when_asked(tmp_path: Path) -> None:
    broken = True

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        if broken and chunk[0].payload == 3:
            raise ValueError("no such\nphoto")
        return square(chunk)

    done = run(TASKS, work, tmp_path / "j.jsonl", workers=2)
    assert done["t3"] == {"status": "failed", "error": "ValueError: no such photo"}
    assert runner.counts(done) == {"ValueError: no such photo": 1}
    broken = False
    assert run(TASKS, work, tmp_path / "j.jsonl")["t3"]["status"] == "failed"
    assert run(TASKS, work, tmp_path / "j.jsonl", retry_failed=True)["t3"]["value"] == 9


def test_a_known_result_that_is_not_whole_is_done_again(tmp_path: Path) -> None:
    run(TASKS, square, tmp_path / "j.jsonl")
    seen: list[str] = []

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        seen.extend(task.key for task in chunk)
        return square(chunk)

    run(TASKS, work, tmp_path / "j.jsonl", check=lambda value: value["value"] != 16)
    assert seen == ["t4"]


def test_digests_tell_values_and_files_apart(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    assert digest("a", "b") != digest("ab") and digest(1) != digest("1") and digest(tmp_path / "a") != digest("x")
