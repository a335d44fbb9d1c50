"""The report of a run: the leaderboard for a terminal, as Markdown, and as one self-contained HTML page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bench.artedit.figures import metric
from jarvisevo.files.errors import one_line

CASES = 3
"""Best and worst cases that are shown of each system."""
TextTable = tuple[str, list[str], list[list[str]]]
"""Title, head, rows; the first column is a name."""
COUNTED = (
    "A failed edit counts as the unedited photo in pixel metrics and as 0 in SC, PQ and O; a failed judgement counts as"
    " 0; a failed evaluation counts as the end of the scale that is farther from the gold score."
)


def cell(figure: dict[str, Any] | None, decimals: int) -> str:
    """ "4.37 ± 0.21", without the error where there is none."""
    if not figure or figure["mean"] is None:
        return "–"
    error = "" if figure["error"] is None else f" ± {figure['error']:.{decimals}f}"
    return f"{figure['mean']:.{decimals}f}{error}"


def ranked(systems: dict[str, dict[str, Any]]) -> list[str]:
    """Systems by ΔE2000, the best first; those without it last."""

    def key(name: str) -> tuple[bool, float]:
        found = systems[name].get("delta_e", {}).get("mean")
        return found is None, found or 0.0

    return sorted(systems, key=key)


def leaderboard(results: dict[str, Any], place: str) -> TextTable:
    """The table of one group of samples."""
    systems = results["figures"][place]
    names = list(dict.fromkeys(name for own in systems.values() for name in own))
    head = ["system", "n", *(title(name) for name in names)]
    if place == "all":
        head.append("failed")
    rows = []
    for system in ranked(systems):
        own = systems[system]
        row = [system, str(max((f["n"] for f in own.values()), default=0))]
        row += [cell(own.get(name), metric(name).decimals) for name in names]
        rows.append(row + ([_failed(results["health"][system])] if place == "all" else []))
    return place, head, rows


def title(name: str) -> str:
    """A metric's heading with its direction, and with the judge's name."""
    judge = name.partition(":")[2]
    told = metric(name)
    return f"{told.title} {'↑' if told.more else '↓'}" + (f" ({judge})" if judge else "")


def _failed(health: dict[str, Any]) -> str:
    judged = sum(one["failed"] for one in health["judges"].values())
    both = [_counted(health["failed_edits"], "edit"), _counted(judged, "judgement")]
    return ", ".join(text for text in both if text) or "0"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}" if number else ""


def evaluation(results: dict[str, Any]) -> TextTable | None:
    """The table of evaluators."""
    if not results["evaluation"]:
        return None
    rows = []
    for name, places in results["evaluation"].items():
        for place, found in places.items():
            row = [name, place, str(found["n"])]
            for key in ("srcc", "plcc"):
                row.append(_interval(found[key], found["n"] - found["failed"], found["failed"]))
            rows.append([*row, str(found["failed"])])
    return "Evaluators", ["evaluator", "samples", "n", "SRCC ↑ [95 %]", "PLCC ↑ [95 %]", "failed"], rows


def _interval(found: dict[str, Any], told: int, failed: int) -> str:
    """ "0.612 [0.401, 0.780]", and the value over the answered samples where some failed."""
    if not told:
        return "nothing answered"
    if found["value"] is None:
        return "not defined (no variation)"
    interval = "" if found["low"] is None else f" [{found['low']:.3f}, {found['high']:.3f}]"
    alone = "not defined" if found["answered"] is None else f"{found['answered']:.3f}"
    return f"{found['value']:.3f}{interval}" + (f"; answered {alone} (n = {told})" if failed else "")


def answered(results: dict[str, Any]) -> TextTable | None:
    """Figures over answered judgements only, where some failed."""
    rows = []
    for system, health in results["health"].items():
        for judge, told in health["judges"].items():
            if told["failed"] or health["failed_edits"]:
                own = told["answered"]
                rows.append([system, judge, str(own["o"]["n"]), *(cell(own[name], 2) for name in ("sc", "pq", "o"))])
    return ("Answered judgements only", ["system", "judge", "n", "SC", "PQ", "O"], rows) if rows else None


def main_tables(results: dict[str, Any]) -> Iterator[TextTable]:
    """The leaderboard, the evaluators, and what was answered where judgements failed."""
    if results["rows"]:
        yield "Leaderboard", *leaderboard(results, "all")[1:]
    for extra in (evaluation(results), answered(results)):
        if extra:
            yield extra


def group_tables(results: dict[str, Any]) -> Iterator[TextTable]:
    """The leaderboard of every language, kind of prompt, scene and origin of the target."""
    for place in results["figures"]:
        if place != "all":
            yield leaderboard(results, place)


def warnings(results: dict[str, Any]) -> list[str]:
    """What a reader has to know before believing a figure."""
    out = list(results["missing"])
    out += [f"judge {name}: {judge['label']}" for name, judge in results["judges"].items()]
    out += [f"judge {name}: {judge['warning']}" for name, judge in results["judges"].items() if judge["warning"]]
    for name, places in results["evaluation"].items():
        if places["all"]["warning"]:
            out.append(f"evaluator {name}: {places['all']['warning']}")
        out += [f"evaluator {name}: {count} failed: {cause}" for cause, count in _few(places["all"]["causes"])]
    servers = sum((Counter(row["servers"]) for row in results["rows"]), Counter[str]())
    out += [f"{trouble} ({count} times; others, or another try, took over)" for trouble, count in _few(servers)]
    for name, health in results["health"].items():
        out += [f"{name}: {count} edits failed: {cause}" for cause, count in _few(health["causes"])]
        for judge, told in health["judges"].items():
            out += [f"{name}: {count} judgements of {judge} failed: {cause}" for cause, count in _few(told["causes"])]
        if health["resized"]:
            out.append(
                f"{name}: {health['resized']} results had another size than the target and were "
                f"{'; '.join(health['sizes'][:2])}"
            )
    unusable = results["samples"]["unusable"]
    out += [f"{len(unusable)} samples cannot be used, by no system: {unusable[0]}"] if unusable else []
    if any(h["failed_edits"] or any(j["failed"] for j in h["judges"].values()) for h in results["health"].values()):
        out.append("failures are counted as such; retry_failed=true does them again")
    return [one_line(line) for line in out]


def _few(causes: dict[str, int]) -> list[tuple[str, int]]:
    return list(causes.items())[:3]


def cases(results: dict[str, Any], system: str) -> list[dict[str, Any]]:
    """A system's best and worst samples, by how much nearer to the target than the unedited photo they are."""
    own = sorted((row for row in results["rows"] if row["system"] == system), key=lambda r: (-r["gain"], r["item"]))
    few = own[:CASES] + own[max(len(own) - CASES, CASES) :]
    return [{**row, "kind": "best" if i < CASES else "worst"} for i, row in enumerate(few)]


