"""Stage 2, round by round: heroes, monsters, Manticore, City (MAN-4.1); the end of a round (MAN-8.3, 11)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.events import ROUND, WOKE_BY_ROUND
from ludoteca.games.manticore.rules.paths import survey
from ludoteca.games.manticore.rules.scoring import rounds_are_over
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.games.manticore.rules.steps.foes import CITY_PHASE, MANTICORE_PHASE, MONSTER_PHASE
from ludoteca.games.manticore.rules.steps.turn import TURNS
from ludoteca.kernel.state import Happening


class StartInvasion(Happening[ManticoreState]):
    """MAN-3.8: the roads lie for good."""

    def happen(self, state: ManticoreState) -> None:
        survey(state.ruleset.edition, state.roads)
        begin_round(state)


def begin_round(state: ManticoreState) -> None:
    """MAN-4.1: heroes in turn order, monsters, Manticore, City, restoration."""
    state.round += 1
    state.phase = HEROES
    state.joint_made = 0
    for hero in state.heroes:
        hero.prepaid = 0
    state.tell(ROUND, state.round)
    state.push(END_OF_ROUND)
    state.push(CITY_PHASE)
    state.push(MANTICORE_PHASE)
    state.push(MONSTER_PHASE)
    for seat in reversed(state.order):
        state.push(TURNS[seat])


class EndOfRound(Happening[ManticoreState]):
    """Monsters recover (MAN-8.3), a sleeper may wake (MAN-11.6, 12.2), the last round decides (MAN-11.7)."""

    def happen(self, state: ManticoreState) -> None:
        ruleset = state.ruleset
        for number, monster in enumerate(state.monsters):
            if monster.life > 0:
                monster.life = ruleset.edition.monster_level[number]
        if not state.manticore.awake and state.round == ruleset.auto_wake:
            state.manticore.awake = True
            state.tell(WOKE_BY_ROUND, state.round)
        if state.round == ruleset.max_rounds:
            rounds_are_over(state)
        else:
            begin_round(state)


START_INVASION: Final = StartInvasion()
END_OF_ROUND: Final = EndOfRound()
