"""The grammar of the dialogue: tolerant reading of a model's replies, strict writing of both sides' turns.

`<state>processing|finished</state> <think>…</think> <tool_call>{…}</tool_call>` is an edit or a reflection,
`<think>…</think> <answer>{"Overall assessment score": "4.56"}</answer>` an evaluation. Departures are repaired
where their meaning is certain, and said; all else is a `ProtocolError` with the offending text and its position,
never silently "no edit" and never a made-up score. A reply is untrusted: bounded, parsed, not executed.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from editor_ops.formats import FormatError, loose_json, tool_call
from editor_ops.formats.document import Document, Note
from editor_ops.settings import Settings
from editor_ops.validation import finite
from jarvisevo.protocol import calls
from jarvisevo.protocol.reply import MAX_REPLY, MAX_THOUGHT, Parts, ProtocolError, clean, cut
from jarvisevo.record.trajectory import DIMENSIONS, HIGH, LOW, Evaluation, State

MAX_CALLS = 8
MAX_PLAIN = 200
"""Characters of an answer that is a bare number."""
MAX_NOTES = 40
MAX_INSTRUCTION = 8_000
"""Characters of an instruction that reach a model."""
KEPT_REQUESTS, MOST_STANDING = 8, 20_000
"""Earlier requests that a model reads of a photo that was edited before, and characters of its settings."""
SCORE = "Overall assessment score"
MARKS_OF_FILES = ("ID", "Version", "Digest", "Origin", "Name", "Center")
"""Ends of fields of real corrections that set nothing."""
BOOKKEEPING = {"HasSettings", "CompatibleVersion", "ProcessVersion", "Version", "What", "Name", "name", "step"}
"""Names that real files carry and that set nothing."""

_SPECIAL = re.compile(
    r"<(?=\|)|<(?=/?\s*(?:think|tool_call|tool_response|answer|state|task_type|image|video|audio|s|pad|bos|eos)\s*/?>)",
    re.IGNORECASE,
)
_NUMBER = r"[-+]?(?:\d{1,20}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,3})?"
_OVERALL = re.compile(
    rf"overall(?:[\s_-]+assessment)?[\s_-]+(?:score|rating)[\"'*\s]*(?:is|of|[:=：])[\"'*\s]*({_NUMBER})(?!\w|\.\d)(\s{{0,9}}/\s{{0,9}}\d{{1,9}})?",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    rf"[\"'*\s]*(?:score[\"'*\s]*[:=：][\"'*\s]*)?({_NUMBER})[\"'*\s.]*(?:/\s*5(?:\.0*)?|out of 5)?[\"'*\s.]*",
    re.IGNORECASE,
)
_KEYS = ("overall assessment score", "overall score", "overall", "overall rating", "assessment score", "score")
_HALVES = ("aesthetic score", "requirement fulfillment score")


@dataclass(frozen=True)
class EditTurn:
    """What an edit or a reflection says.

    thought    what stood between the <think> tags
    tool_call  what to change: Adobe's names to plain, valid JSON values
    settings   the same, validated: on its own, not yet merged with earlier steps
    notes      what could not be used of the call, one line each
    state      "processing", "finished", or "" when the reply said nothing
    repaired   departures that were put right, and names that were understood; empty for a strictly correct reply
    """

    thought: str = ""
    tool_call: dict[str, Any] = field(default_factory=dict)
    settings: Settings = Settings()  # noqa: RUF009 — immutable
    notes: tuple[str, ...] = ()
    state: State = ""
    repaired: tuple[str, ...] = ()


__all__ = [
    "DIMENSIONS",
    "MAX_REPLY",
    "SCORE",
    "EditTurn",
    "ProtocolError",
    "clean",
    "edit_turn",
    "evaluate_turn",
    "evaluation_turn",
    "neutral",
    "parse_edit",
    "parse_evaluation",
    "read_evaluation",
    "reflect_turn",
    "retry_turn",
    "source_turn",
    "step_turn",
]


# ---- edits


def parse_edit(text: str) -> EditTurn:
    """Read an edit or a reflection. ProtocolError says what is wrong and where.

    Several tool calls are merged in their order. Without one the reply is an error, unless it says
    `<state>finished</state>`: then nothing is to be changed any more.
    """
    parts = cut(text)
    state = _state(parts)
    if not parts.calls and not parts.answers and "think" not in parts.open:
        parts.calls = [(start + at, call) for start, loose in parts.loose for at, call in calls.without_tags(loose)]
        if parts.calls:
            parts.repair("a call without <tool_call> tags was read")
        elif any("{" in loose for _, loose in parts.loose):
            raise parts.fail(*_no_call(parts))
    if not parts.calls:
        if state == "finished":
            return EditTurn(parts.thought, {}, Settings(), (), state, _repairs(parts, "<think>", parts.thoughts))
        raise parts.fail(*_no_call(parts))
    if len(parts.calls) > MAX_CALLS:
        raise parts.fail(f"{len(parts.calls)} tool calls in one reply; {MAX_CALLS} at most", parts.calls[MAX_CALLS][0])
    if len(parts.calls) > 1:
        parts.repair(f"{len(parts.calls)} tool calls were merged in their order")
    settings, notes = Settings(), dict[str, None]()
    for at, written in parts.calls:
        each, rewritten = calls.in_tags(written)
        if rewritten:
            parts.repair(rewritten)
        for call in each[:MAX_CALLS]:
            read, said = _call(parts, at, call)
            settings = settings.merge(read)
            notes |= dict.fromkeys(said)
    if parts.answers:
        parts.repair("an <answer> in an edit was left out")
    thought = parts.thought
    return EditTurn(
        thought,
        settings.to_dict(),
        settings,
        tuple(notes)[:MAX_NOTES],
        state,
        _repairs(parts, "<think>", parts.thoughts),
    )


def _repairs(parts: Parts, tag: str, found: list[str]) -> tuple[str, ...]:
    if not found:
        parts.repair(f"no {tag}")
    return tuple(parts.repaired)


def _state(parts: Parts) -> State:
    if not parts.states:
        return ""
    word = parts.states[-1][1].strip().lower()
    if word == "processing":
        return "processing"
    if word in ("finished", "finish", "done", "complete", "completed"):
        if word != "finished":
            parts.repair("another word for finished")
        return "finished"
    parts.repair("an unknown <state> was left out")
    return ""


def _no_call(parts: Parts) -> tuple[str, int]:
    end = max(len(parts.text.rstrip()) - 60, 0)
    if "think" in parts.open:
        return "the reply ends inside <think>; it was cut short or </think> is missing", end
    if parts.answers:
        return "an <answer> where a <tool_call> was expected", parts.answers[0][0]
    return "no <tool_call>…</tool_call> in the reply", end


def _call(parts: Parts, at: int, text: str) -> tuple[Settings, list[str]]:
    """(valid settings, notes) of one call; what it holds beyond the table is not carried on."""
    where = at + len(text) - len(text.lstrip())
    try:
        document = tool_call.parse(text)
    except FormatError as error:
        cut = "tool_call" in parts.open and "; the reply was cut short" or ""
        raise parts.fail(f"{error}{cut}", where) from None
    for note in document.notes:
        if note.status in ("repaired", "mapped"):
            parts.repair(_said(note))
    lost = [n for n in document.notes if n.status in ("unsupported", "kept") and n.name not in BOOKKEEPING]
    values = Settings(document.settings.values)
    unknown = [n for n in document.notes if n.text.endswith("was left out") and not n.name]
    lost += _lost_fields(document, lost)
    if not values and (lost or unknown) and re.search(r"\w\W+\w", text):
        lost += unknown
        raise parts.fail(f"nothing in the tool call can be used: {'; '.join(_said(n) for n in lost[:5])}", where)
    return values, [_said(n) for n in lost]


def _lost_fields(document: Document, known: Sequence[Note]) -> list[Note]:
    """Fields of structures and corrections that nobody knows: a file would keep them,
    a call says that they are not applied.
    """
    named = {note.name for note in known}
    return [Note(path, "kept", "no such field") for path in _paths(document.settings.extra, "") if path not in named][
        :20
    ]


def _paths(extra: object, at: str) -> Iterator[str]:
    """Where in nested leftovers of a call something stands, without the top level, which has notes of its own."""
    items = extra.items() if isinstance(extra, Mapping) else enumerate(extra) if isinstance(extra, list | tuple) else ()
    for key, value in items:
        path = f"{at}[{key}]" if isinstance(key, int) else f"{at}.{key}" if at else str(key)
        if isinstance(value, Mapping | list | tuple):
            yield from _paths(value, path)
        elif at and not str(key).endswith(MARKS_OF_FILES):
            yield path


def _said(note: object) -> str:
    """A note as the model should hear it: what a file would keep, a call does not."""
    text = str(note).replace("; kept in the file, not rendered", "; it was not applied")
    return text if len(text) <= 300 else text[:299] + "…"


# ---- evaluations


def parse_evaluation(text: str, judge: str = "self") -> Evaluation:
    """Read a judgement. ProtocolError when there is no score, more than one, or one outside 1 to 5.

    Understood inside <answer>: JSON with the score under its name (a number or text), the scores of
    Figure 18 (their mean is the overall one), `Overall score: 2.16`, `4.2`, `4.2/5`.
    """
    return read_evaluation(text, judge)[0]


def read_evaluation(text: str, judge: str = "self") -> tuple[Evaluation, tuple[str, ...]]:
    """(the judgement, what was repaired in its form). See `parse_evaluation`."""
    parts = cut(text)
    at, answer = _answer(parts)
    score, dimensions, rationale = _scores(parts, at, answer)
    if not math.isfinite(score) or not LOW <= score <= HIGH:
        raise parts.fail(f"a score of {score:g} is outside {LOW:g} to {HIGH:g}", at)
    made = Evaluation(score, dimensions, parts.thought or rationale, judge, text=parts.text)
    return made, _repairs(parts, "<think>", parts.thoughts)


def _answer(parts: Parts) -> tuple[int, str]:
    """Where the score stands: the only <answer>, the last of equal ones, else what stands outside the thoughts."""
    if parts.answers:
        texts = {" ".join(content.split()) for _, content in parts.answers}
        if len(texts) > 1:
            raise parts.fail(f"{len(texts)} different answers in one reply", parts.answers[1][0])
        at, content = parts.answers[-1]
        if "answer" in parts.open and not content.rstrip().endswith("}"):
            raise parts.fail("the answer is cut short: </answer> is missing", at)
        return at, content
    if "think" in parts.open:
        raise parts.fail("the reply ends inside <think>; it was cut short", max(len(parts.text.rstrip()) - 60, 0))
    if parts.calls:
        raise parts.fail("a <tool_call> where an <answer> was expected", parts.calls[0][0])
    found = _outside_score(parts.outside)
    if not found:
        raise parts.fail("no <answer>…</answer> in the reply", max(len(parts.text.rstrip()) - 60, 0))
    parts.repair("no <answer> tags")
    return max(parts.text.find(found), 0), found


def _outside_score(text: str) -> str:
    """The score, or the object around it, of an answer that came without its tags; "" when there is none."""
    if found := _OVERALL.search(text):
        return found[0]
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else ""


def _scores(parts: Parts, at: int, answer: str) -> tuple[float, dict[str, float], str]:
    """(overall, dimensions, rationale) of an answer's content."""
    if "{" in answer:
        try:
            values, notes = loose_json.parse(answer[answer.index("{") : answer.rfind("}") + 1 or len(answer)])
        except FormatError as error:
            raise parts.fail(f"unreadable answer: {error}", at) from None
        for note in notes:
            parts.repair(str(note))
        return _from_keys(parts, at, values)
    found = {m[1]: m for m in _OVERALL.finditer(answer)}
    if len(found) > 1:
        raise parts.fail("more than one overall score in the answer", at)
    short = answer.strip()
    plain = _PLAIN.fullmatch(short) if not found and len(short) <= MAX_PLAIN else None
    if found:
        ((number, match),) = found.items()
        if match[2] and match[2].strip(" /\t\n") != "5":
            raise parts.fail(f"a score on another scale ({match[2].strip()}), 1 to 5 is asked for", at)
    elif plain:
        number = plain[1]
    else:
        raise parts.fail("no overall score in the answer", at)
    parts.repair("the score was read from text, not from JSON")
    return float(number), {}, ""


