"""The masks that stand for a region by its name: Adobe's ("face_skin"), or a plain word in either language."""

from typing import Any

from editor_ops.masks.region import LAND_NUMBERS, PERSON_PARTS
from editor_ops.validation import nearest
from jarvisevo.files.errors import CliError
from jarvisevo.rules import places

_LAND = {name: number for name, number in LAND_NUMBERS.items() if name != "sky"}
_PARTS = {name: code for code, name in PERSON_PARTS.items() if name != "person"}
REGIONS = ("subject", "background", "sky", "person", *_PARTS, *_LAND)

SUCH = "animal, lion, lake, house, 狮子"
"""Some of the words that `places.named` knows."""


def region_masks(name: str) -> tuple[dict[str, Any], ...]:
    """The masks that a settings file would hold for a region, by Adobe's name ("face_skin") or a plain word ("eyes",
    "脸").

    CliError for a name nobody knows.
    """
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    place = "" if key in REGIONS else places.named(name)
    fields = places.PLACES[place].masks[:1] if place else ()
    if fields:
        return tuple({"What": "Mask/Image", "MaskName": place, **mask} for mask in fields[0])
    if key not in REGIONS:
        near = nearest(key, list(REGIONS))
        hint = f"did you mean {near}?" if near else f"choose of {', '.join(REGIONS)}, or a plain word such as {SUCH}"
        raise CliError(f"--region {name}: no such region: {hint}")
    mask: dict[str, Any] = {"What": "Mask/Image", "MaskName": key}
    if key in ("subject", "background"):
        return (mask | {"MaskSubType": 1, "MaskInverted": key == "background"},)
    if key in _LAND:
        return (mask | {"MaskSubType": 0, "MaskSubCategoryID": _LAND[key]},)
    if key == "sky":
        return (mask | {"MaskSubType": 2},)
    return (mask | {"MaskSubType": 3} | ({"MaskSubCategoryID": _PARTS[key]} if key in _PARTS else {}),)
