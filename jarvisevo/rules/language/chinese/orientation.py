"""How a photo lies: quarter turns and mirroring, in words that the grammar reads. Only the photo is turned."""

from jarvisevo.rules.language.tokens import rewritten

_NAMED = r"(?:这张|整张|整个|这个)?(?:照片|相片|图片|图像|画面|图)"
_PHOTO = rf"(?:(?:请|麻烦|帮我|帮忙|可以|能不能|我想|我要)*(?:把|将|给|让)?(?:{_NAMED}|它)(?:给我|给)?)"
_START = rf"(?:(?<![^，,。；;！!？?\s])(?:请|麻烦|帮我|帮忙|把它)*|{_PHOTO})"
_DONE = rf"(?:一下|下|过来|吧|一次|{_NAMED})*(?=$|[，,。；;！!？?\s]|然后|再|并)"
_LATER = r"(?=$|[，,。；;！!？?\s])"
_FLIP = r"(?:翻转|翻|镜像|镜象|对调|颠倒|反转)+"
_SHOWN = r"(?:是|有点|好像|看起来|怎么|都|被|拍|放|给我)*"
MIRRORED = {"horizontal": "水平翻转", "vertical": "垂直翻转"}

_READ: tuple[tuple[str, str], ...] = (
    (rf"{_START}(?:做|来)?(?:个|一个)?(?:垂直|竖直|纵向|上下)(?:方向)?(?:的)?{_FLIP}{_DONE}", MIRRORED["vertical"]),
    (rf"{_START}(?:做|来)?(?:个|一个)?(?:水平|横向|左右)(?:方向)?(?:的)?{_FLIP}{_DONE}", MIRRORED["horizontal"]),
    (rf"{_START}(?:左右|镜像)(?:拍)?(?:反)了{_LATER}", MIRRORED["horizontal"]),
    (rf"{_START}(?:做|来|弄)?(?:个|一个|成)?{_FLIP}{_DONE}", MIRRORED["horizontal"]),
    (
        rf"{_START}{_SHOWN}(?:倒过来|倒|上下颠倒|颠倒|反过来|头朝下|拍倒|放倒)(?:了|的|着的|着|过来了){_LATER}"
        rf"|{_START}(?:倒过来|倒转){_DONE}",
        "旋转180度",
    ),
    (
        rf"{_PHOTO}{_SHOWN}(?:横|侧|躺|歪倒)(?:过来|着|倒)(?:的|了)*{_LATER}"
        rf"|{_START}(?:{_NAMED})?的?方向(?:不对|错|反|不正确)了?{_LATER}"
        rf"|{_START}(?:竖|横)过来{_DONE}",
        "旋转照片",
    ),
    (r"(顺时针|逆时针)(?:旋转|转动|转)?(?:四分之一圈|一次)", r"\1旋转90度"),
    (r"转(?:动)?半圈", "旋转180度"),
)


def as_turns(text: str) -> str:
    """A text in which turning and mirroring the photo is said in one way each."""
    return rewritten(text, _READ)
