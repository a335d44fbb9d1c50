"""An intent in plain data and in words: what `jarvisevo explain` says."""

import re
from typing import Any

from jarvisevo.rules import things
from jarvisevo.rules.intent import SETTING, Intent, Keep, Place, Want, quarters
from jarvisevo.rules.language.lexicon import names
from jarvisevo.rules.moves import beyond, in_stops

_DET = re.compile(r"^(?:the|an?|this|that|these|those|some|all) (?=.)")
_TURNS = ("all the way round", "90° clockwise", "180°", "90° counter-clockwise")
"""By quarters clockwise."""


def where_text(place: Place) -> str:
    """A place for people, as it was said: "all", "sky", "house", "box 1", "sky highlights"."""
    if place.box >= 0:
        return f"box {place.box + 1}"
    name = place.name
    if name != "all" and place.words:
        said = _DET.sub("", place.words) if place.words.isascii() else _english(place.words, name) or name
        name = name if said.replace(" ", "") == name else said  # "back ground"
    if place.zone:
        return place.zone if name == "all" else f"{name} {place.zone}"
    return name


def _english(noun: str, place: str) -> str:
    """The English name of what a Chinese noun names, by its last characters (咖啡杯子: cup); "" when unknown, and where
    the name of its place says it.
    """
    ends = [noun, *(noun[i:] for i in range(1, len(noun) - 1))]
    known = place.isascii()
    return next((name for end in ends if (name := names().get(end) or ("" if known else things.english(end)))), "")


def degree_text(want: Want) -> str:
    """ "little", "plain", "lot", or the number with its unit: "0.7EV", "-30", "25%", "16:9"."""
    if want.amount is None:
        return want.degree
    number, unit = want.amount
    if unit == "ratio":
        known = {(a, b): a / b for a in range(1, 22) for b in range(1, 22)}
        names = [k for k, v in known.items() if abs(v - number) < 5e-3]
        return "{}:{}".format(*names[0]) if names else f"{number:.3g}:1"
    return f"{round(number, 3):.6g}" + ("" if unit == "slider" else unit)


def _want(want: Want, styled: bool = False) -> dict[str, str]:
    where = "all" if want.where.outside and want.what != "crop" else where_text(want.where)
    own = want.what == "grain" and want.direction == "-" and want.amount is None and not styled
    return {
        "what": "noise" if own else want.what,  # grain that a photo has of itself
        "direction": want.direction,
        "degree": degree_text(want),
        "where": where,
        "words": want.words,
    }


def to_dict(intent: Intent) -> dict[str, Any]:
    """The intent as plain data for --json; "everything but the sky" is a want everywhere and a keep of the sky.
    A crop is where it takes away.
    """
    keeps = [*intent.keep, *(Keep("all", w.where) for w in intent.wants if w.where.outside and w.what != "crop")]
    keep = [{"what": k.what, "where": where_text(k.where)} for k in keeps if not (k.where.outside and k in intent.keep)]
    keep += [{"what": k.what, "where": f"all but {where_text(k.where)}"} for k in intent.keep if k.where.outside]
    styled = any(want.what.startswith("look:") for want in intent.wants)
    wants = [_want(want, styled) for want in intent.wants]
    return {
        "wants": [want for i, want in enumerate(wants) if want not in wants[:i]],
        "keep": [k for i, k in enumerate(keep) if k not in keep[:i]],
        "not_understood": list(intent.not_understood),
        "out_of_scope": list(intent.out_of_scope),
    }


def _line(want: Want) -> str:
    if want.what == "rotate" and (turn := quarters(want)) is not None:
        return f"rotate {_TURNS[turn] if want.direction else 'until it stands upright'}"
    degree = {"little": "a little", "plain": "", "lot": "a lot"}.get(degree_text(want), degree_text(want))
    if (stops := in_stops(want)) is not want:
        degree += f" points ({degree_text(stops)})"
    degree += f" (the slider goes to {end:g})" if (end := beyond(want)) is not None else ""
    where = where_text(want.where)
    but = "without" if want.what == "crop" else "everywhere but"
    at = f"{but} {where}" if want.where.outside else "" if where == "all" else where
    if want.what.startswith(SETTING):
        return "  ".join(filter(None, (f"{want.what.removeprefix(SETTING)} = {degree}", at)))
    return "  ".join(part for part in (f"{want.what} {want.direction}".strip(), degree, at) if part)


def describe(intent: Intent) -> list[str]:
    """One line for everything that was understood, and for what was not."""
    lines = [_line(want) for want in intent.wants]
    for keep in intent.keep:
        where = where_text(keep.where)
        place = f"everything but {where}" if keep.where.outside else where
        lines.append(
            f"keep {place}" if keep.what == "all" else f"keep {keep.what}" + ("" if where == "all" else f"  {place}")
        )
    lines += [f"beyond sliders: {words}" for words in intent.out_of_scope]
    if intent.not_understood:
        lines.append(f"not understood: {', '.join(intent.not_understood)}")
    return lines or ["nothing to do was understood"]
