"""Camera Raw tags <-> `Settings`: what the file formats share. Tags are a tree of text, numbers, lists and dicts."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from editor_ops.formats import catalog, process_versions, rdf, special
from editor_ops.formats.document import FormatError, Note, excerpt
from editor_ops.ops import look as look_op
from editor_ops.ops.geometry import ORIENTATION
from editor_ops.parameters import Fidelity, FrozenDict, Parameter, Problem
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from editor_ops.validation import MAX_ITEMS, check_value

ROWS = {name: row for name, row in TABLE.items() if "." not in name}
NOTHING = object()
"""The value or remainder of a tag that has none."""
MAX_NESTING = 100
MAX_REFUSED = 20
"""Names left out that are said; a hostile file may have thousands."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,999}")
_POINT = re.compile(r"\d{1,3}(\.\d{1,6})?")
_URI = re.compile(r"[!#$%&()*+,./0-9:;=?@A-Z\[\]_a-z~-]{0,300}")
_RESERVED = (rdf.RDF, rdf.XML, rdf.CRS, "http://www.w3.org/2000/xmlns/")


def decode(tags: Mapping[str, Any]) -> tuple[Settings, list[Note]]:
    """Develop settings from the tags of a file: known and valid ones as values, all others in `extra`, with notes.

    Names that no format could hold are left out here, so that whatever was read can be written.
    """
    if len(tags) > MAX_ITEMS:
        raise FormatError(f"holds {len(tags)} settings; {MAX_ITEMS} at most")
    refused: list[str] = []
    named = _named(tags, refused)
    assert isinstance(named, dict)  # as `tags` is
    folded = special.gather_tables(special.fold_profile(named))
    renamed, notes = process_versions.apply(folded)
    notes += [Note("", "repaired", f"{excerpt(name)} is no name of a setting and was left out") for name in refused]
    values: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, raw in renamed.items():
        row = ROWS.get(name)
        value, rest = _split(row, raw, name, notes) if row else (NOTHING, freeze(raw))
        if value is not NOTHING:
            values[name] = value
        if rest is not NOTHING:
            extra[name] = rest
    if extra.get("ProcessVersion") == process_versions.CURRENT:
        del extra["ProcessVersion"]  # every writer says it again
    settings = _treatment(Settings(values, extra), notes)
    notes += [*_approximations(settings), *_omissions(settings, folded)]
    return settings, notes


def encode(settings: Settings) -> dict[str, Any]:
    """The tags a file of these settings holds: values in their file form, with what `extra` kept beside them."""
    tags: dict[str, Any] = {}
    for name, value in settings.values.items():
        if name == ORIENTATION.name:
            continue  # Adobe has it among what is said about the photo, and presets turn nothing
        row = ROWS[name]
        tags[name] = join(special.encode(row, value), settings.extra.get(name, NOTHING), row)
    for name, value in settings.extra.items():
        tags.setdefault(name, value)
    return tags


def is_name(name: str) -> bool:
    """True for a name that every format can hold: Adobe's own are ASCII, those of others "{namespace}name"."""
    uri, closed, local = name[1:].rpartition("}") if name.startswith("{") else ("", "", name)
    return bool(_NAME.fullmatch(local)) and (not closed or bool(_URI.fullmatch(uri)) and uri not in _RESERVED)


def _named(value: object, refused: list[str], depth: int = 0) -> object:
    """A piece of a file without the names that are none; the first MAX_REFUSED of them go to `refused`."""
    if depth > MAX_NESTING:
        return ""
    if isinstance(value, list | tuple):
        return [_named(v, refused, depth + 1) for v in value]
    if not isinstance(value, Mapping):
        return "" if value is None else value
    if len(value) == 1 and isinstance(value.get(special.BAG), list | tuple):
        return {special.BAG: _named(value[special.BAG], refused, depth + 1)}
    if len(value) == 1 and isinstance(texts := value.get(special.ALT), Mapping):
        return {special.ALT: {str(language): text for language, text in texts.items() if isinstance(text, str)}}
    if (
        depth and value and all(_POINT.fullmatch(str(name)) for name in value)
    ):  # {"0": 0, "255": 255}: the points of a curve
        return [[str(name), _named(v, refused, depth + 2)] for name, v in value.items()]
    bad = [str(name) for name in value if not is_name(str(name))]
    refused += bad[: max(MAX_REFUSED - len(refused), 0)]
    return {str(k): _named(v, refused, depth + 1) for k, v in value.items() if v is not None and is_name(str(k))}


