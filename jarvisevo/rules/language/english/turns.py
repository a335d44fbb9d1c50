"""Turns of phrase in English, said again in words that the grammar reads: contractions, numbers, typing errors, and
constructions whose parts mean something else alone ("it has a green cast, get rid of it").

What one word means stands in words/en.toml; what stands here is how several go together.
"""

import re

from jarvisevo.rules.language.english.beyond import as_acts
from jarvisevo.rules.language.english.briefly import filled_in
from jarvisevo.rules.language.english.caps import NUMBER, counted, in_digits, mistyped
from jarvisevo.rules.language.english.echoes import echoed
from jarvisevo.rules.language.english.everyday import HUES, SLIDERS, STYLE
from jarvisevo.rules.language.english.forums import spelt_out
from jarvisevo.rules.language.english.frames import unframed
from jarvisevo.rules.language.english.letters import SLIDER
from jarvisevo.rules.language.english.lists import listed
from jarvisevo.rules.language.english.messages import in_short, is_idiomatic
from jarvisevo.rules.language.english.orientation import as_turns
from jarvisevo.rules.language.english.reports import as_request
from jarvisevo.rules.language.english.several import apart
from jarvisevo.rules.language.english.sliders import moved
from jarvisevo.rules.language.english.sparing import spared
from jarvisevo.rules.language.english.tales import untold
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import clean, rewritten

