"""What people tell beside a wish: how a photo came to be, who asks, whom they thank, what they think of it in passing.

`untold` takes it out of a text by its turns; `without_tales` leaves out whole clauses about persons that say nothing of
the picture ("i have tried everything in my phone app").
"""

from jarvisevo.rules.language.tokens import Token, rewritten

_PHOTO = "(?:photo|picture|image|pic|photograph|shot|one|edit)"
_BEGINS = r"(?:^|(?<=[.,;!?:] )|(?<=\band )|(?<=\bbut )|(?<=\bso ))"
_END = r"(?=$|[.,;!?])"
_WHO = (
    r"(?:i|we|he|she|they|you|someone|somebody|everyone|people"
    r"|(?:my|our|his|her|the) (?!photo|picture|image|colors?)\w+)"
)
_THING = r"(?:(?:the|her|his|my|our|their|its|this|that|these|those) (?:\w+ ){0,2}?\w+)"
_KIND = (
    r"(?:nice|great|good|lovely|beautiful|cool|awesome|amazing|wonderful|fantastic|gorgeous|pretty"
    r"|cute|neat|decent)"
)

_HOPES = "want(?:ed)?|like|love|hop(?:e|ing)|plan(?:ning)?|trying|going|wish"
_USES = "surprise|impress|frame|hang|gift|share|post|upload|email|submit"
"""What people do with a photo afterwards."""
_WHOM = (
    r"(?:my|our|him|her|them)\b(?: (?!face|skin|hair|eyes)\w+)?"
    r"(?: (?:for|on|at|as|in|when|with)\b|$|[,.;!?])"
)
"""Persons that get it."""

_PRESENT = {"toned": "tone", "turned": "turn", "brought": "bring", "dialed": "dial", "pulled": "pull", "taken": "take"}
_PRESENT |= {"knocked": "knock"}

