"""A resumable run in a folder: what was decided, one line a step; a killed run goes on after its last whole line.

Replies of models are kept in the ledger beside it, so a step that was cut short is done again without being paid again.
Records hold no times and no costs: a run that was killed and resumed has the same records as one that was not.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from editor_ops.files import write_whole
from jarvisevo.files.config import Config, differing
from jarvisevo.files.journal import Journal
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.images import identity


class RunFolderError(ValueError):
    """A folder that cannot be used for this run: one line with cause and fix."""


class JudgeRun:
    """`config.yaml`, `cases.txt` (what it began with), `records.jsonl`, `ledger.sqlite` in one folder."""

    def __init__(self, folder: Path, config: Config, cases: Sequence[Case]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._journal = Journal(folder / "records.jsonl")
        if self._journal.damaged:
            raise RunFolderError(f"{self._journal.path}: is damaged: choose another folder")
        self._same_settings(config)
        self._same("cases.txt", _cases_id(cases), "cases")
        self._place = 0

    @property
    def records(self) -> list[dict[str, Any]]:
        """Every step so far."""
        return self._journal.rows

    @property
    def id(self) -> str:
        """The same for the same settings and cases."""
        text = (self.folder / "config.yaml").read_text("utf-8") + (self.folder / "cases.txt").read_text("utf-8")
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def ledger_path(self) -> Path:
        """Cache and book of this run."""
        return self.folder / "ledger.sqlite"

    def add(self, record: Mapping[str, Any]) -> None:
        """Write one step down for good."""
        self._journal.add(json.loads(json.dumps(record, sort_keys=True)))

    def note(self, record: Mapping[str, Any]) -> None:
        """`add` for a run that is replayed from its first step: what is there already has to be the same."""
        if self._place < len(self.records):
            known = self.records[self._place]
            if known != json.loads(json.dumps(record)):
                raise RunFolderError(
                    f"{self._journal.path}: step {self._place + 1} came out differently: choose another folder"
                )
        else:
            self.add(record)
        self._place += 1

    def write(self, name: str, text: str) -> Path:
        """A file of the folder, whole or not at all."""
        write_whole(self.folder / name, text.encode())
        return self.folder / name

    @contextmanager
    def locked(self) -> Iterator[None]:
        """For one process at a time; RunFolderError when another one works in the folder."""
        import fcntl

        with open(self.folder / ".lock", "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunFolderError(f"{self.folder}: another process is at work on this run: wait for it") from None
            yield

    def _same_settings(self, config: Config) -> None:
        """Write the settings, or compare them; as long as nothing was recorded, other models may be named."""
        import yaml

        text, path = _identity(config), self.folder / "config.yaml"
        before = yaml.safe_load(path.read_text("utf-8")) if path.exists() else None
        changed = differing(before or {}, yaml.safe_load(text)) if path.exists() else []
        if changed and (self.records or any(not name.startswith("models.") for name in changed)):
            raise RunFolderError(
                f"{self.folder}: holds a run with other settings ({', '.join(changed)}): choose another folder, or the "
                "same settings"
            )
        if changed or not path.exists():
            self.write("config.yaml", text)

    def _same(self, name: str, text: str, what: str) -> None:
        path = self.folder / name
        if not path.exists():
            self.write(name, text)
        elif path.read_text("utf-8") != text:
            raise RunFolderError(
                f"{self.folder}: holds a run with other {what}: choose another folder, or the same {what}"
            )


def _identity(config: Config) -> str:
    """The settings that decide what comes out: not how long it goes on, what it may cost,
    or how many requests run at once.
    """
    import yaml

    data = config.model_dump(mode="json", exclude={"budget": True, "iterations": True, "models": {"concurrency"}})
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)


def _cases_id(cases: Sequence[Case]) -> str:
    """Every case by its id, images, labels and instruction."""
    rows = []
    for case in cases:
        seen = [identity(image)[:16] for image in (case.source, *case.candidates)]
        rows.append(
            f"{case.id} {' '.join(seen)} {case.gold} {hashlib.sha256(case.instruction.encode()).hexdigest()[:16]}"
        )
    return "\n".join(rows) + "\n"
