"""`jarvisevo bench judges CONFIG.yaml`: judges against what people preferred, on the published benchmarks.

Works on downloaded data sets (docs/bench.md says which files). Resumable like every benchmark; what is wrong with
a data set itself (duplicates, contradictions, broken groups) is part of the report.
"""

import json
import random
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from bench.artedit.items import DataError
from bench.artedit.report import plain
from bench.judges import estimate, rated
from bench.judges.cases import as_cases
from bench.judges.config import IMAGENHUB, IMGEDIT, DataSet, JudgesConfig, PairJudge
from bench.judges.figures import FIGURES
from bench.judges.measured import measured
from bench.judges.pairs import PreferencePair
from bench.judges.report import markdown
from bench.judges.sets import pairs_of, problems_of
from editor_ops.files import write_whole
from jarvisevo.files import config as configs
from jarvisevo.files.errors import CliError
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.learn import learn, loop_config
from jarvisevo.report.terminal import ConfigPath, Overrides, command

RATED = {IMAGENHUB: rated.imagenhub_set, IMGEDIT: rated.imgedit_set}


def bench(config: JudgesConfig) -> dict[str, Any]:
    """Run or resume -> what results.json holds."""
    learnt = {"learn": learned(config)} if config.learn else {}
    sets: dict[str, Any] = {}
    for spec in config.sets:
        if spec.kind in RATED:
            sets[spec.title] = RATED[spec.kind](config, spec)
            continue
        pairs = pairs_of(spec, config.limit)
        found: dict[str, Any] = {
            "kind": spec.kind,
            "pairs": len(pairs),
            "problems": problems_of(spec, pairs, config.limit is None and spec.sample is None),
            "judges": {judge.title: _judged(config, spec, judge, pairs) for judge in config.judges},
        }
        sets[spec.title] = found
    return {"title": config.title, "config": config.model_dump(mode="json"), "sets": sets, **learnt}


def learned(config: JudgesConfig) -> dict[str, Any]:
    """Make the library of `learn` in the run's folder, or go on with it -> the report of the loop."""
    assert config.learn is not None
    own = loop_config(config.learn.method, config.learn.models, **config.learn.settings)
    place = config.out / "learn"
    return learn(
        own, demonstrations(config), place, lambda record: print(f"learn: {json.dumps(record)[:160]}", file=sys.stderr)
    )


def demonstrations(config: JudgesConfig) -> list[Case]:
    """The cases that `learn` learns from."""
    assert config.learn is not None
    cases, _ = as_cases(pairs_of(config.learn.demonstrations), joint=True)
    return random.Random("demonstrations").sample(cases, min(config.learn.count, len(cases)))


def unfit(judge: PairJudge, pairs: Sequence[PreferencePair]) -> str:
    """Why a judge is not measured on a set; "" when it is."""
    words = any(pair.texts for pair in pairs)
    if words and (judge.kind in ("analytic", "evaluator") or judge.how == "score" and judge.kind != "rlar"):
        return "these candidates are answers in words: use how: pairwise or joint with a model"
    return ""


def _judged(config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair]) -> dict[str, Any]:
    """One judge's figures on one set, with its failures by cause."""
    if reason := unfit(judge, pairs):
        return {"skipped": reason}
    made = measured(config, spec, judge, pairs)
    causes = [answer.error for answer in made.answers if answer.vote is None]
    own = made.more.pop("learning", {})
    return {
        "figures": own | FIGURES[spec.kind](pairs, made.answers),
        "failed": len(causes),
        "causes": dict(sorted({c: causes.count(c) for c in set(causes)}.items(), key=lambda p: (-p[1], p[0]))),
        **made.more,
    }


# ---- the command


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say about what it will ask for, and stop.")]


@app.command()
@command
def judges(path: ConfigPath, overrides: Overrides = None, dry_run: DryRun = False) -> None:
    """Measure judges on published benchmarks, or go on with a run that was stopped."""
    try:
        config = configs.load(path, JudgesConfig, overrides or [])
        if dry_run:
            print("\n".join(estimate.lines(planned(config))))
            return
        results = bench(config)
    except (configs.ConfigError, DataError, ValueError) as error:
        raise CliError(str(error)) from None
    config.out.mkdir(parents=True, exist_ok=True)
    write_whole(config.out / "results.json", (json.dumps(results, ensure_ascii=False, indent=1) + "\n").encode())
    write_whole(config.out / "report.md", markdown(results).encode("utf-8", "replace"))
    print(markdown(results, plain))
    print(f"wrote {config.out / 'report.md'} and results.json")


def planned(config: JudgesConfig) -> list[estimate.Planned]:
    """What a run will ask for: the loop that learns, then every judge on every set."""
    out = [estimate.of_learning(config.learn, demonstrations(config))] if config.learn else []
    planner = estimate.Planner(config)
    for spec in config.sets:
        pairs = [] if spec.kind in RATED else pairs_of(spec, config.limit)
        fit = [judge for judge in config.judges if not unfit(judge, pairs)]
        out += [planner.of_judge(spec, judge, pairs) for judge in fit]
    return out


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark -> exit code."""
    return app(arguments, standalone_mode=False, prog_name="jarvisevo bench judges") or 0


if __name__ == "__main__":
    raise SystemExit(main())
