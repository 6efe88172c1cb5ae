"""Writes the recorded matches anew: `python -m tests.bosa.write_records`.

Only for when the rules get a new version. A record that does not replay any more is a broken promise, not a
file to refresh.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.games.bosa import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY

FOLDER = Path(__file__).with_name("records")


def played(seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A whole match at random."""
    match = Match(GAME, GAME.setup(seats, options), Seeded(seed))
    source = Stream(seed, "players")
    while match.actor >= 0:
        match.play(match.actor, match.options[source.below(len(match.options))])
    return match


def ending(seats: int, reason: str) -> Match:
    """The first match that ends for this reason; states alone are searched, since ties are rare."""
    for seed in count():
        state = GAME.start(GAME.setup(seats))
        state.settle()
        croupier, source = Seeded(seed), Stream(seed, "players")
        while state.actor != NOBODY:
            choices = state.choices
            chance = state.actor == CHANCE
            state.play(croupier.settle(state) if chance else choices[source.below(len(choices))])
        if state.result is not None and state.result.reason == reason:
            return played(seats, seed, {})
    raise AssertionError


def write(name: str, match: Match) -> None:
    (FOLDER / f"{name}.record").write_text(match.record().text(), encoding="utf-8")


def main() -> None:
    for seats in range(GAME.least, GAME.most + 1):
        for reason in ("points", "coins", "shared"):
            write(f"{reason}-{seats}", ending(seats, reason))
    write("choosing-goals-2", played(2, 1, {"confirm_turn": True}))
    write("house-3", played(3, 1, dict(GAME.presets["house"])))
    limited = {"first_player": "seat0", "gain_prompts": "never", "coin_supply": "limited"}
    write("few-coins-4", played(4, 1, limited))
    write("first-game-3", played(3, 1, {"goals": False}))


if __name__ == "__main__":
    main()
