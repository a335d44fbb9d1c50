"""Locks: limits of parameters that every state of a run keeps, whatever the model asks for.

They come from `--lock` and from the instruction ("max ±0.3 EV", "don't touch skin"); see `lock_words` for
the words. A local slider counts too: inside a mask it is added to the global value, and the sum has to keep
the limit, with every overlapping correction added up.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.ops.color_mixer import HUES
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE, TABLE

GROUPS = (*LEGACY, CORRECTIONS)
NOTHING = Settings()
SKIN_HUES = ("Red", "Orange", "Yellow")
"""Bands of the mixer that hold skin: its hue lies between red and yellow in every complexion."""
SKIN_ROWS = (
    *(f"{what}Adjustment{hue}" for what in ("Hue", "Saturation", "Luminance") for hue in SKIN_HUES),
    "RedHue",
    "RedSaturation",
)
SKIN_DEGREES = (340.0, 60.0)
"""Hues of point colours that are taken for skin, from and to, round the circle."""
SKIN_PARTS = {2: "face skin", 4: "body skin"}
KEPT_SKIN = "Skin kept"
"""Name of the masks that take skin out of a correction of a person."""


class LockError(ValueError):
    """A lock that cannot be understood: one line with the cause and an example."""


@dataclass(frozen=True, order=True)
class Lock:
    """A limit of one parameter.

    name       Adobe's name of a global parameter
    low, high  inclusive, in the parameter's own unit; both None: it stays as it is in the photo
    """

    name: str
    low: float | None = None
    high: float | None = None

    @property
    def fixed(self) -> bool:
        """True when the parameter is not to be set at all."""
        return self.low is None or self.high is None

    def __str__(self) -> str:
        return f"{self.name} unchanged" if self.fixed else f"{self.name} {self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Locks:
    """Limits in force.

    limits  at most one for each parameter
    skin    skin keeps its colour: no parameter, point colour or correction that aims at it
    """

    limits: tuple[Lock, ...] = ()
    skin: bool = False

    def __bool__(self) -> bool:
        return bool(self.limits) or self.skin

    def join(self, other: "Locks") -> "Locks":
        """Both; where they limit one parameter, what both allow, and where they exclude each other this one's."""
        mine = {lock.name: lock for lock in self.limits}
        for lock in other.limits:
            mine[lock.name] = _both(mine[lock.name], lock) if lock.name in mine else lock
        return Locks(tuple(mine.values()), self.skin or other.skin)

    def ranges(self, start: Settings = NOTHING) -> dict[str, tuple[float, float]]:
        """(low, high) of every limited number, by name; those that stay are held where they stand in `start`."""
        out = {}
        for lock in self._all():
            if TABLE[lock.name].kind == "number":
                out[lock.name] = (start[lock.name],) * 2 if lock.fixed else (lock.low, lock.high)
        return out  # type: ignore[return-value]

    def describe(self) -> str:
        """The limits in one line, for the model and the record; "" when there are none."""
        texts = [str(lock) for lock in self.limits]
        if self.skin:
            texts.append(f"skin unchanged (no {', '.join(SKIN_HUES)} mixer bands, no masks of skin)")
        return "; ".join(texts)

    def enforce(self, settings: Settings, start: Settings = NOTHING) -> tuple[Settings, tuple[str, ...]]:
        """(settings that keep every limit, what was held back, one line each). Doing it again changes nothing.

        start  what stood before the edit: there is what stays as it is, in its corrections too; a whole correction may
               still be taken out, or its amount changed
        """
        values, notes = dict(settings.values), dict[str, None]()
        for lock in self._all():
            _hold(values, lock, start, notes)
        if self.skin:
            _spare_skin(values, notes)
        if not notes and values == dict(settings.values):
            return settings, ()
        clean = Settings.parse(Settings(values).to_dict())
        extra = {n: v for n, v in settings.extra.items() if n not in {lock.name for lock in self.limits}}
        return Settings(clean.values, extra), tuple(notes)

    def _all(self) -> list[Lock]:
        held = {lock.name for lock in self.limits}
        return [*self.limits, *(Lock(n) for n in SKIN_ROWS if self.skin and n not in held)]


