"""The rules (policies/expert) as an agent: one planned step, a measured judgement, a correction where it is low.

No model is involved. The judge is arithmetic on the two pictures; a reflection weakens or strengthens the
plan, whichever the judgement asks for, and says nothing changes when no strength is judged better.
"""

from typing import TYPE_CHECKING

import numpy as np

from editor_ops.photo import Image
from editor_ops.settings import Settings, started
from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Session
from jarvisevo.policies.variants import ANOTHER, STRENGTHS, scaled, variants_of, varied
from jarvisevo.protocol.time_limit import time_limit
from jarvisevo.protocol.turns import EditTurn
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation, Failure
from jarvisevo.rules import plan
from jarvisevo.rules.between import between
from jarvisevo.rules.intent import SETTING, Keep, Place, modest
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.moves import mixer_slider
from jarvisevo.scoring.analytic.numbered import NAMED_SLIDERS

if TYPE_CHECKING:
    from jarvisevo.scoring.evaluators import Evaluator

SKIN = Keep("all", Place("skin"))
"""What a lock of skin asks of a plan: masks that leave skin out; sliders that aim at skin alone are held besides."""
WEAKER, STRONGER = (0.55, 0.3), (1.5, 2.0)
"""Strengths that a reflection tries, of what was planned."""
LIMIT_WORDS = {"max", "maximum", "most", "exceed", "limit", "within", "最多", "不超过", "以内"}
GAIN = 0.05
"""A correction has to be judged better by this much."""
WORDS = {
    "done": ("The edit already says what was asked; I will leave it here.", "调整已经符合要求，就停在这里。"),
    "weaker": (
        (
            "Looking again, I went too far: the changes cost the picture more than they gave it. I should have been"
            " more careful, so I will take all of them back part of the way."
        ),
        "再看一遍，我调得过头了：改动对画面的损害大于带来的好处。我应该更克制，所以会把所有调整都收回一部分。",
    ),
    "stronger": (
        (
            "Looking again, I was too timid: what was asked for is hardly to be seen. I should have gone further, so I"
            " will take the same changes on."
        ),
        "再看一遍，我太保守了：要求的效果几乎看不出来。我应该更大胆，所以会把同样的调整继续加强。",
    ),
    "kept": (
        "I looked for a better strength of these changes and found none, so I will leave them as they are.",
        "我尝试了不同的调整强度，没有找到更好的，因此保持现状。",
    ),
}


