"""Chromium for the tests; one that has stopped answering is given up, and another takes its place."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
LEAVING = 20.0
"""Seconds after which a browser that closes is thought to hang."""
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
        self.process = 0
        """The id of its main process; 0 while there is none."""

    @property
    def browser(self) -> Browser:
        """Without a Chromium the tests fail and say what to install."""
        if self._browser is None:
            self._browser = launched(self._playwright)
            self.process = process_of(self._browser)
        return self._browser

    def give_up(self) -> None:
        """End a browser that hangs."""
        self._browser = None
        hung, self.process = self.process, 0
        if hung:  # it may hang before we know it
            with suppress(ProcessLookupError):
                os.kill(hung, signal.SIGKILL)

    @contextmanager
    def given_up_if_it_hangs(self) -> Iterator[None]:
        """Whoever only leaves does not mind that nobody answers any more."""
        try:
            with not_for_ever(LEAVING):
                yield
        except Hangs:
            self.give_up()

    def close(self) -> None:
        if self._browser is not None:
            with self.given_up_if_it_hangs():
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


def process_of(browser: Browser) -> int:
    """The id of its main process."""
    session = browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return next(int(one["id"]) for one in told if one["type"] == "browser")
