"""The page for people: a sample of the records with their images, and the CSV that takes their decisions and scores."""

import csv
import html
import io
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from data_pipeline import store
from data_pipeline.config import BuildConfig
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import DIMENSIONS

COLUMNS = ("id", "keep", "score", *DIMENSIONS, "reviewer")
"""Of review.csv: yes or no, the overall score (1 to 5), the ten dimensions (0 to 5), who says so."""
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8">\
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Review</title><style>body{font:15px/1.5 \
system-ui,sans-serif;margin:1.5rem;max-width:70rem}article{border-top:1px solid #ccc;
padding:1rem 0}img{max-width:48%;border-radius:4px}p{margin:.4rem \
0}code{font-size:.8rem;color:#555;overflow-wrap:anywhere}</style>
<h1>Review</h1><p>Write yes or no beside the ids in <code>review.csv</code>; beside judged edits also a score from 1 \
to 5,
the ten dimensions from 0 to 5 and your name. Build again with <code>filtering.decisions</code> naming the file: nothing
is made anew, what got a no is left out, and your scores stand in the records under your name.</p>"""


def write(kept: Mapping[str, Sequence[Record]], out: Path, config: BuildConfig) -> None:
    """`review.html` and `review.csv` with records sampled from all; they stay once somebody wrote in the table."""
    if _written_in(out / "review.csv"):
        return
    everything = [(name, record) for name, records in kept.items() for record in records]
    rng = random.Random(f"{config.seed}:review")
    chosen = rng.sample(everything, min(config.filtering.review, len(everything)))
    store.write(
        out / "review.html", (_HEAD + "".join(_article(name, record) for name, record in chosen) + "</html>\n").encode()
    )
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    empty = [""] * (len(COLUMNS) - 1)
    writer.writerows([COLUMNS, *[[record.id, *empty] for _, record in chosen]])
    store.write(out / "review.csv", table.getvalue().encode())


def _written_in(table: Path) -> bool:
    """Whether more than the ids that `write` put there stands in a table, or something else than a table of ours."""
    if not table.is_file():
        return False
    try:
        header, *rows = csv.reader(table.read_text("utf-8-sig").splitlines())
    except (ValueError, csv.Error):
        return True
    return tuple(header) != COLUMNS or any("".join(row[1:]).strip() for row in rows)


def _article(split: str, record: Record) -> str:
    """One record: both images, what was asked, thought, set and judged."""
    thoughts = " ".join(step.thought for step in record.trajectory.all_steps)
    verdict = record.evaluation
    score = (
        f"<p><b>{verdict.score:.2f}</b> {html.escape(verdict.rationale)}</p>"
        if verdict and verdict.score is not None
        else ""
    )
    shown = (record.source, str(record.meta["images"][-1]), record.target)
    images = "".join(f'<img src="{split}/{html.escape(name)}" loading="lazy" alt=""> ' for name in dict.fromkeys(shown))
    settings = html.escape(str(record.trajectory.states[-1].to_dict())[:600])
    return (
        f"<article><p><b>{html.escape(record.instruction)}</b> · {record.id} · {record.kind} ·"
        f" {html.escape(record.made)}</p>{images}<p>{html.escape(thoughts)}</p>{score}<code>{settings}</code></article>"
    )
