"""Lightroom's panels, by the names that people give their sliders: what a name with a number is, behind what was said
before it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from editor_ops.ops.color_mixer import HUES
from editor_ops.table import TABLE
from jarvisevo.rules.colours import WORDS

COLOURS = tuple(hue.lower() for hue in HUES)
_COLOURS_ZH = {name: WORDS[name][1] for name in COLOURS} | {"magenta": "洋红"}  # as Lightroom has it; WORDS: pink
PLAIN_WORDS = {
    "Exposure2012": ("exposure", "曝光"),
    "Contrast2012": ("contrast", "对比度"),
    "Highlights2012": ("highlights", "高光"),
    "Shadows2012": ("shadows", "阴影"),
    "Whites2012": ("whites", "白色"),
    "Blacks2012": ("blacks", "黑色"),
    "Clarity2012": ("clarity", "清晰度"),
    "Texture": ("texture", "纹理"),
    "Dehaze": ("dehaze", "去雾"),
    "Vibrance": ("vibrance", "自然饱和度"),
    "Saturation": ("saturation", "饱和度"),
    "Temperature": ("temperature", "色温"),
    "Tint": ("tint", "色调"),
    "IncrementalTemperature": ("temperature", "色温"),
    "IncrementalTint": ("tint", "色调"),
    "Sharpness": ("sharpening", "锐化"),
    "LuminanceSmoothing": ("noise reduction", "降噪"),
    "GrainAmount": ("grain", "颗粒"),
    "PostCropVignetteAmount": ("vignette", "暗角"),
}
"""Words that the grammar reads for parameters, by their own names."""
_LABELS = (
    PLAIN_WORDS
    | {
        "SharpenRadius": ("sharpening radius", "锐化半径"),
        "SharpenDetail": ("sharpening detail", "锐化细节"),
        "SharpenEdgeMasking": ("sharpening masking", "锐化蒙版"),
        "LuminanceNoiseReductionDetail": ("detail of the noise reduction", "降噪细节"),
        "LuminanceNoiseReductionContrast": ("contrast of the noise reduction", "降噪对比度"),
        "ColorNoiseReduction": ("color noise reduction", "颜色降噪"),
        "ColorNoiseReductionDetail": ("detail of the color noise reduction", "颜色降噪细节"),
        "ColorNoiseReductionSmoothness": ("smoothness of the color noise reduction", "颜色降噪平滑度"),
        "GrainSize": ("grain size", "颗粒大小"),
        "GrainFrequency": ("grain roughness", "颗粒粗糙度"),
        "PostCropVignetteMidpoint": ("vignette midpoint", "暗角中点"),
        "PostCropVignetteFeather": ("vignette feather", "暗角羽化"),
        "PostCropVignetteRoundness": ("vignette roundness", "暗角圆度"),
        "PostCropVignetteHighlightContrast": ("highlights of the vignette", "暗角高光"),
        "SplitToningShadowHue": ("hue of the shadows", "阴影色相"),
        "SplitToningShadowSaturation": ("saturation of the shadows' hue", "阴影色相的饱和度"),
        "SplitToningHighlightHue": ("hue of the highlights", "高光色相"),
        "SplitToningHighlightSaturation": ("saturation of the highlights' hue", "高光色相的饱和度"),
        "ColorGradeMidtoneHue": ("hue of the midtones", "中间调色相"),
        "ColorGradeMidtoneSat": ("saturation of the midtones' hue", "中间调色相的饱和度"),
        "ColorGradeShadowLum": ("luminance of the shadows", "阴影明亮度"),
        "ColorGradeMidtoneLum": ("luminance of the midtones", "中间调明亮度"),
        "ColorGradeHighlightLum": ("luminance of the highlights", "高光明亮度"),
        "SplitToningBalance": ("balance of the color grading", "颜色分级平衡"),
        "ColorGradeBlending": ("blending of the color grading", "颜色分级混合"),
        "ParametricHighlights": ("highlights of the curve", "曲线高光"),
        "ParametricLights": ("lights of the curve", "曲线亮色调"),
        "ParametricDarks": ("darks of the curve", "曲线暗色调"),
        "ParametricShadows": ("shadows of the curve", "曲线阴影"),
        "ShadowTint": ("calibration: tint of the shadows", "校准：阴影色调"),
        "DefringePurpleAmount": ("purple defringing", "去紫边"),
        "DefringeGreenAmount": ("green defringing", "去绿边"),
        "DefringePurpleHueLo": ("purple defringing, from hue", "去紫边色相起点"),
        "DefringePurpleHueHi": ("purple defringing, to hue", "去紫边色相终点"),
        "DefringeGreenHueLo": ("green defringing, from hue", "去绿边色相起点"),
        "DefringeGreenHueHi": ("green defringing, to hue", "去绿边色相终点"),
        "PostCropVignetteStyle": ("style of the vignette", "暗角样式"),
        "ParametricShadowSplit": ("split of the curve's shadows", "曲线阴影分界"),
        "ParametricMidtoneSplit": ("split of the curve's midtones", "曲线中间调分界"),
        "ParametricHighlightSplit": ("split of the curve's highlights", "曲线高光分界"),
        "CurveRefineSaturation": ("saturation of the curve", "曲线饱和度"),
        "ColorGradeGlobalHue": ("hue of the whole color grading", "整体色相"),
        "ColorGradeGlobalSat": ("saturation of that hue", "整体色相的饱和度"),
        "ColorGradeGlobalLum": ("luminance of the color grading", "整体明亮度"),
        "GrainSeed": ("pattern of the grain", "颗粒图样"),
        "LensProfileEnable": ("lens profile", "镜头配置文件"),
        "CropAngle": ("angle of the crop", "裁剪角度"),
    }
    | {
        f"Crop{side}": (f"{side.lower()} edge of the crop", f"裁剪{zh}边")
        for side, zh in (("Top", "上"), ("Left", "左"), ("Bottom", "下"), ("Right", "右"))
    }
    | {
        f"{dim}Adjustment{c.capitalize()}": (f"{dim.lower()} of {c}", f"{zh}{said}")
        for c, zh in _COLOURS_ZH.items()
        for dim, said in (("Hue", "色相"), ("Saturation", "饱和度"), ("Luminance", "明亮度"))
    }
    | {f"GrayMixer{c.capitalize()}": (f"{c} in black and white", f"黑白混合：{zh}") for c, zh in _COLOURS_ZH.items()}
    | {
        f"{colour}{dim}": (f"calibration: {dim.lower()} of {colour.lower()}", f"校准：{zh}原色{said}")
        for colour, zh in (("Red", "红"), ("Green", "绿"), ("Blue", "蓝"))
        for dim, said in (("Hue", "色相"), ("Saturation", "饱和度"))
    }
)
"""Settings that are wanted by their own name, and how people call them."""

TRANSFORM = re.compile(
    r"\bverticals\b|\bkeyston|\bconverging\b|\bupright (?:auto|level|full|vertical)|\b(?:auto|guided) upright"
    r"|\bperspective (?:correction|[+−–-]?\d)"
    r"|^(?:the )?(?:vertical|horizontal) [+−–-]?\d|透视|梯形|^(?:垂直|水平)\s?[+−–-]?\d"
    r"|\b(?:fix|correct|straighten|adjust)\w* (?:the |its )?(?:\w+ )?perspective",
    re.IGNORECASE,
)
"""What Lightroom's panel Transform does, which has no twin here."""
LOCAL_NAMES = {row.local: row for row in TABLE.values() if row.local and row.kind == "number"}
"""Parameters whose twins inside a mask have these names."""
OWN_NAMES = {
    name.lower(): name
    for name in (*(name for name, row in TABLE.items() if row.kind == "number" and "." not in name), *LOCAL_NAMES)
}
"""Names that the program gives its own sliders, by how they are written in small letters."""

