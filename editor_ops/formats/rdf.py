"""XMP as a small tree: a hardened reader and a writer. Knows XML and RDF, nothing of Camera Raw.

The reader is expat itself, because it lets a DOCTYPE be refused before anything is expanded and a
complete document be used although bytes follow it. Sources: XMP specification part 1 (2012), 7 and C.
"""

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from editor_ops.formats.document import FormatError, Note, excerpt

MAX_BYTES = 20_000_000
MAX_DEPTH = 100
MAX_NODES = 500_000
MAX_NAMESPACES = 1000
"""Namespaces and prefixes of one document; the richest file of a camera and five programs has about forty."""
BUFFER = 1 << 20
"""Characters of text that expat hands over at once."""
X = "adobe:ns:meta/"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
CRS = "http://ns.adobe.com/camera-raw-settings/1.0/"
TIFF = "http://ns.adobe.com/tiff/1.0/"
XMP = "http://ns.adobe.com/xap/1.0/"
OURS = "urn:jarvisevo:1.0:"
"""What Adobe has no name for."""
XML = "http://www.w3.org/XML/1998/namespace"
PREFIXES = {
    X: "x",
    RDF: "rdf",
    CRS: "crs",
    XML: "xml",
    "http://purl.org/dc/elements/1.1/": "dc",
    XMP: "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xmp/note/": "xmpNote",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#": "stEvt",
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#": "stRef",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    TIFF: "tiff",
    OURS: "jarvisevo",
    "http://ns.adobe.com/exif/1.0/": "exif",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/camera-raw-defaults/1.0/": "crd",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
}
_DECLARED = re.compile(r"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["'][^>]*\?>""")
_TAG = re.compile(rb"<([^\s/>]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*")
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SEPARATOR = "\x1f"
"""Between namespace and name; a character no XML document can hold, and expat insists that none does."""
_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1", "windows-1252")


@dataclass(slots=True)
class Node:
    """An element: `tag` and the keys of `attributes` are (namespace, local name)."""

    tag: tuple[str, str]
    attributes: dict[tuple[str, str], str] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)
    text: str = ""

    def find(self, *tag: str) -> "Node | None":
        """First child with this tag."""
        return next((c for c in self.children if c.tag == tag), None)

    def walk(self) -> Iterator["Node"]:
        """This node and everything below it, without recursion."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


class _RdfReader:
    """Collects nodes from expat's events and refuses what a settings file has no business to hold."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.stack: list[Node] = []
        self.nodes = 0
        self.prefixes: dict[str, str] = {}
        self.damaged: dict[str, None] = {}
        self.scope: Counter[str] = Counter(("xml", "xmlns"))
        self.root_at = -1
        parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
        parser.buffer_text, parser.buffer_size = True, BUFFER
        parser.ordered_attributes = False
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.data
        parser.StartNamespaceDeclHandler = self.declare
        parser.EndNamespaceDeclHandler = self.forget
        parser.StartDoctypeDeclHandler = self.refuse
        parser.EntityDeclHandler = self.refuse
        self.parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES or len(self.stack) >= MAX_DEPTH:
            what = f"nested more than {MAX_DEPTH} deep" if len(self.stack) >= MAX_DEPTH else "too many elements"
            raise FormatError(f"XMP is {what}; it was not written by a photo editor")
        node = Node(_split(name), {_split(k): v for k, v in attributes.items()})
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root, self.root_at = node, self.parser.CurrentByteIndex
        self.stack.append(node)

    def end(self, _: str) -> None:
        self.stack.pop()

    def data(self, text: str) -> None:
        if self.stack:
            self.stack[-1].text += text

    def declare(self, prefix: str | None, uri: str | None) -> None:
        if prefix and uri:
            self.scope[prefix] += 1
            self.prefixes.setdefault(_clean(uri), prefix)
            if len(self.scope) > MAX_NAMESPACES or len(self.prefixes) > MAX_NAMESPACES:
                text = f"XMP declares more than {MAX_NAMESPACES} namespaces; it was not written by a photo editor"
                raise FormatError(text)
            if uri != _clean(uri):
                self.damaged[prefix] = None

    def forget(self, prefix: str | None) -> None:
        if prefix and prefix in self.scope:
            self.scope[prefix] -= 1
            if not self.scope[prefix]:
                del self.scope[prefix]

    def refuse(self, *_: object) -> None:
        raise FormatError("XMP declares a document type or entities, which could be an attack; remove the <!DOCTYPE …>")


