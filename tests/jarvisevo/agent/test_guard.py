"""The guard: the untouched photo beside the result."""

from pathlib import Path

import pytest

from editor_ops.io.decode import load
from editor_ops.settings import Settings
from jarvisevo.agent.guard import WHY, warning
from jarvisevo.agent.loop import run
from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Options, Session
from jarvisevo.protocol.turns import EditTurn
from jarvisevo.record import trajectory_json
from jarvisevo.record.trajectory import Evaluation, Trajectory

PHOTO = Path(__file__).resolve().parents[3] / "examples" / "landscape.jpg"


class Fixed:
    """Always the same settings, and always content with them."""

    name = "fixed"

    def __init__(self, values: dict[str, float]) -> None:
        self.settings = Settings.parse(values)

    def propose(self, session: Session) -> Reply:
        return Reply(EditTurn("Done.", self.settings.to_dict(), self.settings, state="finished"))

    def evaluate(self, session: Session) -> Reply:
        return Reply(Evaluation(5.0))

    def reflect(self, session: Session) -> Reply:
        raise AssertionError("a score of 5 asks for no reflection")


def record(values: dict[str, float], options: Options | None = None) -> Trajectory:
    return run(load(PHOTO).resized(256), "make it brighter", Fixed(values), options).trajectory


def test_a_result_worse_than_the_photo_says_so_though_its_editor_is_content() -> None:
    made = record({"Exposure2012": -1.0})
    guard = made.meta["guard"]
    assert guard["below"] and guard["result"] < guard["original"] and guard["judge"] == "analytic"
    assert [note for note in made.meta["notes"] if note.startswith("warning: the untouched photo scores higher")]


def test_a_right_edit_is_handed_out_without_a_word() -> None:
    made = record({"Exposure2012": 0.5})
    assert made.meta["guard"]["result"] > made.meta["guard"]["original"] and not made.meta["guard"]["below"]
    assert not [note for note in made.meta["notes"] if "untouched" in note]


@pytest.mark.parametrize("values", [{"Exposure2012": -1.0}, {}])
def test_it_can_be_left_out(values: dict[str, float]) -> None:
    assert "guard" not in record(values, Options(guard=False)).meta


def test_a_warning_quotes_whole_sentences_in_the_language_of_the_request() -> None:
    found = {"below": True, "original": 4.0, "result": 3.0, "why": "“亮一点”：方向相反。" * 60}
    said = warning(found, zh=True)
    assert said.startswith("按测量，原片的评分（4.00）高于这次修图（3.00）：“亮一点”") and said.endswith("方向相反。")
    assert len(said) < WHY + 60 and warning(found, reasons=False).endswith("by measurement")


def test_the_record_keeps_it() -> None:
    made = record({"Exposure2012": -1.0})
    assert trajectory_json.loads(trajectory_json.dumps(made)).meta["guard"] == made.meta["guard"]
