"""Everyday ways to say a wish, said again as requests: in few words, as one types or tells a friend, with what a photo
is for and how it was taken; and wishes for what another tool does.
"""

import re
from collections.abc import Callable

from jarvisevo.rules import places

PHOTO = "(?:photo|picture|image|pic|photograph|shot|portrait|scene)"
IT = rf"(?:it|this|that|everything|(?:the|this|that|my|our) (?:whole |entire )?{PHOTO})"
HUES = "red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan|turquoise"
SLIDERS = "contrast|saturation|vibrance|clarity|highlights|shadows|whites|blacks|exposure|texture|dehaze"
OTHER_SLIDERS = "brightness|sharpness|sharpening|warmth|temperature|temp|tint|grain|vignette|noise reduction"
STYLE = "(?:film )?(?:style|look|vibes?|mood|feel|feeling|aesthetic|effect|atmosphere)"
PRINT = (
    "(?:post ?card|polaroid|newspaper|magazine(?: page)?|family photo|photo album|album photo|print|snapshot|picture"
    "|photo|slide)s?"
)
STOPS = (
    r"(?:(?:about |maybe |like )?(?:half an?|an?|one|two|three|half|(?:one|a|two) (?:third|quarter)s?(?: of an?)?"
    r"|1/2|1/3|2/3|[\d.]+) (?:full )?(?:stops?|ev))"
)

_ASKING = "please|and|then|just|also|now|maybe|perhaps|to|you|i|we|us|let's|would|should|could|can"
_ORDERED = "|".join(("^", r"(?<=[,.;:!?] )", *(rf"(?<=\b{word} )" for word in _ASKING.split("|"))))
"""Where an order begins: not behind a thing, "the door open up"."""
_TONES = ("highlights", "shadows", "midtones", "lights", "darks", "light")
"""What may stand before "only" and is no place."""
_MUCH = r"(?:a (?:bit|little|lot)|much|slightly|way)"