def _split(name: str) -> tuple[str, str]:
    uri, _, local = name.rpartition(_SEPARATOR)
    return _clean(uri), local


def _clean(uri: str) -> str:
    """A namespace without the blanks that some writers put into it (no URI holds any, and strict parsers refuse it)."""
    return uri.split()[0] if " " in uri.strip() else uri.strip()


def decode(data: bytes | str) -> str:
    """XMP bytes as text: byte order marks, UTF-16 and the encoding of the XML declaration are honoured."""
    if isinstance(data, str):
        return data
    if len(data) > MAX_BYTES:
        raise FormatError(f"XMP is larger than {MAX_BYTES // 1_000_000} MB; it was not written by a photo editor")
    encoding = "utf-8-sig"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif data[:2] == b"<\0" or data[:2] == b"\0<":
        encoding = "utf-16-le" if data[0] else "utf-16-be"
    else:
        declared = _DECLARED.match(data[:200].decode("latin-1"))
        if declared and declared[1].lower() in _ENCODINGS and not declared[1].lower().startswith("utf"):
            encoding = declared[1]
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        text = f"XMP is not valid {encoding.removesuffix('-sig')} text (byte {error.start}); save it as UTF-8"
        raise FormatError(text) from error


def parse(data: bytes | str) -> tuple[Node, dict[str, str], list[Note]]:
    """The root element, the prefixes used (namespace -> prefix) and what had to be repaired."""
    text = decode(data).lstrip("\ufeff")
    declaration = _DECLARED.match(text[:1000])
    text = text[declaration.end() if declaration else 0 :].strip("\0 \r\n\t")
    if len(text) > MAX_BYTES:
        raise FormatError(f"XMP is larger than {MAX_BYTES // 1_000_000} MB; it was not written by a photo editor")
    if not text:
        raise FormatError("XMP is empty; export the settings again")
    notes: list[Note] = []
    for _ in range(16):
        reader = _RdfReader()
        try:
            reader.parser.Parse(text.encode(), True)
            break
        except UnicodeEncodeError as error:
            raise FormatError(f"XMP is not valid Unicode text (character {error.start}); save it as UTF-8") from error
        except expat.ExpatError as error:
            if error.code == expat.errors.codes[expat.errors.XML_ERROR_UNBOUND_PREFIX]:
                text, prefix = _declare(text, reader, error)
                notes.append(Note("", "repaired", f"the prefix {prefix} was not declared"))
                continue
            if reader.root is None or reader.stack:
                raise FormatError(f"XMP is not well-formed: {error}; export the settings again") from error
            notes.append(Note("", "repaired", f"{error}: what follows the document was left out"))
            break
    notes += [Note("", "repaired", f"the namespace of {prefix} holds blanks") for prefix in reader.damaged]
    if reader.root is None:
        raise FormatError("XMP holds no element; export the settings again")
    return reader.root, reader.prefixes, notes


def _declare(text: str, reader: _RdfReader, error: expat.ExpatError) -> tuple[str, str]:
    """Declare, on the root, the undeclared prefix that stopped the parser -> the new text and the prefix."""
    data, at = text.encode(), reader.parser.CurrentByteIndex
    tag = _TAG.match(data, at)
    if tag:
        bare = _QUOTED.sub(b"", tag[0])
        own = set(re.findall(rb"xmlns:([\w.-]+)", bare))
        known = own | {prefix.encode() for prefix in reader.scope}
        for prefix in re.findall(rb"(?<=[<\s])([^\s:<>/=]+):[^\s:<>/=]+", bare):
            if prefix not in known:
                name = prefix.decode("utf-8", "replace")
                uri = next((u for u, p in PREFIXES.items() if p == name), f"undeclared:{name}")
                root = _TAG.match(data, reader.root_at if reader.root_at >= 0 else at)
                cut = root.end(1) if root else tag.end(1)
                return (data[:cut] + f' xmlns:{name}="{_safe(uri, _IN_QUOTES)}"'.encode() + data[cut:]).decode(), name
    raise FormatError(f"XMP is not well-formed: {error}; export the settings again") from error


