"""Filter styles and moods as recipes. Data only.

A recipe moves measured quantities (so that it adapts to the photo) and sets colour tools that have
no measure of their own. `key` is the mean L* the style likes: the photo is brought part of the way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Look:
    """One style or mood.

    words     (English, Chinese) comma-separated
    blurb     (English, Chinese) what it will look like, for the thought
    moves     (dim of goals.GOALS, signed strength) in order
    tools     slider values at strength 1
    key       mean L* it aims at, and None when the photo's own is fine
    bw        black and white
    """

    name: str
    words: tuple[str, str]
    blurb: tuple[str, str]
    moves: tuple[tuple[str, float], ...] = ()
    tools: Mapping[str, float] = field(default_factory=dict)
    key: float | None = None
    bw: bool = False


COLOURED = ("warmth", "magenta", "chroma")
"""Moves of colour, which a black-and-white photo does not take."""


def without_colour(look: Look) -> Look:
    """A style for a photo that is to be black and white: its light, contrast, glow and grain."""
    tools = {name: v for name, v in look.tools.items() if not name.startswith(("SplitToning", "ColorGrade"))}
    return replace(look, moves=tuple(m for m in look.moves if m[0] not in COLOURED), tools=tools)


def split(shadow: float, strength: float, light: float, lights: float, balance: float = 0) -> dict[str, float]:
    """Split toning: hue and strength of the shadows, then of the lights."""
    return {
        "SplitToningShadowHue": shadow,
        "SplitToningShadowSaturation": strength,
        "SplitToningHighlightHue": light,
        "SplitToningHighlightSaturation": lights,
        "SplitToningBalance": balance,
    }


def film(amount: float, size: float = 30) -> dict[str, float]:
    """Film grain."""
    return {"GrainAmount": amount, "GrainSize": size}


LOOKS: tuple[Look, ...] = (
    Look(
        "cinematic",
        (
            (
                "cinematic, cinema, movie, film still, teal and orange, orange and teal, hollywood, blockbuster, movie"
                " look, filmic, teal & orange, movie like, movie scene, cinematographic, cinema like"
            ),
            "电影感, 电影, 电影风格, 青橙, 橙青, 大片感, 好莱坞, 电影质感, 电影色调, 青橙色调, 电影级",
        ),
        (
            "cool teal shadows against warm skin and lights, with deep but readable tones",
            "暗部偏青、亮部与肤色偏暖，影调深沉而有层次",
        ),
        (("contrast", 0.8), ("chroma", -0.25), ("vignette", 0.5)),
        split(200, 34, 38, 26)
        | {"HueAdjustmentBlue": -18, "HueAdjustmentAqua": 8, "SaturationAdjustmentGreen": -30, "Highlights2012": -20},
        key=42,
    ),
    Look(
        "film",
        (
            (
                "film, film look, analog, analogue, 35mm, film photo, shot on film, film photography, film camera, film"
                " vibe, film stock, celluloid, vsco"
            ),
            "胶片, 胶片感, 胶片风, 菲林, 胶卷, 胶片风格, 胶片质感, 胶片味",
        ),
        (
            "gentle film contrast with lifted blacks, soft highlights and a little grain",
            "柔和的胶片反差，黑位微微抬起，高光柔和，并带一点颗粒",
        ),
        (("chroma", -0.3),),
        {"ToneCurvePV2012": 0.5, "Highlights2012": -25} | split(205, 10, 48, 14) | film(28),
    ),
    Look(
        "portra",
        ("portra, kodak, kodak portra, kodachrome, kodak gold, ektar, gold 200", "柯达, 波特拉, 柯达金, 柯达胶片"),
        (
            "warm, creamy skin, soft highlights and quiet greens, as on colour negative film",
            "温暖奶油般的肤色、柔和的高光与安静的绿色，如彩色负片",
        ),
        (("warmth", 0.7), ("chroma", 0.15)),
        {
            "ToneCurvePV2012": 0.35,
            "Highlights2012": -25,
            "Shadows2012": 15,
            "HueAdjustmentGreen": -15,
            "SaturationAdjustmentGreen": -20,
        }
        | split(50, 6, 45, 16)
        | film(20),
    ),
    Look(
        "fuji",
        (
            "fuji, fujifilm, velvia, provia, classic chrome, superia, classic negative, pro 400h",
            "富士, 富士胶片, 富士色",
        ),
        ("clean greens leaning to cyan, cool shadows and clear contrast", "绿色微偏青、暗部偏冷、层次干净"),
        (("contrast", 0.4), ("chroma", 0.2)),
        {"HueAdjustmentGreen": 18, "HueAdjustmentBlue": -8, "ToneCurvePV2012": 0.25} | split(195, 16, 55, 6) | film(16),
    ),
    Look(
        "vintage",
        (
            (
                "vintage, old timey, olden days, old photograph, old photo, aged, antique, old time, old school, old"
                " fashioned, 1950s, 50s, 1960s, 60s, old film, timeworn, old picture, nineteenth century, old times,"
                " from another era, bygone, throwback, old memory, past era, heirloom, time worn, like an old photo"
            ),
            "老照片, 怀旧照片, 老旧, 年代感, 旧照片, 古典, 古旧, 旧时光, 老电影, 民国, 岁月感, 上世纪, 旧时代, 古风",
        ),
        ("faded blacks, a warm yellowed cast, subdued colours and grain", "褪色的黑位、泛黄的暖调、克制的色彩和颗粒"),
        (("warmth", 0.9), ("chroma", -0.7)),
        {"ToneCurvePV2012": 0.8, "Clarity2012": -8}
        | split(40, 12, 48, 26)
        | film(35, 35)
        | {"PostCropVignetteAmount": -14},
    ),
    Look(
        "retro",
        (
            (
                "retro, 70s, 1970s, 80s, 1980s, 90s, 1990s, polaroid, lomo, lomography, instant film, disposable"
                " camera, y2k, ccd, hipster, old camera"
            ),
            "复古, 港风, 拍立得, 八十年代, 九十年代, 宝丽来, 复古风, 港味, 复古感, 一次性相机, 复古港风, 七十年代",
        ),
        (
            "a warm, slightly cross-tinted palette with faded blacks and grain",
            "偏暖、暗部微微串色的配色，黑位褪色并带颗粒",
        ),
        (("warmth", 0.6), ("chroma", -0.2)),
        {"ToneCurvePV2012": 0.65, "Contrast2012": 8} | split(175, 18, 45, 22) | film(30),
    ),
    Look(
        "faded",
        (
            "faded matte, matte film, washed out look, washed out style, faded film, pale faded, faded look",
            "褪色风, 哑光风",
        ),
        ("lifted blacks, low contrast and pale colours", "抬起的黑位、低反差和清淡的色彩"),
        (("chroma", -0.6), ("contrast", -0.4)),
        {"ToneCurvePV2012": 0.9},
    ),
    Look(
        "hdr",
        ("hdr, high dynamic range, hdr look, tone mapped, hyper real", "hdr, 高动态范围"),
        ("open shadows, held highlights and strong local detail", "打开的暗部、压住的高光和强烈的局部细节"),
        (("shadows", 0.5), ("highlights", -0.35), ("clarity", 1.4), ("chroma", 0.7)),
        {"Texture": 40, "Clarity2012": 45, "Dehaze": 12},
    ),
    Look(
        "high_key",
        (
            (
                "high key, bright and airy, light and airy, airy, bright airy, minimalist, minimal, ins minimalist,"
                " clean and bright, clean bright, breezy, ins style, ins, scandinavian, white and clean, minimalistic,"
                " fresh and clean"
            ),
            (
                "高调, 空气感, 极简, ins风, 小清新, 清新, 白净, 简约, 明快, 清爽, 干净, 北欧风, 极简风, ins极简,"
                " 干净明亮, 清新自然"
            ),
        ),
        ("light and open, with soft contrast, clean whites and airy colour", "明亮通透、反差柔和、白色干净、色彩轻盈"),
        (("shadows", 0.8), ("contrast", -0.3), ("chroma", -0.2)),
        {"Clarity2012": -8, "Whites2012": 12, "ToneCurvePV2012": 0.22},
        key=68,
    ),
    Look(
        "clear",
        ("clear, transparent, translucent, crystal clear, luminous", "通透, 清透, 透亮, 通透感, 透彻"),
        ("clear and open, with the veil gone and fresh light", "通透干净，去掉灰蒙，光线清亮"),
        (("haze", -0.35), ("brightness", 0.6), ("contrast", 0.45), ("clarity", 0.5), ("chroma", 0.3)),
        {"Shadows2012": 8},
    ),
    Look(
        "japanese",
        (
            "japanese, japanese style, ghibli, anime, kinfolk, tokyo morning, japanese airy",
            "日系, 日系清新, 日式, 吉卜力, 宫崎骏, 日系空气感, 日系风, 动漫, 日系胶片, 日杂",
        ),
        (
            "airy and slightly overexposed, with cool clean shadows and soft greens",
            "通透微过曝，暗部清冷干净，绿色柔和",
        ),
        (("shadows", 0.9), ("contrast", -0.5), ("chroma", -0.25), ("warmth", -0.5)),
        {"HueAdjustmentGreen": 15, "ToneCurvePV2012": 0.2, "LuminanceAdjustmentOrange": 10} | split(200, 10, 190, 6),
        key=66,
    ),
    Look(
        "low_key",
        (
            "low key, chiaroscuro, dark and moody, dark moody, rembrandt, caravaggio, dramatic dark, dark academia",
            "低调, 暗调, 伦勃朗, 暗黑风, 暗黑系, 暗黑",
        ),
        ("mostly dark, with light left only where it matters", "整体沉入暗调，只把光留给重点"),
        (("contrast", 0.6), ("shadows", -0.5), ("vignette", 1.0)),
        {"Highlights2012": -15},
        key=27,
    ),
    Look(
        "moody",
        (
            (
                "moody, brooding, somber, sombre, sullen, atmospheric, broody, overcast mood, dark mood, dark feeling,"
                " heavy mood"
            ),
            "情绪感, 氛围感, 情绪, 压抑, 暗黑情绪, 忧郁氛围, 沉重, 情绪片, 有氛围, 故事感",
        ),
        (
            "darker and quieter, with muted colours, cool shadows and a falling-off edge",
            "更暗更安静，色彩收敛，暗部偏冷，边缘渐暗",
        ),
        (("chroma", -0.7), ("contrast", 0.3), ("vignette", 0.8)),
        {"Highlights2012": -30, "ToneCurvePV2012": 0.25, "SaturationAdjustmentGreen": -25} | split(210, 18, 40, 8),
        key=35,
    ),
    Look(
        "noir",
        ("noir, film noir, sin city, detective, crime film", "黑色电影, 侦探片"),
        ("black and white with hard contrast and deep shadow", "硬朗的黑白，高反差、深阴影"),
        (("contrast", 1.1), ("vignette", 1.2)),
        {"Clarity2012": 20} | film(24),
        key=36,
        bw=True,
    ),
    Look(
        "bw_art",
        ("ansel adams, timeless black and white, silver gelatin, fine art black and white", "银盐, 黑白艺术"),
        ("a full-range silver print, rich blacks to clean whites", "从浓黑到净白、层次完整的银盐质感"),
        (("contrast", 1.0), ("clarity", 0.8)),
        {"GrayMixerBlue": -25, "GrayMixerOrange": 15} | film(15),
        bw=True,
    ),
    Look(
        "bleach",
        ("bleach bypass, silver retention, saving private ryan", "漂白, 留银, 跳漂"),
        ("hard contrast with half of the colour gone", "反差强硬、颜色褪去一半"),
        (("contrast", 1.5), ("chroma", -1.4)),
        {"Clarity2012": 25},
    ),
    Look(
        "cross",
        ("cross process, cross processed, cross processing, xpro, x pro", "交叉冲洗, 正片负冲, 反转负冲"),
        ("green-yellow lights over blue shadows and a hard curve", "亮部偏黄绿、暗部偏蓝，反差强烈"),
        (("contrast", 1.0), ("chroma", 0.6)),
        split(230, 40, 75, 36),
    ),
    Look(
        "sepia",
        (
            "sepia, sepia tone, brown tone, sepia toned, wild west, daguerreotype",
            "棕褐色, 褐色, 棕色调, 乌贼墨, 泛黄老照片, 棕褐",
        ),
        ("a single warm brown tone", "统一的暖褐单色"),
        (("contrast", 0.2),),
        split(36, 48, 40, 50) | {"ColorGradeMidtoneHue": 38, "ColorGradeMidtoneSat": 50},
        bw=True,
    ),
    Look(
        "cyanotype",
        ("cyanotype, blueprint, prussian blue", "蓝晒, 蓝印"),
        ("a single deep blue tone", "统一的深蓝单色"),
        (),
        split(212, 60, 208, 40) | {"ColorGradeMidtoneHue": 210, "ColorGradeMidtoneSat": 60},
        bw=True,
    ),
    Look(
        "pastel",
        (
            "pastel, candy, cotton candy, marshmallow, macaron, soft pastel, baby color, unicorn",
            "马卡龙, 糖果色, 粉彩, 粉嫩嫩, 少女心, 甜美, 奶油, 奶油色, 奶油风, 少女",
        ),
        ("pale, sweet colours in soft bright light", "明亮柔光里的清甜浅色"),
        (("contrast", -0.6), ("shadows", 0.6), ("chroma", -0.3)),
        {"Clarity2012": -15, "ToneCurvePV2012": 0.3} | split(300, 12, 330, 14),
        key=67,
    ),
    Look(
        "golden",
        (
            (
                "golden hour, magic hour, sunset glow, sunset feel, sunset vibe, sun drenched, late afternoon,"
                " afternoon sun, sunset light, honey light, sunrise, sunset mood, summer evening, warm sunset, sun"
                " soaked, low sun"
            ),
            "黄金时刻, 夕阳感, 落日余晖, 金色时刻, 日落感, 黄昏, 午后阳光, 阳光感, 落日感, 金色阳光, 傍晚",
        ),
        ("low, golden sunlight with glowing lights and soft shadows", "低斜的金色阳光，亮部泛光，阴影柔和"),
        (("warmth", 1.4), ("chroma", 0.4)),
        {"Shadows2012": 12, "Highlights2012": -18, "IncrementalTint": 8} | split(20, 8, 40, 26),
    ),
    Look(
        "moonlight",
        (
            (
                "moonlight, moonlit, night look, day for night, midnight, blue hour, nighttime, nocturnal, twilight,"
                " night time, night mood"
            ),
            "月光, 夜晚, 月夜, 蓝调时刻, 夜色, 蓝调, 夜景感, 深夜",
        ),
        ("dim, blue and quiet, like moonlight", "幽暗、偏蓝而安静，如同月光"),
        (("warmth", -1.7), ("chroma", -0.5), ("vignette", 0.5)),
        {"Highlights2012": -25} | split(222, 26, 215, 14),
        key=29,
    ),
    Look(
        "cyberpunk",
        (
            (
                "cyberpunk, neon, vaporwave, synthwave, futuristic, blade runner, sci fi, neon light, neon lights,"
                " tron, outrun"
            ),
            "赛博朋克, 霓虹, 蒸汽波, 科幻, 未来感, 赛博",
        ),
        (
            "magenta lights over cyan-blue shadows, electric colour and dark tones",
            "品红的亮部压在青蓝的暗部上，电光般的色彩",
        ),
        (("contrast", 0.7), ("chroma", 0.9), ("magenta", 1.0), ("warmth", -0.9)),
        split(215, 44, 315, 34) | {"HueAdjustmentBlue": 10, "HueAdjustmentYellow": -40, "Clarity2012": 12},
        key=38,
    ),
    Look(
        "wes",
        ("wes anderson, grand budapest, storybook, whimsical", "韦斯安德森, 童话, 布达佩斯"),
        ("flat pastel light with warm pinks and yellows", "平光粉彩，偏暖的粉与黄"),
        (("contrast", -0.5), ("warmth", 0.7), ("chroma", 0.3)),
        {"Shadows2012": 25, "HueAdjustmentYellow": -12} | split(340, 12, 45, 18),
        key=60,
    ),
    Look(
        "documentary",
        (
            (
                "documentary, photojournalism, reportage, street photography, national geographic, journalistic, gritty"
                " street, war photo"
            ),
            "纪实, 新闻, 街拍, 国家地理, 扫街, 人文",
        ),
        (
            "honest, firm contrast and restrained colour with bite in the detail",
            "真实、有力的反差，克制的颜色，细节有咬合力",
        ),
        (("contrast", 0.8), ("chroma", -0.5), ("clarity", 0.9)),
        {"Texture": 12},
    ),
    Look(
        "food",
        (
            (
                "appetizing, delicious, tasty, mouth watering, mouthwatering, food photography, yummy, appetising,"
                " fresh food, restaurant menu"
            ),
            "食欲, 有食欲, 美味, 诱人, 好吃, 美食感, 可口, 看起来好吃",
        ),
        ("warm, fresh and saturated where the food is, with clear light", "温暖、鲜明、光线通透，让食物诱人"),
        (("brightness", 0.6), ("warmth", 0.45), ("chroma", 0.7), ("clarity", 0.4)),
        {"SaturationAdjustmentOrange": 8, "Texture": 10},
    ),
    Look(
        "product",
        (
            (
                "product photo, e commerce, ecommerce, commercial, catalog, catalogue, studio, advertisement,"
                " advertising, product shot, clean white"
            ),
            "产品, 商业, 电商, 广告, 棚拍, 商业感, 产品图",
        ),
        ("clean whites, neutral colour and crisp detail", "白色干净、颜色中性、细节利落"),
        (("brightness", 0.6), ("clarity", 0.6)),
        {"Sharpness": 35, "Whites2012": 15},
    ),
    Look(
        "glow",
        (
            (
                "portrait glow, glowing skin, beauty, glamour, glamorous, radiant skin, soft glow, dewy, beauty shot,"
                " healthy skin, glowing, healthy glow"
            ),
            "发光, 光泽, 白皙, 冷白皮, 美颜, 光泽感, 气色, 好气色, 美白, 皮肤发光, 白里透红",
        ),
        ("bright, smooth skin with a soft glow", "肤色明亮、细腻、带柔光"),
        (("brightness", 0.6),),
        {
            "Clarity2012": -16,
            "Texture": -18,
            "LuminanceAdjustmentOrange": 18,
            "SaturationAdjustmentOrange": -6,
            "SaturationAdjustmentRed": -5,
        },
    ),
    Look(
        "autumn",
        (
            (
                "autumn, fall look, fall vibe, autumnal, fall feel, fall color, autumn vibe, pumpkin, october, fall"
                " foliage, fall tone"
            ),
            "秋天, 秋日, 秋色, 秋季, 秋意, 深秋, 秋",
        ),
        ("greens turned to rust and gold, warm and a little subdued", "绿色转为金与锈红，温暖而略微沉静"),
        (("warmth", 0.8), ("chroma", 0.15)),
        {"HueAdjustmentGreen": -60, "HueAdjustmentYellow": -35, "SaturationAdjustmentOrange": 15}
        | split(35, 10, 42, 12),
    ),
    Look(
        "winter",
        (
            "winter, arctic, nordic, snowy, winter wonderland, christmas morning, freezing, winter vibe",
            "冬天, 冬日, 冬季, 冰雪, 寒冬, 雪景感, 冬",
        ),
        ("cold, pale and crisp", "寒冷、清淡而干净"),
        (("warmth", -1.2), ("chroma", -0.6)),
        {"Whites2012": 12, "Clarity2012": 6} | split(215, 14, 205, 8),
        key=58,
    ),
    Look(
        "spring",
        ("spring, springtime, springlike, spring morning, blooming, spring vibe", "春天, 春日, 春季, 春意, 春"),
        ("light, fresh and tender, with young greens", "明亮、清新、嫩绿"),
        (("shadows", 0.6), ("chroma", 0.35)),
        {"HueAdjustmentGreen": -18, "LuminanceAdjustmentGreen": 18, "LuminanceAdjustmentYellow": 10},
        key=60,
    ),
    Look(
        "summer",
        (
            "summer, summery, tropical, beach vibe, holiday, vacation, mediterranean, california, caribbean, beachy",
            "夏天, 夏日, 夏季, 热带, 海岛, 度假, 盛夏, 夏",
        ),
        ("bright sun, saturated blues and greens, a warm touch", "阳光明媚，蓝绿饱满，略带暖意"),
        (("brightness", 0.6), ("chroma", 0.9), ("warmth", 0.4)),
        {"SaturationAdjustmentBlue": 10, "SaturationAdjustmentAqua": 12},
    ),
    Look(
        "dreamy",
        (
            (
                "dreamy, dreamlike, fairytale, fairy tale, magical, enchanted, fantasy, surreal, hazy dream, soft"
                " dream, fairy, dream like"
            ),
            "梦幻, 梦境, 唯美, 仙气, 仙, 童话般, 如梦, 幻想, 梦幻感, 奇幻",
        ),
        ("soft, glowing and low in contrast, as if half asleep", "柔软、泛光、低反差，如在梦里"),
        (("contrast", -0.6), ("shadows", 0.6), ("clarity", -1.2)),
        {"Texture": -18, "Dehaze": -8} | split(280, 12, 330, 12),
        key=58,
    ),
    Look(
        "ethereal",
        (
            "ethereal, heavenly, angelic, celestial, otherworldly, weightless, divine, pure",
            "空灵, 圣洁, 缥缈, 出尘, 纯净, 飘渺",
        ),
        ("light, weightless and pale, with a cool glow", "轻盈、浅淡、带一层清冷的光"),
        (("contrast", -0.6), ("shadows", 0.8), ("chroma", -0.5), ("warmth", -0.3)),
        {"Clarity2012": -28, "Texture": -12},
        key=66,
    ),
    Look(
        "nostalgic",
        (
            (
                "nostalgic, nostalgia, memory, memories, reminiscent, childhood, sentimental, wistful, yesteryear, good"
                " old days, home video"
            ),
            "怀旧, 回忆, 怀念, 童年, 回忆感, 怀旧感, 旧日",
        ),
        ("warm, faded and soft, like a kept memory", "温暖、褪色、柔软，如珍藏的回忆"),
        (("warmth", 0.9), ("chroma", -0.4), ("contrast", -0.3)),
        {"ToneCurvePV2012": 0.6} | split(35, 10, 46, 20) | film(22),
    ),
    Look(
        "mysterious",
        (
            (
                "mysterious, mystery, enigmatic, mystic, mystical, eerie, haunting, spooky, sinister, ominous, creepy,"
                " horror, gothic, scary, suspenseful, thriller, halloween"
            ),
            "神秘, 诡异, 阴森, 恐怖, 悬疑, 诡秘, 哥特, 惊悚",
        ),
        ("dark, cool and half hidden", "幽暗、清冷、若隐若现"),
        (("chroma", -0.6), ("warmth", -0.7), ("vignette", 1.1), ("shadows", -0.4)),
        {"Highlights2012": -20} | split(195, 24, 210, 8),
        key=30,
    ),
    Look(
        "cheerful",
        (
            (
                "cheerful, happy, joyful, joyous, playful, upbeat, fun, merry, uplifting, optimistic, festive, party,"
                " celebratory, jolly, lighthearted, sunny and happy, cheery, positive, delightful, happier, carefree"
            ),
            "欢快, 开心, 快乐, 愉快, 喜庆, 俏皮, 活泼, 欢乐, 节日, 阳光, 热闹, 明媚, 轻松, 愉悦, 可爱, 欢乐的",
        ),
        ("bright, warm and colourful", "明亮、温暖、色彩丰富"),
        (("brightness", 0.8), ("chroma", 0.9), ("warmth", 0.4)),
        {"Shadows2012": 12},
    ),
    Look(
        "melancholic",
        (
            (
                "melancholic, melancholy, sad, gloomy mood, sorrowful, depressing, bleak, blue mood, mournful,"
                " heartbroken, rainy, sorrow, sadness, depressed, dreary, desolate, forlorn, rainy day, grief"
            ),
            "忧郁, 忧伤, 悲伤, 伤感, 凄凉, 阴郁, 哀伤, 悲凉, 阴雨, 惆怅, 低落, 丧, 悲, 雨天, 凄美",
        ),
        ("cool, subdued and a little darker", "偏冷、收敛、略暗"),
        (("brightness", -0.5), ("warmth", -0.9), ("chroma", -0.9)),
        {"Highlights2012": -20, "ToneCurvePV2012": 0.25} | split(215, 14, 210, 5),
    ),
    Look(
        "romantic",
        (
            "romantic, romance, love, wedding, tender, valentine, intimate, lovey, in love, bridal, sweet, passionate",
            "浪漫, 爱情, 婚礼, 甜蜜, 情侣, 婚纱, 暧昧, 恋爱",
        ),
        ("soft, warm and slightly rosy", "柔和、温暖、略带玫瑰色"),
        (("warmth", 0.5), ("magenta", 0.6), ("contrast", -0.4), ("brightness", 0.4)),
        {"Clarity2012": -16} | split(330, 10, 25, 16),
    ),
    Look(
        "calm",
        (
            (
                "calm, peaceful, serene, tranquil, quiet, zen, relaxing, relaxed, soothing, still, meditative,"
                " tranquility, serenity, peace, restful"
            ),
            "宁静, 平静, 安静, 恬静, 静谧, 禅意, 安宁, 治愈, 治愈系, 舒缓, 平和, 祥和",
        ),
        ("gentle contrast, soft colour and a slightly cool hush", "反差温和、颜色柔淡、略带清凉的安静"),
        (("contrast", -0.6), ("chroma", -0.5), ("warmth", -0.3)),
        {"Clarity2012": -8, "Highlights2012": -15},
    ),
    Look(
        "energetic",
        (
            (
                "energetic, dynamic, powerful, exciting, intense, sporty, action, lively and bold, electric, vibrant"
                " energy, energy, high energy, adrenaline, sports, fierce, fiery"
            ),
            "动感, 激情, 热情, 充满活力, 张力, 热血, 有张力, 力量感, 运动感, 激烈, 有力量",
        ),
        ("strong contrast, vivid colour and crisp detail", "反差强、色彩鲜明、细节利落"),
        (("contrast", 0.9), ("chroma", 0.9), ("clarity", 0.7)),
        {},
    ),
    Look(
        "lonely",
        (
            (
                "lonely, loneliness, solitary, isolated, cold and lonely, desolation, solitude, empty, emptiness,"
                " alone, abandoned, isolation"
            ),
            "孤独, 寂寞, 孤单, 荒凉, 萧瑟, 冷清, 落寞, 孤寂, 寂寥, 清冷孤独",
        ),
        ("cold, drained and quiet, with the edges falling away", "寒冷、褪色、安静，边缘沉下去"),
        (("warmth", -1.1), ("chroma", -1.0), ("brightness", -0.4), ("vignette", 0.7)),
        split(215, 16, 205, 6),
    ),
    Look(
        "cozy",
        (
            (
                "cozy, cosy, homely, comfortable, snug, hygge, inviting, welcoming, fireplace, candlelight, intimate"
                " and warm, comforting, homey, christmas, fireside, autumn evening, coffee shop, cafe"
            ),
            "温馨, 舒适, 惬意, 家的感觉, 圣诞, 烛光, 暖心, 居家, 咖啡馆, 温情, 咖啡店",
        ),
        ("warm, soft and close, like lamplight", "温暖、柔和、亲近，如灯下"),
        (("warmth", 1.1), ("contrast", -0.2), ("chroma", 0.1)),
        {"Clarity2012": -6, "Highlights2012": -22, "Shadows2012": 10}
        | split(28, 10, 42, 18)
        | {"PostCropVignetteAmount": -10},
    ),
    Look(
        "dramatic",
        (
            (
                "dramatic, drama, epic, majestic, stormy, striking, powerful sky, theatrical, intense mood, grand,"
                " imposing, tense, grandeur, stormy sky, majesty"
            ),
            "戏剧, 戏剧性, 史诗, 震撼, 大气, 壮观, 恢弘, 戏剧感, 磅礴, 壮丽, 气势, 暴风雨",
        ),
        ("deep shadows, held highlights and strong local contrast", "深沉的阴影、压住的高光、强烈的局部反差"),
        (("contrast", 0.9), ("highlights", -0.7), ("clarity", 1.1), ("vignette", 0.7)),
        {"Dehaze": 10},
        key=40,
    ),
    Look(
        "luxury",
        (
            (
                "luxurious, luxury, elegant, classy, sophisticated, expensive, editorial, vogue, fashion, chic, rich"
                " and elegant, premium, elegance, high end, magazine, upscale"
            ),
            "高端, 奢华, 优雅, 时尚, 杂志, 轻奢, 杂志感, 精致, 时髦, 高雅, 莫兰迪, 高冷",
        ),
        ("restrained colour, clean tones and quiet contrast", "克制的颜色、干净的影调、沉着的反差"),
        (("contrast", 0.5), ("chroma", -0.4), ("clarity", 0.3)),
        {"Highlights2012": -15} | split(220, 8, 40, 6),
    ),
    Look(
        "earthy",
        (
            (
                "earthy, rustic, boho, bohemian, desert, western, countryside, farmhouse, natural earth, country,"
                " cottagecore, terracotta"
            ),
            "大地色, 田园, 乡村, 波西米亚, 沙漠, 森系, 西部",
        ),
        ("browns and olive greens, warm and quiet", "棕与橄榄绿，温暖而安静"),
        (("warmth", 0.7), ("chroma", -0.3)),
        {"HueAdjustmentGreen": -35, "SaturationAdjustmentBlue": -25, "ToneCurvePV2012": 0.3},
    ),
    Look(
        "urban",
        (
            (
                "urban, city night, industrial, black gold, concrete, metallic, grunge, edgy, tough, cool and edgy,"
                " street style, steel"
            ),
            "都市, 工业风, 黑金, 城市感, 酷, 冷酷, 酷炫, 金属感, 性冷淡, 硬核",
        ),
        ("cool, desaturated and hard-edged", "偏冷、低饱和、轮廓硬朗"),
        (("contrast", 0.9), ("chroma", -0.8), ("warmth", -0.6), ("clarity", 0.8)),
        {},
    ),
    Look(
        "fresh",
        (
            (
                "fresh, refreshing, crisp and clean, dewy morning, minty, morning, morning light, dawn, clean, early"
                " morning, mint, springy"
            ),
            "清晨, 早晨, 薄荷, 晨光, 清晨感, 新鲜, 清新明亮",
        ),
        ("light and clean, with a breath of cool green", "明亮干净，带一丝清凉"),
        (("brightness", 0.7), ("chroma", 0.3), ("warmth", -0.25)),
        {"Shadows2012": 15, "HueAdjustmentGreen": 8},
    ),
    Look(
        "soft",
        ("soft look, soft focus, soft light look", "柔光, 柔焦, 柔美"),
        ("softer, with gentle contrast and a little glow", "更柔和，反差轻缓，微微泛光"),
        (("contrast", -0.5), ("clarity", -0.8)),
        {"Texture": -10, "Highlights2012": -10},
    ),
    Look(
        "muted",
        ("muted, subdued palette, greyed colours", "莫兰迪色, 灰调, 低饱和"),
        ("greyed, quiet colours in soft contrast", "灰而安静的色彩与柔和的反差"),
        (("chroma", -1.0), ("contrast", -0.35)),
        {"Highlights2012": -12, "ToneCurvePV2012": 0.15},
    ),
)
NAMED = (
    *("cinematic", "film", "portra", "fuji", "vintage", "retro", "faded", "hdr", "high_key", "japanese", "low_key"),
    *("noir", "bw_art", "bleach", "cross", "sepia", "cyanotype", "pastel", "cyberpunk", "wes", "documentary", "muted"),
)
"""Styles of which a photo has one: another takes its place. Moods ("softer", "dramatic") come to what stands."""
BY_NAME: dict[str, Look] = {look.name: look for look in LOOKS}
ALIASES = {
    "airy": "high_key",
    "glossy": "glow",
    "creamy": "pastel",
    "premium": "luxury",
    "teal orange": "cinematic",
    "hongkong": "retro",
    "atmospheric": "moody",
    "morandi": "muted",
    "sunset": "golden",
    "night": "moonlight",
    "moonlit": "moonlight",
    "appetizing": "food",
    "black and white": "bw_art",
}
"""Other names of styles."""
_BY_WORD = {word.strip(): look for look in LOOKS for words in look.words for word in words.split(",")}


def look_of(name: str) -> Look | None:
    """The style of a name or of one of its words, "teal orange" as "teal and orange"; None when it is not known."""
    name = name.strip().lower().replace("_", " ").replace("-", " ")
    name = ALIASES.get(name, name)
    forms = (name.replace(" ", "_"), name, name.replace(" ", ""), name.replace(" ", " and "))
    for form in forms:
        if found := BY_NAME.get(form) or _BY_WORD.get(form):
            return found
    return None
