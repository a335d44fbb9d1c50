"""Chinese text to tokens: the cut into the fewest known words, amounts, Latin letters and boxes."""

import re
from collections.abc import Callable
from functools import lru_cache

from jarvisevo.rules.language.chinese.caps import counted
from jarvisevo.rules.language.chinese.characters import meant, simplified
from jarvisevo.rules.language.chinese.echoes import echoed
from jarvisevo.rules.language.chinese.frames import unframed
from jarvisevo.rules.language.chinese.lists import listed
from jarvisevo.rules.language.chinese.numerals import DIGITS, value
from jarvisevo.rules.language.chinese.reports import as_request
from jarvisevo.rules.language.chinese.tales import untold
from jarvisevo.rules.language.chinese.typed import as_typed
from jarvisevo.rules.language.lexicon import Sense, names, senses, well_spelled
from jarvisevo.rules.language.tokens import Amount, Token, box_token, clean, rewritten
from jarvisevo.rules.things import chinese_names

_VALUE = r"(?:\d{1,5}(?:\.\d{1,3})?|[零一二两三四五六七八九十百]+|半)"
_NUMBER = (
    r"(?<=[加减降提升到至高低])[二三四五六七八九]?[十百][一二三四五六七八九十]*(?=$|[,，。"
    rf";；\s])|(?:[+-]|负)?\s?{_VALUE}\s?个?(?:档|挡|ev|度|°|%|个点)|百分之|[一二三四五六七八九十]+比[一二三四五六七八九十]|boxnumber"
)
_ITEM = re.compile(
    r"(?P<box>boxnumber\d{1,3})"
    r"|(?P<ratio>\s?(?:\d{1,2}(?:\.\d+)?|[一二两三四五六七八九十]+)\s*(?::|：|x|×|/|比)\s*(?:\d{1,2}|[一二两三四五六七八九十]+))(?![\d%])"
    rf"|(?P<percent>百分之(?P<share>{_VALUE}))"
    rf"|(?P<number>(?P<sign>[+-]|负|正(?=\d))?\s?(?P<value>{_VALUE})\s?个?(?P<unit>档|挡|ev|度|°|%|k(?![a-z])"
    rf"|开(?=$|[，,。;；])|个点|(?<=\d)点"
    rf"(?=$|[,，"
    r"。;；])))(?P<half>半)?"
    r"|(?P<spelt>(?<=[加减降提升到至高低])[二三四五六七八九]?[十百][一二三四五六七八九十]*(?=$|[,，。;；\s]))"
    r"|(?P<bare>(?P<baresign>[+-])?\s?\d{1,5}(?:\.\d{1,3})?)"
    r"|(?P<letters>skin tones?|white balance|black and white|golden hour|blue hour|[a-z]+)"
    r"|(?P<stop>[,.，。、;；！!？?:：\n\s~…—()（）“”\"']+)"
    rf"|(?P<text>(?:(?!{_NUMBER})[\u3400-\u9fff])+)"
    r"|(?P<other>.)"
)
_TYPED = re.compile(r"[↑↓]|(?<=[太更很偏])(?:[按案岸](?![照例边])|[量辆](?=一?[点些]|了|$))")
"""Arrows; 按, 量 typed for 暗, 亮 where only an adjective stands."""
_FRACTIONS = {"三分之一": "0.33", "三分之二": "0.67", "四分之一": "0.25", "四分之三": "0.75", "二分之一": "0.5"}
_SHARE = re.compile(
    r"(?<=[加减降提升高低多少强弱亮暗])(?:了|大概|大约|差不多|约)*"
    r"(?P<of>[二三四五六七八九十])分之(?P<part>[一二三四五六七八九])(?!\s*[个档挡e])(?!的)"
)
"""How much by its parts: 提亮五分之一, 饱和度降低四分之一; of exposure, stops are meant."""
_TONES = "阴影|暗部|高光|亮部"
_LIKED = "脸|脸部|衣服|人|颜色|色彩|色调|色温|光线|亮度|曝光|对比|对比度|构图|背景|天空|人物|皮肤|肤色|氛围"
_HUES = "红色|橙色|黄色|绿色|青色|蓝色|紫色|粉色"
_STATES = {"亮": "亮度", "暗": "亮度", "冷": "色温", "暖": "色温", "艳": "饱和度", "淡": "饱和度", "鲜艳": "饱和度"}
_THINGS = (
    "亮度|对比|饱和|曝光|色温|高光|阴影|清晰|锐|色调|暗部|亮部"
    "|[红橙黄绿青蓝紫粉]色|天空|背景|人物|脸|草地|前景|天|地面|水面"
)
_SAID_OF = "[亮暗艳暖冷红橙黄绿青蓝紫粉灰白黑糊硬锐]|鲜艳|清晰|清楚|柔和|通透|突出|明显|饱和|立体"
_MOVED = "[加减提降升压拉收抬推调少多高低亮暗淡浓深浅冷暖艳绿蓝]"

