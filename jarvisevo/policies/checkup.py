"""Can a model edit here? Five turns: does it answer, see, call, judge, and does a whole edit fit into its context."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.needed import needed
from jarvisevo.protocol.chat import ChatError, Completion, Message, TurnKind
from jarvisevo.protocol.messages import judging_message
from jarvisevo.protocol.observation import observed
from jarvisevo.protocol.prompts import system_prompt
from jarvisevo.protocol.turns import (
    ProtocolError,
    edit_turn,
    evaluate_turn,
    parse_edit,
    read_evaluation,
    source_turn,
    step_turn,
)
from jarvisevo.rules.outline import reading

WISH = "make it brighter and a little warmer"
COLOURS = {"yellow": (240, 220, 20), "blue": (20, 40, 220)}
"""Left and right half of the picture that is asked about."""
WORD = 512
"""Tokens of a reply of one word: thinking models think before it."""
TOLD_APART = 0.5
"""Of 5: how much better the right result is judged by a model that sees."""
LEAST_TOKENS = 16
"""Of an image with its turn, in any model."""
HEIGHT, WIDTH = 512, 768


@dataclass(frozen=True)
class Finding:
    """What one turn showed.

    ok    True, False, or None when it works within limits, or could not be told
    text  what was seen
    fix   what to do about it, "" when nothing is to be done
    """

    name: str
    ok: bool | None
    text: str
    fix: str = ""


@dataclass
class Checkup:
    """Five turns with a model, as the editor would have them (`policy`: its prompt, constraint, measurements)."""

    policy: ChatPolicy
    findings: list[Finding] = field(default_factory=list)
    one_image: int = 0

    def run(self) -> list[Finding]:
        """Every turn in order; a model that does not answer is asked nothing more."""
        turns: tuple[tuple[str, Callable[[], Finding]], ...] = (
            ("answers", self._answers),
            ("sees images", self._sees),
            ("calls the tools", self._calls),
            ("judges", self._judges),
            ("four images", self._remembers),
        )
        for name, turn in turns:
            try:
                found = turn()
            except ChatError as error:
                found = Finding(name, False, str(error))
            except ProtocolError as error:
                found = Finding(name, False, error.line(), "a larger model, or --constrain on, may keep to the form")
            self.findings.append(found)
            if name == "answers" and not found.ok:
                break
        return self.findings

    @property
    def _reading(self) -> str:
        return reading(WISH) if self.policy.reading else ""

    def _photo(self) -> Message:
        """A dark picture with the wish."""
        return Message("user", (scene(0.5), source_turn(WISH, reading=self._reading)))

    def _ask(self, talk: list[Message], want: TurnKind = "edit", schema: bool = False, most: int = 0) -> Completion:
        """The reply; ChatError when there is none."""
        from editor_ops.formats.call_schema import call_schema

        form = call_schema(needed(WISH)) if schema and self.policy.constrain else None
        shown = observed(talk) if self.policy.measure else talk
        sampling = replace(self.policy.sampling, max_tokens=most) if most else self.policy.sampling
        (answer,) = self.policy.chat.complete([shown], sampling, want=want, schema=form)
        if isinstance(answer, ChatError):
            raise answer
        return answer

    def _answers(self) -> Finding:
        began = time.monotonic()
        answer = self._ask([Message("user", ("Reply with the single word: ready",))], "evaluate", most=WORD)
        seconds = time.monotonic() - began
        return Finding("answers", True, f"{_short(answer.text)!r} after {seconds:.1f} s")

    def _sees(self) -> Finding:
        picture = np.zeros((256, 384, 3), np.uint8)
        picture[:, :192], picture[:, 192:] = COLOURS.values()
        asked = "Which two colours has this picture? Answer with two words: the left one, then the right one."
        answer = self._ask([Message("user", (picture, asked))], "evaluate", most=WORD)
        text = answer.text.rpartition("</think>")[2].lower()
        left, right = (text.find(name) for name in COLOURS)
        if 0 <= left < right:
            return Finding("sees images", True, "named the colours of a picture")
        if not self.policy.measure and (told := self._tells_apart()):
            return Finding("sees images", True, told)
        fix = "name a vision-language model, or add --measure: it then edits by measurements"
        return Finding("sees images", False, f"said {_short(answer.text)!r} of a {' and '.join(COLOURS)} picture", fix)

    def _tells_apart(self) -> str:
        """What shows that a model which learnt the protocol alone sees; "" when nothing does."""
        scores: list[float] = []
        for light in (0.9, 0.1):
            asked = judging_message(WISH, scene(0.5), scene(light), self._reading)
            try:
                made, _ = read_evaluation(self._ask([*self._opening(), asked], "evaluate").text)
            except (ChatError, ProtocolError):
                return ""
            scores.append(made.score or 0.0)
        better, worse = scores
        seen = f"judged a brighter and a darker result {better:.1f} and {worse:.1f} of 5"
        return f"{seen}; it answers no free questions" if better >= worse + TOLD_APART else ""

    def _calls(self) -> Finding:
        answer = self._ask([*self._opening(), self._photo()], schema=True)
        self.one_image = answer.usage.get("prompt_tokens", 0)
        turn = parse_edit(answer.text)
        moved = ", ".join(f"{name} {value}" for name, value in turn.settings.to_dict().items())
        dropped = [*turn.repaired, *turn.notes]
        read = f"; read after repairs: {'; '.join(dropped[:3])}" if dropped else ""
        if not turn.settings:
            return Finding(
                "calls the tools", None, f"changed nothing of a dark picture{read}", "a larger model may do more"
            )
        return _limited("calls the tools", f"{_short(moved, 90)}{read}", answer)

    def _judges(self) -> Finding:
        answer = self._ask([*self._opening(), judging_message(WISH, scene(0.5), scene(0.9), self._reading)], "evaluate")
        made, repaired = read_evaluation(answer.text)
        read = f"; read after repairs: {'; '.join(repaired[:2])}" if repaired else ""
        return _limited("judges", f"{made.score:.2f} of 5{read}", answer)

    def _remembers(self) -> Finding:
        talk = [*self._opening(), self._photo()]
        for number in (1, 2, 3):
            said = edit_turn("A little more light.", {"Exposure2012": 0.2 * number})
            asked = step_turn(number) if number < 3 else evaluate_turn()
            shown = Message("user", (scene(0.5 + 0.1 * number), asked))
            talk += [Message("assistant", (said,), "edit"), shown]
        answer = self._ask(talk, "evaluate")
        tokens = answer.usage.get("prompt_tokens", 0)
        if not answer.notes and 0 < tokens < self.one_image + 3 * LEAST_TOKENS:
            told = f"{tokens} tokens, {self.one_image} with one image: the server cuts conversations without a word"
            return Finding(
                "four images", None, told, "serve it with a longer context (Ollama: OLLAMA_CONTEXT_LENGTH=32768)"
            )
        return _limited("four images", f"{tokens} tokens of a whole edit" if tokens else "a whole edit fits", answer)

    def _opening(self) -> list[Message]:
        own = self.policy.system_prompt
        prompt = system_prompt() if own is None else own
        return [Message("system", (prompt,), "system")] if prompt else []


def scene(light: float) -> np.ndarray:
    """(HEIGHT, WIDTH, 3) uint8: sky, hills and a path, at a share of full light."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH] / HEIGHT
    sky = np.dstack([120 + 80 * rows, 160 + 60 * rows, np.full_like(rows, 230)])
    ground = np.dstack([90 + 40 * rows, 120 + 30 * columns, 60 + 20 * rows])
    path = np.abs(columns - 0.75) < 0.15 * (rows - 0.5)
    made = np.where((rows < 0.5 + 0.05 * np.sin(6 * columns))[..., None], sky, ground)
    made[path] = (200, 180, 150)
    return np.asarray(np.clip(made * light, 0, 255), np.uint8)


def _limited(name: str, text: str, answer: Completion) -> Finding:
    """It works; within limits where something of the conversation was left out."""
    cut = "the reply was cut at its largest length: give more --reply-tokens" if answer.finish == "length" else ""
    limits = [*answer.notes, *answer.unasked, *([cut] if cut else [])]
    return Finding(name, None if limits else True, text, "; ".join(limits))


def _short(text: str, most: int = 40) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
