"""What lies on the table in Bello Divorum."""

from __future__ import annotations

from typing import Final, final

from ludoteca.games.bello_divorum.rules.actions import PLACES
from ludoteca.games.bello_divorum.rules.edition import FIELD, KINDS, BelloEdition, Board, Power
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_SEAT: Final = -1
NO_PANTHEON: Final = -1
NO_CORNER: Final = -1

# Followers of all colours on a location are packed into one number, four bits a seat.
BITS: Final = 4
MASK: Final = 15

NOTHING: Final[list[int]] = []  # what a list is until the table is laid

# Sets of locations are bit masks, read ten at a time.
CHUNK: Final = 10
EVERY_BIT: Final = (1 << 10) - 1


def subsets(first: int) -> list[list[int]]:
    """The members of every set of the ten locations from `first` on, by its bit mask."""
    found: list[list[int]] = [[]]
    for place in range(first, first + CHUNK):
        found += [[*members, place] for members in found]
    return found


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


def members(places: int) -> list[int]:
    """The locations in a set, in order. Not to be changed by the caller."""
    found = NOTHING
    chunk = 0
    while places:
        some = places & EVERY_BIT
        if some:
            these = MEMBERS[chunk][some]
            found = found + these if found else these
        places >>= CHUNK
        chunk += 1
    return found


def of_others(places: list[int], seat: int) -> int:
    """The union of the sets of all seats but one."""
    found = 0
    for other in range(len(places)):
        if other != seat:
            found |= places[other]
    return found


def unused_corners(setup: Setup) -> str:
    """BEL-12: five players fold the board unless told otherwise, all others leave it open."""
    word = setup.word("unused_corners")
    if word == "auto":
        return "folded" if setup.seats == 5 else "open"
    return word


