"""Many tables in several processes, which write into the same memory.

Every process lays its part of the tables; their luck depends on the seed and their numbers alone, so the
matches are the same as in one process.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NoReturn

from ludoteca.adapters.observation import Encoder, encoder
from ludoteca.adapters.vector import LocalVector, Vector, fresh_seed, seated
from ludoteca.bots.by_name import BotLike
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.result import Result

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("learners need NumPy: pip install ludoteca[adapters]") from None

PATIENCE_S: Final = 3.0
"""How long a process may take to end by itself."""
ARRAYS: Final = ("observations", "finals", "masks", "seats", "rewards", "ended")
GUARD: Final = 'a script has to make it below “if __name__ == "__main__":”'


def make_vector(
    game: Game[Any] | str,
    tables: int,
    seats: int | None,
    seat: int | None,
    opponents: BotLike | Sequence[BotLike],
    options: Mapping[str, Any] | None,
    edition: Path | str | None,
    seed: int | None,
    shaping: float | None,
    processes: int,
) -> Vector:
    """Tables in this process, or in several others."""
    found = encoder(game, seats, options, edition)
    players = seated(found, seat, opponents)
    if processes == 1:
        return LocalVector(found, tables, seed, players, shaping)
    return SharedVector(found, tables, seed, players, shaping, processes, edition)


class SharedArrays:
    """The arrays of a batch, in memory that several processes see. They live as long as somebody looks."""

    def __init__(self, found: Encoder, tables: int) -> None:
        actions, seats = len(found.decisions), found.setup.seats
        self.shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observations": (np.float32, (tables, found.size)),
            "finals": (np.float32, (tables, found.size)),
            "masks": (np.int8, (tables, actions)),
            "seats": (np.int32, (tables,)),
            "rewards": (np.float32, (tables, seats)),
            "ended": (np.int8, (tables,)),
            "actions": (np.int64, (tables,)),
        }
        self.memory = {
            name: get_context("spawn").RawArray("b", int(np.prod(shape)) * np.dtype(kind).itemsize)
            for name, (kind, shape) in self.shapes.items()
        }

    def array(self, name: str) -> NDArray[Any]:
        kind, shape = self.shapes[name]
        return np.frombuffer(self.memory[name], kind).reshape(shape)


@dataclass(eq=False)
class Share:
    """What one process plays: which of the tables, and how they are laid."""

    game: str
    seats: int
    options: dict[str, Any]
    edition: Path | str | None
    opponents: list[BotLike | None]
    shaping: float | None
    seed: int
    first: int
    tables: int

    def lay(self) -> LocalVector:
        found = encoder(self.game, self.seats, self.options, self.edition)
        return LocalVector(found, self.tables, self.seed, self.opponents, self.shaping, self.first)


def work(share: Share, arrays: SharedArrays, pipe: Connection[Any, Any]) -> None:
    """What a process does: play its share when asked, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    rows = slice(share.first, share.first + share.tables)
    shown = {name: arrays.array(name)[rows] for name in ARRAYS}
    actions = arrays.array("actions")[rows]
    try:
        tables = share.lay()
        own = {
            "observations": tables.observations,
            "finals": tables.finals,
            "masks": tables.masks,
            "seats": tables.seats,
            "rewards": tables.rewards,
            "ended": tables.ended,
        }
        answer: Any = None
        while True:
            for name, array in own.items():
                shown[name][:] = array
            pipe.send(("done", answer))
            order, number = pipe.recv()
            answer = None
            if order == "reset":
                tables.reset(number)
            elif order == "step":
                tables.step(actions)
                answer = [(share.first + table, packed(result)) for table, result in tables.results()]
            else:
                answer = tables.record(number)
    except (EOFError, OSError):
        return
    except Exception as error:
        pipe.send(("failed", f"{type(error).__name__}: {error}"))