SHARPENING, NOISE, COLOR_NOISE, GRAIN, VIGNETTE = "sharpening", "noise reduction", "color noise", "grain", "vignette"
GRADING, CURVE, CALIBRATION, DEFRINGE = "grading", "curve", "calibration", "defringe"
MIXER, GRAY, BASIC = "mixer", "gray", "basic"
_OF_PANELS = {
    SHARPENING: {"radius": "SharpenRadius", "detail": "SharpenDetail", "masking": "SharpenEdgeMasking"},
    NOISE: {"detail": "LuminanceNoiseReductionDetail"},
    COLOR_NOISE: {
        "": "ColorNoiseReduction",
        "amount": "ColorNoiseReduction",
        "detail": "ColorNoiseReductionDetail",
        "smoothness": "ColorNoiseReductionSmoothness",
    },
    GRAIN: {"size": "GrainSize", "roughness": "GrainFrequency"},
    VIGNETTE: {
        "midpoint": "PostCropVignetteMidpoint",
        "feather": "PostCropVignetteFeather",
        "roundness": "PostCropVignetteRoundness",
    },
    GRADING: {
        "balance": "SplitToningBalance",
        "blending": "ColorGradeBlending",
        "shadows hue": "SplitToningShadowHue",
        "shadows saturation": "SplitToningShadowSaturation",
        "shadows luminance": "ColorGradeShadowLum",
        "highlights hue": "SplitToningHighlightHue",
        "highlights saturation": "SplitToningHighlightSaturation",
        "highlights luminance": "ColorGradeHighlightLum",
        "midtones hue": "ColorGradeMidtoneHue",
        "midtones saturation": "ColorGradeMidtoneSat",
        "midtones luminance": "ColorGradeMidtoneLum",
    },
    CURVE: {
        "highlights": "ParametricHighlights",
        "lights": "ParametricLights",
        "darks": "ParametricDarks",
        "shadows": "ParametricShadows",
    },
    CALIBRATION: {"shadows tint": "ShadowTint"}
    | {f"{c.lower()} {d.lower()}": f"{c}{d}" for c in ("Red", "Green", "Blue") for d in ("Hue", "Saturation")},
    DEFRINGE: {"purple": "DefringePurpleAmount", "green": "DefringeGreenAmount"}
    | {"purple amount": "DefringePurpleAmount", "green amount": "DefringeGreenAmount"},
    GRAY: {colour: f"GrayMixer{colour.capitalize()}" for colour in COLOURS},
}
_FURTHER = {
    (NOISE, "contrast"): "LuminanceNoiseReductionContrast",
    (VIGNETTE, "highlights"): "PostCropVignetteHighlightContrast",
}
"""Sliders that have a namesake among the basic ones: meant in the same breath as the panel, or behind another of its
sub-sliders; "grain 20, contrast 10" is the contrast of the photo.
"""
_AMOUNTS = {
    SHARPENING: ("sharpening", "锐化"),
    NOISE: ("noise reduction", "降噪"),
    GRAIN: ("grain", "颗粒"),
    VIGNETTE: ("vignette", "暗角"),
}
"""Panels whose first slider the grammar reads, by these names."""
_IN_A_ROW = {
    SHARPENING: ("", "SharpenRadius", "SharpenDetail", "SharpenEdgeMasking"),
    GRAIN: ("", "GrainSize", "GrainFrequency"),
}
"""What several numbers with strokes between them are: "grain 15/25/50"."""
_PANELS = {
    SHARPENING: "sharpening sharpen sharpness 锐化",
    NOISE: "luminance_noise_reduction noise_reduction nr denoise luminance_nr 明亮度降噪 减少杂色 降噪",
    COLOR_NOISE: "color_noise_reduction colour_noise_reduction chroma_noise_reduction color_noise colour_noise "
    "color_nr 颜色降噪 色彩降噪 彩色降噪 颜色噪点 色彩噪点 彩色噪点",
    GRAIN: "film_grain grain 胶片颗粒 颗粒",
    VIGNETTE: "post-crop_vignetting post-crop_vignette post_crop_vignette vignetting vignette "
    "裁剪后暗角 裁切后暗角 暗角 晕影",
    GRADING: "split_toning split_tone color_grading colour_grading color_grade 分离色调 色调分离 颜色分级 色彩分级",
    CURVE: "parametric_curve tone_curve curve 色调曲线 参数曲线 曲线",
    CALIBRATION: "camera_calibration calibration primary 相机校准 校准 原色",
    DEFRINGE: "defringe defringing 去边",
    MIXER: "hsl color_mixer colour_mixer 混色器",
    GRAY: "b&w_mix bw_mix black_&_white_mix black_and_white_mix 黑白混合",
    BASIC: "white_balance basic_panel detail_panel light_panel effects_panel 白平衡 基本面板",
}
_SLIDERS = {
    "radius": "radius 半径",
    "detail": "details detail 细节",
    "masking": "masking mask 蒙版",
    "smoothness": "smoothness 平滑度",
    "size": "size 大小",
    "roughness": "roughness 粗糙度",
    "midpoint": "midpoint 中点",
    "feather": "feathering feather 羽化",
    "roundness": "roundness 圆度",
    "balance": "balance 平衡",
    "blending": "blending 混合",
    "lights": "lights 亮色调 亮调 亮部",
    "darks": "darks 暗色调 暗调 暗部",
    "amount": "amount 数量",
    "tint": "tint 色调",
    "contrast": "contrast contr con 对比度 对比",
}
_BASIC = {
    "exposure": "exposure expo exp 曝光度 曝光",
    "whites": "whites wht wh 白色色阶 白色",
    "blacks": "blacks blk bl 黑色色阶 黑色",
    "temperature": "temperature temp 色温",
    "warmth": "warmth",
    "texture": "texture txt 纹理",
    "clarity": "clarity clar 清晰度 清晰",
    "dehaze": "dehaze 去朦胧 去除薄雾 去薄雾 去雾",
    "vibrance": "vibrance vib vibr 自然饱和度 鲜艳度",
    "angle": "straighten_angle angle 拉直角度 角度",
}
_ZONES = {
    "shadows": "shadows shadow shad sh 阴影",
    "midtones": "midtones midtone 中间调",
    "highlights": "highlights highlight highl hl hi 高光",
}
_DIMS = {"hue": "hue 色相", "saturation": "saturation sat 饱和度 饱和", "luminance": "luminance lum 明亮度 明度"}
LETTERS = {"h": "hue", "s": "saturation", "l": "luminance"}
_HUES = {name: f"{name}s {name} {zh} {zh[0]}" for name, zh in _COLOURS_ZH.items()}
_HUES |= {"aqua": f"{_HUES['aqua']} cyan teal 浅绿色 青", "magenta": "magentas magenta 洋红色 洋红 品红"}
TERMS = {
    word.replace("_", " "): (kind, value)
    for kind, table in (
        ("panel", _PANELS),
        ("slider", _SLIDERS),
        ("basic", _BASIC),
        ("zone", _ZONES),
        ("dim", _DIMS),
        ("colour", _HUES),
        ("chroma", {"chroma": "color colour 颜色"}),
        ("", {"": "slider to at of by is 的 量 为 到"}),
    )
    for value, words in table.items()
    for word in words.split()
}
_PLAIN_ZH = {"exposure": "曝光", "whites": "白色", "blacks": "黑色", "temperature": "色温", "texture": "纹理"}
_PLAIN_ZH |= {"clarity": "清晰度", "dehaze": "去雾", "vibrance": "自然饱和度", "contrast": "对比度", "tint": "色调"}
_PLAIN_ZH |= {
    "warmth": "色温",
    "shadows": "阴影",
    "highlights": "高光",
    "saturation": "饱和度",
    "hue": "色相",
    "luminance": "明亮度",
}
_PLAIN_ZH |= _COLOURS_ZH
_UNREAD = ("nr", "减少杂色", "明亮度降噪", "裁剪后暗角", "裁切后暗角")
"""Names of panels that the grammar does not read."""
_KEPT = (MIXER, GRAY, CALIBRATION, DEFRINGE, GRADING, CURVE, BASIC)
"""Panels that a colour or a zone as a heading is inside of."""


