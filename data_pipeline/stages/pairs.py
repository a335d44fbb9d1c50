"""Stage 1: photos become pairs: the photo, a wanted image, and the settings that lead from one to the other.

A result that comes with the photo is kept to where the sandbox can make it: with its own settings, or with settings
found by inverse fitting. Where there is none, one is made, by ways that the rules have no part in. Every image of a
pair is rendered from the stored photo, so that a record's own trajectory replays to its last image.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from data_pipeline import splitting
from data_pipeline.annotators import scenes
from data_pipeline.config import Way, in_order
from data_pipeline.context import Context
from data_pipeline.language.grammar import Brief, write
from data_pipeline.language.observe import Difference, examine, visible
from data_pipeline.samples import Drop, EditPair, RegionBox
from data_pipeline.sources import SourcePhoto
from data_pipeline.targets import framing, local, presets, repair, taste
from editor_ops import color, formats, inverse
from editor_ops.formats import FormatError
from editor_ops.io.decode import load
from editor_ops.photo import Photo, PhotoError
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.rules import plan
from jarvisevo.rules.looks import BY_NAME, LOOKS

STAGE = "pairs"
STARTS: Mapping[str, tuple[float, float]] = {
    "Exposure2012": (-1.2, 0.9),
    "IncrementalTemperature": (-30, 30),
    "IncrementalTint": (-15, 15),
    "Contrast2012": (-30, 25),
    "Saturation": (-35, 25),
}
"""How far off a photo may be before anybody edits it."""
SAMPLED: Mapping[str, tuple[float, float]] = {
    **STARTS,
    "Highlights2012": (-70, 40),
    "Shadows2012": (-40, 70),
    "Whites2012": (-30, 30),
    "Blacks2012": (-35, 35),
    "Clarity2012": (-20, 35),
    "Vibrance": (-30, 45),
    "Dehaze": (-15, 25),
    "PostCropVignetteAmount": (-35, 10),
}
"""Ranges of sliders for known renders (`inverse_check`)."""
GLOBAL_TOO = 0.4
"""Share of local edits that change the whole frame as well."""
FRAMED_TOO = 0.3
"""Share of framings that change light and colour as well."""
LEAST_SIDE = 32
"""Pixels of the short side of a photo below which it is no photo, but an icon or a stray pixel."""
LEFT = 0.5
"""Share of the damage that a repair may leave."""


@dataclass(frozen=True)
class PairEdit:
    """How a photo was edited, before its images are written.

    truth    (H, W, 3) uint8 sRGB when the wanted image is not the render of `settings`
    framing  what its crop does, which no measurement of light and colour tells
    """

    made: str
    settings: Settings
    framing: tuple[Difference, ...] = ()
    truth: np.ndarray | None = None
    style: tuple[str, str] = ("", "")
    named: bool = False
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Start:
    """A stored photo that an edit begins with: its name, its pixels, what was found in it, and its split."""

    name: str
    pixels: np.ndarray
    regions: tuple[RegionBox, ...]
    split: str


def run(photos: Iterable[tuple[SourcePhoto, str]], context: Context) -> Iterator[EditPair | Drop]:
    """All pairs of some photos; each photo with its split."""
    for item, split in photos:
        yield from _of_photo(item, split, context)


def _of_photo(item: SourcePhoto, split: str, context: Context) -> Iterator[EditPair | Drop]:
    if item.problem:
        yield Drop(item.id, STAGE, "incomplete source", item.problem)
        return
    try:
        photo = item.load()
        if min(photo.height, photo.width) < LEAST_SIDE:
            text = f"{item.photo.name}: {photo.width} x {photo.height} pixels; {LEAST_SIDE} a side is the least"
            yield Drop(item.id, STAGE, "too small", text)
            return
        if item.target or item.settings:
            yield _given(item, photo, split, context)
        else:
            yield from _made(item, photo, split, context)
    except (PhotoError, FormatError) as error:
        told = str(error).replace(", or accept the damage with --damaged", "")  # an option of other commands
        yield Drop(item.id, STAGE, "unreadable file", told)


# ---- results that came with the photo


def _given(item: SourcePhoto, photo: Photo, split: str, context: Context) -> EditPair | Drop:
    """A photo with its result, its settings, or both."""
    config = context.config
    pixels = render(photo, Settings(), config.max_size).eight_bit()
    start = Start(item.id, context.keep(split, f"images/{item.id}-0.jpg", pixels), (), split)
    if item.settings:
        document = formats.read(item.settings)
        meta: dict[str, Any] = {"not_rendered": [note.text for note in document.notes][:10]}
        return _pair(
            item, start, PairEdit("settings of the file", _rendered_only(document.settings), meta=meta), context
        )
    if not config.pairs.fit:
        return Drop(item.id, STAGE, "no settings", "a result without settings, and `fit` is off")
    truth = _srgb(item.target, config.max_size)
    found = inverse.fit(Photo.from_array(start.pixels), truth)
    if found.after > config.pairs.fit_left:
        return Drop(item.id, STAGE, "no settings reach the result", f"ΔE2000 {found.after:.1f} is left")
    meta = {"fit_before": round(found.before, 3), "fit_after": round(found.after, 3), "notes": list(found.notes)}
    same = truth if truth.shape == start.pixels.shape else None
    return _pair(item, start, PairEdit("inverse fit", found.settings, truth=same, meta=meta), context)


def _srgb(path: Path | None, size: int) -> np.ndarray:
    """A result as (H, W, 3) uint8 sRGB."""
    assert path is not None
    return render(load(path), Settings(), size).eight_bit()


def _rendered_only(settings: Settings) -> Settings:
    """Settings of a file without crop and rotation: images of a pair have one framing."""
    kept = {
        n: v
        for n, v in settings.to_dict().items()
        if not n.startswith(("Crop", "HasCrop", "Orientation", "Perspective", "Upright"))
    }
    return Settings.parse(kept)


# ---- results that are made


def _made(item: SourcePhoto, photo: Photo, split: str, context: Context) -> Iterator[EditPair | Drop]:
    """As many pairs of one photo as the config asks for."""
    config = context.config.pairs
    large = render(photo, Settings(), 2 * context.config.max_size).eight_bit()
    item = replace(item, tags=scenes.scene(item.tags, large))
    ways = in_order(config.ways, Way)
    for number in range(config.per_photo):
        name = f"{item.id}-{number:02d}"
        rng = context.rng(STAGE, name)
        way: Way = rng.choices(list(ways), list(ways.values()))[0]
        framed = _framed(large, _frame_rng(item.id, number, context) or rng, context)
        if way == "repair":
            yield _repaired(item, name, framed, split, rng, context)
            continue
        if way == "framing":
            yield _reframed(item, name, framed, split, rng, context)
            continue
        source = context.keep(split, f"images/{name}-0.jpg", _started(framed, rng, context))
        wanted = way == "taste" and rng.random() < config.local
        start = Start(name, source, scenes.regions(source, config.regions) if wanted else (), split)
        edit = _edited(way, start, wanted, rng, context)
        yield edit if isinstance(edit, Drop) else _pair(item, start, edit, context)


def _frame_rng(photo: str, number: int, context: Context) -> random.Random | None:
    """The random numbers of a pair's frame, where several pairs share one: what is found in it is found once."""
    config = context.config.pairs
    if not config.frames:
        return None
    return context.rng(f"{STAGE}:frame", f"{photo}-{number * min(config.frames, config.per_photo) // config.per_photo}")


