"""The `ludoteca` command."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.kernel.game import Game
    from ludoteca.kernel.match import Match
    from ludoteca.kernel.record import Record


def told_plainly(command: Callable[..., None]) -> Callable[..., None]:
    """Errors of the house are one sentence on stderr and exit code 1; faults of the program keep their
    traceback.
    """

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except LudotecaError as error:
            click.echo(f"ludoteca: {error}", err=True)
            sys.exit(1)

    return run


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """`K=V` arguments as a dictionary."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"“{pair}” should look like round_cap=20", param_hint="--option")
        found[key] = value
    return found


def load_record(path: Path) -> tuple[Game[Any], Record]:
    from ludoteca.games import load
    from ludoteca.kernel.record import read_record

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LudotecaError(f"{path} is not a text file; expected a record") from None
    record = read_record(text)
    return load(record.game), record


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ludoteca")
def main() -> None:
    """A home for tabletop games: play them, replay them, and play them a million times."""


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Everything about the games as JSON.")
@told_plainly
def games(as_json: bool) -> None:
    """List the games of the house."""
    from ludoteca.games import load, names

    found = [load(name) for name in names()]
    if as_json:
        click.echo(json.dumps([_about(game) for game in found], indent=2, ensure_ascii=False))
        return
    for game in found:
        players = f"{game.least}-{game.most}" if game.least < game.most else str(game.least)
        click.echo(f"{game.name:14} {game.title}: {players} players, about {game.minutes} minutes")
        click.echo(f"{'':14} {game.words().phrase('game', 'tagline')}")


def _about(game: Game[Any]) -> dict[str, Any]:
    words = game.words()
    return {
        "name": game.name,
        "title": game.title,
        "tagline": words.phrase("game", "tagline"),
        "seats": [game.least, game.most],
        "minutes": game.minutes,
        "rules_version": game.version,
        "edition": game.edition(None).name,
        "languages": game.languages(),
        "decisions": len(game.catalogue.decisions),
        "outcomes": len(game.catalogue.outcomes),
        "presets": {name: dict(preset) for name, preset in game.presets.items()},
        "options": [
            {
                "key": option.key,
                "label": words.phrase("option", option.key),
                "help": words.phrase("option", f"{option.key}.help"),
                "kind": option.kind,
                "default": option.default,
                "values": option.expected(),
                "rule": option.rule,
            }
            for option in game.options
        ],
    }


@main.command()
@click.argument("game")
@click.argument("rule", required=False)
@told_plainly
def rules(game: str, rule: str | None) -> None:
    """Print the rules of GAME, or only RULE, or all rules of a chapter.

    For example: ludoteca rules bologna, ludoteca rules bologna BOL-2.3, ludoteca rules bologna BOL-2.
    """
    from ludoteca.games import load

    found = load(game)
    if rule is None:
        text = (found.folder / "rules.md").read_text(encoding="utf-8")
        click.echo_via_pager(text) if sys.stdout.isatty() else click.echo(text)
        return
    wanted = rule.upper()
    chosen = {
        key: text for key, text in found.rules().items() if key == wanted or key.startswith(f"{wanted}.")
    }
    if not chosen:
        raise LudotecaError(f"{found.title} has no rule “{rule}”; “ludoteca rules {game}” lists them all")
    for key, text in chosen.items():
        click.echo(f"{key}  {text}")


