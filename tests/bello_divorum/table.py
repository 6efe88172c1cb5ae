"""Positions of Bello Divorum in short: `T0=A:3A` is an Aztec Temple with three Aztec followers, `power 2` the
second power of whoever has the turn, `power 0` none.
"""

from __future__ import annotations

import re
from typing import Any

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.actions import MIDDLE, PANTHEON_IDS, PLACE_WORDS, PLACES
from ludoteca.games.bello_divorum.rules.state import BelloState, Ruleset, empty_board
from ludoteca.games.bello_divorum.rules.steps.acting import ACTS, RALLIES
from ludoteca.games.bello_divorum.rules.steps.claiming import CLAIMS
from ludoteca.games.bello_divorum.rules.steps.favours import FAVOURS
from ludoteca.games.bello_divorum.rules.steps.rounds import ENDS, TURNS

LETTERS = "AMESNG"
_ENTRY = re.compile(r"(\w+?)(?:=([A-Z]))?(?::((?:\d[A-Z])+))?")


def place_of(name: str) -> int:
    """The number of a location by its id."""
    return PLACE_WORDS.index(name.lower())


class Position:
    """A table laid by hand. Nothing lies on it but what is written; every seat decides as asked."""

    def __init__(
        self, text: str = "", seats: int = 6, turn: int = 0, pantheons: str = LETTERS, **options: Any
    ) -> None:
        setup = GAME.setup(seats, at_once(seats, options))
        self.state = state = empty_board(Ruleset(setup))
        corners = state.ruleset.edition.layouts[f"{seats} {state.ruleset.unused_corners}"]
        for player, corner, letter in zip(state.players, corners, pantheons):
            player.corner = corner
            player.pantheon = LETTERS.index(letter)
        state.order = list(range(seats))
        state.turns_over = turn
        state.turn.active = turn
        state.journal = []
        self.letters = pantheons
        for entry in text.split():
            found = _ENTRY.fullmatch(entry)
            assert found, entry
            place = place_of(found.group(1))
            assert place in state.ruleset.board.places, entry
            for number, letter in re.findall(r"(\d)([A-Z])", found.group(3) or ""):
                state.put(self.seat(letter), place, int(number))
            if found.group(2):
                state.take(self.seat(found.group(2)), place)
        assert not GAME.faults(state), GAME.faults(state)

    def seat(self, letter: str) -> int:
        return self.letters.index(letter)

    # Where the turn stands

    def turn(self) -> Position:
        """A whole turn begins."""
        self.state.push(TURNS[self.state.turn.active])
        return self._settle()

    def power_phase(self) -> Position:
        return self._phases(ENDS, CLAIMS, RALLIES, FAVOURS)

    def action_phase(self) -> Position:
        return self._phases(ENDS, CLAIMS, RALLIES)

    def acting(self, actions: int = 3, moves: int = 0) -> Position:
        """In the middle of the Action Phase."""
        self.state.turn.actions = actions
        self.state.turn.moves = moves
        return self._phases(ENDS, CLAIMS, ACTS)

    def control_phase(self) -> Position:
        return self._phases(ENDS, CLAIMS)

    def end_of_turn(self) -> Position:
        return self._phases(ENDS)

    def _phases(self, *phases: Any) -> Position:
        for phase in phases:
            self.state.push(phase[self.state.turn.active])
        return self._settle()

    def _settle(self) -> Position:
        self.state.settle()
        assert not GAME.faults(self.state), GAME.faults(self.state)
        return self

    # What happens

    @property
    def options(self) -> list[str]:
        return [self.short(action.text) for action in self.state.choices]

    @property
    def question(self) -> str:
        return self.state.step.name() if self.state.agenda else "over"

    def play(self, *texts: str) -> Position:
        for text in texts:
            assert text in self.options, f"{text}: {self.why(text)}; {self.question}: {self.options}"
            self.state.play(GAME.catalogue.parse(self.long(text)))
            assert not GAME.faults(self.state), GAME.faults(self.state)
        return self

    def why(self, text: str) -> str | None:
        """The objection to a candidate."""
        action = GAME.catalogue.parse(self.long(text))
        step = self.state.step
        assert action in step.candidates(self.state), f"{text} is no candidate of {self.question}"
        return step.objection(self.state, action)

    def long(self, text: str) -> str:
        """An action as the catalogue has it."""
        verb, _, number = text.partition(" ")
        if verb != "power":
            return text
        pantheon = PANTHEON_IDS[self.state.players[self.state.turn.active].pantheon]
        return f"power {pantheon}-{number}" if number != "0" else "no-favour"

    def short(self, text: str) -> str:
        """An action as tests have it."""
        if text == "no-favour":
            return "power 0"
        return f"power {text[-1]}" if text.startswith("power ") else text

    def power_objection(self, text: str) -> str | None:
        """What forbids a power, asked even where the phase would pass by itself."""
        self.state.push(FAVOURS[self.state.turn.active])
        return self.why(text)

    def events(self, *kinds: str) -> list[str]:
        """What happened, in order; only the kinds asked for, if any."""
        told = self.state.journal or []
        return [event.text() for event in told if not kinds or event.kind.name in kinds]

    def show(self, *names: str) -> str:
        """What lies on the locations named, or on all that are not empty."""
        state = self.state
        places = [place_of(name) for name in names] or [
            place for place in range(PLACES) if state.owner(place) >= 0 or state.crowd(place)
        ]
        return " ".join(self._entry(place) for place in places)

    def _entry(self, place: int) -> str:
        state = self.state
        text = PLACE_WORDS[place].upper()
        if state.owner(place) >= 0:
            text += f"={self.letters[state.owner(place)]}"
        here = [
            f"{state.count(seat, place)}{self.letters[seat]}"
            for seat in range(state.seats)
            if state.count(seat, place)
        ]
        return f"{text}:{''.join(here)}" if here else text

    def supply(self, letter: str) -> int:
        return self.state.players[self.seat(letter)].supply


def at_once(seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Nothing is drafted unless told otherwise."""
    return {"pantheons": "given", "corners": "seated", "small_table": seats < 4, **options}


def started(seats: int = 6, **options: Any) -> Position:
    """A match at its first decision, corners by seat and pantheons in printed order unless told otherwise."""
    setup = GAME.setup(seats, at_once(seats, options))
    position = Position("", seats, **{key: value for key, value in options.items() if key != "pantheons"})
    position.state = GAME.start(setup)
    position.state.journal = []
    position.state.settle()
    return position


def filler(letter: str, number: int) -> str:
    """So many followers out of the way, on star points and in the middle, four to a location."""
    corners = [f"FS{corner}" for corner in range(6)] + ["FC"]
    full = [f"{name}:4{letter}" for name in corners[: number // 4]]
    rest = [f"{corners[number // 4]}:{number % 4}{letter}"] if number % 4 else []
    return " ".join(full + rest)


def copied(state: BelloState) -> BelloState:
    """A twin with an open journal."""
    twin = state.copy()
    twin.journal = []
    return twin


__all__ = ["LETTERS", "MIDDLE", "Position", "copied", "filler", "place_of", "started"]
