"""Measures several servers of one house on one PostgreSQL: what does it cost to spread people over them?

python bench/servers.py                    one, two and four servers, JSON and pages
python bench/servers.py --counts 2,4 --tables 50 --seconds 10

The people of each table are spread over the servers, as a proxy that takes no care would do, or with
--together each table has one server, as with a proxy that goes by the table in the address. All processes
(servers, database, clients) share the cores. On a machine with other work moves a second say little;
moves for each second of processor time, of servers and database together, say what spreading costs.
Every server first draws for itself what it keeps of pages: without time to warm up, four servers draw it
four times and seem slower than two.
Everything happens on loopback. Each number of servers is measured --rounds times, in turn; medians are told.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from house import UNLIMITED, free_port, install_peers, run_clients, server

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.house.postgres import Postgres

KINDS = {"JSON": "ours-json", "pages": "ours-page"}
OPEN = {
    **UNLIMITED,
    "LUDOTECA_LIMIT_NETWORK_TABLES": "0",
    "LUDOTECA_LIMIT_CONNECTIONS": "100000",
    "LUDOTECA_SECRET": "the secret of a bench",
}


def measure(count: int, kind: str, asked: argparse.Namespace) -> dict[str, Any]:
    """So many servers on a database of their own under the same load."""
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory())
        database = Postgres(durable=True)
        ending.callback(database.remove)
        database.start()
        ports, pids = [], []
        for number in range(count):
            port = free_port()
            words = ["house", "--port", str(port), "--data", f"{folder}/{number}", "--workers", "0"]
            command = [sys.executable, "-m", "ludoteca", *words, "--log", "error"]
            environ = {**OPEN, "LUDOTECA_DATABASE": database.address}
            pids.append(ending.enter_context(server(command, port, **environ)))
            ports.append(port)
        pids.append(database.pid)
        load = [kind, ",".join(map(str, ports)), str(asked.tables), str(asked.seconds)]
        how = ["together"] if asked.together else []
        os.environ["WARM_UP_SECONDS"] = str(asked.warm_up)
        return run_clients(["node", "load.js", *load, ",".join(map(str, pids)), *how])


def told(name: str, count: int, runs: list[dict[str, Any]]) -> str:
    """A line of the table: medians, with the lowest and the highest of what matters."""

    def middle(key: str) -> float:
        return statistics.median(run[key] for run in runs)

    rates = [run["per_cpu"] for run in runs]
    database = statistics.median(1e3 * run["cpus"][-1] / (run["per_cpu"] * sum(run["cpus"])) for run in runs)
    return (
        f"| {name} | {count} | {middle('per_cpu'):,.0f} ({min(rates):,.0f} – {max(rates):,.0f}) "
        f"| {1e3 / middle('per_cpu') - database:.2f} ms | {database:.2f} ms | {middle('moves'):,.0f} "
        f"| {middle('p50'):.0f} ms | {middle('p99'):.0f} ms |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--counts", default="1,2,4", help="numbers of servers")
    parser.add_argument("--together", action="store_true", help="each table has one server")
    parser.add_argument("--kinds", default="JSON,pages")
    parser.add_argument("--tables", type=int, default=50, help="live tables of four seats")
    parser.add_argument("--seconds", type=float, default=10, help="how long each is measured")
    parser.add_argument("--warm-up", type=float, default=20, help="seconds before that")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if not shutil.which("npm"):
        raise SystemExit("bench: node and npm are needed for the clients")
    install_peers()
    counts = [int(count) for count in asked.counts.split(",")]
    lines = [
        f"{asked.tables} tables of four seats, {asked.seconds:g} seconds after {asked.warm_up:g} to warm up, "
        f"{asked.rounds} rounds, "
        f"{len(os.sched_getaffinity(0))} cores:",
        "",
        "| form | servers | moves a CPU second (lowest – highest) | servers' CPU a move "
        "| database's CPU a move | moves a second | p50 | p99 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in asked.kinds.split(","):
        runs: dict[int, list[dict[str, Any]]] = {count: [] for count in counts}
        for _ in range(asked.rounds):
            for count in counts:
                runs[count].append(measure(count, KINDS[name], asked))
        lines += [told(name, count, runs[count]) for count in counts]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
