"""How one speaks to whoever retouches: whom one calls on, what the photo is for, how hard to pull; doubled verbs, a
colour by 的 (红的淡点), faults by everyday words. What only stands around the wish is taken off before any reader.
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.chinese.characters import simplified
from jarvisevo.rules.language.chinese.plainly import BEGINS, END, HUE
from jarvisevo.rules.language.chinese.posted import plainly_posted
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import rewritten

_WHO = (
    "(?:(?:各位|这位|那位)?(?:(?:摄影|修图)?师傅|老师|老板娘?|美女|帅哥|靓[仔女]|大神|大佬|大[哥姐]|小[哥姐]姐|小哥哥?|同学|兄弟"
    "|哥们儿?|姐妹|亲爱的|掌柜的?|店家|客服|博主|楼主|摄影师|修图师|宝子|亲|[哥姐宝])们?)"
)
_GREETING = "(?:您好|你好|你们好|好|在吗|在不在|早)?[呀啊哈呢]*"
_ASKING = "(?:麻烦|劳驾|拜托|求|请|帮[我忙下个]|给我|(?:能不能|可不可以|能否|能|可以)(?:帮|麻烦|给我))"
_EDITED = "(?:[弄调修提压搞整变改拉]|处理|恢复|去掉|锐化)"
_WHERE_TO = (
    "(?:[家班亲工业粉]?[族里长级人友作主丝]*群|朋友圈|空间|网上?|网店|闲鱼|淘宝|拼多多|小红书|抖音|快手|微博|微信|公众号|b站|ins|贴吧"
    "|简历|相亲网|中介|墙上?|店里|菜单|海报|官网)"
)
_FOR_WHOM = (
    "(?:过年|过节|公司|单位|中介|家里|家长|班级|老板|客户|我|我们|明天|今天|待会儿?|等下|晚点|是|要|想|准备|打算|拿去)*"
)
_PURPOSE = (
    rf"(?:{_FOR_WHOM}(?:发|挂|贴|传|放|投)(?:[到在上给]|去)?{_WHERE_TO}[里上]?(?:去|卖|用)?(?:的|要?用的?|看的?)?"
    rf"|{_FOR_WHOM}[家班亲工业公粉]?[族里长级人友作主丝司]*群里?(?:要|要用|用|要发|发)的?"
    rf"|{_FOR_WHOM}(?:打印|印刷|冲印|洗出来|投稿|参赛|存档|报名|理赔)(?:要)?用的?)"
)
_ASIDE = (
    (rf"^\s*{_WHO}{_GREETING}(?:[，,！!。~～]+\s*|\s*(?={_ASKING}))", ""),
    (rf"[，,。！!]+\s*(?:谢谢|多谢|辛苦|麻烦|拜托|求|感谢)?了?{_WHO}[了啦哈呀啊]*[!！。~～]*$", ""),
    (rf"{BEGINS}{_PURPOSE}[，,。\s]+", ""),
    (rf"[，,]\s*{_PURPOSE}[。!！]?$", ""),
    (rf"(?<![不只才功性可])(?:可以|能)(?:麻烦|帮忙|帮我|给我)*(?={_EDITED})([^，,。？?！!]*?)[吗么嘛][？?]?$", r"\1"),
)


def unaddressed(text: str) -> str:
    """A Chinese instruction in simplified characters and Mandarin, without whom it calls on, what it is for and what
    is only said for those who read along; as it is where nothing else is in it.
    """
    plain = plainly_posted(rewritten(simplified(text), _ASIDE))
    return plain if any(map(str.isalnum, plain)) else text


_HARD = "(?:往死里|往狠里|玩命|拼命|死命|可劲儿?|使劲儿?|狠命|下死手)地?"
_PULLED = "(?=[拉加提降减压调推升收磨锐虚去补]|变[亮暗暖冷])"
_SHADE = {"轻": "淡", "弱": "淡", "少": "淡", "重": "浓", "强": "浓", "多": "浓"}
_LAMP = "(?:舞台)?(?:灯泡|灯光?|[路台吊射]灯|日光灯|白炽灯|霓虹灯?|太阳|夕阳|阳光|烛光)"
_EDGES = "(?:边上|四周|周围|四角|四个角|边缘|周边|边边)"
_WRINKLES = "(?:皱纹|法令纹|抬头纹|鱼尾纹|川字纹|颈纹|细纹|眼纹)"
_PHOTOS = "(?!光|拍|按|参|对|仿|依|遵|护|执|牌|关|映|普|夕|日|返|晚|车|灯)[\u4e00-\u9fff]照"
"""The end of a word for a photo by what it shows: 工地照; not 光照, 车牌照."""


def _shade(match: re.Match[str]) -> str:
    """红的淡点: that colour, not all of them."""
    return f"{match[1]}色{match[2] or ''}{_SHADE.get(match[3], match[3])}{match[4]}"


def _likened(match: re.Match[str]) -> str:
    """韩剧那种质感: of a style, not of a thing (丝绸那种质感)."""
    ends = (match[1][at:] for at in range(len(match[1])))
    styled = any(sense.role == "look" for end in ends for sense in senses("zh").get(end, ()))
    return f"{match[1]}的感觉" if styled else match[0]


SPOKEN: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # a colour by 的, and verbs of it
    (
        rf"(?<![通])({HUE})的((?:再|更|要|都|也|稍微|略微|稍)*)([淡浓深浅轻重弱强少多])(一?[点些]儿?|一丢丢|一丝丝?)",
        _shade,
    ),
    (rf"退(?:一?退)?({HUE})色?|(?<=[脸身肤牙墙手服])上去({HUE})", lambda m: f"减少{m[1] or m[2]}色"),
    (rf"([\u4e00-\u9fff]{{1,4}}?)去({HUE})(提亮|美白|磨皮|压暗)", r"\1\3去\2"),
    # how hard
    (rf"{_HARD}{_PULLED}", "大幅"),
    (r"(磨皮|锐化|降噪|去雾|提亮|压暗|虚化|柔化|裁剪)(?:是?可以|没问题|随便|也?行)的?(?=[，,])", r"\1"),
    # light that dyes, edges that are black, white that is too bright, hands that shook
    (rf"(?:被)?{_LAMP}给?(?:照|映|打|染|晒)得([^，,。太发偏泛]{{0,3}}?)[很好挺](?={HUE})", r"\1太"),
    (rf"(?:被)?{_LAMP}给?(?:照|映|打|染|晒)得(?=[^，,。]{{0,3}}{HUE})", ""),
    (rf"{_EDGES}(?:都|全|有|是)*一圈(?:都是|发)?[黑暗](?:的|色|乎乎的?|黑的)?", "暗角太重"),
    (
        r"(窗外|窗户|天空?|云|天花板|高光)(?:上|里)?(?:都是|全是|都|全|是)?(?:一片)?(?:惨白|煞白)(?:一片)?的?了?"
        r"(?=[，,])",
        r"\1过曝了",
    ),
    (r"(?:我?的?手|相机|机器|镜头)(?:震|抖)了?(?:一下)?(?=(?:拍|照)?(?:得|的)?(?:有点|太|很|都|给)*[糊虚])", ""),
    (r"[，,](?:看着|看起来|看上去|显得)(?:有点|很|太|好|真)?(?:别扭|碍眼|膈应|闹心|难受)", ""),
    # noise and lines
    (r"麻麻(?:点点|赖赖)的?", "噪点多"),
    (r"麻点|雪花(?:噪点|点(?=$|[，,。太很多不]))", "噪点"),
    (r"(噪点|杂点)(?:都|给我|全)?(?:抹|磨|擦)(?:一?[抹磨擦下]|掉|平|干净|了)*" + END, r"\1去掉"),
    (rf"({_WRINKLES})(?:淡淡|淡化?|浅|轻|少|柔和)(?:一?[点些]儿?)?(?:就[行好])?{END}", "皮肤柔和一点"),
    # what is in it, and a style
    (
        rf"{BEGINS}(?:我|的|这|那|张|幅|把)*[\u4e00-\u9fff]{{0,3}}{_PHOTOS}"
        r"(?=太|有点|有些|偏|发[灰黄绿蓝暗黑]|不够|整体|噪|拍|糊|模糊|看着|显得|要|调|提|[，,](?!背景))",
        "照片",
    ),
    (r"(毛孩子|狗|猫)(?:子|狗|咪|猫)?的?毛(?=[再要]?(?:锐|清|亮|暗|软|蓬))", r"\1"),
    (rf"那一?挂(?:的|儿)?{END}", "的感觉"),
    (r"([\u4e00-\u9fff]{2,6})那种(?:质感|调调|调子|画面)", _likened),
    (rf"{BEGINS}(?:再|稍微)?褪(一?[点些])儿?色", r"加\1褪色感"),
    (rf"([修调整弄搞])(好看|亮|白)(一?[点些])?[个张块幅]?(照片|脸){END}", r"\4\1\2\3"),
)
"""Turns of phrase -> the same in words that the grammar reads."""
