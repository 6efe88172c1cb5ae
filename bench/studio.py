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


class Deal(NamedTuple):
    """What a card won in one deal, and how many seats had it: before the change and after it."""

    won_before: float
    seats_before: float
    won_after: float
    seats_after: float


def counted(data: dict[str, object], change: Change) -> tuple[float, float]:
    found = Counters(data).under("facets").get(change.category, {}).get(change.named, {})
    return found.get("wins", 0) / PARTS, found.get("seats", 0)


def played(plans: Sequence[Plan], change: Change, seconds: float) -> tuple[list[Deal], float]:
    """Deals played within so many seconds of one core, and the seconds that each took."""
    deals: list[Deal] = []
    began = time.process_time()
    while len(deals) < 2 or time.process_time() - began < seconds:
        ((_, data),) = play_pairs(plans, "en", len(deals), len(deals) + 1)
        deals.append(Deal(*counted(data[0], change), *counted(data[1], change)))
    return deals, (time.process_time() - began) / len(deals)


class Finding(NamedTuple):
    """The win rates before and after, and how far their difference strays from deal to deal."""

    before: float
    after: float
    spread: float

    def deals_needed(self) -> int:
        """Deals until the interval of a difference of ten points leaves zero."""
        needed = 2
        while student(needed - 1) * self.spread / math.sqrt(needed) > POINTS:
            needed += 1
        return needed


def finding(deals: Sequence[Deal]) -> Finding | None:
    """The difference of two ratios, with the spread of its linear part; None if the card was too rare."""
    number = len(deals)
    before, after = sum(deal.seats_before for deal in deals), sum(deal.seats_after for deal in deals)
    if min(before, after) < LEAST:
        return None
    old = sum(deal.won_before for deal in deals) / before
    new = sum(deal.won_after for deal in deals) / after
    strays = [
        (deal.won_after - new * deal.seats_after) * number / after
        - (deal.won_before - old * deal.seats_before) * number / before
        for deal in deals
    ]
    return Finding(old, new, math.sqrt(math.fsum(stray**2 for stray in strays) / (number - 1)))


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
            deals, each = played(plans, change, seconds)
            found = finding(deals)
            entry = f"`{change.entry}` {field.written} → {change.value}"
            began = f"| {game.title} | {change.named}: {entry} | {luck} |"
            if found is None:
                click.echo(f"{began} held in too few of {len(deals)} deals | | |")
                continue
            if found.spread == 0:
                click.echo(f"{began} made no difference in {len(deals)} deals | | |")
                continue
            needed = found.deals_needed()
            told = f"{found.before:.1%} → {found.after:.1%} in {len(deals)} deals"
            click.echo(f"{began} {told} | {needed} | {needed * each:.1f} |")


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
