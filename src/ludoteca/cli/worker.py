"""Thinking for a house over HTTP: `worker`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from ludoteca.cli.common import harmless, told_plainly
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.plurals import told_number

if TYPE_CHECKING:
    from ludoteca.house.workers.parcel import Purpose

_AT_HOME = ("localhost", "127.0.0.1", "::1")


@click.command()
@click.argument("address")
@click.option(
    "--key",
    envvar="LUDOTECA_WORKER_KEY",
    required=True,
    help="The key that `ludoteca host worker NAME` printed there; better in LUDOTECA_WORKER_KEY.",
)
@click.option("--purposes", default="bots,analyses", show_default=True, help="What to do: bots, analyses.")
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    help="How many jobs at once.  [default: as many as there are processors]",
)
@told_plainly
def worker(address: str, key: str, purposes: str, processes: int) -> None:
    """Think for the bots of a house at ADDRESS, and analyse its matches, without seeing its database.

    Any number of these may run, on any machine that has the same version. When one ends, however it ends,
    others take up its work. Ctrl+C ends it.
    """
    from ludoteca.house.workers.parcel import PURPOSES

    wished = [word.strip() for word in purposes.split(",") if word.strip()]
    if not wished or any(word not in PURPOSES for word in wished):
        raise LudotecaError(f"a worker is for {' or '.join(PURPOSES)}, or both; not for “{purposes}”")
    parts = urlsplit(address)
    if parts.scheme == "http" and parts.hostname not in _AT_HOME:
        click.echo(
            "The key and the matches travel unencrypted; use https:// outside your own network.", err=True
        )
    told = told_number(processes, "process", "processes")
    click.echo(f"Thinking for {address} with {told}; Ctrl+C ends it.", err=True)
    asyncio.run(_work(address, key, [one for one in PURPOSES if one in wished], processes))


async def _work(address: str, key: str, purposes: Sequence[Purpose], processes: int) -> None:
    from ludoteca.house.workers.remote_worker import RemoteWorker

    working = RemoteWorker(
        address, key, purposes, processes, lambda line: click.echo(harmless(line), err=True)
    )
    loop = asyncio.get_running_loop()
    for which in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(which, working.stop)
    await working.run()
    click.echo(f"Did {told_number(working.done, 'job', 'jobs')}.", err=True)
