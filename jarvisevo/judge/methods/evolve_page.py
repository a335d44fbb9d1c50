"""The image of an evolution: validation accuracy and library size over the iterations, one page without scripts."""

import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, PAD = 820, 240, 40
STYLE = (
    "body{font:15px system-ui,sans-serif;margin:2rem auto;max-width:56rem;color:#222;background:#fff}"
    "svg{width:100%;height:auto}text{font-size:11px;fill:#555}table{border-collapse:collapse;font-size:13px}"
    "td,th{padding:.2rem .6rem;text-align:left;border-bottom:1px solid #ddd}.grid{stroke:#e4e4e4}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}text{fill:#aaa}.grid{stroke:#333}td,th{border-color:#333}}"
)
COLOURS = {"accepted": "#2a9d4a", "rejected": "#c4453c", "refused": "#999999", "kept": "#999999"}


def page(records: Sequence[Mapping[str, Any]], report: Mapping[str, Any]) -> str:
    """The whole page."""
    start, best = (report["report"][name]["accuracy"] for name in ("start", "best"))
    lead = (
        f"Untouched split: {start:.1%} with the library at the start, {best:.1%} with the best one "
        f"({report['size']['skills']} skills, {report['size']['tools']} tools)."
    )
    rows = "".join(_row(record) for record in records)
    return (
        f"<!doctype html><meta charset=utf-8><title>Evolution of a judge</title><style>{STYLE}</style>"
        f"<h1>Evolution of a judge</h1><p>{lead}</p><h2>Validation accuracy</h2>{_accuracy(records)}"
        f"<h2>Entries in force</h2>{_sizes(records)}<h2>Steps</h2><table><tr><th>step<th>phase<th>changes<th>validation"
        f"<th>decision<th>reason</tr>{rows}</table>"
    )


def _accuracy(records: Sequence[Mapping[str, Any]]) -> str:
    values = [v for r in records for v in (r["validation"], r["best"]) if v is not None]
    low, high = min(values) - 0.02, max(values) + 0.02
    x, y = _scales(len(records), low, high)
    best = _steps([(x(i), y(r["best"])) for i, r in enumerate(records)])
    dots = "".join(
        f'<circle cx="{x(i):.1f}" cy="{y(r["validation"]):.1f}" r="4" fill="{COLOURS[r["decision"]]}">'
        f"<title>{i}: {r['validation']:.4f} {r['decision']}</title></circle>"
        for i, r in enumerate(records)
        if r["validation"] is not None
    )
    marks = [(y(v), f"{v:.0%}") for v in (low + (high - low) * k / 4 for k in range(5))]
    return _frame(f'<path d="{best}" fill="none" stroke="#2a9d4a" stroke-width="2"/>{dots}', marks, len(records), x)


def _sizes(records: Sequence[Mapping[str, Any]]) -> str:
    most = max(max(sum(r["size"].values()) for r in records), 1)
    x, y = _scales(len(records), 0, most)
    paths = ""
    for colour, of in (("#3b6fb6", lambda s: s["skills"] + s["tools"]), ("#d08a2e", lambda s: s["tools"])):
        line = _steps([(x(i), y(of(r["size"]))) for i, r in enumerate(records)])
        paths += f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
    marks = [(y(v), str(v)) for v in sorted({0, most // 2, most})]
    legend = (
        f'<text x="{PAD}" y="14" style="fill:#3b6fb6">all entries</text><text x="{PAD + 90}" y="14"'
        ' style="fill:#d08a2e">tools</text>'
    )
    return _frame(paths + legend, marks, len(records), x)


def _scales(count: int, low: float, high: float) -> tuple[Callable[[float], float], Callable[[float], float]]:
    span = (high - low) or 1.0
    return (
        lambda i: PAD + (WIDTH - 2 * PAD) * i / max(count - 1, 1),
        lambda v: HEIGHT - PAD - (HEIGHT - 2 * PAD) * (v - low) / span,
    )


def _steps(points: Sequence[tuple[float, float]]) -> str:
    out = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    return out + "".join(f"H{px:.1f}V{py:.1f}" for px, py in points[1:])


def _frame(inner: str, marks: Sequence[tuple[float, str]], count: int, x: Callable[[float], float]) -> str:
    lines = "".join(
        f'<line class="grid" x1="{PAD}" x2="{WIDTH - PAD}" y1="{at:.1f}" y2="{at:.1f}"/>'
        f'<text x="2" y="{at + 4:.1f}">{text}</text>'
        for at, text in marks
    )
    ticks = "".join(f'<text x="{x(i):.1f}" y="{HEIGHT - 12}">{i}</text>' for i in range(0, count, max(1, count // 10)))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{lines}{ticks}{inner}</svg>'


def _row(record: Mapping[str, Any]) -> str:
    value = "" if record["validation"] is None else f"{record['validation']:.4f}"
    cells = (
        record["iteration"],
        record["phase"],
        ", ".join(record.get("edits", [])),
        value,
        record["decision"],
        record["reason"],
    )
    return "<tr>" + "".join(f"<td>{html.escape(str(cell))}" for cell in cells) + "</tr>"
