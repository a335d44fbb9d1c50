"""The head of a data card: what `load_dataset` finds by it."""

import yaml

from jarvisevo.record.artedit import Record
from jarvisevo.record.columns import COLUMNS, TABLES, card_head
from jarvisevo.record.questions import Question
from jarvisevo.record.trajectory import Trajectory


def head(text: str) -> dict:
    assert text.startswith("---\n") and text.endswith("---\n")
    return yaml.safe_load(text.strip().strip("-"))


def test_every_key_of_a_record_is_a_column() -> None:
    record = Record("a", "edit", "images/a.jpg", "images/b.jpg", "warmer", "en", Trajectory("", "warmer"))
    question = Question("a", "compare", ("images/a.jpg",), "which?", "1", "en", {"nearer": 1})
    assert set(COLUMNS["edits"]) == set(COLUMNS["judgements"]) == set(record.to_dict())
    assert set(COLUMNS["questions"]) == set(question.to_dict())


def test_sets_are_splits_and_empty_ones_are_left_out() -> None:
    made = head(
        card_head({"edits": {"train": 900, "heldout": 200}, "judgements": {"train": 5, "heldout": 0}, "questions": {}})
    )
    edits, judgements = made["configs"]
    assert edits["config_name"] == "edits" and edits["default"]
    assert edits["data_files"] == [
        {"split": "train", "path": f"train/{TABLES['edits']}"},
        {"split": "heldout", "path": f"heldout/{TABLES['edits']}"},
    ]
    assert judgements["data_files"] == [{"split": "train", "path": f"train/{TABLES['judgements']}"}]
    assert [info["config_name"] for info in made["dataset_info"]] == ["edits", "judgements"]
    assert made["size_categories"] == ["1K<n<10K"]


def test_parquet_knows_its_own_columns() -> None:
    made = head(card_head({"edits": {"train": 3}}, "{config}/{split}-*.parquet", typed=False))
    assert "dataset_info" not in made and made["configs"][0]["data_files"][0]["path"] == "edits/train-*.parquet"
