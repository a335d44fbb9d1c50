"""What is said of the tones of skin beside other wishes is about their colour: they stay natural in any light."""

import re
from dataclasses import replace

from jarvisevo.rules.intent import Intent, Keep, Place

COLOUR = "color:skin"
"""What a keep of the colour of skin keeps."""
_TONES = re.compile(
    r"\b(?:tones?|colou?rs?|hues?|tints?|complexions?|natural(?:ly)?|realistic|real|true|normal)\b"
    "|[肤膚颜顏]色|色[调調]|自然|真[实實]|正常",
    re.IGNORECASE,
)
"""Words by which skin is to keep its colour, and not its light."""
_CHANGED = re.compile(
    r"\bmore natural|\b(?:make|get|turn|render) (?:[a-z]+ )?(?:skin|complexions?)\b|更自然|自然(?:一点|一些|点|些)",
    re.IGNORECASE,
)
"""Words by which skin is to become natural, and does not stay so."""


def as_tones(intent: Intent) -> Intent:
    """An intent whose keeps of skin tones, "keep skin tones natural", are keeps of their colour; so is a style of skin
    that is only named beside wishes for something else: "brighter, natural skin tones".
    """
    others = any(not _of_skin(want.where) for want in intent.wants)
    stays = tuple(
        want
        for want in intent.wants
        if others and want.what == "look:natural" and _of_skin(want.where) and not _CHANGED.search(want.words)
    )
    keep = tuple(replace(k, what=COLOUR) if _of_colour(k) else k for k in intent.keep)
    keep += tuple(Keep(COLOUR, want.where, want.words) for want in stays)
    return replace(intent, wants=tuple(want for want in intent.wants if want not in stays), keep=keep)


def _of_colour(keep: Keep) -> bool:
    if keep.what not in ("all", "look:natural", "saturation") or not _of_skin(keep.where):
        return False
    return keep.what != "all" or bool(_TONES.search(f"{keep.where.words} {keep.words}"))


def _of_skin(place: Place) -> bool:
    return place.name == "skin" and not place.outside and place.box < 0
