"""`jarvisevo score BEFORE AFTER "INSTRUCTION"`: how good an edit is, by a model or by measurement."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.cli.checks import existing_file
from jarvisevo.cli.model import model_chat, system_text
from jarvisevo.files.errors import FAILED, CliError, one_line
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, HIGH, Evaluation
from jarvisevo.report.terminal import console, print_json, show_notes

if TYPE_CHECKING:
    from editor_ops.photo import Image
    from jarvisevo.scoring.evaluators import Evaluator

ANALYTIC = "analytic"
LIBRARY_JUDGES = ("harness", "lwe", "rho", "rlar")
"""Judges of `jarvisevo.judge` that `--model` names as KIND[:LIBRARY]@URL#NAME."""
BAR = 20
"""Characters of a score's bar."""
SHAPE_TOLERANCE = 0.02
"""Relative difference of the aspect ratios from which two pictures cannot show the same frame."""


def score_edit(
    before: Path,
    after: Path,
    instruction: str,
    *,
    model: str = ANALYTIC,
    system_prompt: Path | None = None,
    as_json: bool = False,
) -> None:
    """The command. CliError when the call is wrong or there is no score.

    model          "analytic", "harness[:LIBRARY]@URL#NAME" (or lwe, rho, rlar), "http://host:port/v1#name" (several
                   separated by commas), or a Qwen-VL folder
    system_prompt  text file with the system prompt for a model
    """
    if not instruction.strip():
        raise CliError('the instruction is empty: say what the edit was to do, e.g. "make it warmer"')
    for path in (before, after):
        existing_file(path, "a photo")
    judge = evaluator(model, system_prompt)
    first, then = _rendered(before), _rendered(after)
    notes = size_notes(first, then, before, after)
    show_notes(notes)
    made = judge.score(first, then, instruction)
    if as_json:
        print_json(report(made, notes))
    elif made.score is not None:
        _show(made)
    if made.score is None:
        raise CliError(f"no score from {made.judge}: {made.error}", FAILED)


def evaluator(model: str, system_prompt: Path | None = None) -> "Evaluator":
    """The judge that `--model` names. CliError when there is none."""
    from jarvisevo.scoring.evaluators import AnalyticEvaluator, ModelEvaluator

    if model.split(":")[0].split("@")[0] in LIBRARY_JUDGES:
        from jarvisevo.judge.build import judge_named

        try:
            return judge_named(model)
        except ValueError as error:
            raise CliError(str(error)) from None
    if model == ANALYTIC:
        if system_prompt is not None:
            raise CliError("--system-prompt is for a model: add --model URL#NAME or --model DIR")
        return AnalyticEvaluator()
    text = system_text(system_prompt) or ""
    return ModelEvaluator(model_chat(model, also=ANALYTIC), system=text)


def _rendered(path: Path) -> "Image":
    """The picture as it looks undeveloped."""
    from editor_ops.io.decode import load
    from editor_ops.pipeline import render
    from editor_ops.settings import Settings

    return render(load(path), Settings())


def size_notes(first: "Image", then: "Image", before: Path, after: Path) -> list[str]:
    """What a person should hear about pictures of different sizes; both are judged at the smaller one."""
    if (first.height, first.width) == (then.height, then.width):
        return []
    sizes = f"{before.name} is {first.width} × {first.height}, {after.name} is {then.width} × {then.height}"
    ratio = (first.width / first.height) / (then.width / then.height)
    if abs(ratio - 1) > SHAPE_TOLERANCE:
        return [f"{sizes}: the frames differ (a crop?), so one was stretched, and the score is only a rough guide"]
    return [f"{sizes}: the larger one was resized"]


def report(made: Evaluation, notes: list[str]) -> dict[str, Any]:
    """The judgement as plain data for --json."""
    return {
        "score": made.score,
        "dimensions": dict(made.dimensions),
        "rationale": made.rationale,
        "judge": made.judge,
        "status": made.status,
        "error": made.error,
        "notes": notes,
    }


def _show(made: Evaluation) -> None:
    """For people: the score, the dimensions as bars, the reasons."""
    from rich.table import Column, Table
    from rich.text import Text

    console().print(f"{made.score:.2f} of {HIGH:g}  (judge: {one_line(made.judge)})")
    table = Table(Column(), Column(justify="right"), Column(), box=None, show_header=False, pad_edge=False)
    for title, names in (("aesthetics", AESTHETIC), ("instruction", ADHERENCE)):
        given = [name for name in names if name in made.dimensions]
        if given:
            table.add_row(Text(title, style="bold"), "", "")
        for name in given:
            value = made.dimensions[name]
            full = round(min(max(value / HIGH, 0.0), 1.0) * BAR)
            table.add_row(f"  {name.replace('_', ' ')}", f"{value:.1f}", "━" * full + "─" * (BAR - full))
    if made.dimensions:
        console().print(table)
    if made.rationale:
        console().print(one_line(made.rationale))
