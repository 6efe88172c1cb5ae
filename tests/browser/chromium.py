"""Chromium for the tests; one that has stopped answering is given up, and another takes its place."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LONGEST = 120.0
"""Seconds after which a test in a browser is thought to hang: three times what the longest takes."""
AGAIN = 5.0


class Hangs(Exception):
    """The browser has not answered for a long time."""


@contextmanager
def not_for_ever(seconds: float = LONGEST) -> Iterator[None]:
    """Most questions to a browser have a time limit; a few have none, and would be waited for without end."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"no answer from the browser after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Chromium:
    """The system's Chromium or Playwright's own, opened when it is first needed."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browser: Browser | None = None

    @property
    def browser(self) -> Browser:
        """Without a Chromium the tests fail and say what to install."""
        if self._browser is None:
            self._browser = launched(self._playwright)
        return self._browser

    def give_up(self) -> None:
        """Leave a browser that hangs to Playwright, which ends with all that it started."""
        self._browser = None

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


def launched(playwright: Playwright) -> Browser:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*QUIET, *(["--no-sandbox"] if root else [])]
    if found is None and not Path(playwright.chromium.executable_path).exists():
        pytest.fail(
            "no Chromium: install your system's chromium, or run `playwright install chromium`", pytrace=False
        )
    return playwright.chromium.launch(executable_path=found, args=arguments)
