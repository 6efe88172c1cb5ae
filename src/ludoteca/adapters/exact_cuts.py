"""Games cut so small that OpenSpiel solves them exactly: two seats, a few pieces, a short match.

    import pyspiel
    from open_spiel.python.algorithms import cfr, exploitability

    import ludoteca.adapters.exact_cuts

    game = pyspiel.load_game("ludoteca_bologna_tiny")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    print(exploitability.exploitability(game, solver.average_policy()))

The rules are those of the house; only options and an edition (in `cuts/`) differ. In every match one victory
is divided between the two, so the games are of constant sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ludoteca.adapters.observation import Encoder
from ludoteca.adapters.openspiel import PREFIX, Play, TableGame, game_type, introduce
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import CHANCE, State

try:
    import pyspiel
except ImportError:
    raise LudotecaError("this game needs OpenSpiel: pip install ludoteca[adapters]") from None

FOLDER: Final = Path(__file__).with_name("cuts")
SEATS: Final = 2
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "bello_divorum": {
        "small_table": True,
        "track_length": "12",
        "last_turn": "at_once",
        "corners": "seated",
        "pantheons": "given",
    },
    "bologna": {
        "deus_ex_machina": False,
        "deadly_sins": False,
        "pork_feast": False,
        "earthquake": False,
        "feast_of_fools": False,
        "self_target": False,
        "first_player": "seat0",
        "round_cap": 1,
    },
}
"""The games that can be cut, and how they are played then."""


@dataclass
class Count:
    """How many moments there are in all matches together."""

    decisions: int = 0
    chances: int = 0
    ends: int = 0
    whole: bool = True
    """Whether everything was counted; otherwise there are more."""

    @property
    def moments(self) -> int:
        return self.decisions + self.chances + self.ends


def edition_of(game: str) -> Path:
    """The edition of a cut."""
    return FOLDER / f"{game}.toml"


def count(game: Game[Any], setup: Setup, most: int) -> Count:
    """Play every possible match, until `most` moments are counted."""
    found = Count()
    opening: State = game.start(setup)
    opening.settle()
    waiting = [opening]
    while waiting:
        if found.moments == most:
            found.whole = False
            break
        state = waiting.pop()
        if state.over:
            found.ends += 1
            continue
        if state.actor == CHANCE:
            found.chances += 1
            actions = [action for action, _ in state.step.odds(state)]
        else:
            found.decisions += 1
            actions = state.choices
        for action in actions:
            twin = state.copy()
            twin.play(action)
            waiting.append(twin)
    return found


class KnownPlay(Play):
    """A moment of a small game. It never changes, and remembers what follows: solvers come back to every
    moment again and again.
    """

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self._after: dict[int, KnownPlay] = {}
        self._noticed: dict[int, str] = {}

    def after(self, action: Action) -> KnownPlay:
        found = self._after.get(action.index)
        if found is None:
            found = KnownPlay.__new__(KnownPlay)
            found.encoder = self.encoder
            found.table = self.table.copy()
            found.opening = self.opening
            found.moments = self.moments[:]
            found.before = self.before
            found._after, found._noticed = {}, {}
            found.act(action)
            self._after[action.index] = found
        return found

    def noticed(self, seat: int) -> str:
        if seat not in self._noticed:
            self._noticed[seat] = super().noticed(seat)
        return self._noticed[seat]

    def __deepcopy__(self, memo: dict[int, Any]) -> KnownPlay:
        return self


class CutGame(TableGame):
    """A game whose moments are all remembered."""

    _opening: KnownPlay | None = None

    def opening(self) -> KnownPlay:
        if self._opening is None:
            self._opening = KnownPlay(self.encoder)
        return self._opening


def register_cut(name: str) -> str:
    """Make the cut of a game known to OpenSpiel; returns the name under which it can be loaded."""
    short = f"{PREFIX}{name}_tiny"
    utility = pyspiel.GameType.Utility.CONSTANT_SUM
    kind = game_type(short, f"{load(name).title}, cut small", (SEATS, SEATS), utility, {})
    usual = {"players": SEATS, **OPTIONS[name]}
    introduce(kind, {"name": name, "usual": usual, "edition": edition_of(name), "total": 1.0}, CutGame)
    return short


for _game in OPTIONS:
    register_cut(_game)
