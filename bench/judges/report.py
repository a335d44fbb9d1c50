"""The report of a run over benchmarks of judges."""

from collections.abc import Callable
from typing import Any

Table = tuple[str, list[str], list[list[str]]]


def markdown(results: dict[str, Any], form: Callable[[Table], str] | None = None) -> str:
    """The report; `form` turns (name, head, rows) into a table (default Markdown)."""
    table = form or _markdown_table
    lines = [
        f"# {results['title']}",
        "",
        'A judgement that failed is wrong in every figure but those called "answered only".',
        "",
    ]
    for name, found in results["sets"].items():
        lines += [
            f"## {name} ({found['kind']}, {found['pairs']} {'tasks' if found['kind'] == 'imgedit' else 'pairs'})",
            "",
        ]
        lines += [
            f"* {what}: {told['count']}, e.g. {', '.join(told['first'][:3])}"
            for what, told in found["problems"].items()
        ]
        judged = {judge: own for judge, own in found["judges"].items() if "figures" in own}
        lines += [
            f"* {judge}: not measured: {own['skipped']}" for judge, own in found["judges"].items() if "skipped" in own
        ]
        for judge, own in judged.items():
            lines += [f"* {judge}: {count} failed: {cause}" for cause, count in list(own["causes"].items())[:3]]
            lines += [f"* {judge}: {own['warning']}"] if own.get("warning") else []
        names = list(dict.fromkeys(figure for own in judged.values() for figure in own["figures"]))
        rows = [[figure, *(_cell(own["figures"].get(figure)) for own in judged.values())] for figure in names]
        lines += ["", table(("", ["figure", *judged], rows)), ""] if rows else [""]
    return "\n".join(lines)


def _cell(figure: dict[str, Any] | None) -> str:
    if not figure or figure["mean"] is None:
        return "–"
    error = f" ± {figure['error']:.3f}" if figure["error"] is not None else ""
    return f"{figure['mean']:.3f}{error} (n = {figure['n']})"


def _markdown_table(table: Table) -> str:
    _, head, rows = table
    return "\n".join(
        f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in (head, ["---"] * len(head), *rows)
    )
