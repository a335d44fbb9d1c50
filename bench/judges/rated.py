"""Sets in which single edits are rated: ImagenHub's by people, ImgEdit-Bench's by the judge itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import runner
from bench.judges import imagenhub, imgedit
from bench.judges.cases import lazy
from bench.judges.config import DataSet, JudgesConfig, PairJudge
from bench.judges.measured import run_tasks
from bench.judges.opened import OpenedJudge, open_judge
from bench.runner import Value, WorkItem, digest
from jarvisevo.judge.build import models_for
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.images import identity

NOT_PHOTOS = "its edits are not photo retouching: use a model"


def imagenhub_set(config: JudgesConfig, spec: DataSet) -> dict[str, Any]:
    """Every judge's scores beside the raters'."""
    items = imagenhub.load(spec.folder)[: config.limit]
    out: dict[str, Any] = {"kind": spec.kind, "pairs": len(items), "problems": {}, "judges": {}}
    for judge in config.judges:
        values = _rated(config, spec, judge, open_judge(config, judge), [imagenhub_case(item) for item in items])
        scores = [value["scores"][0] if value["status"] == "ok" else None for value in values]
        out["judges"][judge.title] = {"figures": imagenhub.figures(items, scores), **_failures(values)}
    return out


def imagenhub_case(item: imagenhub.RatedEdit) -> Case:
    """A system's edit as a case."""
    return Case(f"{item.system}/{item.uid}", item.instruction, lazy(item.source), (lazy(item.result),))


def imgedit_set(config: JudgesConfig, spec: DataSet) -> dict[str, Any]:
    """An editor's results, rated by every judge: a plain model by the benchmark's three scores, others by their own."""
    assert spec.originals and spec.results
    tasks = imgedit.load(spec.folder, spec.originals, spec.results)[: config.limit]
    out: dict[str, Any] = {"kind": spec.kind, "pairs": len(tasks), "problems": {}, "judges": {}}
    for judge in config.judges:
        if judge.kind in ("analytic", "vote"):
            out["judges"][judge.title] = {"skipped": NOT_PHOTOS}
            continue
        opened = imgedit_judge(config, judge)
        values = _rated(config, spec, judge, opened, [imgedit_case(task) for task in tasks])
        named = {task.key: value for task, value in zip(tasks, values, strict=True)}
        out["judges"][judge.title] = {"figures": imgedit.figures(tasks, named), **_failures(values)}
    return out


def imgedit_case(task: imgedit.ImgEditTask) -> Case:
    """A task with an editor's result as a case; its kind stands before its instruction, as the official question has
    it.
    """
    return Case(task.key, f"{task.kind}: {task.prompt}", lazy(task.original), (lazy(task.result),))


def imgedit_judge(config: JudgesConfig, judge: PairJudge) -> OpenedJudge:
    """A plain model gives the three scores of the benchmark."""
    opened = open_judge(config, judge)
    if judge.kind != "model":
        return opened
    models = models_for(judge.models, _cache(config, judge), judge.budget)
    return OpenedJudge(imgedit.ThreeScoreJudge(models, judge.max_size), digest(opened.identity, imgedit.QUESTION))


def _cache(config: JudgesConfig, judge: PairJudge) -> Path | str:
    return config.out / "replies.sqlite" if "://" in judge.model else ":memory:"


def _rated(
    config: JudgesConfig, spec: DataSet, judge: PairJudge, opened: OpenedJudge, cases: Sequence[Case]
) -> list[Value]:
    """What a judge says of each single edit, in order."""
    tasks = []
    for case in cases:
        contents = [identity(image) for image in (case.source, *case.candidates)]
        made_from = digest(opened.identity, case.instruction, contents)
        tasks.append(WorkItem(f"{judge.title}/{case.id}", made_from, case))

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        return [opened.judged(task.payload) for task in chunk]

    done = run_tasks(config, spec, tasks, work, judge)
    return [done[task.key] for task in tasks]


def _failures(values: Sequence[Value]) -> dict[str, Any]:
    causes = runner.counts({str(i): value for i, value in enumerate(values)})
    return {"failed": sum(causes.values()), "causes": causes, "warning": ""}
