"""What the commands of `jarvisevo judge` do: read what they are given, run a loop, say what came of it."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.cli.checks import existing_config, existing_file
from jarvisevo.files.config import load
from jarvisevo.files.errors import FAILED, CliError, one_line
from jarvisevo.judge import build
from jarvisevo.judge.core.case import Case, ranking
from jarvisevo.judge.core.client import ServerGone, map_threads
from jarvisevo.judge.core.images import SIDE, handle
from jarvisevo.judge.core.ledger import BudgetError
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods.settings import Models
from jarvisevo.report.terminal import Progress, console, print_json, show_notes
from jarvisevo.report.terminal import say as answer

if TYPE_CHECKING:
    from jarvisevo.judge.methods.settings import Evolve


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Errors of the judge as one line: a wrong call, or a budget that is used up or a server that is gone (the work so
    far is kept).
    """
    try:
        yield
    except BudgetError as error:
        raise CliError(f"{error}: what was done is kept; run again with a larger budget to go on", FAILED) from None
    except ServerGone as error:
        raise CliError(
            f"{one_line(error)}: start the server, or name another; the same command then goes on", FAILED
        ) from None
    except CliError:
        raise
    except ValueError as error:
        raise CliError(one_line(error)) from None


def say(text: str) -> None:
    """One line of progress on stderr."""
    console(error=True).print(one_line(text), soft_wrap=True)


# ---- score, bench, doctor


def score(
    before: Path,
    edits: Sequence[Path],
    instruction: str,
    kind: str,
    library: Path | None,
    models: Models | None,
    as_json: bool,
) -> None:
    """Rank edits of a photo; candidates are judged side by side, in both orders where a model judges."""
    if not instruction.strip():
        raise CliError('the instruction is empty: say what the edits were to do, e.g. "make it warmer"')
    for path in (before, *edits):
        existing_file(path, "a photo")
    with errors_in_one_line():
        judge = build.judge_for(kind, library, models)
        case = Case("score", instruction, before, tuple(edits))
        made = judge.debiased(case) if judge.swap else judge.judge(case)
    places = ranking(made.scores) if made.scores else ()
    shown = made.trace.get("shown") or range(1, len(edits) + 1)
    reasoning = by_file(made.reasoning, [edits[number - 1] for number in shown])
    if as_json:
        rows = [
            {"edit": str(e), "score": s, "place": p} for e, s, p in zip(edits, made.scores or (), places, strict=False)
        ]
        print_json(
            {
                "judge": judge.name,
                "status": made.status,
                "error": made.error,
                "edits": rows,
                "reasoning": reasoning,
                "trace": dict(made.trace),
                "library": made.library_id,
            }
        )
    elif made.scores:
        for place, value, path in sorted(zip(places, made.scores, edits, strict=True)):
            console().print(f"{place}. {value:.2f} of {made.scale.high:g}  {one_line(path)}")
        console().print(one_line(reasoning))
    if made.scores is None:
        raise CliError(f"no score from {judge.name}: {made.error}", FAILED)


def by_file(reasoning: str, edits: Sequence[Path]) -> str:
    """A judge's words with the names of the files in place of `cand_1` …; whole paths where names are the same."""
    names = [path.name for path in edits]
    told = names if len(set(names)) == len(names) else [str(path) for path in edits]
    known = {handle(i): name for i, name in enumerate(told)}
    return re.sub(r"\bcand_\d+\b", lambda found: known.get(found[0], found[0]), reasoning)


def bench(
    cases: str, kind: str, library: Path | None, models: Models | None, cache: Path | None, margin: float, as_json: bool
) -> None:
    """Judge labelled cases in both orders and print the metrics; with a cache, a stopped one goes on where it was."""
    from jarvisevo.judge.core import metrics

    with errors_in_one_line():
        found = build.cases_for(cases, Path())
        show_notes(found.notes)
        if cache is not None:
            cache.parent.mkdir(parents=True, exist_ok=True)
        judge = build.judge_for(kind, library, models, cache or ":memory:")
        judged: list[metrics.Judged] = []
        for start in range(0, len(found.cases), 25):
            some = found.cases[start : start + 25]
            judged += map_threads(lambda case: metrics.judged_twice(judge, case), some, judge.workers)
            say(f"{len(judged)} of {len(found.cases)} cases judged")
        data = {"judge": judge.name, **metrics.measure(judged, margin=margin).to_dict()}
    if as_json:
        print_json(data)
    else:
        from jarvisevo.cli.show import show_pairs

        show_pairs(data)


