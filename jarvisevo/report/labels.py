"""The labels of a page in Chinese, by their English (`web/chinese.toml`): a page speaks its instruction's language.

Adobe's parameter names, notes and what a model wrote stay as they are.
"""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

Translate = Callable[[str], str]
FILE = Path(__file__).with_name("web") / "chinese.toml"


@cache
def _known() -> dict[str, dict[str, str]]:
    """words: whole labels · forms: patterns of labels · colours and qualities: "Red hue" by its two halves."""
    return tomllib.loads(FILE.read_text("utf-8"))


def translator(language: str) -> Translate:
    """Labels in the language of a page: "zh", or anything else for English. An unknown label stays as it is."""
    return chinese if language == "zh" else str


def chinese(label: str) -> str:
    """A label in Chinese."""
    known = _known()
    if label in known["words"]:
        return known["words"][label]
    for pattern, form in known["forms"].items():
        if found := re.fullmatch(pattern, label):
            return form.format(*map(chinese, found.groups()))
    colour, _, quality = label.lower().partition(" ")
    if colour in known["colours"] and quality == "in grey":
        return f"{known['colours'][colour]}（黑白）"
    if colour in known["colours"] and quality in known["qualities"]:
        return known["colours"][colour] + known["qualities"][quality]
    return label
