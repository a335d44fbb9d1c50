"""Requests from visible changes: which of them are said, in which form, with which words.

Forms, lengths, first words, politeness and degrees follow `habits.json` (how people write); the phrases are those of
the vocabularies. Nothing here asks whether any parser understands the result.
"""

import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from data_pipeline.language.habits import learned, terms_of, words
from data_pipeline.language.observe import Difference
from data_pipeline.language.vocabulary import Vocabulary, choose, vocabulary

USUAL = 1.5
"""Exponent of a phrase's weight: 0 takes all phrases alike, large values the most usual one."""
UNHEARD = 0.0005
"""Share of a term that people hardly use."""
KNOWN = 0.01
"""Mean weight of the phrases for what people often speak of; other changes seem smaller by as much as theirs is."""
UNTOLD = 0.45
"""Share of changes whose size is not spoken of."""
MARK = re.compile(r"\{\w*\}|@\w")
OWNED, OWNERS = 0.6, ("of", "of", "in", "on")
"""Share of first clauses that say whose brightness: "of the image"."""
QUALITY = re.compile(
    r"\bthe (brightness|exposure|contrast|saturation|colors|light|clarity|details?|warmth)\b(?!.*\{o\})"
)
FRAMES = ("straighten", "crop")
"""Changes of the frame, which have phrases of their own."""
CERTAIN = 1.0
"""A change of this size is nearly always said, whatever the number of clauses."""
MOST = 4
BRITISH, TYPOS, SPOKEN, NUMBERS, KEEPS, PURPOSES, CHATTY, CONTENT = 0.2, 0.05, 0.14, 0.03, 0.05, 0.05, 0.045, 0.08
"""Shares of texts that spell "colour", that hold slips, that come without case and marks, that name an amount, that ask
for something to stay, that say what for, that chat, and that name the photo by what it shows."""
FAULTY = 0.3
"""Weight of a complaint for a photo that is off."""


@dataclass(frozen=True)
class Brief:
    """What an instruction is written from.

    differences  visible changes, largest first
    language     "en" or "zh"
    scene        category of the photo (`SCENES` of the record), or ""
    style        a style or mood in words ("faded film"), or ""
    named        True when `style` is the name of a published preset
    boxes        "<box>…</box>" for the parts that shall carry one
    kept         quantities that did not change: one of them may be asked to stay
    amounts      slider amounts in words by kind of change ("exposure +0.5")
    faulty       the photo itself is off, so that people rather complain
    heldout      write with the phrases that are kept for held-out instructions
    words        at most so many (characters, in Chinese), boxes not counted
    """

    differences: tuple[Difference, ...]
    language: str = "en"
    scene: str = ""
    style: str = ""
    named: bool = False
    boxes: Mapping[str, str] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    amounts: Mapping[str, str] = field(default_factory=dict)
    faulty: bool = False
    heldout: bool = False
    words: int = 60


def write(brief: Brief, rng: random.Random) -> str:
    """An instruction; "" when there is nothing to say within the limit."""
    for _ in range(12):
        text = _RequestWriter(brief, rng).text()
        if text and len(words(re.sub(r"<box>[^<]*</box>", " ", text))) <= brief.words:
            return text
    return ""


def phrase(one: Difference, language: str, rng: random.Random) -> str:
    """One change as a plain verb phrase ("make the colors a bit richer"); "" when there is none for it."""
    writer = _RequestWriter(Brief((one,), language), rng)
    if not writer._phrases(one, "ask"):
        return ""
    writer.habits = {**writer.habits, "openers": {}}
    text = writer._degree(rng.choice(writer._phrases(one, "ask")), one).replace(
        "{o}", "画面" if writer.chinese else "the photo"
    )
    return " ".join(writer._named(text, one).split())


