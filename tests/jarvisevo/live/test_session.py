"""The session: one history for all who edit, undo, people before programs."""

import threading
from pathlib import Path

import pytest

from editor_ops.formats import read, xmp
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.parameters import SettingsError
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.live import masks
from jarvisevo.live.session import LiveSession, both
from jarvisevo.live.turns import Turned
from jarvisevo.live.views import history_rows, moved
from jarvisevo.policies.expert import ExpertAgent
from jarvisevo.record.history import history_path, read_history


def test_every_act_is_a_step_and_undo_a_place_among_them(photo: Path) -> None:
    session = LiveSession(photo)
    session.develop({"Exposure2012": 0.4, "Vibrance": 20})
    session.develop({"Vibrance": None})
    assert session.settings.to_dict() == {"Exposure2012": 0.4}
    session.undo()
    assert session.settings["Vibrance"] == 20 and session.history.now == 1
    session.redo()
    assert session.settings["Vibrance"] == 0
    session.go_to(1)
    session.develop({"Contrast2012": 5})
    assert [s["Vibrance"] for s in session.history.states] == [0, 20, 20]
    with pytest.raises(CliError, match="nothing to redo"):
        session.redo()


def test_the_sidecar_holds_the_whole_edit_and_another_session_goes_on(photo: Path) -> None:
    LiveSession(photo).develop({"Exposure2012": 0.4})
    again = LiveSession(photo)
    again.develop({"Contrast2012": 12})
    assert read(photo.with_name("photo.edited.xmp")).settings.to_dict() == {"Exposure2012": 0.4, "Contrast2012": 12}
    assert LiveSession(photo).history.now == 2 and read_history(again.output) is not None


def test_what_another_program_set_in_the_sidecar_becomes_a_step(photo: Path) -> None:
    LiveSession(photo).develop({"Exposure2012": 0.4})
    sidecar = photo.with_name("photo.edited.xmp")
    sidecar.write_text(sidecar.read_text().replace('Exposure2012="+0.40"', 'Exposure2012="+0.90"'))
    found = LiveSession(photo)
    assert found.settings["Exposure2012"] == 0.9 and found.history.turns[-1].by == "sidecar"
    assert found.undo().settings["Exposure2012"] == 0.4


def test_two_sessions_of_one_photo_lose_no_step(photo: Path) -> None:
    page, shell = LiveSession(photo), LiveSession(photo)
    told: list[int] = []
    page.listeners.append(lambda session: told.append(session.version))
    shell.develop({"IncrementalTemperature": 30})
    assert page.settings.to_dict() == {"IncrementalTemperature": 30} and told == [page.version]
    shell.develop({"Vibrance": 5})
    page.develop({"Whites2012": 10})  # read before it is written
    wanted = {"IncrementalTemperature": 30, "Vibrance": 5, "Whites2012": 10}
    assert read(photo.with_name("photo.edited.xmp")).settings.to_dict() == wanted
    assert shell.undo().now == 2 and page.history.now == 2
    page.save(stars=3)
    assert shell.redo().settings.to_dict() == wanted


def test_a_damaged_history_stops_what_would_write_over_it(photo: Path) -> None:
    session = LiveSession(photo)
    session.develop({"Vibrance": 5})
    history_path(session.output).write_text("{")
    assert session.settings["Vibrance"] == 5
    with pytest.raises(CliError, match="move it away"):
        session.develop({"Vibrance": 9})
    assert history_path(session.output).read_text() == "{"


def test_kelvin_on_a_rendered_photo_stands_on_its_slider_and_says_so(photo: Path) -> None:
    session = LiveSession(photo)
    by_kelvin = session.render(120, settings=Settings.parse({"Temperature": 4600})).pixels
    session.develop({"IncrementalTemperature": 10})
    session.develop({"Temperature": 4600, "WhiteBalance": "Shade"})
    assert session.settings.to_dict() == {"IncrementalTemperature": -29.0, "WhiteBalance": "Custom"}
    assert abs(session.render(120).pixels.astype(int) - by_kelvin).max() <= 1
    said = history_rows(session.history)[-1]
    assert said["notes"] == ["Temperature 4600 K is -29 on the slider of this photo, counted from 5000 K"]
    session.develop({"Temperature": 3000})  # the slider ends before
    assert session.settings["Temperature"] == 3000 and session.settings["IncrementalTemperature"] == 0
    assert "beyond the slider" in history_rows(session.history)[-1]["notes"][0]
    session.develop({"IncrementalTemperature": 5})
    assert "Temperature" not in session.settings
    assert history_rows(session.history)[-1]["notes"] == ["Temperature 3000 K gave way to the slider of this photo"]


def test_wrong_sliders_change_nothing(photo: Path) -> None:
    session = LiveSession(photo)
    with pytest.raises(SettingsError, match="Exposure2012"):
        session.develop({"Exposure2012": 99})
    with pytest.raises(SettingsError, match="Sparkle"):
        session.develop({"Sparkle": None})
    with pytest.raises(SettingsError, match="CropBottom: the crop is empty"):
        session.develop({"HasCrop": True, "CropTop": 0.9, "CropBottom": 0.1})
    with pytest.raises(SettingsError, match="CropAngle: the crop is empty"):
        session.settle(Settings.parse({"HasCrop": True, "CropAngle": 44}))
    assert session.history.now == 0 and not session.output.with_suffix(".xmp").exists()