@final
class BelloState(State):
    """By location: `owner` is the seat whose chip lies there, `standing` its followers packed by seat, and
    `crowd` how many they are in all; `full` is the set of those without room. By seat: `where` is the set
    of locations with own followers, `held` the set of those it controls.

    `supply` holds each seat's followers off the board, `chips` its chips off the board, three numbers a seat.
    `order` is the turn order from the first player on, `turn` the position in it: who comes later has not
    moved in this round.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.owner = NOTHING
        self.standing = NOTHING
        self.where = NOTHING
        self.held = NOTHING
        self.crowd = NOTHING
        self.full = 0
        self.supply = NOTHING
        self.chips = NOTHING
        self.corner = NOTHING
        self.pantheon = NOTHING
        self.penalty = NOTHING
        self.aegis = 0
        self.first = 0
        self.order = NOTHING
        self.turn = 0
        self.round = 1
        self.doom = 0
        self.final_turn = False
        self.active = NO_SEAT
        self.power = 0
        self.bonus_actions = 0
        self.bonus_moves = 0
        self.actions = 0
        self.moves = 0
        self.acted = False
        self.flower_war = False
        self.returns = 0

    def copy(self) -> BelloState:
        twin = BelloState(self.ruleset)
        self.share_agenda(twin)
        twin.owner = self.owner[:]
        twin.standing = self.standing[:]
        twin.where = self.where[:]
        twin.held = self.held[:]
        twin.crowd = self.crowd[:]
        twin.full = self.full
        twin.supply = self.supply[:]
        twin.chips = self.chips[:]
        twin.corner = self.corner
        twin.pantheon = self.pantheon
        twin.penalty = self.penalty[:]
        twin.aegis = self.aegis
        twin.first = self.first
        twin.order = self.order
        twin.turn = self.turn
        twin.round = self.round
        twin.doom = self.doom
        twin.final_turn = self.final_turn
        twin.active = self.active
        twin.power = self.power
        twin.bonus_actions = self.bonus_actions
        twin.bonus_moves = self.bonus_moves
        twin.actions = self.actions
        twin.moves = self.moves
        twin.acted = self.acted
        twin.flower_war = self.flower_war
        twin.returns = self.returns
        return twin

    # Followers

    def count(self, seat: int, place: int) -> int:
        """How many followers of a seat stand on a location."""
        return (self.standing[place] >> BITS * seat) & MASK

    def stands(self, seat: int) -> list[int]:
        """The locations where a seat has followers, in order."""
        return members(self.where[seat])

    def holds(self, seat: int) -> list[int]:
        """The locations a seat controls, in order."""
        return members(self.held[seat])

    def put(self, seat: int, place: int, number: int) -> None:
        """Followers come from their supply (BEL-2.7)."""
        standing = self.standing[place]
        self.standing[place] = standing + (number << BITS * seat)
        if number and not (standing >> BITS * seat) & MASK:
            self.where[seat] = self.where[seat] | 1 << place
        crowd = self.crowd[place] + number
        self.crowd[place] = crowd
        if crowd == self.ruleset.edition.room:
            self.full |= 1 << place
        self.supply[seat] = self.supply[seat] - number

    def remove(self, seat: int, place: int, number: int) -> None:
        """Followers go back to their supply (BEL-2.6)."""
        standing = self.standing[place] - (number << BITS * seat)
        self.standing[place] = standing
        if not (standing >> BITS * seat) & MASK:
            self.where[seat] = self.where[seat] & ~(1 << place)
        self.crowd[place] = self.crowd[place] - number
        if number:
            self.full &= ~(1 << place)
        self.supply[seat] = self.supply[seat] + number

    def rivals_stand(self, seat: int) -> int:
        """The set of locations where others have followers."""
        return of_others(self.where, seat)

    def room(self, place: int) -> int:
        """How many followers still fit on a location (BEL-2.4)."""
        return self.ruleset.edition.room - self.crowd[place]

    def on_board(self, seat: int) -> int:
        """How many followers a seat has on the board."""
        return self.ruleset.edition.followers - self.supply[seat]

    # Chips

    def take(self, seat: int, place: int) -> None:
        """A chip of the location's kind is laid on it (BEL-9.4)."""
        self.owner[place] = seat
        self.held[seat] |= 1 << place
        self.chips[KINDS * seat + self.ruleset.board.kind[place]] -= 1

    def give_up(self, place: int) -> None:
        """The chip goes back to its owner: the location is uncontrolled (BEL-2.6)."""
        seat = self.owner[place]
        self.chips[KINDS * seat + self.ruleset.board.kind[place]] += 1
        self.held[seat] &= ~(1 << place)
        self.owner[place] = NO_SEAT

    def rivals_hold(self, seat: int) -> int:
        """The set of locations that others control."""
        return of_others(self.held, seat)

    def chips_left(self, seat: int, place: int) -> int:
        """How many chips a seat has left for such a location."""
        return self.chips[KINDS * seat + self.ruleset.board.kind[place]]

    def controls(self, seat: int, kind: int) -> int:
        """How many locations of a kind a seat controls."""
        return self.ruleset.edition.chips[kind] - self.chips[KINDS * seat + kind]

    # The turn

    def powers(self, seat: int) -> list[Power]:
        """The power card of a seat (BEL-1.4)."""
        return self.ruleset.edition.pantheons[self.pantheon[seat]].powers

    def base_actions(self, seat: int) -> int:
        """BEL-6.1: three, and one more for every two Fields."""
        edition = self.ruleset.edition
        return edition.base_actions + self.controls(seat, FIELD) // edition.fields_per_action

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
    state = BelloState(ruleset)
    edition = ruleset.edition
    state.owner = [NO_SEAT] * PLACES
    state.standing = [0] * PLACES
    state.where = [0] * ruleset.seats
    state.held = [0] * ruleset.seats
    state.crowd = [0] * PLACES
    state.supply = [edition.followers] * ruleset.seats
    state.chips = edition.chips * ruleset.seats
    state.corner = [NO_CORNER] * ruleset.seats
    state.pantheon = [NO_PANTHEON] * ruleset.seats
    state.penalty = [0] * ruleset.seats
    return state
