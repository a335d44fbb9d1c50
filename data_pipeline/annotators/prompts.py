"""What a vision-language model is told when it annotates: one text for each stage,
with the paper's requirements in our words.

Roles, limits and rules are those of JarvisEvo, Figures 11 and 13 to 18. Every text ends with what is known about the
case.
"""

from collections.abc import Sequence
from dataclasses import replace

from data_pipeline.annotators import AnnotationCase, limits
from editor_ops.formats import tool_call
from editor_ops.settings import Settings
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation

LANGUAGE = {"en": "Write English only.", "zh": "只用中文书写。"}
KINDS = {
    "basic": (
        'a plain adjustment: colour temperature, tint, saturation, brightness, contrast, highlights, shadows ("make it'
        ' a bit warmer")'
    ),
    "style": 'a style or filter, by a name that people know from editing apps ("give it a film look")',
    "mood": 'a mood or feeling that the change of colours and light conveys ("make it feel cold and lonely")',
}
BOXES = (
    "A part of the picture may be given with its place as <box>x1 y1 x2 y2</box>. Use only boxes that are given,"
    " exactly as given, and only for that part. When none is given, write none. Boxes do not count as words."
)
PLAIN = "Answer with the text alone: no heading, no list, no quotation marks."
FUTURE = (
    "Write in the future tense, name no slider values or other numbers, and do not mention settings files or that you"
    " saw the result."
)


def instructions(cases: Sequence[AnnotationCase]) -> str:
    """Figure 11: what the owner of the first photo would have asked for to get the second,
    several ways in one reply.
    """
    first = cases[0]
    regions = "; ".join(f"{r.name} {limits.tag(r.box)}" for r in first.regions) if any(c.boxed for c in cases) else ""
    kinds = "\n".join(f'"User Intent {i}": {KINDS[case.prompt]}' for i, case in enumerate(cases, 1))
    return _text(
        "You are an ordinary user of photo editing apps. You see a photo before and after an edit, and the settings of"
        " that edit. Say what you would have asked for to get the second from the first, as people type it into an app:"
        " everyday words, what is wanted for the whole image, and for parts where parts changed. Name what can be seen,"
        " never a setting's name or value.",
        f"Write {len(cases)} requests that may mean alike; their sentences and words must differ. At most {first.words}"
        f" words each. {BOXES} Answer with one JSON object and nothing else, with these keys, each a plain"
        f" sentence:\n{kinds}\n",
        first,
        f"Parts you may name: {regions or 'none are given'}.\n{_steps(first)}",
    )


def fits(case: AnnotationCase, text: str) -> str:
    """The filter: whether a request describes the change between two images."""
    return _text(
        "You check training data. You see a photo before and after an edit, and a request that somebody may have typed"
        " to get the second from the first. It fits when everything it asks for can be seen to have happened, in that"
        " direction and about that degree, and when it reads like a person's request.",
        'Answer with one JSON object: {"fits": true or false, "reason": "<one sentence>"}.',
        replace(case, instruction=text),
        "",
    )


def plan(case: AnnotationCase) -> str:
    """Figure 13: what is there, what is wanted, which style that is."""
    return _text(
        "You are a photo editing expert who analyses a task before the work starts. You see the photo before and after."
        " Describe the subject, light, colours and texture of the first; say what is asked for openly and what is meant"
        " besides; name the style that is aimed at and its three marks; then in one short clause for each step what it"
        " will be about.",
        f"At most {min(case.words, 150)} words, one paragraph. {FUTURE} {BOXES} {PLAIN}",
        case,
        _steps(case),
    )


def refined_plan(case: AnnotationCase, draft: str) -> str:
    """Figure 15: the analysis as one person would tell it to another."""
    return _text(
        "You are an experienced retoucher who explains a task to an apprentice. Retell the analysis below as natural"
        ' speech that begins with "Alright" (in Chinese: "好的"), flowing sentences, no lists: first paragraph the'
        " photo, the wish and the style; second paragraph the steps, under twenty words each. Say nothing that the"
        " analysis does not hold.",
        f"Under {case.words} words. {FUTURE} {BOXES} {PLAIN}",
        case,
        f"{_steps(case)}\nAnalysis: {draft}",
    )


def step(case: AnnotationCase, number: int) -> str:
    """Figure 14: what one step will change, and how it builds on those before it."""
    return _text(
        f"You are an analyst of editing processes. The pictures are: the photo, the picture before step {number + 1},"
        " the picture after it, the final picture. Explain what this step will visibly change, with which techniques,"
        " why, and how it builds on the steps before it.",
        f"About {min(case.words + 40, 120)} words, one paragraph. {FUTURE} {BOXES} {PLAIN}",
        case,
        f"Thoughts so far: {' '.join(case.said) or 'none'}\nSettings of this step:"
        f" {tool_call.dump(Settings.parse(dict(case.calls[number])))}",
    )


def refined_step(case: AnnotationCase, draft: str, number: int) -> str:
    """Figure 16: the step as the editor would say it aloud."""
    first = 'Begin with words like "To be more specific".' if number == 0 else "Refer to what was done before."
    return _text(
        'You are the editor and tell your supervisor what the next step will do, in the "we" form, directly, without'
        f' "Alright" or "Okay". {first} Say nothing that the draft does not hold.',
        f"About {case.words} words. {FUTURE} {BOXES} {PLAIN}",
        case,
        f"Thoughts so far: {' '.join(case.said)}\nDraft: {draft}",
    )


