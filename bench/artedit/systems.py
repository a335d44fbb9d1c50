"""Who edits, behind one interface: the baselines, the policies of `edit --model`, folders of finished images."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from bench.artedit.config import SystemSpec
from bench.artedit.items import EditItem
from bench.runner import digest
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE

if TYPE_CHECKING:
    from jarvisevo.agent.loop import Result
    from jarvisevo.agent.policy import Policy
    from jarvisevo.agent.session import Options

ROOT = Path(__file__).resolve().parents[2]
RANDOM_SLIDERS = (
    "Exposure2012",
    "Contrast2012",
    "Highlights2012",
    "Shadows2012",
    "Whites2012",
    "Blacks2012",
    "IncrementalTemperature",
    "IncrementalTint",
    "Vibrance",
    "Saturation",
    "Clarity2012",
    "Dehaze",
)
RANDOM_COUNT, RANDOM_SHARE = (3, 6), {"Exposure2012": 0.25}
"""How many sliders are moved, and how far at most, as a share of the way to the end of the range (half elsewhere)."""
WHOLE_FILE = 200_000_000
"""Bytes of a model's file that are read to tell it from another; of larger ones the size and the ends are."""


@dataclass(frozen=True)
class EditedImage:
    """What a system made of a photo.

    pixels    (H, W, 3) uint8 sRGB; the unedited photo where the edit failed
    settings  what was set, as far as known
    error     why there is no edit, "" when there is one
    notes     for the report: what was ignored, what failed on the way
    """

    pixels: np.ndarray
    settings: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    notes: tuple[str, ...] = ()


class System(Protocol):
    """Edits several samples; a failure is a value."""

    name: str

    def identity(self) -> str:
        """Digest of what decides its edits besides the sample."""
        ...

    def edit(self, items: Sequence[EditItem]) -> list[EditedImage]:
        """One edit for each sample, in order."""
        ...


class ConfigurationError(ValueError):
    """A system that cannot be opened: one line with cause and fix."""


def open_system(system: SystemSpec) -> System:
    """The system of a config. ConfigurationError when there is none."""
    if system.images:
        if not system.images.is_dir():
            raise ConfigurationError(f"{system.images}: no such folder of results")
        return ResultFolder(system)
    if system.model in DECIDERS:
        return Fixed(system)
    return Agent(system)


# ---- baselines


def nothing(photo: Photo, item: EditItem, seed: int) -> Settings:
    """The photo as it is."""
    return Settings()


def auto_tone(photo: Photo, item: EditItem, seed: int) -> Settings:
    """The expert's automatic correction, which hears no instruction."""
    from jarvisevo.rules import plan

    return plan(photo, "").settings


def random_settings(photo: Photo, item: EditItem, seed: int) -> Settings:
    """Some sliders moved at random; the same for the same sample and seed."""
    rng = random.Random(f"random settings {seed} {item.id}")
    names = rng.sample(RANDOM_SLIDERS, rng.randint(*RANDOM_COUNT))
    values = {}
    for name in names:
        row, share = TABLE[name], RANDOM_SHARE.get(name, 0.5)
        values[name] = round(rng.uniform(share * row.low, share * row.high), 2 if row.span <= 20 else 0)
    return Settings.parse(values)


DECIDERS = {"identity": nothing, "auto": auto_tone, "random": random_settings}


class Fixed:
    """A baseline: settings from the photo alone."""

    def __init__(self, system: SystemSpec) -> None:
        self.name, self.seed, self.kind = system.title, system.seed, system.model

    def identity(self) -> str:
        return digest(self.kind, self.seed)

    def edit(self, items: Sequence[EditItem]) -> list[EditedImage]:
        return [self._one(item) for item in items]

    def _one(self, item: EditItem) -> EditedImage:
        photo = load(item.source)
        settings = DECIDERS[self.kind](photo, item, self.seed)
        return EditedImage(developed(photo, settings, item), settings.to_dict())


# ---- agents


