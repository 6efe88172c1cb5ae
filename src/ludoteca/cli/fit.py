"""Finding the weights of a game's evaluation again: `fit`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from ludoteca.cli.common import NEW_FILE, number_option, pairs_option, read_pairs, told_plainly


@click.command()
@click.argument("game")
@click.option("--players", help="How many play, such as 2 or 2,3,4; by default every number in turn.")
@number_option("--games", "matches", type=click.IntRange(10), default=1000, help="Matches a round.")
@number_option(
    "--rounds", default=2, help="How often to play and fit; each round plays with what the one before found."
)
@number_option("--seed", type=int, default=1, help="The same seed gives the same weights.")
@number_option(
    "--ridge",
    type=click.FloatRange(0.0),
    default=0.01,
    help="How strongly weights are pulled towards those at the start.",
)
@number_option(
    "--noise", type=click.FloatRange(0.0, 1.0), default=0.1, help="How often a player chooses at random."
)
@number_option("--worlds", default=2, help="How many worlds a player imagines for a decision.")
@number_option("--every", default=1, help="Use one position in this many.")
@click.option("--glance", is_flag=True, help="Players judge options by win chances alone, which is quicker.")
@pairs_option
@click.option(
    "--write",
    "target",
    type=NEW_FILE,
    help="Write the weights into this file; the game uses them as its bot/evaluation.toml.",
)
@told_plainly
def fit(game: str, players: str | None, matches: int, rounds: int, seed: int, ridge: float, noise: float,
        worlds: int, every: int, glance: bool, pairs: tuple[str, ...],
        target: Path | None) -> None:  # fmt: skip
    """Let greedy players of GAME play each other and fit the weights of its evaluation to the results."""
    from ludoteca.games import load
    from ludoteca.lab import fitting

    found = load(game)
    weights = fitting.teachable(found)
    counts = read_players(players, found.least, found.most)
    fitting.numpy()
    weights.adopt(weights.start, weights.start_spread)
    shown = sys.stderr.isatty()
    options = read_pairs(pairs)
    quality: dict[str, float] = {}
    positions = 0
    for number in range(rounds):
        label = f"{found.title}, round {number + 1} of {rounds}"
        with click.progressbar(length=matches, label=label, file=sys.stderr, hidden=not shown) as bar:
            lessons = fitting.gather(
                found, counts, matches, seed + number, noise, worlds, every, options, glance, bar.update
            )
        outcome = fitting.fit(weights, lessons, ridge)
        weights.adopt(outcome.values, outcome.spread)
        quality = outcome.quality
        positions = len(set(lessons.positions))
        click.echo(f"round {number + 1}: {positions} positions, {told_quality(quality)}", err=True)
    chosen = {
        "players": ",".join(map(str, counts)), "games": matches, "rounds": rounds, "seed": seed,
        "ridge": ridge, "noise": noise, "worlds": worlds, "every": every,
    }  # fmt: skip
    command = f"ludoteca fit {game} " + " ".join(f"--{name} {value}" for name, value in chosen.items())
    command += " --glance" if glance else ""
    command += "".join(f" -o {pair}" for pair in pairs)
    origin: dict[str, Any] = {"command": command, "seed": seed, "matches": matches * rounds}
    origin |= {"positions": positions, "date": datetime.now(UTC).date().isoformat(), **quality}
    for name, row in zip(weights.names, weights.fitted, strict=True):
        click.echo(f"{name:24} " + " ".join(f"{value:9.4f}" for value in row))
    click.echo(f"{'spread':24} " + " ".join(f"{value:9.4f}" for value in weights.spread))
    if target is not None:
        fitting.write(target, weights, origin)
        click.echo(f"The weights are in {target}.", err=True)


def read_players(text: str | None, least: int, most: int) -> list[int]:
    """`2` or `2,3,4` as numbers."""
    if text is None:
        return list(range(least, most + 1))
    parts = text.split(",")
    if not all(part.isdigit() for part in parts):
        raise click.BadParameter(f"“{text}” should look like 2 or 2,3,4", param_hint="--players")
    return [int(part) for part in parts]


def told_quality(quality: dict[str, float]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value:.4f}" for name, value in quality.items())