_NAMED_SLIDERS = (
    "曝光度?|对比度|自然饱和度|鲜艳度|饱和度|清晰度|纹理|高光|阴影|白色色阶|黑色色阶|白色|黑色|去雾|去朦胧|锐度"
)
PRINTS = {
    **dict.fromkeys(("1", "一", "2", "二", "两"), "5:7"),
    **dict.fromkeys(("3", "三", "5", "五", "7", "七"), "7:5"),
    **dict.fromkeys(("4", "四", "8", "八"), "4:3"),
    **dict.fromkeys(("6", "六"), "3:2"),
    **dict.fromkeys(("10", "十"), "5:4"),
}
"""Ratios of prints by their size in Chinese inches (寸), as they are sold; those of documents stand upright."""
_SAID_OTHERWISE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # what the photo is, who it is from and what happened, which is no wish
    (r"(?:给|把|帮忙?)?[^，,。]{0,6}黑白[^，,。]{0,6}(?:上色|[变转]成?彩色|彩色化)", "照片上色"),
    (r"(?:爷爷|奶奶|外婆|外公|姥姥|姥爷|爸爸?|妈妈?|父亲|母亲|祖父|祖母|他们?|她们?)留下来?的(?:唯一)?", ""),
    (r"(?:老板|领导|客户|家里|朋友)?[让叫]我找人来?[修弄]一?下?图?", ""),
    (r"(?:回家)?在?(?:电脑|手机|屏幕|显示器)上看(?:起来|着)?(?:(?:更|很|挺|特别)(?:明显|清楚))?", ""),
    (r"我知道(?:救不回来|修不好|很难)(?:多少|了)?", ""),
    (r"(?<![成像似变色])(?!^老照片$)老照片(?!的?(?:感|效果|风|味|质感|色调|滤镜|样)|修复|翻新)", "照片"),
    (r"(?:当时|那天|那时)?(?:的)?阳光太[强大猛毒晒刺眼]+了?", "光线太强"),
    (r"全家福", "合影"),
    (r"([黑白])场(?!景)", r"\1色色阶"),
    (r"(?<=[边侧面])多余的(?!部分|空白|地方|空间|东西|杂物)", "的"),
    (r"宽画幅(?=[，,、][^。]{0,8}\d)", ""),
    (r"(?<!不要)(?<!别)(?<!有点)过曝的?(?:感觉|感)", "很亮的感觉"),
    (r"(?<!去)(?<!高级)灰调(?!子)", "高级灰"),
    (r"(口红|嘴唇|唇色?)的?颜色(?=偏)", r"\1"),
    (r"([左右])半边(?=[脸天墙])", r"\1边的"),
    (r"(?<=皮肤)没有?[这那]么([红黄黑白绿暗亮])|(?<=脸)没有?[这那]么([红黄黑白绿暗亮])", lambda m: f"太{m[1] or m[2]}"),
    (
        r"(阴影|暗部|高光|亮部)(?:里|部分)?(?:有点|有些)?[偏发泛]([蓝黄绿红紫青橙])色?(?=[，,][^，,。]{0,8}(?:调[暖冷]|减|纠正|校正|里的))",
        r"\1太\2了",
    ),
    (r"([^，,。]{1,4})的[红黄绿蓝橙紫粉]色太[冲艳浓跳刺眼]+了?[，,](?:请|帮忙)?把它的", r"把\1的"),
    (r"(?<=[上下左右前后])方的", "方"),
    (r"[\u4e00-\u9fff]{2}(?<!一)般(?!的)(?=[\u4e00-\u9fff])", ""),  # as soft as what is not in the photo
    (
        rf"({_HUES})的?(色相[^，,。；]*)((?:[，,](?:饱和|明亮?度|亮度)[^，,。；]*)+)",
        lambda m: m[1] + m[2] + re.sub("[，,]", f"，{m[1]}", m[3]),  # a row of sliders of one colour
    ),
    (rf"((?:别|不要)[那这]么(?:{_SAID_OF}))(?=(?:{_THINGS})[^，,。；])", r"\1，"),
    (r"(日期|时间|名字|签名|文字|标题|字幕|水印)[也都再]?(?:打|印|写|加|p)上(?!的)", r"写上\1"),
    (r"保[留持](?:住)?(?:[^，,。；]{1,4}的)?剪影(?:的?效果|感)?", "主体亮度不变"),  # dark against the light
    (r"((?:颜色|色彩|肤色)(?:别|不要|不能|不))失真", r"\1偏"),
    (r"(?<=除)(了?[^，,。；]{1,8})、(?=[^，,。；]{1,8}(?:以外|之外|外|[，,]))", r"\1和"),
    (r"(?<=[度温光影色场位晰理雾噪粒角]):\s*(?=[+-]?\s?\.?\d)", ""),
    (r"(?:晚上|夜晚|黑夜|夜景)(?:变|改|转|换|p)[成为]?白天", "替换成白天"),
    (r"白天(?:变|改|转|换|p)[成为]?(?:晚上|夜晚|黑夜|夜景)", "夜晚的感觉"),
    (r"([暗黑亮黄红绿蓝糊灰])[到得](?:刺眼|睁不开眼)", r"太\1了"),
    (r"亮瞎了?", "太亮了"),
    (r"(?<=脸|肤|牙|色)都?([绿黄红黑灰紫青])了", r"太\1"),
    (r"绝了|救命", ""),
    (r"不用(?:太|搞得太|弄得太)?(?:复杂|麻烦)[，,]?", ""),
    (
        r"(?<=[点些亮暗和风感度])[，,](整体|画面|照片|色调|颜色)?偏([暖冷亮暗红橙黄绿青蓝紫粉])色?(?:一?[点些])?(?=$|[。.])",
        r"，\1更\2",
    ),
    (r"又([黄绿红灰暗黑闷平糊脏])又([黄绿红灰暗黑闷平糊脏])", r"太\1太\2"),
    (r"((?:不要|不用|无需|别)(?:再)?)(?:加|做)(锐化|降噪)", r"别\2"),
    (r"锐化(?=[加减调设拉推升降提][到至为成高]?\d)", "锐度"),
    (r"降噪(?:再)?加(?=\d)", "降噪"),
    (rf"({_NAMED_SLIDERS})设(?:置)?[为成到](?=[+-]?\d)", r"\1调到"),
    (r"(?<![^，,。])(白色|黑色)(?=[提降压减拉调加升])", r"\1色阶"),
    (r"翻一?倍|翻一番|(?:提高|增加|加|提升)一倍", "提高100%"),
    (r"[拉降压减调收]到(?:底|最低|最小|头)", "大幅降低"),
    (r"[拉加提调推升](?:满|到顶|到最高|到最大|到头顶)", "大幅提高"),
    (r"(?:减|降|降低|减少)掉?一半|减半(?![档挡个])", "降低50%"),
    (r"(?:调|降|减|设)?(?:归零|清零|到零|为零)", "调到0"),
    (r"(?<=[度温])(?:复位|重置|还原)|(?<=曝光|高光|阴影)(?:复位|重置)", "调到0"),
    (rf"({_TONES})偏(..?)[，,和、]?({_TONES})偏", r"\1更\2，\3更"),  # two tones lean apart: split toning
    (
        rf"((?:{_LIKED}))(?:我?[都也很挺]*)(?:喜欢|满意|不错|挺好|很好|没问题|正好|刚好|合适|好)的?(?=$|[，,。；!！]|但|就是|不过|可)",
        r"\1不变",
    ),
    (
        rf"我?[很挺]?喜欢(?:现在|它|照片|画面)?(?:这么|这样|那么)({'|'.join(_STATES)})的?",
        lambda found: f"{_STATES[found[1]]}不变",
    ),
    (r"我?不(?:太|是很|怎么)?喜欢(?:现在)?(?=[这那]么)", "不要"),
    (r"我?不(?:太|是很|怎么)?喜欢(?:现在)?[这那]?[个种]?", "去掉"),
    (rf"(太高|过高|太艳|太重|太浓)了?[，,](?:尤其|特别)是?({_HUES})", r"\1，\2太艳"),
    (r"细节(?:都)?(?:拉|找|救|收)回来?|(?:拉|救|收|拿|抢)回来?(?:一?[点些])细节", "找回细节"),
    (
        r"(?:曝光|亮度)([高多过低少欠])了([\d.]+|[半一两二三])档(?:[，,](?:帮我)?[拉收压调降提补]回?[来去]?(?:一下)?)?",
        lambda m: f"曝光{'降' if m[1] in '高多过' else '加'}{m[2]}档",
    ),
    (
        r"(?<=[光影度温阶色部角])([负正])([二三四五六七八九]?十[一二三四五六七八九]?)(?=$|[,，。;；\s])",
        lambda m: f"{'-' if m[1] == '负' else '+'}{value(m[2]):.0f}",
    ),
    (r"(?:变|弄|修|做|转)成?得?(?:高清|超清)", "高清修复"),
    (r"(上面|下面|左边|右边)(?:有点|太)[空多]了?[，,](?=裁掉?(?:一?[点些]|$))裁掉?", r"裁掉\1"),
    (r"只动", "只调"),
    (rf"调回(?={_HUES}|白)", "调成"),
    (
        r"([暖冷红橙黄绿青蓝紫粉])色?(?:光|调|色调)(?:也|都|实在|有点)*[太过](?:于|分)?(?:重|浓|强|多|厉害|大)了?",
        r"太\1了",
    ),
    (r"(?:别|不要|不能)(?:失去|失掉|丢掉|丢了|弄丢|破坏)", "保留"),
    (r"(?:是不是|会不会|有没有)(?=太|有一?点|过|偏|不够)", ""),
    (r"没有?[那这]么([^，,。；]{1,3})[，,](?=[^，,。；]{0,3}\1)", r"不够\1，"),
    (rf"少(?=(?:{_SAID_OF})色?(?:一?[点些]))", "别那么"),
    (rf"(?:太|很|有点|实在|真)不(?=(?:{_SAID_OF}))", "不够"),
    (r"([往向朝])([亮暗])调", r"调\2"),
    (r"(?<=[往向朝])([红橙黄绿青蓝紫粉冷暖])调", r"\1走"),
    (r"(?:^|(?<=[，,。；]))比较([^，,。；]{1,3})[，,](?=(?:帮我|请)?[调改修弄处][理]?一下?)", r"太\1了，"),
    (r"海(?=鲜艳)", "海水"),
    (
        r"(锐化|降噪|去雾|虚化|颗粒|暗角|磨皮)的?(?:数量|强度|力度|程度|幅度|参数|值)再?(?=[加减调到提降升拉]|[+-]?\d)",
        r"\1",
    ),
    (r"(?:滤镜|美颜)[味感]?(?:也|都|有点|实在)*[太过](?:重|浓|强|厚|明显|度)了?", "要自然"),
    (r"像(?:是)?用?([a-z\u4e00-\u9fff]{2,5}?)(?:相机)?(?:拍|照)(?:出来)?的(?:一样|那样)?(?=$|[，,。；])", r"\1的感觉"),
    (
        r"(?<=[裁剪切][成为到])\s*小?(1?\d|[一二两三四五六七八十])寸(?:证件)?照?片?的?(?:比例|尺寸|大小)?",
        lambda m: PRINTS.get(m[1], m[0]),
    ),
    (r"(?<=[裁剪切][成为到])证件照的?(?:比例|尺寸|大小)?", "5:7"),
    (r"([暗黑亮])的(?:那|这)一?(?:面|边|侧|半边|块)", lambda m: "高光" if m[1] == "亮" else "阴影"),
    (r"洗(?=白一?[点些])", ""),
    (r"有(?:那么)?一(?:点点?|丢丢|丝丝?|些)(?=[^，,。；])(?![^，,。；]*(?:就[行好]|[感风味]))", "有点"),
    (r"(?<!一)([\u4e00-\u9fff]{2})\1(?=的|$|[，,。；])", r"\1"),
    (r"(?<=的)皮(?:质|革)+的?质?感", "质感"),
    (r"[跟和像与](?:[^，,。；]{1,4})(?:一样|差不多)(?=[亮暗白黑红蓝绿暖冷清])", "更"),
    (rf"(?:有|带)?一?股子?({_HUES.replace('色', '')})色?(?=$|[，,。；])", r"太\1"),
    (r"没有?(?:拍出)?(?:现场|当时|实际|肉眼看到)?的?那种([^，,。；]{1,8}?)的?(?=感觉|氛围|效果)", r"要\1的"),
    (r"不求(?:太|多|有多)[亮暗艳暖冷][，,]?(?:只求|但求)?", ""),
    (
        r"(上|左)(下|右)(?:两[边侧头])?(?=各?裁|都裁)",
        lambda m: "裁掉" + ("上面和下面" if m[1] == "上" else "左边和右边"),
    ),
    (r"(裁掉(?:上面和下面|左边和右边))各?裁掉?", r"\1"),
    (r"(?:主体|人物?|主角)?[太有偏](?:点)?(?:靠|偏)[边左右上下]边?了?(?:[，,](?:重新)?构图)?(?=$|[，,。；])", "裁剪"),
    (
        r"(?:^|(?<=[，,。；]))[^，,。；]{0,6}(?:结婚|金婚|毕业|全家|证件|生日|满月|旅游|旅拍|合|写真|艺术|婚纱)照片?[，,]",
        "",
    ),
    (r"(?<![红橙黄绿青蓝紫粉灰白黑暖冷颜肤发脸])色偏", "偏色"),
    (r"白底", "背景"),
    (  # "white, not blue" is said of a cast
        r"(?:应该|应当|本来|本该)是?(?:纯|雪)?白色?的?[，,]?(?:而)?(?:不是|不该是|别)(?:发)?([红橙黄绿青蓝紫粉])色?的?",
        r"偏\1",
    ),
    (r"(?:应该|应当|本来|本该)是?(?:纯|雪)?白色?的?[，,]?(?:而)?(?:不是|不该是|别)(?:发)?[灰暗黑]色?的?", "更亮"),
    (r"只[留让]([^，,。；]{1,4}?)(?:是)?亮着?(?:的)?(?=$|[，,。；])", r"\1保持亮"),
    (r"(?:璀璨|闪耀|绚烂|耀眼)", "明亮"),
    (
        r"(过曝|死白|曝掉|爆掉|溢出)了?[，,]?(?:还)?(?:能不能|可不可以|能否|能|可以|帮忙|请)?(?:救|找|拉|收|挽)回?来?[吗么嘛]?"
        r"(?=$|[，,。；?？])",
        r"\1",
    ),
    (r"(?:下?雨天|阴雨天?|阴天)(?=的?(?:氛围|感觉|味道|气氛|风格|色调|调调))", "阴郁"),
    (
        r"(?<=[加减降提升到至高低])负?[二三四五六七八九]?十[一二三四五六七八九]?(?=$|[,，。;；\s])",
        lambda m: f"{'-' if m[0][0] == '负' else ''}{value(m[0].lstrip('负')):.0f}",
    ),
    (r"([零一二三四])点([一二三四五六七八九])(?=个?[档挡])", lambda m: f"{DIGITS[m[1]]}.{DIGITS[m[2]]}"),
    (r"负(?=\s?\d)", "-"),
    (r"(?<=[低高少加减降升提])([一二两三四五六七八九])成(?![为了])", lambda m: f"{DIGITS[m[1]]}0%"),
    (
        r"(?:(?<![\u4e00-\u9fff])|(?<=[让把暗亮]))亮的(?:地方|部分)?(?=[更再别太不也提拉])|亮的(?:地方|部分)?(?=压|降|收)",
        "高光",
    ),
    (
        r"(?:(?<![\u4e00-\u9fff])|(?<=[让把暗亮]))暗的(?:地方|部分)?(?=[更再别太不也压降])|暗的(?:地方|部分)?(?=提|拉|抬)",
        "阴影",
    ),
    (r"让人(?=[更再]?(?:显眼|突出|亮|清晰|明显))", "人物"),
    (r"(?<=[景空面人脸体物地山墙])加(?=[\d一二三两半./]+个?[档挡])", "提亮"),
    (
        r"(?:光圈)?(开大|收小|缩小)(?:光圈)?(?P<n>[\d一二三两半./]+)个?[档挡](?:光圈)?",
        lambda m: f"曝光{'加' if m[1] == '开大' else '减'}{m['n']}档",
    ),
    (r"够了[，,]?(?:请)?(?:别|不要|不用|不能)再?(?:加|减|调|动|提|降)了?", "不变"),
    (r"曝光过了(?:一?点|一些)?", "过曝了"),
    (r"(?<=看不清)(?:楚)?(?:远处|后面|前面)的", ""),
    (r"皮肤的?颜色(?=调|再|要|浅|深|白|黑)", "肤色"),
    (r"(?<![反眩炫阳灯月高逆背])(?:光线?)(?:别|不要)?(?:那么|这么|太|有点)强", "光线太亮"),
    (r"(?<=[度温光影调])往([高低])调", r"调\1"),
    (r"的(?:线条|轮廓)(?=更|再|要|不够|太)", ""),
    (r"欠曝的?(?:感觉|风格|味道|质感|氛围)", "暗一点"),
    (r"有(?:一?点|一?些)?([^，,。；]{1,6}的(?:感觉|氛围|味道))就(?:更?好|行|完美)了?", r"要\1"),
    (r"(?<=肤色|皮肤)更?奶(?=一点|一些|点|些)", "白"),
    (  # requests with nothing between them: each names its thing, then what to do with it
        rf"((?:{_THINGS})度?(?:再|要|也|往上|往下)?{_MOVED}(?:高|低|大|小|强|弱)?(?:一点点?|一些|点|些|[下起回上][来去]))"
        rf"(?=(?:{_THINGS})度?(?:再|要|也|往上|往下)?{_MOVED})",
        r"\1，",
    ),
    (r"保留([^，,。；]{1,6}的(?:颜色|色彩|光))(?=$|[，,。；])", r"\1不变"),
    (r"(?<=[亮暗黑蓝白灰了，,])地(?=太|有点|也太|更)", "地面"),
    (r"太(?:杂?乱|杂|花哨)(?=太)", ""),
    (r"黄牙", "牙齿太黄"),
    (r"(?:钨丝|荧光|日光|白炽|节能)灯(?:的?偏色|的?色温)?$", "白平衡"),
    (r"iso(?:太|有点)?高了?", "噪点多"),
    (
        r"(?:日落|晚霞|夕阳|日出|落日|夜景|雪景|海边|人像|合影|合照)"
        r"(?:的?[这那]一?[张幅组批](?:照片|图片?|片子)?|照(?:片)?(?=整体|[偏太有稍]|[亮暗暖冷])|(?=整体))",
        "这张",
    ),
    (r"只(?:动|调|改|修)(?![亮暗高低深浅])([^，,。]{1,4})[，,](?!其他|其余|别的|不|别)", r"\1"),
    (r"(?:暗部|阴影)[要能]?有(?:更多|点|些)?细节", "提亮暗部"),
    (r"(?:亮部|高光)[要能]?有(?:更多|点|些)?细节", "降低高光"),
    (r"[和跟与从]背景[里中]?(?:分开|分离|拉开|区分开?|分不开|混在一起|融在一起)", "更突出"),
    (r"(?<=[脸人她他]|物|体)[都全还]?在(?:阴影|暗处|暗部|黑暗|背光)[里中](?:面)?", "太暗"),
    (
        r"有(?:一?[点些]|很多|不少)?([颗粒噪点暗角雾气反光]{1,3})[，,](?:请|帮我|帮忙)?(去掉|去除|消除|弄掉)一?下?",
        r"\2\1",
    ),
    (r"有(?:一?[点些])?([颗粒暗角雾气]{1,2})[，,](?:请|帮我)?(保留|留着|别动|不要动|不用去)", r"保留\1"),
    (rf"只(?:留下?|保留|要|剩)((?:{_HUES}))(?=$|[，,。；!！])", r"除了\1其他变黑白"),
    (r"闪光灯?(?:打得|有点|实在)?太?(?:强|亮|猛|过)了?", "高光太亮"),
    (r"(?:想|希望|最好|要)能?看[到见清]楚?(云|星星|纹理|细节)", r"\1的细节提高"),
)
"""Turns of phrase -> the same in words that the grammar reads."""
_UNITS = {"档": "EV", "挡": "EV", "ev": "EV", "度": "deg", "°": "deg", "%": "%", "k": "K", "开": "K"}
_SQUARE = ("正方形", "方形", "方图", "方的", "正方", "方构图")
_SHAPES = {**dict.fromkeys(_SQUARE, 1.0), "竖版": 0.0, "竖幅": 0.0, "竖图": 0.0, "横版": -1.0, "横幅": -1.0}
_CLASSIFIERS = (
    "层组套盏台扇尊头杯盘碗瓶股身圈个只条朵座匹棵位辆架轮群颗把件对排片双盏根幅栋间艘束堆些堵道串枚粒丛株滩汪"
)
_BORROWED = ("noun", "adjective", "color", "act", "look", "place", "image", "tone", "effect")
"""Senses of English words that hold in a Chinese sentence."""
_UNKNOWN_COST = 3.0
_MISTYPED_COST = 2.2
"""More than two known words, so that nothing well written is read as something else."""


