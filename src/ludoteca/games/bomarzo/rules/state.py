"""What lies on the table in Bomarzo."""

from __future__ import annotations

from typing import Final, final

from ludoteca.games.bomarzo.rules.actions import GODS, WINE
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, ONE_CARD, count, lowest
from ludoteca.games.bomarzo.rules.edition import EXCHANGING, BomarzoEdition
from ludoteca.games.bomarzo.rules.events import RESHUFFLED
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NOTHING: Final[list[int]] = []
NO_GOD: Final = -1
NO_EXCHANGE: Final = -1

# Season tokens, in the order of `actions.COLOURS`.
WHITE: Final = 0
BLACK: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BROWN: Final = 4
GREEN_LIMIT: Final = 2

# For what a payment is made.
TRIBUTE: Final = 0
COPYING: Final = 1
WORSHIPPING: Final = 2

MAY_PASS: Final = ["no_harvest_left", "any_time", "never"]
PASS_ANY_TIME: Final = 1
PASS_NEVER: Final = 2

# `visited[seat]`: bit d for a pawn on divinity d, bit 8 + a for a pawn on harvest area a.
FIRST_AREA: Final = 8
ALL_AREAS: Final = 0b111 << 8


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
        self.may_pass = MAY_PASS.index(setup.word("may_pass"))
        self.orco_self = setup.on("orco_self")
        self.deck_shown = setup.word("deck_top") == "shown"
        self.green_counts_copies = setup.on("green_counts_copies")


