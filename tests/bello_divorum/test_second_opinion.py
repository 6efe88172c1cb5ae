"""Whole matches, looked over by somebody who reads the rulebook and nothing else.

Recruiting, steps, fights, the Control Phase and the count are worked out here once more.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.actions import SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, NOBODY

# Temple, City, Field
BREEDS, TAKES, WORTH = (3, 2, 0), (3, 2, 1), (3, 2, 1)
TEMPTING = ("attack", "control", "control-all")


class Watch:
    """One match and what was seen in it."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any]) -> None:
        self.state: BelloState = GAME.start(GAME.setup(seats, {"pantheons": "random", **options}))
        self.state.journal = []
        self.state.settle()
        self.kind, self.places = self.state.ruleset.board.kind, self.state.ruleset.board.places
        self.seen: Counter[str] = Counter()
        croupier, source = Seeded(seed), Stream(seed, "second opinion")
        while self.state.actor != NOBODY:
            if self.state.actor == CHANCE:
                self.state.play(croupier.settle(self.state))
            else:
                self.follow(self.pick(source))

    def pick(self, source: Source) -> Action:
        """Chance play that likes to fight and to take."""
        choices = self.state.choices
        tempting = [action for action in choices if action.verb.name in TEMPTING]
        found = tempting if tempting and source.below(3) else choices
        return found[source.below(len(found))]

    def follow(self, action: Action) -> None:
        name = self.state.step.name()
        if name == "favour":
            self.favour(action)
        elif action.verb.name == "attack":
            self.fight(action)
        else:
            if action.verb.name == "move":
                self.step(action)
            elif name == "claim":
                self.claim()
            self.state.play(action)

    def told(self, since: int, kind: str) -> list[list[int]]:
        """The numbers of all events of a kind since then."""
        journal = self.state.journal or []
        return [
            [int(word) for word in event.text().split()[1:]]
            for event in journal[since:]
            if event.kind.name == kind
        ]

    def favour(self, action: Action) -> None:
        """BEL-4.2, 4.3: everything is filled up by now. BEL-5.2, 5.3: the cost, and one step if above 1."""
        state, seat = self.state, self.state.actor
        for place in state.holds(seat):
            assert state.crowd(place) >= BREEDS[self.kind[place]] or state.players[seat].supply == 0
        temples = [place for place in state.holds(seat) if self.kind[place] == 0]
        power = state.powers(seat)[action.a % 3] if action.verb.name == "power" else None
        cost = power.cost if power is not None else 0
        assert not cost or (temples and min(state.crowd(place) for place in temples) >= cost)
        doom, before = state.doom, len(state.journal or [])
        state.agenda.pop().play(state, action)
        assert self.told(before, "sacrificed") == [[seat, cost, place] for place in temples if cost]
        ragnarok = power is not None and power.name == "Ragnarok"
        assert state.doom == min(state.ruleset.track, doom + (cost > 1) + ragnarok)
        self.seen[f"cost {cost}"] += 1
        state.settle()

    def step(self, action: Action) -> None:
        """BEL-7: onto a location of nobody or one's own, where fewer than four stand."""
        state, seat = self.state, self.state.actor
        end = state.ruleset.board.slot_end[action.a]
        assert state.owner(end) in (-1, seat) and state.crowd(end) < 4
        assert state.count(seat, SLOT_ORIGIN[action.a]) > 0
        self.seen["steps"] += 1

    def fight(self, action: Action) -> None:
        """BEL-8.4, where no power meddles."""
        state, seat = self.state, self.state.actor
        start, end = SLOT_ORIGIN[action.a], state.ruleset.board.slot_end[action.a]
        rival, attackers, defenders = state.owner(end), state.count(seat, start), state.crowd(end)
        assert rival >= 0 and rival != seat and attackers > 0
        meddled = state.turn.flower_war or state.turn.returns or state.players[rival].aegis
        supply = [player.supply for player in state.players]
        state.agenda.pop().play(state, action)
        if not meddled:
            assert state.players[seat].supply - supply[seat] == min(attackers, defenders + 1)
            assert state.players[rival].supply - supply[rival] == min(attackers, defenders)
            assert state.owner(end) == (-1 if attackers > defenders else rival)
            assert state.count(seat, end) == max(0, attackers - defenders - 1)
            assert state.count(seat, start) == 0
            self.seen["fights"] += 1
        state.settle()

    def claim(self) -> None:
        """BEL-9: exactly these locations are offered."""
        state, seat = self.state, self.state.actor
        free = [
            place
            for place in self.places
            if state.owner(place) < 0
            and state.count(seat, place) >= TAKES[self.kind[place]]
            and state.chips_left(seat, place)
            and (state.count(seat, place) == state.crowd(place) or self.majority(seat, place))
        ]
        offered = [action.a for action in state.choices if action.verb.name == "control"]
        assert sorted(offered) == free
        self.seen["claims"] += 1

    def majority(self, seat: int, place: int) -> bool:
        """BEL-9.7, where the table plays by it."""
        state = self.state
        rivals = [state.count(rival, place) for rival in range(state.seats) if rival != seat]
        return not state.ruleset.block and max(rivals) < state.count(seat, place)

    def faith(self) -> list[tuple[int, ...]]:
        """BEL-11.6, 11.8: Faith Points, then Temples, Cities and Fields."""
        state, found = self.state, []
        for seat in range(state.seats):
            held = [
                sum(state.owner(place) == seat and self.kind[place] == kind for place in self.places)
                for kind in range(3)
            ]
            standing = sum(state.count(seat, place) for place in self.places)
            worth = sum(number * WORTH[kind] for kind, number in enumerate(held))
            found.append((standing + worth, *held))
        return found


@pytest.mark.rule("BEL-4.2", "BEL-5.2", "BEL-5.3", "BEL-7.3", "BEL-8.4", "BEL-9.1", "BEL-11.5", "BEL-11.8")
def test_turns_and_scores_agree_with_a_second_opinion() -> None:
    seen: Counter[str] = Counter()
    for seed in range(9):
        options = ({}, {"last_turn": "same_round", "contested": "majority"}, {"last_turn": "at_once"})[
            seed // 3
        ]
        watch = Watch(4 + seed % 3, seed, {**options, "first_player": "random"})
        state, faith = watch.state, watch.faith()
        assert state.result is not None
        assert list(state.result.scores) == [standing[0] for standing in faith]
        best = [seat for seat in range(state.seats) if faith[seat] == max(faith)]
        assert list(state.result.winners) == best
        turns = [numbers[0] for numbers in watch.told(0, "turn_over")]
        order = state.order * len(turns)
        assert turns == order[: len(turns)], "round and round from the first player"
        late = [numbers[0] for numbers in watch.told(0, "recruits_once_more")]
        had_a_turn = len(turns) % state.seats or state.seats
        assert late == state.order[had_a_turn:]
        seen += watch.seen
    assert seen["fights"] > 25 and seen["claims"] > 50 and seen["cost 2"] > 40 and seen["steps"] > 300
