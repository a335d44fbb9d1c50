"""Training of the learnt reader: one network in torch and in NumPy, variety that asks for the same, the command."""

import json
import random
import shutil

import numpy as np
import pytest
import torch
import typer
from typer.testing import CliRunner

from jarvisevo.rules.language.learnt import FILE, Reader
from jarvisevo.rules.language.learnt.clauses import TOKENS, clauses, parse, steps
from jarvisevo.rules.language.learnt.network import Network
from jarvisevo.rules.language.learnt.pieces import Pieces, split
from jarvisevo.rules.language.learnt.weights import load
from training import reader, reader_network, reader_sentences

APP = typer.Typer()
APP.command()(reader.main)
TEXTS = {
    "make the sky bluer": "color:blue more @ sky",
    "the dog's ears, too dark. keep the lawn": "brightness + @ dog ; keep @ lawn",
    "warmer": "warmth +",
}


def sentence(text: str) -> reader_network.Sentence:
    words = split(text)
    return words, tuple(steps(parse(TEXTS[text]), words))


def test_torch_and_numpy_compute_the_same():
    weights, scores = load(FILE)
    pieces = Pieces(scores)
    tensors = {name: torch.from_numpy(values) for name, values in weights.items()}
    assert {name: values.shape for name, values in reader_network.fresh(len(scores)).items()} == {
        name: values.shape for name, values in tensors.items()
    }
    sentences = [sentence(text) for text in TEXTS]
    logits = reader_network.logits(tensors, reader_network.batch_of(sentences, pieces)).numpy()
    network = Network(weights)
    for row, (words, said) in zip(logits, sentences, strict=True):
        states, heads = network.encode(*pieces.of(words))
        found = network.next(states, heads, [(0, False), *said[:-1]])
        assert np.allclose(found, row[len(said) - 1, : len(TOKENS) + len(words)], atol=1e-3)


def test_variety_asks_for_the_same():
    sentences = [sentence(text) for text in TEXTS]
    variety, rng = reader_sentences.Variety(sentences), random.Random(0)
    asked = {(c.kind, c.what, c.direction) for text in TEXTS for c in parse(TEXTS[text])}
    places, joined = set(), 0
    for _ in range(300):
        words, said = variety(sentences[0], rng)
        first, *others = clauses(said[:-1], words)
        assert (first.kind, first.what, first.direction) == ("want", "color:blue", "more")
        assert all((c.kind, c.what, c.direction) in asked for c in others)
        places.add(first.place)
        joined += bool(others)
    assert {"sky", "dog", "lawn"} <= places
    assert 20 < joined < 120


def test_both_ends_of_a_place_of_one_word_move_to_those_of_a_longer_one():
    two = (("▁a", "▁b"), ((5, False), (0, True), (1, True), (1, False)))
    variety, rng = reader_sentences.Variety([two]), random.Random(1)
    words, said = ("▁brighten", "▁sky", "▁now"), ((5, False), (1, True), (1, True), (1, False))
    found = {variety._elsewhere(words, said, rng) for _ in range(50)}
    assert found == {(words, said), (("▁brighten", "▁a", "▁b", "▁now"), ((5, False), (1, True), (2, True), (1, False)))}


def test_an_epoch_holds_every_sentence_once_and_is_the_same_again():
    sentences = [sentence(text) for text in TEXTS] * 5
    epoch = reader_sentences.Epoch(sentences, Pieces(load(FILE)[1]), (), 4)
    epoch.begin("0 1")
    first, batches = [epoch[i] for i in range(len(epoch))], epoch._batches
    assert sorted(i for batch in batches for i in batch) == list(range(15))
    assert [len(batch.pieces) for batch in first] == [len(batch) for batch in batches]
    epoch.begin("0 1")
    assert all(torch.equal(a.wanted, epoch[i].wanted) for i, a in enumerate(first))
    epoch.begin("0 2")
    assert epoch._batches != batches


@pytest.fixture
def folder(tmp_path):
    rows = [f"{text}\t{outline}" for text, outline in TEXTS.items()]
    (tmp_path / "some.tsv").write_text("\n".join(rows * 8) + "\n", encoding="utf-8")
    (tmp_path / "held_out_some.tsv").write_text(rows[0] + "\n", encoding="utf-8")
    return tmp_path


def test_the_command_goes_on_from_weights_and_writes_a_reader(folder):
    shutil.copyfile(FILE, folder / "start.npz")
    out = folder / "out.npz"
    options = [
        "--start",
        str(folder / "start.npz"),
        "-o",
        str(out),
        "--epochs",
        "1",
        "--rates",
        "1e-6",
        "1e-6",
        "--workers",
        "1",
    ]
    result = CliRunner().invoke(APP, [str(folder), *options])
    assert result.exit_code == 0, result.output
    assert "24 sentences, 1 held out" in result.output
    assert "epoch 1/1" in result.output
    assert Reader(out).outline("make the sky bluer").clauses == parse("color:blue more @ sky")


def test_every_piece_of_the_package_keeps_its_embedding(tmp_path, monkeypatch):
    rows = [["<unk>", 0], ["a", -1], ["b", -2], ["a", -3], ["c", -4]]
    (tmp_path / "vocab.json").write_text(json.dumps(rows), encoding="utf-8")
    embeddings = np.repeat(np.arange(7, dtype=np.float32)[:, None], reader_network.EMBEDDED, 1)
    monkeypatch.setattr(reader, "encoder_of", lambda folder: {"emb.weight": embeddings})
    weights, scores = reader.begin(tmp_path, ["▁红", "word"])
    assert list(scores.items())[:4] == [("<unk>", 0), ("a", -1), ("b", -2), ("c", -4)]
    assert len(weights["emb.weight"]) == len(scores)
    assert weights["emb.weight"][:4, 0].tolist() == [0, 1, 2, 4]


def test_a_line_without_an_outline_is_named(folder):
    (folder / "wrong.tsv").write_text("make it warmer\twarmth up\n", encoding="utf-8")
    result = CliRunner().invoke(APP, [str(folder), "--start", str(FILE), "-o", str(folder / "o.npz")])
    assert result.exit_code == 1
    assert "wrong.tsv:1" in result.output
    assert not (folder / "o.npz").exists()
