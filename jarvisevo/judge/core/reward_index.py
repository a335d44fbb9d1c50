"""The index of reward models that a person allowed and pinned (WrapLLM of RLAR, section 3.3.1), and its rows as tools.

Only models of at most 10B parameters with one number as output, in safetensors, at a fixed revision; or a model
behind a chat interface, in JarvisEvo's evaluation turn. Nothing is fetched that the index does not name.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from jarvisevo.judge.core.entries import LibraryEntry

MAX_PARAMETERS = 10e9
REVISION = re.compile(r"[0-9a-f]{40}")
REPO = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
MAX_INDEX = 2_000_000


Reads = Literal["words", "image", "image and words"]
"""What a model is shown: the edit in words (or an answer as it is), the edited image, or the image with the
instruction.
"""
CHAT = "chat:"
"""Before the name of a model behind a chat interface, in place of owner/name."""


class ModelIndexError(ValueError):
    """An index that cannot be used: one line with cause and fix."""


@dataclass(frozen=True)
class RewardModel:
    """A row of the index.

    repo, revision  where it is on the hub, and the commit (40 letters); "chat:NAME" and "" for one behind a chat
                    interface
    path            a local folder with the same files; "" to load it from the hub's cache
    reads           one of `Reads`
    """

    repo: str
    revision: str
    parameters: float
    format: str
    output: str
    description: str
    documentation: str = ""
    license: str = ""
    path: str = ""
    reads: str = "words"

    @property
    def chat(self) -> str:
        """Name of the model behind a chat interface, as `open_chat` reads it; "" for others."""
        return self.repo.removeprefix(CHAT) if self.repo.startswith(CHAT) else ""

    @property
    def short_name(self) -> str:
        """The end of its name, for naming a tool."""
        return re.split(r"[/#]", self.chat or self.repo)[-1]

    @property
    def fits(self) -> bool:
        """True when it may be wrapped."""
        return (
            bool(self.chat)
            or self.parameters <= MAX_PARAMETERS
            and self.format == "safetensors"
            and self.output == "scalar"
        )


def read_index(path: Path) -> list[RewardModel]:
    """The models of an index file, {"models": [{…}]}. ModelIndexError with the first bad row."""
    try:
        data = json.loads(path.read_text("utf-8")) if path.stat().st_size <= MAX_INDEX else None
        rows = data["models"] if isinstance(data, dict) else None
    except OSError as error:
        raise ModelIndexError(f"{path}: {error.strerror}: name a JSON file of allowed models") from None
    except (ValueError, KeyError, RecursionError):
        rows = None
    if not isinstance(rows, list):
        raise ModelIndexError(f'{path}: must be JSON: {{"models": [{{"repo": …, "revision": …, …}}]}}')
    return [_row(path, number, row) for number, row in enumerate(rows, 1)]


def _row(path: Path, number: int, row: dict[str, Any]) -> RewardModel:
    if isinstance(row, dict) and "chat" in row:
        return _chat_row(path, number, row)
    try:
        model = RewardModel(**{**row, "parameters": float(row["parameters"])})
    except (TypeError, KeyError, ValueError):
        raise ModelIndexError(f"{path}: model {number}: needs {', '.join(RewardModel.__dataclass_fields__)}") from None
    if not all(
        isinstance(getattr(model, name), str) for name in RewardModel.__dataclass_fields__ if name != "parameters"
    ):
        raise ModelIndexError(f"{path}: model {number}: everything but parameters is text")
    if model.reads not in get_args(Reads):
        raise ModelIndexError(f"{path}: model {number}: reads is one of {', '.join(get_args(Reads))}")
    if not REPO.fullmatch(model.repo) or ".." in model.repo or not REVISION.fullmatch(model.revision):
        raise ModelIndexError(
            f"{path}: model {number}: needs repo as owner/name, and the revision as a commit of 40 letters"
        )
    if model.path:
        folder = (path.parent / model.path).resolve()
        if not folder.is_relative_to(path.parent.resolve()):
            raise ModelIndexError(f"{path}: model {number}: path must lie beside the index")
        return RewardModel(**{**vars(model), "path": str(folder)})
    return model


def _chat_row(path: Path, number: int, row: dict[str, Any]) -> RewardModel:
    """{"chat": NAME, "description": …}: a model that evaluates edits, as `--model` names it."""
    plain = {name: row.get(name, "") for name in ("chat", "description", "documentation", "license")}
    if set(row) - set(plain) or not all(isinstance(v, str) for v in plain.values()) or not row["chat"]:
        raise ModelIndexError(
            f"{path}: model {number}: a model behind a chat interface has {', '.join(plain)}, all text"
        )
    name = plain.pop("chat")
    return RewardModel(CHAT + name, "", 0.0, "chat", "scalar", reads="image and words", **plain)


def online(models: Sequence[RewardModel]) -> list[RewardModel]:
    """The allowed models that the hub still has at their revision, with its own word on their files."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError

    found = []
    for model in models:
        if model.chat:
            found.append(model)
            continue
        try:
            info = HfApi().model_info(model.repo, revision=model.revision)
        except (HfHubHTTPError, OSError):
            continue
        if any(file.rfilename.endswith(".safetensors") for file in info.siblings or ()):
            found.append(model)
    return found


def search(models: Sequence[RewardModel], query: str, most: int = 5) -> list[RewardModel]:
    """Those that may be wrapped and share words with the query, the closest first; evaluators behind a chat fit every
    edit.
    """
    words = set(re.findall(r"\w{3,}", query.lower()))
    rated = [(len(words & set(re.findall(r"\w{3,}", m.description.lower()))), m) for m in models if m.fits]
    return [m for hits, m in sorted(rated, key=lambda pair: (-pair[0], pair[1].repo)) if hits or m.chat][:most]


def entry_for(model: RewardModel, name: str, description: str) -> LibraryEntry:
    """A tool that asks the model."""
    schema = json.dumps({"arguments": {}, "answer": {"score": {"type": "number", "minimum": 0, "maximum": 1}}})
    return LibraryEntry(
        name,
        description,
        "tool",
        f"compute_{name.replace('-', '_')}(prompt, response, reference): the reward of {model.repo}, from 0 to 1.",
        "model",
        origin="rlar",
        metadata={"repo": model.repo, "revision": model.revision},
        files={"schema.json": schema},
    )
