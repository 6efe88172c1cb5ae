"""Nothing lost, at length: a house is killed many times while people play, and must have kept every move.

    python scripts/nothing_lost.py --kills 50 --database sqlite
    python scripts/nothing_lost.py --kills 50 --database postgres --servers 2

Servers are killed with SIGKILL at random moments and started again; now and then a worker is killed too. On
SQLite every other kill is a loss of power: what was not synced is gone, or some of it. On PostgreSQL the
database is stopped for some seconds now and then. Once in a hundred kills the database is held up until the
house gives up, so that commands are refused. Each round must have acknowledged something.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.house_processes import HouseStarter
from tests.house.nothing_lost import Trial
from tests.house.postgres import Postgres
from tests.house.power import library

OUTAGE = 13.0
"""Seconds without a database after which a house has given up."""


async def run(trial: Trial, kills: int, seconds: float, database: Postgres | None, file: Path) -> None:
    began = time.monotonic()
    outages = 0
    try:
        await trial.start()
        for number in range(1, kills + 1):
            if time.monotonic() - began > seconds:
                break
            if database is None and number % 2 == 0:
                await trial.lose_power()
            else:
                await trial.kill_a_server()
            if number % 20 == 0:
                await trial.kill_a_worker()
            if number % 100 == 50:
                await trial.acknowledge(10)
                await (held_up(file) if database is None else gone(database, OUTAGE))
                outages += 1
            elif number % 20 == 10 and database is not None:
                await trial.acknowledge(10)
                await gone(database, random.uniform(0.5, 4))
                outages += 1
            if number % 10 == 0:
                known = trial.ledger.acknowledged
                print(f"{number} kills, {known} acknowledged, {time.monotonic() - began:.0f} s", flush=True)
        print(await trial.finish())
        print(f"the database went away {outages} times; {time.monotonic() - began:.0f} seconds")
    except BaseException:
        await trial.abandon()
        raise


async def gone(database: Postgres, seconds: float) -> None:
    """Stop PostgreSQL for a while."""
    database.stop(random.choice([signal.SIGINT, signal.SIGQUIT]))
    await asyncio.sleep(seconds)
    await asyncio.get_running_loop().run_in_executor(None, database.start)


async def held_up(file: Path) -> None:
    """Lock the SQLite file, so that nobody else can write to it."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        await asyncio.sleep(OUTAGE)
        other.execute("rollback")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3600, help="no more kills after that")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="side by side; several need postgres")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.database == "sqlite" and given.servers > 1:
        parser.error("SQLite serves one server")
    with tempfile.TemporaryDirectory(prefix="ludoteca-lost-") as name:
        folder = Path(name)
        database = Postgres(durable=True) if given.database == "postgres" else None
        try:
            where = f"sqlite:///{folder / 'ludoteca.db'}"
            if database is not None:
                database.start()
                where = database.address
            starter = HouseStarter(library(folder))
            trial = Trial(where, folder, starter, given.servers, given.players, given.seed)
            asyncio.run(run(trial, given.kills, given.seconds, database, folder / "ludoteca.db"))
            starter.close()
        finally:
            if database is not None:
                database.remove()


if __name__ == "__main__":
    main()
