"""The config of `jarvisevo bench judges`."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from bench.artedit.config import JudgeSpec, named
from jarvisevo.files.config import Config
from jarvisevo.judge.core.ledger import Budget
from jarvisevo.judge.methods.settings import LweMethod, Models

IMGEDIT = "imgedit"
IMAGENHUB = "imagenhub"
LEARNT = "learnt"
"""In place of a library: the one that `learn` makes."""


class PairJudge(JudgeSpec):
    """A judge, and how it meets a pair.

    judge    measurements; a model in JarvisEvo's own evaluation turn, as trained here; a model that votes; any model
             that is told the scale and the form of its answer; or a model with a library
    library  of harness, lwe, rho, rlar: a store, an exported folder, or "learnt"
    method   of lwe without a library: it learns on the set itself, while it judges, as in LWE, or is one of its
             baselines
    index    of rlar without a library: a JSON file of reward models that it may wrap while it judges
    how      "score" each candidate by itself; "pairwise" two side by side; "joint" all candidates of a group side by
             side. Answers in words are not scored by themselves, but by rlar
    max_size long edge at which images are shown
    budget   of requests, tokens, currency; what it does not cover is a failed judgement
    """

    judge: Literal["analytic", "evaluator", "vote", "model", "harness", "lwe", "rho", "rlar"] = "model"
    library: str = ""
    method: LweMethod | None = None
    index: Path | None = None
    orchestrator: str = ""
    how: Literal["score", "pairwise", "joint"] = "score"
    max_size: int = Field(default=768, ge=32)
    budget: Budget = Budget()

    @model_validator(mode="after")
    def _can(self) -> "PairJudge":
        if self.kind == "vote" and self.how != "pairwise":
            raise ValueError("a vote is between two: use how: pairwise")
        if self.method and (self.kind != "lwe" or self.library or self.how != "pairwise"):
            raise ValueError("method is of lwe without a library, and how: pairwise")
        if self.index and (self.kind != "rlar" or self.library):
            raise ValueError("index is of rlar without a library")
        if self.kind in ("harness", "lwe", "rho", "rlar") and not (self.library or self.method or self.index):
            raise ValueError(f"{self.kind} needs a library (or lwe a method, rlar an index)")
        return self

    @property
    def kind(self) -> str:
        """Which judge; the model "analytic" is no model."""
        return "analytic" if self.model == "analytic" else self.judge

    @property
    def models(self) -> Models:
        """Who answers."""
        return Models(
            subagent=self.model,
            orchestrator=self.orchestrator,
            max_tokens=max(64, self.max_tokens),
            concurrency=self.workers,
            repairs=self.retries,
            side=self.max_size,
        )


class DataSet(Config):
    """A downloaded benchmark.

    originals, results  for imgedit: the photos, and an editor's images
    without             values of its tables (subset, category, task …) that are left out
    sample              so many groups of it, the first ones of a fixed random order
    """

    kind: Literal[
        "editreward",
        "editreward-score",
        "editreward-data",
        "genai",
        "vl-rewardbench",
        "mm-rewardbench",
        "rewardbench2",
        "imgedit",
        "imagenhub",
    ]
    folder: Path
    name: str = Field(default="", pattern=r"^[\w.-]{0,60}$")
    originals: Path | None = None
    results: Path | None = None
    without: tuple[str, ...] = ()
    sample: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _complete(self) -> "DataSet":
        if self.kind == IMGEDIT and not (self.originals and self.results):
            raise ValueError("imgedit needs originals and results beside the folder")
        return self

    @property
    def title(self) -> str:
        """The name in tables."""
        return self.name or self.kind


class Learning(Config):
    """A library that is made before anything is measured, from demonstrations that are in none of the sets.

    method    one of the loops of `jarvisevo judge`, with its settings
    count     so many demonstrations, the first ones of a fixed random order
    """

    method: Literal["evolve", "lwe", "rho", "synthesize"] = "evolve"
    demonstrations: DataSet
    count: int = Field(default=100, ge=2)
    models: Models
    settings: dict[str, Any] = Field(default_factory=dict)


class JudgesConfig(Config):
    """A run.

    order  how candidates are shown side by side: half of the cases swapped ("drawn"), as given, or both ways: then an
           answer counts only when both agree
    limit  at most so many pairs of each set
    """

    benchmark: Literal["judges"] = "judges"
    title: str = "Judges"
    out: Path
    sets: tuple[DataSet, ...] = Field(min_length=1)
    judges: tuple[Annotated[PairJudge, BeforeValidator(named)], ...] = Field(min_length=1)
    order: Literal["drawn", "given", "both"] = "drawn"
    limit: int | None = Field(default=None, ge=1)
    retry_failed: bool = False
    learn: Learning | None = None

    @model_validator(mode="after")
    def _learns(self) -> "JudgesConfig":
        if self.learn is None and any(judge.library == LEARNT for judge in self.judges):
            raise ValueError(f"a judge with the library {LEARNT!r} needs `learn`")
        return self