def _whole(name: str) -> bool:
    """True for a name that is one word (烟灰缸); 车灯 is the lamp of a car and found as such."""
    ends = (name[i:] for i in range(1, len(name)))
    return len(name) > 1 and not any(s.role == "place" for end in ends for s in senses("zh").get(end, ()))


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, tuple[Sense, ...]], int]:
    known = dict(senses("zh"))
    for word in (*_SHAPES, *well_spelled("zh"), *chinese_names(), *filter(_whole, names())):
        known.setdefault(word, ())
    for word in (which + each for which in "这那" for each in _CLASSIFIERS):
        known.setdefault(word, (Sense("function", "those"),))
    return known, max(map(len, known))


def cut(text: str) -> list[str]:
    """The text as the fewest known words; neighbouring unknown characters make one word.

    Shortest path over the positions: a known word costs 1 (a little less the longer it is, a little more for a single
    character), one with a character of the same sound 2.2, an unknown character 3.
    """
    known, longest = _words()
    best: list[tuple[float, int, str]] = [(0.0, 0, "")]
    for end in range(1, len(text) + 1):
        options = [(best[end - 1][0] + _UNKNOWN_COST, end - 1, text[end - 1])]
        for start in range(max(0, end - longest), end):
            word = text[start:end]
            if word in known:
                alone = 0.03 if end - start == 1 else 0.0
                options.append((best[start][0] + 1 + alone - 0.01 * (end - start) ** 2, start, word))
            elif 2 <= end - start <= 4:
                options += [(best[start][0] + _MISTYPED_COST, start, w) for w in meant(word) if w in known]
        best.append(min(options))
    words: list[str] = []
    at = len(text)
    while at:
        _, at, word = best[at]
        words.append(word)
    words.reverse()
    joined: list[str] = []
    for word in words:
        if word not in known and joined and joined[-1] not in known:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def idiomatic(text: str) -> bool:
    """Whether an instruction has a turn of phrase, a list of sliders, or points back."""
    said = counted(simplified(clean(text)))
    return as_typed(echoed(listed(said))) != said


