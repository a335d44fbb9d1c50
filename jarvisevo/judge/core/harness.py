"""The harness judge: a router picks entries, the sub-agent applies them to all candidates, scores make the ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from jarvisevo.judge.core import prompts, tools
from jarvisevo.judge.core.case import SCALE, Case, Judgement, KnownFacts, added
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.images import SIDE, CaseImages, handle
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.replies import ReplyError, as_number, text_of
from jarvisevo.judge.core.reward_models import RewardModels
from jarvisevo.protocol.chat import Message

if TYPE_CHECKING:
    from jarvisevo.judge.core.case import Shown
    from jarvisevo.judge.core.client import ModelAnswer

Reading = tuple[list[tools.Call], tuple[float, ...], str]
"""What a judge's reply holds: calls, or scores and reasons."""
META = "meta-prompt"
"""Entry from which an evaluation prompt is written for every instruction; LWE learns it."""
MAX_LOADED = 12
"""Entries that one case is judged with at most."""


@dataclass(frozen=True)
class Route:
    """Entries chosen for an instruction, in the library's order; `dropped` are those whose condition is not met."""

    entries: tuple[LibraryEntry, ...] = ()
    dropped: tuple[str, ...] = ()
    error: str = ""
    characters: int = 0
    usage: Mapping[str, int] = field(default_factory=dict)


@dataclass
class HarnessJudge(Critic):
    """Judges with a library. Without entries it is the plain model.

    side   long edge at which images are shown
    extra  text that every judgement is given beside the library (an evaluation prompt of LWE)
    role   the sub-agent's role in the ledger
    rewards reward models that its tools may use
    chosen  entries to judge with; None has every case routed
    """

    models: ChatModel
    library: Library = field(default_factory=Library)
    side: int = SIDE
    extra: str = ""
    role: str = "judge"
    rewards: RewardModels = tools.NO_REWARD_MODELS
    sample: int = 0
    temperature: float = 0.0
    swap: bool = True
    name: str = "harness"
    workers: int = 1
    chosen: Route | None = None

    def route(self, instruction: str, images: "Mapping[str, Shown]") -> Route:
        """Choose entries by their names and descriptions, having seen the case;
        the order of candidates plays no part.
        """
        known = [e for e in self.library.entries.values() if e.kind in ("skill", "tool")]
        if not known:
            return Route()
        turn = [prompts.listed(known), *prompts.for_routing(instruction, images)]
        answer = self.models.ask("route", prompts.ask("route", *turn), _chosen, schema=prompts.form("route"))
        spent = Route(characters=answer.characters, usage=answer.usage)
        if answer.value is None:
            return replace(spent, error=f"the router gave no choice: {answer.error}")
        named = [e for e in known if e.name in answer.value][:MAX_LOADED]
        loaded = tuple(e for e in named if e.applies(instruction))
        return replace(spent, entries=loaded, dropped=tuple(e.name for e in named if e not in loaded))

    def prepared(self, case: Case) -> "HarnessJudge":
        """This judge with the entries chosen once for a whole case, so that all parts of it meet the same ones."""
        try:
            return replace(self, chosen=self.route(case.instruction, case.images(self.side)))
        except Exception:  # whatever is no image, or no answer: judging the case will say so
            return self

    def judge(self, case: Case) -> Judgement:
        """See `Judge.judge`. BudgetError passes."""
        try:
            images = case.images(self.side)
        except Exception as error:  # whatever is no image
            return Judgement.failure(f"not an image: {type(error).__name__}: {error}", library_id=self.library.id)
        route = self.chosen or self.route(case.instruction, images)
        if route.error:
            return Judgement.failure(route.error, library_id=self.library.id, characters=route.characters)
        guide = self.library.entries.get(META)
        if guide is None or self.extra:
            return self._judge(case, images, route)
        built = build_prompt(self.models, guide.text, case.instruction, images)
        if built.value is None:
            return Judgement.failure(f"no evaluation prompt: {built.error}", library_id=self.library.id)
        made = replace(self, extra=built.value)._judge(case, images, route)
        return replace(made, characters=made.characters + built.characters)

    def _judge(self, case: Case, images: "Mapping[str, Shown]", route: Route) -> Judgement:
        facts = CaseImages(images)
        asked = [e for e in route.entries if e.runner == "vlm"]
        fixed = [e for e in route.entries if e.kind == "tool" and e.runner != "vlm"][: tools.MAX_CALLS]
        found = [tools.run_fixed(tool, case.instruction, facts, self.rewards) for tool in fixed]
        conversation = self._talk(case, images, route, found)
        count = len(case.candidates)
        answer = self._ask(conversation, asked, count)
        if answer.value and answer.value[0]:
            called = [tools.ask_tool(self.models, call, images) for call in answer.value[0]]
            conversation = [
                *conversation,
                Message("assistant", (answer.text,), "evaluate"),
                Message("user", (prompts.results(called) + prompts.scores_wanted(count),)),
            ]
            found += called
            first, answer = answer, self._ask(conversation, [], count)
            answer = replace(
                answer, characters=first.characters + answer.characters, usage=added(first.usage, answer.usage)
            )
        return self._judgement(answer, route, found)

    def _talk(
        self, case: Case, images: "Mapping[str, Shown]", route: Route, found: Sequence[Mapping[str, Any]]
    ) -> list[Message]:
        """The sub-agent's first turn: skills, tools, instruction, images in their order, results, what is wanted."""
        told = prompts.guidance(route.entries, self.extra)
        parts = prompts.case_parts(case.instruction, images)
        end = prompts.results(found) + prompts.scores_wanted(len(case.candidates))
        return prompts.ask("judge", *([told] if told else []), *parts, end)

    def _ask(
        self, conversation: Sequence[Message], callable_: Sequence[LibraryEntry], count: int
    ) -> "ModelAnswer[Reading]":
        """(calls, scores, reasoning): either calls or scores."""

        def read(data: dict[str, Any]) -> Reading:
            reasoning = data.get("reasoning")
            calls = tools.read_calls(data, callable_, count) if callable_ else []
            scores = () if calls else read_scores(data, count)
            return calls, scores, reasoning[:4000] if isinstance(reasoning, str) else ""

        schema = None if callable_ else prompts.scores_form(count)
        return self.models.ask(
            self.role, conversation, read, schema=schema, sample=self.sample, temperature=self.temperature
        )

    def _judgement(self, answer: "ModelAnswer[Reading]", route: Route, found: Sequence[Mapping[str, Any]]) -> Judgement:
        trace = {
            "entries": [e.name for e in route.entries],
            "not_loaded": list(route.dropped),
            "tools": [{k: v for k, v in result.items() if k != "characters"} for result in found],
        }
        characters = route.characters + answer.characters + sum(result["characters"] for result in found)
        known: KnownFacts = {
            "trace": trace,
            "usage": added(route.usage, answer.usage),
            "characters": characters,
            "library_id": self.library.id,
        }
        if answer.value is None:
            return Judgement.failure(answer.error, **known)
        return Judgement(answer.value[1], answer.value[2], **known)