class _RequestWriter:
    def __init__(self, brief: Brief, rng: random.Random) -> None:
        self.brief, self.rng = brief, rng
        self.chinese = brief.language == "zh"
        self.words: Vocabulary = vocabulary(brief.language)
        self.habits = learned()["en"]  # the Chinese sample is small; forms are sampled alike
        self.first = True
        self.mentioned: set[str] = set()

    # -- the whole

    def text(self) -> str:
        said = self._said()
        style = self._style() if self.brief.style else ""
        if style:
            said = said[: 1 if self.rng.random() < 0.4 else 0]
        if not said and not style:
            return ""
        if style and not said:
            return self._finished(style, "imperative")
        form = "imperative" if style else self._form(said)
        text = self._formed(form, said)
        if style:
            text = self._joined([style.rstrip("?.？"), text])
            form = "imperative"
        return self._finished(text, form) if text else ""

    def _said(self) -> list[Difference]:
        """The largest changes, as many as people name at once; strong ones are hardly left out."""
        shares = self.habits["clauses"]
        count = self.rng.choices(range(1, len(shares) + 1), shares)[0]
        found, seen = [], set()
        told = {id(d): self._usual(d) for d in self.brief.differences}
        for i, each in enumerate(sorted(self.brief.differences, key=lambda d: -abs(d.size) * told[id(d)])):
            if each.what.partition(":")[2] in seen and ":" in each.what:
                continue
            if i < count or (abs(each.size) * told[id(each)] >= CERTAIN and self.rng.random() < 0.75):
                found.append(each)
                seen.add(each.what.partition(":")[2])
        return [d for d in found[:MOST] if self._phrases(d, "ask")]

    def _usual(self, one: Difference) -> float:
        """How much of a change people would speak of: 1 for what they name most; parts of the tones hardly ever."""
        phrases = self._phrases(one, "ask")
        if self.chinese or one.place or not phrases or one.what.partition(":")[0] in FRAMES:
            return 1.0
        return float(min(1.0, sum(map(self._weight, phrases)) / len(phrases) / KNOWN))

    def _form(self, said: Sequence[Difference]) -> str:
        forms = dict(self.habits["forms"])
        forms["need"] += 0.02
        forms["complaint"] += FAULTY if self.brief.faulty else 0.03
        if self.chinese:
            forms = {**forms, "complaint": forms["complaint"] + 0.12, "question": 0.06, "short": 0.0}
        if not self._phrases(said[0], "complaint"):
            forms.pop("complaint")
        if len(said) > 3 or any(d.place for d in said):
            forms.pop("short")
        return self.rng.choices(list(forms), list(forms.values()))[0]

    def _formed(self, form: str, said: Sequence[Difference]) -> str:
        if form == "complaint":
            return self._complaint(said)
        if form == "short" and not self.chinese:
            return self._short(said)
        if self.rng.random() < CHATTY:
            return self._chatty(said)
        core = self._request(said)
        frames = {"question": self.words.questions, "polite": self.words.polite, "need": self.words.needs}.get(form)
        return self._pick(frames).format(core) if frames else core

    # -- parts of it

    def _request(self, said: Sequence[Difference]) -> str:
        """All changes as requests, joined; sometimes two of them share a "make it"."""
        rng, brief = self.rng, self.brief
        if brief.amounts and rng.random() < NUMBERS and all(d.what in brief.amounts for d in said):
            return ("，" if self.chinese else ", ").join(brief.amounts[d.what] for d in said)
        clauses: list[str] = []
        rest = list(said)
        if not self.chinese and len(rest) > 1 and rng.random() < 0.25:
            pair = [self.words.comparative.get(_key(d)) for d in rest[:2]]
            if all(pair) and not any(d.place for d in rest[:2]):
                marked = [f"@c {word}" for word in pair]
                text = f"make {{o}} {self._degree(marked[0], rest[0])} and {self._degree(marked[1], rest[1])}"
                clauses.append(self._object(text))
                rest = rest[2:]
        clauses += [self._ask(d) for d in rest]
        text = self._joined(clauses)
        if rng.random() < KEEPS:
            keeps = [k for name in brief.kept for k in self.words.keeps.get(name, ())]
            text += (("，" if self.chinese else " ") + self._pick(keeps)) if keeps else ""
        elif rng.random() < PURPOSES and (why := self.words.purposes.get(_key(said[-1]))):
            text += " " + self._pick(why)
        return text

    def _ask(self, one: Difference) -> str:
        phrases = self._phrases(one, "ask")
        text = self._pick(phrases)
        if not self.chinese and self.first and not one.place and self.rng.random() < OWNED:
            owned = QUALITY.sub(lambda m: f"{m[0]} {self.rng.choice(OWNERS)} {self._noun()}", text, count=1)
            self.first, text = self.first and owned == text, owned
        return self._object(self._named(self._degree(text, one), one))

    def _complaint(self, said: Sequence[Difference]) -> str:
        """What is wrong, and mostly what to do about it."""
        rng, first = self.rng, said[0]
        text = self._object(self._named(self._degree(self._pick(self._phrases(first, "complaint")), first), first))
        others = list(said[1:]) if rng.random() < 0.5 else list(said)
        if len(said) > 1 and others and others[0] is first:
            others = list(said[1:])
        if not others or (len(said) == 1 and rng.random() < 0.45):
            return text
        asked = self._request(others)
        if self.chinese:
            return f"{text}{self._pick(('，', '，', '，帮我', '，麻烦', '，能不能'))}{asked}"
        how = self._pick(
            (", {}", ". {}", ", please {}", ". Please {}", " so {}", ", can you {}?", ". Could you {}?", " {}")
        )
        asked = how.format(asked)
        return text + re.sub(r"^\. ([a-z])", lambda m: ". " + m[1].upper(), asked)

    def _short(self, said: Sequence[Difference]) -> str:
        """An ellipsis: nouns and comparatives alone."""
        parts = [self.words.short.get(_key(d)) for d in said]
        if not all(parts):
            return self._request(said)
        texts = [self._degree(self._pick(p or ()), d) for p, d in zip(parts, said, strict=True)]
        joints = self.words.short_joints
        out = texts[0]
        for text in texts[1:]:
            out += self.rng.choices([j for j, _ in joints], [w for _, w in joints])[0] + text
        return out

    def _chatty(self, said: Sequence[Difference]) -> str:
        wrong = self._phrases(said[0], "complaint")
        frames = [f for f in self.words.chatty if wrong or "{c}" not in f]
        complaint = self._object(self._named(self._degree(self._pick(wrong), said[0]), said[0])) if wrong else ""
        frame = self._pick(frames)
        return frame.replace("{c}", complaint).replace("{}", self._request(said))

    def _style(self) -> str:
        frame = self._pick(self.words.named if self.brief.named else self.words.styled)
        name = self.brief.style
        article = f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
        text = frame.replace("{n}", name).replace("{a}", article).replace("a " + name, article)
        return self._object(text)

    # -- words

    def _pick(self, phrases: Sequence[str]) -> str:
        weights = None if self.chinese else [self._weight(p) for p in phrases]
        return choose(self.rng, phrases, self.brief.heldout, weights)

    def _phrases(self, one: Difference, use: str) -> tuple[str, ...]:
        """Phrases for one change: by its part, its hue or itself."""
        words = self.words
        if one.what.partition(":")[0] in FRAMES:
            return (words.frame_ask if use == "ask" else words.frame_complaint).get(
                f"{one.what}{'+' if one.size > 0 else '-'}", ()
            )
        if one.place:
            return (words.part_ask if use == "ask" else words.part_complaint).get(_key(one), ())
        if ":" in one.what:
            return (words.hue_ask if use == "ask" else words.hue_complaint).get(_key(one), ())
        return (words.ask if use == "ask" else words.complaint).get(_key(one), ())

    def _weight(self, phrase: str) -> float:
        """How usual a phrase is: the mean share of its words and pairs of words among people's, on a scale of logs."""
        shares = self.habits["terms"]
        terms = terms_of(MARK.sub("it", phrase)) or [""]
        return math.exp(USUAL * sum(math.log(max(shares.get(t, 0.0), UNHEARD)) for t in terms) / len(terms))

    def _degree(self, text: str, one: Difference) -> str:
        """The marks filled with degrees of the change's size."""
        for mark, degrees in self.words.degrees.items():
            if mark in text:
                degree = "plain" if not self.chinese and self.rng.random() < UNTOLD else one.degree
                weights = None if self.chinese else [self._weight(d) ** 0.5 if d else 1.0 for d in degrees[degree]]
                text = text.replace(mark, self.rng.choices(degrees[degree], weights)[0])
        if self.chinese:
            text = re.sub(r"@c", "", text)
            return re.sub(r"(太|实在太|也太)(\S{1,2}?)(?=$|，)", r"\1\2", text)
        text = " ".join(text.split())
        text = re.sub(r"\b(a lot|way|far|much|significantly|quite a bit) (less|more) of\b", r"\1 \2", text)
        return re.sub(r"\bmuch much\b", "much", text).replace("too too", "too").replace("of the more", "of the")

    def _named(self, text: str, one: Difference) -> str:
        """Hue and part by name, with the part's box."""
        if one.place:
            names = self.words.parts.get(one.place.lower(), (one.place,))
            box = self.brief.boxes.get(one.place, "")
            if one.place in self.mentioned:
                box = ""
                text = text if self.chinese else text.replace("of the {p}", "of it").replace("the {p}", "it")
            self.mentioned.add(one.place)
            name = self.rng.choice(names)
            text = text.replace("{p}", f"{name}{box}" if self.chinese else f"{name} {box}".rstrip())
        hue = one.what.partition(":")[2]
        if hue in self.words.hues:
            first, second = self.words.hues[hue]
            text = text.replace("{hs}", second).replace("{h}", first).replace("{x}", second)
        return re.sub(r"\ba (?=orange|aqua)", "an ", text)

    def _object(self, text: str) -> str:
        """The photo by a noun at first, mostly by a pronoun afterwards."""
        if "{o}" not in text:
            return text
        rng, scenes = self.rng, self.words.scenes.get(self.brief.scene, ())
        if not self.first and rng.random() < 0.7:
            name = "" if self.chinese else "it"
        elif scenes and rng.random() < CONTENT:
            name = rng.choice(scenes)
        else:
            objects = self.words.objects
            name = rng.choices(list(objects), list(objects.values()))[0]
            name = "" if self.chinese and rng.random() < 0.6 else name
        self.first = False
        text = text.replace("{o}", name)
        for verb in ("把", "让"):
            text = text.removeprefix(verb) if not name and self.chinese else text
        bare = re.match(r"^(image|photo) (is|looks|came|has|isn't|lacks)\b", text)
        return text if not bare or rng.random() < 0.3 else "the " + text

    def _noun(self) -> str:
        """The photo, named."""
        nouns = {name: weight for name, weight in self.words.objects.items() if " " in name}
        return self.rng.choices(list(nouns), list(nouns.values()))[0]

    def _joined(self, clauses: Sequence[str]) -> str:
        joints = self.words.joints
        weights = [weight for _, weight in joints]
        out = clauses[0]
        for i, clause in enumerate(clauses[1:], 1):
            joint = self.rng.choices([j for j, _ in joints], weights)[0]
            if len(clauses) > 2 and i < len(clauses) - 1 and not self.chinese:
                joint = ", "
            if joint == ". ":
                clause = clause[:1].upper() + clause[1:]
            out += joint + clause
        return out

    # -- surface

    def _finished(self, text: str, form: str) -> str:
        """Case, marks, spelling and slips, as often as people have them."""
        rng = self.rng
        text = " ".join(text.split())
        if self.chinese:
            return text + ("。" if rng.random() < 0.08 and text[-1] not in "。？！" else "")
        if rng.random() < BRITISH:
            text = text.replace("color", "colour")
        if rng.random() < SPOKEN:
            return self._slipped(re.sub(r"[.,;?!](?=\s|$)", "", text).lower().replace("  ", " "))
        if rng.random() < self.habits["capital"]:
            text = text[:1].upper() + text[1:]
        if text[-1] not in "?.!" and form != "short" and rng.random() < self.habits["period"] * 1.1:
            text += "."
        return self._slipped(text)

    def _slipped(self, text: str) -> str:
        """Now and then a word mistyped."""
        if self.rng.random() >= TYPOS:
            return text
        possible = [(a, b) for a, b in self.words.swaps if a in text]
        if possible and self.rng.random() < 0.7:
            return text.replace(*self.rng.choice(possible), 1)
        places = [m.start() for m in re.finditer(r"[a-z]{4,}", text) if "<" not in text]
        if not places:
            return text
        at = self.rng.choice(places) + 1
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _key(one: Difference) -> str:
    return f"{one.what.partition(':')[0]}{'+' if one.size > 0 else '-'}"
