"""The comparison with Adobe's renders: charts come back, and the card says what was measured."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest

from bench import fidelity, slider_charts
from editor_ops import formats
from editor_ops.formats import xmp
from editor_ops.io.decode import load
from editor_ops.pipeline import render
from editor_ops.table import PIPELINE


def lightroom(charts: Path, out: Path, brighter: int = 0) -> None:
    """Export as Lightroom would, if its mathematics were ours; `brighter` adds what ours lacks."""
    out.mkdir()
    for path in charts.glob("*.tif"):
        photo = load(path)
        if not photo.xmp:
            PIL.Image.fromarray(photo.pixels).save(out / path.name)
            continue
        settings = formats.read(path).settings
        pixels = np.clip(render(photo, settings).pixels.astype(int) + brighter, 0, 255).astype(np.uint8)
        info = {700: xmp.dump(settings, applied=True).encode()}
        PIL.Image.fromarray(pixels).save(out / path.name, tiffinfo=info)


def test_charts_go_to_lightroom_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slider_charts, "SIDE", 600)
    paths = list(slider_charts.write_charts(tmp_path / "charts", ["Vibrance", "Texture"], ends=True))
    assert sorted(path.name for path in paths) == [
        "Texture_+100__after.tif",
        "Texture_+100__before.tif",
        "Texture_-100__after.tif",
        "Texture_-100__before.tif",
        "Vibrance_+100.tif",
        "Vibrance_-100.tif",
    ]
    assert formats.read(tmp_path / "charts" / "Vibrance_-100.tif").settings.to_dict()["Vibrance"] == -100
    lightroom(tmp_path / "charts", tmp_path / "same")
    same = fidelity.run(tmp_path / "same")
    assert len(same) == 4 and all(row.mean < 0.02 < row.nothing for row in same)
    lightroom(tmp_path / "charts", tmp_path / "other", brighter=6)
    other = {row.file: row for row in fidelity.run(tmp_path / "other")}
    assert all(row.mean > 0.5 for row in other.values())
    assert other["Vibrance_+100.tif"].moved == ("Vibrance",) and other["Texture_+100__after.tif"].kind == "pair"
    lines = fidelity.card(list(other.values())).splitlines()
    vibrance = next(line for line in lines if line.startswith("| `Vibrance`"))
    assert vibrance.count("**") == 4 and f"**{other['Vibrance_+100.tif'].mean:.2f}**" in vibrance


def test_every_slider_has_a_chart_that_shows_it() -> None:
    known = slider_charts.sliders()
    assert len(known) > 90 and not any(name.startswith("Crop") for name in known)
    for name, (row, _) in known.items():
        values = slider_charts.positions(row, ends=False)
        assert values and row.default not in values and all(row.low <= value <= row.high for value in values), name
        assert slider_charts.settings_of(row, values[0])[name] == values[0]


def test_the_card_has_every_row_and_numbers_only_where_there_are_some() -> None:
    one = fidelity.FidelityRow("a.jpg", "identity LUT", 2.5, 5, 9, moved=("Vibrance", "Saturation"))
    lines = fidelity.card([one]).splitlines()[2:]
    assert len(lines) == sum(len(step.rows) for step in PIPELINE)
    assert sum("2.50" in line for line in lines) == 2 and "none at hand" in lines[0]


def test_the_command_names_a_wrong_slider(python: Callable[..., Any], tmp_path: Path) -> None:
    done = python("-m", "bench.slider_charts", tmp_path / "charts", "--slider", "Vibrant")
    assert done.code == 2 and "Vibrant" in done.err and not (tmp_path / "charts").exists()


def test_tables_find_their_place_in_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n<!-- fidelity -->\nold\n<!-- /fidelity -->\nmiddle\n<!-- card -->\n<!-- /card -->\nend\n", "utf-8"
    )
    fidelity.into_page(page, "| new |\n")
    fidelity.into_page(page, "| card |\n", "card")
    text = page.read_text("utf-8")
    assert "old" not in text and text.index("| new |") < text.index("middle") < text.index("| card |") < text.index(
        "end"
    )
