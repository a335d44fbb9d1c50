"""`jarvisevo edit` and `replay`, with an editor that says what the test wants."""

import gc
import json
import os
import re
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from editor_ops import Settings, files, formats, load
from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Session
from jarvisevo.cli import edit as cli_edit
from jarvisevo.live.session import LiveSession
from jarvisevo.protocol.turns import EditTurn, edit_turn, evaluation_turn
from jarvisevo.record.history import FOLDER
from jarvisevo.record.trajectory import Evaluation, Failure
from jarvisevo.record.trajectory_json import loads
from tests.jarvisevo import openai_server as wire

Cli = Callable[..., Any]
BRIGHTER = {"Exposure2012": 0.5, "Vibrance": 12}


class Scripted:
    """Brightens in one step and likes it; words of the instruction change what it does."""

    name = "scripted"

    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def propose(self, session: Session) -> Reply:
        self.sessions.append(session)
        words = session.instruction
        if words == "qwerty":
            return Reply(EditTurn("", {}, Settings(), state="finished"), ignored=("qwerty",))
        if words.startswith("wish "):
            return Reply(self._turn("Lift.", {"Exposure2012": int(words.removeprefix("wish ")) / 10}))
        if words == "refuse":
            return Reply(None, failures=(Failure("edit", 0, "the server closed the connection", final=True),))
        call = BRIGHTER | ({"Exposure2012": 0.1 * session.options.seed} if words == "several" else {})
        return Reply(self._turn("It is [red]too dark[/red], so I lift it.", call), "raw text", ignored=("teleport",))

    def evaluate(self, session: Session) -> Reply:
        score = 2.16 if session.instruction == "reflect" and not session.reflections else 4.0
        score = 5 - abs(session.settings["Exposure2012"] - 0.2) if session.instruction == "several" else score
        return Reply(Evaluation(score, {"technical_quality": score}, "Well lit.", "scripted"))

    def reflect(self, session: Session) -> Reply:
        return Reply(self._turn("Too much.", {"Exposure2012": 0.25}))

    @staticmethod
    def _turn(thought: str, call: Mapping[str, Any]) -> EditTurn:
        return EditTurn(thought, dict(call), Settings.parse(call), state="finished")


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    policy = Scripted()
    monkeypatch.setattr(cli_edit, "model_policy", lambda model, prompt, **options: policy)
    return policy


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    picture = np.random.default_rng(0).integers(40, 120, (48, 64, 3), np.uint8)
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), picture)
    return path


def mean(path: Path) -> float:
    return float(load(path).pixels.mean())


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.name != FOLDER)


# ---- one photo


def test_picture_and_sidecar(cli: Cli, photo: Path, editor: Scripted) -> None:
    before = photo.read_bytes()
    done = cli("edit", photo, "make it brighter")
    assert done.code == 0, done.err
    edited, sidecar = photo.with_name("photo.edited.jpg"), photo.with_name("photo.edited.xmp")
    assert photo.read_bytes() == before and mean(edited) > mean(photo) + 5
    for path in (edited, sidecar):
        assert formats.read(path).settings.to_dict() == BRIGHTER
    assert (
        "[red]too dark[/red]" in done.out
        and "+0.5 EV" in done.out
        and "●" in done.out
        and "score 4.00 of 5" in done.out
    )
    assert f"wrote {edited}" in done.out and "ignored: teleport" in done.err
    assert names(photo.parent) == ["photo.edited.jpg", "photo.edited.xmp", "photo.jpg"]


def test_who_writes_chinese_is_answered_in_chinese(cli: Cli, photo: Path, editor: Scripted) -> None:
    done = cli("edit", photo, "暖一点")
    assert "评分 4.00（满分 5）" in done.out and "曝光度 Exposure2012" in done.out


def test_who_writes_chinese_is_told_in_chinese_what_was_left_out(cli: Cli, photo: Path, editor: Scripted) -> None:
    white = {"Exposure2012": 5.0}
    editor.propose = lambda session: Reply(  # type: ignore[method-assign]
        Scripted._turn("Lift.", white), ignored=("月亮：在这张照片里没有找到",)
    )
    done = cli("edit", photo, "暗一点")
    assert "提示：未处理：月亮" in done.err and "注意：按测量，原片的评分" in done.err
    assert not re.search("note|ignored|warning", done.err)
    again = cli("edit", photo, "撤销")
    assert "未评分: 只针对修图本身的话不评分" in again.out


def test_a_result_that_is_edited_is_told_from_its_photo(cli: Cli, photo: Path, editor: Scripted) -> None:
    cli("edit", photo, "brighter")
    again = cli("edit", photo.with_name("photo.edited.jpg"), "brighter")
    assert again.code == 0 and "photo.edited.jpg is a result" in again.err and "name photo.jpg" in again.err
    alone = photo.rename(photo.with_name("scan.edited.jpg"))
    assert "is a result" not in cli("edit", alone, "brighter").err