def _split(row: Parameter, raw: object, path: str, notes: list[Note]) -> tuple[object, object]:
    """(valid part, remainder that must survive a round trip) of one tag; what is refused is noted."""
    value = special.decode(row, raw)
    if row.kind == "struct" and row.fields and isinstance(value, Mapping):
        return _split_struct(row, value, path, notes)
    if row.kind == "list" and isinstance(value, list | tuple) and all(isinstance(v, Mapping) for v in value):
        return _split_list(row, raw, value, path, notes)
    problems: list[Problem] = []
    good = check_value(row, value, path, problems)
    if problems:
        notes.append(Note(path, "kept", f"{problems[0].text}; kept in the file, not rendered"))
        return NOTHING, freeze(raw)
    if path == "Look.Parameters":
        good = FrozenDict({k: _typed(k, v) for k, v in good.items()})
    several = isinstance(raw, Mapping) and isinstance(raw.get(special.ALT), Mapping) and len(raw[special.ALT]) > 1
    return good, freeze(raw) if several else NOTHING


def _split_struct(row: Parameter, value: Mapping[str, Any], path: str, notes: list[Note]) -> tuple[object, object]:
    fields = {f.name: f for f in row.fields}
    good: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for name, raw in value.items():
        field = fields.get(name)
        part = _split(field, raw, f"{path}.{name}", notes) if field else (NOTHING, freeze(raw))
        for target, item in zip((good, rest), part, strict=True):
            if item is not NOTHING:
                target[name] = item
    return FrozenDict(good), FrozenDict(rest) if rest else NOTHING


def _split_list(
    row: Parameter, raw: object, value: Sequence[Mapping[str, Any]], path: str, notes: list[Note]
) -> tuple[object, object]:
    parts = [_split_struct(row, item, f"{path}[{i}]", notes) for i, item in enumerate(value)]
    if all(rest is NOTHING for _, rest in parts):
        return tuple(good for good, _ in parts), NOTHING
    if (
        not isinstance(raw, list | tuple)
        or len(raw) != len(parts)
        or any(v and not isinstance(v, Mapping) for v in raw)
    ):
        return NOTHING, freeze(raw)  # rows of numbers have no names to keep a remainder under
    return tuple(good for good, _ in parts), tuple({} if rest is NOTHING else rest for _, rest in parts)


def join(value: object, rest: object, row: Parameter | None) -> object:
    """Put a remainder back beside the valid part it was split from."""
    fields = {f.name: f for f in row.fields} if row else {}
    if isinstance(value, Mapping):
        more: Mapping[str, Any] = rest if isinstance(rest, Mapping) else {}
        known = {k: join(_field(fields.get(k), v), more.get(k, NOTHING), fields.get(k)) for k, v in value.items()}
        return {**known, **{k: v for k, v in more.items() if k not in known}}
    listed = not row or (row.kind == "list" and row.fields)
    if isinstance(value, list | tuple) and listed and value and all(isinstance(v, Mapping) for v in value):
        beside = rest if isinstance(rest, list | tuple) and len(rest) == len(value) else [NOTHING] * len(value)
        return [join(v, r, row) for v, r in zip(value, beside, strict=True)]
    return rest if rest is not NOTHING and special.unwrap(rest) == value else value


def _field(row: Parameter | None, value: object) -> object:
    return special.encode(row, value) if row else value


def _typed(name: str, value: object) -> object:
    """A setting inside Look.Parameters in its proper type, when it is a valid one."""
    row = ROWS.get(name)
    if row is None or row.kind in ("struct", "list"):
        return value
    problems: list[Problem] = []
    good = check_value(row, special.decode(row, value), name, problems)
    return value if problems or good is None else good


