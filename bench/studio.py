"""Balance while one edits: how long until a change of ten points in a card's win rate is beyond its interval.

    python bench/studio.py bosa bologna --seconds 60 --seed 1

One entry of each game's edition is changed. Both editions are played as the studio plays them, with mirrored
luck (the same deals with both) and without (other deals for the changed edition). The spread of the
difference from deal to deal says how many deals a change of ten points needs to leave its 95 % interval, and
how many seconds of one core they take.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from ludoteca.datafiles.draft import Draft, with_value
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.lab.comparison import play_pairs
from ludoteca.lab.counters import PARTS, Counters
from ludoteca.lab.intervals import student
from ludoteca.lab.mirrored import MirroredRate
from ludoteca.lab.plan import Plan, line_up

POINTS = 0.1
LEAST = 20
"""Seats that must have had the card, before the change and after it."""


class Change(NamedTuple):
    """An entry with another value, and the card, role or hero whose win rate it is to change."""

    entry: str
    value: str
    category: str
    named: str


CHANGES = {
    "bello_divorum": Change("pantheon[1].power[3].cost", "1", "pantheon", "Aztecs"),
    "bologna": Change("roles.dean.goal.book", "4+", "role", "High Dean"),
    "bomarzo": Change("card[11].first.steps", "[0, 5, 0]", "card played", "Stone Yard"),
    "bosa": Change("cards.season_2[10].points", "14", "card built", "Arancio Festival Stand"),
    "manticore": Change("classes.warrior.attack", "6", "class", "Warrior"),
}


def counted(data: dict[str, object], change: Change) -> tuple[float, float]:
    found = Counters(data).under("facets").get(change.category, {}).get(change.named, {})
    return found.get("wins", 0) / PARTS, found.get("seats", 0)


class Finding(NamedTuple):
    """What so many deals tell of a card, and the seconds that each took."""

    deals: int
    seconds: float
    rate: MirroredRate

    def deals_needed(self) -> int:
        """Deals until the interval of a difference of ten points leaves zero."""
        spread = self.rate.spread(self.deals)
        needed = 2
        while student(needed - 1) * spread / math.sqrt(needed) > POINTS:
            needed += 1
        return needed


def played(plans: Sequence[Plan], change: Change, seconds: float) -> Finding:
    """Deals played within so many seconds of one core."""
    rate, deals = MirroredRate(), 0
    began = time.process_time()
    while deals < 2 or time.process_time() - began < seconds:
        ((_, data),) = play_pairs(plans, "en", deals, deals + 1)
        rate.add(*counted(data[0], change), *counted(data[1], change))
        deals += 1
    return Finding(deals, (time.process_time() - began) / deals, rate)


def measure(name: str, bot: str, seconds: float, seed: int) -> None:
    game, change = load(name), CHANGES[name]
    text = game.library.house_file.read_text(encoding="utf-8")
    field = next(one for one in Draft(text, game.read_edition).fields if one.path == change.entry)
    lineup = line_up(bot, game.least, game.least)
    with TemporaryDirectory() as folder:
        file = Path(folder, "changed.toml")
        file.write_text(with_value(text, field, change.value), encoding="utf-8")
        for luck, other_seed in (("mirrored", seed), ("not mirrored", seed + 1)):
            plans = [Plan(name, lineup, seed=seed), Plan(name, lineup, seed=other_seed, edition=file)]
            found = played(plans, change, seconds)
            entry = f"`{change.entry}` {field.written} → {change.value}"
            began = f"| {game.title} | {change.named}: {entry} | {luck} |"
            if min(found.rate.seats()) < LEAST:
                click.echo(f"{began} held in too few of {found.deals} deals | | |")
                continue
            if found.rate.spread(found.deals) == 0:
                click.echo(f"{began} made no difference in {found.deals} deals | | |")
                continue
            needed = found.deals_needed()
            before, after = found.rate.rates()
            told = f"{before:.1%} → {after:.1%} in {found.deals} deals"
            click.echo(f"{began} {told} | {needed} | {needed * found.seconds:.1f} |")


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(HOUSE_GAMES), metavar="GAME…")
@click.option("--bot", default="greedy:1", show_default=True, help="Who plays.")
@click.option("--seconds", default=60.0, show_default=True, help="Of one core, for each game and luck.")
@click.option("--seed", default=1, show_default=True)
def main(names: tuple[str, ...], bot: str, seconds: float, seed: int) -> None:
    """Measure games, or all of them."""
    click.echo("| game | change | luck | found | deals for ten points | seconds |")
    click.echo("|---|---|---|---|---|---|")
    for name in names or HOUSE_GAMES:
        measure(name, bot, seconds, seed)


if __name__ == "__main__":
    main()
