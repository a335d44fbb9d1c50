"""What words ask for and sliders do not do by themselves: where it is found instead, or what stands in for it."""

import re

from jarvisevo.rules.intent import Want
from jarvisevo.rules.language.panels import TRANSFORM

BEYOND = (
    "{words}: not something that sliders can do, so it is left out",
    "{words}：不是调整滑块能做到的，因此没有处理",
)
_COMMANDS: tuple[tuple[re.Pattern[str], tuple[str, str]], ...] = (
    (
        TRANSFORM,
        (
            "{words}: Lightroom's Transform and Upright are not supported, so it is left out",
            "{words}：不支持 Lightroom 的“变换”和“Upright”，因此没有处理",
        ),
    ),
    (
        re.compile(r"预设|\bpresets?\b", re.IGNORECASE),
        (
            "{words}: presets are files: jarvisevo render PHOTO PRESET.xmp, or --style NAME for a style of your own",
            "{words}：预设是文件：请用 jarvisevo render 照片 预设.xmp，自己的风格用 --style 名称",
        ),
    ),
    (
        re.compile(
            r"(?:参考|参照|仿照|模仿|按照?|照着?)[^，,。]{0,4}[这那另上][一]?[张幅][^，,。]{0,2}[图照片]"
            r"|\b(?:like|match(?:es|ing)?|as in|of) (?:the|this|that|my) (?:other|reference|attached|previous|last) "
            r"(?:photo|picture|image|shot)\b",
            re.IGNORECASE,
        ),
        (
            "{words}: no other photo is at hand here: jarvisevo match HERO PHOTO makes one look like another",
            "{words}：这里没有另一张照片可以参考：请用 jarvisevo match 样片 照片",
        ),
    ),
)
SMOOTHED = (
    "{words}: done by less Texture and Clarity on the skin; spots and wrinkles stay",
    "{words}：用降低皮肤的纹理和清晰度来近似，斑点和皱纹仍会保留",
)
_SMOOTHING = re.compile(r"磨皮|\b(?:smooth|retouch|airbrush)", re.IGNORECASE)


def refusal(words: str) -> tuple[str, str]:
    """Why words that are beyond sliders are left out, English and Chinese: with the command that does it, if any."""
    return next((said for pattern, said in _COMMANDS if pattern.search(words)), BEYOND)


def stands_in(want: Want) -> bool:
    """Whether a want that was served only comes near to what its words ask for: skin that is to be smoothed."""
    softer = want.what in ("clarity", "texture") and want.direction == "-"
    return softer and bool(_SMOOTHING.search(f"{want.words} {want.where.words}"))
