"""The second reading of an instruction whose words are meant in two ways, for a candidate beside the first."""

import re
from collections.abc import Mapping
from dataclasses import replace

from jarvisevo.rules.intent import Intent, Want

LOOKS: Mapping[str, str] = {
    "cinematic": "film",
    "dreamy": "ethereal",
    "film": "faded",
    "moody": "low_key",
    "retro": "film",
    "soft": "pastel",
    "vintage": "film",
}
"""Styles whose words stand for another recipe as well: "moody" is muted and cool, or mostly dark."""
_EXACT = re.compile(r"exposure|\bev\b|stop|曝光|档")
"""Words that name the slider, and leave nothing open."""
_QUANTITIES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("brightness", "+"): ("shadows", "the shadows, not the exposure"),
    ("brightness", "-"): ("highlights", "the highlights, not the exposure"),
}


def other(intent: Intent) -> tuple[Intent, str] | None:
    """(the intent with its first ambiguous want read the other way, that way in words); None where all is plain."""
    for at, want in enumerate(intent.wants):
        if found := _other(want):
            return replace(intent, wants=(*intent.wants[:at], found[0], *intent.wants[at + 1 :])), found[1]
    return None


def _other(want: Want) -> tuple[Want, str] | None:
    if want.amount is not None or not want.where.everywhere:
        return None
    look = LOOKS.get(want.what.removeprefix("look:")) if want.what.startswith("look:") else None
    if look and want.direction == "+":
        return replace(want, what=f"look:{look}"), look.replace("_", " ")
    what, words = _QUANTITIES.get((want.what, want.direction), ("", ""))
    return (replace(want, what=what), words) if what and not _EXACT.search(want.words.lower()) else None
