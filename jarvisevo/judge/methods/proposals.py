"""Proposed changes of a library, from a model's reply to checked edits;
and the probe a tool passes before it is kept.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jarvisevo.judge.core import prompts, tools
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.entries import EntryError, LibraryEntry
from jarvisevo.judge.core.images import SOURCE, handle
from jarvisevo.judge.core.library import Library, LibraryEdit, quotes
from jarvisevo.judge.core.replies import ReplyError, text_of, texts_of

MAX_EDITS = 3
LOOPS_OF_TEXT = ("", "evolve", "rho")
"""Owners of entries that a proposal may change: those who write skills and tools, and people ("")."""
TRIES = 3
"""Times that a model is asked for one proposal: it is told each refusal."""
PROBES, PROBE_SHARE, PROBE_REPAIRS = 20, 0.8, 3
"""A tool is admitted when this share of so many questions is answered in its own form,
each after so many repairs at most.
"""


def read_edits(data: Mapping[str, Any], owner: str = "") -> list[LibraryEdit]:
    """The edits of a reply, new entries being the owner's. ReplyError says what is wrong with one."""
    rows = data.get("edits")
    if not isinstance(rows, list) or len(rows) > MAX_EDITS or not all(isinstance(row, dict) for row in rows):
        raise ReplyError(f'"edits" must be a list of at most {MAX_EDITS} objects')
    try:
        return [_edit(row, owner) for row in rows]
    except EntryError as error:
        raise ReplyError(str(error)) from None


def _edit(row: Mapping[str, Any], owner: str) -> LibraryEdit:
    name, action = text_of(row, "name", 64), text_of(row, "action", 20)
    reason = str(row.get("reason", ""))[:500]
    if action == "deprecate":
        return LibraryEdit(action, name, None, reason)
    text = str(row.get("text", "")).strip()[:8000]
    entry = LibraryEntry(name, text_of(row, "description", 300), text_of(row, "kind", 20), text, origin=owner)
    if entry.kind not in ("skill", "tool"):
        raise ReplyError(f"{name}: kind must be skill or tool")
    entry = _tool(row, entry) if entry.kind == "tool" else entry
    entry.paths()
    return LibraryEdit(action, name, entry, reason)


def _tool(row: Mapping[str, Any], entry: LibraryEntry) -> LibraryEntry:
    """A tool by its question or its measures; code is not taken from here."""
    when = tuple(word.lower()[:40] for word in texts_of(row, "when"))
    if row.get("measures"):
        made = replace(entry, runner="measure", when=when, metadata={"measures": ", ".join(texts_of(row, "measures"))})
        try:
            tools.measures_of(made)
        except ValueError as error:
            raise ReplyError(str(error)) from None
        return made
    schema = {"arguments": row.get("arguments", {}), "answer": row.get("answer", {})}
    if not schema["answer"]:
        raise ReplyError(f'{entry.name}: a tool needs "measures", or "prompt" with "arguments" and "answer"')
    files = {"schema.json": json.dumps(schema, ensure_ascii=False), "prompt.md": text_of(row, "prompt", 4000)}
    return replace(entry, runner="vlm", when=when, files=files)


@dataclass(frozen=True)
class Rules:
    """What a proposal has to keep to.

    owner    the method that new entries belong to; skills and tools of LOOPS_OF_TEXT may be changed, what others keep
             in the library (verifiers, routes, the meta-prompt) may not
    cases    their instructions may not be repeated, and tools are tried on them
    side     long edge of the images that tools are tried with
    """

    owner: str
    cases: Sequence[Case]
    side: int


@dataclass(frozen=True)
class Proposal:
    """Edits and the library with them, or why none of the tries came to one.

    refusals  what was wrong with each refused try, in order
    """

    edits: tuple[LibraryEdit, ...] = ()
    library: Library | None = None
    refusals: tuple[str, ...] = ()

    @property
    def refused(self) -> str:
        """The last refusal; "" when there is a library."""
        return "" if self.library is not None else (self.refusals or ("nothing was proposed",))[-1]


