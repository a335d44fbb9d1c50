"""A zoo of replies, written after the habits of the models named: what each must come out as,
or why it cannot be read.
"""

import pytest

from jarvisevo.protocol.turns import ProtocolError, parse_edit, parse_evaluation

E3 = {"Exposure2012": 0.3}
BOTH = {"Exposure2012": 0.3, "Contrast2012": 10.0}
EDITS: dict[str, tuple[str, dict[str, object]]] = {
    "ours": ('<state>processing</state>\n<think>lift it</think>\n<tool_call>{"Exposure2012": 0.3}</tool_call>', E3),
    "fence after a finished state (Qwen2.5-VL)": (
        '<state>finished</state><think>warm it</think>\n```json\n{"Exposure2012": 0.3}\n```',
        E3,
    ),
    "fence with prose around it (GPT)": (
        'Sure! Here is the edit:\n```json\n{"Exposure2012": 0.3, "Contrast2012": 10}\n```\nLet me know!',
        BOTH,
    ),
    "bare object (InternVL)": ('{"Exposure2012": 0.3}', E3),
    "bare object after braces in prose": ('I will brighten {slightly}.\n{"Exposure2012": 0.3}', E3),
    "function call written out (hermes)": (
        '<think>x</think><tool_call>\n{"name": "lightroom", "arguments": {"Exposure2012": 0.3}}\n</tool_call>',
        E3,
    ),
    "arguments as text (OpenAI)": (
        '<tool_call>{"name": "lightroom", "arguments": "{\\"Exposure2012\\": 0.3}"}</tool_call>',
        E3,
    ),
    "arguments as a list": (
        '<think>x</think><tool_call>{"parameters": [{"name": "Exposure2012", "value": 0.3}]}</tool_call>',
        E3,
    ),
    "fence inside the tags (Gemma 3)": ('<tool_call>```json\n{"Exposure2012": 0.3}\n```</tool_call>', E3),
    "thinking tags (Claude)": ('<thinking>warm</thinking><tool_call>{"Exposure2012": 0.3}</tool_call>', E3),
    "function marks (Qwen3-Coder)": (
        (
            "<tool_call>\n<function=lightroom>\n<parameter=Exposure2012>\n0.3\n</parameter>\n"
            "<parameter=Contrast2012>10</parameter></function>\n</tool_call>"
        ),
        BOTH,
    ),
    "function marks without tags": ("<function=edit><parameter=Exposure2012>0.3</parameter></function>", E3),
    "list of calls (Mistral)": ('[TOOL_CALLS][{"name": "lightroom", "arguments": {"Exposure2012": 0.3}}]', E3),
    "list of calls in tags": (
        '<tool_call>[{"name": "a", "arguments": {"Exposure2012": 0.3}}, {"Contrast2012": 10}]</tool_call>',
        BOTH,
    ),
    "python tag (Llama)": ('<|python_tag|>{"name": "lightroom", "parameters": {"Exposure2012": 0.3}}', E3),
    "python call (Gemma 3)": ("```tool_code\nlightroom(Exposure2012=0.3, Contrast2012=10)\n```", BOTH),
    "python call in tags": ("<tool_call>lightroom.edit(Exposure2012=0.3)</tool_call>", E3),
    "python dict": ("<think>x</think><tool_call>{'Exposure2012': 0.3, 'HasCrop': False,}</tool_call>", E3),
    "box marks (GLM)": ('<|begin_of_box|>{"Exposure2012": 0.3}<|end_of_box|>', E3),
    "thought of the template's own (Qwen3 thinking)": (
        'first the light\n</think>\n<tool_call>{"Exposure2012": 0.3}</tool_call>',
        E3,
    ),
    "lower case": ('<tool_call>{"exposure2012": 0.3, "contrast": 10}</tool_call>', BOTH),
    "snake case": (
        '<tool_call>{"exposure_2012": 0.3, "color_noise_reduction": 20}</tool_call>',
        E3 | {"ColorNoiseReduction": 20.0},
    ),
    "names of the panel": (
        '<tool_call>{"Exposure": 0.3, "Luminance Noise Reduction": 20, "Vignette": -5}</tool_call>',
        E3 | {"LuminanceSmoothing": 20.0, "PostCropVignetteAmount": -5.0},
    ),
    "Chinese names": ('<think>亮一点</think><tool_call>{"曝光度": 0.3, "对比度": 10}</tool_call>', BOTH),
    "names that JarvisEvo's Table 4 shortens": (
        '<think>x</think><tool_call>{"HasSettings": true, "ProcessVersion": "11.0", "SplitToningShadowSat.": 10, '
        '"LensBlur": {"BlurAmount": 20, "Highlights": 30}}</tool_call>',
        {"SplitToningShadowSaturation": 10.0, "LensBlur": {"BlurAmount": 20.0, "HighlightsThreshold": 30.0}},
    ),
    "fields without their year": (
        '<tool_call>{"MaskGroupBasedCorrections": [{"CorrectionName": "sky", "localexposure": -0.1, '
        '"LocalClarity": 0.2, "CorrectionMasks": [{"What": "Mask/Image", "maskSubType": 2}]}]}</tool_call>',
        {
            "MaskGroupBasedCorrections": [
                {
                    "CorrectionName": "sky",
                    "LocalExposure2012": -0.1,
                    "LocalClarity2012": 0.2,
                    "CorrectionMasks": [{"What": "Mask/Image", "MaskSubType": 2.0}],
                }
            ]
        },
    ),
    "the eight hues as one": (
        '<tool_call>{"HueAdjustment": {"red": 5, "Orange": -5}}</tool_call>',
        {"HueAdjustmentRed": 5.0, "HueAdjustmentOrange": -5.0},
    ),
    "text for numbers": ('<tool_call>{"Exposure2012": "+0.30", "Contrast2012": +10}</tool_call>', BOTH),
    "comments": ('<tool_call>{"Exposure2012": 0.3, // a third of a stop\n"Contrast2012": 10}</tool_call>', BOTH),
    "one NaN": ('<tool_call>{"Exposure2012": NaN, "Contrast2012": 10}</tool_call>', {"Contrast2012": 10.0}),
    "one out of range": ('<tool_call>{"Exposure2012": 0.3, "Contrast2012": 500}</tool_call>', E3),
    "two calls": ('<tool_call>{"Exposure2012": 0.3}</tool_call> and <tool_call>{"Contrast2012": 10}</tool_call>', BOTH),
    "never closed": ('<think>x</think><tool_call>{"Exposure2012": 0.3}', E3),
    "nothing to be done": ("<state>finished</state><think>It is good as it is.</think>", {}),
}
REFUSED: dict[str, tuple[str, str]] = {
    "apology": ("I'm sorry, but I can't edit photos.", "no <tool_call>"),
    "only wrong ranges": ('<tool_call>{"Exposure2012": 30}</tool_call>', "30 is outside -5 to 5 EV"),
    "only names that nobody knows": (
        '<tool_call>{"step 1": {"Exposure2012": 0.3}}</tool_call>',
        "nothing in the tool call",
    ),
    "finished with a call that cannot be read": (
        '<state>finished</state><think>x</think>\n```json\n{"Sparkle": 3}\n```',
        "no <tool_call>",
    ),
    "sliders as a list of words": ("<think>x</think>\n**Exposure**: 0.3\n**Contrast**: 10", "no <tool_call>"),
    "code": ("```python\nimport os; os.system('id')\n```", "no <tool_call>"),
    "cut in the thought": ("<think>First I will lift the shadows and then {", "ends inside <think>"),
}
LOST: dict[str, tuple[str, str]] = {
    "a field that is none": (
        '<tool_call>{"LensBlur": {"BlurAmount": 20, "Sparkle": 3}}</tool_call>',
        "LensBlur.Sparkle: no such field",
    ),
    "a local slider that is none": (
        (
            '<tool_call>{"MaskGroupBasedCorrections": [{"CorrectionName": "sky", "LocalBanana": 1, "LocalExposure2012":'
            ' 0.1, "CorrectionMasks": [{"What": "Mask/Image", "MaskSubType": 2, "MaskSyncID": "8F"}]}]}</tool_call>'
        ),
        "MaskGroupBasedCorrections[0].LocalBanana: no such field",
    ),
    "a parameter that is none": ('<tool_call>{"Tint": 3, "Sparkle": 3}</tool_call>', "Sparkle: no such parameter"),
    "a value out of range": ('<tool_call>{"Tint": 3, "Exposure2012": 30}</tool_call>', "30 is outside -5 to 5 EV"),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_a_model_means_is_read(name: str) -> None:
    text, settings = EDITS[name]
    found = parse_edit(text).settings.to_dict()
    assert {k: v for k, v in found.items() if k != "HasCrop"} == settings


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_used_is_never_an_empty_edit(name: str) -> None:
    text, why = REFUSED[name]
    with pytest.raises(ProtocolError, match=why):
        parse_edit(text)


@pytest.mark.parametrize("name", LOST)
def test_what_is_dropped_is_said(name: str) -> None:
    text, note = LOST[name]
    turn = parse_edit(text)
    assert turn.settings and [n for n in turn.notes if note in n] and len(turn.notes) == 1


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ('<think>x</think><answer>{"Overall assessment score": "4.56"}</answer>', 4.56),
        ("<thinking>x</thinking>\n<answer>4.5/5</answer>", 4.5),
        ('```json\n{"overall_score": 3.5}\n```', 3.5),
        ("The light is better now. **Overall score: 4.2**", 4.2),
    ],
)
def test_judgements(text: str, score: float) -> None:
    assert parse_evaluation(text).score == score
