"""What commands tell on the terminal, and in a log."""

import time

import pytest

from jarvisevo.report import terminal
from jarvisevo.report.terminal import Progress


def test_without_a_terminal_progress_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.05)
    with Progress("shards", 40) as progress:
        progress.update(3)
        time.sleep(0.3)
    told = capsys.readouterr()
    assert "shards: 3 of 40 after 0:00" in told.err and not told.out
    time.sleep(0.15)
    with Progress("shards", 40, quiet=True):
        time.sleep(0.15)
    assert not capsys.readouterr().err
