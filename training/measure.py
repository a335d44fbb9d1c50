"""All figures of a model on a held-out data set, beside doing nothing, auto tone and the expert.

    python -m training.measure MODEL DATASET [--limit 200] [--json OUT] [--alone]

Editing: L1, L2 and ΔE2000 to the target, valid calls, tool accuracy, wishes followed in their direction by class.
Judging: rank and linear correlation with the annotated scores. Greedy, so two runs give the same figures.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.analytic.follows import followed
from jarvisevo.chat import Sampling
from jarvisevo.policies.expert import plan
from jarvisevo.qwen_vl import QwenVL
from jarvisevo.scores import tool_accuracy
from training import environment
from training.config import DataConfig, HeldoutConfig
from training.dataset import Entry, entries
from training.environment import EditRollout
from training.heldout import BATCH, Heldout, rank_correlation
from training.pictures import PictureCache, delta_e


@dataclass(frozen=True)
class Edited:
    """One edit: distances of its picture to the target, (None) where a system has no tools to compare, wishes followed."""

    delta_e: float
    l1: float
    l2: float
    followed: Mapping[str, bool]
    tools: float | None = None
    valid: bool | None = None


def edited(before: np.ndarray, after: np.ndarray, wanted: np.ndarray, instruction: str, **given: Any) -> Edited:
    """The figures of a picture against the wanted one, (H, W, 3) uint8 sRGB each; L1 and L2 of [0, 1] RGB."""
    apart = (after.astype(np.float32) - wanted) / 255
    l1, l2 = float(np.abs(apart).mean()), float((apart**2).mean())
    return Edited(delta_e(after, wanted), l1, l2, followed(before, after, instruction), **given)


def summary(rows: Sequence[Edited]) -> dict[str, Any]:
    """Means over the edits; wishes followed over all wishes, and by class with the number of wishes."""
    wishes = [(name, ok) for row in rows for name, ok in row.followed.items()]
    classes = sorted({name for name, _ in wishes})
    out: dict[str, Any] = {
        "edits": len(rows), "delta_e": _mean([r.delta_e for r in rows]), "delta_e_se": _error([r.delta_e for r in rows]),
        "L1x100": _mean([100 * r.l1 for r in rows]), "L2x1000": _mean([1000 * r.l2 for r in rows]),
        "followed": _mean([ok for _, ok in wishes]), "wishes": len(wishes),
        "by_class": {c: [_mean([ok for n, ok in wishes if n == c]), sum(n == c for n, _ in wishes)] for c in classes},
    }  # fmt: skip
    for name in ("tools", "valid"):
        given = [float(getattr(r, name)) for r in rows if getattr(r, name) is not None]
        if given:
            out[name] = _mean(given)
    return out


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 4) if len(values) else float("nan")


def _error(values: Sequence[float]) -> float:
    return round(float(np.std(values, ddof=1) / np.sqrt(len(values))), 4) if len(values) > 1 else float("nan")


def baselines(found: Sequence[Entry], side: int) -> dict[str, dict[str, Any]]:
    """The figures of identity, auto tone and the expert on the same records."""
    systems = {"identity": lambda photo, wish: Settings(), "auto": lambda photo, wish: plan(photo, "").settings,
               "expert": lambda photo, wish: plan(photo, wish).settings}  # fmt: skip
    photos = environment_photos(side)
    rows: dict[str, list[Edited]] = {name: [] for name in systems}
    for entry in found:
        photo, wish = photos.get(entry.folder / entry.record.source), entry.record.instruction
        before, wanted = (render(photo, s, side).eight_bit() for s in (Settings(), entry.record.trajectory.settings))
        for name, system in systems.items():
            settings = system(photo, wish)
            tools = tool_accuracy(settings.to_dict(), entry.record.trajectory.settings.to_dict()).total
            rows[name].append(edited(before, render(photo, settings, side).eight_bit(), wanted, wish, tools=tools))
    return {name: summary(each) for name, each in rows.items()}


def environment_photos(side: int) -> Any:
    """Decoded photos of a data set, kept."""
    from training.pictures import PhotoCache

    return PhotoCache(side)


class Measure(Heldout):
    """`Heldout` with every figure, for a model on disk."""

    def __init__(self, processor: Any, folder: Path, limit: int, max_tokens: int) -> None:
        self.settings = HeldoutConfig(folder=folder, limit=limit, max_tokens=max_tokens)
        self.processor, self.cache, self.choice = processor, PictureCache(processor.image_processor), "none"
        found = entries(DataConfig(folders=(folder,)))
        self.edits = [e for e in found if e.record.kind == "edit" and not e.record.trajectory.reflections][:limit]
        self.evals = [e for e in found if e.record.kind == "eval"][:limit]

    def figures(self, qwen: QwenVL) -> dict[str, Any]:
        """Editing and judging of a model."""
        tokens = environment.Tokens(self.processor)
        draw = environment.local_draw(qwen, Sampling(0.0, max_tokens=self.settings.max_tokens), BATCH)
        rollouts = [self._edit(tokens, e) for e in self.edits]
        environment.roll(rollouts, draw)
        rows = [_rolled(r, e) for r, e in zip(rollouts, self.edits, strict=True)]
        return {"editing": summary(rows), "judging": self._judging(tokens, draw)}

    def _judging(self, tokens: environment.Tokens, draw: environment.Draw) -> dict[str, float]:
        rollouts = [self._eval(tokens, e) for e in self.evals]
        environment.roll(rollouts, draw)
        gold = [e.record.evaluation.score if e.record.evaluation else None for e in self.evals]
        pairs = [(r.score, g) for r, g in zip(rollouts, gold, strict=True) if r.score is not None and g is not None]
        if len(pairs) < 3:
            return {"judgements": len(rollouts), "read": len(pairs)}
        given, wanted = np.array(pairs, float).T
        return {"judgements": len(rollouts), "read": len(pairs), "srcc": round(rank_correlation(given, wanted), 4),
                "plcc": round(float(np.corrcoef(given, wanted)[0, 1]), 4), "error": _mean(np.abs(given - wanted)),
                "mean": _mean(given), "gold_mean": _mean(wanted)}  # fmt: skip


def _rolled(rollout: EditRollout, entry: Entry) -> Edited:
    """What one trajectory came to; the untouched photo counts where no call could be used."""
    session, target = rollout.session, entry.record.trajectory.settings
    wanted = render(session.photo, target, session.side).eight_bit()
    tools = tool_accuracy(session.settings.to_dict(), target.to_dict()).total if rollout.valid else 0.0
    return edited(
        session.images[0], session.images[-1], wanted, entry.record.instruction, tools=tools, valid=rollout.valid
    )


def main(
    model: Annotated[Path, typer.Argument(help="Folder of a model.")],
    dataset: Annotated[Path, typer.Argument(help="Held-out data set.")],
    limit: Annotated[int, typer.Option(help="Records of each kind.")] = 200,
    max_tokens: Annotated[int, typer.Option(help="Of a turn.")] = 192,
    out: Annotated[Path | None, typer.Option("--json", help="File for the figures.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="Without the baselines.")] = False,
) -> None:
    """Measure a model and print the figures."""
    from jarvisevo.qwen_vl import load

    qwen = load(model)
    measure = Measure(qwen.processor, dataset, limit, max_tokens)
    found: dict[str, Any] = measure.figures(qwen)
    if not alone:
        side = next((int(e.record.trajectory.meta.get("max_size", 1024)) for e in measure.edits), 1024)
        found["baselines"] = baselines(measure.edits, side)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    print(text)
    if out:
        out.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
