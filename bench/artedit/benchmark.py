"""One run of ArtEdit-Bench as all of its stages see it: config, samples, folder, journals."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import runner
from bench.artedit import items, systems
from bench.artedit.config import ArtEditConfig
from bench.runner import Value, WorkItem, digest


@dataclass(frozen=True)
class Bench:
    """A run: its config, its samples, and the folder it writes to."""

    config: ArtEditConfig
    data: items.Data

    @property
    def out(self) -> Path:
        return self.config.out

    def do(self, tasks: Sequence[WorkItem], work: runner.Worker, name: str, **options: Any) -> dict[str, Value]:
        """Run tasks with the journal of a stage."""
        return runner.run(
            tasks, work, self.out / f"{name}.jsonl", what=name, retry_failed=self.config.retry_failed, **options
        )

    def made_from(self, *parts: object) -> str:
        """Digest of inputs, and of the program unless its version is not to matter."""
        return digest("" if self.config.any_code else systems.code(), *parts)
