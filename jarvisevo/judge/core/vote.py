"""A model that names the better of two candidates instead of scoring them, as the benchmarks of judges ask."""

from dataclasses import dataclass
from typing import Any

from jarvisevo.judge.core import prompts
from jarvisevo.judge.core.case import Case, Judgement, KnownFacts
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.images import SIDE
from jarvisevo.judge.core.replies import ReplyError

SCORES = {"cand_1": (5.0, 1.0), "cand_2": (1.0, 5.0), "both good": (4.0, 4.0), "both bad": (2.0, 2.0)}
"""What a verdict comes to on the scale of judges; only the order and the side of the middle mean anything."""


@dataclass
class VoteJudge(Critic):
    """Judges cases of two candidates. "vote" of the trace has the verdict as it was given."""

    models: ChatModel
    side: int = SIDE
    name: str = "vote"

    def judge(self, case: Case) -> Judgement:
        """See `Judge.judge`. BudgetError passes."""
        if len(case.candidates) != 2:
            return Judgement.failure(f"a vote is between two candidates; there are {len(case.candidates)}")
        try:
            images = case.images(self.side)
        except Exception as error:  # whatever is no image
            return Judgement.failure(f"not an image: {type(error).__name__}: {error}")
        words = any(isinstance(candidate, str) for candidate in case.candidates)
        conversation = prompts.ask("vote", *prompts.case_parts(case.instruction, images), prompts.vote_wanted(words))

        def read(data: dict[str, Any]) -> str:
            return read_vote(data, words)

        answer = self.models.ask("vote", conversation, read, schema=prompts.vote_form(words))
        known: KnownFacts = {"characters": answer.characters, "usage": answer.usage}
        if answer.value is None:
            return Judgement.failure(answer.error, **known)
        known["trace"] = {"vote": answer.value}
        return Judgement(SCORES[answer.value], **known)


def read_vote(data: dict[str, Any], words: bool) -> str:
    """One of SCORES. ReplyError for anything else; of answers in words one has to be better."""
    verdict = " ".join(str(data.get("better", "")).lower().split())
    if verdict not in prompts.verdicts(words):
        raise ReplyError(f'"better" must be one of {", ".join(prompts.verdicts(words))}, got {verdict[:40]!r}')
    return verdict
