"""The records of ArtEdit: ⟨I_src, I_tgt, Q, H⟩ for editing, ⟨…, S⟩ for judging, as JSONL with pictures beside it.

A data set is a folder: `edit.jsonl` and `eval.jsonl`, one record a line, and `images/`, to which records point by
relative paths. It is the form of JarvisEvo section 3.3, with licences; `layouts.py` has the other forms.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from editor_ops.parameters import SettingsError
from editor_ops.settings import Settings
from jarvisevo.record.trajectory import Evaluation, Trajectory, TrajectoryError
from jarvisevo.record.trajectory_json import from_dict, to_dict

SCENES: dict[str, tuple[str, ...]] = {
    "portrait": ("single", "couple", "child", "selfie", "studio", "low key"),
    "people": ("group", "crowd", "street", "sport", "wedding"),
    "landscape": ("mountain", "forest", "coast", "lake and river", "field", "desert", "snow"),
    "sky": ("sunset", "clouds", "fog", "aurora"),
    "architecture": ("building", "interior", "bridge", "ruin", "detail"),
    "urban": ("street by day", "street by night", "skyline", "traffic"),
    "wildlife": ("mammal", "bird", "insect", "pet", "underwater"),
    "still life": ("food", "flower", "product", "tabletop"),
    "night": ("stars", "light trails", "concert", "fireworks"),
    "design": ("abstract", "texture", "monochrome"),
}
"""Ten categories and their subcategories (JarvisEvo names seven of the ten; the rest and the division are ours)."""
PROMPTS = ("basic", "style", "mood")
LANGUAGES = ("en", "zh")
FILES = {"edit": "edit.jsonl", "eval": "eval.jsonl"}
_NAME = re.compile(r"[\w.-]{1,120}")

Kind = Literal["edit", "eval"]
Box = tuple[float, float, float, float]


class RecordError(ValueError):
    """A record that cannot be used: one line with the cause."""


@dataclass(frozen=True)
class Record:
    """One sample.

    id           unique in the data set, safe as a file name
    source       the photo, relative to the data set
    target       what it was to become; for "eval", what an editor made of it
    instruction  Q, with the boxes in it
    prompt       basic, style or mood
    boxes        regions the instruction may name: x1 y1 x2 y2, fractions; none other may stand in it
    trajectory   H: thoughts, calls and settings, in the language of Q
    evaluation   S, for "eval"
    teacher      settings that the rules made of the instruction alone, as a plain document: what SFT may imitate while
                 the target is what rewards measure; None when they made nothing of it
    licence      of the photo
    made         how the target came about: "expert", "preset", "inverse fit", …
    meta         seeds, scores of the filters, who annotated; plain JSON
    """

    id: str
    kind: Kind
    source: str
    target: str
    instruction: str
    language: str
    trajectory: Trajectory
    prompt: str = "basic"
    scene: str = ""
    subscene: str = ""
    boxes: tuple[Box, ...] = ()
    evaluation: Evaluation | None = None
    teacher: Mapping[str, Any] | None = None
    licence: str = ""
    made: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """One line, strict JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        plain = {name: getattr(self, name) for name in _TEXTS}
        verdict = to_dict(Trajectory("", "", evaluation=self.evaluation))["evaluation"]
        return {
            **plain,
            "boxes": [list(box) for box in self.boxes],
            "trajectory": to_dict(self.trajectory),
            "evaluation": verdict,
            "teacher": None if self.teacher is None else dict(self.teacher),
            "meta": dict(self.meta),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Record":
        """The record of `to_dict`. RecordError names what is wrong."""
        try:
            trajectory = from_dict(data["trajectory"])
            verdict = {**to_dict(Trajectory("", "")), "evaluation": data["evaluation"]}
            record = cls(
                **{name: data[name] for name in _TEXTS},
                boxes=tuple(tuple(map(float, box)) for box in data["boxes"]),  # type: ignore[misc]
                trajectory=trajectory,
                evaluation=from_dict(verdict).evaluation,
                teacher=data.get("teacher"),
                meta=dict(data["meta"]),
            )
        except TrajectoryError as error:
            raise RecordError(str(error)) from None
        except KeyError as error:
            raise RecordError(f"not a record: {error.args[0]} is missing") from None
        except (TypeError, ValueError) as error:
            raise RecordError(f"not a record: {error}") from None
        wrong = faults(record)
        if wrong:
            raise RecordError("; ".join(wrong))
        return record


_TEXTS = ("id", "kind", "source", "target", "instruction", "language", "prompt", "scene", "subscene", "licence", "made")


def faults(record: Record) -> list[str]:
    """What is wrong with a record, by itself; files are not looked at."""
    out = [f"{name} must be text" for name in _TEXTS if not isinstance(getattr(record, name), str)]
    if out:
        return out
    out += [] if _NAME.fullmatch(record.id) else [f"id {record.id[:60]!r} cannot name files"]
    out += [] if record.kind in FILES else [f"kind {record.kind!r} is not one of {', '.join(FILES)}"]
    out += (
        [] if record.language in LANGUAGES else [f"language {record.language!r} is not one of {', '.join(LANGUAGES)}"]
    )
    out += [] if record.prompt in PROMPTS else [f"prompt {record.prompt!r} is not one of {', '.join(PROMPTS)}"]
    if record.scene and record.scene not in SCENES:
        out.append(f"scene {record.scene!r} is not one of {', '.join(SCENES)}")
    elif record.subscene and record.subscene not in SCENES.get(record.scene, ()):
        out.append(f"{record.subscene!r} is no kind of {record.scene or 'scene'}")
    out += [
        f"{name} {getattr(record, name)[:80]!r} leaves the data set"
        for name in ("source", "target")
        if not inside(getattr(record, name))
    ]
    if not record.instruction.strip():
        out.append("the instruction is empty")
    out += [f"box {box} is not x1 y1 x2 y2 in fractions" for box in record.boxes if not _is_box(box)]
    out += [
        f"the instruction names a box that was not given: {box}"
        for box in boxes_in(record.instruction)
        if box not in record.boxes
    ]
    if record.teacher is not None and (wrong := _unusable(record.teacher)):
        out.append(f"the teacher's settings: {wrong}")
    verdict = record.evaluation
    if record.kind == "eval" and (verdict is None or verdict.score is None):
        out.append("a record for judging needs a score")
    return out


def _unusable(settings: Mapping[str, Any]) -> str:
    """Why a document is no settings; "" when it is."""
    try:
        Settings.parse(settings)
    except (SettingsError, TypeError, ValueError) as error:
        return " ".join(str(error).split())[:200]
    return ""


def inside(path: str) -> bool:
    """True for a relative path that stays in its folder."""
    parts = PurePosixPath(path)
    return bool(path) and "\\" not in path and not parts.is_absolute() and ".." not in parts.parts


def _is_box(box: Box) -> bool:
    return len(box) == 4 and 0 <= box[0] < box[2] <= 1 and 0 <= box[1] < box[3] <= 1


_BOX = re.compile(r"<box>([^<]{0,80})</box>")


def boxes_in(instruction: str) -> list[Box]:
    """The boxes an instruction names, as written: `<box>x1 y1 x2 y2</box>`. Unreadable ones come back as (nan, …)."""
    found: list[Box] = []
    for match in _BOX.finditer(instruction):
        try:
            x1, y1, x2, y2 = map(float, match[1].replace(",", " ").split())
            found.append((x1, y1, x2, y2))
        except ValueError:
            found.append((float("nan"),) * 4)
    return found


def write(records: Iterable[Record], folder: Path) -> dict[str, int]:
    """Append records to the files of a data set -> how many of each kind."""
    counts: dict[str, int] = {}
    handles: dict[str, Any] = {}
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for record in records:
            wrong = faults(record)
            if wrong:
                raise RecordError(f"{record.id}: {'; '.join(wrong)}")
            if record.kind not in handles:
                handles[record.kind] = (folder / FILES[record.kind]).open("a", encoding="utf-8")
            handles[record.kind].write(record.to_json() + "\n")
            counts[record.kind] = counts.get(record.kind, 0) + 1
    finally:
        for handle in handles.values():
            handle.close()
    return counts


def check_finished(folder: Path) -> None:
    """RecordError for a data set of a build that was stopped: its files are written at the end."""
    if (folder.parent / "stages").is_dir() and not (folder.parent / "card.json").is_file():
        raise RecordError(
            f"{folder.parent}: this build is not finished: give the same jarvisevo data build again, it goes on there"
        )


def read(folder: Path, kind: Kind = "edit") -> Iterator[Record]:
    """The records of a data set. RecordError names the line, or says that its build is not finished."""
    path = folder / FILES[kind]
    if not path.is_file():
        check_finished(folder)
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield Record.from_dict(json.loads(line))
            except (RecordError, ValueError, RecursionError) as error:
                raise RecordError(f"{path}, line {number}: {error}") from None
