"""What lies on the table in Bello Divorum."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bello_divorum.rules.actions import PLACES, POWERS
from ludoteca.games.bello_divorum.rules.edition import FIELD, KINDS, BelloEdition, Board, Power
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_SEAT: Final = -1
NO_PANTHEON: Final = -1
NO_CORNER: Final = -1

# Sets of locations are bit masks, read ten at a time.
CHUNK: Final = 10
EVERY_BIT: Final = (1 << 10) - 1


def subsets(first: int) -> list[list[int]]:
    """The members of every set of the ten locations from `first` on, by its bit mask."""
    found: list[list[int]] = [[]]
    for place in range(first, first + CHUNK):
        found += [[*members, place] for members in found]
    return found


NOWHERE: Final[list[int]] = []
MEMBERS: Final[list[list[list[int]]]] = [subsets(first) for first in range(0, PLACES, CHUNK)]


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, BelloEdition)
        self.edition = setup.edition
        self.seats = setup.seats
        self.unused_corners = unused_corners(setup)
        self.one_more_turn = setup.word("last_turn") != "at_once"
        self.new_round = setup.word("last_turn") == "next_player"
        self.block = setup.word("contested") == "block"
        self.draft_corners = setup.word("corners") == "draft"
        self.pantheons = setup.word("pantheons")
        self.random_first = setup.word("first_player") == "random"
        self.track = int(setup.word("track_length"))
        self.board: Board = setup.edition.board


def members(places: i64) -> list[int]:
    """The locations in a set, in order. Not to be changed by the caller."""
    found = NOWHERE
    chunk: i64 = 0
    while places:
        some = places & EVERY_BIT
        if some:
            these = MEMBERS[chunk][some]
            found = found + these if found else these
        places >>= CHUNK
        chunk += 1
    return found


def unused_corners(setup: Setup) -> str:
    """BEL-12: the board is open unless told otherwise; it may be folded for five players only."""
    word = setup.word("unused_corners")
    if word == "folded_for_five":
        return "folded" if setup.seats == 5 else "open"
    return word


@final
class Player:
    """One seat's pieces: `followers` by location; `supply` and `chips` (by kind of location) off the board.

    `where` is the set of locations with its followers, `held` the set of those it controls. `penalty` is how
    many actions its next turn lacks (BEL-13.6); `aegis` means one more defender everywhere (BEL-13.16).
    """

    def __init__(
        self, followers: vec[i64], supply: int, chips: vec[i64], model: Player | None = None
    ) -> None:
        """Every field has one line: what it is at first, and what a copy takes from its model."""
        self.followers = followers
        self.supply = supply
        self.chips = chips
        self.corner: int = NO_CORNER if model is None else model.corner
        self.pantheon: int = NO_PANTHEON if model is None else model.pantheon
        self.where: int = 0 if model is None else model.where
        self.held: int = 0 if model is None else model.held
        self.penalty: int = 0 if model is None else model.penalty
        self.aegis: bool = False if model is None else model.aegis

    def copy(self) -> Player:
        return Player(self.followers[:], self.supply, self.chips[:], self)


@final
class Turn:
    """The turn of the active player: its power (0 is none), the actions and moves left, those that the power
    adds to them, and how many lost attackers will still return (BEL-8.10).
    """

    def __init__(self, active: int, model: Turn | None = None) -> None:
        self.active = active
        self.power: int = 0 if model is None else model.power
        self.bonus_actions: int = 0 if model is None else model.bonus_actions
        self.bonus_moves: int = 0 if model is None else model.bonus_moves
        self.actions: int = 0 if model is None else model.actions
        self.moves: int = 0 if model is None else model.moves
        self.acted: bool = False if model is None else model.acted
        self.flower_war: bool = False if model is None else model.flower_war
        self.returns: int = 0 if model is None else model.returns

    def copy(self) -> Turn:
        return Turn(self.active, self)


@final
class BelloState(State):
    """The table. By location: `owners` are the seats whose chips lie there, `crowds` count the followers;
    `full` is the set of those without room. `order` is the turn order from the first player on, `turns_over`
    how many turns of this round are over.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        owners: vec[i64],
        crowds: vec[i64],
        players: list[Player],
        turn: Turn,
        model: BelloState | None = None,
    ) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.owners = owners
        self.crowds = crowds
        self.players = players
        self.turn = turn
        self.full: int = 0 if model is None else model.full
        self.first: int = 0 if model is None else model.first
        self.order: list[int] = NOWHERE if model is None else model.order
        self.turns_over: int = 0 if model is None else model.turns_over
        self.round: int = 1 if model is None else model.round
        self.doom: int = 0 if model is None else model.doom
        self.final_turn: bool = False if model is None else model.final_turn
        if model is not None:
            model.share_agenda(self)

    def copy(self) -> BelloState:
        players = [player.copy() for player in self.players]
        return BelloState(self.ruleset, self.owners[:], self.crowds[:], players, self.turn.copy(), self)

    # Followers

    def count(self, seat: int, place: int) -> int:
        """How many followers of a seat stand on a location."""
        return self.players[seat].followers[place]

    def crowd(self, place: int) -> int:
        """How many followers stand on a location."""
        return self.crowds[place]

    def stands(self, seat: int) -> list[int]:
        """The locations where a seat has followers, in order."""
        return members(self.players[seat].where)

    def holds(self, seat: int) -> list[int]:
        """The locations a seat controls, in order."""
        return members(self.players[seat].held)

    def put(self, seat: int, place: int, number: int) -> None:
        """Followers come from their supply (BEL-2.7)."""
        player = self.players[seat]
        player.followers[place] = player.followers[place] + number
        player.supply -= number
        if number:
            player.where |= 1 << place
        crowd = self.crowds[place] + number
        self.crowds[place] = crowd
        if crowd == self.ruleset.edition.room:
            self.full |= 1 << place

    def remove(self, seat: int, place: int, number: int) -> None:
        """Followers go back to their supply (BEL-2.6)."""
        player = self.players[seat]
        left = player.followers[place] - number
        player.followers[place] = left
        player.supply += number
        if not left:
            player.where &= ~(1 << place)
        self.crowds[place] = self.crowds[place] - number
        if number:
            self.full &= ~(1 << place)

    def rivals_stand(self, seat: int) -> int:
        """The set of locations where others have followers."""
        own = self.players[seat]
        found = 0
        for player in self.players:
            if player is not own:
                found |= player.where
        return found

    def room(self, place: int) -> int:
        """How many followers still fit on a location (BEL-2.4)."""
        return self.ruleset.edition.room - self.crowds[place]

    def on_board(self, seat: int) -> int:
        """How many followers a seat has on the board."""
        return self.ruleset.edition.followers - self.players[seat].supply

    # Chips

    def owner(self, place: int) -> int:
        """The seat that controls a location, or NO_SEAT."""
        return self.owners[place]

    def take(self, seat: int, place: int) -> None:
        """A chip of the location's kind is laid on it (BEL-9.4)."""
        self.owners[place] = seat
        player = self.players[seat]
        player.held |= 1 << place
        player.chips[self.ruleset.board.kind[place]] -= 1

    def give_up(self, place: int) -> None:
        """The chip goes back to its owner: the location is uncontrolled (BEL-2.6)."""
        player = self.players[self.owners[place]]
        self.owners[place] = NO_SEAT
        player.held &= ~(1 << place)
        player.chips[self.ruleset.board.kind[place]] += 1

    def rivals_hold(self, seat: int) -> int:
        """The set of locations that others control."""
        own = self.players[seat]
        found = 0
        for player in self.players:
            if player is not own:
                found |= player.held
        return found

    def chips_left(self, seat: int, place: int) -> int:
        """How many chips a seat has left for such a location."""
        return self.players[seat].chips[self.ruleset.board.kind[place]]

    def controls(self, seat: int, kind: int) -> int:
        """How many locations of a kind a seat controls."""
        return self.ruleset.edition.chips[kind] - self.players[seat].chips[kind]

    # The turn

    def powers(self, seat: int) -> list[Power]:
        """The power card of a seat (BEL-1.4)."""
        return self.ruleset.edition.pantheons[self.players[seat].pantheon].powers

    def power_number(self, seat: int) -> int:
        """The power a seat uses this turn, as phrase books number all powers."""
        return POWERS * self.players[seat].pantheon + self.turn.power - 1

    def next_actions(self, seat: int) -> int:
        """BEL-6.1, 6.2: three, and one more for every two Fields; a penalty leaves at least one."""
        edition = self.ruleset.edition
        actions = edition.base_actions + self.controls(seat, FIELD) // edition.fields_per_action
        penalty = self.players[seat].penalty
        return max(1, actions - penalty) if penalty else actions

    def faith(self, seat: int) -> int:
        """BEL-11.6: followers on the board and what the controlled locations are worth."""
        points = self.on_board(seat)
        for kind in range(KINDS):
            points += self.ruleset.edition.faith[kind] * self.controls(seat, kind)
        return points

    def rivals_of(self, seat: int) -> list[int]:
        """The other players in turn order after a seat."""
        here = self.order.index(seat)
        return self.order[here + 1 :] + self.order[:here]


def empty_board(ruleset: Ruleset) -> BelloState:
    """Nothing on the board, everything in the supplies (BEL-1.6, BEL-1.7)."""
    edition = ruleset.edition
    nobody = vec[i64]([0] * PLACES)
    chips = vec[i64](edition.chips)
    players = [Player(nobody[:], edition.followers, chips[:]) for _ in range(ruleset.seats)]
    return BelloState(ruleset, vec[i64]([NO_SEAT] * PLACES), nobody, players, Turn(NO_SEAT))
