"""`jarvisevo judge …`: signatures of its commands; the work is in `jarvisevo.cli.judge_commands`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvisevo.cli.app import Worded, app
from jarvisevo.files.errors import CliError
from jarvisevo.report.terminal import ConfigPath, Json, Overrides, command

if TYPE_CHECKING:
    from jarvisevo.judge.methods.settings import Models

judge_app = typer.Typer(help="Judges of edits with a library that learns: score, evolve, look at what changed.")
app.add_typer(judge_app, name="judge")

Kind = Annotated[
    str,
    typer.Option(
        "--judge",
        metavar="analytic|evaluator|model|harness|rlar",
        help="Measurement, a model in JarvisEvo's own judging turn, a plain model, a library, or tools by task.",
    ),
]
Library = Annotated[Path | None, typer.Option(metavar="LIBRARY", help="Library of the judge, or an exported folder.")]
Model = Annotated[str | None, typer.Option(metavar="URL#NAME", help="Model that sees the images.")]
Orchestrator = Annotated[str | None, typer.Option(metavar="URL#NAME", help="Model that routes; default: the same.")]
RunFolder = Annotated[Path, typer.Option("-o", "--out", help="Folder of the run; the same one resumes it.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print about what it will cost, and stop.")]
Stored = Annotated[Path, typer.Argument(metavar="LIBRARY", help="Folder of the library.")]


def _models(model: str | None, orchestrator: str | None, concurrency: int = 1) -> "Models | None":
    """Both models; None when none is named."""
    from jarvisevo.judge.methods.settings import Models

    if model is None:
        if orchestrator:
            raise CliError("--orchestrator is for a judge with a model: add --model URL#NAME")
        return None
    return Models(subagent=model, orchestrator=orchestrator or "", concurrency=concurrency)


@judge_app.command(cls=Worded)
@command
def score(
    words: Annotated[
        list[str], typer.Argument(metavar='BEFORE EDIT… "INSTRUCTION"', help="A photo, its edits, the task.")
    ],
    judge: Kind = "analytic",
    library: Library = None,
    model: Model = None,
    orchestrator: Orchestrator = None,
    as_json: Json = False,
) -> None:
    """Score edits of one photo side by side, and rank them."""
    from jarvisevo.cli import judge_commands as commands

    if len(words) < 3:
        raise CliError(
            'name a photo, at least one edit of it, and what was asked: judge score a.jpg b.jpg "make it warmer"'
        )
    before, *edits, instruction = words
    commands.score(
        Path(before), [Path(e) for e in edits], instruction, judge, library, _models(model, orchestrator), as_json
    )


@judge_app.command()
@command
def bench(
    cases: Annotated[str, typer.Argument(metavar="CASES.jsonl", help="Labelled cases, or synthetic:N.")],
    judge: Kind = "analytic",
    library: Library = None,
    model: Model = None,
    orchestrator: Orchestrator = None,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Requests under way at once.")] = 1,
    cache: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the model's replies, so that a stopped run goes on.")
    ] = None,
    margin: Annotated[float, typer.Option(min=0, max=4, help="Difference of scores that is still a tie.")] = 0.0,
    as_json: Json = False,
) -> None:
    """Measure a judge against people's order: accuracy, consistency under swap, pair accuracy, failures."""
    from jarvisevo.cli import judge_commands as commands

    commands.bench(cases, judge, library, _models(model, orchestrator, concurrency), cache, margin, as_json)


@judge_app.command()
@command
def doctor(
    judge: Kind = "analytic",
    library: Library = None,
    model: Model = None,
    orchestrator: Orchestrator = None,
    as_json: Json = False,
) -> None:
    """Probe a judge with edits everybody agrees on: identity, black, swapped order, wrong instruction."""
    from jarvisevo.cli import judge_commands as commands

    commands.doctor(judge, library, _models(model, orchestrator), as_json)


@judge_app.command()
@command
def evolve(
    config: ConfigPath,
    overrides: Overrides = None,
    out: RunFolder = Path("out/judge-evolve"),
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Let a library grow from labelled cases, gated by validation, then prune it (RewardHarness)."""
    from jarvisevo.cli import judge_commands as commands

    commands.run_loop("evolve", config, overrides or [], out, dry_run, as_json)


@judge_app.command()
@command
def lwe(
    config: ConfigPath,
    overrides: Overrides = None,
    out: RunFolder = Path("out/judge-lwe"),
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Judge a stream of cases and learn from the judge's own feedback on the way (LWE, Selective LWE, baselines)."""
    from jarvisevo.cli import judge_commands as commands

    commands.run_loop("lwe", config, overrides or [], out, dry_run, as_json)


@judge_app.command()
@command
def rho(
    config: ConfigPath,
    overrides: Overrides = None,
    out: RunFolder = Path("out/judge-rho"),
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Improve a library once from past cases without labels, by the judge's own preference (RHO)."""
    from jarvisevo.cli import judge_commands as commands

    commands.run_loop("rho", config, overrides or [], out, dry_run, as_json)


@judge_app.command()
@command
def synthesize(
    config: ConfigPath,
    overrides: Overrides = None,
    out: RunFolder = Path("out/judge-synthesize"),
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Make, check and route scoring tools for the kinds of task among some cases (RLAR)."""
    from jarvisevo.cli import judge_commands as commands

    commands.run_loop("synthesize", config, overrides or [], out, dry_run, as_json)


@judge_app.command()
@command
def log(library: Stored, as_json: Json = False) -> None:
    """List a library's versions: accepted, then proposed, then rejected."""
    from jarvisevo.cli import judge_commands as commands

    commands.log(library, as_json)


@judge_app.command()
@command
def diff(
    library: Stored,
    old: Annotated[str, typer.Argument(metavar="OLD", help="main, or the beginning of an id of `judge log`.")],
    new: Annotated[str, typer.Argument(metavar="[NEW]", help="The same; default main.")] = "main",
) -> None:
    """Show what changed between two versions of a library."""
    from jarvisevo.cli import judge_commands as commands

    commands.diff(library, old, new)


@judge_app.command()
@command
def accept(
    library: Stored,
    version: Annotated[str, typer.Argument(metavar="VERSION", help="Beginning of an id of `judge log`.")],
) -> None:
    """Put a proposed, rejected or older version of a library in force, as a new version."""
    from jarvisevo.cli import judge_commands as commands

    commands.accept(library, version)


@judge_app.command()
@command
def export(
    library: Stored,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="New folder.")],
    version: Annotated[str, typer.Option(help="main, or the beginning of an id of `judge log`.")] = "main",
) -> None:
    """Write a library as plain folders of skills, to read, edit or publish."""
    from jarvisevo.cli import judge_commands as commands

    commands.export(library, version, out)


@judge_app.command()
@command
def cases(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="New folder for images and cases.jsonl.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=5000, help="Cases.")] = 150,
    seed: Annotated[int, typer.Option(help="Other numbers make other cases.")] = 0,
) -> None:
    """Write preference cases of known truth, made from the example photos: to try the loops,
    or as a model of the format.
    """
    from jarvisevo.cli import judge_commands as commands

    commands.make_cases(out, count, seed)