def empty_crop_from_elsewhere(photo: Path) -> LiveSession:
    """A session of two steps, the second of another program: a crop that leaves nothing."""
    LiveSession(photo).develop({"HasCrop": True, "CropTop": 0.5})
    empty = Settings.parse({"HasCrop": True, "CropTop": 0.5, "CropBottom": 0.1})
    photo.with_name("photo.edited.xmp").write_text(xmp.dump(empty))
    return LiveSession(photo)


def test_undo_walks_from_a_state_that_cannot_be_rendered(photo: Path) -> None:
    session = empty_crop_from_elsewhere(photo)
    with pytest.raises(SettingsError, match="the crop is empty"):
        session.render(64)
    with pytest.raises(SettingsError, match="the crop is empty"):
        session.develop({"Contrast2012": 5})
    assert session.undo().now == 1
    session.redo()
    assert session.edit("undo", ExpertAgent()).history.now == 1 and session.render(64).width


def test_a_turn_goes_on_from_what_stands(photo: Path) -> None:
    session, editor = LiveSession(photo), ExpertAgent()
    session.edit("much warmer", editor)
    warm = session.settings["IncrementalTemperature"]
    session.edit("a bit less warm", editor)
    less = session.settings["IncrementalTemperature"]
    assert 0 < less < warm
    session.edit("a bit less", editor)
    assert 0 < session.settings["IncrementalTemperature"] < less  # still less, as the last words took back already
    session.edit("undo", editor)
    assert session.settings["IncrementalTemperature"] == less
    session.edit("start over", editor)
    assert not len(session.settings)


def test_after_an_edit_that_took_back_less_is_still_less(photo: Path) -> None:
    session, editor = LiveSession(photo), ExpertAgent()
    session.edit("much warmer", editor)
    session.edit("a bit less warm", editor)
    less = session.settings["IncrementalTemperature"]
    session.edit("再淡一点", editor)
    assert 0 < session.settings["IncrementalTemperature"] < less
    session.develop({"Contrast2012": 30})
    session.edit("a bit less", editor)  # of the contrast alone
    assert session.settings["Contrast2012"] == 21


def test_less_of_one_thing_leaves_the_tones_that_stand(photo: Path) -> None:
    session, editor = LiveSession(photo), ExpertAgent()
    stood = {"Contrast2012": 100.0, "Exposure2012": 1.2, "Highlights2012": -20.0}
    session.develop({**stood, "IncrementalTemperature": 20})
    session.edit("a bit less warm", editor)
    assert {name: session.settings[name] for name in stood} == stood
    less = session.settings["IncrementalTemperature"]
    session.edit("a bit less", editor)  # of the warmth that was taken back, not of the step that brought it
    assert {name: session.settings[name] for name in stood} == stood
    assert 0 < session.settings["IncrementalTemperature"] < less < 20


def test_said_again_it_goes_further_the_same_way(photo: Path) -> None:
    session, editor = LiveSession(photo), ExpertAgent()
    session.develop({"Exposure2012": 1.0})
    session.edit("half of that", editor)
    session.edit("half of that", editor)
    assert session.settings["Exposure2012"] == 0.25


def test_a_person_who_moves_a_slider_meanwhile_keeps_it(photo: Path) -> None:
    session, editor, inside, go = LiveSession(photo), ExpertAgent(), threading.Event(), threading.Event()

    def slow(*_: object) -> None:
        inside.set()
        go.wait(20)

    made: list[Turned] = []
    run = threading.Thread(target=lambda: made.append(session.edit("warmer, darken the sky", editor, watch=slow)))
    run.start()
    assert inside.wait(20)
    session.develop({"IncrementalTemperature": -7})
    session.change(lambda now: masks.added(now, {"region": "sky"}, "Sky", {"LocalSaturation": 0.5}))
    mine = session.settings.values[CORRECTIONS][0]
    with pytest.raises(CliError, match="under way"):
        session.edit("brighter", editor)
    go.set()
    run.join(30)
    assert session.settings["IncrementalTemperature"] == -7
    assert session.settings.values[CORRECTIONS][0] == mine
    assert [g["CorrectionName"] for g in session.settings.values[CORRECTIONS]] == ["Sky", "Sky 2"]
    assert "IncrementalTemperature" not in made[0].history.settings.diff(made[0].before)  # that was the person


def test_a_turn_that_is_stopped_makes_no_step(photo: Path) -> None:
    session, editor = LiveSession(photo), ExpertAgent()
    session.develop({"Vibrance": 5})
    with pytest.raises(CliError, match="stopped"):
        session.edit("much warmer", editor, watch=lambda *_: session.stop())
    assert session.history.now == 1 and not session.busy
    assert session.edit("much warmer", editor).history.now == 2


