"""One entry of a library: an Agent Skills folder. Whatever a model writes passes through here before it is kept.

`NAME/SKILL.md` has front matter {name, description, license, compatibility, metadata, allowed-tools} and a text;
`schema.json`, `prompt.md`, `verify.py`, `routes.json` and `seen.json` stand beside it as its kind needs them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from jarvisevo.judge.core import schema

KINDS = ("skill", "tool", "meta-prompt", "routing")
RUNNERS = ("vlm", "measure", "verify", "model")
"""How a tool works: a second question to the model, a measurement, sandboxed code, a reward model."""
FILES = ("SKILL.md", "schema.json", "prompt.md", "verify.py", "routes.json", "seen.json")
FRONT = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
NEEDS = {"vlm": ("schema.json", "prompt.md"), "measure": (), "verify": ("verify.py",), "model": ("schema.json",)}
MAX_FILE = 40_000
"""Characters of one file."""
MAX_DESCRIPTION = 1024
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FRONT = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*(?:\n|$)(.*)", re.DOTALL)


class EntryError(ValueError):
    """An entry that cannot be kept: one line with its name, the cause and the rule."""


@dataclass(frozen=True)
class LibraryEntry:
    """A parsed entry.

    kind      one of KINDS; runner, of a tool, one of RUNNERS
    when      words of which an instruction must hold one for the tool to be loaded; () is always
    text      the body of SKILL.md; files: everything that stands beside it
    """

    name: str
    description: str
    kind: str = "skill"
    text: str = ""
    runner: str = ""
    when: tuple[str, ...] = ()
    origin: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def schema(self) -> dict[str, Any]:
        """The parsed schema.json; {} without one."""
        return json.loads(self.files["schema.json"]) if "schema.json" in self.files else {}

    def applies(self, instruction: str) -> bool:
        """True when the entry's condition for being loaded is met."""
        said = instruction.lower()
        return not self.when or any(word in said for word in self.when)

    def paths(self) -> dict[str, str]:
        """Path -> text, SKILL.md written anew. EntryError when it could not be read back."""
        metadata = {**self.metadata, "kind": self.kind}
        metadata |= {"runner": self.runner} if self.runner else {}
        metadata |= {"when": ", ".join(self.when)} if self.when else {}
        metadata |= {"origin": self.origin} if self.origin else {}
        head = yaml.safe_dump(
            {"name": self.name, "description": self.description, "metadata": metadata},
            sort_keys=False,
            allow_unicode=True,
            width=10_000,
        )
        files = {"SKILL.md": f"---\n{head}---\n{self.text.strip()}\n", **self.files}
        read(self.name, files)
        return {f"{self.name}/{file}": text for file, text in files.items()}


def read(name: str, files: Mapping[str, str]) -> LibraryEntry:
    """The entry in a folder. EntryError says what is wrong with it."""
    check_name(name)
    for file, text in files.items():
        _check_file(name, file, text)
    if "SKILL.md" not in files:
        raise EntryError(f"{name}: SKILL.md is missing")
    front, body = _front(name, files["SKILL.md"])
    metadata = {str(k): str(v) for k, v in front["metadata"].items()}
    entry = LibraryEntry(
        name,
        front["description"],
        metadata.pop("kind", "skill"),
        body.strip(),
        metadata.pop("runner", ""),
        tuple(w.strip().lower() for w in metadata.pop("when", "").split(",") if w.strip()),
        metadata.pop("origin", ""),
        metadata,
        {file: text for file, text in files.items() if file != "SKILL.md"},
    )
    _check(entry)
    return entry


def check_name(name: object) -> str:
    """A name that is a folder's name and nothing else."""
    if not isinstance(name, str) or not NAME.fullmatch(name) or len(name) > 64:
        raise EntryError(
            f"{str(name)[:80]!r} is no name of an entry: lower-case words joined by hyphens, 64 letters at most"
        )
    return name


def _check_file(name: str, file: str, text: object) -> None:
    if file not in FILES:
        raise EntryError(f"{name}/{file[:80]}: no such file in an entry: only {', '.join(FILES)}")
    if not isinstance(text, str) or len(text) > MAX_FILE or "\0" in text:
        raise EntryError(f"{name}/{file}: must be text of at most {MAX_FILE:,} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise EntryError(f"{name}/{file}: holds halves of characters: write UTF-8 text") from None


def _front(name: str, text: str) -> tuple[dict[str, Any], str]:
    """(front matter, body) of SKILL.md."""
    match = _FRONT.match(text)
    try:
        front = yaml.safe_load(match[1]) if match else None
    except (yaml.YAMLError, RecursionError):
        front = None
    if match is None or not isinstance(front, dict):
        raise EntryError(f"{name}/SKILL.md: must begin with front matter between two lines of ---")
    unknown = [key for key in front if key not in FRONT]
    if unknown:
        raise EntryError(f"{name}/SKILL.md: {str(unknown[0])[:40]!r} is no key of the front matter: {', '.join(FRONT)}")
    if front.get("name") != name:
        raise EntryError(
            f"{name}/SKILL.md: the name in it must be that of its folder, got {str(front.get('name'))[:80]!r}"
        )
    description = front.get("description")
    if not isinstance(description, str) or not 1 <= len(description.strip()) <= MAX_DESCRIPTION:
        raise EntryError(f"{name}/SKILL.md: needs a description of 1 to {MAX_DESCRIPTION} characters")
    metadata = front.setdefault("metadata", {})
    if not isinstance(metadata, dict) or not all(
        isinstance(v, str | int | float) for v in (*metadata, *metadata.values())
    ):
        raise EntryError(f"{name}/SKILL.md: metadata must be names and plain values")
    return front, match[2]


def _check(entry: LibraryEntry) -> None:
    if entry.kind not in KINDS:
        raise EntryError(f"{entry.name}: kind {entry.kind[:40]!r} is none of {', '.join(KINDS)}")
    if (entry.kind == "tool") != (entry.runner in RUNNERS):
        raise EntryError(f"{entry.name}: a tool has a runner ({', '.join(RUNNERS)}), nothing else has")
    missing = [file for file in NEEDS.get(entry.runner, ()) if file not in entry.files]
    if missing:
        raise EntryError(f"{entry.name}: a tool with the runner {entry.runner} needs {missing[0]}")
    if entry.kind in ("skill", "meta-prompt") and not entry.text:
        raise EntryError(f"{entry.name}: has no text")
    if "schema.json" in entry.files:
        try:
            schema.check(entry.files["schema.json"])
        except schema.SchemaError as error:
            raise EntryError(f"{entry.name}/schema.json: {error}") from None
