"""`Preview`: one photo at one size, rendered again and again while sliders move.

What the stage before the first one that changed has made is kept, as are the frames that a stage with a radius reads:
while a slider moves only the stages that read it, and those after them, work again; the first move of another one may
begin earlier. Keeping every stage's frame would cost a third more for each move, in writing them. The result is
`render`'s at that size, to the bit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from editor_ops.develop import is_output, output, prepare_opencv
from editor_ops.frame import Encoding, Frame, Maps, Op
from editor_ops.masks import blend, corrections
from editor_ops.masks.corrections import Correction, Plane
from editor_ops.ops import geometry
from editor_ops.parameters import Parameter, Values
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import MIN_SIDE, make_frame, render
from editor_ops.settings import Settings, started
from editor_ops.stages import STAGED_PIXELS, Layer, RenderRun, Step, StoppedError, through, whole_frames
from editor_ops.table import PIPELINE

__all__ = ["Preview", "StoppedError"]

_ABSENT = object()
KEPT_PLANES = 16
"""Weights of local corrections that are kept beyond those in use."""


class _Reads:
    """Settings that note which of their values are read."""

    def __init__(self, settings: Values) -> None:
        self._settings = settings
        self._seen: dict[str, Any] = {}

    @property
    def values(self) -> Mapping[str, Any]:
        """Every value; a mapping that notes its reads too."""
        return _ReadMapping(self)

    def __getitem__(self, name: str) -> object:
        self._note(name)
        return self._settings[name]

    def __contains__(self, name: object) -> bool:
        self._note(str(name))
        return name in self._settings

    def changed(self, *rows: Parameter) -> bool:
        """True when any of `rows` differs from its default."""
        for row in rows:
            self._note(row.name)
        return self._settings.changed(*rows)

    def names(self) -> Iterator[str]:
        """Every name that has a value."""
        for name in self._settings.values:
            self._note(name)
            yield name

    def _note(self, name: str) -> None:
        self._seen[name] = self._settings.values.get(name, _ABSENT)

    def same_in(self, settings: Values) -> bool:
        """True when all that was read is the same in other settings."""
        return all(_same(settings.values.get(name, _ABSENT), value) for name, value in self._seen.items())


class _ReadMapping(Mapping[str, Any]):
    def __init__(self, reads: _Reads) -> None:
        self._reads = reads

    def __getitem__(self, name: str) -> object:
        if name not in self._reads:
            raise KeyError(name)
        return self._reads[name]

    def __iter__(self) -> Iterator[str]:
        return self._reads.names()

    def __len__(self) -> int:
        return len(list(self._reads.names()))


def _same(one: object, other: object) -> bool:
    return one is other or bool(one == other)


@dataclass(eq=False)
class _CachedStage:
    """One operation of the pipeline: its kernel, what that was made from, and what it made.

    made   None when the operation leaves the image alone
    local  the corrections that touch it: (place in the settings, where it acts, what was read of its settings)
    pixels (h, w, 3) float32, where a frame was kept
    whole  True when `pixels` are what `made` makes of the stages before it
    """

    step: Op
    reads: _Reads | None = None
    local: tuple[tuple[int, object, _Reads], ...] = ()
    now: Encoding = Encoding.LINEAR
    made: Step | None = None
    notes: frozenset[str] = frozenset()
    pixels: np.ndarray | None = field(default=None, repr=False)
    whole: bool = False

    def renew(self, settings: Settings, local: Sequence[Correction], frame: Frame, now: Encoding) -> bool:
        """Make the kernel again if anything it was made from has changed -> whether it is another one now."""
        names = {row.name for row in (*self.step.rows, *self.step.local_rows)}
        touching = [(i, c) for i, c in enumerate(local) if c.moved & names]
        if self._fits(settings, touching, now):
            frame.notes |= self.notes
            return False
        reads = _Reads(settings)
        own = {i: _Reads(c.settings) for i, c in touching}
        noting = [replace(c, settings=own.get(i, c.settings)) for i, c in enumerate(local)]
        others, before = set(frame.notes), self.made
        frame.notes.clear()
        self.made = blend.kernel(self.step, reads, noting, frame, now)
        self.notes = frozenset(frame.notes)
        frame.notes |= others
        self.reads, self.now = reads, now
        self.local = tuple((i, c.where, own[i]) for i, c in touching)
        return before is not None or self.made is not None

    def _fits(self, settings: Settings, touching: Sequence[tuple[int, Correction]], now: Encoding) -> bool:
        if self.reads is None or now is not self.now or not self.reads.same_in(settings):
            return False
        if len(touching) != len(self.local):
            return False
        pairs = zip(touching, self.local, strict=True)
        return all(i == j and _same(c.where, where) and r.same_in(c.settings) for (i, c), (j, where, r) in pairs)


class Preview:
    """Renders of one photo at one size, for a person who moves sliders.

    Not for several threads at once. Memory: 12 bytes a pixel for every operation that reads neighbouring pixels, and
    for the ones before the sliders that moved. Frames of more than 2 MP are rendered as `render` does it, and nothing
    is kept.
    """

    def __init__(self, photo: Photo, size: int | None = None, *, space: str = "srgb", threads: int = 1) -> None:
        """photo: from `load`; size: longest side in pixels, None keeps the photo's; space: as in `render`."""
        self._photo, self._size, self._space, self._threads = photo, size, space, threads
        self._forget()

    def _forget(self) -> None:
        self._maps: Maps | None = None
        self._stages = [_CachedStage(step) for step in PIPELINE]
        self._planes: dict[object, Plane | None] = {}
        self._last: np.ndarray | None = None

    def render(self, settings: Settings | None = None, stop: Callable[[], bool] | None = None) -> Image:
        """`pipeline.render(photo, settings, size)`, 8 bits; the pixels are the caller's own.

        stop  asked between strips; when it answers True the render ends with StoppedError. The next one begins where
              this one began
        """
        settings = started(settings or Settings(), self._photo)
        frame = make_frame(self._photo, settings, self._size)
        if min(frame.height, frame.width) < MIN_SIDE or frame.height * frame.width > STAGED_PIXELS:
            return render(self._photo, settings, self._size, space=self._space, threads=self._threads, stop=stop)
        if frame.maps is not self._maps:  # another crop
            self._forget()
            self._maps = frame.maps
        local, notes = corrections.prepare(settings, frame, PIPELINE)
        changed = self._renew(settings, local, frame)
        notes += tuple(sorted(frame.notes))
        if changed < len(self._stages) or self._last is None:
            self._last = None
            self._last = self._develop(frame, changed, self._covers(local, frame), stop)
        shown = geometry.turned(self._last, settings)
        return Image(shown.copy() if shown is self._last else shown, self._space, notes)

    def _renew(self, settings: Settings, local: Sequence[Correction], frame: Frame) -> int:
        """Bring every stage's kernel up to date -> the first stage that makes another image now, or their number."""
        changed, now = len(self._stages), Encoding.LINEAR
        for i, stage in enumerate(self._stages):
            if stage.renew(settings, local, frame, now):
                changed = min(changed, i)
            if changed <= i:
                stage.whole = False
            now = stage.made[0] if stage.made else now
        return changed

    def _covers(self, local: Sequence[Correction], frame: Frame) -> corrections.CorrectionWeights | None:
        unused = [where for where in self._planes if all(not _same(where, c.where) for c in local)]
        for where in unused[: max(len(unused) - KEPT_PLANES, 0)]:
            del self._planes[where]
        return corrections.CorrectionWeights(local, frame, self._planes) if local else None

    def _develop(
        self, frame: Frame, changed: int, covers: corrections.CorrectionWeights | None, stop: Callable[[], bool] | None
    ) -> np.ndarray:
        """The image, from the last whole frame before `changed`, the first stage that makes another one now."""
        acting = [stage for stage in self._stages if stage.made is not None]
        if not acting and is_output(frame.photo, self._space, 8):
            return frame.photo.pixels
        prepare_opencv()
        done = next((i for i in reversed(range(len(acting))) if acting[i].whole), -1)
        todo = acting[done + 1 :]
        start = None
        if done >= 0:
            kept = acting[done]
            assert kept.pixels is not None and kept.made is not None
            start = Layer(kept.pixels, kept.made[0])
        steps = [stage.made for stage in todo if stage.made is not None]
        keep = [todo[i] for i in whole_frames(steps)]
        keep += [stage for stage in self._stages[:changed] if stage in todo and stage not in keep][-1:]
        self._give_frames(keep, frame)
        run = RenderRun(frame, covers.whole() if covers else None, self._threads, stop)
        out = np.empty((frame.height, frame.width, 3), np.uint8)
        through(run, steps, start, [s.pixels if s in keep else None for s in todo], out, output(self._space, 8))
        for stage in keep:
            stage.whole = True
        return out

    def _give_frames(self, keep: Sequence[_CachedStage], frame: Frame) -> None:
        """A frame for each of these stages to write to: one that holds nothing any more, or else a new one."""
        unused = [stage for stage in self._stages if stage.pixels is not None and not stage.whole and stage not in keep]
        for stage in keep:
            if stage.pixels is None and unused:
                other = unused.pop()
                stage.pixels, other.pixels = other.pixels, None
            elif stage.pixels is None:
                stage.pixels = np.empty((frame.height, frame.width, 3), np.float32)
