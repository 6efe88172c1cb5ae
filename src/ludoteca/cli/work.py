"""Behind the house: `work`, `backup`, `restore`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.common import told_plainly
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.plurals import told_number

if TYPE_CHECKING:
    from ludoteca.house.service.house import House
    from ludoteca.house.settings import Settings

_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of everything the house stores.  [default: your own data folder]",
)
_database = click.option("--database", help="postgresql://… instead of the SQLite file in the data folder.")


def _settings(**given: Any) -> Settings:
    from ludoteca.house.settings import read_settings

    return read_settings(given)


@click.command()
@click.option("--database", help="The house's database, postgresql://…  [default: LUDOTECA_DATABASE]")
@click.option("--workers", type=click.IntRange(1), help="Processes in which bots think.  [default: 1]")
@told_plainly
def work(database: str | None, workers: int | None) -> None:
    """Think for the bots of a house that runs elsewhere, on the same PostgreSQL database.

    Any number of these may run, on any machine. When one ends, however it ends, others take up its work. A
    machine that does not see the database uses `ludoteca worker` instead.
    """
    from ludoteca.house.monitoring import set_up_logs
    from ludoteca.house.settings import use_bots, use_editions

    settings = _settings(database=database, workers=workers)
    if not settings.database.startswith("postgres"):
        raise LudotecaError(
            "workers of their own need a shared database: set LUDOTECA_DATABASE=postgresql://…; "
            "with SQLite the house starts its workers itself"
        )
    use_editions(settings)
    use_bots(settings)
    set_up_logs(settings.log)
    processes = settings.workers or 1
    told = told_number(processes, "process", "processes")
    click.echo(f"Thinking with {told}; Ctrl+C ends it.", err=True)
    asyncio.run(_work(settings, processes))


def thinker(settings: Settings, workers: int) -> House:
    """What thinks for the bots of a house, and counts for which network it has thought. It has no secret."""
    from ludoteca.house.service.house import House

    return House(settings.store, b"", workers, clocks=False, thinking=settings.limits.thinking)


async def _work(settings: Settings, workers: int) -> None:
    house = thinker(settings, workers)
    await house.start()
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for which in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(which, ended.set)
    try:
        await ended.wait()
    finally:
        await house.stop()


@click.command()
@click.argument("to", type=click.Path(dir_okay=False, path_type=Path))
@_data
@_database
@click.option("--text", is_flag=True, help="As text, one row a line, for either kind of database.")
@told_plainly
def backup(to: Path, data: Path | None, database: str | None, text: bool) -> None:
    """Copy the database of the house into the file TO, while it is running.

    Of an SQLite house this is a database file like its own: to restore it, close the house and put the copy
    in the place of ludoteca.db in the data folder. With --text, or from PostgreSQL, it is a text that
    `ludoteca restore` reads into an empty database of either kind. The secret of the house, a file in the
    data folder, is not in it: copy that too.
    """
    from ludoteca.house.store.dump import dump
    from ludoteca.house.store.sqlite import SqliteConnection, SqliteDriver, keep_private
    from ludoteca.house.store.store import driver_for

    if to.exists():
        raise LudotecaError(f"{to} is there already; a backup overwrites nothing")
    settings = _settings(data=data, database=database)
    driver = driver_for(settings.store, guarded=False)
    if isinstance(driver, SqliteDriver) and not driver.path.exists():
        raise LudotecaError(f"there is no house to copy: {driver.path} does not exist")
    part = to.with_name(to.name + ".part")
    with _connection(driver) as connection:
        part.unlink(missing_ok=True)
        if isinstance(connection, SqliteConnection) and not text:
            connection.copy_to(part)
        else:
            keep_private(part)
            with open(part, "wb") as file:
                file.writelines(dump(connection))
    part.replace(to)
    click.echo(f"Copied to {to}, {to.stat().st_size:,} bytes.", err=True)
    if (settings.data / "secret").exists():
        click.echo(f"Not in it, to be copied too: {settings.data / 'secret'}", err=True)


@click.command()
@click.argument("source", metavar="FROM", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_data
@_database
@told_plainly
def restore(source: Path, data: Path | None, database: str | None) -> None:
    """Read the text backup FROM into an empty database, of either kind."""
    from ludoteca.house.store.dump import restore as read_in
    from ludoteca.house.store.store import driver_for

    driver = driver_for(_settings(data=data, database=database).store)
    driver.open()
    try:
        with _connection(driver) as connection, open(source, "rb") as file:
            found = read_in(driver, connection, file)
    finally:
        driver.close()
    tables, events = (
        told_number(found.tables, "table", "tables"),
        told_number(found.events, "event", "events"),
    )
    rows = told_number(found.rows, "row", "rows")
    click.echo(f"Restored {tables} with {events}, and {rows} about people.", err=True)


@contextlib.contextmanager
def _connection(driver: Any) -> Any:
    from ludoteca.house.store.driver import ConnectionLost

    try:
        connection = driver.connect()
        try:
            yield connection
        finally:
            connection.close()
    except ConnectionLost as error:
        raise LudotecaError(f"the database cannot be used: {error}") from None