@final
class BomarzoState(State):
    """Everything about seats lies flat: `cubes[3 * seat + kind]`, `rows[5 * seat + row]`,
    `tracks[3 * seat + track]`, `under[8 * seat + divinity]`; cubes on divinities are
    `lying[3 * divinity + kind]`. Sets of cards are bit masks.

    Pawns on a divinity or an area are the digits (base 8) of a number, each one more than its seat, the last
    to come lowest. `offer` holds cards a seat is choosing from. `fresh`, `early`, `known` and `lacks` are
    what the table remembers about hidden cards: see `knowledge`.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.season = 1
        self.first = 0
        self.turn = 0
        self.colour = WHITE
        self.order = NOTHING
        self.tokens = NOTHING
        # Seats
        self.cubes = NOTHING
        self.rows = NOTHING
        self.tracks = NOTHING
        self.ten_rank = NOTHING
        self.vp = NOTHING
        self.pawns = NOTHING
        self.idle = NOTHING
        self.visited = NOTHING
        self.deeds = NOTHING
        self.passed = 0
        # Cards
        self.deck = ALL_CARDS
        self.discard = 0
        self.top = 0
        self.hand = NOTHING
        self.offer = NOTHING
        self.level1 = NOTHING
        self.level2 = NOTHING
        self.rotated = NOTHING
        self.under = NOTHING
        self.fresh = ALL_CARDS
        self.early = NOTHING
        self.known = 0
        self.lacks = NOTHING
        # The park
        self.reserve = NOTHING
        self.lying = NOTHING
        self.pawns_on = NOTHING
        self.harvested = NOTHING
        self.moss = 0
        self.point_owner = NOTHING
        # Worship: `worship[2 * seat + n]` is a divinity or -1; `not_worship[8 * viewer + 2 * seat + n]` the
        # divinities that the viewer knows it not to be
        self.worship_deck = 0
        self.worship_offer = 0
        self.worship = NOTHING
        self.not_worship = NOTHING
        # What is being done
        self.pay_for = TRIBUTE
        self.god = NO_GOD
        self.owed_food = 0
        self.owed_coin = 0
        self.owed_any = 0
        self.exchange = NO_EXCHANGE
        self.as_kind = 0
        self.spent_food = 0
        self.spent_coin = 0
        self.spent_wine = 0
        self.gift_from = 0
        self.to_draw = 0
        self.to_keep = 0
        self.picked = 0
        self.worshipped = False
        # The end
        self.unveiled = False
        self.assigned = NOTHING

    def copy(self) -> BomarzoState:
        twin = BomarzoState(self.ruleset)
        self.share_agenda(twin)
        twin.season = self.season
        twin.first = self.first
        twin.turn = self.turn
        twin.colour = self.colour
        twin.order = self.order
        twin.tokens = self.tokens
        twin.cubes = self.cubes[:]
        twin.rows = self.rows[:]
        twin.tracks = self.tracks[:]
        twin.ten_rank = self.ten_rank[:]
        twin.vp = self.vp[:]
        twin.pawns = self.pawns[:]
        twin.idle = self.idle[:]
        twin.visited = self.visited[:]
        twin.deeds = self.deeds[:]
        twin.passed = self.passed
        twin.deck = self.deck
        twin.discard = self.discard
        twin.top = self.top
        twin.hand = self.hand[:]
        twin.offer = self.offer[:]
        twin.level1 = self.level1[:]
        twin.level2 = self.level2[:]
        twin.rotated = self.rotated[:]
        twin.under = self.under[:]
        twin.fresh = self.fresh
        twin.early = self.early
        twin.known = self.known
        twin.lacks = self.lacks[:]
        twin.reserve = self.reserve[:]
        twin.lying = self.lying[:]
        twin.pawns_on = self.pawns_on[:]
        twin.harvested = self.harvested[:]
        twin.moss = self.moss
        twin.point_owner = self.point_owner[:]
        twin.worship_deck = self.worship_deck
        twin.worship_offer = self.worship_offer
        twin.worship = self.worship[:]
        twin.not_worship = self.not_worship[:]
        twin.pay_for = self.pay_for
        twin.god = self.god
        twin.owed_food = self.owed_food
        twin.owed_coin = self.owed_coin
        twin.owed_any = self.owed_any
        twin.exchange = self.exchange
        twin.as_kind = self.as_kind
        twin.spent_food = self.spent_food
        twin.spent_coin = self.spent_coin
        twin.spent_wine = self.spent_wine
        twin.gift_from = self.gift_from
        twin.to_draw = self.to_draw
        twin.to_keep = self.to_keep
        twin.picked = self.picked
        twin.worshipped = self.worshipped
        twin.unveiled = self.unveiled
        twin.assigned = self.assigned[:]
        return twin

    # Cubes

    def take(self, seat: int, kind: int, number: int) -> int:
        """Cubes come from the reserve, as many as there are (BOM-1.1); the number that came."""
        if self.ruleset.limited and number > self.reserve[kind]:
            number = self.reserve[kind]
        self.reserve[kind] -= number
        self.cubes[3 * seat + kind] += number
        return number

    def spend(self, seat: int, kind: int, god: int) -> None:
        """A cube goes onto a divinity, or into the reserve (NO_GOD)."""
        self.cubes[3 * seat + kind] -= 1
        if god == NO_GOD:
            self.reserve[kind] += 1
        else:
            self.lying[3 * god + kind] += 1

    # Divinities

    def dormant(self, god: int) -> bool:
        """BOM-7.1: two wines put a divinity to sleep."""
        return self.lying[3 * god + WINE] >= self.ruleset.edition.dormant_at

    def mossy(self, god: int) -> bool:
        return (self.moss >> god) & 1 == 1

    def tribute(self, god: int) -> list[int]:
        """The printed tribute of the side that shows."""
        edition = self.ruleset.edition
        return edition.moss_tribute[god] if (self.moss >> god) & 1 else edition.active_tribute[god]

    # Powers

    def powers(self, seat: int, power: int) -> int:
        """The upgraded cards with this power that are not used yet (BOM-10.6); none in a brown season."""
        if self.colour == BROWN:
            return 0
        return self.level2[seat] & ~self.rotated[seat] & self.ruleset.edition.giving[power]

    def exchanges(self, seat: int) -> int:
        ready = self.powers(seat, EXCHANGING)
        return count(ready) if ready else 0

    def rotate(self, seat: int, power: int) -> None:
        """The lowest card with this power is used for this season."""
        self.rotated[seat] |= ONE_CARD[lowest(self.powers(seat, power))]

    # Cards

    def hand_size(self, seat: int) -> int:
        hand = self.hand[seat]
        return count(hand) if hand else 0

    def show_discard(self, seat: int, card: int) -> None:
        """A card of the hand goes to the discard pile, seen by all."""
        self.hand[seat] &= ~ONE_CARD[card]
        self.discard |= ONE_CARD[card]

    def reshuffle(self) -> None:
        """BOM-1.7: the discard pile becomes the deck. The table knows that nothing hidden is in it."""
        self.deck = self.discard
        self.discard = 0
        self.fresh = self.deck
        self.known &= ~self.deck
        self.early = [count(cards) for cards in self.under]
        self.tell(RESHUFFLED)

    # Seats

    def clockwise(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.seats

    def buried(self, seat: int) -> int:
        """All cards the seat has laid under divinities."""
        found = 0
        for god in range(GODS):
            found |= self.under[GODS * seat + god]
        return found