Packed = tuple[str, tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def packed(result: Result) -> Packed:
    """A result that can be sent."""
    return result.reason, result.places, result.scores, result.teams


class SharedVector(Vector):
    """Tables in several processes. Close it, or use it in a `with`: the processes end with it."""

    def __init__(
        self,
        found: Encoder,
        tables: int,
        seed: int | None,
        opponents: list[BotLike | None],
        shaping: float | None,
        processes: int,
        edition: Path | str | None,
    ) -> None:
        if not 1 <= processes <= tables:
            raise LudotecaError(f"{tables} tables cannot be shared among {processes} processes")
        self.encoder = found
        self.tables = tables
        arrays = SharedArrays(found, tables)
        self.observations = arrays.array("observations")
        self.finals = arrays.array("finals")
        self.masks = arrays.array("masks")
        self.seats = arrays.array("seats")
        self.rewards = arrays.array("rewards")
        self.ended = arrays.array("ended")
        self._actions = arrays.array("actions")
        self._rows = np.arange(tables)
        self._results: list[tuple[int, Result]] = []
        luck = fresh_seed() if seed is None else seed
        bounds = [tables * number // processes for number in range(processes + 1)]
        self._shares = [
            Share(
                game=found.game.name,
                seats=found.setup.seats,
                options=dict(found.setup.values),
                edition=edition,
                opponents=opponents,
                shaping=shaping,
                seed=luck,
                first=first,
                tables=last - first,
            )
            for first, last in zip(bounds[:-1], bounds[1:], strict=True)
        ]
        self._pipes: list[Connection[Any, Any]] = []
        self._ready = False
        spawn = get_context("spawn")
        self.processes: list[Any] = []
        for share in self._shares:
            here, there = spawn.Pipe()
            process = spawn.Process(target=work, args=(share, arrays, there), daemon=True)
            try:
                process.start()
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                self.close()
                raise LudotecaError(
                    f"a bot cannot go to another process ({error}); define it in a module, or use one process"
                ) from None
            there.close()
            self._pipes.append(here)
            self.processes.append(process)
        self._answers()
        self._ready = True

    def reset(self, seed: int | None = None) -> None:
        self._results = []
        self._order("reset", fresh_seed() if seed is None else seed)
        self._answers()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        chosen = np.asarray(actions)
        if len(chosen) != self.tables:
            raise LudotecaError(f"{len(chosen)} actions for {self.tables} tables")
        known = (chosen >= 0) & (chosen < self.masks.shape[1])
        legal = known & (self.masks[self._rows, np.where(known, chosen, 0)] == 1)
        if not legal.all():
            number = int(legal.argmin())
            raise LudotecaError(f"table {number}: action {chosen[number]} is not legal now")
        self._actions[:] = chosen
        self._order("step")
        self._results = [(table, Result(*result)) for answer in self._answers() for table, result in answer]

    def results(self) -> list[tuple[int, Result]]:
        return list(self._results)

    def record(self, table: int) -> str:
        self._insist_on_processes()
        if table not in [ended for ended, _ in self._results]:
            raise LudotecaError(f"no match ended at table {table} in the last step")
        for number, share in enumerate(self._shares):
            if share.first <= table < share.first + share.tables:
                self._send(number, "record", table - share.first)
                return str(self._answer(number))
        raise LudotecaError(f"there is no table {table}")

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self.processes:
            process.join(PATIENCE_S)
            if process.is_alive():
                process.terminate()
                process.join()
        self._pipes = []

    def _insist_on_processes(self) -> None:
        if not self._pipes:
            raise LudotecaError("this batch is closed")

    def _order(self, order: str, number: int = 0) -> None:
        """Tell every process to do something."""
        self._insist_on_processes()
        for process in range(len(self._pipes)):
            self._send(process, order, number)

    def _send(self, process: int, order: str, number: int) -> None:
        try:
            self._pipes[process].send((order, number))
        except OSError:
            self._lost(process)

    def _answers(self) -> list[Any]:
        """What all processes say. Whoever stops waiting for it cannot go on: the answers would come later."""
        try:
            return [self._answer(process) for process in range(len(self._pipes))]
        except KeyboardInterrupt:
            self.close()
            raise

    def _answer(self, process: int) -> Any:
        try:
            kind, answer = self._pipes[process].recv()
        except (EOFError, OSError):
            self._lost(process)
        if kind == "failed":
            self.close()
            raise LudotecaError(f"{self._named(process)} failed: {answer}")
        return answer

    def _lost(self, process: int) -> NoReturn:
        """A process has died: nothing can be saved of its matches, so all of them end."""
        self.processes[process].join(PATIENCE_S)
        code = self.processes[process].exitcode
        self.close()
        remedy = "make the batch anew" if self._ready else f"if this batch is made by a script, {GUARD}"
        raise LudotecaError(f"{self._named(process)} died (exit code {code}): {remedy}") from None

    def _named(self, process: int) -> str:
        share = self._shares[process]
        return f"the process of tables {share.first} to {share.first + share.tables - 1}"