def build_prompt(
    models: ChatModel, guidance: str, instruction: str, images: "Mapping[str, Shown]"
) -> "ModelAnswer[str]":
    """The evaluation prompt that the guidance of a meta-prompt gives for a case."""
    turn = [f"## Guidance\n{guidance}\n", *prompts.for_routing(instruction, images)]
    conversation = prompts.ask("build", *turn)
    return models.ask("build", conversation, lambda data: text_of(data, "prompt", 6000), schema=prompts.form("build"))


def read_scores(data: Mapping[str, Any], count: int) -> tuple[float, ...]:
    """Scores of all candidates in order, by handle or as a list. ReplyError when one is missing, too much,
    off the scale.
    """
    scores = data.get("scores")
    handles = [handle(i) for i in range(count)]
    if isinstance(scores, list) and len(scores) == count:
        scores = dict(zip(handles, scores, strict=True))
    if not isinstance(scores, dict) or set(scores) != set(handles):
        raise ReplyError(f'"scores" must have {", ".join(handles)} and nothing else')
    found = []
    for name in handles:
        value = as_number(scores[name])
        if value is None or not SCALE.holds(value):
            got = str(scores[name])[:40]
            raise ReplyError(f"{name}: a score is a number of {SCALE.low:g} to {SCALE.high:g}, got {got!r}")
        found.append(value)
    return tuple(found)


def _chosen(data: Mapping[str, Any]) -> set[str]:
    names = data.get("entries")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ReplyError('"entries" must be a list of names')
    return set(names)
