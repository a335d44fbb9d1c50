"""Nouns and the way they are to go: "increase the contrast", "remove the yellow tint", 加对比, 去黄.

What a phrase comes to once the grammar of a language has said which way it goes; the same for both languages.
"""

from collections.abc import Iterator
from dataclasses import replace

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import Place, Want
from jarvisevo.rules.language import meaning
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import DECREASING, INCREASING, Hue, Phrase

WRITTEN = frozenset(("text", "sign", "signs", "logo", "lettering", "writing", "caption", "letters"))
"""Flaws that may as well be what a photo is about."""
FRAMES = (["frame"], ["frames"], ["边框"], ["相框"])
EFFECTS = ("vignette", "grain", "blur", "fade")
NATURAL = ("sky", "cloud", "water", "vegetation", "face", "skin", "lips", "hair", "eyes", "ground", "snow", "sun")
"""Places that keep their kind when they change colour; another background is another picture."""
TINTED = ("shadows", "midtones", "highlights")
"""Tone ranges that a colour may be laid over."""
REGIONS = frozenset(
    ("space", "room", "strip", "area", "part", "bit", "band", "margin", "section", "gap", "bar", "bars")
)
EMPTY = frozenset(("empty", "blank", "dead", "negative", "unused", "extra", "wasted", "bare"))
"""Parts of a frame, and what says that they hold nothing: without them it is cropped."""
SIDES = (*("left", "right", "top", "bottom", "corners"), *("top left", "top right", "bottom left", "bottom right"))
"""Parts of the frame: to remove them is to crop."""
COLOURFUL = ("vegetation", "flower", "flowers", "food")
"""What has more colour when it is boosted."""


def plain(found: Phrase) -> Phrase:
    """The phrase as the object of a verb: "increase the natural brightness" is about brightness."""
    if found.head is None and found.hues:
        return replace(found, head=Sense("color", found.hues[0].name))
    if found.of("tone") and found.hues:
        return replace(found, head=Sense("color", found.hues[0].name))
    return found


def another(subject: Phrase, target: Phrase) -> bool:
    """True for a change that makes another picture: a background of one colour, not a bluer one."""
    painted = bool(target.hues) and not any(hue.comparative for hue in target.hues)
    return any(p.name == "background" for p in subject.places) and painted and not target.quant


def unseen(place: Place) -> Place:
    """Where it is too dark to see something: there, or in the whole photo when nothing could find the thing."""
    return place if place.everywhere or places.named(place.name) or things.known(place.name) else Place()


def looked(sense: Sense, sign: int, subject: Phrase, place: Place) -> Iterator[Want]:
    """A look or mood that something is to have: "make the colours pop", "less HDR"."""
    if sense.name == "sepia" and sign < 0:
        yield from meaning.hue_in(Hue("orange"), -1, subject, place, True)
    elif (
        sense.name == "clear" and sign > 0 and place.name == "skin" and not place.outside
    ):  # 皮肤通透: luminous, not without haze
        yield meaning.wants_of("color:skin", "lighter", subject, place)
    elif sense.name == "pop":
        if subject.of("color") and subject.head is not None:
            yield from meaning.of_hue("saturation", sign, subject.head.name, subject, place)
        elif subject.of("tone") and subject.head is not None and subject.head.name == "color":
            yield from meaning.quantity("saturation", sign, subject, place)
        elif subject.of("noun") and subject.head is not None:
            yield from meaning.quantity(subject.head.name, sign, subject, place)
        else:
            yield from meaning.pop(subject, sign, place)
    else:
        yield meaning.look(sense, sign, subject, place)


