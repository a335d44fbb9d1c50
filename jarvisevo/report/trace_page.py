"""From a trajectory to what the page's template shows: plain values, ready-made drawings, nothing to decide."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from editor_ops.formats import xmp
from editor_ops.io.encode import data_url
from editor_ops.ops.geometry import ORIENTATION
from editor_ops.photo import Photo
from editor_ops.settings import Settings, started
from jarvisevo.files.versions import version
from jarvisevo.record.trajectory_json import to_dict
from jarvisevo.report import charts, overlays
from jarvisevo.report import settings_view as told

if TYPE_CHECKING:
    from jarvisevo.record.trajectory import Evaluation, Step, Trajectory

MOST_TEXT = 20_000
"""Characters of one model text on the page; the trajectory inside the page has all."""
CLIPPED = (2, 253)
"""Codes at or beyond these are clipped, as in `editor_ops.measure`."""
KINDS = ("repaired", "refused", "locked", "failed", "ignored", "kept", "limit", "guard", "mask")
"""Words before a note that the page shows as its kind."""
MASK_SIDE = 720
"""Longest side of a mask on the page."""
HIGHEST = 5.0
"""Of a dimension of the evaluation; they begin at 0, the overall score at 1 (JarvisEvo, Figures 17-18)."""


@dataclass(frozen=True)
class PageImage:
    """An image of the page: its number in it, the data URL, and the class that says how wide it is for its height."""

    number: int
    src: str
    ratio: str


def clip(text: object) -> str:
    """Text for the page: bounded, so that a page cannot be blown up by a reply."""
    text = str(text)
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}… ({len(text)} characters)"


def verdict(evaluation: "Evaluation | None", threshold: float | None) -> dict[str, Any] | None:
    """A judgement as the page shows it; None when there was none."""
    if evaluation is None:
        return None
    score = evaluation.score
    return {
        "score": f"{score:.2f}".rstrip("0").rstrip(".") if score is not None else "",
        "ring": Markup(charts.ring(score, mark=threshold)) if score is not None else "",
        "judge": evaluation.judge or "an unnamed judge",
        "error": clip(evaluation.error),
        "rationale": clip(evaluation.rationale),
        "dimensions": [
            {"title": told.title(name), "value": f"{value:.1f}", "meter": Markup(charts.meter(value / HIGHEST))}
            for name, value in evaluation.dimensions.items()
        ],
    }


def clipping(rgb: np.ndarray) -> str:
    """How much of a picture is lost at both ends, in words."""
    low, high = CLIPPED
    dark, light = float((rgb.max(axis=2) <= low).mean()), float((rgb.min(axis=2) >= high).mean())
    return f"black {_percent(dark)}, white {_percent(light)} clipped"


def _percent(share: float) -> str:
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.0005 else "< 0.1 %"


def coverage(share: float) -> str:
    """The share of a picture a mask takes, as a person says it."""
    return f"{100 * share:.0f} %" if share >= 0.095 else f"{100 * share:.1f} %" if share >= 0.0005 else "< 0.1 %"


def corrections(before: Settings, after: Settings, photo: Photo | None, anchor: str) -> list[dict[str, Any]]:
    """The local corrections that a step brought or changed, with their masks as overlays."""
    shown = []
    for i, group in enumerate(told.changed_groups(before, after)):
        name, colour = told.group_name(group, i), overlays.colour_of(i)
        entry: dict[str, Any] = {
            "id": f"mask-{anchor}-{i}",
            "title": name,
            "colour": Markup("#{:02x}{:02x}{:02x}".format(*colour)),
            "masks": told.describe_masks(group.get("CorrectionMasks", ())),
            "rows": told.group_rows(group),
            "src": "",
            "coverage": "",
            "problem": "",
        }
        if photo is not None:
            weight, problems = overlays.weigh(photo, group, after, MASK_SIDE)
            entry["problem"] = "; ".join(problems)
            if weight is not None:
                layer = overlays.MaskLayer(name, weight, colour)
                entry |= {"coverage": coverage(layer.coverage), "src": data_url(overlays.mask_png(layer), "png")}
        shown.append(entry)
    return shown


def build(
    trajectory: "Trajectory", arrays: Sequence[np.ndarray], pictures: "Sequence[PageImage]", photo: Photo | None
) -> dict[str, Any]:
    """Everything the template shows of a trajectory. Pictures are those of its states; the last ones may be missing."""
    meta, best = trajectory.meta, min(trajectory.best, len(pictures) - 1)
    judgements = evaluations(trajectory)
    limit = meta.get("threshold")
    limit = float(limit) if isinstance(limit, int | float) else None
    steps = []
    for i, (title, step) in enumerate(_titled(trajectory), 1):
        judged = verdict(judgements[i], None)
        view = _step(title, step, trajectory.states[i - 1], photo, f"step-{i}", trajectory.states[best])
        view["notes"] = _failed(trajectory, i) + view["notes"]
        view |= _shown(i if i < len(pictures) else None, arrays, pictures)
        view |= {"best": i == best, "score": judged["score"] if judged else ""}
        view["pills"] += [{"kind": "", "text": f"{view['score']} of 5"}] if view["score"] else []
        view["evaluation"] = None if i == best else judged  # that of the result stands at the top of the page
        steps.append(view)
    name = Path(trajectory.photo).name or "photo"
    only = steps[0] if len(steps) == best == 1 else None  # its picture is the result's: shown once
    if only:
        only["title"] = "The edit"
    return {
        "lang": "zh" if any("\u4e00" <= c <= "\u9fff" for c in trajectory.instruction) else "en",
        "version": version(),
        "instruction": clip(trajectory.instruction),
        "photo": {"name": clip(name)},
        "facts": _facts(trajectory, arrays[0]),
        "original": pictures[0],
        "result": pictures[best],
        "verdict": verdict(judgements[best], limit),
        "threshold": f"{limit:g}" if limit is not None else "",
        "notes": _failed(trajectory, len(steps) + 1) + _remarks(trajectory),
        "film": _film(steps, pictures),
        "only": only,
        "steps": steps,
        "xmp": _packet(trajectory.settings, photo),
        "commands": commands(trajectory.photo),
        "stem": clip(Path(name).stem),
        "json": script_json(to_dict(trajectory)),
    }


def _packet(settings: Settings, photo: Photo | None) -> str:
    """The settings as a sidecar of the photo."""
    if photo is None:
        return xmp.dump(settings)
    return xmp.dump(started(settings, photo), turned=photo.orientation, size=photo.original_size)


def _titled(trajectory: "Trajectory") -> "list[tuple[str, Step]]":
    """Every step and every correction with its heading, in order."""
    edits = [(f"Step {i}", step) for i, step in enumerate(trajectory.steps, 1)]
    return edits + [(f"Reflection {i}", r.step) for i, r in enumerate(trajectory.reflections, 1)]


def _step(
    title: str, step: "Step", before: Settings, photo: Photo | None, anchor: str, like: Settings
) -> dict[str, Any]:
    """What one step thought and changed; its masks lie as the result does, `like`."""
    shown = corrections(before, step.settings.merge({ORIENTATION.name: like[ORIENTATION.name]}), photo, anchor)
    known = " ".join(c["problem"] for c in shown)  # what stands beside its mask is not said twice
    notes = [note for note in step.notes if not (known and note.split(": ", 1)[-1] in known)]
    return {
        "anchor": anchor,
        "kind": title.split()[0].lower(),
        "title": title,
        "pills": _pills(step),
        "thought": clip(step.thought),
        "panels": told.panels(before, step.settings),
        "corrections": shown,
        "notes": _notes(notes),
        "call": clip(json.dumps(dict(step.tool_call), ensure_ascii=False, indent=1)) if step.tool_call else "",
        "reply": clip(step.text),
    }


def _pills(step: "Step") -> list[dict[str, str]]:
    """The marks beside a heading: seconds and tokens."""
    seconds, tokens = sum(step.timing.values()), step.usage.get("completion_tokens", 0)
    pills = [f"{seconds:.1f} s"] if seconds >= 0.05 else []
    return [{"kind": "", "text": text} for text in [*pills, *([f"{tokens} tokens"] if tokens else [])]]


def evaluations(trajectory: "Trajectory") -> "list[Evaluation | None]":
    """The judgement of every state, the untouched photo first; None where there is none."""
    found: list[Evaluation | None] = [None, *(step.evaluation for step in trajectory.steps)]
    if trajectory.steps and trajectory.evaluation is not None:
        found[-1] = trajectory.evaluation
    return found + [reflection.evaluation for reflection in trajectory.reflections]


def _failed(trajectory: "Trajectory", step: int) -> list[dict[str, str]]:
    """The replies that could not be used on the way to a step, or in judging it;
    those past the last one with one more.
    """
    last = len(trajectory.all_steps)
    own = [f for f in trajectory.failures if min(f.after + (f.kind != "evaluate"), last + 1) == step]
    return [
        {
            "kind": "failed" if turn.final else "again",
            "text": clip(f"{turn.kind}: {turn.cause}" + (f", in: {turn.text}" if turn.text else "")),
        }
        for turn in own
    ]


def _remarks(trajectory: "Trajectory") -> list[dict[str, str]]:
    """What the run noted for the user, without the failures that are shown in full."""
    notes = trajectory.meta.get("notes")
    known = {f"{failure.kind}: {failure.cause}" for failure in trajectory.failures}
    return _notes([n for n in notes if str(n) not in known] if isinstance(notes, list | tuple) else ())


def _shown(number: int | None, arrays: Sequence[np.ndarray], pictures: "Sequence[PageImage]") -> dict[str, Any]:
    """The picture of a step with what it is compared to, and its histogram."""
    if number is None:
        return {"picture": None, "before": None, "previous": None, "histogram": "", "clipping": ""}
    return {
        "picture": pictures[number],
        "before": pictures[0],
        "previous": pictures[number - 1] if number > 1 else None,
        "histogram": Markup(charts.histogram(arrays[number], arrays[number - 1])),
        "clipping": clipping(arrays[number]),
    }


def _film(steps: Sequence[Mapping[str, Any]], pictures: "Sequence[PageImage]") -> list[dict[str, Any]]:
    """Thumbnails: the photo, then every step that has a picture."""
    shown = [{"anchor": "result", "picture": pictures[0], "title": "Original", "under": "", "best": False}]
    return shown + [
        {key: step[key] for key in ("anchor", "picture", "title", "best")}
        | {"under": " · ".join(t for t in (step["score"], "result" if step["best"] else "") if t)}
        for step in steps
        if step["picture"]
    ]


def _notes(notes: object) -> list[dict[str, str]]:
    """Notes as their kind, when they begin with one, and text."""
    out = []
    for note in notes if isinstance(notes, list | tuple) else ():
        kind, _, text = str(note).partition(": ")
        known = kind.lower() in KINDS and text
        out.append({"kind": kind.lower() if known else "note", "text": clip(text if known else note)})
    return out


def _facts(trajectory: "Trajectory", original: np.ndarray) -> list[str]:
    """The line under the instruction: who edited, in how many steps, how long it took."""
    meta, steps, again = trajectory.meta, len(trajectory.steps), len(trajectory.reflections)
    found = [str(meta.get("model") or ""), f"{steps} step{'s' * (steps != 1)}"]
    found += [f"{again} reflection{'s' * (again != 1)}"] if again else []
    if isinstance(meta.get("seconds"), int | float):
        found.append(f"{meta['seconds']:.1f} s")
    if meta.get("tokens"):
        found.append(f"{meta['tokens']} tokens")
    return [clip(fact) for fact in (*found, str(meta.get("made") or "")[:10]) if fact]


def commands(photo: str) -> list[dict[str, str]]:
    """The commands that give the same pixels again."""
    name, stem = shlex.quote(photo), Path(photo).stem or "photo"
    record, settings = shlex.quote(f"{stem}.trajectory.json"), shlex.quote(f"{stem}.xmp")
    return [
        {
            "title": "Replay the record of this page",
            "text": clip(f"jarvisevo replay {record} --photo {name} -o result.jpg"),
        },
        {"title": "Or develop with its settings", "text": clip(f"jarvisevo render {name} {settings} -o result.jpg")},
    ]


def script_json(data: object) -> Markup:
    """JSON that may stand inside a <script> element: no character that could end it or begin a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(re.sub("[<>&\u2028\u2029\ud800-\udfff]", lambda sign: f"\\u{ord(sign[0]):04x}", text))
