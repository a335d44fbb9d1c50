"""The agent: plan and edit in steps, look at each result, judge, reflect when the score is low, hand out the best.

`turns` is the one loop. It is a generator that yields what it asks the model for (an `Ask`: the kind of turn and the
user message that asks for it) and is sent the `Reply`. In use a policy answers: `run` drives one photo, `run_many`
several in step, so that a batched model gets all that wait at once. In training sampled tokens do
(training/rollout.py).

What a failed reply means: the policy told its model and asked again; when that failed too, the failure is
recorded with its cause and the run ends with what there is: a failed first step leaves the photo as it is
(`Result.error` says why), a failed judgement leaves the result unscored, a failed reflection the judged edit.
"""

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from editor_ops.photo import Image, Photo
from editor_ops.settings import Settings
from jarvisevo.agent.guard import compare, warning
from jarvisevo.agent.lock_words import read_locks
from jarvisevo.agent.policy import Policy, Reply, ask_policy
from jarvisevo.agent.run_record import describe
from jarvisevo.agent.session import Options, Session, digest
from jarvisevo.protocol.chat import Message, TurnKind
from jarvisevo.protocol.messages import JUDGED_BY, READING
from jarvisevo.protocol.time_limit import time_limit
from jarvisevo.protocol.turns import EditTurn, clean
from jarvisevo.record.trajectory import Evaluation, Failure, Reflection, Step, Trajectory, best_state
from jarvisevo.rules.language.tokens import is_chinese

if TYPE_CHECKING:
    from jarvisevo.scoring.evaluators import Evaluator


@dataclass(frozen=True, eq=False)
class Ask:
    """What a run wants next: a turn of this kind, in answer to this message.

    message  the user's turn, images and text
    alone    True when it begins a conversation of its own; else all earlier turns stand before it (`Session.messages`)
    """

    kind: TurnKind
    message: Message
    alone: bool = False


Turns = Generator[Ask, Reply, None]
Watch = Callable[[Session, str], None]
"""Called after every turn with (session, "edit" | "evaluate" | "reflect"); for progress bars."""


@dataclass(frozen=True, eq=False)
class Result:
    """What a run hands out.

    trajectory  the whole record
    best        which of its states: 0 is the untouched photo
    image       that state at the size that the policy saw
    error       why there is no edit at all, "" when there is one (or none was needed)
    pictures    every state at that size, the original first: for the report
    """

    trajectory: Trajectory
    best: int
    image: Image
    error: str = ""
    pictures: tuple[Image, ...] = ()

    @property
    def settings(self) -> Settings:
        """The settings to render and export."""
        return self.trajectory.states[self.best]

    @property
    def score(self) -> float | None:
        """The score of what is handed out; None when it was not judged."""
        return self.trajectory.scores[self.best]


def run(
    photo: Photo,
    instruction: str,
    policy: Policy,
    options: Options | None = None,
    evaluator: "Evaluator | None" = None,
    *,
    name: str = "",
    watch: Watch | None = None,
    start: Settings | None = None,
    earlier: Sequence[str] = (),
) -> Result:
    """Edit one photo as told.

    evaluator  judges instead of the policy itself; by default nobody, or the analytic one for a model that cannot
    name       of the photo in the record; default its path
    start      what stands already: the edit goes on from it, and is judged against it
    earlier    what was asked for before, for a model to understand "less" and "as before"
    """
    judge = evaluator or _instead_of(policy)
    chosen = _as_learnt(options or Options(), policy, judge)
    only = _SessionRun(open_session(photo, instruction, chosen, name, start, earlier), judge)
    _drive([only], policy, watch)
    if only.broken:
        raise only.broken
    return _result(only.session, policy)


