"""Running a library's tools: every tool meets every candidate of a case, images go by their handles."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvisevo.judge.core import prompts, sandbox, schema
from jarvisevo.judge.core.client import ChatModel, ModelAnswer
from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.images import SOURCE, CaseImages, measure_names
from jarvisevo.judge.core.images import handle as handle_of
from jarvisevo.judge.core.replies import ReplyError
from jarvisevo.judge.core.reward_models import RewardModels

if TYPE_CHECKING:
    from jarvisevo.judge.core.case import Shown

NO_REWARD_MODELS = RewardModels()
MAX_CALLS = 5
"""Tools that one judgement runs at most."""
RESPONSE = "response"
"""Handle under which synthesised code sees an edit."""


@dataclass(frozen=True)
class Call:
    """A tool call as the judge asked for it, checked."""

    tool: LibraryEntry
    arguments: Mapping[str, Any]


def read_calls(data: Mapping[str, Any], tools: Sequence[LibraryEntry], candidates: int) -> list[Call]:
    """The calls of a reply. ReplyError when one names no loaded tool or its arguments do not fit its schema."""
    calls = data.get("tool_calls") or []
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        raise ReplyError('"tool_calls" must be a list of objects')
    if len(calls) > MAX_CALLS:
        raise ReplyError(f"{len(calls)} tool calls; {MAX_CALLS} at most")
    known = {tool.name: tool for tool in tools}
    out = []
    for call in calls:
        tool = known.get(str(call.get("tool")))
        if tool is None:
            raise ReplyError(f"no such tool: {str(call.get('tool'))[:60]!r}; one of {', '.join(known) or 'none'}")
        arguments = call.get("arguments", {})
        wrong = schema.problems(tool.schema.get("arguments", {}), arguments, candidates)
        if wrong:
            raise ReplyError(f"{tool.name}: {wrong[0]}")
        if twice := _named_twice(tool, arguments):
            raise ReplyError(f"{tool.name}: {twice} is named twice; a comparison needs different images")
        out.append(Call(tool, arguments))
    return out


def _named_twice(tool: LibraryEntry, arguments: Mapping[str, Any]) -> str:
    """The first image that stands in two arguments; "" when there is none."""
    rows = tool.schema.get("arguments", {})
    seen = [arguments[name] for name, row in rows.items() if row.get("format") == "image"]
    return next((name for name in seen if seen.count(name) > 1), "")


def ask_tool(models: ChatModel, call: Call, images: "Mapping[str, Shown]") -> dict[str, Any]:
    """{"tool", "answers": {handle: answer or {"failed": why}}, "characters"}: once for each candidate it is about."""
    answers, characters = {}, 0
    for handle, arguments in spread(call, len(images) - 1).items():
        found = ask_once(models, call.tool, arguments, images)
        characters += found.characters
        answers[handle] = found.value if found.value is not None else {"failed": found.error[:200]}
    return {"tool": call.tool.name, "answers": answers, "characters": characters}


def spread(call: Call, candidates: int) -> dict[str, dict[str, Any]]:
    """A call as it is made for the whole case, by the candidates each one is about.

    About one candidate: for every candidate. About several (a comparison): for every choice of as many, each compared
    with others and never with itself. About none: as it is.
    """
    rows = call.tool.schema.get("arguments", {})
    named = [k for k, row in rows.items() if row.get("format") == "image" and call.arguments[k] != SOURCE]
    if not named:
        return {SOURCE: dict(call.arguments)}
    handles = [handle_of(i) for i in range(candidates)]
    return {
        " and ".join(chosen): dict(call.arguments) | dict(zip(named, chosen, strict=True))
        for chosen in combinations(handles, len(named))
    }


def ask_once(
    models: ChatModel, tool: LibraryEntry, arguments: Mapping[str, Any], images: "Mapping[str, Shown]"
) -> ModelAnswer[dict[str, Any]]:
    """One question to the sub-agent, read by the tool's own schema."""
    rows = tool.schema
    wanted = [arguments[k] for k, row in rows.get("arguments", {}).items() if row.get("format") == "image"]
    handles = list(dict.fromkeys(wanted)) or [SOURCE]
    parts: list[str | np.ndarray] = [f"## Tool: {tool.name}\n{tool.files['prompt.md'].strip()}\n"]
    parts.append(prompts.quoted("arguments", json.dumps(arguments, ensure_ascii=False)))
    for handle in handles:
        shown = images[handle]
        parts += [f"{handle}:\n", prompts.quoted("answer", shown) if isinstance(shown, str) else shown]
    parts.append(f"Answer: {json.dumps(rows.get('answer', {}), ensure_ascii=False)}")

    def read(data: dict[str, Any]) -> dict[str, Any]:
        if wrong := schema.problems(rows.get("answer", {}), data, len(images) - 1):
            raise ReplyError(wrong[0])
        return data

    return models.ask("tool", prompts.ask("tool", *parts), read)


def run_fixed(
    tool: LibraryEntry, instruction: str, facts: CaseImages, rewards: RewardModels = NO_REWARD_MODELS
) -> dict[str, Any]:
    """A tool that asks no chat model (measure, verify, model), for every candidate; failures are said,
    never a number.
    """
    answers: dict[str, Any] = {}
    for handle in [SOURCE, *facts.candidates] if tool.runner == "measure" else facts.candidates:
        try:
            answers[handle] = RUNNERS[tool.runner](tool, instruction, handle, facts, rewards)
        except ValueError as error:
            answers[handle] = {"failed": str(error)[:200]}
    return {"tool": tool.name, "answers": answers, "characters": 0}


def _measure(
    tool: LibraryEntry, _said: str, handle: str, facts: CaseImages, _rewards: RewardModels
) -> dict[str, float]:
    return {name: round(facts.measure(handle, name), 3) for name in measures_of(tool)}


def _verify(tool: LibraryEntry, said: str, handle: str, facts: CaseImages, _rewards: RewardModels) -> dict[str, float]:
    return {"score": verify(tool.files["verify.py"], said, handle, facts)}


def _reward(tool: LibraryEntry, said: str, handle: str, facts: CaseImages, rewards: RewardModels) -> dict[str, float]:
    return {"score": rewards.score(tool, said, handle, facts)}


RUNNERS = {"measure": _measure, "verify": _verify, "model": _reward}
"""Runner of a tool that asks no chat model -> (tool, instruction, handle, images, reward models) -> its answer."""


def measures_of(tool: LibraryEntry) -> list[str]:
    """The measures a measuring tool names; ValueError for one that does not exist."""
    names = [name.strip() for name in tool.metadata.get("measures", "").split(",") if name.strip()]
    unknown = [name for name in names if name not in measure_names()]
    if unknown or not names:
        raise ValueError(
            f"{tool.name}: no such measure: {(unknown or ['(none named)'])[0][:40]!r}; one of"
            f" {', '.join(measure_names())}"
        )
    return names[:8]


def verify(code: str, instruction: str, handle: str, facts: CaseImages, *, other: int = 0) -> float:
    """0-1 from synthesised code in the sandbox. SandboxError when it gives none.

    The code is shown the photo and this edit alone, under names that are always the same: it can neither prefer a place
    nor look at the other candidates.
    """
    names = {SOURCE: SOURCE, handle: RESPONSE}
    seen = CaseImages({names[name]: codes for name, codes in facts.images.items() if name in names})
    functions = {"measure": seen.measure, "cost": seen.cost, "difference": seen.difference}
    arguments = {"prompt": instruction[:2000], "response": RESPONSE, "reference": SOURCE}
    return sandbox.number(sandbox.call(code, arguments, functions, other=other))
