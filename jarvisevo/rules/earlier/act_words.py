"""The words of `acts`: patterns in English and in Chinese, each list in that order."""

from typing import Literal

Act = Literal[
    "undo", "redo", "to", "back", "restart", "scale", "drop", "leave", "restore", "go on", "same", "refused", "shown"
]

_SMALL = r"(?:(?:just )?a (?:little |tiny |wee )?(?:bit|little|touch|tad|hair)|slightly|somewhat)"
_LARGE = r"(?:much|a lot|lots|way|far|considerably)"
_THINGS = r"(?:steps?|edits?|changes?|things?|ones?|moves?)"
_LAST = (
    r"(?: (?:that|this|it|the last (?:one|step|edit|change|thing)|your last (?:step|edit|change)"
    r"|what you(?: just)? did))?"
)
_LESS = r"(?:less|weaker|milder|subtler|gentler|more subtle|less strong|toned down)"
_MORE = r"(?:more|stronger|further|harder)"
_MAKE = r"(?:(?:can you |could you )?(?:make|do|try) (?:it|that|this) |now |just )?"
_OF = (
    r"(?: of (?:that|this|it|the same|both|all(?: of (?:it|them|that))?|everything|each)"
    r"| than (?:that|this|now|before))?"
)
_EASE = (
    r"(?:(?:tone|dial|turn|scale|ease|pull|take|bring) (?:it|that|this|everything) (?:down|back)"
    r"|(?:go|come|step) back|tone down|dial back|back off)"
)
_NOTCH = r"(?:a (?:little )?(?:notch|touch|tad|bit|hair)|one notch|slightly|somewhat)"
_HALF = r"(?:by half|half ?-?(?:of the )?way|by (?:50|fifty) ?(?:%|percent))"
_BACK_TO = r"(?:(?:go|take (?:it|me|us)|bring (?:it|me)|let's go) )?back to "
COUNTS = {
    word: number
    for number, words in {
        1: "one once first 一",
        2: "two twice second 二 两",
        3: "three third 三",
        4: "four fourth 四",
        5: "five fifth 五",
        6: "six sixth 六",
        7: "seven seventh 七",
        8: "eight eighth 八",
        9: "nine ninth 九",
        10: "ten tenth 十",
    }.items()
    for word in words.split()
} | {"couple": 2, "couple of": 2}
_N = r"(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|couple(?: of)?)"
_N_ZH = "(?P<count>[0-9]{1,3}|[一二两三四五六七八九十])"
_NTH = (
    r"(?:(?:step|version|edit|state)(?: number)? (?P<count>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"|the (?P<nth>first|second|third|fourth|fifth|sixth)(?: (?:one|version|step|edit|try|attempt|state|result))?)"
)

STEPS: tuple[tuple[tuple[str, Act], ...], ...] = (
    (
        (rf"(?:undo|revert|take back)(?: (?:the|your|my))? last (?:a )?{_N}(?: {_THINGS})?", "undo"),
        (rf"(?:undo|revert|take back|go back|step back) (?:(?:a )?{_N}(?: {_THINGS})?|(?P<nth>once|twice))", "undo"),
        (rf"{_N} {_THINGS} back", "undo"),
        (rf"(?:redo|go forward)(?: the last)? (?:a )?{_N}(?: {_THINGS})?|redo (?P<nth>twice)", "redo"),
        (_BACK_TO + _NTH, "to"),
    ),
    (
        (
            rf"(?:撤销|撤回|撤消|退回|取消|后退|回退|倒退|退)(?:最后|最近|前面?|刚才|上)?的?{_N_ZH}个?(?:步|次)的?(?:操作|调整|修改)?",
            "undo",
        ),
        (rf"(?:重做|恢复|前进){_N_ZH}步", "redo"),
        (rf"(?:回到|退回到?|返回)第{_N_ZH}(?:步|版|个版本)", "to"),
    ),
)
"""So many steps: their number stands in `count`, or in `nth`."""