def freeze(value: object, depth: int = 0) -> object:
    """An immutable copy of a piece of a file."""
    if depth > MAX_NESTING:
        return ""
    if isinstance(value, Mapping):
        return FrozenDict({str(k): freeze(v, depth + 1) for k, v in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(v, depth + 1) for v in value)
    if isinstance(value, int | float) and not isinstance(value, bool) and not _is_writable(value):
        return str(value)[:40]
    return value


def _is_writable(number: int | float) -> bool:
    """True for a number that every format has digits for."""
    return -1e15 < number < 1e15 if isinstance(number, int) else math.isfinite(number)


def _treatment(settings: Settings, notes: list[Note]) -> Settings:
    """Presets say Treatment, sidecars ConvertToGrayscale: black and white follows from either, and the flag wins."""
    gray, treatment = settings.values.get("ConvertToGrayscale"), settings.values.get("Treatment")
    if treatment is None:
        return settings
    wanted = treatment != "Color"
    if gray is None and wanted:
        notes.append(Note("Treatment", "mapped", "black and white, so ConvertToGrayscale is on"))
        return Settings({**settings.values, "ConvertToGrayscale": True}, settings.extra)
    if gray is not None and gray != wanted:
        notes.append(
            Note("Treatment", "mapped", f"{treatment} contradicts ConvertToGrayscale {gray}, which is followed")
        )
        return Settings({**settings.values, "Treatment": "Black & White" if gray else "Color"}, settings.extra)
    return settings


def _approximations(settings: Settings) -> Iterator[Note]:
    for name, value in settings.values.items():
        row = ROWS[name]
        if row.fidelity is not Fidelity.APPROXIMATED or value in (row.default, "As Shot", "Custom"):
            continue
        if row.needs and not any(settings.changed(ROWS[n]) for n in row.needs if n in ROWS):
            continue  # nothing to see: GrainSize without grain
        if row.kind == "struct" and value.get("Active") is False:
            continue
        yield Note(name, "approximated", row.evidence or "the direction is Adobe's, the strength is not")


def _omissions(settings: Settings, tags: Mapping[str, Any]) -> Iterator[Note]:
    """Tags that change the image in Lightroom and are not rendered, and names nobody knows."""
    for name, value in settings.extra.items():
        if name in ROWS or process_versions.is_old(name):
            continue
        if name in catalog.NEUTRAL:
            if not catalog.does_nothing(name, value):
                yield Note(name, "unsupported", f"{catalog.meaning(name)}; not rendered")
        elif name == "CameraProfile" and not catalog.ORDINARY_PROFILES.fullmatch(str(value)):
            yield Note(name, "unsupported", f"camera profile {str(value)[:60]!r} is not in the file; not rendered")
        elif not catalog.is_bookkeeping(name):
            yield Note(name[:100], "kept", "not known to the sandbox; kept in the file, not rendered")
    yield from _look_notes(settings.values.get("Look", {}))


_IN_LOOKS = ("RGBTable", "ToneCurvePV2012", "ToneCurveName2012")
"""What the look operation renders of a look's nested settings."""


def _look_notes(look: Mapping[str, Any]) -> Iterator[Note]:
    name, parameters = str(look.get("Name", ""))[:60], look.get("Parameters", {})
    table = f"Table_{parameters.get('RGBTable', '')}"
    if look.get("Stubbed") or (parameters.get("LookTable") and f"Table_{parameters['LookTable']}" not in parameters):
        yield Note("Look", "unsupported", f"the content of Adobe's profile {name!r} is not in the file; not rendered")
    elif parameters.get("RGBTable") and table not in parameters:
        yield Note("Look", "unsupported", f"the RGB table of {name!r} is not in the file; not rendered")
    elif table in parameters:
        try:
            look_op.decode_table(str(parameters[table]))
        except look_op.TableError as error:
            yield Note("Look", "unsupported", f"the RGB table of {name!r} cannot be read ({error}); not rendered")
    points = special.decode(ROWS["PointColors"], parameters.get("PointColors", ()))
    for key, value in parameters.items():
        if key not in ROWS or key in _IN_LOOKS or value == ROWS[key].default:
            continue
        if points or key not in ("PointColors", "ColorVariance"):  # rows of -1 are no points
            yield Note(f"Look.Parameters.{key}", "unsupported", "a setting inside the look; not rendered")
