"""Every game as an OpenSpiel game in Python.

    import pyspiel
    import ludoteca.adapters.openspiel

    game = pyspiel.load_game("ludoteca_bosa(players=3,goals=false)")

The parameters are `players` and the options of the game. Chance is explicit: its outcomes carry their odds
and are numbered as the catalogue numbers them, apart from the decisions. Returns are shares of one victory,
from 0 to 1, and come at the end; seats that win together as a team get 1 each.

- The **information state string** has perfect recall: every action and event of the match as the player
  noticed it, in order.
- The **observation string** and **observation tensor** are the player's view now (`Encoder.describe()` names
  the slots). Views keep what the table remembers about hidden things.
- The **information state tensor** is the observation and the last `RECENT` things the player noticed: who
  acted, what kind of action it was, its parameters.

`resample_from_infostate` deals anew what the player cannot know, so that OpenSpiel's own ISMCTS (in Python)
plays. A resampled state begins its story there: only its recent moments are missing from tensors.

Every game is declared to have imperfect information, even Bello Divorum, where nothing is hidden. The longest
match is the bound that the rules prove; most are far shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ludoteca.adapters.observation import Encoder, encoder
from ludoteca.games import load, names
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import Audience, Event, sees
from ludoteca.kernel.options import Option
from ludoteca.kernel.record import CHANCE_MARK, UNKNOWN
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import SPECTATOR

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("this game needs OpenSpiel: pip install ludoteca[adapters]") from None

RECENT = 16
CHANCE_A_DECISION = 16
PREFIX = "ludoteca_"


class Moment:
    """Something that was done, who may know what it was, and what came of it."""

    def __init__(self, actor: int, action: Action, audience: Audience, events: list[Event]) -> None:
        self.actor = actor
        self.action = action
        self.audience = audience
        self.events = events
        self._told: dict[int, str] = {}

    def known_to(self, seat: int) -> bool:
        return seat == self.actor or sees(self.audience, seat)

    def told(self, seat: int) -> str:
        """The line of the record and the events as a seat learns of them; worked out once."""
        if seat not in self._told:
            who = CHANCE_MARK if self.actor == CHANCE else str(self.actor)
            text = self.action.text if self.known_to(seat) else UNKNOWN
            lines = [f"{who} {text}", *told_events(self.events, seat)]
            self._told[seat] = "".join([f"\n{line}" for line in lines])
        return self._told[seat]


def told_events(events: list[Event], seat: int) -> list[str]:
    seen = [event.seen_by(seat) for event in events]
    return [f"  {event.text()}" for event in seen if event is not None]


class Play:
    """A state and its story. Copies are cheap; a pickle holds the actions and replays them."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.table: State = encoder.game.start(encoder.setup)
        self.opening: list[Event] = []
        self.moments: list[Moment] = []
        self.before: list[str] = []
        """In an imagined play, what every seat had noticed before: its story begins there."""
        self.table.journal = self.opening
        self.table.settle()
        self.table.journal = None

    def act(self, action: Action) -> None:
        table = self.table
        events: list[Event] = []
        self.moments.append(Moment(table.actor, action, table.step.audience(table, action), events))
        table.journal = events
        table.play(action)
        table.journal = None

    def after(self, action: Action) -> Play:
        """The play once this is done. The play itself goes on: whoever wants to keep it copies it before."""
        self.act(action)
        return self

    def noticed(self, seat: int) -> str:
        """Everything that a seat noticed, in order."""
        opening = "\n".join([f"seat {seat}", *told_events(self.opening, seat)])
        before = self.before[seat] if self.before else opening
        return before + "".join([moment.told(seat) for moment in self.moments])

    def imagined(self, seat: int, source: Source) -> Play:
        """The play as it might be for all that a seat knows.

        The seat has noticed the same as before. The true past of the others is not known to it, so their
        stories begin with what they would see now.
        """
        game = self.encoder.game
        twin = Play.__new__(Play)
        twin.encoder = self.encoder
        twin.table = game.imagine(self.table, seat, source)
        twin.opening = []
        twin.moments = []
        twin.before = [
            self.noticed(seat) if other == seat else f"seat {other}\n{game.view(twin.table, other)}"
            for other in range(self.table.seats)
        ]
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        twin = Play.__new__(Play)
        twin.encoder = self.encoder
        twin.table = self.table.copy()
        twin.opening = self.opening
        twin.moments = self.moments[:]
        twin.before = self.before
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        if self.before:
            raise LudotecaError("an imagined state has no true past: it cannot be written down, only copied")
        setup = self.encoder.setup
        texts = [moment.action.text for moment in self.moments]
        return play_again, (
            self.encoder.game.name,
            setup.seats,
            setup.values,
            self.encoder.edition,
            texts,
        )


def play_again(
    name: str, seats: int, options: dict[str, Any], edition: Path | str | None, texts: list[str]
) -> Play:
    """The play with these actions."""
    play = Play(encoder(name, seats, options, edition))
    for text in texts:
        play.act(play.encoder.game.catalogue.parse(text))
    return play


