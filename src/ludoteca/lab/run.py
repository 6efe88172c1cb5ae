"""Runs: matches played in batches by whatever backend, and the folder that keeps them, if any."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ludoteca.lab.backends import Backend
from ludoteca.lab.batches import Span, Task, Work
from ludoteca.lab.plan import Plan
from ludoteca.lab.run_folder import RunFolder, missing

Progress = Callable[[int], None]
"""Hears how many more matches are finished."""


class Run:
    """So many matches, of which some may have been played before: a folder with finished matches of the same
    run (`about`) goes on from there. Whatever stops a run, finished batches stay in the folder.
    """

    def __init__(self, plan: Plan, matches: int, about: dict[str, Any], out: Path | None) -> None:
        self.plan = plan
        self.matches = matches
        self.run_folder = None if out is None else RunFolder(out, about)
        self.done: dict[Span, Any] = {} if self.run_folder is None else self.run_folder.batches

    @property
    def left(self) -> list[Span]:
        """What is not yet played."""
        return missing(self.done, self.matches)

    @property
    def finished(self) -> int:
        """How many of the matches have been played."""
        return self.matches - sum(last - first for first, last in self.left)

    def batches(self, backend: Backend, task: Task[Any], work: Work) -> Iterator[tuple[Span, Any]]:
        """Every batch of the work as it is finished, kept before anybody hears of it."""
        for span, data in backend.play(task, work):
            self.done[span] = data
            if self.run_folder is not None:
                self.run_folder.add(span, data)
            yield span, data

    def play(self, backend: Backend, task: Task[Any], work: Work, progress: Progress | None) -> None:
        """Play all of the work."""
        for (first, last), _ in self.batches(backend, task, work):
            if progress is not None:
                progress(last - first)

    def close(self) -> None:
        """Let go of the folder."""
        if self.run_folder is not None:
            self.run_folder.close()