def tokenise(text: str) -> list[Token]:
    """Tokens of a Chinese instruction (its first 4,000 characters)."""
    tokens: list[Token] = []
    said = re.sub(r"\s*(boxnumber\d+)\s*", r"\1", simplified(clean(text)))
    said = _SHARE.sub(_shared, said)
    for spelt, digits in _FRACTIONS.items():
        said = said.replace(spelt, digits)
    said = _TYPED.sub(lambda m: {"↑": "提高", "↓": "降低"}.get(m[0], "亮" if m[0] in "量辆" else "暗"), said)
    said = rewritten(as_request(unframed(untold(as_typed(echoed(listed(counted(said))))))), _SAID_OTHERWISE)
    said = re.sub(r"(?<!\d)([123])/([234])(?=\s*[档挡])", lambda m: f"{int(m[1]) / int(m[2]):.2f}", said)
    for match in _ITEM.finditer(said):
        if match["box"]:
            found = box_token(match["box"])
            tokens += [found] if found else []
        elif match["ratio"]:
            a, b = (value(n) for n in re.split(r"\s*(?::|：|x|×|/|比)\s*", match["ratio"].strip()))
            tokens.append(Token(match["ratio"], amount=(a / b, "ratio") if b else None))
        elif match["percent"]:
            tokens.append(Token(match[0], amount=(value(match["share"]), "%")))
        elif match["number"]:
            tokens.append(_number(match))
        elif match["spelt"]:
            tokens.append(Token(match[0], amount=(value(match[0]), "slider")))
        elif match["bare"]:
            number: Amount = (float(match["bare"].replace(" ", "")), "slider")
            tokens.append(Token(match[0], amount=number, signed=bool(match["baresign"])))
        elif match["stop"]:
            hard = bool(set(match[0]) & set("。.;；！!？?\n"))
            tokens.append(Token(match[0], stop="." if hard else "," if match[0].strip() else " "))
        elif match["letters"] and (borrowed := _borrowed(match[0])):
            tokens.append(Token(match[0], borrowed))
        elif match["letters"] or match["text"]:
            tokens += [_token(word) for word in cut(match[0])]
    return _joined(tokens)