_STATES = {
    **dict.fromkeys(("dark", "bright", "light"), "brightness"),
    **dict.fromkeys(("warm", "cool", "cold"), "warmth"),
    **dict.fromkeys(("colorful", "vivid"), "saturation"),
    "contrasty": "contrast",
}
"""How a photo is -> what of it is to stay."""
_PRESENT = {"toned": "tone", "turned": "turn", "brought": "bring", "dialed": "dial", "pulled": "pull", "taken": "take"}
_NO_THINGS = (
    "and|or|but|tint|casts?|tones?|hues?|looks?|shadows|highlights|light|filter|colors?|mood|vibes?|feel|channel"
    "|please|hour|up"
    "|down|brighter|darker|warmer|cooler|softer|deeper|lighter|teeth|skin|face|faces|snow|whites|eyes|nose|cheeks"
)
"""What stands behind a colour and is no thing to be given it, or one that would rather be rid of it."""
_LOCKABLE = rf"white balance|skin(?: tone| colou?r)?|colou?r|exposure|temperature|tint|{SLIDERS}"
_KINDS = "night|portrait|landscape|food|street|product|wedding|macro|wildlife|interior|real estate|family|travel|sports"
_A_NUMBER = r"(?=\s*[+:=-]?\s*\.?\d)"
"""Behind a slider's short name."""
_HUES = "red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan"
_TONES = "shadows|highlights|midtones"
_BROUGHT = {"up": "raised", "down": "lowered", "out": "emphasized", "back": "recovered"}
_PHOTO = "photo|picture|image|pic|photograph|shot|portrait|snap"
_PERSONS = "(?:grand)?(?:parent|mother|father|ma|pa|mom|dad)s?|sister|brother|friend"
_OCCASIONS = (
    "wedding|graduation|family|engagement|birthday|vacation|holiday|school|childhood|prom|passport|profile"
    "|concert|party|street|landscape|macro|wildlife|sports"
    f"|group|travel|gopro|iphone|phone|drone|(?:{_PERSONS})s?(?: poss)?"
)
"""What stands before "photo" and says whose, or what for."""
_VERBS = (
    "increase|decrease|reduce|brighten|darken|lighten|sharpen|enhance|boost|remove|make|adjust|lower|raise|soften"
    "|fix|crop"
    "|change|blur|improve|saturate|desaturate|straighten"
)
"""Verbs that a hurried hand writes together with what follows."""
_QUANTITIES = "saturation|contrast|brightness|exposure|colou?r|light|lighting|sharpness|vibrance|noise|warmth|clarity"
_RATIO = r"\d{1,2}(?:\.\d+)?\s*[:x]\s*\d{1,2}(?:\.\d+)?"
_AFTER = r"$|[.,;!?]| (?:and|but|then|please)\b"
_SHOWN_AS = (
    "wallpaper|background|banner|header|cover|post|story|thumbnail|poster|print|slide|screen|display|format|frame"
)
"""What a photo of some ratio is for."""
_CONTRACTED = (
    (r"colour", "color"),
    (r"\b((?:ca|wo|do|does|did|is|are|was|were|would|should|could|have|has)n) t\b", r"\1't"),  # typed without its mark
    (r"\bcan't\b|\bcant\b|\bcannot\b", "can not"),
    (r"\bwon't\b|\bwont\b", "will not"),
    (r"n't\b", " not"),
    (r"\b(do|does|is|are|would|should|could|must|was)nt\b", r"\1 not"),
    (r"\b(it|that|this|there|here|everything|what|he|she|why)'s\b", r"\1 is"),
    (
        r"'s (?=(?:too|so|very|not|a bit|a little|way|really|kinda|quite|just|pretty|all|far|rather"
        r"|looking)\b|(?:fine|okay|ok|perfect)(?=$|[.,;!?]| (?:and|but|so|as|if|with)\b))",
        " is ",
    ),
    (r"\b(do|does|did|is|are|was|were|would|should|could|has|have)n t\b", r"\1 not"),
    (r"\bcan t\b", "can not"),
    (r"\b(it|that|there) s\b", r"\1 is"),
    (r"\bits (?=(?:to|too|so|very|not|a bit|a little|way|really|kind of|kinda|just)\b)", "it is "),
    (rf"\b(s?he)s (?=(?:too|so|very|way|really|a|not|kinda|just|super|dark|pale|blurry|{HUES})\b)", r"\1 is "),
    (r"\btheres (?=(?:a (?:lot|bit)|too|so|some|no(?! (?:noise|grain|blur|haze)\b)|this)\b)", "there is "),
    (r"\blet's\b", "let us"),
    (r"(?:'|\b)em\b", "them"),
    (r"'(re)\b", " are"),
    (r"\bi'd\b", "i would"),
    (r"'d\b", " would"),
    (r"'m\b", " am"),
    (r"'(ve|ll)\b", " "),
    (r"\bw/ ?(?!o\b)(?=[a-z])", "with "),
    (r"'s\b|(?<=s)'(?=\s)", " poss"),
)
_SPELT_OUT = (
    (r"\bletterbox (?:it |this )?(?:to |at )?(?=\d)", "crop it to "),
    (
        rf"(?:,? (?:and|but|with|while) |, ?|^)(?:the )?({SLIDER}|colors?|tones?) (?:stays? "
        rf"|remains? |left |kept )?"
        r"(?:untouched|unchanged|unaltered|intact|the same|as (?:it|they) (?:is|are)|as is|alone)(?=$|[.,;!])",
        r", do not change the \1",
    ),
    (
        r"(?:^|(?<=[.,;!?] ))not (?:quite |nearly |half |really |anywhere near )?(?:as|so) (\w+)(?=$|[.,;!]| please\b)",
        r"less \1",
    ),
    (r"\bnowhere near (?:as|so) (?=\w)", "much less "),
    (
        r"\bleave ((?:the |her |his |my |their )?\w+(?: \w+)?) out(?: of (?:it|this|that))?(?=$|[.,;!]| and\b| but\b)",
        r"leave \1 alone",
    ),
    (
        r"\b(?:forest|woodland|city|street|desert|jungle|mountain|village) (?=(?:vibe|mood|feel|feeling"
        r"|atmosphere|aesthetic)s?\b)",
        "",
    ),
    (r"\bgrainy (?=b ?(?:&|n|and) ?w\b|black and white|monochrome|film|vintage|retro|noir|analog)", "grain and "),
    (
        rf"^(?:it is |this is |the {_PHOTO} is )?(?:kinda|kind of|sorta|sort of|weirdly|strangely|oddly|so"
        rf"|soo+) ({_HUES}|dark|bright|cold|warm|flat|dull"
        r"|pale|gr[ae]y|hazy|blurry|green|faded)(?=$|[.,;!?]| (?:ngl|tbh|lol|imo|innit|here|though|tho)\b)",
        r"it is too \1",
    ),
    (
        rf"^(?:it|th(?:is|at)(?: one)?|(?:the|my|this) (?:{_PHOTO})|everything|all)(?: (?:is|looks))+ (?:already "
        rf"|just |absolutely )*(?:perfect|fine|great|lovely"
        r"|beautiful|good|ok(?:ay)?)(?: (?:already|as is|as (?:it|they) (?:is|are)|the way it is|like this"
        r"|like that|now))*[.!]*$",
        "do not change anything",
    ),
    (
        r"^(?:please )?(?:do nothing|do not (?:edit|retouch|touch|adjust|correct)(?: it| this| anything"
        r"| at all)?)(?: please)?[.!]*$",
        "do not change anything",
    ),
    (r"\blooks? like (?:mud|dirt|sludge|dishwater)\b", "looks muddy"),
    (r"\b(\w+s|it|this) r (?=\w)", lambda m: f"{m[1]} {'is' if m[1] in ('it', 'this') else 'are'} "),
    (r"\bdis\b", "this"),
    (r"\b((?:\w+er|more|less|some|low|high|soft|strong|good|reduced|increased|extra) contrast) (?=with\b)", r"\1, "),
    (r"\b(spice|perk|liven) (it|this|that|things|everything)(?: all)? up\b", r"\1 up \2"),
    (
        rf"(?:\b(?:(?:i |we )?(?:need|want|would like|will use|use) (?:it|this|that|the \w+) (?:as|in|at|for|to be) "
        rf"|crop (?:(?:it|this|that|(?:the|this|my) (?:{_PHOTO})) )?(?:(?:in)?to |as |at |in )?)(?:an? |my )?)?"
        rf"({_RATIO})(?: \w+){{0,2}}? (?:{_SHOWN_AS})(?: size)?\b",
        r"crop it to \1",
    ),
    (r"\b(?:teh|tht|hte|thw|da)\b", "the"),
    (r"\b(?:abd|adn|andn|nad|amd)\b", "and"),
    (r"(?:^|(?<=[.,;] )|(?<=and ))ad (?=some|more|a |an |light|contrast|color)", "add "),
    (r"\bot (?=the |this |it\b|my )", "to "),
    (r"\b(in|de) (?=creas(?:e|ed|ing)\b (?:in |the |of )?\w)", r"\1"),
    (r"\b(colors?|warm|cool|cold) pall?ett?e?\b", r"\1 palette"),
    (r"\b(?:al lot|a loot|aloot|alott)\b", "a lot"),
    (r"\bfacial (?:area|region|part|zone)s?\b", "face"),
    (r"\b(?:imabe|iamge|imgae|imge|pcture|pitcure|picutre|phtoo|poto)\b", "image"),
    (
        r"\b((?:is|are|was|looks?|has|have|way|bit|little|far|much) )to "
        rf"(?=much\b|many\b|dark|bright|light\b|warm|cold|cool|{_HUES})",
        r"\1too ",
    ),
    (rf"\b({_HUES})(?:d|n|l|w)?[- ]ish\b", r"\1"),
    (
        r"\bso (?:that )?(?:it|the \w+) (?:appears?|looks?|becomes?|is|turns) (?:in )?black and white\b",
        "black and white",
    ),
    (r"(?<!not),? \bincluding (?=(?:the|her|his|my|their|all) |\w+s\b)", " and "),
    (rf"\bde[- ]?({_HUES})\b", r"remove the \1 from"),
    (r"\b(de|un)[- ](?=haze|noise|grain|saturat|blur|fog|mist)", r"\1"),
    (rf"\b({_VERBS})(the|this|it)\b", r"\1 \2"),
    (
        r"\b((?:want|like|need|love|prefer|get|have) (?:the |my |her |his )?[\w ]{3,25}?) lower"
        r"(?=$|[.,;!?]| and\b| but\b| please\b)",
        r"\1 down",
    ),
    (
        r"(?:^|(?<=[.,;] ))((?:the |that |this |a (?:bit|little) of )?[\w ]{3,25}?) "
        r"(?:should|must|has (?:got )?to|have (?:got )?to|needs? to|can) (?:go|leave|disappear|be gone)(?: away)?"
        r"(?=$|[.,;!])",
        r"remove \1",
    ),
    (
        r"^(?:an? (?:bit|little|touch) of |some |a bit )?([\w ]{3,25}?) (?:would not|will not|could not) (?:hurt"
        r"|go amiss|harm)",
        r"add some \1",
    ),
    (
        r"\bas (it|this|that) (is|looks|seems) "
        r"(?=(?:generally|currently|very|too|so|a bit|a little|pretty|quite|rather|kinda|really) \w)",
        r"because \1 \2 ",
    ),
    (
        r"\bmake sure (?:that )?(?:the )?white (?:does|is|will) not (?:blow|blown|clip|clipped|burn)\w*(?: out)?",
        "keep the whites",
    ),
    (r"\b(?:with|using) (an? (?:sun|lens|light) flare)(?: effect)?\b", r", add \1"),
    (
        r"^tint (?:it )?(?:more |a (?:bit|little) |slightly )*(?:towards?|to) (?=green|magenta|pink)",
        "shift the tint to ",
    ),
    (
        rf"\b((?:{SLIDER}|(?:{_HUES})s?) (?:up|down)(?: (?:a (?:bit|little)|slightly))?) "
        rf"(?=(?:the )?(?:{SLIDER}|(?:{_HUES})s?) (?:up|down)\b)",
        r"\1, ",
    ),
    (  # "brighter whites, highlights down": down is said of the highlights alone
        r"(?:^|(?<=[,.;/&+] )|(?<=\band ))((?:more|less|some|no|an?|lighten|darken|brighten|sharpen|soften|film"
        r"|\w{3,}(?:er|ed))\b"
        rf"[^,.;/&+]{{0,20}}?) ?(?:,|\band\b|/|&) ?(?=(?:the )?(?:{SLIDER}) (?:up|down)\b)",
        r"\1. ",
    ),
    (r"(?<!(?<!low)(?<!high)er )\bby (?:about |around )?half(?= *(?:$|[.,;!]| and\b| please\b))", "by 50%"),
    (r"^colors? (?=(?:up|down)\b)", "saturation "),
    (
        rf"\b({_HUES})(?: poss|s poss|s)? (?=(?:saturation|luminance|brightness|lightness) (?:is|are"
        rf"|looks?)\b)",
        r"\1 ",
    ),
    (r"\bexp" + _A_NUMBER, "exposure"),
    (r"\bsat" + _A_NUMBER, "saturation"),
    (r"\bvib" + _A_NUMBER, "vibrance"),
    (r"\b(?:highs|hls?)" + _A_NUMBER, "highlights"),
    (r"\blows" + _A_NUMBER, "shadows"),
    (rf"\b({SLIDER}) ?: ?(?=[+-]?\s?\.?\d)", r"\1 "),
    (rf"\badd (\d+) (?:points? )?(?:of )?({SLIDER})\b", r"\2 +\1"),
    (
        rf"\b(?:add |put )?(?:some |a (?:bit|little|touch) of )?({_HUES}) (?:in|into|to) (?:the )?({_TONES}),? "
        rf"(?:and|with|but) (?:some |a (?:bit|little|touch) of )?({_HUES}) (?:in|into|to) (?:the )?({_TONES})\b",
        r"; \1 \2, \3 \4",
    ),
    (
        r"\b(?:make|set|put|shoot|get|warm|cool) (?:it|this|the (?:photo|image|picture|shot)) (?:up |down )?(?:to "
        r"|at )?"
        r"(\d{4,5}) ?(?:k|kelvin)\b",
        r"set white balance to \1 k",
    ),
    (rf"\b({SLIDER}) at (?=[+-]?\s?\d)", r"\1 to "),
    (
        rf"\b(?:cut|reduce|slash|bring|take) (?:the )?({SLIDER}) (?:down )?(?:in|by|to) half\b"
        rf"(?! an?\b| stop| ev)",
        r"reduce the \1 by 50%",
    ),
    (rf"\b(?:halve|half) (?:the |of the )?({SLIDER})\b", r"reduce the \1 by 50%"),
    (rf"\b({_HUES})s? hue (?:by |to )?([+-])\s?(\d+)", lambda m: _turned_hue(m[1], m[2], m[3])),
    (r"\bcon" + _A_NUMBER, "contrast"),
    (r"\bshad" + _A_NUMBER, "shadows"),
    (r"\bcalm (?:down )?(the (?:water|sea|lake|waves|ocean|river))(?: down)?", r"smooth \1"),
    (r"^(?:the )?(\w+) (colors?) (stronger|weaker|richer|brighter)$", r"\3 \2 in the \1"),
    (r"\b(look like an? \w+),? and (?=more|less|\w+er\b)", r"\1. make it "),
    (
        rf"\bmove ((?:the |her |his |my |their )(?!(?:{SLIDER}|{_HUES}|white|color|hue|tone"
        rf"|slider|midtones)\w*\b)"
        r"\w+(?: \w+)?) (?=(?:to|towards?|over|closer|further|left|right)\b)",
        r"reposition \1 ",
    ),
    (r"\bfill in (?:the |those |that )(?!shadow|dark|light|black)(?=\w)", "inpaint the "),
    (r"(?:\b(?:to|in|at|and|make it|,) )?\b[248]\s?k\b(?: (?:quality|resolution))?", ", upscale"),
    (r"\b(you|please|to) dull (?=them\b|it\b|the\b|down\b)", r"\1 mute "),
    (r" (?:to|at) an? (?:much |slightly )?(?:higher|lower|brighter|darker|better) level\b", ""),
    (r"\bto zero\b", "to 0"),
    (r"\bmids\b", "midtones"),
    (r"\bvery subtle\b", "subtle"),
    (
        r"\ba ((?:a (?:bit|little) )?\w+er), (\w+er) "
        r"(?=sky|face|background|subject|foreground|look|water|image|photo|picture|mood)",
        r"a \1 and \2 ",
    ),
    (
        r"^(?:the )?(\w+) with more (punch|contrast|detail|texture|drama|color|saturation|warmth|light|pop)\b",
        r"give the \1 more \2",
    ),
    (r"\bneon lights?\b", "lamps"),
    (r"\bneon (?=signs?\b|lamps?\b|tubes?\b)", ""),
    (rf"\b(?:extreme|insane|crazy|massive|maximum|huge) (?={SLIDERS}|grain|vignette|warmth)", "much more "),
    (
        rf"\b((?:is|are) (?:too |a bit |a little |slightly )*(?:{_HUES}|warm|cold|cool)),? (?:so )?(?:please )?"
        r"neutrali[sz]e (?:it|them|that)\b",
        r"\1",
    ),
    (r"\bneutrali[sz]e (?=the |my |her |his )", "fix the color of "),
    (r"\bbring down (?=the (?:white|bright|light) )", "darken "),
    (r"\bsubject matter\b", "subject"),
    (
        r"\b(?:i|we) (?:took|shot|captured|snapped) (?:this|it|these)\b[\w' ]*?(?: and| but|[.,;:]) ?"
        r"(?=it\b|can\b|could\b|please\b|$)",
        "",
    ),
    (r"\bi\s+(?:would )?(?:like|love|want|wish) to see (?=(?:an? (?:bit|little) )?more\b)", ""),
    (r"\bit is for (?:an?|my|our|the) [\w ]{3,30}[.,;:] ?", ""),
    (rf"^(?:{_KINDS})(?: ?(?:shot|photo|picture|image|portrait|scene))?s?(?: for [\w ]{{3,20}})? ?: ", ""),
    (r"^(?:an? )?old (?:photo|picture)(?: of [\w ]{2,25}?)?, ", "it is "),
    (
        r"^(?:it|this|that|the (?:photo|picture|image|shot)) (?:looks|is) "
        r"(?:fine|good|ok|okay|great|nice|lovely|not bad)(?: overall| as is| already)?,? but ",
        "",
    ),
    (
        rf"^(?:the )?(colou?rs?|{SLIDER}) ((?:(?:a (?:bit|little|touch)|slightly|much|way) )?)"
        r"(stronger|weaker|higher|lower)$",
        r"\2\3 \1",
    ),
    (r"\bwood grain\b|\bgrain (?:in|of) the wood\b", "texture of the wood"),
    (r"\b(?:focus|bring) (?:the |more |some )?attention (?:on|to|towards) (.+)", r"make \1 stand out"),
    (r"\bmake (.{3,25}?) the (?:star|focus|focal point|hero|center of attention)\b", r"make \1 stand out"),
    (r"\bquieten\b", "tone down"),
    (r"\b(less|not so|not as|too) (?:shouty|garish|loud|gaudy|flashy)\b", r"\1 saturated"),
    (r"^(?:weak|dull|pale|faded|flat) (\w+), (?:please )?make (?:it|them) ", r"make the \1 "),
    (r"\bcompress (?:the )?(?:dynamic|tonal) range", "less contrast"),
    (
        r"\b(?:increase|extend|more|improve|expand|widen) (?:the )?(?:dynamic|tonal) range",
        "lower the highlights and lift the shadows",
    ),
    (r"\bharden (?=the (?:light|contrast))", "more contrast in "),
    (
        r"\bpush (?:it |the photo |the exposure )?(?:by )?((?:half an?|an?|one|two|\d[\d.]*)(?: \w+)? stops?)",
        r"brighten by \1",
    ),
    (
        r"\bpull (?:it |the photo |the exposure )?(?:by )?((?:half an?|an?|one|two|\d[\d.]*)(?: \w+)? stops?)",
        r"darken by \1",
    ),
    (r",? ?\b(?:innit|frfr|fr|ngl|tbh|deadass|bruh|fam|lmao|omg|ugh)\b|^(?:lowkey|highkey) ", ""),
    (
        r"\bchill (?=(?:the |those |them )?(?:highlights|whites|saturation|contrast|sharpening|clarity|colors)\b)",
        "reduce ",
    ),
    (r"\bgloomy (?=vibes?|mood|look|feel|feeling|atmosphere)", "moody "),
    (r"\b(?:turn|change|convert|make) (?:the )?night (?:in)?to (?:the )?day(?:time)?\b", "replace night with day"),
    (
        r"^(?:make |give (?:her|him|them|me) )?(?:bigger|larger|smaller) (?=eyes|lips|nose|ears|head|hands|smile)",
        "enlarge the ",
    ),
    (r"\bgimme\b", "give me"),
    (r"\bwanna\b", "want to"),
    (r"\b(?:it |this )?gotta\b", "it should"),
    (r"\b(?:no cap|tf|on god)\b,?", ""),
    (r"\bsmol\b", "little"),
    (r"\bjuice up\b", "boost"),
    (r"\bdeep[- ]?fry (?:it|this|the (?:photo|pic|picture|image))\b", "boost the saturation and contrast"),
    (r"\blow[- ]?key (?=(?:warm|bright|dark|cool|sharp|soft)er\b|more\b|less\b|needs?\b)", "slightly "),
    (
        r"\b(contrast|colors?|saturation|sharpness|lighting) (?:is|are) (?:so |just )?(?:mid|trash|garbage|wh?ack)\b",
        r"\1 is too weak",
    ),
    (r"\b(?:this|it) is giving [a-z]+(?: vibes?)?,? ", ""),
    (
        r"\bmake (?:it|this|the (?:photo|pic|picture|image)|(?:this|my) (?:photo|pic|picture|image)) (?:look |go )?"
        r"(?:so |really |super )?(?:slap|fire|bussin|slay|aesthetic|dope|lit|hard|sick|bang|iconic)\b",
        "make it look better",
    ),
    (r"\bmake ((?:the|her|his|my) \w+) (?:slap|slay|go hard|bang)\b", r"make \1 pop"),
    (r"\bless crusty\b", "make it look better"),
    (
        r"\b(?:give|get|show|bring|grant|lend) (?:me|us) (?!(?:away|back|out|up|down|in|off|closer"
        r"|on)\b)",
        "",
    ),  # to whom
    (r"\bdo (?:me|us) a favou?r,? (?:and |please )*", ""),
    (
        r"\b(?:around|all around|along) (?:all )?(?:the )?(?:edges?|corners?|borders?|periphery)\b(?! of)",
        "in the corners",
    ),
    (
        r"\b(?:is |are |looks? )?(?:(?:way |a bit |a little |slightly )?(?:too )?)hot (?:spots? )?(?:on|at|in) "
        r"(the|his|her|my|their) (?=(?:forehead|face|cheeks?|nose|skin|shoulders?|left|right)\b)",
        r" too bright on \1 ",
    ),
    (r"\b(too|less|so) (?:electric|radioactive|nuclear|acidic?|fluorescent)\b", r"\1 saturated"),
    (
        r"\b(?:by )?(?:a|one|two|three|(?:a )?few|a couple(?: of)?) (?:notch|click|tick|step)(?:es|s)?(?= |$|[.,;!])",
        "a bit",
    ),
    (
        rf"\b(?:the |a |some )?({_HUES}) (?:from|of) (?:the )?[\w ]{{2,20}}? "
        r"(?:reflects|spills|bounces|falls|is reflected|is reflecting|reflecting) (?:back )?(?:onto|on|off|into) "
        r"((?:the |her |his |my )?[\w ]{3,20})(?=$|[.,;])",
        r"\2 is too \1",
    ),
    (r"\b(?:show|see|reveal) more of (?=(?:the|her|his|my|their) (?!expression|pose|posture|size))", "brighten "),
    (
        r"\(?\b(?:more |further |some )?(?:details?|info|instructions|explanation|links?) (?:is |are )?"
        r"(?:below )?(?:in|inside) (?:the )?(?:comments?|description|post|text|caption|thread)\b\)?",
        "",
    ),
    (r"\b(?:thx|thnx|tnx|tysm|thanx|kthx)\b", ""),
    (r"\b(?:at (?:the very )?least|no less than) (?=\d|an? |one |two |half )", ""),
    (  # what a photo is of, and where it was taken, is no place in it
        rf"\b(?:(?:{_OCCASIONS}) )+(?=(?:{_PHOTO})s?\b)",
        "",
    ),
    (
        r"\b((?:brighten|lighten|darken|improve|fix|enhance|sharpen|touch|edit|retouch|restore|spruce|clean"
        r"|saturate)\b"
        rf"[\w ]{{0,30}}? (?:this|that|the|my|our|an?) (?:{_PHOTO})) (?:of [^.,;?!]{{2,40}}? )?"
        r"(?:(?:at|during|taken (?:at|in|on|from)) (?!\d|least)|from (?=(?:an?|the|our|my|last) ))"
        r"(?!(?:the )?(?:left|right|top|bottom|sides?|edges?|front|back)\b)[^.,;?!]{3,40}(?=$|[.,;?!])",
        r"\1",
    ),
    (
        rf"\b((?:this|that|the|my|our|an?) (?:{_PHOTO})) of (?:me|my|our|us|him|her|his)(?: \w+)?"
        r"(?: and (?:me|i|my|his|her|our)(?: \w+){0,2})?(?=$|[.,;?!])",
        r"\1",
    ),
    (rf"\b({_QUANTITIES}) levels?\b", r"\1"),
    (rf"\badd (?:some |an? |more )?({_HUES}) (?:lighting|lights?|glow)\b", r"add more \1"),
    (r"\b(look|looks|looking) (?:really|super|so|very|extra) cool\b(?!,? (?:and|tone|but))", r"\1 better"),
    (r"\(?\b(?:ie|i\.e\.?|e\.g\.?|eg)\b[,:]?", ","),
    (
        rf"\bmake (?:that|this|the) (?!(?:{_HUES})\b)[\w ]{{2,30}}? an? (?!(?:{_HUES})\b)[\w ]{{2,20}} "
        rf"(?:one )?instead\b(?! of (?:the )?(?:{_HUES})\b)",
        "replace the scene",
    ),
    (r"\bby an? (?:very )?(?:large|big|huge|wide|considerable|good|fair) (?:margin|amount|degree|bit)\b", "a lot"),
    (r"\bby an? (?:very )?(?:small|tiny|slight|little) (?:margin|amount|degree|bit)\b", "a little"),
    (
        r"\bby (?:about |around )?(?:\d|one|two|three|a few|some)(?: ?(?:-|to|or) ?\d)? "
        r"(?:shades?|levels?|notch(?:es)?)\b",
        "",
    ),
    (r"\bmakes (?:the |this |my )?(?:image|photo|picture|it) (?:look )?(blurry|fuzzy|grainy)\b", r", it is \1"),
    (r"\bremove (the|that|this) (\w+) (top|bottom|upper|lower) (left|right)\b", r"remove \1 \2 on the \3 \4"),
    (r"\bthe highlighting (?=on|of|in)", "the highlights "),
    (r"\btouch-?ups?\b", "touch up"),
    (
        r"(?:^|(?<=[.,;!?] )|(?<=but )|(?<=and ))(?:he|she|i|we)\s+"
        r"(?:(?:am|is|are|was|were|looks?|came out|seems?|turned out)\s+)?"
        r"(?=(?:(?:way|far|much|just|a bit|a little) )?(?:too |so |very |really |rather |quite )"
        rf"(?:dark|bright|pale|dull|blurry|warm|cold|{_HUES}|over ?exposed|under ?exposed|washed out)\b)",
        "the person is ",
    ),
    (r"\b(?:has |have )?lost (?:all |most of |some )?(?:of )?(?:its |their |the )?details?\b", "has no detail"),
    (  # to another place in the frame
        rf"\b(?:lift|raise|move|shift|push|bring|put) (?=(?:the|him|her|them|his|my) )"
        rf"(?!(?:the )?(?:{SLIDER}|{_QUANTITIES}|{_TONES}|{_HUES}|darks|lights|tones?|curve)\b)"
        r"([\w ]{3,30}?) "
        r"((?:a (?:bit|little) |much |slightly )?(?:higher|further (?:up|down|away|left|right)))\b",
        r"relocate \1 \2",
    ),
    (rf"\b({_HUES})(?: and |/)({_HUES}) (?:lighting|lights?|tones?|casts?|tints?|glow|hues?)\b", r"\1 and \2"),
    (
        r"\b(highlights|whites)(?: are| look| is)? (?:not (?:so|as|that|too) )?(?:so |too |very )?"
        r"(?:washed|bleached|burnt|burned)(?: out)?\b",
        r"\1 are too bright",
    ),
    (r"\badd (?:some |an? |more )?lightning (?=bolts?|strikes?|in |to |across |over )", "add a thunderbolt "),
    (
        r"(?<!like )(?<!into )(?<!as )\b(this|that|these|those|my|our|his|her|the) (?:very |really )?"
        r"(?:old|antique|ancient) (?=(?:\w+ )?(?:photo|picture|image|pic|photograph|shot|snapshot)s?\b)",
        r"\1 ",
    ),
    (
        r"(?<!into )\b(this|that|these|my|our|his|her) (?:b ?(?:&|and|/) ?w|black and white) "
        r"(?=(?:photo|picture|image|pic|photograph|shot)s?\b)",
        r"\1 ",
    ),
    (r"\b(?:i )?(?:will|can|would) (?:give (?:reddit )?gold|tip|pay|venmo|paypal|buy you)\b[^.!?]*", ""),
    (
        r"(?:^|(?<=[.,;!?] ))(?:and |but |as |since |because )?(?:my|our|his|her|he|she) [^.,;!?]{0,40}?"
        r"\b(?:died|passed away)\b[^.,;!?]*[.,;!?]?",
        "",
    ),
    (r"\bwhite out (?=(?:the|this|that|my) )", "brighten "),
    (
        r"\bstraighten (?:out )?(?=(?:his|her|my|their|the) "
        r"(?:collar|hair|tie|teeth|nose|jacket|shirt|dress|posture|back|hat|glasses|smile|legs?|arms?)\b)",
        "reshape ",
    ),
    (
        r"\b(?:(?:is|are|was|gets?|got|being)(?: all| completely| totally)? "
        r"(?:lost|hidden|buried|swallowed|drowned|drowning|hiding) (?:in|by|into|under)"
        r"|(?:just |simply |completely |totally )*(?:vanishes|disappears|melts|fades|sinks|dissolves) (?:away )?"
        r"in(?:to)?) (?:the |all the )?(?:shadows?|dark(?:ness)?|black(?:ness|s)?|night)\b",
        "is too dark",
    ),
    (r"\blet (the colou?rs) (?:sing|pop|shine|speak|glow)\b", r"make \1 pop"),
    (r"\bway{2,}\b", "way"),
    (  # what it is to be like is beyond, the rest is not
        r"^([\w -]{3,40}), like (an? (?:\w+ )*)(\w+)$",
        lambda m: m[0] if _is_style(m[3]) else f"{m[1]}. like {m[2]}{m[3]}",
    ),
    (
        r"\b((?:hammer|push|pull|crush|drop|cut|lift|raise|boost|bring|turn)\b[^.,;]*?),? "
        r"(?:really |very |pretty )?hard(?=$|[.,;!])",
        r"\1 a lot",
    ),
    (
        r"\b(?:so|too) (bright|blinding|glaring|overexposed|blown out|washed out|white|light|hazy|foggy|misty)"
        r"(?: that)? (?:you|i|we|one) (?:can|could)(?: ?not| barely| hardly)(?: really| even| barely)? "
        r"(?:see|make out|read|tell|recogni[sz]e)[^.,;!]*",
        r"too \1",
    ),
    (
        rf"\b(?:i )?(?:would like|want|need) ((?:the|her|his|my) [\w ]{{3,30}}?) (?:to be )?an? "
        rf"(stronger|deeper|richer|brighter|darker|lighter|softer|paler) ({HUES})\b",
        r"make \1 a \2 \3",
    ),
    (r"\b(?:just )?one (?:small|tiny|little|wee|single) (?:notch|step|click|tick|bit|touch)\b", "a little"),
    (
        r"\bdo not (brighten|lighten|lift|darken|warm|cool|sharpen|saturate|touch up) (?:up )?(?:the )?"
        r"(?:whole|entire) (?:photo|picture|image|scene|shot|frame|thing),? (?:but )?(?:just|only) ",
        r"\1 only ",
    ),
    (rf"\b(?:{HUES})ish-({HUES})(?= (?:tint|cast|tinge|hue)\b)", r"\1"),
    (
        rf"\bthere (?:is|was) (?:an? |some |too much )?(?:ugly |nasty |weird |odd |strange |bad )?"
        rf"({HUES})(?:ish)? (tint|cast|tinge) "
        r"(?:over|across) (the|her|his|my) (?:whole |entire )?"
        r"(?!whole|entire|photo|picture|image|shot|scene|thing|frame)(\w+)",
        r"remove the \1 \2 from \3 \4",
    ),
    (r"\blet (?:me|us) (?:really )?see (?=(?:the|her|his|my|their) )", "brighten "),
    (r"\b((?:more|less) \w+) ((?:more|less) \w+)(?=$|[.,;])", r"\1, \2"),
    (r"\b(?:barely|hardly|only just) (?=(?:\w+er|more|less)\b)", "slightly "),
    (
        r"(?:^|(?<=[.;,] ))((?:the )?[a-z]+): (?=(?:(?:a (?:bit|little)|slightly|much|way) )?(?:\w+er"
        r"|more|less)\b)",
        r"\1 ",
    ),
    (r"\bno changes? (?:to|in|of) (?=the )", "keep "),
    (
        rf"\b(lower|raise|increase|reduce|decrease|boost) (?:the )?({SLIDER}) "
        r"((?:on|in|of) [^,.;]{3,30}?),? "
        r"(?:but|and) (lower|raise|increase|reduce|decrease|boost) it (?=(?:on|in|of) )",
        r"\1 the \2 \3 and \4 the \2 ",
    ),
    (
        r"^(?=(?:very )?(?:slight|subtle|gentle|small|tiny|strong|big) (?:boost|lift|bump|reduction|decrease|drop"
        r"|cut) "
        r"(?:to|in|of|for|on) )",
        "a ",
    ),
    (
        rf"\b(?:fix|correct|neutralize) (the|her|his|my|their) ({_HUES}) (skin|faces?|hands?|teeth|walls?|snow|hair)"
        r"(?: (?:from|caused by|because of|due to) (?:the )?[\w ]{3,25})?",
        r"\1 \3 is too \2",
    ),
    (
        r"\b((?:the|her|his|my) [\w ]{2,25}?) (?:needs? to|should|must|has to) be the (bright|dark)est "
        r"(?:thing|part|spot|point|area) (?:in|of) (?:the |this )?(?:frame|image|photo|picture|scene|shot)\b",
        r"\2en \1",
    ),
    (r"\b(?:get|set|make) (?:the )?(white balance|exposure|skin tones?|colou?rs) right\b", r"fix the \1"),
    (rf"\bmake (the|that|this|her|his|my) ({_HUES}) (\w+) (less|more) \2\b", r"make the \3 \4 \2"),
    (r"\b(?:take away|remove|lose|get rid of|reduce) (?:the |that |this )?gr[ae]yness\b", "make it less dull"),
    (r"\badd (?:some |a (?:bit|little|touch) of )?negative ", "reduce "),
    (r"\b(?:i|we) need (?:it|this) for (?:an?|my|our|the) [\w ]{3,30}[.,;:] ?", ""),
    (r"\bturn (?:the )?volume (down|up) (?:on|of|for) ", r"turn \1 the saturation of "),
    (r"\bturn (down|up) the volume (?:on|of|for) ", r"turn \1 the saturation of "),
    (r"\b(?:keep|preserve|leave) the (?:mood|vibe|atmosphere|feel|feeling)(?: as (?:it )?is)?,? (?:but|and) ", ""),
    (  # "white, not blue" is said of a cast; of colours the one that is wanted says it all
        r"\b((?:the|my|her|his|their|our) [\w ]{2,25}?) (?:should|needs? to|must|has to|have to) (?:be|look) "
        rf"(?:pure |clean |really )?(?:white|neutral|gray),? (?:and |but )?(?:not|instead of|rather than) "
        rf"({_HUES})\b",
        r"\1 is too \2",
    ),
    (rf"\b((?:be|look) (?:{_HUES})),? (?:and )?(?:not|instead of|rather than) (?:gray|white|black|{_HUES})\b", r"\1"),
    (
        r"\bgive (?:it|this|the (?:photo|image|picture|shot)) (?=(?:faded|matte|lifted|milky) (?:blacks"
        r"|shadows)\b)",
        "",
    ),
    (
        r"\b(?:rescue|recover|save|restore|bring back|repair) (?:the |those |my )?(?:blown|burn(?:t|ed))[- ]?out "
        r"(?!highlights|whites)(\w+)",
        r"lower the highlights of the \1",
    ),
    (
        r"\b(?:let|make|have|(?:i )?(?:would )?(?:like|want)) ((?:the|my|her|his) [\w ]{3,20}?) (?:to )?"
        r"(?:fall|fade|sink|drop|go|melt|vanish|disappear)(?: off| away| down| back)?(?: in)?(?:to)? (?:the )?"
        r"(?:dark(?:ness)?|shadows?|black(?:ness)?)\b",
        r"darken \1",
    ),
    (r"\blooks? (?:a bit |just )?like an? (?:cave|dungeon|basement|cellar|crypt|tunnel)\b", "is too dark"),
    (r"\b((?:whites?|highlights?|paper|walls?|snow|shirt|dress)\b[\w ]*?) creamy\b", r"\1 yellow"),
    (
        r"\b(?:it|this|the (?:photo|image|picture|shot)|everything),? (?:but )?"
        r"(?:mostly|mainly|primarily|chiefly|above all) (?:in )?(?=(?:the|her|his|my) \w)",
        "",
    ),
    (r",? (?:but )?(?:mostly|mainly|primarily|chiefly|above all) in (?=(?:the|her|his|my) \w)", " in "),
    (r" (?:to|for) me(?=$|[.,;!])", ""),
    (
        r"\b(the (?:(?!needs?\b|is\b|are\b|be\b|to\b|should\b)\w+ ?){1,4}?) (toned|turned|brought|dialed"
        r"|pulled|taken) (down|up)\b",
        lambda m: f"{_PRESENT[m[2]]} {m[1]} {m[3]}",
    ),
    (
        r"(?<!un)\block(?:ed|ing)?(?: (?:down|in))? "
        rf"((?:(?:the|her|his|my|their) )?(?:{_LOCKABLE})s?)(?=$|[.,;!]| and )",
        r"do not change \1",
    ),
    (
        rf"\b(?:with |keep |leave )?((?:the )?(?:{_LOCKABLE})s?) (?:is |are |stays? |should (?:be|stay) )?locked\b",
        r"do not change \1",
    ),
    (r"\b(the [\w ]{2,20}?) left (?:alone|untouched|unchanged|as (?:they|it) (?:are|is))\b", r"keep \1"),
    (r"\binky(?= blacks)", "deep"),
    (r"\bmilky(?= blacks)", "lifted"),
    (r"\bcreamy skin(?: tones?)?\b", "smoother skin"),
    (
        r"\bshadows (in|on|under) (the \w+) are (?:too |a bit |very |really )?"
        r"(?:blocked|crushed|dark|deep|heavy)(?: up)?",
        r"lift the shadows \1 \2",
    ),
    (r"\b(?:an? )?(?:(slight|gentle|subtle|strong) )?s[- ]curve\b", r"\1 more contrast"),
    (r"\blooks? (?:so |very |a bit )?unappeti[sz]ing", "should look appetizing"),
    (rf",? (?:because |as |but )?it is (?:too )?(?:{_HUES}) (?:now|at the moment|right now)\b", ""),
    (
        rf"^(?:an? )?golden(?: (?:evening|afternoon|morning|sunset|sunrise|dusk|dawn|day|{STYLE}))?"
        r"(?=(?:,? please)?[.!]?$)",
        "golden hour look",
    ),
    (
        rf"^(?:an? )?(?:(?:deep|light|dark|pale|bright) )?({_HUES}|turquoise|emerald|golden) "
        rf"(?!(?:{_NO_THINGS})\b)(\w+)$",
        r"make the \2 \1",
    ),
    (rf"\b(?:reset|zero(?: out)?) (?:the )?({SLIDERS})(?: (?:to|back to|at) (?:0|zero))?\b", r"set the \1 to 0"),
    (
        r"\b(?:it|this|that|there|photo|image|picture|shot)(?: (?:has|have|got|shows)| is) (?:an?|some|too much) "
        r"([\w ]{3,24}?),? (?:and )?(?:please |(?:can|could) you )?(?:get rid of|remove|lose|kill|take out) "
        r"(?:it|that)\b",
        r"remove the \1",
    ),
    (  # what is too much is to be less: nothing new
        r"( (?:(?:is|are|looks?|seems?|got) )?(?:(?:way |a bit |a little |far )?too \w+|over ?done|over[a-z]+ed|over"
        r" the top|excessive))"
        r",? "
        r"(?:so )?(?:and )?(?:please |(?:can|could) you )?(?:dial|bring|pull|turn|tone|take|scale|roll|ease|reel"
        r"|knock) "
        r"(?:it|that|them) (?:back|down|in|off)\b(?! (?:to|by|about|half|an?|one|two|\.?\d))",
        r"\1",
    ),
    (
        rf"\b(?:i )?(?:really )?(?:like|love|enjoy) how ({'|'.join(_STATES)}) "
        r"(?:it|this|that|the \w+)(?: is| looks| feels| turned out)?",
        lambda m: f"keep the {_STATES[m[1]]}",
    ),
    (
        r"\b(?:it is|there is) (?:fog|mist|haz)(?:gy|ty|y|e)?(?: in it)?,? (?:but )?(?:please )?"
        r"(?:keep|leave|preserve|i like) (?:that|it)(?: (?:that|this) way| as (?:it )?is)?",
        "keep the fog",
    ),
    (r"\b(?:get|bring|keep|put) (the \w+(?: in the \w+)?) (?:back )?under control", r"reduce \1"),
    (r"\b(?:i am )?not (?:really )?(?:a )?(?:big )?(?:fan of|keen on|into|happy with|fond of)", "i do not like"),
    (
        rf"\bdo not (?:really )?like (?:the|these|those|that|her|his|my) ({_HUES}) (shadows|highlights|skin|face"
        rf"|sky|cheeks|water|grass|snow|walls?)",
        r"less \1 in the \2",
    ),
    (
        rf"^(?:too )?({_HUES}) (\w+),? (?:so )?(?:please )?(?:fix|correct)(?: it| this| that| please)*$",
        r"the \2 is too \1",
    ),
    (
        r"\b(?:the )?(hdr|vignette|clarity|dehaze|glow|grain|filter)(?: effect| look)? is "
        r"(?:a bit |way )?too (?:much|strong)",
        r"less \1",
    ),
    (r"\b(are|is) ((?:way |a bit |a little )?too) much(?=$|[,.;]| and\b| but\b)", r"\1 \2 strong"),
    (
        r"\btoo (saturated|bright|dark|strong|vivid|warm|cold|cool),? (?:especially|particularly|mostly|mainly) "
        r"(?:in )?the (\w+)\b",
        r"too \1, the \2 are too \1",
    ),
    (r" (?:especially|particularly) (?=(?:are|is|look) )", " "),
    (r"\bclip(?= (?:the )?(?:blacks|shadows))", "crush"),
    (
        r"\b(?:the|her|his|my|their) ([\w ]{2,20}?) (?:is|are|looks?) (?:good|fine|great|perfect|okay|ok|nice|lovely)"
        r"(?: as (?:it|they) (?:is|are))?(?=[,.;]| but\b| and (?:everything|the rest))",
        r"keep the \1",
    ),
    (
        r"\b(?:fix|correct|neutralize|remove) (?:the )?(?:tungsten|incandescent|fluorescent|indoor|mixed) "
        r"(?:light\w*|cast|color)\b",
        "fix the white balance",
    ),
    (
        r"\b(?:white )?(background|backdrop|walls?) (?:should|must|needs to|has to) be "
        r"(?:pure |clean |completely )?white\b",
        r"\1 whiter",
    ),
    (r"\bneeds (?=light\b)", "needs more "),
    (r"\b(soft|hard|harsh)(er)? lighting\b", r"\1\2 light"),
    (
        r"\blighting (?=(?:is|was|looks|needs to be|should be|could be) "
        r"(?:too |very |a bit |a little |much )?(?:soft|harsh|hard))",
        "light ",
    ),
    (r"\b((?:increase|boost|raise|enhance)\b[\w ,]*,? )warm tones?(?=,| and\b)", r"\1warmth"),
    (
        r"\b(?:remove|fix|correct|get rid of|lose) (?:the|that|this|any) (?:color )?(?:tint|cast)\b|"
        r"\b(?:remove|get rid of|lose) (?:color )?(?:tint|cast)"
        rf"(?: (?:from|of|in) (?:(?:the|this|my) )?(?:{_PHOTO}))?(?={_AFTER})",
        "fix the white balance",
    ),
    (r"\b(?:separate|isolate|detach) (.{2,30}?) from (?:the |its )?background", r"make \1 stand out"),
    (r"\bcorners? (?:on|at|to) the (left|right)(?: side)?\b", r"\1 side"),
    (
        r"\bflash (?:is|was|looks|seems) (?:way |a bit |a little |much )?too (?:strong|harsh|bright|much|hot)",
        "highlights are too bright",
    ),
    (
        r"\bsky (?:is|looks|was|came out|turned out) (?:all |just |too |completely |plain |pure )*white\b"
        r"(?!,? (?:and )?(?:so )?(?:make|turn|give|i want|it should|but))",
        "sky is overexposed",
    ),
    (
        r"\b(?:a (?:bit|little|touch)|slightly|kind of|somewhat|too|rather) soft"
        r"(?=,? (?:so |and |please )*(?:sharpen|needs? sharp|could be sharp))",
        "blurry",
    ),
    (r"\b(?:autumn|fall|winter|summer|spring) (?=leaves\b|leaf\b|trees\b|foliage\b|forest\b)", ""),
    (rf"\b({_HUES}|dry|fallen|golden) leaves (?=(?:a (?:bit|little) )?(?:more|less|much|\w+er)\b)", r"\1 foliage "),
    (r"(?:^|(?<=[,.] )|(?<=the )|(?<=and ))leaves (?=(?:a (?:bit|little) )?(?:more|less|much|\w+er)\b)", "foliage "),
    (
        rf"^(?:(?:just|only) keep|keep (?:just|only)) the ((?:{_HUES})s?)(?: only)?$",
        r"everything black and white except the \1",
    ),
    (
        r"(\b(?:b ?& ?w|black and white|monochrome|film|analog|vintage|retro|moody|noir)\b[\w ,&]*?)(?: and|,) "
        r"(?:a (?:bit|little) )?grainy\b",
        r"\1 with grain",
    ),
    (r"\bgrey", "gray"),
    (r"\bcentred\b", "centered"),
    (r"\bcentre", "center"),
    (r"\b(crop\b[^.,;!?]*?),? (?:and )?center(?:ed|ing)?(?: it)? (?:on|around|about) (?=\w)", r"\1 around "),
    (
        r"\b(crop (?:it |this )?(?:in|closer|tighter|in closer)(?: (?:a (?:little )?(?:bit|little)|slightly))?) "
        r"and focus(?: in| it| more)* on (?=\w)",
        r"\1 around ",
    ),
    (r"\band/or\b", "and"),
    (r"\bits (?=(?:to|too|so|very|way|a bit|not|really)\b)", "it is "),
    (
        r"\b(?:what|whatever|everything|all)(?: that)?(?: is| are)? behind (?:him|her|it|them|me"
        r"|us)\b",
        "the background",
    ),
    (r"\b(stops?) (?:too )?(under|over)(?: exposed)?(?=$|[.,;!])", r"\1 \2exposed"),
    (r"\b(?:to|in|at) [248]\s?k\b", ", upscale"),
    (r"\b(\d)/(\d)(?= ?(?:of an? )?(?:f-?)?(?:stop|ev\b))", lambda m: f"{int(m[1]) / max(int(m[2]), 1):.2f}"),
    (
        r"\b(?:desired|ideal|final|output|target|finished) (image|photo|picture|result) (?:is|was|looks)\b",
        r"\1 should be",
    ),
    (r"\bbrought (up|down|out|back)\b", lambda m: _BROUGHT[m[1]]),
    (r"\btaken out\b", "removed"),
    (r"\b(brightness|contrast|saturation|sharpness|exposure|color|warmth) (increase|boost|decrease)\b", r"\2 \1"),
    (r"\b(look|feel) like it (?:is|was|were) (?!shot|taken|photo|captured)(?:the |a |an )?", r"\1 like "),
    (r"(?:,| and| but| then| plus)+ (it|this|that|the (?:photo|image|picture|shot)) (has|have) ", r". \1 \2 "),
)
_FRACTIONS = {
    "two thirds": 2 / 3,
    "a third": 1 / 3,
    "one third": 1 / 3,
    "third": 1 / 3,
    "half": 0.5,
    "a half": 0.5,
    "half a": 0.5,
    "one half": 0.5,
    "three quarters": 0.75,
    "a quarter": 0.25,
    "one and a half": 1.5,
    "two and a half": 2.5,
    "a": 1.0,
    "one": 1.0,
    "a full": 1.0,
    "two": 2.0,
    "three": 3.0,
    **dict.fromkeys(("a couple", "couple"), 2.0),
    **dict.fromkeys(("a few", "few"), 3.0),
}
_STOPS = re.compile(
    rf"\b({'|'.join(sorted(_FRACTIONS, key=len, reverse=True))})(?: of)?(?: an?)? (stops?|ev|f-?stops?)\b"
)
_NEW_SENTENCE = re.compile(
    r"(?:,| and)? (?:but also|and also|then) "
    r"(?=(?:please |also |the |a |an |her |his |my |their |there |it is |it's |looks |i |i'd |what |make |give |take "
    r"|put |add |turn |lift |open |bring |reduce |increase |boost |remove |get |fix |sharpen |crop |straighten |tint "
    r"|recover )"
    r"[\w' ]{4,})"
)
"""Where a request begins that stands by itself: "…, then the sky", "… but also give it grain"."""
_ONE_MORE = re.compile(
    r",? and also (?=(?:the|her|his|my|their|our) "
    r"(?:(?!is\b|are\b|needs?\b|looks?\b|more\b|less\b|too\b|\w+er\b)\w+ ){0,2}"
    r"(?!more\b|less\b|up\b|down\b|out\b|\w+er\b)\w+ *(?:$|[.;!?]))"
)
"""Where a clause goes on with one more thing that is only named."""
_MISSED_BY = (
    r"\b(?P<by>[\d.]+) (?:full )?stops? (?P<way>too dark|too bright|under|over)(?: ?exposed)?\b",
    r"\b(?P<way>under|over) ?exposed by (?:about |around |roughly )?(?P<by>[\d.]+) (?:full )?stops?\b",
)
""""two stops too dark", "overexposed by a stop"."""
_SOME = {
    **dict.fromkeys(("a couple of", "a couple", "couple"), 2),
    **dict.fromkeys(("a few", "few", "several"), 3),
    "half a": 0.5,
}
_PERCENT = re.compile(rf"\b({'|'.join(_SOME)}|{NUMBER}) (percent|degrees?|points?)\b")
_BY = re.compile(rf"\b({NUMBER}) by ({NUMBER})\b")
"""\"three wide by four tall\", once it is "three by four": a ratio."""
_SET_NEXT = re.compile(
    rf"(?<![a-z])([a-z][^,.;]*?)(?:,(?: and)?(?: then)?| then| and) (?=(?:the )?(?:{SLIDER}) to [+-]?\d)"
)
"""\"brighter, then saturation to 10": the number is the last one's alone, unlike in "highlights, shadows to 20"."""
_ENDS_SLIDER = re.compile(rf"\b(?:{SLIDER})$")
_SIGNS = {"plus": "+", "minus": "-"}
_POINTS = re.compile(rf"\b({NUMBER}|\d+) (more|less|fewer) points? of ({SLIDER})\b")
_STOPS_AWAY = re.compile(r"^(?:please |take it |bring it |go )*(up|down) (?:by )?(?=[\d.]+ (?:stops?|ev)\b)")
_STOPS_OF = re.compile(
    r"(?:^|(?<=[,.;] )|(?<=\band )|(?<=\bthen ))(?:make it |another |go )?([\d.]+ (?:stops?|ev)) "
    r"(?:(up|higher|brighter|more)|down|lower|darker|less)(?: (?:on|for|in|over) (the \w+))?"
    r"(?=$|[,.;!]| (?:and|then|but|please)\b)"
)
"""\"half a stop up, then …", "two stops down on the sky"."""
_UNWANTED = ("not want to", "n't want to", "not", "n't", "hate to", "never", "without")
_LOSE = "".join(f"(?<!{words} )" for words in _UNWANTED) + "lose"
"""Not what nobody wants: "I don't want to lose a stop"."""
_NO_STOPS = re.compile(
    r"\b(?:(?:i |we )?(?:do not|don't|dont|never|not|won't|can't)(?: (?:want|like|need) to)?|without) "
    r"(?:los(?:e|ing)|drop(?:ping)?|add(?:ing)?|gain(?:ing)?|tak(?:e|ing) (?:off|away|out)|cut(?:ting)?) "
    r"(?:more than |any more than |even )?(?:[\d.]+|any) ?(?:stops?|ev)\b(?: of (?:light|exposure))?|"
    r"\b(?:do not|don't|dont|never) (?:set|raise|lower|change|move|increase|decrease|reduce|put|push|pull) (?:the )?"
    r"(?:exposure|brightness) (?:to|by|at) [-+]?[\d.]+ ?(?:stops?|ev)\b"
)
"""A change of light that nobody wants."""
_EXPOSED = re.compile(
    r"\bexpose (?:it |this |the \w+ )?(?:by )?([\d.]+ stops?) (lower|less|darker|down|higher|more|brighter|up"
    r"|lighter)\b"
)
_MORE_LIGHT = ("higher", "more", "brighter", "up", "lighter")
_ROUND = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
"""The colours in the order in which a hue slider turns them."""
_PART_OF_A_STOP = re.compile(r"\b(exposure\b[a-z ]{0,20} by) (a third|two thirds|half|a quarter)$")
_TIMES = re.compile(r"\b(half|twice) as ")
_AS_IF_TAKEN = re.compile(
    r"\b(?:like|as if|as though) (?:it|this) (?:was|were|is|had been) (?:shot|taken|photographed|captured) "
    r"(?:on|at|in|with|during|by) (?:the |a )?(\w+)"
)
_STYLED = re.compile(r"\b([a-z]{3,}) (?:like|esque|inspired)\b(?! (?:it|this|a|an|the)\b)")


