"""What was seen and done in many matches, as a Parquet file: one row a decision.

    from ludoteca.adapters.trajectories import collect, read_trajectories

    collect("bosa.parquet", "bosa", matches=1000, bots="greedy:1", seed=1)
    for rows in read_trajectories("bosa.parquet").batches():
        learn(rows.observations, rows.masks, rows.actions, rows.rewards)

Rows of a match stand together in their order, and every match is whole. The reward of a row is what its seat
was given from this decision until its next one. The file's metadata says how to play the same again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ludoteca.adapters.observation import Encoder, encoder
from ludoteca.adapters.vector import LocalVector, Vector
from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("learners need NumPy: pip install ludoteca[adapters]") from None

ROWS_A_GROUP: Final = 4096
KEY: Final = b"ludoteca"

Choose = Callable[[Vector], NDArray[Any]]
"""Takes an action at every table."""


def parquet_library() -> Any:
    """PyArrow, or the way to get it."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise LudotecaError("trajectories need PyArrow: pip install ludoteca[lab]") from None


@dataclass(eq=False)
class About:
    """How the matches of a file were played."""

    game: str
    rules: int
    edition: str
    seats: int
    options: dict[str, Any]
    seed: int
    tables: int
    matches: int
    players: list[str]
    slots: int
    actions: int


@dataclass(eq=False)
class Rows:
    """Decisions, one below the other: arrays of the same length."""

    match: NDArray[np.int64]
    turn: NDArray[np.int32]
    """Which decision of the match it is."""
    seat: NDArray[np.int32]
    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    action: NDArray[np.int32]
    reward: NDArray[np.float32]


class Decision:
    """One row to be."""

    def __init__(
        self, seat: int, observation: NDArray[np.float32], mask: NDArray[np.int8], action: int
    ) -> None:
        self.seat = seat
        self.observation = observation
        self.mask = mask
        self.action = action
        self.reward = 0.0


def collect(
    path: Path | str,
    game: Game[Any] | str,
    matches: int,
    seats: int | None = None,
    *,
    bots: BotLike | Sequence[BotLike] = "random",
    options: Mapping[str, Any] | None = None,
    edition: Path | str | None = None,
    seed: int = 1,
    tables: int = 64,
    progress: Callable[[int], object] = lambda _: None,
) -> int:
    """Let bots play matches, some tables at a time, and write down what they saw and did: how many decisions.

    One bot plays for all seats, or there is one for each.
    """
    found = encoder(game, seats, options, edition)
    players = players_of(found, bots)
    names = [spelling(bot) for bot in players]
    laid = LocalVector(
        found, min(tables, matches), seed, [None] * len(players), remember=set(names) != {"random"}
    )
    choose: Choose = BotsChoose(laid, players) if laid.inner.remember else RandomChoice(seed)
    return write_trajectories(path, laid, choose, matches, seed, names, progress)


def players_of(found: Encoder, bots: BotLike | Sequence[BotLike]) -> list[BotLike]:
    seats = found.setup.seats
    players = [bots] * seats if isinstance(bots, str) or not isinstance(bots, Sequence) else list(bots)
    if len(players) != seats:
        raise LudotecaError(f"{len(players)} bots for {seats} seats; name one, or one for each")
    return players


