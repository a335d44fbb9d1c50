"""Held-out figures: which records, how sure a mean is, whether scores order a model's own samples."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Trajectory
from jarvisevo.scoring.correlation import spearman
from training.data import StoredRecord
from training.statistics import apart, interval, new_in, ordering, photo_of, rank_interval, stratified


def stored(number: int, photo: str, made: str = "expert", words: str = "brighter") -> StoredRecord:
    trajectory = Trajectory("a.png", words)
    return StoredRecord(
        Path(),
        Record(
            f"r{number}", "edit", f"{number}.png", "b.png", words, "en", trajectory, made=made, meta={"photo": photo}
        ),
    )


RECORDS = [stored(i, f"p{i // 40}", "preset" if i % 40 < 30 else "expert") for i in range(400)]


@pytest.mark.parametrize("limit", [1, 7, 10, 25, 100, 399])
def test_a_sample_has_as_many_records_of_every_photo_and_of_a_photo_of_every_kind(limit: int) -> None:
    chosen = stratified(RECORDS, limit)
    assert len(chosen) == limit == len({e.record.id for e in chosen})
    photos = Counter(photo_of(e) for e in chosen)
    assert max(photos.values()) - (min(photos.values()) if limit >= 10 else 0) <= 1
    if limit == 100:
        assert {n for _, n in Counter((photo_of(e), e.record.made) for e in chosen).items()} == {5}
    order = [RECORDS.index(e) for e in chosen]
    assert order == sorted(order) and chosen == stratified(RECORDS, limit)


def test_a_sample_is_not_what_stands_first_in_the_file() -> None:
    first = [e.record.id for e in stratified(RECORDS, 10)]
    assert first != [f"r{40 * i}" for i in range(10)]
    assert stratified(RECORDS, None) == stratified(RECORDS, 400) == RECORDS


def test_the_interval_is_that_of_photos_not_of_records() -> None:
    random = np.random.default_rng(0)
    photos = [f"p{i // 50}" for i in range(1000)]
    values = np.repeat(random.normal(5, 1, 20), 50) + random.normal(0, 0.1, 1000)
    low, high = interval(values.tolist(), photos) or (0, 0)
    by_photo = 1.96 * values.reshape(20, 50).mean(axis=1).std(ddof=1) / np.sqrt(20)
    assert (high - low) / 2 == pytest.approx(by_photo, rel=0.15) and low < values.mean() < high
    naive = interval(values.tolist(), [str(i) for i in range(1000)]) or (0, 0)
    assert (naive[1] - naive[0]) < (high - low) / 3
    assert interval([1.0, 2.0], ["p", "p"]) is None
    assert interval(values.tolist(), photos) == (low, high)


def test_the_interval_of_a_rank_correlation_is_that_of_photos() -> None:
    random = np.random.default_rng(0)
    true, photos = random.normal(size=400), [f"p{i // 20}" for i in range(400)]
    shift = np.repeat(random.normal(0, 2, 20), 20)  # each photo judged with a bias of its own
    given = true + shift
    low, high = rank_interval(given.tolist(), true.tolist(), photos) or (0, 0)
    assert low < spearman(given.tolist(), true.tolist()) < high
    assert rank_interval(true.tolist(), true.tolist(), photos) == pytest.approx((1, 1))
    assert (
        rank_interval([1.0] * 400, true.tolist(), photos) is None and rank_interval([1, 2], [1, 2], ["p"] * 2) is None
    )
    assert rank_interval(given.tolist(), true.tolist(), photos) == (low, high)


def test_pairs_in_the_right_order_in_the_wrong_one_and_ties() -> None:
    assert ordering([[(5.0, 1.0), (4.0, 2.0), (3.0, 3.0)]]) == {"pairs": 3, "ties": 0, "right": 1}
    assert ordering([[(3.0, 1.0), (4.0, 2.0)], [(5.0, 1.0), (4.0, 2.0)]]) == {"pairs": 2, "ties": 0, "right": 0.5}
    assert ordering([[(5.0, 1.0), (5.0, 2.0), (4.0, 3.0)]]) == {"pairs": 3, "ties": pytest.approx(1 / 3), "right": 1}
    assert ordering([[(5.0, 1.0), (5.0, 2.0)]]) == {"pairs": 1, "ties": 1}
    assert ordering([[(5.0, 1.0), (4.0, 1.0)], [(None, 2.0), (4.0, 1.0)], []]) == {"pairs": 0}


def test_two_systems_are_compared_record_by_record_with_an_interval_by_photo() -> None:
    theirs = [(f"r{i}", f"p{i // 4}", float(i)) for i in range(40)]
    ours = [(record, photo, value - 0.5 + 0.01 * (int(photo[1:]) % 3)) for record, photo, value in theirs[:36]]
    found = apart(ours, theirs)
    assert found["records"] == 36 and found["smaller"] == 1 and found["mean"] == pytest.approx(-0.49)
    low, high = found["interval"]  # type: ignore[misc]
    assert -0.5 <= low < found["mean"] < high <= -0.48  # type: ignore[operator]
    with pytest.raises(ValueError, match="no record"):
        apart([("x", "p", 1.0)], theirs)


def test_what_is_new_in_held_out_records_is_counted() -> None:
    train = [stored(0, "a", words="Make it  brighter"), stored(1, "b", words="darker")]
    held = [stored(2, "c", words="make it brighter"), stored(3, "a", words="warmer"), stored(4, "c", words="cooler")]
    assert new_in(held, train) == {"photos": pytest.approx(2 / 3), "instructions": pytest.approx(2 / 3)}
    unnamed = StoredRecord(Path(), replace(train[0].record, meta={}))
    assert photo_of(unnamed) == "0.png"
