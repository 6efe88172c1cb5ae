"""The house: `house`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ludoteca.cli.common import told_plainly


@click.command()
@click.option("--host", help="The address to listen at.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="The port to listen at; 0 picks a free one.  [default: 8230]")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of everything the house stores.  [default: your own data folder]",
)
@click.option("--database", help="postgresql://… instead of the SQLite file in the data folder.")
@click.option(
    "--editions",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder of edition files, FOLDER/<game>/*.toml, that tables may be opened with.",
)
@click.option(
    "--bots",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of your own bots that people may seat.",
)
@click.option("--workers", type=int, help="Processes in which bots think.  [default: 1]")
@click.option(
    "--public", help="The address people type, if there is a proxy in front: https://play.example.org"
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    help="A trusted proxy (address or network), which tells the address of the client; may be repeated.",
)
@click.option(
    "--door",
    type=click.Choice(["open", "invited"]),
    help="Whether anybody may come in, or only who was invited.  [default: open]",
)
@click.option(
    "--log",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="How much is logged.  [default: info]",
)
@click.option("--open", "browser", is_flag=True, help="Show it in this machine's browser.")
@told_plainly
def house(browser: bool, **given: Any) -> None:
    """Open the house: play in the browser, with friends and bots.

    Settings may also stand in the environment, such as LUDOTECA_PORT and LUDOTECA_DATA, and some only there,
    such as LUDOTECA_SECRET; docs/hosting.md lists them.
    """
    from ludoteca.house.settings import read_settings, use_bots, use_editions
    from ludoteca.house.web.server import serve

    given["proxies"] = [word for words in given["proxies"] for word in words.split(",")] or None
    settings = read_settings(given)
    for edition in use_editions(settings):
        click.echo(f"Also at hand: {edition}", err=True)
    for bot in use_bots(settings):
        click.echo(f"May be seated too: {bot}", err=True)
    serve(settings, lambda line: click.echo(line, err=True), browser)
