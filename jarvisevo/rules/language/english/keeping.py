"""What must stay as it is: phrases behind "keep", "not", "no", "without"."""

from dataclasses import replace

from jarvisevo.rules.intent import Keep, Place, Want
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.drafts import Draft, Drafts, opposite
from jarvisevo.rules.language.english.clause import place_of
from jarvisevo.rules.language.meaning import Phrase


class Keeping:
    """Turns phrases into keeps and limits; needs nothing of the sentence but the phrases."""

    def __init__(self) -> None:
        self.drafts = Drafts()
        self.last: Place | None = None  # what "it" means
        self.spoken: Phrase | None = None  # what "them" means
        self.frame: list[Place] = []  # where all of the sentence is about
        self.gone = False  # the clause before was about what sliders cannot do

    def refused(self, found: Phrase, target: Phrase) -> None:
        """ "not too bright", "not brighter"."""
        for item in found.properties:
            head = target if target is not found else Phrase()
            for want in meaning.apply(item.what, item.sign * item.times, head, place_of(target)):
                self._limit(want, found, little=item.too or "too" in found.quant)
        for hue in found.hues:
            where = place_of(target)
            self._limit(Want(f"color:{hue.name}", "+", where=where), found, hue.too or "too" in found.quant)
        for sense in found.looks:
            self.drafts.keep.append(Keep(f"look:{sense.name}", place_of(target), found.text))
        if not found.describes and found.quant == "too":
            self._less_of_it()

    def _less_of_it(self) -> None:
        """ "but not too much": a little of all that was asked for last."""
        if self.drafts.wants:
            said = self.drafts.wants[-1].want.words
            for at, draft in enumerate(self.drafts.wants):
                if draft.want.words == said:
                    self.drafts.wants[at] = replace(draft, want=replace(draft.want, degree="little"))

    def _limit(self, want: Want, found: Phrase, little: bool = False) -> None:
        words = " ".join(["not", *found.words])
        if little:
            self.drafts.limits.append(opposite(want, words))
        else:
            self.drafts.keep.append(Keep(want.what, want.where, words))

    def refuse(self, found: Phrase) -> None:
        """ "no grain", "without a vignette": none is to come; a fault is to go."""
        if found.of("noun") and found.head is not None and found.head.fault:
            self.drafts.wants.extend(Draft(w) for w in wanting.moved("remove", found, place_of(found)))
        elif found.describes and not found.of("noun"):
            for hue in found.hues:
                self.drafts.wants.extend(Draft(w) for w in meaning.hue_in(hue, -1, found, place_of(found), True))
            if not found.hues:
                self.refused(found, found)
        else:
            self._keep_phrase(found)

    def _keep_phrase(self, found: Phrase, refused: bool = False) -> None:
        """A phrase that names what is to stay as it is."""
        where = place_of(found)
        head = found.head
        if head is None:
            self.refused(found, found)
        elif head.role == "noun":
            self.drafts.keep.append(Keep(head.name, where, found.text))
        elif head.role == "color":
            self.drafts.keep.append(Keep(f"color:{head.name}", where, found.text))
        elif head.role == "tone" and found.hues:
            self.drafts.keep.extend(Keep(f"color:{h.name}", where, found.text) for h in found.hues)
        elif head.role == "tone":
            what = {"color": "saturation", "light": "brightness"}.get(head.name, "all")
            looks = [f"look:{s.name}" for s in found.looks]
            self.drafts.keep.append(Keep(looks[0] if looks else what, where, found.text))
        elif head.role == "image":  # "leave everything as it is"
            self.drafts.keep.append(Keep("all", words=found.text))
        elif head.role == "place" and found.places:
            self.drafts.keep.append(Keep("all", where, found.text))