def _edited(way: Way, start: Start, part: bool, rng: random.Random, context: Context) -> PairEdit | Drop:
    """An edit of a photo by one of the ways; `part` asks for one of a part of it."""
    if way == "preset":
        folder = context.config.pairs.presets
        preset, settings = presets.sample(rng, context.base / folder if folder else None)
        meta = {"preset": preset.name, "preset_source": preset.repo, "preset_licence": preset.licence}
        return PairEdit(way, settings, style=(preset.name, preset.name), named=True, meta=meta)
    if way == "look":
        look = rng.choice(context.config.pairs.known_looks or tuple(each.name for each in LOOKS))
        english, chinese = (words.split(",")[0].strip() for words in BY_NAME[look].words)
        return PairEdit(
            way, plan(Photo.from_array(start.pixels), english).settings, style=(english, chinese), meta={"look": look}
        )
    if way == "agent":
        return _by_agent(start, rng, context)
    if not part:
        return PairEdit(way, taste.sample(rng))
    settings = local.sample(rng, start.regions)
    return PairEdit(way, taste.sample(rng).merge(settings) if rng.random() < GLOBAL_TOO else settings)


def _repaired(
    item: SourcePhoto, name: str, framed: np.ndarray, split: str, rng: random.Random, context: Context
) -> EditPair | Drop:
    """The photo as it is, from a damaged version of it."""
    made = repair.repair(framed, rng)
    start = Start(name, context.keep(split, f"images/{name}-0.jpg", made.source), (), split)
    return _pair(item, start, PairEdit("repair", made.settings, truth=framed, meta={"damage": made.kind}), context)


def _reframed(
    item: SourcePhoto, name: str, framed: np.ndarray, split: str, rng: random.Random, context: Context
) -> EditPair | Drop:
    """A photo that is straightened or cropped, now and then with an edit of its light and colours."""
    regions = scenes.regions(framed, ("face", "person", "subject"))
    made = framing.sample(framed, regions, rng)
    start = Start(name, context.keep(split, f"images/{name}-0.jpg", made.source), (), split)
    settings = taste.sample(rng).merge(made.settings) if rng.random() < FRAMED_TOO else made.settings
    return _pair(item, start, PairEdit("framing", settings, (made.difference,)), context)


