"""Local corrections on top of those that stand: the same place goes on from where it is, another gets a name of
its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.table import TABLE

Group = Mapping[str, Any]
_AMOUNT = "CorrectionAmount"


def merged_groups(standing: Sequence[Group], added: Sequence[Group]) -> list[dict[str, Any]]:
    """The corrections that stand with others added on top; nobody's masks are replaced.

    One with the name and the masks of a standing one adds its sliders to it, within their ranges; one with the name of
    another mask gets a number behind its name.
    """
    out = [dict(group) for group in standing]
    for group in added:
        same = next((i for i, old in enumerate(out) if _name(old) == _name(group) and _same_masks(old, group)), None)
        if same is not None:
            out[same] = _added(out[same], group)
        else:
            out.append({**group, "CorrectionName": free_name(_name(group), out)})
    return out


def free_name(name: str, groups: Sequence[Group]) -> str:
    """The name, with the first number behind it that makes it different from those of the groups."""
    used = {_name(group) for group in groups}
    return (
        name if name not in used else next(f"{name} {n}" for n in range(2, len(used) + 3) if f"{name} {n}" not in used)
    )


def _name(group: Group) -> str:
    return str(group.get("CorrectionName") or "")


def _same_masks(a: Group, b: Group) -> bool:
    return _plain(a.get("CorrectionMasks", ())) == _plain(b.get("CorrectionMasks", ()))


def _plain(value: object) -> object:
    """A value to compare: lists and tuples alike, rows at their default left out."""
    if isinstance(value, Mapping):
        fields = {name: _plain(item) for name, item in value.items()}
        return {name: item for name, item in fields.items() if not _default(name, item)}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _default(name: str, value: object) -> bool:
    row = TABLE.get(f"{CORRECTIONS}.CorrectionMasks.{name}")
    return row is not None and row.kind in ("number", "flag", "text") and value == row.default


def _added(old: Group, new: Group) -> dict[str, Any]:
    """A correction with the sliders of another on top, counted in the amount at which it acts."""
    out, amount = dict(old), float(old.get(_AMOUNT, 1.0)) or 1.0
    for name, value in new.items():
        row = TABLE.get(f"{CORRECTIONS}.{name}")
        if row is None or not (name.startswith("Local") or row.kind == "curve"):
            continue
        if row.kind == "number" and row.unit != "deg":
            moved = out.get(name, row.default) + (value - row.default) * float(new.get(_AMOUNT, 1.0)) / amount
            out[name] = round(min(max(moved, row.low), row.high), 4)
        else:
            out[name] = value
    return out