_HOW_MUCH = dict.fromkeys(
    ("slight", "small", "little", "gentle", "tiny", "subtle", "modest", "minor", "mild", "light", "soft", "minimal"),
    "slightly",
)
_HOW_MUCH |= dict.fromkeys(
    ("big", "strong", "huge", "large", "massive", "hefty", "serious", "generous", "sizeable", "sizable", "substantial")
    + ("considerable", "significant", "dramatic", "drastic", "major", "heavy", "bold", "noticeable", "healthy"),
    "strongly",
)
_MUCH = rf"(?:({'|'.join(_HOW_MUCH)}|nice|good|bit of a) )?"
_GIVEN = re.compile(rf"\bgive ([a-z' ]{{2,40}}?) an? {_MUCH}(boost|lift|bump|push|nudge)\b")
"""\"give the shadows a lift\": the noun is the verb."""
_TO_MOVE = {"reduction": "reduce", "bump": "raise", "boost": "raise"}
_NAMED = re.compile(
    rf"\b(?:(?:apply|make|do|use|add|give it) )?an? {_MUCH}(lift|bump|increase|reduction|decrease|drop|cut|push"
    rf"|nudge|boost) (?:of|in|to|on|for) "
)
"""\"a gentle lift of the shadows\"."""


_TO_DO = {
    f"{word}ed": word for word in ("lift", "boost", "lower", "brighten", "darken", "whiten", "lighten", "sharpen")
}
_TO_DO |= {"straightened": "straighten", "cropped": "crop"}
_TO_DO |= {"raised": "raise", "reduced": "reduce", "increased": "increase", "softened": "soften", "smoothed": "smooth"}
_DONE = re.compile(
    r"(?:^|(?<=[,;] )|(?<=and ))(the |her |his |my |their )?([a-z]+(?: [a-z]+)?) "
    rf"({'|'.join(_TO_DO)})(?=$|[,.;!]| and\b| please| slightly| a (?:bit|little))"
)
""""eyes brightened, teeth whitened": what is wanted as it will have been done."""
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|be|been|being|get|gets|got|has|have|had|it|them|that|this|not|i|we)\b")


