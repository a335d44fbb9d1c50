"""The judgement of one edit from two images and an intent: everything measured,
then the verdict in numbers and words.
"""

from collections.abc import Sequence

import numpy as np

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from jarvisevo.record.trajectory import Evaluation
from jarvisevo.rules.intent import Intent
from jarvisevo.scoring.analytic import verdict, words
from jarvisevo.scoring.analytic.frames import fitted
from jarvisevo.scoring.analytic.harms import Asked, harms
from jarvisevo.scoring.analytic.image_pair import ImagePair
from jarvisevo.scoring.analytic.keeps import kept
from jarvisevo.scoring.analytic.outcome import asked
from jarvisevo.scoring.analytic.outcomes import GEOMETRY, outcomes, tonal_quality
from jarvisevo.scoring.analytic.places import Box

MASKED = (CORRECTIONS, "LensBlur")
"""Settings that act in a part of a photo, which has edges."""


def judge(
    before: np.ndarray,
    after: np.ndarray,
    intent: Intent,
    boxes: Sequence[Box] = (),
    name: str = "analytic",
    settings: Settings | None = None,
) -> Evaluation:
    """Judge an edit by what an instruction asks for.

    before, after  (H, W, 3) uint8 sRGB, of any sizes
    boxes          those that the intent's places number, in fractions of the frame
    settings       what stands after the edit, where that is known
    """
    pair = fitted(before, after, any(want.what in GEOMETRY for want in intent.wants))
    findings = findings_of(pair, intent, boxes, settings)
    looks = verdict.aesthetic(findings, tonal_quality(pair.after))
    scores = {key: round(value, 2) for key, value in (looks | verdict.adherence(findings)).items()}
    same = findings.amount < verdict.LIVELY and not pair.reframed
    text = words.rationale(intent, findings.outcomes, findings.kept, findings.harms, findings.stray, same)
    return Evaluation(round(verdict.overall(findings), 2), scores, text, name)


def findings_of(
    pair: ImagePair, intent: Intent, boxes: Sequence[Box] = (), settings: Settings | None = None
) -> verdict.Findings:
    """Everything that is measured for a verdict."""
    found = outcomes(pair, intent, boxes, settings)
    slack = [1.0 if o.want.what.partition(":")[0] in verdict.FREE else o.slack for o in found]
    scaled = [abs(asked(o.want)) * s for o, s in zip(found, slack, strict=True) if o.want.what not in GEOMETRY]
    strength = max(scaled, default=1.0)
    measured = [o for o in found if o.ratio is not None and o.want.what.partition(":")[0] not in verdict.FREE]
    met = max(min((o.satisfaction for o in measured), default=0.0), 0.0)
    return verdict.Findings(
        found,
        kept(pair, intent.keep, intent.wants, boxes),
        harms(
            pair, Asked.of(intent, strength, met), settings is None or any(name in settings.values for name in MASKED)
        ),
        verdict.stray(pair, intent, found),
        pair.difference,
        tonal_quality(pair.before),
        bool(intent.wants or intent.keep or intent.out_of_scope),
    )
