"""Long work that is killed with SIGKILL at random moments comes to the same end.
`make kill-check` kills 50 times each.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
ROOT = Path(__file__).resolve().parents[1]
KILLS = int(os.environ.get("JARVISEVO_KILLS", "2"))


@pytest.mark.parametrize("work", ["batch", "data", "judge", "training"])
def test_a_killed_work_comes_to_the_same_end(work: str, tmp_path: Path) -> None:
    if work == "training":
        pytest.importorskip("trl")
    call = [sys.executable, "-m", "tests.kill_runner", work, str(tmp_path / "work"), str(KILLS), "7"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-3000:]}"
    assert f"{work}: {KILLS} kills" in done.stdout
