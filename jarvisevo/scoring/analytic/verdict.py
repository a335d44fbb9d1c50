"""From outcomes and harms to ten dimensions and one score: arithmetic. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jarvisevo.record.trajectory import AESTHETIC, HIGH, LOW
from jarvisevo.rules.intent import Intent, Want
from jarvisevo.scoring.analytic.harms import Harm
from jarvisevo.scoring.analytic.image_pair import ImagePair, mean, ramp
from jarvisevo.scoring.analytic.keeps import Kept
from jarvisevo.scoring.analytic.outcome import Outcome
from jarvisevo.scoring.analytic.quantities import QUANTITIES

LIVELY = 0.25
"""ΔE under which nobody sees a change."""
TOP, BASE = 4.95, 2.1
"""Score of an edit without a fault, and of an untouched poor photo of which something was asked."""
CONTENT = 4.3
"""Score of an untouched photo of which nothing was asked that can be done."""
UNREAD = 3.3
"""Score of an image without damage when nothing in the instruction was understood."""
COSTS: dict[str, dict[str, float]] = {  # dimension -> harm -> how much of its cost counts there
    "technical_quality": {
        "white": 1,
        "black": 0.8,
        "channel": 0.5,
        "noise": 1,
        "posterised": 1,
        "cast": 0.4,
        "halo": 0.7,
        "seam": 1,
        "garish": 0.6,
        "crisp": 0.7,
    },
    "color_harmony": {"garish": 1, "vivid": 1, "chroma": 1, "cast": 1, "skin": 1, "channel": 0.4, "overdone": 0.6},
    "lighting_tone": {"white": 1, "black": 1, "range": 1, "key": 1, "harsh": 1, "overdone": 0.8, "order": 0.5},
    "sharpness_detail": {
        "blur": 1,
        "crisp": 1,
        "noise": 0.8,
        "posterised": 0.7,
        "halo": 0.8,
        "white": 0.4,
        "black": 0.5,
    },
    "subject_background_harmony": {
        "order": 1,
        "halo": 0.8,
        "seam": 1,
        "skin": 0.8,
        "vivid": 0.4,
        "cast": 0.4,
        "harsh": 0.5,
    },
}
GRAVE: dict[str, float] = {"range": 0.6, "order": 0.7, "vivid": 0.7, "chroma": 0.7, "channel": 0.4, "harsh": 0.7}
"""Share of a harm's cost in the overall harm, where it is less than all."""
SIDE_EFFECTS: dict[str, tuple[str, ...]] = {
    "brightness": ("contrast", "saturation"),
    "contrast": ("saturation", "brightness"),
    "saturation": ("warmth", "tint"),
    "vibrance": ("saturation", "warmth", "tint"),
    "haze": ("contrast", "saturation", "brightness"),
    "fade": ("contrast", "saturation", "brightness"),
    "shadows": ("brightness", "contrast"),
    "highlights": ("brightness", "contrast"),
    "whites": ("brightness", "contrast"),
    "blacks": ("brightness", "contrast"),
    "clarity": ("contrast",),
    "texture": ("contrast",),
    "sharpness": ("contrast",),
    "vignette": ("brightness", "contrast", "saturation"),
    "warmth": ("saturation", "tint"),
    "tint": ("saturation", "warmth"),
    "blur": ("contrast",),
    "color": ("saturation", "warmth", "tint", "brightness"),
}
"""What a want moves besides its own quantity, rightly."""
UNASKED = ("brightness", "contrast", "warmth", "tint", "saturation")
FREE = ("look", "auto", "black_and_white", "white_balance", "setting")
"""Wants that may move anything."""


@dataclass(frozen=True)
class Findings:
    """All that a verdict is made of.

    stray   cost of each quantity that nobody spoke of and that moved, and of "outside" for a local want that spread
    amount  mean ΔE of the edit
    state   0-1, the photo before: how good its tones are already
    read    False when the instruction says nothing that was understood: then only damage counts
    """

    outcomes: Sequence[Outcome]
    kept: Sequence[Kept]
    harms: Sequence[Harm]
    stray: Mapping[str, float]
    amount: float
    state: float
    read: bool = True

    @property
    def due(self) -> bool:
        """True when something was asked for that can be done in this photo."""
        return any(o.state != "absent" and o.ratio is not None for o in self.outcomes)


# ---- changes that nobody asked for


def stray(pair: ImagePair, intent: Intent, found: Sequence[Outcome]) -> dict[str, float]:
    """Quantities nobody spoke of that moved, and what moved outside of the places named: name -> cost 0-1."""
    wants = [outcome.want for outcome in found]
    if any(_kind(want) in FREE and want.where.everywhere for want in wants):
        return {}
    places = [o.weight for o in found if o.weight is not None]
    everywhere = any(want.where.everywhere for want in wants)
    weight = pair.everywhere
    if places and not everywhere:
        weight = 1 - np.clip(np.max(places, axis=0), 0, 1)
        if float(weight.mean()) < 0.05:
            return {}
    spoken = {s for want in wants if want.where.everywhere for s in _spoken(want)}
    costs = {}
    for name in UNASKED:
        if name not in spoken:
            quantity = QUANTITIES[name]
            costs[name] = ramp(abs(quantity.change(pair, weight)[2]), 0.5, 2.2)
    parted = any(want.what == "look:pop" for want in wants)  # by what is around it as well
    guessed = any(o.state == "unknown" for o in found)  # then nobody knows where the place ends
    if places and not everywhere and not parted and not guessed:
        costs["outside"] = ramp(mean(pair.moved, (weight > 0.9).astype(np.float32)), 1.0, 7.0)
    return costs