_TURNS = (
    # what was done before, tried, meant for, and what one knows of it
    (
        rf"{_BEGINS}(?:i |we )?(?:just |recently |only )?(?:(?:took|shot|snapped|captured|got|found|taken"
        r"|bought) (?:this|it"
        rf"|these|that)(?: {_PHOTO})? (?:on|at|in|with|from|last|yesterday|this|while|during|when|a|the|of)"
        r"|(?:woke|got) up|drove|hiked|went|waited|stood|climbed|walked|travell?ed|flew|camped"
        r"|visited)\b[^,.;!?]*?"
        rf"(?:,|\.|;| and| but| so)+ (?=(?:it|the|my|her|his|i|can|could|is|please|this|everything|now)\b)",
        "",
    ),
    (
        rf"{_BEGINS}(?:i|we) (?:have )?(?:already )?(?:tried|attempted|played (?:around )?with|messed "
        r"(?:around )?with"
        r"|experimented with) (?!to (?:make|get) it\b)(?:to )?[^,.;!?]*? but (?:then )?[^,.;!?]*?(?:,|\."
        r"|;) (?:so )?(?:maybe |please )?",
        "",
    ),
    (
        rf"{_BEGINS}(?:since|because|as) (?:this|it) (?:is|will be|was) (?:for|going)\b[^,.;!?]*?,? "
        rf"(?=(?:the|it|i|we|please|make|can|everything|this) )",
        "",
    ),
    (
        rf"{_BEGINS}(?:this|it) (?:is|will be) (?:for|going (?:on|to|in)) (?:an? |my |our |the )[^,.;!?]*?"
        r"(?:,|;|\.) ?(?:so )?",
        "",
    ),
    (
        rf"{_BEGINS}(?:i|we) (?:have|got) (?:absolutely |really )?(?:no|zero|little) (?:clue|idea"
        r"|experience|knowledge"
        rf"|skills?|talent)\b[^,.;!?]*(?:[,.;!]| but\b)? ?",
        "",
    ),
    (
        rf"{_BEGINS}(?:the |my )?(?:last|previous|first|earlier|other) (?:edit|version|one|attempt|try"
        r"|editor|person)\b"
        rf"[^,.;!?]*?(?:,| so| but)+ (?:this time )?",
        "",
    ),
    (
        rf"{_BEGINS}(?:i|we) (?:have )?already (?:added|raised|tried|lifted|lowered|bumped|did|made|reduced"
        r"|increased)[^,;!?]*? but ",
        "",
    ),
    (rf"{_BEGINS}(?:i have |i had )?no (?:idea|clue) (?:if|whether|why|what|how)[^,.;!?]*? but ", ""),
    (rf"{_BEGINS}(?:new|first|old|cheap) (?:camera|phone|lens)\b[^,.;!?]*? and (?=i )", ""),
    (
        rf"{_BEGINS}(?:(?:the|my|this) )?(?:phone|camera|iphone|pixel|samsung)(?: night| portrait)?(?: mode"
        r"| software| app| processing)?"
        rf" (?:has |have )?(?:smeared|messed up|ruined|mangled|butchered) [^,.;!?]*[,.;!] ?(?:so )?",
        "",
    ),
    (
        r",? ?\b(?:and )?when(?:ever)? (?:i|you|we) (?:zoom in|look closely|look closer|pixel peep"
        r"|enlarge it|zoom into it)"
        r"(?: on it)?,? (?=it|the|there)",
        " ",
    ),
    (
        r"\b(?:you can |feel free to |do not be afraid to |please )?(?:be|get) (?:very |more |pretty "
        r"|quite |really )?(?:aggressive"
        r"|bold|generous|heavy ?-?handed|brave) (?:with|on|about) (?:the )?",
        "a lot more ",
    ),
    (
        r"\b(?:i |we )?(?:just |still |simply )*can not (?:seem to )?get (?:the |my )?(white balance"
        r"|colors?|exposure) right\b",
        r"the \1 is off",
    ),
    (
        r"\bthe (?:\w+ )?(?:restaurant|room|gym|shop|church|stage|venue|store|office|place|bar|hall|house"
        r"|cafe|club) (?:had|has|was"
        r" lit (?:with|by)|used) (?:(?:some|a|an|really|very|such|horrible|awful|terrible|weird|bad|ugly"
        r"|nasty|those|this) )*"
        r"(orange|yellow|green|blue|purple|pink|red|magenta|warm)(?:ish)? (?:tungsten |led |neon )?"
        r"(?:light|lights|lighting|bulbs)\b",
        r"there is a \1 cast",
    ),
    (r"\b(?:all|what|the only thing) (?:that )?(?:i|we) (?:know|see|can (?:say|tell)) is(?: that)? ", ""),
    (
        rf"{_BEGINS}(?:(?:it|this) is |(?:it|this) was )?(?:an? |the )?(?:\w+ )?(?:sunset|sunrise|night"
        r"|landscape"
        rf"|portrait|street|wedding)(?: {_PHOTO})? (?:over|at|in|of|from|by) [^,.;!?]*? but (?=the )",
        "",
    ),
    (
        rf"{_BEGINS}(?:but )?(?:the|my) (?:camera|phone|meter|iphone) (?:\w+ )?(?:exposed|metered|focused"
        r"|focussed|was"
        r" set|was) (?:for|on|to|in) [^,.;!?]*?(?:,| so| and)+ (?:that )?(?=(?:the|it|everything|her|his"
        r"|my) )",
        "",
    ),
    (
        r",? (?:because|since|as|cause) (?:our|my|the|your|their) (?:printers?|monitor|screen|lab|print "
        r"shop|laptop"
        r"|phone|tv)\b[^,.;!?]*",
        "",
    ),
    (
        rf"{_BEGINS}(?:i|we) (?:do|would) not (?:really )?(?:mind|care)(?: at all)?,?(?: if| when| that| "
        r"about)\b[^,.;!?]*"
        rf"?(?:[,.;!] ?| (?=as long as|but )|$)",
        "",
    ),
    (r"\bwhat (?:really )?(?:matters|counts|is important)(?: (?:most|to me|here))* is (?:that )?", "make sure "),
    (
        r"\b(?:that|which) (?:the|my|our|some) (?:\w+ )?(?:app|phone|camera|filter|lens|editor|software"
        r"|preset|iphone|one)"
        r" (?:has |had )?(?:added|made|put|gave|created|applied|left|introduced)(?: (?:in|on|there|to it))?",
        "",
    ),
    (
        r",? (?:because |as |and )?(?:it|which|that) (?:is |keeps )?(?:really |always )?(?:pull(?:s|ing)?"
        r"|draw(?:s|ing)?"
        r"|tak(?:es|ing)|lead(?:s|ing)?|steal(?:s|ing)?) (?:the|my|your|our|all) (?:eyes?|attention"
        r"|focus) (?:away )?"
        r"(?:from|off)\b[^,.;!?]*",
        "",
    ),
    (
        r"\bthe rest(?: of (?:it|the \w+))? (?:is|looks|seems) (?:already |just |totally |all )?(?:fine"
        r"|good|okay|ok|great"
        r"|perfect)(?: as (?:it )?is| already)?",
        "leave the rest alone",
    ),
    # what one will do with it
    (
        rf",? ?\b(?:because |and |so |as )*(?:i|we) (?:(?:would|really|just|am|are|do|only) )*(?:{_HOPES}) to"
        rf" (?:{_USES}|(?:show|give|send|bring)(?: (?:it|this|them))?(?: to)?(?= {_WHOM}))"
        r"\b[^,.;!?]*?(?=$|[,.;!?]| but\b)",
        "",
    ),
    (r",? ?\b(?:and )?(?:then )?(?:save|export|send|email) (?:it|this|them) (?:as|back|to|in) [^,.;!?]*", ""),
    (
        rf"{_BEGINS}(?:it|this|that|the {_PHOTO}) would (?:look|be) (?:a lot |much |so much |way |even )?"
        r"(?:better|nicer|great) if (?:you|someone|we) (?:could |would |can )?",
        "",
    ),
    # thanks and opinions
    (
        rf"(?:^|(?<=[,.;!?] )|(?<=[,.;!?]))(?:many )?(?:thanks|thank you)(?: (?!please|can|could|make|and|but"
        rf"|more|less|it|the|this|that|i)\w+){{1,4}}{_END}",
        "",
    ),
    (
        r",? ?\b(?:many |with many |and )?(?:thanks?|thank you|thx|cheers)(?: you)?(?: (?:so|very) (?:very"
        r" )?much| an? (?:lot|bunch|million|ton)| heaps"
        r"| loads| again)+(?: to (?:who(?:ever|mever)?|any(?:one|body)|every(?:one|body)|all)[^,.;!?]*)?"
        r"(?: for"
        r" [^,.;!?]*)?(?: in advance)?",
        "",
    ),
    (
        r",? ?\b(?:in my (?:humble |honest )?opinion|if you ask me|to be (?:honest|fair|frank)|as far as "
        r"i can"
        r" (?:tell|see)|at least (?:to|for) me|to my (?:eyes?|mind))\b,?",
        "",
    ),
    (r",? ?\bi (?:think|guess|suppose|believe|reckon|feel|assume),?(?= (?:is|are|was|were)\b|$|[.;!?])", ""),
    (
        r"\b(?:(?:my|our|the) \w+|(?:(?:some|most|many|other|lots of) )?(?:people|others|folks"
        r"|everyone|everybody|someone|somebody))"
        r" (?:says?|said|tells? me|told (?:me|us)|thinks?|thought|mentioned|pointed out|complain(?:s|ed)?"
        r"|feels?|keeps?"
        r" (?:saying|telling (?:me|us)|complaining))(?: that)? (?=(?:it|this|the|her|his|my|i|everything"
        r"|there) )",
        "",
    ),
    (r"\b(?:i )?love (?:this|the) (?:community|sub|subreddit|forum|group|site|page|app)\b,?", ""),
    # when and why it was so
    (
        rf"{_BEGINS}(?:every ?time|whenever|when|while|after|before|ever since|as soon as|once|the (?:last"
        rf"|first) time) {_WHO} (?!want|need|like)[^,.;]*, ?",
        "",
    ),
    (
        rf"{_BEGINS}in the (?:original|real|raw)(?: \w+)? [^,.;]* (?:was|were|is|are|looked?) [^,.;]*, (?="
        r"(?:but"
        rf" |and )?(?:here|now|it|in this))",
        "",
    ),
    (
        r"\b(?:i|we) (?:had )?(?:wanted|was going for|were going for|tried (?:for|to get)|aimed for|was "
        r"aiming"
        r" for|was trying (?:for|to get)|were trying for) [^,.;]*?,? but ",
        "",
    ),
    # what one wants to see, and does not
    (
        rf"\b(?:watch|be careful with|careful with|watch out for|pay attention to) ({_THING})(?:,? so (?:that"
        rf" )?)?(?:(?:it|they) (?:do|does|will) not (?:blow|clip|burn)(?: out)?)?",
        r", keep the highlights of \1",
    ),
    (
        r"\b(?:i |we )?(?:(?:would )?(?:want|need|like|love)) ((?:the |my |some )?\w+(?:,? and (?:the "
        r")?\w+)?) back\b",
        r"bring back \1",
    ),
    (
        r",? with (the [\w ]{2,20}?) (toned|turned|brought|dialed|pulled|taken|knocked) (down|back|up)\b",
        lambda m: f", {_PRESENT[m[2]]} {m[3]} {m[1]}",
    ),
)
_PERSONS = ("i", "we", "he", "she", "they", "someone", "somebody", "everyone", "everybody", "nobody", "people", "who")
_OWNERS = ("my", "our", "his", "her", "the")
_TELLERS = frozenset(
    (
        *("camera", "phone", "lens", "flash", "boss", "wife", "husband", "teacher", "client", "editor", "photographer"),
        *(
            "friend",
            "sister",
            "brother",
            "mom",
            "mum",
            "dad",
            "mother",
            "father",
            "son",
            "daughter",
            "family",
            "parents",
        ),
        *("grandma", "grandpa", "cousin", "aunt", "uncle", "girlfriend", "boyfriend", "kids", "neighbor", "colleague"),
    )
)
"""Who does and says things beside the picture."""
_DEVICES = ("camera", "phone", "lens", "flash")
_MEANT = ("adjective", "noun", "tone", "act", "color", "look", "effect", "out")
_BEFORE = ("skip", "and", "but", "because", "question")
_ASKING = ("can", "could", "would", "will", "may", "please", "pls", "plz", "if", "might", "should")
_HAVING = ("have", "has", "had", "got")