def beyond(way: str, found: Phrase, where: Place) -> bool:
    """True when what is asked for takes more than sliders: things come, go or become others."""
    head = found.head
    if head is not None and head.role == "tone" and head.name == "light" and way == "remove" and found.places:
        return not found.owned  # "remove the stadium lights"
    if head is not None and head.role == "image" and way == "restore":
        return True
    if (
        head is not None
        and head.role == "image"
        and way == "remove"
        and found.words[-1] in ("pictures", "photos", "images")
    ):
        return True  # "remove the pictures on the wall"
    if head is not None and head.role == "image" and way == "add" and "of" in found.words:
        return True  # "add an image of a boat"
    if way in ("add", "use") and any(light in found.text for light in ("flare", "halo")):
        return True  # "add a lens flare"
    if head is not None and head.role in ("image", "place") and way == "add" and found.words[-1:] in FRAMES:
        return True
    if (
        head is not None
        and head.role == "place"
        and way in INCREASING
        and any(p.what == "big" for p in found.properties)
    ):
        return True  # "give her longer hair"
    if head is not None and "beyond" in head.marks and way in ("add", "use"):
        return True  # "apply a cartoon filter"
    if head is None or head.role != "place" or way == "remove" and head.name in SIDES and not _at_side(found):
        return False
    if way in ("restore", "show"):
        return True
    if way == "add" and any(p.fault and not p.comparative for p in found.properties) and not found.definite:
        return True  # "add some dead trees"
    praised = bool(found.looks) and all(look.name == "auto" for look in found.looks) and not found.hues
    if (
        way == "add"
        and praised
        and not found.properties
        and not found.quant
        and head.name not in ("sky", "skin", "face")
    ):
        return True  # "add a pretty boat"
    if "extent" in head.marks or way == "fix" and "unknown" in head.marks and not found.describes:
        return True
    written = found.words[-1] in WRITTEN and way in ("down", "lower", "enhance")  # "tone down the neon sign"
    if "flaw" in head.marks and way in ("add", "remove", "fix", "down", "enhance", "lower") and not written:
        return True
    if way == "alter":
        return not found.describes
    if way in ("remove", "add") and not found.describes or way == "add" and head.name == "background":
        return True
    if way == "add" and where.name not in NATURAL and not (found.definite or _compared(found)):
        return True  # "put a colourful house on the hill"
    if way == "remove" or way == "add" and "unknown" in head.marks:
        return True
    return way == "change" and "unknown" in head.marks and False


def _at_side(found: Phrase) -> bool:
    """True for a thing that stands at a side of the frame: "the dent top left"."""
    words = found.places[0].words.split() if found.places else []
    return len(words) > 1 and not set(words[:1]) & (REGIONS | EMPTY | set(" ".join(SIDES).split()) | {"upper", "lower"})


LOCAL_LOOKS = ("pop", "dramatic", "glow", "soft", "natural", "clear", "auto", "moody", "creamy", "glossy")
"""Looks that a part of a photo can have by itself; the others are of seasons, hours and films."""


def of_the_whole(what: str) -> bool:
    """True for what a photo has as a whole, so that an "it" means the photo."""
    kind, _, name = what.partition(":")
    return kind == "look" and name not in LOCAL_LOOKS or what in ("vignette", "grain", "noise")


STRENGTHENING = ("up", "raise", "enhance", "emphasise", "down", "lower", "lessen")
BANDS = frozenset(
    f"{name}s"
    for name in ["red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta", "pink", "cyan", "teal"]
)


def _band(found: Phrase, where: Place) -> bool:
    """True for "the reds": the colours of that name in the photo, not a red tone over all of it."""
    return bool(BANDS & set(found.words)) and where.everywhere


def moved(way: str, found: Phrase, where: Place) -> Iterator[Want]:
    """A noun that is to go a way: "increase the contrast", "remove the yellow tint", "bring out the rocks"."""
    head = found.head
    sign = 1 if way in INCREASING else -1 if way in DECREASING or way == "fix" else 0
    if head is None or head.role == "tone":
        yield from _tone(way, sign, found, where)
    elif head.role == "noun":
        yield from _noun(way, sign, found, where)
    elif head.role == "color":
        if sign and way in STRENGTHENING and _band(found, where):
            yield from meaning.of_hue("saturation", sign, head.name, found, where)
        elif sign:
            yield from meaning.hue_in(Hue(head.name), sign, found, where)
    elif head.role == "place":
        yield from _placed(way, found, where)
    elif head.role == "image":
        faults = [p for p in found.properties if way in ("fix", "remove") and not p.comparative]
        if faults:  # "correct the overexposed image"
            for item in faults:
                yield from meaning.apply(item.what, -item.sign, replace(found, properties=[]), where)
        elif found.describes:
            yield from wanted(found, where)
        elif way in ("raise", "lower"):
            yield from meaning.quantity("brightness", sign, found, where)
        elif way in ("enhance", "fix", "emphasise", "rescue", "change"):
            yield meaning.wants_of("auto", "", found, where)


