"""Playing at the keyboard: `play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.common import (
    NEW_FILE,
    edition_option,
    number_option,
    pairs_option,
    read_pairs,
    told_plainly,
)
from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.kernel.game import Game


@click.command()
@click.argument("game")
@click.option(
    "--seats", type=int, help="How many play; by default three, or as near to it as the game allows."
)
@number_option("--people", type=int, default=1, help="How many of them are people at this keyboard.")
@click.option(
    "--bot",
    default="greedy",
    show_default=True,
    help="Who plays the other seats: random, greedy, ismcts:500, level:strong and others.",
)
@click.option("--name", "names", multiple=True, help="A person's name; repeat it for each person.")
@pairs_option
@click.option("--preset", help="A named set of options.")
@click.option(
    "--seed", type=int, help="Play with the luck of this number; otherwise luck is committed and verifiable."
)
@click.option("--language", default="en", show_default=True, help="The language of the phrase book.")
@click.option("--save", type=NEW_FILE, help="Write the record here at the end.")
@edition_option
@told_plainly
def play(game: str, seats: int | None, people: int, bot: str, names: tuple[str, ...], pairs: tuple[str, ...],
         preset: str | None, seed: int | None, language: str, save: Path | None,
         edition: str | None) -> None:  # fmt: skip
    """Play GAME in the terminal, against bots or with friends at one keyboard."""
    from ludoteca.cli.terminal import Terminal
    from ludoteca.games import load

    found = load(game)
    options = {**_preset(found, preset), **read_pairs(pairs)}
    Terminal(found, seats, people, bot, names, options, seed, language, save, edition).run()


def _preset(game: Game[Any], name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    if name not in game.presets:
        raise LudotecaError(
            f"{game.title} has no preset “{name}”; it has {', '.join(game.presets) or 'none'}"
        )
    return dict(game.presets[name])
