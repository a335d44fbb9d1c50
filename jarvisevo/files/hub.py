"""Folders to the Hugging Face Hub, by `huggingface_hub`, which comes with the extra `train`.

The token is the one of `hf auth login` or of HF_TOKEN; HF_ENDPOINT names another server than the public one.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jarvisevo.files.errors import FAILED, CliError, one_line

if TYPE_CHECKING:
    from huggingface_hub import HfApi

Kind = Literal["model", "dataset"]
PRIVATE_FILES = ("run.json", ".*")
"""What stays here: our own marks, and hidden files."""


class HubError(CliError):
    """The Hub refused or could not be reached: one line with the cause and what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text, FAILED)


def make_repo(repo: str, kind: Kind = "model", *, private: bool = True) -> None:
    """Make the repository, or find that it is there: before long work, so that a wrong name or token fails at once."""
    with _one_line(repo):
        _api().create_repo(repo, repo_type=kind, private=private, exist_ok=True)


def push(folder: Path, repo: str, kind: Kind = "model", *, private: bool = True, message: str = "") -> str:
    """Upload a folder as one commit -> its address. The repository is made when it is not there. HubError."""
    make_repo(repo, kind, private=private)
    with _one_line(repo):
        done = _api().upload_folder(
            repo_id=repo,
            folder_path=folder,
            repo_type=kind,
            commit_message=message or "Upload with JarvisEvo",
            ignore_patterns=list(PRIVATE_FILES),
        )
    return str(done.commit_url)


def push_files(files: Mapping[str, Path], repo: str, message: str, replaced: str) -> None:
    """Upload files by their names there, as one commit; what else the folder `replaced` holds goes. HubError."""
    with _one_line(repo):
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        api = _api()
        there = [file.rfilename for file in api.model_info(repo).siblings or ()]
        old = [name for name in there if name.startswith(f"{replaced}/") and name not in files]
        adds = [CommitOperationAdd(name, path) for name, path in files.items()]
        api.create_commit(repo, [*adds, *(CommitOperationDelete(name) for name in old)], commit_message=message)


def pull(repo: str, out: Path, patterns: Sequence[str]) -> bool:
    """Fetch the files of a repository that fit a pattern -> whether there is such a repository. HubError."""
    with _one_line(repo):
        from huggingface_hub.errors import RepositoryNotFoundError

        try:
            _api().snapshot_download(repo, local_dir=out, allow_patterns=list(patterns))
        except RepositoryNotFoundError:
            return False
    return True


def _api() -> "HfApi":
    try:
        from huggingface_hub import HfApi
    except ModuleNotFoundError:
        raise HubError("huggingface_hub is missing: pip install 'jarvisevo[train]'") from None
    return HfApi(endpoint=os.environ.get("HF_ENDPOINT") or None)


@contextmanager
def _one_line(repo: str) -> Iterator[None]:
    """Whatever the Hub's client raises, as one line."""
    try:
        yield
    except HubError:
        raise
    except Exception as error:
        status = getattr(getattr(error, "response", None), "status_code", None)
        advice = {
            401: "log in with `hf auth login`, or set HF_TOKEN",
            403: "the token may not write there: choose another name, or a token with write access",
            404: "name it USER/NAME, and check the user's spelling",
        }.get(status or 0, "check the name (USER/NAME), the token and the network")
        raise HubError(f"push_to_hub {repo}: {one_line(error)[:300] or type(error).__name__}: {advice}") from None
