"""What people report instead of asking, said again as requests: how the edited picture differs ("the contrast was
increased and the shadows lowered"), what a photo lacks beside another one, how it came to be. And what they say beside
the request, which wants nothing ("I don't know much about editing").
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.english.appearance import AS_IT_LOOKS
from jarvisevo.rules.language.tokens import rewritten

_PHOTO = "(?:photo|picture|image|pic|photograph|shot|portrait|scene)"
_IT = (
    rf"(?:it|this|that|everything|(?:the|this|that|my|our) (?:whole |entire |overall |input |original |first"
    rf" )?{_PHOTO})"
)
_HUES = "red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan"
_QUANTITY = (
    "brightness|exposure|contrast|saturation|vibrance|vibrancy|clarity|highlights|shadows|whites|blacks|texture"
    "|dehaze"
    "|sharpness|warmth|temperature|tint|grain|noise|lighting|light|colors?|midtones"
)
_ASKED = {
    **dict.fromkeys(("increased", "raised", "boosted", "heightened", "upped", "bumped up", "turned up"), "increase"),
    **dict.fromkeys(("decreased", "reduced", "dropped", "toned down", "turned down", "scaled down", "cut"), "decrease"),
    **{f"{verb}ed": verb for verb in ("lower", "lift", "brighten", "darken", "lighten", "soften", "sharpen", "deepen")},
    **{f"{verb}d": verb for verb in ("enhance", "intensify", "improve", "mute")},
}
_DONE = re.compile(
    rf"\b(?:the |its )?((?:color )?(?:{_QUANTITY})(?: and (?:the )?(?:{_QUANTITY}))?)"
    r" (?:(?:was|were|is|are|got|has been|have been|(?:needs?|has|have|ought) to be|(?:should|must|could)"
    r" be)(?: (?:also|slightly|significantly|then|just))? )?"
    rf"({'|'.join(_ASKED)})(?! too| over| so)(?=$|[.,;]| and\b| but\b| a (?:bit|little|lot)| slightly| by| in| on|"
    rf" to )"
)
"""What was done to a quantity."""
_VERBS = "brighten|lighten|darken|sharpen|saturate|desaturate|warm|cool|crop|straighten|soften|blur"
_SAID_OF = {"warm": "warmth", "cool": "warmth", "cold": "warmth", "dark": "brightness", "bright": "brightness"}
_SAID_OF |= {"hazy": "haze", "misty": "haze", "foggy": "haze", "faded": "fade", "matte": "fade"}
_SAID_OF |= {"grainy": "grain", "noisy": "noise", "golden": "warmth", "orange": "warmth"}
_COMPARED = (
    r"(?:(?:a (?:bit|little|lot|touch|tad)|slightly|much|way|far|even|so much|noticeably) )*(?:\w{3,}er"
    r"|(?:more|less) \w+)"
)


def _request(match: re.Match[str]) -> str:
    return f"{_ASKED[match[2]]} the {match[1]}"


_GLARING = (
    r"(?:(?:really |kind of |kinda |just )?(?:bothers?|annoys?|kills?|ruins?|spoils?|hurts?|distracts?|bugs?|wrecks?)"
    r"|(?:is|are) (?:really |just )?(?:killing|ruining|spoiling|bugging|bothering|hurting|screaming at|annoying)"
    r"|screams? at|jumps? out at) (?:me|it|us|this|everything|my eyes|the eyes?|the (?:whole )?(?:photo|image"
    r"|picture|shot|thing))"
)
"""What is said of something there is too much of."""
_DISLIKED = (
    r"\b(?:i |we )?(?:really |just |personally |honestly )?(?:(?:am |are )?not (?:really )?(?:a )?(?:big |huge )?"
    r"(?:fan of|keen on|into|happy with|fond of|sold on)|do not (?:really |quite |particularly |much )?"
    r"(?:like|love|enjoy|care for|dig)|never (?:really |much )?(?:liked|loved)|can not stand|could do without|loathe"
    r"|detest|despise|dislike|hate|(?:am )?(?:sick|tired) of)(?= (?:the|that|this|these|those|all|how|its|his|her"
    r"|my)\b)"
)
_TOO_MUCH = {"smoothed": "smooth", "softened": "smooth", "sharpened": "oversharpened", "brightened": "bright"}
_TOO_MUCH |= {"darkened": "dark", "saturated": "saturated", "blurred": "blurry", "warmed": "warm", "cooled": "cold"}
"""What was done too much -> how it is."""
_PLAIN = {"did": "do not", "kept": "keep", "left": "leave", "made": "make", "brought": "bring", "took": "take"}
_MISSPELT: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\b(?:phot|pictue|pictur|imag|imgage|imager|immage|photot|pciture|inage|iamge)\b", "photo"),
    (r"\bawsome\b", "awesome"),
    (r"\babit\b", "a bit"),
    (r"\b(?:pelase|plese|plase|pleae|pleas|plesae|pleaase|pleease)\b", "please"),
    (r"\bb ?/ ?w\b", "black and white"),
    (
        r"\bi (?:want|plan|need|hope|would like|am going) to (?:print|frame|post|share|upload) (?:this"
        r"|it)\b[^,.;]{0,30}(?:[,.;] (?:so )?|$)",
        "",
    ),
    (
        r",? (?:many )?(?:thanks?|thank you|thx|ty|cheers)(?: you)?(?: so| very)?(?: much| a lot"
        r"| a bunch)?,? in advance\b",
        "",
    ),
    (
        r"\b(?!(?:if|as|and|or|but|so|how|where|what|that|because|please|also|then|you|when|maybe|well|hi|hey"
        r"|hello)\b)(\w+) "
        r"(?=(?:could|can|would) (?:you|someone|anyone|somebody) (?:please |pls |maybe |also )?\w+ (?:it|the"
        r"|this|my|that|me|some)\b)",
        r"\1, ",
    ),
    (r"(?<=[a-z]) \+ (?=[a-z])", ", "),
    (
        rf"\b((?:the|my) (?:{_QUANTITY})) (?=(?:increase|decrease|reduce|raise|lower|boost|lift|add|brighten"
        r"|darken|deepen|make|remove) "
        r"(?:the|it|some|a)\b)",
        r"\1, ",
    ),
    (r"\bbri(?:ght|gth|hgt|g?ht)n?(?:es|ess)\b", "brightness"),
    (r"\b(?:rud[ui]ce|reduse)\b", "reduce"),
    (r"\bstandout\b", "stand out"),
    (rf"\b({_HUES}|warm|cool|cold|rose|sepia|brown|white|pinkish|yellowish) ton\b", r"\1 tone"),
    (_DISLIKED, "i do not like"),
    (r"\b(add|put|apply|remove|give (?:her|me|him)) (some |more |the |her |my )?make[- ]?up\b", r"\1 \2makeup"),
    (r"\bright (?=(?:here|there|now|away|next to|behind|beside)\b)", ""),
    (r",? \b(?:colou?r|light|exposure|contrast|brightness)[- ]?wise\b", ""),
    (
        r"\b(?:want|like|need|get) ((?:the|that|this|those|these|all the) [\w ]{3,20}?) (?:gone|out of here|to (?:go"
        r"|disappear))(?=$|[.,;!]| and\b)",
        r"remove \1",
    ),
    (
        rf"\bneutrali[sz]e (?:the |that |this )?({_HUES})(?: (?:tint|cast|tone|hue))?(?=$|[.,;]| (?:in|on|of|from"
        rf"|and)\b)",
        r"remove the \1 tone",
    ),
    (rf"\b({_QUANTITY}) from -?\d+ to (?=[+-]?\d)", r"\1 to "),
    (
        rf"\b(?:take|knock|shave|cut) (\d+) (?:points? )?off (?:the |of the )?"
        rf"({_QUANTITY})\b",
        r"decrease the \2 by \1",
    ),
    (
        r"\bexpose (?:it |this )?for the (shadows"
        r"|highlights)\b",
        lambda m: f"{'lift' if m[1] == 'shadows' else 'lower'} the {m[1]}",
    ),
    (r"\bbut (?:still )?show (?=(?:the|her|his|my|their) )", "but brighten "),
    (r"\bmore strong\b", "stronger"),
    (
        r"\b(skin|face|complexion) (?:tone )?(?:look )?((?:a (?:bit|little) )?)(?:more )?fair"
        r"(?:er)?\b",
        r"\1 \2lighter",
    ),
    (
        r"\b(background|sky|skin|face|hair|dress|shirt|water|wall)s? colors? (light|dark|bright)(?=$"
        r"|[.,;])",
        r"\1 \2er",
    ),
    (r"\b(is|are) not looking (?=(?:so |very |that )?\w+)", r"\1 not "),
    (r"\b(?:attempt|try|trying|attempting) to (?=\w)", ""),
    (r"^very (?=(?:slight|small|subtle|gentle) (?:increase|decrease|lift|reduction|boost|drop)\b)", "a "),
    (
        r"^(?=(?:slight|small|subtle|gentle|strong|big) (?:increase|decrease|lift|reduction|boost|drop) (?:of|in"
        r"|to)\b)",
        "a ",
    ),
    (rf",? not (?:this|that|so|such an?) ({_HUES})\b", r", less \1"),
    (r" after (?:my|the|your) (?:last )?(?:edits?|editing|filter|preset)\b", ""),
    (
        rf"\bi (?:can )?(?:see|notice|get) (?=(?:an? |some |a lot of |too much )?(?:slight |strong )?(?:(?:{_HUES})"
        rf"(?:ish)? (?:tint|cast|tone|tinge|hue)"
        r"|noise|haze|glare|grain|vignetting)\b)",
        "there is ",
    ),
    (
        rf"\b((?:my|the|her|his|our) \w+) (?:is|are|was|were) (?:actually |really |supposed to be |meant to be )?"
        rf"(?:white|black|gray|{_HUES}) but "
        r"(?:it |they )?(looks?|came out|appears?|turned out) ",
        r"\1 \2 ",
    ),
    (
        rf"^(?:[\w ]{{3,30}}? )?(?:is |are |was |were )?(?:reflect|throw|cast|bounc|putt)ing (?:an? |some )?"
        rf"({_HUES})(?: light| cast| tint| color)? "
        r"(?:on ?to|on|over|into) ((?:the|her|his|my|our|their) \w+)",
        r"\2 is too \1",
    ),
    (r"\bunsharp ?mask(?:ing)?\b", "sharpening"),
    (
        r"\b(?:it|that|this) (?:would|will) mean (?:a lot|so much|the world|everything)(?: to \w+(?: \w+)?)? if "
        r"(?:you|someone|anyone) (did not (?=\w)|kept |left |made |brought |took )",
        lambda m: f"please {_PLAIN[m[1].split()[0]]} ",
    ),
    (
        r"\b(?:it|that|this) (?:would|will) mean (?:a lot|so much|the world|everything)(?: to \w+(?: \w+)?)? if "
        r"(?:(?:someone|somebody|anyone|anybody|you(?: guys)?) (?:can|could|would|were able to)|you(?= (?!like|want"
        r"|do|did))) ",
        "please ",
    ),
    (r"\b(?:it|that|this) (?:would|will) mean (?:a lot|so much|the world|everything)\b[^.;!]*", ""),
    (r"\bmake visible ((?:the|her|his|my) \w+)", r"make \1 visible"),
    (r" to meet the (?:desired|target|final|edited|output) (?:image|photo|picture|result)\b", ""),
    (
        rf"\bless (warm|cool|cold|bright|dark|saturated),? (?:and |or )?(?=(?:{_HUES})(?:ish)?(?:$"
        rf"|[.,;]))",
        r"less \1 and less ",
    ),
    (
        r"\b(?:i )?do not want ((?:the|my|her|his|our|it|this|that)\b[\w ]{0,20}?) (?:to (?:be|look) )?(?:that|so"
        r"|this|too|as) (\w+)(?=$|[.,;])",
        r"\1 is too \2",
    ),
    (
        r"\bstop ((?:the|my|her|his|it|this|everything)\b[\w ]{0,20}?) (?:from )?(?:looking|being) (?:so |too )?"
        r"(\w+)",
        r"\1 is too \2",
    ),
    (
        rf"\b(?:bring|get|put) (some|more|a (?:bit|little|touch) of|a (?:bit|little) more) ({_HUES}) (?:in ?to|on)"
        rf" ",
        r"add \1 \2 to ",
    ),
    (
        r"\b(?:can|could|may) (?:we|i|you) (?:please )?(?:get|have) (?=an? \w+er\b|more\b|less\b|some\b|an? "
        r"(?:tiny |wee |small )?(?:bit|little|touch|tad|hint|lot)\b)",
        "give it ",
    ),
    (
        r"\bi (?:really |kind of )?miss (?:some |the |a (?:bit|little) (?:of )?)?(?=detail|contrast|color|warmth"
        r"|texture|light|sharpness)",
        "add more ",
    ),
    (r"\b(?:want|like|need|love) to see (?:a (?:bit|little) )?more (?:in|of) (?=the |her |his |my )", "brighten "),
    (
        r"\bwould not (?:really )?(?:mind|say no to) (?=(?:an? (?:bit|little|touch|hint) )?(?:more|less|of|some|the"
        r"|her|his|my|it)\b)",
        "want ",
    ),
    (
        r"\blooks? (?:a (?:bit|little) |kind of |kinda |totally )?like (?:plastic|wax|rubber|a (?:doll"
        r"|mannequin))\b",
        "looks plasticky",
    ),
    (
        rf"\b(?:you|they|someone|somebody|he|she) (?:have |has )?({'|'.join(_TOO_MUCH)}) ((?:the|my|her|his|our)"
        rf" \w+|it) (?:way |a bit |far )?too much",
        lambda m: f"{m[2]} is too {_TOO_MUCH[m[1]]}",
    ),
    (r"\bless is more (?:with|on|for|when it comes to) ", "less "),
    (
        r"\bas (?!much|many|well|good|soon|best|close|long|little|far)(\w+) as (?:possible|you (?:can|could)|it "
        r"(?:gets|can be))\b",
        r"a lot more \1",
    ),
    (
        r"\bthere is (?:an? |some )?(?:too |very |really )?(?:strong|bright|harsh|hard) (?:sun)?(?:light|glare"
        r"|glow) (?:on|from|at|in) "
        r"((?:the|her|his|my) \w+)(?:,? (?:and |so )?(?:please )?(?:reduce|lower|tone down|remove|fix|dim|soften) "
        r"(?:it|that))?",
        r"the highlights on \1 are too bright",
    ),
    (
        r"\b(?:the )?(?:sun|day)?light (?:(?:that (?:is )?)?(?:com(?:es|ing)|shin(?:es|ing)|streaming|pouring) )?"
        r"(?:in )?(?:through|from) (the windows?)\b",
        r"the brightness of \1",
    ),
    (r"\bmore sun(?:shine)?\b(?! ?light)", "more sunlight"),
    (
        r",? without (?:over ?doing|going (?:overboard|too far|crazy|nuts|mad|wild|over the top|to extremes)"
        r"|exaggerating)(?: (?:it|anything|things|that|with it))?",
        ", but not too much",
    ),
    (r"\b(?:decrease|reduce|less|lower|remove) (?:the )?gr[ae]y ?scale\b", "increase the saturation"),
    (r"\ban? ((?:much |slightly |bit |little )?)(lighter|darker) (?:color|shade)\b(?! of| than)", r"\1\2"),
    (rf"\ban? ((?:(?!lighter|darker|brighter)[a-z]+ ){{1,3}})(?:shade|hue|tone) of ({_HUES})\b", r"a \1\2"),
    (r",? but (?:keep (?:it|them) |make it |very )*subtle(?=$|[.,;])", ", but not too much"),
    (r",? (?:but |and )?otherwise,? (?:it is |is )?(?:perfect|great|fine|good|ok|okay|nice|lovely|all good)\b", ""),
    (r"\bno changes? (?:to|in|for) (?:the )?(?=\w)", "do not change the "),
    (rf"\b(vignette|grain|blur|noise|hdr|{_QUANTITY}) yes\b", r"add \1"),
    (r"\b(vignette|grain|blur|hdr) no(?=$|[.,;!])", r"no \1"),
    (r"\bpop (the \w+)(?=$|[.,;]| and\b| but\b| without\b)", r"make \1 pop"),
    (
        rf"\b(reduce|lower|remove|less|cut|decrease|take out|more|increase|boost) (?:the )?({_HUES}) (in|from|of) "
        rf"(?:the )?(\w+)"
        rf" and (?:the )?({_HUES}) (?:in|from|of) (?:the )?(\w+)",
        r"\1 \2 \3 the \4 and \1 \5 \3 the \6",
    ),
    (
        r"\b(?:take|get|pull) (?:the|that|this|all the|some of the) (?:\w+ )?blur (?:out|away)\b(?: of)?",
        "remove the blur from",
    ),
    (r"\b(photos|pictures|images|shots|pics|selfies) that (?=(?:are|were|came out|look|turned out) )", r"\1. they "),
    (r"\bsun[- ]?(?:bleached|faded|damaged)\b", "faded"),
    (rf"\b({_HUES}) curves?(?: channel)?\b", r"\1 channel"),
    (
        rf"\bi do not like (?:the|that|this|these|those|all the) ((?:too )?(?:{_HUES})s?(?:ish)?) (in|on|of|around) ",
        r"less \1 \2 ",
    ),
    (
        r"\bi do not like (?:the|that|this|these|those|all the|its) ((?!whole|overall)[\w-]+ (?:look|effect|filter"
        r"|vibes?|style|mood))\b",
        r"remove the \1",
    ),
    (rf"\b((?:the|that|this|its) [\w ]{{3,25}}?) {_GLARING}", r"\1 is too strong"),
    (rf"\b((?:the|those|these|all the) [\w ]{{2,24}}?s) {_GLARING}", r"\1 are too strong"),
    (
        rf"\b({_HUES})s (?:is|are) (?:really |just )?(?:bleeding|screaming|glaring|glowing|shouting)(?: at me)?\b",
        r"\1s are too strong",
    ),
    (
        rf"\b(everything|it|this|all|(?:the |her |his |my |our )?\w+) (?:has |have )?(?:all )?(?:gone|went) "
        rf"(?:all |very |really |too |so |a bit )*({_HUES}|dark|cold|warm)(?:ish)?\b",
        r"\1 is too \2",
    ),
    (r" (?:for|to) my (?:liking|tastes?|eyes)\b", ""),
    (
        r"(?<=[a-z]) poss (off|wrong|crooked|tilted|slanted|blown|flat|dull|dark|bright|blurry|noisy|grainy|hazy"
        r"|yellow"
        r"|orange|blurred|washed out|blown out|(?:over|under)exposed)(?=$|[.,;!]| and\b| but\b)",
        r" is \1",
    ),
    (
        r"\b(?:(?:whoever|someone|somebody|the \w+|i|they|he|she|it)\b[\w ]{0,25}? )?(?:went|gone) "
        r"(?:a bit |way |a little )?(?:overboard|too far|too hard|crazy|mad|nuts|heavy) (?:with|on) (?:the )?",
        "reduce the ",
    ),
    (
        r"^(?:there is )?(?:(?:way |far |a bit )?too much|(?:so|a lot of)) (?:empty |blank |dead |negative |unused )?"
        r"(?:space|room|sky|ground|floor|grass|road|wall|ceiling) (?:on|at|in|along) the (left|right|top|bottom)"
        r"(?: side)?\b",
        r"crop the \1",
    ),
    (
        r"^(?:there is )?(?:(?:way |far |a bit )?too much) (?:headroom|space above (?:her|his|the|their)(?:"
        r" heads?)?)",
        "crop the top",
    ),
    (
        r"^(?:there (?:is|are) )?red[- ]?eyes?\b[^.,;]*[,.;] (?:please )?(?:can you |could you )?(?:fix|remove"
        r"|correct)"
        r"(?: it| them| that| please)*",
        "fix the red eyes",
    ),
    (
        rf"(?:^|(?<=[.,;] ))((?:the|her|his|my) [\w ]{{2,20}}?) (?:looks?|is|are|appears?|came out|comes out) more "
        rf"({_HUES})(?:ish)? "
        rf"than (?:{_HUES})",
        r"\1 is too \2",
    ),
    (
        r"\b((?:the|my|her|his|our) \w+) (?:gets|is getting|is|are|get|looks) (?:a bit |kind of |kinda |totally )?"
        r"(?:lost|buried|swallowed)"
        r"(?: up)? (?:in|by|against|among) (?:the |all the )?(?:background|scene|crowd|picture|photo|image|colors"
        r"|busy \w+)",
        r"make \1 stand out",
    ),
    (
        rf"\b(less|more|some|a bit|a little) of (?:that|this|the|those|these) (?=(?:{_HUES})s?(?:$|[.,;]| in\b|"
        rf" on\b| from\b))",
        r"\1 ",
    ),
    (rf"\bsickly ({_HUES})", r"too \1"),
    (
        r"\b(?:i |we |you )?(?:can not|could not|can hardly|can barely) (?:really )?(?:see|make out) (?:anything"
        r"|much|a thing|what is going on|any detail) "
        r"in the (?:dark|shadow|black)(?:s|y)?(?: \w+)?\b",
        "lift the shadows",
    ),
    (r"\bcolors look off\b", "the colors look off"),
    (r"\b(is|are|looks?) ((?:way |a bit |a little |totally )?)over the top\b", r"\1 \2too strong"),
    (
        rf"\b(?:the )?(shadows|highlights|midtones|whites|blacks) (?:have|has|got|show) (?:an? |some |too much )?"
        rf"(?:slight |strong |weird |ugly |bad )?({_HUES})(?:ish)? (?:tint|cast|tone|tinge|hue|shade|color)",
        r"the \1 are too \2",
    ),
)
"""Misspelt as people often do; the speller would take them for other words."""
_SAID_BESIDE: tuple[str, ...] = (
    rf"(?<!would )(?<!do not )(?<!\bnot )\b(?:i |we )?(?:really |absolutely |do |just )?(?:love|like|adore) "
    rf"(?:{_IT}|this one|that one)(?: a lot| so much| very much)?(?:,? but\b|$|(?=[.!]))",
    r"\b(?:i am |we are )?not (?:really |too |quite |entirely |exactly |100% )?sure (?:if |how|what|why|whether"
    r"|where)"
    r"[^.,;()]*?(?:,? but |,|$|(?=[.;()]))",
    r"\b(?:i|we) (?:really |just |honestly )?(?:do|did|could) not (?:really |even |quite )?(?:know|realize"
    r"|realise|notice"
    r"|remember|understand|own|care)\b[^.,;()]*?(?:,? but |,|$|(?=[.;()]))",
    r"\b(?:i|we|he|she|they) (?:do|did|does) not have (?:a |an |any |many |much |the |access)[^.,;()]*?"
    r"(?:,? (?:so|but) |,|$|(?=[.;()]))",
    r"\b(?:[\w ]{2,20} )?(?:does|did|do) not (?:work|turn out|come out)\b[^.,;()]*?(?:,? but |,|$|(?=[.;()]))",
    r"\b(?:i|we|he|she|they) (?:have|had|has) not (?:been|spent|seen|had|got|gotten|found|met|taken)\b[^.,;()]*?"
    r"(?:,? (?:so|but) |,|$|(?=[.;()]))",
    r"(?:,? (?:and|which|that))? (?:makes|making|made) (?:it|things|everything|them) (?:hard|harder"
    r"|difficult|impossible|tough) to "
    r"(?:see|make out|read|tell|view|identify)[^.,;]*",
    r",? ?\bso (?:that )?(?:you|we|i|one|they|people) (?:do|does|can|could|will) not (?:really )?(?:see"
    r"|notice)\b[^.;]*",
    r"(?:^|(?<=[.,;!] ))(?:happy|merry) (?:holidays|christmas|easter|thanksgiving|new year)s?(?: to (?:you"
    r"|everyone|all))?(?: and)?",
    r"\b(?:when|if) the mouse [^.]*",
    r"\b(?:the )?(?:\w+ )?(?:do|does|did)(?: not|n t) (?:really )?(?:show|look|come across|read) (?:up"
    r" )?(?:as |very |so |too )?"
    r"(?:well|nicely|good|clearly|right)\b[^.,;]*",
    r"(?:\band )?\b(?:do|does|did) not match\b(?! the)",
    r"(?:^|(?<=[.,;!?] ))(?:i|she|he|we) (?:had|have|got|has) (?:a |some |bad )*(?:sunburn|acne|a cold)\b",
    r"\b(?:by |on |in |using |use |with )+(?:the )?(?:levels? (?:of |on )?)?(?:the )?rgb(?: colou?rs?| levels?)?\b",
    rf"\b(?:in|of|on|for|from) (?:the )?(?:left|right|first|input|original|1st)(?: hand)?(?: side)? {_PHOTO}s?\b",
    r"(?<=\w),? (?:until|untill?e|such that|enough (?:that|so)|to the (?:extent|extend|point) (?:that"
    r"|where)) [^.,;]*?(?= but | (?:and )?then |[.,;]|$)",
    r",? ?\b(?:with|using|by|via) (?:the )?(?:dodge and burn|dodging and burning|dodge/burn)(?: tools?)?",
    r"\bin nature\b",
    r"(?:^|(?<=[.,;!?] ))i can not stop [^.,;]*",
    r",? but (?:the |all |still )*[\w ]{2,30} (?:is|are) still (?:visible|there|in (?:the )?(?:frame"
    r"|view|picture))\b",
    r",? (?:like|as in|as with) (?:in |an? |the )?(?:iphone |phone )?portrait mode",
    r"^after (?:you |that,? )(?=\w)",
    r",? so (?:that )?(?:the )?[\w ]+? (?:is|are) no (?:longer|more) (?:visible|seen|showing|in (?:it|the \w+))",
    r"\b(?:the )?flash (?:has )?(?:ruined|messed up|spoiled) (?:it|this|that|everything|the \w+)",
    r" throughout(?=$|[.,;])",
    r"\bi have a request for (?=\w+ing\b)",
    r"\b(?:i am )?making (?:an?|this|it) [\w ]{0,25}?(?:gift|present|card)(?: for [\w ]{2,20}?)?(?=$|[.,;!])",
    r"\b(?:it|this) (?:is|will be) (?:going to be )?(?:for )?an? [\w ]{2,15} (?:card|gift|present"
    r"|invitation)(?=$|[.,;!])",
    r",? (?:specifically|mainly|mostly|primarily|particularly|in particular)(?= (?:in|on|at|around) )",
)
"""Of oneself, of how a photo came to be, what a change is for: wants nothing."""
_DONE_TO_IT: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\b(?:was|were|is|are|has been|been) (\w+ed)(?:,| and) contrasted\b", r"is \1, increase the contrast"),
    (rf"\b({_VERBS}),? (?:and )?contrast(?=$|[.,;]| and\b)", r"\1, increase the contrast"),
    (rf"(?:^|(?<=[,;.] )|(?<=please ))contrast,? and (?={_VERBS})", "increase the contrast and "),
    (_DONE.pattern, _request),
    (rf"\b(?:the )?({_QUANTITY}) (?:is|are|was|were) turned (up|down)\b", r"turn \2 the \1"),
    (
        rf"\b(?:{_IT}|(?:the )?(?:lighting|light|colors?)) (?:gets?|got|becomes?|became|turns|turned|grows?|went"
        rf"|goes) "
        rf"({_COMPARED})(?=$|[.,;]| and\b| but\b| when\b| in\b)",
        r"make it \1",
    ),
    (
        r"\b(?:the |her |his |my |their )?(\w+) (?:gets?|got|becomes?|became|turns|turned|went) "
        rf"({_COMPARED})(?=$|[.,;]| and\b| but\b)",
        r"make the \1 \2",
    ),
    (
        rf"\b(?:the |her |his )?(\w+) (?:is|are|looks?) ({_COMPARED}(?: and (?:(?:more|less) )?\w+)?) in the "
        rf"(?:desired?|target|second|after|edited|final|output|right) "
        rf"{_PHOTO}",
        r"make the \1 \2",
    ),
    (rf"^{_IT} (?:is|appears(?: to be)?|seems(?: to be)?) ({_COMPARED})(?=$|[.,;]| and\b)(?! than)", r"make it \1"),
)
"""What was done to the picture is what is asked."""
_COMPARED_WITH: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        rf"(?<!so )(?<!so the )(?<!that )(?<!that the )(?<!until )(?<!until the )"
        rf"(?<!\bin )(?<!\bin the )\b(the )?({_PHOTO}|colors?|lighting|{_QUANTITY}) (?:is|are) not as (\w+)(?: as"
        rf" [\w ]{{2,30}}?)?"
        r"(?=$|[.,;]| and\b| but\b)",
        r"make the \2 more \3",
    ),
    (r"\b(?:a|the) ((?:much |slightly |a (?:bit|little) )?(?:\w+er|more \w+)),? (?:looking )?version of ", r"\1 "),
    (
        rf"^(?:the |in the )?(?:right|second|2nd|after|desired?|edited|final|output|other|{_PHOTO} (?:2|two"
        rf"|b))(?: (?:hand )?{_PHOTO})?,? "
        rf"(?:it )?(?:is|seems?|seemed|looks?|looked|appears?) (?:to be )?({_COMPARED}[^.;]*?) than [^.;]*",
        r"make it \1",
    ),
    (
        rf"^(?:the )?(?:right|second|2nd|after|desired?|edited|final|output|{_PHOTO} (?:2|two|b))(?:"
        rf" (?:hand )?{_PHOTO})? (?:has|shows) "
        r"((?:an? )?(?:much |slightly |a (?:bit|little) )?(?:more|less|\w+er) [^.;]*?)(?: than [^.;]*)?(?=$|[.;])",
        r"give it \1",
    ),
    (
        rf"\b(?:the )?(?:left|first|input|1st)(?: hand)? {_PHOTO} (?=needs?\b|should\b|could\b|has to\b"
        rf"|must\b|(?:is|looks) too\b)",
        "the picture ",
    ),
    (
        rf"\b({_QUANTITY}) (?:is|are|looks?) (?:much |far |a lot |slightly |a (?:bit|little) )?(higher"
        rf"|lower)(?=$|[.,;]| and\b)",
        r"\2 \1",
    ),
)
"""Beside another picture, which only the writer sees."""
_AS_IT_IS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        r"\b(lighting|light|exposure|brightness) is (?:off|bad|terrible|awful|wrong|poor)(?=,? (?:so |and"
        r" )?(?:it |make|please))",
        r"\1 is bad.",
    ),
    (
        r"\b((?:the |all )?[\w ]{2,15}? (?:tint|cast|haze|glare|noise|fog|grain)) (?:goes away|is gone|disappears)\b",
        r"remove \1",
    ),
    (
        rf"\bas ({_IT}) is (?=(?:currently|too|very|so|really|quite|way|pretty|a (?:bit|little)|dark|bright"
        rf"|grainy|noisy|blurry|dull|hazy) )",
        r"because \1 is ",
    ),
    (rf"\bas ({_IT}) is (currently )?(?=(?:dark|bright|grainy|noisy|blurry|dull|hazy)\b)", r"because \1 is "),
    (
        rf"\b(?:(?:it|image|photo|picture) )?(?:is )?lean(?:s|ing)? (?:a (?:bit|little) )?(?:too (?:much"
        rf" )?)?(?:toward|towards|to) (?=(?:{_HUES})\b)",
        "it is too ",
    ),
    (
        r"\b(?:the )?(lighting|light|exposure) (on|in|of) ((?:the |her |his |my |their )?[\w ]{2,20}?) (?:is|looks) "
        r"(?:pretty |really |so |very |quite )?(?:bad|terrible|awful|off|wrong|poor|horrible|weird)\b",
        r"fix the lighting \2 \3",
    ),
    (
        r"\b(?:the )?(?:lighting|exposure) (?:is|looks) (?:pretty |really |so |very |quite )?(?:bad"
        r"|terrible|awful|poor|horrible|weird)\b",
        "fix the lighting",
    ),
    (
        r"\b(?:the )?(?:shadows|blacks) (?:are|look) (?:too |all |so )?(?:crushed|blocked up|plugged)[^,.;]*"
        r"(?:, (?:and |so |please )*(?:open|lift|raise|bring)(?: up)? (?:them|it)(?: back)?(?: up)?( a lot)?)?",
        r"lift the shadows\1",
    ),
    (
        rf"\bi (?:have |had )?(?:over ?did|overdone|went overboard with|went too far with) (?:it (?:with"
        rf"|on) )?(?:the )?({_QUANTITY})"
        r"(?:,? (?:so |please |can you )*(?:dial|pull|tone|bring|turn|take) (?:it|that) (?:back|down))?",
        r"too much \1",
    ),
    (rf"\b(made|makes|turned|turns) (us|it|me|them|everyone|everything) all (?=(?:{_HUES})\b)", r"\1 \2 "),
    (
        r"^not (?:very |really |that )?(sharp|clear|bright|vivid|colorful|crisp|warm|contrasty|saturated)$",
        r"not \1 enough",
    ),
    (rf"\b({_HUES}) bias\b", r"\1 cast"),
    (
        r"\b(?:is |are |was |looks? )?(?:overwhelmed|full|covered|riddled|plagued|filled|ruined) (?:with|of|in|by) "
        r"(?:image |digital |iso )?(?:noise|grain)\b",
        "is too noisy",
    ),
    (r"\bthere (?:is|are) (?:just |way |simply )?so (?:much|many) (?=\w)", "there is too much "),
)
"""How the photo is: what is too much of it, or missing."""
_IN_OTHER_WORDS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"(?<!\w)'(\w[\w ]{1,20}?)'(?!\w)", r"\1"),
    (
        r"\b(?:like|as if|as though) the (?:sun|lights?) (?:is|are|was|were) (?:shining|out)(?:"
        r" (?:bright(?:ly)?|strong(?:ly)?))?",
        "sunny",
    ),
    (rf"\b({_HUES}) toned\b", r"\1"),
    (
        r"\bcontrast between (?:the )?[\w ]+? and (?:the )?(?:[\w ]{2,20} )?(?:areas|parts|tones|regions"
        r"|colors|sides?|light|dark|zones)(?=$|[.,;])",
        "contrast",
    ),
    (r"\b(?:clean|tidy|touch|freshen) up (?=the (?:brightness|contrast|colors|lighting|exposure|tones?)\b)", "fix "),
    (r"(?<!how )(?<!so )(?<!too )\bdull (?=(?:the|it|down)\b)", "mute "),
    (r"\bless (?=(?:the|its) )", "reduce "),
    (
        r"\b(?:an? )?((?:more|less|higher|lower|better|some) [\w ]{3,30}?) (?:might|would|could|may|will)"
        r" help\b",
        r"\1",
    ),
    (
        r"(?<!no )\b(?:make |with |do )?(?:some |a few |an? )?(?:small |slight |minor )?(?:changes"
        r"|adjustments|tweaks|edits|adjustment|change) (?:to|in) (?=the )",
        "adjust ",
    ),
    (
        rf"\b(turn|bring|push|pull|dial|crank|bump|take) (?:both )?(?:the )?({_QUANTITY}),? and (?:the"
        rf" )?({_QUANTITY}) (up|down)\b",
        r"turn \4 the \2 and \3",
    ),
    (
        r"\b(?:add|put|bring|get) (?:(some|a (?:bit|little)|more) (?:of )?)?light (?:in|into|to) the"
        r" (shadows|dark (?:areas|parts|spots))\b",
        r"lift the shadows \1",
    ),
    (r"\badd to the (?=contrast|saturation|brightness|intensity|sharpness|clarity|warmth|vibrance)", "increase the "),
    (r"\bimprove (?:up)?on (?=the |its )", "improve "),
    (
        r"\b(give|add|have|giving|adding) ((?:it|this|the \w+) )?(?:a |some )?((?:slightly|slight|light"
        r"|very|more|subtle) )?(?:grainy|grainey) "
        r"(?:texture|look|feel|effect|finish)\b",
        lambda m: f"add {m[3] or ''}grain",
    ),
    (
        rf"\bmake (?:the )?({_QUANTITY})(?: look)? ((?:a (?:bit|little|lot)|much|slightly|way) )?"
        r"(higher|greater|stronger|bigger|larger|more|smaller|weaker|less)(?=$|[.,;]| and\b| but\b| so\b|"
        r" to\b| in\b| on\b)",
        lambda m: f"{'decrease' if m[3] in ('smaller', 'weaker', 'less') else 'increase'} the {m[1]} {m[2] or ''}",
    ),
    (
        rf"^(?:please )?(?:make|turn|give|put|do|apply) (a (?:little )?(?:bit|little|touch))(?: of)?"
        rf" (?={_QUANTITY}|blur)",
        r"add \1 of ",
    ),
    (rf"\band (a (?:little )?(?:bit|little|touch))(?: of)? (?=(?:{_QUANTITY})\b)", r"and add \1 of "),
    (  # sentences with nothing between them
        r"\b(?!(?:that|so|because|as|when|if|and|but|think|feel|like|believe|since|then|guess|say|whether|until"
        r"|though"
        r"|where|how|makes?|made|or|to|is|thinks|wish|hope|case|than|which|what|why)\b)(\w+) "
        r"(?=it (?:needs|should be|could be|is (?:too|way|so|very|really|a (?:bit|little)) |looks (?:too"
        r"|way|so|a (?:bit|little)) ))",
        r"\1, ",
    ),
    (rf"\b((?:in|of) (?:this|the) {_PHOTO}) (?=(?:the|it|please|make|can|could|they) )", r"\1, "),
    (rf"\b(make|turn|change) (the |her |his |my )?(\w+) color (?:to )?(?=(?:{_HUES})\b)", r"\1 \2\3 "),
    (
        r"\b(?:apply|add|use|put|give it) (?:a |some )?(?:hazy|foggy|misty) (?:filter|effect|look|feel|overlay)\b",
        "add haze",
    ),
    (
        rf"\balign (?:the |this |my )?(?:{_PHOTO}|horizon)(?: straight| level| properly|"
        rf" correctly)?\b",
        "straighten it",
    ),
    (rf"\b{_IT} (?:is|was|has been) made ({_COMPARED})", r"make it \1"),
    (
        r"\b(increased?|raised?|boost(?:ed)?|reduced?|lower(?:ed)?|decreased?|brighten(?:ed)?"
        r"|darken(?:ed)?|lighten(?:ed)?|sharpen(?:ed)?) ((?:it |this )?)some more\b",
        r"\1 \2more",
    ),
    (
        rf"\b(?:make|change|turn|convert|create|put|edit)(?: {_IT})?(?: (?:in|to|into|a|an|be))* "
        rf"(black ?and ?white|b ?& ?w|b/w|sepia|monochrome|gr[ae]y ?scale)(?: tone(?:d)?)?(?: {_PHOTO}s?|"
        rf" color| filter| tone)?(?=$|[.,;!?])",
        lambda m: f"make it {'black and white' if m[1].startswith('b') else m[1]}",
    ),
    (
        rf"\b(increase|decrease|reduce|lessen) how (\w+) (?:{_IT}|(?:the |her |his )\w+) (?:is|looks)",
        lambda m: f"make it {'more' if m[1] == 'increase' else 'less'} {m[2]}",
    ),
    (r"\bmake ((?:the |her |his |my )?\w+) have (?=an? |more |less |some )", r"give \1 "),
    (
        rf"^(?:i need |needs? )?(?:an? |whole |overall |complete |some )*(?:{_PHOTO} )?(?:quality"
        rf" )?(?:improvement|enhancement)s?(?: (?:is )?needed)?$",
        "enhance the photo",
    ),
    (rf"\bclean up (?:the|my) (?={_PHOTO}\b)", "clean up this "),
    (
        rf"\bcover (?:the |this )?(?:entire |whole )?{_PHOTO}(?: completely)? (?:with|in) (?:an?"
        rf" )?((?:light |slight |soft )?(?:{_HUES})(?:ish)?) "
        r"(?:filter|tint|overlay|layer|tone|hue)",
        r"add a \1 tint",
    ),
    (
        rf"\b(?:change|adjust|edit|modify|fix|alter) (?:the )?(?:pixels?|settings|{_PHOTO}|{_QUANTITY}) so"
        rf" (?:that )?{_IT} "
        rf"(?:is|looks|appears|becomes) ({_COMPARED})",
        r"make it \1",
    ),
    (
        rf"\b(?:change|adjust|edit|modify|fix|alter) (the [\w ]{{2,20}}?) so (?:that )?(?:they|it) (?:is"
        rf"|are|looks?|appears?) ({_COMPARED})"
        r"(?: than [\w ]+)?",
        r"make \1 \2",
    ),
    (r"\b(more|less|some) (\w+) (?:has|have|had|is|was) (?:been )?added\b", r"add \1 \2"),
    (
        r"\b(?:add|give|bring) (?:some )?colors? (?:back )?to (?:this |the |my |our |an? )?(?:very )?(?:old"
        r" )?(?:black and white|b ?& ?w|b/w|gr[ae]yscale"
        r"|(?:old|antique)(?= (?:family )?(?:photo|picture|image|pic)))\b",
        "colorize the",
    ),
    (rf"\b(add|give it) an? (?:more )?({_HUES}|warm|cool|cold|warmer|cooler) one\b", r"\1 a \2 tone"),
    (
        r"(?<!the )(?<!more )(?<!some )(?<!back )(?<!lost )(?<!recover )(?<!restore )\bhighlight (?:the |more |some"
        r" )?details?\b",
        "bring out the details",
    ),
    (r"\b(clock|watch|rock|cliff|mountain) (?:poss )?face\b", r"\1"),
    (r"\bto better (?=focus|see|show|highlight|frame|emphasi[sz]e|reveal|view)", "to "),
    (rf"\b({_QUANTITY}),? and contrast (?=(?:on|in|of|for|to|by|across|levels?|\w+ly)\b)", r"contrast and \1 "),
    (
        rf"\b(make|making) ({_IT}|image|photo|picture)(?: look)? ((?:just )?(?:a (?:little bit|bit|little|touch"
        rf"|tad|lot)"
        r"|slightly|very|more|much|way|far|quite a bit|significantly) )?(?:grainy|grainier)(?= and| please| pls"
        r"|[.,;?!]|$)",
        lambda m: f"add {m[3] or ''}grain",
    ),
    (r"\bcolor correct (?=(?:the |that |this )?(?:\w+ )?(?:tint|cast|hue|tone|tinge)\b)", "remove "),
    (
        r"(?<=\w) (a lot|a (?:little )?bit|a little|slightly) more(?=$|[.,;!?]| please| so\b| and\b)(?<!be a bit"
        r" more)(?<!is a bit more)",
        r" \1",
    ),
    (r"\bchange the background colors?(?=$|[.,;])", "replace the background"),
    (
        r"\b(?:change|turn|make|fill) (?:the )?background(?: colors?)? (?:in)?(?:to |with )?(?:all |solid |plain "
        r"|pure )*"
        r"(?=(?:white|black)(?! and)\b(?=$|[.,;]| and\b| add\b| so\b))",
        "replace the background with ",
    ),
    (r"\bfill (?=(?:the )?[\w ]{2,20}? with (?:more |some )?(?!light))", "replace "),
    (r"\bundo the (?=[\w ]{3,20}?(?:tone|tint|cast|filter|effect)\b)", "remove the "),
    (
        rf"\b(man|woman|girls?|boys?|guys?|lady|ladies|person|kids?|child|children|people|men|women|one|players?"
        rf"|riders?|runners?|singers?|dancers?) (?:in|wearing) (?:the |a )?(?:{_HUES}|black|white|gray|brown)"
        r"(?=$|[.,;]| (?:and|on|he|she|so|is|are|looks?|in|at|from|with|who|that|more|less|a bit|a little|slightly)\b"
        r"| \w+er\b)",
        r"\1",
    ),
    (r"\bremaining (?=\w)", "other "),
    (
        r"\b(?:i )?(?:would |'d )?(?:really )?(?:want|like|love|need|wish) ((?:the |my |her |his |our "
        r"|their )[\w ]{2,25}?) to (?:really )?"
        r"(pop|stand out)\b",
        r"make \1 \2",
    ),
    (r"\bremove (?:the |some of the |that )?(\w+) away from\b", r"remove the \1 from"),
    (r"\bstrip (?:out |away )?(?:some |some of the )color\b(?: out)?", "reduce the saturation"),
    (
        rf"\btake (?:the |some )?({_HUES}|gray|grey) (?:from|out of|out from) (?:the |this )?{_PHOTO}\b",
        r"remove the \1 tone",
    ),
    (r"\bfrom warm to (?:white|neutral|cool|cold)(?:er)?\b", "cooler"),
    (r"\b(?:two|three|four|2|3|4)[ -]?fold\b", "a lot"),
    (
        r"\bless (\w+) and (?=(?:hazy|foggy|dark|dim|dull|gr[ae]y|flat|blurry|noisy|grainy|harsh|washed"
        r" out|muddy|faded|murky"
        r"|gloomy|shadowy|overexposed|underexposed|yellow|red|green|orange|blue|pink|purple)\b)",
        r"less \1 and less ",
    ),
    (
        r"\b(remove|reduce|take (?:out|away)) (most|some|much|a lot) of the colors?(?: hues?)?(?=$|[.,;]| to\b|"
        r" and\b)",
        lambda m: f"reduce the saturation{'' if m[2] == 'some' else ' a lot'}",
    ),
    (
        rf"\b(remove|erase|delete|take out|get rid of|edit out) (the |that |this |those )(?:{_HUES}|black|white) and "
        rf"(?:{_HUES}|black|white) (?!tint|casts?|tones?|hues?|colors?|channels?|shades|light|lighting"
        rf"|border|from|in\b)",
        r"\1 \2",
    ),
    (
        r"(?<=\w), (?:and )?(lips|skin|face|eyes|hair|teeth|sky|grass|water|background|colors|shadows"
        r"|highlights|clouds|trees) "
        rf"({_COMPARED})(?=$|[.,;])",
        r". make the \1 \2",
    ),
    (
        rf"\b(?:take|bring|turn|dial|pull|tone) (the (?:{_HUES}|bluish)(?:ish)? (?:tones?|tints?|hues?"
        rf"|casts?)) (?:down|back)\b",
        r"reduce \1",
    ),
    (rf"\bundo the (?=(?:{_HUES})\b)", "remove the "),
    (
        r"^(?:please )?(?:make|do) (a (?:little )?(?:bit|little)) (sharpen|brighten|darken|lighten|contrast"
        r"|saturate)\b",
        r"\2 \1",
    ),
    (r"\bmake sure (?:that )?nothing (?:gets?|is|looks|becomes?) (?:washed|blown|over)[^.;]*", "keep the highlights"),
    (
        r"\b(?:apply|make|do|use) (?:an? |some )?(?:slight |small )?(?:hue|color|tone) (?:adjustment"
        r"|change|shift)s? so (?:that )?"
        rf"(the \w+) (?:becomes|turns|looks|is) ({_COMPARED}|more (?:towards?|to) (?:{_HUES}))(?: than [^.;,]*)?",
        lambda m: f"make {m[1]} {re.sub('more (?:towards?|to) ', 'more ', m[2])}",
    ),
    (rf"\bcreate an? (\w+er|(?:more|less) \w+) (background|sky|foreground|{_PHOTO})\b", r"make the \2 \1"),
    (
        r"\bget ((?:my|the|her|his|our|their) \w+) to (?:show up|come out|be seen|be visible)(?: (?:more|better))?",
        r"brighten \1",
    ),
    (rf"\bthe ({_HUES}|black|white) (?:that )?(?:they|he|she) (?:is|are) wearing", r"the \1 of the clothes"),
    (r"\b(?:attach|throw|slap) (?=(?:on )?an? )", "add "),
    (r"\bvs\.?(?= )", "instead of"),
    (
        rf"\bmake {_IT} ({_COMPARED}),? (?:especially|particularly|above all) (?:in |on )?((?:the |her |his"
        rf" |my )[\w ]{{2,20}}?)(?=$|[.,;])",
        r"make it \1, make \2 \1",
    ),
    (r"\b(?:coffee|tea|ware|light|farm|green)[- ]?house (?=look|style|vibe|mood|feel)", ""),
    (
        rf"\b(saturation|luminance|brightness|lightness) of (?:the )?({_HUES})(?=$|[.,;]| (?:by|a|and|up|down|is"
        rf"|are)\b)",
        r"\1 of the \2s",
    ),
    (
        rf"\b(reduce|lower|decrease|raise|increase|boost) (?:the )?({_HUES}) saturation and (?:luminance"
        rf"|brightness|lightness)\b",
        r"\1 \2 saturation and \1 \2 brightness",
    ),
    (r"\btint (to )?(?=[+-]?\s?\d)", r"tint slider \1"),
    (
        r"\b(?:graduated|gradient|radial|linear|local) (?:filter|mask|gradient) (?:on|over|for|in|to)"
        r" ((?:the |her |his )?\w+)[,:]? "
        r"([+-]?[\d.]+ (?:stops?|ev)|[+-]?[\d.]+ exposure|\w+er\b|exposure [+-]?[\d.]+)",
        lambda m: (
            f"{m[1].removeprefix('the ')} {m[2]}" if m[2].endswith(("stop", "stops", "ev")) else f"{m[2]} on {m[1]}"
        ),
    ),
    (r"\b(?:add |use )some fill[- ](?:light|flash)\b", "a bit of fill light"),
    (r"\b(?:neon cyberpunk|cyberpunk neon)\b(?! night)", "cyberpunk"),
    (r"\b(?:long exposure|tilt[- ]?shift|miniature)(?: (?:look|effect|style))?(?=$|[.,;])", "add a miniature model"),
    (
        r"\b(?!exposure|brightness|light|lighting|by|to|of|at|about|it|and|image|photo|picture|up"
        r"|down)([a-z]{3,}) ([+-])\s?([\d.]+) ?"
        r"(?:stops?|ev)\b",
        lambda m: f"{m[1]} {'up' if m[2] == '+' else 'down'} {m[3]} stop",
    ),
    (
        r"\b(?:i (?:am )?)?(?:not (?:really )?(?:happy with|a fan of|keen on|into|fond of)|do not"
        r" (?:really )?(?:like|love|want)|hate|dislike) "
        rf"(?:the|that|this|these|those|all the|its) ((?:{_HUES}|warm|cool|cold)(?:ish)? (?:tint|tone|cast"
        rf"|hue|color|glow|light|tinge)s?)\b",
        r"remove the \1",
    ),
    (
        rf"\b(the (?:{_HUES}|warm|cool|cold)(?:ish)? (?:tint|tone|cast|hue|glow|tinge)s?(?: (?:on|in|of)"
        rf" (?:the |her |his |my )?\w+)?),? "
        r"(?:please )?(?:neutrali[sz]e|remove|fix|kill|lose|reduce|get rid of|tone down) (?:it|them|that)\b",
        r"remove \1",
    ),
    (
        rf"\b(remove the (?:{_HUES}|warm|cool|cold)(?:ish)? (?:tint|tone|cast|hue|color|glow|light"
        rf"|tinge)s?(?: (?:on|in|of) (?:the |her |his |my )?\w+)?),? "
        r"(?:and |so )?(?:please )?(?:neutrali[sz]e|remove|fix|kill|lose|reduce|get rid of|tone down)"
        r" (?:it|them|that)\b",
        r"\1",
    ),
    (
        r"\b(?:i )?(?:do not (?:really )?(?:like|love)|hate|dislike) how (?:very |so |too )?(\w+) "
        r"(it|this|that|everything|(?:the |her |his |my )(?:(?:whole|entire|left|right|upper|lower|skin)"
        r" )?\w+)(?: is| are| looks?| came out| turned out)?\b",
        r"\2 is too \1",
    ),
    (
        r"\b(?:i (?:am )?)?(?:not (?:really )?(?:happy with|a fan of|keen on|into|fond of)|do not"
        r" (?:really )?(?:like|love)|hate|dislike) "
        r"(?:the|that|this|these|those|all the|its) (vignette|grain|noise|blur|glare|haze|fog|shadows?"
        r"|reflections?|shine|glow)\b",
        r"remove the \1",
    ),
    (
        r"\b(?:i (?:am )?)?(?:not (?:really )?(?:happy with|a fan of|keen on|into|fond of)|do not"
        r" (?:really )?(?:like|love)|hate|dislike) "
        r"(?:the|that|its) (contrast|saturation|brightness|clarity|sharpness|exposure)\b",
        r"adjust the \1",
    ),
    (
        r"\bi (?:really )?(?:like|love) the (warm|cool|cold)(?:er)? (?:tones?|look|colors?|mood|feel"
        r"|vibes?|light)(?:,? (?:so )?(?:please )?keep (?:them|it|that))?",
        "keep the warmth",
    ),
    (r"\bholding\b", "with"),
    (
        r"\bwithout (?:the |any )?(text|watermark|logo|date|timestamp|writing|people in the background)\b",
        r", remove the \1",
    ),
    (
        rf"\b((?:this|the|my|an?) )(?:aerial|underwater|attached|following|posted|candid|favou?rite|recent)"
        rf" (?={_PHOTO})",
        r"\1",
    ),
    (
        rf"\b({_PHOTO}) (?:that )?(?:i|we|my \w+) (?:took|shot|made|captured|snapped)(?: (?:of|at|in|on|with"
        rf"|from) [^.,;?!]*)?",
        r"\1",
    ),
    (r" - (?=[a-z])", ", "),
    (r"^given (?=the |it |her |his )", "give "),
    (
        rf"^(?:the )?{_PHOTO} (?:on|to|at) the right(?: side)? (?:is|looks|seems|appears) ({_COMPARED})(?=$"
        rf"|[.,;])(?! than)",
        r"make it \1",
    ),
    (
        r"\b(remove|reduce|lose|fix|clear|lessen|get rid of|take out) (?:the |that |this |some of the )?"
        r"(?:grainy|noisy) (?:texture|look|appearance|feel|quality)\b",
        r"\1 the noise",
    ),
    (r"\b(more|less) (\w+) (?:is|are) (?:needed|required|wanted|necessary|called for)\b", r"add \1 \2"),
    (r"\ballow (?:for )?(?=(?:some |a (?:bit|little) )?(?:more|less)\b)", "add "),
    (r"\b(?:un|de)-?fog\b", "dehaze"),
    (r"\bin both (?:the )?(?=\w)", "in "),
    (r"\bas much (\w+er|more \w+) as (?:you can|possible|you could)\b", r"much \1"),
    (
        r"\bbring ((?:the |her |his |my |their |its )?[\w ]{2,40}?) in ?to (?:better |sharper |sharp |clear"
        r" )?focus\b",
        r"sharpen \1",
    ),
    (r"\b(?:brought|put) in(?: ?to)? (?:better |sharper |sharp )?focus\b", "sharpened"),
    (
        r"\b(increase|raise|lift|boost|decrease|reduce|lower) (?:the )?(?:exposure|brightness|lightness"
        r"|lighting|luminance) "
        r"(?:of|in|on) (?:the |all )?(shadows|highlights|midtones|whites|blacks)\b",
        lambda m: f"{'darken' if m[1] in ('decrease', 'reduce', 'lower') else 'brighten'} the {m[2]}",
    ),
    (
        r"\btake (?:(some|a (?:bit|little|lot)|a touch|much) of )?(?:the )?((?:"
        rf"{_QUANTITY}|{_HUES}|haze|fog|glare|\w+ness|shadow|vignette|warm|cool|color|shine)) away"
        r"(?: from (?:the )?\w+)?",
        lambda m: f"reduce the {m[2]}" + (f" {m[1]}" if m[1] and "bit" in m[1] or m[1] == "a little" else ""),
    ),
    (rf"\bhelp (?:me )?({_IT}) (?=look\b|be\b|appear\b|pop\b|stand\b)", r"make \1 "),
    (
        r"\bcrop (?:the |this |that |any )?(?:\w+ )?(?:border|frame|edges|bars?|margins?)s? (?:away|off|out)"
        r"(?: (?:from|of) [^.,;]{3,25}?)?(?=$|[.,;]| and\b)",
        "crop",
    ),
    (
        rf"\b(?:turn|rotate|tilt|adjust|fix|level) {_IT} (?:a (?:bit|little) )?so (?:that )?"
        r"(?![\w ]*\b(?:light(?:s|ing)?|skin|tones?|colou?rs?|exposure|brightness|face)\b[\w ]* even\b)(?:the |it "
        r"|that )?[\w ]{0,25}? ?"
        r"(?:is|are|looks?|appears?|lies|stands|becomes) (?:straight|level|upright|horizontal|vertical|not crooked"
        r"|even(?! (?:more|less|better|\w+er)\b))\b",
        "straighten",
    ),
    (r"\bmake sure (?:that )?((?:the|her|his|my) \w+) (?:stays?|remains?|keeps?) ", r"keep \1 "),
    (r"\bundo (?:the |all )?(?:crop(?:ping)?|edits?|changes)\b", "uncrop it"),
    (
        rf"\bchange the colors? of (?:the |her |his |my |their )?(?!{_PHOTO}|light|lighting|whole|sky|skin|water)"
        r"(?:(?! to )[\w ]){2,20}?(?: to (?:something|anything|another)[\w ]*| so [^.,;]*)?(?=$|[.,;])",
        "recolor it",
    ),
    (
        r"^(?:some |an? |overall |slight |general )*(color|contrast|brightness|saturation|exposure|tone"
        r"|detail|image|photo) "
        r"(?:enhancement|improvement)s?(?= |$|[.,;])",
        r"enhance the \1",
    ),
    (r"^color adjustments?$", "adjust the color"),
    (r"\b(?:wash|bleach|fade) (?:out )?(?:the )?colors?(?: out)?\b(?= |$|[.,;])", "reduce the saturation"),
    (
        r"\bcolors? (?:to )?(?:be |look |appear |become )?more "
        r"(?:recognizable|noticeable|visible|prominent|apparent|pronounced|evident|obvious|distinct)\b",
        "colors more vivid",
    ),
    (
        r"\b(?:tone down|reduce|lessen|minimi[sz]e|soften|lower|dim|darken|cut down(?: on)?) (?:the |some of the )?"
        r"(?:light )?reflections?\b(?! noise)",
        "reduce the glare",
    ),
    (rf"\b(make|get|want) ({_IT}|\w+) (?:look |looking )?(?:a (?:bit|little) )?cleaner\b", r"\1 \2 clearer"),
    (
        r"\b(?:make|return|change|use|adjust)(?: a| the)? levels?(?: (?:on|of|by|to|using)(?: the)? rgb(?:"
        r" colors?)?)?"
        r"(?: to)?(?= (?:a (?:bit|little)|more|less|\w+er\b|slightly|much))",
        "make it",
    ),
    (
        r"\bfilter (?:out )?(some|a (?:lot|bit|little)|much)?(?: of)? ?(?:the )?color(?:s|ing)?(?: out)?(?=$|[.,;])",
        r"reduce the saturation \1",
    ),
    (r",? (?:specifically|mainly|primarily|in particular) (?=the |her |his |my )", " in "),
    (
        r"\b(?:return|restore|bring back|get) (?:the )?colors? (?:back )?to (?:normal|natural|their"
        r" original|the original)\b",
        "make the colors natural",
    ),
    (
        rf"\bkeep (?:the |its |that )?({'|'.join(_SAID_OF)}) (?:look|feel|feeling|mood|tones?|vibes?"
        rf"|atmosphere|colors?|tint)\b",
        lambda m: f"keep the {_SAID_OF[m[1]]}",
    ),
    (
        r"\b(?:adjust|change|edit|modify|alter) (?:the )?(?:light|lighting|photo|image|picture|it|this) so (?:that )?"
        rf"{_IT} (has|is|looks) (.{{4,40}}?) and (?:is|looks) ",
        lambda m: f"{'give it' if m[1] == 'has' else 'make it'} {m[2]} and make it ",
    ),
    (rf"\bso (?:that )?{_IT} (?:has|have|gets) (?=(?:an? )?(?:\w+er|more|less) )", "and give it "),
    (r"\bincrease (?:the |its )?visibility\b", "brighten"),
    (r"\b(?:improve|enhance|increase) (?:the )?visibility of\b", "brighten"),
)
"""Requests whose words mean something else one by one."""


def as_request(text: str) -> str:
    """A lower-case text with contractions spelt out; what it reports becomes what it asks."""
    text = rewritten(text, _MISSPELT)
    text = rewritten(text, ((aside, " ") for aside in _SAID_BESIDE))
    text = re.sub(r" {2,}", " ", text)
    return rewritten(text, (*_DONE_TO_IT, *_COMPARED_WITH, *_AS_IT_IS, *AS_IT_LOOKS, *_IN_OTHER_WORDS))
