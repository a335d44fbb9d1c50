"""Records as samples: which tokens carry loss, and that no image is lost."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from jarvisevo.protocol.turns import evaluation_turn
from jarvisevo.qwen.folder import load_processor
from training import data as dataset
from training.config import StageConfig, TrainDataConfig
from training.images import ImageCache, ImageRef, PhotoCache, fitted, patchify, unpatchify

Settings = Callable[..., StageConfig]


@pytest.fixture(scope="module")
def processor(micro: Path) -> Any:
    return load_processor(micro, marks=True)


@pytest.fixture
def encoder(processor: Any) -> dataset.Encoder:
    return dataset.Encoder(processor, ImageCache(processor.image_processor))


def samples(data: Path, encoder: dataset.Encoder, **keys: Any) -> dict[str, dataset.TokenSample]:
    config = TrainDataConfig(folders=(data,), **keys)
    return {s.id: s for s in dataset.build(dataset.entries(config), encoder, config).samples}


def learnt(sample: dataset.TokenSample, processor: Any) -> str:
    return processor.tokenizer.decode(sample.ids[sample.loss])


def test_loss_is_on_what_the_assistant_says_and_only_there(
    data: Path, encoder: dataset.Encoder, processor: Any
) -> None:
    made = samples(data, encoder)
    edit = (
        '<state>finished</state>\n<think>I will do it.</think>\n<tool_call>{"Exposure2012": 0.5}</tool_call><|im_end|>'
    )
    assert learnt(made["e0"], processor) == edit
    assert learnt(made["v0"], processor) == evaluation_turn("It fails.", 1.5) + "<|im_end|>"
    fix = '<think>I was too timid.</think>\n<tool_call>{"Contrast2012": 5}</tool_call><|im_end|>'
    assert learnt(made["r0"], processor) == fix  # what had to be corrected is not learnt
    assert learnt(samples(data, encoder, learn=("reflect",))["r0"], processor) == fix


def test_judgements_in_edits_are_learnt_only_when_asked_for(
    data: Path, encoder: dataset.Encoder, processor: Any
) -> None:
    made = samples(data, encoder, learn=("edit", "reflect", "evaluate"))
    assert "Too weak." in learnt(made["r0"], processor) and "Too weak." not in learnt(
        samples(data, encoder)["r0"], processor
    )


def test_user_turns_and_images_carry_no_loss(data: Path, encoder: dataset.Encoder, processor: Any) -> None:
    for sample in samples(data, encoder, learn=("edit", "reflect", "evaluate")).values():
        assert not sample.loss[sample.ids == processor.image_token_id].any()
        outside = np.ones(len(sample), bool)
        for span in sample.spans:
            outside[span.start : span.stop] = False
        assert "Instruction:" in processor.tokenizer.decode(sample.ids[outside])
        assert not sample.loss[outside].any()


def test_images_stand_at_their_own_turns(data: Path, encoder: dataset.Encoder, processor: Any) -> None:
    sample = samples(data, encoder)["r0"]
    assert [ref.path.name for ref in sample.images] == ["0.png", "0_done.png"]
    text = processor.tokenizer.decode(sample.ids)
    assert (
        text.index("<|image_pad|>")
        < text.index("Instruction")
        < text.rindex("<|image_pad|>")
        < text.index("Please evaluate")
    )


def test_a_batch_has_every_picture(data: Path, encoder: dataset.Encoder, processor: Any) -> None:
    made = tuple(samples(data, encoder).values())
    batch = dataset.Collator(made, processor, encoder.cache)([{"sample": i} for i in range(len(made))])
    tokens = int((batch["input_ids"] == processor.image_token_id).sum())
    assert tokens == int(batch["image_grid_thw"].prod(-1).sum()) // 4 == int(batch["mm_token_type_ids"].sum())
    assert (batch["labels"][batch["attention_mask"] == 0] == dataset.IGNORED).all()


def test_a_lost_image_stops_the_batch(data: Path, encoder: dataset.Encoder, processor: Any) -> None:
    sample = samples(data, encoder)["v0"]
    short = replace(sample, images=sample.images[:1])
    with pytest.raises(dataset.TrainingDataError, match="8 image tokens for 4 features of 1 images"):
        dataset.Collator([short], processor, encoder.cache)([{"sample": 0}])


def test_a_missing_image_is_named(data: Path, processor: Any) -> None:
    with pytest.raises(FileNotFoundError, match=r"none.png: the image is missing"):
        ImageCache(processor.image_processor).tokens(ImageRef(data / "none.png"))


def test_images_are_rendered_where_none_are_named(data: Path, encoder: dataset.Encoder) -> None:
    config = TrainDataConfig(folders=(data,))
    entry = dataset.entries(config)[0]
    bare = dataset.StoredRecord(entry.folder, replace(entry.record, meta={}))
    first, then = (dataset.image_refs(e) for e in (entry, bare))
    for one, two in zip(first, then, strict=True):
        assert np.array_equal(encoder.cache.get(one), encoder.cache.get(two))


@pytest.mark.parametrize("size", [(48, 48), (100, 30), (20, 64), (333, 500)])
def test_patches_are_those_of_the_image_processor(processor: Any, size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (*size, 3), dtype=np.uint8)
    images = processor.image_processor
    patches, grid = patchify(images, fitted(images, pixels))
    theirs = images(pixels.transpose(2, 0, 1), return_tensors="np", input_data_format="channels_first")
    assert grid == tuple(theirs["image_grid_thw"][0])
    assert np.abs(patches - theirs["pixel_values"]).max() < 1e-6
    assert np.array_equal(unpatchify(images, patches, grid), fitted(images, pixels))


def test_too_long_records_are_counted_and_none_left_is_an_error(data: Path, encoder: dataset.Encoder) -> None:
    config = TrainDataConfig(folders=(data,), max_length=90)
    made = dataset.build(dataset.entries(config), encoder, config)
    assert sum(made.left_out.values()) + len(made.samples) == 13 and made.left_out
    short = config.model_copy(update={"max_length": 20})
    with pytest.raises(dataset.TrainingDataError, match="longer than 20 tokens"):
        dataset.build(dataset.entries(short), encoder, short)


def test_a_folder_without_records(tmp_path: Path) -> None:
    with pytest.raises(dataset.TrainingDataError, match="no records of kind edit or eval"):
        dataset.entries(TrainDataConfig(folders=(tmp_path,)))
    with pytest.raises(dataset.TrainingDataError, match="no such data set"):
        dataset.entries(TrainDataConfig(folders=(tmp_path / "none",)))


def test_a_build_in_place_of_its_set_is_answered_with_its_sets(data: Path, tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "train").symlink_to(data)
    for kinds in (("question",), ("edit", "question")):
        config = TrainDataConfig(folders=(tmp_path / "build",), kinds=kinds)
        with pytest.raises(dataset.TrainingDataError, match=r"name one of its sets: .*build/train$"):
            dataset.asked(config)
    (tmp_path / "empty").mkdir()
    with pytest.raises(dataset.TrainingDataError, match=r"build it with evaluation\.compare"):
        dataset.asked(TrainDataConfig(folders=(tmp_path / "empty",), kinds=("question",)))


def test_an_epoch_is_a_permutation_grouped_by_length() -> None:
    lengths = np.random.default_rng(1).integers(10, 300, 205)
    order = list(dataset.length_grouped(lengths, 8, seed=3, epoch=2))
    assert sorted(order) == list(range(205))
    assert order == list(dataset.length_grouped(lengths, 8, seed=3, epoch=2))
    assert order != list(dataset.length_grouped(lengths, 8, seed=3, epoch=1))
    waste = [np.ptp(lengths[order[i : i + 8]]) for i in range(0, 200, 8)]
    assert np.mean(waste) < 20


def test_an_epoch_has_the_shares_that_were_asked_for_and_goes_through_every_kind() -> None:
    kinds = ["edit"] * 80 + ["eval"] * 15 + ["read"] * 5
    assert dataset.mixture(kinds, None, 0, 0).tolist() == list(range(100))
    epochs = [dataset.mixture(kinds, {"edit": 2, "eval": 1, "question": 1}, 0, n) for n in range(8)]
    for taken in epochs:
        assert np.array(kinds)[taken].tolist() == ["edit"] * 50 + ["eval"] * 25 + ["read"] * 25
    assert sorted(np.concatenate(epochs)[np.concatenate(epochs) < 80].tolist()) == sorted([*range(80)] * 5)
    assert len(set(epochs[0][:50])) == 50 and set(epochs[0][75:]) == set(range(95, 100))
    with pytest.raises(dataset.TrainingDataError, match="no question"):
        dataset.mixture(kinds[:90], {"edit": 1, "question": 1}, 0, 0)
    order = list(dataset.length_grouped(range(100), 8, seed=0, epoch=3, taken=epochs[3]))
    assert sorted(order) == sorted(epochs[3].tolist())


def test_an_edit_is_also_learnt_in_its_paraphrases(data: Path, encoder: dataset.Encoder, processor: Any) -> None:
    (record,) = [e.record for e in dataset.entries(TrainDataConfig(folders=(data,))) if e.record.id == "e1"]
    plain, other = dataset.wordings(replace(record, meta={**record.meta, "paraphrases": ["Lift it up"]}))
    config = TrainDataConfig(folders=(data,), learn=("edit",))
    made = [encoder.sample(dataset.conversation(dataset.StoredRecord(data, each), config)) for each in (plain, other)]
    assert plain.id == "e1" != other.id
    texts = [processor.tokenizer.decode(sample.ids) for sample in made]
    assert texts[1] == texts[0].replace(record.instruction, "Lift it up") != texts[0]


def test_edits_whose_words_say_too_little_are_left_out(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = TrainDataConfig(folders=(data,))
    every = [e.record for e in dataset.entries(config)]
    left = {"e0": 1.0, "e1": 3.2}  # of a change of 4; of the others nothing is known
    marked = [replace(r, meta={**r.meta, "change": 4.0, "teacher_left": left.get(r.id)}) for r in every]
    monkeypatch.setattr(dataset, "read", lambda _folder, kind: [r for r in marked if r.kind == kind])
    kept = [e.record for e in dataset.entries(config.model_copy(update={"unsaid": 0.8}))]
    assert {r.id for r in kept if r.kind == "edit"} == {"e0", "e1"}
    assert [r for r in kept if r.kind == "eval"] == [r for r in marked if r.kind == "eval"] != []
    assert len(dataset.entries(config)) == len(every)
    with pytest.raises(dataset.TrainingDataError, match="no records of kind edit"):
        dataset.entries(config.model_copy(update={"unsaid": 0.2, "kinds": ("edit",)}))


def test_the_teachers_attempt_is_imitated_and_records_without_one_are_counted(
    data: Path, encoder: dataset.Encoder, processor: Any
) -> None:
    config = TrainDataConfig(folders=(data,), kinds=("edit",), imitate="teacher")
    made = dataset.build(dataset.entries(config), encoder, config)
    assert (
        made.left_out == {"without a teacher's attempt": 3} and len(made.samples) == 4
    )  # and the one with a correction
    texts = [processor.tokenizer.decode(s.ids[s.loss]) for s in made.samples]
    assert sum('{"Exposure2012": 0.25}' in text for text in texts) == 3
    targets = dataset.build(dataset.entries(config), encoder, config.model_copy(update={"imitate": "target"}))
    assert len(targets.samples) == 7
    assert not any('{"Exposure2012": 0.25}' in processor.tokenizer.decode(s.ids) for s in targets.samples)


def test_the_teachers_thought_is_learnt_and_can_be_cut_to_its_first_sentences(
    data: Path, encoder: dataset.Encoder, processor: Any
) -> None:
    config = TrainDataConfig(folders=(data,), kinds=("edit",), imitate="teacher", thought_words=4)
    entries = dataset.entries(config)
    said = "It is dark. So I will make it brighter."
    for entry in entries:
        entry.record.meta["teacher_thought"] = said  # type: ignore[index]
    for words, thought in ((None, said), (4, "It is dark."), (1, "It is dark."), (40, said)):
        made = dataset.build(entries, encoder, config.model_copy(update={"thought_words": words}))
        texts = [processor.tokenizer.decode(s.ids[s.loss]) for s in made.samples]
        assert sum(f"<think>{thought}</think>" in text for text in texts) == 3
    assert dataset.first_sentences("现状是：偏暗。我会提亮。", 5) == "现状是：偏暗。"
    assert (
        dataset.first_sentences("At 1.5 it is fine. Good", 5) == "At 1.5 it is fine."
        and dataset.first_sentences("", 3) == ""
    )


def test_questions_about_images_are_samples_with_loss_on_the_answer(
    data: Path, encoder: dataset.Encoder, processor: Any
) -> None:
    config = TrainDataConfig(folders=(data,), kinds=("eval", "question"))
    made = dataset.build(dataset.entries(config), encoder, config)
    assert [s.kind for s in made.samples].count("eval") == 6
    perceive, compare = (next(s for s in made.samples if s.kind == kind) for kind in ("perceive", "compare"))
    assert processor.tokenizer.decode(perceive.ids[perceive.loss]) == "It got brighter.<|im_end|>"
    assert [ref.path.name for ref in compare.images] == ["1.png", "1_done.png", "1.png"]
    text = processor.tokenizer.decode(compare.ids)
    assert text.index("Which is nearer") < text.index("The first.") and "tool_call" not in text
    batch = dataset.Collator(made.samples, processor, encoder.cache)([{"sample": i} for i in range(len(made.samples))])
    assert len(batch["image_grid_thw"]) == sum(len(s.images) for s in made.samples)
    assert {"Which is nearer to: more contrast?", "It got brighter."} <= set(dataset.texts(config, []))
    with pytest.raises(dataset.TrainingDataError, match="no questions in it"):
        dataset.asked(TrainDataConfig(folders=(data / "images",), kinds=("question",)))


def test_photos_of_the_sandbox_are_held_by_number(tmp_path: Path) -> None:
    """The regions found in a photo weigh far more than its pixels, so bytes of pixels are no limit."""
    paths = [tmp_path / f"{name}.png" for name in range(4)]
    for path in paths:
        cv2.imwrite(str(path), np.full((8, 12, 3), 90, np.uint8))
    cache = PhotoCache(8, most=2)
    first, second = cache.get(paths[0]), cache.get(paths[1])
    assert cache.get(paths[0]) is first and first.pixels.shape[1] == 8
    cache.get(paths[2])
    assert cache.get(paths[0]) is first and cache.get(paths[1]) is not second
