"""Our looks as fixed presets: what the rules would do to ordinary photos, for Lightroom, which cannot look at a photo.

A look moves measured quantities, so its sliders differ from photo to photo. A preset has one value for all: the median
over some reference photos. Masks are left out, as they belong to the photo that they were found in. This takes minutes,
so the presets ship as data: `make presets` writes them anew when the looks or the rules have changed.
"""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from editor_ops.files import write_whole
from editor_ops.io.decode import load
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.intent import Intent, Want
from jarvisevo.rules.looks import LOOKS, Look
from jarvisevo.rules.plan import carry_out

FILE = Path(__file__).with_name("presets.json")
"""The presets that ship: name -> what it looks like, and its sliders."""
REFERENCES = ("landscape", "portrait", "food")
"""Examples of the repository that the presets are made for: neither very dark nor very bright."""
SIDE = 384
"""Long edge at which they are looked at."""
UPPER = {"Hdr": "HDR"}


@dataclass(frozen=True)
class Preset:
    """A look under the name and with the description that Lightroom shows, and its settings."""

    name: str
    about: str
    settings: Settings


def shipped_presets() -> list[Preset]:
    """Every look, in the order of `LOOKS`."""
    found = json.loads(FILE.read_text("utf-8"))
    return [Preset(name, row["about"], Settings.parse(row["settings"])) for name, row in found.items()]


def title(look: Look) -> str:
    """The first of the look's English words, as a title."""
    name = look.words[0].partition(",")[0].strip().title()
    return UPPER.get(name, name)


def preset(look: Look, photos: Sequence[Photo]) -> Preset:
    """The median of what the rules set on each photo; a slider that most of them leave alone is left alone."""
    wanted = Intent((Want(f"look:{look.name}"),))
    found = [carry_out(photo, wanted).settings.to_dict() for photo in photos]
    names = dict.fromkeys(name for values in found for name in values if name != CORRECTIONS)
    settings = {name: value for name in names if (value := _median(name, found)) is not None}
    about = look.blurb[0]
    return Preset(title(look), f"{about[:1].upper()}{about[1:]}.", Settings.parse(settings))


def _median(name: str, found: Sequence[Mapping[str, Any]]) -> object:
    """The middle value of a number, a missing one being its default; of anything else the most frequent one.

    None where that is the default.
    """
    row = TABLE[name]
    if row.kind == "number":
        middle = statistics.median_low([float(values.get(name, row.default)) for values in found])
        return None if middle == row.default else middle
    most = max(found, key=lambda values: sum(other.get(name) == values.get(name) for other in found))
    return most.get(name)


def references(examples: Path) -> list[Photo]:
    """The reference photos, from the folder of the examples."""
    return [load(examples / f"{name}.jpg").resized(SIDE) for name in REFERENCES]


def main() -> int:
    """Make every preset and write `FILE`."""
    photos = references(Path(__file__).resolve().parents[2] / "examples")
    made = [preset(look, photos) for look in LOOKS]
    data = {each.name: {"about": each.about, "settings": each.settings.to_dict()} for each in made}
    write_whole(FILE, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    print(f"wrote {len(data)} presets to {FILE.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
