"""How the analysis measures bots of known strength: accuracy and regret by level, game by game.

    python bench/accuracy.py bosa --matches 10 --records build/accuracy

plays matches with bots of several levels at one table, analyses them, and prints the mean accuracy of each
level, its 95 % interval, and how often one seat of a match tells random from regular. Claims are proved only
where the proof corrects the accuracy.
"""

from __future__ import annotations

from math import sqrt

from matches import PLAYERS, Analysed, analysed, numbers, questions_of_analysis

from ludoteca.analysis.measures import measure_of

Row = tuple[float, float]
"""What one seat of a match showed: accuracy, and what a turn lost in the game's unit."""


def measured(found: Analysed) -> list[tuple[str, Row]]:
    """What every seat of a match showed, by the name of its level."""
    return [
        (found.match.names[report.seat], (report.accuracy, report.lost_a_turn))
        for report in found.analysis.reports
    ]


def table(rows: dict[str, list[Row]]) -> list[str]:
    """Every level: seats, accuracy with its interval, and what a turn lost in the game's unit."""
    told = ["| level | seats | accuracy (95 %) | lost a turn |", "|---|---|---|---|"]
    for name, found in rows.items():
        count = len(found)
        if not count:
            continue
        means = [sum(column) / count for column in zip(*found, strict=True)]
        spread = sqrt(sum((row[0] - means[0]) ** 2 for row in found) / max(1, count - 1))
        about = 1.96 * spread / sqrt(count)
        told.append(f"| {name} | {count} | {means[0]:.1f} ± {about:.1f} | {means[1]:.3f} |")
    return told


def told_apart(rows: dict[str, list[Row]]) -> float:
    """How often a seat of a regular has a higher accuracy than a seat of a random one."""
    pairs = [(one[0], other[0]) for one in rows["random"] for other in rows["regular"]]
    return sum(one < other for one, other in pairs) / len(pairs) if pairs else 0.0


def main() -> None:
    words = questions_of_analysis(__doc__).parse_args()
    corrected = measure_of(words.game).corrected
    rows: dict[str, list[Row]] = {name: [] for name in PLAYERS}
    for number in numbers(words):
        for name, row in measured(analysed(words, number, proved=corrected)):
            rows[name].append(row)
    print("\n".join(table(rows)))
    print(f"A regular seat is above a random one in {100 * told_apart(rows):.1f} % of the pairs.")


if __name__ == "__main__":
    main()