RUBRICS: dict[str, tuple[str, ...]] = {
    "technical_quality": (
        (
            "1 severe defects: noise over the subject, false colours, artefacts, exposure far off; the subject can"
            " hardly be recognised"
        ),
        "2 plain defects: strong noise or distortion, yet the subject is clear and colours are roughly right",
        "3 some defects: slight noise or moiré, nothing that hides the subject",
        "4 small defects: a trace of noise or an edge in few places, colours true",
        "5 no defects: true colours, no noise, no artefacts",
    ),
    "color_harmony": (
        "1 colours fight each other, are faded or false, and tire the eye",
        "2 some areas jar; the relations are roughly right but without charm",
        "3 colours agree but say nothing; neutrals rule, no accent",
        "4 main and accent colours work together and please",
        "5 colours are artistic: saturation and lightness under control, tones layered, the mood carried",
    ),
    "lighting_tone": (
        "1 far over or under exposed, tones lost, light harsh or without layers",
        "2 somewhat over or under exposed, light and shade in conflict, detail of the subject still there",
        "3 exposure sound, transitions hard in places",
        "4 exposure right and layered, feeling a little weak",
        "5 exposure exact, transitions natural, light carries the mood, be it high key or low key",
    ),
    "sharpness_detail": (
        "1 blurred or noisy, detail gone",
        "2 visible blur or noise; the subject is clear, the rest smeared",
        "3 fair sharpness, some noise, no fine texture in hair or cloth",
        "4 clear detail at several scales, a trace of noise",
        "5 sharp with natural edges and rich texture",
    ),
    "subject_background_harmony": (
        "1 subject and background do not belong together in colour or style",
        "2 plain conflict, or a cluttered background",
        "3 no conflict and no beauty",
        "4 one style, well matched",
        "5 subject and background form one artistic whole",
    ),
    "instruction_comprehension": (
        "0 misread or contradicted",
        "1 the surface understood, the main wish missed",
        "2 the main wish understood, its details not",
        "3 most of it and the intent understood",
        "4 open and hidden needs understood",
        "5 understood to the ground",
    ),
    "task_execution_accuracy": (
        "0 the wrong direction",
        "1 the right direction, but not what was asked for",
        "2 roughly right, with deviations",
        "3 done as asked",
        "4 done exactly and to the point",
        "5 done perfectly",
    ),
    "visual_effect_alignment": (
        "0 the opposite of what was expected",
        "1 far from it",
        "2 basically there, off in some respects",
        "3 matches well",
        "4 matches and pleases beyond expectation",
        "5 exactly the expected effect or better",
    ),
    "completeness_fulfillment": (
        "0 hardly anything was done",
        "1 little of it was done",
        "2 about half was done",
        "3 most was done, a few details missing",
        "4 nearly all was done",
        "5 all was done, said or implied",
    ),
    "detail_precision": (
        "0 details ignored",
        "1 some noticed, roughly handled",
        "2 the main ones handled, inexactly",
        "3 handled with fair accuracy",
        "4 handled exactly, implied ones too",
        "5 handled perfectly",
    ),
}
"""The ten dimensions with their anchors (JarvisEvo, Figures 17 and 18, in our words)."""


def evaluation(case: AnnotationCase) -> str:
    """Figures 17 and 18: ten dimensions with their anchors, an overall score, a summary."""
    names = ", ".join(f'"{name}"' for name in (*AESTHETIC, *ADHERENCE))
    anchors = "\n".join(f"{name}: {'; '.join(rows)}." for name, rows in RUBRICS.items())
    return _text(
        "You are an expert editor and artist who judges an edit. You see the photo and the edited image. Judge what"
        f" can be seen. Score ten dimensions from 0 to 5, each by itself:\n{anchors}\nDoing nothing meets nothing. Use"
        " precise decimals. High scores need several dimensions to be high.",
        f'Answer with one JSON object with the keys {names} (0 to 5), "overall" (1 to 5) and "summary": the photo, what'
        f" was asked and what was done for it, how it looks, under {case.words} words, without numbers or names of"
        f" settings. {BOXES}",
        case,
        "",
    )


def reflection(case: AnnotationCase, judged: Evaluation) -> str:
    """Figure 12: what went wrong, in the first person."""
    return _text(
        "You are the editor, and your edit failed. The pictures are: the photo, your failed result, and for orientation"
        " what another expert made. Say in the first person where the result misses the wish, which adjustments went"
        " too far or not far enough, whether local corrections hit their targets, and what you will do instead. Do not"
        " mention the other expert's picture.",
        f"At most {min(case.words, 200)} words, plain speech, no numbers. {BOXES} {PLAIN}",
        case,
        f"Your judgement was {judged.score}: {judged.rationale}\nYour steps: "
        + "; ".join(tool_call.dump(Settings.parse(dict(call))) for call in case.calls),
    )


def _text(role: str, rules: str, case: AnnotationCase, known: str) -> str:
    request = f"\nThe wish: {case.instruction}" if case.instruction else ""
    return f"{role}\n{rules} {LANGUAGE[case.language]}{request}\n{known}".rstrip()


def _steps(case: AnnotationCase) -> str:
    calls = [tool_call.dump(Settings.parse(dict(call))) for call in case.calls]
    return "\n".join([f"Steps in all: {len(calls)}.", *(f"Step {i}: {call}" for i, call in enumerate(calls, 1))])
