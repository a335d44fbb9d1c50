"""What stands around a wish without changing it, and what turns it over: "I wonder if …", "…, isn't it?", "isn't it
too bright?", "I don't think it is bright enough", "contrast is what it needs".

The clause inside is the wish. A negation of the frame belongs to the clause ("I don't think it needs more"), unless the
frame asks ("don't you think it needs more?").
"""

import re
from collections.abc import Callable

from editor_ops.ops.white_balance import PRESETS
from jarvisevo.rules import places, things
from jarvisevo.rules.language.english.everyday import HUES
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import rewritten

_THING = r"(?:(?:the|her|his|my|our|their|its|this|that|these|those|all) (?:\w+ ){0,3}?\w+)"
_SINGLE = (
    r"(?:(?:the|her|his|my|our|their|its|this|that|these|those|all) "
    r"(?:(?!(?:but|and|or|then|while)\b)\w+ ){0,3}?(?!(?:but|and|or|then|while)\b)\w+)"
)
"""A thing that is not the end of one clause and the beginning of another."""
_SUBJECT = rf"(?:it|this|that|they|everything|he|she|{_THING})"
_ONE, _BETWEEN = r"(?:(?:the|her|his|my|their|its) )?[a-z]+", re.compile(r"(?:,? and | ?[/&] ?|, )")
"""A thing of a list, and what stands between two of them."""
_ON = r"(?:(?:ok(?:ay)?|now|then|next|and|so|also|well|right|great|good|nice|perfect|finally|lastly),? )*"
"""Words with which a request goes on from the one before: "ok, now the sky: darker"."""
_BEGINS = r"(?:^|(?<=[.,;!?] )|(?<=\band )|(?<=\bbut )|(?<=\bso ))"
_AUX = "is|are|was|were|does|do|did|has|have|should|would|could|can|must|might|will"
_FINITE = rf"(?:{_AUX}|looks?|seems?|needs?|feels?|appears?|wants?|lacks?|came|comes|may|ought)"
_OFTEN = (
    r"(?: (?:just|really|keep|can not stop|kind of|kinda|still|also|do|always|personally|honestly|quite|am|was"
    r"|can not help but))*"
)
_THINKS = (
    r"(?:think|thinking|thought|feel|feeling|felt|believe|guess|guessing|suppose|reckon|wonder|wondering"
    r"|wondered|figure"
    r"|say|imagine|suspect|fear|afraid|worried|hoping|hope|know|noticed?|see|find|found|realize|realise|bet)"
)
_LACKS = r"(?:needs?|wants?|lacks?|missing|after|looking for|needed|wanted|required|lacking)"
_NEGATED = {"needs": "does not need", "need": "does not need", "looks": "does not look", "look": "do not look"}
_NEGATED |= {"has": "does not have", "have": "do not have", "seems": "does not seem", "wants": "does not want"}
_LOOKING = r"(?:(?:all|look|looking|come out|so|very|really|too|way too|far too|quite|rather|a bit|a little|kind of) )*"


def _words(*roles: str) -> str:
    single = ((word, meant) for word, meant in senses("en").items() if " " not in word)
    return "|".join(word for word, meant in single if any(sense.role in roles for sense in meant))


_LIGHTS = "light|lights|lighting|lamps?|bulbs?|flash|sun|filter|lens|camera|phone"
_WHOM = {
    **dict.fromkeys(("us", "me", "them", "everyone", "everybody"), "it"),
    **dict.fromkeys(("him", "her"), "the person"),
}
_SO = _words("adjective", "color") + "|grey"
_FAULTY = frozenset(
    word for word, meant in senses("en").items() if any(sense.role == "adjective" and sense.fault for sense in meant)
) | {"gray", "grey"}
_MATTER = rf"(?!(?:{_LIGHTS})\b)(?:{_words('noun')})"
"""Words for how a thing is; what sliders move, and is a cause that can be mended itself."""
_GREY = r"(?:black and white|b ?(?:&|n|and|/) ?w|monochrome|mono|gr[ae]y(?:scale| scale)?|desaturated)"
_REST = (
    rf"(?:,? (?:and |but |with |while )?(?:turn |make |keep |leave |have |convert )?(?:the |all (?:the )?)?(?:rest"
    rf"|everything else|"
    r"others?|else)(?: of (?:it|the (?:\w+ )?(?:photo|picture|image|scene"
    r"|shot)))? (?:(?:is|are|in|be|goes|go|to|should|into|turns?"
    rf"|turned) )*{_GREY})"
)
_ONE_THING = (
    rf"(?:(?:the|her|his|my|their|that|this) )?(?:(?:{HUES}) )?"
    rf"(?!the\b|in\b|it\b|this\b|that\b|photo|picture|image|(?:{HUES})s?\b)(\w+(?: \w+){{0,2}}?)"
)
_SHOWN = rf"(?:colou?rs?|{_MATTER})\b"
_PLAIN = rf"(?:{_words('adjective', 'color')})"
_NO_THING = rf"(?:{_words('adjective', 'color', 'noun', 'tone', 'verb', 'act', 'degree', 'function', 'out')}|{_AUX})s?"
"""Words that name nothing a photo shows."""
_NAMESAKES = {**dict.fromkeys(("rose", "violet", "lavender"), "flower")}
_NAMESAKES |= dict.fromkeys(("orange", "lemon", "peach", "plum", "olive"), "fruit")
_MEANT_BY = {"lighten": "brightness", "brighten": "brightness", "darken": "darkness", "sharpen": "sharpness"}
_AMISS = ("exposure", "lighting", "light", "focus", "horizon", "balance", "crop", "brightness")
"""What may be wrong either way."""
_ALONE = r"make everything but the \1 black and white"

_REMOVALS = {"haze": "dehaze", "fog": "dehaze", "noise": "noise reduction", "grain": "noise reduction"}
_PATH = r"(?:[\w/ ]{2,30}? ?(?:->|→|»|>>?) ?)+"
"""Where a program has something: "Image > Adjustments > (Brightness -30)"."""
_HUES_ALONE = rf"(?:{HUES})\b"
_PICTURED = r"(?:drawing|painting|poster|artwork|scan|screenshot|flyer|sketch|wallpaper|illustration|cartoon)"
"""Pictures that are no photographs: "this poster" is all of it."""
_ENDS = r"|$|[,.;!?]"
_DOING = f"(?:{_words('verb', 'act')})"
_COMPARED = (
    r"(?:(?:a (?:little )?(?:bit|little|lot|touch|tad)|slightly|much|way|far|even) )*(?:\w{2,}er|(?:more|less) \w+)"
)
_MEANT = (
    r"than (?:(?:i|we|they|he|she) (?:would (?:like|want|prefer|have liked)|want(?:ed)?|like|hoped(?: for)?|meant"
    r"|need(?:ed)?|had in mind)|(?:it|they) (?:should|ought to|has to|needs? to|have to)(?: be)?|necessary|needed|ideal"
    r"|expected|intended)(?: (?:it|them))?(?: to be)?"
)
"""\"(the sky is bluer) than I'd like\": too blue."""

