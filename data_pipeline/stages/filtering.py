"""Stage 5: what may stay: records that replay to their target and score full marks against themselves, no repeats.

Everything that is dropped is told with its reason. What automatic criteria cannot see is put on a page for people;
their decisions (a CSV) are applied by the next call.
"""

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from data_pipeline import store
from data_pipeline.annotators import limits
from data_pipeline.context import Context
from data_pipeline.samples import BuildError, Drop
from editor_ops.io.encode import jpeg_bytes
from editor_ops.parameters import SettingsError
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.protocol import turns as protocol
from jarvisevo.record.artedit import Record, faults
from jarvisevo.record.questions import Question
from jarvisevo.record.questions import faults as question_faults
from jarvisevo.record.trajectory import DIMENSIONS
from jarvisevo.scoring.evaluators import AnalyticEvaluator
from jarvisevo.scoring.scores import tool_accuracy

STAGE = "filtering"
KEEP = {"yes": True, "no": False, "": None}
"""What may stand in the column keep."""


def run(records: Sequence[Record | Question], context: Context) -> Iterator[Record | Question | Drop]:
    """The records that pass on their own; repeats are looked for over all shards, by `Repeats`."""
    replayed: dict[tuple[str, str], str] = {}
    for record in records:
        if isinstance(record, Question):
            wrong = question_faults(record)
            yield Drop(record.id, STAGE, "a faulty question", "; ".join(wrong)) if wrong else record
            continue
        reason = _fault(record, context, replayed)
        yield Drop(record.id, STAGE, *reason) if reason else record


def _fault(record: Record, context: Context, replayed: dict[tuple[str, str], str]) -> tuple[str, str] | None:
    """(reason, detail) why a record is no good; None for a good one."""
    if wrong := faults(record):
        return "a faulty record", "; ".join(wrong)
    for step in record.trajectory.all_steps:
        if wrong_words := unreadable(step.thought, step.tool_call):
            return "its own call cannot be read back", wrong_words
        if limits.invented(step.thought, record.boxes):
            return "a box that was not given", step.thought[:200]
    place = (record.source, str(record.meta["images"][-1]))
    if place not in replayed:
        replayed[place] = _replay_fault(record, context)
    if replayed[place]:
        return "does not replay to its image", replayed[place]
    return _judged(record, context)


def unreadable(thought: str, call: Mapping[str, object]) -> str:
    """Why a step does not score full marks against itself for format and tool accuracy; "" when it does."""
    try:
        text = protocol.edit_turn(thought, dict(call), "finished")
        turn = protocol.parse_edit(text)
    except (protocol.ProtocolError, SettingsError) as error:
        return str(error)
    if turn.repaired or turn.notes:
        return f"it was repaired: {(*turn.repaired, *turn.notes)[0]}"
    accuracy = tool_accuracy(turn.tool_call, dict(call)).total if call else 1.0
    return "" if accuracy > 1 - 1e-9 else f"tool accuracy {accuracy:.4f} against itself"


def _replay_fault(record: Record, context: Context) -> str:
    """Why the trajectory does not replay to exactly its last stored image; "" when it does."""
    split = str(record.meta["split"])
    photo = Photo.from_array(context.image(split, record.source))
    made = render(photo, record.trajectory.states[-1]).eight_bit()
    target = context.image(split, str(record.meta["images"][-1]))
    if made.shape != target.shape:
        return f"{made.shape[1]} x {made.shape[0]} instead of {target.shape[1]} x {target.shape[0]} pixels"
    stored = store.decoded(np.frombuffer(jpeg_bytes(made, context.config.quality), np.uint8))
    return "" if np.array_equal(stored, target) else f"{int((stored != target).any(-1).sum())} pixels differ"


def _judged(record: Record, context: Context) -> tuple[str, str] | None:
    """The analytic evaluator's floor for edits, where the config sets one."""
    least = context.config.filtering.judged
    if not least or record.kind != "edit":
        return None
    split = str(record.meta["split"])
    verdict = AnalyticEvaluator().score(
        context.image(split, record.source), context.image(split, record.target), record.instruction
    )
    if verdict.score is None:
        return "not judged", verdict.error
    return ("judged too low", f"{verdict.score:.2f} of {least:g}") if verdict.score < least else None