def test_an_edit_that_could_not_be_judged_says_so(cli: Cli, photo: Path, editor: Scripted, monkeypatch: Any) -> None:
    failure = Failure("evaluate", 1, "HTTP 400: the context is too short", final=True)
    monkeypatch.setattr(editor, "evaluate", lambda session: Reply(None, failures=(failure,)))
    done = cli("edit", photo, "brighter")
    assert done.code == 0 and "not judged: HTTP 400: the context is too short" in done.out and "of 5" not in done.out
    (result,) = json.loads(cli("edit", photo, "brighter", "--force", "--json").out)["results"]
    assert result["score"] is None and result["not_judged"] == "HTTP 400: the context is too short"
    many = cli("edit", photo.parent, "brighter", "-o", photo.parent / "out", "--force")
    assert "(not judged)" in many.out


def test_options_reach_the_run_and_the_file(cli: Cli, photo: Path, editor: Scripted) -> None:
    out = photo.with_name("small.png")
    done = cli(
        "edit",
        photo,
        "brighter",
        "-o",
        out,
        "--max-size",
        32,
        "--no-xmp",
        "--seed",
        3,
        "--lock",
        "Vibrance=-5:5",
        "--steps",
        2,
        "--threshold",
        2.5,
        "--max-tokens",
        900,
        "--time-limit",
        60,
        "--temperature",
        0.3,
        "-v",
    )
    assert done.code == 0, done.err
    (session,) = editor.sessions
    options = session.options
    assert session.instruction == "brighter" and session.name == str(photo)
    assert (options.seed, options.max_steps, options.threshold, options.max_tokens, options.seconds) == (
        3,
        2,
        2.5,
        900,
        60,
    )
    assert options.sampling and options.sampling.temperature == 0.3
    assert session.settings["Vibrance"] == 5 and "Vibrance" in done.err  # the lock is enforced, and said
    assert (load(out).width, load(out).xmp) == (32, None)
    assert names(photo.parent) == ["photo.jpg", "small.png"]


def test_json(cli: Cli, photo: Path, editor: Scripted) -> None:
    data = json.loads(cli("edit", photo, "brighter", "--json").out)
    (result,) = data["results"]
    assert data["failures"] == data["skipped"] == [] and result["settings"] == BRIGHTER
    assert Path(result["output"]).is_file() and Path(result["sidecar"]).is_file() and result["ignored"] == ["teleport"]
    assert (
        result["score"] == 4.0 and result["step"] == 1 and result["trace"] is None and "too dark" in result["thought"]
    )


