"""Data sets by their address on the Hugging Face hub, wherever a folder is named: hf://datasets/OWNER/NAME[@REVISION]."""

import re
from pathlib import Path

from training.run import TrainingDataError

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
