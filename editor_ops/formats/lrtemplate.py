"""Lightroom's old preset files, `.lrtemplate`: Lua tables whose settings are Camera Raw's names without a prefix."""

import hashlib
from collections.abc import Mapping

from editor_ops.formats import crs, lua
from editor_ops.formats.document import Document, FormatError
from editor_ops.formats.process_versions import CURRENT
from editor_ops.settings import Settings


def parse(text: str | bytes) -> Document:
    """The develop settings of a template. FormatError when it is damaged or holds something else."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        except UnicodeDecodeError as error:
            raise FormatError(f"not UTF-8 text (byte {error.start}); export the preset again") from error
    if not text.strip():
        raise FormatError("empty; export the preset again")
    _, template = lua.parse(text.lstrip("\ufeff"))
    if not isinstance(template, Mapping):
        raise FormatError("not a Lightroom template: s is no table of names; export the preset again")
    value = template.get("value")
    tags = value.get("settings") if isinstance(value, Mapping) else None
    if not isinstance(tags, Mapping) and tags != []:  # an empty table is a list of nothing
        kind = str(template.get("type", "unknown"))[:40]
        raise FormatError(f"a template of type {kind} holds no develop settings; give one of type Develop")
    settings, notes = crs.decode(tags or {})
    name = str(template.get("title") or template.get("internalName") or "")
    return Document(settings, tuple(notes), name, "lrtemplate")


def dump(settings: Settings, name: str) -> str:
    """A develop template that Lightroom imports. Identities are made of the content, so the same text comes again."""
    tags = {"ProcessVersion": CURRENT, **{key: _flat(value) for key, value in crs.encode(settings).items()}}
    return lua.dump(
        "s",
        {
            "id": _identity("id", name, tags),
            "internalName": name,
            "title": name,
            "type": "Develop",
            "value": {"settings": tags, "uuid": _identity("uuid", name, tags)},
            "version": 0,
        },
    )


def _flat(value: object) -> object:
    """Points of curves one number after another, as templates hold them, at any depth."""
    if isinstance(value, Mapping):
        return {k: _flat(v) for k, v in value.items()}
    if not isinstance(value, list | tuple):
        return value
    if value and all(isinstance(p, tuple) and len(p) == 2 and all(isinstance(n, float) for n in p) for p in value):
        return [number for point in value for number in point]
    return [_flat(v) for v in value]


def _identity(*parts: object) -> str:
    digest = hashlib.md5(repr(parts).encode("utf-8", "replace"), usedforsecurity=False).hexdigest().upper()
    return "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:]))