def _both(a: Lock, b: Lock) -> Lock:
    if a.fixed or b.fixed:
        return a if a.fixed else b
    low, high = max(a.low, b.low), min(a.high, b.high)  # type: ignore[type-var]
    return Lock(a.name, low, high) if low <= high else a  # type: ignore[operator]


# ---- enforcing


def _hold(values: dict[str, Any], lock: Lock, start: Settings, notes: dict[str, None]) -> None:
    """Bring the global value of a parameter, then its local twins, inside the limit."""
    row = TABLE[lock.name]
    if lock.fixed:
        stood = start[lock.name]
        if values.pop(lock.name, row.default) != stood:
            notes[f"{lock.name}: left as it was (locked)"] = None
        values |= {lock.name: stood} if lock.name in start.values else {}
        base = (stood, stood)
    else:
        assert lock.low is not None and lock.high is not None
        base = (lock.low, lock.high)
        now = values.get(lock.name, row.default)
        held = min(max(now, lock.low), lock.high)
        if held != now:
            values[lock.name] = held
            notes[f"{lock.name}: {now:g} was held at {held:g} (limit {lock.low:g} to {lock.high:g})"] = None
    _strip_look(values, lock.name, notes)
    if row.local:
        _hold_local(values, row, base, start if lock.fixed else None, notes)


def _strip_look(values: dict[str, Any], name: str, notes: dict[str, None]) -> None:
    """A look can carry settings of its own: Lightroom would render them."""
    look = values.get("Look")
    inner = look.get("Parameters") if isinstance(look, Mapping) else None
    if isinstance(inner, Mapping) and name in inner:
        values["Look"] = {**look, "Parameters": {n: v for n, v in inner.items() if n != name}}  # type: ignore[dict-item]
        notes[f"Look.Parameters.{name}: left out (locked)"] = None


def _hold_local(
    values: dict[str, Any], row: Parameter, base: tuple[float, float], start: Settings | None, notes: dict[str, None]
) -> None:
    """Scale or remove a local slider in every correction, so that global and local together keep the limit. With
    `start`, what stood, the corrections of it keep the slider where it was.
    """
    groups = [(name, dict(g)) for name in GROUPS for g in values.get(name, ())]
    twins = [row.local, "LocalToningSaturation"] if row.local == "LocalToningHue" else [row.local]
    if row.kind != "number" or row.unit == "deg" or (row.local_unit == 1 and base[0] == base[1]):
        shares = [0.0] * len(groups)
    else:
        shares = _shares([group for _, group in groups], row, values.get(row.name, row.default), base)
    origin = row.default if row.local_unit == 1 and row.kind == "number" else 0.0
    changed = False
    for (_, group), share, before in zip(groups, shares, _stood(groups, start), strict=True):
        for twin in twins:
            was = group.get(twin, origin)
            if before is not None:
                kept = {twin: before[twin]} if twin in before else {}
            elif share >= 1 or (was == origin and row.unit != "deg"):
                continue
            else:
                kept = {twin: origin + (was - origin) * share} if share > 0 else {}
            if kept.get(twin, origin) == was and (twin in kept) == (twin in group):
                continue
            group.pop(twin, None)
            group |= kept
            told = f"{was:g} was held at {group.get(twin, origin):g}" if isinstance(was, float) else "left out"
            name = str(group.get("CorrectionName") or "a mask")[:60]
            notes[f"{name}: {twin} {told} (limit of {row.name})"] = None
            changed = True
    if changed:
        for kind in {name for name, _ in groups}:
            values[kind] = tuple(g for name, g in groups if name == kind)


def _stood(groups: Sequence[tuple[str, Mapping[str, Any]]], start: Settings | None) -> list[Mapping[str, Any] | None]:
    """What each correction, (kind, itself), was before: the first of its name the first of that name; None for new
    ones.
    """
    known: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for kind in GROUPS:
        for group in start.values.get(kind, ()) if start else ():
            known.setdefault((kind, str(group.get("CorrectionName"))), []).append(group)
    found = []
    for kind, group in groups:
        same = known.get((kind, str(group.get("CorrectionName"))))
        found.append(same.pop(0) if same else None)
    return found


