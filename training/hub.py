"""The Hugging Face hub: data sets by their address wherever a folder is named (hf://datasets/OWNER/NAME[@REVISION]),
and a run's checkpoints, so that it goes on when its machine is gone.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from jarvisevo.files.hub import HubError, pull, push_files
from training.run import MARK, RunFolder, TrainingDataError

LAST = "last-checkpoint"
"""Folder of the newest checkpoint in the repository."""
BESIDE = ("config.yaml", "metrics.jsonl", "reflections")
"""What a run goes on from besides."""

ADDRESS = re.compile(r"hf:/+datasets/(?P<name>[\w.-]+/[\w.-]+?)(?:@(?P<revision>[\w./-]+))?")


def remote(folder: Path) -> bool:
    """Whether a folder is an address on the hub."""
    return str(folder).startswith("hf:/")


def local(folder: Path) -> Path:
    """The folder itself, or that of what was fetched. TrainingDataError when the hub does not hand it out."""
    if not remote(folder):
        return folder
    found = ADDRESS.fullmatch(str(folder))
    if found is None:
        raise TrainingDataError(f"{folder}: write hf://datasets/OWNER/NAME, with @REVISION behind it for one of them")
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(found["name"], repo_type="dataset", revision=found["revision"]))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        cause = " ".join(str(error).split())[:200]
        raise TrainingDataError(f"hf://datasets/{found['name']}: the hub does not hand it out ({cause})") from None


def push_checkpoint(run: RunFolder, checkpoint: Path, repo: str) -> None:
    """Upload a checkpoint in place of the one before, in one commit. A hub that is away costs no run: it is said."""
    files = {f"{LAST}/{file.relative_to(checkpoint).as_posix()}": file for file in checkpoint.rglob("*")}
    for part in (run.path / name for name in BESIDE):
        files |= {file.relative_to(run.path).as_posix(): file for file in (part, *part.rglob("*"))}
    try:
        push_files({name: file for name, file in files.items() if file.is_file()}, repo, f"{checkpoint.name}", LAST)
    except HubError as error:
        print(f"{checkpoint.name} stays on this machine: {error}", file=sys.stderr, flush=True)


def pull_checkpoint(run: RunFolder, repo: str) -> None:
    """Fetch the newest checkpoint of a run into its folder; nothing when the repository has none. HubError."""
    part = run.path.with_name(f".{run.path.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        if pull(repo, part, [f"{LAST}/*", *(pattern for name in BESIDE for pattern in (name, f"{name}/*"))]):
            mark = part / LAST / MARK
            if mark.is_file():
                shutil.rmtree(part / ".cache", ignore_errors=True)  # the client's own notes
                (part / LAST).rename(part / f"checkpoint-{json.loads(mark.read_text('utf-8'))['step']}")
                part.rename(run.path)
    finally:
        shutil.rmtree(part, ignore_errors=True)
