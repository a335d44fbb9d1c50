"""What a run will ask for, before it asks: requests and tokens by role, without repairs and without earlier replies.

Counts that only the model decides are reckoned with the shares below, which are said with the estimate: how many cases
are hard, how many proposals come to validation and are taken, how many entries a library has.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.ledger import IMAGE_TOKENS, Budget, Price
from jarvisevo.judge.methods.settings import Evolve, Lwe, Rho, Synthesize

TEXT_TOKENS = 1500
"""Tokens of one question's text, reckoned on the high side."""
REPLY_TOKENS = 500
HARD = 0.2
"""Share of cases on which the order changes the verdict (LWE: 0.14 and 0.20 of its two benchmarks with gpt-4.1)."""
TRIED = 0.95
"""Share of proposals that come to validation."""
TAKEN = 0.14
"""Share of the growing iterations that are taken (RewardHarness, figure 6: 7 of the first 50)."""
ADDED = 1.85
"""Entries that each taken proposal adds; the paper comes to 13 with 7."""
PICKED = 0.7
"""Share of cases for which the router picks a given entry; the others are judged as without it, and are not asked
again.
"""
PRUNED = 0.3
"""Share of the iterations after `prune_from` that prune: the paper goes from 13 entries to 7 in 28."""
WRONG = 0.5
"""Share of training cases that are judged wrong."""
KINDS = 0.5
"""Kinds of task for each different instruction."""
WRITTEN, ADMITTED = 1.5, 0.75
"""Versions of a verifier for each kind of task, and share of kinds that get one."""


@dataclass(frozen=True)
class Estimate:
    """Expected requests by role, and what they come to; `least` is their sum when a run takes nothing of what it
    tries.
    """

    requests: dict[str, int]
    images: dict[str, int]
    least: int | None = None

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

    def to_dict(self, budget: Budget) -> dict[str, Any]:
        """Plain JSON values; `currency` by model, for those whose prices the budget has."""
        prices = {model: round(self.currency(price), 2) for model, price in budget.prices.items()}
        return {**asdict(self), "total": self.total, "tokens": self.tokens, "currency": prices}

    def lines(self, budget: Budget) -> list[str]:
        """For people."""
        out = [f"{role}: about {count:,} requests" for role, count in self.requests.items() if count]
        out.append(
            f"together about {self.total:,} requests and {self.tokens:,} tokens; what was asked before is not asked"
            " again"
        )
        if self.least is not None:
            out.append(f"about {self.least:,} requests while nothing that it tries is taken")
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
    """RewardHarness, with as many libraries taken and entries pruned as in the paper; and the least, when none is
    taken.
    """
    shown = _shown(cases)
    growing = min(config.iterations, config.prune_from - 1)
    pruned = PRUNED * (config.iterations - growing)
    requests = _evolved(config, len(cases), max(1.0, TAKEN * growing), pruned)
    images = {role: count * shown for role, count in requests.items() if role != "propose"}
    least = sum(_evolved(config, len(cases), 0.0, 0.0).values())
    return replace(_estimate(requests, images), least=round(least))


def _evolved(config: Evolve, count: int, taken: float, pruned: float) -> dict[str, float]:
    """Requests when so many libraries are taken while it grows, and so many iterations prune.

    Every tried library judges the validation cases in both orders, every taken one the training cases; cases for which
    the router picks none of the changed entries are known. What is analysed of one library again is known, too.
    """
    train, validation, report = _split(config, count)
    grown = config.iterations - pruned
    size = ADDED * taken
    removals = sum(max(1.0, size - step) for step in range(round(pruned)))
    tried, later = TRIED * grown, taken + pruned
    changed = 1 - (1 - PICKED) ** ADDED
    begun = validation + train + report
    per_library = grown / (1 + later)
    analysed = _different(WRONG * train, config.wrong, per_library)
    analysed += _different((1 - WRONG) * train, config.right, per_library)
    return {
        "route": (tried + removals) * validation + later * train + (report if later else 0),
        "judge": 2
        * ((changed * tried + PICKED * removals) * validation + later * train + begun + (report if later else 0)),
        "analyse": (1 + later) * analysed,
        "propose": grown,
    }


def _split(config: Evolve, count: int) -> tuple[float, float, float]:
    """Cases of the three parts: as many as the config says, or their shares of what there is."""
    wanted = (config.train, config.validation, config.report)
    share = min(1.0, count / sum(wanted))
    train, validation, report = (share * part for part in wanted)
    return train, validation, report


def _different(of: float, most: int, times: float) -> float:
    """Different ones among `of`, of which at most so many are drawn each time: what is drawn again is not asked
    again.
    """
    return of * (1 - (1 - min(1.0, most / of)) ** times) if of else 0.0


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
        "implement": WRITTEN * kinds,
        "describe": ADMITTED * kinds,
        "rerank": kinds / 4 if config.index else 0,
        "consistency": kinds / 2 if config.index else 0,
    }
    return _estimate(requests, {"classify": said * _shown(cases)})
