"""Best of N: several runs of one instruction, of other seeds or strengths, ranked by their scores,
and a contact sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from editor_ops.photo import Image, Photo
from editor_ops.settings import Settings
from jarvisevo.agent.loop import Result, Watch, run_many
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options
from jarvisevo.protocol.chat import Sampling

if TYPE_CHECKING:
    from jarvisevo.scoring.evaluators import Evaluator

WARM = 0.8
"""Temperature of sampling when none is given: greedy candidates would all be the same."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Runs of one wish.

    results  in the order of their seeds; an exception where a run broke
    ranking  indices into `results`, the best first; runs without an edit are not in it
    """

    results: tuple[Result | Exception, ...]
    ranking: tuple[int, ...]

    @property
    def best(self) -> Result | None:
        """The best scored result; None when no run came to an edit."""
        found = self.results[self.ranking[0]] if self.ranking else None
        return found if isinstance(found, Result) else None

    def sheet(self) -> Image:
        """The candidates side by side, the best first, each with its rank, score and seed. ValueError without any."""
        from jarvisevo.report.overlays import contact_sheet

        ranked = [r for i in self.ranking if isinstance(r := self.results[i], Result)]
        if not ranked:
            raise ValueError("no candidate came to an edit: there is nothing to show")
        labels = [label(i + 1, r) for i, r in enumerate(ranked)]
        return Image(contact_sheet([r.image.eight_bit() for r in ranked], labels, best=0))


def best_of(
    photo: Photo,
    instruction: str,
    policy: Policy,
    options: Options | None = None,
    count: int = 4,
    evaluator: "Evaluator | None" = None,
    *,
    name: str = "",
    watch: Watch | None = None,
    start: Settings | None = None,
    earlier: Sequence[str] = (),
) -> Candidates:
    """`count` runs together, ranked by the evaluator or by their own scores.

    A policy that has `variants` of an instruction makes those in turn (as asked, milder, stronger …), without
    reflections that would draw them together; any other one samples with seeds counted up from the options'.
    start, earlier: see `loop.run`.
    """
    if count < 1:
        raise ValueError(f"best of {count}: give at least 1")
    base = options or Options()
    if count > 1:
        sampling = base.sampling or getattr(policy, "sampling", None) or Sampling()
        base = replace(base, sampling=sampling if sampling.temperature > 0 else replace(sampling, temperature=WARM))
    each = [replace(base, seed=base.seed + i) for i in range(count)]
    if count > 1 and (variants_of := getattr(policy, "variants", None)):
        variants = variants_of(instruction)
        count = min(count, len(variants))
        each = [replace(base, variant=v, rounds=base.rounds if i == 0 else 0) for i, v in enumerate(variants[:count])]
    results = run_many(
        [photo] * count,
        instruction,
        policy,
        each,
        evaluator,
        names=[name] * count,
        watch=watch,
        start=start,
        earlier=earlier,
    )
    return Candidates(tuple(results), rank(results))


def rank(results: Sequence[Result | Exception]) -> tuple[int, ...]:
    """Indices of the usable results, the best scored first; unscored ones last, ties in the order given."""
    usable = [(i, r) for i, r in enumerate(results) if isinstance(r, Result) and not r.error]
    return tuple(i for i, r in sorted(usable, key=lambda p: (p[1].score is None, -(p[1].score or 0.0), p[0])))


def label(place: int, result: Result) -> str:
    """What stands under a candidate: "1:  4.10 of 5, seed 3", or its variant: "2:  3.92 of 5, milder"."""
    score = "not judged" if result.score is None else f"{result.score:.2f} of 5"
    meta = result.trajectory.meta
    return f"{place}:  {score}, {meta.get('variant') or 'seed ' + str(meta['seed'])}"
