"""What a run will ask for, before it asks: requests and tokens by role, without repairs and without earlier replies.

Counts that only the model decides are reckoned with the shares below, which are said with the estimate: how many cases
are hard, how many proposals come to validation and are taken, how many entries a library has.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.ledger import IMAGE_TOKENS, Budget, Price
from jarvisevo.judge.methods.settings import Evolve, Lwe, Rho, Synthesize

TEXT_TOKENS = 1500
"""Tokens of one question's text, reckoned on the high side."""
REPLY_TOKENS = 500
HARD = 0.25
"""Share of cases on which the order changes the verdict (Selective LWE)."""
TRIED, TAKEN = 0.9, 7
"""Share of proposals that come to validation, and libraries taken in a run of RewardHarness (its figure 6)."""
ENTRIES, PRUNINGS = 8, 6
"""Entries that pruning tries at a time, and times that it does; the paper goes from 13 entries to 7."""
KINDS = 0.5
"""Kinds of task for each different instruction."""


@dataclass(frozen=True)
class Estimate:
    """Expected requests by role, and what they come to."""

    requests: dict[str, int]
    images: dict[str, int]

    @property
    def total(self) -> int:
        """All requests."""
        return sum(self.requests.values())

    @property
    def tokens(self) -> int:
        """All tokens, in and out."""
        return self.total * (TEXT_TOKENS + REPLY_TOKENS) + IMAGE_TOKENS * sum(self.images.values())

    def currency(self, price: Price) -> float:
        """At one price for all roles."""
        tokens_out = self.total * REPLY_TOKENS
        return ((self.tokens - tokens_out) * price.input + tokens_out * price.output) / 1e6

    def lines(self, budget: Budget) -> list[str]:
        """For people."""
        out = [f"{role}: about {count:,} requests" for role, count in self.requests.items() if count]
        out.append(
            f"together about {self.total:,} requests and {self.tokens:,} tokens; what was asked before is not asked"
            " again"
        )
        out += [
            f"{model}: about {self.currency(price):,.2f} if it answered all of it"
            for model, price in budget.prices.items()
        ]
        for name, value in (("requests", self.total), ("tokens", self.tokens)):
            limit = getattr(budget, name)
            if limit is not None and limit < value:
                out.append(f"the budget of {limit:,} {name} may end the run early; it can be resumed with a larger one")
        return out


def _shown(cases: Sequence[Case]) -> float:
    """Images of one case, on average."""
    return 1 + sum(len(case.candidates) for case in cases) / max(len(cases), 1)


def _estimate(requests: dict[str, float], images: dict[str, float]) -> Estimate:
    return Estimate({k: round(v) for k, v in requests.items()}, {k: round(v) for k, v in images.items()})


def evolve(config: Evolve, cases: Sequence[Case]) -> Estimate:
    """RewardHarness: every tried library judges the validation cases in both orders,
    every taken one the training cases.
    """
    shown = _shown(cases)
    expanding = min(config.iterations, config.prune_from - 1)
    pruned = min(PRUNINGS, max(0, config.iterations - expanding))
    tried = TRIED * (config.iterations - pruned) + pruned * ENTRIES + 1
    taken = min(TAKEN, config.iterations) + 1
    judged = tried * config.validation + taken * config.train + 2 * config.report
    requests = {
        "route": judged - config.validation - config.train,
        "judge": 2 * judged,
        "analyse": (config.iterations - pruned) * (config.wrong + config.right),
        "propose": config.iterations - pruned,
    }
    return _estimate(
        requests, {"judge": 2 * judged * shown, "route": judged * shown, "analyse": requests["analyse"] * shown}
    )


def lwe(config: Lwe, cases: Sequence[Case]) -> Estimate:
    """LWE: plain passes, and for what is learnt from a prompt, two guided passes and feedback;
    one refinement a batch.
    """
    shown, n = _shown(cases), len(cases)
    learns = {"lwe": 1.0, "selective": HARD}.get(config.method, 0.0)
    guided = 1.0 if config.method == "specific" else learns
    own = {"vanilla": 2.0, "cot": 2.0, "majority": 10.0, "selective": 2.0}.get(config.method, 0.0) + 2 * guided
    plain = 1.0 if config.baseline and config.method not in ("vanilla", "selective") else 0.0
    requests = {
        "judge": (own + plain) * n,
        "build": guided * n,
        "feedback": learns * n,
        "refine": learns * n // config.batch,
    }
    return _estimate(requests, {role: requests[role] * shown for role in ("judge", "build", "feedback")})


def rho(config: Rho, cases: Sequence[Case]) -> Estimate:
    """RHO: one judgement and rating a case, more rollouts and a diagnosis of the coreset,
    N candidates compared twice.
    """
    shown = _shown(cases)
    k, n = min(config.coreset, len(cases)), config.candidates
    requests = {
        "route": n * k + (len(cases) + (config.rollouts - 1) * k if config.start else 0),
        "judge": len(cases) + (config.rollouts - 1) * k + n * k,
        "difficulty": len(cases),
        "diagnose": k,
        "optimise": n,
        "prefer": 2 * n * k,
    }
    return _estimate(dict(requests), {role: count * shown for role, count in requests.items() if role != "optimise"})


def synthesize(config: Synthesize, cases: Sequence[Case]) -> Estimate:
    """RLAR: one classification an instruction, one routing a kind of task, and a tool where it can be checked."""
    said = len({case.instruction for case in cases})
    kinds = max(1.0, KINDS * said)
    requests = {
        "classify": said,
        "select": kinds,
        "plan": kinds,
        "implement": 1.5 * kinds,
        "describe": 0.75 * kinds,
        "rerank": kinds / 4 if config.index else 0,
        "consistency": kinds / 2 if config.index else 0,
    }
    return _estimate(requests, {"classify": said * _shown(cases)})
