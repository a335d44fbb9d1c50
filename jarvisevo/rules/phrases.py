"""Wordings of the expert's thoughts, English and Chinese. Data only: each entry is (English choices,
Chinese choices).
"""

Pair = tuple[tuple[str, ...], tuple[str, ...]]

OPENINGS: Pair = (
    (
        "Alright, let's look at this one.",
        "Alright, let me think this through.",
        "Alright, first a look at what we have.",
        "Okay, let's see what this photo needs.",
        "Alright, let's break this edit down.",
    ),
    ("好，先看看这张照片。", "先来分析一下画面。", "好的，先看清楚现状。", "来，理一理思路。", "先观察，再动手。"),
)
FRAMES: dict[str, Pair] = {
    "seen": (
        (
            "The frame is {what}.",
            "What I see is a picture that is {what}.",
            "As it stands, the photo is {what}.",
            "The starting point is {what}.",
        ),
        ("这张照片{what}。", "画面目前{what}。", "现状是：{what}。", "原片{what}。"),
    ),
    "asked": (
        (
            "The request is clear, so I will {what}.",
            "To get there I will {what}.",
            "What is wanted tells me to {what}; that will be the heart of the edit.",
            "So the plan will be to {what}.",
        ),
        ("按照要求，我会{what}。", "接下来将{what}。", "因此这一步会{what}。", "用户的意思很明确，我将{what}。"),
    ),
    "also": (
        ("On top of that I will {what}.", "I will also {what}.", "Beyond the style itself, I will {what}."),
        ("在此基础上，我还会{what}。", "此外会{what}。", "同时将{what}。"),
    ),
    "look": (
        (
            "The feeling asked for is {name}: I will aim for {blurb}.",
            "For a {name} mood the picture will move towards {blurb}.",
            "{name} is the word here, which will mean {blurb}.",
        ),
        (
            "想要的是“{name}”的感觉，我会朝{blurb}的方向去做。",
            "要做出“{name}”的味道，画面将变得{blurb}。",
            "关键词是“{name}”，也就是{blurb}，我会往这个方向调。",
        ),
    ),
    "how": (
        ("Along the way I will {what}.", "For that I will {what}.", "In practice I will {what}."),
        ("具体来说，会{what}。", "过程中会{what}。", "手法上，将{what}。"),
    ),
    "will": (
        ("I will {what}.", "So I will {what}.", "The plan: I will {what}."),
        ("我会{what}。", "接下来将{what}。", "因此会{what}。"),
    ),
    "setting": (("set the {thing}",), ("设定{thing}",)),
    "stays": (("Nothing will change in the {thing}.",), ("{thing}会保持原样。",)),
    "style": (
        ("move {thing} towards {blurb}", "aim {thing} at {blurb}"),
        ("把{thing}往“{blurb}”的方向调", "让{thing}有“{blurb}”的感觉"),
    ),
    "little": (("just a little", "gently", "slightly"), ("稍微", "轻轻", "略微")),
    "much": (("clearly", "decidedly", "firmly"), ("明显地", "大幅", "着力")),
    "tint": (
        ("lean the whole picture {degree} towards {hue}", "bring {degree} more {hue} into the colour balance"),
        ("让整体色调{degree}偏{hue}一些", "在色彩平衡里{degree}加一些{hue}"),
    ),
    "untint": (
        ("take {degree} the {hue} cast out", "pull the white balance {degree} away from {hue}"),
        ("{degree}去掉画面里的{hue}色偏", "让白平衡{degree}远离{hue}"),
    ),
    "zone_tint": (("lay {degree} some {hue} into the {zone}",), ("在{zone}里{degree}染上{hue}",)),
    "zone_untint": (("take {degree} the {hue} out of the {zone}",), ("{degree}去掉{zone}里的{hue}",)),
    "turn": (
        ("turn the {thing} {degree} towards {hue}", "shift the hue of the {thing} {degree} to {hue}"),
        ("把{thing}{degree}转向{hue}", "让{thing}的色相{degree}靠近{hue}"),
    ),
    "keep": (
        ("What was to stay as it is will stay.", "I will leave alone what I was asked to leave alone."),
        ("要求保持的部分不会改变。", "不该动的地方我不会动。"),
    ),
    "keep_bands": (
        (
            "I will hold the {thing} where they are, so that they do not drift with the rest.",
            "The {thing} will be brought back to their own colour afterwards.",
        ),
        ("{thing}会保持原来的样子，不随整体偏移。", "最后会把{thing}拉回原本的颜色。"),
    ),
    "limit": (
        ("I will watch that it does not go too far in the other direction.", "I will stop before it becomes too much."),
        ("我会注意分寸，不让它过头。", "力度会有所收敛，避免走向另一个极端。"),
    ),
    "local": (
        (
            (
                "A mask would be the exact way; I will reach it through its colours and tones, so similar tones"
                " elsewhere will move a little too."
            ),
            (
                "I will work on it through the colours it is made of rather than a mask, so neighbours of the same"
                " colour will follow slightly."
            ),
        ),
        (
            "这里没有用蒙版，会通过它所含的颜色和影调来实现，画面中相近的颜色也会略有变化。",
            "我会从它的颜色入手而不是蒙版，相似的颜色会跟着有一点变化。",
        ),
    ),
    "masked": (
        (
            "A separate mask will hold the {thing}, so that the rest stays as it is.",
            "I will mask the {thing}, so the change will end where it ends.",
            "This will happen behind a mask of the {thing} only.",
        ),
        (
            "{thing}会用单独的蒙版来处理，不影响其余画面。",
            "我会为{thing}建立蒙版，只在其中调整。",
            "这一步只会作用在{thing}的蒙版之内。",
        ),
    ),
    "keep_masked": (("The {thing} will be held as it was, behind a mask.",), ("{thing}会用蒙版保持原样。",)),
    "blurred": (
        (
            (
                "The lens blur will leave the subject sharp and let what lies behind it melt; it works on an estimate"
                " of depth, not on a true one."
            ),
        ),
        ("镜头模糊会让主体保持清晰、背景虚化；它依据的是估计的景深，而非真实的深度。",),
    ),
    "nothing": (
        ("I did not find a wish in these words that I could turn into an edit, so I will leave the photo as it is.",),
        ("这些话里没有我能落实的修图要求，所以我会保持照片原样。",),
    ),
}
CLOSING: Pair = (
    (
        "The result should stay natural, with detail kept at both ends.",
        "I will keep an eye on the highlights so that nothing burns out.",
        "That should answer the wish without the photo looking processed.",
        "Everything else will stay as the photographer left it.",
        "I will judge the amounts by what this photo can take.",
    ),
    (
        "整体会保持自然，亮部和暗部的细节都会留住。",
        "我会留意高光，避免溢出。",
        "这样既回应了要求，又不会显得修过头。",
        "其余部分会保持原貌。",
        "力度会以这张照片能承受的程度为准。",
    ),
)
SEEN: dict[str, Pair] = {
    "tone:night": (
        ("very dark, a night scene by the look of it", "mostly in darkness"),
        ("非常暗，像是夜景", "大部分沉在黑暗里"),
    ),
    "tone:dark": (
        ("on the dark side", "rather dark, with the weight in the shadows"),
        ("偏暗", "整体暗沉，重心在阴影里"),
    ),
    "tone:even": (
        ("evenly exposed", "fairly balanced in exposure", "well spread between dark and light"),
        ("曝光大致均衡", "明暗分布比较平均", "曝光正常"),
    ),
    "tone:bright": (("bright and open", "already light"), ("明亮开阔", "本身已经比较亮")),
    "flat": (("flat, with little between dark and light", "short of contrast"), ("反差偏低、有些平", "层次不够分明")),
    "contrasty": (("strong in contrast", "hard between light and shade"), ("反差强烈", "明暗对比很大")),
    "blown": (("pure white in places", "close to burning out in the lights"), ("局部亮部已接近纯白", "高光有些吃紧")),
    "grey": (("nearly without colour", "almost monochrome"), ("几乎没有颜色", "接近单色")),
    "pale": (("restrained in colour", "pale in its colours"), ("色彩比较清淡", "颜色偏淡")),
    "vivid": (("rich in colour", "strongly coloured"), ("色彩浓郁", "颜色饱满")),
    "warm": (("warm in its tones", "leaning warm"), ("色调偏暖", "暖色为主")),
    "cool": (("cool in its tones", "leaning blue"), ("色调偏冷", "冷色为主")),
    "hazy": (("veiled by some haze",), ("蒙着一层薄雾",)),
}