_BACK_ZH = "(?:再|稍微?|往|强度|效果|力度|给我|帮我)*(?:收|退|往?回调|回收|回退|调回|降回|减)(?:回来?|回去|敛)?"
SCALED: tuple[tuple[tuple[str, Act, float], ...], ...] = (
    (
        (
            rf"(?:undo|revert|cancel|take back){_LAST}|(?:go|step) back(?: (?:a|one) step)?"
            r"|(?:take|put) (?:that|it) back|never ?mind(?: that)?|undo (?:the )?last|scrap (?:that|it|this)",
            "undo",
            1,
        ),
        (rf"redo{_LAST}|bring (?:that|it) back", "redo", 1),
        (rf"{_MAKE}{_SMALL} {_LESS}{_OF}|{_SMALL} too (?:much|strong)", "scale", 0.7),
        (rf"{_MAKE}{_LARGE} {_LESS}{_OF}|{_LARGE} too (?:much|strong)", "scale", 0.3),
        (
            rf"{_MAKE}(?:even |still )?{_LESS}{_OF}|(?:that's |that is |it's |it is )?too (?:much|strong)(?: now)?"
            r"|not (?:so|that|as|quite (?:so|that)) (?:much|strong)",
            "scale",
            0.5,
        ),
        (
            r"(?:tone|dial|turn|scale) (?:it|that|this) (?:down|back)|pull (?:it|that|this) back"
            rf"|(?:tone|dial) (?:it|that|this) (?:down|back) {_SMALL}|back off(?: a bit)?",
            "scale",
            0.6,
        ),
        (rf"{_EASE} {_NOTCH}", "scale", 0.7),
        (rf"{_EASE} {_HALF}|(?:go|come|take it|bring it|pull it) half ?-?way back|half ?-?way back", "scale", 0.5),
        (
            r"(?:only |just |by )?half (?:of )?(?:that|it)(?: (?:please|only))?"
            r"|half (?:as (?:much|strong)|the (?:strength|amount|effect))|halve (?:it|that)|by half",
            "scale",
            0.5,
        ),
        (rf"{_MAKE}{_SMALL} {_MORE}{_OF}", "scale", 1.3),
        (
            rf"{_MAKE}{_LARGE} {_MORE}{_OF}|(?:twice|double) (?:as (?:much|strong)|that|it|the effect)"
            r"|double (?:it|that)|(?:once )?again|once more|(?:do )?the same again",
            "scale",
            2,
        ),
        (
            rf"{_MAKE}(?:even |still |some )?{_MORE}{_OF}|go further|push (?:it|that) (?:further|harder|more)"
            r"|not enough|some more",
            "scale",
            1.5,
        ),
        (
            r"(?:(?:remove|delete|drop|lose) (?:it|that|this)|take (?:it|that|this) (?:out|off|away))(?: again)?",
            "scale",
            0,
        ),
    ),
    (
        (
            r"(?:请|帮我)?(?:撤销|撤回|撤消|退回|取消)(?:一下|掉|上一步|最后一步|刚才(?:那步|的(?:调整|修改|操作)?)?|这一步)?"
            r"|(?:恢复|回到|退回到?)上一(?:步|版|个版本)|退一步|上一步(?:不要|去掉|取消)了?"
            r"|(?:还是)?(?:刚才|上一[版步]|之前)那?(?:版|个|样)?的?(?:更|比较)?(?:好看?|顺眼)(?:一?[点些])?",
            "undo",
            1,
        ),
        (r"重做(?:一下|上一步)?|恢复(?:刚才)?撤销的?(?:操作|步骤)?", "redo", 1),
        (
            r"(?:再|稍微?|稍稍|略微?)+(?:淡|弱|轻|收|少|减弱?|温和)(?:一?点儿?|一?些|一下)?"
            r"|(?:有点|稍微?)(?:太?过|太强|太重)了?|比(?:这个?|刚才|现在)再?(?:少|弱|淡|轻)(?:一?点儿?|一?些)",
            "scale",
            0.7,
        ),
        (rf"{_BACK_ZH}(?:一?[点些]儿?|一下)|收一收|缓一缓|有[点些]儿?(?:过|过头|用力过猛)了?", "scale", 0.7),
        (rf"{_BACK_ZH}(?:一半|百分之五十|50%)|(?:太|调|做|弄)?过了(?:[，,]?过了)*|用力过猛了?", "scale", 0.5),
        (
            r"(?:淡|弱|轻|少|减弱|收敛?)(?:一?点儿?|一?些)|别(?:这么|那么)(?:强|重|过)|太(?:过|强|重|猛)了?|(?:调|做)?过头了"
            r"|太多了?|(?:强度|效果|力度)(?:太[强重大猛]|过[强重大])了?|(?:强度|效果|力度)[小弱轻低]一?[点些]|减弱一?[点些]?"
            r"|(?:和|跟)?(?:刚才|之前)(?:那?样?一样)?[，,]?(?:但是?|不过)?(?:少|弱|淡|轻)一?[点些]",
            "scale",
            0.5,
        ),
        (
            r"(?:(?:刚才|上一?步)(?:那个)?(?:的)?)?(?:只要|要)?(?:强度|效果|力度)?(?:减弱?|降低?)?(?:减半|一半|50%|百分之五十)(?:就好|就行|就够了?)?",
            "scale",
            0.5,
        ),
        (
            r"(?:再|稍微?|稍稍|略微?)+(?:强|重|浓|多|加强|明显)(?:一?点儿?|一?些|一下)?"
            r"|(?:两个|两者)?都?再(?:来|加|多)一?点",
            "scale",
            1.3,
        ),
        (
            r"(?:还)?不够(?:强|明显)?|(?:更|再)(?:强|明显)(?:烈)?|加强(?:一?点|一?些)?|再来一?点|多一?[点些]",
            "scale",
            1.5,
        ),
        (r"(?:强度|效果|力度)?(?:加倍|翻倍|两倍)|再来一[次遍]", "scale", 2),
        (r"(?:去掉|移除|删掉|拿掉|不要)(?:它|这个|那个)了?", "scale", 0),
    ),
)
COMPLAINT = (r"\btoo\b|\bnot\b", "太|不够|过头|过了|过猛|别")
"""In what only says which way: "too much, half of that" is half."""
_REST = r"(?:(?:[,;:.]| and| but|, then| then)+ (?P<rest>.+))?"
RESTART = (
    r"(?:start (?:over|again|afresh|anew|from scratch)|from scratch|reset(?: (?:everything|all|it"
    r"|the (?:photo|picture|image)))?"
    rf"|(?:{_BACK_TO})(?:the )?(?:original|(?:very )?(?:beginning|start)|square one)"
    r"(?: (?:photo|picture|image|version|state))?"
    rf"|undo (?:everything|all(?: of it)?)|remove all (?:the )?(?:edits|changes)){_REST}",
    r"(?:重新开始|从头(?:再)?来|(?:全部|全都)?重来|原图|(?:恢复|回到|还原)(?:到)?(?:原(?:图|片|样)|最初|最开始|一开始|开头|开始)(?:的?(?:样子|状态))?"
    r"|全部(?:撤销|还原|重置)|撤销全部|重置)(?:(?:[，,；;。]|然后)(?P<rest>.+))?",
)
UNDO_AND = (
    rf"(?:(?:undo|revert|take back){_LAST}|(?:take|put) (?:that|it) back|scrap (?:that|it|this))"
    r"(?:[,;:.]|,? (?:and|but|then|and then))+ (?P<rest>.+)",
    r"(?:撤销|撤回|撤消|取消)(?:上一步|刚才(?:那步|的(?:调整|修改|操作)?)?|这一步)?(?:[，,；;。]|然后)+(?P<rest>.+)",
)
GO_ON = (
    r"(?:(?:the )?same(?: as (?:before|that|now))?|(?:just )?(?:as|like) (?:before|that|it is|now)"
    r"|keep (?:it|everything|all(?: of)? (?:that|it)|that))"
    r"(?: as (?:it is|is|before))?,? (?:but|only|except(?: that)?|just)(?: (?:make it|it should be"
    r"|with))? (?P<rest>.+)",
    r"(?:(?:和|跟|像|按|照)?(?:之前|刚才|原来|现在|上次)(?:的)?(?:那样|这样|一样|样子|效果)?"
    r"|保持(?:现在|不变|原样|现状|这样)(?:的?(?:样子|效果))?)"
    r"[，,]?(?:但是?|不过|只是|只)(?:要|请)?(?P<rest>.+)",
)
_OUT = r"(?:undo|revert|reset|remove|drop|lose|take back|take (?:out|away|off)|get rid of)"
LEAVE = (
    rf"{_OUT} (?:everything|all(?: of (?:it|that))?|all (?:the )?(?:edits|changes)|the rest)"
    r",? (?:(?:except|apart from|other than|save)(?: for)?|but for|but(?= (?:the|her|his|my|your|their|its) ))"
    r" (?P<what>.+)"
    r"|(?:only keep|keep only|keep just|just keep) (?P<only>.+?)(?: and| but|,) "
    rf"{_OUT} (?:the rest|everything else|all else|all the rest)",
    r"除了?(?P<what>.+?)(?:以外|之外)?[，,]?(?:其[他余它]的?)?(?:全部|都|全)(?:撤销|还原|去掉|取消|重置|恢复)"
    r"|只(?:保留|留下?)(?P<only>.+?)[，,]?(?:其[他余它]的?)(?:全部|都|全)?(?:撤销|还原|去掉|取消|重置|恢复)",
)
"""What is to be left when all else goes stands in `what`, or in `only`."""
DROP = (
    r"(?:(?P<whole>undo|revert|cancel|reset|take back|switch off|turn off)|remove|drop|lose|take (?:away|off"
    r"|out)|get rid of|no more|no|without)"
    r"(?: (?:the|that|your|my|this))? (?P<what>.+?)"
    r"(?: (?:again|effect|adjustments?|edits?|changes?|(?P<added>(?:that )?(?:you|we|i) (?:added|did|made|put in))))*",
    r"(?:(?P<whole>撤销|取消|关掉|撤掉|重置)|去掉|不要|去除|拿掉|移除)(?P<added>(?:刚才|之前|你)+(?:加|做)?)?(?:上)?的?"
    r"(?P<what>.+?)(?:效果|调整)?(?:了|吧)?",
)
VERB_LAST = (r"^take (.+) (off|out|away)$", r"take \2 \1")
""" "Take the grain out" is "take out the grain"."""
SOME = (
    r"\b(?:some|a (?:bit|little|touch)|slightly|half|so|too|much|that|to|by|little of)\b|\d",
    r"那么|这么|太|一点|一些|一半|多少|\d",
)
"""By what words ask for less of something, or for a number, and not for none."""
NOUN_FIRST = "^把?([\u4e00-\u9fff]{2,8}?)(?:都|全)?(去掉|去除|拿掉|移除|撤销|取消|关掉|不要)了?$"
"""颗粒去掉 is 去掉颗粒."""
_IT = r"(?:it|this|that|the (?:photo|picture|image))"
UNDONE: tuple[tuple[tuple[str, str, str], ...], ...] = (
    (
        (
            rf"(?:(?:make|turn|show|put|have) {_IT} |everything |all )?(?:back )?(?:(?:in|to|into|the) )?"
            r"(?:full )?colou?r(?: again| back)?"
            rf"|(?:(?:go )?back to|bring back(?: the)?|restore(?: the)?|turn {_IT} back (?:in)?to) "
            r"(?:full )?colou?rs?|(?:bring|get|put) (?:the )?(?:full )?colou?rs? back(?: in)?"
            r"|no (?:more|longer) black and white",
            "ConvertToGrayscale",
            "black and white",
        ),
        (rf"(?:rotate|turn)(?: {_IT})? back(?: again)?", "Orientation", "rotation"),
        (rf"(?:flip|mirror)(?: {_IT})? back(?: again)?", "Orientation", "flip"),
    ),
    (
        (
            "(?:恢复|变回|回到|改回|还是|要回|还原)(?:成|为|到)?(?:彩色|颜色|色彩|全彩)(?:照片|的)?"
            "|再?(?:变成|改成|要)?(?:彩色|全彩)的?",
            "ConvertToGrayscale",
            "黑白",
        ),
        ("(?:再)?(?:转|旋转)回(?:来|去)", "Orientation", "旋转"),
        ("(?:再)?(?:翻|翻转)回(?:来|去)", "Orientation", "翻转"),
    ),
)
"""What undoes a switch by other words: the pattern, the setting in Adobe's words, and how people call it."""
RESTORE = (
    r"(?:bring|get|put|give) (?:me )?(?:the |my |that )?(?P<what>.+?) back(?: again)?"
    r"|(?:restore|bring back) (?:the |that )?(?P<again>.+)",
    r"(?:把)?(?P<what>.+?)(?:加回来|恢复(?:回来)?|还原)|恢复(?P<again>.+)",
)
"""What is to come back stands in `what`, or in `again`."""
BACK = (
    rf"{_BACK_TO}(?:before (?P<before>.+)|(?:where|when|how|the (?:one|version|step) (?:where|when|with)) (?P<rest>.+)"
    r"|the (?P<which>.+) (?:version|one|step|look|state|result))",
    r"(?:回到|退回到?)(?:(?P<before>.+?)(?:之前|以前)|(?P<rest>.+?)(?:的时候|那时候?|时)|(?P<which>.+?)(?:的?那一?[步版]))",
)
"""What the step tells of that is to stand; in `before`, of the one after it."""
_NOUN = r"(?:the|her|his|my|their|its|our) (?:other )?[a-z'-]+(?: [a-z'-]+){0,5}?"
SAME = (
    rf"(?:do )?(?:the )?same (?:thing )?(?:again )?(?:for|to|with|on|in) (?P<where>{_NOUN})(?: too| as well)?"
    rf"|(?:and |now |also |then |so )*(?P<too>{_NOUN}),? (?:too|as well|also)"
    rf"|(?:and|now|also|then)(?: also| now| do| for)* (?P<now>{_NOUN})",
    r"(?:那|还有|对|把|让|然后|现在)?(?P<where>[\u4e00-\u9fff]{1,8}?)"
    r"(?:也|同样)(?:要|是|需要)?(?:一样|如此|这样|这么)?(?:处理|调整|调|做|弄|来)?(?:一下)?|(?:还有|以及)(?P<too>[\u4e00-\u9fff]{1,8})",
)
"""The place where the last request is to be done as well."""
REFUSED = (
    r"(?:no+|nope|nah|wrong|oops|sorry|my mistake|not (?:that|this|it)"
    r"|(?:that's|that is|this is|it's) (?:all |just )?(?:the )?wrong(?: thing| one| part| place| way)?"
    r"|(?:that's |that is |it's )?not (?:it|right|what i (?:meant|wanted|asked(?: for)?))"
    r"|i (?:don't|do not|didn't|did not|dont) (?:like|want|mean) (?:it|that|this)(?: at all| anymore)?"
    r"|i (?:hate|dislike) (?:it|that|this))",
    "(?:不是?|不对|错了?|不是(?:这样|这个|那个|那里|这里)|弄错了|搞错了|我?不喜欢(?:这样|这个)?|不好)",
)
"""What is said against an edit: alone it does not say what to do."""
SHOWN = (
    r"(?:show|let) (?:me )?(?:see )?(?:the )?(?:original|photo before|before(?: and after)?)"
    r"(?: (?:photo|picture|image|again))?|compare (?:it )?(?:with|to) the original",
    "(?:给我)?看(?:看|一下)?(?:原图|原片|原来的(?:照片|样子)?|对比)",
)
POLITE = (
    r"^(?:please|ok(?:ay)?|hmm+|well|actually|yes|yeah|right|please can you|can you(?: please)?|could you"
    r"|请|好的?|嗯|那个?[，,])"
    r"[\s,，.!]+|[\s,，]*(?:please|thanks?|thank you|谢谢|吧)$"
)
LINK = r"^(?:and|now|also|then|so|but|just)[\s,，]+"
TAIL = rf"(?P<head>.+?),? (?P<how>{_SMALL}|even|still|some|{_LARGE}) more"
SAYS_LESS = rf"\b(?:{_LESS})\b|[没不]要?(?:那么|这么)|[淡弱轻少减]"
LARGE = _LARGE
