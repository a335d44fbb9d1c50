"""Settings of the four loops. What a paper says stands beside the number;
budgets hold for all roles of a run together.
"""

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from jarvisevo.files.config import Config
from jarvisevo.judge.core.images import SIDE
from jarvisevo.judge.core.ledger import Budget


class Models(Config):
    """Who answers: "http://host:port/v1#name" of an OpenAI-compatible server.

    subagent      sees the images, and scores
    orchestrator  routes, analyses, proposes; "" is the same model
    repairs       unusable replies are asked for again so often, with the reason
    side          long edge in pixels at which images are shown, in training, probes and use alike
    """

    subagent: str = Field(min_length=1)
    orchestrator: str = ""
    max_tokens: int = Field(default=2048, ge=64)
    concurrency: int = Field(default=1, ge=1, le=64)
    repairs: int = Field(default=1, ge=0, le=10)
    side: int = Field(default=SIDE, ge=32, le=4096)


class LoopConfig(Config):
    """What every loop has.

    cases    a .jsonl file of cases, or "synthetic:N": N cases made from the shipped photos
    library  the store that the loop extends; None is `library` in the run's folder, so that no two runs share one
    start    a store or an exported folder whose entries a new library begins with; "" is an empty one
    """

    cases: str = "synthetic:150"
    library: Path | None = None
    start: str = ""
    seed: int = 0
    models: Models
    budget: Budget = Budget()


class Evolve(LoopConfig):
    """RewardHarness. Demonstrations 100 = 60 train + 40 validation; `report` more are never looked at before the end.

    iterations   77 in the paper's figure; fixed, there is no early end
    prune_from   "the pruning phase begins around iteration 50"
    wrong, right  chains that are analysed in an iteration
    """

    train: int = Field(default=60, ge=1)
    validation: int = Field(default=40, ge=1)
    report: int = Field(default=50, ge=1)
    iterations: int = Field(default=77, ge=1)
    prune_from: int = Field(default=50, ge=1)
    wrong: int = Field(default=8, ge=1)
    right: int = Field(default=2, ge=0)


LweMethod = Literal["vanilla", "cot", "majority", "specific", "lwe", "selective"]


class Lwe(LoopConfig):
    """LWE and Selective LWE. The batch size is not given in our text of the paper.

    baseline: the vanilla judge is asked too, for the relative cost
    """

    method: LweMethod = "selective"
    baseline: bool = True
    batch: int = Field(default=4, ge=1)
    summarise_above: int = Field(default=10_000, ge=500)


class Rho(LoopConfig):
    """RHO: one round over past cases without labels.

    embedding  a text embedding model for the fingerprints, as in the paper: "http://host:port/v1#name", or "wordllama"
               (a small package); "" compares their words (Jaccard); "auto" takes the package where it is installed
    approve  the chosen library waits for `judge accept` instead of coming into force
    selector   how the coreset is chosen: hard and varied (dpp), or as in the ablations of figure 5
    diagnosis  what the proposals are made from: all of it, or as in the ablations of table 4: without what fails
               within the judgements (consistency), without where they contradict one another (validation), or the
               judgements themselves
    """

    embedding: str = "auto"
    selector: Literal["dpp", "difficulty", "diversity", "random"] = "dpp"
    diagnosis: Literal["full", "validation", "consistency", "raw"] = "full"
    coreset: int = Field(default=10, ge=1)
    rollouts: int = Field(default=3, ge=2)
    candidates: int = Field(default=3, ge=1)
    theta: float = Field(default=0.7, ge=0.0, lt=1.0)
    temperature: float = Field(default=0.7, ge=0.0, le=2.0)
    approve: bool = True


class Synthesize(LoopConfig):
    """RLAR. index: file of allow-listed reward models; "" for none. share: of discrimination checks to pass."""

    index: str = ""
    online: bool = False
    share: float = Field(default=0.8, gt=0.5, le=1.0)
    checks: int = Field(default=4, ge=1, le=32)

    @model_validator(mode="after")
    def _index_for_online(self) -> "Synthesize":
        if self.online and not self.index:
            raise ValueError("online needs an index: only allow-listed models are looked up")
        return self