def test_what_a_raw_file_begins_with_is_no_move() -> None:
    begins = {"Sharpness": 40.0, "ColorNoiseReduction": 25.0}
    edited = Settings.parse({"Vibrance": 5, **begins})
    assert moved(Settings(), edited, begins) == ["Vibrance +5"]
    assert moved(edited, Settings.parse({"Vibrance": 5, **begins, "Sharpness": 60}), begins) == ["Sharpening 60"]
    assert moved(edited, Settings(), begins) == ["Vibrance +0"]


@pytest.mark.parametrize(
    ("theirs", "mine", "found"),
    [
        ({"Vibrance": 9}, {}, {"Vibrance": 9}),
        ({"Vibrance": 9}, {"Vibrance": 3}, {"Vibrance": 3}),
        ({}, {"Contrast2012": 4}, {"Contrast2012": 4}),
    ],
)
def test_both(theirs: dict[str, float], mine: dict[str, float], found: dict[str, float]) -> None:
    assert both(Settings(), Settings.parse(theirs), Settings.parse(mine)).to_dict() == found


def test_fifty_threads_lose_no_step(photo: Path) -> None:
    session = LiveSession(photo, keep=False)
    moves = [
        threading.Thread(target=session.develop, args=({f"{n}Adjustment{h}": v + 1},))
        for v, (n, h) in enumerate(
            (n, h) for n in ("Hue", "Saturation") for h in ("Red", "Orange", "Yellow", "Green", "Aqua", "Blue")
        )
    ]
    for move in moves:
        move.start()
    for move in moves:
        move.join()
    assert session.history.now == len(moves) == len(session.settings)


SHAPES = [
    {"region": "sky"},
    {"linear": [0.5, 0, 0.5, 1]},
    {"radial": [0.2, 0.2, 0.8, 0.8], "feather": 30},
    {"brush": [[0.2, 0.2], [0.3, 0.3]], "radius": 0.05},
    {"luminance": [0.4, 0.5, 1, 1]},
    {"object": [0.1, 0.5, 0.6, 0.9]},
]


@pytest.mark.parametrize("shape", SHAPES)
def test_masks_are_made_edited_inverted_and_taken_out(photo: Path, shape: dict[str, object]) -> None:
    from jarvisevo.report.overlays import weigh

    session = LiveSession(photo, keep=False)
    session.change(lambda now: masks.added(now, shape, sliders={"LocalExposure2012": 0.2}))
    weight, _ = weigh(session.photo, masks.at(session.settings, 0), session.settings, 120)
    session.change(lambda now: masks.inverted(now, 0))
    turned, _ = weigh(session.photo, masks.at(session.settings, 0), session.settings, 120)
    if weight is not None and turned is not None:
        assert abs(float((weight + turned).mean()) - 1) < 0.02
    session.change(lambda now: masks.changed(now, 0, {"LocalExposure2012": -0.5, "CorrectionName": "Mine"}))
    assert masks.at(session.settings, 0)["LocalExposure2012"] == -0.5
    session.change(lambda now: masks.removed(now, 0))
    assert not masks.groups(session.settings) and session.history.now == 4


def test_a_thing_that_words_would_find_is_a_region(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = LiveSession(photo, keep=False)
    monkeypatch.setattr("jarvisevo.rules.things.find", lambda photo, noun: [(0.1, 0.5, 0.6, 0.9)] * (noun == "dog"))
    session.change(lambda now: masks.added(now, {"region": "dog"}, photo=session.photo))
    session.change(lambda now: masks.extended(now, 0, {"region": "dog", "mode": "subtract"}, session.photo))
    assert len(masks.at(session.settings, 0)["CorrectionMasks"]) == 2
    with pytest.raises(CliError, match="region car: not found in this photo"):
        masks.added(session.settings, {"region": "car"}, photo=session.photo)


def test_inverting_a_mask_of_several_gives_all_the_rest(photo: Path) -> None:
    from jarvisevo.report.overlays import weigh

    session = LiveSession(photo, keep=False)
    session.change(lambda now: masks.added(now, {"linear": [0.5, 0, 0.5, 1]}))
    session.change(lambda now: masks.extended(now, 0, {"radial": [0.2, 0.2, 0.8, 0.8], "mode": "subtract"}))
    weight, _ = weigh(session.photo, masks.at(session.settings, 0), session.settings, 120)
    session.change(lambda now: masks.inverted(now, 0))
    turned, _ = weigh(session.photo, masks.at(session.settings, 0), session.settings, 120)
    assert weight is not None and turned is not None and abs(weight + turned - 1).max() < 0.02


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"region": "sparkle"},
        {"linear": [1, 2]},
        {"brush": []},
        {"radial": ["a", 0, 1, 1]},
        {"luminance": [1, 0, 0, 0]},
        {"linear": [0, 0, 1, 1], "mode": "xor"},
        {"linear": [0, 0, 1, 1], "radial": [0, 0, 1, 1]},
        {"brush": [[0, 0]], "radius": 9},
    ],
)
def test_a_shape_that_cannot_be_is_one_line(shape: dict[str, object]) -> None:
    with pytest.raises(CliError) as error:
        masks.added(Settings(), shape)
    assert "\n" not in str(error.value)
