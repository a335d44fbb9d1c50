"""Build the small benchmark that ships (bench/artedit/small): the same files from the same photos, by one seed.

    python -m bench.artedit.make_small --photos ../shared/photos --presets ../shared/lightroom/presets/presets_xmp
        [--out DIR]

60 editing samples (30 English, 30 Chinese) over the photos of HELD_OUT.txt, which no training of this project may
use. Targets come from editors other than the rule-based expert: settings sampled at random or set by hand with the
instruction worded from what was set, published presets, and RawTherapee. 60 judged samples: five results for each of
twelve instructions, whose gold score falls with their distance from the target (`gold`).
"""

import csv
import hashlib
import json
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from bench.artedit import metrics
from bench.artedit.small_images import SIDE, by_rawtherapee, shrink, write
from bench.artedit.small_samples import CHANGES, CLASH, FRAMES, HAND, JOINTS, PHOTOS, PRESETS, SliderChange
from bench.artedit.systems import read_image
from editor_ops import formats
from editor_ops.io.decode import load
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.files.errors import CliError
from jarvisevo.record import artedit
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Evaluation, Step, Trajectory
from jarvisevo.report.terminal import command

ROOT = Path(__file__).resolve().parent
OUT = ROOT / "small"
VERSION = "1.0"
SEED = 20261121
SAMPLED, BY_RAWTHERAPEE = 24, 10
"""Samples with settings sampled at random, and with targets made by RawTherapee; the rest is by hand and by presets."""
PER_PHOTO = 3
GROUPS = 12
LEAST = 3.0
"""Mean ΔE2000 of a sampled edit, and of one whose results are judged: below it, all results look alike."""
HALF, OVER, OPPOSITE = 0.5, 1.9, -1.0


@dataclass(frozen=True)
class SmallSample:
    """A sample before its images."""

    id: str
    photo: str
    language: str
    instruction: str
    made: str
    settings: dict[str, Any]
    prompt: str = "basic"
    rawtherapee: dict[str, float] = field(default_factory=dict)
    credit: str = ""
    changes: tuple[str, ...] = ()


# ---- what is asked for


def plans(presets: Path, sources: Path) -> list[SmallSample]:
    """All editing samples, every photo PER_PHOTO times; `sources` has the reduced photos."""
    rng = random.Random(SEED)
    fixed = [
        SmallSample(
            id="",
            photo=s.photo,
            language=s.language,
            instruction=s.instruction,
            made="by hand",
            settings=s.settings,
            prompt=s.prompt,
        )
        for s in HAND
    ]
    for name, photo, language, instruction, prompt in PRESETS:
        settings = _preset(presets / f"peva3+Lightroom-Presets__{name}.xmp")
        fixed.append(
            SmallSample(
                "", photo, language, instruction, "preset", settings, prompt, credit=f"peva3/Lightroom-Presets: {name}"
            )
        )
    used = Counter(plan.photo for plan in fixed)
    free = [photo for photo in PHOTOS for _ in range(PER_PHOTO - used[photo])]
    rng.shuffle(free)
    sampled: list[SmallSample] = []
    for i, photo in enumerate(free):
        made = "rawtherapee" if i >= SAMPLED else "settings"
        sampled.append(_sampled(sources / f"{photo}.jpg", "en" if i % 2 == 0 else "zh", made, sampled, rng))
    whole = sorted([*fixed, *sampled], key=lambda plan: plan.language)
    return [_numbered(plan, i) for i, plan in enumerate(whole)]


def _numbered(plan: SmallSample, i: int) -> SmallSample:
    short = (
        plan.photo.split("_")[-1] if plan.photo.startswith("kodim") else plan.photo.replace("_", "-")[:24].strip("-")
    )
    return SmallSample(**{**plan.__dict__, "id": f"{plan.language}-{i % 30 + 1:02d}-{short}"})


def _preset(path: Path) -> dict[str, Any]:
    """The settings of a preset file, without its crop."""
    try:
        settings = formats.read(path).settings.to_dict()
    except (OSError, formats.FormatError) as error:
        raise CliError(f"{path}: {error}: name the folder of presets with --presets") from None
    return {name: value for name, value in settings.items() if not name.startswith(("Crop", "HasCrop", "Orientation"))}


def _sampled(source: Path, language: str, made: str, before: Sequence[SmallSample], rng: random.Random) -> SmallSample:
    """Changes sampled until they can be seen; no photo is asked the same twice."""
    while True:
        plan = _one_sampled(source.stem, language, made, rng)
        known = {name for other in before if other.photo == plan.photo for name in other.changes}
        if known & set(plan.changes):
            continue
        if metrics.delta_e(target(plan, source), read_image(source)) >= LEAST:
            return plan


