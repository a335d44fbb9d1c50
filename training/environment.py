"""The sandbox as the trainer's environment: trajectories drawn turn by turn, every picture at its own turn.

A conversation grows in tokens: what the policy drew stays the very tokens that it drew, and what the sandbox says is
appended. So the trainer scores exactly what was sampled, and no picture can move or be lost on the way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from editor_ops.photo import Photo
from jarvisevo import protocol
from jarvisevo.agent import open_session
from jarvisevo.chat import Message, Sampling
from jarvisevo.protocol import EditTurn, ProtocolError
from jarvisevo.qwen_prompt import Picture, Prompt, control_tokens, positions, turn_content
from jarvisevo.qwen_vl import QwenVL
from jarvisevo.session import Options, Session
from jarvisevo.trajectory import Evaluation, Failure, Step, Trajectory
from training.masking import Kind, Span
from training.pictures import fitted, patchify

MARK = "\N{SYMBOL FOR UNIT SEPARATOR}turn\N{SYMBOL FOR UNIT SEPARATOR}"
"""Stands for an assistant turn when the template's words after it are looked up."""


KEEP = 1 << 30
"""Bytes for attention states while one step is drawn."""


@dataclass(frozen=True)
class Drawn:
    """One turn as it was drawn: tokens (end mark left out), and "stop" or "length"."""

    ids: tuple[int, ...]
    finish: str


Draw = Callable[[Sequence[Prompt], Sequence[str]], list[Drawn]]
"""Continues conversations, one seed for each."""


class Tokens:
    """A processor's way from messages to tokens and back."""

    def __init__(self, processor: Any) -> None:
        self.processor, self.tokenizer, self.images = processor, processor.tokenizer, processor.image_processor
        self.control = control_tokens(self.tokenizer)
        self.end = int(self.tokenizer.convert_tokens_to_ids("<|im_end|>"))

    def render(self, messages: Sequence[Message]) -> str:
        """The text of a conversation up to where the assistant speaks."""
        turns = [{"role": m.role, "content": turn_content(m, self.control)} for m in messages]
        return self.tokenizer.apply_chat_template(
            turns, chat_template=self.processor.chat_template, tokenize=False, add_generation_prompt=True
        )

    def encode(self, text: str) -> list[int]:
        """Tokens of rendered text; a picture is one token still."""
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def after(self, user: Message) -> str:
        """What a template writes from an assistant's last word to where it speaks again."""
        whole = self.render([Message("user", ("…",)), Message("assistant", (MARK,), "edit"), user])
        return whole.split(MARK)[-1]

    def decode(self, ids: Sequence[int]) -> str:
        """What was drawn, tags included."""
        return self.tokenizer.decode(list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False)


class Talk:
    """A conversation in tokens that can go on.

    ids       all tokens so far
    spans     the turns that were drawn, each with its kind; its end mark is in it when it was drawn
    prompt    how many tokens stood before the first drawn one
    """

    def __init__(self, tokens: Tokens, messages: Sequence[Message]) -> None:
        self.tokens, self.ids, self.spans = tokens, [], []  # type: tuple[Tokens, list[int], list[Span]]
        self.pictures: list[Picture] = []
        self._append(tokens.encode(tokens.render(messages)), [p for m in messages for p in m.pictures])
        self.prompt = len(self.ids)

    def hear(self, user: Message) -> None:
        """The sandbox's next turn."""
        ids = self.tokens.encode(self.tokens.after(user))
        if self.spans and self.ids[-1] == self.tokens.end and ids[:1] == [self.tokens.end]:
            ids = ids[1:]
        self._append(ids, user.pictures)

    def take(self, drawn: Drawn, kind: Kind) -> str:
        """The policy's turn -> its text."""
        start = len(self.ids)
        self.ids += [*drawn.ids, *([self.tokens.end] if drawn.finish == "stop" else [])]
        self.spans.append(Span(start, len(self.ids), kind))
        return self.tokens.decode(drawn.ids)

    def as_prompt(self) -> Prompt:
        """For `qwen_generate.generate`."""
        ids = np.array(self.ids, np.int64)
        return Prompt(ids, tuple(self.pictures), positions(len(ids), self.pictures, self.tokens.images.merge_size))

    def _append(self, short: Sequence[int], pictures: Sequence[np.ndarray]) -> None:
        image, rest = self.tokens.processor.image_token_id, iter(pictures)
        for token in short:
            if token != image:
                self.ids.append(int(token))
                continue
            picture = next(rest, None)
            if picture is None:
                raise ValueError("the conversation has more places for pictures than pictures")
            self.pictures.append(_picture(self.tokens.images, picture, len(self.ids)))
            self.ids += [image] * self.pictures[-1].tokens
        if next(rest, None) is not None:
            raise ValueError("the chat template lost a picture")


