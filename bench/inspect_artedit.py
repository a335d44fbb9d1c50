"""ArtEdit-Bench as tasks of inspect_ai: `pip install 'jarvisevo[inspect]'`, then

    inspect eval bench/inspect_artedit.py@artedit --model openai/gpt-4o -T data=bench/artedit/small
    inspect eval bench/inspect_artedit.py@artedit_eval --model openai/gpt-4o

The model edits in the agent's own loop, with inspect's model as its chat, and the figures are the benchmark's: SC, PQ
and O of each edit with their standard errors; SRCC of judgements with that of a bootstrap.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import numpy as np
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    get_model,
)
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from bench.artedit import items, systems, viescore
from bench.artedit.config import JudgeSpec
from bench.artedit.metrics import delta_e
from editor_ops.io.decode import load
from jarvisevo.agent.loop import run
from jarvisevo.agent.session import Options
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.openai_wire import image_url
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling, TurnKind
from jarvisevo.scoring.correlation import spearman
from jarvisevo.scoring.evaluators import ModelEvaluator

SMALL = Path(__file__).resolve().parent / "artedit" / "small"
ROUNDS = 1000
"""Draws of the bootstrap."""


class InspectChat:
    """The model that inspect evaluates, as the agent's chat; called from a thread of the event loop."""

    def __init__(self) -> None:
        self.model = get_model()
        self.name = str(self.model.name)

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """See `Chat.complete`."""
        return [anyio.from_thread.run(self._reply, conversation, sampling) for conversation in conversations]

    async def _reply(self, conversation: Sequence[Message], sampling: Sampling) -> Completion | ChatError:
        config = GenerateConfig(
            temperature=sampling.temperature, top_p=sampling.top_p, max_tokens=sampling.max_tokens, seed=sampling.seed
        )
        made = await self.model.generate([as_inspect(message) for message in conversation], config=config)
        if made.error:
            return ChatError(made.error)
        return Completion(made.completion, "length" if made.stop_reason == "max_tokens" else "stop")


def as_inspect(message: Message) -> ChatMessage:
    """A message with its pictures at their places."""
    parts: list[Content] = [
        ContentText(text=part) if isinstance(part, str) else ContentImage(image=image_url(part, "png"))
        for part in message.content
    ]
    if message.role == "system":
        return ChatMessageSystem(content=message.text)
    return ChatMessageUser(content=parts) if message.role == "user" else ChatMessageAssistant(content=message.text)


# ---- editing


@task
def artedit(
    data: str = str(SMALL), judge: str = "analytic", steps: int = 4, max_size: int = 1024, limit: int | None = None
) -> Task:
    """Photos and instructions to edit; `judge` scores SC and PQ: analytic, URL#NAME or a model folder."""
    found = items.read([Path(data)], limit=limit).edit
    samples = [Sample(id=i.id, input=i.instruction, metadata={"item": i}) for i in found]
    return Task(dataset=MemoryDataset(samples), solver=edits(steps, max_size), scorer=edit_scores(judge))


@solver
def edits(steps: int = 4, max_size: int = 1024) -> Solver:
    """The agent's whole loop: plan, edit, judge, reflect; the best-scored state is handed out."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item: items.EditItem = state.metadata["item"]
        options = Options(max_steps=steps, max_size=max_size)
        photo = load(item.source)
        made = await anyio.to_thread.run_sync(lambda: run(photo, item.instruction, ChatPolicy(InspectChat()), options))
        state.metadata["settings"] = made.settings
        state.metadata["error"] = made.error
        state.output.completion = made.error or str(made.settings.to_dict())
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def edit_scores(judge: str = "analytic") -> Scorer:
    """SC, PQ and O of the edit, and ΔE2000 to the target; what the judge could not score is unscored, not zero."""
    judging = viescore.open_scorer(JudgeSpec(model=judge))

    async def score(state: TaskState, target: Target) -> Score:
        item: items.EditItem = state.metadata["item"]
        photo = load(item.source)
        after = systems.developed(photo, state.metadata["settings"], item)
        before, wanted = systems.untouched(photo, item), systems.read_image(item.target)
        made = await anyio.to_thread.run_sync(lambda: judging.judge(before, after, item.instruction))
        nothing = float("nan")
        values = {"SC": made.sc, "PQ": made.pq, "O": made.overall}
        plain = {name: nothing if value is None else value for name, value in values.items()}
        apart = delta_e(after, wanted) if after.shape == wanted.shape else nothing
        return Score(value={**plain, "delta_e": apart}, explanation=made.reason or made.error)

    return score


# ---- judging


@task
def artedit_eval(data: str = str(SMALL), max_size: int = 1024, limit: int | None = None) -> Task:
    """Finished edits to judge, each with the gold score of people."""
    found = items.read([Path(data)], limit=limit).eval
    samples = [Sample(id=i.id, input=i.instruction, target=str(i.gold), metadata={"item": i}) for i in found]
    return Task(dataset=MemoryDataset(samples), solver=judges(max_size), scorer=gold_scores())


@solver
def judges(max_size: int = 1024) -> Solver:
    """One judgement in the protocol's evaluation turn."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item: items.EvalItem = state.metadata["item"]
        before, after = systems.read_image(item.source), systems.read_image(item.result)
        evaluator = ModelEvaluator(InspectChat(), max_size=max_size)
        made = await anyio.to_thread.run_sync(lambda: evaluator.score(before, after, item.instruction))
        state.metadata["given"] = made.score
        state.output.completion = made.text or made.error
        return state

    return solve


@metric
def srcc() -> Metric:
    """Rank correlation of the scores with the gold ones."""

    def compute(scores: list[SampleScore]) -> float:
        return spearman(*_pairs(scores))

    return compute


@metric
def srcc_stderr() -> Metric:
    """Its standard error, by bootstrap over the samples."""

    def compute(scores: list[SampleScore]) -> float:
        given, gold = (np.array(column) for column in _pairs(scores))
        random, drawn = np.random.default_rng(0), []
        for _ in range(ROUNDS if len(given) > 1 else 0):
            rows = random.integers(0, len(given), len(given))
            drawn.append(spearman(given[rows].tolist(), gold[rows].tolist()))
        known = [value for value in drawn if not math.isnan(value)]
        return float(np.std(known, ddof=1)) if len(known) > 1 else float("nan")

    return compute


def _pairs(scores: list[SampleScore]) -> tuple[list[float], list[float]]:
    """(given, gold) of the samples that were scored."""
    kept = [s.score for s in scores if not math.isnan(s.score.as_float())]
    return [s.as_float() for s in kept], [float((s.metadata or {})["gold"]) for s in kept]


@scorer(metrics=[srcc(), srcc_stderr(), mean(), stderr()])
def gold_scores() -> Scorer:
    """The score that the model gave; one that cannot be read is unscored."""

    async def score(state: TaskState, target: Target) -> Score:
        given, gold = state.metadata["given"], {"gold": float(target.text)}
        if given is None:
            return Score.unscored(reason="unreadable", explanation=state.output.completion, metadata=gold)
        return Score(value=given, metadata=gold)

    return score
