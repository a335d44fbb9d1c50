"""Camera Raw settings in XMP: sidecars, presets, creative profiles, packets cut out of photos. Reads and writes."""

import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from editor_ops.formats import crs, orientation, rdf, special
from editor_ops.formats.document import Document, FormatError, excerpt
from editor_ops.formats.process_versions import CURRENT
from editor_ops.formats.rdf import CRS, OURS, RDF, TIFF, XML, XMP, Node
from editor_ops.ops.curve import NAMED
from editor_ops.ops.geometry import ORIENTATION, composed, reversed_turn
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings

VERSION = "17.5"
"""The version of Camera Raw that wrote files of this form."""
_WRITTEN = {"Version": VERSION, "ProcessVersion": CURRENT, "HasSettings": "True"}
"""What `dump` writes by itself, so that `parse` need not keep it."""
_HELD, _FURTHER = (OURS, "PhotoOrientation"), (OURS, "Orientation")
"""Where the edit turned the photo. Beside it: the orientation of its own file, as tiff:Orientation is both together.
Inside the result, which stands upright: the edit's turn."""
_TURN = (TIFF, "Orientation")
_DESCRIPTION, _LI = (RDF, "Description"), (RDF, "li")
_BEGIN = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
_END = '<?xpacket end="w"?>\n'


def parse(text: str | bytes) -> Document:
    """The develop settings of an XMP document. FormatError when it is not one; notes say the rest.

    Crops and masks come out as fractions of the upright photo, whatever `tiff:Orientation` says. That is taken for how
    the camera was held, unless the document says that itself: then the rest of it is the edit's turn.
    """
    root, _, notes = rdf.parse(text)
    tags: dict[str, Any] = {}
    for node in rdf.rdf_of(root).children:
        if node.tag == _DESCRIPTION:
            for name, value in _inner(node, CRS).items():
                tags.setdefault(name, value)
    settings, said = crs.decode(tags)
    turned, size = _orientation(root)
    if turned != 1:
        settings = orientation.upright(settings, turned, size)
    further = _turn_in(root, _FURTHER) or composed(reversed_turn(turned), _turn_in(root, _TURN) or turned)
    if further != 1:
        settings = settings.merge({ORIENTATION.name: str(further)})
    extra = {k: v for k, v in settings.extra.items() if k not in _WRITTEN or v != _WRITTEN[k]}
    settings = Settings(settings.values, extra)
    name = str(special.unwrap(tags.get("Name", "")))
    return Document(settings, (*notes, *said), name, "xmp", _turn_in(root, _TURN) if further == 1 else 0)


def dump(
    settings: Settings,
    *,
    existing: str | None = None,
    preset_name: str | None = None,
    applied: bool | None = None,
    turned: int | None = None,
    size: tuple[int, int] | None = None,
    creator: str = "",
) -> str:
    """An XMP document that Lightroom opens with the same sliders.

    existing     XMP whose other namespaces are kept; its Camera Raw settings are replaced
    preset_name  write a preset of this name instead of a sidecar: of the photo (title, rating, how it is turned) it
                 carries nothing
    applied      AlreadyApplied: True inside a rendered file, False beside the original; None leaves it as it was read
    turned       EXIF orientation of the photo that it is for, in whose sensor's image Lightroom looks for crops and
                 masks; None is that of `existing`, else 1. With the settings' turn it is tiff:Orientation
    size         (H, W) of that photo, upright
    creator      what writes the document, for xmp:CreatorTool; "" leaves what `existing` says
    """
    if preset_name:
        existing, turned = None, 1
        settings = Settings({k: v for k, v in settings.values.items() if k != ORIENTATION.name}, settings.extra)
    root, prefixes, description = _frame(existing)
    if creator:
        _only_attribute(root, description, (XMP, "CreatorTool"), creator)
    if turned is None:
        turned, size = _orientation(root)
        size = size[::-1] if size and turned >= 5 else size
    if turned != 1:
        settings = orientation.as_stored(settings, turned, size)
    _turn(root, description, turned, int(settings[ORIENTATION.name]), bool(applied))
    if turned != 1 and size and not _orientation(root)[1]:
        height, width = size[::-1] if turned >= 5 else size
        _only_attribute(root, description, (TIFF, "ImageLength"), str(height))
        _only_attribute(root, description, (TIFF, "ImageWidth"), str(width))
    tags = crs.encode(settings)
    _name_curve(settings, tags)
    if applied is not None and (applied or "AlreadyApplied" in tags):
        tags["AlreadyApplied"] = applied
    if preset_name:
        tags = _preset_tags(preset_name, tags)
    for name, value in {**_WRITTEN, **tags}.items():
        _add(description, name, value, crs.ROWS.get(name), top=True)
    return _BEGIN + rdf.serialise(root, prefixes) + _END


# ---- reading


def _key(name: tuple[str, str]) -> str:
    """A name in Camera Raw's namespace as it is, another as "{namespace}name"."""
    return name[1] if name[0] == CRS else f"{{{name[0]}}}{name[1]}"


