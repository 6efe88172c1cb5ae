"""Nothing lost, in short: servers, workers and the database end at random moments while people play.

The long version is `python scripts/nothing_lost.py`.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.house.conftest import fresh_address
from tests.house.nothing_lost import Trial
from tests.house.postgres import Postgres


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


def test_a_killed_server_loses_nothing_on_sqlite(sqlite_address: str, tmp_path: Path) -> None:
    async def attack(trial: Trial) -> None:
        for _ in range(2):
            await trial.kill_a_server()
        await trial.kill_a_worker()

    attempt(lambda: Trial(sqlite_address, tmp_path), attack)


def test_killed_servers_lose_nothing_on_postgres(postgres_address: str, tmp_path: Path) -> None:
    async def attack(trial: Trial) -> None:
        for _ in range(2):
            await trial.kill_a_server()
        await trial.kill_a_worker()

    attempt(lambda: Trial(postgres_address, tmp_path, servers=2), attack)


@pytest.fixture
def own_postgres(tmp_path: Path) -> Postgres:
    """A PostgreSQL that may be stopped without spoiling other tests."""
    server = Postgres()
    server.start()
    return server


def test_a_database_that_goes_away_for_some_seconds_loses_nothing(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    async def attack(trial: Trial) -> None:
        for how in (signal.SIGINT, signal.SIGQUIT):
            await trial.acknowledge(20)
            own_postgres.stop(how)
            await asyncio.sleep(1.5)
            await asyncio.get_running_loop().run_in_executor(None, own_postgres.start)
            await trial.acknowledge(20)
            trial.check()

    try:
        attempt(lambda: Trial(fresh_address(own_postgres), tmp_path, servers=2), attack)
    finally:
        own_postgres.remove()
