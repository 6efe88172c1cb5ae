"""A seat for a language model: `mcp`."""

from __future__ import annotations

import click

from ludoteca.cli.common import edition_option, pairs_option, read_pairs, told_plainly


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play; by default two, or as few as possible.")
@click.option("--seat", type=int, default=0, show_default=True, help="The seat of the model, from 0 on.")
@click.option(
    "--bot",
    "bots",
    default="level:regular",
    show_default=True,
    help="One bot for all other seats, or one for each: greedy,random.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same luck.")
@click.option("--name", default="", help="What the model is called at the table.")
@pairs_option
@edition_option
@click.option("--no-list", "unlisted", is_flag=True, help="Do not tell which actions are legal.")
@click.option("--http", "port", type=int, metavar="PORT", help="Serve over HTTP at /mcp instead of stdio.")
@told_plainly
def mcp(game: str, seats: int | None, seat: int, bots: str, seed: int, name: str, pairs: tuple[str, ...],
        edition: str | None, unlisted: bool, port: int | None) -> None:  # fmt: skip
    """Give a language model a seat at GAME: a server of the Model Context Protocol.

    Its tools look at the table, tell rules, act and talk, with the knowledge of one seat.
    """
    from ludoteca.adapters.mcp import server
    from ludoteca.adapters.sitting import Sitting

    named = [word.strip() for word in bots.split(",")]
    sitting = Sitting(
        game,
        seats,
        seat,
        named[0] if len(named) == 1 else named,
        read_pairs(pairs),
        seed,
        name,
        edition,
    )
    made = server(sitting, lists=not unlisted)
    if port is None:
        made.run()
    else:
        made.run("streamable-http", host="127.0.0.1", port=port)