def _from_keys(parts: Parts, at: int, values: Mapping[str, Any]) -> tuple[float, dict[str, float], str]:
    named = {re.sub(r"[\s_-]+", " ", key).strip().lower(): value for key, value in values.items()}
    dimensions = {}
    for name in DIMENSIONS:
        plain = name.replace("_", " ")
        value = named.get(plain, named.get(f"{plain} score"))
        number = _as_score(value)
        if number is not None and 0 <= number <= HIGH:
            dimensions[name] = number
        elif value is not None:
            parts.repair(f"{name} is no score of 0 to {HIGH:g} and was left out")
    rationale = next(
        (v for k in ("summary and evaluation", "rationale", "reason") if isinstance(v := named.get(k), str)), ""
    )
    key = next((k for k in _KEYS if k in named), None)
    if key:
        if key != SCORE.lower():
            parts.repair(f"the score was named {key!r}")
        number = _as_score(named[key])
        if number is None:
            raise parts.fail(f"the score is no number: {str(named[key])[:40]!r}", at)
        return number, dimensions, rationale[:MAX_THOUGHT]
    halves = [_as_score(named.get(k)) for k in _HALVES]
    if None not in halves:
        parts.repair("the overall score is the mean of its two halves")
        return sum(halves) / 2, dimensions, rationale[:MAX_THOUGHT]  # type: ignore[arg-type]
    raise parts.fail(f"no {SCORE!r} in the answer", at)


