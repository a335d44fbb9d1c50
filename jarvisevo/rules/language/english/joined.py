"""Requests that are joined in one sentence: where the whole loses one that its half has by itself, the halves count.

What stands behind a joint may lean on what stands before it ("brighten and warm the sky", "less contrast and
saturation"), so the whole is believed as long as it holds all that the halves hold.
"""

import re
from collections.abc import Callable, Iterator

from jarvisevo.rules.intent import Intent, Want
from jarvisevo.rules.language.drafts import group
from jarvisevo.rules.language.english.everyday import HUES
from jarvisevo.rules.language.english.turns import normal
from jarvisevo.rules.language.english.words import tokenise
from jarvisevo.rules.language.wanting import of_the_whole

MOST, MOST_TEXT = 4, 240
"""Joints and characters of an instruction up to which halves are tried; longer ones are lists."""
_JOINT = re.compile(r"\s*(?:,\s*(?:and|but|then|plus)?|;|\band\b|\bbut also\b|\bthen\b)\s+(?:also\s+|then\s+)?")
_ONE = re.compile(rf"\b(?:black|teal|orange|salt|nice) and \w+|\bb and w\b|\b(?:{HUES}) and (?:{HUES})\b")
_GOVERNS = re.compile(
    r"\b(?:no|not|never|without|except|apart|other than|but|keep|leave|only|just|both|than)\b|n't\b", re.I
)
"""What reaches over a joint."""
_REFERS = re.compile(r"^(?:like|as|so|too|pop|stand out)\b|\b(?:it|them|that|those|there|one|else|same|rest)\b")
"""What points back over one."""
_OPEN = re.compile(r"\b(?:a|an|the|some) \w+er$|\b(?:a|an|the)$")
"""What has no end yet: "a darker"."""
_POLITE = r"(?:please |also |maybe |i think |can you |could you )*"
_OPENS = re.compile(
    _POLITE + r"(?:i |i'd |the |her |his |my |their |this |everything |everyone |more |less |lacks |needs |could "
    r"|an? \w+er \w+|(?:slightly |a (?:bit|little|touch|tad) )?(?:more |less |\w+er\b)|a (?:bit|hint|touch) of )"
)
_ARTICLES = ("the ", "her ", "his ", "my ", "their ", "this ", "these ", "those ")
_FOUND = re.compile(r"\b(?:is|are|was|looks?|seems?|too|lacks?|enough)\b")
"""What says how a photo is: the request behind it may be the answer."""
_WHOLE = re.compile(
    r"\b(?:photo|image|picture|shot|everything|overall|exposure|white balance|hdr|filter|sharpening|noisy?|grain)\b"
)
_OF_A_COLOUR = {
    ("saturation", "+"): "more",
    ("saturation", "-"): "less",
    ("brightness", "+"): "lighter",
    ("brightness", "-"): "darker",
}
"""What a quantity is called where it is one colour's."""
Parse = Callable[[str], Intent]


def joined(text: str, whole: Intent, parse: Parse) -> Intent:
    """The reading of a text, given its reading as a whole."""
    if len(text) > MOST_TEXT:
        return whole
    text = " ".join(normal(text).split())
    joints = [j for j in _JOINT.finditer(text) if not _inside(text, j.start())]
    if not 1 <= len(joints) <= MOST:
        return whole
    for joint in joints:
        before, after = text[: joint.start()], text[joint.end() :]
        if _GOVERNS.search(before) or _OPEN.search(before) or _REFERS.search(after):
            continue
        first, then = parse(before), parse(after)
        listed = joint[0].strip() == "and"
        if not (_plain(first) and _plain(then)) or not (_stands(after, before) or _styles(then) and not listed):
            continue
        apart = (not listed or _WHOLE.search(before) is not None) and not _FOUND.search(before)
        lost = any(_lost(want, whole) for want in (*first.wants, *then.wants))
        lost |= any(_misplaced(want, whole) for want in (*first.wants, *then.wants))
        lost |= apart and any(_drawn(want, then, whole) for want in first.wants)
        lost |= _overall(after, then) and any(_drawn(want, first, whole) for want in then.wants)
        if lost:
            then = joined(after, then, parse)
            return Intent((*first.wants, *_new(then.wants, first)), (*first.keep, *then.keep), (), (), whole.language)
    return whole


