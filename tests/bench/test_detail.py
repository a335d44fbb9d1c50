"""What Clarity, Texture and Dehaze do to the detail of the example photos, beside the published figures."""

import numpy as np
import pytest

from bench import detail
from editor_ops.io.decode import load

ENDS = {(end.name, end.value): end for end in detail.ENDS}


@pytest.fixture(scope="module")
def photos():
    return [load(path) for path in sorted(detail.EXAMPLES.glob("*.jpg"))]


def measured(photos, name, value):
    return [detail.effect(photo, ENDS[name, value]) for photo in photos]


@pytest.mark.parametrize(("name", "near"), [("Clarity2012", 0.1), ("Texture", 0.1)])
def test_detail_is_brought_out_as_published(photos, name, near):
    end, effects = ENDS[name, 100], measured(photos, name, 100)
    assert abs(np.mean([each.finest for each in effects]) - end.finest) < near
    if end.wide:
        assert abs(np.mean([each.wide for each in effects]) - end.wide) < 0.06


@pytest.mark.parametrize(("name", "low", "high"), [("Clarity2012", 0.5, 0.8), ("Texture", 0.75, 0.95)])
def test_below_zero_the_finest_detail_is_softened(photos, name, low, high):
    assert all(low < each.finest < high for each in measured(photos, name, -100))


def test_dehaze_is_a_veil_below_zero_and_adds_contrast_above(photos):
    """Published of Adobe's: at -100 black comes to about L* 30, and 35 to 45 % of the colour stays."""
    veiled, cleared = measured(photos, "Dehaze", -100), measured(photos, "Dehaze", 100)
    assert abs(np.nanmean([each.black for each in veiled]) - 30) < 6
    assert 0.35 < np.mean([each.chroma for each in veiled]) < 0.5
    assert all(each.wide > 1.05 for each in cleared)


def test_command_prints_every_end_and_refuses_what_is_no_photo(tmp_path, python):
    done = python("-m", "bench.detail", detail.EXAMPLES / "food.jpg")
    assert done.code == 0 and done.out.startswith("1 photos")
    assert all(name in done.out for name, _ in ENDS)
    refused = python("-m", "bench.detail", tmp_path / "none.jpg")
    assert refused.code in (1, 2) and "none.jpg" in refused.err and "Traceback" not in refused.err
