"""Reading instructions: English or Chinese text to an `Intent`.

dictated, panels  sliders with numbers as Lightroom's panels name them, read before all else
lexicon           what words mean (data: words/en.toml, words/zh.toml)
tokens, spelling  words, amounts, boxes; misspelt words
english           turns (constructions said again in plain words), words, speech (parts of speech), phrases, clause;
                  caps (numbers in words, limits), echoes (what points back); tales, letters, blamed, plainly (wishes
                  said in a roundabout way), briefly (what hurried ones leave out), several (what second clauses
                  leave out), shades (colours), sayings, messages, allowed (conditions, corrections), beyond, sliders,
                  sparing, frames (what people tell, ask of things and sliders, spare); then one class in layers:
                  keeping, base, around, negation, verbs read a sentence, asking and telling turn a finished clause into
                  drafts; joined reads the halves of what is joined and lost one
chinese           characters (traditional and mistyped ones), numerals, caps, echoes, spoken, posted, plainly, typed,
                  frames, words (the cut), clause, layers phrases, saying, keeping, verbs
meaning, wanting  what a property or a verb means beside a noun, the same for both languages
learnt, weighing  a network that learnt from sentences, and when it is believed rather than the grammar
drafts            what stands when complaints, purposes and requests are weighed against each other
still             what is still so, and should not be
cropping          what a crop takes away
told_apart        which of several things is meant: by its colour, or where it is
left_out          what is beyond sliders in the words of that part only
explain           an intent as plain data and as lines for people
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import Intent, Place, Want
from jarvisevo.rules.language import chinese, cropping, english, weighing
from jarvisevo.rules.language.chinese.spoken import unaddressed
from jarvisevo.rules.language.dictated import settings_of
from jarvisevo.rules.language.english.briefly import parted
from jarvisevo.rules.language.left_out import narrowed
from jarvisevo.rules.language.lexicon import names
from jarvisevo.rules.language.still import still_too
from jarvisevo.rules.language.tokens import MAX_TEXT, is_chinese
from jarvisevo.rules.language.told_apart import told_apart

MOST_WORDS = 120
"""Characters of an instruction that are repeated when it asks for nothing."""
_DETERMINED = "the|this|that|these|those|her|his|my|our|their|its"
_STYLE_ENDS = "(?:风|感|色彩|色调|味|味道|范|系|氛围|质感|风格|大片|电影|调|调调|感觉)"
_COATS = ("coat", "hair", "mane")
"""What an animal has all over, by the words for what people wear and have on their heads."""
_PARTS = re.compile(r"[.;!?,]+\s+|\s+(?:and|but|then)\s+")
_CLAUSES = re.compile(r"[，,。；;！!？?]+")
_SPACES = re.compile(r"\s+")
_SIGNED = re.compile(r"[-−–]\s?\d")
_WORD = re.compile(r"[a-z0-9]+")


@lru_cache(256)  # a turn reads the last requests many times, some 17 ms each
def read(instruction: str) -> Intent:
    """Understand an instruction in English or Chinese: the clauses within its first 4,000 characters; what is beyond
    is not understood.
    """
    return _understood(instruction, weighing.weighed)


def by_grammar(instruction: str) -> Intent:
    """What the grammar alone understands, without the network."""
    return _understood(instruction, lambda intent, text: intent)


def _understood(instruction: str, weighed: Callable[[Intent, str], Intent]) -> Intent:
    """The understanding of what is within the limit; the beginning of the rest is not understood."""
    head = _within_limit(instruction)
    intent, rest = _read(head, weighed), instruction[len(head) :]
    return replace(intent, not_understood=(*intent.not_understood, f"{rest[:20].strip()}…")) if rest else intent


def _read(instruction: str, weighed: Callable[[Intent, str], Intent]) -> Intent:
    """What is dictated, and the rest by the grammar, weighed against other readings of it."""
    said = unaddressed(instruction) if is_chinese(instruction) else parted(instruction)
    text, settings = settings_of(still_too(said))
    if not settings:
        return _complete(weighed(_parsed(text), text), instruction)
    rest = any(map(str.isalnum, text))
    intent = weighed(_parsed(text), text) if rest else Intent(language="zh" if is_chinese(instruction) else "en")
    return _complete(replace(intent, wants=(*intent.wants, *settings)), instruction)


def _within_limit(instruction: str) -> str:
    """What of an instruction is read: up to the last clause that is whole, else to the last whole word."""
    head = instruction[:MAX_TEXT]
    if head == instruction:
        return head
    ends = [[match.end() for match in ends.finditer(head)] for ends in (_CLAUSES, _SPACES)]
    return head[: next((found[-1] for found in ends if found), MAX_TEXT)]


def _parsed(instruction: str) -> Intent:
    return chinese.read(instruction) if is_chinese(instruction) else english.read(instruction)


def _complete(intent: Intent, instruction: str) -> Intent:
    """An intent in the words of the instruction, with what of it nobody read."""
    intent = cropping.cut_away(intent, instruction)
    as_said = _as_said_in_chinese if is_chinese(instruction) else _as_said
    beyond = tuple(as_said(words, instruction) for words in intent.out_of_scope)
    if not is_chinese(instruction):
        beyond = tuple(narrowed(words, instruction, intent, english.read) for words in beyond)
    intent = replace(intent, out_of_scope=beyond)
    wants = (_of_the_style(_as_the_slider(want), instruction) for want in intent.wants)
    intent = replace(
        intent,
        wants=tuple(replace(want, where=_findable(want.where, instruction)) for want in wants),
        keep=tuple(replace(keep, where=_findable(keep.where, instruction)) for keep in intent.keep),
    )
    intent = told_apart(replace(intent, wants=_tint_beside_kelvin(intent.wants)), instruction)
    said = " ".join(instruction.split())
    if any(map(str.isalnum, said)) and not (
        intent.wants or intent.keep or intent.out_of_scope or intent.not_understood
    ):
        intent = replace(intent, out_of_scope=(said[:MOST_WORDS],))  # every word is known, and none asks for anything
    return intent


def _of_the_style(want: Want, instruction: str) -> Want:
    """ "An indie movie still", 印度电影色彩: what nobody here knows before the name of a style is part of it, no place.

    Not "the unicorn dreamy", "unicorns dreamy", 独角兽更梦幻, which are things.
    """
    name = want.where.name
    if _likened(want.where, instruction):
        return replace(want, where=Place())
    known = not name.isalpha() or places.named(name) or things.known(name) or want.where.outside or want.where.box >= 0
    if known or not want.what.startswith("look:"):
        return want
    if name.isascii():
        named = re.search(rf"(?:{_DETERMINED}) {name}\b", instruction.lower())
        styled = want.words.lower().startswith(f"{name} ") and not name.endswith("s") and not named
    else:
        thing = rf"(?<![让把给将使]){name}(?![^，,。]*[更变有显看很太])"
        styled = bool(re.search(rf"{thing}[^，,。]*{_STYLE_ENDS}(?=$|[，,。])", want.words))
    return replace(want, where=Place()) if styled else want


def _likened(place: Place, instruction: str) -> bool:
    """Whether a noun that nobody here knows is what the photo is to be like, "like a postcard", and no place in it."""
    if (
        not place.name.isascii()
        or place.outside
        or place.box >= 0
        or places.named(place.name)
        or things.known(place.name)
    ):
        return False
    likened = (
        rf"(?<!would )(?<!'d )(?<!\bi )like (?:an?|some|those|one of) [^,.;!?]*\b{re.escape(place.name.split()[-1])}\b"
    )
    return bool(re.search(likened, instruction.lower()))


def _tint_beside_kelvin(wants: tuple[Want, ...]) -> tuple[Want, ...]:
    """色温 6500K，色调 +10: the two numbers of a white balance, as the panel shows them."""
    if not any(w.what == "warmth" and w.absolute and w.amount and w.amount[1] == "K" for w in wants):
        return wants
    typed = (
        w.what == "tint" and w.where.everywhere and w.amount is not None and w.amount[1] == "slider" for w in wants
    )
    return tuple(replace(w, absolute=True) if tint else w for w, tint in zip(wants, typed, strict=True))


def _findable(place: Place, instruction: str) -> Place:
    """A Chinese noun that only its English name finds: 麦田 is a field. Not a part of a face, which is less than it.
    And "the dog's coat" is the dog, worn by nobody.
    """
    last = place.words.lower().rpartition(" ")[2]
    text = instruction.lower().replace("’", "'")
    owners = re.findall(rf"\b([a-z]+)'s? (?:\w+ )?{last}\b", text) if last in _COATS else []
    if len(owners) == 1 and len(re.findall(rf"\b{last}\b", text)) == 1 and things.animal(owners[0]):
        return replace(place, name=owners[0], words=owners[0])
    if place.name.isascii() or places.named(place.name) or things.known(place.name):
        return place
    name = names().get(place.name, "")
    kind = places.named(name) if " " not in name else ""
    return replace(place, name=name, words=place.words or place.name) if kind not in ("", "face") else place


def _as_the_slider(want: Want) -> Want:
    """ "Vignette -25": Lightroom's slider darkens the corners where it is negative. `moves.AS_TYPED` is for one that is
    set to a number. A vignette "in the corners" is one of the photo.
    """
    if want.what == "vignette" and places.named(want.where.name) == "corners":
        want = replace(want, where=Place())
    signed = want.amount is not None and want.amount[0] < 0 and not want.absolute and _SIGNED.search(want.words)
    if want.what == "vignette" and want.amount and signed:
        return replace(want, direction="+", amount=(-want.amount[0], want.amount[1]))
    return want


def _as_said_in_chinese(phrase: str, instruction: str) -> str:
    """A clause that was said again in other words, as it was said: the one that shares most characters with it."""
    if phrase in instruction:
        return phrase
    parts = [part.strip() for part in _CLAUSES.split(instruction[:MAX_TEXT]) if part.strip()]
    shared = [len(set(part.lower()) & set(phrase.lower())) for part in parts]
    most = max(shared, default=0)
    return parts[shared.index(most)][:MOST_WORDS] if most > 1 or len(parts) == 1 else phrase


def _as_said(phrase: str, instruction: str) -> str:
    """A phrase that the grammar may have said again in other words, as it was said: the part of the instruction that
    shares most with it, where some of its words are not in there at all.
    """
    words = set(_WORD.findall(phrase.lower()))
    if words <= set(_WORD.findall(instruction.lower())):
        return phrase
    parts = [" ".join(part.split()) for part in _PARTS.split(instruction[:MAX_TEXT]) if part.strip()]
    shared = [sum(len(word) for word in words & set(_WORD.findall(part.lower())) if len(word) > 2) for part in parts]
    most = max(shared, default=0)
    return parts[shared.index(most)][:MOST_WORDS] if most or len(parts) == 1 else phrase
