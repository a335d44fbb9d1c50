"""What a run of ArtEdit-Bench is told: data, systems, judges (configs/bench/*.yaml)."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from jarvisevo.files.config import Config
from jarvisevo.files.spread import Runner

BASELINES = ("identity", "auto", "random", "expert")
"""Always beside what is measured, unless `baselines: false`."""


NAME = r"^(\w[\w.-]{0,59})?$"
"""Names stand in tables and name folders."""


def title_of(model: str) -> str:
    """A name from a model: what stands after #, or the folder's."""
    text = model.rpartition("#")[2] if "://" in model else Path(model).resolve().name
    return re.sub(r"[^\w.-]+", "-", text).strip("-.")[:60] or "model"


def named(value: object) -> object:
    """A system or judge given as one word is its model."""
    return {"model": value} if isinstance(value, str) else value


class SystemSpec(Config):
    """Who edits.

    model     as for `edit --model`: expert, a model folder, URL#NAME; or identity, auto, random. Several addresses (a
              list, or with commas between) share the work
    images  instead of a model: a folder with results of another program, named by the samples (ID.png, ID.jpg)
    """

    name: str = Field(default="", pattern=NAME)
    model: str = ""
    images: Path | None = None
    system_prompt: Path | None = None
    steps: int = Field(default=4, ge=1)
    threshold: float | None = Field(default=None, ge=1, le=5)
    rounds: int = Field(default=1, ge=0)
    temperature: float | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=1)
    seconds: float | None = Field(default=None, gt=0)
    max_size: int = Field(default=1024, ge=28)
    seed: int = 0
    batch: int = Field(default=1, ge=1)

    @field_validator("model", mode="before")
    @classmethod
    def _several(cls, value: object) -> object:
        return ",".join(map(str, value)) if isinstance(value, list | tuple) else value

    @model_validator(mode="after")
    def _one(self) -> "SystemSpec":
        if bool(self.model) == bool(self.images):
            raise ValueError("give either a model or a folder of images")
        return self

    @property
    def title(self) -> str:
        """The name in tables: given, or from the model."""
        if self.name:
            return self.name
        return title_of(str(self.images) if self.images else self.model)


class JudgeSpec(Config):
    """Who scores SC and PQ (editing) or the overall 1-5 (evaluation): "analytic", URL#NAME or a model folder."""

    name: str = Field(default="", pattern=NAME)
    model: str
    retries: int = Field(default=1, ge=0, le=10)
    attempts: int = Field(default=5, ge=1)
    timeout: float = Field(default=300.0, gt=0)
    max_tokens: int = Field(default=1024, ge=16)
    max_size: int = Field(default=1024, ge=28)
    workers: int = Field(default=4, ge=1)

    @property
    def title(self) -> str:
        """The name in tables."""
        return self.name or title_of(self.model)


SystemEntry = Annotated[SystemSpec, BeforeValidator(named)]
JudgeEntry = Annotated[JudgeSpec, BeforeValidator(named)]


class ArtEditConfig(Config):
    """A run.

    data          folders, each in the released layout or with edit.jsonl / eval.jsonl
    out           folder of the run: journals, images, report
    systems       who edits
    baselines     put identity, auto, random and expert beside them
    judges        who scores the edits (SC, PQ, O)
    evaluators    who is measured on the judged samples (SRCC, PLCC)
    workers       edits under way at once
    runner        where photos are measured and edited: "local", or "ray" for the cluster that RAY_ADDRESS names or,
                  with none, the processors of this machine; every machine sees the same folders
    retry_failed  do again what failed in an earlier run
    any_code      keep results of other versions of this program
    """

    benchmark: Literal["artedit"] = "artedit"
    title: str = "ArtEdit-Bench"
    data: tuple[Path, ...] = Field(min_length=1)
    out: Path
    languages: tuple[Literal["en", "zh"], ...] = ("en", "zh")
    limit: int | None = Field(default=None, ge=1)
    systems: tuple[SystemEntry, ...] = ()
    baselines: bool = True
    judges: tuple[JudgeEntry, ...] = ()
    evaluators: tuple[JudgeEntry, ...] = ()
    workers: int = Field(default=2, ge=1, le=64)
    runner: Runner = "local"
    lpips: bool = True
    bootstrap: int = Field(default=2000, ge=100)
    seed: int = 0
    retry_failed: bool = False
    any_code: bool = False

    @field_validator("data", mode="before")
    @classmethod
    def _several(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value

    @property
    def all_systems(self) -> tuple[SystemSpec, ...]:
        """The baselines, then the others; each once."""
        given = {system.title for system in self.systems}
        before = [SystemSpec(model=name, seed=self.seed) for name in BASELINES if self.baselines and name not in given]
        return (*before, *self.systems)

    @model_validator(mode="after")
    def _distinct(self) -> "ArtEditConfig":
        for what, titles in (
            ("systems", [s.title for s in self.all_systems]),
            ("judges", [j.title for j in self.judges]),
            ("evaluators", [j.title for j in self.evaluators]),
        ):
            twice = {title for title in titles if titles.count(title) > 1}
            if twice:
                raise ValueError(f"two {what} are called {sorted(twice)[0]}: give each a name")
        return self
