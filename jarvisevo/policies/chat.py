"""`ChatPolicy`: the grammar of protocol.md over any `Chat`, several sessions at a time."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Session, written
from jarvisevo.policies.needed import schema_for
from jarvisevo.policies.terms import without_thoughts
from jarvisevo.protocol import prompts
from jarvisevo.protocol.chat import Chat, ChatError, Completion, Message, Sampling, TurnKind
from jarvisevo.protocol.observation import observed
from jarvisevo.protocol.turns import EditTurn, ProtocolError, clean, parse_edit, parse_evaluation, retry_turn
from jarvisevo.record.trajectory import Failure

REPEATED = 4_000
"""Characters of a bad reply that are shown to the model again."""
CHARACTERS = 4
"""Of a token, where nobody counts them."""
CUT = "; it was cut at its largest length: give more --reply-tokens or --max-tokens"
KEPT = 2_000
"""Characters of a bad reply that go into the record."""


@dataclass
class _Wait:
    """One session that still needs a reply."""

    session: Session
    messages: list[Message]
    failures: list[Failure] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    reply: Reply | None = None


class ChatPolicy:
    """A model that edits, judges and reflects in the grammar.

    system_prompt  text; None writes our own in the language of each instruction, "" sends none
    sampling       how replies are drawn, unless a run's options say otherwise
    name           in the record; default the chat's
    retries        how often a reply that cannot be read is asked for again, with the error told
    constrain      hand a JSON schema of what a call can need to chats that can constrain their output
    measure        say what each picture measures, beside it; a model that sees no pictures can edit by that
    thoughts       False leaves the thoughts of earlier turns out, as templates of thinking models want it
    """

    def __init__(
        self,
        chat: Chat,
        system_prompt: str | None = None,
        sampling: Sampling = Sampling(),
        name: str = "",
        *,
        retries: int = 1,
        constrain: bool = True,
        measure: bool = False,
        thoughts: bool = True,
    ) -> None:
        self.chat, self.system_prompt, self.sampling = chat, system_prompt, sampling
        self.name, self.model = name or chat.name, chat.name
        self.retries, self.constrain = retries, constrain
        self.measure, self.thoughts = measure, thoughts

    @property
    def judged_by(self) -> Literal["conversation", "images"]:
        """What its model learnt to judge by."""
        return "images" if getattr(self.chat, "judged_by", "") == "images" else "conversation"

    @property
    def reading(self) -> bool:
        """Whether its model learnt with a reading of the instruction beside it."""
        return bool(getattr(self.chat, "reading", False))

    @property
    def correct_below(self) -> float | None:
        """The own score under which its model learnt to correct itself; None where it does not say."""
        return getattr(self.chat, "correct_below", None)

    def propose(self, session: Session) -> Reply:
        """The next editing step."""
        return self.act([session], "edit")[0]

    def evaluate(self, session: Session) -> Reply:
        """The model's judgement of its own edit."""
        return self.act([session], "evaluate")[0]

    def reflect(self, session: Session) -> Reply:
        """What failed, and a corrected step."""
        return self.act([session], "reflect")[0]

    def act(self, sessions: Sequence[Session], kind: TurnKind) -> list[Reply]:
        """One reply for each session; all conversations of a kind go to the chat together."""
        waits = [_Wait(s, s.messages(kind, self.prompt(s))) for s in sessions]
        for attempt in range(self.retries + 1):
            left = [w for w in waits if w.reply is None]
            if not left:
                break
            for sampling, group in self._groups(left).items():
                self._ask(group, sampling, kind, last=attempt == self.retries)
        made = [w.reply or Reply(None, "", w.usage, tuple(w.failures)) for w in waits]
        return [replace(reply, notes=tuple(w.notes)) for reply, w in zip(made, waits, strict=True)]

    def prompt(self, session: Session) -> str:
        """The system prompt of a session."""
        if self.system_prompt is not None:
            return self.system_prompt
        return prompts.system_prompt(prompts.language_of(session.instruction))

    def _talk(self, wait: _Wait) -> list[Message]:
        """The conversation as the model gets it."""
        talk = wait.messages if self.thoughts else without_thoughts(wait.messages)
        return observed(talk) if self.measure else talk

    def _groups(self, waits: Sequence[_Wait]) -> dict[Sampling, list[_Wait]]:
        """Conversations by how they are drawn: one seed for a batch, counted up by the chat;
        the budget bounds the length.
        """
        groups: dict[Sampling, list[_Wait]] = defaultdict(list)
        for wait in waits:
            own = wait.session.options.sampling or self.sampling
            left = wait.session.tokens_left
            spent = written(wait.usage)
            left = None if left is None else max(left - spent, 1)
            most = own.max_tokens if left is None else min(own.max_tokens, left)
            groups[replace(own, max_tokens=most)].append(wait)
        return {
            replace(sampling, seed=sampling.seed + min(w.session.options.seed for w in group)): group
            for sampling, group in groups.items()
        }

    def _ask(self, waits: Sequence[_Wait], sampling: Sampling, kind: TurnKind, last: bool) -> None:
        limits = [left for w in waits if (left := w.session.seconds_left) is not None]
        seconds = min(limits) if limits else None
        answers: Sequence[Completion | ChatError] = [ChatError("the time limit is used up")] * len(waits)
        if seconds != 0:
            talks = [self._talk(w) for w in waits]
            schema = schema_for([w.session for w in waits]) if self.constrain and kind != "evaluate" else None
            answers = self.chat.complete(talks, sampling, want=kind, schema=schema, seconds=seconds)
        for wait, answer in zip(waits, answers, strict=True):
            if isinstance(answer, ChatError):  # the chat has tried again by itself
                cause = " ".join(str(answer).split())[:500] or "the model gave no reply"
                wait.failures.append(Failure(kind, len(wait.session.states) - 1, cause, final=True))
                wait.reply = Reply(None, "", wait.usage, tuple(wait.failures))
            else:
                self._read(wait, answer, kind, last)

    def _read(self, wait: _Wait, answer: Completion, kind: TurnKind, last: bool) -> None:
        usage = dict(answer.usage)
        if "completion_tokens" not in usage:  # a budget has to hold with servers that do not count, too
            usage["estimated_tokens"] = len(answer.text) // CHARACTERS + 1
        for name, number in usage.items():
            wait.usage[name] = wait.usage.get(name, 0) + int(number)
        wait.notes |= dict.fromkeys((*answer.notes, *answer.unasked))
        try:
            turn = parse_evaluation(answer.text) if kind == "evaluate" else _read_edit(wait.session, answer)
        except ProtocolError as error:
            cause = error.line() + (CUT if answer.finish == "length" else "")
            wait.failures.append(Failure(kind, len(wait.session.states) - 1, cause, clean(error.excerpt(KEPT)), last))
            said = clean(answer.text[:REPEATED]) or "…"
            wait.messages += [Message("assistant", (said,), kind), Message("user", (retry_turn(error),), "user")]
            return
        wait.reply = Reply(turn, clean(answer.text), wait.usage, tuple(wait.failures))


def _read_edit(session: Session, answer: Completion) -> EditTurn:
    """The edit of a reply, on this photo. ProtocolError, too, where a reply was cut before it came to its call: that it
    began with <state>finished</state> does not say that nothing was to follow.
    """
    turn = parse_edit(answer.text)
    if answer.finish == "length" and not turn.tool_call:
        end = max(len(answer.text.rstrip()) - 60, 0)
        raise ProtocolError("the reply ends before its <tool_call>", answer.text, end)
    return session.on_photo(turn, answer.text)
