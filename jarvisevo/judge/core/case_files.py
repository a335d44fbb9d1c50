"""Preference cases on disk, one JSON object a line, and their splits.

{"id": "7", "instruction": "…", "before": "7/before.jpg", "candidates": ["7/a.jpg", "7/b.jpg"], "scores": [4, 2]}
Answers in words stand in "answers" in place of "candidates"; then "before" may be left out.
`scores` (higher is better) or `ranking` (place of each candidate, 1 is best) are optional; images lie beside the file.
"""

import hashlib
import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from editor_ops.files import write_whole
from editor_ops.io.encode import png_bytes
from editor_ops.validation import finite
from jarvisevo.judge.core.case import Case, ranking

if TYPE_CHECKING:
    from jarvisevo.judge.core.images import ImageInput

MAX_LINE = 100_000
MAX_CANDIDATES = 8
KEYS = {"id", "instruction", "before", "candidates", "answers", "scores", "ranking", "source", "meta"}


class CaseError(ValueError):
    """A file of cases that cannot be used: its first problems, each with its line and what to change."""


@dataclass(frozen=True)
class Cases:
    """Cases in the file's order, and what a person should hear about them (duplicates, contradictions)."""

    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()


def read_cases(path: Path, *, labelled: bool = False) -> Cases:
    """Read a file of cases. CaseError names every bad line, up to ten.

    labelled  a case without scores or ranking is an error
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}: name a .jsonl file of cases") from None
    out, bad = dict[str, Case](), list[str]()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = _case(line, path.parent.resolve(), labelled)
            if case.id in out:
                raise CaseError(f"the id {case.id!r} was there before")
            out[case.id] = case
        except CaseError as error:
            bad.append(f"line {number}: {error}")
    if bad or not out:
        more = f" (and {len(bad) - 10} more)" if len(bad) > 10 else ""
        raise CaseError(f"{path}: {'; '.join(bad[:10]) or 'holds no cases'}{more}")
    return Cases(tuple(out.values()), tuple(_contradictions(out.values())))


def _case(line: bytes, folder: Path, labelled: bool) -> Case:
    try:
        row = json.loads(line) if len(line) <= MAX_LINE else None
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise CaseError(f"is no JSON object of at most {MAX_LINE:,} characters")
    unknown = set(row) - KEYS
    if unknown:
        raise CaseError(f"no such key: {sorted(unknown)[0][:40]!r}; {', '.join(sorted(KEYS))}")
    for key in ("id", "instruction", "before"):
        if key == "before" and "answers" in row and key not in row:
            continue
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise CaseError(f"{key!r} must be a text")
    key = "answers" if "answers" in row else "candidates"
    given = row.get(key)
    good = isinstance(given, list) and 1 <= len(given) <= MAX_CANDIDATES and all(isinstance(n, str) for n in given)
    if not isinstance(given, list) or not good or {"answers", "candidates"} <= set(row):
        what = "texts" if key == "answers" else "file names"
        raise CaseError(f"{key!r} must be 1 to {MAX_CANDIDATES} {what}, and stand alone")
    gold = _gold(row, len(given))
    if labelled and gold is None:
        raise CaseError("has neither 'scores' nor 'ranking'")
    source = _inside(folder, row["before"]) if "before" in row else None
    candidates = given if key == "answers" else [_inside(folder, name) for name in given]
    return Case(row["id"], row["instruction"], source, tuple(candidates), gold)


def _gold(row: Mapping[str, Any], count: int) -> tuple[float, ...] | None:
    """Higher is better."""
    for key, factor in (("scores", 1.0), ("ranking", -1.0)):
        values = row.get(key)
        if values is None:
            continue
        good = isinstance(values, list) and all(finite(v) is not None for v in values)
        if not good or len(values) != count:
            raise CaseError(f"{key!r} must be {count} numbers, one for each candidate")
        return tuple(factor * float(v) for v in values)
    return None


def _inside(folder: Path, name: str) -> Path:
    """An image beside the file; nothing outside its folder is read."""
    path = (folder / name).resolve() if "\0" not in name else folder
    if not path.is_relative_to(folder):
        raise CaseError(f"{name[:80]!r} lies outside the file's folder: put images beside it")
    if not path.is_file():
        raise CaseError(f"{name[:80]!r}: no such image beside the file")
    return path


def _contradictions(cases: Iterable[Case]) -> list[str]:
    """Same images and instruction in two cases: a duplicate, or people who disagree."""
    seen: dict[object, Case] = {}
    notes = []
    for case in cases:
        key = (case.instruction, case.source, frozenset(case.candidates))
        first = seen.setdefault(key, case)
        if first is not case:
            same = first.gold and case.gold and _by_name(first) == _by_name(case)
            notes.append(f"{case.id} {'repeats' if same else 'contradicts'} {first.id}")
    return notes


def _by_name(case: Case) -> dict[object, int]:
    return dict(zip(case.candidates, ranking(case.gold or ()), strict=True))


def write_cases(cases: Sequence[Case], folder: Path, name: str = "cases.jsonl") -> Path:
    """Write cases with their images as PNG files, the list last, so that an incomplete folder has none."""
    lines = []
    for number, case in enumerate(cases):
        place = case.id if re.fullmatch(r"[\w-]{1,60}", case.id) else f"{number:05d}"
        (folder / place).mkdir(parents=True, exist_ok=True)
        row: dict[str, Any] = {"id": case.id, "instruction": case.instruction}
        if case.source is not None:
            row["before"] = _write(case.source, folder, f"{place}/before.png")
        texts = [candidate for candidate in case.candidates if isinstance(candidate, str)]
        if texts:
            row["answers"] = texts
        else:
            row["candidates"] = [
                _write(candidate, folder, f"{place}/cand_{i + 1}.png")
                for i, candidate in enumerate(case.candidates)
                if not isinstance(candidate, str)
            ]
        lines.append(json.dumps(row | ({"scores": list(case.gold)} if case.gold else {}), ensure_ascii=False))
    write_whole(folder / name, ("\n".join(lines) + "\n").encode())
    return folder / name


def _write(image: "ImageInput", folder: Path, name: str) -> str:
    from jarvisevo.judge.core.images import shown

    write_whole(folder / name, png_bytes(np.asarray(shown(image))))
    return name


def split(cases: Sequence[Case], shares: Sequence[int], seed: int = 0) -> list[list[Case]]:
    """Cases in parts of these sizes (scaled down when there are fewer),
    the same photo and instruction in one part only.
    """
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(_origin(case), []).append(case)
    order = sorted(groups, key=lambda key: hashlib.sha256(f"{seed} {key}".encode()).digest())
    scale = min(1.0, len(cases) / sum(shares))
    parts: list[list[Case]] = [[] for _ in shares]
    for key in order:
        rest = [share * scale - len(part) for share, part in zip(shares, parts, strict=True)]
        best = max(range(len(shares)), key=lambda i: rest[i])
        if rest[best] > 0:
            parts[best] += groups[key]
    return [random.Random(f"{seed} order").sample(part, len(part)) for part in parts]


def _origin(case: Case) -> str:
    from jarvisevo.judge.core.images import identity

    place = str(case.source) if isinstance(case.source, Path) else identity(case.source)
    return f"{place} {case.instruction}"
