"""Fixtures of the web tests: a server, and a browser that opens pages from the disk or from a server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import Opener, chromium, opener
from tests.web.running import Studio, studio


@pytest.fixture(scope="session")
def server() -> Iterator[Studio]:
    with studio("--jobs", "2", "--max-queue", "2") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def open_page(browser: Any) -> Iterator[Opener]:
    """Open pages from the disk, which may not request anything from the network."""
    with opener(browser) as open_one:
        yield open_one


@pytest.fixture
def open_studio(browser: Any, server: Studio) -> Iterator[Opener]:
    """Open the studio, which may send requests to its own server only."""
    with opener(browser, (server.address, f"blob:{server.address}", "data:")) as open_one:
        yield lambda **options: open_one(server.address, **options)