def _to_do(match: re.Match[str]) -> str:
    return match[0] if _AUXILIARY.search(match[2]) else f"{_TO_DO[match[3]]} {match[1] or 'the '}{match[2]}"


def _added(match: re.Match[str]) -> str:
    """ "add 20 to contrast and 10 to clarity": by how much each goes up."""
    return f"{'and ' if match[1] == 'and' else ''}increase {match[3]} by {match[2]}"


def _turned_hue(hue: str, sign: str, number: str) -> str:
    """ "green hue +10": the colour that a hue slider turns it to, and how far."""
    at = _ROUND.index({"magenta": "pink", "cyan": "teal"}.get(hue, hue))
    return f"shift the {hue}s toward {_ROUND[(at + (1 if sign == '+' else -1)) % len(_ROUND)]} by {number}"


_POLITE_END = re.compile(
    r"(?<!\bunder)(?<!\bover)(?<=[a-z\d%]),? (?:please|pls|plz|thx|thnx|ty|tyvm|tysm|tia)(?=\s*[.!?]*\s*$)"
)
"""What says no more than please; "half a stop under please" is an order by it."""
_FIRST = re.compile(r"\s*1\. ?(?=[a-z])")
"""The first number of a list."""


def idiomatic(text: str) -> bool:
    """Whether an instruction has a turn of phrase of `blamed`, `plainly`, `letters` or `sayings`, a list of sliders, or
    points back, or is badly typed.
    """
    typed = spelt_out(rewritten(clean(text), _CONTRACTED))
    said = counted(typed)
    if apart(typed) != typed:
        return True
    return mistyped(typed) or is_idiomatic(said) or echoed(filled_in(listed(said))) != said