class RandomChoice:
    """Any legal action, all tables at once."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def __call__(self, tables: Vector) -> NDArray[Any]:
        weights = self._chance.random(tables.masks.shape, np.float32)
        found: NDArray[Any] = np.where(tables.masks == 1, weights, -1.0).argmax(axis=1)
        return found


class BotsChoose:
    """What bots do that know what their seat may know; fresh ones in every match."""

    def __init__(self, laid: LocalVector, players: Sequence[BotLike]) -> None:
        self._laid = laid
        self._players = players
        self._bots: list[list[Bot]] = [[] for _ in range(laid.tables)]

    def __call__(self, tables: Vector) -> NDArray[Any]:
        return np.array([self._choice(number) for number in range(tables.tables)])

    def _choice(self, number: int) -> int:
        laid = self._laid
        table = laid.inner.tables[number]
        if laid.ended[number] or not self._bots[number]:
            self._bots[number] = [seat_bot(player) for player in self._players]
        seat = table.state.actor
        source = table.sources[seat]
        game, setup = laid.encoder.game, laid.encoder.setup
        perspective = Perspective(game, table.state, seat, source, table.stories[seat], (), setup)
        return self._bots[number][seat].choose(perspective, source).index


def write_trajectories(
    path: Path | str,
    tables: Vector,
    choose: Choose,
    matches: int,
    seed: int,
    players: Sequence[str] = ("policy",),
    progress: Callable[[int], object] = lambda _: None,
    rows_a_group: int = ROWS_A_GROUP,
) -> int:
    """Begin all tables with a seed, let `choose` play, and write down the first matches: how many decisions.

    Match `m` is played at table `m % tables`, so which ones are written does not depend on how long they are.
    `progress` hears of every match that ends. The file appears when it is whole.
    """
    setup = tables.encoder.setup
    about = About(
        game=tables.encoder.game.name,
        rules=tables.encoder.game.version,
        edition=setup.edition.label,
        seats=setup.seats,
        options=dict(setup.values),
        seed=seed,
        tables=tables.tables,
        matches=matches,
        players=list(players),
        slots=tables.encoder.size,
        actions=len(tables.encoder.decisions),
    )
    tables.reset(seed)
    with Writer(Path(path), about, rows_a_group) as writer:
        for match, decisions in played(tables, choose, matches):
            writer.add(match, decisions)
            progress(1)
    return writer.rows


def played(tables: Vector, choose: Choose, matches: int) -> Iterator[tuple[int, list[Decision]]]:
    """Matches with their numbers, each when it ends."""
    current = list(range(tables.tables))
    decisions: list[list[Decision]] = [[] for _ in current]
    last: list[dict[int, Decision]] = [{} for _ in current]
    left = matches
    while left:
        actions = choose(tables)
        for table, match in enumerate(current):
            if match < matches:
                seat = int(tables.seats[table])
                seen, mask = tables.observations[table].copy(), tables.masks[table].copy()
                decision = Decision(seat, seen, mask, int(actions[table]))
                decisions[table].append(decision)
                last[table][seat] = decision
        tables.step(actions)
        for table in np.flatnonzero(tables.rewards.any(axis=1)).tolist():
            for seat, decision in last[table].items():
                decision.reward += float(tables.rewards[table, seat])
        for table in np.flatnonzero(tables.ended).tolist():
            if current[table] < matches:
                left -= 1
                yield current[table], decisions[table]
            current[table] += tables.tables
            decisions[table], last[table] = [], {}


class Writer:
    """Writes decisions in groups of rows, to a file beside the one that is to be."""

    def __init__(self, path: Path, about: About, rows_a_group: int = ROWS_A_GROUP) -> None:
        self._arrow = arrow = parquet_library()
        self._about = about
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._rows_a_group = rows_a_group
        self._waiting: list[tuple[int, int, Decision]] = []
        self.rows = 0
        self._schema = arrow.schema(
            [
                ("match", arrow.int64()),
                ("turn", arrow.int32()),
                ("seat", arrow.int32()),
                ("observation", arrow.list_(arrow.float32(), about.slots)),
                ("mask", arrow.list_(arrow.int8(), about.actions)),
                ("action", arrow.int32()),
                ("reward", arrow.float32()),
            ],
            metadata={KEY: json.dumps(asdict(about))},
        )
        try:
            self._file = import_module("pyarrow.parquet").ParquetWriter(
                self._part, self._schema, compression="zstd"
            )
        except OSError as error:
            raise LudotecaError(f"{path} cannot be written: {error}") from None

    def add(self, match: int, decisions: Sequence[Decision]) -> None:
        """A whole match."""
        self._waiting += [(match, turn, decision) for turn, decision in enumerate(decisions)]
        while len(self._waiting) >= self._rows_a_group:
            self._write(self._rows_a_group)

    def _write(self, count: int) -> None:
        arrow = self._arrow
        rows, self._waiting = self._waiting[:count], self._waiting[count:]
        decisions = [decision for _, _, decision in rows]
        seen = np.concatenate([decision.observation for decision in decisions])
        masks = np.concatenate([decision.mask for decision in decisions])
        columns = [
            arrow.array([match for match, _, _ in rows], arrow.int64()),
            arrow.array([turn for _, turn, _ in rows], arrow.int32()),
            arrow.array([decision.seat for decision in decisions], arrow.int32()),
            arrow.FixedSizeListArray.from_arrays(arrow.array(seen), self._about.slots),
            arrow.FixedSizeListArray.from_arrays(arrow.array(masks), self._about.actions),
            arrow.array([decision.action for decision in decisions], arrow.int32()),
            arrow.array([decision.reward for decision in decisions], arrow.float32()),
        ]
        self._file.write_table(arrow.table(columns, schema=self._schema), row_group_size=count)
        self.rows += count

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None and self._waiting:
            self._write(len(self._waiting))
        self._file.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink()


class Trajectories:
    """A file of trajectories: how its matches were played, and its rows."""

    def __init__(self, path: Path | str) -> None:
        parquet_library()
        try:
            self._file = import_module("pyarrow.parquet").ParquetFile(path)
        except (OSError, ValueError) as error:
            raise LudotecaError(f"{path} cannot be read: {error}") from None
        told = (self._file.schema_arrow.metadata or {}).get(KEY)
        if told is None:
            raise LudotecaError(f"{path} holds no trajectories of this house")
        self.about = About(**json.loads(told))

    def __len__(self) -> int:
        return int(self._file.metadata.num_rows)

    def batches(self) -> Iterator[Rows]:
        """The rows, one group after the other."""
        for group in range(self._file.num_row_groups):
            yield self._rows(self._file.read_row_group(group))

    def rows(self) -> Rows:
        """All rows at once."""
        return self._rows(self._file.read())

    def _rows(self, table: Any) -> Rows:
        arrays = {}
        for field in fields(Rows):
            column = table.column(field.name).combine_chunks()
            if field.name in ("observation", "mask"):
                arrays[field.name] = column.flatten().to_numpy().reshape(table.num_rows, -1)
            else:
                arrays[field.name] = column.to_numpy()
        return Rows(**arrays)


def read_trajectories(path: Path | str) -> Trajectories:
    """Open a file of trajectories."""
    return Trajectories(path)