def _shared(match: re.Match[str]) -> str:
    """亮度提高五分之一: 20%; 曝光再提高三分之一 stays a third of a stop."""
    clause = re.split("[，,。；;]", match.string[: match.start()])[-1]
    return match[0] if "曝光" in clause else f"{100 * value(match['part']) / value(match['of']):.0f}%"


def _number(match: re.Match[str]) -> Token:
    unit = _UNITS.get(match["unit"], "slider")
    amount = value(match["value"]) + (0.5 if match["half"] else 0)
    signed = match["sign"] in ("+", "-", "负")
    return Token(match[0], amount=(-amount if match["sign"] in ("-", "负") else amount, unit), signed=signed)


def _borrowed(word: str) -> tuple[Sense, ...]:
    """What an English word means that Chinese has none for: 加点clarity, sky那块."""
    known, _ = _words()
    return () if word in known else tuple(s for s in senses("en").get(word, ()) if s.role in _BORROWED)


def _token(word: str) -> Token:
    known, _ = _words()
    if word in _SHAPES and _SHAPES[word] == 1.0:
        return Token(word, amount=(1.0, "ratio"))
    return Token(word, known.get(word, ()))


def _joined(tokens: list[Token]) -> list[Token]:
    """Words that letters and characters make together (P掉, ins风)."""
    known, _ = _words()
    found: list[Token] = []
    for token in tokens:
        if found and not token.stop and not found[-1].stop and found[-1].text + token.text in known:
            text = found.pop().text + token.text
            found.append(Token(text, known[text]))
        else:
            found.append(token)
    return found
