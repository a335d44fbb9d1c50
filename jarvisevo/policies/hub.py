"""A model of the Hugging Face hub by its id: its folder in the local cache, fetched only when that was agreed to."""

import re
from collections.abc import Callable
from pathlib import Path

from editor_ops.text import one_line
from jarvisevo.qwen.folder import MODEL_TYPES, QwenVLError, check_folder

ID = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
WANTED = ("*.json", "*.jinja", "*.txt", "*.safetensors")
"""Files of a model; never pickles or code."""

Agree = Callable[[str], bool]
"""Asked with one line that says what is to be downloaded."""


class HubModelError(ValueError):
    """No folder of this id: one line with the cause and what to do."""


def is_id(spec: str) -> bool:
    """Whether a name has the form of a hub id, "Qwen/Qwen3-VL-4B-Instruct", and is no path of this machine."""
    return bool(ID.fullmatch(spec)) and not Path(spec).exists() and not Path(spec).parent.is_dir()


def hub_folder(repo: str, agree: Agree | None = None) -> Path:
    """The folder of a hub model. HubModelError when it is not there and was not agreed to, or cannot be had.

    agree  None downloads nothing
    """
    try:
        from huggingface_hub import snapshot_download
    except ModuleNotFoundError:
        raise HubModelError(f"{repo}: huggingface_hub is missing: pip install 'jarvisevo[model]'") from None
    if folder := _cached(repo):
        return folder
    size = _plan(repo)
    line = f"{repo} is not on this machine: {size} would be downloaded into the Hugging Face cache"
    if agree is None or not agree(line):
        raise HubModelError(f"{line}, and nobody agreed: `edit --download` does, or name a folder or a server")
    try:
        folder = Path(snapshot_download(repo, allow_patterns=list(WANTED)))
        check_folder(folder)
    except QwenVLError as error:
        raise HubModelError(str(error)) from None
    except Exception as error:
        raise HubModelError(_why(repo, error)) from None
    return folder


def _cached(repo: str) -> Path | None:
    """The folder in the cache when it is whole."""
    from huggingface_hub import snapshot_download

    try:
        folder = Path(snapshot_download(repo, allow_patterns=list(WANTED), local_files_only=True))
        check_folder(folder)
    except Exception:  # not there, or only a part of it: a download goes on with it
        return None
    return folder


def _plan(repo: str) -> str:
    """What a download is: "8.3 GB in 12 files". HubModelError for a model that cannot run in this process."""
    from fnmatch import fnmatch

    from huggingface_hub import HfApi

    try:
        info = HfApi().model_info(repo, files_metadata=True, timeout=20)
    except Exception as error:
        raise HubModelError(_why(repo, error)) from None
    kind = (info.config or {}).get("model_type")
    if kind not in MODEL_TYPES:
        raise HubModelError(
            f"{repo}: model_type is {kind!r}; in this process run {', '.join(MODEL_TYPES)}: serve it "
            "(vLLM, Ollama …) and name its address"
        )
    sizes = [f.size or 0 for f in info.siblings or () if any(fnmatch(f.rfilename, pattern) for pattern in WANTED)]
    return f"{sum(sizes) / 1e9:.1f} GB in {len(sizes)} files"


def _why(repo: str, error: Exception) -> str:
    """One line on what went wrong with the hub."""
    name = type(error).__name__
    if name == "GatedRepoError":
        return f"{repo}: access must be asked for on its page; then log in with `hf auth login`"
    if name in ("RepositoryNotFoundError", "HFValidationError", "RevisionNotFoundError"):
        return f"{repo}: no such model on the hub, and no such folder here"
    reason = one_line(str(error))[:200] or name
    return f"{repo}: neither here nor to be had from the hub ({reason}): download it elsewhere and name its folder"
