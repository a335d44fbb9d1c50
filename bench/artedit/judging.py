"""ArtEdit-Bench-Eval: who judges edits as the gold scores do, by SRCC and PLCC."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bench import runner
from bench.artedit import figures, metrics, systems, viescore
from bench.artedit.benchmark import Bench
from bench.artedit.config import ArtEditConfig, JudgeSpec
from bench.artedit.items import EvalItem
from bench.runner import Value, WorkItem, digest
from jarvisevo.record.trajectory import Evaluation

if TYPE_CHECKING:
    from jarvisevo.scoring.evaluators import AnalyticEvaluator, ModelEvaluator

FAR = 40.0
"""Mean ΔE2000 from the photo at which the least-change baseline gives its lowest score."""


class LeastChange:
    """A baseline for judging that hears no instruction: the less was changed, the better."""

    name = "least-change"

    def score(self, before: np.ndarray, after: np.ndarray, instruction: str) -> Evaluation:
        apart = metrics.delta_e(metrics.aligned(after, before)[0], before)
        return Evaluation(5 - 4 * min(apart / FAR, 1.0), judge=self.name)


def open_evaluator(spec: JudgeSpec) -> "AnalyticEvaluator | ModelEvaluator | LeastChange":
    """The evaluator of a config."""
    from jarvisevo.scoring.evaluators import AnalyticEvaluator, ModelEvaluator

    if spec.model in ("analytic", LeastChange.name):
        return AnalyticEvaluator() if spec.model == "analytic" else LeastChange()
    from jarvisevo.protocol.chat import Sampling

    sampling = Sampling(max_tokens=spec.max_tokens)
    return ModelEvaluator(viescore.open_chat(spec), sampling=sampling, retries=spec.retries, max_size=spec.max_size)


def evaluate(run: Bench, spec: JudgeSpec) -> list[figures.ResultRow]:
    """One evaluator's scores of the judged samples beside the gold ones."""
    evaluator = open_evaluator(spec)
    told = spec.model_dump(mode="json", include={"model", "max_tokens", "max_size", "retries"})
    who = digest(told, systems.model_identity(spec.model))
    tasks = [
        WorkItem(f"{spec.title}/{i.id}", run.made_from(who, i.source, i.result, i.instruction), i)
        for i in run.data.eval
    ]

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        item: EvalItem = chunk[0].payload
        made = evaluator.score(systems.read_image(item.source), systems.read_image(item.result), item.instruction)
        if made.score is None:
            return [runner.failed(made.error) | {"text": made.text[:2000]}]
        return [{"status": "ok", "score": round(made.score, 6), "reason": made.rationale[:1000]}]

    done = run.do(tasks, work, "evaluations", workers=spec.workers, stop=runner.stopper(evaluator))
    return [_judged_row(spec.title, task.payload, done[task.key]) for task in tasks]


def _judged_row(name: str, item: EvalItem, value: Value) -> figures.ResultRow:
    return {
        "evaluator": name,
        "item": item.id,
        "groups": item.groups,
        "gold": item.gold,
        "score": figures.counted_score(value, item.gold),
        "status": value["status"],
        "error": value.get("error", ""),
        "reason": value.get("reason", ""),
    }


def by_language(rows: list[figures.ResultRow], config: ArtEditConfig) -> dict[str, Any]:
    """Correlations over all and by language."""
    out = {"all": figures.correlations(rows, config.bootstrap, config.seed)}
    for language in config.languages:
        own = [row for row in rows if row["groups"].get("language") == language]
        if own and len(own) < len(rows):
            out[language] = figures.correlations(own, config.bootstrap, config.seed)
    return out
