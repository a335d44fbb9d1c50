"""Things that are to go, to come or to become others, in the words that people have for it: said again as "remove",
"add", "replace", which the grammar knows to be more than sliders can do. And how a photo lies and is to be cut.
"""

import re

from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import rewritten

_HUES = "red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan|brown|gold|golden"
_TONES = (
    "tint|casts?|tones?|hues?|colors?|glow|light|lighting|shadows?|highlights|haze|noise|grain|glare|blur|contrast|look"
    "|vignette|filter|effect|saturation|warmth|brightness|exposure|reflections?|shine|tinge|sheen|shade|overlay"
)
_OWNER = "(?:the|her|his|my|our|their|its|this|that|those|these|all the|any|some)"
_WHERE = (
    r"(?: (?:in|on|behind|in front of|at|of|next to|near|around|to) (?:(?:the|her|his|my|our|their|its) )?"
    r"(?:(?!photo|picture|image|shot)\w+)(?: of (?:the )?\w+)?)?"
)
_THING = rf"(?:{_OWNER} (?:(?!is\b|are\b|was\b)\w+ ){{0,2}}?\w+{_WHERE})"
_PHOTO = "(?:photo|picture|image|pic|photograph|shot|frame|scene|view)"
_POLITE = (
    r"(?:please |can (?:you|someone|anyone) |could (?:you|someone|anyone) |just |so |and |then |would you |maybe "
    r"|kindly )*"
)
_GOES = (
    r"(?:remove|erase|delete|take out|get rid of|edit out|photoshop out|clone out|cut out|lose|hide|take|get|edit|wipe"
    r"|photoshop|clone|make)"
)
_END = r"(?=$|[.,;!?])"
_SIDE = "(top|bottom|left|right)"
_LETS_GO = r"(?<!not )\b(?:remove|erase|delete|take (?:out|away)|get rid of|cut out)"
_PLAIN = rf"(?:an?|light|dark|bright|pure|solid|plain|all|{_HUES}|white|black|gray|transparent)"
_N = r"([\d.]+)(?: ?(?:deg|degrees?)\b| ?°)"
_LEFT = r"(?:left|counter[- ]?clockwise|anti[- ]?clockwise|ccw)"
_RIGHT = r"(?:right|clockwise|cw)"
_LYING = (
    r"(?:(?:the |this |my )?(?:horizon|photo|picture|image|shot|pic|sea|water|lake|camera|building|house"
    r"|tower|frame|whole thing)|it|this|everything)"
)
_TILTS = (
    r"(?:is|looks|was|came out|seems|'s)?(?: (?:a (?:bit|little)|slightly|kind of|about|around|roughly|off|clearly))*"
    r" ?(?:tilt(?:s|ed|ing)?|lean(?:s|ing)?|slant(?:s|ed|ing)?|slop(?:es?|ing)|crooked|skewed|dips?|drops?"
    r"|falls?|rotated|off)"
    r"(?: (?:down|over|off|away|about|around|roughly|by|to|towards?|the|a (?:bit|little)))*"
)


def _righted(match: re.Match[str]) -> str:
    """A tilt that is complained about is turned back."""
    side = match["side"] or match["side2"]
    return f"rotate {match['n'] or match['n2']} degrees {'right' if re.fullmatch(_LEFT, side) else 'left'}"


def _moved(match: re.Match[str]) -> str:
    """ "Put the lamp closer to the bed" moves a thing; "bring the colours closer together" does not."""
    meant = {sense.role for sense in senses("en").get(match[1].split()[-1].removesuffix("s"), ())}
    meant |= {sense.role for sense in senses("en").get(match[1].split()[-1], ())}
    return match[0] if meant & {"noun", "tone", "color", "image", "adjective"} else f"replace {match[1]}"


