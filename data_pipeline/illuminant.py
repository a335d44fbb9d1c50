"""Learn the light of a photo: `python -m data_pipeline.illuminant PHOTOS -o illuminant.npz` (`make illuminant`).

PHOTOS is a folder with a MANIFEST.csv: what it marks as redistributable is taken to be balanced rightly, except where
its tags say otherwise, and casts are laid over it. A fifth of the photos is never learnt and measured; without -o
nothing is learnt, and the shipped weights are measured on it. The network: jarvisevo/rules/illuminant.py.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from data_pipeline.sources import Source, items
from editor_ops import color
from editor_ops.measure import srgb_codes
from editor_ops.ops.white_balance import TINT_SCALE, planck_xy
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.rules.auto import white_balance
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.illuminant import LUMA, SIDE, STEPS, Weights, expected, histograms, of_light, shipped

BALANCED = 1e6 / 6500
"""Mireds of the light that an sRGB photo is balanced for."""
SPREAD, TINTS = 65.0, 16.0
"""Standard deviations of the casts: mireds, and tints of the sandbox."""
RANGES = (-100.0, 150.0), (-45.0, 45.0)
WITHOUT = 0.35
"""Share of the samples with no cast: a sunset is none."""
MOST = 1.3
"""Natural logarithm that a cast moves log G/R and log G/B at most."""
SOFT = 0.06
"""Standard deviation, in the same, of what is called the right light."""
WRONG = "wrong white balance"
"""The tag of a photo that is not balanced."""
PIXELS = 25_000
"""Size at which photos are learnt from."""
HELD_OUT = 5
"""Every fifth photo, by the checksum of its name."""


def photos(folder: Path) -> Iterator[tuple[str, np.ndarray]]:
    """(name, sRGB codes (h, w, 3) uint8) of the photos that may be learnt from."""
    for item in items(Source(folder=folder), Path()):
        if WRONG not in item.tags:
            yield item.id, srgb_codes(item.load(), PIXELS)


def held_out(name: str) -> bool:
    """Whether a photo is only measured."""
    return zlib.crc32(name.encode()) % HELD_OUT == 0


def gains(mireds: float, tint: float) -> np.ndarray:
    """What a light, so many mireds warmer and so much more magenta, does to the linear channels, (3,)."""
    to_rgb = np.linalg.inv(color.to_xyz("srgb"))
    there, here = (
        to_rgb @ np.array(color.xy_to_xyz(planck_xy(BALANCED + m, -t / TINT_SCALE)))
        for m, t in ((mireds, tint), (0, 0))
    )
    return np.clip(there / here, 0.05, 20)


def drawn(rng: np.random.Generator) -> np.ndarray:
    """The gains of a cast; of none for WITHOUT of them."""
    if rng.random() < WITHOUT:
        return np.ones(3)
    while True:
        mireds, tint = (float(np.clip(rng.normal(0, s), *r)) for s, r in zip((SPREAD, TINTS), RANGES, strict=True))
        found = gains(mireds, tint)
        if max(map(abs, moved(found))) < MOST:
            return found


def moved(cast: np.ndarray) -> tuple[float, float]:
    """(log G/R, log G/B) of grey under gains."""
    return float(np.log(cast[1] / cast[0])), float(np.log(cast[1] / cast[2]))


def lit(codes: np.ndarray, cast: np.ndarray, exposure: float = 1.0) -> np.ndarray:
    """An sRGB photo under another light of the same luminance, uint8 in and out."""
    linear = color.srgb_decode(codes / 255.0) * (exposure * cast / float(LUMA @ cast))
    return np.rint(color.srgb_encode(linear.clip(0, 1)) * 255).astype(np.uint8)


def laid_over(codes: np.ndarray, cast: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A part of a photo under another light and exposure."""
    height, width = codes.shape[:2]
    part = rng.uniform(0.6, 1)
    rows, columns = int(height * part), int(width * part)
    top, left = rng.integers(0, height - rows + 1), rng.integers(0, width - columns + 1)
    return lit(codes[top : top + rows, left : left + columns], cast, float(np.exp(rng.uniform(-0.5, 0.2))))


