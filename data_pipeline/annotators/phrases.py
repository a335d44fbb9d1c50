"""Wordings of the offline annotator, English and Chinese. Data only: each entry is (English choices,
Chinese choices).
"""

from jarvisevo.rules.phrases import Pair, pair

WANTED = pair(
    "What is asked for is to {what}.|So the aim will be to {what}.|The request comes down to this: {what}.|From here we"
    " will {what}.",
    "要求是{what}。|因此目标是{what}。|归结起来就是：{what}。|接下来我们会{what}。",
)
STEPS = pair(
    "We will do it in {count} steps: {what}.|There will be {count} steps: {what}.|That makes {count} steps, namely"
    " {what}.",
    "分{count}步进行：{what}。|一共{count}步：{what}。|我们会用{count}步完成：{what}。",
)
PART = {
    "broad": pair(
        "first light and overall colour|exposure and white balance to begin with|the overall tone at the start",
        "先定整体影调与色彩|先调曝光和白平衡|先打好整体基调",
    ),
    "fine": pair(
        "then the finer colours and the finish|the palette and the effects after that|single colours and the finish"
        " next",
        "再细调色彩与质感|然后处理配色和效果|接着微调各个颜色",
    ),
    "parts": pair(
        "at last the parts of the picture that need their own treatment|local corrections at the end|masks for single"
        " areas last",
        "最后处理需要单独调整的区域|最后做局部调整|最后用蒙版处理局部",
    ),
}
FIRST = pair(
    "To be more specific, we will {what}.|More precisely, we will {what}.|In detail, we will {what}.",
    "具体来说，我们会{what}。|更具体地，我们将{what}。|细说的话，这一步会{what}。",
)
LATER = pair(
    "Building on that first step, we will {what}.|With the base in place, we will {what}.|On top of what was set"
    " before, we will {what}.",
    "在前一步的基础上，我们会{what}。|基调定好之后，我们将{what}。|承接上一步，这里会{what}。",
)
BUILDING = pair(
    "Now that tone and colour stand, we will {what}.|To finish, we will {what}.|With the earlier steps done, we will"
    " {what}.",
    "影调与色彩已经确定，接下来会{what}。|作为收尾，我们将{what}。|前面的步骤完成后，我们会{what}。",
)
LOCAL = pair(
    "work behind masks on the {what} only|treat the {what} apart from the rest",
    "只在蒙版里处理{what}|把{what}与其余部分分开处理",
)
FINE = pair(
    "refine what is there without changing its character|keep to small corrections",
    "在不改变气质的前提下做细微修整|只做小幅的修正",
)
TOOLS: dict[str, Pair] = {
    "Exposure2012": pair("set the exposure|place the mid-tones", "设定曝光|安放中间调"),
    "IncrementalTemperature": pair("shift the white balance|move the colour temperature", "移动白平衡|调整色温"),
    "IncrementalTint": pair("correct the tint", "修正色调偏移"),
    "Highlights2012": pair("hold the highlights in check", "控制高光"),
    "Shadows2012": pair("work on the shadows", "处理阴影"),
    "Contrast2012": pair("shape the contrast", "塑造反差"),
    "Vibrance": pair("tune the paler colours with vibrance", "用自然饱和度微调淡色"),
    "Saturation": pair("balance the overall saturation", "平衡整体饱和度"),
    "Clarity2012": pair("adjust the mid-tone structure", "调整中间调的结构"),
    "Dehaze": pair("treat the haze", "处理雾感"),
    "ToneCurvePV2012": pair("bend the tone curve|shape the tones with a curve", "调整影调曲线|用曲线塑造影调"),
    "Parametric": pair("move zones of the parametric curve", "移动参数曲线的区域"),
    "HueAdjustment": pair("turn single hues in the mixer", "在混色器里转动个别色相"),
    "SaturationAdjustment": pair("weigh single colours in the mixer", "在混色器里调整个别颜色的浓度"),
    "LuminanceAdjustment": pair("lighten or darken single colours", "提亮或压暗个别颜色"),
    "SplitToning": pair("tint shadows and lights apart", "给暗部和亮部分别着色"),
    "ColorGrade": pair("grade the zones in colour", "按影调分区调色"),
    "GrainAmount": pair("add a touch of grain", "加一点颗粒"),
    "PostCropVignette": pair("guide the eye with a vignette", "用暗角引导视线"),
    "Sharpness": pair("sharpen the detail", "锐化细节"),
    "LuminanceSmoothing": pair("clean up the noise", "清理噪点"),
    "CropAngle": pair("straighten the frame|set the horizon level", "拉直画面|校正水平"),
    "CropLeft": pair("set a new crop|crop the frame", "重新裁剪|裁切画面"),
    "LensBlur": pair("let the depth fall away behind the subject", "让主体之后的景深化开"),
    "ConvertToGrayscale": pair("take the colour away", "去掉颜色"),
}
STYLED = pair(
    "What is wanted is something {name}: we will {what}.|The aim is {name}, so we will {what}.|To get to {name}, we"
    " will {what}.",
    "想要的是{name}的感觉：{what}。|目标是{name}，所以会{what}。|为了做到{name}，我们会{what}。",
)
ANSWERED = pair(
    "Looking at the result, the photo is now {what}, so we will {how}.|That came out {what}; this step will {how}.|The"
    " last step left it {what}, so we will {how}.",
    "看结果，画面{what}，因此会{how}。|上一步之后画面{what}，这一步会{how}。|现在画面{what}，我们将{how}。",
)
DONE = pair("{what} as asked|it is {what}, as wanted", "{what}，符合要求|已经{what}了")
LITTLE_DONE = pair("it should be {what} still|not {what} enough", "还不够{what}|{what}得不够")
TOO_MUCH = pair("it is {what} by far too much|it went too far: {what}", "{what}得过头了|太{what}了")
OPPOSITE = pair("it was to be {what}, and the opposite happened", "要求{what}，结果却相反")
UNASKED = pair(
    "nobody asked for it to be {what}|it also became {what}, unasked", "还多出了没要求的{what}|没有要求{what}"
)
BLOWN = pair("bright areas lost their detail", "亮部丢了细节")
BLOCKED = pair("dark areas lost their detail", "暗部丢了细节")
NOISY = pair("there is more noise than before", "噪点比之前多")
LEVEL = pair("it stands level, as asked|the tilt is gone", "画面已经摆正|不再歪斜")
STILL_TILTED = pair("it is still crooked|the tilt is still there", "画面还是歪的|倾斜没有校正")
MORE_TILTED = pair("it was turned the wrong way and leans more", "转错了方向，歪得更厉害")
CROPPED = pair("it is cropped as asked|the frame is the one that was asked for", "裁剪符合要求|构图如要求的那样")
UNCROPPED = pair("it is not cropped|the frame is as it was", "没有裁剪|构图没有变")
OTHER_CROP = pair("it is cropped to another shape than asked for", "裁出的比例与要求不符")
FAITHFUL = pair(
    "The result is what was asked for: {what}.|It does what was wanted: {what}.",
    "结果符合要求：{what}。|做到了想要的：{what}。",
)
MIXED = pair(
    "Some of it is there and some is not: {what}.|It goes part of the way: {what}.",
    "做到了一部分：{what}。|只对了一半：{what}。",
)
FAILED = pair(
    "It misses the request: {what}.|This is not what was asked for: {what}.",
    "没有达到要求：{what}。|与要求不符：{what}。",
)
UNTOUCHED = pair(
    "Nothing has changed: the photo is as it was, and the request is still open.|The image is untouched, so the request"
    " is not met.",
    "画面没有任何变化，要求仍未实现。|照片原封未动，没有满足要求。",
)
QUALITIES: dict[tuple[str, int], Pair] = {
    ("brightness", 1): pair("brighter|lighter", "更亮"),
    ("brightness", -1): pair("darker", "更暗"),
    ("contrast", 1): pair("punchier|stronger in contrast", "对比更强"),
    ("contrast", -1): pair("softer in contrast|flatter", "对比更弱"),
    ("warmth", 1): pair("warmer", "更暖"),
    ("warmth", -1): pair("cooler", "更冷"),
    ("magenta", 1): pair("pinker|more magenta", "更偏洋红"),
    ("magenta", -1): pair("greener", "更偏绿"),
    ("chroma", 1): pair("richer in colour|more colourful", "颜色更浓"),
    ("chroma", -1): pair("paler|less colourful", "颜色更淡"),
    ("highlights", 1): pair("brighter in the highlights", "高光更亮"),
    ("highlights", -1): pair("calmer in the highlights", "高光更收"),
    ("shadows", 1): pair("more open in the shadows", "阴影更亮"),
    ("shadows", -1): pair("deeper in the shadows", "阴影更深"),
    ("whites", 1): pair("brighter in the whites", "白色更亮"),
    ("whites", -1): pair("quieter in the whites", "白色更收"),
    ("blacks", 1): pair("lighter in the blacks", "黑色更浅"),
    ("blacks", -1): pair("deeper in the blacks", "黑色更深"),
    ("clarity", 1): pair("crisper", "更清晰"),
    ("clarity", -1): pair("smoother", "更柔和"),
    ("haze", 1): pair("hazier", "更朦胧"),
    ("haze", -1): pair("clearer of haze", "更通透"),
    ("vignette", 1): pair("darker at the edges", "四周更暗"),
    ("vignette", -1): pair("lighter at the edges", "四周更亮"),
    ("bw", 1): pair("black and white", "黑白"),
}
COMPARE = pair(
    "The first image is the photo. Which result is nearer to this request, the second or the third: {what}|Here are a"
    " photo and two edits. Which edit fits the request better: {what}",
    "第一张是原片，后两张是调整结果。哪一张更接近这个要求：{what}|下面是原片和两个结果，哪个更符合要求：{what}",
)
FIRST_BETTER = pair(
    "The second image: {what}.|The first of the two edits: {what}.", "第二张：{what}。|两个结果里的前一个：{what}。"
)
SECOND_BETTER = pair(
    "The third image: {what}.|The second of the two edits: {what}.", "第三张：{what}。|两个结果里的后一个：{what}。"
)
OTHER = pair("the other one is {what}|in the other the photo is {what}", "另一张{what}|另一张的画面{what}")
CLOSER = pair("both are close, this one is closer", "两张都接近，这张更近")
PERCEIVE = pair(
    "What was done to the first image to get the second?|Compare the two images: what did the edit change?|Which"
    " changes lead from the first image to the second?",
    "第一张经过怎样的调整变成了第二张？|比较两张图：做了哪些改动？|从第一张到第二张改了什么？",
)
READ = pair("What does this ask for: {what}", "这句话要求什么：{what}")
DID = pair("The edit did this: {what}.|What was done: {what}.", "做了这些：{what}。|改动是：{what}。")
