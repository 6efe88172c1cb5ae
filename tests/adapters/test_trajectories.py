"""Trajectories in Parquet: what is read is what was seen and done, and the file says how to repeat it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import ludoteca as lt
from ludoteca.adapters.trajectories import (
    RandomChoice,
    Rows,
    Trajectories,
    collect,
    read_trajectories,
    write_trajectories,
)
from ludoteca.adapters.vector import Vector
from ludoteca.bots.by_name import seat_bot
from ludoteca.bots.playing import play_out
from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from tests.bots.own_bots import First


def test_a_file_holds_what_was_seen_done_and_won(tmp_path: Path) -> None:
    path = tmp_path / "bologna.parquet"
    tables = lt.vector("bologna", tables=3, seats=3, options={"round_cap": 12})
    ended: list[int] = []
    rows_written = write_trajectories(
        path, tables, RandomChoice(7), 5, 11, ["random"] * 3, ended.append, rows_a_group=100
    )
    file = read_trajectories(path)
    about = file.about
    assert (about.game, about.seats, about.seed, about.matches) == ("bologna", 3, 11, 5)
    assert about.edition == tables.encoder.setup.edition.label and about.options["round_cap"] == 12
    assert about.players == ["random"] * 3 and (about.slots, about.actions) == (tables.encoder.size, 134)
    assert ended == [1] * 5 and rows_written == len(file)
    rows = file.rows()
    assert sorted(set(rows.match.tolist())) == [0, 1, 2, 3, 4]
    groups = list(file.batches())
    assert [len(group.match) for group in groups[:-1]] == [100] * (len(groups) - 1) and len(groups) > 2
    assert (np.concatenate([group.observation for group in groups]) == rows.observation).all()
    check_by_playing_again(file, rows)
    assert not list(tmp_path.glob("*.part"))


def check_by_playing_again(file: Trajectories, rows: Rows) -> None:
    """The same tables with the actions of the file show the same, and end with the rewards of the file."""
    about = file.about
    tables = lt.vector(about.game, about.tables, about.seats, options=about.options, seed=about.seed)
    chance = RandomChoice(7)
    place = list(range(about.tables))
    turn = [0] * about.tables
    seen = 0
    while seen < len(rows.match):
        actions = chance(tables)
        for table in range(about.tables):
            for found in np.flatnonzero((rows.match == place[table]) & (rows.turn == turn[table])):
                seen += 1
                assert (rows.observation[found] == tables.observations[table]).all()
                assert (rows.mask[found] == tables.masks[table]).all()
                assert rows.seat[found] == tables.seats[table] and rows.action[found] == actions[table]
        tables.step(actions)
        for table in range(about.tables):
            turn[table] += 1
            if tables.ended[table]:
                assert place[table] >= about.matches or turn[table] == (rows.match == place[table]).sum()
                own = rows.match == place[table]
                for seat in range(about.seats):
                    won = rows.reward[own & (rows.seat == seat)]
                    assert (won[:-1] == 0).all()
                    assert won[-1:].tolist() in ([], [pytest.approx(tables.rewards[table, seat])])
                place[table], turn[table] = place[table] + about.tables, 0


def test_bots_play_as_they_would_at_a_table_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "bologna.parquet"
    collect(path, "bologna", 3, 2, bots=["greedy:1", First], seed=3, tables=2, options={"round_cap": 6})
    rows = read_trajectories(path).rows()
    assert read_trajectories(path).about.players == ["greedy:1", "python:tests.bots.own_bots:First"]
    found = load("bologna")
    setup = found.setup(2, {"round_cap": 6})
    for table in (0, 1):
        luck = Stream(3, f"table {table}").below(1 << 31)
        state = found.start(setup)
        state.settle()
        counts = play_out(found, state, [seat_bot("greedy:1"), seat_bot(First)], Seeded(luck), luck, setup)
        own = rows.match == table
        assert own.sum() == counts.decisions
        assert state.result is not None
        for seat, share in enumerate(state.result.payoffs()):
            assert rows.reward[own & (rows.seat == seat)].sum() == pytest.approx(share)


def test_an_interrupted_file_does_not_appear(tmp_path: Path) -> None:
    path = tmp_path / "bologna.parquet"

    def stop(tables: Vector) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_trajectories(path, lt.vector("bologna", tables=2), stop, 4, 1)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other.parquet"
    other.write_text("no Parquet")
    with pytest.raises(LudotecaError, match="cannot be read"):
        read_trajectories(other)
    with pytest.raises(LudotecaError, match="cannot be read"):
        read_trajectories(tmp_path / "missing.parquet")
    with pytest.raises(LudotecaError, match="3 bots for 2 seats"):
        collect(tmp_path / "x.parquet", "bologna", 1, bots=["random"] * 3)
    with pytest.raises(LudotecaError, match="cannot be written"):
        collect(tmp_path / "no folder" / "x.parquet", "bologna", 1)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(LudotecaError, match=r"pip install ludoteca\[lab\]"):
        collect(tmp_path / "x.parquet", "bologna", 1)


def test_the_command_writes_a_file_and_says_how_much_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "bologna.parquet"
    words = ["trajectories", "bologna", "--out", str(path), "--games", "3", "-o", "round_cap=8"]
    done = CliRunner().invoke(main, words)
    file = read_trajectories(path)
    assert done.output == f"{len(file):,} decisions of 3 matches of bologna are in {path}\n"
    assert file.about.options["round_cap"] == 8