def _value(node: Node) -> object:
    """Text, list or dict of a property element, in any of the forms RDF allows."""
    for child in node.children:
        if child.tag == (RDF, "Seq"):
            return [_value(li) for li in child.children]
        if child.tag == (RDF, "Bag"):
            return {special.BAG: [_value(li) for li in child.children]}
        if child.tag == (RDF, "Alt"):
            return {special.ALT: {li.attributes.get((XML, "lang"), "x-default"): li.text for li in child.children}}
        if child.tag == _DESCRIPTION:
            return _inner(child)
    if node.children or any(k[0] not in (RDF, XML) for k in node.attributes):
        return _inner(node)
    if node.attributes.get((RDF, "parseType")) == "Resource":
        return {}
    return node.attributes.get((RDF, "resource"), node.text.strip() if node.text.isspace() else node.text)


def _inner(node: Node, only: str | None = None) -> dict[str, Any]:
    """Fields of a Description or of an element in its place; `only` those of one namespace."""
    given = {k: v for k, v in node.attributes.items() if k[0] not in (RDF, XML) and only in (None, k[0])}
    return {_key(k): v for k, v in given.items()} | {
        _key(c.tag): _value(c) for c in node.children if only in (None, c.tag[0])
    }


def _number(root: Node, name: tuple[str, str]) -> int:
    """A whole number that the document says about the photo; 0 when it does not."""
    for node in rdf.rdf_of(root).children:
        text = node.attributes.get(name) or next((c.text for c in node.children if c.tag == name), "")
        if (text := text.strip()).isascii() and text.isdigit() and len(text) < 7:
            return int(text)
    return 0


def _orientation(root: Node) -> tuple[int, tuple[int, int] | None]:
    """(orientation, (H, W) of the sensor's image where it is known) of the photo that a document is about."""
    found = _turn_in(root, _TURN) and (_turn_in(root, _HELD) or _turn_in(root, _TURN))
    size = _number(root, (TIFF, "ImageLength")), _number(root, (TIFF, "ImageWidth"))
    return found or 1, size if all(size) else None


def _turn_in(root: Node, name: tuple[str, str]) -> int:
    """An EXIF orientation, 1 to 8, that the document states; 0 when it does not."""
    found = _number(root, name)
    return found if 1 <= found <= 8 else 0


# ---- writing


def _turn(root: Node, description: Node, turned: int, further: int, applied: bool) -> None:
    """Say how the photo is turned, by the camera and by the edit, where it is or the document said so before."""
    shown = turned if applied else composed(turned, further)
    if _number(root, _TURN) or shown != 1 or further != 1:
        _only_attribute(root, description, _TURN, str(shown))
    beside, inside = ("", str(further)) if applied else (str(turned), "")
    _only_attribute(root, description, _HELD, beside if further != 1 else "")
    _only_attribute(root, description, _FURTHER, inside if further != 1 else "")


def _only_attribute(root: Node, description: Node, name: tuple[str, str], value: str) -> None:
    """Say one thing about the photo, "" for nothing, in the place of whatever the document said of it before."""
    for node in rdf.rdf_of(root).children:
        node.attributes.pop(name, None)
        node.children = [c for c in node.children if c.tag != name]
    if value:
        description.attributes[name] = value


def _frame(existing: str | None) -> tuple[Node, dict[str, str], Node]:
    """A document to write into (root, prefixes, Description), without Camera Raw settings."""
    if existing is None:
        description = Node(_DESCRIPTION, {(RDF, "about"): ""})
        about = {(rdf.X, "xmptk"): "Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        "}
        return Node((rdf.X, "xmpmeta"), about, [Node((RDF, "RDF"), {}, [description])]), {}, description
    root, prefixes, _ = rdf.parse(existing)
    inner = rdf.rdf_of(root)
    for node in inner.children:
        node.attributes = {k: v for k, v in node.attributes.items() if k[0] != CRS}
        node.children = [c for c in node.children if c.tag[0] != CRS]
    described = [n for n in inner.children if n.tag == _DESCRIPTION]
    if not described:
        described = [Node(_DESCRIPTION, {(RDF, "about"): ""})]
        inner.children.append(described[0])
    inner.children = [n for n in inner.children if n is described[0] or n.children or len(n.attributes) > 1]
    if root.tag != (rdf.X, "xmpmeta"):
        root = Node((rdf.X, "xmpmeta"), {}, [inner])
    return root, prefixes, described[0]


def _name_curve(settings: Settings, tags: dict[str, Any]) -> None:
    """Lightroom takes the curve by its name: points that are not those of the name are "Custom"."""
    points = settings.values.get("ToneCurvePV2012")
    if points is None or "ToneCurveName2012" in settings.extra:
        return
    names = [n for n, p in NAMED.items() if tuple(map(tuple, p)) == points]
    if tags.get("ToneCurveName2012") not in names and tags.get("ToneCurveName2012") != "Custom":
        tags["ToneCurveName2012"] = names[0] if names else "Custom"


