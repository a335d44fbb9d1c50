"""Outlines: what is asked for as a row of clauses, "brightness + little @ face ; keep @ sky", and their tokens.

A clause is `WHAT DIRECTION [little|lot] [@ PLACE]`, `keep [WHAT] [@ PLACE]` or `beyond`. PLACE is words of the text;
`@ not PLACE` is everywhere else. `nothing` alone is an outline without clauses. The network writes numbers: of TOKENS,
or of the first and the last word of a place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jarvisevo.rules.colours import canonical
from jarvisevo.rules.intent import ACTS, QUANTITIES
from jarvisevo.rules.language.learnt.pieces import START, split

HUES = ("red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta")
STYLES = (
    *("cinematic", "film", "portra", "fuji", "vintage", "retro", "faded", "hdr", "high_key", "clear", "japanese"),
    *("low_key", "moody", "noir", "bw_art", "bleach", "cross", "sepia", "cyanotype", "pastel", "golden", "moonlight"),
    *("cyberpunk", "wes", "documentary", "food", "product", "glow", "autumn", "winter", "spring", "summer", "dreamy"),
    *("ethereal", "nostalgic", "mysterious", "cheerful", "melancholic", "romantic", "calm", "energetic", "lonely"),
    *("cozy", "dramatic", "luxury", "earthy", "urban", "fresh", "soft", "muted", "natural", "pop", "auto"),
)
"""Looks that the network writes; their order is that of its weights."""
COLOURS = tuple(f"color:{hue}" for hue in HUES)
LOOKS = tuple(f"look:{style}" for style in STYLES)
WHATS = (*QUANTITIES, *COLOURS, *LOOKS, *ACTS)
SIGNS = ("+", "-")
WAYS = ("more", "less", "lighter", "darker", *(f"to:{hue}" for hue in (*HUES, "white", "black", "gray")))
"""Directions of a colour."""
DEGREES = ("little", "lot")
NOTHING = "nothing"
BEGIN, END, KEEP, NOT, BEYOND = "<bos>", "<eos>", "keep", "not", "beyond"
TOKENS = (BEGIN, END, KEEP, NOT, BEYOND, *WHATS, *SIGNS, *WAYS, *DEGREES)
NUMBERS = {token: number for number, token in enumerate(TOKENS)}
Step = tuple[int, bool]
"""A token's number, or with True a word's."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One clause of an outline.

    kind       "want", "keep" or "beyond"
    what       of WHATS; "all" for a keep of everything of a place; "" for what is beyond
    direction  of SIGNS or WAYS, "" for acts
    degree     "little", "plain" or "lot"
    place      words of the text, "" for the whole photo
    outside    True for everywhere but the place
    """

    kind: str
    what: str = ""
    direction: str = ""
    degree: str = "plain"
    place: str = ""
    outside: bool = False


def parse(outline: str) -> tuple[Demand, ...]:
    """The clauses of an outline as people write it. Raises ValueError where one is none."""
    if outline.strip() == NOTHING:
        return ()
    return tuple(_clause(part.strip()) for part in outline.split(" ; "))


def _clause(text: str) -> Demand:
    said, _, place = text.partition("@")
    place = place.strip()
    outside = place.startswith("not ")
    words = [_canonical(word) for word in said.split()]
    if words == [BEYOND]:
        return Demand("beyond")
    if words[:1] == [KEEP] and len(words) < 3 and all(word in WHATS for word in words[1:]):
        return Demand("keep", (*words[1:], "all")[0], place=place.removeprefix("not "), outside=outside)
    degree = words.pop() if words and words[-1] in DEGREES else "plain"
    what, *rest = words or [""]
    direction = rest[0] if rest else ""
    if what in COLOURS:
        direction = {"+": "more", "-": "less"}.get(direction, direction)
    if len(rest) > 1 or what not in WHATS or direction not in (_directions(what) or ("",)):
        raise ValueError(f"no clause: {text!r}")
    return Demand("want", what, direction, degree, place.removeprefix("not "), outside)


def _canonical(word: str) -> str:
    kind, _, name = word.partition(":")
    return f"{kind}:{canonical(name) or name}" if kind in ("color", "to") else word


def _directions(what: str) -> tuple[str, ...]:
    return () if what in ACTS else WAYS if what in COLOURS else SIGNS


def steps(clauses: Iterable[Demand], words: Sequence[str]) -> list[Step]:
    """What the network shall write. Raises ValueError where the words of a place are not in the text."""
    out: list[Step] = []
    for clause in clauses:
        said = [KEEP] * (clause.kind == "keep") + [BEYOND] * (clause.kind == "beyond")
        said += [part for part in (clause.what, clause.direction, clause.degree) if part not in ("", "all", "plain")]
        out += [(NUMBERS[token], False) for token in said + [NOT] * clause.outside]
        if clause.place:
            out += [(number, True) for number in _span(clause.place, words)]
    return [*out, (NUMBERS[END], False)]


def _span(place: str, words: Sequence[str]) -> tuple[int, int]:
    """The first and the last word of a place in a text, where it stands first."""
    sought, plain = [w.strip(START) for w in split(place)], [w.strip(START) for w in words]
    for at in range(len(plain) - len(sought) + 1):
        if sought and plain[at : at + len(sought)] == sought:
            return at, at + len(sought) - 1
    raise ValueError(f"no words of the text: {place!r}")


def follows(said: Sequence[Step], words: int) -> tuple[set[str], range]:
    """What may come after what was written: tokens, and words to point at."""
    fresh, anywhere, nowhere = {KEEP, BEYOND, *WHATS}, range(words), range(0)
    if not said:
        return fresh | {END}, nowhere
    number, points = said[-1]
    if points:
        first = len(said) < 2 or not said[-2][1] or len(said) > 2 and said[-3][1]
        return (set(), range(number, words)) if first else (fresh | {END}, nowhere)
    token = TOKENS[number]
    kept = len(said) > 1 and said[-2] == (NUMBERS[KEEP], False)
    if token == NOT:
        return set(), anywhere
    if token == BEYOND:
        return fresh | {END}, nowhere
    if token == KEEP:
        return {NOT, *WHATS}, anywhere
    if not kept and _directions(token) and token in WHATS:
        return set(_directions(token)), nowhere
    more = set() if kept or token in DEGREES else set(DEGREES)
    return fresh | {END, NOT} | more, anywhere


def clauses(said: Sequence[Step], words: Sequence[str]) -> tuple[Demand, ...]:
    """The clauses that the network wrote."""
    found: list[Demand] = []
    row: list[str] = []
    place: list[int] = []
    for number, points in [*said, (NUMBERS[KEEP], False)]:
        token = "" if points else TOKENS[number]
        opens = token in (KEEP, BEYOND) or token in WHATS and (row != [KEEP] or bool(place))
        if opens and row:
            name = _said(words[place[0] : place[-1] + 1]) if place else ""
            outside = NOT in row
            at = f" @ {'not ' * outside}{name}" if name else ""
            found.append(_clause(" ".join(word for word in row if word != NOT) + at))
            row, place = [], []
        if points:
            place.append(number)
        else:
            row.append(token)
    return tuple(dict.fromkeys(found))


def _said(words: Sequence[str]) -> str:
    """Words as they stand in a text: "don" and "'t" together."""
    return "".join(word.replace(START, " ") if word.startswith(START) else word for word in words).strip()
