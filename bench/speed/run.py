"""Speed and memory beside RawTherapee and darktable, and the aims of the project.

    python -m bench.speed.run [--repeats 3] [--megapixels 24] [--seconds 4] [--json FILE] [--markdown FILE] [--no-peers]
    python -m bench.speed.run --ops         only what each operation costs
    python -m bench.speed.run --sliders     only how long a preview takes after one slider has moved
    python -m bench.speed.run --live        only how soon the page of `jarvisevo live` shows it, and its memory

A JPEG is made by enlarging a shipped example. Every program develops it in a process of its own, in turns, so that a
busy machine slows all of them; medians are compared. What each is asked to do is listed in `bench.speed.peers`.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from bench.speed import live as speed_live
from bench.speed import peers as speed_peers
from bench.speed import sliders as speed_sliders
from bench.speed import stages as speed_stages
from bench.speed.report import Cost, SpeedAim, aims_table, markdown, report
from bench.speed.stages import StageRate
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE

ROOT = Path(__file__).resolve().parents[2]
TONE: dict[str, Any] = {  # the Basic panel without Presence
    "IncrementalTemperature": 8,
    "IncrementalTint": 4,
    "Exposure2012": 0.4,
    "Contrast2012": 15,
    "Highlights2012": -40,
    "Shadows2012": 30,
    "Whites2012": 10,
    "Blacks2012": -10,
    "Vibrance": 20,
    "Saturation": 6,
}
BASIC = TONE | {"Texture": 15, "Clarity2012": 15, "Dehaze": 10}
FULL: dict[str, Any] = BASIC | {
    "ParametricLights": 10,
    "ParametricDarks": -8,
    "ToneCurvePV2012": [[0, 0], [64, 58], [192, 200], [255, 255]],
    "HueAdjustmentOrange": -6,
    "SaturationAdjustmentBlue": 20,
    "LuminanceAdjustmentGreen": 10,
    "SplitToningShadowHue": 220,
    "SplitToningShadowSaturation": 10,
    "SplitToningHighlightHue": 45,
    "SplitToningHighlightSaturation": 10,
    "LuminanceSmoothing": 25,
    "ColorNoiseReduction": 25,
    "Sharpness": 50,
    "SharpenEdgeMasking": 20,
    "PostCropVignetteAmount": -15,
    "GrainAmount": 15,
    "RedHue": 5,
    "BlueSaturation": 10,
}
LOCAL = {
    "LocalExposure2012": 0.1,
    "LocalContrast2012": 0.15,
    "LocalHighlights2012": -0.4,
    "LocalShadows2012": 0.3,
    "LocalTemperature": 0.08,
    "LocalSaturation": 0.2,
    "LocalTexture": 0.15,
    "LocalClarity2012": 0.15,
}


def local(side: float) -> dict[str, Any]:
    """A correction with sliders of four panels inside a hard-edged box of `side` times the frame's sides."""
    low, high = 0.5 - side / 2, 0.5 + side / 2
    box = {"What": "Mask/Polygon", "Points": [[low, low], [high, low], [high, high], [low, high]]}
    return {"MaskGroupBasedCorrections": [{"CorrectionName": "box", **LOCAL, "CorrectionMasks": [box]}]}


SETTINGS = {"codec": {}, "basic": BASIC, "full": FULL}
QUARTER, ONE, FOUR = (612, 408), (1224, 816), (2448, 1632)
IN_PROCESS = {
    "1 MP tone and colour": (ONE, TONE),
    "1 MP basic": (ONE, BASIC),
    "1 MP full": (ONE, FULL),
    "768 x 512 full": ((768, 512), FULL),
    "4 MP exposure": (FOUR, {}),
    "4 MP local, quarter of it": (FOUR, local(0.5)),
    "4 MP local, all of it": (FOUR, local(1.0)),
}


LIVE_PHOTOS = 500
"""Photos that are opened one after the other on the page, whose memory is read."""
SLIDERS_FROM = 1.0
"""The sliders are measured when an in-process case runs at least this many seconds: it takes a minute."""