class Agent:
    """A policy of `edit --model` in the whole loop of plan, edit, judge, reflect."""

    def __init__(self, system: SystemSpec) -> None:
        from jarvisevo.policies.open import OpenError

        self.name, self.system = system.title, system
        try:
            self.policy, self.options = _open(system)
        except OpenError as error:
            raise ConfigurationError(str(error)) from None

    def identity(self) -> str:
        told = self.system.model_dump(mode="json", exclude={"name"})
        prompt = self.system.system_prompt
        return digest(told, prompt.read_bytes().hex() if prompt else "", model_identity(self.system.model))

    def edit(self, items: Sequence[EditItem]) -> list[EditedImage]:
        from jarvisevo.agent.loop import run_many

        photos = [load(item.source) for item in items]
        instructions = [item.instruction for item in items]
        results = run_many(photos, instructions, self.policy, self.options, names=[item.id for item in items])
        return [self._edit(*row) for row in zip(photos, items, results, strict=True)]

    def _edit(self, photo: Photo, item: EditItem, result: "Result | Exception") -> EditedImage:
        if isinstance(result, Exception):
            return EditedImage(untouched(photo, item), error=f"{type(result).__name__}: {result}")
        notes = tuple(map(str, result.trajectory.meta.get("notes") or ()))
        if result.error:
            return EditedImage(untouched(photo, item), error=result.error, notes=notes)
        return EditedImage(developed(photo, result.settings, item), result.settings.to_dict(), notes=notes)


def _open(system: SystemSpec) -> "tuple[Policy, Options]":
    from jarvisevo.policies.open import open_policy, run_options
    from jarvisevo.policies.openai import read_system_prompt

    try:
        text = read_system_prompt(system.system_prompt) if system.system_prompt else None
        options = run_options(
            max_steps=system.steps,
            threshold=system.threshold,
            temperature=system.temperature,
            max_tokens=system.max_tokens,
            seconds=system.seconds,
            seed=system.seed,
            rounds=system.rounds,
            max_size=system.max_size,
        )
    except ValueError as error:
        raise ConfigurationError(str(error)) from None
    return open_policy(system.model, text), options


# ---- results of other programs


class ResultFolder:
    """Finished images in a folder, one for each sample."""

    def __init__(self, system: SystemSpec) -> None:
        assert system.images is not None
        self.name, self.folder = system.title, system.images

    def identity(self) -> str:
        files = sorted(path for path in self.folder.iterdir() if path.is_file())
        return digest([(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files])

    def edit(self, items: Sequence[EditItem]) -> list[EditedImage]:
        return [self._one(item) for item in items]

    def _one(self, item: EditItem) -> EditedImage:
        for suffix in (".png", ".jpg", ".jpeg", ".webp", ".tif"):
            path = self.folder / f"{item.id}{suffix}"
            if path.is_file():
                return EditedImage(read_image(path))
        return EditedImage(
            untouched(load(item.source), item), error=f"{item.id}: no image of this name in {self.folder.name}"
        )


# ---- images


def read_image(path: Path) -> np.ndarray:
    """An image as it looks undeveloped: (H, W, 3) uint8 sRGB; orientation and colour profile are obeyed."""
    return render(load(path), Settings()).eight_bit()


def developed(photo: Photo, settings: Settings, item: EditItem) -> np.ndarray:
    """The photo with these settings, as long as the target is: (H, W, 3) uint8 sRGB."""
    return render(photo, settings, max(_size(item.target))).eight_bit()


def untouched(photo: Photo, item: EditItem) -> np.ndarray:
    """The photo unedited, as long as the target is."""
    return developed(photo, Settings(), item)


@lru_cache(maxsize=64)
def _size(path: Path) -> tuple[int, int]:
    photo = load(path)
    return photo.height, photo.width


# ---- what a result depends on


@lru_cache(maxsize=1)
def code() -> str:
    """Digest of the program that decides what edits and judgements look like."""
    files = [p for package in ("editor_ops", "jarvisevo") for p in sorted((ROOT / package).rglob("*.py"))]
    own = [ROOT / "bench" / "artedit" / f"{name}.py" for name in ("systems", "metrics", "viescore", "run")]
    return digest(*files, *own)


@lru_cache(maxsize=16)
def model_identity(model: str) -> str:
    """Digest of a model's files; of a server only its address and the model's name are known."""
    from jarvisevo.policies.open import NANO

    folder = NANO if model == "nano" else Path(model)
    if "://" in model or not folder.is_dir():
        return digest(model)
    parts: list[object] = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        parts += [path.name, path if path.stat().st_size <= WHOLE_FILE else _ends(path)]
    return digest(*parts)


def _ends(path: Path) -> str:
    size = path.stat().st_size
    with path.open("rb") as file:
        first = file.read(1 << 20)
        file.seek(-(1 << 20), 2)
        return digest(size, first.hex(), file.read().hex())