def run_many(
    photos: Sequence[Photo],
    instructions: Sequence[str] | str,
    policy: Policy,
    options: Options | Sequence[Options] | None = None,
    evaluator: "Evaluator | None" = None,
    *,
    names: Sequence[str] | None = None,
    watch: Watch | None = None,
    start: Settings | None = None,
    earlier: Sequence[str] = (),
) -> list[Result | Exception]:
    """Edit several photos in step: what waits for the policy at one time goes to it together.

    One that breaks is its exception in the list; the others go on. start, earlier: see `run`, the same for all.
    """
    texts = [instructions] * len(photos) if isinstance(instructions, str) else list(instructions)
    each = list(options) if isinstance(options, Sequence) else [options or Options()] * len(photos)
    titles = names or [""] * len(photos)
    if not len(photos) == len(texts) == len(each) == len(titles):
        raise ValueError(f"{len(photos)} photos, {len(texts)} instructions, {len(each)} options, {len(titles)} names")
    judge = evaluator or _instead_of(policy)
    runs: list[_SessionRun | Exception] = []
    for photo, text, own, title in zip(photos, texts, each, titles, strict=True):
        try:
            runs.append(
                _SessionRun(open_session(photo, text, _as_learnt(own, policy, judge), title, start, earlier), judge)
            )
        except Exception as error:  # a photo that cannot be rendered is a line in the report
            runs.append(error)
    _drive([r for r in runs if isinstance(r, _SessionRun)], policy, watch)
    return [r if isinstance(r, Exception) else r.broken or _result(r.session, policy) for r in runs]


def _as_learnt(options: Options, policy: Policy, judge: "Evaluator | None") -> Options:
    """The options with the way of asking that the policy's model was trained for, where it says so; the score below
    which it corrects is one of its own, so it is no other judge's.
    """
    below = getattr(policy, "correct_below", None) if options.threshold is None and judge is None else options.threshold
    judged_by = getattr(policy, "judged_by", options.judged_by)
    reading = getattr(policy, "reading", options.reading)
    return replace(options, judged_by=judged_by, reading=reading, threshold=below)


def _instead_of(policy: Policy) -> "Evaluator | None":
    """The analytic evaluator for a model whose folder says that its own judgements tell nothing (`judges: false`)."""
    if getattr(policy, "judges", True):
        return None
    from jarvisevo.scoring.evaluators import AnalyticEvaluator

    return AnalyticEvaluator()


def open_session(
    photo: Photo,
    instruction: str,
    options: Options,
    name: str = "",
    start: Settings | None = None,
    earlier: Sequence[str] = (),
) -> Session:
    """A run before its first turn: limits read, the photo shown as it stands."""
    locks = options.locks.join(read_locks(instruction)) if options.read_locks else options.locks
    named = name or str(photo.source or "")
    session = Session(photo, clean(instruction), options, named, locks, start or Settings())
    if earlier:
        session.meta["earlier"] = [clean(text) for text in earlier]
    session.meta |= {
        "limits": locks.describe(),
        "threshold": options.corrected_below,
        "seed": options.seed,
        "max_size": session.side,
    }
    if options.variant:
        session.meta["variant"] = options.variant
    if options.judged_by == "images":
        session.meta[JUDGED_BY] = "images"
    if options.reading:
        from jarvisevo.rules.outline import reading

        session.meta[READING] = reading(session.instruction)
    return session


# ---- the turns of a run


def turns(session: Session, evaluator: "Evaluator | None" = None) -> Turns:
    """Edit until the model is finished, judge, and correct while the score is low; the session holds what came of it.

    Every editing turn that could be read is a step of the record, one that sets nothing too: what the model reads at
    its next turn is exactly what was said so far, in use and in training.
    """
    stop = session.meta.setdefault("stop", {})
    judge = _Referee(session, evaluator)
    stop["editing"] = yield from _edit(session, judge)
    if session.steps:
        stop["reflection"] = yield from _improve(session, judge)


