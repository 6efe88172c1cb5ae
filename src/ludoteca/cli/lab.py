"""The laboratory: `arena`, `balance` and `sweep`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from ludoteca.cli.common import (
    edition_file,
    edition_option,
    number_option,
    pairs_option,
    read_pairs,
    told_plainly,
)
from ludoteca.kernel.errors import LudotecaError

FOLDER = click.Path(file_okay=False, path_type=Path)
STOPPED = 130


def run_options(command: Callable[..., None]) -> Callable[..., None]:
    """What every command of the laboratory asks: options, seed, edition, and who plays."""
    for option in reversed(
        [
            pairs_option,
            number_option("--seed", type=int, default=1, help="The same seed gives the same matches."),
            edition_option,
            number_option("--workers", default=1, help="How many processes play."),
            click.option("--on", type=click.Choice(["local", "ray"]), default="local", show_default=True,
                         help="Processes of this machine, or a Ray cluster."),
            click.option("--address", metavar="HOST:PORT",
                         help="The Ray cluster; by default one is started on this machine."),
        ]
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@click.argument("game")
@click.option("--seats", required=True, metavar="BOT,BOT,…",
              help="Who plays: greedy:3,random. Fewer bots than seats are repeated in order.")  # fmt: skip
@click.option("--players", type=int, help="How many play; by default as many as bots are named.")
@number_option(
    "--games",
    default=None,
    help="How many matches, rounded up to whole deals; 100, with --sprt at most 20,000.",
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Play until it is decided whether the first bot is above ELO0 or below ELO1.",
)
@run_options
@click.option(
    "--out", type=FOLDER, help="Keep finished matches and results here; an interrupted run continues."
)
@click.option("--json", "as_json", is_flag=True, help="The results as JSON.")
@told_plainly
def arena(game: str, seats: str, players: int | None, games: int | None, sprt: str | None,
          pairs: tuple[str, ...], seed: int, edition: str | None, workers: int, on: str, address: str | None,
          out: Path | None, as_json: bool) -> None:  # fmt: skip
    """Compare bots at GAME over the same luck.

    Every deal is played once for each way the bots can be turned around the table, so that no seat and no
    card favours anybody. The same seed gives the same results, whoever plays and however often it was
    interrupted.

    With --sprt the first bot is tested against the others, who are all of one kind, until the matches tell.
    """
    from ludoteca.games import load
    from ludoteca.lab.arena import MATCHES_USUAL, Arena, told
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.plan import Plan, line_up
    from ludoteca.lab.run_folder import as_json as spelt
    from ludoteca.lab.sequential import MOST_MATCHES, SequentialTest

    backend = make_backend(on, workers, address)
    lineup = line_up(seats, players, load(game).least)
    file = edition_file(game, edition)
    plan = Plan(game, lineup, options=read_pairs(pairs), seed=seed, edition=file, mirrored=True)
    if len(lineup) > seats.count(",") + 1:
        note(f"{seats.count(',') + 1} named for {len(lineup)} seats; in order: {', '.join(plan.lineup)}")
    if sprt is not None:
        test = SequentialTest(plan, read_claims(sprt), games or MOST_MATCHES, out)
        verdict = weighed(test, backend)
        click.echo(spelt(verdict.figures).decode().rstrip() if as_json else verdict.told())
        return
    contest = Arena(plan, games or MATCHES_USUAL, out)
    report = watched(contest, lambda progress: contest.run(backend, progress))
    click.echo(spelt(report.figures).decode().rstrip() if as_json else told(report.figures))


@click.command()
@click.argument("game")
@click.option("--bot", default="greedy:1", show_default=True, help="Who plays; several with commas between.")
@click.option("--players", metavar="N,N,…", help="How many play; several numbers are compared.")
@click.option("--preset", metavar="NAME,NAME,…", help="Presets to compare; `all` for every one of the game.")
@number_option("--games", default=1000, help="How many matches of each variant.")
@run_options
@click.option(
    "--out", type=FOLDER, help="Where page and data go; an interrupted run continues. Needed for a report."
)
@click.option("--notes", type=FOLDER, help="Also write Markdown with pictures into this folder.")
@told_plainly
def balance(game: str, bot: str, players: str | None, preset: str | None, games: int, pairs: tuple[str, ...],
            seed: int, edition: str | None, workers: int, on: str, address: str | None,
            out: Path | None, notes: Path | None) -> None:  # fmt: skip
    """Report the balance of GAME: who wins, by seat, role, card and option; how long and how close it is.

    Writes balance.html, one self-contained page, and balance.json into the folder --out.

    With --edition A,B the same deals are played with both editions (`house` is the house's own), and the
    difference is told: --edition house,mine.toml.
    """
    if edition is not None and "," in edition and not Path(edition).exists():
        files = [None if one == "house" else edition_file(game, one) for one in edition.split(",")]
        numbers = read_numbers(players)
        if len(files) != 2 or len(numbers) > 1:
            raise click.UsageError("name two editions, A,B, and one number of players")
        compared = compare(game, files, bot, numbers, read_pairs(pairs), seed, games, (on, workers, address))
        click.echo(compared.text())
        return
    if out is None:
        raise click.UsageError("Missing option '--out'.")
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.balance import DATA, PAGE, prepare
    from ludoteca.lab.balance_notes import write_notes

    backend = make_backend(on, workers, address)
    report = prepare(
        game, bot, games, players=read_numbers(players), presets=preset.split(",") if preset else (),
        options=read_pairs(pairs), seed=seed, edition=edition_file(game, edition), out=out,
    )  # fmt: skip
    found = watched(report, lambda progress: report.run(backend, progress))
    click.echo(f"{out / PAGE}\n{out / DATA}")
    if notes is not None:
        click.echo(write_notes(found, notes))


@click.command()
@click.argument("game")
@click.argument("entry")
@click.argument("values")
@click.option("--bot", default="greedy:1", show_default=True, help="Who plays.")
@click.option("--players", type=int, help="How many play; by default the fewest possible.")
@number_option("--games", default=300, help="How many deals with each value.")
@run_options
@told_plainly
def sweep(game: str, entry: str, values: str, bot: str, players: int | None, games: int,
          pairs: tuple[str, ...], seed: int, edition: str | None, workers: int, on: str,
          address: str | None) -> None:  # fmt: skip
    """Try one number of GAME's edition over a range, with the same deals for each of VALUES.

    For example: ludoteca sweep bosa edition.start_coins 0-8; or 1,3,9 for some values only.
    """
    from tempfile import TemporaryDirectory

    from ludoteca.datafiles.draft import Draft, reasons, with_each
    from ludoteca.games import load
    from ludoteca.lab.comparison import sweep_text

    found = load(game)
    file = edition_file(game, edition) or found.library.house_file
    text = file.read_text(encoding="utf-8")
    field = next((one for one in Draft(text, found.read_edition).fields if one.path == entry), None)
    if field is None:
        raise LudotecaError(f"{found.title} has no entry “{entry}” in its edition")
    tried, faults = with_each(text, field, read_range(values), found.read_edition)
    if len(tried) < 2:
        raise next(iter(faults.values())) if faults else LudotecaError("a sweep needs two values or more")
    for without, why in reasons(faults, entry):
        click.echo(f"Left out: {', '.join(without)} ({why})", err=True)
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.toml") for number in range(len(tried))]
        for changed, written in zip(tried.values(), files, strict=True):
            written.write_text(changed, encoding="utf-8")
        numbers = [players] if players else []
        swept = compare(game, files, bot, numbers, read_pairs(pairs), seed, games, (on, workers, address))
    click.echo(sweep_text(swept, entry, list(tried)))


def compare(game: str, files: Sequence[Path | None], bot: str, players: list[int], options: dict[str, str],
            seed: int, games: int, where: tuple[str, int, str | None]) -> Any:  # fmt: skip
    """The same deals with every edition."""
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.comparison import Comparison

    found = Comparison(game, files, bot, players[0] if players else None, options, seed)
    with click.progressbar(length=games, label=game, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        found.run(games, make_backend(*where), bar.update)
    return found


def read_range(text: str) -> list[str]:
    """`0-8`, or `1,3,9`."""
    first, dash, last = text.partition("-")
    if dash and first.isdigit() and last.isdigit() and int(first) < int(last):
        return [str(number) for number in range(int(first), int(last) + 1)]
    return [word.strip() for word in text.split(",")]


def read_numbers(text: str | None) -> list[int]:
    """`2,3,4` as numbers."""
    words = [word.strip() for word in text.split(",")] if text else []
    if not all(word.isdigit() for word in words):
        raise click.BadParameter(f"“{text}” should look like 3 or 2,3,4", param_hint="--players")
    return [int(word) for word in words]


def read_claims(text: str) -> tuple[float, float]:
    """`0,50` as two strengths in Elo."""
    low, _, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise click.BadParameter(f"“{text}” should look like 0,50", param_hint="--sprt") from None


def weighed(test: Any, backend: Any) -> Any:
    """Let a sequential test run to its verdict under a line that shows the evidence."""
    from ludoteca.lab.plurals import told_number
    from ludoteca.lab.sequential import BOUND

    if test.finished:
        note(f"{told_number(test.finished, 'match was', 'matches were')} finished before")
    shown = sys.stderr.isatty()

    def heard(matches: int, evidence: float) -> None:
        if shown:
            reach = round(10 * max(-1.0, min(1.0, evidence / BOUND)))
            scale = "".join("●" if place == reach else "┼" if place == 0 else "─" for place in range(-10, 11))
            line = (
                f"{test.plan.title}  below {scale} above  {evidence:+.2f} of {BOUND:.2f}, {matches} matches"
            )
            click.echo(f"\r{line}", err=True, nl=False)

    try:
        found = test.run(backend, heard)
    except KeyboardInterrupt:
        kept = "nothing is kept without --out" if test.run_folder is None else "the same command goes on"
        note(f"stopped after {told_number(test.finished, 'match', 'matches')}; {kept}")
        sys.exit(STOPPED)
    if shown:
        click.echo(err=True)
    return found


def watched(run: Any, work: Callable[[Callable[[int], None]], Any]) -> Any:
    """Do the work under a progress bar; if it is stopped, say what remains."""
    from ludoteca.lab.plurals import told_number

    before = run.finished
    if before:
        note(f"{before} of {run.matches} matches were finished before")
    started = time.monotonic()
    try:
        with click.progressbar(
            length=run.matches - before, label=run.plan.title, file=sys.stderr, show_pos=True,
            hidden=not sys.stderr.isatty(),
        ) as bar:  # fmt: skip
            found = work(bar.update)
    except KeyboardInterrupt:
        if run.run_folder is None:
            note("stopped; nothing is kept without --out")
        else:
            note(
                f"stopped after {run.finished} of {run.matches} matches; they are kept in "
                f"{run.run_folder.path}, and the same command goes on from there"
            )
        sys.exit(STOPPED)
    played = run.matches - before
    if played:
        seconds = time.monotonic() - started
        told = told_number(played, "match", "matches")
        note(f"{told} in {seconds:.1f} s, {played / seconds:.1f} a second")
    return found


def note(sentence: str) -> None:
    """Something beside the result."""
    click.echo(f"ludoteca: {sentence}", err=True)
