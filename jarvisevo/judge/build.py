"""From names in configs and on the command line to models, cases and judges."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.judge.core.case_files import Cases, read_cases
from jarvisevo.judge.core.client import ChatModel, LedgerChat
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.evaluator_judge import EvaluatorJudge
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.images import SIDE
from jarvisevo.judge.core.ledger import Budget, Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.reward_index import RewardModel
from jarvisevo.judge.core.reward_models import RewardModels
from jarvisevo.judge.core.store import LibraryStore, allowed_models, open_library
from jarvisevo.judge.core.vote import VoteJudge
from jarvisevo.judge.methods import embedding
from jarvisevo.judge.methods.rlar import RlarJudge
from jarvisevo.judge.methods.settings import Models
from jarvisevo.judge.methods.synthesis import Synthesizer
from jarvisevo.protocol.chat import Chat, Sampling
from jarvisevo.scoring.evaluators import AnalyticEvaluator, ModelEvaluator

if TYPE_CHECKING:
    from jarvisevo.policies.openai import Patience

SYNTHETIC = "synthetic:"
MAX_SYNTHETIC = 5000


def chat_for(name: str, patience: "Patience | None" = None) -> Chat:
    """The model of a name, as `open_chat` reads it: a server, nano, or a Qwen-VL folder.
    ValueError with cause and fix.
    """
    from jarvisevo.files.errors import CliError
    from jarvisevo.policies.open import open_chat

    try:
        return open_chat(name, patience=patience)
    except CliError as error:
        raise ValueError(str(error)) from None


def models_for(
    settings: Models, path: Path | str = ":memory:", budget: Budget | None = None, patience: "Patience | None" = None
) -> ChatModel:
    """Both models behind one cache. ValueError when a name is none."""
    subagent = chat_for(settings.subagent, patience)
    same = settings.orchestrator in ("", settings.subagent)
    orchestrator = subagent if same else chat_for(settings.orchestrator, patience)
    return ChatModel(orchestrator, subagent, Ledger(path, budget), settings.repairs, settings.max_tokens)


def cases_for(name: str, folder: Path, seed: int = 0, *, labelled: bool = True, side: int = SIDE) -> Cases:
    """ "synthetic:N", or a .jsonl file (relative to `folder`). CaseError or ValueError when there are none."""
    if name.startswith(SYNTHETIC):
        from jarvisevo.judge.core.synthetic import example_photos, make_cases

        count = name.removeprefix(SYNTHETIC)
        if not count.isdigit() or not 1 <= int(count) <= MAX_SYNTHETIC:
            raise ValueError(f"{name[:40]}: write synthetic:N with N of 1 to {MAX_SYNTHETIC}")
        photos = list(example_photos(side))
        if not photos:
            raise ValueError(
                "synthetic cases are made from the project's example photos, which are not here: name a file of cases"
            )
        return Cases(tuple(make_cases(photos, int(count), seed)))
    return read_cases(folder / name, labelled=labelled)


@dataclass(frozen=True)
class JudgeParts:
    """What a judge with a model is made of; `store` is where a library that grows is kept, None keeps it in this
    process.
    """

    models: ChatModel
    library: Library
    index: Sequence[RewardModel]
    settings: Models
    grows: bool = False
    store: LibraryStore | None = None


def _harness(parts: JudgeParts) -> HarnessJudge:
    judge = HarnessJudge(parts.models, parts.library, parts.settings.side, rewards=RewardModels(parts.index))
    judge.workers = parts.settings.concurrency
    return judge


def _model(parts: JudgeParts) -> HarnessJudge:
    judge = _harness(replace(parts, library=Library(), index=()))
    judge.name = "model"
    return judge


def _rlar(parts: JudgeParts) -> RlarJudge:
    side = parts.settings.side
    maker = Synthesizer(parts.models, parts.index, example_codes(CHECKS, side)) if parts.grows else None
    rewards = RewardModels(parts.index)
    judge = RlarJudge(parts.models, parts.library, _model(parts), maker, parts.store, rewards, side)
    judge.embedding = embedding.chosen(embedding.AUTO)
    return judge


def _evaluator(parts: JudgeParts) -> EvaluatorJudge:
    side = parts.settings.side
    sampling = Sampling(max_tokens=parts.settings.max_tokens)
    evaluator = ModelEvaluator(LedgerChat(parts.models), sampling=sampling, retries=parts.models.repairs, max_size=side)
    return EvaluatorJudge(evaluator, side, parts.models)


def _vote(parts: JudgeParts) -> VoteJudge:
    return VoteJudge(parts.models, parts.settings.side)


WITH_MODEL: dict[str, Callable[[JudgeParts], Critic]] = {
    "evaluator": _evaluator,
    "vote": _vote,
    "model": _model,
    "harness": _harness,
    "lwe": _harness,
    "rho": _harness,
    "rlar": _rlar,
}
"""Judges that ask a model, by name; a library that LWE or RHO made is used as any other."""
WITH_LIBRARY = ("harness", "lwe", "rho", "rlar")
JUDGES = ("analytic", *WITH_MODEL)
CHECKS = 4
"""Shipped photos on which tools that are made while judging are tried."""
FORM = re.compile(r"(?P<kind>evaluator|model|harness|lwe|rho|rlar)(?::(?P<library>[^@]+))?@(?P<model>.+)")
"""How a judge with a model is named in one word."""


def judge_for(
    kind: str,
    library: Path | None = None,
    models: Models | None = None,
    cache: Path | str = ":memory:",
    budget: Budget | None = None,
    *,
    grow: bool = False,
    patience: "Patience | None" = None,
) -> Critic:
    """One of JUDGES. ValueError with cause and fix.

    library  a store or an exported folder; None is the empty library
    cache    file that keeps the replies of a server; those of a model in this process are never kept
    budget   of all requests; what goes beyond it raises BudgetError, or is a failed score in `score` and `rank`
    grow     rlar makes tools for kinds of task that it meets for the first time, and keeps them in `library`
    patience how long to go on with a server; None is the usual
    """
    if kind not in JUDGES:
        raise ValueError(f"{kind[:60]}: no such judge: {', '.join(JUDGES)}")
    if kind == "analytic":
        return EvaluatorJudge(AnalyticEvaluator())
    if models is None:
        raise ValueError(f"{kind}: needs a model: add --model http://host:port/v1#name")
    index = allowed_models(library) if library else []
    store = LibraryStore(library, create=True) if grow and kind == "rlar" and library and growable(library) else None
    entries = store.head() if store else open_library(library) if library else Library()
    asked = models_for(models, cache if "://" in models.subagent else ":memory:", budget, patience)
    return WITH_MODEL[kind](JudgeParts(asked, entries, index, models, grow, store))


def growable(library: Path) -> bool:
    """True for a store, or where one can be made: an exported folder is read, and what is made beside it stays in
    memory.
    """
    return not library.exists() or (library / "objects").is_dir()


def judge_named(
    name: str,
    *,
    grow: bool = False,
    orchestrator: str = "",
    cache: Path | str = ":memory:",
    budget: Budget | None = None,
) -> Critic:
    """The judge that `score --model` and configs name: analytic, or KIND[:LIBRARY]@MODEL; see `judge_for`.

    ValueError with cause and fix.
    """
    if name == "analytic":
        return judge_for(name, None, None)
    found = FORM.fullmatch(name)
    if found is None:
        raise ValueError(
            f"{name[:80]}: write analytic, or KIND[:LIBRARY]@http://host:port/v1#name, where KIND is one of "
            f"{', '.join(kind for kind in WITH_MODEL if kind != 'vote')} and the model that judges stands after @"
        )
    library = Path(found["library"]) if found["library"] else None
    models = Models(subagent=found["model"], orchestrator=orchestrator)
    return judge_for(found["kind"], library, models, cache, budget, grow=grow)


def example_codes(count: int, side: int = SIDE) -> list[np.ndarray]:
    """Shipped photos, (h, w, 3) uint8 sRGB with a long edge of `side`, for checks of tools."""
    from jarvisevo.judge.core.synthetic import EDIT_KINDS, edited, example_photos

    return [edited(photo, EDIT_KINDS[0], "none") for photo in example_photos(side)][:count]
