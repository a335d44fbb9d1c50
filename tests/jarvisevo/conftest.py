"""What tests of the library share."""

from collections.abc import Iterator

import pytest

from tests.jarvisevo.openai_server import CHATS


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Closes the clients of scripted servers that a test opened."""
    yield
    while CHATS:
        CHATS.pop().close()
