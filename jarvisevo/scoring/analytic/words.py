"""The findings of a judgement as sentences about what is visible, in English and Chinese."""

from collections.abc import Mapping, Sequence

from jarvisevo.rules.intent import SETTING, Intent
from jarvisevo.scoring.analytic.harms import Harm
from jarvisevo.scoring.analytic.keeps import Kept
from jarvisevo.scoring.analytic.outcome import Outcome

QUANTITY_WORDS: dict[str, tuple[str, str, str]] = {  # key -> (English, Chinese, format of the numbers)
    "brightness": ("mean lightness", "平均明度", ".0f"),
    "contrast": ("contrast", "对比度", ".1f"),
    "saturation": ("mean chroma", "平均彩度", ".1f"),
    "vibrance": ("mean chroma", "平均彩度", ".1f"),
    "chroma": ("mean chroma", "平均彩度", ".1f"),
    "warmth": ("warmth (b*)", "冷暖（b*）", "+.1f"),
    "tint": ("magenta against green (a*)", "绿品平衡（a*）", "+.1f"),
    "highlights": ("lightness of the highlights", "高光明度", ".0f"),
    "shadows": ("lightness of the shadows", "阴影明度", ".0f"),
    "midtones": ("lightness of the mid-tones", "中间调明度", ".0f"),
    "whites": ("lightness of the whites", "白色明度", ".0f"),
    "blacks": ("lightness of the blacks", "黑色明度", ".1f"),
    "clarity": ("local contrast", "局部对比", ".2f"),
    "texture": ("texture", "纹理", ".2f"),
    "sharpness": ("edge sharpness", "边缘锐度", ".2f"),
    "haze": ("haze", "雾感", ".1f"),
    "noise": ("noise", "噪点", ".2f"),
    "grain": ("grain", "颗粒", ".2f"),
    "vignette": ("fall-off to the corners", "暗角", "+.1f"),
    "blur": ("softness", "柔化程度", ".2f"),
    "fade": ("lightness of the deepest tones", "最暗处明度", ".1f"),
    "split": ("lights warmer than shadows by", "高光比阴影偏暖", "+.1f"),
    "style": ("share of that style", "风格到位程度", ".2f"),
    "quality": ("balance of the tones", "影调均衡度", ".2f"),
    "cast": ("cast of the greys", "灰色偏色", ".1f"),
    "color_lightness": ("lightness of that colour", "该颜色的明度", ".0f"),
    "color_chroma": ("chroma of that colour", "该颜色的彩度", ".1f"),
    "lean": ("lean towards that colour", "朝该颜色的偏移", "+.1f"),
    "hue": ("hue angle", "色相角", ".0f"),
    "aspect": ("width over height", "宽高比", ".2f"),
    "frame": ("share of the frame that is left", "保留画面比例", ".2f"),
    "turned": ("turned by degrees", "旋转角度", "+.1f"),
    "orientation": ("orientation as EXIF counts", "方向（EXIF 编号）", ".0f"),
    "moved": ("colour difference", "色差", ".1f"),
    "outside": ("what lies outside of the place named", "指定区域以外的部分", ""),
}
VERDICTS = (  # upper bound of the ratio -> words
    (-0.1, "the wrong way", "方向相反"),
    (0.12, "hardly changed", "几乎没有变化"),
    (0.55, "less than asked", "幅度不足"),
    (1.7, "as asked", "符合要求"),
    (2.6, "more than asked", "超出要求"),
    (float("inf"), "far too much", "严重过度"),
)
HARM_WORDS: dict[str, tuple[str, str, str]] = {
    "white": ("highlights are blown out", "高光溢出", ".1%"),
    "black": ("shadows are crushed", "暗部死黑", ".1%"),
    "channel": ("a colour channel is clipped", "单通道溢出", ".1%"),
    "turned": ("the photo is turned, which was not asked for", "照片被旋转或翻转，并未要求", ".0f"),
    "noise": ("noise shows", "噪点明显", ".2f"),
    "blur": ("edges are softer", "边缘变软", ".2f"),
    "crisp": ("fine detail is over-sharpened", "细节锐化过度", ".2f"),
    "halo": ("halos stand beside edges", "边缘出现光晕", ".1f"),
    "seam": ("a mask's edge shows in a smooth area", "平滑区域露出蒙版边界", ".1f"),
    "posterised": ("tones are posterised", "色调断层", ".2f"),
    "range": ("the tonal range is narrow", "影调范围过窄", ".0f"),
    "key": ("the overall lightness is extreme", "整体明暗过于极端", ".0f"),
    "harsh": ("contrast is harsh", "反差生硬", ".1f"),
    "order": ("areas changed their order of lightness", "区域明暗关系被颠倒", ".2f"),
    "overdone": ("the change is out of proportion", "整体改动过大", ".0f"),
    "garish": ("strong colours lose detail", "浓艳色彩丢失细节", ".1%"),
    "vivid": ("colours are garish", "色彩过艳", ".0f"),
    "chroma": ("saturation is excessive", "饱和度过高", ".1f"),
    "cast": ("greys have taken on a colour", "中性灰偏色", ".1f"),
    "skin": ("skin changed its hue, in degrees", "肤色色相偏移（度）", ".1f"),
}
SENTENCES = {
    "same": ("The image is unchanged.", "画面没有变化。"),
    "unknown": ("Not understood and not judged: {what}.", "未能理解、未作评判：{what}。"),
    "impossible": ("Not something tone and colour can do: {what}.", "非调色所能完成：{what}。"),
    "nothing": (
        "No request could be read from the instruction: only the image itself is judged.",
        "未能从指令中读出要求，仅就画面本身评判。",
    ),
    "setting": ("“{what}”: {verdict}.", "“{what}”：{verdict}。"),
    "blind": ("“{what}” cannot be judged from the images.", "“{what}”无法从画面判断。"),
    "absent": ("“{what}”: it was not found in the photo.", "“{what}”：照片中没有找到。"),
    "unsure": (
        "“{what}” could not be located; judged where the image changed.",
        "“{what}”无法定位，按实际改动处评判。",
    ),
    "kept": ("“{what}”: kept ({name} {now} → {then}).", "“{what}”：已保持（{name} {now} → {then}）。"),
    "lost": ("“{what}”: not respected ({name} {now} → {then}).", "“{what}”：未遵守（{name} {now} → {then}）。"),
    "want": ("“{what}”: {name} {now} → {then}, {verdict}.", "“{what}”：{name} {now} → {then}，{verdict}。"),
    "spread": ("“{what}” spread to the rest of the image.", "“{what}”波及了画面其余部分。"),
    "unasked": ("Nobody asked for the change of {what}.", "未要求改变{what}，却有明显变化。"),
    "harm": ("Damage: {what}.", "缺陷：{what}。"),
    "fine": ("No damage to tones, colours or detail was found.", "影调、色彩与细节没有受损。"),
}
SHOWN = 0.12
"""Cost from which a finding is worth a word."""