def untold(text: str) -> str:
    """A lower-case text with contractions spelt out, without thanks, opinions and how it came about."""
    return rewritten(text, _TURNS)


def without_tales(sentence: list[Token]) -> list[Token]:
    """The tokens of a sentence without clauses that only tell of persons; all of them when nothing else is said."""
    parts: list[list[Token]] = [[]]
    for at, token in enumerate(sentence):
        after = sentence[at + 1] if at + 1 < len(sentence) else None
        if parts[-1] and (token.says("and", "but") or token.text == "so") and after is not None and _subject(after):
            parts.append([])
        parts[-1].append(token)
        if token.stop:
            parts.append([])
    kept = [part for part in parts if part and not _tale(part)]
    said = any(not token.stop and not token.says("skip", "and", "but") for part in kept for token in part)
    return [token for part in kept for token in part] if said else sentence


def _shown(token: Token) -> bool:
    """True for what a photo shows, or the photo itself."""
    return bool(token.sense("place") or token.sense("image") or token.text in ("us", "me", "him", "her"))


def _subject(token: Token) -> bool:
    return token.text in (*_PERSONS, "it", "this", "that", "you") or token.text in _OWNERS


def _tale(part: list[Token]) -> bool:
    """True for a clause whose subject is a person, and in which nothing is wished or said of the picture."""
    words = [t for t in part if not t.stop]
    while words and words[0].text not in _PERSONS and (words[0].says(*_BEFORE) or words[0].text == "so"):
        if words[0].text.split()[0] in _ASKING:
            return False
        words = words[1:]
    if len(words) < 3:
        return False
    teller = words[0].text in _OWNERS and words[1].text in _TELLERS
    photo = (
        words[0].text in ("this", "it") and bool(words[1].sense("verb", "be")) and words[2].text in ("the", "my", "our")
    )
    if not (words[0].text in _PERSONS or teller or photo):
        return False
    device = teller and words[1].text in _DEVICES and not any(_shown(t) for t in words[2:])
    for at, token in enumerate(words[1:], 1):
        wishes = token.sense("verb", "want") and token.text not in _HAVING
        if wishes and not (teller and at + 2 < len(words) and words[at + 2].says("in", "for", "by", "as", "to")):
            return False
        if token.says("cannot", "not", "no", "lack", "too", "more", "less", "modal", "except") or token.amount:
            return False
        if token.says("only") and not photo:
            return False
        if token.form != "ing" and token.sense("verb", "pop", "keep", "see", "touch", "remove", "add", "emphasise"):
            return False
        if not device and any(token.sense(role) for role in _MEANT):
            return False
    return True
