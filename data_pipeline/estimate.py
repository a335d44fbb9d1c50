"""What a build will take, before it starts: photos, records, requests, tokens, hours, bytes (`data build --check`).

Hours are those of one core and of the annotator's server; what is assumed stands beside the figures and can be
replaced by the `profile.json` of a smaller build with the same keys.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from data_pipeline.build import chosen, decisions
from data_pipeline.config import BuildConfig

AREA = 288 * 192
"""Pixels of the images that the seconds below were measured with (configs/nano/data.yaml, one core of 2.5 GHz)."""
SECONDS = {"pair": 0.55, "fit": 3.0, "record": 0.12, "evaluation": 0.15, "wording": 0.042}
"""Per pair that is made, per result whose settings are fitted, per instruction with thoughts, per judged variant, per
wording that is tried and read (whatever the size of the images)."""
KEPT = 0.85
"""Share of pairs that pass; the rest hardly change, or too much, or cannot be put right."""
IMAGE_TOKENS, TEXT_TOKENS, REPLY_TOKENS = 340, 700, 180
"""Per image of a request at 262,144 pixels, per question, per reply."""
REPLY_SECONDS = 4.0
BYTES = {"pixel": 0.45, "record": 5500}
"""Of a JPEG of quality 95 with full chroma, and of a record in its stages and in the data set."""
STEPS = 2.0
"""Mean number of steps of an edit that may have more than one."""


@dataclass(frozen=True)
class BuildEstimate:
    """The figures of a build.

    requests, tokens  to the annotator's model, 0 for the offline one
    core_hours        of one core; divide by `workers`
    server_hours      of the annotator at its concurrency
    short             data sets that will stay under their `sizes`, in words
    """

    photos: int
    pairs: int
    edits: int
    evaluations: int
    requests: int
    tokens: int
    core_hours: float
    server_hours: float
    bytes: int
    short: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)

    def lines(self) -> list[str]:
        """For people."""
        hours = f"{self.core_hours:,.1f} hours of one core" + (
            f", {self.server_hours:,.1f} hours of the annotator" if self.requests else ""
        )
        return [
            (
                f"{self.photos:,} photos, about {self.pairs:,} pairs, {self.edits:,} edits, {self.evaluations:,}"
                " judgements"
            ),
            (
                f"{self.requests:,} requests with {self.tokens / 1e6:,.0f} million tokens"
                if self.requests
                else "no requests"
            ),
            f"{hours}; {self.bytes / 1e9:,.1f} GB on disk",
            *self.short,
        ]


def estimate(config: BuildConfig, base: Path) -> BuildEstimate:
    """What a build of a config takes. BuildError when no photo is found, or what people decided cannot be read."""
    decisions(config, base)
    photos = chosen(config, base)
    given = sum(bool(item.target or item.settings) for item in photos)
    fitted = sum(bool(item.target and not item.settings) for item in photos)
    tried = given + (len(photos) - given) * config.pairs.per_photo
    pairs = round(KEPT * tried)
    edits = pairs * config.instructions.per_pair
    judged = round(edits * config.evaluation.per_record)
    reflected = round(edits * config.evaluation.reflections)
    requests, tokens = _asked(config, pairs, edits, judged, reflected)
    area = (config.max_size**2 * 2 / 3) / AREA
    wordings = edits * config.instructions.paraphrases * SECONDS["wording"]
    seconds = (
        fitted * SECONDS["fit"]
        + wordings
        + area * (tried * SECONDS["pair"] + edits * SECONDS["record"] + judged * SECONDS["evaluation"])
    )
    steps = STEPS if config.pairs.max_steps > 1 else 1.0
    images = pairs * (1 + steps) + judged * steps
    size = images * config.max_size**2 * 2 / 3 * BYTES["pixel"] + (edits + judged) * BYTES["record"]
    return BuildEstimate(
        photos=len(photos),
        pairs=pairs,
        edits=edits,
        evaluations=judged,
        requests=requests,
        tokens=tokens,
        core_hours=round(seconds / 3600, 4),
        server_hours=round(requests * REPLY_SECONDS / config.annotator.concurrency / 3600, 2),
        bytes=round(size),
        short=_short(config, edits, judged),
    )


def _asked(config: BuildConfig, pairs: int, edits: int, judged: int, reflected: int) -> tuple[int, int]:
    """(requests, tokens) of a model annotator; (0, 0) for the offline one."""
    if config.annotator.kind == "offline":
        return 0, 0
    passes = 1 + config.thoughts.refine
    steps = STEPS if config.pairs.max_steps > 1 else 1.0
    thoughts = edits * passes * ((config.thoughts.plan_words > 0) + steps * (config.thoughts.step_words > 0))
    languages = 1 + (0 < config.instructions.chinese < 1 and config.instructions.per_pair > 1)
    written = pairs * languages + (edits if config.annotator.filter_endpoints else 0)
    requests = round(written + thoughts + judged + 2 * reflected)
    return requests, round(requests * (2.4 * IMAGE_TOKENS + TEXT_TOKENS + REPLY_TOKENS))


def _short(config: BuildConfig, edits: int, judged: int) -> tuple[str, ...]:
    """Data sets whose sizes cannot be reached with these photos."""
    shares = {**config.sets, "heldout": config.heldout}
    shares["train"] = 1 - sum(shares.values())
    out = []
    for name, sizes in config.sizes.items():
        for kind, size in sizes.items():
            about = round(shares[name] * (edits if kind == "edit" else judged))
            if about < 0.98 * size:
                out.append(f"{name}/{kind}: about {about:,} of {size:,}; add photos, or raise pairs.per_photo")
    return tuple(out)