def fit(found: np.ndarray, lights: np.ndarray, steps: int, smooth: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Filters and prior by histograms (n, 3, SIDE, SIDE) and their lights (n, 2): cross entropy, smoothed, Adam."""
    import torch

    torch.manual_seed(seed)
    filters, prior = torch.zeros(found.shape[1:], requires_grad=True), torch.zeros(SIDE, SIDE, requires_grad=True)
    optimizer = torch.optim.Adam([filters, prior], lr=0.03)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, 0.003)
    samples, targets, bins = torch.from_numpy(found), torch.from_numpy(lights), torch.from_numpy(STEPS)
    for step in range(steps):
        picked = torch.randint(0, len(samples), (256,))
        spectrum = torch.fft.rfft2(samples[picked]) * torch.fft.rfft2(filters).conj()
        score = torch.fft.irfft2(spectrum.sum(1), s=(SIDE, SIDE)) + prior
        apart = [(bins - targets[picked, i, None]) ** 2 for i in (0, 1)]
        right = torch.softmax((-(apart[0][:, :, None] + apart[1][:, None, :]) / (2 * SOFT**2)).flatten(1), 1)
        wrong = -(right * torch.log_softmax(score.flatten(1), 1)).sum(1).mean()
        rough = sum(((w - w.roll(1, d)) ** 2).sum() for w in (filters, prior) for d in (-1, -2))
        loss = wrong + smooth * rough + 1e-5 * (filters**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if (step + 1) % 300 == 0:
            print(f"step {step + 1}/{steps} cross entropy {wrong.item():.3f}", flush=True)
        schedule.step()
    return filters.detach().numpy(), prior.detach().numpy()


def main(
    folder: Path,
    output: Annotated[
        Path | None, typer.Option("-o", help="Where the weights go; without it nothing is learnt")
    ] = None,
    casts: Annotated[int, typer.Option(help="Samples of each photo")] = 40,
    steps: int = 900,
    smooth: Annotated[float, typer.Option(help="Weight of the differences of neighbouring bins")] = 1e-3,
    seed: int = 0,
) -> None:
    """Train the network and measure it on photos that it has not seen."""
    rng = np.random.default_rng(seed)
    try:
        known = dict(photos(folder))
    except OSError as error:
        typer.echo(f"data_pipeline.illuminant: error: {error}", err=True)
        raise typer.Exit(1) from None
    learnt = [name for name in known if not held_out(name)]
    if not learnt:
        typer.echo(f"data_pipeline.illuminant: error: {folder}: no photo is marked as redistributable", err=True)
        raise typer.Exit(1)
    print(f"{len(learnt)} photos to learn from, {len(known) - len(learnt)} held out", flush=True)
    weights = shipped()
    if output:
        given = [(name, drawn(rng)) for name in learnt for _ in range(casts)]
        found = np.stack([histograms(laid_over(known[name], cast, rng)) for name, cast in given])
        lights = np.array([moved(cast) for _, cast in given], np.float32)
        weights = fit(found, lights, steps, smooth, seed)
        filters, prior = (w.astype(np.float16) for w in weights)
        np.savez_compressed(output, filters=filters, prior=prior)
    unseen = {name: codes for name, codes in known.items() if held_out(name)}
    measure(unseen, weights, np.random.default_rng(1))
    if not output:
        corrected(unseen, np.random.default_rng(3))


def measure(known: dict[str, np.ndarray], weights: Weights, rng: np.random.Generator) -> None:
    """Print how far the expected light is from the true one, in a*b* of a mid-grey."""
    apart: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for codes in known.values():
        for _ in range(8):
            given = drawn(rng)
            true = np.array(of_light(*moved(given)))
            seen = np.array(of_light(*expected(histograms(laid_over(codes, given, rng)), weights)))
            apart[bool((given != 1).any())].append((float(np.hypot(*(seen - true))), float(np.hypot(*true))))
    for there, rows in apart.items():
        left, first = np.array(rows).T
        name = f"a cast of {first.mean():.1f}" if there else "no cast"
        print(f"{name}: {left.mean():.1f} off, median {np.median(left):.1f} (a*b* of grey, {len(rows)} samples)")


def corrected(known: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    """Print the ΔE2000 to the photos before and after the white balance of the rules, with a cast and without one."""
    rows: dict[str, list[tuple[float, float]]] = {"a cast": [], "no cast": []}
    for codes in known.values():
        given = np.ones(3)
        while (given == 1).all():
            given = drawn(rng)
        for name, cast in (("a cast", given), ("no cast", np.ones(3))):
            before = lit(codes, cast)
            desk = Desk(Photo.from_array(before))
            white_balance(desk, 1.0)
            after = np.asarray(render(desk.photo, desk.settings()).eight_bit())
            rows[name].append((color.mean_delta_e(before, codes), color.mean_delta_e(after, codes)))
    for name, found in rows.items():
        before, after = np.array(found).T
        half = 1.96 * after.std(ddof=1) / len(after) ** 0.5  # one value of each photo
        print(
            f"white balance, {name}: ΔE2000 {before.mean():.2f} -> {after.mean():.2f} ± {half:.2f} (95 %, "
            f"{len(found)} photos), nearer in {np.mean(after < before):.0%}"
        )


if __name__ == "__main__":
    typer.run(main)
