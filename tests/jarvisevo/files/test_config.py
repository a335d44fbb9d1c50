"""Configs: strict, merged, overridden, and wrong in every way."""

from pathlib import Path

import pytest

from jarvisevo.files.config import Config, ConfigError, differing, dump, load, merged, parse


class Optimiser(Config):
    rate: float = 1e-5
    steps: int


class Source(Config):
    folder: str


class Run(Config):
    name: str = "run"
    optimiser: Optimiser
    sources: tuple[Source, ...] = ()
    resume: bool | None = None


def write(folder: Path, text: str, name: str = "a.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def problems(path: Path, *overrides: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        load(path, Run, overrides)
    assert str(path) in str(caught.value) or overrides
    return caught.value.problems


def test_a_file_its_base_and_overrides(tmp_path: Path) -> None:
    write(tmp_path, "name: base\noptimiser: {steps: 5, rate: 0.5}\nsources: [{folder: a}]", "base.yaml")
    path = write(tmp_path, "base: base.yaml\noptimiser: {steps: 9}\n")
    found = load(path, Run, ["optimiser.rate=1e-3", "resume=true", "sources=[{folder: b}, {folder: c}]"])
    assert found == Run(
        name="base",
        optimiser=Optimiser(steps=9, rate=1e-3),
        resume=True,
        sources=(Source(folder="b"), Source(folder="c")),
    )
    assert parse(__import__("yaml").safe_load(dump(found)), Run) == found


def test_every_problem_at_once_with_the_nearest_name(tmp_path: Path) -> None:
    path = write(tmp_path, "nme: x\noptimiser: {rte: 1, rate: fast}\nsources: [{foldr: a}]")
    assert problems(path) == (
        "optimiser.rate: input should be a valid number, unable to parse string as a number, got 'fast'",
        "optimiser.steps: is missing",
        "optimiser.rte: no such key; did you mean rate?",
        "sources.0.folder: is missing",
        "sources.0.foldr: no such key; did you mean folder?",
        "nme: no such key; did you mean name?",
    )
    path = write(tmp_path, "name: x\noptimiser: {rate: 1, steps: 1, zz: 0}\nfolder: 3\nsources: []")
    assert problems(path) == (
        "optimiser.zz: no such key; there are rate, steps",
        "folder: no such key; did you mean sources.folder?",
    )


def test_keys_of_another_kind_of_config_are_listed_once(tmp_path: Path) -> None:
    path = write(tmp_path, "name: x\noptimiser: {rate: 1, steps: 1, zz: 0, qq: 1, yy: 2}\nsources: a.jpg")
    assert sorted(problems(path)) == [
        "optimiser.zz, optimiser.qq, optimiser.yy: no such key; there are rate, steps",
        "sources: is a list: write [a.jpg]",
    ]


def test_what_differs_is_named_with_its_group() -> None:
    before: dict[str, object] = {"seed": 1, "optim": {"rate": 1, "steps": 5}, "gone": 0}
    assert differing(before, {"seed": 1, "optim": {"rate": 2, "steps": 5}, "new": 0}) == ["optim.rate", "new", "gone"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "not valid YAML"),
        ("- 1", "must be a mapping"),
        ("1: 2", "must be a mapping"),
        ("", "optimiser: is missing"),
        ("base: 3", "must name a file"),
        ("base: a.yaml", "stand behind one another"),
        ("base: none.yaml", "cannot be read"),
        ("optimiser: {steps: .nan}", "finite"),
        ("!!python/object/apply:os.system [ls]", "not valid YAML"),
    ],
)
def test_files_that_are_no_config(tmp_path: Path, text: str, words: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError, match=words):
        load(path, Run)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError):
        load(tmp_path / "a.yaml", Run)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path, Run)


@pytest.mark.parametrize("text", ["steps", "=3", "a..b=1", "name.x=1", "name=[", ".=1"])
def test_bad_overrides(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError):
        load(write(tmp_path, "name: a\noptimiser: {steps: 1}"), Run, [text])


def test_merging_replaces_lists() -> None:
    assert merged({"a": {"b": 1, "c": [1, 2]}}, {"a": {"c": [3]}, "d": 4}) == {"a": {"b": 1, "c": [3]}, "d": 4}


def test_configs_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Optimiser(steps=1).steps = 2  # type: ignore[misc]