_ACTS = {
    "brightening": "brighten",
    "darkening": "darken",
    "lightening": "lighten",
    "warming": "warm",
    "cooling": "cool",
    "sharpening": "sharpen",
    "saturating": "saturate",
    "desaturating": "desaturate",
    "blurring": "blur",
    "cropping": "crop",
}
_LIKE_A = {
    "orange": "orange|carrot|oompa loompa|pumpkin",
    "red": "tomato|lobster|beet|beetroot",
    "pale": "ghost|corpse|vampire|zombie|dead (?:man|woman|person)",
    "blue": "smurf|avatar",
    "yellow": "lemon|banana|simpson",
    "green": "alien|hulk|shrek",
}
"""What people say that skin looks like."""
_LOOKS_LIKE = [
    (
        rf"\b(?:he|she|they|we|i|{_SINGLE}) (?:now )?looks? (?:a bit |kind of |just )?like (?:an? |the )?"
        rf"(?:{likened})s?(?=$|[.,;!?]| and\b| but\b| now\b| here\b)",
        f"the skin is too {colour}",
    )
    for colour, likened in _LIKE_A.items()
]
_FREE_OF = {"haze": "less hazy", "fog": "less foggy", "mist": "less misty", "grain": "less grainy"}
_FREE_OF |= {"glare": "less shiny", "shine": "less shiny", "blur": "sharp"}
_ADVERT = (
    r"(?:(?:magazine|book|album|catalog|catalogue) (?:cover|ad|page)|magazine(?= (?:look|style|feel|vibe|aesthetic)\b)"
    r"|ad|advert|advertisement|commercial|billboard)"
)
_PHOTO = "(?:photo|picture|image|pic|shot|one)"
_EDITS = (
    r"(?:edit(?:ing|ed)?|chang(?:e|ing|ed)|fix(?:ing|ed)?|adjust(?:ing|ed|ment)?|correct(?:ing|ed|ion)?|done|do"
    r"|retouch(?:ing|ed)?|improv(?:e|ing|ed|ement)|tweak(?:ing|ed)?|touch(?:ing|ed)?(?: up)?|alter(?:ing|ed)?)"
)
"""Work on a photo, in all its forms."""
_LESS_OF = {"saturate": "saturation", "sharpen": "sharpness", "brighten": "brightness", "warm": "warmth"}
_LESS_OF |= {"cool": "coolness", "darken": "darkness", "blur": "blur"}
_STYLES = ("look", "style", "feel", "vibe", "aesthetic")
_FINE = r"(?:fine|good|great|perfect|ok|okay|nice|lovely|all right|alright)"


def _complained(match: re.Match[str]) -> str:
    """ "Flat and dark", "dull, yellow": what stands beside a fault is one too; "dark and moody" is a look."""
    said = re.findall(rf"\b(?:{_SO})\b", match[1])
    if not _FAULTY & set(said) or any(_is_look(word) for word in said):
        return match[0]
    return "it is " + " and ".join(f"too {word}" for word in said)


def _is_look(word: str) -> bool:
    return any(sense.role == "look" for sense in senses("en").get(word, ()))


def _findable(head: str) -> bool:
    """True for a noun of a place or thing that can be found in photos."""
    return bool(places.named(head)) or things.known(head)


def _of_the_thing(match: re.Match[str]) -> str:
    """ "There is a boat on the lake, brighten it": the boat, where it is a thing that can be found."""
    head = match[1].split(" ")[-1]
    matter = any(sense.role in ("noun", "tone") for sense in senses("en").get(head, ()))  # "a strong light"
    known = not matter and (_findable(head) or _findable(head.removesuffix("s")))
    return f"{match[2]} the {match[1]}" if known else match[0]


def _that_is(match: re.Match[str]) -> str:
    """ "There is a lamp in the corner that is too bright": the lamp is."""
    return f"the {match[1]} {match[2]} " if _findable(match[1].split(" ")[-1]) else match[0]


_ABOUT = r"(?:(?:as )?for|regarding|as to|with regard to|concerning|in|on) (?:the|his|her|my|their)"
_ITSELF = "brighten|darken|lighten|sharpen|soften|warm|cool|blur|lift"
_DONE_THERE = (
    r"(?:a (?:bit|little|touch) )?(?:more|less|add|raise|lower|increase|reduce|decrease|boost|lift|drop|use|pull|push"
    r"|bring (?:up|down)|take (?:down|out)|brighten|darken|sharpen|warm|cool|desaturate|saturate)\b"
)


def _to_what_it_is_about(match: re.Match[str]) -> str:
    """ "As for the sky, make it darker": the sky. Not "for the kids, make it brighter"."""
    head = match[1].split(" ")[-1]
    meant = _findable(head) and not (match[0].startswith("for") and places.named(head) == "person")
    return f"{match[2]} the {match[1]}" if meant else match[0]


def _at_a_place(match: re.Match[str]) -> str:
    """ "Sky: -20 highlights", "for the sky, half a stop less": what is done there."""
    return f"on the {match[1]}, " if _findable(match[1].split(" ")[-1]) else match[0]


def _to_each(match: re.Match[str]) -> str:
    """ "The sky and the buildings cooler", "the sky / buildings cooler": both of them."""
    things = [re.sub(r"^(?:the|her|his|my|their|its) ", "", part) for part in _BETWEEN.split(match[1])]
    return f"make {' and '.join(f'the {t}' for t in things)} " if all(map(_findable, things)) else match[0]


def _to_the_place(match: re.Match[str]) -> str:
    """ "The sky, make it bluer": the sky."""
    return f"{match[2]} the {match[1]} " if _findable(match[1].split(" ")[-1]) else match[0]


def _an_advert(match: re.Match[str]) -> str:
    """ "A moody wine ad": how the photo is to look, whatever it sells."""
    word = match[1] or ""
    article = word in ("the", "this", "my", "our", "an", "a")
    if article and match[0].split()[-1] not in _STYLES:
        return match[0]
    known = senses("en").get(word, ())
    if not word or article or "magazine" in match[0] and (not known or word in _FAULTY):  # "a glossy magazine look"
        return f"{word if article else ''} {'editorial' if 'magazine' in match[0] else 'advertising'} look".strip()
    return f"{word} look" if any(sense.role in ("adjective", "look", "color") for sense in known) else "look"


