"""A style of one's own: what a person usually sets, learnt from XMP files or from pairs of before and after.

The style is the typical edit: each slider that the person moves in a good part of the photos, at the value in the
middle of what was set. What varies from photo to photo keeps its usual amount; the meter says how sure all of it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from editor_ops import inverse
from editor_ops.files import write_whole
from editor_ops.formats import FormatError
from editor_ops.formats import read as read_settings
from editor_ops.io.decode import load
from editor_ops.parameters import SettingsError
from editor_ops.photo import PhotoError
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.live.match import OWN
from jarvisevo.live.panels import RENDERED_ONLY
from jarvisevo.live.results import is_photo

ENOUGH = 20
"""Examples from which the middle of a slider is known well: its error falls with their root, to about a quarter."""
LEAST = 3
USUAL = 0.4
"""Share of the examples in which a slider has to be moved to belong to the style."""
MEASURED_SIDE = 512
"""Pixels of a picture that settings are found from."""
MOST_BYTES = 2_000_000
SCHEMA = 1


@dataclass(frozen=True)
class PersonalStyle:
    """What was learnt.

    settings  the typical edit
    spread    slider -> half the range between the quartiles of what was set
    examples  how many edits it was learnt from
    """

    settings: Settings
    spread: Mapping[str, float]
    examples: int

    @property
    def steadiness(self) -> float:
        """0-1: how alike the examples are; 1 where everybody sets the same."""
        if not self.spread:
            return 0.0
        shares = [min(4 * spread / TABLE[name].span, 1.0) for name, spread in self.spread.items()]
        return 1 - float(np.mean(shares))

    @property
    def missing(self) -> int:
        """How many more examples it needs: the less alike they are, the more."""
        return max(round(ENOUGH * (0.5 + (1 - self.steadiness))) - self.examples, 0)

    def meter(self) -> str:
        """How sure it is, in a line."""
        wanted = self.examples + self.missing
        filled = round(10 * self.examples / max(wanted, 1))
        more = f"{self.missing} more would make it sure" if self.missing else "enough"
        return f"[{'■' * filled}{'□' * (10 - filled)}] {self.examples} of {wanted} examples: {more}"

    def to_json(self) -> str:
        """The file of a style."""
        data = {"schema": SCHEMA, "settings": self.settings.to_dict(), "spread": dict(self.spread)}
        return json.dumps(data | {"examples": self.examples}, ensure_ascii=False, indent=1) + "\n"


def learn(folder: Path) -> tuple[PersonalStyle, list[str]]:
    """(the style of a folder's edits, what could not be read, one line each). CliError with fewer than three examples.

    Examples are settings that a photo carries or that stand in an .xmp, and pairs NAME.jpg with NAME.edited.jpg (or
    NAME_after.jpg), to which settings are found by inverse fitting.
    """
    if not folder.is_dir():
        raise CliError(f"{folder}: no such folder: name one with your .xmp files, or pairs of before and after")
    found, problems = [], []
    for path in visible(folder):
        if path.suffix.lower() not in (".xmp", ".lrtemplate"):
            continue
        try:
            settings = read_settings(path).settings
            found += [settings] if len(settings) else []
        except FormatError as error:
            problems.append(str(error))
    for before, after in pairs(folder):
        try:
            settings, said = measured(before, after)
            found.append(settings)
            problems += [f"{after}: {note}" for note in said]
        except PhotoError as error:  # which names the file
            problems.append(str(error))
        except ValueError as error:
            problems.append(f"{after}: {error}")
    if len(found) < LEAST:
        raise CliError(f"{folder}: {len(found)} examples of edits, {LEAST} at least: add .xmp files or pairs", FAILED)
    return typical(found), list(dict.fromkeys(problems))


def visible(folder: Path) -> list[Path]:
    """The files of a folder and of those in it, without what is hidden, as our own histories are."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def pairs(folder: Path) -> list[tuple[Path, Path]]:
    """Photos with a rendered edit beside them and no settings of that name: (before, after)."""
    photos = visible(folder)
    out = []
    for photo in (p for p in photos if is_photo(p)):
        for end in (".edited", "_after", "-after"):
            after = next((p for p in photos if p.stem == photo.stem + end and p.suffix.lower() != ".xmp"), None)
            if after is not None and not photo.with_name(f"{photo.stem}{end}.xmp").exists():
                out.append((photo, after))
    return out


def measured(before: Path, after: Path) -> tuple[Settings, tuple[str, ...]]:
    """(the sliders of tone and colour that bring a photo to its edited version, notes). ValueError for another crop."""
    photo = load(before)
    names = [name for name in inverse.EVERY if not (photo.raw and name in RENDERED_ONLY)]
    made = inverse.fit(photo, render(load(after), Settings(), MEASURED_SIDE), names)
    return made.settings, made.notes


def typical(examples: Sequence[Settings]) -> PersonalStyle:
    """The middle of every slider that is usually moved; of what is no number, what most examples hold."""
    values: dict[str, Any] = {}
    spread: dict[str, float] = {}
    least = max(USUAL * len(examples), 2)
    names = dict.fromkeys(name for settings in examples for name in settings.values if name not in OWN)
    for name in names:
        row = TABLE[name]
        used = [settings.values[name] for settings in examples if settings.values.get(name, row.default) != row.default]
        if len(used) < least or name in ("Temperature", "Tint", "WhiteBalance"):
            continue  # a white balance in kelvin belongs to its photo
        if row.kind == "number":
            middle = float(np.median([settings[name] for settings in examples]))
            low, high = np.percentile([settings[name] for settings in examples], (25, 75))
            spread[name] = round(float(high - low) / 2, 4)
            values[name] = round(middle, 2 if row.span <= 10 else 0)
        else:
            texts = [json.dumps(Settings({name: value}).to_dict(), sort_keys=True) for value in used]
            most = max(set(texts), key=texts.count)
            values[name] = json.loads(most)[name]
    return PersonalStyle(Settings.parse(values), spread, len(examples))


def style_path(name: str, folder: Path) -> Path:
    """The file of a style by its name. CliError for a name that is none."""
    if not name or name != Path(name).name or name.startswith(".") or len(name) > 60:
        raise CliError(f"style {name[:60]}: give a plain name, e.g. mine")
    return folder / f"{name}.json"


def save(style: PersonalStyle, path: Path) -> None:
    """Write a style, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, style.to_json())


def read(path: Path) -> PersonalStyle:
    """A style from its file. CliError when there is none, or it is damaged."""
    if not path.is_file():
        known = (
            ", ".join(sorted(p.stem for p in path.parent.glob("*.json"))) or "none yet: `jarvisevo style learn FOLDER`"
        )
        raise CliError(f"style {path.stem}: no such style; there are: {known}")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("too large")
        data = json.loads(path.read_text("utf-8"))
        if data.get("schema") != SCHEMA:
            raise ValueError("of another version")
        spread = {str(n): float(v) for n, v in data["spread"].items() if n in TABLE}
        return PersonalStyle(Settings.parse(data["settings"]), spread, int(data["examples"]))
    except (ValueError, KeyError, AttributeError, TypeError, SettingsError) as error:
        raise CliError(f"{path}: not a style ({str(error)[:120]}): learn it again", FAILED) from None
