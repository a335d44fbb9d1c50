"""A trained small model becomes the shipped one: its folder, its card, the figures of every stage beside the baselines.

    python -m training.ship configs/nano/ship.yaml

Nothing in the card is written by hand: data from the data card, settings from the runs' configs, figures measured here.
"""

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import Field

from editor_ops.files import whole_folder, write_whole
from jarvisevo.files.config import Config, load
from jarvisevo.qwen.folder import check_folder
from training.average import SOURCES
from training.config import load as stage_config
from training.measure import baselines, opened
from training.measure import figures as figures_of
from training.run import RunFolder, read_metrics

FILES = (
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
    "preprocessor_config.json",
    "processor_config.json",
    "chat_template.jinja",
)
"""What is copied of a model's folder, as far as it is there."""
TELLING = 0.3
"""Rank correlation with the true scores from which a model's own judgements are used."""
SYSTEM = "nano"
"""The model's name among the benchmark's systems."""


class ShipConfig(Config):
    """stages: name -> config of a finished run, in order; the model of `chosen` is shipped.

    kept        stages whose runs are gone: what the shipped folder says of them stays (`kept=[A, B]` after the file)
    averages    name -> folder of a mean of such models (`python -m training.average`); measured and chosen like a stage
    data        folder of the build whose held-out records are measured
    trained     card.json of every build that it was trained on; that of `data` alone when none is named
    benchmark   results.json of `jarvisevo bench artedit` with the model among its systems, or nothing
    limit       held-out records of each kind, spread over photos; None for all
    samples     edits of each instruction that the model's own scores are to order; 0 for none
    most_mb     what the folder may weigh
    """

    out: Path
    stages: dict[str, Path]
    averages: dict[str, Path] = Field(default_factory=dict)
    kept: list[str] = Field(default_factory=list)
    chosen: str
    data: Path
    trained: list[Path] = Field(default_factory=list)
    benchmark: Path | None = None
    limit: int | None = Field(None, ge=3)
    samples: int = Field(4, ge=0)
    most_mb: float = 16.0


def finished(path: Path) -> Path:
    """The folder of a config's run; SystemExit unless the run ended and was trained as the config says now."""
    config = stage_config(path)
    run = RunFolder(config.out)
    if not run.finished(config) or run.changed(config):
        raise SystemExit(f"{config.out}: holds no finished run of {path} as it is now: `jarvisevo train {path}`")
    return config.out


def models(config: ShipConfig) -> dict[str, Path]:
    """The model folders of all stages whose runs are there, and of averages. SystemExit unless every average is one of
    stages as they are, and the chosen model among them.
    """
    found = {name: finished(path) / "model" for name, path in config.stages.items() if name not in config.kept}
    for name, folder in config.averages.items():
        told = folder / SOURCES
        of = {Path(source) for source in json.loads(told.read_text("utf-8"))["mean_of"]} if told.is_file() else set()
        if not of or not of <= set(found.values()):
            raise SystemExit(f"{folder}: no mean of models of the stages: `python -m training.average`")
        if told.stat().st_mtime < max((source / "config.json").stat().st_mtime for source in of):
            raise SystemExit(f"{folder}: older than what it is the mean of: `python -m training.average`")
        found[name] = folder
    if config.chosen not in found:
        raise SystemExit(f"{config.chosen}: no run that is there: chosen must be one of {', '.join(found)}")
    return found


def figures(config: ShipConfig) -> dict[str, Any]:
    """Every model's figures on the held-out records, and the baselines'.
    What was measured since a model was made is kept.
    """
    before = _shipped(config)
    found: dict[str, Any] = {part: {n: before[part][n] for n in config.kept} for part in ("stages", "runs")}
    found["runs"] |= {name: run_of(path) for name, path in config.stages.items() if name not in config.kept}
    for name, folder in models(config).items():
        qwen, held = opened(folder, config.data / "heldout", config.limit)
        kept = folder.parent / f"heldout-{config.limit}.json"
        if not kept.is_file() or kept.stat().st_mtime < (folder / "config.json").stat().st_mtime:
            write_whole(kept, json.dumps(figures_of(qwen, held, blackout=True, samples=config.samples)))
        found["stages"][name] = json.loads(kept.read_text("utf-8"))
        typer.echo(f"{name}: {json.dumps(found['stages'][name]['judging'])}", err=True)
    return found | {"baselines": baselines(held)}


