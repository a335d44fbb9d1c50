"""What of an English instruction is beyond sliders, in the words of that part only: without what is done of it."""

import re
from collections.abc import Callable

from jarvisevo.rules.intent import Intent

MOST = 240
"""Characters of an instruction that is gone through part by part."""
_JOINT = re.compile(r"[.;:!?,]+\s+(?:(?:and|but|then)\s+)?|\s+(?:and|but|then)\s+")
_JOINS = re.compile(r"^(?:(?:but|and|then|so) )+")
_WORD = re.compile(r"[a-z0-9'’]+")


def narrowed(phrase: str, instruction: str, intent: Intent, parse: Callable[[str], Intent]) -> str:
    """A phrase that is beyond sliders without its parts that are done: "make it bigger and brighter" -> "make it
    bigger". As it is where it is not one stretch of the instruction, or no part of it is done.
    """
    phrase = _JOINS.sub("", phrase)
    said = _stretch(phrase, instruction)
    parts = _JOINT.split(said) if said and len(instruction) <= MOST else []
    left = [part for part in parts if not _done(parse(part), intent)]
    return phrase if len(left) == len(parts) or not left else ", ".join(left)


def _stretch(phrase: str, instruction: str) -> str:
    """The part of an instruction that has the words of a phrase one after the other, with what joins them, to the end
    of its clause; else "".
    """
    words = [re.escape(word) for word in _WORD.findall(phrase.lower())]
    if not words:
        return ""
    between = r"(?:[^a-z0-9]+(?:(?:and|but|then|the|an?)[^a-z0-9]+)*)"
    found = re.search(rf"\b{between.join(words)}\b(?:(?!{_JOINT.pattern}).)*", instruction, re.IGNORECASE)
    return " ".join(found[0].split()) if found else ""


def _done(alone: Intent, whole: Intent) -> bool:
    """Whether all that a part asks for is in the reading of the whole."""
    if alone.out_of_scope or alone.not_understood or not (alone.wants or alone.keep):
        return False
    asked = {want.what for want in whole.wants}
    kept = {keep.what for keep in whole.keep}
    return all(want.what in asked for want in alone.wants) and all(
        keep.what in kept or not whole.keep for keep in alone.keep
    )