def _edit(session: Session, judge: "_Referee") -> Generator[Ask, Reply, str]:
    """Editing steps until the policy is finished or a budget is used up -> why it ended."""
    for _ in range(session.options.max_steps):
        if spent := session.spent():
            return spent
        began = time.monotonic()
        reply = yield _ask(session, "edit")
        turn = _book(session, reply)
        if not isinstance(turn, EditTurn):
            return "failed reply"
        before = session.steps[-1].evaluation if session.steps else None
        session.steps.append(_carry_out(session, turn, reply, time.monotonic() - began))
        if not turn.settings:  # the state is the one before, and so is its judgement
            session.steps[-1] = replace(session.steps[-1], evaluation=before)
        if turn.state == "finished":
            return "finished"
        if not turn.settings:
            return "an empty step"
        if judge.each and len(session.steps) < session.options.max_steps:
            session.steps[-1] = replace(session.steps[-1], evaluation=judge.outside())
    return "steps"


def _improve(session: Session, judge: "_Referee") -> Generator[Ask, Reply, str]:
    """The judgement, and reflections while it is under the threshold -> why it ended."""
    limits = session.options
    session.evaluation = yield from judge.verdict()
    for _ in range(limits.rounds):
        if stopped := _good_enough(session):
            return stopped
        if spent := session.spent():
            return spent
        began = time.monotonic()
        reply = yield _ask(session, "reflect")
        turn = _book(session, reply)
        if not isinstance(turn, EditTurn):
            return "failed reply"
        if not turn.settings:
            return "an empty reflection"
        step = _carry_out(session, turn, reply, time.monotonic() - began)
        session.reflections.append(Reflection(step))
        session.reflections[-1] = Reflection(step, (yield from judge.verdict()))
    return _good_enough(session) or "rounds"


def _good_enough(session: Session) -> str:
    """Why nothing is to be corrected after the latest judgement, "" when something is."""
    done = session.judged
    if done is None or done.score is None:
        return "no score"
    threshold = session.options.corrected_below
    return "" if done.score < threshold else f"a score of {done.score:g} is not under {threshold:g}"


def _ask(session: Session, kind: TurnKind) -> Ask:
    alone = kind == "evaluate" and session.options.judged_by == "images"
    return Ask(kind, session.messages(kind)[-1], alone)


def _book(session: Session, reply: Reply) -> EditTurn | Evaluation | None:
    """Book what a reply cost and what went wrong in it -> its turn."""
    session.count(reply.usage)
    session.failures += reply.failures
    for failure in reply.failures:
        if failure.final:
            session.remarks[f"{failure.kind}: {failure.cause}"] = None
    session.remarks |= dict.fromkeys((*(f"ignored: {words}" for words in reply.ignored), *reply.notes))
    return reply.turn


def _carry_out(session: Session, turn: EditTurn, reply: Reply, seconds: float) -> Step:
    """Merge, hold within the limits, develop from the original photo."""
    began = time.monotonic()
    settings, held = session.after(turn)
    image = session.show(settings)
    pixels = image.eight_bit()
    session.images.append(pixels)
    return Step(
        turn.thought,
        turn.tool_call,
        settings,
        turn.state,
        notes=(*turn.repaired, *turn.notes, *held, *image.notes),
        told=tuple(dict.fromkeys((*held, *image.notes, *turn.notes))),
        text=reply.text,
        image=digest(pixels),
        usage=dict(reply.usage),
        timing={"reply": round(seconds, 4), "render": round(time.monotonic() - began, 4)},
    )


