"""Short forms of messages and what forums ask in set phrases, spelt out: "sb", "bg", "tho", "for my insta story"."""

from jarvisevo.rules.language.tokens import rewritten

_PHOTO = "(?:photo|picture|image|pic|photograph|shot)"
_IT = rf"(?:it|this|that|(?:the|this|my) {_PHOTO})"
_FIT = r"(?:crop|cut|resize|fit|format|trim|make|size|need|want)"
_FOR = rf"\b{_FIT}(?: {_IT})?(?: to fit)?(?: on| for| as| to| in| into)+(?: an?| my| the)?"
_MEDIA = r"(?: (?:instagram|insta|ig|tiktok|snapchat|snap|facebook|fb|whatsapp|social media))?"

_RATIO = r"\d{1,2}(?:\.\d+)? ?(?:[:x×/]|by) ?\d{1,2}(?:\.\d+)?"
_SAID = r"(?: (?!with|then|please)[\w']+)"
_PURPOSE = (
    rf"for{_SAID}+?|(?:so (?:that )?(?:it|i|we)(?: can| will)?|to) (?:fits?|goes?|hangs?|prints?|use|be|post|put|frame)"
    rf"\b{_SAID}*?"
)
"""What a crop is for."""

_END = r"(?=$|[.,;!?]| and\b| but\b| please\b)"
_SLIDERS = (
    "contrast|saturation|vibrance|clarity|highlights?|shadows?|whites?|blacks?|exposure|texture"
    "|dehaze|brightness|sharpness"
    "|warmth|temperature|temp|tint|grain|vignette"
)
_AMISS = (
    r"(?:horizon|exposure|crop|lighting|lights?|focus|framing|composition|brightness|contrast|angle"
    r"|verticals|camera|flash|tvs?"
    r"|perspective|balance|pose|face|smile|expression|proportions|colors?|tint|hue|temperature|color "
    r"balance|white balance)\b"
)
"""What may be off in a way of its own."""
_STOP = r"(?:an?|one|two|half an?|[\d.]+) (?:full )?stops?"

_SHORT = {
    **dict.fromkeys(("bg", "bkg", "bkgd", "bckground", "backgrnd", "bgd"), "background"),
    **dict.fromkeys(("cuz", "coz", "bcuz", "bc"), "because"),
    **dict.fromkeys(("rly", "rlly", "realy"), "really"),
    **dict.fromkeys(("sb", "smb", "sum1", "some1"), "someone"),
    **dict.fromkeys(("pls", "plz", "plse", "pleaz", "plis"), "please"),
    "fg": "foreground",
    "ppl": "people",
    "tho": "though",
    "w/o": "without",
    "abit": "a bit",
    "any1": "anyone",
}
"""Words as messages write them."""

