"""One slider by whatever a person calls it: Adobe's name in any case, a part of it, or its Chinese name."""

from difflib import get_close_matches

from editor_ops.table import TABLE
from jarvisevo.files.errors import CliError
from jarvisevo.rules.intent import SETTING
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.moves import SLIDERS, mixer_slider


def slider_named(name: str) -> str:
    """Adobe's name of a slider. CliError with those that may have been meant."""
    lower = {n.lower(): n for n in TABLE}
    if found := lower.get(name.lower()):
        return found
    inside = [n for key, n in lower.items() if name.lower() in key] if len(name) > 2 else []
    whole = [n for n in inside if "." not in n and not n.startswith("Local")]
    found = whole[0] if len(whole) == 1 else _in_chinese(name)
    if found is None:
        near = (inside + [lower[n] for n in get_close_matches(name.lower()[:100], lower, 4, 0.5)])[:5]
        hint = f"did you mean {', '.join(dict.fromkeys(near))}?" if near else "`jarvisevo params` lists them all"
        raise CliError(f"{name}: no such parameter: {hint}")
    return found


def _in_chinese(words: str) -> str | None:
    """Adobe's name of a slider by its Chinese one ("去雾", "红色饱和度"), read as instructions are; else None."""
    wants = read(f"{words} +10").wants if is_chinese(words) else ()
    if len(wants) != 1 or not wants[0].amount:
        return None
    want = wants[0]
    own, _ = mixer_slider(want) or SLIDERS.get(want.what, (want.what.removeprefix(SETTING), 1))
    return own if own in TABLE else None