_LIGHT_OF = {name.lower(): f"{kelvin:.0f}" for name, (kelvin, _) in PRESETS.items()}
_LIGHT_OF |= {"sunlight": _LIGHT_OF["daylight"], "incandescent": _LIGHT_OF["tungsten"]}
"""Kelvin of Lightroom's white balances by name."""
_SOMEWHAT = r"(?:(?:a (?:tiny |little )?bit|bit|a little|too|very|so|quite|slightly|rather|kind of|kinda|pretty) )"
_FAULT = (
    r"(?:flat|dull|lifeless|washed out|hazy|blurry|grainy|noisy|overexposed|underexposed|muddy|contrasty"
    r"|lacks? (?:contrast|punch|pop|depth|light|color))"
)
_BALANCE = r"(?:white ?balance|wb)"
_FRAMES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    *_LOOKS_LIKE,
    (r"\bglossy (?=(?:fashion|magazine|editorial|vogue|ad|advert|print|look|style|hollywood)\b)", ""),
    (
        rf"\b(?:it|this|that|(?:the|this|my) {_PHOTO}) (?:is|was) (?:supposed|meant|intended) to (?:be"
        rf"|look) (?=(?:{_SO})\b)",
        "keep it ",
    ),
    (
        r"\b(?:want|would like|like|need|love) (the colou?rs) to (?:really |just )*(?:sing|pop|shine|glow"
        r"|stand out|come alive)\b",
        r"want to make \1 pop",
    ),
    (
        r"\blooks? (?:like|as if|as though) (?:it (?:is|was) )?(?:being )?(?:shot|taken|photographed"
        r"|seen) through (?:an? )?"
        r"(?:dirty|foggy|milky|dusty|misty) (?:window|glass|lens)\b",
        "is too hazy",
    ),
    (
        rf"{_BEGINS}(?:it |this |the {_PHOTO} )?(?:has |have |is )?(?:lost|missing) (?:all |most of |some of "
        rf"|a lot of )?(?:the |its )?"
        r"(colou?r|contrast|details?|texture|warmth|depth) (?:in|of|on) (?=(?:the|her|his|my) )",
        r"more \1 in ",
    ),
    (
        rf"\b(?:the |this )?(?:{_LIGHTS}) (?:has |have )?(?:blew|blows?|blown|burnt|burned|bleached"
        rf"|washed) (?:out )?({_SINGLE})(?: out)?"
        r"(?=$|[.,;!?]| and\b)",
        r"\1 is too bright",
    ),
    (r"\b(?:bring up|lift|raise|pull up) (everything|all) (?=but\b|except\b|that\b|which\b)", r"brighten \1 "),
    (r"\b(?:bring down|drop|lower|pull down) (everything|all) (?=but\b|except\b|that\b|which\b)", r"darken \1 "),
    (r"\b(except|apart from|other than)(?: for)? (?:on|in|at|over) (?=(?:the|her|his|my|their) )", r"\1 "),
    (r"\b(?:no|without(?: an?y?)?) colou?r (?:shifts?|changes?)\b", "keep the white balance"),
    (
        r"\b(saturate|sharpen|brighten|warm|cool|darken|blur) (?:it |this )?(?:up |down )?(?:a (?:bit|little|lot) "
        r"|much )?less\b",
        lambda m: f"less {_LESS_OF[m[1]]}",
    ),
    (
        rf"\bmake ({_SINGLE}) the only (?:colou?r|thing in colou?r|colou?red thing)(?: in (?:it"
        rf"|the {_PHOTO}))?(?=$|[.,;!])",
        _ALONE,
    ),
    (
        rf"\b({_SINGLE}) (?:should|must|has to|needs to) be the (\w+)est (?:thing|part|object|spot|element|area)"
        rf"(?: (?:in|of) (?:it|the {_PHOTO}|the scene|the frame))?(?=$|[.,;!])",
        r"make \1 \2er",
    ),
    (
        rf"\b(?:pull|bring|lift|get|rescue) ({_SINGLE}) (?:back )?out of (?:the |that |its )?(?:deep )?(?:shadows?"
        rf"|dark(?:ness)?|gloom"
        r"|black)(?=$|[.,;!]| and\b| but\b)",
        r"brighten \1",
    ),
    (
        r"\b(?:the |this |that |its )?(lighting|light|exposure|colou?rs?|white balance) (?:is|are|looks?|came out"
        r"|has gone|have"
        r" gone|went) (?:so |really |very |just |all |pretty |completely )*(?:bad|poor|horrible|terrible|awful"
        r"|wrong|shit|crap"
        r"|crappy|rubbish)(?=$|[.,;!?]| and\b| but\b| here\b)",
        r"fix the \1",
    ),
    (
        r"\b((?:the|this|that|all this|all the) \w+) (?:kills|ruins|spoils|destroys|hurts|wrecks|takes away from)"
        r" (?:the|this|my|it|everything|all)\b[^.,;!?]*",
        r"reduce \1",
    ),
    (
        r"\b(?:bring|get|put|breathe) ((?:some |more |a (?:bit|little|touch) (?:of |more )|a lot (?:of |more ))*"
        r"(?:warmth|contrast|colou?r|saturation|light|brightness|clarity|detail|texture"
        r"|sharpness)) (?:in)?to (?=the |her |his |my )",
        r"add \1 to ",
    ),
    (
        rf"^((?:(?:so|very|too|really|kinda|just|all|a bit|kind of|pretty) )*(?:{_SO})(?:(?:,? (?:and|n|&)|,) "
        rf"(?:(?:so|very|too|really|kinda|a bit|kind of|pretty) )*(?:{_SO}))+)(?=$|[.,;!?])",
        _complained,
    ),
    (
        rf"\b({_SUBJECT}) (?:is|are|was|were|looks?) (?:almost |nearly |too |so |very |pretty |really )*"
        r"(?:(?:hard|impossible|difficult|tough) to (?:see|make out|recogni[sz]e)|(?:barely |hardly |scarcely "
        r"|not (?:really )?"
        r"|in)visible)(?: at all| here)?(?=$|[.,;!?]| and\b| but\b| so\b)",
        r"\1 is too dark",
    ),
    (
        r"[,.;!]? ?\b(?:please )?help (?:a (?:guy|girl|brother|sister|friend) |me |us )?(?:out )?(?:please )?(?=$"
        r"|[.,;!?])",
        "",
    ),
    # "red car brighter": how a thing is, and how it is to be
    (
        rf"(?:^|(?<=[.,;!?] ))(?={_PLAIN} (?:(?!{_NO_THING}\b)\w+ )?(?!{_NO_THING}\b)\w+ {_COMPARED}(?: please)?"
        rf"(?:{_ENDS}| and\b))",
        "make the ",
    ),
    # a colour's name where something is sharp or blurred: the flower, the fruit
    (
        r"\b((?:focus|sharpness|sharpen|blur|crop|clarity|details?)(?: (?:on|of|in|to|around|out))? (?:the|that|this) )"
        rf"({'|'.join(_NAMESAKES)})(?=s?\b(?:{_ENDS}| and\b| so\b| more\b| better\b))",
        lambda m: f"{m[1]}{m[2]} {_NAMESAKES[m[2]]}",
    ),
    (
        r"\b((?:make|turn|brighten|darken|enhance|boost|saturate|increase) (?:the )?)"
        rf"({HUES})((?:,? (?:and )?(?:{HUES}))*) paint (?=(?:on|of|in)\b)",
        r"\1\2\3 colors ",
    ),
    # where those stand that a photo is of
    (
        r"\b((?:the|this|that|my|our|an?) (?:\w+ )?(?:photo|picture|image|pic|shot) of [^.,;!?]*?) "
        r"(?:on|in|at|near|by|from) (?:the|an?|my|his|her|our|their) (?:\w+ )?(?!\w+er\b)\w+(?: together)?"
        rf"(?={_ENDS}| and\b| so\b| but\b| please\b)",
        r"\1",
    ),
    (r"\b((?:sharpen|blur|focus)\w*(?: up| on)? )the (?:image|picture|photo) of (?=the\b)", r"\1"),
    (r"\bdeepen (?=(?:the |her |his |my |our |their )?(?:\w+ (?:poss |s )?)?(?:skin|complexion|tan)\b)", "darken "),
    (r"\bcrop (?:(?:this|the|it|my) ?(?:\w+ )?)?to include more\b", "extend the photo to include more"),
    (
        r"\b(?:adjust|change|alter) (?=(?:the )?(?:brightness|exposure|lighting|light)\b[^.;!?]*? (?:so|to)\b[^.;!?]*?"
        r"\b(?:see|seen|visible|clearer|clearly)\b)",
        "increase ",
    ),
    # "less warmth in the photo, especially on the boy"
    (
        rf"\b(reduce|increase|lower|decrease|boost|raise) (?:the )?({_MATTER})"
        r"((?: (?:of|in) (?:the |this )?(?:photo|picture|image|shot))?),? especially (?:on |in |for |of |at |around )?"
        r"(?=(?:the|her|his|my|our|their)\b)",
        r"\1 the \2\3 and \1 the \2 of ",
    ),
    # what another change is for
    (
        r"(?<=\w) (?:it|that|this|which) (?:would|will) (?:also |really )?(?:help )?(?:make|get) "
        r"(?:it|them|the (?:\w+ )?(?:photo|picture|image|shot)) (?:look |appear |be )?(?!.*\bif\b)",
        " so that it looks ",
    ),
    (
        r"(?<=\w)(?<!\bwant)(?<!\byou)(?<!\blike)(?<!\bneed)(?<!\bable)(?<!\bhave)(?<!\bhelp) to (?:help )?make "
        rf"((?:(?:the|her|his|my|their|this|that) )?(?:(?!{_SHOWN})\w+ )?(?!{_SHOWN})\w+) "
        r"(?=(?:stand|pop|stick|come) ?(?:out)?\b)",
        r" so that \1 ",
    ),
    (
        r"\b(so (?:that )?(?:you|i|we|one|people) (?:can|could) [^,.;!?]*?) and (?=the \w+ (?:is|are|looks?) )",
        r"\1 so that ",
    ),
    (
        r"\bmake ((?:(?:the|her|his|my|their|this|that) )?\w+(?: \w+)?) (?:pop|(?:stand|stick|pop) out)"
        r"(?: (?:out|more|better|a (?:little |tiny )?(?:bit|little)|slightly))* by "
        rf"({'|'.join(_ACTS)}) (it|them|him|her)\b",
        lambda m: f"{_ACTS[m[2]]} {m[3] if m[1] in ('it', 'them', 'him', 'her') else m[1]}",
    ),
    (rf"\b(?:magnify|enlarge|scale up|blow up|expand) (?=(?:the |its |overall )*{_MATTER}\b)", "increase "),
    (r"\bin back of (?!the (?:photo|picture|image|frame)\b)", "behind "),
    (
        r"\b(increase|enhance|improve|boost|raise|adjust|reduce|lower) (the |its )(lighten|brighten|darken|sharpen)\b"
        rf"(?! {_THING})",
        lambda m: f"{m[1]} {m[2]}{_MEANT_BY[m[3]]}",
    ),
    (
        r"(?:^|(?<=[.;!?] ))((?:the|her|his|my|their) (?:\w+ )?\w+) (?:is|are) (?:the|our|my) "
        r"(?:star|hero|main (?:thing|subject|character)|center of attention)(?: (?:of|in) (?:the |this )?\w+)?"
        r"(?:,? (?:and|so|but)|[,;:.])+ ([^.;!?]*?)\b(?:everything else|all else|the rest|the others?)\b",
        r"\2everything but \1",
    ),
    (
        rf"(?:^|(?<=[.;!?] )){_ON}({_ONE}(?:{_BETWEEN.pattern}{_ONE})+) ?:? (?=(?:(?:a (?:bit|little|touch|tad|lot)"
        r"|slightly|much|even|far|way) )?(?:(?:more|less) \w+|[a-z]{3,}er) ?(?:$|[.,;!?]| and ))",
        _to_each,
    ),
    (
        rf"(?:^|(?<=[.;!?] )){_ON}(?:for |as for |regarding )?(?:the |her |his |my |their )?"
        r"((?:\w+ )?\w+) ?: (?=[a-z+\-\d])",
        _at_a_place,
    ),
    (r"(?:^|(?<=[.;] ))for (?:the |his |her |my )((?:\w+ )?\w+), (?=[a-z+\-\d])", _at_a_place),
    (
        rf"(?:^|(?<=[.;!?] )){_ON}(?:the |her |his |my |their )((?:\w+ )?\w+), (?:please )?"
        r"(?=(?:(?:a (?:bit|little|touch|tad|lot)|slightly|much|even|far|way) )?(?:more|less) (?!than\b|of\b)\w)",
        _at_a_place,
    ),
    (r"^(?:the |her |his |my )((?:\w+ )?\w+)[,:] (?:please )?(make|turn|keep|leave) it (?=\w)", _to_the_place),
    (
        rf"(?:^|(?<=[.;,] )|(?<=\band )){_ABOUT} ((?:\w+ )?\w+),? (?:please )?(make|turn|keep|leave|{_ITSELF}) it\b",
        _to_what_it_is_about,
    ),
    (
        r"(?:^|(?<=[.;] ))as for (the|his|her|my|their) ((?:\w+ )?\w+),? it (?=(?:should|needs?|could|must|has|is)\b)",
        r"\1 \2 ",
    ),
    (rf"(?:^|(?<=[.;] )|(?<=\band )){_ABOUT} ((?:\w+ )?\w+),? (?:please )?(?={_DONE_THERE})", _at_a_place),
    (
        r"\b([a-z]+) ([+-][\d.]+) (?:on|in|for) (the \w+)(?:,| and|, and) ([+-][\d.]+) (?:on|in|for) (the \w+)",
        r"\1 \2 on \3 and \1 \4 on \5",
    ),
    (
        rf"\b(?:set |use |apply |change )?(?:the |an? )?{_BALANCE}(?: preset)?:? (?:to |at |of |for )?(?:the )?"
        rf"({'|'.join(_LIGHT_OF)})\b(?: preset)?"
        rf"|\b(?:use the |set the |use |set )?({'|'.join(_LIGHT_OF)}) {_BALANCE}(?: preset)?\b",
        lambda m: f"temperature {_LIGHT_OF[m[1] or m[2]]} K",
    ),
    (
        rf"^((?:(?:it|this|the (?:photo|picture|image|shot)|the whole thing|everything) (?:is|looks|came out|feels) "
        rf"|it )?(?:(?:{_SOMEWHAT}*{_FAULT}|{_SOMEWHAT}+dark)(?:,| and|, and) )+)"
        rf"(?:is )?{_SOMEWHAT}({HUES})(?=$|[.,;!])",
        r"\1it is too \2",
    ),
    (
        r"\bi (?:do not|did not) (?:really )?(?:like|love|want) (?:the|this|that) ((?:\w+ )?\w+) (?:look|style|effect"
        r"|filter|vibe)\b",
        r"i hate the \1 look",
    ),
    (r"\b(under|over)expose(?: it)? by ([\d./]+)(?! ?(?:stops?|ev))\b", r"\1expose by \2 stop"),
    (
        r"\bthere (?:is|are) (?:an? |some |two |three |several |many |\d+ )?((?:(?!lots?\b|too\b)\w+ ){0,2}\w+?)"
        r"(?: (?:in|on|at|near|behind|under|by|to) (?:the |my |her |his )?[\w ]{2,20}?)?[,.;]* "
        r"(?:and |so |please |can you |could you )*(?!remove|erase|delete|get|take|edit|crop|hide)(\w+) (?:it|them)\b",
        _of_the_thing,
    ),
    (
        rf"{_BEGINS}(?:everything|all|it all|the rest)(?: of it)?(?: else)? (?:is|looks) {_FINE}"
        r"(?: as (?:it )?is)?,? (?:but|except(?: that)?|only) ",
        "",
    ),
    (rf"\bit is ({_SINGLE}) (?:that|which|who) (?=(?:{_FINITE})\b)", r"\1 "),
    (
        r"\b(bring|push|pull|take|move|turn) (up |down )?(?:the )?(?:brightness|levels?|exposure|luminance) of the "
        r"(?=(?:shadows|highlights|blacks|whites)\b)",
        lambda m: f"{m[1]} {m[2] or ''}the ",
    ),
    (
        rf"\b({_SINGLE})(?: really| just| also)? (?:needs? to|should|must|has to|have to|ought to)(?: really| just)? "
        r"(pop|stand out|glow|sparkle)\b",
        r"make \1 \2",
    ),
    (
        r"\b(?:(?:fix|correct|improve|adjust) )?(?:the |this |that )?(?:bad|poor|terrible|awful|horrible|crappy) "
        r"(lighting|light|exposure|colou?rs?|white balance|brightness)\b(?! (?:on|in|from|of)\b)"
        r"(?:,? (?:so |and )?(?:please |pls )?(?:fix|correct|improve|adjust)(?: it| them| this)?)?(?: please)?",
        r"fix the \1",
    ),
    (
        r"\b(more|some|add|stronger|nice|creamy) bokeh\b(?! (?:to|in|on|for|behind|around|at)\b)",
        r"\1 blur in the background",
    ),
    (r"\bkick up (?=(?:the|that|this|its) )", "raise "),
    (rf"\b({_SINGLE}) (?:to be )?as ({HUES}) as (?:the |an? )?\w+", r"\1 more \2"),
    (
        rf"\bno (?:more |further |extra |additional )?({'|'.join(_ACTS)})\b(?! of\b)",
        lambda m: f"do not {_ACTS[m[1]]} it",
    ),
    (
        rf"\b({_SINGLE}) (?:should|must|may|shall|can) not (?:get|become|turn|go|grow) (?:any |too )?"
        rf"(?=\w+er\b|more |{_HUES_ALONE})",
        r"do not make \1 ",
    ),
    (
        rf"{_BEGINS}((?:everything|it all|the whole (?:thing|photo|picture|image)|{_SINGLE})) (?:has |have |had )?"
        rf"(?:turned|gone|went|became) (?:all |so |very |a bit |a little |completely )*({HUES})(?=$|[.,;!])",
        r"\1 is too \2",
    ),
    (r"\b(haze|fog|noise|grain) removal (?:slider )?(?=to |at |by |\+|-|\d)", lambda m: _REMOVALS[m[1]] + " "),
    (
        r"\b(?:an? )?(?:old,? (?:and )?faded|faded,? (?:and )?old) (?:photo|photograph|picture|print|snapshot)s?"
        r"(?: look)?\b",
        "an old photo look, with fade",
    ),
    (
        r"\b(?:make|let) (?:it|this|the (?:photo|picture|image|scene)) (?:look|feel|seem) (?:more )?like "
        r"(?:an? |the |it is )?(?:sunset|sunrise)(?: time)?(?=$|[.,;!]| but\b| and\b)",
        "give it a golden hour look",
    ),
    (
        rf"{_BEGINS}(?:free )?select ((?:the |all |all the |your )?(?:(?!and\b)\w+ ?){{1,4}}?)(?: and|,)+ (?:then )?"
        rf"({_DOING})( it\b)?(?= |$|[.,;!?])",
        lambda m: f"{m[2]} {m[1]}" if m[3] else f"in {m[1]}, {m[2]}",
    ),
    (rf"\b{_PATH}(?=\w)", ""),
    (
        r"\b(?:bring|put|get) ((?:some |a (?:bit|little|touch) (?:of |more )?|more |a lot (?:of |more )?)+\w+)"
        r" in(?=$|[.,;!])",
        r"add \1",
    ),
    (
        r"\b(lighten|darken) (?:up )?((?:the |her |his |my )?(?!the\b|all\b|image|photo|picture|skin)\w+) colou?rs?\b",
        r"\1 \2",
    ),
    (r"\b(lighten|darken) (?:up )?(?:the |all the |all )?colou?rs? of (?=(?:the|her|his|my) )", r"\1 "),
    (
        r"\b(?:lighten (?:up )?(?:the |all the |all )?colou?rs?|make (?:the |all the |all )?(?:image |photo "
        r"|picture )?colou?rs? lighter)\b",
        "brighten it",
    ),
    (
        r"\b(?:remove|erase|delete|get rid of|take out) (?:the |all the |that |this |any )?black "
        r"(portions?|areas?|parts?|sections?|spots?|halves|half|bits?)\b",
        r"remove the black thing",
    ),
    (
        r"\b(?:lower|raise|lift|drop|bring down|bring up|put down|put up|move) (?:the |his |her |my |their )?"
        r"(?:left |right |both )?(shoulders?|arms?|hands?|legs?|chin|foot|feet|eyebrows?|fingers?|elbows?|knees?)\b",
        r"photoshop the \1",
    ),
    (
        r"\b(?:to (?:make|let|have)|so(?: that)?) [\w ]{2,30}? fills? (?:up )?(?:the |my )?(?:frame|screen|photo"
        r"|picture|image)\b",
        "",
    ),
    (
        r"\b(?:make it )?so(?: that)? ([\w ]{2,40}?) (?:can|could) be (?:more |better )?(?:easily|clearly|easier"
        r"|better) "
        r"(?:read|seen|recogni[sz]ed|made out)\b",
        r"make \1 more visible",
    ),
    (r"\bmore (?:easily|clearly) (?:read|seen|recogni[sz]able|visible)\b", "more visible"),
    (r"\b(?:volume|strength|quantity) of (?:the )?(?=\w)", ""),
    (rf"\b({_DOING}) the (?:look|appearance) of (?={_THING})", r"\1 "),
    (r"\b(?:sharpen|improve|increase|enhance|fix|adjust|strengthen) the focus (?:on|of|in) ", "sharpen "),
    (
        r"\b(?:apply|use|do|make|add) (?:an? |the |some )?(shadow|highlight|brightness|exposure|saturation|contrast)s?"
        r"(?: levels?)? (?:adjustments?|corrections?)\b",
        r"adjust the \1",
    ),
    (
        r"(?s)^(?=.*\bmouse\b)(?=.*\b(?:hover(?:s|ing)?|mouse (?:touches|moves|is|goes)(?: over)?)\b).*$",
        "photoshop the page",
    ),
    (
        rf"\b(?:switch|change|shift|go|turn|move) (?:it |the (?:colou?rs?|tones?) )?from (?:the )?({HUES})s?(?: "
        rf"(?:tones?|hues?|tints?"
        rf"|colou?rs?))? (?:in)?to (?:the )?({HUES})s?(?: (?:tones?|hues?|tints?|colou?rs?))?\b",
        r"change the \1 to \2",
    ),
    (
        r",? ?\b(?:in order )?to make (?:it|them|her|him|the \w+) (?:the|a|more of a) (?:main )?(?:focus|focal point"
        r"|cent(?:er|re) of attention)(?: (?:of|in) (?:the|this) \w+)?(?=$|[.,;]| and\b)",
        "",
    ),
    (
        r"\b(?:remove|take off|undo|get rid of) (?:the )?(?:black and white|b&w|gr[ae]y ?scale|monochrome)"
        r"(?: (?:filter|effect|look|tone|layer))?(?=$|[.,;]| from\b| and\b)",
        "colorize it",
    ),
    (
        r"\b((?:the |this )?(?:picture|photo|image)) on the (?:left|right)(?: side)?(?=$|[.,;]| (?:is|to|so|a bit"
        r"|a little|more"
        r"|less|much|look)\b| \w+er\b)",
        r"\1",
    ),
    (
        rf"\b(?:change|replace|swap|switch|exchange) (?:all )?(?:of )?(?:the )?({HUES})s?(?: (?:tones?|tints?"
        rf"|hues?|colou?rs?"
        rf"|parts?))?(?: (?:in|of) the (?:picture|photo|image))? (?:with|for|by) (?:the )?({HUES})s?"
        r"(?: (?:tones?|tints?|hues?|colou?rs?))?(?=$|[.,;]| and\b)",
        r"change the \1 to \2",
    ),
    (r"\bsharpen (?:up )?(?:the |all the )?edges(?! of)", "sharpen it"),
    (
        r"\b(?:crop(?:ped)?|cut) (?:(?:the |her |him |them )?(?:\w+ )?)?out and (?:put|place|paste|insert)\b",
        "remove it and place",
    ),
    (
        r"\b(?:put|bring|get) (?:the |his |her |my |their )(arms?|hands?|legs?|feet|chin|shoulders?) (?:up|down"
        r"|together)\b",
        r"photoshop the \1",
    ),
    (r"\b(less|too much|reduce the|decrease the|lower the|tone down the) flash\b", r"\1 glare"),
    (r"\b(fix|correct|improve|enhance|adjust) (?:the )?colori[sz]ation\b", r"\1 the colors"),
    (r"\b(haze|fog|mist|grain|glare|shine|blur)[ -]free\b", lambda m: _FREE_OF[m[1]]),
    (rf"\b(?:(\w+) )?{_ADVERT}(?: (?:{'|'.join(_STYLES)}))?(?={_ENDS[1:]})", _an_advert),
    (
        rf"\bthis (?:(?!{_HUES_ALONE})\w+ ){{0,2}}?{_PICTURED}\b(?: of (?:an? |the |my |our )?(?:\w+ )?"
        rf"(?!(?:in|and|from|to|more|less)\b)\w+(?= (?:more|less|to|in|and|look|bright|dark|sharp|a|for)\b{_ENDS}))?",
        "this photo",
    ),
    (
        r"\b(darken|lighten|brighten|shad|shadow)ed (?=(?:area|part|spot|region|section|portion)s?\b)",
        lambda m: "bright " if m[1] in ("lighten", "brighten") else "dark ",
    ),
    (r"\blevels? adjustments?\b", "adjustments"),
    (r"\b(\w{3,})[ -]ish\b", r"\1ish"),
    (
        rf"{_BEGINS}(?:(?:there is|there are|i see|it has) )?(?:nothing (?:(?:here|else|in it) )?(?:really )?"
        rf"(?:needs? |(?:has|have) to be |(?:left |worth )?to (?:be )?|worth )(?:to be )?{_EDITS}"
        rf"|(?:it |this |the {_PHOTO} )?(?:needs |requires )?no {_EDITS}s?(?: (?:is |are )?(?:needed|necessary"
        rf"|required))?)"
        rf"(?: (?:here|at all|in this one|on this one|in this {_PHOTO}|on this {_PHOTO}|please))*(?=$|[.,;!])",
        "do not change anything",
    ),
    (
        rf"^(?:(?:all|looks?|looking|everything|it|this|is|are|so|already) )*{_FINE}(?: here"
        rf"| already)?[,.;! ]+(?:and |so |just )?"
        r"(?=do not change anything)",
        "",
    ),
    (rf"{_BEGINS}(?:a (?:bit|little) |so |kinda )?({_SO}) much ?(?=$|[?!.,])", r"it is too \1"),
    (
        rf"{_BEGINS}(?:(?:the|any|more|extra) )*(?:no )?((?:\w+ )?\w+) (?:(?:is|are) )?(?:not )?(?:needed|necessary"
        rf"|required)(?=$|[.,;!?]| just| only| but| and)",
        lambda m: f"no {m[1]}," if re.search(r"\b(?:no|not)\b", m[0]) else m[0],
    ),
    (
        rf"\b({_SUBJECT}) (?:is|are|was|were|looks?|came out|turned out|seems?|feels?) ({_COMPARED})"
        rf" {_MEANT}(?=$|[.,;!]| and\b| but\b)",
        r"\1 is too \2",
    ),
    (
        rf"{_BEGINS}(?:so |and )?why (?:is|are) (?:not )?({_SUBJECT}) (?:not )?({_COMPARED})(?= ?(?:$|[.,;?!]))",
        r"make \1 \2",
    ),
    (
        r"\b(?:it would|would(?: it)?|it will|it might) be (?:so |really |very )?(?:nice|great|good|cool|lovely"
        r"|better|awesome|best|amazing|perfect|nicer)"
        rf" to (?:have|see|get|make) ({_SUBJECT}) (?={_COMPARED})",
        r"make \1 ",
    ),
    (
        rf"\b(?:i|we) (?:really |do |just )*wish ({_SUBJECT}) (?:was|were|is|would be|looked) not (?:quite"
        rf" )?(?:so|that|as|this|too) (?=\w)",
        r"\1 is too ",
    ),
    (
        rf"\b(?:whoever|someone|somebody|the (?:editor|photographer|camera|phone|app|filter|preset)|my (?:phone"
        rf"|camera|\w+)) (?:\w+ ){{0,4}}?"
        rf"(?:made|left|rendered|turned|shot|got) ({_SUBJECT}) (?:look )?(?:(?:way|far|a bit|much) )?(?:too|so) (?=\w)",
        r"\1 is too ",
    ),
    (
        r"^(?:(?:way|far|a bit|a little|much|just|still) )*too (\w+),? ((?:the|her|his|my|our|their) (?:\w+"
        r" )?(?!\w+er$)\w+)$",
        r"\2 is too \1",
    ),
    (
        rf"{_BEGINS}({_THING})(?<! is)(?<! are)(?<! was)(?<! were)(?<! look)(?<! looks) not (?:quite )?(?:so"
        rf"|that|as) (?=(?:{_SO})\b)",
        r"\1 is too ",
    ),
    (r"\b(is|are|looks?) not light enough\b", r"\1 not bright enough"),
    (rf"\bwithout ({_SUBJECT}) (?:looking|being|getting|becoming|going|turning|coming out) ", r"without making \1 "),
    (
        rf"\b(?:edit|change|adjust|alter|modify|tweak) ({_SUBJECT}(?: of {_SUBJECT})?) (?:to|so (?:that )?(?:it"
        rf"|they)(?: will)?)"
        r" (?:be|(looks?|appears?)|become|is|are|becomes) (?=\w)",
        lambda m: f"make {m[1]} {'look ' if m[2] else ''}",
    ),
    (
        rf"\b(?:make|keep|get|have|want|need) (?!the (?:shadows|blacks|darks)\b)({_SINGLE}) (?:be |look "
        rf"|appear )?(?:open|closed|shut)(?=$|[.,;!?]| and\b)",
        r"replace \1",
    ),
    # one thing in colour
    (
        rf"(?:\b(?:keep|leave|have|want) )?\b{_ONE_THING} (?:(?:to|be|is|are|stays?|remains?|kept|left) )*in"
        rf" (?:full )?colou?r(?: only)?{_REST}",
        _ALONE,
    ),
    (
        rf"\b(?:do |use |add |apply |with )?(?:a )?(?:selective colou?r|colou?r (?:splash|pop|isolation))(?:"
        rf" effect)? (?:on|of|for) "
        rf"{_ONE_THING}(?=$|[.,;!])",
        _ALONE,
    ),
    # how it came to be so: nobody says what has been done already unless it is amiss
    (
        rf"{_BEGINS}(?!(?:\w+ ){{1,4}}?(?:{_MATTER})\b)(?:{_THING}|it|this|that|(?:\w+ )?(?:{_LIGHTS})) (?:has "
        rf"|have |had )?(?:all )?"
        r"(?:made|makes|turned|turns|left|leaves|rendered|renders) "
        rf"({_SUBJECT}|him|her|them|us|me|everyone|everybody) {_LOOKING}({_SO})(?=$|[.,;!?]| and\b| but\b| so\b)",
        lambda m: f"{_WHOM.get(m[1], m[1])} is too {m[2]}",
    ),
    (
        rf"{_BEGINS}(?:the |these |those |all (?:the )?)?(?:\w+ )?(?:{_LIGHTS}) (?:make|turn|render) "
        rf"({_SUBJECT}|him|her|them|us|me|everyone|everybody) {_LOOKING}({_SO})(?=$|[.,;!?]| and\b| but\b| so\b)",
        lambda m: f"{_WHOM.get(m[1], m[1])} is too {m[2]}",
    ),
    (
        rf"{_BEGINS}there (?:is|are) (?:an? |the |some )?((?:\w+ )?\w+)(?: (?:in|on|at|behind|near|by) (?:(?:the|his"
        r"|her|my) (?:\w+ )?\w+|her|him|them|me|us))? (?:that|which) (is|are|looks?) (?=(?:(?:way|far|much|a bit|a "
        r"little) )?too )",
        _that_is,
    ),
    (
        rf"\b({_SINGLE}) (?:is|are) (?:such )?an? (?:really |very |so )?(?:lovely|beautiful|gorgeous|nice|great"
        rf"|pretty|wonderful|stunning|amazing|deep) ({_words('color')})[,;.] (?:so |please |just )*(?:bring|push|draw"
        r"|pull) (?:it|that|this) (?:out|up|further|forward)\b",
        r"bring out the \2 of \1",
    ),
    (  # "her lips a deeper red"
        rf"{_BEGINS}((?:the|her|his|my|their) (?:\w+ )?\w+(?<! is)(?<! are)(?<! was)(?<! were)(?<! became)) (an? "
        "(?:(?:much|slightly|bit|little) )*(?:deeper|darker"
        rf"|lighter|richer|brighter|softer|paler|warmer|cooler) (?:{_words('color')}))(?= *(?:$|[.,;!?]| please\b))",
        r"make \1 \2",
    ),
    # asked by negation: what is meant is so, or is wanted
    (rf",? (?:{_AUX}) not (?:it|they|he|she|you|we|this|that) ?(?=$|[.!?])", ""),
    (rf", (?:{_AUX}|right|eh|no|okay)(?: (?:it|they|he|she|you|we|this|that))? ?\?", "."),
    (
        rf"{_BEGINS}({_AUX}) not (?=(?:it|this|that|these|those|they|there|he|she|the|her|his|my|our|you|we|i)\b)",
        r"\1 ",
    ),
    (rf"{_BEGINS}({_AUX}) (it|this|that|they|he|she|you|we) not (?=\w)", r"\1 \2 "),
    # thought and said
    (
        rf"\b(?:i|we){_OFTEN} (?:do|did|would) not{_OFTEN} (?:think|feel|believe|find|reckon|say)(?: that| like)? "
        rf"({_SUBJECT}) ({_AUX}|needs?|looks?|seems?|wants?) ",
        lambda m: f"{m[1]} {_NEGATED.get(m[2], m[2] + ' not')} ",
    ),
    (rf"{_BEGINS}(?:i|we){_OFTEN} {_THINKS}(?: that| if| whether| like)? (?={_SUBJECT} (?:\w+ )?{_FINITE}\b)", ""),
    (
        rf"\b(?:i|we){_OFTEN} (?:like|adore|enjoy|am happy with|appreciate) (?=(?:the|how|its|this|that|his|her) \w)",
        "i love ",
    ),
    (
        rf"({_SUBJECT}) (?:does not (?:need|have) to|should not|must not|need not|ought not to) (?:be|look) "
        r"(?:quite )?(?:so|this|that|as|too) (?=\w)",
        r"\1 is too ",
    ),
    (r"\bwould ((?:a |some )[\w ]+?) (?:hurt|be possible|be too much(?: to ask)?|be okay?) ?(?=$|[?.!])", r"\1"),
    (
        rf"({_SUBJECT}) (?:was|were|is|looked|looks) (?:a (?:lot|bit|much) |so |much |far |way )*(\w{{2,}}er|more \w+)"
        r" (?:in (?:reality|real life|person)|when i was there|to the eye)\b",
        r"make \1 \2",
    ),
    # said in two parts
    (
        rf"{_BEGINS}([\w ]+?) (?:is|are) (?:exactly |just |really )*(?:what|all|the (?:only )?thing)(?: that)?"
        rf"(?: (?:is|it|this|that|i|we|the \w+))*(?: (?:is|am|are|really|still|most))* {_LACKS}\b",
        r"it needs \1",
    ),
    (
        r"\b(?:what|the (?:only|one|main|first|biggest) (?:thing|part|bit|one)|the thing)(?: that| which)? "
        r"(?:really |mostly |still )*(?:bothers?|annoys?|bugs?|disturbs?|distracts?|irritates?|gets) (?:me|us)"
        r"(?: (?:most|here|about (?:it|this)|is))*,? (?:is|are)(?: that)? ",
        "i do not like ",
    ),
    (
        r"\b(?:my|the|our) (?:only |main |one |biggest |first )?(?:problem|issue|complaint|gripe|worry|concern|trouble)"
        r"(?: (?:with|about|in|of|here) ?(?:it|this|that|the \w+)?)? is(?: that| with)? ",
        "i do not like ",
    ),
    (
        rf"\b(?:it is|is) ({_THING}) (?:that|which) (?:really |mostly )*(?:bothers?|annoys?|bugs?|disturbs?) (?:me|us)",
        lambda m: f"{m[1]} {'is off' if m[1].split()[-1] in _AMISS else 'are too strong'}",
    ),
    (
        rf"\b(?:there is )?nothing (?:is )?wrong with (?:it|this|that|(?:the|my|this) {_PHOTO})\b",
        "do not change anything",
    ),
    (rf"\b(?:there is )?nothing (?:is )?wrong with ({_THING})", r"keep \1"),
    (r"\bleave ((?:it|this|that|them|him|her|the \w+)) be(?=$|[.,;!])", r"leave \1 alone"),
    (rf"\bmake (the (?:{HUES}|colou?r)s?) go (?:brr+|crazy|wild|boom|off|nuts|hard)\b", r"make \1 pop"),
    (r"\bwould it (?:kill you|hurt|be possible|be too much(?: trouble| to ask)?|be okay) (?:to|if you) ", ""),
    (r"\b(everything|all|anything)(?: else)? (?:that|which) (?:is|are) not (?=\w)", "everything but "),
    (rf"\bi do not like (?={_SUBJECT} {_FINITE}\b)", ""),
    (
        r"(?:^|(?<=[a-z]), ?|(?<=[.;] )|- )(?:but |just |and )*nothing (?:(?:too|over the|so) \w+|fancy|crazy"
        r"|dramatic|major"
        r"|radical|heavy|extreme|wild|drastic|strong|big|harsh|aggressive|special|obvious|excessive"
        r"|overdone)(?=$|[.,;!])",
        ", but not too much",
    ),
)


def unframed(text: str) -> str:
    """A lower-case text with contractions spelt out, without what only stands around its wishes."""
    return rewritten(text, _FRAMES)