@main.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play; the fewest possible, or three, if not said.")
@click.option(
    "--people", type=int, default=1, show_default=True, help="How many of them are people at this keyboard."
)
@click.option(
    "--bot", default="greedy", show_default=True, help="Who plays the other seats: random, greedy, greedy:N."
)
@click.option("--name", "names", multiple=True, help="A person's name; say it once for each.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="K=V", help="An option of the game.")
@click.option("--preset", help="A named set of options.")
@click.option(
    "--seed", type=int, help="Play with the luck of this number; otherwise luck is committed and verifiable."
)
@click.option("--language", default="en", show_default=True, help="The language of the phrase book.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the record here at the end."
)
@told_plainly
def play(game: str, seats: int | None, people: int, bot: str, names: tuple[str, ...], pairs: tuple[str, ...],
         preset: str | None, seed: int | None, language: str, save: Path | None) -> None:  # fmt: skip
    """Play GAME in the terminal, against bots or with friends at one keyboard."""
    from ludoteca.games import load
    from ludoteca.terminal import Terminal

    found = load(game)
    options = {**_preset(found, preset), **read_pairs(pairs)}
    Terminal(found, seats, people, bot, names, options, seed, language, save).run()


def _preset(game: Game[Any], name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    if name not in game.presets:
        raise LudotecaError(
            f"{game.title} has no preset “{name}”; it has {', '.join(game.presets) or 'none'}"
        )
    return dict(game.presets[name])


@main.command()
@click.argument("game")
@click.option("--players", type=int, help="How many play; the fewest possible if not said.")
@click.option(
    "--bot",
    "bots",
    default="random",
    show_default=True,
    help="One bot for all seats, or one for each: greedy,random.",
)
@click.option(
    "--games", "matches", type=click.IntRange(1), default=100, show_default=True, help="How many matches."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same matches.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="K=V", help="An option of the game.")
@click.option(
    "--edition",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play with the components in this file.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes to play in.")
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Draw the scores into this SVG file."
)
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON; seconds are CPU seconds.")
@told_plainly
def simulate(game: str, players: int | None, bots: str, matches: int, seed: int, pairs: tuple[str, ...],
             edition: Path | None, workers: int, chart: Path | None, as_json: bool) -> None:  # fmt: skip
    """Let bots play GAME many times and report lengths, results and speed."""
    from ludoteca.games import load
    from ludoteca.lab.charts import score_chart
    from ludoteca.lab.simulation import Plan, figures
    from ludoteca.lab.simulation import simulate as run

    found = load(game)
    plan = Plan(game, players or found.least, read_pairs(pairs), bots, seed, edition)
    shown = sys.stderr.isatty()
    with click.progressbar(length=matches, label=found.title, file=sys.stderr, hidden=not shown) as bar:
        count = run(plan, matches, bar.update, workers)
    data = figures(plan, count)
    if chart is not None:
        title = f"{found.title}: scores of {matches} matches, {plan.players} players ({', '.join(plan.bots)})"
        chart.write_text(score_chart(title, count.scores).svg(), encoding="utf-8")
    click.echo(json.dumps(data, indent=2) if as_json else told_figures(data))


def told_figures(data: dict[str, Any]) -> str:
    """The figures of a simulation for people."""
    built = "compiled" if data["compiled"] else "plain Python"
    bots = ", ".join(data["bots"])
    lines = [
        f"{data['matches']} matches of {data['game']} with {data['players']} players ({bots})",
        f"  decisions a match    {data['decisions'] / data['matches']:.1f}",
        f"  chance a match       {data['chance_steps'] / data['matches']:.1f}",
        f"  decisions a second   {data['decisions_per_second']:,.0f} ({built})",
        "  how they ended       " + ", ".join(f"{key} {value}" for key, value in data["reasons"].items()),
        "  won by seat          " + ", ".join(told_rate(found) for found in data["win_rate_by_seat"]),
    ]
    if data["mean_scores"]:
        lines.append("  mean score by seat   " + ", ".join(f"{score:.1f}" for score in data["mean_scores"]))
    for name, values in data["facets"].items():
        lines.append(f"  won by {name}")
        for value, found in values.items():
            lines.append(f"    {value:20} {told_rate(found['win_rate'])}  of {found['seats']}")
    return "\n".join(lines)


def told_rate(found: dict[str, float]) -> str:
    return f"{found['rate']:.1%} ({found['low']:.1%}–{found['high']:.1%})"


@main.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", type=click.IntRange(0), help="Stop after this many lines of play.")
@click.option("--seat", type=int, default=-1, help="See it as this seat saw it; a spectator otherwise.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the table into this file.")
@click.option(
    "--png", type=click.Path(dir_okay=False, path_type=Path), help="Draw the table into this picture."
)
@click.option("--phone", is_flag=True, help="Draw it for a narrow screen.")
@click.option("--language", default="en", show_default=True, help="The language of the phrase book.")
@told_plainly
def replay(record: Path, at: int | None, seat: int, svg: Path | None, png: Path | None, phone: bool,
           language: str) -> None:  # fmt: skip
    """Tell the match in RECORD again, up to any line, and draw the table as it stood."""
    from ludoteca.kernel.replay import replay as run

    game, story = load_record(record)
    match = run(game, story, at)
    if not -1 <= seat < match.setup.seats:
        raise LudotecaError(f"there is no seat {seat}; this table has {match.setup.seats}")
    speaker = match.speaker(language)
    for event in match.log(seat):
        sentence = speaker.event(event)
        if sentence:
            click.echo(f"{sentence}  [{event.kind.rule}]" if event.kind.rule else sentence)
    scene = draw(match, seat, language, phone)
    click.echo()
    click.echo(scene.text())
    if svg:
        svg.write_text(scene.svg(), encoding="utf-8")
    if png:
        png.write_bytes(scene.png(width=390 if phone else 1280))


def draw(match: Match, seat: int, language: str, narrow: bool = False) -> Any:
    """The table as a seat sees it now."""
    return match.game.board(match.view(seat), match.speaker(language), match.choices(seat, language), narrow)


@main.command()
@click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@told_plainly
def verify(record: Path) -> None:
    """Check RECORD: every action by the rules, every chance outcome by its seed or revealed secret."""
    from ludoteca.kernel.replay import verify as run

    game, story = load_record(record)
    verdict = run(game, story)
    click.echo(f"{record}: {verdict.decisions} actions follow the rules of {game.title}")
    click.echo(verdict.remark[:1].upper() + verdict.remark[1:] + ".")


@main.command()
@click.argument("game")
@click.option(
    "--matches", type=click.IntRange(1), default=200, show_default=True, help="How many random matches."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed examines the same matches."
)
@told_plainly
def examine(game: str, matches: int, seed: int) -> None:
    """Examine GAME against the laws every game must obey."""
    from ludoteca.games import load
    from ludoteca.kernel.examiner import examine as run

    found = load(game)
    started = time.monotonic()
    with click.progressbar(
        length=matches, label=found.title, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        report = run(found, matches=matches, seed=seed, progress=lambda _done, _total: bar.update(1))
    click.echo(str(report))
    click.echo(f"{time.monotonic() - started:.1f} seconds")
    if not report.ok:
        sys.exit(1)
