"""A real house on loopback and a real browser before it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.guests import Guests
from tests.house.postgres import a_postgres

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house that is open while the tests run."""
    with open_house(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture(scope="package")
def house_on_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same on PostgreSQL."""
    data = tmp_path_factory.mktemp("house")
    with a_postgres() as server, open_house(data, "--database", server.address) as address:
        yield address


@contextmanager
def open_house(data: Path, *more: str) -> Iterator[str]:
    """A house with generous limits; its address."""
    names = ("ADDRESS", "READS", "WRITES", "ARRIVALS", "TABLES", "NETWORK_TABLES", "THINKING", "CONNECTIONS")
    limits = dict.fromkeys(names, "5000")
    environment = dict(os.environ) | {f"LUDOTECA_LIMIT_{name}": value for name, value in limits.items()}
    program = [sys.executable, "-m", "ludoteca", "house"]
    command = [*program, "--port", "0", "--data", str(data), "--workers", "1", *more]
    log = data / "log"
    with (
        log.open("w") as told,
        subprocess.Popen(command, stdout=told, stderr=told, env=environment) as server,
    ):
        try:
            yield opened_at(log, server)
        finally:
            server.terminate()
            server.wait(20)


def opened_at(log: Path, server: subprocess.Popen[bytes]) -> str:
    """The address that the house tells once it is open."""
    for _ in range(600):
        found = re.search(r"The house is open: (http://\S+)", log.read_text())
        if found and answers(found.group(1)):
            return found.group(1)
        assert server.poll() is None, f"the house did not open: {log.read_text()}"
        time.sleep(0.1)
    raise AssertionError(f"the house did not open in time: {log.read_text()}")


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").is_success
    except httpx.TransportError:
        return False


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, the system's or Playwright's own; without one the tests fail and say what to install."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*QUIET, *(["--no-sandbox"] if root else [])]
    if found is None and not Path(playwright.chromium.executable_path).exists():
        pytest.fail(
            "no Chromium: install your system's chromium, or run `playwright install chromium`", pytrace=False
        )
    started = playwright.chromium.launch(executable_path=found, args=arguments)
    yield started
    started.close()


@pytest.fixture
def guests(browser: Browser, house: str) -> Iterator[Guests]:
    """People who come with a browser each, and leave after the test; whatever failed in it fails the test."""
    everybody = Guests(browser, house)
    yield everybody
    everybody.leave()


@pytest.fixture(params=["house", "house_on_postgres"])
def club(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Guests]:
    """The same people at a house on either database."""
    everybody = Guests(browser, request.getfixturevalue(request.param))
    yield everybody
    everybody.leave()
