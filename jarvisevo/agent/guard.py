"""The guard: the untouched photo is judged beside the result,
so that an edit that does worse is not handed out in silence.
"""

import re
from typing import TYPE_CHECKING, Any

from editor_ops.photo import Image

if TYPE_CHECKING:
    from jarvisevo.agent.session import Session
    from jarvisevo.scoring.evaluators import Evaluator

MARGIN = 0.15
"""Points of the score by which a result has to lie below the untouched photo before anything is said."""


WHY = 400
"""Characters of the reasons that a warning quotes."""
_SENTENCE = re.compile(r"。|[.;] ")


def compare(session: "Session", best: int, evaluator: "Evaluator | None" = None) -> dict[str, Any]:
    """Judge the untouched photo and a state alike -> plain data for `Trajectory.meta["guard"]`;
    {} where nobody can tell.

    best       the state to be handed out; 0 is the photo itself, which needs no guard
    evaluator  who judges both; default the analytic one, whoever judged the run, so that both scores mean the same
    """
    if best == 0:
        return {}
    if evaluator is None:
        from jarvisevo.scoring.evaluators import AnalyticEvaluator

        evaluator = AnalyticEvaluator()
    original = Image(session.images[0])
    made = [
        evaluator.score(original, Image(session.images[i]), session.instruction, settings=session.states[i])
        for i in (0, best)
    ]
    first, then = (m.score for m in made)
    if first is None or then is None:
        return {}
    return {
        "judge": made[1].judge,
        "original": first,
        "result": then,
        "below": then < first - MARGIN,
        "why": made[1].rationale,
    }


def warning(found: dict[str, Any], *, reasons: bool = True, zh: bool = False) -> str:
    """What to say of a result below the untouched photo, one line; "" when there is nothing to say.

    zh  whoever asked writes Chinese
    """
    if not found.get("below"):
        return ""
    why = f"{'：' if zh else ': '}{_whole(str(found['why']))}" if reasons else ""
    if zh:
        return f"按测量，原片的评分（{found['original']:.2f}）高于这次修图（{found['result']:.2f}）{why}"
    return (
        f"the untouched photo scores higher ({found['original']:.2f}) than this edit ({found['result']:.2f}) "
        f"by measurement{why}"
    )


def _whole(reasons: str) -> str:
    """The sentences of the reasons that are within WHY."""
    if len(reasons) <= WHY:
        return reasons
    ends = [match.end() for match in _SENTENCE.finditer(reasons[:WHY])]
    return reasons[: ends[-1] if ends else WHY].strip()