def _noun(way: str, sign: int, found: Phrase, where: Place) -> Iterator[Want]:
    head = found.head
    assert head is not None
    if head.name in EFFECTS and found.properties and way in ("add", "use"):  # "add a strong vignette"
        yield from _strength(found, where)
        return
    if head.name == "white_balance" and found.describes and sign:
        yield from _tone(way, sign, replace(found, head=Sense("tone", "tone")), where)
        return
    if head.name == "white_balance":
        yield meaning.wants_of("white_balance", "", found, where)
        return
    if found.hues and head.name == "brightness" and way == "remove":  # "remove the yellow lighting"
        yield from _tone(way, sign, replace(found, head=Sense("tone", "tone")), where)
        return
    if found.hues and head.name in ("saturation", "vibrance", "brightness"):
        for hue in found.hues:
            yield from meaning.of_hue(
                head.name if head.name != "vibrance" else "saturation", sign * head.sign, hue.name, found, where
            )
        return
    faults = [p for p in found.properties if p.fault]
    if faults and way in ("fix", "change"):
        for item in faults:
            yield from meaning.apply(item.what, -item.sign, found, where)
        return
    if found.amount is not None and "stuff" in head.marks:
        way = {"up": "raise", "add": "raise", "down": "lower", "more": "raise", "less": "lower"}.get(way, way)
    if way in ("add", "enhance") and any(p.comparative for p in found.properties):
        yield from wanted(found, where)
        return
    yield from meaning.quantity(head.name, meaning.steer(head, way), found, where)


def _tone(way: str, sign: int, found: Phrase, where: Place) -> Iterator[Want]:
    head = found.head
    cast = head is not None and head.name != "color"
    if way == "change" and any(p.fault for p in found.properties):
        sign = -1  # "soften the hard light"
    if found.describes:
        for item in found.properties:
            turned = item.sign * item.times if item.times < 0 else 1  # "less intense colours", "less bright colours"
            if head is not None and item.what == "size":
                yield from _bare_tone(way, (sign or 1) * turned, head, found, where)
            elif sign < 0 or item.times < 0 or not item.fault:
                times = item.times if item.times < 0 else 1
                less = sign < 0 and not item.comparative
                target = replace(found, head=head)
                if head is not None and head.name == "color" and item.what == "brightness" and sign > 0:
                    yield from meaning.quantity("saturation", turned, found, where)
                else:
                    yield from meaning.apply(item.what, item.sign * times * (-1 if less else 1), target, where)
        for hue in found.hues:
            if way in ("change", "alter"):
                continue
            yield from meaning.hue_in(hue, sign or 1, found, where, cast or head is not None)
        for sense in found.looks:
            if (
                head is not None
                and head.name in ("color", "light")
                and sign > 0
                and sense.name in ("auto", "pop", "glow", "energetic", "cheerful")
                or head is not None
                and head.name == "color"
                and sense.name == "natural"
                and way in ("emphasise", "up")
            ):
                yield from _bare_tone(way, sign, head, found, where)
            else:
                yield from looked(sense, sign or 1, replace(found, head=None), where)
        return
    if head is not None:
        yield from _bare_tone(way, sign, head, found, where)