def _as_score(value: object) -> float | None:
    """A finite number from a number or a text such as "4.56" or "4.5/5"; None from anything else."""
    if not isinstance(value, str):
        return finite(value)
    found = _PLAIN.fullmatch(value) if len(value) <= 100 else None
    return float(found[1]) if found else None


# ---- writing


def neutral(text: str) -> str:
    """Untrusted text for a turn: marks that a template or this grammar would obey are made harmless; <box> stays."""
    return _SPECIAL.sub("‹", clean(text))


def edit_turn(thought: str, call: Settings | Mapping[str, Any], state: State = "processing") -> str:
    """An edit or a reflection as strict text. SettingsError when the call is not valid."""
    settings = call if isinstance(call, Settings) else Settings.parse(call)
    head = f"<state>{state}</state>\n" if state else ""
    return f"{head}<think>{neutral(thought)}</think>\n<tool_call>{tool_call.dump(settings)}</tool_call>"


def evaluation_turn(rationale: str, score: float, dimensions: Mapping[str, float] | None = None) -> str:
    """A judgement as strict text; the score with two decimals, dimensions (where given) after it."""
    if not LOW <= score <= HIGH:
        raise ValueError(f"a score of {score:g} is outside {LOW:g} to {HIGH:g}")
    unknown = set(dimensions or {}) - set(DIMENSIONS)
    if unknown:
        raise ValueError(f"no such dimension: {sorted(unknown)[0]}; one of {', '.join(DIMENSIONS)}")
    answer: dict[str, Any] = {SCORE: f"{score:.2f}"}
    answer |= {name: round(float(value), 2) for name, value in (dimensions or {}).items()}
    return f"<think>{neutral(rationale)}</think>\n<answer>{json.dumps(answer, allow_nan=False)}</answer>"


