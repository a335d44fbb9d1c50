"""All figures of a model on a held-out data set, beside doing nothing, auto tone and the expert.

    python -m training.measure MODEL DATASET [--limit N] [--blackout] [--samples G] [--train DATASET] [--json OUT]
        [--alone]

MODEL is a folder, nano, or a hub id that is in the cache. All figures are printed as JSON, or written to OUT and the
main ones printed.
The records are all there are, or N of each kind spread over photos and kinds; intervals are 95 %, by bootstrap over
photos. Two runs give the same figures.

Editing, greedy and at temperature 1: L1, L2 and ΔE2000 to the target, valid calls, tool accuracy, wishes followed in
their direction by class; then the model corrects every edit that it scores below what it learnt to correct
(`correct_below` in its config.json, else 5): ΔE2000 before and after, the share that came nearer, and ΔE2000 of the
better scored state, which is what the agent hands out.
Judging: rank and linear correlation with the annotated scores; with --blackout once more with every result shown black:
a judge that looks falls to nothing. --samples G: whether its scores order G of its own edits of each instruction as
their distances to the target do, ties apart. --train says what is new in the held-out records. --beside OTHER.json
compares with another model edit by edit: the mean difference of ΔE2000 with its interval, as with the baselines.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from editor_ops.photo import Photo, PhotoError
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.policies.hub import HubModelError, hub_folder, is_id
from jarvisevo.policies.open import NANO
from jarvisevo.qwen.folder import QwenVL, QwenVLError, check_folder, load
from jarvisevo.record.trajectory import HIGH
from jarvisevo.rules import plan
from jarvisevo.scoring.scores import tool_accuracy
from training.config import HeldoutConfig, TrainDataConfig
from training.data import entries
from training.heldout import EditFigures, Heldout, JudgedEdit, edited, judging, side, wanted_image
from training.images import ImageCache
from training.rollout import JudgedBy
from training.run import TrainingError
from training.statistics import Row, apart, interval, new_in, ordering, photo_of, rank_interval

BASELINES: dict[str, Callable[[Photo, str], Settings]] = {
    "identity": lambda photo, wish: Settings(),
    "auto": lambda photo, wish: plan(photo, "").settings,
    "expert": lambda photo, wish: plan(photo, wish).settings,
}


def opened(
    model: Path, dataset: Path, limit: int | None, max_tokens: int = 256, expected_score: bool = False
) -> tuple[QwenVL, Heldout]:
    """A model on disk, and the held-out records for it. A judge by images is measured by expected scores, as in use."""
    qwen = load(model)
    said = check_folder(model)
    learnt: JudgedBy = "images" if said.get("judged_by") == "images" else "conversation"
    expected_score = expected_score or learnt == "images"
    settings = HeldoutConfig(folder=dataset, limit=limit, max_tokens=max_tokens, expected_score=expected_score)
    cache, reading = ImageCache(qwen.processor.image_processor), bool(said.get("reading", False))
    below = float(said.get("correct_below", HIGH))
    return qwen, Heldout(settings, qwen.processor, cache, judged_by=learnt, reading=reading, correct_below=below)


def figures(qwen: QwenVL, held: Heldout, *, blackout: bool = False, samples: int = 0) -> dict[str, Any]:
    """Editing, greedy and at temperature 1, and judging of a model.

    blackout  judge once more with every result shown black
    samples   of its own for each instruction, which its scores are to order; 0 for none
    """
    judged = held.judge(qwen)
    out: dict[str, Any] = {
        "editing": summary(held.edit(qwen, correct=True)),
        "sampled": summary(held.edit(qwen, temperature=1.0)),
        "judging": {"judgements": len(judged), **_rounded(judging(judged)), "srcc_interval": rank_bounds(judged)},
    }
    if blackout:
        out["blackout"] = blackout_figures(judged, held.judge(qwen, blackout=True))
    if samples:
        out["ordering"] = _rounded(ordering(held.own_samples(qwen, samples)))
    return out


def rank_bounds(judged: Sequence[JudgedEdit]) -> list[float] | None:
    """95 % interval of SRCC over the judgements that could be read, by photo."""
    read = [(each, each.given) for each in judged if each.given is not None]
    given, true = [score for _, score in read], [each.true for each, _ in read]
    found = rank_interval(given, true, [each.photo for each, _ in read])
    return [round(end, 4) for end in found] if found else None


def blackout_figures(seen: Sequence[JudgedEdit], black: Sequence[JudgedEdit]) -> dict[str, float]:
    """Judging of black results; by how much SRCC falls, and the share of scores that did not move."""
    out = judging(black)
    before = judging(seen).get("srcc")
    if before is not None:
        out["fall"] = before - out.get("srcc", 0.0)  # a judge that says the same of all orders nothing
    out["unmoved"] = float(np.mean([a.given == b.given for a, b in zip(seen, black, strict=True)])) if seen else 0.0
    return _rounded(out)


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in values.items()}


def baselines(held: Heldout) -> dict[str, dict[str, Any]]:
    """The figures of identity, auto tone and the expert on the same records."""
    rows: dict[str, list[EditFigures]] = {name: [] for name in BASELINES}
    for entry in held.edits:
        photo, wish, target = held.photo(entry), entry.record.instruction, entry.record.trajectory.settings
        before, wanted = render(photo, Settings(), side(entry)).eight_bit(), wanted_image(entry, photo)
        for name, system in BASELINES.items():
            settings = system(photo, wish)
            tools = tool_accuracy(settings.to_dict(), target.to_dict()).total
            made = edited(before, render(photo, settings, side(entry)).eight_bit(), wanted, wish, tools)
            rows[name].append(replace(made, photo=photo_of(entry), record=entry.record.id))
    return {name: summary(each) for name, each in rows.items()}


def summary(rows: Sequence[EditFigures]) -> dict[str, Any]:
    """Means over the edits; wishes followed over all wishes, and by class with the number of wishes.

    rows: record, photo and ΔE2000 of every edit, so that two systems can be compared edit by edit
    taken: corrections that the model scored above its edit, which are what the agent hands out
    """
    wishes = [(name, ok) for row in rows for name, ok in row.followed.items()]
    by_class = {name: [ok for own, ok in wishes if own == name] for name in sorted({name for name, _ in wishes})}
    out: dict[str, Any] = {
        "edits": len(rows),
        "delta_e": _mean([r.delta_e for r in rows]),
        "delta_e_interval": _interval([r.delta_e for r in rows], [r.photo for r in rows]),
        "photos": len({r.photo for r in rows}),
        "L1x100": _mean([100 * r.l1 for r in rows]),
        "L2x1000": _mean([1000 * r.l2 for r in rows]),
        "tools": _mean([r.tools for r in rows]),
        "followed": _mean([ok for _, ok in wishes]),
        "wishes": len(wishes),
        "rows": [[r.record, r.photo, round(r.delta_e, 3)] for r in rows],
        "by_class": {name: [_mean(oks), len(oks)] for name, oks in by_class.items()},
    }
    valid = [r.valid for r in rows if r.valid is not None]
    out |= {"valid": _mean(valid)} if valid else {}
    again = [(r.delta_e, r.corrected) for r in rows if r.corrected is not None]
    if again:
        before, after = zip(*again, strict=True)
        out |= {
            "corrections": len(again),
            "uncorrected": _mean(before),
            "corrected": _mean(after),
            "nearer": _mean([b < a for a, b in again]),
        }
    handed = [(r.delta_e, r.handed_out, r.photo) for r in rows if r.handed_out is not None]
    if handed:
        taken = [(first, last) for first, last, _ in handed if first != last]
        gains = [last - first for first, last, _ in handed]
        out |= {
            "handed_out": _mean([last for _, last, _ in handed]),
            "handed_out_gain": _mean(gains),
            "handed_out_gain_interval": _interval(gains, [photo for _, _, photo in handed]),
            "taken": len(taken),
            "taken_before": _mean([first for first, _ in taken]),
            "taken_after": _mean([last for _, last in taken]),
            "taken_nearer": _mean([last < first for first, last in taken]),
        }
    return out


def _mean(values: Sequence[float]) -> float | None:
    return round(float(np.mean(values)), 4) if values else None


def _interval(values: Sequence[float], photos: Sequence[str]) -> list[float] | None:
    """95 %, by photo."""
    found = interval(values, photos)
    return [round(end, 4) for end in found] if found else None


def main(
    model: Annotated[str, typer.Argument(help="Folder of a model, nano, or a hub id that is in the cache.")],
    dataset: Annotated[Path, typer.Argument(help="Held-out data set, e.g. data/nano/heldout.")],
    limit: Annotated[
        int | None, typer.Option(min=1, help="Records of each kind, spread over photos; default all.")
    ] = None,
    max_tokens: Annotated[int, typer.Option(min=16, help="Of a turn.")] = 256,
    out: Annotated[Path | None, typer.Option("--json", help="File for the figures; the main ones are printed.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="Without the baselines.")] = False,
    blackout: Annotated[bool, typer.Option("--blackout", help="Judge once more with every result black.")] = False,
    expected: Annotated[bool, typer.Option("--expected", help="Scores as expectations over their digits.")] = False,
    samples: Annotated[
        int, typer.Option(min=0, help="Own edits of each instruction for its scores to order; 0: none.")
    ] = 0,
    beside: Annotated[
        list[Path] | None, typer.Option(help="Figures of other models (--json): compared edit by edit, with intervals.")
    ] = None,
    train: Annotated[Path | None, typer.Option(help="Training data: says what is new in the held-out records.")] = None,
) -> None:
    """Measure a model and print the figures."""
    try:
        others = {str(path): _rows(path) for path in beside or ()}
        known = entries(TrainDataConfig(folders=(train,))) if train else []
        qwen, held = opened(model_folder(model), dataset, limit, max_tokens, expected)
        found = figures(qwen, held, blackout=blackout, samples=samples)
        found |= {} if alone else {"baselines": baselines(held)}
        others = {name: row["rows"] for name, row in found.get("baselines", {}).items()} | others
        found["against"] = {name: apart(found["editing"]["rows"], rows) for name, rows in others.items()}
        if train:
            found["new"] = {"edits": new_in(held.edits, known), "judgements": new_in(held.evals, known)}
        text = json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False)
        if out:
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text + "\n", "utf-8")
    except (OSError, QwenVLError, HubModelError, TrainingError, PhotoError) as error:
        typer.echo(f"training.measure: error: {error}", err=True)
        raise typer.Exit(1) from None
    print("\n".join([*main_figures(found), f"all figures: {out}"]) if out else text)


def model_folder(name: str) -> Path:
    """The folder of a model as other commands name it. HubModelError when a hub id is not in the cache."""
    if name == NANO.name:
        return NANO
    return hub_folder(name) if is_id(name) else Path(name)


def _rows(path: Path) -> list[Row]:
    """ΔE2000 of every edit in another model's figures. TrainingError when they are none."""
    try:
        rows: list[Row] = json.loads(path.read_text("utf-8"))["editing"]["rows"]
    except (ValueError, KeyError, TypeError):
        raise TrainingError(f"{path}: holds no figures; name what --json of this command wrote") from None
    return rows


def main_figures(found: Mapping[str, Any]) -> list[str]:
    """A few lines for a person."""
    rows = {"greedy": found["editing"], "at temperature 1": found["sampled"], **found.get("baselines", {})}
    out = [f"{found['editing']['edits']} edits of {found['editing']['photos']} photos, ΔE2000 to the target:"]
    for name, row in rows.items():
        bounds = "" if row["delta_e_interval"] is None else " ({:.2f} to {:.2f})".format(*row["delta_e_interval"])
        followed = "" if row["followed"] is None else f", wishes followed {row['followed']:.0%}"
        valid = f", valid {row['valid']:.0%}" if "valid" in row else ""
        out += [f"  {name}: {row['delta_e']:.2f}{bounds}{followed}{valid}"] if row["edits"] else []
    judging = found["judging"]
    srcc = f", rank correlation {judging['srcc']:.2f}" if "srcc" in judging else ""
    return [*out, f"{judging['judgements']} judgements{srcc}"]


if __name__ == "__main__":
    typer.run(main)