_TURNS = (
    (rf"\b(?:{'|'.join(_SHORT)})\b", lambda m: _SHORT[m[0]]),
    (r"\bsum (?=[a-z]{4,})", "some "),
    (r"(?<=[a-z])(?<!\bb) w (?=(?:some|an?|more|less|the|no|lots|extra|really|very) )", " with "),
    (
        r"(?:^|(?<=[.,;!] )|(?<=\band ))(background|foreground) blur more"
        r"(?= *(?:$|[.,;!?]| (?:and|n) (?!\w+er\b|more\b|less\b)| pl))",
        r"blur the \1 more",
    ),
    (r"(?:^|(?<=[\s,.!?]))t(?:y|ysm|hnx|nx)(?=$|[\s,.!?])(?! the)", "thanks"),
    (r"\bexp\b(?!\s*[+:=-]?\s*\.?\d)", "exposure"),
    (r"\b(?:bri|brightnes|britness)\b", "brightness"),
    (r"(?:^|(?<=[?!.,] ))y (?=(?:is|are|does|do|did) )", "why "),
    (r"\b(?:ur|yr) (?=\w)", "your "),
    (r"(?<=\w )r (?=(?:way|too|so|all|very|a bit|kinda|really|not|off|just)\b)", "are "),
    (rf"\b(?:my|our|his|her|the) (?:\w+ )?\w+ poss (?:\w+ ){{0,2}}?(?={_PHOTO}\b)", "the "),
    (
        rf"(\b(?:{_SLIDERS}) (?:by |to |at )?[+-]?\d+(?:\.\d+)?%?) (?=(?:and )?(?:(?:raise|lower|drop|bump"
        r"|reduce|increase"
        rf"|decrease|add|pull|push|set|then|lift|cut) )?(?:the )?(?:{_SLIDERS})\b)",
        r"\1, ",
    ),
    (
        r"(?<!not )\bgo (?:(?:really|very|super|pretty|quite|a bit|all|full) )*(?:heavy|hard|crazy|nuts"
        r"|wild|big|strong"
        r"|out|in) (?:on|with) (?:the )?(?=\w)",
        "a lot more ",
    ),
    (
        r"\bdouble (?:the |its )?(?=(?:amount of )?(?:saturation|contrast|clarity|sharpness|vibrance"
        r"|warmth|grain|vignette)\b)",
        "100% more ",
    ),
    (
        r"\b((?:make|turn|get|want|need|render) (?:it|this|(?:the|her|his|my) \w+)(?: look)? )(?:insanely"
        r"|ridiculously|crazy"
        r"|stupidly|absurdly|unbelievably) (?=\w)",
        r"\1really ",
    ),
    (
        r"(?<=[a-z]) (?:themselves|itself)\b(?= (?:can|could|should|is|are|looks?|needs?|to|be|a|more|less"
        r"|too|so)\b)",
        "",
    ),
    (r"\bhold(?:ing)? on ?to (?=(?:the|its|that|those|these|my) )", "keep "),
    (r"\b(?:mid ?-?day|noon(?:day)?|overhead) (?=(?:light|sun|sunlight|lighting|shadows)\b)", ""),
    (
        r",? (?:but |though |although )?not (?:over ?done|overdo it|too much|over the top|too crazy)" + _END,
        ", but not too much",
    ),
    (
        r"\bso (?:that )?(?:i|we|he|she) (?:will |would |can )?(?:stand|stands|pop|pops) out(?: more| "
        r"better| a bit)?" + _END,
        ", make the subject stand out",
    ),
    (
        r"\b(?:can|could) (?:not|hardly|barely) (?:even |really )?(?:see|make out|tell) (?:any |the |much )?"
        r"(?:texture|details?|grain|pattern|structure) (?:of|in|on) (the (?!shadows|highlights|dark|bright"
        r"|blacks|whites)\w+)",
        r"\1 needs more texture",
    ),
    (
        r"\b(?:some|more|a bit|a little|most|much|any|all) of (?=(?:the|that|this|its|those) (?:\w+ )?"
        r"(?:details?|textures?"
        r"|noise|grain|haze|shine|highlights?|contrast|warmth)\b)",
        "",
    ),
    (
        r"\b(?:get|getting|bring|bringing|recover|have) (?:the |that |its )?(clouds?|sky|window) details? back\b",
        r"bring back the detail in the \1",
    ),
    (
        r",? (?:could|can|would) (?:you|someone|anyone) (?:please )?clean (?:it|that|this|them) up(?= "
        r"but\b|$|[,.;!?])",
        "",
    ),
    (
        r",? ?\b(?:maybe |by |about )*(?:a|one) degree or (?:so|two)(?: (?:counter ?)?clockwise| to the "
        r"(?:left|right))?",
        "",
    ),
    (
        r"\b(?:but|although|though|even though) (?:they|it) (?:was|were|is|are) (?:actually |really )*"
        r"(?:painted|supposed to be|originally|meant to be|in fact) [^,.;!?]*",
        "",
    ),
    (
        r"\bnot (?:a (?:big |huge |great )?fan of|crazy about|into|fond of|keen on|happy with|loving|in "
        r"love with) how (\w+)"
        r" ((?:the|my|her|his) \w+(?: \w+)?) (?:is|are|looks?)\b",
        r"\2 is too \1",
    ),
    (
        r"\b(?:could|can|may|might) (the|her|his|my|our) (\w+)(?: in (?:front|the front|back|the back))? "
        r"(?:get|have|use|do with)"
        rf" ({_STOP}) (?:more |extra )?(?:of |more )?(?:light|exposure|brightness)?(?: and (?:(slightly|a "
        r"bit|a little|much) )?(warmer|cooler)"
        r"(?: tones?| colors?| light)?)?",
        lambda m: f"brighten {m[1]} {m[2]} by {m[3]}" + (f" and make it {m[4] or ''} {m[5]}" if m[5] else ""),
    ),
    (
        r"\bmake sure (?:that )?((?:the|her|his|my) (?:\w+ poss )?\w+) (?:do|does|did) not lose (?:(?:its"
        r"|the|any|more|too|much|even"
        r"|of) )*(texture|details?|colors?)\b(?! when)",
        r"keep the \2 of \1",
    ),
    (r"\b(this|that) one (?=(?:is|looks|seems|came|turned|feels|needs)\b)", r"\1 photo "),
    (r"\banother (half|third|quarter|full|one|two|stop|[\d.]+)\b", r"a \1"),
    (r"\bcoarse (?=(?:film )?grain)", "heavy "),
    (r"\boff ?-?white\b", "ivory"),
    (
        rf"\bthe (?!{_AMISS})(\w+) (?:looks?|seems?|came out) (?:a bit |a little |way |so |really |just "
        r"|kind of )?off"
        r"(?=$|[,.;!?]| and\b| but\b)",
        "the colors are off",
    ),
    (
        r"\bthe sky (?:is|looks|came out|turned out) (?:so |all |just |completely |totally |too |really )*"
        r"(?:empty|blank|featureless"
        r"|bare)(?: and (?:white|gr[ae]y|blank|empty))?",
        "the sky is overexposed",
    ),
    (
        r"(?:^|(?<=[.,;] )|(?<=\band ))(?:the |my |our )?(?:kids?|children|dogs?|cats?|he|she|they|we"
        r"|everyone|people|it|baby) (?:was|were"
        r"|is|are) (?:running|moving|jumping|playing|dancing|walking|driving|flying|swimming|laughing"
        r"|spinning|shaking)\b"
        r"[^,.;!?]*?(?:,| and| so)+ (?=(?:it|the|this|that|he|she|they)\b)",
        "",
    ),
    (
        r"\b(?:i |we )?(?:really )?(?:love|like|adore) (the (?!way|sky\b)[\w ]{2,20}?) (?:here|in this(?: "
        r"one)?|so much|a lot),? but ",
        r"keep \1. ",
    ),
    (r"\bever so (?=\w+ly\b)", ""),
    (r"\b(\w+) the (?:hell|heck|crap|shit|life) out of (it|this|the \w+)", r"\1 \2 a lot"),
    (
        r"\b(is|are|looks?) (?:all |slightly |a bit )?tinted (red|orange|yellow|green|blue|purple|pink|magenta)\b",
        r"has a \2 cast",
    ),
    (
        r"\b(?:(?:i|we|you) )?(?:can|could) (?:not|barely|hardly) (?:even )?(?:see|make out) (the (?:\w+ "
        r")?\w+) (?:through|because of|for|behind)"
        r" (?:the |all the |this )?(haze|fog|mist|smog)\b",
        r"remove the \2 from \1",
    ),
    (
        r"(?:^|(?<=, ))(?:the )?(colors?|contrast|highlights|shadows|whites|blacks|sky|background|skin"
        r"|warmth) (?:the same|unchanged)" + _END,
        r"keep the \1",
    ),
    (r"\b(darker|lighter|brighter|deeper), (\w+er) (red|orange|yellow|green|blue|purple|pink)s?\b", r"\1 and \2 \3"),
    (r"\bstreet photo(?:graphy)?(?: look| style| feel| vibe)", "documentary look"),
    (
        r"\b(?:remove|take out|get rid of|erase|delete|edit out) the shadows? of (?:the |a |my |his |her "
        r")?(?!(?:face|sky|trees?|photo|image|picture|scene"
        r"|shot)\b)(\w+)" + _END,
        r"remove the shape of the \1",
    ),
    (r",? ?\bright now,? (?=(?:it|this|the|everything) )", ". "),
    (
        r"\b(it|this|they|(?:the|my|her|his) \w+) (?:looks?|is|are|appears?|came out|comes out) (?:so "
        r"|very |really |a bit )?"
        r"(red|orange|yellow|green|blue|purple|pink|magenta|cyan|warm|cold|dark|bright|gr[ae]y)(?: here| "
        r"now)?,? (?:but|although|while|though)"
        r" (?:it|they|this) (?:is|are|was|were) (?:actually|really|in reality|supposed to be|in fact"
        r"|meant to be|originally)\b[^,.;!?]*",
        r"\1 is too \2",
    ),
    (
        r"\bso (?:that )?(?:we|i|you|one) (?:can |could )?still (?:see|make out|recognize) [^,.;!?]*?(?=$"
        r"|[,.;!?]| and\b)",
        "",
    ),
    (
        r"\bthere is (?:some |a bit of |a little )?(grain|haze|fog|noise|vignette|blur)(?: that| which)? "
        r"(?:i|we) (?:would )?(?:want|like"
        r"|love)(?: to)? keep\b",
        r"keep the \1",
    ),
    (
        r"(?:\bbut |, )?\bi remember (it|the \w+|this) (?:being|as|was|to be) (?:really |so |much |more "
        r"|very |quite )*"
        r"(red|orange|yellow|green|blue|purple|pink|turquoise|teal|golden|warmer|bluer|greener|brighter)\b",
        r". make \1 more \2. ",
    ),
    (
        r"\b(?:i )?(?:really )?(?:love|like) everything (?:(?:about|in|with) (?:it|this|the)(?: \w+)? )?"
        r"(?:except|but)(?: for)?"
        r" (?:the colors? of )?(the \w+),? (?:it|they|which) (?:is|are)\b",
        r"\1 is",
    ),
    (r"\bgive (it|them|this|(?:the|my|her|his) \w+) back (?:some|its|the|a bit of|a little) ", "add some "),
    (
        r"\b(photo|picture|image|print|slide|colors?) (?:has|have) (?:really |badly |completely )*faded"
        r"(?: (?:a lot|badly|over time|over the years|quite a bit))?",
        r"\1 is faded",
    ),
    (r"\b(?:it|this) is (?:supposed|meant|intended) to be an? silhouette(?:,| so| and)*", ""),
    (r"(?:,| and| but)+ without (that|the|this) (\w+) (in|on|at|behind) (the \w+)" + _END, r" and remove \1 \2 \3 \4"),
    (
        r"\b(degrees?(?: to the (?:left|right)| clockwise| counter ?clockwise)?) and "
        r"(?=(?:a(?! half)|some|more|less) )",
        r"\1. add ",
    ),
    (
        r"\b(?:(?:i|we) would (?:prefer|like|love|want) |(?:i|we) (?:want|need|prefer) )?(?:to have |to "
        rf"see )?((?:the )?(?:{_SLIDERS})(?: (?:on|in|of) the \w+)?)"
        r" (?:to be |be )?(?:pulled|brought|dialed|taken|turned|knocked|toned) (?:back|down)(?: by| around"
        r"| about| roughly)* (\d+)(?: points?)?"
        r"(?:(?:,| and)+ (?=the ))?",
        r"reduce \1 by \2. make ",
    ),
    (
        r",? ?\b(?:and |but )?(?:the|my) (?:flash|tripod|autofocus|focus) (?:did|does|would) not (?:fire"
        r"|go off|work|trigger|focus|lock)"
        r"\b[^,.;!?]*?(?:,| so| and)+ ",
        ". ",
    ),
    (r",? ?\b(?:no budget|low budget|free please|for free)(?: sorry)?\b", ""),
    (  # what it is for has its own shape, but for one that is told
        rf"(\bcrop(?: {_IT})?(?: (?:in)?to| at| as| in)?(?: an?)? {_RATIO}(?: aspect)?(?: ratio| format| size)?),?"
        rf" (?:{_PURPOSE}){_END}",
        r"\1",
    ),
    (rf"{_FOR}{_MEDIA} (?:story|stories|reels?|tiktok|shorts|snapchat)\b", "crop it to 9:16"),
    (
        rf"{_FOR}(?: (?:phone|mobile|iphone|android|lock ?screen))+(?: wallpaper| background| screen| lock "
        r"?screen)*",
        "crop it to 9:16",
    ),
    (rf"{_FOR} (?:desktop|laptop|pc|computer|monitor) (?:wallpaper|background)", "crop it to 16:9"),
    (rf"{_FOR}(?: (?:youtube|yt|video))? thumbnails?\b", "crop it to 16:9"),
    (
        rf"{_FOR}(?: (?:instagram|insta|ig|facebook|fb))? (?:profile|avatar|dp|pfp)(?: pic| picture| " r"photo)?\b",
        "crop it square",
    ),
    (rf"{_FOR} (?:instagram|insta|ig)(?: feed)? (?:post|feed)\b", "crop it to 4:5"),
    (
        r"\b(?:to )?(?:print|frame|order|put|hang|have)(?:ed|ing)? (?:this|it|that|one)(?: up| printed| "
        r"framed)?"
        r"(?: as| at| in| on| into)+(?: an?| my)? (?=\d{1,2}(?:\.\d)? ?(?:x|×|by) ?\d{1,2}\b)",
        "crop it to ",
    ),
    (
        r"\b(?:and |so |, )+crop (?:it|this) to (?:that|this|the right|the same) (?:ratio|size|shape"
        r"|format|aspect ratio)\b",
        "",
    ),
    (
        r"\bgive (?:me|us|him|her|them) (?:a |some )?(?:healthy |nice |light |slight |summer |deep |bit "
        r"of a )*(?:sun ?)?tan\b",
        "make the skin a little darker and a little warmer",
    ),
    (
        r"\b(?:on|against|with|over) (?:a |an )?(?:pure |plain |solid |clean |all )+white(?: background| "
        r"backdrop)?\b"
        r"|\bon (?:a )?white background\b",
        ", replace the background",
    ),
)


def spelt_out(text: str) -> str:
    """A lower-case text with contractions spelt out, without the short forms of messages."""
    return rewritten(text, _TURNS)
