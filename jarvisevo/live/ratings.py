"""Stars of a photo, where Lightroom keeps them: xmp:Rating of the sidecar, else of the photo itself."""

from pathlib import Path

from editor_ops.formats import FormatError, embedded, rdf
from editor_ops.formats.rdf import RDF, XMP, Node
from jarvisevo.files.errors import CliError
from jarvisevo.live.results import result_path
from jarvisevo.live.standing import find_sidecar

RATING = (XMP, "Rating")


def read(photo: Path) -> int:
    """0 to 5 stars; 0 when nobody gave any, or where they cannot be read."""
    sidecar = find_sidecar(photo, result_path(photo))
    try:
        if sidecar is not None:
            found = _of(rdf.parse(sidecar.read_bytes())[0])
            if found is not None:
                return found
        packet = embedded.embedded_xmp(photo)
        return (_of(rdf.parse(packet)[0]) or 0) if packet else 0
    except (FormatError, OSError):
        return 0


def rated(packet: bytes, rating: int) -> bytes:
    """An XMP document with these stars. CliError for a number beyond 5."""
    if not 0 <= rating <= 5:
        raise CliError(f"rating {rating}: give 0 to 5 stars")
    root, prefixes, _ = rdf.parse(packet)
    descriptions = [n for n in rdf.rdf_of(root).children if n.tag == (RDF, "Description")]
    for node in descriptions:
        node.attributes.pop(RATING, None)
        node.children = [c for c in node.children if c.tag != RATING]
    descriptions[0].attributes[RATING] = str(rating)
    return rdf.serialise(root, prefixes).encode()


def _of(root: Node) -> int | None:
    for node in rdf.rdf_of(root).children:
        text = node.attributes.get(RATING) or next((c.text for c in node.children if c.tag == RATING), "")
        text = text.strip()
        if text.lstrip("-").isdigit() and len(text) < 4:
            return min(max(int(text), 0), 5)
    return None