def _preset_tags(name: str, tags: Mapping[str, Any]) -> dict[str, Any]:
    """The tags with what Lightroom wants of a preset; a preset under another name gets an identity of its own."""
    supports = (
        "Amount",
        "Color",
        "Monochrome",
        "HighDynamicRange",
        "NormalDynamicRange",
        "SceneReferred",
        "OutputReferred",
    )
    named = ("ShortName", "SortName", "Group", "Description")
    head = {
        "PresetType": "Normal",
        "Cluster": "",
        "UUID": _identity(name, tags),
        **{f"Supports{what}": True for what in supports},
        **dict.fromkeys(("CameraModelRestriction", "Copyright", "ContactInfo"), ""),
        "Name": {special.ALT: {"x-default": name}},
        **{what: {special.ALT: {"x-default": "JarvisEvo" if what == "Group" else ""}} for what in named},
    }
    if special.unwrap(tags.get("Name", "")) != name:
        tags = {k: v for k, v in tags.items() if k not in ("Name", "UUID", "ShortName", "SortName")}
    return {**head, **tags}


def _identity(name: str, tags: Mapping[str, Any]) -> str:
    """A UUID that is the same whenever the same preset is written."""
    text = repr((name, sorted(tags.items(), key=lambda item: item[0])))
    return hashlib.md5(text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest().upper()


def _add(parent: Node, name: str, value: object, row: Parameter | None, top: bool = False) -> None:
    """Put one tag into its parent: simple values as attributes, as Lightroom 6 and later do."""
    key = (CRS, name)
    if name.startswith("{"):
        uri, _, local = name[1:].rpartition("}")
        key = (uri, local)
    if not crs.is_name(name):
        raise FormatError(f"cannot write a setting called {excerpt(name)}: remove it")
    if row and row.name == "Group" and isinstance(value, str):
        value = {special.ALT: {"x-default": value}}
    if isinstance(value, Mapping | list | tuple):
        parent.children.append(_element(key, value, row, top))
    else:
        parent.attributes[key] = scalar(value, row, top)


def _element(
    key: tuple[str, str], value: Mapping[str, Any] | Sequence[object], row: Parameter | None, top: bool = False
) -> Node:
    node = Node(key)
    if isinstance(value, Mapping) and isinstance(value.get(special.ALT), Mapping):
        items = [Node(_LI, {(XML, "lang"): lang}, text=str(text)) for lang, text in value[special.ALT].items()]
        node.children = [Node((RDF, "Alt"), {}, items)]
    elif isinstance(value, Mapping) and isinstance(value.get(special.BAG), list | tuple):
        node.children = [Node((RDF, "Bag"), {}, [_item(v, row) for v in value[special.BAG]])]
    elif isinstance(value, Mapping):
        fields = {f.name: f for f in row.fields} if row else {}
        inner = Node(_DESCRIPTION)
        for name, item in value.items():
            _add(inner, name, item, fields.get(name) or crs.ROWS.get(name), top=False)
        if value:
            node.children = [inner]
        else:
            node.attributes[(RDF, "parseType")] = "Resource"
    else:
        node.children = [Node((RDF, "Seq"), {}, [_item(v, row) for v in value])]
    return node


def _item(value: object, row: Parameter | None) -> Node:
    if (
        row
        and row.kind == "curve"
        and isinstance(value, list | tuple)
        and all(isinstance(v, int | float) for v in value)
    ):
        return Node(_LI, text=", ".join(scalar(float(v), None) for v in value))
    if isinstance(value, Mapping | list | tuple):
        return _element(_LI, value, row)
    return Node(_LI, text=scalar(value, None))


def scalar(value: object, row: Parameter | None, top: bool = False) -> str:
    """A value as Adobe writes it: "+12", "+0.35", "0", "True" at the top and "true" inside structs."""
    if isinstance(value, bool):
        return str(value) if top else str(value).lower()
    if not isinstance(value, int | float):
        return "" if value is None else str(value)
    number = Decimal(repr(float(value))) + 0
    text = f"{number.normalize():f}" if number else "0"
    if len(text) > 40:  # readers, ours among them, take no longer one
        text = repr(float(value))
    if row and row.unit == "EV":
        text = f"{number:.2f}" if Decimal(f"{number:.2f}") == number else text
    elif row and row.name == "SharpenRadius":
        text = f"{number:.1f}" if Decimal(f"{number:.1f}") == number else text
    elif row and row.unit == "fraction" and row.name.startswith("Crop"):
        text = f"{number:.6f}" if Decimal(f"{number:.6f}") == number else text
    signed = row and (row.low < 0 or row.name == "SharpenRadius") and row.name != "CropAngle" and row.unit != "fraction"
    signed = signed and row is not None and not row.name.startswith("Local")
    return f"+{text}" if signed and number > 0 else text
