"""The end of the game (MAN-11) and who has won it (MAN-1.3, 1.4)."""

from __future__ import annotations

from ludoteca.games.manticore.rules.events import ALL_DEAD, LAST_ROUND, MANTICORE_FELL, MANTICORE_IN_CITY
from ludoteca.games.manticore.rules.state import MANTICORE, ManticoreState
from ludoteca.kernel.result import Result


def manticore_falls(state: ManticoreState, striker: int) -> None:
    """MAN-11.1, 11.2: the Manticore is dead; a Great Victory if no monster is left alive."""
    state.tell(MANTICORE_FELL, striker)
    state.remove(MANTICORE)
    reason = "players" if monsters_live(state) else "players_great"
    winners = [state.ruleset.coop or seat == striker for seat in range(state.seats)]
    places = [1 if won else 2 for won in winners]
    state.finish(Result(reason, places, [1 if won else 0 for won in winners], teams(state)))


def manticore_wins(state: ManticoreState, reason: str) -> None:
    """MAN-11.3, 11.4, 11.7: everybody has lost, so nobody comes first."""
    state.finish(Result(reason, [2] * state.seats, [0] * state.seats, teams(state)))


def all_heroes_dead(state: ManticoreState) -> bool:
    """MAN-11.3, 11.5: looked at after every damage."""
    for hero in state.heroes:
        if hero.life > 0:
            return False
    state.tell(ALL_DEAD)
    manticore_wins(state, "manticore_great")
    return True


def manticore_in_city(state: ManticoreState) -> None:
    """MAN-10.6, MAN-11.4."""
    state.tell(MANTICORE_IN_CITY)
    manticore_wins(state, "manticore")


def rounds_are_over(state: ManticoreState) -> None:
    """MAN-11.7: time has run out."""
    state.tell(LAST_ROUND, state.round)
    manticore_wins(state, "manticore")


def monsters_live(state: ManticoreState) -> bool:
    for monster in state.monsters:
        if monster.life > 0:
            return True
    return False


def teams(state: ManticoreState) -> list[int]:
    """Cooperating seats win and lose together (MAN-1.3)."""
    return [0 if state.ruleset.coop else seat for seat in range(state.seats)]
