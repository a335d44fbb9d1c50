"""The memory of a batch: read from a real process, and judged by its halves."""

import os
from pathlib import Path

import pytest

from bench.speed import memory
from bench.speed import stages as speed_stages
from bench.speed.memory import Reading, curve, growth


def test_a_small_batch_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PAUSE", 0.01)
    rows = {row.name: row for row in speed_stages.batch_memory(tmp_path / "batch", 4)}
    assert len(list((tmp_path / "batch" / "edited").glob("*.jpg"))) == 4
    grown = rows.pop(speed_stages.GROWTH)
    assert all(row.value and 40 < row.value < 2000 for row in rows.values())
    assert (grown.value is None and "too few" in grown.note) or (rows and abs(grown.value or 0) < 500)


def test_a_batch_that_fails_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "WISH", "frobnicate the quux")
    (row,) = speed_stages.batch_memory(tmp_path / "batch", 2)
    assert row.value is None and "ended with 1" in row.note


def test_what_is_kept_for_each_photo_is_growth_and_a_start_is_not() -> None:
    flat = [Reading(n, 180.0 if n > 3 else 100.0 + 20 * n) for n in range(1, 101)]
    leaking = [Reading(n, 100.0 + 4.3 * n) for n in range(1, 101)]
    assert growth(flat) == 0 and growth(leaking) == pytest.approx(4.3 * 50)
    assert [(r.photos, r.mib) for r in curve(leaking, 2)] == [(50, 315.0), (100, 530.0)]
    assert curve([]) == []
    with pytest.raises(RuntimeError, match="too few"):
        growth([])


def test_the_memory_of_this_process() -> None:
    assert 10 < memory.resident(os.getpid()) < 20_000
    assert memory.resident(2**30) == 0