def propose(
    models: ChatModel,
    role: str,
    turn: str,
    library: Library,
    rules: Rules,
    *,
    sample: int = 0,
    temperature: float = 0.0,
) -> Proposal:
    """Ask for edits, at most TRIES times; each time the model is told what was refused and why."""
    refusals: list[str] = []
    edits: list[LibraryEdit] = []
    for _ in range(TRIES):
        told = "".join(prompts.quoted("refused", text, 600) for text in refusals)
        said = f"{turn}\n## Refused just now, with the reason\n{told}" if told else turn
        answer = models.ask(
            role,
            prompts.ask(role, said),
            lambda data: read_edits(data, rules.owner),
            sample=sample,
            temperature=temperature,
        )
        if not answer.value:
            return Proposal((), None, (*refusals, answer.error or "nothing was proposed"))
        edits = answer.value
        made = try_edits(library, edits, rules, models)
        if isinstance(made, Library):
            return Proposal(tuple(edits), made, tuple(refusals))
        refusals.append(f"{', '.join(map(str, edits))}: {made}")
    return Proposal(tuple(edits), None, tuple(refusals))


def try_edits(
    library: Library, edits: Sequence[LibraryEdit], rules: Rules, models: ChatModel | None = None
) -> Library | str:
    """The library with the edits; or why they are refused: impossible, without effect, a quotation, somebody else's
    entry, a tool that does not work."""
    instructions = [case.instruction for case in rules.cases]
    foreign = next((e.name for e in edits if _owner(library, e.name) not in LOOPS_OF_TEXT), "")
    if foreign:
        return f"{foreign} belongs to {_owner(library, foreign)} and is not to be changed"
    if copied := quotes(edits, instructions):
        return copied
    try:
        made = library.apply(_kept_owners(library, edits))
    except EntryError as error:
        return str(error)
    if made == library:
        return "nothing would change"
    tools_ = changed_tools(edits) if models else []
    return next(filter(None, (probe(models, tool, rules.cases, rules.side) for tool in tools_ if models)), "") or made


def _owner(library: Library, name: str) -> str:
    entry = library.entries.get(name)
    return entry.origin if entry else ""


def _kept_owners(library: Library, edits: Sequence[LibraryEdit]) -> list[LibraryEdit]:
    """Edits that leave a changed entry to whom it belonged."""
    return [
        (
            replace(edit, entry=replace(edit.entry, origin=_owner(library, edit.name)))
            if edit.action == "modify" and edit.entry and edit.name in library.entries
            else edit
        )
        for edit in edits
    ]


def probe(models: ChatModel, tool: LibraryEntry, cases: Sequence[Case], side: int, count: int = PROBES) -> str:
    """Why a tool is not admitted; "" when it is. It answers questions about other candidates of other cases in turn."""
    if tool.runner != "vlm" or not cases:
        return ""
    patient = replace(models, repairs=PROBE_REPAIRS)
    good = 0
    for i in range(count):
        case = cases[i % len(cases)]
        try:
            images = case.images(side)
        except Exception:  # whatever is no image: no answer either
            continue
        call = tools.Call(tool, arguments_for(tool, case, i // len(cases)))
        good += tools.ask_once(patient, call.tool, call.arguments, images).value is not None
    share = good / count
    return (
        ""
        if share >= PROBE_SHARE
        else f"{tool.name}: {share:.0%} of {count} answers fit its schema, {PROBE_SHARE:.0%} are needed"
    )


def arguments_for(tool: LibraryEntry, case: Case, turn: int) -> dict[str, Any]:
    """Arguments that fit the tool's schema; images are different candidates, from another one on in every turn."""
    plain = {"string": case.instruction[:200], "number": 0.0, "integer": 0, "boolean": True}
    handles = [*(handle((turn + i) % len(case.candidates)) for i in range(len(case.candidates))), SOURCE]
    out: dict[str, Any] = {}
    for key, row in tool.schema.get("arguments", {}).items():
        if row.get("format") == "image":
            out[key] = handles.pop(0) if handles else SOURCE
        else:
            out[key] = row["enum"][0] if row.get("enum") else row.get("minimum", plain[row["type"]])
    return out


def open_entries(library: Library) -> list[LibraryEntry]:
    """The skills and tools that a proposal may change."""
    return [entry for entry in library.of("skill", "tool") if entry.origin in LOOPS_OF_TEXT]


def changed_tools(edits: Sequence[LibraryEdit]) -> list[LibraryEntry]:
    """Tools that the edits bring or change."""
    return [e.entry for e in edits if e.entry is not None and e.entry.kind == "tool"]