class TableState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a match, for OpenSpiel."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.play = game.opening()

    def current_player(self) -> int:
        if self.play.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.play.table.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted([action.index for action in self.play.table.choices])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.play.table.step.odds(self.play.table)
        total = sum(weight for _, weight in odds)
        return sorted([(action.index, weight / total) for action, weight in odds])

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(self._action(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._action(player, action).text

    def _action(self, player: int, index: int) -> Action:
        catalogue = self.play.encoder.game.catalogue
        return (catalogue.outcomes if player == CHANCE else catalogue.decisions)[index]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> TableState:
        """A state that the player cannot tell from this one: what is hidden from it is dealt anew."""
        twin = TableState(self.get_game())
        source = Stream(int(probability_sampler() * (1 << 31)), "resampled")
        twin.play = self.play.imagined(player_id, source)
        return twin

    def is_terminal(self) -> bool:
        return self.play.table.over

    def returns(self) -> list[float]:
        result = self.play.table.result
        return result.payoffs() if result is not None else [0.0] * self.play.table.seats

    def __str__(self) -> str:
        """The record of the match so far."""
        return "\n".join(
            f"{CHANCE_MARK if moment.actor == CHANCE else moment.actor} {moment.action.text}"
            for moment in self.play.moments
        )


class ViewObserver:
    """A player's view now: as text and, for whole views, as tensor."""

    def __init__(self, encoder: Encoder, public: bool, private: bool) -> None:
        self.public = public
        self.private = private
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if public:
            self.tensor = np.zeros(encoder.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.play.encoder.vector(
                state.play.table, player if self.private else SPECTATOR
            )

    def string_from(self, state: TableState, player: int) -> str:
        game = state.play.encoder.game
        seen = game.view(state.play.table, player if self.private else SPECTATOR)
        told = {field.name: getattr(seen, field.name) for field in fields(seen)}
        if not self.public:
            public = game.view(state.play.table, SPECTATOR)
            told = {name: value for name, value in told.items() if getattr(public, name) != value}
        return "\n".join(f"{name}: {value}" for name, value in told.items())


class RecallObserver:
    """Everything a player noticed, as text; as tensor, the view now and the last things noticed."""

    def __init__(self, encoder: Encoder) -> None:
        game = encoder.game
        self.verbs = {id(verb): place for place, verb in enumerate(game.catalogue.verbs)}
        self.seats = encoder.setup.seats
        self.width = self.seats + 2 + len(self.verbs) + 3
        self.tensor = np.zeros(encoder.size + RECENT * self.width, np.float32)
        self.dict = {
            "observation": self.tensor[: encoder.size],
            "recent": self.tensor[encoder.size :].reshape(RECENT, self.width),
        }

    def set_from(self, state: TableState, player: int) -> None:
        self.dict["observation"][:] = state.play.encoder.vector(state.play.table, player)
        recent = self.dict["recent"]
        recent.fill(0.0)
        for row, moment in enumerate(reversed(state.play.moments[-RECENT:])):
            self._tell(recent[row], moment, player)

    def _tell(self, slots: NDArray[np.float32], moment: Moment, player: int) -> None:
        """Who acted (seats counted from the player, then chance), whether it is hidden, which verb, and its
        parameters.
        """
        slots[self.seats if moment.actor == CHANCE else (moment.actor - player) % self.seats] = 1.0
        if not moment.known_to(player):
            slots[self.seats + 1] = 1.0
            return
        action = moment.action
        slots[self.seats + 2 + self.verbs[id(action.verb)]] = 1.0
        first = self.seats + 2 + len(self.verbs)
        for place, (domain, value) in enumerate(zip(action.verb.domains, action.values, strict=True)):
            slots[first + place] = (value - domain.first + 1) / len(domain.words)

    def string_from(self, state: TableState, player: int) -> str:
        return state.play.noticed(player)


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of the house with its parameters, for OpenSpiel. `usual` are those that nobody has to give;
    `total` is what all returns add up to, where that is always the same.
    """

    kind: Any
    name: str
    usual: Mapping[str, Any] = MappingProxyType({})
    edition: Path | None = None
    total: float | None = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        chosen = {**self.usual, **given}
        game = load(self.name)
        players = int(chosen.get("players", game.least))
        options = {option.key: read(option, chosen) for option in game.options}
        self.encoder = encoder(game, players, options, self.edition)
        self.longest = game.bound(self.encoder.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.catalogue.decisions),
            max_chance_outcomes=len(game.catalogue.outcomes),
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=self.total,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, given)

    def opening(self) -> Play:
        """A play at its beginning."""
        return Play(self.encoder)

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCE_A_DECISION * self.longest

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> ViewObserver | RecallObserver:
        if not isinstance(wanted, pyspiel.IIGObservationType):
            return ViewObserver(self.encoder, public=True, private=True)
        if wanted.perfect_recall:
            return RecallObserver(self.encoder)
        private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return ViewObserver(self.encoder, wanted.public_info, private)


def default(option: Option) -> Any:
    """The value of a parameter nobody has given. Words like `12` are numbers, for OpenSpiel reads them so."""
    return int(option.default) if str(option.default).isdigit() else option.default


def read(option: Option, given: dict[str, Any]) -> Any:
    """The value of an option."""
    value = given.get(option.key, option.default)
    return option.read(str(value) if option.kind == "choice" else value)


def register(name: str) -> str:
    """Make a game known to OpenSpiel; returns the name under which it can be loaded."""
    game = load(name)
    parameters = {"players": game.least, **{option.key: default(option) for option in game.options}}
    utility = pyspiel.GameType.Utility.GENERAL_SUM
    kind = game_type(PREFIX + name, game.title, (game.least, game.most), utility, parameters)
    introduce(kind, {"name": name})
    return PREFIX + name


def game_type(
    short: str, title: str, seats: tuple[int, int], utility: Any, parameters: dict[str, Any]
) -> Any:
    """What OpenSpiel wants to know of a game before anybody plays it."""
    kinds = pyspiel.GameType
    least, most = seats
    return kinds(
        short_name=short,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def introduce(kind: Any, facts: dict[str, Any], base: type[TableGame] = TableGame) -> None:
    """Make a game of this type known to OpenSpiel; the facts are attributes of its class."""
    pyspiel.register_game(kind, type(f"{kind.short_name}_game", (base,), {"kind": kind, **facts}))


for _game in names():
    register(_game)
