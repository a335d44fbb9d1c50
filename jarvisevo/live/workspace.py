"""`Workspace`: the named photos and folders, their open sessions, presets and ratings. No path comes from a client.

A client names a photo by its id; only photos under the places that were named at the start have one.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from editor_ops.formats import Document, FormatError
from editor_ops.formats import read as read_settings
from editor_ops.io.encode import jpeg_bytes
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.live.results import is_photo, result_path
from jarvisevo.live.session import LiveSession
from jarvisevo.live.standing import find_sidecar
from jarvisevo.record.history import FOLDER

PRESETS = (".xmp", ".lrtemplate")
LOADED = 3
"""Photos whose pixels are kept in memory at a time."""
SMALL = 512
"""Longest side of the copy that thumbnails are made from."""
KEPT_THUMBS = 600
MOST_PHOTOS, MOST_PRESETS = 5000, 1000


class Workspace:
    """What one program shows: photos by id, one `LiveSession` each, presets. Safe to use from several threads.

    places   photos and folders, named by whoever started the program
    presets  folders with .xmp and .lrtemplate presets
    keep     sessions write history and sidecar after every step
    """

    def __init__(self, places: Sequence[Path], presets: Sequence[Path] = (), *, keep: bool = True) -> None:
        self.keep = keep
        self._lock = threading.RLock()
        self._sessions: dict[str, LiveSession] = {}
        self._recent: OrderedDict[str, None] = OrderedDict()
        self._small: OrderedDict[str, Photo] = OrderedDict()
        self._thumbs: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self.photos: dict[str, Path] = {}
        self._presets: dict[str, Path] = {}
        self._folders: list[Path] = []
        for place in places:
            self.add(place)
        for folder in presets:
            self._add_presets(folder)

    @property
    def jobs_folder(self) -> Path | None:
        """Where unfinished jobs are kept: beside the histories of the first photo's folder."""
        first = next(iter(self.photos.values()), None)
        return first.parent / FOLDER / "jobs" if first and self.keep else None

    def add(self, place: Path) -> list[str]:
        """Photos of a file or of the folder itself -> their ids. CliError when there are none."""
        if not place.exists():
            raise CliError(f"{place}: no such photo or folder: check the path")
        found = [place] if place.is_file() else _photos_in(place)
        if not found and not place.is_file():
            raise CliError(f"{place}: no photos in this folder")
        ids = []
        with self._lock:
            for path in found[:MOST_PHOTOS]:
                self.photos.setdefault(key_of(path), path)
                ids.append(key_of(path))
            if place.is_dir():
                self._folders.append(place)
                self._add_presets(place / "presets")
        return ids

    def look_again(self) -> None:
        """Take up photos that came into the folders since."""
        with self._lock:
            known = set(self.photos.values())
            for path in (path for folder in self._folders for path in _photos_in(folder) if path not in known):
                if len(self.photos) < MOST_PHOTOS:
                    self.photos.setdefault(key_of(path), path)

    def _add_presets(self, folder: Path) -> None:
        if not folder.is_dir():
            return
        for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in PRESETS and p.is_file())[:MOST_PRESETS]:
            self._presets.setdefault(key_of(path), path)

    def path(self, key: str) -> Path:
        """The photo of an id. CliError for one that nobody gave."""
        path = self.photos.get(key)
        if path is None:
            raise CliError(f"photo {key[:40]}: no such photo here: take an id of the list of photos")
        return path

    def session(self, key: str) -> LiveSession:
        """The open session of a photo; the pixels of those not used for long are let go."""
        path = self.path(key)
        with self._lock:
            if key not in self._sessions:
                self._sessions[key] = LiveSession(path, keep=self.keep)
            self._recent[key] = None
            self._recent.move_to_end(key)
            while len(self._recent) > LOADED:
                old, _ = self._recent.popitem(last=False)
                if not self._sessions[old].busy:
                    self._sessions[old].release()
            return self._sessions[key]

    def ready(self, key: str) -> bool:
        """Whether a session is open with its pixels in memory, so that asking for both costs no time."""
        session = self._sessions.get(key)
        return session is not None and session.loaded

    def edited(self, key: str) -> bool:
        """Whether a photo has settings, without opening it."""
        session = self._sessions.get(key)
        if session is not None:
            return len(session.settings) > 0
        photo = self.path(key)
        return find_sidecar(photo, result_path(photo)) is not None

    # ---- small pictures

    def small(self, key: str) -> Photo:
        """A copy of the photo at most SMALL pixels long, for thumbnails; some are kept."""
        with self._lock:
            if key in self._small:
                self._small.move_to_end(key)
                return self._small[key]
        session = self.session(key)
        whole, was_loaded = session.photo, session.loaded
        copy = whole.resized(SMALL)
        if copy is whole or was_loaded:
            copy = _alone(copy)
        with self._lock:
            self._small[key] = copy
            while len(self._small) > LOADED:
                self._small.popitem(last=False)
        return copy

    def thumb(self, key: str, side: int, settings: Settings | None = None, name: str = "") -> bytes:
        """A small JPEG of the photo with settings (default: those that stand); `name` is a key for keeping it."""
        settings = self.session(key).settings if settings is None else settings
        kept = (key, f"{name}{hash(repr(sorted(settings.to_dict().items(), key=lambda i: i[0])))}", side)
        with self._lock:
            if kept in self._thumbs:
                self._thumbs.move_to_end(kept)
                return self._thumbs[kept]
        data = jpeg_bytes(render(self.small(key), settings, side, threads=1).eight_bit(), 80, full_chroma=False)
        with self._lock:
            self._thumbs[kept] = data
            while len(self._thumbs) > KEPT_THUMBS:
                self._thumbs.popitem(last=False)
        return data

    # ---- presets

    def presets(self) -> list[dict[str, str]]:
        """Every preset: {id, name, group}; the group is its folder."""
        return [{"id": k, "name": p.stem, "group": p.parent.name} for k, p in self._presets.items()]

    def preset(self, key: str) -> Document:
        """The settings of a preset. CliError for one that is not there or cannot be read."""
        path = self._presets.get(key)
        if path is None:
            raise CliError(f"preset {key[:40]}: no such preset here")
        try:
            return read_settings(path)
        except FormatError as error:
            raise CliError(str(error), FAILED) from None


def _alone(photo: Photo) -> Photo:
    """A copy that holds on to nothing of the photo it was made from."""
    from dataclasses import replace

    return replace(photo, pixels=np.ascontiguousarray(photo.pixels))


def _photos_in(folder: Path) -> list[Path]:
    """Those of a folder itself; none of one that is gone."""
    return sorted(p for p in folder.iterdir() if is_photo(p) and p.is_file()) if folder.is_dir() else []


def key_of(path: Path) -> str:
    """The id of a path: short, and says nothing about it."""
    return hashlib.sha256(str(path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
