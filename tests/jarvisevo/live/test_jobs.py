"""Jobs: one photo's failure is a line, a job goes on after a stop and after its program was killed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jarvisevo.files.errors import CliError
from jarvisevo.live.jobs import Job, Jobs
from jarvisevo.live.operations import Operations
from jarvisevo.live.workspace import Workspace
from jarvisevo.policies.expert import ExpertAgent
from jarvisevo.record.history import FOLDER
from tests.conftest import ROOT

KILLED = """
import os, sys
from pathlib import Path
from jarvisevo.live.operations import Operations
from jarvisevo.live.workspace import Workspace
from jarvisevo.policies.expert import ExpertAgent
made = Operations(Workspace([Path(sys.argv[1])]), ExpertAgent)
edit, done = made.edit, []
def once(key, words):
    found = edit(key, words)
    done.append(key)
    return found if len(done) < 2 else os._exit(9)  # the second photo is edited, the job does not know it yet
made.edit = once
made.edit_many(list(made.workspace.photos), "brighter").finished.wait(120)
"""


def operations(folder: Path) -> Operations:
    return Operations(Workspace([folder]), ExpertAgent)


def test_a_job_goes_on_after_its_program_was_killed(photo: Path) -> None:
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(photo, photo.with_name(name))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    killed = subprocess.run([sys.executable, "-c", KILLED, str(photo.parent)], env=environment, check=False)
    assert killed.returncode == 9
    after = operations(photo.parent)
    (job,) = after.jobs.all()
    assert (job.state, len(job.results), len(job.photos)) == ("stopped", 1, 3)
    after.jobs.go_on(job.key)
    assert job.finished.wait(60) and job.state == "done" and not job.failures
    assert [after.state(key)["now"] for key in after.workspace.photos] == [1, 1, 1]  # none was edited twice
    assert operations(photo.parent).jobs.all() == []


def test_a_job_that_runs_elsewhere_is_left_alone(photo: Path) -> None:
    folder = photo.parent / FOLDER / "jobs"
    folder.mkdir(parents=True)
    job = Job("abc", "export", ("x",), {"folder": "out", "watermark": "", "options": {}})
    row = json.loads(job.to_json())
    (folder / "abc.json").write_text(json.dumps({**row, "process": os.getppid()}))
    assert operations(photo.parent).jobs.all() == []


@pytest.mark.parametrize(
    "row",
    [
        "{",
        "[]",
        '{"process": 1e400}',
        json.dumps({"key": "../x", "what": "export", "photos": [], "arguments": {}, "process": 0}),
    ],
)
def test_a_damaged_file_is_no_job(photo: Path, row: str) -> None:
    folder = photo.parent / FOLDER / "jobs"
    folder.mkdir(parents=True)
    (folder / "x.json").write_text(row)
    assert operations(photo.parent).jobs.all() == []


@pytest.mark.parametrize(
    ("what", "arguments"),
    [
        ("export", {"folder": "../out", "watermark": "", "options": {"template": "{name}.jpg"}}),
        ("export", {"folder": "out", "watermark": "", "options": {"template": "../{name}.jpg"}}),
        ("sweep", {}),
        ("match", {"hero": "nobody", "settings": {}}),
    ],
)
def test_a_job_of_another_hand_writes_nothing_outside(photo: Path, what: str, arguments: dict[str, object]) -> None:
    folder, key = photo.parent / FOLDER / "jobs", next(iter(Workspace([photo]).photos))
    folder.mkdir(parents=True)
    row = json.loads(Job("abc", what, (key,), arguments).to_json()) | {"process": 2**22 + 1}
    (folder / "abc.json").write_text(json.dumps(row))
    found = operations(photo)
    job = found.jobs.go_on("abc")
    assert job.finished.wait(60) and set(job.failures) == {key}
    assert not (photo.parent.parent / "out").exists() and not (photo.parent / "out").exists()


def test_one_photo_is_a_line_and_what_is_given_up_is_gone(tmp_path: Path) -> None:
    def worker(job: Job) -> object:
        return lambda photo: 1 / int(photo)

    jobs = Jobs(worker, tmp_path)  # type: ignore[arg-type]
    job = jobs.begin("x", ["1", "0", "2"], {})
    assert job.finished.wait(30) and set(job.results) == {"1", "2"} and set(job.failures) == {"0"}
    jobs.forget(job.key)
    with pytest.raises(CliError, match="no such job"):
        jobs.get(job.key)
    assert not list(tmp_path.iterdir())
