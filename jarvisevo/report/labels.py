"""The labels of a page in Chinese, by their English: a page speaks the language of its instruction.

Sliders have Lightroom's own Chinese names. Adobe's parameter names, notes and what a model wrote stay as they are.
"""

import re
from collections.abc import Callable

Translate = Callable[[str], str]
_COLOURS = {
    "red": "红色", "orange": "橙色", "yellow": "黄色", "green": "绿色", "aqua": "浅绿色", "blue": "蓝色", "purple": "紫色",
    "magenta": "洋红", "shadow": "阴影", "midtone": "中间调", "highlight": "高光", "global": "全局",
}  # fmt: skip
_QUALITIES = {
    "hue": "色相",
    "saturation": "饱和度",
    "sat": "饱和度",
    "luminance": "明亮度",
    "lum": "明亮度",
    "split": "分割",
}
_WORDS = {
    # the page
    "Before": "修改前", "After": "修改后", "Original": "原图", "Step before": "上一步", "the result": "结果", "Notes": "说明",
    "The edit": "修图", "Thought": "思考", "Reflection": "反思", "What changed": "改动", "No slider has moved.": "没有滑块被移动。",
    "Tool call": "工具调用", "What the model wrote": "模型原文", "Histogram": "直方图", "dashed: before": "虚线：修改前",
    "Judgement after this step": "这一步之后的评价", "Do it again": "再做一次", "Copy": "复制", "Copied": "已复制",
    "Select it": "请手动选择", "XMP sidecar, as Lightroom reads it": "XMP 附属文件（Lightroom 可直接读取）", "result": "结果",
    "of 5": "满分 5", "no score": "没有评分", "It was not judged.": "没有评价。", "This edit was not judged.": "这次修图没有评价。",
    "The photo was left as it is.": "照片保持原样。", "There is no picture of this step.": "这一步没有图片。", "mask": "蒙版",
    "was": "原为", "Skip to the steps": "跳到步骤", "JarvisEvo edit trace": "JarvisEvo 修图记录", "edit trace": "修图记录",
    "No instruction: an automatic edit": "没有指令：自动修图", "Result": "结果", "Pictures of this edit": "这次修图的图片",
    "Compare with": "对比", "Before and after": "修改前后", "Save": "保存", "an unnamed judge": "未具名的评审",
    "Replay the record of this page": "按本页记录重做", "Or develop with its settings": "或用这些设置显影",
    "Below {}, the tick on the ring, the editor reflects and corrects itself.": "低于 {}（圆环上的刻度）时，编辑器会反思并自行修正。",
    "Made by jarvisevo {}. This page holds everything it shows and asks no network for anything.":
        "由 jarvisevo {} 生成。本页自带全部内容，不访问网络。",
    # kinds of notes
    "repaired": "已修复", "refused": "已拒绝", "locked": "已锁定", "failed": "失败", "ignored": "未处理", "kept": "保留",
    "limit": "限制", "guard": "提醒", "note": "说明", "again": "重试",
    # the ten dimensions
    "Technical quality": "技术质量", "Color harmony": "色彩和谐", "Lighting tone": "光影影调", "Sharpness detail": "清晰与细节",
    "Subject background harmony": "主体与背景协调", "Instruction comprehension": "指令理解", "Task execution accuracy": "执行准确",
    "Visual effect alignment": "效果相符", "Completeness fulfillment": "完成度", "Detail precision": "细节精度",
    # panels
    "Light": "亮度", "Color": "颜色", "White balance": "白平衡", "Color grading": "颜色分级", "Color mixer": "混色器",
    "Crop": "裁剪", "Curve": "曲线", "Defringe": "去边", "Grain": "颗粒", "Lens blur": "镜头模糊", "Look": "配置文件",
    "Noise reduction": "降噪", "Point color": "点颜色", "Presence": "偏好", "Sharpening": "锐化", "Vignette": "暗角",
    "Black and white": "黑白", "Calibration": "校准",
    # sliders
    "Temperature": "色温", "Tint": "色调", "Exposure": "曝光度", "Contrast": "对比度", "Highlights": "高光", "Shadows": "阴影",
    "Whites": "白色色阶", "Blacks": "黑色色阶", "Texture": "纹理", "Clarity": "清晰度", "Dehaze": "去朦胧", "Vibrance": "鲜艳度",
    "Saturation": "饱和度", "Hue": "色相", "Balance": "平衡", "Blending": "混合", "Lights": "亮色调", "Darks": "暗色调",
    "Tone curve": "色调曲线", "Tone curve red": "红色曲线", "Tone curve green": "绿色曲线", "Tone curve blue": "蓝色曲线",
    "Tone curve name": "曲线名称", "Curve refine saturation": "曲线细化饱和度", "Main curve": "主曲线", "Red curve": "红色曲线",
    "Green curve": "绿色曲线", "Blue curve": "蓝色曲线", "Shadow tint": "阴影色调", "Treatment": "处理方式",
    "Color noise reduction": "颜色降噪", "Color noise reduction detail": "颜色降噪细节",
    "Color noise reduction smoothness": "颜色降噪平滑度", "Luminance noise reduction contrast": "明亮度降噪对比度",
    "Luminance noise reduction detail": "明亮度降噪细节", "Sharpen detail": "锐化细节", "Sharpen edge masking": "锐化蒙版",
    "Sharpen radius": "锐化半径", "Vignette amount": "暗角数量", "Vignette feather": "暗角羽化", "Vignette midpoint": "暗角中点",
    "Vignette roundness": "暗角圆度", "Vignette style": "暗角样式", "Vignette highlight contrast": "暗角高光",
    "Grain amount": "颗粒数量", "Grain size": "颗粒大小", "Grain frequency": "颗粒粗糙度", "Grain seed": "颗粒种子",
    "Defringe green amount": "绿色去边数量", "Defringe green hue hi": "绿色色相上限", "Defringe green hue lo": "绿色色相下限",
    "Defringe purple amount": "紫色去边数量", "Defringe purple hue hi": "紫色色相上限", "Defringe purple hue lo": "紫色色相下限",
    "Crop angle": "裁剪角度", "Crop bottom": "裁剪下边", "Crop left": "裁剪左边", "Crop right": "裁剪右边", "Crop top": "裁剪上边",
    "Has crop": "已裁剪", "Point colors": "点颜色", "Color variance": "颜色变化", "Moire": "摩尔纹", "Active": "启用",
    "Blur amount": "模糊量", "Focal range": "焦点范围", "Bokeh shape": "散景形状", "Correction amount": "数量", "Amount": "数量",
    "Toning hue": "着色色相", "Toning saturation": "着色饱和度", "Circular gradient based corrections": "径向渐变调整",
    "Gradient based corrections": "线性渐变调整", "Paint based corrections": "画笔调整", "Mask group based corrections": "蒙版组",
}  # fmt: skip
_FORMS = (
    (r"Step (\d+)", "第 {} 步"),
    (r"Reflection (\d+)", "反思 {}"),
    (r"Correction (\d+)", "局部调整 {}"),
    (r"(\d+) steps?", "{} 步"),
    (r"(\d+) reflections?", "{} 次反思"),
    (r"(\d+) tokens", "{} 个词元"),
    (r"([\d.]+) s", "{} 秒"),
    (r"([\d.]+) of 5", "{} 分（满分 5）"),
    (r"black (.+), white (.+) clipped", "黑场溢出 {}，白场溢出 {}"),
    (r"Judged by (.+)\.", "评审：{}。"),
    (r"Histogram\. (.+)", "直方图。{}"),
    (r"Before and after: (.+)", "修改前后：{}"),
    (r"Save (.+)", "保存 {}"),
)


def translator(language: str) -> Translate:
    """Labels in the language of a page: "zh", or anything else for English.
    A label that is not known stays as it is.
    """
    return chinese if language == "zh" else str


def chinese(label: str) -> str:
    """A label in Chinese."""
    if label in _WORDS:
        return _WORDS[label]
    for pattern, form in _FORMS:
        if found := re.fullmatch(pattern, label):
            return form.format(*map(chinese, found.groups()))
    colour, _, quality = label.lower().partition(" ")
    if colour in _COLOURS and quality == "in grey":
        return f"{_COLOURS[colour]}（黑白）"
    if colour in _COLOURS and quality in _QUALITIES:
        return _COLOURS[colour] + _QUALITIES[quality]
    return label
