"""Training the network on top of a game's evaluation: `train`."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from ludoteca.cli.common import NEW_FILE, number_option, told_plainly
from ludoteca.cli.fit import read_players, told_quality


@click.command()
@click.argument("game")
@click.option("--players", help="How many play, such as 2 or 2,3,4; by default every number in turn.")
@number_option("--games", "matches", type=click.IntRange(10), default=1000, help="Matches of self-play.")
@number_option("--units", type=click.IntRange(1, 256), default=32, help="Units of the hidden layer.")
@number_option("--epochs", default=40, help="How often the network sees every trial.")
@number_option("--seed", type=int, default=1, help="The same seed gives the same network.")
@number_option("--workers", default=1, help="Processes that play.")
@click.option(
    "--run",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Keeps what was played; a run that was stopped goes on from there.  [default: build/train/GAME]",
)
@click.option(
    "--write",
    "target",
    type=NEW_FILE,
    help="Write the network into this file; the game uses it as its bot/network.toml.",
)
@told_plainly
def train(game: str, players: str | None, matches: int, units: int, epochs: int, seed: int, workers: int,
          folder: Path | None, target: Path | None) -> None:  # fmt: skip
    """Train a network on top of GAME's weighted features, from options that are tried to the end with the
    same luck. Whether it plays better is for `ludoteca arena` to say: a bot `sum:BOT` leaves it out.
    """
    from ludoteca.games import load
    from ludoteca.lab import fitting, training

    found = load(game)
    weights = fitting.teachable(found)
    counts = read_players(players, found.least, found.most)
    fitting.numpy()
    run = folder or Path("build") / "train" / game
    hidden = not sys.stderr.isatty()
    label = f"{found.title}: trials"
    with click.progressbar(length=matches, label=label, file=sys.stderr, hidden=hidden) as bar:
        trials = training.gather_all(game, counts, matches, seed, workers, run, bar.update)
    with click.progressbar(
        length=epochs, label=f"{found.title}: learning", file=sys.stderr, hidden=hidden
    ) as bar:
        trained = training.train(found, trials, units, epochs, seed, bar.update)
    click.echo(f"{len(trials)} decisions, {told_quality(trained.quality)}")
    if target is not None:
        chosen = {"players": ",".join(map(str, counts)), "games": matches, "units": units, "epochs": epochs}
        command = f"ludoteca train {game} " + " ".join(f"--{name} {value}" for name, value in chosen.items())
        origin: dict[str, Any] = {"command": f"{command} --seed {seed}", "decisions": len(trials)}
        origin |= {"date": datetime.now(UTC).date().isoformat(), **trained.quality}
        training.write(target, weights, trained, origin)
        click.echo(f"The network is in {target}.", err=True)