# ---- forms


def terminal(results: dict[str, Any]) -> str:
    """The leaderboard and the evaluators as plain text."""
    shown = [leaderboard(results, "all")] if results["rows"] else []
    extra = evaluation(results)
    return "\n\n".join(plain(table) for table in [*shown, *([extra] if extra else [])])


def plain(table: TextTable) -> str:
    """A table with aligned columns."""
    _, head, rows = table
    widths = [max(len(line[i]) for line in (head, *rows)) for i in range(len(head))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in (head, *rows)
    )


def markdown(results: dict[str, Any]) -> str:
    """The report as Markdown."""
    lines = [f"# {_md(results['title'])}", "", summary(results), "", COUNTED, ""]
    for name, head, rows in (*main_tables(results), *group_tables(results)):
        lines += [f"## {_md(name)}", "", _line(head), _line(["---"] * len(head)), *map(_line, rows), ""]
    for system in ranked(results["figures"]["all"]) if results["rows"] else ():
        lines += _case_lines(results, system)
    told = warnings(results)
    if told:
        lines += ["## Notes", "", *(f"* {_md(line)}" for line in told), ""]
    return "\n".join(lines)


def _case_lines(results: dict[str, Any], system: str) -> list[str]:
    """A system's best and worst cases with links to its images; nothing of the unedited photos."""
    rows = cases(results, system)
    if not any(row["gain"] for row in rows):
        return []
    head = ["case", "ΔE2000 gained", "sample", "instruction", "result"]
    lines = [f"## Best and worst of {_md(system)}", "", _line(head), _line(["---"] * len(head))]
    for row in rows:
        shown = f"[image]({row['image']})" if row["image"] else _md(f"failed: {row['error']}")
        lines.append(f"{_line([row['kind'], _gain(row), row['item'], row['instruction'][:200]])} {shown} |")
    return [*lines, ""]


def _gain(row: dict[str, Any]) -> str:
    return f"{row['gain']:+.2f}"


def summary(results: dict[str, Any]) -> str:
    """What was measured, in a sentence."""
    samples = results["samples"]
    return (
        f"{samples['edit']} editing samples, {samples['eval']} judged samples; every figure is a mean ± its standard"
        " error. Results are brought to the size of the target before they are compared."
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_md, cells))} |"


def _md(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")
