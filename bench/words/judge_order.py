"""`judge`: does the analytic judge put right over nothing over wrong, and do its scores spread?

For every shared wish the edits are made by hand-written sliders (`recipes`): right, nothing, the opposite, another
wish's edit, three times too strong; with --own they are those that the rules make, where the wish's checks hold. Where
nothing should be done, nothing is the right edit. Intervals are bootstrapped over photos.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from bench.words import truth
from bench.words.recipes import own_variants, variants
from bench.words.shared_wishes import SharedWish, WishFileError, read_wishes
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from jarvisevo.record.trajectory import Evaluation
from jarvisevo.rules.language import read
from jarvisevo.scoring.analytic.judge import judge
from jarvisevo.scoring.correlation import spearman

Make = Callable[[SharedWish, list[SharedWish], Photo], dict[str, np.ndarray]]
SIDE = 640
LEVELS = {"right": 2, "nothing": 1, "opposite": 0, "other": 0, "strong": 0}
"""The order that a score should follow."""


@dataclass(frozen=True)
class Scored:
    """One edit of one wish and what the judge gave it."""

    wish: str
    photo: str
    kind: str
    language: str
    edit: str
    level: int
    score: float
    rationale: str


def scored(
    wish: SharedWish, others: list[SharedWish], root: Path, parsed: bool, kept: Path | None, own: bool = False
) -> list[Scored]:
    """Every edit of a wish, judged.

    parsed  the judge reads the words; else it is given the intent that the checks tell
    kept    a folder for the edits, so that a second run need not make them again
    own     the edits are those of the rules, not by hand-written sliders
    """
    images = _edits(wish, others, root, kept, own_variants if own else variants)
    intent = read(wish.words) if parsed else truth.intent(wish)
    boxes = [] if parsed else list(wish.regions.values())
    idle = "right" not in images
    out = []
    for name, image in images.items():
        made: Evaluation = judge(images["nothing"], image, intent, boxes)
        level = LEVELS["right"] if idle and name == "nothing" else LEVELS[name]
        assert made.score is not None
        out.append(Scored(wish.id, wish.photo, wish.kind, wish.language, name, level, made.score, made.rationale))
    return out


def _edits(
    wish: SharedWish, others: list[SharedWish], root: Path, kept: Path | None, make: Make
) -> dict[str, np.ndarray]:
    folder = kept / wish.id if kept else None
    if folder and folder.is_dir():
        return {p.stem: np.ascontiguousarray(cv2.imread(str(p))[..., ::-1]) for p in sorted(folder.glob("*.png"))}
    images = make(wish, others, load(root / wish.photo).resized(SIDE))
    if folder:
        folder.mkdir(parents=True)
        for name, image in images.items():
            cv2.imwrite(str(folder / f"{name}.png"), image[..., ::-1])
    return images


# ---- figures


def orders(rows: Sequence[Scored]) -> dict[str, bool]:
    """Of one wish: which relations hold; those that its edits allow."""
    score = {row.edit: row.score for row in rows}
    best = "right" if "right" in score else "nothing"
    found = {} if best == "nothing" else {"right > nothing": score["right"] > score["nothing"]}
    for name in ("opposite", "other", "strong"):
        if name in score:
            found[f"nothing > {name}"] = score["nothing"] > score[name]
    return found


def figures(rows: Sequence[Scored]) -> dict[str, float]:
    """Shares of wishes in order, SRCC with the order, and the spread of the scores of edits."""
    wishes: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        wishes[row.wish].append(row)
    held = [orders(group) for group in wishes.values()]
    out = {"whole order": float(np.mean([all(one.values()) for one in held]))}
    pairs = [value for one in held for value in one.values()]
    out["pairs in order"] = float(np.mean(pairs))
    for name in ("right > nothing", "nothing > opposite", "nothing > other", "nothing > strong"):
        values = [one[name] for one in held if name in one]
        out[name] = float(np.mean(values)) if values else float("nan")
    out["SRCC"] = spearman([row.score for row in rows], [row.level for row in rows]) or 0.0
    edits = [row.score for row in rows if row.edit != "nothing"]
    out["most frequent value"] = Counter(edits).most_common(1)[0][1] / len(edits)
    return out


def intervals(rows: Sequence[Scored], times: int = 400) -> dict[str, tuple[float, float]]:
    """95 % intervals of `figures` over photos."""
    by_photo: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        by_photo[row.photo].append(row)
    random, photos = np.random.default_rng(0), sorted(by_photo)
    runs = []
    for _ in range(times):
        picked = random.choice(photos, len(photos))
        again = [
            Scored(**asdict(row) | {"wish": f"{i}/{row.wish}"}) for i, p in enumerate(picked) for row in by_photo[p]
        ]
        runs.append(figures(again))
    names = runs[0]
    return {
        n: (float(np.nanpercentile([r[n] for r in runs], 2.5)), float(np.nanpercentile([r[n] for r in runs], 97.5)))
        for n in names
    }


def table(rows: Sequence[Scored], spans: dict[str, tuple[float, float]]) -> str:
    """The figures with their intervals, then the order by kind."""
    lines = [f"{'':<22}{'value':>8}   95 % over photos"]
    for name, value in figures(rows).items():
        low, high = spans.get(name, (float("nan"), float("nan")))
        lines.append(f"{name:<22}{value:>8.3f}   [{low:.3f}, {high:.3f}]")
    lines.append("\nkind          wishes  whole order  pairs in order")
    kinds = sorted({row.kind for row in rows})
    for kind in kinds:
        part = figures([row for row in rows if row.kind == kind])
        count = len({row.wish for row in rows if row.kind == kind})
        lines.append(f"{kind:<14}{count:>6}{part['whole order']:>13.2f}{part['pairs in order']:>16.2f}")
    return "\n".join(lines)


def faults(rows: Sequence[Scored], wishes: dict[str, SharedWish]) -> list[str]:
    """One line for each relation that does not hold."""
    groups: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        groups[row.wish].append(row)
    out = []
    for name, group in groups.items():
        bad = [relation for relation, holds in orders(group).items() if not holds]
        if bad:
            scores = ", ".join(f"{row.edit} {row.score:.2f}" for row in group)
            out.append(f'{name} "{wishes[name].words}": not {"; ".join(bad)}  ({scores})')
    return out


def main(arguments: list[str] | None = None) -> int:
    """Order, correlation and spread of the analytic judge over the shared wishes -> exit code."""
    options = _parser().parse_args((arguments or ["judge"])[1:])
    try:
        every = read_wishes(options.wishes)
    except WishFileError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    same: dict[str, list[SharedWish]] = defaultdict(list)
    for wish in every:
        same[wish.photo].append(wish)
    chosen = [w for w in every if not options.only or options.only in w.id or options.only == w.kind]
    if not chosen:
        print(f"error: no wish has {options.only!r} in its id, or is of that kind", file=sys.stderr)
        return 2
    rows = []
    for number, wish in enumerate(sorted(chosen, key=lambda w: w.photo), 1):
        rows += scored(wish, same[wish.photo], options.photos, not options.truth, options.keep, options.own)
        if sys.stderr.isatty():
            print(f"\r{number}/{len(chosen)}", end="", file=sys.stderr, flush=True)
    print("\n".join(faults(rows, {w.id: w for w in every})))
    print("\n" + table(rows, intervals(rows)))
    if options.json:
        text = json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1)
        options.json.write_text(text + "\n", "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.words judge", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("wishes", type=Path, help="wishes.jsonl of the shared wishes")
    parser.add_argument("--photos", type=Path, required=True, help="the folder that its photos are under")
    parser.add_argument("--truth", action="store_true", help="give the judge the intent that the checks tell")
    parser.add_argument("--own", action="store_true", help="edits of the rules in place of hand-written ones")
    parser.add_argument("--only", default="", help="part of an id, or a kind")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the edits for the next run")
    parser.add_argument("--json", type=Path, help="write every score with its reason")
    return parser
