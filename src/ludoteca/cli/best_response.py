"""How far a bot can be exploited: `best-response`."""

from __future__ import annotations

from pathlib import Path

import click

from ludoteca.cli.common import edition_file, number_option, read_pairs, told_plainly
from ludoteca.cli.lab import FOLDER, run_options, watched


@click.command("best-response")
@click.argument("game")
@click.argument("bot")
@click.option("--players", type=int, help="How many play; by default the fewest possible, at least two.")
@number_option("--games", default=100, help="How many matches, rounded up to whole deals.")
@number_option("--worlds", default=8, help="In how many imagined worlds every option is tried.")
@number_option("--ahead", default=12, help="How many decisions are played on in each.")
@click.option("--as", "imagined", metavar="BOT", help="A quicker bot, as which BOT is imagined.")
@run_options
@click.option("--out", type=FOLDER, help="Keep finished matches and results here; a stopped run continues.")
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
@told_plainly
def best_response(game: str, bot: str, players: int | None, games: int, worlds: int, ahead: int,
                  imagined: str | None, seed: int, pairs: tuple[str, ...], edition: str | None, workers: int,
                  on: str, address: str | None, out: Path | None, as_json: bool) -> None:  # fmt: skip
    """Play GAME against BOT, a level or any other bot, knowing how it plays.

    Every other seat is played by BOT. The responder tries each option in imagined worlds, in which all go on
    as BOT would, and does what BOT would do unless something else is clearly better. Its share of victories
    is a lower bound for what a best response wins. A BOT that thinks long would do so at every imagined
    decision: with --as a quicker one stands in for it there.
    """
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.best_response import best_response as contest_of
    from ludoteca.lab.best_response import told_response
    from ludoteca.lab.run_folder import as_json as spelt

    file = edition_file(game, edition)
    contest = contest_of(game, bot, games, players=players, options=read_pairs(pairs), seed=seed,
                         edition=file, worlds=worlds, ahead=ahead, imagined=imagined, out=out)  # fmt: skip
    report = watched(contest, lambda progress: contest.run(make_backend(on, workers, address), progress))
    click.echo(spelt(report.figures).decode().rstrip() if as_json else told_response(report))