def pair(english: str, chinese: str) -> Pair:
    """Choices separated by "|"."""
    return tuple(english.split("|")), tuple(chinese.split("|"))


ACTIONS: dict[tuple[str, int], Pair] = {
    ("brightness", 1): pair(
        "brighten the picture {degree}|lift the exposure {degree}|open the whole image up {degree}",
        "{degree}提亮画面|{degree}抬高曝光|让整体{degree}亮起来",
    ),
    ("brightness", -1): pair(
        "darken the picture {degree}|bring the exposure down {degree}", "{degree}压暗画面|{degree}降低曝光"
    ),
    ("contrast", 1): pair(
        "strengthen the contrast {degree}|give the tones {degree} more bite", "{degree}加强反差|{degree}拉开明暗层次"
    ),
    ("contrast", -1): pair(
        "soften the contrast {degree}|bring dark and light {degree} closer together",
        "{degree}降低反差|让明暗过渡{degree}柔和",
    ),
    ("deep", 1): pair("deepen the tones {degree}", "{degree}加深影调"),
    ("deep", -1): pair("make the tones {degree} lighter", "{degree}减轻影调"),
    ("highlights", 1): pair("lift the highlights {degree}", "{degree}提亮高光"),
    ("highlights", -1): pair(
        "pull the highlights back {degree}|recover detail in the bright areas {degree}",
        "{degree}压住高光|{degree}找回亮部细节",
    ),
    ("shadows", 1): pair(
        "open the shadows {degree}|bring {degree} more light into the dark areas", "{degree}打开阴影|{degree}提亮暗部"
    ),
    ("shadows", -1): pair("deepen the shadows {degree}", "{degree}加深阴影"),
    ("midtones", 1): pair("lift the mid-tones {degree}", "{degree}提亮中间调"),
    ("midtones", -1): pair("lower the mid-tones {degree}", "{degree}压低中间调"),
    ("whites", 1): pair("make the whites cleaner {degree}", "让白色{degree}更干净"),
    ("whites", -1): pair("calm the whites {degree}", "{degree}收敛白色"),
    ("blacks", 1): pair("lift the blacks {degree}", "{degree}抬起黑位"),
    ("blacks", -1): pair("make the blacks {degree} deeper", "让黑色{degree}更深"),
    ("warmth", 1): pair(
        "warm the tones {degree}|let {degree} more warmth into the light", "让色调{degree}变暖|{degree}加入暖意"
    ),
    ("warmth", -1): pair(
        "cool the tones {degree}|take {degree} some warmth away", "让色调{degree}变冷|{degree}收掉一些暖意"
    ),
    ("magenta", 1): pair("move the tint {degree} away from green", "让色调{degree}远离绿色"),
    ("magenta", -1): pair("move the tint {degree} away from magenta", "让色调{degree}远离洋红"),
    ("chroma", 1): pair(
        "make the colours {degree} richer|bring {degree} more life into the colours",
        "让颜色{degree}更鲜明|{degree}提升色彩的活力",
    ),
    ("chroma", -1): pair(
        "mute the colours {degree}|quieten the palette {degree}", "{degree}收敛颜色|让色彩{degree}素净"
    ),
    ("clarity", 1): pair(
        "bring out {degree} the local contrast|give forms {degree} more definition",
        "{degree}增强质感和通透度|让轮廓{degree}更清晰",
    ),
    ("clarity", -1): pair("soften the local contrast {degree}", "{degree}柔化局部反差"),
    ("texture", 1): pair("bring out fine texture {degree}", "{degree}突出细微纹理"),
    ("texture", -1): pair("smooth fine texture {degree}", "{degree}让纹理更平滑"),
    ("sharpness", 1): pair("sharpen the details {degree}", "{degree}锐化细节"),
    ("sharpness", -1): pair("take {degree} the edge off the details", "{degree}减轻锐利感"),
    ("softness", 1): pair("soften the rendering {degree}", "让质感{degree}更柔和"),
    ("softness", -1): pair("make the rendering {degree} firmer", "让质感{degree}更硬朗"),
    ("haze", -1): pair("clear the haze {degree}", "{degree}去除雾气"),
    ("haze", 1): pair("lay {degree} a veil of mist over the scene", "{degree}加一层薄雾"),
    ("noise", -1): pair("clean up the noise {degree}", "{degree}清理噪点"),
    ("noise", 1): pair("roughen the surface {degree} with grain", "{degree}加入颗粒"),
    ("fringes", -1): pair("take the colour out of the fringes {degree}", "{degree}去除边缘的杂色"),
    ("grain", 1): pair("add {degree} some film grain", "{degree}加入胶片颗粒"),
    ("grain", -1): pair("smooth the grain away {degree}", "{degree}去掉颗粒"),
    ("vignette", 1): pair("let the edges fall off {degree}", "{degree}压暗四周"),
    ("vignette", -1): pair("lighten the corners {degree}", "{degree}提亮四角"),
    ("background", -1): pair("darken the surroundings {degree} towards the edges", "{degree}压暗四周的背景"),
    ("background", 1): pair("lighten the surroundings {degree}", "{degree}提亮四周的背景"),
    ("fade", 1): pair("lift the blacks {degree} for a faded, matte finish", "{degree}抬起黑位，做出褪色的哑光感"),
    ("fade", -1): pair("take the faded look away {degree}", "{degree}消除褪色感"),
    ("pop", 1): pair("bring out its colours {degree}", "{degree}突出它的色彩"),
    ("blur", 1): pair("let the surroundings step back {degree} towards the edges", "{degree}压暗四周，让背景退后"),
    ("glow", 1): pair("add {degree} a soft glow", "{degree}加入柔光"),
    ("glow", -1): pair("take {degree} the glow away", "{degree}减轻光晕"),
    ("bw", 1): pair(
        "turn it into black and white|let the colour go and work in tones of grey", "转为黑白|放下颜色，只用灰阶说话"
    ),
    ("wb", 1): pair("bring the greys back to neutral|set the white balance right", "让灰色回到中性|校正白平衡"),
    ("tone", 1): pair("set exposure and contrast right", "把曝光和反差调整到位"),
    ("auto", 1): pair(
        "bring exposure, tonal range and colour to where they serve the picture|give it a balanced, finished look",
        "把曝光、层次和色彩调整到合适的状态|让画面变得均衡而完整",
    ),
    ("band_saturation", 1): pair(
        "make the {thing} {degree} more intense|enrich the {thing} {degree}",
        "让{thing}{degree}更浓|{degree}增强{thing}",
    ),
    ("band_saturation", -1): pair(
        "quieten the {thing} {degree}|take {degree} some strength out of the {thing}",
        "让{thing}{degree}收敛|{degree}减淡{thing}",
    ),
    ("band_luminance", 1): pair("lighten the {thing} {degree}", "{degree}提亮{thing}"),
    ("band_luminance", -1): pair(
        "darken the {thing} {degree}|deepen the {thing} {degree}", "{degree}压暗{thing}|让{thing}{degree}更深"
    ),
}
LOCAL_ACTIONS: dict[tuple[str, int], Pair] = {  # what a mask does to a {thing}
    ("brightness", 1): pair(
        "brighten the {thing} {degree}|bring {degree} more light to the {thing}",
        "{degree}提亮{thing}|给{thing}{degree}补光",
    ),
    ("brightness", -1): pair(
        "darken the {thing} {degree}|bring the {thing} down {degree}", "{degree}压暗{thing}|让{thing}{degree}暗下来"
    ),
    ("chroma", 1): pair("make the {thing} {degree} richer in colour", "让{thing}的颜色{degree}更浓"),
    ("chroma", -1): pair("quieten the colour of the {thing} {degree}", "{degree}收敛{thing}的颜色"),
    ("warmth", 1): pair("warm the {thing} {degree}", "让{thing}{degree}变暖"),
    ("warmth", -1): pair("cool the {thing} {degree}", "让{thing}{degree}变冷"),
    ("tint", 1): pair("lean the {thing} {degree} towards {hue}", "让{thing}{degree}偏{hue}"),
    ("tint", -1): pair("take {degree} some {hue} out of the {thing}", "{degree}减少{thing}里的{hue}"),
    ("contrast", 1): pair("give the {thing} {degree} more contrast", "{degree}加强{thing}的反差"),
    ("contrast", -1): pair("soften the contrast of the {thing} {degree}", "{degree}降低{thing}的反差"),
    ("clarity", 1): pair("give the {thing} {degree} more definition", "让{thing}{degree}更清晰"),
    ("texture", -1): pair(
        "smooth the {thing} {degree} while its texture stays believable", "{degree}柔化{thing}，同时保留真实质感"
    ),
    ("sharpness", 1): pair("sharpen the {thing} {degree}", "{degree}锐化{thing}"),
    ("softness", 1): pair("soften the {thing} {degree}", "{degree}柔化{thing}"),
    ("blur", 1): pair(
        "blur the {thing} {degree}|let the {thing} melt away {degree}", "{degree}虚化{thing}|让{thing}{degree}模糊下来"
    ),
    ("haze", -1): pair("clear the haze from the {thing} {degree}", "{degree}去除{thing}的雾气"),
    ("highlights", -1): pair("bring detail back into the {thing} {degree}", "{degree}找回{thing}的细节"),
    ("shadows", 1): pair("open the shadows of the {thing} {degree}", "{degree}打开{thing}的阴影"),
    ("pop", 1): pair(
        "let the {thing} stand out {degree}, with its surroundings stepping back a little|draw the eye to the {thing}"
        " {degree}",
        "让{thing}{degree}更突出，周围稍稍退后|{degree}突出{thing}",
    ),
    ("whiten", 1): pair("whiten the {thing} {degree}, short of paper white", "{degree}美白{thing}，但不会白得失真"),
    ("greys", 1): pair("turn the {thing} {hue}", "把{thing}变成{hue}"),
    ("greys", -1): pair("turn the {thing} {hue}", "把{thing}变成{hue}"),
    ("bw", 1): pair("take the colour out of the {thing}", "去掉{thing}的颜色"),
    ("other", 1): pair("work on the {thing} {degree}", "{degree}调整{thing}"),
}
BANDS: dict[str, tuple[str, str]] = {
    "Red": ("reds", "红色"),
    "Orange": ("oranges", "橙色"),
    "Yellow": ("yellows", "黄色"),
    "Green": ("greens", "绿色"),
    "Aqua": ("aquas", "青色"),
    "Blue": ("blues", "蓝色"),
    "Purple": ("purples", "紫色"),
    "Magenta": ("magentas", "洋红色"),
}
TINTS: dict[str, tuple[str, str]] = {
    "Red": ("red", "红色"),
    "Orange": ("orange", "橙色"),
    "Yellow": ("yellow", "黄色"),
    "Green": ("green", "绿色"),
    "Aqua": ("aqua", "青色"),
    "Blue": ("blue", "蓝色"),
    "Purple": ("purple", "紫色"),
    "Magenta": ("pink", "粉色"),
}
ZONES: dict[str, tuple[str, str]] = {
    "shadows": ("shadows", "阴影"),
    "midtones": ("mid-tones", "中间调"),
    "highlights": ("highlights", "高光"),
}
TOOLS: dict[
    str, tuple[tuple[str], tuple[str, ...], tuple[str, ...]]
] = {  # start of a setting's name: (dim it serves, English, Chinese)
    "Exposure2012": (
        ("brightness",),
        ("set the exposure by what the mid-tones need", "move the exposure with care for both ends"),
        ("按中间调的需要来定曝光", "小心地移动曝光，兼顾两端"),
    ),
    "Blacks2012": (("blacks",), ("anchor the black point",), ("稳住黑位",)),
    "Highlights2012": (("highlights",), ("hold the highlights", "protect the bright areas"), ("压住高光", "保护亮部")),
    "Shadows2012": (("shadows",), ("let the shadows breathe",), ("让阴影透气",)),
    "SplitToning": (
        ("tint",),
        ("give shadows and lights a tint of their own", "grade shadows and highlights apart"),
        ("给阴影和高光分别染上色调", "对暗部和亮部分开调色"),
    ),
    "ToneCurvePV2012": (
        ("fade",),
        ("lift the foot of the curve", "fade the blacks with the curve"),
        ("抬起曲线的底部", "用曲线让黑位褪色"),
    ),
    "Vibrance": (
        ("chroma",),
        ("tune the colour with vibrance so that skin stays believable",),
        ("用自然饱和度来调色，保持肤色可信",),
    ),
    "Clarity2012": (("clarity",), ("adjust the mid-tone contrast",), ("调整中间调的质感",)),
    "HueAdjustment": (("band_hue",), ("turn single hues in the mixer",), ("在混色器里转动个别色相",)),
    "GrainAmount": (("grain",), ("finish with some grain",), ("最后加一点颗粒",)),
    "PostCropVignetteAmount": (("vignette",), ("let the corners fall away softly",), ("让四角柔和地暗下去",)),
}
