"""A fault of LibRaw costs one photo: the worker process that decodes RAW files dies, hangs and is started again."""

import multiprocessing
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from editor_ops.io import raw, raw_worker
from editor_ops.io.decode import load
from editor_ops.photo import PhotoError

FLOWER = Path(__file__).parents[3] / "examples" / "flower.dng"
FAULTY = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from editor_ops.io import raw, raw_worker
develop = raw.develop
def faulty(data, dcp):
    if b"CRASH" in data:
        os.kill(os.getpid(), 11)
    if b"HANG" in data:
        time.sleep(60)
    if b"EXIT" in data:
        os._exit(7)
    if b"PRINT" in data:
        print("LibRaw says hello", flush=True)
    return develop(data, dcp)
raw.develop = faulty
raw_worker.serve()
"""


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with faults that bytes behind the photo ask for."""
    monkeypatch.setattr(raw_worker, "SERVE", FAULTY)
    monkeypatch.setattr(raw_worker, "_worker", None)
    yield
    raw_worker._close()


def written(folder: Path, what: bytes) -> Path:
    path = folder / f"{what.decode().lower()}.dng"
    path.write_bytes(FLOWER.read_bytes() + what)
    return path


def test_the_worker_gives_what_the_decoder_gives() -> None:
    here, there = raw.develop(FLOWER.read_bytes()).photo(FLOWER), load(FLOWER)
    for name in ("pixels", "tables", "matrix"):
        np.testing.assert_array_equal(getattr(there, name), getattr(here, name))
    for name in ("exif", "xmp", "as_shot", "orientation", "baseline_exposure", "notes", "icc_name", "raw", "source"):
        assert getattr(there, name) == getattr(here, name)


@pytest.mark.parametrize(("fault", "reason"), [(b"CRASH", "SIGSEGV"), (b"EXIT", "exit code 7")])
def test_a_fault_costs_one_photo(faulty: None, tmp_path: Path, fault: bytes, reason: str) -> None:
    before = load(FLOWER)
    path = written(tmp_path, fault)
    with pytest.raises(PhotoError, match=rf"{path.name}: LibRaw failed on it \({reason}\): convert it"):
        load(path)
    np.testing.assert_array_equal(load(FLOWER).pixels, before.pixels)


def test_a_hang_is_ended(faulty: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(FLOWER)  # the worker is up
    monkeypatch.setattr(raw_worker, "SECONDS", 0.5)
    with pytest.raises(PhotoError, match=r"LibRaw did not finish within 0\.5 s"):
        load(written(tmp_path, b"HANG"))
    monkeypatch.setattr(raw_worker, "SECONDS", 300)
    assert load(FLOWER).raw


def test_what_libraw_prints_is_not_taken_for_an_answer(faulty: None, tmp_path: Path) -> None:
    assert load(written(tmp_path, b"PRINT")).pixels.shape == load(FLOWER).pixels.shape


def test_a_refusal_leaves_the_worker_alive(faulty: None, tmp_path: Path) -> None:
    load(FLOWER)
    worker = raw_worker._worker
    (tmp_path / "bad.dng").write_bytes(FLOWER.read_bytes()[:200])
    with pytest.raises(PhotoError, match=r"bad\.dng"):
        load(tmp_path / "bad.dng")
    assert load(FLOWER).raw and raw_worker._worker is worker


def test_threads_take_turns() -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(int(load(FLOWER).pixels.sum()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1


def _child(queue: "multiprocessing.Queue[tuple[int, bool]]") -> None:
    photo = load(FLOWER)
    worker = raw_worker._worker
    queue.put((worker.process.pid if worker else 0, photo.raw))
    raw_worker._close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forking beside threads, on purpose
def test_a_forked_child_starts_its_own() -> None:
    load(FLOWER)
    mine = raw_worker._worker
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue,))
    child.start()
    pid, decoded = queue.get(timeout=60)
    child.join()
    assert decoded and mine is not None and pid not in (0, mine.process.pid)
    assert load(FLOWER).raw and raw_worker._worker is mine