def rationale(
    intent: Intent,
    found: Sequence[Outcome],
    kept: Sequence[Kept],
    harms: Sequence[Harm],
    moved: Mapping[str, float],
    same: bool,
) -> str:
    """Sentences about the wants, what was to stay, and what broke, worst first; in the instruction's language."""
    index = 1 if intent.language == "zh" else 0
    say = {key: texts[index] for key, texts in SENTENCES.items()}
    parts = [say["same"]] if same else []
    parts += [sentence for outcome in found for sentence in _want(outcome, index, say)]
    parts += [_kept(one, index, say) for one in kept]
    for key, words in (("impossible", intent.out_of_scope), ("unknown", intent.not_understood)):
        if words:
            parts.append(say[key].format(what=_list([_safe(word) for word in words[:6]], index)))
    if not (found or kept or intent.out_of_scope):
        parts.append(say["nothing"])
    if strangers := [QUANTITY_WORDS[name][index] for name, cost in moved.items() if cost > SHOWN]:
        parts.append(say["unasked"].format(what=_list(strangers, index)))
    worst = sorted((harm for harm in harms if harm.cost > SHOWN), key=lambda harm: -harm.cost)[:4]
    if worst:
        parts.append(say["harm"].format(what=_list([_harm(harm, index) for harm in worst], index)))
    elif not same:
        parts.append(say["fine"])
    return ("" if index else " ").join(parts)


def _want(outcome: Outcome, index: int, say: Mapping[str, str]) -> list[str]:
    what = _safe(outcome.want.words or outcome.want.what)
    if outcome.state == "absent":
        return [say["absent"].format(what=what)]
    if outcome.ratio is None:
        return [say["blind"].format(what=what)]
    verdict = next(texts for limit, *texts in VERDICTS if outcome.ratio / outcome.slack <= limit)[index]
    if outcome.want.what.startswith(SETTING):
        return [say["setting"].format(what=what, verdict=verdict)]
    out = [say["want"].format(verdict=verdict, **_numbers(what, outcome.what, outcome.now, outcome.then, index))]
    if outcome.state == "unknown":
        out.append(say["unsure"].format(what=what))
    if outcome.leak > 0.7:
        out.append(say["spread"].format(what=what))
    return out


def _kept(one: Kept, index: int, say: Mapping[str, str]) -> str:
    what = _safe(one.keep.words or one.keep.where.words or one.keep.where.name)
    return say["kept" if one.cost < 0.5 else "lost"].format(**_numbers(what, one.what, one.now, one.then, index))


def _numbers(what: str, quantity: str, now: float, then: float, index: int) -> dict[str, str]:
    *names, form = QUANTITY_WORDS.get(quantity, (quantity, quantity, ".1f"))
    return {"what": what, "name": names[index], "now": format(now, form), "then": format(then, form)}


def _harm(harm: Harm, index: int) -> str:
    *names, form = HARM_WORDS[harm.name]
    return f"{names[index]} ({format(harm.before, form)} → {format(harm.after, form)})"


def _list(items: Sequence[str], index: int) -> str:
    return ("、" if index else ", ").join(items)


def _safe(words: str) -> str:
    """Words of an instruction as a quotation: one line, no tags, at most 60 characters."""
    line = " ".join("".join(c if c.isprintable() and c not in "<>{}“”" else " " for c in words).split())
    return line if len(line) <= 60 else line[:59] + "…"