class ExpertAgent:
    """The rules behind the `Policy` protocol.

    evaluator  judges its edits; default the analytic one
    """

    name = "expert"
    variants = staticmethod(variants_of)

    def __init__(self, evaluator: "Evaluator | None" = None) -> None:
        self._evaluator = evaluator

    @property
    def evaluator(self) -> "Evaluator":
        """Who judges; made on first use."""
        if self._evaluator is None:
            from jarvisevo.scoring.evaluators import AnalyticEvaluator

            self._evaluator = AnalyticEvaluator()
        return self._evaluator

    def propose(self, session: Session) -> Reply:
        """The whole plan at the first step, within the limits; nothing afterwards."""
        if session.steps:
            return Reply(EditTurn(_say("done", session), state="finished"))
        limits, start = session.locks.ranges(session.start), session.start
        keep = (SKIN,) if session.locks.skin else ()
        options = session.options
        second = options.variant.startswith(ANOTHER)
        made = plan(
            session.photo, session.instruction, seed=options.seed, locks=limits, keep=keep, start=start, second=second
        )
        settings = _versions(start, made.settings, session.options.variant)
        turn = EditTurn(made.thought, settings.to_dict(), settings, state="finished")
        limited = bool(session.locks)  # then the words that stated a limit were understood, only not by the rules
        ignored = tuple(w for w in made.ignored if not (limited and w.lower() in LIMIT_WORDS))
        return Reply(turn, ignored=ignored, notes=made.notes)

    def evaluate(self, session: Session) -> Reply:
        """The evaluator's judgement of the present state."""
        done = self._score(session, session.images[-1], session.settings)
        if done.score is None:
            return Reply(None, failures=(Failure("evaluate", len(session.states) - 1, done.error, final=True),))
        return Reply(done)

    def reflect(self, session: Session) -> Reply:
        """The plan weaker or stronger, by what the judgement found worse: the look of the picture, or the obedience."""
        judged = session.judged
        way = direction(judged)
        factors = WEAKER if way == "weaker" else _stronger(session)
        found: list[tuple[float, Settings]] = []
        said = _said(session)
        for factor in factors:
            weighed = _strength(_stood(session), session.settings, factor).merge(said)
            if weighed == session.settings:
                continue
            settings, _ = session.locks.enforce(weighed, session.start)
            done = self._score(session, session.show(settings).eight_bit(), settings)
            if done.score is not None:
                found.append((done.score, settings))
        best = max(found, key=lambda pair: pair[0], default=None)
        now = judged.score if judged and judged.score is not None else 0.0
        if best is None or best[0] < now + GAIN:
            return Reply(EditTurn(_say("kept", session)))
        changed = {n: v for n, v in best[1].to_dict().items() if v != session.settings.to_dict().get(n)}
        return Reply(EditTurn(_say(way, session), changed, Settings.parse(changed)))

    def _score(self, session: Session, after: np.ndarray, settings: Settings) -> Evaluation:
        with time_limit(session.seconds_left):
            return self.evaluator.score(
                Image(session.images[0]), Image(after), session.instruction, photo=session.photo, settings=settings
            )


def _versions(start: Settings, planned: Settings, variant: str) -> Settings:
    """What a plan changes of what stands, in the version asked for."""
    if not len(start):
        return varied(planned, variant)
    whole = between(start, planned, STRENGTHS.get(variant, 1.0))
    return Settings({name: value for name, value in whole.values.items() if value != start[name]})


def _stood(session: Session) -> Settings:
    """What stood before the edit, with what a RAW file begins with: its white balance, where that was set."""
    photo, moved = session.photo, session.settings.values
    shot = dict(zip(("Temperature", "Tint"), photo.as_shot or (), strict=False)) if photo.raw else {}
    start = started(session.start, photo)
    return Settings({name: value for name, value in shot.items() if name in moved} | dict(start.values), start.extra)


def _strength(start: Settings, settings: Settings, factor: float) -> Settings:
    """A weaker or stronger edit of what stood at first."""
    return between(start, settings, factor) if len(start) else scaled(settings, factor)


def _stronger(session: Session) -> tuple[float, ...]:
    """A little is not much on second thoughts, and a little more of what stands is no more than that."""
    if not modest(read(session.instruction).wants):
        return STRONGER
    return () if len(session.start) else STRONGER[:1]


def _said(session: Session) -> Settings:
    """What stands as the request said it in numbers; nobody asked for second thoughts about that."""
    wants = [want for want in read(session.instruction).wants if want.amount]
    numbers = {NAMED_SLIDERS.get(want.what, want.what.removeprefix(SETTING)) for want in wants}
    numbers |= {slider[0] for want in wants if (slider := mixer_slider(want))}
    if session.photo.raw:
        numbers |= {name.removeprefix("Incremental") for name in numbers}
    return Settings({name: value for name, value in session.settings.values.items() if name in numbers})


def direction(judged: Evaluation | None) -> str:
    """ "weaker" when the picture suffers more than the wish, else "stronger"."""
    given = judged.dimensions if judged else {}
    means = []
    for names in (AESTHETIC, ADHERENCE):
        values = [given[n] for n in names if n in given]
        means.append(sum(values) / len(values) if values else 0.0)
    return "weaker" if means[0] <= means[1] else "stronger"


def _say(what: str, session: Session) -> str:
    return WORDS[what][is_chinese(session.instruction)]