def test_the_notes_of_json_are_those_of_v(
    cli: Cli, photo: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvisevo.report.sliders.approximated", lambda settings: ["Exposure2012"])
    loud = cli("edit", photo, "brighter", "-v").err.splitlines()
    (result,) = json.loads(cli("edit", photo, "brighter", "--from-scratch", "--json").out)["results"]
    said = [line.removeprefix("note: ") for line in loud if not line.startswith("note: ignored: ")]
    assert sorted(result["notes"]) == sorted(said)
    assert any(note.startswith("no ICC profile") for note in said)
    assert any(note.startswith("approximated") for note in said)


def test_what_somebody_else_wrote_is_never_replaced_without_force(cli: Cli, photo: Path, editor: Scripted) -> None:
    assert cli("edit", photo, "brighter").code == 0
    assert cli("edit", photo, "brighter").code == 0  # its own result: the edit goes on
    photo.with_name("photo.edited.jpg").write_bytes(b"theirs")
    again = cli("edit", photo, "brighter")
    assert again.code == 2 and "--force" in again.err
    assert cli("edit", photo, "brighter", "--force").code == 0


@pytest.mark.parametrize(("words", "said"), [("qwerty", "understood"), ("refuse", "the server closed the connection")])
def test_no_edit_leaves_nothing(cli: Cli, photo: Path, editor: Scripted, words: str, said: str) -> None:
    done = cli("edit", photo, words, "-o", photo.parent / "new" / "")
    assert done.code == 1 and said in done.err and done.err.count("\n") == 1 and names(photo.parent) == ["photo.jpg"]


def test_a_reflection_is_what_the_user_gets_when_it_is_better(cli: Cli, photo: Path, editor: Scripted) -> None:
    done = cli("edit", photo, "reflect", "--json")
    (result,) = json.loads(done.out)["results"]
    assert result["step"] == 2 and result["settings"]["Exposure2012"] == 0.25 and "Too much." in result["thought"]


def test_interrupted(cli: Cli, photo: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jarvisevo.files.write.render", stop)
    done = cli("edit", photo, "brighter")
    assert done.code == 130 and done.err.count("\n") == 1 and "stopped by you" in done.err
    assert names(photo.parent) == ["photo.jpg"]


@pytest.mark.parametrize("last", ["photo.edited.jpg", "photo.edited.xmp", "t.html"])
@pytest.mark.parametrize("step", ["_temporary", "_take_name"])
def test_a_file_that_cannot_be_written_takes_the_others_back(
    cli: Cli, photo: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch, last: str, step: str
) -> None:
    real = getattr(files, step)

    def full(*arguments: Any, **options: Any) -> Any:
        if any(isinstance(a, Path) and a.name == last for a in arguments):
            raise OSError(28, "No space left on device", str(photo.with_name(last)))
        return real(*arguments, **options)

    monkeypatch.setattr(files, step, full)
    done = cli("edit", photo, "brighter", "--trace", photo.with_name("t.html"))
    assert done.code == 1 and f"{last}: No space left" in done.err
    assert names(photo.parent) == ["photo.jpg"]


def test_what_another_program_has_just_made_is_kept(
    cli: Cli, photo: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs that make one new file: the second says that it exists, and takes back what else it wrote."""
    output, real = photo.with_name("photo.edited.xmp"), cli_edit.write_files

    def late(*arguments: Any, **options: Any) -> None:
        output.write_text("theirs")
        real(*arguments, **options)

    monkeypatch.setattr(cli_edit, "write_files", late)
    done = cli("edit", photo, "brighter")
    assert done.code == 2 and f"{output}: exists already" in done.err
    assert names(photo.parent) == ["photo.edited.xmp", "photo.jpg"] and output.read_text() == "theirs"


# ---- trace, record, replay


def test_trace_and_record(cli: Cli, photo: Path, editor: Scripted) -> None:
    page, record = photo.with_name("t.html"), photo.with_name("t.json")
    done = cli("edit", photo, "reflect", "--trace", page, "--trajectory", record)
    assert done.code == 0, done.err
    text = page.read_text("utf-8")
    assert "Reflection 1" in text and "raw text" in text and "jarvisevo replay" in text
    found = loads(record.read_text("utf-8"))
    assert found.best == 2 and found.photo == str(photo) and found.scores == (None, 2.16, 4.0)
    assert cli("edit", photo, "reflect", "-o", photo.with_name("b.jpg"), "--trace", page).code == 2  # it is there


def test_replay_gives_the_same_pixels(cli: Cli, photo: Path, editor: Scripted, tmp_path: Path) -> None:
    record, first, second = tmp_path / "t.json", tmp_path / "a.png", tmp_path / "b.png"
    assert cli("edit", photo, "reflect", "-o", first, "--trajectory", record).code == 0
    done = cli("replay", record, "-o", second, "--trace", tmp_path / "again.html")
    assert done.code == 0, done.err
    assert np.array_equal(load(first).pixels, load(second).pixels)
    assert "Reflection 1" in (tmp_path / "again.html").read_text("utf-8")
    assert cli("replay", record, "-o", tmp_path / "0.png", "--step", 0).code == 0
    assert np.array_equal(load(tmp_path / "0.png").pixels, load(photo).pixels)
    assert (
        json.loads(cli("replay", record, "-o", tmp_path / "1.png", "--step", 1, "--json").out)["settings"] == BRIGHTER
    )
    assert len(editor.sessions) == 1  # replays ask nobody


def test_replay_on_another_photo_says_so(cli: Cli, photo: Path, editor: Scripted, tmp_path: Path) -> None:
    record, other = tmp_path / "t.json", tmp_path / "other.png"
    assert cli("edit", photo, "reflect", "--trajectory", record).code == 0
    Image.fromarray(load(photo).pixels[::-1].copy()).save(other)
    again = cli("replay", record, "-o", tmp_path / "a.png", "--photo", photo)
    assert again.code == 0 and "not the photo" not in again.err
    for step in ((), ("--step", 0)):
        swapped = cli("replay", record, "-o", tmp_path / f"b{len(step)}.png", "--photo", other, *step)
        assert swapped.code == 0 and f"{other}: not the photo of the record ({photo})" in swapped.err
    told = json.loads(cli("replay", record, "-o", tmp_path / "c.png", "--photo", other, "--json").out)["notes"]
    assert any("its pixels differ" in note for note in told)
    assert not any("another version" in note for note in told)


def test_replay_finds_the_photo_beside_the_record(cli: Cli, photo: Path, editor: Scripted, tmp_path: Path) -> None:
    assert cli("edit", photo, "x", "--trajectory", tmp_path / "t.json").code == 0
    away = tmp_path / "away"
    away.mkdir()
    for name in ("t.json", "photo.jpg"):
        (tmp_path / name).rename(away / name)
    assert cli("replay", away / "t.json", "-o", tmp_path / "o.png").code == 0
    (away / "photo.jpg").rename(away / "other.jpg")
    gone = cli("replay", away / "t.json", "-o", tmp_path / "p.png")
    assert gone.code == 2 and "--photo" in gone.err
    assert cli("replay", away / "t.json", "-o", tmp_path / "p.png", "--photo", away / "other.jpg").code == 0


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": 99}', '{"schema": 1}', '{"schema": 1, "photo": 3}', "[" * 5000, "\x00\xff"]
)
def test_replay_of_nonsense(cli: Cli, tmp_path: Path, text: str) -> None:
    (tmp_path / "t.json").write_text(text)
    done = cli("replay", tmp_path / "t.json", "-o", tmp_path / "o.png")
    assert done.code == 1 and done.err.count("\n") == 1 and "unexpected" not in done.err
    assert "__init__" not in done.err and "Error" not in done.err
    assert names(tmp_path) == ["t.json"]


def test_replay_steps_that_are_not_there(cli: Cli, photo: Path, editor: Scripted, tmp_path: Path) -> None:
    assert cli("edit", photo, "x", "--trajectory", tmp_path / "t.json").code == 0
    done = cli("replay", tmp_path / "t.json", "-o", tmp_path / "o.png", "--step", 7)
    assert done.code == 2 and "0 to 1" in done.err


# ---- best of several


def test_best_of(cli: Cli, photo: Path, editor: Scripted) -> None:
    done = cli("edit", photo, "several", "--best-of", 4, "--json")
    (result,) = json.loads(done.out)["results"]
    assert result["settings"]["Exposure2012"] == pytest.approx(0.2)  # seed 2, the one nearest to what it likes
    assert [s.options.seed for s in editor.sessions] == [0, 1, 2, 3]
    assert all(s.options.sampling and s.options.sampling.temperature > 0 for s in editor.sessions)
    assert result["sheet"] == str(photo.with_name("photo.candidates.jpg"))
    assert load(Path(result["sheet"])).width > 100


# ---- many photos


@pytest.fixture
def folder(photo: Path) -> Path:
    for name in ("b.jpg", "c.jpg"):
        (photo.parent / name).write_bytes(photo.read_bytes())
    return photo.parent


def test_a_folder(cli: Cli, photo: Path, editor: Scripted) -> None:
    folder = photo.parent
    (folder / "broken.jpg").write_bytes(photo.read_bytes()[:200])
    cv2.imwrite(str(folder / "photo.png"), np.full((20, 20, 3), 90, np.uint8))
    (folder / "notes.txt").write_text("not a photo")
    done = cli("edit", folder, "brighter", "-o", folder / "out")
    assert done.code == 1 and "2 of 3 photos edited, 1 failed" in done.out
    (error,) = [line for line in done.err.splitlines() if "error" in line]
    assert "broken.jpg" in error
    written = [name for name in names(folder / "out") if not name.startswith(".")]
    assert written == ["photo.jpg.edited.jpg", "photo.jpg.edited.xmp", "photo.png.edited.jpg", "photo.png.edited.xmp"]
    rows = {
        line.split()[0].rsplit("/", 1)[-1]: line
        for line in done.out.splitlines()
        if line.startswith(str(folder)) and "->" not in line
    }
    assert "failed" in rows["broken.jpg"] and "Exposure2012" in rows["photo.png"]


@pytest.fixture
def pair(photo: Path) -> tuple[Path, Path]:
    """Two photos of one shot, named alike."""
    other = photo.with_suffix(".png")
    cv2.imwrite(str(other), cv2.imread(str(photo)))
    return photo, other


def test_two_photos_of_one_shot_have_results_of_their_own(cli: Cli, pair: tuple[Path, Path], editor: Scripted) -> None:
    """Whatever else is named: a folder, one of the two, both."""
    for words in ("wish 1", "wish 2"):
        for photo in pair:
            assert cli("edit", photo, words).code == 0
    assert cli("edit", pair[0].parent, "wish 3").code == 0 and cli("edit", *pair, "wish 4").code == 0
    assert [name for name in names(pair[0].parent) if name.endswith(".edited.jpg")] == [
        "photo.jpg.edited.jpg",
        "photo.png.edited.jpg",
    ]
    for photo in pair:
        rows = json.loads(cli("history", photo, "--json").out)["steps"]
        assert [row["title"] for row in rows] == ["Original", "wish 1", "wish 2", "wish 3", "wish 4"]
        assert LiveSession(photo).history.now == 4
    assert cli("undo", pair[1]).code == 0 and LiveSession(pair[0]).history.now == 4


def test_an_older_result_is_gone_on_from_when_a_twin_comes(cli: Cli, photo: Path, editor: Scripted) -> None:
    assert cli("edit", photo, "wish 1").code == 0
    twin = photo.with_suffix(".png")
    cv2.imwrite(str(twin), cv2.imread(str(photo)))
    assert cli("edit", photo.parent, "wish 2").code == 0
    assert [name for name in names(photo.parent) if name.endswith(".edited.jpg")] == [
        "photo.edited.jpg",
        "photo.png.edited.jpg",
    ]
    assert cli("edit", twin, "wish 3").code == 0
    assert len(json.loads(cli("history", photo, "--json").out)["steps"]) == 3
    twin.unlink()
    assert "nothing to undo" not in cli("undo", photo).err


def test_a_result_is_no_twin(cli: Cli, photo: Path, editor: Scripted) -> None:
    assert cli("edit", photo, "wish 1", "--template", "{name}.png").code == 0
    assert cli("edit", photo, "wish 1").code == 0
    assert "photo.edited.jpg" in names(photo.parent)


def test_words_and_photos_may_begin_with_a_minus(
    cli: Cli, photo: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(photo.parent)
    photo.rename("-1.jpg")
    assert cli("edit", "-1.jpg", "-1 EV", "--seed", "-3", "-o", "out.jpg").code == 0
    assert editor.sessions[0].instruction == "-1 EV" and editor.sessions[0].options.seed == -3


def test_a_folder_tells_what_was_not_done(cli: Cli, folder: Path, editor: Scripted) -> None:
    """One line a photo, in the table and as it goes; with -v each note in its own."""
    done = cli("edit", folder, "brighter", "-o", folder / "out")
    lines = [line for line in done.out.splitlines() if "b.jpg" in line]
    assert len(lines) == 2 and all("in part" in line and "not done: teleport" in line for line in lines)
    assert "; 3 edited in part" in done.out and "note" not in done.err
    loud = cli("edit", folder, "brighter", "-o", folder / "loud", "-v")
    assert f"note: {folder / 'b.jpg'}: not done: teleport" in loud.err.splitlines()


def test_a_folder_tells_what_the_guard_says(cli: Cli, folder: Path, editor: Scripted) -> None:
    white = {"Exposure2012": 5.0}
    editor.propose = lambda session: Reply(Scripted._turn("Lift.", white))  # type: ignore[method-assign]
    done = cli("edit", folder, "darker", "-o", folder / "out")
    (line,) = [line for line in done.out.splitlines() if "b.jpg ->" in line]
    assert "the untouched photo scores higher" in line and "in part" not in done.out


def test_a_folder_tells_what_this_wish_moved(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "brighter").code == 0
    grey = {"ConvertToGrayscale": True, "Contrast2012": 10}
    editor.propose = lambda session: Reply(Scripted._turn("Take the colours out.", grey))  # type: ignore[method-assign]
    (line,) = [line for line in cli("edit", folder, "grey").out.splitlines() if "b.jpg ->" in line]
    assert "  ConvertToGrayscale True, Contrast2012 +10" in line and "Exposure2012" not in line


def test_a_second_run_skips_what_is_done(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "brighter").code == 0
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    again = cli("edit", folder, "brighter")
    assert again.code == 0 and "0 of 3 photos edited, 3 done before" in again.out and len(editor.sessions) == 3
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    data = json.loads(cli("edit", folder, "brighter", "--json").out)
    assert len(data["skipped"]) == 3 and data["results"] == data["failures"] == []


def test_a_second_run_does_what_is_missing(cli: Cli, folder: Path, editor: Scripted) -> None:
    """A result that is gone, a new photo, and a photo that failed are done; what differs is never replaced unasked."""
    assert cli("edit", folder, "brighter").code == 0
    (folder / "b.edited.jpg").unlink()
    (folder / "b.edited.xmp").unlink()
    (folder / "d.jpg").write_bytes((folder / "c.jpg").read_bytes())
    again = cli("edit", folder, "brighter")
    assert again.code == 0 and "2 of 4 photos edited, 2 done before" in again.out
    (folder / "c.edited.xmp").write_text("mine now")
    changed = cli("edit", folder, "brighter")
    assert (
        changed.code == 1
        and "c.edited.xmp: exists" in changed.err
        and (folder / "c.edited.xmp").read_text() == "mine now"
    )


@pytest.mark.parametrize("other", [["darker"], ["brighter", "--from-scratch"], ["brighter", "--seed", "1", "--force"]])
def test_another_wish_is_not_taken_for_done(cli: Cli, folder: Path, editor: Scripted, other: list[str]) -> None:
    assert cli("edit", folder, "brighter").code == 0
    done = cli("edit", folder, *other)
    assert done.code == 0 and "3 of 3 photos edited" in done.out
    assert cli("edit", folder, *other, "--force").code == 0
    assert "3 done before" in cli("edit", folder, *[word for word in other if word != "--force"]).out


@pytest.mark.parametrize("other", [["--seed", "1"], ["--max-size", "20"], ["--lock", "Vibrance=0:3"]])
def test_a_wish_with_other_options_is_not_done_twice(
    cli: Cli, folder: Path, editor: Scripted, other: list[str]
) -> None:
    assert cli("edit", folder, "brighter").code == 0
    done = cli("edit", folder, " Brighter", *other)
    assert "0 of 3 photos edited, 3 done before" in done.out and done.out.count("done already; --from-scratch") == 3


def test_what_was_tuned_or_undone_since_is_not_done_twice(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "wish 1").code == 0
    assert cli("edit", folder / "b.jpg", "wish 2").code == 0 and cli("undo", folder / "c.jpg").code == 0
    before = results(folder)
    again = cli("edit", folder, "wish 1")
    assert "0 of 3 photos edited, 3 done before" in again.out and again.out.count("done already") == 2
    assert results(folder) == before
    assert "3 of 3 photos edited" in cli("edit", folder, "wish 4").out


def test_a_sidecar_that_another_program_wrote_is_no_interrupted_edit(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "wish 1").code == 0
    sidecar = folder / "b.edited.xmp"
    sidecar.write_bytes(sidecar.read_bytes().replace(b"</x:xmpmeta>", b" </x:xmpmeta>"))
    again = cli("edit", folder, "wish 1")
    assert "0 of 3 photos edited, 3 done before" in again.out
    assert "wish 1" in cli("history", folder / "b.jpg").out


def test_photos_of_one_name_do_not_replace_each_others_results(cli: Cli, folder: Path, editor: Scripted) -> None:
    other = folder / "more"
    other.mkdir()
    cv2.imwrite(str(other / "b.jpg"), np.full((20, 20, 3), 200, np.uint8))
    assert cli("edit", folder / "b.jpg", "wish 1", "-o", folder / "out.jpg").code == 0
    kept = (folder / "out.jpg").read_bytes()
    done = cli("edit", other / "b.jpg", "wish 1", "-o", folder / "out.jpg")
    assert done.code and "it is the result of" in done.err and (folder / "out.jpg").read_bytes() == kept


def test_words_about_the_last_edit_are_new_after_another_one(cli: Cli, folder: Path, editor: Scripted) -> None:
    for words in ("wish 1", "a bit less", "wish 2"):
        assert cli("edit", folder, words).code == 0
    assert cli("edit", folder / "b.jpg", "wish 3").code == 0
    assert "3 of 3 photos edited" in cli("edit", folder, "a bit less").out
    assert cli("undo", folder / "b.jpg").code == 0
    again = cli("edit", folder, "a bit less")
    assert "0 of 3 photos edited" in again.out and again.out.count("done already") == 1


def test_another_picture_under_the_old_name_is_begun_anew(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "several", "--seed", 4).code == 0
    for name, shade in (("b.jpg", 40), ("c.jpg", 200)):
        cv2.imwrite(str(folder / name), np.full((20, 20, 3), shade, np.uint8))
    done = cli("edit", folder, "several", "--seed", 4)
    assert "2 of 3 photos edited, 1 done before" in done.out
    assert "b.jpg is another picture than its earlier edits were made on: begun anew" in done.out
    cv2.imwrite(str(folder / "b.jpg"), np.full((20, 20, 3), 220, np.uint8))
    alone = cli("edit", folder / "b.jpg", "several", "--seed", 4)
    assert "another picture" in alone.err
    assert formats.read(folder / "b.edited.xmp").settings["Exposure2012"] == 0.4


def test_new_metadata_are_no_other_picture(cli: Cli, photo: Path, editor: Scripted) -> None:
    assert cli("edit", photo, "brighter").code == 0
    with Image.open(photo) as picture:
        picture.save(photo, quality=90, xmp=b"<x/>")
    done = cli("edit", photo, "a second wish")
    assert done.code == 0 and "another picture" not in done.err


def test_a_changed_photo_is_not_taken_for_done(cli: Cli, folder: Path, editor: Scripted) -> None:
    assert cli("edit", folder, "brighter", "-o", folder / "out").code == 0
    cv2.imwrite(str(folder / "b.jpg"), np.full((20, 20, 3), 90, np.uint8))
    assert "1 of 3 photos edited, 2 done before" in cli("edit", folder, "brighter", "-o", folder / "out").out


@pytest.mark.parametrize(
    "line", ["", "{", "[1]", '{"output": "b.edited.jpg", "from": 3, "files": {"../x": "y"}}', "[" * 50_000]
)
def test_a_journal_of_nonsense_says_nothing(cli: Cli, folder: Path, editor: Scripted, line: str) -> None:
    (folder / ".jarvisevo-batch.jsonl").write_text(line)
    assert cli("edit", folder, "brighter").code == 0
    assert "3 done before" in cli("edit", folder, "brighter").out


def test_recursive(cli: Cli, folder: Path, editor: Scripted) -> None:
    deep = folder / "trip" / "day 1"
    deep.mkdir(parents=True)
    (folder / "c.jpg").rename(deep / "c.jpg")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "d.jpg").write_bytes((folder / "b.jpg").read_bytes())
    os.symlink(folder, deep / "loop")
    assert "2 of 2" in cli("edit", folder, "x", "-o", folder / "flat").out
    for _ in range(2):
        done = cli("edit", folder, "x", "-r", "-o", folder / "out")
        assert done.code == 0, done.err
    assert "3 done before" in done.out and (folder / "out" / "trip" / "day 1" / "c.edited.jpg").is_file()
    assert "--recursive" in cli("edit", folder / "trip", "x").err


def test_traces_of_many_photos_go_to_a_folder(cli: Cli, folder: Path, editor: Scripted) -> None:
    pages = folder / "pages"
    assert cli("edit", folder, "x", "-o", folder / "out", "--trace", folder / "t.html").code == 2
    assert cli("edit", folder, "x", "-o", folder / "out", "--trace", pages, "--trajectory", pages).code == 0
    assert "photo.edited.html" in names(pages) and "b.edited.json" in names(pages) and len(names(pages)) == 6
    assert (
        "3 done before" in cli("edit", folder, "x", "-o", folder / "out", "--trace", pages, "--trajectory", pages).out
    )


def test_one_failing_photo_never_stops_the_rest(
    cli: Cli, folder: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = editor.propose

    def propose(session: Session) -> Reply:
        if session.name.endswith("b.jpg"):
            raise RuntimeError("boom")
        return real(session)

    monkeypatch.setattr(editor, "propose", propose)
    done = cli("edit", folder, "brighter")
    assert (
        done.code == 1 and "2 of 3 photos edited, 1 failed" in done.out and "b.jpg" in done.err and "boom" in done.err
    )


def test_an_interrupted_batch_keeps_what_is_whole_and_goes_on_later(
    cli: Cli, folder: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, writes = cli_edit.write_files, []

    def write(*arguments: Any, **options: Any) -> None:
        writes.append(arguments)
        if len(writes) == 2:
            raise KeyboardInterrupt
        real(*arguments, **options)

    monkeypatch.setattr(cli_edit, "write_files", write)
    done = cli("edit", folder, "brighter")
    assert done.code == 130 and "1 of 3 photos edited, 2 not begun" in done.out and "stopped by you" in done.err
    assert [n for n in names(folder) if "edited" in n] == ["b.edited.jpg", "b.edited.xmp"]
    assert "2 of 3 photos edited, 1 done before" in cli("edit", folder, "brighter").out


# ---- who edits


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("nano2", "no such model or folder"),
        ("http://", "address"),
        ("http://127.0.0.1:9/v1", "#"),
        ("ftp://x#y", "http"),
    ],
)
def test_models_that_are_none(cli: Cli, photo: Path, model: str, said: str) -> None:
    done = cli("edit", photo, "brighter", "--model", model)
    assert done.code == 2 and said in done.err and done.err.count("\n") == 1 and names(photo.parent) == ["photo.jpg"]


def test_system_prompts(cli: Cli, photo: Path, tmp_path: Path) -> None:
    assert cli("edit", photo, "x", "--system-prompt", photo).code == 2  # the rules read none
    model = ["--model", "http://127.0.0.1:9/v1#m", "--system-prompt"]
    assert cli("edit", photo, "x", *model, tmp_path / "no.txt").code == 2
    assert "UTF-8" in cli("edit", photo, "x", *model, photo).err
    (tmp_path / "empty.txt").write_text(" ")
    assert cli("edit", photo, "x", *model, tmp_path / "empty.txt").code == 2


# ---- nothing lost


def test_a_batch_killed_while_it_wrote_goes_on(
    cli: Cli, folder: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the image and its sidecar, with --trace too: the image is known as this run's own,
    and made again.
    """
    real, pages = cli_edit.write_files, folder / "pages"
    arguments = ["edit", folder, "brighter", "--trace", pages]

    def killed(made: Mapping[Path, bytes], **options: Any) -> None:
        first = next(iter(made))
        if first.name == "c.edited.jpg":  # as SIGKILL leaves it: one file of three, and no clean-up
            first.write_bytes(made[first])
            raise KeyboardInterrupt
        real(made, **options)

    monkeypatch.setattr(cli_edit, "write_files", killed)
    assert cli(*arguments).code == 130
    monkeypatch.setattr(cli_edit, "write_files", real)
    assert "c.edited.jpg" in names(folder) and "c.edited.xmp" not in names(folder)
    again = cli(*arguments)
    assert again.code == 0 and "2 of 3 photos edited, 1 done before" in again.out, again.err
    assert "3 done before" in cli(*arguments).out


def test_a_name_that_is_too_long_is_a_line_of_the_report(cli: Cli, folder: Path, editor: Scripted) -> None:
    (folder / f"{'x' * 246}.jpg").write_bytes((folder / "b.jpg").read_bytes())
    done = cli("edit", folder, "brighter")
    assert done.code == 1 and "3 of 4 photos edited, 1 failed" in done.out
    (error,) = [line for line in done.err.splitlines() if "error" in line]
    assert "xxx.jpg" in error and "too long" in error


def test_a_batch_keeps_no_images(cli: Cli, folder: Path, editor: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    real, results, alive = cli_edit.Editor.make, [], []

    def make(*arguments: Any) -> cli_edit.UnwrittenEdit:
        gc.collect()
        alive.append(sum(r() is not None for r in results))
        made = real(*arguments)
        results.append(weakref.ref(made.done.result))
        editor.sessions.clear()
        return made

    monkeypatch.setattr(cli_edit.Editor, "make", make)
    assert len(json.loads(cli("edit", folder, "brighter", "--json").out)["results"]) == 3
    assert len(alive) == 3 and max(alive) <= 1


@pytest.mark.parametrize("name", ["a\x1b[31mb.jpg", "a\nb.jpg", "a\u202eb.jpg", "a\x9b2Jb.jpg"])
def test_names_of_files_cannot_steer_the_terminal(cli: Cli, folder: Path, editor: Scripted, name: str) -> None:
    (folder / "b.jpg").rename(folder / name)
    for arguments in (
        ["edit", folder, "x"],
        ["edit", folder, "x"],
        ["edit", folder, "y"],
        ["edit", folder / name, "z"],
    ):
        for extra in ([], ["--json"]):
            done = cli(*arguments, *extra)
            assert done.out + done.err
            assert all(c.isprintable() or c == "\n" for c in done.out + done.err)
            assert "\n" not in name or "a\nb" not in done.out + done.err


# ---- many photos at once


def several(folder: Path, count: int = 5) -> Path:
    folder.mkdir()
    for i in range(count):
        pixels = np.random.default_rng(i).integers(30, 150, (24, 32, 3), np.uint8)
        cv2.imwrite(str(folder / f"{i}.png"), pixels)
    return folder


def answer(request: wire.Request) -> wire.Reply:
    """Goes by the conversation alone, as a model at temperature 0 does."""
    if sum(message["role"] == "assistant" for message in request.body["messages"]):
        return wire.good(evaluation_turn("It fits.", 4.0))
    value = round(float(wire.pictures_of(request.body)[0].mean()) / 1000, 3)
    return wire.good(edit_turn("So be it.", {"Exposure2012": value}, "finished"))


def results(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix in (".jpg", ".xmp")}


def test_servers_share_a_batch_and_one_that_dies_is_named(cli: Cli, tmp_path: Path) -> None:
    photos = several(tmp_path / "photos")
    with wire.serve(answer) as alone:
        done = cli("edit", photos, "brighter", "--model", f"{alone.url}#m", "-o", tmp_path / "alone")
        assert done.code == 0, done.err
    with wire.serve(answer) as good_one, wire.serve([wire.error(503, "out of memory")]) as dead:
        both = f"{good_one.url}#m,{dead.url}#m"
        done = cli("edit", photos, "brighter", "--model", both, "-o", tmp_path / "both")
        assert done.code == 0, done.err
        assert dead.requests and len(good_one.requests) == 10
        assert f"{dead.url}#m: HTTP 503: out of memory" in done.err and "took over" in done.err
        assert "error:" not in done.err
        asked = len(good_one.requests)
        again = cli("edit", photos, "brighter", "--model", both, "-o", tmp_path / "both")
        assert again.code == 0 and "5 done before" in again.out and len(good_one.requests) == asked
    made = results(tmp_path / "both")
    assert made == results(tmp_path / "alone") and len(made) == 10


def test_a_batch_side_by_side_keeps_order_and_goes_on(cli: Cli, tmp_path: Path) -> None:
    photos = several(tmp_path / "photos")
    (photos / "2.png").write_bytes(b"no photo")
    one = cli("edit", photos, "brighter", "-o", tmp_path / "one")
    many = cli("edit", photos, "brighter", "-o", tmp_path / "many", "--workers", "3")
    assert one.code == many.code == 1 and results(tmp_path / "one") == results(tmp_path / "many")
    listed = [line.split(" -> ")[0] for line in many.out.splitlines() if " -> " in line]
    assert listed == [str(photos / f"{i}.png") for i in (0, 1, 3, 4)]
    (tmp_path / "many/3.edited.jpg").unlink()
    again = json.loads(cli("edit", photos, "brighter", "-o", tmp_path / "many", "--workers", "3", "--json").out)
    assert [Path(r["photo"]).name for r in again["results"]] == ["3.png"] and len(again["skipped"]) == 3
    assert results(tmp_path / "one") == results(tmp_path / "many")


def test_ray_gives_the_same_bytes(cli: Cli, tmp_path: Path, cluster: None) -> None:
    photos = several(tmp_path / "photos")
    (photos / "2.png").write_bytes(b"no photo")
    one = cli("edit", photos, "brighter", "-o", tmp_path / "one")
    many = cli("edit", photos, "brighter", "-o", tmp_path / "many", "--ray", "--workers", "1")
    assert one.code == many.code == 1 and "2.png" in many.err, many.err
    assert results(tmp_path / "one") == results(tmp_path / "many")
