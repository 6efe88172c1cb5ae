"""Processes that help another one: they leave Ctrl-C to it, end when it says so, and never outlive it."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def settle_in() -> None:
    """What such a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a house that closes ignores it, and so would its children
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A parent that was killed cannot end its children."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
