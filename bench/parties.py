"""Parties of companions: how often heroes of one level win Manticore together.

    python bench/parties.py --levels regular,strong --parties 1,2,3,4 --matches 200 --seed 7

With `--guest greedy` one seat of every party is played by that bot, as a person who joins would.
"""

from __future__ import annotations

import click

from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_out
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.state import State
from ludoteca.lab.intervals import rate, told_rate

SPREAD = 1_000_003


def is_won(names: list[str], seed: int) -> bool:
    """Play one match; whether the Manticore was killed."""
    game = load("manticore")
    state: State = game.start(game.setup(len(names)))
    state.settle()
    play_out(game, state, [make_bot(name) for name in names], Seeded(seed), seed)
    return state.result is not None and bool(state.result.winners)


@click.command()
@click.option("--levels", default="regular,strong", show_default=True, help="Levels, or names of bots.")
@click.option("--parties", default="1,2,3,4", show_default=True, help="How many heroes.")
@click.option("--guest", default="", help="A bot for the first seat of each party.")
@click.option("--matches", default=200, show_default=True)
@click.option("--seed", default=7, show_default=True)
def main(levels: str, parties: str, guest: str, matches: int, seed: int) -> None:
    """Count the victories of parties."""
    for level in levels.split(","):
        bot = level if ":" in level or level in ("random", "greedy") else f"level:{level}"
        for heroes in map(int, parties.split(",")):
            names = [bot] * heroes
            if guest:
                names[0] = guest
            won = sum(is_won(names, seed * SPREAD + number) for number in range(matches))
            click.echo(f"| {heroes} | `{level}` | {told_rate(rate(won, matches))} | {matches} |")


if __name__ == "__main__":
    main()