class Repeats:
    """What can only be seen over the whole data set: sentences that come too often, and what people decided."""

    def __init__(self, most: int, decisions: Mapping[str, "Decision"]) -> None:
        self.most, self.decisions = most, decisions
        self.seen: Counter[str] = Counter()
        self.gone: set[str] = set()

    def __call__(self, record: Record | Question) -> Drop | None:
        """Why a record that passed all else is dropped, and all that was made of it; None when it stays."""
        decided = self.decisions.get(record.id)
        if decided is not None and decided.keep is False:
            self.gone.add(record.id)
            return Drop(record.id, STAGE, "left out by a person")
        if str(record.meta.get("of", "")) in self.gone:
            return Drop(record.id, STAGE, "made of a record that was left out")
        if isinstance(record, Record) and record.kind == "edit" and not record.trajectory.reflections:
            words = plain(record.instruction)
            self.seen[words] += 1
            if self.seen[words] > self.most:
                self.gone.add(record.id)
                return Drop(record.id, STAGE, "the same words too often", record.instruction[:200])
        return None

    def marked(self, record: Record) -> Record:
        """The record with a person's scores in place of its own, where one was given."""
        decided = self.decisions.get(record.id)
        if decided is None or decided.score is None or record.evaluation is None:
            return record
        scores = {**record.evaluation.dimensions, **decided.dimensions}
        return replace(
            record,
            evaluation=replace(
                record.evaluation, score=decided.score, dimensions=scores, judge=f"human: {decided.reviewer}"
            ),
            meta={**record.meta, "annotated": record.evaluation.score},
        )


def plain(instruction: str) -> str:
    """An instruction as it is compared: without case, marks at its ends and boxes."""
    return " ".join(limits.BOX.sub(" ", instruction).casefold().split()).strip(" .!?。！？")


def new_words(train: Sequence[Record], heldout: Sequence[Record]) -> tuple[list[Record], list[Drop]]:
    """(held-out records whose instruction stands nowhere in training, the others as what was dropped)."""
    known = {plain(text) for record in train for text in (record.instruction, *record.meta.get("paraphrases", ()))}
    kept = [record for record in heldout if plain(record.instruction) not in known]
    stay = {record.id for record in kept}
    gone = [r for r in heldout if r.id not in stay]
    return kept, [Drop(r.id, STAGE, "its instruction stands in training", r.instruction[:200]) for r in gone]


@dataclass(frozen=True)
class Decision:
    """What a person said about a record: whether it stays, and their scores."""

    keep: bool | None = None
    score: float | None = None
    dimensions: Mapping[str, float] = field(default_factory=dict)
    reviewer: str = ""


def decisions(path: Path | None) -> dict[str, Decision]:
    """What people decided, by id. BuildError for a file that does not say it.

    Columns: id, keep (yes, no or nothing), score (1 to 5), the ten dimensions (0 to 5) and reviewer; all but the
    first two may be missing, and every cell may be empty.
    """
    if path is None:
        return {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return dict(_decided(file))
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}; set `filtering.decisions` to the CSV of the review page") from None
    except UnicodeDecodeError:
        raise BuildError(f"{path}: is not UTF-8 text; save it as CSV in UTF-8") from None
    except (csv.Error, ValueError) as error:
        raise BuildError(f"{path}: {error}") from None


def _decided(file: Iterable[str]) -> Iterator[tuple[str, Decision]]:
    """Each row in which something is decided. ValueError with the line of one that cannot be read."""
    table = csv.DictReader(file)
    if not {"id", "keep"} <= set(table.fieldnames or ()):
        raise ValueError("needs the columns id and keep in its first line, with commas between")
    for row in table:
        try:
            decided = _decision(row)
        except ValueError as error:
            raise ValueError(f"line {table.line_num}, {row['id']}: {error}") from None
        if decided != Decision():
            yield row["id"], decided


def _decision(row: Mapping[str, str | None]) -> Decision:
    """What a row decides. ValueError for what cannot be read."""
    said = (row["keep"] or "").strip()
    if said.lower() not in KEEP:
        raise ValueError(f"keep is {said[:40]!r}, not yes, no or nothing")
    keep = KEEP[said.lower()]
    score = _mark(row, "score", 1.0)
    dimensions = {name: mark for name in DIMENSIONS if (mark := _mark(row, name, 0.0)) is not None}
    reviewer = " ".join((row.get("reviewer") or "").split())[:80]
    if (score is not None or dimensions) and not reviewer:
        raise ValueError("scores need a name in the column reviewer")
    return Decision(keep, score, dimensions, reviewer if score is not None or dimensions else "")


def _mark(row: Mapping[str, str | None], name: str, low: float) -> float | None:
    """A score of the table; None for an empty cell. ValueError for anything else than a number of the scale."""
    text = (row.get(name) or "").strip()
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= 5:
        raise ValueError(f"{name} is {text[:40]!r}, not a number from {low:g} to 5")
    return round(value, 2)
