"""The four loops behind one call: cases and a model go in, a library comes out.

A run's folder holds its records, its ledger and, unless the config names another place, its library.
"""

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvisevo.files.config import parse
from jarvisevo.judge import build
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.reward_index import online, read_index
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore, allow_models, open_library
from jarvisevo.judge.methods import estimate
from jarvisevo.judge.methods.estimate import Estimate
from jarvisevo.judge.methods.evolve import Evolution
from jarvisevo.judge.methods.lwe import Learner
from jarvisevo.judge.methods.rho import Retrospection
from jarvisevo.judge.methods.rlar import Synthesis
from jarvisevo.judge.methods.settings import Evolve, LoopConfig, Lwe, Models, Rho, Synthesize

Record = Mapping[str, Any]
OnRecord = Callable[[Record], None]


@dataclass(frozen=True)
class LearningJob:
    """What a loop works with."""

    cases: Sequence[Case]
    models: ChatModel
    store: LibraryStore
    run: JudgeRun
    on_record: OnRecord


def _evolve(config: Evolve, job: LearningJob) -> dict[str, Any]:
    return Evolution(config, job.cases, job.models, job.store, job.run, on_record=job.on_record).evolve()


def _lwe(config: Lwe, job: LearningJob) -> dict[str, Any]:
    return Learner(config, job.cases, job.models, job.store, job.run, on_record=job.on_record).learn()


def _rho(config: Rho, job: LearningJob) -> dict[str, Any]:
    return Retrospection(config, job.cases, job.models, job.store, job.run, on_record=job.on_record).improve()


def _synthesize(config: Synthesize, job: LearningJob) -> dict[str, Any]:
    """RLAR; the index it may use is kept beside the library, so that the judge may use it later."""
    index = read_index(Path(config.index)) if config.index else []
    index = online(index) if config.online else index
    if config.index:
        allow_models(job.store.path, Path(config.index))
    photos = build.example_codes(config.checks, config.models.side)
    return Synthesis(config, job.cases, job.models, job.store, job.run, index, photos, on_record=job.on_record).make()


@dataclass(frozen=True)
class Loop:
    """One method: the settings it takes, whether its cases need labels, what it will ask for, and itself."""

    config: type[LoopConfig]
    labelled: bool
    estimate: Callable[[Any, Sequence[Case]], Estimate]
    work: Callable[[Any, LearningJob], dict[str, Any]]


LOOPS: dict[str, Loop] = {
    "evolve": Loop(Evolve, True, estimate.evolve, _evolve),
    "lwe": Loop(Lwe, False, estimate.lwe, _lwe),
    "rho": Loop(Rho, False, estimate.rho, _rho),
    "synthesize": Loop(Synthesize, False, estimate.synthesize, _synthesize),
}


def loop_of(config: LoopConfig) -> Loop:
    """The loop that a config is for."""
    return next(loop for loop in LOOPS.values() if type(config) is loop.config)


def learn(
    config: LoopConfig, cases: Sequence[Case], folder: Path, on_record: OnRecord = lambda _r: None
) -> dict[str, Any]:
    """Run a loop in a folder, or go on with it -> its report, with what was spent and the library's path.

    ValueError for a call that cannot work; BudgetError and ServerGone keep what was done for the next call.
    """
    run = JudgeRun(folder, config, cases)
    models = build.models_for(config.models, run.ledger_path, config.budget)
    models.insist = True
    place = config.library or folder / "library"
    try:
        with run.locked(), LibraryStore(place, create=True) as store:
            _begin(config, store)
            report = loop_of(config).work(config, LearningJob(cases, models, store, run, on_record))
        spent = models.ledger.spent()
    finally:
        models.ledger.close()
    costs = {"requests": spent.requests, "tokens": spent.tokens, "currency": round(spent.currency, 4)}
    report = {**report, "store": str(place), "spent": costs}
    run.write("report.json", json.dumps(report, ensure_ascii=False, indent=1) + "\n")
    return report


def _begin(config: LoopConfig, store: LibraryStore) -> None:
    """Put the entries that a new library begins with in force."""
    if config.start and len(store.log()) == 1 and not store.head().files:
        store.accept(open_library(Path(config.start)), f"begun with {config.start}")


def loop_config(loop: str, models: Models | str, **settings: object) -> LoopConfig:
    """The settings of one of LOOPS. ValueError when there is no such loop, or a setting is none of its own."""
    if loop not in LOOPS:
        raise ValueError(f"{loop}: no such method: {', '.join(LOOPS)}")
    chosen = Models(subagent=models) if isinstance(models, str) else models
    return parse({"models": chosen, **settings}, LOOPS[loop].config, loop)


def compile(
    cases: Sequence[Case],
    models: Models | str,
    *,
    method: str = "evolve",
    folder: Path | None = None,
    **settings: object,
) -> Library:
    """The library that a method makes of cases.

    models    settings, or "http://host:port/v1#name" for everything
    method    one of LOOPS; settings are the keys of its config
    folder    the run's folder, which resumes it; None is a temporary one
    """
    config = loop_config(method, models, **settings)
    with tempfile.TemporaryDirectory(prefix="jarvisevo-judge.") as temporary:
        place = folder or Path(temporary)
        report = learn(config, cases, place)
        with LibraryStore(Path(report["store"])) as store:
            return store.get(report["library"])
