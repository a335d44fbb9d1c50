"""What one process cost, what the project promises, and the tables of both: for a terminal, and docs/speed.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench.speed import sliders as speed_sliders
from bench.speed import stages as speed_stages
from bench.speed.stages import StageRate


@dataclass(frozen=True)
class Cost:
    """One process: wall and CPU seconds, peak resident memory in MiB."""

    wall: float
    cpu: float
    peak: float


@dataclass(frozen=True)
class SpeedAim:
    """A promise and what was measured; `met` is None when it could not be measured."""

    name: str
    limit: float
    value: float | None
    at_most: bool = True

    @property
    def met(self) -> bool | None:
        if self.value is None:
            return None
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def report(
    costs: dict[str, Cost],
    rates: dict[str, float],
    found: list[SpeedAim],
    stages: Sequence[StageRate] = (),
    latencies: Sequence[speed_sliders.Latency] = (),
) -> str:
    """Tables for a person."""
    lines = [f"{'whole process':<26}{'wall s':>9}{'CPU s':>9}{'peak MiB':>10}"]
    lines += [f"{name:<26}{c.wall:>9.2f}{c.cpu:>9.2f}{c.peak:>10.0f}" for name, c in sorted(costs.items())]
    lines += ["", f"{'in process, one thread':<32}{'renders/s':>10}"]
    lines += [f"{name:<32}{rate:>10.2f}" for name, rate in rates.items()]
    lines += ["", speed_sliders.table(latencies)] if latencies else []
    lines += ["", speed_stages.table(stages)] if stages else []
    return "\n".join([*lines, "", aims_table(found)])


def aims_table(found: Sequence[SpeedAim]) -> str:
    """The promises and what came of them, for a person."""
    lines = [f"{'aim':<34}{'limit':>12}{'measured':>10}"]
    for aim in found:
        value = "-" if aim.value is None else f"{aim.value:.2f}"
        verdict = {True: "met", False: "MISSED", None: "not measured"}[aim.met]
        lines.append(f"{aim.name:<34}{'<=' if aim.at_most else '>=':>5}{aim.limit:>7g}{value:>10}  {verdict}")
    return "\n".join(lines)


def markdown(data: dict[str, Any]) -> str:
    """docs/speed.md from the numbers of one run."""
    lines = [
        "# Speed",
        "",
        (
            f"A {data['megapixels']:g} MP JPEG, decoded, developed and encoded again, on {data['cores']} cores; medians"
            f" of {data['repeats']} rounds in which the programs take turns. `make bench-speed` measures it again and"
            " writes this"
        ),
        (
            "page; ratios carry over to other machines, seconds do not. What each program is asked to do:"
            " `bench/speed/peers.py`."
        ),
        "",
        "| whole process | wall s | CPU s | peak MiB |",
        "|---|---|---|---|",
    ]
    rows = sorted(data["processes"].items(), key=lambda item: (item[0].split()[-1], item[0]))
    lines += [f"| {name} | {c['wall']:.2f} | {c['cpu']:.2f} | {c['peak']:.0f} |" for name, c in rows]
    lines += ["", "| in one process, one thread | renders per second |", "|---|---|"]
    lines += [f"| {name} | {rate:.2f} |" for name, rate in data["renders_per_core_second"].items()]
    latencies = [speed_sliders.Latency(**row) for row in data.get("sliders", [])]
    lines += ["", *speed_sliders.markdown(latencies)] if latencies else []
    lines += ["", *speed_stages.markdown([StageRate(**row) for row in data["stages"]])] if data.get("stages") else []
    lines += ["", "| aim | limit | measured | |", "|---|---|---|---|"]
    for aim in data["aims"]:
        value = "–" if aim["value"] is None else f"{aim['value']:.2f}"
        verdict = {True: "met", False: "**missed**", None: "not measured"}[aim["met"]]
        lines.append(f"| {aim['name']} | {'≤' if aim['at_most'] else '≥'} {aim['limit']:g} | {value} | {verdict} |")
    return "\n".join(lines) + "\n"
