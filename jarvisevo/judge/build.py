"""From names in configs and on the command line to models, cases and judges."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jarvisevo.judge.core.case_files import Cases, read_cases
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.critic import AnalyticJudge, Critic
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.images import SIDE
from jarvisevo.judge.core.ledger import Budget, Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.reward_models import RewardModels
from jarvisevo.judge.core.store import allowed_models, open_library
from jarvisevo.judge.methods.rlar import RlarJudge
from jarvisevo.judge.methods.settings import Models
from jarvisevo.protocol.chat import Chat

SYNTHETIC = "synthetic:"
MAX_SYNTHETIC = 5000


def chat_for(name: str) -> Chat:
    """The model of a name, as `open_chat` reads it: a server, nano, or a Qwen-VL folder.
    ValueError with cause and fix.
    """
    from jarvisevo.files.errors import CliError
    from jarvisevo.policies.open import open_chat

    try:
        return open_chat(name)
    except CliError as error:
        raise ValueError(str(error)) from None


def models_for(settings: Models, path: Path | str = ":memory:", budget: Budget | None = None) -> ChatModel:
    """Both models behind one cache. ValueError when a name is none."""
    subagent = chat_for(settings.subagent)
    same = settings.orchestrator in ("", settings.subagent)
    orchestrator = subagent if same else chat_for(settings.orchestrator)
    return ChatModel(orchestrator, subagent, Ledger(path, budget), max_tokens=settings.max_tokens)


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
    """What a judge with a model is made of."""

    models: ChatModel
    library: Library
    rewards: RewardModels
    settings: Models


def _harness(parts: JudgeParts) -> HarnessJudge:
    judge = HarnessJudge(parts.models, parts.library, parts.settings.side, rewards=parts.rewards)
    judge.workers = parts.settings.concurrency
    return judge


def _model(parts: JudgeParts) -> HarnessJudge:
    judge = _harness(JudgeParts(parts.models, Library(), parts.rewards, parts.settings))
    judge.name = "model"
    return judge


def _rlar(parts: JudgeParts) -> RlarJudge:
    return RlarJudge(parts.models, parts.library, _model(parts), rewards=parts.rewards, side=parts.settings.side)


WITH_MODEL: dict[str, Callable[[JudgeParts], Critic]] = {
    "model": _model,
    "harness": _harness,
    "lwe": _harness,
    "rho": _harness,
    "rlar": _rlar,
}
"""Judges that ask a model, by name; a library that LWE or RHO made is used as any other."""
JUDGES = ("analytic", *WITH_MODEL)


def judge_for(
    kind: str, library: Path | None, models: Models | None, cache: Path | str = ":memory:", budget: Budget | None = None
) -> Critic:
    """One of JUDGES. ValueError with cause and fix.

    library  a store or an exported folder; None is the empty library
    cache    file that keeps the replies of models
    budget   of all requests; what goes beyond it raises BudgetError, or is a failed score in `score` and `rank`
    """
    if kind not in JUDGES:
        raise ValueError(f"{kind[:60]}: no such judge: {', '.join(JUDGES)}")
    if kind == "analytic":
        return AnalyticJudge()
    if models is None:
        raise ValueError(f"{kind}: needs a model: add --model http://host:port/v1#name")
    entries = open_library(library) if library else Library()
    rewards = RewardModels(allowed_models(library) if library else ())
    return WITH_MODEL[kind](JudgeParts(models_for(models, cache, budget), entries, rewards, models))


def parse_harness(name: str) -> tuple[Path | None, Models]:
    """`harness[:LIBRARY]@URL#NAME` as `score --model` and configs name it. ValueError with cause and fix."""
    rest, at, model = name.removeprefix("harness").partition("@")
    if rest and not rest.startswith(":") or not at or not model:
        raise ValueError(
            f"{name[:80]}: write harness[:LIBRARY]@http://host:port/v1#name, with the model that judges after @"
        )
    return Path(rest[1:]) if rest[1:] else None, Models(subagent=model)


def harness(name: str) -> Critic:
    """The harness judge of such a name, as an `Evaluator`. ValueError with cause and fix."""
    library, models = parse_harness(name)
    return judge_for("harness", library, models)


def example_codes(count: int, side: int = SIDE) -> list[np.ndarray]:
    """Shipped photos, (h, w, 3) uint8 sRGB with a long edge of `side`, for checks of tools."""
    from jarvisevo.judge.core.synthetic import EDIT_KINDS, edited, example_photos

    return [edited(photo, EDIT_KINDS[0], "none") for photo in example_photos(side)][:count]
