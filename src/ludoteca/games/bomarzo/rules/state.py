"""What lies on the table in Bomarzo, and the kinds of steps that change it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo.rules import events
from ludoteca.games.bomarzo.rules.actions import AREAS, FIELDS, GODS, KINDS, MOST_SEATS, ROWS, TRACKS, WINE
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, ONE_CARD, count, lowest
from ludoteca.games.bomarzo.rules.edition import EXCHANGING, BomarzoEdition
from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import Chance, Happening, State

NO_GOD: Final = -1
NO_EXCHANGE: Final = -1
NOBODY_YET: Final = -1  # the owner of a point on a track that no disc has reached

# Season tokens, in the order of `actions.COLOURS`.
WHITE: Final = 0
BLACK: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BROWN: Final = 4

SEATS: Final = range(MOST_SEATS)
NOTHING_SEEN: Final[list[list[int]]] = [[0] * GODS for _ in range(MOST_SEATS)]


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, BomarzoEdition)
        self.edition = setup.edition
        self.seats = setup.seats
        self.seasons_promo = setup.on("seasons_promo")
        self.worship_promo = setup.on("worship_promo")
        appendix = setup.word("scoring_table") == "appendix"
        self.scores = self.edition.appendix_scores if appendix else self.edition.scores
        self.floor = setup.word("tribute_floor") == "printed"
        self.limited = setup.word("supply") == "limited"
        self.pass_any_time = setup.word("may_pass") == "any_time"
        self.never_pass = setup.word("may_pass") == "never"
        self.orco_self = setup.on("orco_self")
        self.deck_shown = setup.word("deck_top") == "shown"
        self.draws_one_by_one = setup.word("card_income") == "one_by_one"
        self.copies_from_actor = setup.word("copy_order") == "from_actor"
        self.green_counts_copies = setup.on("green_counts_copies")
        self.yellow_stops_copies = setup.on("yellow_stops_copies")
        self.most_worship = self.edition.most_worship if setup.word("worship_limit") == "two" else GODS


def no_cubes() -> vec[i64]:
    return vec[i64]([0] * len(KINDS))


@final
class Fief:
    """What belongs to one player. Sets of cards are bit masks.

    `rows` and `tracks` hold the places of workers and discs, `ten_rank` the order of arrival at the end of
    each track. `offer` holds cards to choose from, `rotated` the powers used this season, `under` the cards
    laid under each divinity, `worship` the divinities of the worship cards. `early` and `not_worship` (by
    seat and card, the divinities that the player knows it not to be) are what is remembered: see
    `knowledge`. Copies share `early`, `worship` and `not_worship`, so these are replaced, never changed.
    """

    def __init__(self, model: Fief | None = None) -> None:
        """Every field has one line: what it is at first, and what a copy takes from its model."""
        self.cubes: vec[i64] = no_cubes() if model is None else model.cubes[:]
        self.rows: list[int] = [0] * len(ROWS) if model is None else model.rows[:]
        self.tracks: list[int] = [0] * len(TRACKS) if model is None else model.tracks[:]
        self.ten_rank: list[int] = [0] * len(TRACKS) if model is None else model.ten_rank[:]
        self.vp: int = 0 if model is None else model.vp
        self.pawns: int = 0 if model is None else model.pawns
        self.idle: int = 0 if model is None else model.idle
        self.visited: int = 0 if model is None else model.visited
        self.deeds: int = 0 if model is None else model.deeds
        self.passed: bool = False if model is None else model.passed
        self.hand: int = 0 if model is None else model.hand
        self.offer: int = 0 if model is None else model.offer
        self.level1: int = 0 if model is None else model.level1
        self.level2: int = 0 if model is None else model.level2
        self.rotated: int = 0 if model is None else model.rotated
        self.under: list[int] = [0] * GODS if model is None else model.under[:]
        self.early: list[int] = [0] * GODS if model is None else model.early
        self.worship: list[int] = [] if model is None else model.worship
        self.not_worship: list[list[int]] = NOTHING_SEEN if model is None else model.not_worship

    def copy(self) -> Fief:
        return Fief(self)

    def hand_size(self) -> int:
        return count(self.hand) if self.hand else 0

    def buried(self) -> int:
        """All cards laid under divinities."""
        found = 0
        for cards in self.under:
            found |= cards
        return found


@final
class Divinity:
    """The cubes and pawns on a divinity, and the side of it that shows.

    Pawns are the digits (base 8) of a number, each one more than its seat, the last to come lowest.
    """

    def __init__(self, model: Divinity | None = None) -> None:
        self.cubes: vec[i64] = no_cubes() if model is None else model.cubes[:]
        self.pawns: int = 0 if model is None else model.pawns
        self.mossy: bool = False if model is None else model.mossy

    def copy(self) -> Divinity:
        return Divinity(self)


def pawns_in_order(pawns: int) -> tuple[int, ...]:
    """The seats whose pawns stand somewhere, the first to come first."""
    found: list[int] = []
    while pawns:
        found.append(pawns % 8 - 1)
        pawns >>= 3
    found.reverse()
    return tuple(found)


@final
class BomarzoState(State):
    """The table. `harvested` holds the pawns on each area, written as those on a divinity.

    `fresh` and `known` are what the table remembers about hidden cards: see `knowledge`. `god` is the
    divinity being invoked, `spent` what its invocation cost in cubes; `owed` are the slots of a payment that
    are still open. Copies share `order` and `tokens`, so these are replaced, never changed.
    """

    def __init__(self, ruleset: Ruleset, model: BomarzoState | None = None) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.season: int = 1 if model is None else model.season
        self.first: int = 0 if model is None else model.first
        self.turn: int = 0 if model is None else model.turn
        self.colour: int = WHITE if model is None else model.colour
        self.order: list[int] = [] if model is None else model.order
        self.tokens: list[int] = [] if model is None else model.tokens
        self.fiefs: list[Fief] = [] if model is None else [fief.copy() for fief in model.fiefs]
        # The park
        self.reserve: vec[i64] = vec[i64](ruleset.edition.supply) if model is None else model.reserve[:]
        self.divinities: list[Divinity] = [] if model is None else [god.copy() for god in model.divinities]
        self.harvested: list[int] = [0] * len(AREAS) if model is None else model.harvested[:]
        self.point_owners: list[list[int]] = [] if model is None else [own[:] for own in model.point_owners]
        # Cards
        self.deck: int = ALL_CARDS if model is None else model.deck
        self.discard: int = 0 if model is None else model.discard
        self.top: int = 0 if model is None else model.top
        self.fresh: int = ALL_CARDS if model is None else model.fresh
        self.known: int = 0 if model is None else model.known
        self.worship_deck: int = 0 if model is None else model.worship_deck
        self.worship_offer: int = 0 if model is None else model.worship_offer
        # What is being done
        self.god: int = NO_GOD if model is None else model.god
        self.spent: vec[i64] = no_cubes() if model is None else model.spent[:]
        self.pay_for: int = 0 if model is None else model.pay_for
        self.owed: vec[i64] = no_cubes() if model is None else model.owed[:]
        self.exchange: int = NO_EXCHANGE if model is None else model.exchange
        self.as_kind: int = 0 if model is None else model.as_kind
        self.gift_from: int = 0 if model is None else model.gift_from
        self.cards_due: int = 0 if model is None else model.cards_due
        self.to_draw: int = 0 if model is None else model.to_draw
        self.to_keep: int = 0 if model is None else model.to_keep
        self.picked: int = 0 if model is None else model.picked
        self.worshipped: bool = False if model is None else model.worshipped
        # The end
        self.unveiled: bool = False if model is None else model.unveiled
        self.assigned: list[int] = [0] * len(FIELDS) if model is None else model.assigned[:]
        if model is not None:
            model.share_agenda(self)

    def copy(self) -> BomarzoState:
        return BomarzoState(self.ruleset, self)

    def take(self, fief: Fief, kind: int, number: int) -> int:
        """Cubes come from the reserve, as many as there are (BOM-1.1); the number that came."""
        if self.ruleset.limited and number > self.reserve[kind]:
            number = self.reserve[kind]
        self.reserve[kind] = self.reserve[kind] - number
        fief.cubes[kind] = fief.cubes[kind] + number
        return number

    def dormant(self, god: int) -> bool:
        """BOM-7.1: two wines put a divinity to sleep."""
        return self.divinities[god].cubes[WINE] >= self.ruleset.edition.dormant_at

    def tribute(self, god: int) -> list[int]:
        """The printed tribute of the side that shows."""
        edition = self.ruleset.edition
        return edition.moss_tribute[god] if self.divinities[god].mossy else edition.active_tribute[god]

    def clear_divinities(self) -> None:
        """All cubes on divinities return to the reserve (BOM-11.2, BOM-12.1)."""
        for divinity in self.divinities:
            for kind in range(len(KINDS)):
                self.reserve[kind] += divinity.cubes[kind]
                divinity.cubes[kind] = 0

    def powers(self, fief: Fief, power: int) -> int:
        """The upgraded cards with this power that are not used yet (BOM-10.6); none in a brown season."""
        if fief.level2 == 0 or self.colour == BROWN:
            return 0
        return fief.level2 & ~fief.rotated & self.ruleset.edition.giving[power]

    def exchanges(self, fief: Fief) -> int:
        return count(self.powers(fief, EXCHANGING))

    def rotate(self, fief: Fief, power: int) -> None:
        """The lowest card with this power is used for this season."""
        fief.rotated |= ONE_CARD[lowest(self.powers(fief, power))]

    def show_discard(self, fief: Fief, card: int) -> None:
        """A card of the hand goes to the discard pile, seen by all."""
        fief.hand &= ~ONE_CARD[card]
        self.discard |= ONE_CARD[card]

    def reshuffle(self) -> None:
        """BOM-1.7: the discard pile becomes the deck. The table knows that nothing hidden is in it."""
        self.deck = self.discard
        self.discard = 0
        self.fresh = self.deck
        self.known &= ~self.deck
        for fief in self.fiefs:
            fief.early = [count(cards) for cards in fief.under]
        self.tell(events.RESHUFFLED)

    def clockwise(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    def from_the_last(self) -> list[int]:
        """The seats against player order: what is pushed for the last first happens for the first first."""
        return [self.clockwise(self.first, offset) for offset in range(self.seats - 1, -1, -1)]


class SeatHappening(Happening[BomarzoState]):
    """Something happens to a seat without asking it."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner


class Lot(Chance[BomarzoState]):
    """One of several things that become fewer: the last one needs no drawing."""

    def certainty(self, state: BomarzoState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None