def _one_sampled(photo: str, language: str, made: str, rng: random.Random) -> SmallSample:
    """One to three changes that do not clash, in degrees sampled at random, worded."""
    possible = [name for name, change in CHANGES.items() if made == "settings" or change.rawtherapee]
    while True:
        names = rng.sample(possible, rng.choice((1, 1, 2, 2, 3)))
        if any(a in names and b in names for a, b in CLASH):
            continue
        degrees = [rng.choice((0, 1, 1, 2)) for _ in names]
        chosen = [(CHANGES[name], degree) for name, degree in zip(names, degrees, strict=True)]
        settings: dict[str, Any] = {slider: values[d] for c, d in chosen for slider, values in c.sliders.items()}
        peer = {key: values[d] for c, d in chosen for key, values in c.rawtherapee.items()}
        by_peer = made == "rawtherapee"
        return SmallSample(
            "",
            photo,
            language,
            _worded(chosen, language, rng),
            made,
            {} if by_peer else settings,
            rawtherapee=peer if by_peer else {},
            changes=tuple(names),
        )


def _worded(chosen: Sequence[tuple[SliderChange, int]], language: str, rng: random.Random) -> str:
    words = [(change.zh if language == "zh" else change.en)[degree] for change, degree in chosen]
    text = words[0]
    for word in words[1:]:
        text += rng.choice(JOINTS[language]) + word
    return rng.choice(FRAMES[language]).format(text)


# ---- records


def originals(photos: Path, held_out: Path) -> dict[str, Path]:
    """The photos by their stems, checked against the list that training leaves out."""
    found = {}
    for line in held_out.read_text("utf-8").splitlines():
        name, digest = line.split()
        path = photos / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise CliError(f"{path}: missing, or not the photo of {held_out.name}: name its folder with --photos")
        found[path.stem] = path
    if set(found) != set(PHOTOS):
        raise CliError(f"{held_out}: not the photos of bench/artedit/small_samples.py")
    return found


def target(plan: SmallSample, source: Path) -> np.ndarray:
    """What a sample is to become."""
    if plan.made == "rawtherapee":
        return by_rawtherapee(source, plan.rawtherapee)
    return render(load(source), Settings.parse(plan.settings)).eight_bit()


def edit_records(plans_: Sequence[SmallSample], out: Path, licences: dict[str, str]) -> Iterator[Record]:
    """Every sample with its target written."""
    for plan in plans_:
        source, place = f"images/{plan.photo}.jpg", f"images/{plan.id}.jpg"
        made = target(plan, out / source)
        write(out / place, made)
        apart = metrics.delta_e(made, read_image(out / source))
        step = Step("", plan.settings, Settings.parse(plan.settings), "finished")
        trajectory = Trajectory(source, plan.instruction, (step,) if plan.settings else ())
        meta: dict[str, Any] = {"change": round(apart, 2)} | (
            {"rawtherapee": plan.rawtherapee} if plan.rawtherapee else {}
        )
        meta |= {"credit": plan.credit} if plan.credit else {}
        yield Record(
            id=plan.id,
            kind="edit",
            source=source,
            target=place,
            instruction=plan.instruction,
            language=plan.language,
            trajectory=trajectory,
            prompt=plan.prompt,
            scene=PHOTOS[plan.photo],
            licence=licences[plan.photo],
            made=plan.made,
            meta=meta,
        )


def gold(apart: float, change: float) -> float:
    """The gold score of a result: 1 + 4 · (1/4)^(ΔE(result, target) / ΔE(source, target)).

    5 for the target itself, 2 for the unedited photo, towards 1 for the opposite; it falls with the distance.
    """
    return round(1 + 4 * 0.25 ** (apart / change), 2)


