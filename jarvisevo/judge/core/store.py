"""A library's history on disk: a bare git repository that any git can read.

`refs/heads/main` is the library in force. Accepting moves it, in one atomic step after everything it needs is on disk.
A rejected proposal stays under `refs/rejected/TREE`, one that waits for a person under `refs/proposed/TREE`. Rolling
back a proposal is not moving the ref; going back to an older library is one more commit.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from editor_ops.files import whole_folder, write_whole
from jarvisevo.judge.core.entries import EntryError
from jarvisevo.judge.core.library import Library, read_folder
from jarvisevo.judge.core.reward_index import RewardModel, read_index

if TYPE_CHECKING:
    from dulwich.objects import ObjectID
    from dulwich.repo import Repo

MAIN = b"refs/heads/main"
AUTHOR = b"jarvisevo judge <judge@localhost>"
LOCK = "jarvisevo.lock"
INDEX = "reward-models.json"
"""Note of the index of reward models; beside the history, so that no clone or export brings permission along."""


class StoreError(ValueError):
    """A store that cannot be used: one line with cause and fix."""


@dataclass(frozen=True)
class Version:
    """One commit: the library's id, what was said, when (seconds since 1970, UTC), and where it stands."""

    commit: str
    library_id: str
    message: str
    time: int
    state: str = "accepted"