@dataclass(frozen=True, slots=True)
class PanelContext:
    """What a pair leaves, or a heading says, for the next ones to lean on.

    sub   whether the last one was a sub-slider of the panel
    said  dimensions of the colour that have had their number
    """

    panel: str = ""
    zone: str = ""
    colour: str = ""
    dim: str = ""
    sub: bool = False
    said: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pair:
    """Terms and the number, or numbers in a row, that they are for.

    terms    values of TERMS by their kinds
    name     as it was said
    between  what stands between the name and the number
    comma    whether a comma stood before the name
    """

    terms: Mapping[str, str]
    numbers: Sequence[str]
    name: str
    between: str = " "
    comma: bool = False

    def of(self, kind: str) -> str:
        """The term of a kind, or ""."""
        return self.terms.get(kind, "")

    @property
    def number(self) -> str:
        """The first number, with its sign and unit."""
        return self.numbers[0]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a pair is: settings by their names, or the name that it is written out with; with neither, as it stands.

    number  what is written behind the name; "" for the pair's own
    before  what is written before it
    context what the next pair can lean on
    """

    context: PanelContext = PanelContext()
    settings: tuple[tuple[str, str], ...] = ()
    written: str = ""
    number: str = ""
    before: str = ""


def label(name: str, chinese: bool) -> str:
    """How people call a setting that is wanted by its own name."""
    return _LABELS[name][chinese]


def signed(number: str) -> str:
    """A number with its sign, also where it is positive."""
    return number if number[0] in "+-" else f"+{number}"


def title(terms: Mapping[str, str], context: PanelContext) -> PanelContext | None:
    """What a heading says for the sliders below it; None for terms that are no heading."""
    if not terms or not terms.keys() <= {"panel", "colour", "zone", "dim", "slider"}:
        return None
    inside = context.panel if context.panel in _KEPT and "panel" not in terms else ""
    panel, zone, colour, dim = (terms.get(kind, "") for kind in ("panel", "zone", "colour", "dim"))
    return PanelContext(panel or inside, zone, colour, dim)


def meaning(pair: Pair, context: PanelContext, chinese: bool) -> Meaning | None:
    """What a pair is behind what was said; None for what is no slider."""
    if pair.of("chroma"):
        if pair.of("colour") or (pair.of("panel") or context.panel) not in (NOISE, COLOR_NOISE):
            return None
        terms = {kind: value for kind, value in pair.terms.items() if kind != "chroma"}
        pair = replace(pair, terms=terms | {"panel": COLOR_NOISE})
    inside = pair.of("panel") or context.panel
    if inside in (GRAY, CALIBRATION, DEFRINGE):
        return _of_colours(pair, context, inside, chinese)
    for read in (_mixer, _zones, _panel):
        if (found := read(pair, context, inside, chinese)) is not None:
            return found
    return _basic(pair, context, inside, chinese)


def _of_colours(pair: Pair, context: PanelContext, inside: str, chinese: bool) -> Meaning | None:
    """Black and white by colours, calibration, fringes."""
    zone, dim = pair.of("zone"), pair.of("dim")
    colour = pair.of("colour") or (context.colour if dim and not zone else "")
    dim = dim or (context.dim if pair.of("colour") else "")
    if inside == DEFRINGE and colour in ("purple", "green") and dim == "hue" and len(pair.numbers) == 2:
        ends = (f"Defringe{colour.capitalize()}Hue{end}" for end in ("Lo", "Hi"))
        return Meaning(PanelContext(DEFRINGE), tuple(zip(ends, pair.numbers, strict=True)))
    setting = _OF_PANELS[inside].get(" ".join(filter(None, (zone, colour, pair.of("slider"), dim))))
    if setting is None:
        return None
    first = inside == GRAY and GRAY not in context.said
    before = ("黑白" if chinese else "black and white") if first else ""
    return Meaning(
        PanelContext(inside, colour=colour, said=frozenset({GRAY})), ((setting, pair.number),), before=before
    )


def _mixer(pair: Pair, context: PanelContext, inside: str, chinese: bool) -> Meaning | None:
    """Hue, saturation and luminance of a colour, of which one may have been said before."""
    named, said = pair.of("colour"), pair.of("dim")
    colour = named or (context.colour if said and not pair.of("zone") else "")
    dim = said or (context.dim if named else "")
    if colour and not dim and inside == MIXER and len(pair.numbers) == 3:
        names = [_mixed(colour, each, chinese) for each in ("hue", "saturation", "luminance")]
        space, joint = ("", "，") if chinese else (" ", ", ")
        first = (f"{name}{space}{signed(n)}" for name, n in zip(names[:2], pair.numbers[:2], strict=True))
        return Meaning(PanelContext(MIXER), written=joint.join([*first, names[2]]), number=signed(pair.numbers[2]))
    if not colour or not dim or pair.of("zone"):
        return None
    if not named and dim in context.said:
        return Meaning()
    if not named and context.panel != MIXER and pair.comma and pair.name == "saturation":
        return None  # "yellow luminance +10, saturation -5" is the saturation of the photo
    headed = MIXER in (inside, context.panel) or bool(set(":：/") & set(pair.name))
    read = named and said and not inside and not context.dim
    read = read and not re.search("[:：/]|[\u4e00-\u9fff] | of ", pair.name)
    read = read and (dim != "hue" or pair.number[0] in "+-")
    before = frozenset() if named else context.said
    after = PanelContext(MIXER if headed else context.panel, colour=colour, dim=context.dim, said=before | {dim})
    number = signed(pair.number) if dim == "hue" else pair.number
    return Meaning(after, written="" if read else _mixed(colour, dim, chinese), number=number)


def _zones(pair: Pair, context: PanelContext, inside: str, chinese: bool) -> Meaning | None:
    """Color grading and the parametric curve."""
    dim, slider, number = pair.of("dim"), pair.of("slider"), pair.number
    zone = pair.of("zone") or (context.zone if dim else "")
    grading, curve = _OF_PANELS[GRADING], _OF_PANELS[CURVE]
    if zone and f"{zone} {dim}" in grading and (pair.of("zone") or inside == GRADING or dim == "hue"):
        return Meaning(PanelContext(GRADING, zone), ((grading[f"{zone} {dim}"], number),))
    if zone and inside == GRADING and len(pair.numbers) in (2, 3):
        row = zip(("hue", "saturation", "luminance"), pair.numbers, strict=False)
        return Meaning(PanelContext(GRADING, zone), tuple((grading[f"{zone} {each}"], n) for each, n in row))
    if inside == GRADING and pair.of("zone") and not (dim or slider) and len(pair.numbers) == 1 and number[0].isdigit():
        return Meaning(PanelContext(GRADING, zone), ((grading[f"{zone} hue"], number),))  # the first of its sliders
    if inside == GRADING and slider in ("balance", "blending"):
        return Meaning(PanelContext(GRADING), ((grading[slider], number),))
    alone = not inside and slider in ("lights", "darks") and pair.name.isascii() and number[0] in "+-"
    if (inside == CURVE or alone) and (zone or slider) in curve:
        return Meaning(PanelContext(CURVE), ((curve[zone or slider], number),))
    return None


def _panel(pair: Pair, context: PanelContext, inside: str, chinese: bool) -> Meaning | None:
    """Panels with an amount and further sliders."""
    panel, slider, zone, dim = (pair.of(kind) for kind in ("panel", "slider", "zone", "dim"))
    key, number = slider or zone, pair.number
    if pair.of("basic") or pair.of("colour"):
        return None
    if further := _FURTHER.get((inside, key)) if panel or context.sub else None:
        return Meaning(replace(context, panel=inside, sub=True), ((further, number),))
    if key in _OF_PANELS.get(inside, {}) and not dim:
        switched = inside == COLOR_NOISE and not slider and context.panel == NOISE
        return Meaning(PanelContext(NOISE if switched else inside, sub=True), ((_OF_PANELS[inside][key], number),))
    if inside not in _AMOUNTS or zone:
        return None
    amount = slider == "amount" or (inside == NOISE and dim == "luminance")
    name = _AMOUNTS[inside][chinese]
    if len(pair.numbers) > 1 and inside in _IN_A_ROW and (panel or amount):
        row = zip(_IN_A_ROW[inside], pair.numbers, strict=False)
        settings = tuple((setting, each) for setting, each in row if setting)
        return Meaning(PanelContext(inside, sub=True), settings, name, number)
    if amount:
        return Meaning(PanelContext(inside), written=name)
    if not panel or slider or dim:
        return None
    if "-" in pair.name or pair.name.lower() in _UNREAD:
        return Meaning(PanelContext(inside), written=name)
    if not chinese and inside in (SHARPENING, GRAIN) and not pair.between.strip():
        return Meaning(
            PanelContext(inside), written=pair.name, number=signed(number)
        )  # "a bit warmer, grain 40": not by 40
    return Meaning(PanelContext(inside))


def _basic(pair: Pair, context: PanelContext, inside: str, chinese: bool) -> Meaning | None:
    """The basic sliders, which the grammar reads by their plain names."""
    slider, dim, number = pair.of("slider"), pair.of("dim"), pair.number
    basic = pair.of("basic") or (slider if slider in ("contrast", "tint") else "") or pair.of("zone")
    basic = basic or (dim if dim == "saturation" else "")
    alone = len(pair.terms) == 1 + ("panel" in pair.terms) and pair.of("panel") in ("", BASIC)
    if not basic or not alone or len(pair.numbers) > 1:
        return Meaning() if pair.terms.keys() == {"colour"} and not context.dim else None
    after = PanelContext(BASIC if inside == BASIC else "")
    if basic == "angle":
        degrees = re.sub(r"[^\d.+-]", "", number)
        turn = "逆时针旋转" if number[0] == "-" else "顺时针旋转"
        degrees = f"{degrees.lstrip('+-')}度" if chinese else f"{degrees} degrees"
        return Meaning(after, written=turn if chinese else "rotate", number=degrees)
    usual = _PLAIN_ZH[basic] if chinese else basic
    same = pair.name.lower() in (usual, "temp", "sat") and not (chinese and "=" in pair.between)
    if same and inside != BASIC and (chinese or pair.between):
        return Meaning(after)
    level = "k" in number or basic == "temperature"
    return Meaning(after, written=usual, number=signed(number) if chinese and not level else number)


def _mixed(colour: str, dim: str, chinese: bool) -> str:
    """A slider of the mixer as the grammar reads it."""
    if chinese:
        return f"{_PLAIN_ZH[colour]}{_PLAIN_ZH[dim]}"
    return f"{'teal' if colour == 'aqua' and dim == 'hue' else colour} {dim}"