def eval_records(edits: Sequence[Record], out: Path) -> Iterator[Record]:
    """Five results for each of GROUPS instructions: the target, half of it, too much of it, nothing, the opposite."""
    rng = random.Random(SEED + 1)
    fit = [r for r in edits if r.made in ("settings", "by hand") and r.meta["change"] >= LEAST and _scales(r)]
    for language in artedit.LANGUAGES:
        own = [r for r in fit if r.language == language]
        for record in sorted(rng.sample(own, GROUPS // 2), key=lambda r: r.id):
            yield from _graded(record, out)


def _scales(record: Record) -> bool:
    """True where half, too much and the opposite mean something: plain numbers, none of them a hue."""
    settings = record.trajectory.settings.to_dict()
    return all(isinstance(value, int | float) and not name.endswith("Hue") for name, value in settings.items())


def _graded(record: Record, out: Path) -> Iterator[Record]:
    source, wanted = read_image(out / record.source), read_image(out / record.target)
    change = metrics.delta_e(source, wanted)
    photo, settings = load(out / record.source), record.trajectory.settings.to_dict()
    places = [("target", record.target), ("nothing", record.source)]
    for name, factor in (("half", HALF), ("over", OVER), ("opposite", OPPOSITE)):
        place = f"images/{record.id}-{name}.jpg"
        write(out / place, render(photo, scaled(settings, factor)).eight_bit())
        places.append((name, place))
    for name, place in places:
        score = gold(metrics.delta_e(read_image(out / place), wanted), change)
        verdict = Evaluation(score, judge="distance to the target")
        yield Record(
            id=f"{record.id}-{name}",
            kind="eval",
            source=record.source,
            target=place,
            instruction=record.instruction,
            language=record.language,
            trajectory=Trajectory(record.source, record.instruction),
            prompt=record.prompt,
            scene=record.scene,
            evaluation=verdict,
            licence=record.licence,
            made=name,
            meta={"of": record.id},
        )


def scaled(settings: dict[str, Any], factor: float) -> Settings:
    """Every slider times a factor, inside its range."""
    rows = {name: TABLE[name] for name in settings}
    return Settings.parse({n: min(max(round(v * factor, 2), rows[n].low), rows[n].high) for n, v in settings.items()})


# ---- the folder


def build(photos: Path, presets: Path, held_out: Path, out: Path) -> dict[str, Any]:
    """Write the whole benchmark into an empty folder -> what it holds."""
    (out / "images").mkdir(parents=True)
    found = originals(photos, held_out)
    for stem, path in found.items():
        write(out / "images" / f"{stem}.jpg", shrink(path))
    rows = {Path(row["file"]).stem: row for row in csv.DictReader((photos / "MANIFEST.csv").open(encoding="utf-8"))}
    wrong = [stem for stem in found if rows[stem]["redistributable"] != "yes"]
    if wrong:
        raise CliError(f"{wrong[0]}: may not be redistributed")
    edits = list(edit_records(plans(presets, out / "images"), out, {stem: rows[stem]["licence"] for stem in found}))
    judged = list(eval_records(edits, out))
    artedit.write([*edits, *judged], out)
    (out / "CREDITS.md").write_text(_credits(rows, found, edits), "utf-8")
    files = sorted((out / "images").iterdir())
    told = {"version": VERSION, "seed": SEED, "edit": len(edits), "eval": len(judged), "photos": len(found)}
    (out / "VERSION.json").write_text(json.dumps(told, indent=1) + "\n")
    return told | {"pictures": len(files), "bytes": sum(path.stat().st_size for path in files)}


def _credits(rows: dict[str, dict[str, str]], found: dict[str, Path], edits: Sequence[Record]) -> str:
    lines = [
        "# Where the pictures come from",
        "",
        f"Reduced to a long edge of {SIDE} pixels as JPEG. Files of other names in `images/` were made from these by",
        "`python -m bench.artedit.make_small` and stand under the licence of their photo.",
        "",
        "| file | source | path there | licence |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{s}.jpg` | {rows[s]['source']} | `{rows[s]['path_in_source']}` | {rows[s]['licence']} |"
        for s in sorted(found)
    ]
    lines += [
        "",
        (
            "Settings of these samples are presets of"
            " [peva3/Lightroom-Presets](https://github.com/peva3/Lightroom-Presets), MIT:"
        ),
        "",
    ]
    lines += [
        f"* `{record.id}`: {str(record.meta['credit']).partition(': ')[2]}"
        for record in edits
        if "credit" in record.meta
    ]
    return "\n".join(lines) + "\n"


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
@command
def make_small(
    photos: Annotated[Path, typer.Option(help="Folder with MANIFEST.csv and the original photos.")],
    presets: Annotated[Path, typer.Option(help="Folder with the preset files.")],
    out: Annotated[Path, typer.Option(help="Where to build it; what is there is replaced.")] = OUT,
) -> None:
    """Build the small benchmark from the original photos."""
    held_out = OUT / "HELD_OUT.txt"
    with tempfile.TemporaryDirectory() as name:
        told = build(photos, presets, held_out, Path(name, "small"))
        shutil.rmtree(out / "images", ignore_errors=True)
        shutil.copytree(Path(name, "small"), out, dirs_exist_ok=True)
    print(json.dumps(told))


def main(arguments: list[str] | None = None) -> int:
    """Build it -> exit code."""
    return app(arguments, standalone_mode=False, prog_name="make_small") or 0


if __name__ == "__main__":
    raise SystemExit(main())