def _kind(want: Want) -> str:
    return want.what.partition(":")[0]


def _spoken(want: Want) -> tuple[str, ...]:
    return (want.what, *SIDE_EFFECTS.get(_kind(want), ()))


# ---- the score


def fulfilment(found: Sequence[Outcome]) -> float:
    """-1 to 1 over all wants: their mean and the least of them, so that one left undone is felt."""
    values = [o.satisfaction for o in found if o.ratio is not None and o.state != "absent"]
    if not values:
        return 0.0
    least = 0.35 if min(values) >= 0 else 0.6
    value = (1 - least) * float(np.mean(values)) + least * min(values)
    return min(value, 0.35) if any(o.state == "unknown" for o in found) and len(values) == 1 else value


def damage(harms: Sequence[Harm]) -> float:
    """0-1 of all harms: the worst of them counts most."""
    costs = sorted((harm.cost * GRAVE.get(harm.name, 1.0) for harm in harms), reverse=True)
    return 1.0 - float(np.prod([1.0 - cost * share for cost, share in zip(costs, (1.0, 0.6, 0.4, 0.3), strict=False)]))


def value(findings: Findings) -> float:
    """What an edit is worth: 0 as much as none, 1 as good as can be measured, negative for worse than none."""
    if not findings.read:
        return -0.8 * damage(findings.harms)
    done = fulfilment(findings.outcomes)
    broken = damage(findings.harms)
    lost = max((k.cost for k in findings.kept), default=0.0)
    astray = max(findings.stray.values(), default=0.0)
    served = max((o.satisfaction for o in findings.outcomes), default=0.0)
    begun = max((min(max((o.ratio or 0.0) / 0.2, 0.0), 1.0) for o in findings.outcomes), default=0.0)
    idle = (1 - 0.8 * begun) * min(findings.amount * (1.0 - max(served, 0.0)) / 7.0, 1.0) ** 0.7
    gain = max(done, 0.0) * (1 - broken) * (1 - 0.7 * lost) * (1 - 0.55 * astray)
    loss = max(-done, 0.0) + 0.8 * broken + 0.8 * lost + 0.4 * astray + 0.5 * idle
    if not findings.due:
        loss += min(findings.amount / 5.0, 1.0) ** 0.7
    skin = max((h.cost for h in findings.harms if h.name == "skin"), default=0.0)
    most = 1.0 - 0.6 * skin
    return min(gain, most) - loss


def overall(findings: Findings) -> float:
    """1-5. An untouched photo stands at its base: low when something was due, high when nothing was."""
    content = CONTENT if findings.read else UNREAD
    base = BASE + 0.5 * findings.state - _urgency(findings) if findings.due else content + 0.3 * (findings.state - 0.5)
    worth = value(findings)
    if worth >= 0:
        return base + (TOP - base) * min(worth, 1.0)
    return LOW + (base - LOW) * float(np.exp(1.3 * worth))


def _urgency(findings: Findings) -> float:
    """Much that was asked for and left undone weighs more than little."""
    asked = [{"little": 0.5, "plain": 1.0, "lot": 1.6}[o.want.degree] for o in findings.outcomes if o.ratio is not None]
    return 0.08 * min(sum(asked), 4.0)


# ---- the dimensions


def aesthetic(findings: Findings, quality: float) -> dict[str, float]:
    """The five dimensions of Figure 17, 0-5: damages multiply, each leaving 1 - cost.

    quality  0-1, the tones of the photo after
    """
    scores = {}
    for name in AESTHETIC:
        left = [1.0 - COSTS[name].get(harm.name, 0.0) * harm.cost for harm in findings.harms]
        whole = 4.8 if name != "lighting_tone" else 4.0 + 0.8 * quality
        scores[name] = whole * float(np.prod(left))
    return scores


def adherence(findings: Findings) -> dict[str, float]:
    """The five dimensions of Figure 18, 0-5; {} when nothing in the instruction can be seen in images."""
    lost = max((k.cost for k in findings.kept), default=0.0)
    astray = max(findings.stray.values(), default=0.0)
    calm = (1 - lost) * (1 - 0.8 * astray)
    if not findings.due:
        still = (1 - ramp(findings.amount, 0.3, 6.0)) * (1 - lost)
        if not findings.kept and not findings.outcomes:
            return {}
        names = ("instruction_comprehension", "task_execution_accuracy", "visual_effect_alignment")
        return dict.fromkeys(names, HIGH * still) | {
            "completeness_fulfillment": HIGH * (0.5 + 0.5 * still) * (1 - lost),
            "detail_precision": HIGH * calm * still,
        }
    found = [o for o in findings.outcomes if o.ratio is not None and o.state != "absent"]
    ratios = [o.ratio or 0.0 for o in found]
    right = float(np.mean([min(max(r / 0.35, 0.0), 1.0) for r in ratios]))
    done = float(np.mean([min(max(r / 0.6, 0.0), 1.0) for r in ratios]))
    content = [max(o.satisfaction, 0.0) for o in found]
    return {
        "instruction_comprehension": HIGH * right * (0.4 + 0.6 * (1 - lost)),
        "task_execution_accuracy": HIGH * float(np.mean(content)) * (0.5 + 0.5 * calm),
        "visual_effect_alignment": HIGH * float(np.mean(content)) * (1 - 0.5 * damage(findings.harms)),
        "completeness_fulfillment": HIGH * done * (0.6 + 0.4 * min(content)),
        "detail_precision": HIGH * right * calm * (0.3 + 0.7 * float(np.mean(content))),
    }
