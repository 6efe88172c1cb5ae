"""Writes the recorded matches anew: `python -m tests.bello_divorum.write_records`.

Only for when the form of records changes. A record that does not replay any more is a broken promise,
not a file to refresh.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.games.bello_divorum import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

FOLDER = Path(__file__).with_name("records")
NAMES = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio"]
Ending = Callable[[Match], bool]


def greedy(match: Match, source: Stream) -> str:
    """One step ahead by the game's evaluation."""
    state = match.state
    best, text = -1.0, ""
    for action in state.choices:
        trial = state.copy()
        trial.play(action)
        value = GAME.bot.evaluate(trial, match.actor) + source.below(1000) * 1e-9  # type: ignore[arg-type]
        if value > best:
            best, text = value, action.text
    return text


def played(seats: int, seed: int, thinking: bool, options: dict[str, Any]) -> Match:
    """A whole match, by thought or by chance."""
    match = Match(GAME, GAME.setup(seats, options), Seeded(seed), NAMES[:seats])
    source = Stream(seed, "players")
    while match.actor >= 0:
        if thinking:
            match.play(match.actor, greedy(match, source))
        else:
            match.play(match.actor, match.options[source.below(len(match.options))])
    return match


def searched(seats: int, ending: Ending, thinking: bool = False, **options: Any) -> Match:
    """The first match that ends as wanted."""
    for seed in count():
        match = played(seats, seed, thinking, options)
        if ending(match):
            return match
    raise AssertionError


def told(match: Match, kind: str) -> int:
    return sum(event.kind.name == kind for event in match.log(-1))


def reason(match: Match) -> str:
    assert match.result is not None
    return match.result.reason


def winners(match: Match) -> int:
    assert match.result is not None
    return len(match.result.winners)


def tie_broken(match: Match) -> bool:
    result = match.result
    assert result is not None
    return len(result.winners) == 1 and sorted(result.scores)[-1] == sorted(result.scores)[-2]


STORIES: dict[str, Callable[[], Match]] = {
    "printed": lambda: searched(6, lambda m: told(m, "recruits_once_more") == 5, True),
    "last-turn": lambda: searched(
        6, lambda m: reason(m) == "last_turn" and told(m, "recruits_once_more") in (2, 3, 4), True
    ),
    "turn": lambda: searched(5, lambda m: reason(m) == "turn", **GAME.presets["house"]),
    "round": lambda: searched(4, lambda m: reason(m) == "round", True, **GAME.presets["house"]),
    "next-player": lambda: searched(
        6, lambda m: told(m, "recruits_once_more") == 5, first_player="random", pantheons="random"
    ),
    "at-once": lambda: searched(
        4, lambda m: reason(m) == "turn" and told(m, "recruits_once_more") > 0, last_turn="at_once"
    ),
    "shared": lambda: searched(5, lambda m: winners(m) > 1, track_length="12"),
    "tie-broken": lambda: searched(4, tie_broken, unused_corners="folded", **GAME.presets["first"]),
    "small-table": lambda: searched(
        2, lambda m: told(m, "passed_over") > 0, small_table=True, track_length="24"
    ),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, tell in STORIES.items():
        match = tell()
        (FOLDER / f"{name}.record").write_text(match.record().text(), encoding="utf-8")
        print(name, len(match.entries), match.result)


if __name__ == "__main__":
    main()
