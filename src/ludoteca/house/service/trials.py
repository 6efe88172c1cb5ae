"""Trials: what a change of an edition does, played in a process that goes last, while its writer looks on.

One trial is played at a time and one for each visitor; a new one takes the place of the last. Trials are
bounded in deals and seconds, and kept in memory only.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ludoteca.house.refusals import Refused
from ludoteca.house.service.rate_limits import neighbourhood
from ludoteca.house.workers.worker_pool import environment

LOG: Final = logging.getLogger("ludoteca.work")
DEALS: Final = 400
SECONDS: Final = 90.0
WAITING: Final = 20
"""Trials that may wait for their turn,"""
WAITING_NEAR: Final = 4
"""and those of neighbouring networks among them."""
KEPT: Final = 100
GOING: Final = ("waiting", "running")
_LINE: Final = 1 << 20


class TooManyTrials(Refused):
    """Too many trials wait already."""

    status = 429

    def __init__(self) -> None:
        super().__init__("too-many-trials", "many trials wait for their turn; try again in a few minutes")


class NoSuchTrial(Refused):
    """A trial that is not kept, or is somebody else's."""

    status = 404

    def __init__(self) -> None:
        super().__init__("no-such-trial", "this trial is not kept any more")


class Trial:
    """One trial: the editions as texts (None: the house's own), and what has been found."""

    def __init__(
        self,
        game: str,
        texts: Sequence[str | None],
        players: int | None,
        visitor: str,
        labels: Sequence[str] = (),
        bot: str = "greedy:1",
        language: str = "en",
    ) -> None:
        self.id = secrets.token_urlsafe(12)
        self.game = game
        self.texts = tuple(texts)
        self.players = players
        self.visitor = visitor
        self.bot = bot
        self.language = language
        """In which cards and roles are named."""
        self.labels = tuple(labels)
        """What the editions are called: the values of a sweep."""
        self.left_out: Sequence[tuple[str, str]] = ()
        """Values of a sweep that are not tried, each with the reason."""
        self.state = "waiting"
        self.figures: dict[str, Any] | None = None
        self.task: asyncio.Task[None] | None = None


class Trials:
    """The trials of a house."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Trial] = OrderedDict()
        self._turn = asyncio.Lock()

    def begin(self, trial: Trial) -> None:
        """Let a trial wait for its turn; the visitor's last one is stopped."""
        for other in list(self._kept.values()):
            if other.visitor == trial.visitor:
                self._end(other)
        waiting = [one for one in self._kept.values() if one.state == "waiting"]
        around = neighbourhood(trial.visitor)
        near = sum(bool(around) and neighbourhood(one.visitor) == around for one in waiting)
        if len(waiting) >= WAITING or near >= WAITING_NEAR:
            raise TooManyTrials
        self._kept[trial.id] = trial
        while len(self._kept) > KEPT:  # whoever begins many stops nobody else's
            del self._kept[next(one.id for one in self._kept.values() if one.state not in GOING)]
        trial.task = asyncio.create_task(self._run(trial))

    def get(self, id: str, visitor: str) -> Trial:
        trial = self._kept.get(id)
        if trial is None or trial.visitor != visitor:
            raise NoSuchTrial
        return trial

    def ahead(self, trial: Trial) -> int:
        """How many have their turn before this one."""
        going = [one.id for one in self._kept.values() if one.state in GOING]
        return going.index(trial.id) if trial.id in going else 0

    def end(self, id: str, visitor: str) -> Trial:
        """Stop a trial; what it has found stays."""
        trial = self.get(id, visitor)
        self._end(trial)
        return trial

    def _end(self, trial: Trial) -> None:
        if trial.state in GOING:
            trial.state = "stopped"
        if trial.task is not None:
            trial.task.cancel()

    async def stop(self) -> None:
        """End all of them."""
        tasks = [one.task for one in self._kept.values() if one.task is not None]
        for one in self._kept.values():
            self._end(one)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, trial: Trial) -> None:
        async with self._turn:
            trial.state = "running"
            try:
                done = await self._tried(trial)
            except OSError as error:  # no room on the disk, no room for a process
                LOG.warning("a trial of %s could not begin: %s", trial.game, error.strerror)
                done = False
            trial.state = "done" if done else "failed"

    async def _tried(self, trial: Trial) -> bool:
        """Whether the trial was played to its end, with its editions as files."""
        with TemporaryDirectory() as folder:
            files: list[str] = []
            for number, text in enumerate(trial.texts):
                file = Path(folder, f"{number}.toml")
                if text is not None:
                    file.write_text(text, encoding="utf-8")
                files.append(str(file) if text is not None else "")
            wish = {
                "game": trial.game, "editions": files, "players": trial.players,
                "deals": DEALS, "seconds": SECONDS, "bot": trial.bot,
                "language": trial.language,
            }  # fmt: skip
            return await self._play(trial, wish)

    async def _play(self, trial: Trial, wish: dict[str, Any]) -> bool:
        """Whether the process came to its end."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ludoteca.lab.trial",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LINE, env=environment(),
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(wish).encode() + b"\n")
            async with asyncio.timeout(2 * SECONDS):
                while line := await process.stdout.readline():
                    trial.figures = json.loads(line)
                return await process.wait() == 0 and trial.figures is not None
        except (OSError, RuntimeError, TimeoutError, ValueError) as error:
            LOG.warning("a trial of %s ended: %s", trial.game, type(error).__name__)
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
