"""What can be done with a workspace, once for HTTP, MCP and the page: plain values in, plain values out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

from editor_ops.measure import asdict_without_hues, measure, measure_part
from editor_ops.ops.geometry import turned_like
from editor_ops.settings import Settings, raw_start
from editor_ops.table import PIPELINE, TABLE
from jarvisevo.agent.loop import Watch
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.files.export import Export
from jarvisevo.files.write import make_folder, write_files
from jarvisevo.live import masks, ratings
from jarvisevo.live.jobs import Job, Jobs
from jarvisevo.live.match import carried, match
from jarvisevo.live.session import LiveSession
from jarvisevo.live.turns import ignored, remarks
from jarvisevo.live.views import MOST_MOVED, history_rows, moved
from jarvisevo.live.watermark import marked
from jarvisevo.live.white import neutral_at
from jarvisevo.live.workspace import Workspace
from jarvisevo.report.overlays import MaskLayer, colour_of, mask_png, weigh
from jarvisevo.report.settings_view import describe_masks, title
from jarvisevo.report.trace_page import evaluations
from jarvisevo.rules.region_masks import region_masks
from jarvisevo.rules.slider_names import slider_named

Done = TypeVar("Done")
MASK_SIDE = 1024
EXPORTS = "edited"
"""Folder beside the photos that exports go to, unless another name is given."""
MOST_INSTRUCTION = 4000


class Operations:
    """A workspace with somebody who edits. `policy` opens it on first use, as it may load a model."""

    def __init__(self, workspace: Workspace, policy: Callable[[], Policy], options: Options | None = None) -> None:
        self.workspace, self.jobs = workspace, Jobs(self._worker, workspace.jobs_folder)
        self.options = options or Options()
        self._open = policy
        self._policy: Policy | None = None

    @property
    def policy(self) -> Policy:
        """Who edits."""
        if self._policy is None:
            self._policy = self._open()
        return self._policy

    # ---- looking

    def photos(self) -> list[dict[str, Any]]:
        """The photos in order: {id, name, rating, edited}."""
        space = self.workspace
        return [
            {"id": key, "name": path.name, "rating": ratings.read(path), "edited": space.edited(key)}
            for key, path in list(space.photos.items())
        ]

    def state(self, key: str) -> dict[str, Any]:
        """All that a viewer needs of a photo: settings, history, masks, size."""
        session = self.workspace.session(key)
        history, photo = session.history, session.photo
        return {
            "id": key,
            "name": session.path.name,
            "version": session.version,
            "busy": session.busy,
            "raw": photo.raw,
            "as_shot": list(photo.as_shot) if photo.as_shot else None,
            "start": raw_start(photo),
            "width": photo.width,
            "height": photo.height,
            "rating": ratings.read(session.path),
            "settings": history.settings.to_dict(),
            "now": history.now,
            "history": history_rows(history, raw_start(photo)),
            "masks": mask_rows(history.settings),
            "notes": list(photo.notes),
        }

    def measure(self, key: str) -> dict[str, Any]:
        """What a person would see in the photo as it stands, in numbers."""
        return measure(self.workspace.session(key).render(1024)).to_dict()

    def compare(self, key: str, before: int = 0, after: int | None = None) -> dict[str, Any]:
        """Figures of two states beside each other, of the whole and of every region that is found there."""
        session = self.workspace.session(key)
        now = session.history.now if after is None else after
        images = [_with_cause(lambda s=s: session.render(512, s)) for s in (before, now)]  # type: ignore[misc]
        first, then = (session.history.at(n).settings for n in (before, now))
        images[0] = replace(images[0], pixels=turned_like(images[0].pixels, first, then))
        whole = [_figures(asdict_without_hues(measure(image))) for image in images]
        found: dict[str, Any] = {"before": before, "after": now, "photo": _pair(*whole), "regions": {}}
        for name in ("subject", "sky", "person"):
            group = {"CorrectionMasks": region_masks(name)}
            weight, _ = weigh(session.photo, group, session.history.at(now).settings, 512)
            if weight is not None and weight.shape == images[0].pixels.shape[:2] == images[1].pixels.shape[:2]:
                inside = weight > 0.5
                if inside.mean() > 0.005:
                    parts = [_figures(measure_part(image.eight_bit(), inside)) for image in images]
                    found["regions"][name] = {"share": round(float(inside.mean()), 3), **_pair(*parts)}
        return found

    def score(self, key: str, instruction: str, before: int = 0) -> dict[str, Any]:
        """A judgement of what stands, against a state before it: {score, dimensions, rationale}; None is unscored."""
        from jarvisevo.scoring.evaluators import AnalyticEvaluator

        session = self.workspace.session(key)
        first, then = _with_cause(lambda: session.render(768, before)), session.render(768)
        made = AnalyticEvaluator().score(first, then, instruction, photo=session.photo, settings=session.settings)
        return {
            "score": made.score,
            "dimensions": dict(made.dimensions),
            "rationale": made.rationale,
            "error": made.error,
        }

    def params(self, name: str = "") -> object:
        """One parameter in full, or the names of all by panel."""
        if not name:
            return {step.name: [row.name for row in step.rows] for step in PIPELINE}
        name = slider_named(name)
        row = TABLE[name]
        kept = ("kind", "low", "high", "default", "unit", "doc", "choices", "local", "local_unit")
        return {"name": name} | {k: getattr(row, k) for k in kept if getattr(row, k) not in ("", ())}

    # ---- acting

    def develop(self, key: str, changes: Mapping[str, Any], title: str = "", by: str = "person") -> dict[str, Any]:
        """Move sliders; None puts one back."""
        self.workspace.session(key).develop(changes, title[:200], by)
        return self.state(key)

    def white(self, key: str, place: Sequence[float]) -> dict[str, Any]:
        """Temperature and tint at which a place of the photo, given by fractions of it, is neutral."""
        session, small = self.workspace.session(key), self.workspace.small(key)
        session.change(lambda now: neutral_at(small, now, place), "White balance from the photo")
        return self.state(key)

    def replace(self, key: str, values: Mapping[str, Any], title: str = "") -> dict[str, Any]:
        """Make these the settings that stand, all of them."""
        settings = Settings.parse(values)
        self.workspace.session(key).settle(settings, title[:200])
        return self.state(key)

    def edit(self, key: str, instruction: str, watch: Watch | None = None) -> dict[str, Any]:
        """A turn of whoever edits: what was thought, what moved, the score, what was ignored, and the state after
        it.
        """
        words = instruction.strip()
        if not words:
            raise CliError("the instruction is empty: say what to do")
        if len(words) > MOST_INSTRUCTION:
            raise CliError(f"the instruction has {len(words)} characters: say it in {MOST_INSTRUCTION} at most")
        session = self.workspace.session(key)
        turned = session.edit(words, self.policy, self.options, watch)
        record = turned.result.trajectory
        judged = evaluations(record)[turned.result.best]
        return {
            "thought": "\n\n".join(step.thought for step in record.all_steps[: turned.result.best or None]),
            "moved": moved(turned.before, turned.history.settings, raw_start(session.photo))[:MOST_MOVED],
            "score": turned.result.score,
            "rationale": judged.rationale if judged else "",
            "ignored": ignored(record),
            "notes": [note for note in remarks(record) if not note.startswith("ignored: ")],
            "state": self.state(key),
        }

    def stop(self, key: str) -> dict[str, Any]:
        """End the edit of a photo that is under way, whoever began it: it makes no step."""
        self.workspace.session(key).stop()
        return self.state(key)

    def walk(self, key: str, act: str, number: int = 1) -> dict[str, Any]:
        """ "undo", "redo" so many steps, or "at" a state."""
        session = self.workspace.session(key)
        acts: dict[str, Callable[[int], object]] = {"undo": session.undo, "redo": session.redo, "at": session.go_to}
        acts[act](number)
        return self.state(key)

    def mask(
        self,
        key: str,
        act: str,
        number: int = 0,
        *,
        shape: Mapping[str, Any] | None = None,
        name: str = "",
        sliders: Mapping[str, Any] | None = None,
        changes: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """ "add" (shape, name, sliders), "extend" (shape), "change" (changes), "invert", "remove" a local
        correction.
        """
        session = self.workspace.session(key)
        acts: dict[str, Callable[[Settings], Settings]] = {
            "add": lambda now: masks.added(now, shape or {}, name, sliders, session.photo),
            "extend": lambda now: masks.extended(now, number, shape or {}, session.photo),
            "change": lambda now: masks.changed(now, number, changes or {}),
            "invert": lambda now: masks.inverted(now, number),
            "remove": lambda now: masks.removed(now, number),
        }
        if act not in acts:
            raise CliError(f"mask {act[:30]}: choose {', '.join(acts)}")
        if act == "add":
            self._must_be_there(session, shape or {})
        session.change(acts[act], mask_title(act, session.settings, number, name, changes))
        return self.state(key)

    def _must_be_there(self, session: LiveSession, shape: Mapping[str, Any]) -> None:
        """A region that is not in the photo is said at once, instead of a mask that does nothing."""
        trial = masks.added(Settings(), shape, photo=session.photo)
        weight, problems = weigh(session.photo, masks.at(trial, 0), Settings(), 256)
        if weight is None or (problems and not weight.any()):
            raise CliError("; ".join(problems) or "nothing of this photo lies in that mask", FAILED)

    def mask_png(self, key: str, number: int) -> bytes:
        """Where a local correction acts on the photo as it is cropped: colour with transparency."""
        session = self.workspace.session(key)
        settings = session.settings
        weight, problems = weigh(session.photo, masks.at(settings, number), settings, MASK_SIDE)
        if weight is None:
            raise CliError("; ".join(problems) or "this mask covers nothing", FAILED)
        return mask_png(MaskLayer("", weight, colour_of(number)), MASK_SIDE)

    def rate(self, key: str, rating: int) -> dict[str, Any]:
        """Stars from 0 to 5, kept in the sidecar as Lightroom keeps them."""
        self.workspace.session(key).save(stars=rating)
        return {"id": key, "rating": ratings.read(self.workspace.path(key))}

    def apply_preset(self, key: str, preset: str, amount: float = 1.0, mask: int | None = None) -> dict[str, Any]:
        """A preset over what stands, weaker or stronger; with `mask`, only inside that local correction."""
        from jarvisevo.policies.variants import scaled

        document = self.workspace.preset(preset)
        session = self.workspace.session(key)
        settings = document.settings if amount == 1 else scaled(document.settings, amount)
        name = document.name if amount == 1 else f"{document.name}, {amount:.0%}"
        if mask is None:
            session.change(lambda now: now.merge(settings), f"Preset: {name}")
        else:
            sliders = local_twins(settings)
            session.change(lambda now: masks.changed(now, mask, sliders), f"Preset in a mask: {name}")
        state = self.state(key)
        return {**state, "notes": [*state["history"][state["now"]]["notes"], *map(str, document.notes)]}

    def sync(self, source: str, targets: Sequence[str], names: Sequence[str] = ()) -> dict[str, Any]:
        """Copy settings to other photos, all but crop and masks unless named -> {changed: [ids], states}."""
        hero = self.workspace.session(source).settings
        wanted = frozenset(names) if names else None
        changed = []
        for key in targets:
            session = self.workspace.session(key)
            before = session.settings
            session.change(lambda now: carried(hero, now, wanted), f"Copied from {self.workspace.path(source).name}")
            if session.settings.values != before.values:
                changed.append(key)
        return {"changed": changed}

    # ---- long work

    def match(self, hero: str, targets: Sequence[str]) -> Job:
        """Even the look of other photos to this one, as a job."""
        for key in targets:
            self.workspace.path(key)
        settings = self.workspace.session(hero).settings.to_dict()
        return self.jobs.begin("match", [key for key in targets if key != hero], {"hero": hero, "settings": settings})

    def edit_many(self, targets: Sequence[str], instruction: str) -> Job:
        """The same words for several photos, as a job."""
        for key in targets:
            self.workspace.path(key)
        return self.jobs.begin("edit", targets, {"instruction": instruction})

    def export(self, targets: Sequence[str], folder: str = EXPORTS, watermark: str = "", **options: Any) -> Job:
        """Write photos as they stand into a folder beside each, as a job; `options` are those of `Export`."""
        given = {"template": "{name}.jpg", **{k: v for k, v in options.items() if v is not None}}
        self._places(targets, folder, Export(**given))
        return self.jobs.begin("export", targets, {"folder": folder, "watermark": watermark, "options": given})

    def _worker(self, job: Job) -> Callable[[str], object]:
        """What a job does to one photo."""
        kinds = {"match": self._matcher, "edit": self._editor, "export": self._exporter}
        return kinds[job.what](job)

    def _matcher(self, job: Job) -> Callable[[str], object]:
        space, hero, settings = self.workspace, str(job.arguments["hero"]), Settings.parse(job.arguments["settings"])

        def work(key: str) -> dict[str, Any]:
            session = space.session(key)
            made = match(space.small(hero), settings, space.small(key), session.settings)
            session.settle(made.settings, f"Matched to {space.path(hero).name}")
            return made.to_dict()

        return work

    def _editor(self, job: Job) -> Callable[[str], object]:
        words = str(job.arguments["instruction"])

        def work(key: str) -> dict[str, Any]:
            history = self.workspace.session(key).history
            last = history.turns[history.now - 1] if history.now else None
            if last and last.instruction == words and last.made >= job.begun:  # done when the program was ended
                row = history_rows(history, raw_start(self.workspace.session(key).photo))[history.now]
                return {"score": row["score"], "moved": row["moved"]}
            made = self.edit(key, words)
            return {"score": made["score"], "moved": made["moved"]}

        return work

    def _exporter(self, job: Job) -> Callable[[str], object]:
        folder, watermark, options = (job.arguments[name] for name in ("folder", "watermark", "options"))
        export = Export(**options)
        places, asked = self._places(job.photos, folder, export), asdict(export) | {"watermark": watermark}
        return lambda key: self._exported(key, places[key], export, watermark, asked)

    def _places(self, targets: Sequence[str], folder: str, export: Export) -> dict[str, Path]:
        """The file of each photo. CliError for a folder that is not beside it, and for two of one name."""
        if Path(folder).name != folder or folder in ("", ".", "..") or folder.startswith("."):
            raise CliError(f"folder {folder[:60]}: give the plain name of a folder beside the photos")
        places: dict[str, Path] = {}
        for number, key in enumerate(targets, 1):
            path = self.workspace.path(key)
            places[key] = path.parent / folder / export.name(path.stem, number)
            export.check(places[key])
        if len(set(places.values())) < len(set(targets)):
            raise CliError("two photos would be written to one name: use {number} in the template")
        return places

    def _exported(
        self, key: str, target: Path, export: Export, watermark: str, asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        session = self.workspace.session(key)
        data, notes = marked(session, target, export, watermark) if watermark else session.export(target, export)
        if target.exists() and target.read_bytes() == data:
            return {"file": f"{target.parent.name}/{target.name}", "bytes": len(data), "notes": notes, "there": True}
        if target.exists():
            raise CliError(
                f"{target.parent.name}/{target.name}: exists already: choose another folder or template", FAILED
            )
        make_folder(target.parent)
        write_files({target: data})
        return {"file": f"{target.parent.name}/{target.name}", "bytes": len(data), "notes": notes, "asked": dict(asked)}


def mask_title(
    act: str, settings: Settings, number: int, new: str = "", changes: Mapping[str, Any] | None = None
) -> str:
    """What a step of the history is called: "Mask Sky: Exposure"."""
    rows = masks.groups(settings)
    name = new if act == "add" else ""
    name = name or (str(rows[number].get("CorrectionName") or number + 1) if 0 <= number < len(rows) else "")
    changed = ", ".join(title(n) for n in changes or {} if n.startswith("Local")) if act == "change" else act
    return f"Mask {name}: {changed or act}" if name else f"Mask: {changed or act}"


def mask_rows(settings: Settings) -> list[dict[str, Any]]:
    """The local corrections: {number, name, masks in words, amount, active, colour, sliders}."""
    rows = []
    for i, group in enumerate(masks.groups(settings)):
        sliders = {n: v for n, v in group.items() if n.startswith("Local") and isinstance(v, int | float)}
        rows.append(
            {
                "number": i,
                "name": str(group.get("CorrectionName") or f"Mask {i + 1}"),
                "masks": describe_masks(group.get("CorrectionMasks", ())),
                "amount": group.get("CorrectionAmount", 1.0),
                "active": group.get("CorrectionActive", True),
                "colour": "#{:02x}{:02x}{:02x}".format(*colour_of(i)),
                "sliders": sliders,
            }
        )
    return rows


def local_twins(settings: Settings) -> dict[str, float]:
    """What of a preset a mask can do: its sliders' local twins, in file units."""
    found = {}
    for name, value in settings.values.items():
        row = TABLE[name]
        if row.kind == "number" and row.local and row.local_unit != 1 and value != row.default:
            found[row.local] = min(max((value - row.default) / row.local_unit, -1.0), 1.0)
    if not found:
        raise CliError("nothing of this preset can act inside a mask", FAILED)
    return found


def _with_cause(act: Callable[[], Done]) -> Done:
    from jarvisevo.record.trajectory import TrajectoryError

    try:
        return act()
    except TrajectoryError as error:
        raise CliError(str(error)) from None


def _figures(made: Mapping[str, Any]) -> dict[str, float]:
    names = ("lightness", "contrast", "chroma", "warmth", "magenta", "clipped_white", "clipped_black", "haze")
    return {name: round(float(made[name]), 4) for name in names}


def _pair(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, list[float]]:
    return {name: [value, after[name]] for name, value in before.items()}