@dataclass
class _Referee:
    """Who judges: the policy itself, or an evaluator that was given."""

    session: Session
    evaluator: "Evaluator | None"

    @property
    def each(self) -> bool:
        """True when steps in between are judged too, which only an evaluator from outside does."""
        return self.evaluator is not None and self.session.options.judge_steps

    def verdict(self) -> Generator[Ask, Reply, Evaluation]:
        """A judgement of the latest state."""
        session = self.session
        if self.evaluator is not None:
            known = session.steps[-1].evaluation if not session.reflections else None
            return known or self.outside()
        began = time.monotonic()
        if spent := session.spent():
            return Evaluation.failure(f"no {spent} left for a judgement")
        reply = yield _ask(session, "evaluate")
        turn = _book(session, reply)
        self._time(began)
        if isinstance(turn, Evaluation):
            return turn
        cause = reply.failures[-1].cause if reply.failures else "no judgement"
        return Evaluation.failure(cause, text=reply.failures[-1].text if reply.failures else "")

    def outside(self) -> Evaluation:
        """The evaluator's judgement of the latest state; its failure is a value."""
        session, evaluator = self.session, self.evaluator
        assert evaluator is not None
        before, after = Image(session.images[0]), Image(session.images[-1])
        began = time.monotonic()
        if session.seconds_left == 0:
            return Evaluation.failure("no seconds left for a judgement")
        try:
            with time_limit(session.seconds_left):
                done = evaluator.score(
                    before, after, session.instruction, photo=session.photo, settings=session.settings
                )
        except Exception as error:  # a judge from outside never ends the edit
            done = Evaluation.failure(
                " ".join(f"{type(error).__name__}: {error}".split())[:500], str(getattr(evaluator, "name", "evaluator"))
            )
        self._time(began)
        if done.score is None:
            session.failures.append(Failure("evaluate", len(session.states) - 1, done.error, final=True))
            session.remarks[f"evaluate: {done.error}"] = None
        return done

    def _time(self, began: float) -> None:
        self.session.meta.setdefault("judging", []).append(round(time.monotonic() - began, 4))


# ---- driven by a policy


class _SessionRun:
    """One run under way: what it asks for now (None before the first turn and after the last), and what broke it."""

    def __init__(self, session: Session, evaluator: "Evaluator | None") -> None:
        self.session, self.turns = session, turns(session, evaluator)
        self.ask: Ask | None = None
        self.broken: Exception | None = None

    def advance(self, reply: Reply | Exception | None) -> None:
        """Go on to the next turn: with a reply, or None at the start; an exception ends this run alone."""
        self.ask = None
        try:
            if isinstance(reply, Exception):
                raise reply
            self.ask = next(self.turns) if reply is None else self.turns.send(reply)
        except StopIteration:
            return
        except Exception as error:
            self.broken = error


def _drive(runs: Sequence[_SessionRun], policy: Policy, watch: Watch | None) -> None:
    """Take every run to its end; those that wait for the same kind of turn are answered together, the oldest first."""
    for each in runs:
        each.advance(None)
    waiting = [(each, each.ask.kind) for each in runs if each.ask]
    while waiting:
        kind = waiting[0][1]
        now = [each for each, wanted in waiting if wanted == kind]
        waiting = [(each, wanted) for each, wanted in waiting if wanted != kind]
        for each, reply in zip(now, ask_policy(policy, [r.session for r in now], kind), strict=True):
            each.advance(reply)
            if each.ask:
                waiting.append((each, each.ask.kind))
            if watch:
                watch(each.session, kind)


def _result(session: Session, policy: Policy) -> Result:
    """Pick the best state and write down what the run was."""
    trajectory = session.trajectory()
    best = best_state(trajectory.scores, len(session.steps))
    _guard(session, best)
    session.meta |= describe(session, policy) | {"best": best}
    trajectory = session.trajectory()
    failed = [f.cause for f in session.failures if f.final and f.kind == "edit"]
    error = ""
    if not session.steps:
        error = failed[-1] if failed else f"no step was made: no {session.meta['stop']['editing']} left"
    pictures = tuple(Image(pixels) for pixels in session.images)
    return Result(trajectory, best, pictures[best], error, pictures)


def _guard(session: Session, best: int) -> None:
    """Say so where the untouched photo is judged better than what is handed out."""
    if not session.options.guard or best >= len(session.images):
        return
    try:
        found = compare(session, best)
    except Exception as error:  # the guard never ends an edit
        session.remarks[f"guard: {type(error).__name__}: {' '.join(str(error).split())[:200]}"] = None
        return
    if found:
        session.meta["guard"] = found
    if words := warning(found, zh=is_chinese(session.instruction)):
        session.remarks[f"warning: {words}"] = None