def _by_agent(start: Start, rng: random.Random, context: Context) -> PairEdit | Drop:
    """What another editor makes of a request for tasteful changes."""
    from jarvisevo.agent.loop import run as edit
    from jarvisevo.agent.session import Options
    from jarvisevo.policies.open import open_policy

    model = context.config.pairs.agent
    request = write(Brief(tuple(visible(start.pixels, taste.sample(rng)))), rng) or "make it look better"
    policy = open_policy(model)
    result = edit(Photo.from_array(start.pixels), request, policy, Options(max_size=context.config.max_size))
    if not result.trajectory.steps:
        cause = result.trajectory.failures[-1].cause if result.trajectory.failures else "it gave no edit"
        return Drop(start.name, STAGE, "the agent failed", cause)
    return PairEdit("agent", result.trajectory.settings, meta={"request": request, "agent": model})


def _framed(large: np.ndarray, rng: random.Random, context: Context) -> np.ndarray:
    """A part of the photo at the size of the data set."""
    pairs, size = context.config.pairs, context.config.max_size
    h, w = large.shape[:2]
    share, aspect = rng.uniform(pairs.crop, 1), rng.choice(pairs.aspects or (w / h,))
    ch = max(1, min(h, round(share * min(h, w / aspect))))
    cw = max(1, min(w, round(ch * aspect)))
    top, left = rng.randint(0, h - ch), rng.randint(0, w - cw)
    part = large[top : top + ch, left : left + cw]
    if pairs.crop < 1 and rng.random() < 0.5:
        part = part[:, ::-1]
    scale = min(1.0, size / max(ch, cw))
    small = (max(1, round(cw * scale)), max(1, round(ch * scale)))
    return cv2.resize(np.ascontiguousarray(part), small, interpolation=cv2.INTER_AREA)


def _started(pixels: np.ndarray, rng: random.Random, context: Context) -> np.ndarray:
    """The photo as its owner might have it: some are off in exposure, cast or contrast."""
    if rng.random() >= context.config.pairs.start:
        return pixels
    values = {}
    for name in rng.sample(list(STARTS), rng.randint(1, 4)):
        low, high = STARTS[name]
        value = rng.triangular(low, high, 0)  # small values are the more likely ones
        values[name] = round(value, 2) if high - low < 10 else round(value)
    return render(Photo.from_array(pixels), Settings.parse({n: v for n, v in values.items() if v})).eight_bit()


# ---- images of all steps


def _pair(item: SourcePhoto, start: Start, edit: PairEdit, context: Context) -> EditPair | Drop:
    """The pair with the image after each step, or why it is none."""
    limits, name, split = context.config.pairs, start.name, start.split
    found, settings = examine(start.pixels, edit.settings)
    differences = sorted((*edit.framing, *found), key=lambda each: -abs(each.size))
    calls = splitting.steps(settings, limits.max_steps)
    if not calls:
        return Drop(name, STAGE, "nothing changes", f"{edit.made}: no settings that leave a trace")
    rng = context.rng(f"{STAGE}:steps", name)
    missed = splitting.missed(calls, limits.max_steps, rng) if rng.random() < limits.first_off else []
    images, last = context.develop(split, name, start.pixels, missed or calls)
    truth, wanted = "", last
    if edit.truth is not None:
        truth = f"images/{name}-truth.jpg"
        wanted = context.keep(split, truth, edit.truth)
    change, left = mean_delta_e(start.pixels, wanted), mean_delta_e(last, wanted)
    if edit.made == "repair" and left > max(1.0, LEFT * change):
        return Drop(name, STAGE, "no settings put it right", f"ΔE2000 {left:.1f} of {change:.1f} is left")
    if not limits.least_change <= change <= limits.most_change:
        kind = "hardly a change" if change < limits.least_change else "too great a change"
        return Drop(name, STAGE, kind, f"mean ΔE2000 {change:.2f}")
    scene, subscene = item.tags if len(item.tags) == 2 else scenes.scene(item.tags, start.pixels)
    return EditPair(
        id=name,
        images=(f"images/{name}-0.jpg", *images),
        calls=tuple(missed or calls),
        made=edit.made,
        differences=tuple(differences),
        truth=truth,
        style=edit.style,
        named=edit.named,
        regions=start.regions,
        change=round(change, 3),
        off=int(bool(missed)),
        split=split,
        licence=item.licence,
        scene=scene,
        subscene=subscene,
        meta={**edit.meta, "left": round(left, 3), "origin": item.origin, "photo": item.photo.name},
    )


def mean_delta_e(first: np.ndarray, then: np.ndarray) -> float:
    """Mean ΔE2000 of two images, (H, W, 3) uint8 sRGB, at 192 pixels of the long side.

    The first is stretched over the second when one of them is cropped.
    """
    scale = min(1.0, 192 / max(then.shape[:2]))
    size = (max(1, round(then.shape[1] * scale)), max(1, round(then.shape[0] * scale)))
    return color.mean_delta_e(*(cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in (first, then)))