def make_photo(folder: Path, megapixels: float) -> Path:
    """A 3:2 JPEG of this size, always the same: an example enlarged, with grain so that it codes like a photo."""
    width = round((megapixels * 1e6 * 1.5) ** 0.5 / 16) * 16
    image = cv2.resize(speed_stages.example(), (width, width * 2 // 3), interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(1).normal(0, 3, (512, 512, 1)).astype(np.int16)
    for top in range(0, image.shape[0], 512):
        rows = image[top : top + 512]
        tiled = np.tile(noise, (1, -(-width // 512), 1))[: len(rows), :width]
        rows[...] = np.clip(rows + tiled, 0, 255)
    path = folder / "photo.jpg"
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def process(arguments: list[str], environment: dict[str, str] | None = None) -> Cost:
    """Run a program to its end; the kernel's own account of that child, its children included.

    Python may keep what it compiles, as it does where somebody installs a program.
    """
    environment = {k: v for k, v in (environment or os.environ).items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    child = Popen(arguments, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, cwd=ROOT, env=environment)
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {child.returncode}")
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def in_turns(jobs: dict[str, Callable[[], Cost]], repeats: int) -> dict[str, Cost]:
    """Medians of every job, one run of each per round; the first round of short jobs warms the disk cache."""
    runs: dict[str, list[Cost]] = defaultdict(list)
    for turn in range(repeats):
        for name, job in jobs.items():
            print(f"\r{turn + 1}/{repeats} {name:<28}", end="", file=sys.stderr, flush=True)
            runs[name].append(job())
    print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    return {
        name: Cost(*(statistics.median(column) for column in zip(*map(_row, costs), strict=True)))
        for name, costs in runs.items()
    }


def _row(cost: Cost) -> tuple[float, float, float]:
    return cost.wall, cost.cpu, cost.peak


def whole_processes(folder: Path, photo: Path, repeats: int, peers: list[str]) -> dict[str, Cost]:
    """Cost of each "tool job" on one photo, decode and encode included."""
    jobs: dict[str, Callable[[], Cost]] = {}
    for job, values in SETTINGS.items():
        settings = folder / f"{job}.json"
        settings.write_text(json.dumps(values))
        ours = [
            sys.executable,
            "-m",
            "jarvisevo",
            "render",
            str(photo),
            str(settings),
            "-o",
            str(folder / "ours.jpg"),
            "--force",
        ]
        jobs[f"jarvisevo {job}"] = partial(process, ours)
        for tool in peers:
            line = speed_peers.command(
                tool, photo, speed_peers.profile(tool, job, folder), folder / f"{tool}.jpg", folder
            )
            jobs[f"{tool} {job}"] = partial(_peer, line, folder / f"{line[0]}.jpg", folder)
    return in_turns(jobs, repeats)


def _peer(line: list[str], out: Path, folder: Path) -> Cost:
    out.unlink(missing_ok=True)  # darktable would choose another name, RawTherapee would refuse
    state = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    cost = process(line, {**os.environ, **state, "OMP_NUM_THREADS": str(os.cpu_count() or 1)})
    if not out.is_file():
        raise RuntimeError(f"{line[0]} wrote no image")
    return cost


def sized(size: tuple[int, int]) -> Photo:
    """An example at (width, height)."""
    return Photo.from_array(
        cv2.cvtColor(cv2.resize(speed_stages.example(), size, interpolation=cv2.INTER_CUBIC), cv2.COLOR_BGR2RGB)
    )


def slider_latencies() -> list[speed_sliders.Latency]:
    """Of the basic and of the full chain, at 1 and at 0.25 MP."""
    chains = {"basic": BASIC, "full": FULL}
    return [speed_sliders.measure(sized(size), name, chains[name]) for size in (ONE, QUARTER) for name in chains]


def live_rates(folder: Path, seconds: float, photos: int) -> list[StageRate]:
    """The page of `jarvisevo live` at 1 MP: latency, dragging for so many seconds, memory over so many photos."""
    chains = {"tone": TONE, "basic": BASIC, "full": FULL}
    return speed_live.measure(folder, cv2.resize(speed_stages.example(), ONE), chains, seconds, photos)


def renders_per_second(size: tuple[int, int], values: dict[str, Any], seconds: float) -> tuple[float, float]:
    """Renders of one photo (width, height) in this process -> (per second of CPU, per second of wall), one thread.

    The analysis maps of the photo are warm, as they are in a rollout; every render has another exposure.
    """
    photo = sized(size)
    variants = [Settings.parse(values | {"Exposure2012": 0.4 + 0.01 * step}) for step in range(40)]
    render(photo, variants[0], threads=1)
    count, cpu, wall = 0, time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < seconds or count < 2:
        render(photo, variants[count % len(variants)], threads=1)
        count += 1
    return count / (time.process_time() - cpu), count / (time.perf_counter() - wall)


def op_costs(seconds: float) -> dict[str, float]:
    """CPU milliseconds that each operation of the full chain adds to a 1 MP render with exposure alone, one thread."""
    base = 1000 / renders_per_second(ONE, {}, seconds)[0]
    costs = {"exposure alone, all of it": base}
    for step in PIPELINE:
        values = {row.name: FULL[row.name] for row in step.rows if row.name in FULL}
        if values:
            costs[step.name] = 1000 / renders_per_second(ONE, values, seconds)[0] - base
    return costs


def import_times(rounds: int) -> dict[str, float]:
    """CPU seconds of `import cv2` and of `jarvisevo render` until it asks for its photo, an empty Python taken off, and
    their ratio; medians. In the second is what typer loads to read the arguments.

    CPU time, and a ratio within each round: wall minima gave anything from 1.9 to 3 on a busy machine.
    """
    needed = (
        "import contextlib, os, editor_ops.pipeline, jarvisevo.cli.main as cli\n"
        "with contextlib.redirect_stderr(open(os.devnull, 'w')), contextlib.suppress(SystemExit):\n"
        "    cli.main(['render', 'no photo.jpg', 'no settings.xmp'])"
    )
    found: dict[str, list[float]] = {"cv2": [], "render": [], "ratio": []}
    for _ in range(rounds):
        nothing, only, ours = (process([sys.executable, "-c", c]).cpu for c in ("pass", "import cv2", needed))
        only, ours = max(only - nothing, 1e-3), ours - nothing
        for name, value in zip(found, (only, ours, ours / only), strict=True):
            found[name].append(value)
    return {name: statistics.median(values) for name, values in found.items()}


def aims(
    costs: dict[str, Cost],
    rates: dict[str, float],
    imports: dict[str, float],
    megapixels: float,
    latencies: Sequence[speed_sliders.Latency],
    stages: Sequence[StageRate] = (),
) -> list[SpeedAim]:
    """The project's promises against the measurements."""

    def ratio(job: str, tool: str) -> float | None:
        return costs[f"jarvisevo {job}"].wall / costs[f"{tool} {job}"].wall if f"{tool} {job}" in costs else None

    rawtherapee, darktable = "rawtherapee-cli", "darktable-cli"
    grown = next((row.value for row in stages if row.name == speed_stages.GROWTH), None)
    peak = max(cost.peak for name, cost in costs.items() if name.startswith("jarvisevo"))
    return [
        SpeedAim("full chain, wall / RawTherapee", 0.33, ratio("full", rawtherapee)),
        SpeedAim("full chain, wall / darktable", 0.25, ratio("full", darktable)),
        SpeedAim("basic panel, wall / RawTherapee", 0.20, ratio("basic", rawtherapee)),
        SpeedAim("basic panel, wall / darktable", 0.20, ratio("basic", darktable)),
        SpeedAim(f"peak MiB at {megapixels:g} MP", 80 + 15 * megapixels, peak),
        SpeedAim("1 MP basic, renders/s/core", 15, rates["1 MP basic"], at_most=False),
        SpeedAim("1 MP full, renders/s/core", 3, rates["1 MP full"], at_most=False),
        SpeedAim("768 x 512 full, renders/s/core", 8, rates["768 x 512 full"], at_most=False),
        SpeedAim("mask on a quarter / on all of it", 0.4, mask_share(rates)),
        SpeedAim("imports of render / import cv2", 2, imports["ratio"]),
        *(
            SpeedAim(
                f"{row.megapixels:g} MP, {row.chain}: a slider moves, ms",
                60 if row.megapixels > 0.5 else 20,
                row.median,
            )
            for row in latencies
        ),
        SpeedAim("growth of memory in a batch, MiB", 10, grown),
        *live_aims(stages),
    ]


def live_aims(rows: Sequence[StageRate]) -> list[SpeedAim]:
    """The promises of the page, where it was measured."""
    values = {row.name: row.value for row in rows}
    found = {f"live, {name}: first frame": limit for name, limit in speed_live.AIMS.items()} | {speed_live.GROWTH: 10}
    return [
        SpeedAim(f"{name}, {'MiB' if 'memory' in name else 'ms'}", limit, values[name])
        for name, limit in found.items()
        if name in values
    ]


def mask_share(rates: dict[str, float]) -> float:
    """Cost that a correction on a quarter of the frame adds, over that of one on all of it:
    0.25 where only pixels cost.
    """
    none, quarter, whole = (
        1 / rates[f"4 MP {name}"] for name in ("exposure", "local, quarter of it", "local, all of it")
    )
    return (quarter - none) / max(whole - none, 1e-6)


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _alone(part: str, seconds: float) -> str:
    """The one table that was asked for."""
    if part == "ops":
        return "\n".join(f"{name:<26}{cost:>8.1f} ms/MP" for name, cost in op_costs(seconds).items())
    if part == "sliders":
        return speed_sliders.table(slider_latencies())
    with tempfile.TemporaryDirectory() as name:
        rows = live_rates(Path(name) / "live", 15 * seconds, LIVE_PHOTOS)
    return speed_stages.table(rows) + "\n" + aims_table(live_aims(rows))


@app.command()
def speed(
    repeats: Annotated[int, typer.Option(min=1, help="Rounds; medians are reported.")] = 3,
    megapixels: Annotated[float, typer.Option(min=0.5, max=200, help="Size of the photo.")] = 24.0,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the numbers here too.")] = None,
    page: Annotated[Path | None, typer.Option("--markdown", help="Write a page for people here.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each in-process case runs.")] = 4.0,
    ops: Annotated[bool, typer.Option("--ops", help="Only say what each operation costs, in ms per MP.")] = False,
    sliders: Annotated[
        bool, typer.Option("--sliders", help="Only say how long a preview takes after a slider has moved.")
    ] = False,
    peers: Annotated[bool, typer.Option(help="Measure RawTherapee and darktable when they are installed.")] = True,
    live: Annotated[
        bool, typer.Option("--live", help="Only say how soon the page of `live` shows a moved slider; takes minutes.")
    ] = False,
    stages: Annotated[
        str, typer.Option(help="Which of agent, batch, data, train, live to measure; '' for none.")
    ] = "agent,batch,data,train,live",
    photos: Annotated[int, typer.Option(min=2, help="Photos of the batch whose memory is read.")] = 1000,
) -> None:
    """Measure speed and memory beside RawTherapee and darktable, and check the aims."""
    wanted = [name.strip() for name in stages.split(",") if name.strip()]
    known = (*speed_stages.PARTS, "live")
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]}: choose among {', '.join(known)}", param_hint="--stages")
    for part, asked in (("ops", ops), ("sliders", sliders), ("live", live)):
        if asked:
            print(_alone(part, seconds))
            return
    tools = speed_peers.installed() if peers else []
    for tool in ("rawtherapee-cli", "darktable-cli"):
        if tool not in tools:
            print(f"{tool} is {'not installed: its ratios are' if peers else ''} left out", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        costs = whole_processes(Path(name), make_photo(Path(name), megapixels), repeats, tools)
        rows = speed_stages.measure(Path(name), seconds, wanted, photos)
        rows += live_rates(Path(name) / "live", 15 * seconds, LIVE_PHOTOS) if "live" in wanted else []
    both = {name: renders_per_second(*case, seconds) for name, case in IN_PROCESS.items()}
    rates = {name: rate for name, (rate, _) in both.items()}
    imports = import_times(15 if repeats > 1 else 2)
    latencies = slider_latencies() if seconds >= SLIDERS_FROM else []
    found = aims(costs, rates, imports, megapixels, latencies, rows)
    print(report(costs, rates, found, rows, latencies))
    data: dict[str, Any]
    if json_file or page:
        data = {"megapixels": megapixels, "repeats": repeats, "cores": os.cpu_count(), "load": os.getloadavg()}
        data |= {"processes": {name: asdict(cost) for name, cost in costs.items()}, "renders_per_core_second": rates}
        data |= {"renders_per_wall_second": {k: wall for k, (_, wall) in both.items()}, "imports": imports}
        data |= {"stages": [asdict(row) for row in rows], "sliders": [asdict(row) for row in latencies]}
        data |= {"aims": [asdict(aim) | {"met": aim.met} for aim in found]}
    if json_file:
        json_file.write_text(json.dumps(data, indent=1) + "\n")
    if page:
        page.write_text(markdown(data), "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark -> exit code."""
    return app(arguments, standalone_mode=False, prog_name="speed") or 0


if __name__ == "__main__":
    raise SystemExit(main())