def _shipped(config: ShipConfig) -> dict[str, Any]:
    """The figures of the folder as it ships. SystemExit when they say nothing of a stage that is kept."""
    path = config.out / "figures.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    known = found.get("stages", {}).keys() & found.get("runs", {}).keys() & config.stages.keys()
    if unknown := [name for name in config.kept if name not in known]:
        raise SystemExit(f"{path}: says nothing of {', '.join(unknown)}: train it, or take it out of kept")
    return found


def run_of(path: Path) -> dict[str, float]:
    """How a stage was trained: seed, steps and minutes."""
    run = stage_config(path)
    rows = list(read_metrics(RunFolder(run.out).metrics))
    minutes = max(float(row.get("seconds", 0)) for row in rows) / 60
    return {"seed": run.seed, "steps": max(int(row["step"]) for row in rows), "minutes": round(minutes, 1)}


def judges(found: Mapping[str, Any]) -> bool:
    """Whether `edit` is to go by a model's own scores: they tell enough, and what they choose is no farther off."""
    editing = found["editing"]
    chosen = editing.get("handed_out", editing["delta_e"])
    return bool(found["judging"].get("srcc", 0.0) >= TELLING and chosen <= editing["delta_e"])


def _say_who_judges(path: Path, found: Mapping[str, Any]) -> None:
    """Write into a model's config whether `edit` is to ask the analytic evaluator instead of the model itself."""
    document = json.loads(path.read_text("utf-8"))
    document["judges"] = judges(found)
    path.write_text(json.dumps(document, indent=2) + "\n", "utf-8")


def card(config: ShipConfig, found: Mapping[str, Any]) -> str:
    """The model card as Markdown."""
    parts = [
        _HEAD.replace("nano\n", f"{config.out.name.replace('_', ' ')}\n", 1),
        f"Shipped: the model after {config.chosen}. Rebuild everything with `make {config.out.name}`.",
        "",
        *_data(splits(config)),
        *_runs(config, found["runs"]),
        *_table(found, config.chosen),
        *_judging(found),
        *_benchmark(config.benchmark),
        *_limits(found["stages"][config.chosen]),
        *([_READS] if check_folder(models(config)[config.chosen]).get("reading") else []),
    ]
    return "\n".join(parts)


def splits(config: ShipConfig) -> dict[str, Any]:
    """What was trained on, summed over the builds (of photos, which they share, the most), and what is held out."""
    own = config.data / "card.json"
    train = [json.loads(card.read_text("utf-8"))["splits"]["train"] for card in config.trained or [own]]
    summed: dict[str, Any] = {"photos": max(part["photos"] for part in train)}
    summed |= {name: sum(part[name] for part in train) for name in ("edit", "eval")}
    for name in ("questions", "licence"):
        counted: Counter[str] = Counter()
        for part in train:
            counted.update(part.get(name, {}))
        summed[name] = dict(counted)
    return {"train": summed, "heldout": json.loads(own.read_text("utf-8"))["splits"]["heldout"]}


_HEAD = """---
license: apache-2.0
pipeline_tag: image-text-to-text
tags: [photo-editing, qwen3-vl]
---
# JarvisEvo nano

A Qwen3-VL of 5.4 million parameters, built and trained from scratch by this project's own stages on a CPU. It reads an
English or Chinese wish and a photo at 192 × 192 pixels of area, says in an outline what it sees and what is wanted, and
writes develop settings in Lightroom's names. It shows that the training works and serves as a start; it is no match for
a large model.
"""
_READS = """What the rules' reader makes of the words stands under them, in training and in use; alone it
reads two languages badly.
"""
_BLIND = "Its own scores (from 1 to 5, by the two images and the instruction) tell little or nothing."
_SEES = """Its own scores (from 1 to 5, by the two images and the instruction) tell something, and need the images:
see above for how far they fall when the result is black. They are far from an expert's."""
_NOT_ASKED = """`"judges": false` in config.json makes `edit` ask the analytic evaluator instead, as what the model's
own scores and corrections lead to is farther off than its first edit, or they tell too little."""
_LIMITS = """Mostly global adjustments (masks are rare in its data), one step. Wishes in the wording of its data it
mostly follows in direction; freely worded or joined ones it often takes in part. 36 tokens an image, so that noise,
sharpness and grain are out of its sight. Its edits imitate the rules at first; the truth of the held-out records
(settings with taste, repaired photos, presets) was made by no rules: SEPO is rewarded by it, and judging is learnt from
it.
"""