def _bare_tone(way: str, sign: int, head: Sense, found: Phrase, where: Place) -> Iterator[Want]:
    if head.name == "light":
        yield from meaning.quantity("brightness", 0 if way == "fix" else sign, found, where)
    elif way in ("fix", "change", "alter"):
        what = "white_balance" if head.name in ("color", "tone") else "auto"
        yield meaning.wants_of(what, "", found, where)
    elif way == "remove" and head.name == "color":
        yield meaning.wants_of("black_and_white", "", found, where)
    elif head.name == "color" and sign and way != "use" or head.name == "tone" and way in ("up", "down", "enhance"):
        yield from meaning.quantity("saturation", sign, found, where)
    elif sign > 0 and way in ("enhance", "up"):
        yield meaning.wants_of("auto", "", found, where)


_STEERED = ("up", "raise", "rescue", "enhance", "emphasise", "down", "lower", "lessen", "remove", "fix", "change")
"""Ways that say where a thing is to go, whatever it is called."""
_BRINGING_OUT = ("enhance", "emphasise")


def _compared(found: Phrase) -> bool:
    return any(p.comparative for p in found.properties) or any(h.comparative for h in found.hues)


def _attributed(way: str, found: Phrase, where: Place) -> Iterator[Want]:
    """ "Tone down the bright wall", "lift the dark trees": the verb says which way, the adjective only what or why."""
    bare = replace(found, properties=[], hues=[], looks=[])
    rises = way in ("up", "raise", "rescue", *_BRINGING_OUT)
    if way in ("raise", "rescue", "lower"):
        done = [p for p in found.properties if p.what not in ("brightness", "size", "big")]
        for item in done:  # "lift the flat sky"
            yield from meaning.apply(item.what, -item.sign if item.fault or way == "lower" else item.sign, bare, where)
        if not done:
            yield from _placed(way, bare, where)
        return
    if not (found.properties or found.hues):
        yield from wanted(found, where)  # "bring out the dramatic sky"
        return
    for item in found.properties:
        if rises and item.what == "brightness" and not item.fault and (way in _BRINGING_OUT or item.sign > 0):
            dim = item.sign < 0 and way == "enhance"
            yield from meaning.quantity("brightness", 1, bare, where) if dim else _placed(way, bare, where)
        elif way == "change" and not item.fault:
            yield from wanted(found, where)
        else:
            up = rises and not item.fault and item.what != "brightness"
            yield from meaning.apply(item.what, item.sign if up else -item.sign, bare, where)
    for hue in found.hues if not found.properties else []:
        if way in ("fix", "change") or hue.name in meaning.GREYS:
            yield from _placed("lower" if way in ("down", "lessen") else way, bare, where)
        else:
            yield from meaning.hue_in(hue, 1 if rises else -1, bare, where)


def _placed(way: str, found: Phrase, where: Place) -> Iterator[Want]:
    head = found.head
    assert head is not None
    if found.describes and not _compared(found) and way in _STEERED:
        yield from _attributed(way, found, where)
    elif found.describes:
        yield from wanted(found, where)
    elif head.name == "skin tone" and way in INCREASING:
        yield meaning.wants_of("color:skin", "more", found, where)
    elif way == "emphasise" and head.name in ("foreground", "face", "person"):
        yield meaning.wants_of("brightness", "+", found, where)
    elif way == "up" and head.name in COLOURFUL:
        yield meaning.wants_of("saturation", "+", found, where)
    elif way in ("emphasise", "enhance", "up", "add"):
        yield meaning.wants_of("clarity", "+", found, where)
    elif way == "remove" and head.name in SIDES:
        yield meaning.wants_of("crop", "", found, where)
    elif way == "rescue" and head.name in ("sky", "cloud"):
        yield meaning.wants_of("highlights", "-", found, where)
    elif way in ("raise", "rescue"):
        yield meaning.wants_of("brightness", "+", found, where)
    elif way in ("lower", "down") or way == "lessen" and found.amount is not None:  # "lower the sky by a stop"
        yield meaning.wants_of("brightness", "-", found, where)
    elif way == "fix":
        yield meaning.wants_of("auto", "", found, where)


