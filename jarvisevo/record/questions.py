"""Questions about images and their answers: which of two results is nearer to an instruction, what an edit did.

They lie in `questions.jsonl` beside the records of a data set. A model learns to look from them: the text names no
settings, so the images are all it can answer by.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from jarvisevo.record.artedit import LANGUAGES, RecordError, check_finished, inside

FILE = "questions.jsonl"
QuestionKind = Literal["compare", "perceive", "read"]
KINDS = ("compare", "perceive", "read")
IMAGES = {"compare": 3, "perceive": 2, "read": 0}
"""How many a question shows."""


@dataclass(frozen=True)
class Question:
    """One question.

    id        unique in the data set, safe as a file name
    kind      "compare": which of two results of a photo is nearer to the instruction · "perceive": what was done ·
              "read": what an instruction asks for, in words that are always the same
    images    relative to the data set, in the order they are shown: the photo, then one result or two; none to read
    question  as it is asked, below the images
    answer    as it should be given
    label     the answer as data: {"nearer": 1 or 2} · {"changes": [{"what", "size", "place"}]} · {}
    """

    id: str
    kind: QuestionKind
    images: tuple[str, ...]
    question: str
    answer: str
    language: str
    label: Mapping[str, Any]
    licence: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Question":
        """The question of `to_dict`. RecordError names what is wrong."""
        try:
            question = cls(**{**data, "images": tuple(data["images"])})
        except KeyError as error:
            raise RecordError(f"not a question: {error.args[0]} is missing") from None
        except TypeError as error:
            raise RecordError(f"not a question: {error}") from None
        if wrong := faults(question):
            raise RecordError(f"{question.id}: {'; '.join(wrong)}")
        return question


def faults(question: Question) -> list[str]:
    """What is wrong with a question, by itself; files are not looked at."""
    out = [] if question.kind in KINDS else [f"kind {question.kind!r} is not one of {', '.join(KINDS)}"]
    out += [] if question.language in LANGUAGES else [f"language {question.language!r} is not one of {LANGUAGES}"]
    out += [f"{name[:80]!r} leaves the data set" for name in question.images if not inside(name)]
    if len(question.images) != IMAGES.get(question.kind, 0):
        out.append(f"{len(question.images)} images for a question of kind {question.kind}")
    if question.kind == "compare" and question.label.get("nearer") not in (1, 2):
        out.append("label.nearer must be 1 or 2")
    if not question.question.strip() or not question.answer.strip():
        out.append("an empty question or answer")
    return out


def read(folder: Path) -> Iterator[Question]:
    """The questions of a data set; none when it has no such file. RecordError as of `artedit.read`."""
    path = folder / FILE
    if not path.is_file():
        check_finished(folder)
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield Question.from_dict(json.loads(line))
            except (RecordError, ValueError) as error:
                raise RecordError(f"{path}, line {number}: {error}") from None