_BEGINS = r"(?:^|(?<=[.,;!?] )|(?<=\band )|(?<=\balso )|(?<=\bbut ))"
_REST = r"[^.,;!?]*?(?= and\b|[.,;!?]|$)"
"""What more is said of it."""
_RETAKEN = (
    rf"{_BEGINS}{_POLITE}(?:(?:i|you|we) (?:would|should|could|can) |try (?:to )?|next time )*(?:not )?"
    r"(?:wait (?:until|till|for)\b|stand (?:back|closer|further|farther|in|on|at|behind|next)\b"
    r"|shoot (?:it |this )?(?:from|at|when|while)\b|re ?(?:take|shoot)\b"
    rf"|tak(?:e|ing) (?:an?|another) (?:closer|wider|different|new|better|second) {_PHOTO}\b"
    rf"|tak(?:e|ing) (?:the|this|an?|another) {_PHOTO} (?:again |from\b(?! \w+ to\b)|at\b|when\b|while\b"
    rf"|without\b|earlier|later|before"
    r"|after|further|farther|closer)|(?:try|use|using|choose|pick) (?:an?|another|some) (?:\w+ )?"
    r"(?:angle|viewpoint|vantage point|perspective|shutter speed)\b)[^.;!?]*"
    rf"|\b(?:(?:the |this )?{_PHOTO}|it|this) (?:should|could|would(?: look| be)?(?: better| nicer)?(?: if)?)(?: it)? "
    r"(?:have been |be |were |was |had been )?(?:taken|shot) (?:from|at|when|while|in|with|without|earlier"
    r"|later|on)\b[^.;!?]*"
)
"""Another photo: a wish for who takes it."""
_FARTHER = (  # "pull back", and not a slider
    rf"(?:zoom (?:it |(?:the |this )?{_PHOTO} )?(?:way |further |much )?out"
    rf"|(?:widen|expand|extend) (?:the |this ){_PHOTO}|make (?:the |this ){_PHOTO} wider"
    rf"|(?:pull|move) (?:the camera )?(?:way |further |farther )?back"
    rf"(?: (?:a (?:little )?(?:bit|little)|slightly|some|more))?(?: (?:on|from) (?:the |this |my ){_PHOTO})?"
    rf"(?=[,.;!?]| (?:so|to|and|i|we|because|as|please)\b|$))"
)
_SHOWING = (
    r"\b(?:see|show|get|have|include|reveal|fit|capture)(?: in)? (?:some |a (?:little )?(?:bit|lot) |much )?"
    r"(?:more of|all of|the (?:whole|entire|full|rest of))\b(?:(?! (?:and|but|then|please|can|could)\b)[^.,;!?])*"
)
"""What lies beyond the edge of a photo."""
_READS = r"(?:reads?|says?|spells?)"
_WRITTEN = (
    r"\b(?:add|put|write|insert|include|place|type|enter|draw)(?: in)? (?:(?:the|some|an?|my|this"
    r"|these) )?(?:(?!of\b)\w+ )?"
    r"(words?|captions?|phrases?|sentences?|quotes?|slogan|lettering|letters|message|title|text)\b"
)
_DOES = "|".join(
    w for w, meant in senses("en").items() if " " not in w and any(s.role in ("verb", "act") for s in meant)
)
_NEXT = rf"(?=(?:,| and| then)+ (?:please )?(?:{_DOES})\b|[.;!?]|$)"
"""Where the next wish begins: what is to be written may hold anything but that."""
_CUT_OUT = (
    rf"\b(?:crop|cut|take)(?: out)? ((?:(?:out|the|this|that|these|those|just|only|her|his|all) )*"
    rf"(?:(?!{_PHOTO}|{_SIDE}|it\b|this\b)\w+ ?){{1,4}}?)(?: out)?(?: of (?:it|the {_PHOTO}|this))?"
    r"(?:,|\.|;| and| then| now)* (?:put|place|paste|insert|float|superimpose|stick|position|transfer|add) "
    rf"(?:it|him|her|them|that|those|these|this|the (?!{_PHOTO})\w+) (?=(?:in|on|onto|into|over|to|next|behind"
    rf"|beside|at|under)\b"
    r"(?! (?:focus|black|color|the (?:cent(?:er|re)|middle))))" + _REST
)
"""A thing that is cut out to be put elsewhere; a crop puts nothing."""
_TURNS = (
    # a complaint of a tilt asks for the other way
    (
        rf"\b{_LYING} {_TILTS} (?:(?P<side>{_LEFT}|{_RIGHT})(?: side)?(?: (?:by|about|around|roughly))*"
        rf" {_N.replace('(', '(?P<n>', 1)}"
        rf"|(?:by |about |around |roughly )*{_N.replace('(', '(?P<n2>', 1)}(?: (?:to|towards?|the|down))*"
        rf" (?P<side2>{_LEFT}|{_RIGHT})(?: side)?)"
        r"(?:,? (?:so |and |please |can you )*(?:fix|correct|straighten|level|rotate) (?:it|that|this)(?: back)?)?",
        _righted,
    ),
    (
        rf"\b(?:the )?horizon (?:is |poss |looks )?(?:a (?:bit|little) |slightly |way )?off(?: by (?:about"
        rf" )?{_N})?{_END}",
        "the horizon is crooked",
    ),
    (
        r"\b(?:the )?(?:sea|water|lake|ocean|horizon|ground|street|floor) (?:is )?(?:runs?|goes|slopes?|falls?"
        r"|slides?|running|sloping|sliding) (?:down ?hill|up ?hill)",
        "the horizon is crooked",
    ),
    (
        rf"\b(?:is|are|looks?) not (?:quite |really |exactly |very )?(?:vertical|upright|plumb|horizontal){_END}",
        "is crooked",
    ),
    (
        r"\b(?:rotate|turn|tilt)(?: it)? so (?:that )?(?:the )?\w+ (?:is|are|looks?|stands?) (?:vertical"
        r"|straight|level|upright|horizontal)",
        "straighten",
    ),
    (
        rf"\b(?:take|cut|trim|shave|chop|crop|remove|lose) (?:about )?(?:[\d.]+ ?(?:%|percent)|a (?:third"
        rf"|quarter|strip|slice)) (?:off|from)(?: of)? (?:the )?{_SIDE}\b",
        r"crop the \1",
    ),
    (
        rf"\b(?:make|turn|i (?:want|need)) (?:it|this|the {_PHOTO}) (?:be |in |into )?(?:a )?(vertical|portrait"
        rf"|landscape|horizontal)(?: one)?{_END}",
        lambda m: f"crop it to {'4:5' if m[1] in ('vertical', 'portrait') else '3:2'}",
    ),
    (
        rf"\b(?:cut|trim) (?:it|this|that|the {_PHOTO})(?: down)? to (?=(?:an? )?(?:square|[\d.]+ ?[:x/] ?[\d.]+))",
        "crop it to ",
    ),
    # to go
    (
        rf"\b(?:(?:i|we) )?(?:do not|did not|would not|never) (?:really )?(?:want|need|like) ({_THING}) (?:in|on"
        rf"|to be in) (?:the|this|my|it|here)(?: {_PHOTO})?{_END}",
        r"remove \1",
    ),
    (
        rf"^(?:(?:the|this|my|same|i want (?:the|this)) )*(?:{_PHOTO} )?(?:but |just )?without ({_THING})(?:"
        rf" (?:in|on) (?:it|the {_PHOTO}))?(?: please)?$",
        r"remove \1",
    ),
    (
        rf"(?:^|(?<=[.;!?] )|(?<=, ))(?:there (?:is|are) )?({_THING}) (?:(?:is|are|was|were|looks?|seems?)"
        rf" [^,.;]{{1,30}}?"
        rf"|(?:really |just |kind of )?(?:ruins?|spoils?|bothers?|distracts?|kills?|blocks?"
        rf"|annoys?)\b[^,.;]{{0,25}}?)(?:,|;| and| so|\.)+ "
        rf"{_POLITE}{_GOES} (?:it|them|him|her|that|those)(?: out| away| off| gone| disappear)?(?: of (?:it|the"
        rf" {_PHOTO}))?{_END}",
        r"remove \1",
    ),
    (
        rf"(?:^|(?<=[.;!?] ))(?:there are )?((?:(?!there\b)\w+ ){{0,3}}\w+s) (?:are )?(?:visible|showing|in the way"
        rf"|sticking out)\b"
        rf"[^,.;]{{0,30}}?(?:,|;| and| so|\.)* {_POLITE}{_GOES} (?:them|those|these)(?: out| away| off)?{_END}",
        r"remove \1",
    ),
    (rf"\bmake ({_THING}) (?:disappear|vanish|go away|invisible|gone)\b", r"remove \1"),
    (r"\bmake sure (?:that )?there (?:is|are) no (?:more )?(?=\w)", "remove the "),
    (rf"\bclear up (?:some of )?(?=(?:(?:the|that|this) )?(?:\w+ )?(?:{_TONES})\b)", "reduce "),
    (
        rf"\b(?:drop|lose) ((?:the |all the )?(?!(?:{_TONES}|whites?|blacks?|clarity|texture|sharpness|vibrance"
        rf"|temperature|colou?rs?|{_HUES})s?\b)\w+) (?:completely|entirely|altogether)\b",
        r"remove \1",
    ),
    (
        rf"\b(?:remove|erase|delete|get rid of|take out|eliminate) (?:the |that |this )?(?:\w+ )?(?:dark|black|bright"
        rf"|white|light|{_HUES}) (?:square|strip|object|thing|box|dot|blob|smudge|rectangle)s?\b",
        "remove the black thing",
    ),
    (
        r"\b((?:removing|deleting|erasing|cropping) [\w ]{3,40}?) (?:looks?|would look|would be) (?:nice|good|better"
        r"|great|fine)\b(?: too| as well)?",
        r"\1",
    ),
    (
        rf"\b(that|the|this|those|these|any|some) (?:ugly|annoying|stupid|random|hideous|silly|unwanted)"
        rf" (?!(?:(?:{_HUES}|warm|cool|cold)(?:ish)? )?(?:{_TONES})\b)(?=[a-z]{{3,}})",
        r"\1 ",
    ),
    (rf"\bcover ({_THING}) up\b", r"remove \1"),
    (
        rf"\bclean ({_THING}) up\b(?! a)",
        lambda m: (
            m[0] if re.search(rf"\b(?:{_TONES}|{_PHOTO}|sky|skin|face|background)s?\b", m[1]) else f"remove {m[1]}"
        ),
    ),
    (
        r"(?<!when )(?<!when the )\b((?:the |a )?(?:\w+ ){0,2}?(?:overlay|filter|layer|mask))(?: \w+)? is (?:turned"
        r" |switched |taken )?(?:off|gone|removed)\b(?! when)",
        r"remove \1",
    ),
    (
        rf"{_BEGINS}({_THING}) (?:(?:to|must|should|needs? to|ha(?:s|ve) to) be )?(?:remove|delete|erase)d?"
        rf"(?: too| also| please| as well)*{_END}",
        r"remove \1",
    ),
    (
        rf"\b((?:(?:red|lens|sun) )?(?!(?:{_TONES}|fog|dust|mist)s?\b)[a-z]{{3,}}) removal\b(?! (?:to|at|by|slider)\b)"
        r"(?:,? (?:and|plus|with)\b)?",
        r"remove the \1. ",
    ),
    (_CUT_OUT, r"remove \1"),
    (
        rf"\btake (?:the |this |that )?{_PHOTO} and (?:put|place|paste|insert) it (?:in|on|into|onto)\b[^.,;!?]*",
        "replace it",
    ),
    (r"\bhide (the|that|this|those|these) (?:\w+ )?lights?\b", r"remove \1 lamp"),
    (
        r"\b(?:add|put|place|draw|make|give (?:him|her|it|them|me|us)) an? (?:\w+ )?(?:halo|aura) "
        r"(?=(?:around|over|above|on|behind)\b)",
        "photoshop a ring ",
    ),
    (r"\bmake (?:(?:the|her|his|my|their) )?eyes (?:\w+ )?(?:open|opened|wider|bigger|larger)\b", "open her eyes"),
    (rf"\ball?ign (?=(?:the |this |my )?(?:{_PHOTO}|horizon)\b)", "straighten "),
    # what is to be moved, filled, taken again
    (
        rf"\b(?:edit|change|adjust|fix|alter|modify|improve|correct) {_OWNER} (?:\w+ )?(?:pose|stance|posture"
        rf"|gesture|gaze|expression|smile|hairstyle)\b{_REST}",
        "replace the pose",
    ),
    (
        rf"\b(?:place|put|bring|move|set|position|push|pull|shift) ({_OWNER} (?:\w+ ){{0,2}}?\w+) "
        r"(?:farther|further|closer|nearer|apart)\b[^.,;!?]*",
        _moved,
    ),
    (
        rf"\bfill (?:in|up) ({_OWNER} (?!(?:\w+ )?(?:{_TONES}|dark\w*|blacks?|midtones|face|frame|screen"
        rf"|{_PHOTO}|sky)s?\b)"
        rf"(?:\w+ )?\w+)(?! with (?:more |some )?light){_REST}",
        r"replace \1",
    ),
    (_RETAKEN, "replace the view"),
    (rf"\b{_FARTHER}(?:(?! (?:and|but|then) (?!i |we |to )|[.;!?] (?!i |we )).)*?{_SHOWING}", "zoom out"),
    (
        rf"{_BEGINS}(?:i|we) (?:would |want |need |like |love |really )+to {_SHOWING}[,.;]? {_POLITE}{_FARTHER}",
        "zoom out",
    ),
    (r"\bopen up the (?:shot|frame|view|angle) (?:to|so)\b[^.,;!?]*", "replace the view"),
    (rf"\bmove (?={_PHOTO} )", "move the "),
    (
        r"\b(?:increase|decrease|reduce|change|extend|double|halve) (?:the |its )?(?:height|width|length|dimensions)"
        rf"(?: of (?:the |this )?{_PHOTO}\b|(?= by\b|$|[.,;!]| and\b| horizontally| vertically))",
        "resize the photo",
    ),
    (
        rf"\bmake ({_THING}|him|her|them|me|us) (?:hold|carry|wear|eat|drink|ride|fly|dance|kiss|hug|wave|laugh|cry"
        rf"|sing|run|jump|sit|walk|swim|sleep)\b{_REST}",
        r"replace \1",
    ),
    (
        r"\bshave (?:off )?(?=(?:her|his|my|the|their) (?:head|face|beard|legs?|hair|mustache|arms?|eyebrows?)\b)",
        "replace ",
    ),
    (
        rf"{_LETS_GO} ({_OWNER} |)((?:\w+ )?(?:background|backdrop)(?: (?:of|behind|around) {_OWNER} \w+)?)"
        r"(?:,| and| then)+ "
        rf"(?:(?:make|turn) (?:it|that)(?: in(?:to)?)?(?: {_PLAIN})+|turn (?:in)?to(?: {_PLAIN})+"
        rf"|fill (?:it|that|this) [\w ]+?|replace with [\w ]+?"
        rf"|(?:add|put|insert)(?: in)? (?!(?:\w+ ){{0,3}}?(?:{_TONES})\b)[\w ]+?){_END}",
        r"replace \1\2",
    ),
    (
        rf"{_LETS_GO} ({_OWNER} |)((?:\w+ ){{0,3}}?\w+{_WHERE})(?: from (?:\w+ ){{1,3}}?\w+)?(?:,| and| then)+ "
        r"(?:make|turn) (?:it|that|them|this)(?: in(?:to)?)? an? "
        rf"(?!(?:\w+ ){{0,2}}?(?:{_TONES}|{_PHOTO}|bit|little|lot|touch|tad|square)\b)\w+{_END}",
        r"replace \1\2",
    ),
    (
        rf"(?<!not )\b(?:pull|push|move|bend) {_OWNER} (?:(?:left|right|other) )?"
        r"(?:knee|arm|hand|leg|shoulder|foot|feet|finger|elbow)s? (?:up|down|back|away|onto|over|under|behind|around)\b"
        r"(?! (?:a|by|half|\d|in(?:to)? focus)\b)[^.,;!?]*",
        "replace the pose",
    ),
    (
        r"(?<!not )\b(?:remove|reduce|fix|tame|get rid of) (?:the |her |his |my )?frizz(?:iness|y)?\b[^.,;!?]*",
        "remove the hairs",
    ),
    (r"\bedit (?:in |on )?(?=an? (?:\w+ )?(?:smile|beard|moustache|mustache|hat|rainbow|moon|bird)\b)", "add "),
    (r"\badd (?:(?:some|a few|more|little|small) )*(?:christmas|fairy|string|disco|party|led) lights\b", "add lamps"),
    (r"\badd a light (?=behind\b)", "add a lamp "),
    (
        r"(?<!not )\b(?:remove|erase|delete|get rid of) (?:the )?shadows? (?:of|cast by|made by) "
        r"(?:(?:the|a|some|that|my) )?(?:photographer|people|persons?|tourists?"
        r"|guests?|crowd|man|men|woman|women|guy|girl|boy|kids?|camera)\b(?!'| ?poss\b| s\b)",
        "remove the person",
    ),
    (
        r"\b(?:scale|blow|size) (?:this|it|the (?:photo|picture|image)) up\b(?! to \d+ ?[x:])"
        r"(?: (?:by |to )?[\d.]+ ?(?:times|x|%|percent)?)?",
        "enlarge the photo",
    ),
    (
        r"\btrim (?:off )?(?:my|his|her|their|the|that|this) (?:\w+ (?:poss |'?s )?)?(?:beard|moustache|mustache)\b",
        "shave his beard",
    ),
    (
        rf"\b(?:put|place) an? (?:(?:{_HUES}|white|black|gray|brown)(?: and)? )+"
        r"(?=(?:\w+ )?(?:hat|cap|crown|scarf|tie|wig|mask|helmet|jacket|shirt|dress|bow)\b)",
        "photoshop in a ",
    ),
    (
        r"\b(?:give|make) (?:the |his |her |this )?[\w' ]{2,25}? an? cartoon(?:ish|y)? (?:effect|look|style)\b",
        "add a cartoon",
    ),
    (
        rf"\b(?:clean up|repair|restore) (?:this|my|our|the|an|that|these|those) (?:very )?old (?:\w+ )?{_PHOTO}s?"
        r"(?: of (?:\w+ ){1,4}?\w+)?(?: please)?(?=[.!?]*$)",
        "remove the scratches",
    ),
    # to come, to become another
    (
        rf"(?:{_WRITTEN}|\bwrite (?!(?:the|an?|some|in|on|it)\b))[^.;!?]*?{_NEXT}",
        lambda m: f"{re.sub('enter|type', 'add', m[0].split()[0])} the {m[1] or 'text'}",
    ),
    (
        rf"\b(?:change|turn|replace|swap) (?:the |this )?{_PHOTO} of [^.,;!?]*? (?:in)?(?:to|with|for) (?:an? "
        rf"|the )?{_PHOTO} of "
        rf"[^.,;!?]*?{_NEXT}",
        "replace the picture",
    ),
    (
        rf"\b(?:signs?|labels?|shirt|text|banner|poster|board|plate|cap|letters|words|title)(?: (?:on|in|at) the \w+)? "
        rf"(?:that )?{_READS} [^.;!?]*?\b(?:change|turn|make) (?:it|that|this) (?:in)?to [^.,;!?]*",
        "change the text",
    ),
    (
        rf"(?:{_OWNER} (?:\w+ ){{0,3}}?\w+|\bit) (?:should|must|needs? to|ha(?:s|ve) to) (?:say|read|spell) "
        r"(?!(?:better|easier|clear|well|more|less)\w*\b)[^.;!?]*",
        "change the text",
    ),
    (r"\bopen (?:the |his |her |their |my )?\w+(?: poss|'s) eyes\b", "open her eyes"),
    (
        r"\b((?:sign|label|shirt|text|banner|poster|board|plate)s? )(?:(?:that|which) )?(?:reads?|says?|spells?)"
        r" [\w ]{1,40}?(?=(?: (?:would|could|can|please|change|replace|i)\b)|[,.;]|$)",
        r"\1",
    ),
    (r"\b(an? )((?:(?!in\b|is\b)\w+ ){0,2})open (?!air\b|shadows?\b|up\b)(?=[a-z]{3,})", r"\1\2"),
    (
        r"\b(?:add|put|place) something(?: \w+)? (?=(?:on|in|at|next|behind|over|near|under|between)\b)",
        "photoshop something ",
    ),
    (r"\bmake ([\w' ]{2,30}?(?:ears?|tails?|heads?)) (?:\w+ ){0,4}?perk(?:ed)? up\b", r"photoshop \1"),
    (
        r"\b(text|captions?|banner|title) (?:saying|that says?|which says?|reading|that reads?|with the words?)"
        r" [^,.;]*",
        r"\1",
    ),
    (
        rf"\bmake {'(?:it|this)'} look like there (?:is|are|was|were) (?!(?:more |some |a (?:bit|little|lot)"
        rf" )*(?:light|fog|haze|mist|sun|sunlight|contrast|no)\b)(?=an? |some |my |our |the )",
        "add ",
    ),
    (rf"\b(?:make|turn|let) it (?:rain|snow|storm|hail)(?:ing)?{_END}", "add rain drops"),
    (
        r"\b(?:make|turn) (?:the |her |his |my |our |this )?(?:background|backdrop)(?: look)?(?: in ?to| to| like)? "
        rf"(?=an? (?!(?:(?:very |really |nice |little |bit |lot |touch |tad |deep |dark |light |pale |bright "
        rf"|rich |soft |solid |more |less |much |slightly |\w+er )+)|(?:{_HUES}|blur|blurry|bokeh)\b))",
        "replace the background with ",
    ),
    (
        r"\bmake (?:the )?(?:background|backdrop) look (?:like|as if|as though) (?:it|they) (?:is|are|was|were) ",
        "replace the background with ",
    ),
    (
        r"\b(?:change|switch|give (?:her|him|me|them)|get|try)(?: (?:the|his|her|my|their|a))*(?: (?:new"
        r"|different|another|cool|nice))? ?hair ?(?:style|cut|do)\b",
        "replace the hair",
    ),
    (
        r"^(?:an? )?(?:new|different|another|longer|shorter|thicker) (?:hair ?(?:style|cut|do)?|beard|legs|neck"
        r"|nails|eyelashes)\b",
        "replace the hair",
    ),
    (
        r"\bturn (him|her|them|the (?:man|woman|person|girl|boy|dog|cat|model|bride|groom|kid|child|guy|lady|people)"
        r"|(?:his|her|their) (?:head|face|body)s?)(?: to)?(?: the)? (?:around|round|away|back|face [^,.;]*?"
        r"|towards? [^,.;]*?|camera)(?:$|[,.;!?]| and\b| then\b) ?",
        r"reshape \1. ",
    ),
    (
        r"\btrim (?=(?:my|his|her|their|the) (?:hair|beard|nails|mustache|eyebrows|bangs|hedge|bush|bushes|tree"
        r"|lawn|grass)\b)",
        "reshape ",
    ),
)


def as_acts(text: str) -> str:
    """A lower-case text with contractions spelt out, what is to go, come or be turned said with its verb."""
    return rewritten(text, _TURNS)
