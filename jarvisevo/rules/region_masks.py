"""The masks that stand for a region by its name: Adobe's ("face_skin"), or a plain word in either language."""

from typing import Any

from editor_ops.masks.region import LAND_NUMBERS, PERSON_PARTS
from editor_ops.photo import Photo
from editor_ops.validation import nearest
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.rules import places, things
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Place
from jarvisevo.rules.regions import Regions

_LAND = {name: number for name, number in LAND_NUMBERS.items() if name != "sky"}
_PARTS = {name: code for code, name in PERSON_PARTS.items() if name != "person"}
REGIONS = ("subject", "background", "sky", "person", *_PARTS, *_LAND)

SUCH = "dog, car, lake, house, 狮子"
"""Some of the words that `places.named` and `things.known` know."""


def region_masks(name: str, photo: Photo | None = None) -> tuple[dict[str, Any], ...]:
    """The masks that a settings file would hold for a region, by Adobe's name ("face_skin") or a plain word ("eyes",
    "脸").

    photo  where things that only a detector knows ("dog", "car") are looked for
    CliError for a name nobody knows, and for a thing that is not in the photo.
    """
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    place = "" if key in REGIONS else places.named(name)
    fields = places.PLACES[place].masks[:1] if place else ()
    if fields:
        return tuple({"What": "Mask/Image", "MaskName": place, **mask} for mask in fields[0])
    if key not in REGIONS and photo is not None and things.known(name.strip().lower()):
        return _thing(name.strip().lower(), photo)
    if key not in REGIONS:
        near = nearest(key, list(REGIONS))
        hint = f"did you mean {near}?" if near else f"choose of {', '.join(REGIONS)}, or a plain word such as {SUCH}"
        raise CliError(f"region {name}: no such region: {hint}")
    mask: dict[str, Any] = {"What": "Mask/Image", "MaskName": key}
    if key in ("subject", "background"):
        return (mask | {"MaskSubType": 1, "MaskInverted": key == "background"},)
    if key in _LAND:
        return (mask | {"MaskSubType": 0, "MaskSubCategoryID": _LAND[key]},)
    if key == "sky":
        return (mask | {"MaskSubType": 2},)
    return (mask | {"MaskSubType": 3} | ({"MaskSubCategoryID": _PARTS[key]} if key in _PARTS else {}),)


def _thing(noun: str, photo: Photo) -> tuple[dict[str, Any], ...]:
    """What an instruction that names it would find."""
    found = Regions(Desk(photo), chinese=not noun.isascii()).find(Place(noun, words=noun))
    if found is None:
        raise CliError(f"region {noun}: not found in this photo", FAILED)
    return tuple(dict(mask) for mask in found.masks)
