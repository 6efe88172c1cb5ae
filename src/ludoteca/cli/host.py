"""For the host of a house that is open: `host`."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import click

from ludoteca.cli.common import told_plainly
from ludoteca.kernel.errors import LudotecaError

_at = click.option("--at", help="The address of the house.  [default: from the settings]")
_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of everything the house stores.  [default: your own data folder]",
)


@click.group()
def host() -> None:
    """Look after a house that is open: tables, reports, bans, limits.

    Whoever can read the secret of the house, in its data folder or LUDOTECA_SECRET, is its host.
    """


def _identities(data: Path | None) -> tuple[Any, str]:
    """What signs in the host's name, and the address of the house."""
    from ludoteca.house.service.identity import Identities, load_or_make_secret
    from ludoteca.house.settings import read_settings

    settings = read_settings({"data": data})
    secret = settings.secret or load_or_make_secret(settings.data)
    return Identities(secret, settings.secure), settings.address


def _ask(data: Path | None, at: str | None, path: str, form: dict[str, str] | None = None) -> Any:
    identities, address = _identities(data)
    headers = {"authorization": f"Bearer {identities.host_token('command')}", "accept": "application/json"}
    body = urlencode(form).encode() if form is not None else None
    try:
        with urlopen(Request(f"{(at or address).rstrip('/')}{path}", body, headers), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise LudotecaError(json.load(error).get("detail", f"status {error.code}")) from None
    except URLError as error:
        raise LudotecaError(
            f"no house answers at {at or address} ({error.reason}); is it open? --at names another address"
        ) from None


@host.command()
@_at
@_data
@told_plainly
def link(at: str | None, data: Path | None) -> None:
    """Print a link to the host's page: it works once, for ten minutes."""
    identities, address = _identities(data)
    click.echo(f"{(at or address).rstrip('/')}/host/enter/{identities.host_token('link')}")


@host.command()
@_at
@_data
@told_plainly
def invite(at: str | None, data: Path | None) -> None:
    """Print an invitation to a house that is by invitation: it lets anybody in, for two weeks."""
    click.echo(_ask(data, at, "/host/invite", {})["link"])


@host.command()
@_at
@_data
@told_plainly
def look(at: str | None, data: Path | None) -> None:
    """Print tables, load, jobs, refusals, faults, reports and what the host did, as JSON."""
    click.echo(json.dumps(_ask(data, at, "/host"), ensure_ascii=False, indent=2))


@host.command()
@click.argument("name")
@click.option(
    "--purposes", default="bots,analyses", show_default=True, help="What it may do: bots, analyses."
)
@_at
@_data
@told_plainly
def worker(name: str, purposes: str, at: str | None, data: Path | None) -> None:
    """Make a key for the worker NAME, for `ludoteca worker` on another machine; a new one voids the old."""
    click.echo(_ask(data, at, "/host/worker", {"name": name, "purposes": purposes})["key"])


@host.command()
@_at
@_data
@told_plainly
def workers(at: str | None, data: Path | None) -> None:
    """List the workers over HTTP: purposes, jobs, faults, when they asked last."""
    for one in _ask(data, at, "/host")["workers"]:
        seen = datetime.fromtimestamp(one["seen_at"] / 1000).isoformat(" ", "seconds")
        told = f"last seen {seen}" if one["seen_at"] else "never seen"
        out = "; shut out: `ludoteca host do admit` lets it in again" if one["shut_out"] else ""
        done = f"{one['done']} of {one['taken']} jobs done, {one['faults']} faults"
        click.echo(f"{one['name']} ({one['purposes']}): {done}, {told}{out}")


@host.command(name="do")
@click.argument(
    "what",
    type=click.Choice(["close", "hide", "show", "ban", "mute", "lift", "settle", "admit", "dismiss"]),
)
@click.argument("about", nargs=-1, required=True)
@_at
@_data
@told_plainly
def act(what: str, about: tuple[str, ...], at: str | None, data: Path | None) -> None:
    """Close, hide or show a TABLE; ban or mute whoever sits at TABLE SEAT, or whom `report ID` is about;
    lift what a PERSON got, or settle a REPORT, both by their ids in `ludoteca host look`; admit or dismiss
    a WORKER.
    """
    _ask(data, at, "/host/do", {"do": " ".join((what, *about))})
    click.echo("Done.", err=True)


@host.command()
@click.argument("name")
@click.argument("value", type=float)
@_at
@_data
@told_plainly
def limit(name: str, value: float, at: str | None, data: Path | None) -> None:
    """Change a limit while the house is open; 0 means none.

    NAME is one of tables, network_tables, thinking, writes, reads, address, arrivals, computing, connections;
    docs/hosting.md tells what each is, as LUDOTECA_LIMIT_NAME.
    """
    from ludoteca.house.settings import ADJUSTABLE

    if name not in ADJUSTABLE:
        raise LudotecaError(f"there is no limit “{name}” to change; there are {', '.join(ADJUSTABLE)}")
    _ask(data, at, "/host/do", {"do": "limit", name: str(value)})
    click.echo("Done.", err=True)
