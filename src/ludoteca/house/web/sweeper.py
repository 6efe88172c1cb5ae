"""When the memory of a server is searched for garbage: while nobody waits for an answer."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Final

YOUNGEST: Final = 200_000
"""Python searches by itself only if so many objects come between two beats."""
PAUSE_BEATS: Final = 60
"""Beats that pass at least from one search in a quiet moment to the next."""
HEAVIEST: Final = 384 * 2**20
"""Bytes by which the process may grow before a search."""
FEWEST: Final = 2_000_000
"""New objects that are no reason for a search while people play, however few there were before."""


class Sweeper:
    """Finds objects that are held by nothing but each other.

    All others are freed as soon as nothing holds them. To find these, Python has to look at every object:
    most are tables and pages in memory, none of those is garbage, and people wait meanwhile. So what is
    there is set aside at every beat without being looked at, and all of it is searched in a second without
    requests; or when very many objects came, or the process grew much.
    """

    def __init__(self) -> None:
        self.searches = 0
        self._requests = 0
        self._beats = 0
        self._grown = 0
        self._known = 0
        self._heaviest = resident() + HEAVIEST

    def begin(self) -> None:
        """Set everything aside that was made so far, and let Python search rarely."""
        gc.freeze()
        gc.set_threshold(YOUNGEST)

    def beat(self, requests: int) -> None:
        """Called about once a second, with the number of requests so far."""
        quiet, self._requests = requests == self._requests, requests
        self._beats += 1
        self._grown += gc.get_count()[0]
        many = self._grown > max(FEWEST, self._known)
        heavy = resident() > self._heaviest
        if many or (self._beats >= PAUSE_BEATS if quiet else heavy):
            self.search()
        else:
            gc.freeze()

    def search(self) -> None:
        """Search everything, and set aside what is left."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._beats, self._grown, self._known = 0, 0, gc.get_freeze_count()
        self._heaviest = resident() + HEAVIEST
        self.searches += 1


def resident() -> int:
    """Bytes that the process has in memory; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
