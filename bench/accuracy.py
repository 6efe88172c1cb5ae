"""How the analysis measures bots of known strength: accuracy and regret by level, game by game.

    python bench/accuracy.py bosa --matches 10 --records build/accuracy

plays matches with bots of several levels at one table, analyses them, and prints the mean accuracy of each
level, its 95 % interval, and how often one seat of a match tells random from regular. Records are kept: run
again, it goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path

import click

from ludoteca.analysis import EFFORTS, Analysis, analyse
from ludoteca.analysis.effort import effort_called
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import LEVELS
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay

PLAYERS = ("random", *LEVELS)
SEATS = 4


def played(game_name: str, number: int, folder: Path, players: tuple[str, ...]) -> Match:
    """The match of a number, from the folder if it was played before. Seats are named after their bots."""
    game = load(game_name)
    path = folder / f"{game_name}-{number}.record"
    if path.exists():
        return replay(game, read_record(path.read_text(encoding="utf-8")))
    seated = [players[(number + seat) % len(players)] for seat in range(SEATS)]
    match = Match(game, game.setup(SEATS), Seeded(1000 + number), seated)
    bots = [make_bot(name if name == "random" else f"level:{name}") for name in seated]
    play_match(match, bots, seed=number)
    path.write_text(match.record().text(), encoding="utf-8")
    return match


def table(rows: dict[str, list[tuple[float, float, float]]]) -> list[str]:
    """Every level: seats, accuracy with its interval, unit lost a turn, sure errors."""
    told = ["| level | seats | accuracy (95 %) | lost a turn | sure errors |", "|---|---|---|---|---|"]
    for name, found in rows.items():
        count = len(found)
        if not count:
            continue
        means = [sum(column) / count for column in zip(*found, strict=True)]
        spread = sqrt(sum((row[0] - means[0]) ** 2 for row in found) / max(1, count - 1))
        about = 1.96 * spread / sqrt(count)
        told.append(f"| {name} | {count} | {means[0]:.1f} ± {about:.1f} | {means[1]:.3f} | {means[2]:.1f} |")
    return told


def told_apart(rows: dict[str, list[tuple[float, float, float]]]) -> float:
    """How often a seat of a regular has a higher accuracy than a seat of a random one."""
    pairs = [(one[0], other[0]) for one in rows["random"] for other in rows["regular"]]
    return sum(one < other for one, other in pairs) / len(pairs) if pairs else 0.0


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--matches", type=int, default=10)
    asked.add_argument("--effort", default="quick", choices=EFFORTS)
    asked.add_argument("--players", default=",".join(PLAYERS))
    asked.add_argument("--records", type=Path, default=Path("build/accuracy"))
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--only-play", action="store_true")
    words = asked.parse_args()
    words.records.mkdir(parents=True, exist_ok=True)
    players = tuple(words.players.split(","))
    rows: dict[str, list[tuple[float, float, float]]] = {name: [] for name in players}
    with click.progressbar(range(words.matches), label=words.game, file=sys.stderr) as numbers:
        for number in numbers:
            match = played(words.game, number, words.records, players)
            if words.only_play:
                continue
            found: Analysis = analyse(match, effort_called(words.effort, words.game), workers=words.workers)
            for report in found.reports:
                errors = float(sum(report.grades.values()))
                rows[match.names[report.seat]].append((report.accuracy, report.lost_a_turn, errors))
    if not words.only_play:
        print("\n".join(table(rows)))
        print(f"A regular seat is above a random one in {100 * told_apart(rows):.1f} % of the pairs.")


if __name__ == "__main__":
    main()