def _picture(images: Any, pixels: np.ndarray, start: int) -> Picture:
    small = fitted(images, pixels)
    patches, grid = patchify(images, small)
    digest = str((small.shape, hash(small.tobytes()))).encode()
    return Picture(patches, grid, start, len(patches) // images.merge_size**2, digest)


# ---- drawing


class Rollable(Protocol):
    """A trajectory that is being drawn."""

    talk: Talk
    seed: str

    def wants(self) -> Kind | None:
        """The kind of the next turn, None when it is complete."""
        ...

    def take(self, drawn: Drawn) -> None:
        """The next turn."""
        ...


def roll(rollouts: Sequence[Rollable], draw: Draw) -> None:
    """Draw every trajectory to its end, all that wait together."""
    waiting = list(rollouts)
    while waiting:
        seeds = [f"{r.seed}:{len(r.talk.spans)}" for r in waiting]
        for rollout, drawn in zip(waiting, draw([r.talk.as_prompt() for r in waiting], seeds), strict=True):
            rollout.take(drawn)
        waiting = [r for r in waiting if r.wants() is not None]


def local_draw(qwen: QwenVL, sampling: Sampling, batch: int, keep: int = KEEP) -> Draw:
    """Draw with the model in this process, `batch` conversations at a time, those of like length together.

    keep  bytes of attention states that later turns go on from, and that equal prompts of a group share
    """
    from jarvisevo.qwen_generate import PrefixStore, generate

    store, limit = PrefixStore(keep), int(qwen.model.config.get_text_config().max_position_embeddings)

    def draw(prompts: Sequence[Prompt], seeds: Sequence[str]) -> list[Drawn]:
        out: dict[int, Drawn] = {}
        order = sorted(range(len(prompts)), key=lambda i: len(prompts[i].ids))
        for first in range(0, len(order), batch):
            rows = order[first : first + batch]
            alone = list({_same(prompts[i]): prompts[i] for i in rows}.values())
            if keep and len(alone) <= len(rows) // 2:  # a group's prompt is run once
                generate(qwen, alone, replace(sampling, max_tokens=1), [""] * len(alone), limit, store)
            replies = generate(qwen, [prompts[i] for i in rows], sampling, [seeds[i] for i in rows], limit, store)
            out |= {i: Drawn(reply.ids, reply.finish) for i, reply in zip(rows, replies, strict=True)}
        return [out[i] for i in range(len(prompts))]

    return draw


def _same(prompt: Prompt) -> tuple[bytes, ...]:
    """Equal for equal prompts."""
    return (prompt.ids.tobytes(), *(p.digest for p in prompt.pictures))


# ---- the editor's loop


@dataclass
class EditRollout:
    """A trajectory of the editor: edits in the sandbox, then its own judgement.

    session      the run in the sandbox, with pictures and settings
    obligations  of the grammar, True where they were met
    score        its own; None when it gave none
    """

    session: Session
    talk: Talk
    seed: str
    max_steps: int
    judge: bool = True
    obligations: list[bool] = field(default_factory=list)
    evaluation: Evaluation | None = None
    _next: Kind | None = "edit"

    @property
    def score(self) -> float | None:
        return self.evaluation.score if self.evaluation else None

    @property
    def valid(self) -> bool:
        """True when every edit could be used."""
        return bool(self.session.steps) and not self.session.failures

    def wants(self) -> Kind | None:
        return self._next

    def take(self, drawn: Drawn) -> None:
        """Read a turn, carry it out, and say what follows."""
        kind = self._next
        assert kind is not None
        text = self.talk.take(drawn, kind)
        self.obligations.append(drawn.finish == "stop")
        self._next = self._edit(text) if kind == "edit" else self._judged(text)
        if self._next == "edit":
            told = self.session.steps[-1].told
            self.talk.hear(self._shown(protocol.step_turn(len(self.session.steps), told)))
        elif self._next == "evaluate":
            told = self.session.steps[-1].told
            self.talk.hear(self._shown(protocol.evaluate_turn(told)))

    def _shown(self, text: str) -> Message:
        return Message("user", (self.session.images[-1], text))

    def _edit(self, text: str) -> Kind | None:
        try:
            turn = protocol.parse_edit(text)
        except ProtocolError as error:
            self.session.failures.append(Failure("edit", len(self.session.states) - 1, error.line(), final=True))
            self.obligations += [False, False]
            return None
        self.obligations += [True, not turn.repaired and not turn.notes]
        self.session.steps.append(carried_out(self.session, turn, text))
        over = turn.state == "finished" or not turn.settings or len(self.session.steps) >= self.max_steps
        if over:
            self.obligations.append(turn.state == "finished")
            return "evaluate" if self.judge else None
        return "edit"

    def _judged(self, text: str) -> None:
        self.evaluation, met = judgement(text)
        self.obligations += met

    def trajectory(self) -> Trajectory:
        """The record of it."""
        return replace(self.session.trajectory(), evaluation=self.evaluation)


def judgement(text: str) -> tuple[Evaluation, list[bool]]:
    """(a judgement as read, obligations of the grammar); a score outside 1 to 5 is a failure of format."""
    try:
        made, repaired = protocol.read_evaluation(text)
    except ProtocolError as error:
        return Evaluation.failure(error.line(), text=text[:2000]), [False, False]
    return made, [True, not repaired]


def carried_out(session: Session, turn: EditTurn, text: str) -> Step:
    """Merge a call, hold it within the limits, develop from the original; an error of the sandbox is raised."""
    settings, held = session.locks.enforce(session.settings.merge(turn.settings))
    image = session.show(settings)
    session.images.append(image.eight_bit())
    told = tuple(dict.fromkeys((*held, *image.notes, *turn.notes)))
    return Step(turn.thought, turn.tool_call, settings, turn.state, (*turn.repaired, *told), told, text)


def edit_rollout(tokens: Tokens, photo: Photo, instruction: str, seed: str, *, max_steps: int, max_size: int,
                 system: str = "", judge: bool = True) -> EditRollout:  # fmt: skip
    """A trajectory of the editor before its first turn."""
    session = open_session(photo, instruction, Options(max_steps=max_steps, max_size=max_size), "photo")
    return EditRollout(session, Talk(tokens, session.messages("edit", system)), seed, max_steps, judge)


# ---- the evaluator's loop


@dataclass
class EvalRollout:
    """A judgement of a given edit; see `EditRollout`."""

    talk: Talk
    seed: str
    obligations: list[bool] = field(default_factory=list)
    evaluation: Evaluation | None = None
    _next: Kind | None = "evaluate"

    @property
    def score(self) -> float | None:
        return self.evaluation.score if self.evaluation else None

    def wants(self) -> Kind | None:
        return self._next

    def take(self, drawn: Drawn) -> None:
        text = self.talk.take(drawn, "evaluate")
        self.evaluation, met = judgement(text)
        self.obligations += [drawn.finish == "stop", *met]
        self._next = None


def eval_rollout(tokens: Tokens, trajectory: Trajectory, images: Sequence[np.ndarray], seed: str,
                 system: str = "") -> EvalRollout:  # fmt: skip
    """A judgement before it is drawn.

    trajectory  the edit; a judgement in it is left out
    images      the original, then the picture after each step
    """
    asked = replace(trajectory, evaluation=None, reflections=())
    return EvalRollout(Talk(tokens, asked.to_messages(list(images), system, ask="evaluate")), seed)
