"""Nothing lost, in short: servers, workers, the database and the power go while people play.

The long version is `python scripts/nothing_lost.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.house.conftest import fresh_address
from tests.house.house_processes import HouseStarter
from tests.house.nothing_lost import Trial
from tests.house.postgres import Postgres
from tests.house.power import library, lose_power


@pytest.fixture(scope="module")
def unsynced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def starter(unsynced: Path) -> Iterator[HouseStarter]:
    found = HouseStarter(unsynced)
    yield found
    found.close()


def attempt(trial_of: Callable[[], Trial], attack: Callable[[Trial], Awaitable[None]]) -> str:
    async def run() -> str:
        trial = trial_of()
        try:
            await trial.start()
            await attack(trial)
            return await trial.finish()
        except BaseException:
            await trial.abandon()
            raise

    return asyncio.run(run())


def test_a_killed_server_and_a_loss_of_power_lose_nothing_on_sqlite(
    sqlite_address: str, tmp_path: Path, starter: HouseStarter
) -> None:
    async def attack(trial: Trial) -> None:
        await trial.kill_a_server()
        await trial.lose_power()
        await trial.kill_a_worker()

    attempt(lambda: Trial(sqlite_address, tmp_path, starter, players=5), attack)


def test_killed_servers_lose_nothing_on_postgres(
    postgres_address: str, tmp_path: Path, starter: HouseStarter
) -> None:
    async def attack(trial: Trial) -> None:
        await trial.kill_a_server()
        await trial.kill_a_server()
        await trial.kill_a_worker()

    attempt(lambda: Trial(postgres_address, tmp_path, starter, servers=2, players=5), attack)


def test_a_database_that_goes_away_loses_nothing(
    postgres: Postgres, tmp_path: Path, starter: HouseStarter
) -> None:
    async def attack(trial: Trial) -> None:
        for how in (signal.SIGINT, signal.SIGQUIT):
            await trial.acknowledge(10)
            postgres.stop(how)
            try:
                await asyncio.sleep(0.5)
            finally:
                await asyncio.get_running_loop().run_in_executor(None, postgres.start)
            await trial.acknowledge(10)
            trial.check()

    attempt(lambda: Trial(fresh_address(postgres), tmp_path, starter, servers=2, players=5), attack)


COMMITS = """
import os, signal, sqlite3, sys
os.environ["UNSYNCED_PROCESS"] = str(os.getpid())
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("pragma journal_mode=wal")
db.execute("create table t (number integer)")
db.execute("pragma wal_checkpoint(truncate)")
db.execute(f"pragma synchronous={sys.argv[2]}")
for number in range(10):
    db.execute("insert into t values (?)", (number,))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("synchronous", "left"), [("full", 10), ("off", 0)])
def test_a_loss_of_power_takes_what_was_not_synced(
    synchronous: str, left: int, tmp_path: Path, unsynced: Path
) -> None:
    """Otherwise the trial above would prove nothing."""
    import sqlite3

    database = tmp_path / "ludoteca.db"
    environment = {**os.environ, "LD_PRELOAD": str(unsynced)}
    subprocess.run([sys.executable, "-c", COMMITS, database, synchronous], env=environment, check=False)
    lose_power(database, 0.0, random.Random(1))
    with contextlib.closing(sqlite3.connect(database)) as db:
        assert db.execute("select count(*) from t").fetchone() == (left,)
