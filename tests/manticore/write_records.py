"""Writes down a match for each way the game can end: `python -m tests.manticore.write_records`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_match
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.quick_policy import usual
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source

FOLDER = Path(__file__).with_name("records")
WANTED: dict[str, tuple[int, dict[str, Any], str, str]] = {
    "players_great": (1, {}, "usual", "players_great"),
    "players": (2, {}, "usual", "players"),
    "players-rivals": (2, {"mode": "semicoop"}, "usual", "players"),
    "manticore_great": (4, {}, "random", "manticore_great"),
    "manticore": (2, {"still_monsters": True}, "random", "manticore"),
    "manticore_great-hidden": (
        3,
        {"hidden_artifacts": True, "monster_initiative": 2, "turn_order": "dice"},
        "random",
        "manticore_great",
    ),
}


class Usual(Bot):
    """Lays roads at random and then does what heroes usually do: quick, and it wins now and then."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        state = perspective.imagine(source)
        assert isinstance(state, ManticoreState)
        if state.phase >= HEROES:
            return usual(state)
        return perspective.options[source.below(len(perspective.options))]


def find(seats: int, options: dict[str, Any], bot: str, reason: str) -> Match:
    """The first match by seed that ends for this reason."""
    for seed in range(1, 2000):
        match = Match(GAME, GAME.setup(seats, options), Seeded(seed))
        player = Usual() if bot == "usual" else make_bot(bot)
        play_match(match, [player] * seats, seed)
        if match.result is not None and match.result.reason == reason:
            return match
    raise LookupError(reason)


if __name__ == "__main__":
    for name, (seats, options, bot, reason) in WANTED.items():
        record = find(seats, options, bot, reason).record()
        (FOLDER / f"{name}.record").write_text(record.text(), encoding="utf-8")
        print(name, record.result)
