"""A real house on loopback and a real browser before it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import Chromium, Hangs, not_for_ever
from tests.browser.guests import Guests
from tests.house.postgres import a_postgres


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
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        opened = Chromium(playwright)
        yield opened
        opened.close()


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    return chromium.browser


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Where the browser hangs, people begin the test once more in a new one."""
    everybody = next((value for value in pyfuncitem.funcargs.values() if isinstance(value, Guests)), None)
    if everybody is None:
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    try:
        with not_for_ever():
            pyfuncitem.obj(**arguments)
    except Hangs:
        everybody.begin_again()
        with not_for_ever():
            pyfuncitem.obj(**arguments)
    return True


@pytest.fixture
def guests(chromium: Chromium, house: str) -> Iterator[Guests]:
    """People who come with a browser each, and leave after the test; whatever failed in it fails the test."""
    everybody = Guests(chromium, house)
    yield everybody
    everybody.leave()


@pytest.fixture(params=["house", "house_on_postgres"])
def club(request: pytest.FixtureRequest, chromium: Chromium) -> Iterator[Guests]:
    """The same people at a house on either database."""
    everybody = Guests(chromium, request.getfixturevalue(request.param))
    yield everybody
    everybody.leave()
