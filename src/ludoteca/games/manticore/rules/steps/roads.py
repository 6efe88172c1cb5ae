"""Stage 1: paving the roads (MAN-3)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.actions import DREW, FIRST_MONSTER, MOST_SEATS, PLACE
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import ANY_SIDE, ROAD_TOKENS
from ludoteca.games.manticore.rules.events import APPEARED, DRAWN, PAVED, ROADS_DONE
from ludoteca.games.manticore.rules.road_places import closed_in, lay, place_objection
from ludoteca.games.manticore.rules.state import FIRST_FOE, PAVING, ManticoreState
from ludoteca.games.manticore.rules.steps.round import START_INVASION
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import NO_ACTIONS, Chance, Decision, Happening


class Pave(Happening[ManticoreState]):
    """MAN-3.1: the next seat draws a token, until all of them lie."""

    def happen(self, state: ManticoreState) -> None:
        roads = state.roads
        if roads.laid == ROAD_TOKENS:
            roads.token = -1
            roads.spot = NOWHERE
            roads.placeable = NO_ACTIONS
            state.tell(ROADS_DONE)
            state.push(START_INVASION)
            return
        state.phase = PAVING
        state.active = state.order[roads.laid % state.seats]
        state.push(DRAW)


class Draw(Chance[ManticoreState]):
    """A road token comes up (MAN-2.1, MAN-3.1)."""

    def stream(self) -> str:
        return "roads"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(DREW[token], number) for token, number in enumerate(state.roads.unseen) if number]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        left = source.below(ROAD_TOKENS - state.roads.laid)
        token = 0
        for number in state.roads.unseen:
            left -= number
            if left < 0:
                break
            token += 1
        return DREW.actions[token]

    def certainty(self, state: ManticoreState) -> Action | None:
        if state.roads.laid < ROAD_TOKENS - 1:
            return None
        return self.odds(state)[0][0]

    def play(self, state: ManticoreState, action: Action) -> None:
        state.roads.unseen[action.a] -= 1
        state.roads.token = action.a
        state.tell(DRAWN, state.active, action.a)
        state.push(PLACES[state.active])


class PlaceToken(Decision[ManticoreState]):
    """A seat chooses the cell for its token (MAN-3.2, 3.5, 3.7)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("token", "token", state.roads.token)]

    def candidates(self, state: ManticoreState) -> list[Action]:
        return PLACE.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        return place_objection(state, action.a, not closed_in(state))

    def options(self, state: ManticoreState) -> list[Action]:
        # Remembered from token to token: asking about all 169 cells would take half of the time of paving.
        return state.roads.placeable

    def play(self, state: ManticoreState, action: Action) -> None:
        state.roads.spot = action.a
        state.push(ORIENTS[self.seat])


class Orient(Decision[ManticoreState]):
    """A seat turns its token; where only condition (b) holds, its road has to meet another (MAN-3.4)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("token", "token", state.roads.token), ("cell", "cell", state.roads.spot)]

    def option_details(self, state: ManticoreState, action: Action) -> list[tuple[str, str, int]]:
        return [("sides", "sides", state.ruleset.edition.masks[state.roads.token][action.a])]

    def candidates(self, state: ManticoreState) -> list[Action]:
        return state.ruleset.edition.orientations[state.roads.token]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        roads = state.roads
        wanted = roads.joins[roads.spot]
        if wanted == 0 or wanted & ANY_SIDE:
            return None
        return None if state.ruleset.edition.masks[roads.token][action.a] & wanted else "MAN-3.2/meet"

    def options(self, state: ManticoreState) -> list[Action]:
        # Looked up: asking for each objection would take a tenth of a random match.
        return state.ruleset.edition.joining[state.roads.token][state.roads.joins[state.roads.spot]]

    def play(self, state: ManticoreState, action: Action) -> None:
        token = state.roads.token
        spot = state.roads.spot
        state.tell(PAVED, self.seat, token, spot)
        lay(state, spot, state.ruleset.edition.masks[token][action.a])
        if token >= FIRST_MONSTER:
            monster = token - FIRST_MONSTER
            state.put(FIRST_FOE + monster, spot)  # MAN-3.6
            state.monsters[monster].life = state.ruleset.edition.monster_level[monster]
            state.tell(APPEARED, monster, spot)
        state.push(PAVE)


PAVE: Final = Pave()
DRAW: Final = Draw()
PLACES: Final[list[PlaceToken]] = [PlaceToken(seat) for seat in range(MOST_SEATS)]
ORIENTS: Final[list[Orient]] = [Orient(seat) for seat in range(MOST_SEATS)]