def _shares(groups: Sequence[Mapping[str, Any]], row: Parameter, now: float, base: tuple[float, float]) -> list[float]:
    """How much of each correction's slider may act: what lifts and what lowers is scaled down together,
    each on its side.
    """
    moves = []
    for group in groups:
        value = group.get(row.local, 0.0 if row.local_unit != 1 else row.default)
        change = (value - row.default) if row.local_unit == 1 else value * row.local_unit
        moves.append(change * float(group.get("CorrectionAmount", 1.0)))
    up, down = sum(m for m in moves if m > 0), sum(m for m in moves if m < 0)
    room_up, room_down = max(base[1] - now, 0.0), max(now - base[0], 0.0)
    most_up = _share(room_up, up)
    most_down = _share(room_down, -down)
    return [most_up if m > 0 else most_down if m < 0 else 1.0 for m in moves]


def _share(room: float, wanted: float) -> float:
    """The part of `wanted` that fits into `room`; what fits but for rounding fits."""
    return 1.0 if wanted <= room * (1 + 1e-9) + 1e-12 else math.floor(1e9 * room / wanted) / 1e9


def _spare_skin(values: dict[str, Any], notes: dict[str, None]) -> None:
    """No point colour near skin, no correction of skin alone, and skin taken out of corrections of people."""
    points = values.get("PointColors", ())
    left = tuple(p for p in points if not _skin_hue(float(p.get("SrcHue", 0.0))))
    if len(left) != len(points):
        values["PointColors"] = left
        if "ColorVariance" in values:  # one entry for each point
            keep = [i for i, p in enumerate(points) if p in left]
            values["ColorVariance"] = tuple(v for i, v in enumerate(values["ColorVariance"]) if i in keep)
        notes["PointColors: those on skin were left out (locked)"] = None
    for kind in GROUPS:
        if kind in values:
            values[kind] = tuple(g for group in values[kind] if (g := _without_skin(group, notes)) is not None)


def _skin_hue(radians: float) -> bool:
    degrees = math.degrees(radians) % 360
    return degrees >= SKIN_DEGREES[0] or degrees <= SKIN_DEGREES[1]


def _without_skin(group: Mapping[str, Any], notes: dict[str, None]) -> Mapping[str, Any] | None:
    """A correction without its effect on skin; None when skin is what it is for."""
    masks = group.get("CorrectionMasks", ())
    adding = [m for m in masks if not m.get("MaskBlendMode") and m.get("MaskValue", 1.0) and m.get("MaskActive", True)]
    images = [m for m in adding if m.get("What") == "Mask/Image" and not m.get("MaskInverted")]
    parts = [int(m.get("MaskSubCategoryID", 1)) if m.get("MaskSubType") == 3 else 0 for m in images]
    name = str(group.get("CorrectionName") or "a mask")[:60]
    if images and len(images) == len(adding) and all(part in SKIN_PARTS for part in parts):
        notes[f"{name}: a correction of skin was left out (locked)"] = None
        return None
    people = any(m.get("MaskSubType") in (1, 3) for m in images)
    away = [
        {
            "What": "Mask/Image",
            "MaskActive": True,
            "MaskName": KEPT_SKIN,
            "MaskBlendMode": 1.0,
            "MaskInverted": False,
            "MaskValue": 0.0,
            "MaskSubType": 3.0,
            "MaskSubCategoryID": float(part),
        }
        for part in SKIN_PARTS
    ]
    if not people or list(masks[-len(away) :]) == away:
        return group
    notes[f"{name}: skin was taken out of its mask (locked)"] = None
    return {**group, "CorrectionMasks": (*masks, *away)}


def colour_names() -> tuple[str, ...]:
    """Every global parameter of the operations that are about colour alone."""
    about = {
        "white_balance",
        "calibration",
        "color_mixer",
        "hue_shift",
        "vibrance",
        "point_color",
        "color_grading",
        "black_and_white",
    }
    found = [row.name for step in PIPELINE if step.name in about for row in step.rows]
    assert len(found) > len(HUES)
    return tuple(dict.fromkeys(found))
