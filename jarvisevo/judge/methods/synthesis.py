"""Making scoring tools for a kind of task (RLAR, section 3.3), and the table of which tools score which kind.

A new kind is routed to tools that fit; when there are none, a verifier is written (CodeVerify) or a reward model
wrapped (WrapLLM), and kept only when EvalTool admits it. Without either the default judge scores, and that is recorded
too.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jarvisevo.judge.core import prompts, reward_index
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.entries import NAME, EntryError, LibraryEntry
from jarvisevo.judge.core.images import CaseImages
from jarvisevo.judge.core.library import Library, LibraryEdit, quotes
from jarvisevo.judge.core.replies import ReplyError, text_of, texts_of
from jarvisevo.judge.core.reward_models import RewardModels
from jarvisevo.judge.methods import clusters, evaltool
from jarvisevo.judge.methods.evaltool import ToolCheck

TABLE = "routing-table"
DECISIONS = ("select", "code", "model", "none")
MAX_PLANS = 5
TRIES = 3
"""Versions of a verifier that are looked at."""
SCORERS = ("verify", "model")
NAME_OF = re.compile(r"[^a-z0-9]+")


def routes(library: Library) -> dict[str, dict[str, Any]]:
    """Task -> {"decision", "tools", "reason"}. EntryError when the table cannot be read."""
    entry = library.entries.get(TABLE)
    if entry is None:
        return {}
    try:
        data = json.loads(entry.files["routes.json"])
        good = all(isinstance(r["tools"], list) and isinstance(r["decision"], str) for r in data.values())
    except (KeyError, ValueError, AttributeError, TypeError, RecursionError):
        good = False
    if not good:
        raise EntryError(f"{TABLE}/routes.json: must be tasks with a decision and tools each")
    return data


def with_route(library: Library, task: str, route: Mapping[str, Any]) -> list[LibraryEdit]:
    """The edit that puts a task into the table."""
    rows = json.dumps(dict(sorted({**routes(library), task: dict(route)}.items())), ensure_ascii=False, indent=1)
    return _with_file(library, "routes.json", rows)


def seen(library: Library) -> dict[str, list[str]]:
    """Kind of task -> cases that a model named so."""
    entry = library.entries.get(TABLE)
    return clusters.read_seen(entry.files.get(clusters.SEEN, "")) if entry else {}


def with_seen(library: Library, cases: clusters.Seen) -> list[LibraryEdit]:
    """The edit that keeps cases of known kinds beside the table."""
    return _with_file(library, clusters.SEEN, json.dumps(dict(sorted(cases.items())), ensure_ascii=False, indent=1))


def _with_file(library: Library, name: str, text: str) -> list[LibraryEdit]:
    known = library.entries.get(TABLE)
    files = {"routes.json": "{}", **(known.files if known else {}), name: text}
    entry = LibraryEntry(TABLE, "Which tools score which kind of task.", "routing", origin="rlar", files=files)
    return [LibraryEdit("modify" if known else "create", TABLE, entry)]


@dataclass(frozen=True)
class Example:
    """What a new tool is tried on: an instruction with photos, (h, w, 3) uint8 sRGB; or a question with answers in
    words.
    """

    instruction: str
    photos: Sequence[np.ndarray] = ()
    answers: Sequence[str] = ()


@dataclass
class Synthesizer:
    """Makes or finds tools for kinds of task.

    index   reward models that may be wrapped
    photos         more photos to check tools on, (h, w, 3) uint8 sRGB
    share, checks  of EvalTool
    on_commit, record  called at every commit point, and with (task, library's id) before a route is stored
    """

    models: ChatModel
    index: Sequence[reward_index.RewardModel] = ()
    photos: Sequence[np.ndarray] = ()
    share: float = 0.8
    checks: int = 4
    on_commit: Callable[[str], None] = lambda _point: None
    record: Callable[[str, str], None] = lambda _task, _library: None
    log: list[dict[str, Any]] = field(default_factory=list)

    def route(self, library: Library, task: str, example: Example) -> Library:
        """The library with a route for the task, and with a new tool when one was made and admitted."""
        scorers = [e for e in library.entries.values() if e.runner in SCORERS]
        turn = prompts.listed(scorers) + prompts.quoted("task", task)
        answer = self.models.ask("select", prompts.ask("select", turn), _selection, schema=prompts.form("select"))
        decision, chosen = answer.value or ("none", [])
        known = [e.name for e in scorers if e.name in chosen]
        if decision == "select" and known:
            return self._keep(library, task, "select", known, "")
        make = {"code": self._code, "model": self._model}.get(decision)
        made, reason = make(library, task, example) if make else (None, answer.error or "no tool fits")
        if made is None:
            return self._keep(library, task, "default", [], reason)
        return self._keep(library.apply([LibraryEdit("create", made.name, made)]), task, decision, [made.name], "")

    def _keep(self, library: Library, task: str, decision: str, names: list[str], reason: str) -> Library:
        self.log.append({"task": task, "decision": decision, "tools": names, "reason": reason})
        return library.apply(with_route(library, task, {"decision": decision, "tools": names, "reason": reason[:200]}))

    # ---- CodeVerify

    def _code(self, library: Library, task: str, example: Example) -> tuple[LibraryEntry | None, str]:
        """Plan, write the best plan, check it: TRIES times, and each time the model is told what was refused and
        why.
        """
        if example.answers:
            return None, "verifiers measure edits, not answers in words"
        if outside := evaltool.beyond(example.instruction):
            return None, f"EvalTool has no truth for it: {outside}"
        about = prompts.quoted("task", task)
        plans = self.models.ask("plan", prompts.ask("plan", about), _plans, schema=prompts.form("plan"))
        if plans.value is None:
            return None, f"no plan: {plans.error}"
        best, refusals = plans.value[0], list[str]()
        for attempt in range(TRIES):
            wanted = about + prompts.quoted("finding", best[1]) + f"## What you may use\n{prompts.api()}\n"
            wanted += "".join(prompts.quoted("refused", text) for text in refusals)
            code = self.models.ask(
                "implement",
                prompts.ask("implement", wanted),
                lambda data: text_of(data, "code", 9000),
                schema=prompts.form("implement"),
                sample=attempt,
            )
            if code.value is None:
                return None, f"no code: {code.error}"
            verdict = self._verdict(code.value, task, example)
            if verdict.admitted:
                return self._described(library, task, code.value, example.instruction)
            refusals.append(f"{code.value}\nRefused: {verdict.problem}")
        return None, f"EvalTool: {prompts.quoted_line(verdict.problem)}"

    def _verdict(self, code: str, task: str, example: Example) -> ToolCheck:
        instruction, photos = example.instruction, example.photos
        verdict = evaltool.check_code(code, instruction, photos, share=self.share, checks=self.checks)
        self.log.append({"task": task, "code": code, "problem": verdict.problem, "checks": list(verdict.log)})
        self.on_commit("checked")
        return verdict

    def _described(self, library: Library, task: str, code: str, instruction: str) -> tuple[LibraryEntry | None, str]:
        turn = prompts.quoted("task", task) + prompts.quoted("case", code)
        answer = self.models.ask(
            "describe", prompts.ask("describe", turn), _description, schema=prompts.form("describe")
        )
        if answer.value is None:
            return None, f"no description: {answer.error}"
        name = _free(library, answer.value[0])
        entry = LibraryEntry(
            name,
            answer.value[1],
            "tool",
            f"A verifier for: {task}.",
            "verify",
            origin="rlar",
            files={"verify.py": code},
        )
        copied = quotes([LibraryEdit("create", name, entry)], [instruction])
        return (None, copied) if copied else (entry, "")

    # ---- WrapLLM

    def _model(self, library: Library, task: str, example: Example) -> tuple[LibraryEntry | None, str]:
        """Search the index, have what fits put in order, wrap the first that EvalTool admits."""
        found = reward_index.search(self.index, task)
        if not found:
            return None, "no allowed reward model fits"
        turn = prompts.quoted("task", task) + "".join(
            prompts.quoted("case", f"{i}: {m.description}") for i, m in enumerate(found)
        )
        order = self.models.ask("rerank", prompts.ask("rerank", turn), lambda d: _order(d, len(found))).value or list(
            range(len(found))
        )
        problem = ""
        for model in (found[i] for i in order):
            name = _free(library, NAME_OF.sub("-", model.short_name.lower()).strip("-") or "reward-model")
            entry = reward_index.entry_for(model, name, f"{model.description[:200]} For: {task}.")
            problem = self._wrapped(entry, model, example)
            self.log.append({"task": task, "model": model.repo, "problem": problem})
            if not problem:
                return entry, ""
        return None, problem

    def _wrapped(self, entry: LibraryEntry, model: reward_index.RewardModel, example: Example) -> str:
        """Why a wrapped model is refused."""
        turn = prompts.quoted("case", entry.description) + prompts.quoted(
            "result", model.documentation or model.description
        )
        said = self.models.ask(
            "consistency", prompts.ask("consistency", turn), _consistent, schema=prompts.form("consistency")
        )
        if said.value is None or not said.value[0]:
            return f"description and documentation disagree: {said.value[1] if said.value else said.error}"[:300]

        rewards = RewardModels(self.index)

        def score(handle: str, images: CaseImages, _other: int) -> float:
            return rewards.score(entry, example.instruction, handle, images)

        try:
            if example.answers:
                return evaltool.check_answers(score, example.answers).problem
            return evaltool.check(
                score, example.instruction, example.photos, share=self.share, checks=self.checks
            ).problem
        except (OSError, ImportError) as error:
            return f"cannot be loaded: {type(error).__name__}: {str(error)[:200]}"


def _free(library: Library, name: str) -> str:
    """A name that no entry has yet."""
    name = name[:56].strip("-")
    return next(n for n in (name, *(f"{name}-{i}" for i in range(2, 100))) if n not in library.entries)


def _selection(data: dict[str, Any]) -> tuple[str, list[str]]:
    if data.get("decision") not in DECISIONS:
        raise ReplyError(f'"decision" must be one of {", ".join(DECISIONS)}')
    return data["decision"], texts_of(data, "tools", 5)


def _plans(data: dict[str, Any]) -> list[tuple[str, str]]:
    rows = data.get("plans")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ReplyError('"plans" must be a list of objects')
    return [(text_of(row, "name", 64), text_of(row, "idea", 600)) for row in rows[:MAX_PLANS]]


def _description(data: dict[str, Any]) -> tuple[str, str]:
    name = text_of(data, "name", 56)
    if not NAME.fullmatch(name):
        raise ReplyError('"name" must be lower-case words joined by hyphens')
    return name, text_of(data, "description", 300)


def _order(data: dict[str, Any], count: int) -> list[int]:
    order = data.get("order")
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, range(count))):
        raise ReplyError(f'"order" must have the numbers 0 to {count - 1} once each')
    return [int(i) for i in order]


def _consistent(data: dict[str, Any]) -> tuple[bool, str]:
    if not isinstance(data.get("consistent"), bool):
        raise ReplyError('"consistent" must be true or false')
    return data["consistent"], str(data.get("reason", ""))[:300]
