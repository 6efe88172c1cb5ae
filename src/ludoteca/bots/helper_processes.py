"""Processes that help another one: they leave Ctrl-C to it, and never outlive it."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def settle_in() -> None:
    """What such a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A parent that was killed cannot end its children."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
