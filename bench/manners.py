"""Manners: how often bots do what an owner would call foolish, per occasion.

    python bench/manners.py bosa --seats 2 --levels regular,strong --matches 200 --seed 7

Each game says in `bot/manners.py` what counts as foolish and what is an occasion for it. All seats of a match
are of one level; the share of breaches comes with its 95 % interval.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from ludoteca.bots.bot import Deed, Perspective, observe
from ludoteca.bots.by_name import make_bot
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State
from ludoteca.lab.intervals import rate, told_rate

Tally = dict[str, list[int]]
"""For each thing that is counted, the breaches and the occasions."""


def watch_match(name: str, bot: str, seats: int, seed: int, tally: Tally) -> None:
    """Play one match and count what its decisions were occasions for."""
    game = load(name)
    manners = import_module(f"ludoteca.games.{name}.bot.manners").Manners()
    state: State = game.start(game.setup(seats))
    state.settle()
    croupier = Seeded(seed)
    bots = [make_bot(bot) for _ in range(seats)]
    sources = [Stream(seed, f"bot {seat}") for seat in range(seats)]
    stories: list[list[Deed]] = [[] for _ in range(seats)]
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            action = croupier.settle(state)
            observe(stories, state, action)
            state.play(action)
            continue
        perspective = Perspective(game, state, seat, sources[seat], stories[seat])
        action = bots[seat].choose(perspective, sources[seat])
        before: Any = state.copy()
        observe(stories, state, action)
        state.play(action)
        for counted, breach in manners.seen(before, action, state):
            entry = tally.setdefault(counted, [0, 0])
            entry[0] += breach
            entry[1] += 1


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, help="How many play; by default as few as can.")
@click.option(
    "--levels", default="novice,regular,strong", show_default=True, help="Levels, or names of bots."
)
@click.option("--matches", default=200, show_default=True)
@click.option("--seed", default=7, show_default=True)
def main(name: str, seats: int | None, levels: str, matches: int, seed: int) -> None:
    """Count the manners of bots at GAME."""
    game = load(name)
    for level in levels.split(","):
        tally: Tally = {}
        bot = level if ":" in level or level in ("random", "greedy") else f"level:{level}"
        with click.progressbar(range(matches), label=f"{game.title}, {level}", file=sys.stderr) as numbers:
            for number in numbers:
                watch_match(name, bot, seats or game.least, seed * 1_000_003 + number, tally)
        for counted, (breaches, occasions) in sorted(tally.items()):
            share = told_rate(rate(breaches, occasions))
            click.echo(f"| {game.title}, {seats or game.least} | `{level}` | {counted} | "
                       f"{breaches} of {occasions:,} | {share} | {matches} |")  # fmt: skip


if __name__ == "__main__":
    main()
