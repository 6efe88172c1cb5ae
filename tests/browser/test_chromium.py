"""A browser that hangs costs a test time, not its result."""

from __future__ import annotations

import os
import signal

import pytest

from tests.browser import chromium as browsers
from tests.browser.chromium import Chromium, Hangs, not_for_ever
from tests.browser.guests import Guests


def test_whoever_waits_for_a_browser_that_hangs_begins_again_in_a_new_one(
    chromium: Chromium, guests: Guests
) -> None:
    hung = chromium.browser
    page = guests.come().go("/")
    with pytest.raises(Hangs, match="no answer"), not_for_ever(1.0):
        page.evaluate("new Promise(() => {})")
    guests.begin_again()
    assert guests.come().go("/").title()
    assert chromium.browser is not hung


def test_whoever_leaves_a_browser_that_hangs_does_not_wait_for_it(
    chromium: Chromium, guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsers, "LEAVING", 1.0)
    guests.come().go("/")
    hung = chromium.browser
    os.kill(chromium.process, signal.SIGSTOP)
    guests.leave()
    guests.all.clear()
    assert guests.come().go("/").title()
    assert chromium.browser is not hung