def _strength(found: Phrase, where: Place) -> Iterator[Want]:
    """ "a subtle vignette", "heavy grain": an effect and how much of it."""
    assert found.head is not None
    degree = found.degree
    for item in found.properties:
        weak = (
            item.what == "soft" or item.what == "size" and item.sign < 0 or item.what == "brightness" and item.sign > 0
        )
        if item.comparative:
            yield from meaning.apply(item.what, item.sign * item.times, found, where)
            return
        degree = degree or ("little" if weak else "lot" if item.what in ("size", "big", "contrast", "deep") else None)
    yield from meaning.quantity(found.head.name, 1, replace(found, degree=degree), where)


def wanted(found: Phrase, where: Place) -> Iterator[Want]:
    """A phrase that names what there is to be: "more contrast", "warmer tones", "a paler, softer blue sky"."""
    head = found.head
    less = found.quant in ("less",)
    if head is not None and head.role == "noun" and head.name in EFFECTS and found.properties and not less:
        yield from _strength(found, where)
        return
    if head is not None and head.role == "noun" and head.name in meaning.ZONES and found.hues:
        zone = replace(where, zone=head.name) if head.name in TINTED else where
        greys = [h for h in found.hues if h.name in meaning.GREYS]
        for hue in greys:  # "whiter whites and blacker blacks"
            up = (1 if hue.name == "white" else -1) * (-1 if less else 1)
            yield from meaning.quantity(head.name, up, replace(found, hues=[]), where)
        for hue in [h for h in found.hues if h not in greys]:  # "teal shadows"
            yield from meaning.hue_in(hue, -1 if less else 1, replace(found, head=None), zone, True)
        return
    if head is not None and head.role == "noun":
        if head.fault and found.describes and found.quant not in ("more", "less"):
            yield from _noun("remove", -1, found, where)
        elif found.quant in ("more", "less"):
            yield from _noun("less" if less else "more", -1 if less else 1, found, where)
        elif found.properties:
            for item in found.properties:
                yield from meaning.apply(item.what, item.sign * item.times, found, where)
        elif found.amount is not None:
            sign = head.sign if found.amount[0] >= 0 else -head.sign
            if found.hues and head.name in ("saturation", "vibrance", "brightness"):  # "blue saturation +30"
                for hue in found.hues:
                    what = "saturation" if head.name == "vibrance" else head.name
                    yield from meaning.of_hue(what, sign, hue.name, found, where)
            else:
                yield from meaning.quantity(head.name, sign, found, where)
        else:
            yield from _noun("remove" if head.fault else "more", 1, found, where)
        return
    coloured = plain(found)
    if coloured.of("color") and coloured.head is not None and "stronger" in found.words:  # of the colour, no cast
        yield from meaning.of_hue("saturation", 1, coloured.head.name, found, where)
        return
    counted = found.quant in ("more", "less") or head is not None and found.describes and not found.properties
    if (head is None or head.role == "tone") and counted:
        yield from _tone("less" if less else "more", -1 if less and not found.properties else 1, found, where)
        return
    if head is not None and head.name == "tone" and found.amount is not None and "tint" in found.words:
        yield from meaning.quantity("tint", -1 if found.amount[0] < 0 else 1, found, where)  # the slider of that name
        return
    if head is not None and head.role == "color" and not found.properties:
        down = less or found.amount is not None and found.amount[0] < 0  # "oranges -20"
        if _band(found, where) and (less or found.amount is not None):
            yield from meaning.of_hue("saturation", -1 if down else 1, head.name, found, where)
        else:
            yield from meaning.hue_in(Hue(head.name), -1 if down else 1, found, where)
        return
    target = replace(found, properties=[], hues=[], looks=[])
    if found.hues and head is not None and head.role == "place" and found.properties:
        for item in found.properties:
            yield from meaning.of_hue(item.what, item.sign * item.times, found.hues[0].name, found, where)
        return
    for item in found.properties:
        yield from meaning.apply(item.what, item.sign * item.times, target, where)
    for hue in found.hues:
        if head is not None and head.role == "place" and not hue.comparative:
            continue
        down = less or found.amount is not None and found.amount[0] < 0
        yield from meaning.hue_in(
            hue, -1 if down else hue.times, found, where, head is not None and head.role == "tone"
        )
    for sense in found.looks:
        yield from looked(sense, -1 if less else 1, target, where)