def normal(text: str) -> str:
    """Contractions spelt out, American spelling, hyphens between letters as spaces."""
    text = re.sub(r"^(?:\s*\[[^\]]{1,20}\])+|\(?\b[a-h1-9]\)", ". ", clean(text))
    text = _FIRST.sub("", text) if (numbered := _FIRST.match(text)) else text
    text = re.sub(r"(?<=[\s.,;])(?<!to )(?<!by )(?<!at )[2-9]\. ?(?=[a-z])", ". ", text) if numbered else text
    text = _POLITE_END.sub("", text.replace("&amp;", "&"))
    text = apart(spelt_out(rewritten(text, _CONTRACTED)))
    text = spared(moved(as_acts(untold(in_short(echoed(filled_in(listed(counted(text)))))))))
    text = as_request(as_turns(unframed(text)))
    text = rewritten(text, _SPELT_OUT)
    text = re.sub(r"(?<=[a-z]{3})/(?=[a-z]{3})", " and ", text)
    text = re.sub(
        r"\bon the (?!left|right|other|far|near|same|opposite|back|front|out|in)(\w+) side\b", r"too \1", text
    )
    text = re.sub(r"\b(a|one|two) stops? and a half\b", lambda m: f"{_FRACTIONS[m[1]] + 0.5} stop", text)
    text = re.sub(r"\b(add|and) (\d+) (?:points )?to (?:the )?(?=[a-z])(\w+)", _added, text)
    text = _DONE.sub(_to_do, text)
    text = _GIVEN.sub(lambda m: f"{_HOW_MUCH.get(m[2] or '', '')} {m[3]} {m[1]}", text)
    text = _NAMED.sub(lambda m: f"{_HOW_MUCH.get(m[1] or '', '')} {_TO_MOVE.get(m[2], m[2])} ", text)
    text = _AS_IF_TAKEN.sub(r"like \1 look", text)
    text = _TIMES.sub(lambda m: "50% less " if m[1] == "half" else "100% more ", text)
    text = _PART_OF_A_STOP.sub(r"\1 \2 stop", text)
    text = _STOPS.sub(lambda m: f"{_FRACTIONS[m[1]]:.3g} stop", text)
    text = re.sub(r"\b(minus|plus) (?=\d)", lambda m: _SIGNS[m[1]], text)
    for pattern in _MISSED_BY:
        text = re.sub(
            pattern,
            lambda m: f"{'brighten' if m['way'] in ('too dark', 'under') else 'darken'} by {m['by']} stop",
            text,
        )
    text = _PERCENT.sub(lambda m: f"{_SOME.get(m[1]) or in_digits(m[1])} {m[2]}", text)
    text = _BY.sub(lambda m: f"{in_digits(m[1])}x{in_digits(m[2])}", text)
    text = _SET_NEXT.sub(lambda m: m[0] if _ENDS_SLIDER.search(m[1]) else f"{m[1]}. ", text)
    text = _POINTS.sub(lambda m: f"{m[3]} {'+' if m[2] == 'more' else '-'}{in_digits(m[1])}", text)
    text = _STOPS_AWAY.sub(lambda m: f"{'brighten' if m[1] == 'up' else 'darken'} by ", text)
    text = _NO_STOPS.sub("keep the brightness", text)
    text = _STOPS_OF.sub(lambda m: f"{'brighten' if m[2] else 'darken'}{' ' + m[3] if m[3] else ''} by {m[1]}", text)
    text = re.sub(
        r"\b(?:add|give it) (?:about )?([\d.]+ ?(?:stops?|ev)\b)(?! (?:of|more|to|in)\b)", r"brighten by \1", text
    )
    it = r"(?:it|this|everything|the (?:photo|image|picture|shot))"
    text = re.sub(
        rf"\b(?:push|bump|raise|lift|boost) ({it})(?: up)? (?:by )?(?=[\d.]+ " r"?stop)", r"brighten \1 by ", text
    )
    text = re.sub(rf"\b(?:pull|lower|drop|bring) ({it})(?: down)? (?:by )?(?=[\d.]+ ?stop)", r"darken \1 by ", text)
    text = re.sub(
        rf"\b(?:take (?:off|away|out)|knock off|subtract|shave off|drop|cut|{_LOSE}) (?:about )?"
        r"([\d.]+ ?(?:stops?|ev)\b)(?! (?:of|from)\b)",
        r"darken by \1",
        text,
    )
    text = re.sub(r"\btake ([\d.]+ ?stops?) off (the \w+)", r"darken \2 by \1", text)
    text = re.sub(
        r"\bgive (the \w+|it|this) ([\d.]+ ?stops?)(?: more)?(?: (?:of )?(?:exposure|light))?(?= *$|[.,;])",
        r"brighten \1 by \2",
        text,
    )
    text = _EXPOSED.sub(lambda m: f"{'brighten' if m[2] in _MORE_LIGHT else 'darken'} by {m[1]}", text)
    text = re.sub(r"[\"“”]", " ", text)
    text = _NEW_SENTENCE.sub(". ", _ONE_MORE.sub(" and ", text))
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)
    return _STYLED.sub(lambda m: f"{m[1]} look" if _is_style(m[1]) else m[0], text)


def _is_style(word: str) -> bool:
    return any(sense.role == "look" for sense in senses("en").get(word, ()))