def _limits(found: Mapping[str, Any]) -> list[str]:
    sees = found["judging"].get("srcc", 0.0) >= TELLING
    return ["## Limits", _SEES if sees else _BLIND, *([] if judges(found) else [_NOT_ASKED]), _LIMITS]


def _judging(found: Mapping[str, Any]) -> list[str]:
    """Scores of held-out edits, seen and blacked out, and of the model's own samples."""
    lines = [
        "Judging by the two images and the instruction: rank correlation with the true scores (95 % by photo), how "
        "far it falls when every result is shown black, and the pairs of the model's own samples that its scores put "
        "in the right order:",
        "",
        "| | judgements | SRCC | falls by | pairs in order | ties |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in found["stages"].items():
        judged, order = row["judging"], row.get("ordering", {})
        low, high = judged.get("srcc_interval") or (None, None)
        cells = [
            str(judged["judgements"]),
            f"{judged['srcc']:.3f} ({low:.2f} to {high:.2f})" if "srcc" in judged and low is not None else "",
            f"{row['blackout']['fall']:.2f}" if "fall" in row.get("blackout", {}) else "",
            f"{order['right']:.3f} of {order['pairs']:.0f}" if "right" in order else "",
            f"{order['ties']:.3f}" if "ties" in order else "",
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def _data(splits: Mapping[str, Any]) -> list[str]:
    train, held = splits["train"], splits["heldout"]
    rows = [f"| {name} | {train[name]} | {held[name]} |" for name in ("photos", "edit", "eval")]
    asked = [sum(split.get("questions", {}).values()) for split in (train, held)]
    rows.append(f"| questions about images | {asked[0]} | {asked[1]} |")
    licences = "; ".join(f"{name} ({count})" for name, count in train["licence"].items())
    told = (
        "`jarvisevo data build` with configs/nano/data.yaml and what follows it (seeds in the configs); trained on "
        "photos marked as redistributable alone, none of the shipped benchmark's."
    )
    table = ["| | trained on | held out |", "|---|---|---|", *rows]
    return ["## Data", told, "", *table, "", f"Licences (records): {licences}.", ""]


def _runs(config: ShipConfig, found: Mapping[str, Mapping[str, float]]) -> list[str]:
    lines = ["## Training", "| stage | seed | steps | minutes | command |", "|---|---|---|---|---|"]
    for name, path in config.stages.items():
        run = found[name]
        cells = (name, f"{run['seed']}", f"{run['steps']}", f"{run['minutes']:.0f}", f"`jarvisevo train {path}`")
        lines.append(f"| {' | '.join(cells)} |")
    begins = stage_config(next(iter(config.stages.values()))).model.name
    for name, folder in config.averages.items():
        of = " and ".join(f"`{source}`" for source in json.loads((folder / SOURCES).read_text("utf-8"))["mean_of"])
        lines += ["", f"{name}: the mean of the weights of {of}, by `python -m training.average`."]
    return [*lines, "", f"The first of them begins with `{begins}`.", ""]


def _table(found: Mapping[str, Any], chosen: str) -> list[str]:
    """Stages and baselines on the held-out records."""
    names = ("delta_e", "L1x100", "L2x1000", "tools", "followed", "valid")
    lines = [
        "## Held-out records",
        "Photos and wishes never trained on; greedy; measured by `python -m training.ship`.",
        "",
        (
            "| | edits | mean ΔE2000 to the target | L1 × 10² | L2 × 10³ | R_ta | wishes followed | valid calls | SRCC"
            " | PLCC |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in found["baselines"].items():
        cells = [f"{row[key]:.3f}" if key in row else "" for key in names]
        lines.append(f"| {name} | {row['edits']} | {' | '.join(cells)} | | |")
    for name, row in found["stages"].items():
        cells = [f"{row['editing'][key]:.3f}" if key in row["editing"] else "" for key in names]
        judged = [f"{row['judging'][key]:.3f}" if key in row["judging"] else "" for key in ("srcc", "plcc")]
        lines.append(f"| {name} | {row['editing']['edits']} | {' | '.join([*cells, *judged])} |")
    lines += [
        "",
        "Asked to correct what it scores below what it learnt to correct (`correct_below` in its config.json, else 5). "
        "`edit` hands out the state that it scores best, so a correction is taken where its score rises:",
        "",
        "| | corrected | ΔE2000 before | after | came nearer | taken | before | after | came nearer "
        "| ΔE2000 of the best scored, all edits |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in found["stages"].items():
        own = row["editing"]
        if "handed_out" not in own:  # it judged none of its edits, or was measured without
            continue
        asked = [f"{own[key]:.3f}" if key in own else "" for key in ("uncorrected", "corrected", "nearer")]
        taken = [f"{own[f'taken_{key}']:.3f}" if own.get("taken") else "" for key in ("before", "after", "nearer")]
        cells = [own.get("corrections", 0), *asked, own.get("taken", ""), *taken, f"{own['handed_out']:.3f}"]
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")
    shares = found["stages"][chosen]["editing"]["by_class"]
    classes = "; ".join(f"{name} {share:.2f} ({count})" for name, (share, count) in shares.items())
    return [*lines, "", f"Wishes followed in direction, by class (number), {chosen}: {classes}.", ""]


def _benchmark(path: Path | None) -> list[str]:
    """The systems of a benchmark run side by side, means with their standard errors."""
    if path is None:
        return []
    rows = _results(path)["figures"]["all"]
    metrics = ("l1", "l2", "delta_e", "o:analytic")
    lines = [
        "## The shipped benchmark",
        "60 edits whose targets were not made by the expert; the judge is the analytic one.",
        "",
        "| | n | L1 × 10² | L2 × 10³ | ΔE2000 | O (analytic) |",
        "|---|---|---|---|---|---|",
    ]
    for system, row in rows.items():
        cells = [f"{row[m]['mean']:.2f} ± {row[m]['error']:.2f}" for m in metrics]
        lines.append(f"| {system} | {row['delta_e']['n']} | {' | '.join(cells)} |")
    return [*lines, "", _verdict(rows), ""]


def _results(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise SystemExit(f"{path}: not there: `make nano` has the command that makes it")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _verdict(rows: Mapping[str, Any]) -> str:
    """Whether the model is better than the rules, which is what makes it the default of `edit`."""
    model, rules = (rows[name]["delta_e"]["mean"] for name in (SYSTEM, "expert"))
    better, says = ("closer", "it is") if model < rules else ("no closer", "they stay")
    return (
        f"It comes {better} to the wanted images than the rules (ΔE2000 {model:.2f} and {rules:.2f}), so {says} the"
        " default of `edit`."
    )


def main(path: Path, overrides: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None) -> None:
    """Measure, copy, write the card. The old folder is replaced only when all is there."""
    config = load(path, ShipConfig, overrides or [])
    source = models(config)[config.chosen]
    if config.benchmark:
        measured = {system["name"]: system["model"] for system in _results(config.benchmark)["config"]["systems"]}
        if measured.get(SYSTEM) != str(source):
            raise SystemExit(
                f"{config.benchmark}: measured {measured}, not {SYSTEM} from {source}: `make nano` has the command"
            )
    found = figures(config)
    with whole_folder(config.out) as part:
        for name in FILES:
            if (source / name).is_file():
                shutil.copyfile(source / name, part / name)
        _say_who_judges(part / "config.json", found["stages"][config.chosen])
        (part / "README.md").write_text(card(config, found), "utf-8")
        (part / "figures.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        size = sum(p.stat().st_size for p in part.iterdir()) / 1e6
        if size > config.most_mb:
            allowed = f"{config.most_mb:g} are allowed: save with save_dtype float16"
            raise SystemExit(f"{config.out}: would be {size:.1f} MB, and {allowed}")
        shutil.rmtree(config.out, ignore_errors=True)
    typer.echo(f"{config.out}: {size:.1f} MB")


if __name__ == "__main__":
    typer.run(main)
