"""How the analysis measures bots of known strength: accuracy and regret by level, game by game.

    python bench/accuracy.py bosa --matches 10 --records build/accuracy

plays matches with bots of several levels at one table, analyses them, and prints the mean accuracy of each
level, its 95 % interval, and how often one seat of a match tells random from regular. Records and what was
measured are kept: run again, it goes on where it stopped. Several processes may share the work, each with its
`--part`, such as 3/16.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import sqrt
from pathlib import Path

import click

from ludoteca.analysis import EFFORTS, analyse
from ludoteca.analysis.effort import effort_called
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import LEVELS, MASTER
from ludoteca.bots.playing import play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay

PLAYERS = ("random", *LEVELS)
SEATS = 4
Row = tuple[float, float, float]
"""What one seat of a match showed: accuracy, unit lost a turn, sure errors."""


def played(game_name: str, number: int, folder: Path, master: str) -> Match:
    """The match of a number, from the folder if it was played before. Seats are named after their bots."""
    game = load(game_name)
    path = folder / f"{game_name}-{number}.record"
    if path.exists():
        return replay(game, read_record(path.read_text(encoding="utf-8")))
    seated = [PLAYERS[(number + seat) % len(PLAYERS)] for seat in range(SEATS)]
    match = Match(game, game.setup(SEATS), Seeded(1000 + number), seated)
    texts = {"random": "random", MASTER: master}
    play_match(match, [make_bot(texts.get(name, f"level:{name}")) for name in seated], seed=number)
    path.write_text(match.record().text(), encoding="utf-8")
    return match


def measured(match: Match, effort: str, kept: Path) -> list[tuple[str, Row]]:
    """What every seat of a match showed, by the name of its level; read where it was measured before."""
    if kept.exists():
        return [(name, row) for name, row in json.loads(kept.read_text(encoding="utf-8"))]
    found = analyse(match, effort_called(effort, match.game.name))
    rows = [
        (match.names[report.seat], (report.accuracy, report.lost_a_turn, float(sum(report.grades.values()))))
        for report in found.reports
    ]
    kept.write_text(json.dumps(rows), encoding="utf-8")
    return rows


def table(rows: dict[str, list[Row]]) -> list[str]:
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


def told_apart(rows: dict[str, list[Row]]) -> float:
    """How often a seat of a regular has a higher accuracy than a seat of a random one."""
    pairs = [(one[0], other[0]) for one in rows["random"] for other in rows["regular"]]
    return sum(one < other for one, other in pairs) / len(pairs) if pairs else 0.0


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("--matches", type=int, default=10)
    asked.add_argument("--effort", default="quick", choices=EFFORTS)
    asked.add_argument("--master", default="level:master", help="the bot that plays for the master")
    asked.add_argument("--records", type=Path, default=Path("build/accuracy"))
    asked.add_argument("--part", default="0/1", help="which share of the matches, such as 3/16")
    words = asked.parse_args()
    words.records.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, words.part.split("/"))
    rows: dict[str, list[Row]] = {name: [] for name in PLAYERS}
    with click.progressbar(range(part, words.matches, parts), label=words.game, file=sys.stderr) as numbers:
        for number in numbers:
            match = played(words.game, number, words.records, words.master)
            kept = words.records / f"{words.game}-{number}-{words.effort}.json"
            for name, row in measured(match, words.effort, kept):
                rows[name].append(row)
    print("\n".join(table(rows)))
    print(f"A regular seat is above a random one in {100 * told_apart(rows):.1f} % of the pairs.")


if __name__ == "__main__":
    main()
