"""The levels of a game's bots: `levels`; finding their settings again: `tune`."""

from __future__ import annotations

import sys

import click

from ludoteca.cli.common import number_option, pairs_option, read_pairs, told_plainly


@click.command()
@click.argument("game")
@told_plainly
def levels(game: str) -> None:
    """List the levels of play that GAME offers to people, the weakest first, each with its bot."""
    from ludoteca.bots.levels import levels as levels_of
    from ludoteca.games import load

    for level in levels_of(load(game)):
        click.echo(f"{level.name:8} {level.text()}")


@click.command()
@click.argument("game")
@click.option("--players", type=int, help="How many play; by default the fewest possible.")
@number_option("--iterations", default=200, help="The budget of a decision.")
@number_option("--entrants", type=click.IntRange(2, 256), default=16, help="How many settings take part.")
@number_option(
    "--deals",
    default=4,
    help="Deals in the first round, each played from every seat; every round doubles them.",
)
@number_option("--seed", type=int, default=1, help="The same seed finds the same settings.")
@pairs_option
@told_plainly
def tune(game: str, players: int | None, iterations: int, entrants: int, deals: int, seed: int,
         pairs: tuple[str, ...]) -> None:  # fmt: skip
    """Find good settings for the search of GAME: many play against greedy, and the better half goes on."""
    from ludoteca.bots.tuning import Contest, as_toml
    from ludoteca.games import load
    from ludoteca.lab.intervals import clustered_rate
    from ludoteca.lab.plurals import told_number

    played = load(game)
    setup = played.setup(played.least if players is None else players, read_pairs(pairs))
    contest = Contest(played, setup, iterations=iterations, entrants=entrants, deals=deals, seed=seed)
    with click.progressbar(length=contest.matches(), label=f"Tuning {game}", file=sys.stderr) as bar:
        ranking = contest.run(bar.update)
    for place, entrant in enumerate(ranking[: max(3, entrants // 4)], 1):
        found = clustered_rate(entrant.shares, setup.seats)
        changes = ", ".join(f"{key} {value}" for key, value in entrant.changes.items()) or "as they are now"
        deals_told = told_number(len(entrant.shares), "deal", "deals")
        told = f"{found['rate']:.1%} ({found['low']:.1%}–{found['high']:.1%}) of {deals_told}"
        click.echo(f"{place}. {told}: {changes}", err=True)
    best = ranking[0]
    found = clustered_rate(best.shares, setup.seats)
    comment = (
        f"ludoteca tune {game} --players {setup.seats} --iterations {iterations} --entrants {entrants} "
        f"--deals {deals} --seed {seed}\n"
        f"{found['rate']:.1%} ({found['low']:.1%}–{found['high']:.1%}) against greedy "
        f"in {len(best.shares) * setup.seats} matches"
    )
    click.echo(as_toml(best.settings, comment))
