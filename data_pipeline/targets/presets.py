"""Published presets by their names: those whose licence allows it ship as `presets.json`, with where they come from."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from editor_ops import formats
from editor_ops.formats import FormatError
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.policies.variants import scaled

FILE = Path(__file__).parent / "presets.json"
STRENGTH = (0.6, 1.0)
"""How much of a preset is used."""
SUFFIXES = (".xmp", ".lrtemplate", ".json")
NOT_A_LOOK = (
    *("Crop", "HasCrop", "Orientation", "Perspective", "Upright", "Lens", "Chromatic"),
    *("MaskGroup", "Gradient", "Circular", "Paint", "Retouch", "Look", "ColorGradeBlending", "Treatment"),
)
"""What a preset may hold that is no look: geometry, lenses, local corrections."""


@dataclass(frozen=True)
class PublishedPreset:
    """A published look: its name in words, the repository it comes from, its licence."""

    name: str
    repo: str
    licence: str
    settings: Mapping[str, Any]


@cache
def shipped() -> tuple[PublishedPreset, ...]:
    """The presets that come with the package."""
    return tuple(PublishedPreset(**row) for row in json.loads(FILE.read_text("utf-8")))


@cache
def in_folder(folder: Path) -> tuple[PublishedPreset, ...]:
    """The settings files below a folder. FormatError when there is none that can be read."""
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES):
        try:
            found.append(PublishedPreset(name_of(path.stem), "", "", look_only(formats.read(path).settings)))
        except FormatError:
            continue
    if not found:
        raise FormatError(f"{folder}: no settings file that can be read: correct `pairs.presets`")
    return tuple(found)


def sample(rng: random.Random, folder: Path | None = None) -> tuple[PublishedPreset, Settings]:
    """A preset, and its settings at a strength."""
    preset = rng.choice(in_folder(folder) if folder else shipped())
    return preset, scaled(Settings.parse(dict(preset.settings)), rng.uniform(*STRENGTH))


def look_only(settings: Settings) -> dict[str, Any]:
    """Settings without geometry, lens corrections and local corrections."""
    document = {n: v for n, v in settings.to_dict().items() if not n.startswith(NOT_A_LOOK)}
    return {
        n: v for n, v in document.items() if v != TABLE[n].default and not (TABLE[n].kind == "curve" and _straight(v))
    }


def _straight(points: Sequence[tuple[float, float]]) -> bool:
    """True for a tone curve that changes nothing."""
    return all(abs(x - y) < 1e-6 for x, y in points)


def name_of(stem: str) -> str:
    """A file's stem as people say it: "peva3+Lightroom-Presets__2.1.4_Kodak_Portra_160" -> "Kodak Portra 160"."""
    words = stem.split("__")[-1].replace("_", " ").replace("+", " ").replace("-", " ").split()
    while words and all(c.isdigit() or c == "." for c in words[0]) and len(words) > 1:
        words = words[1:]
    return " ".join(words)
