"""Nothing lost, at length: a house is killed many times while people play, and must have kept every move.

    python scripts/nothing_lost.py --kills 50 --database sqlite
    python scripts/nothing_lost.py --kills 50 --database postgres --servers 2

Servers are killed with SIGKILL at random moments and started again; now and then a worker is killed too, and
on PostgreSQL the database is stopped for some seconds. Each round must have acknowledged something.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.nothing_lost import Trial
from tests.house.postgres import Postgres


async def run(trial: Trial, kills: int, database: Postgres | None) -> None:
    began = time.monotonic()
    outages = 0
    try:
        await trial.start()
        for number in range(1, kills + 1):
            await trial.kill_a_server()
            if number % 5 == 0:
                await trial.kill_a_worker()
            if database is not None and number % 10 == 0:
                await trial.acknowledge(10)
                database.stop(random.choice([signal.SIGINT, signal.SIGQUIT]))
                await asyncio.sleep(random.uniform(0.5, 4))
                await asyncio.get_running_loop().run_in_executor(None, database.start)
                await trial.acknowledge(10)
                outages += 1
            known = len(trial.ledger.acknowledged)
            print(f"{number} kills, {known} acknowledged, {time.monotonic() - began:.0f} s", flush=True)
        print(await trial.finish())
        if database is not None:
            print(f"the database went away {outages} times")
    except BaseException:
        await trial.abandon()
        raise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
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
            trial = Trial(where, folder, given.servers, given.players, given.seed)
            asyncio.run(run(trial, given.kills, database))
        finally:
            if database is not None:
                database.remove()


if __name__ == "__main__":
    main()