def _inside(text: str, at: int) -> bool:
    """True for the joint of "black and white"."""
    return any(one.start() <= at < one.end() for one in _ONE.finditer(text))


def _stands(text: str, before: str) -> bool:
    """True when a text begins as a request does: with a verb, a subject, "more", "too"."""
    first = next((t for t in tokenise(text) if not t.says("skip")), None)
    if first is None or len(text.split()) < 2:
        return False
    said = [t for t in tokenise(text) if not (t.says("skip", "det") or t.sense("degree"))]
    named = (
        bool(said) and any(said[-1].sense(role) for role in ("noun", "tone", "place")) and text.startswith(_ARTICLES)
    )
    beside = [t for t in said[:-1] if not (t.comparative or t.stop or t.says("and"))]
    if named and all(t.sense("adjective") or t.sense("color") or t.sense("noun") for t in beside):
        return any(t.comparative or t.says("more", "less") for t in said)  # "(raise the exposure and) the shadows"
    bare = all(t.sense("noun") or t.sense("degree") or t.stop or t.says("and", "skip") for t in tokenise(text))
    last = tokenise(before)[-1:]
    done = any(t.sense("act") and not t.sense("noun") for t in last)  # "sharpen and contrast a lot"
    if bare and first.sense("noun") and not done:
        return bool(_OPENS.match(text))  # "(less exposure and) contrast", not "(brighten it and) blur the sky"
    return bool(_OPENS.match(text)) or first.sense("verb") is not None or first.sense("act") is not None


def _plain(intent: Intent) -> bool:
    return bool(intent.wants) and not intent.out_of_scope and not intent.not_understood


def _lost(want: Want, whole: Intent) -> bool:
    """True when a want of a half has nothing like it in the whole, or only its opposite."""
    if want.what in ("auto", "white_balance") or not want.direction:
        return False
    same = [w for w in whole.wants if w.what == want.what]
    if same:
        return not any(w.direction == want.direction or not w.direction for w in same)
    if any(
        w.what.startswith("color:") and w.direction == _OF_A_COLOUR.get((want.what, want.direction))
        for w in whole.wants
    ):
        return False  # "the greens darker and less saturated"
    kind = group(want.what)
    if want.what.startswith("look:"):
        return not any(w.what.startswith("look:") for w in whole.wants)
    return kind < 0 or not any(group(w.what) == kind for w in whole.wants)


def _misplaced(want: Want, whole: Intent) -> bool:
    """True when what is asked of a place that a half names is read as asked of another."""
    read = [w.where for w in whole.wants if w.what.split(":")[0] == want.what.split(":")[0]]
    return (
        not want.where.everywhere
        and bool(read)
        and not any(w.name in (want.where.name, "all") and not w.zone for w in read)
    )


def _drawn(want: Want, other: Intent, whole: Intent) -> bool:
    """True when a want about the whole photo is read as one about the place that the other half names."""
    if not want.where.everywhere:
        return False
    read = [w for w in whole.wants if w.what.split(":")[0] == want.what.split(":")[0]]
    named = {w.where.name for w in other.wants if not w.where.everywhere}
    return bool(read) and all(w.where.name in named for w in read)


def _styles(intent: Intent) -> bool:
    """True when nothing but styles of a whole photo is asked for."""
    return all(of_the_whole(want.what) and want.what.startswith("look:") for want in intent.wants)


def _overall(text: str, intent: Intent) -> bool:
    """True when a half says that it is about the photo, or about a slider by its number."""
    return bool(_WHOLE.search(text)) or _styles(intent) or any(want.amount is not None for want in intent.wants)


def _new(wants: tuple[Want, ...], first: Intent) -> Iterator[Want]:
    """Wants that the first half does not hold."""
    held = {(w.what, w.direction, w.where.name) for w in first.wants}
    return (w for w in wants if (w.what, w.direction, w.where.name) not in held)