def source_turn(instruction: str, limits: str = "", reading: str = "") -> str:
    """The text beside the original photo.

    limits   says in one line what must not be exceeded
    reading  what a reader made of the instruction, for a model that learnt with one
    """
    asked = neutral(instruction.strip())[:MAX_INSTRUCTION] + (f"\n{neutral(reading)}" if reading else "")
    return f"<task_type>lightroom</task_type>. Instruction: {asked}" + (f"\nLimits: {limits}" if limits else "")


def standing(settings: Mapping[str, Any], earlier: object = None) -> str:
    """What a photo that was edited before adds to the first text: its settings, and what was asked for; "" for others.

    "Less", "more" and "as before" in an instruction are about these.
    """
    if not settings:
        return ""
    asked = [str(text)[:MAX_INSTRUCTION] for text in earlier[-KEPT_REQUESTS:]] if isinstance(earlier, list) else []
    said = f"\nAsked for before: {json.dumps(asked, ensure_ascii=False)}" if asked else ""
    values = json.dumps(settings, ensure_ascii=False)[:MOST_STANDING]
    return neutral(f"\nThe image is shown as it stands, with these settings, which your calls change: {values}{said}")


def step_turn(number: int, told: tuple[str, ...] = ()) -> str:
    """The text beside the picture after editing step `number` (from 1), and what the sandbox has to say."""
    return f"Image after step {number} of editing." + _told(told)


def evaluate_turn(told: tuple[str, ...] = ()) -> str:
    """The text beside the last picture: asks for the judgement."""
    return "Lightroom editing completed. Please evaluate the results." + _told(told)


def reflect_turn(score: float, threshold: float) -> str:
    """Asks for a reflection and a corrected step, after a judgement under the threshold."""
    return (
        f"The result scored {score:.2f}, which is below {threshold:g}. Please reflect: say in the first person within"
        " <think> tags where the edit failed, which adjustments were too strong, too weak or in the wrong place, and"
        " then correct it with one <tool_call>. It is merged into the present settings, so name what goes back to its"
        " default too."
    )


def retry_turn(error: ProtocolError) -> str:
    """Tells the model what was wrong with its reply."""
    return f"Your reply could not be used: {neutral(error.line())}. Please write it again in the required format."


def _told(lines: tuple[str, ...]) -> str:
    return "".join(f"\nNote: {neutral(' '.join(line.split()))[:300]}" for line in lines[:10])
