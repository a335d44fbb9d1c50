"""Settings divided into the steps of an edit: light and colour of the whole image, then fine colour and effects,
then parts.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.policies.variants import scaled
from jarvisevo.record.trajectory import Step

FIRST = (
    "WhiteBalance",
    "Temperature",
    "Tint",
    "IncrementalTemperature",
    "IncrementalTint",
    "Exposure2012",
    "Contrast2012",
    "Highlights2012",
    "Shadows2012",
    "Whites2012",
    "Blacks2012",
    "Texture",
    "Clarity2012",
    "Dehaze",
    "Vibrance",
    "Saturation",
    "ConvertToGrayscale",
)
"""White balance, tone and presence: what comes first (protocol.md)."""
FEW = 2
"""A step of the whole image with no more settings than this joins the other."""
OFF = ((-0.7, -0.2), (0.1, 0.55), (1.5, 2.2))
"""Strengths of a first step that misses: the wrong way, too little, too much."""
OFF_WEIGHTS = (1, 2, 2)


def steps(settings: Settings, most: int) -> list[dict[str, Any]]:
    """Tool calls, in order, that together are `settings`; [] when nothing is set. At most `most`."""
    document = {n: v for n, v in settings.to_dict().items() if v != TABLE[n].default}
    parts = {CORRECTIONS: document.pop(CORRECTIONS)} if CORRECTIONS in document else {}
    broad = {n: v for n, v in document.items() if n in FIRST}
    fine = {n: v for n, v in document.items() if n not in FIRST}
    calls = [broad, fine, parts]
    if min(len(broad), len(fine)) <= FEW:
        calls = [broad | fine, parts]
    calls = [call for call in calls if call]
    while len(calls) > most:
        last = calls.pop()
        calls[-1] = calls[-1] | last
    return calls


def missed(calls: Sequence[dict[str, Any]], most: int, rng: random.Random) -> list[dict[str, Any]]:
    """The same edit with a first step that misses and a second that puts it right; [] when there is no room or no miss.

    The settings after the last call are those of `calls`.
    """
    if most < 2:
        return []
    wanted = Settings.parse(calls[0])
    low, high = rng.choices(OFF, OFF_WEIGHTS)[0]
    wrong = scaled(wanted, rng.uniform(low, high))
    call = difference(wrong, wanted)
    wrong = Settings.parse({n: v for n, v in wrong.to_dict().items() if v != TABLE[n].default})
    if not call or not wrong.to_dict() or wrong.merge(Settings.parse(call)) != wanted:
        return []
    out = [wrong.to_dict(), call, *calls[1:]]
    while len(out) > most:
        last = out.pop()
        out[-1] = out[-1] | last
    return out


def difference(now: Settings, wanted: Settings) -> dict[str, Any]:
    """The call that leads from some settings to others; what goes back is named with its default."""
    have, want = now.to_dict(), wanted.to_dict()
    changed = {n: v for n, v in want.items() if have.get(n) != v}
    return changed | {n: TABLE[n].default for n in have if n not in want and TABLE[n].kind == "number"}


def states(calls: Sequence[Mapping[str, Any]]) -> list[Settings]:
    """What is set after each call."""
    return list(accumulate(map(Settings.parse, calls), Settings.merge))


def as_steps(calls: Sequence[Mapping[str, Any]], thoughts: Sequence[str] = ()) -> tuple[Step, ...]:
    """Calls as the steps of a trajectory, the last one marked;
    the last thought serves all that have none of their own.
    """
    said = [*thoughts[: len(calls)], *[thoughts[-1] if thoughts else ""] * (len(calls) - len(thoughts))]
    marks = ["processing"] * (len(calls) - 1) + ["finished"]
    return tuple(Step(t, c, s, m) for t, c, s, m in zip(said, calls, states(calls), marks, strict=True))  # type: ignore[arg-type]