def rdf_of(root: Node) -> Node:
    """The rdf:RDF element of a document."""
    found = next((n for n in root.walk() if n.tag == (RDF, "RDF")), None)
    if found is None:
        raise FormatError("holds no rdf:RDF element, so it is not XMP; give a sidecar or preset of Lightroom")
    return found


def serialise(root: Node, prefixes: dict[str, str]) -> str:
    """The tree as XML text, one attribute a line as Adobe writes it; every namespace is declared on the root's
    Descriptions."""
    names = _prefixes(root, prefixes)
    if len(names) > MAX_NAMESPACES // 2 or sum(1 for _ in root.walk()) > MAX_NODES:
        raise FormatError("cannot be written as XMP: too many names of other programs; remove them")
    out: list[str] = []
    _write(root, names, 0, out, declared=frozenset({XML}))
    if sum(map(len, out)) > MAX_BYTES // 4:  # in bytes a character may be four
        raise FormatError(f"cannot be written as XMP: larger than {MAX_BYTES // 4_000_000} MB")
    return "".join(out)


def _prefixes(root: Node, given: dict[str, str]) -> dict[str, str]:
    """One prefix for every namespace of the tree: Adobe's usual one, else the document's own, else ns1, ns2 …"""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for node in root.walk():
        for uri, _ in (node.tag, *node.attributes):
            if uri and uri not in names:
                prefix = PREFIXES.get(uri) or given.get(uri) or f"ns{len(names)}"
                while prefix in taken:
                    prefix += "_"
                names[uri] = prefix
                taken.add(prefix)
    return names


def _write(node: Node, names: dict[str, str], depth: int, out: list[str], declared: frozenset[str]) -> None:
    if depth >= MAX_DEPTH:
        raise FormatError(f"cannot be written as XMP: nested more than {MAX_DEPTH} deep")
    tag, pad = _name(node.tag, names), " " * depth
    everything = node.tag == (RDF, "Description") and depth <= 2  # declare here what is used anywhere below
    needed = {u for n in (node.walk() if everything else [node]) for u, _ in (n.tag, *n.attributes) if u} - declared
    gap = " " if depth < 2 or len(node.attributes) + len(needed) <= 1 else f"\n{pad}  "
    out.append(f"{pad}<{tag}")
    out += [f'{gap}xmlns:{names[uri]}="{_safe(uri, _IN_QUOTES)}"' for uri in sorted(needed, key=names.__getitem__)]
    out += [f'{gap}{_name(key, names)}="{_safe(value, _IN_QUOTES)}"' for key, value in node.attributes.items()]
    inside = declared | needed if needed else declared
    if node.children:
        out.append(">\n")
        for child in node.children:
            _write(child, names, depth + 1, out, inside)
        out.append(f"{pad}</{tag}>\n")
    elif node.text:
        out.append(f">{_safe(node.text, {chr(13): '&#xD;'})}</{tag}>\n")
    else:
        out.append("/>\n")


_IN_QUOTES = {'"': "&quot;", "\n": "&#xA;", "\r": "&#xD;", "\t": "&#x9;"}


def _safe(text: str, entities: dict[str, str]) -> str:
    bad = _ILLEGAL.search(text)
    if bad:
        raise FormatError(f"cannot write {excerpt(text)} as XML: it holds the character {ord(bad[0]):#x}; remove it")
    text = html.escape(text, quote=False)  # xml.sax.saxutils, which does the rest too, would import all of http
    for plain, entity in entities.items():
        text = text.replace(plain, entity)
    return text


def _name(key: tuple[str, str], names: dict[str, str]) -> str:
    uri, local = key
    return f"{names[uri]}:{local}" if uri else local
