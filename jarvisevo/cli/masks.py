"""`jarvisevo masks`: where local corrections act, or where regions are, as colour over the photo."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from editor_ops.formats.exported import placed
from editor_ops.io.decode import load
from editor_ops.io.save import ENCODERS, save
from editor_ops.masks import layers
from editor_ops.masks.found import UNSURE, confidence
from editor_ops.masks.region import MaskError
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.cli.checks import check_target, existing_file, read_settings
from jarvisevo.files.errors import FAILED, CliError, one_line
from jarvisevo.report import overlays
from jarvisevo.report.overlays import MaskLayer
from jarvisevo.report.settings_view import describe_masks, group_name
from jarvisevo.report.terminal import print_json, say, show_notes
from jarvisevo.report.trace_page import coverage
from jarvisevo.rules.region_masks import region_masks

MASKS = ".masks"
SIDE = 1600
"""Longest side of the picture that is written, unless asked otherwise."""
USUAL = ("subject", "sky", "person")
"""Regions that are looked for when neither settings nor regions are named."""


@dataclass(frozen=True)
class Found:
    """What became of one group of masks: its layer, or why there is none.

    masks     what the group consists of, in words
    sure      confidence of the least sure region in it, 0 to 1; None where there is none to judge
    problems  one line for each mask that could not be made; a layer may still be there without it
    """

    name: str
    masks: str
    layer: MaskLayer | None
    problems: tuple[str, ...] = ()
    sure: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json; a coverage of None where there is no mask."""
        share = round(self.layer.coverage, 5) if self.layer else None
        sure = None if self.sure is None else round(self.sure, 3)
        found = {"name": self.name, "masks": self.masks, "coverage": share, "confidence": sure}
        return found | {"problems": list(self.problems)}


def groups(settings: Settings | None, regions: Sequence[str], photo: Photo | None = None) -> list[Mapping[str, Any]]:
    """The groups to show: those of the settings, and one for each region that was asked for."""
    named = []
    for word in map(str.strip, regions):
        made = region_masks(word, photo)
        name = word if word.isascii() else made[0]["MaskName"]  # the legend cannot draw Chinese
        named.append({"CorrectionName": name, "CorrectionMasks": [{**mask, "MaskName": name} for mask in made]})
    if settings is None:
        return list[Mapping[str, Any]](named)
    return [g for name in (*LEGACY, CORRECTIONS) for g in settings.values.get(name, ())] + named


def find(photo: Photo, wanted: Sequence[Mapping[str, Any]], side: int) -> Iterator[Found]:
    """Every group's mask on the whole, uncropped photo."""
    for i, group in enumerate(wanted):
        name = group_name(group, i)
        weight, problems = overlays.weigh(photo, group, Settings(), side)
        sure = None if weight is None else least_sure(photo, group.get("CorrectionMasks", ()))
        unsure = sure is not None and sure < UNSURE
        layer = None if weight is None else MaskLayer(name, weight, overlays.colour_of(i), unsure)
        yield Found(
            name,
            describe_masks(group.get("CorrectionMasks", ())),
            layer,
            tuple(p.removeprefix(f"{name}: ") for p in problems),
            sure,
        )


def least_sure(photo: Photo, masks: Sequence[Mapping[str, Any]]) -> float | None:
    """The lowest confidence of the regions that these masks look for; None when none of them can be judged."""
    found: list[float] = []
    for mask in masks:
        if not mask.get("MaskActive", True):
            continue
        inner = least_sure(photo, mask["Masks"]) if mask.get("Masks") else None
        try:
            own = confidence(photo, layers.region(mask)) if layers.kind(mask) == "Mask/Image" else None
        except MaskError:  # said where the mask is made
            own = None
        found += [value for value in (inner, own) if value is not None]
    return min(found, default=None)


def picture(rgb: np.ndarray, found: Sequence[Found], sheet: bool) -> np.ndarray:
    """All masks in one picture with a legend, or one picture for each."""
    shown = [(f.layer, f"{f.name}  {coverage(f.layer.coverage)}") for f in found if f.layer]
    if sheet:
        return overlays.contact_sheet(
            [overlays.overlay(rgb, [layer]) for layer, _ in shown], [text for _, text in shown]
        )
    return overlays.with_legend(overlays.overlay(rgb, [x for x, _ in shown]), [(x.colour, text) for x, text in shown])


def show_masks(
    photo: Path,
    settings: Path | None,
    regions: Sequence[str],
    out: Path | None,
    *,
    sheet: bool,
    side: int | None,
    damaged: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Find, draw and tell; CliError when there is nothing to show -> how many groups could not be shown."""
    existing_file(photo, "a photo")
    out = out or photo.with_name(f"{photo.stem}{MASKS}.jpg")
    check_target(out, suffixes=tuple(ENCODERS), inputs=[photo, *([settings] if settings else [])], force=force)
    document = read_settings(settings) if settings else None
    if document and not regions and not groups(document.settings, ()):
        raise CliError(f"{settings}: no local corrections in these settings: --region names one to look for", FAILED)
    source = load(photo, damaged)
    stood = placed(document, source).settings if document else None
    wanted = groups(stood, regions or (() if settings else USUAL), source)
    base = render(source, max_size=side or SIDE).eight_bit()
    found = list(find(source, wanted, side or SIDE))
    if any(f.layer for f in found):
        save(Image(picture(base, found, sheet)), out, photo=source, quality=92)
    else:
        missing = "; ".join(f"{f.name}: {'; '.join(f.problems)}" for f in found)
        raise CliError(f"{photo}: none of these masks could be made: {missing}", FAILED)
    if as_json:
        print_json({"output": str(out), "masks": [f.to_dict() for f in found]})
    else:
        _tell(found, out)
    return sum(f.layer is None for f in found)


def _tell(found: Sequence[Found], out: Path) -> None:
    for f in found:
        if f.layer:
            doubt = (
                f"; unsure ({f.sure:.2f}), drawn hatched: look at it" if f.sure is not None and f.layer.unsure else ""
            )
            say(f"{one_line(f.name)}: {coverage(f.layer.coverage)} of the photo ({f.masks}){doubt}")
        for problem in f.problems:
            show_notes([f"{f.name}: {problem}"])
    say(f"wrote {out}")