class LibraryStore:
    """A repository at `path`; it is made, empty, when it is not there and `create` is given."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        repo = _dulwich()
        if not (path / "objects").is_dir():
            if not create:
                raise StoreError(f"{path}: no library: `jarvisevo judge evolve` makes one, or name an exported folder")
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                raise StoreError(f"{path}: exists and is no library: choose another place")
            _new(repo, path)
        try:
            self._repo = repo(str(path))
        except Exception as error:
            raise StoreError(
                f"{path}: is no library, or a damaged one ({type(error).__name__}): name another"
            ) from None
        with self._writing():
            if MAIN not in self._repo.refs:
                if any(file.is_file() for file in (path / "objects").rglob("*")):
                    raise StoreError(f"{path}: has no branch main: it is damaged, or another repository")
                self._commit(Library(), "empty library", None, MAIN)

    def close(self) -> None:
        """Let go of the files."""
        self._repo.close()

    def __enter__(self) -> "LibraryStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- reading

    def head(self) -> Library:
        """The library in force."""
        return self.get("main")

    def get(self, name: str) -> Library:
        """By "main", or the beginning (6 letters at least) of a commit's or a library's id. StoreError when unknown."""
        commit = self._find(name)
        try:
            rows = self._repo.object_store.iter_tree_contents(self._repo[commit].tree)
            library = Library(dict(sorted((row.path.decode(), self._repo[row.sha].data.decode()) for row in rows)))
            _ = library.entries
        except EntryError as error:
            raise StoreError(f"{self.path}: {error}") from None
        except Exception as error:  # whatever a damaged object makes of itself
            raise StoreError(
                f"{self.path}: {name[:60]} is damaged ({type(error).__name__}): take another version"
            ) from None
        return library

    def log(self) -> list[Version]:
        """Accepted versions, newest first, then what was rejected and what is proposed."""
        out = [self._version(entry.commit.id, "accepted") for entry in self._repo.get_walker([self._repo.refs[MAIN]])]
        for state in ("proposed", "rejected"):
            refs = self._repo.refs.as_dict(f"refs/{state}".encode())
            found = [self._version(sha, state) for sha in refs.values()]
            out += sorted(found, key=lambda version: (-version.time, version.commit))
        return out

    def _version(self, sha: bytes, state: str) -> Version:
        commit = self._repo[sha]
        return Version(
            sha.decode(),
            commit.tree.decode(),
            commit.message.decode("utf-8", "replace").strip(),
            commit.commit_time,
            state,
        )

    def _find(self, name: str) -> bytes:
        if name == "main":
            return self._repo.refs[MAIN]
        hits = {v.commit for v in self.log() if len(name) >= 6 and (v.commit.startswith(name) or v.library_id == name)}
        hits = hits or {v.commit for v in self.log() if len(name) >= 6 and v.library_id.startswith(name)}
        trees = {self._repo[hit.encode()].tree for hit in hits}
        if len(trees) != 1:
            raise StoreError(
                f"{name[:60]}: {'several' if hits else 'no'} such versions in {self.path}: see `judge log`"
            )
        return sorted(hits)[0].encode()

    # ---- writing

    def accept(self, library: Library, message: str, *, step: str = "", after: str = "") -> None:
        """Make it the library in force. StoreError when something else came into force meanwhile.

        step   names the step of a run: the same step again, after a crash, changes nothing
        after  id of the library it was made from
        """
        with self._writing():
            head = self._repo.refs[MAIN]
            now = self._repo[head]
            same = now.tree.decode() == library.id
            if same and (not step or f"\nStep: {step}" in now.message.decode("utf-8", "replace")):
                return
            if after and now.tree.decode() not in (after, library.id):
                raise StoreError(f"{self.path}: another run changed it since: start a new run from what is there now")
            self._commit(library, message + (f"\n\nStep: {step}" if step else ""), head, MAIN)
            self._forget(library)

    def reject(self, library: Library, message: str) -> None:
        """Keep a proposal that was not taken, out of force."""
        self._keep(library, message, "rejected")

    def propose(self, library: Library, message: str) -> None:
        """Keep a proposal that waits for a person."""
        self._keep(library, message, "proposed")

    def rollback(self, name: str) -> Library:
        """Put an older (or proposed, or rejected) library in force again, as a new version."""
        library = self.get(name)
        self.accept(library, f"back to {library.id[:12]}")
        return library

    def _keep(self, library: Library, message: str, state: str) -> None:
        ref = f"refs/{state}/{library.id}".encode()
        with self._writing():
            if ref not in self._repo.refs:
                self._commit(library, message, self._repo.refs[MAIN], ref)

    def _forget(self, library: Library) -> None:
        """A proposal that was taken waits no longer."""
        ref = f"refs/proposed/{library.id}".encode()
        if ref in self._repo.refs:
            self._repo.refs.remove_if_equals(ref, None)

    def _commit(self, library: Library, message: str, parent: "ObjectID | None", ref: bytes) -> None:
        from dulwich.objects import Commit

        commit = Commit()
        commit.tree, commit.parents = self._tree(library.files), [parent] if parent else []
        commit.author = commit.committer = AUTHOR
        commit.author_time = commit.commit_time = int(time.time())
        commit.author_timezone = commit.commit_timezone = 0
        commit.encoding, commit.message = b"UTF-8", message.encode()
        self._repo.object_store.add_object(commit)
        old = parent if ref == MAIN else None
        if not self._repo.refs.set_if_equals(ref, old, commit.id):
            raise StoreError(f"{self.path}: another process changed it: run again")

    def _tree(self, files: Mapping[str, str]) -> bytes:
        """Id of the tree with these files; everything in it is written."""
        from dulwich.objects import Blob, Tree

        top, folders = Tree(), dict[str, Tree]()
        for path, text in files.items():
            name, _, file = path.partition("/")
            blob = Blob.from_string(text.encode())
            self._repo.object_store.add_object(blob)
            folders.setdefault(name, Tree()).add(file.encode(), 0o100644, blob.id)
        for name, tree in folders.items():
            self._repo.object_store.add_object(tree)
            top.add(name.encode(), 0o040000, tree.id)
        self._repo.object_store.add_object(top)
        return top.id

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One writer at a time; locks that a killed one left behind are cleared."""
        import fcntl

        with open(self.path / LOCK, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            for left in (self.path / "refs").rglob("*.lock"):
                os.unlink(left)
            yield


def _new(repo: "type[Repo]", path: Path) -> None:
    """An empty repository, there as a whole or not at all."""
    try:
        with whole_folder(path) as temporary:
            repo.init_bare(str(temporary), default_branch=b"main").close()
    except OSError:
        if not (path / "objects").is_dir():  # else another process was faster
            raise


def _dulwich() -> Any:  # its types tell refs and ids from other bytes, which this file does not
    try:
        from dulwich.repo import Repo
    except ModuleNotFoundError:
        raise StoreError("a library's history needs dulwich: pip install 'jarvisevo[judge]'") from None
    return Repo


def open_library(path: Path) -> Library:
    """The library in force in a store, or the one in an exported folder. StoreError when there is none."""
    if not path.is_dir():
        raise StoreError(f"{path}: no such folder: name a library or an exported one")
    if (path / "objects").is_dir() and (path / "HEAD").is_file():
        with LibraryStore(path) as store:
            return store.head()
    try:
        return read_folder(path)
    except EntryError as error:
        raise StoreError(str(error)) from None


def allow_models(store: Path, index: Path) -> None:
    """Note beside a library which index of reward models its tools may use. The note is no part of its history."""
    write_whole(store / INDEX, (json.dumps({"index": str(index.resolve())}) + "\n").encode())


def allowed_models(library: Path) -> list[RewardModel]:
    """The reward models that a library's tools may use here; none for exported folders.
    ValueError with cause and fix.
    """
    note = library / INDEX
    if not note.is_file():
        return []
    try:
        index = Path(json.loads(note.read_text("utf-8"))["index"])
    except (ValueError, KeyError, TypeError):
        raise StoreError(f"{note}: is damaged: run `jarvisevo judge synthesize` again, or remove it") from None
    return read_index(index)