EVERYDAY: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (  # "brighter, sky only", "+0.3 EV (the sky only)"
        r"(?<=\w)(?:, ?| ?\()(?:the )?(\w+) only\)?(?=$|[.;])",
        lambda m: f" only in the {m[1]}" if places.named(m[1]) and m[1] not in _TONES else m[0],
    ),
    # in few words, and as one types
    (rf"\bmake ({IT}|(?:the|his|her|my|their) \w+|her|him|them) light(?= ?(?:$|[,.;!]|please\b))", r"make \1 brighter"),
    (r"\bfotos?\b", "photo"),
    (
        r"\b(way |so |far |much |a? ?bit |a little )?2 (?=(?:much|orange|pink|purple|grainy|blurry|dark|bright|"
        r"light|warm|cold|yellow|blue|green|red|flat|strong|"
        r"saturated|noisy|soft)\b)",
        r"\1too ",
    ),
    (r"\bgo (?:a bit |a little |much |way )?(?:heavier|harder|stronger|bigger) (?:on|with) (?:the )?(?=\w)", "more "),
    (r"\bgo (?:a bit |a little |much |way )?(?:lighter|easier|softer|gentler) (?:on|with) (?:the )?(?=\w)", "less "),
    (
        r"(?:^|(?<=[,.;] ))(?:i wish|if only) (that )?((?:the |her |his |my )\w+(?: \w+)?|it) (?:was|were|is|"
        r"looked|could be) (?=(?:a bit |a little |much |more |less |slightly |not so )?\w)",
        r"make \2 ",
    ),
    (
        r"\b(?:can|could|may) (?:i|we) (?:get|have|see|try) (?:a|one|another) (?:version|copy|edit|take) "
        r"(?=with\b)",
        "please edit it ",
    ),
    (r",? (?:for|in) (?:the )?print(?:ing)?(?=$|[.,;!])", ""),
    (
        r"(?:^|(?<=[,.;] ))(?:(?:just )?(?:the same|same|like|as)) (?:as )?(?:before|last time|now|it is),? (?:but|"
        r"only|just) ",
        "",
    ),
    (r"\bundo the (warmth|coolness|contrast|saturation|brightness|haze|vignette|grain|fade|blur|glow)\b", r"less \1"),
    (
        rf"\bmore (?:oomph|punch|pop|power|strength|life|intensity) in (?:the )?({HUES})s?,? (?:and )?less in "
        rf"(?:the )?({HUES})s?\b",
        r"more saturated \1s, less saturated \2s",
    ),
    (r"(?:^|(?<=[,.;] ))(?:the )?(\w+) ?: ?(more|less)(?=$|[.,;])", r"\2 \1"),
    (r"(?:^|(?<=[\s,;]))\+ ?(?=[a-z]{4,})", ", more "),
    (
        r"(?:^|(?<=[\s,;]))- ?(?=(?:contrast|saturation|brightness|exposure|highlights|shadows|clarity|texture|"
        r"vibrance|warmth|noise|grain|haze|dehaze)\b)",
        ", less ",
    ),
    (r"(?<=er, )harder(?=$|[.,;]| and\b)", "more contrast"),
    # how it should be said, and what is beside the wish
    (
        r"\bdifferences? between (?:the )?(?:lights?|bright(?:s|er)?|brightest|lightest|highlights|whites?)"
        r"(?: (?:areas?|parts?|tones?))?"
        r" and (?:the )?(?:darks?|darkest|darker|shadows?|blacks?)(?: (?:areas?|parts?|tones?|colors?))?\b",
        "contrast",
    ),
    (r"\bquit (?=a (?:lot|bit)\b)", "quite "),
    (r"\bshoulder be\b", "should be"),
    (
        rf"\bkeep (?:{IT}|things|the (?:colors|tones|whole thing)) (?:more )?(?:on|to|towards?) the "
        r"(cool|warm|dark|bright|light)(?:er)? side\b",
        r"make it slightly \1er",
    ),
    (r"\b(?:has|have|had) got to be\b", "should be"),
    (
        rf"\b{IT} (?:would|might|could) (?:look|be) (?:much |a lot )?(?:better|nicer|good|nice) if (?:it (?:was"
        rf"|were) )?"
        r"(?:taken|shot|photographed) ",
        "retake it ",
    ),
    (
        rf"^an? (?:\w+ )?{PHOTO} of (?:the|his|her|my|a) [\w ]{{2,30}}? (?:would|might|could) be (?:better|nicer"
        rf"|good|nice|great)",
        "retake it",
    ),
    (
        rf"\btake (?:another|an?) (?:(?!look|peek)\w+ ){{0,2}}?{PHOTO}(?=$|[.,;]| (?:from|when|where|getting"
        rf"|without)\b)",
        "retake it",
    ),
    (r"\b(?:would you )?be so kind (?:as )?to\b", "please"),
    (
        r"\b(?:take|shoot) (?:it|(?:the|this|your|that) (?:photo|picture|shot|image))(?: again)? "
        r"(?=(?:(?:(?:a (?:little|bit) )?(?:farther|further|closer|earlier|later)|during|when|while"
        r"|on an? (?:\w+ )+day)\b|from (?!(?:\w+ ){1,2}to )(?:the|an?|another|farther|further|closer|back|above"
        r"|below|higher|lower|behind)\b))",
        "retake it ",
    ),
    (
        r"(?<=\b(?:the|her|his|our) )(?:little|tiny) "
        r"(?=(?:girl|boy|kid|child|baby|guy|dog|cat|bird|puppy|kitten|one|man|lady|house|sister|brother|son|"
        r"daughter)s?"
        r"\b)",
        "",
    ),
    (r"(?<=\bmy )little (?=(?:girl|boy|sister|brother|son|daughter|dog|cat|one)s?\b)", ""),
    (
        rf"(?:^|(?<=[,.;] ))(?:{IT}|they) (?:was|is|were|are) (?:an? |my |from an? )?(?:old )?{PRINT}?"
        r"(?: (?:taken|shot|made|scanned|from))* ?(?:about |around |over |almost )?(?:\d+|ten|twenty|thirty|"
        r"forty|fifty"
        r"|many|some|a few) years ago(?=$|[.,;!])",
        "",
    ),
    (rf",? (?:{IT}|which) is (?:an? )?(?:old )?{PRINT} from [\w ]{{1,20}} ago(?=$|[.,;!])", ""),
    (r"\bthats (?=[a-z]+ing\b)", "that is "),
    (r"\b(?:imafe|omage|imahe|umage)\b", "image"),
    (r"\bse+t+ings?\b", "settings"),
    (r"\b(?:increase|raise|higher|up|boost) (?:the )?iso\b", "increase the brightness"),
    (r"\b(?:decrease|reduce|lower) (?:the )?iso\b", "decrease the brightness"),
    (r"\b(less|lessen|reduce|lower|decrease) the highlighting\b", r"\1 the highlights"),
    (
        rf"\bthe (?:fog|haze|mist|smog) (?:makes|is making|made) {IT} (?:look )?(?:too |so |all |a bit )?"
        r"(?:blurry|flat|dull|gr[ae]y|pale|soft|unclear|washed out)\b",
        "remove the haze",
    ),
    (r",? to (?:compensate|balance (?:it|that|this|things)(?: out)?|make up for (?:it|that|this))(?=$|[.,;!])", ""),
    (rf"\b(?:bump|push|kick|nudge|crank) {IT} (?:up )?(?:by )?(?={STOPS})", "raise the exposure by "),
    (  # as one opens a lens and stops it down; not in what is told of that
        rf"(?<!had to )(?<!forgot to )(?<!have to )(?:{_ORDERED})(?:(open)|stop|close) (?:{IT} )?(?(1)up|down) "
        rf"(?:{IT} )?(?:by )?(?={STOPS})",
        lambda m: f"{'raise' if m[1] else 'lower'} the exposure by ",
    ),
    (r"\bpunch up the (texture|contrast|color|colors|saturation|detail|details|clarity)\b", r"increase the \1"),
    (
        r"\b(?:this|an?|that|the same) (red|orange|yellow|green|blue|purple|pink|magenta|gr[ae]y|brown)(?:ish)? "
        r"(?:film|layer|veil|filter|haze|overlay|sheen) (?:over|on|across|to) (?:it|everything|the (?:whole )?\w+)\b",
        r"a \1 cast",
    ),
    (r"\beverything has a (\w+) cast\b", r"there is a \1 cast"),
    (r"\b(?:shot|taken|made|lit) (?:at|in|during) (?:the )?(golden|blue|magic) hour\b", r"\1 hour"),
    (
        rf"\b(?:{IT} (?:was|is) |i )?(?:shot|taken|photographed|photo(?:graphe)?d) (?:it |this )?through "
        r"(?:an? |the |my )"
        r"(?:\w+ )?(?:window|glass|windshield|windscreen|fence|net|mesh)\b(?: so)?",
        "",
    ),
    (
        r"\bthe ([\w ]{3,20}?) (?:get|gets|are|is) (?:lost|swallowed(?: up)?|drowned|hidden) (?:in|by) (?:the |"
        r"all the )?"
        r"(?:haze|fog|mist|smog)\b",
        r"remove the haze from the \1",
    ),
    (r"\bpull (?:the )?highlights (?:by )?(?=\d)", "reduce the highlights by "),
    (r"\b(?:the )?tilt is (?:a (?:bit|little) )?(?:off|wrong|bad)\b(?: by)?", "it is tilted"),
    (
        r"\bnudge (?:the )?(vibrance|contrast|exposure|saturation|clarity|warmth)(?! (?:down|up|to|by|a|it))\b",
        r"\1 slightly up",
    ),
    (
        r"\bno details? in (?:the |her |his )?(?:black|dark) (?!(?:areas?|parts?|spots?|bits?|regions?)\b)(\w+)\b",
        r"lift the shadows of the \1",
    ),
    (
        r"\b(?:is|are|looks?|looks like|became) (?:just )?(?:an? )?(?:big |pure |empty )?white (?:sheet|blanket|"
        r"blob|void|hole|mess|nothing)\b",
        "is too bright",
    ),
    (
        r"\b(?:is|are|looks?|looks like|became|turn(?:ed|s)? into) (?:just |only |nothing but |all )?(?:an? )?"
        r"(?:big |pure )?(?:black|dark) (?:blobs?|holes?|shapes?|lumps?|mush|mess|void)\b",
        "is too dark",
    ),
    (
        rf"\b{IT} (?:is|was|looks like it (?:is|was)|looks) (?:shot|taken) through (?:soup|milk|a fog|fog)\b",
        "it is hazy",
    ),
    (r"\blooks like it was (?:shot|taken) through (?:soup|milk|a fog|fog)\b", "it is hazy"),
    (
        rf"\b((?:\w+y|soft|light|bright|moody|classic|timeless|romantic|warm|elegant|pastel|matte|faded)) "
        rf"wedding (?={STYLE}\b)",
        r"\1 ",
    ),
    (
        rf"\b([5-9]0s) (?:magazine|postcard|postcards|newspaper|ad|advert|snapshot|photograph|photo)(?: {STYLE})?\b",
        r"\1 look",
    ),
    (r"\bmore juice(?: in (?:the )?(?:colou?rs?|image|photo|picture))?(?=$|[.,;!])", "more vibrant"),
    # what is said of a thing that was named before
    (r"(?<=[a-z])([,;.] (?:because |as |since )?)they (?:are|were) ", r"\1it is "),
    (r"(?<=[a-z])([,;.] (?:because |as |since )?)they look ", r"\1it looks "),
    (
        r"(?<=[a-z])([,;.] (?:because |as |since )?it (?:is|looks) )(?:so|really|very|quite|pretty|rather)? ?"
        r"(?=(?:dark|bright|dull|flat|pale|dim|hazy|noisy|grainy|blurry|harsh|faded|washed out)(?:$|[.,;!]))",
        r"\1too ",
    ),
    (
        r"\b(\w+er|(?:more|less) \w+)(,? and |, )more (red|orange|yellow|green|blue|purple|pink)(?=$|[.,;!?]| and\b)",
        r"\1\2\3er",
    ),
    (r"\b(?:the )?sun(?:light)? was behind (?:us|me|him|her|them|the \w+)\b", "it is backlit"),
    (r"\b(?:can|could) (?:not|hardly|barely) tell what is\b", "cannot see what is"),
    (r"\bcan ?not see what is in the shadows\b", "the shadows are too dark"),
    (
        r"\badd (?:some |a (?:bit|little) (?:of )?)?blur behind (?:the |her|him|me|us|them|it|my )?\w*",
        "blur the background",
    ),
    (
        rf"\b(?:make|crop|turn|put|need|want) {IT}? ?(?:in(?:to)?|to|as)? ?(?:an? )?(portrait|landscape|"
        rf"vertical|horizontal)"
        r"(?: (?:format|orientation|crop|mode|shape))(?=$|[.,;!])",
        lambda m: f"crop it to {'4:5' if m[1] in ('portrait', 'vertical') else '3:2'}",
    ),
    (
        r"(?:^|(?<=[,.;] ))(slightly|a (?:bit|little|tad|touch)|way|far|too) (over|under)(?=$|[.,;!])",
        r"it is \1 \2exposed",
    ),
    (r"\blift the blacks off (?:the|their) (?:floor|ground)\b", "lift the blacks"),
    (r"\broll off the highlights\b", "reduce the highlights"),
    (
        r"\bmake sure (the \w+|it) (?:do|does|did) not lose (?:its |the |any )?(texture|detail|details|color|"
        r"colors)\b",
        r"keep the \2",
    ),
    (r"\b(?:look|looks|looking) (?:more )?(?:healthy|lush)(?: again)?(?=$|[.,;!])", "look alive"),
    (
        r"\b(?:the )?(colors?|colours?)(?: (?:in|of) (the \w+))? (?:do|did|does) not come (?:out|across) (?:like|as) "
        r"(?:in|they (?:are|were) in) (?:real life|reality)\b(?:, (?:they|it) (?:were|was|is|are) (?:much |far |"
        r"way )?more "
        r"(?:intense|vivid|vibrant|saturated))?",
        lambda m: f"the {m[1]}{' of ' + m[2] if m[2] else ''} should be more vivid",
    ),
    # what holds for another thing as well
    (r"\b(more|less) (\w+) in (the \w+),? (?:and|but) (more|less) in (the \w+)", r"\1 \2 in \3, \4 \2 in \5"),
    (
        r"\b(brighten|lighten|darken|sharpen|soften|warm up|cool down) ([\w ]{3,40}?) (a (?:little|bit)|"
        r"slightly|a lot|strongly)"
        r",? (?:and |but )?(the (?:rest|others?|background)|everything else) (a (?:little|bit|lot)|slightly|"
        r"more|less)(?=$|[.,;])",
        r"\1 \2 \3, \1 \4 \5",
    ),
    (r"\bno more than (?=(?:a (?:little|bit|touch|hint|tad)|slightly)\b)", ""),
    (r"\b(?:only )?the (?:parts|areas|things|bits) (?:that are |which are )?in (?:the )?shadows?\b", "the shadows"),
    (
        r"\beverything (?:except|but|besides|apart from) (the \w+) (?:is|looks|was) (?:fine|good|ok(?:ay)?|"
        r"great|perfect|right)\b",
        r"fix \1",
    ),
    (r"\bthe land\b(?! of)", "the foreground"),
    (r"\b(dark|darker|moody|low key) but with (?:some |more |all )?details? in (the \w+)\b", r"\1, more detail in \2"),
    # faults of cameras, and weather
    (r"\bhalos? (?:around|on|along) [\w ]{2,20}(?:, (?:get rid of|remove|fix) (?:it|them))?", "too much clarity"),
    (r"\bvignetting(?: in the corners)?, (?:fix|remove|correct|get rid of) it\b", "remove the vignette"),
    (r"\b(?:the |some |many )?hot pixels(?: in [\w ]{2,20})?(?=$|[.,;!])", "noise"),
    (r"\b(?:the )?(fog|mist|haze|grain|contrast) (?:should|can|must|may) stay\b", r"keep the \1"),
    (
        r"\bturn (?:spring|summer|autumn|fall|winter) into (?=(?:spring|summer|autumn|fall|winter)\b)",
        "make it look like ",
    ),
    (rf"\bmake {IT} (?:look|feel) (?:freezing|icy|ice cold|arctic|frosty)\b", "make it colder"),
    # where one looks at it, what it is like, and what is to be spared
    (r",? (?:when (?:viewed|seen) )?on my (?:monitor|screen|phone|display|laptop|tv|tablet|computer)\b", ""),
    (rf"\b{IT} (?:is |just )?(?:screaming|shouting|yelling)(?: at (?:me|you|us))?(?=$|[.,;!])", "it is too loud"),
    (
        r"\b(?:match |catch |capture )?the (?:mood|feel(?:ing)?|vibe|atmosphere) of an? "
        r"(?:rainy|gloomy|drizzly|overcast)(?: \w+){0,3}(?=$|[.,;!])",
        "melancholic mood",
    ),
    (rf"\bthat (?=(?:{HUES}|turquoise|teal) (?:look|tone|color|tint|glow)\b)", "a "),
    (r"(?<=\blook) from (?:the )?(?:travel )?(?:brochures?|postcards?|magazines?|adverts?|ads)\b", ""),
    (
        r"\b(?:bring|get|put) (?:the |her |his )?pores back\b|\bbring back (?:the |her |his )?pores\b",
        "more skin texture",
    ),
    (
        r"\b(?:the|those|these) (?!picture|photo|image|shot|scene)(\w+) (?:have|has) (?:no|little|hardly any) "
        r"(?:shape|definition|structure|depth|form)"
        r"(?:, (?:please )?(?:give|get|add) (?:them|it) some)?(?=$|[.,;!])",
        r"more definition in the \1",
    ),
    (
        r"\b(?:temp|temperature|white balance) (?:a bit |slightly )?to(?:wards?)? the (cold|cool|warm)(?:er)? side,? "
        r"(?:say |about |around |by |maybe )+(?:minus |plus |[-+])?(?=\d)",
        r"\1er by ",
    ),
    (r"\b(?:push|nudge|move|bring|pull|shift) the (cold|warm|cool)er by\b", r"make it \1er by"),
    (r"\b(?:early|mid|late)[ -](?=(?:september|october|november|autumn|fall|spring|summer|winter)\b)", ""),
    (r"\b(?:feel|look)(?:s|ing)? like (?:an? )?(?:september|october|november)\b", "look like autumn"),
    (r"\b(?:feel|look)(?:s|ing)? like (?:an? )?(?:december|january|february)\b", "look like winter"),
    (
        r"\bwithout (?:smearing|smudging|wiping out|washing out|mushing) (?:the |any |its )?"
        r"(details?|textures?|edges)\b",
        r", keep the \1",
    ),
    (
        rf"\b(?:the )?whites? of (?:the|her|his|their|my) eyes? (?:is|are|looks?) (?:a bit |too |so "
        rf")?({HUES})(?:dish|"
        r"ish)?\b(?:, (?:please )?fix (?:that|it|them))?",
        r"less \1 in the eyes",
    ),
    (
        r"\b(?:undo|lose|drop|kill|tone down|get rid of|remove) (?:the |this |that )?hdr(?: look| effect| "
        r"style)?",
        "less hdr",
    ),
    (
        r"\b(?:the |this |that )?(hdr|vintage|film|retro|sepia|cinematic|dreamy|matte|faded) (?:look|effect|"
        r"style) (?:is )?"
        r"(?:way |far |much |a bit )?too (?:strong|much|heavy)\b",
        r"less \1",
    ),
    (r"\bgive (the [\w ]{2,20}) the (?:same )?colou?r of (the [\w ]{2,20})(?=$|[.,;!])", r"make \1 match \2"),
    (r"\b(?:a )?(?:soft |gentle |warm |slight )?glow around (?=the\b)", "glow to "),
    # what a thing is like goes on behind a comma
    (
        r"\b((?:the|her|his|my) (?!photo|picture|image|shot)\w+(?: of the \w+)? (?:is|are|looks?|seems?) "
        r"(?:too |a bit |so |rather |quite )?(?:pale|dull|flat|dark|dim|grey|gray|drab|lifeless|cold|washed "
        r"out|bland)), "
        r"((?:a bit |a little |much |slightly )?(?:more|less) \w+|(?:a bit |a little |much |slightly )?\w+er)"
        r"(?:,? please)?(?=$|[.;!])",
        r"\1, make it \2",
    ),
    (
        r"\b((?:smooth(?: out)?|clean(?: up)?|denoise|darken|brighten|fix|soften) (the \w+)),? (?:because |as "
        r"|since )?"
        r"it is (?:too |so |very )?(noisy|grainy)\b",
        r"\1, remove the noise in \2",
    ),
    (r"\bdistracts?(?: (?:me|us|you|the eye|from [\w ]{3,20}))?(?=$|[,.;!])", "is distracting"),
    (
        r"\b(?:competes?|fights?|is competing|is fighting)(?: too much)? with (?!noise|grain)[\w ]{3,25}(?=$|[,.;!])",
        "is distracting",
    ),
    (
        r",? (?:and |which |so )?(?:it |that )?(?:draws|pulls|catches|attracts|steals) (?:the|my|your|all the|"
        r"too much) "
        r"(?:eyes?|attention)(?: away)?(?=$|[.,;!])",
        "",
    ),
    (
        r"\b(one|half an?|a|two|three|\d) more stops?(?: of (?:light|exposure|brightness))? (?:on|for|in|to) "
        r"(?=(?:the|her|his)\b)",
        r"\1 stop more light on ",
    ),
    (rf"\b(the (?:{HUES})s?(?: (?:on|of|in) the \w+)?) (?:is|are) bleeding(?: out)?\b", r"\1 are too saturated"),
    (
        r"\btame (?=the (?:sun(?:'s)? )?(?:reflections?|glare|hot ?spots?) (?:on|in|off) (?:the )?"
        r"(?:water|sea|lake|river|pond|snow|road|skin|face|forehead)\b)",
        "reduce ",
    ),
    (r"\bthe sun(?:'s|light)? (reflections?|glare)\b", r"the \1"),
    (r"\b(?:want to |able to |let me )?see through the (haze|fog|mist|smog|smoke)\b", r"remove the \1"),
    (
        r"\bthe (?!veil|fog|mist|smoke)(\w+) (?:blends?|melts?|disappears?|vanish(?:es)?|gets lost|is lost|merges?) "
        r"in(?:to|with)? the (?!dark|shadow|background)\w+"
        r"(?:,? (?:please )?(?:separate|part|distinguish) (?:them|the two))?(?=$|[.,;!])",
        r"make the \1 stand out",
    ),
    (
        r"\b(?:separate|part|distinguish) the (?!veil)(\w+) from the (?!background)\w+(?=$|[.,;!])",
        r"make the \1 stand out",
    ),
    (
        r"\b(?:give|get) (the|her|his|their|my) (skin|face|faces|legs|arms) a (?:healthy |nice |light |slight "
        r"|summer |deep )*tan\b",
        r"make \1 \2 a little darker and a little warmer",
    ),
    (r"\btan (the|her|his|their|my) (skin|face|legs|arms)\b", r"make \1 \2 a little darker and a little warmer"),
    (
        r"\b(?:look|looks|feel|appear)s? (?:like|as if|as though) (?:it (?:was|is|were) )?(?:taken|shot|"
        r"photographed|made) "
        r"(?:about )?(?:an hour|half an hour|shortly|just|right) (?:before sunset|after sunrise)\b",
        "look like golden hour",
    ),
    (
        r"\b(?:(?:and |so |but )?(?:you|i|we|one) )?(?:can|could) ?not see any details? in (the|her|his|its) (\w+)\b",
        r", more detail in \1 \2",
    ),
    (
        r"(?:^|(?<=[,.;] ))let us (?:try|see|have) (?:it |this )?(?=(?:a (?:bit|little|touch|tad)|slightly|"
        r"much) \w+er\b)",
        "make it ",
    ),
    (r"\bneon colou?rs(?: at night)?(?=,? (?:please,? )?cyberpunk)", ""),
    # if, only there, and what is said beside
    (
        r"(?:^|(?<=[,.;] ))if ((?:the \w+|it|they) (?:is|are) (?:too |a bit )?(?:blown(?: out)?|overexposed|dark|"
        r"bright|flat|dull|cold|warm|noisy|soft|blurry|hazy|crooked|tilted)),? (?:then )?(?:please )?(?=\w)",
        r"\1, ",
    ),
    (
        r",? (?:or )?(?:otherwise|else|if not),? (?:just )?(?:leave|keep) (?:it|them|everything)(?: alone| as "
        r"(?:it is|they are|is))?",
        "",
    ),
    (r"\b(?:could|can|would|might) stand to (?=\w)", "should "),
    (r",? what do you (?:say|think|reckon)(?=$|[.,;?!])", ""),
    (
        r"\b(warmer|cooler|colder|darker|brighter|lighter|softer|sharper|bluer|greener),? but only (?:in |on |for )?"
        r"(the [\w ]{3,20}?)(?=$|[.,;!])",
        r"\1 in \2 only",
    ),
    (
        r"(?:^|(?<=[,.;] ))(?:the )?(skin|sky|face|background|foreground|water|grass|subject|eyes|hair|ground|"
        r"snow|clouds?) "
        r"([+-]) ?(\d+) (warmth|contrast|saturation|clarity|texture|sharpness|vibrance|exposure|highlights|"
        r"shadows)\b",
        r"\1 \4 \2\3",
    ),
    (r"\b(?:the |a bit of |some )sat\b(?! (?:on|in|at|down|there))", "the saturation"),
    (r"\bto (?:zero|0) except (?:for )?(?=(?:the|her|his)\b)", "completely except for "),
    (r"\bget rid of (?:the |that |this )?(orange|red|pink|yellow|green|blue) skin\b", r"less \1 skin"),
    (
        r"\b(?:(?:(?:can|could) (?:i|we|you) (?:get|have|give (?:it|me))|give (?:it|me)|i (?:want|would like)|"
        r"with) )?"
        r"(?:a |the )?(?:dreamy,? soft|soft,? dreamy|dreamy and soft|soft and dreamy) background\b",
        "background dreamy and soft",
    ),
    (
        r"\bwarm (?:sunset|evening|golden) (?:tones?|lights?|glow|colou?rs?) (?:only )?on (the \w+)(?: "
        r"only)?(?=$|[.,;!])",
        r"warmer \1 only",
    ),
    (rf"\bpaint the (\w+) (?:in )?({HUES})\b", r"make the \1 \2"),
    (
        r"\b((?:darker|brighter|lighter|warmer|cooler)|(?:darken|brighten|lighten|warm|cool)(?: it)?) where "
        r"(?!(?:it is|there is) "
        r"(?:dark|bright|light))",
        r"replace where ",
    ),
    # how much, and of what
    (
        r"\b(?:an? )(?:medium|moderate|modest|good|nice|decent|solid) (boost|bump|lift|increase|upgrade) "
        r"(?=of |in |to )",
        r"a \1 ",
    ),
    (r"\bupgrade (?:of|in) (?:the )?(?=\w)", "boost of "),
    (r"\bby a (?:decent|good|fair) (?:bit|amount|deal|margin)\b", ""),
    (
        r"\b(?:outside of the|the outside of the) windows? (?:is|are) (?:to|too) (light|bright|dark)\b",
        r"the window is too \1",
    ),
    (
        r",? so that (?:things like )?(the \w+) (?:is|are) more (\w+) and less (\w+)(?=$|[.,;!])",
        r", make \1 more \2 and less \3",
    ),
    (r"\b(?:the )?(?:rgb|rbg|colou?r balance)(?: levels?| values?)? (?=toward|to a more|more)", "the colors "),
    # to get more of something; one thing in colour; two hues of one thing
    (
        r"(^|[,.;] |\b(?:please|and|then|you|also|us|me|to) )get (?=(?:a (?:bit|little|touch|tad|lot) |slightly |"
        r"some |much )(?:more|less)\b)",
        r"\1add ",
    ),
    (r"\badd (a (?:bit|little|touch|tad|lot) |slightly |some |much )less\b", r"\1less"),
    (
        r"(?:^|(?<=[,.;] ))get (?=(?:a (?:bit|little) |slightly |much )?(?:brighter|darker|warmer|cooler|"
        r"sharper|softer)\b)",
        "make it ",
    ),
    (rf"\b(everything but (?:the|her|his|my) (?!(?:{HUES})s?\b)\w+) in black and white\b", r"make \1 black and white"),
    (
        r"\b((?:the|his|her|my|their) (?:\w+ )?\w+ (?:should|must|could|might|(?:needs?|has|have|ought) to) (?:be"
        rf"|look) )((?:{_MUCH} )?(?:(?:more|less) \w+|\w{{2,}}er))(?:,? and|,|,? but) ((?:{_MUCH} )?(?:more|less) "
        rf"(?:{HUES}))(?=$|[.,;!])",
        r"\1\2. \1\3",
    ),
    (
        r"\b(make|turn|have|want|(?<!not )like|need) ((?:the|his|her|my|their) \w+) (?:to be |look )?more "
        f"({HUES})(?:,| and"
        rf"|,? but) less ({HUES})\b",
        r"make \2 more \3, make \2 less \4",
    ),
    (
        r"\b(darken|brighten|lighten|sharpen|blur|soften|desaturate|fix|tone down|lift|dim) (?:that|this) "
        r"(?:area|part|spot|region|section|bit)\b(?! (?:of|in|on|where|by|near|at))",
        r"\1 it",
    ),
    (
        r",? (?:but |and |with )?the (\w+) (?:(?:stays?|left|remains?|kept) )?as (?:it is|they are|is)(?=$|[.,;!])",
        r", keep the \1",
    ),
    (
        r"\b(?:do not|never) let (the|her|his) (\w+) (?:get|become|go|turn) (?:any |too |even |much "
        r")?(?:darker|brighter|"
        r"lighter) (?:when|while|as) (?:you |i )?(?:are )?(?:add|raise|increas|boost)(?:e|ing)? (?:the )?(\w+)",
        r"add \3, keep the brightness of \1 \2",
    ),
    (r"\bimperceptibly\b", "very slightly"),
    (r"(?<!summer )\b(?:an? )?(?:golden )?(?:evening|dusk) (?:light|mood|feel(?:ing)?)(?=$|[.,;!])", "golden hour"),
    (
        r"\b(?:light|it|this|photo|picture|image) (?:to )?(?:feel|look)s? like (?:the |a |early )*morning\b",
        "morning light",
    ),
    (r"^(16|21|4|3|5|2|1) (?:to|by) (9|3|2|4|5|1)(?=$|[.,;!])", r"crop to \1:\2"),
    (r"\b(?:a )?(?:flat|log|flat log|log flat) (?:look|profile|style)\b", "less contrast and less saturation"),
    (
        r"\bthe (\w+) (?:leans?|tilts?|falls?|is leaning|is falling|is tilting) (?:over )?back(?:wards?)?\b"
        r"(?:,? (?:please )?(?:fix|correct) (?:it|that))?",
        r"correct the perspective of the \1",
    ),
    # what it is for and how it came about, as one types it
    (r"(?:^|(?<=[,.;] ))(?:i )?(?:need|want) (?:this|it) (?:for|4) (?:my )?\w+(?: profile| page| post)?(?=,)", ""),
    (r"(?<=\w) n (?=\w)", " and "),
    (r"\b(?:irl|in rl)\b", "in real life"),
    (r"\b(?:shot|taken|captured) (?:at|with) (?:high )?iso(?: ?\d+)?\b,?", ""),
    (
        r"\b(?:it )?(?:was|is) (?:the )?golden hour,? (?:and |but )(?:the |my )?(?:camera|phone)[\w ]{3,30}"
        r"(?:, (?:please )?bring (?:it|that) back)?(?=$|[.,;!])",
        "golden hour look",
    ),
    (r"(?:^|(?<=[,.;] ))blue hour (?:shot|photo|picture|image),? (?=\w)", ""),
    (r"(?:^|(?<=[,.;] ))golden hour (?:shot|photo|picture|image),? (?=\w)", ""),
    (r"\b(?:the |it |this )?\w* ?looks? like (?:it is|it was) (?:raining|snowing)\b", "photoshop rain"),
    (r"\bhazy (summer|autumn|winter|spring) (?:afternoon|morning|evening|day|light)\b", r"more haze, \1 look"),
    (r"\bmake (?:that|it|this|them) the star(?:s)? of the (?:photo|picture|image|shot|show)\b", "make it stand out"),
    (r"\bthe (\w+ reflections?) (?:is|are) (?:lovely|beautiful|nice|great), make it stand out", r"make \1 stand out"),
    (r"\bmatrix green\b", "green shadows"),
    (r"\bnothing is (?:really |quite )?white(?: here| in (?:it|this|the photo))?(?=$|[.,;!])", "white balance"),
    (r"\b(the (?:flash|sun) made [\w ]{3,20} shine), (?:please )?tone (?:that|it) down", r"\1"),
    (r"^(?:a )?(?:pic|photo|picture|shot|snap)s? from (?:our|my|the|a) [\w ]{3,20}, (?=\w)", ""),
    # what is needed, what it should not be, and what is done by another tool
    (
        r"\b(saturation|contrast|brightness|sharpness|sharpening|clarity|warmth|vibrance|light|exposure|"
        r"detail|colou?r) (?:is|are) "
        r"(?:heavily |really |badly |desperately |definitely |sorely |much )?(?:needed|required|necessary|"
        r"missing)(?: here)?\b",
        r"more \1",
    ),
    (
        rf"\b(?:make|get) {IT} (?:to )?not (?:look |be |appear )?(?:so |as |too |that )?(blurry|dark|bright|"
        rf"flat|dull|grainy|noisy|"
        r"hazy|yellow|orange|red|green|blue|pink|pale|washed out|cold|warm)\b",
        r"make it less \1",
    ),
    (
        r"\b(?:the )?(\w+) would look (?:better|nicer|best) if the (\w+) (?:was|were|is) ((?:a (?:bit|little) "
        r"|slightly |much )?"
        r"\w+er)(?: than (?:it is|now))?\b",
        r"the \2 of the \1 should be \3",
    ),
    (r"\b(clean up|fix|correct|restore|repair) (the colou?rs?) and (?:the )?fading\b", r"\1 \2, less faded"),
    (r"\bmove (the [\w ]{2,30}?) so (?:that )?(?:it|they) (?:is|are|stands?|sits?)\b[\w ]*", r"photoshop \1"),
    (r"\bfill (?:in |up )?((?:the |these |those )?[\w ]{2,30}?) with (?!light\b)[\w ]+", r"replace \1"),
    (r"\bchange the (?:style|shape|type|kind|model|brand|design|pose|expression) of\b", "replace"),
    (r"\b(?:teeth|tooth) (whiter|brighter) and straighter\b", r"teeth \1, replace the teeth"),
    # remarks in brackets, borders, and things that move
    (r"\((?:he|she|it|they|this|that) (?:is|are|was|were)(?! (?:too|so|a bit|a little|way)\b)[^()]{0,60}\)", ""),
    (
        r"\b(?:put|place|add|draw) (?:an? )?(?:[\w ]{0,30} )?(?:border|frame|outline|shape|box|circle|arrow)s? "
        r"(?:around|over|on) "
        r"(?!(?:the )?(?:edges?|corners?|borders?|sides?|photo|picture|image|it)\b)",
        "photoshop something onto ",
    ),
    (r"\bshadows? (?:taken|took) (?:away|out|off)\b|\btake (?:away|off) (?:the )?shadows?\b", "lift the shadows"),
    (
        rf"\b(change|turn) (?:the )?({HUES}) (?:areas?|parts?|sections?|bits?|colou?rs?|tones?) (in)?to "
        rf"({HUES})\b",
        r"change the \2 to \4",
    ),
    (
        r"\bhave ((?:the|her|his|their) (?:man|men|woman|women|girl|boy|kid|child|children|baby|person|people|dog|"
        r"cat|bride|groom)s?) (?:move|walk|jump|look|smile|stand|sit|face|turn|wave)\b",
        r"replace \1",
    ),
    (r"\b(whiter|brighter) and straighter\b", r"\1"),
    (r"\b(?:look )?pro and cool\b", "look professional"),
    (r"\beyes? (?:look|are|is|looks) (?:half )?(?:closed|shut)\b[^.;]*", "replace the eyes"),
    (r"\bbl+uu+r+\b", "blur"),
    (
        r"\bmove (?!the (?:slider|camera|focus|tones?|colou?rs?|white))((?:the |a |an |those |these )?[\w "
        r"]{2,25}?) (?:from|over to|onto|into|next to|in front of|behind) [\w ]+?(?= and\b|$|[^\w ])",
        r"replace \1",
    ),
    (
        r"\b(?:change|turn) (the [\w ]{2,25}?) (?:in)?to (?:an? )?[\w ]{2,25}? (?:appearance|finish|material|"
        r"surface)\b",
        r"replace \1",
    ),
    (
        r"\b(?:open|close|shut) (?=(?:the |all )?(?:\w+ )?(?:blinds?|curtains?|doors?|windows?|gates?|drawers?"
        r"|cabinets?|lids?)\b)",
        "replace ",
    ),
    (r"\bnot all (?:of )?(the \w+) (?:is|are) in focus\b", r"sharpen \1"),
    (r"\((?:especially|mainly|mostly)[^()]{0,60}\)", ""),
    (r"&(?:amp;?|#38;)", "&"),
    (r"\bpl+[sz]+\b", "please"),
    (
        r"(?:^|(?<=[,.;] ))((?:(?:the|my|her|his) )?(?:face|faces|sky|background|image|photo|picture|"
        r"foreground|skin|water|colou?rs?|"
        r"window|subject|it)) (?:is |are |looks? )?to (bright|dark|light|yellow|red|blue|green|orange|dull|"
        r"pale|grainy|noisy|blurry|"
        r"saturated|warm|cold)(?=$|[.,;!])",
        r"\1 is too \2",
    ),
    (
        r"\bthe (?:lighting|light|flash|sun|sunlight|exposure) makes (?:it|the whole thing|everything|the "
        r"(?:photo|picture|image)) "
        r"(?:look |seem )?((?:a (?:bit|little) |far |way |much )?too \w+)",
        r"it is \1",
    ),
    (
        r"\b(?:remove|erase|delete) (?:the |that |this )?(?:\w+ )?structures? (?=(?:from|in|on|behind)\b)",
        "remove the building ",
    ),
    (
        r"\b(?:remove|erase|delete|eliminate) (?:the |all |any )?[\w ]{0,20}?(?:members|people|persons|men|"
        r"women|guys|kids|crowd|"
        r"audience|tourists|man|woman) (?:facing|walking|standing|sitting|looking|who|that)\b[\w ]*",
        "remove the people",
    ),
    (
        r"\b(?:and|but|,) not (?:so |too |as )?(grainy|blurry|noisy|hazy|dull|flat)(?: looking)?(?=$|[.,;!]| and\b)",
        r"and less \1",
    ),
    (r"\bthese (?:disposable camera|old|vintage|film|polaroid) (?=photos|pictures|shots)", "these "),
    (
        r"\b(?:drape|hang|lay|spread|pour|stick|attach|mount|park|seat) (?=(?:an?|some) [\w ]{2,40}? (?:across|"
        r"over|on|onto|in|around|above|next to|behind) \w)",
        "replace ",
    ),
    (
        r"\b(?:so (?:that )?)(?:it|they) (?:does not|do not|doesn ?'?t|don ?'?t) blend (?:together|in)(?: "
        r"with [\w ]{2,20})?(?=$|[.,;]| (?:add|make))",
        ",",
    ),
    (r"\b(lighting|light|contrast|exposure|brightness) (?:improvements?|enhancements?)\b", r"improve the \1"),
    (r"\broses\b", "flowers"),
    (
        r"\bthe (\w+) (?:has |have )?lost (?:all )?(?:its|their|the) (warmth|colou?r|contrast|detail|details|"
        r"sharpness|brightness|texture)\b",
        r"more \2 in the \1",
    ),
    (
        rf"\b(?:the )?(?:white balance|colou?r balance|tones?) (?:drifts?|shifts?|leans?|goes|veers?|is "
        rf"drifting) (?:a bit |slightly )?(?:to|towards?|into) (?:the )?({HUES})\b",
        r"it is too \1",
    ),
    (
        r"\b(?:can ?not|can hardly|could not) see (the \w+) (?:for|through|because of|behind) (?:all )?(?:the "
        r"|this )?(haze|fog|mist|smog)\b",
        r"remove the \2 from \1",
    ),
    (r"\bwithout burning (?:out|them out|it out)\b", ", keep the highlights"),
    (r"\b(leave|keep) (the \w+), (the \w+) (?:needs?|could use) (?:some )?(?:work|attention|help)\b", r"\1 \2, fix \3"),
    (
        r"\btone ?mapping (?:looks?|is|seems) (?:a bit |way |too )?(?:overdone|strong|much|heavy|over the "
        r"top)(?:, (?:calm|tone) (?:it|that)(?: down)?)?",
        "less hdr",
    ),
    (r"\bjust a subtle lift\b", "just a little brighter"),
    (r"\blet (the \w+) lead the eye, (brighten|lighten) it\b", r"\2 \1"),
    (
        r"\binvert (?:the |all )?(?:colou?rs?|image|photo|picture|tones?)\b|\b(?:look |be )?pixelated\b(?= "
        r"(?:effect|look)|$)",
        "replace it",
    ),
    (r"\bbring (?:in )?(?:some )?more light (?:in)?to (?:the )?(?:photo|picture|image|scene|shot)\b", "brighten it"),
    (r"[,.!]? ?(?:happy holidays|merry christmas|happy new year|cheers|thanks in advance)\b", ""),
    (
        r"\btouch (?:the |this |my |that )?(?:photo|picture|pic|image|shot) up (?:a (?:bit|little) )?more\b",
        "touch the photo up a bit",
    ),
    (r"\b(sharp|clear|bright|dark|warm)/(sharp|clear|bright|dark|warm)\b", r"\1 and \2"),
    (
        r"\bonly (the [\w ]{3,30}) (?:is|are|stays?|remains?) (?:colou?red|in colou?r)(?:,| and) the rest "
        r"(?:is|are|stays?) ",
        r"everything but \1 ",
    ),
    (r"\b(?:can ?not|could not|not able to) fit (?:everything|it all|all of it)\b[\w ]*", ""),
    (r"(?:^|(?<=[,.;\]] ))(?:my|our|the) \w+ is coming up on [\w ]+?(?= and\b|[,.;])", ""),
    (r"\bmake the (?:red|green|blue|yellow|orange) (?:in|is|of) the (\w+) more (\w+er)\b", r"make the \1 \2"),
    # fresh sentences of November 24th
    (r"\b(looks?|is|are) (?:radioactive|nuclear)(?:, (?:calm|tone) (?:it|them|that) down)?", r"\1 too saturated"),
    (r"\b(?:can|could|may) (the [\w ]{2,40}?) stay but (the \w+) be (\w+er)\b", r"make \2 \3, keep \1"),
    (
        r"\b(?:i think |maybe )?(?:the )?(contrast|saturation|vibrance|warmth|clarity|exposure|brightness|"
        r"texture|highlights|"
        r"shadows|whites|blacks|noise|grain|sharpness) (?:can|could|should|may|might) (?:come|go|be taken|be "
        r"brought) "
        r"(down|up)\b",
        r"\1 \2",
    ),
    (
        r"\b(?:get|pull|squeeze|coax|wring) more (drama|punch|detail|colou?r|contrast|life) (?:out )?of (the "
        r"\w+)",
        r"more \1 in \2",
    ),
    (r"\bcan (the \w+) pop without (the \w+) (?:getting|becoming|being|going) [\w ]+", r"make \1 pop, keep \2"),
    (
        r"\b(?:the )?shadows? (?:under|of|from|below) (?:the|his|her|my) \w+ (?:hides?|covers?|hiding|"
        r"obscures?) (?=his|her|the)",
        "brighten ",
    ),
    (r"\b(and )put (\d+) (?:on|into) (the \w+)", r"\1\3 +\2"),
    (
        r"\b(?:keep|leave) everything (?:the same|as it is|as is) (?:except|but|apart from|other than) "
        r"(?:maybe |perhaps )?"
        r"(?=(?:a (?:tad|bit|touch|little) |slightly )?(?:less|more)\b)",
        "just ",
    ),
    (
        r"\bit(?: is|'?s) a (foggy|misty|hazy) \w+(?: and|,) (?:it )?should (?:feel|look) like (?:one|it|that)",
        "keep the fog",
    ),
    (r"\blet (the )?colou?rs breathe(?: a (?:bit|little) more| more)?", "a little more saturation"),
    (r"\bmake (the )?(red|orange|yellow|green|blue|purple|pink)s glow\b", r"make the \2s brighter and more saturated"),
    (r"(, but) not so much that (the|his|her) (\w+) loses? (?:its |all )?details?", r", keep the shadows in \2 \3"),
    (r"\b(the (?:bottom|top|left|right|upper|lower)[\w ]*?) is too heavy, (lift|brighten|lighten) it", r"\2 \1"),
    (
        r"\b(?:has|with|have) (?:this |that |an? )?(?:\w+ )?(yellow|green|yellow-green|greenish|yellowish) "
        r"(?:look|tinge|cast) "
        r"from (?:the )?[\w ]+?(?:lights?|lamps?|bulbs?|tubes?)\b",
        "has a colour cast, fix the white balance",
    ),
    (r"\b(?:it )?reads as flat(?=$|[.,;])", "it is flat"),
    (r"\b(haze|mist|fog|smog) (?:in|at|over) the (?:far )?distance\b", r"\1"),
    # of requests drawn at random on November 24th
    (r"\b(?:i ?mage|mage|iamge|imge|imgae|imaeg|iimage)\b(?! of the (?:old|past))", "image"),
    (r"\bright (?=on top of|next to|above|behind|under|beside|in front of|in the (?:middle|cent))", ""),
    (r"\b(nice|good|great|better|fine|lovely|perfect|professional) (?:right )?now(?=,? (?:but|and|just)\b)", r"\1"),
    (r"\bexposer\b", "exposure"),
    (r"\b(?:blury|blurr?ey|blury)\b", "blurry"),
    (
        r"\b(?:make|get) (?:this|the|my|it|that)(?: \w+)? (?:to )?(?:look|appear|seem|be) (?:more |a (?:bit|"
        r"little) more )?(?:like )?"
        r"(?:an? )?(?:more )?prof+es+ional(?:ly)?(?: (?:photo\w*|picture|image|shot|taken|edited|done|quality|"
        r"looking))*",
        "enhance it",
    ),
    (
        r"\btighten (?:up )?(?!(?:the )?top\b)"
        r"((?:\w+ )?(?:waist|tummy|belly|stomach|chin|jaw|neck|arms?|legs?|thighs?|skin|jeans|pants"
        r"|trousers|dress|shirt|suit|top|skirt|coat|jacket|clothes))\b(?! (?:shot|tones?|shadows?|colou?rs?))"
        r"(?: (?:to|for|into) (?:an? )?(?:\w+ ){0,2}(?:fit|look|size|shape))?",
        r"replace \1",
    ),
    (
        rf"\b(remove|erase|get rid of|take out|delete)((?: (?!along|together|from)\w+){{1,5}} from (?:the|this|my) "
        rf"{PHOTO}),?"
        r" (?:along|together) with ",
        r"\1\2 and \1 ",
    ),
    (
        r"\b(so (?:that )?(?:the )?(?:\w+ )?shadows?(?: (?:on|in|under|over|across) [^.,;!?]{1,40}?)?) (?:is|are) "
        r"(?:removed|eliminated|erased|taken (?:away|out)|cleared)\b",
        r"\1 are gone",
    ),
    (r"\b(?:the )?(shadow|highlight|contrast|brightness|saturation|exposure|white|black) percentages?\b", r"\1s"),
    (r"\bwhen (?:it(?: is|'?s)|they(?: are|'?re)) blown up\b|\bespecially (?:when|if) blown up\b", ""),
    (
        r"\bmake (?:the |those |these |all the )?(?:buildings?|trees?|towers?|people|man|woman|person|legs?|"
        r"nose|ears?|neck|arms?|hair|"
        r"houses?|mountains?) (?:on the \w+ )?(?:shorter|taller|thinner|skinnier|slimmer|fatter|longer|bigger|"
        r"larger|smaller|wider)\b"
        r"(?: \d+ \w+)?",
        "photoshop the shape",
    ),
    (
        r"\bmake (?:the |his |her |their |its )?(?:\w+ )?(?:into )?an? (?:\w+ )?(?:character|emoji|"
        r"superhero|statue)\b[^.,;]*",
        "add a character",
    ),
    (r"\bmake (?:this|it|the sign|the text|that) say\b[^.,;]*", "change the text"),
    (
        r"\b(brighter|lighter|darker|warmer|cooler|sharper|clearer) with the same (?:dark |light |bright |"
        r"nice )?(\w+)\b",
        r"\1, keep the \2",
    ),
    (r"\b(?:unique|distinctive|interesting|distinct) (?=(?:texture|contrast|colou?rs?|look|lighting)\b)", ""),
    (
        r"\b(?:make|have) (?:the |all the |these )?[\w ]{3,30}? (?:appear|look) (?:to be )?wireless\b",
        "remove the wires",
    ),
    (
        r"\b(?:help )?(?:with |do |give (?:it|this) |some |an? )(?:an? |some )?(?:overall|general|basic|"
        r"quick) (?:enhancements?|improvements?|touch ?ups?)\b",
        "enhance it",
    ),
    (r"\b(?:just |only |a |the )?long exposure(?: time| shot| photo)?\b", "something"),
    (r"\b(?:cartooni[sz]e|anime?fy|toonify)\b[^.,;]*", "add a cartoon"),
    (r"\bchange (?:the |this )?[\w ]{3,25}? to feature\b[^.,;]*", "add something else"),
    (r"\b(\d+) ?pts\b(?: min(?:imum)?)?", r"\1"),
    (
        r"\b(?:remove|erase|delete|get rid of|take out) (?:(?:the |my )?(?:photographer|camera ?man|man|woman|person|"
        r"tree)(?: ?'? ?s)?(?: ?')? shadow|(?:my|our|his|her|their|someone'?s) shadows?)\b(?! (?:area|tone))",
        "remove the person",
    ),
    (
        r"\b(?:the )?([a-z]+s?'?s? ?(?:face|skin|hair|shirt|dress|sky|water|grass|eyes|lips|cheeks))(?:,)? "
        r"should have (?:a (?:bit|little) )?"
        r"(?:more )?(?:of )?an? (?:more )?(\w+) (?:tone|tint|hue|colou?r)(?: to (?:it|them))?",
        r"make the \1 more \2",
    ),
    (
        r"\bmake it (?:appear|look) (?:that|like|as if|as though) (?:a |the )?flash (?:was|were|is|had been) "
        r"used\b",
        "brighten it",
    ),
    (r"\bstep back and\b[^.;]*", "zoom out"),
    (
        r"\bcorrect for the (red|orange|yellow|green|blue|purple|pink|magenta) (?:hue|tint|tone|cast|"
        r"colou?r)\b",
        r"remove the \1 tint",
    ),
    (r"\b(?:lots? of |the |some )?(?:dead|empty|blank) space\b", "the area"),
    (r"\bfill (?:it |that |the area |[\w ]{0,25})?with (?:people|\w+ from other)\b[^.;]*", "add people"),
    (
        r"\bcut (?:only |off |out )?(?:the )?(bottom|top|left|right|upper|lower)(?: (half|third|part|side))?\b",
        r"crop the \1 \2",
    ),
    (r"\bmake (?:the |this )?(?:whole |entire |overall )?(?:image|photo|picture|it|colou?rs?) fade\b", "add fade"),
    (
        r"\btr?y? ?an? contrast of gr[ae]y and white with only (the [\w ]+?) (?:remaining|staying|being) \w+",
        r"make everything but \1 black and white",
    ),
    (
        r"\bedit out (the|that|those|this|his|her) ([\w ]+?)(?= to make| so |$|[.,;])(?: to make (?:it|"
        r"this)[\w ]*)?",
        r"remove \1 \2",
    ),
    (
        r"\bmake (?:the |this )?(?:entire |whole )?(\w+) uniform in that (?:dark |light |deep )?(\w+)(?: "
        r"colou?r)?(?: which[\w ]*)?",
        r"make the \1 more \2",
    ),
)
"""Pattern -> what it says; the order matters. A part of AS_IT_LOOKS."""