def doctor(kind: str, library: Path | None, models: Models | None, as_json: bool) -> None:
    """Probe a judge; CliError when it fails one."""
    from jarvisevo.judge.core.doctor import examine
    from jarvisevo.judge.core.synthetic import example_photos

    with errors_in_one_line():
        photos = list(example_photos(models.side if models else SIDE))
        if not photos:
            raise ValueError("the probes are made from the project's example photos, which are not here")
        judge = build.judge_for(kind, library, models)
        with Progress("probes") as progress:
            probes = examine(judge, photos, progress=progress.update)
    if as_json:
        print_json([probe.to_dict() for probe in probes])
    else:
        for p in probes:
            failed = f", {p.failed} could not be judged" if p.failed else ""
            console().print(f"{'ok  ' if p.ok else 'FAIL'} {p.name}: {p.asks} ({p.good} of {p.cases}{failed})")
            if p.example:
                console().print(f"     {one_line(p.example)}")
    bad = [probe.name for probe in probes if not probe.ok]
    if bad:
        raise CliError(f"{kind}: failed {', '.join(bad)}: do not rely on this judge", FAILED)


# ---- the four loops


def run_loop(method: str, path: Path, overrides: Sequence[str], out: Path, dry_run: bool, as_json: bool) -> None:
    """Estimate, run one of `LOOPS` in its folder, say what came of it and what was spent."""
    from jarvisevo.judge.learn import LOOPS, learn

    loop = LOOPS[method]
    with errors_in_one_line():
        config = load(existing_config(path), loop.config, overrides)
        found = build.cases_for(config.cases, Path(), config.seed, labelled=loop.labelled, side=config.models.side)
        show_notes(found.notes)
        estimate = loop.estimate(config, found.cases)
        if dry_run and as_json:
            print_json(estimate.to_dict(config.budget))
            return
        for line in estimate.lines(config.budget):
            answer(line) if dry_run else say(line)
        if dry_run:
            return
        report = learn(config, found.cases, out, lambda record: say(PROGRESS[method](record, config)))
        if report.get("decision") == "proposed":
            store, version = report["store"], report["library"][:12]
            say(f"look at it with `jarvisevo judge diff {store} main {version}`")
            say(f"take it with `jarvisevo judge accept {store} {version}`")
    if as_json:
        print_json(report)
    else:
        from jarvisevo.cli.show import show_pairs

        show_pairs(report)
        console().print(f"the record is in {one_line(out)}{os.sep}", soft_wrap=True)


def _evolved(record: Mapping[str, Any], config: "Evolve") -> str:
    value = "" if record["validation"] is None else f" {record['validation']:.1%}"
    changes = f"{record['phase']} {', '.join(record.get('edits', []))}{value}: {record['decision']} {record['reason']}"
    size = f"({record['size']['skills']} skills, {record['size']['tools']} tools)"
    return f"{record['iteration']} of {config.iterations}: {changes} {size}"


def _synthesized(record: Mapping[str, Any], _config: object) -> str:
    last = record["log"][-1]
    return f"{record['task']}: {', '.join(last['tools']) or last['decision']} {last['reason']}"


PROGRESS: dict[str, Callable[[Mapping[str, Any], Any], str]] = {
    "evolve": _evolved,
    "lwe": lambda record, _: f"{record['case']}: judged",
    "rho": lambda record, _: f"{record['step']}: done",
    "synthesize": _synthesized,
}
"""Method -> one line for a record of its run."""


# ---- the library


def log(library: Path, as_json: bool) -> None:
    """Versions, newest first."""
    from datetime import UTC, datetime

    with errors_in_one_line(), LibraryStore(library) as store:
        versions = store.log()
    if as_json:
        print_json([vars(version) for version in versions])
        return
    for v in versions:
        when = datetime.fromtimestamp(v.time, UTC).strftime("%Y-%m-%d %H:%M")
        console().print(
            f"{v.library_id[:12]}  {when}  {v.state:<8}  {one_line(v.message.splitlines()[0])}", soft_wrap=True
        )


def diff(library: Path, old: str, new: str) -> None:
    """What changed between two versions."""
    from jarvisevo.judge.core.library import diff as difference

    with errors_in_one_line(), LibraryStore(library) as store:
        text = difference(store.get(old), store.get(new))
    console().print(text.rstrip("\n") or "no difference", soft_wrap=True)


def accept(library: Path, version: str) -> None:
    """Put a proposed or older version in force."""
    with errors_in_one_line(), LibraryStore(library) as store:
        made = store.rollback(version)
    console().print(f"{made.id[:12]} is in force: {len(made.entries)} entries")


def export(library: Path, version: str, out: Path) -> None:
    """Write a version as folders of skills."""
    from jarvisevo.judge.core.library import export as write

    with errors_in_one_line(), LibraryStore(library) as store:
        write(store.get(version), out)
    console().print(f"wrote {one_line(out)}", soft_wrap=True)


def make_cases(out: Path, count: int, seed: int) -> None:
    """Write cases of known truth, made from the shipped photos."""
    from jarvisevo.judge.core.case_files import write_cases

    with errors_in_one_line():
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise CliError(f"{out}: exists and is not empty: choose another folder")
        found = build.cases_for(f"{build.SYNTHETIC}{count}", Path(), seed)
        path = write_cases(found.cases, out)
    console().print(f"wrote {len(found.cases)} cases to {one_line(path)}", soft_wrap=True)
