"""Writes the recorded matches anew: `python -m tests.bomarzo.write_records`.

Only for when the form of records changes. A record that does not replay any more is a broken promise,
not a file to refresh.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.bots.bot import Perspective
from ludoteca.bots.greedy import Greedy
from ludoteca.games.bomarzo import GAME
from ludoteca.kernel.croupier import Committed, Croupier, Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

FOLDER = Path(__file__).with_name("records")
NAMES = ["Ada", "Ben", "Chiara", "Davide"]


def searched(
    seats: int, croupier: Callable[[int], Croupier], reason: str, clever: bool = False, **options: Any
) -> Match:
    """The first match by seed that ends for the reason."""
    greedy = Greedy(1)
    for seed in count():
        match = Match(GAME, GAME.setup(seats, options), croupier(seed), NAMES[:seats])
        source = Stream(seed, "players")
        while match.result is None:
            if clever:
                perspective = Perspective(GAME, match.state, match.actor, source)
                match.play(match.actor, greedy.choose(perspective, source))
            else:
                match.play(match.actor, match.options[source.below(len(match.options))])
            if match.actor >= 0 and source.below(60) == 0 and match.undoable(match.actor):
                match.undo(match.actor)
        if match.result.reason == reason:
            return match
    raise AssertionError


def main() -> None:
    both = {"seasons_promo": True, "worship_promo": True}
    matches = {
        "points": searched(3, Seeded, "points", clever=True),
        "points-expansions": searched(
            4, lambda seed: Committed(f"secret {seed}", ["a", "b"]), "points", **both
        ),
        "shared": searched(2, Seeded, "shared"),
        "shared-worship": searched(4, Seeded, "shared", worship_promo=True, deck_top="shown"),
    }
    FOLDER.mkdir(exist_ok=True)
    for name, match in matches.items():
        (FOLDER / f"{name}.record").write_text(match.record().text(), encoding="utf-8")


if __name__ == "__main__":
    main()
