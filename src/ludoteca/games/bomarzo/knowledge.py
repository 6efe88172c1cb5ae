"""What each seat may know in Bomarzo (BOM-9.1): hands, cards under divinities and worship cards are secret.

What the table remembers about hidden cards is part of the state, and of every view:

- `fresh`: the cards of the deck as it was last shuffled. What had been hidden in a hand or under a divinity
  at that moment is not among them; `elders` counts such older cards for each seat, `early` those under
  divinities.
- `known`: cards everybody saw on top of an open deck before somebody drew them.
- `lacks`: symbols a hand is known not to show: its owner could play no such card and has drawn none since.

Given these, every arrangement of the unseen cards is as likely as any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.games.bomarzo.rules.actions import FIELDS, GODS
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, ONE_CARD, count, mask_of, members
from ludoteca.games.bomarzo.rules.scoring import Assign, pantheon_of
from ludoteca.games.bomarzo.rules.state import NO_GOD, WHITE, BomarzoState
from ludoteca.games.bomarzo.rules.steps.development import Develop, symbol_cards
from ludoteca.games.bomarzo.rules.steps.favours import Sweep
from ludoteca.games.bomarzo.rules.steps.payment import How, Pay, price, slot_in_hand
from ludoteca.games.bomarzo.rules.steps.season import income
from ludoteca.games.bomarzo.rules.steps.turn import SLOTS, CopyOffer, copy_wine
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

TRIES: Final = 300
MOST_TOLD: Final = 10_000
FLAGS: Final[list[tuple[bool, ...]]] = [
    tuple([bool((gods >> god) & 1) for god in range(GODS)]) for gods in range(1 << GODS)
]  # for each set of divinities, whether each is in it
_TOLD: Final[dict[int, tuple[int, ...]]] = {}  # the last sets of cards that were told, by their masks


@dataclass(frozen=True)
class BomarzoView(View):
    """The table as one seat sees it. Cards are numbers; -1 stands for a card or divinity that is hidden.

    Fields about seats have an entry for each; `under[seat][divinity]` holds the cards the seat laid there.
    `incomes` are those of the next season.
    """

    phase: str
    season: int
    first: int
    turn: int
    colour: int
    order: tuple[int, ...]
    tokens: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    tracks: tuple[tuple[int, ...], ...]
    ten_rank: tuple[tuple[int, ...], ...]
    vp: tuple[int, ...]
    pawns: tuple[int, ...]
    idle: tuple[int, ...]
    deeds: tuple[int, ...]
    passed: tuple[bool, ...]
    incomes: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    offers: tuple[tuple[int, ...], ...]
    first_level: tuple[tuple[int, ...], ...]
    second_level: tuple[tuple[int, ...], ...]
    rotated: tuple[tuple[int, ...], ...]
    under: tuple[tuple[tuple[int, ...], ...], ...]
    worship: tuple[tuple[int, ...], ...]
    worship_offer: tuple[int, ...]
    not_worship: tuple[int, ...]
    worship_left: int
    deck_size: int
    top: int
    discard: tuple[int, ...]
    fresh: tuple[int, ...]
    elders: tuple[int, ...]
    early: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    lacks: tuple[tuple[int, ...], ...]
    reserve: tuple[int, ...]
    lying: tuple[tuple[int, ...], ...]
    pawns_on: tuple[tuple[int, ...], ...]
    harvested: tuple[tuple[int, ...], ...]
    moss: tuple[bool, ...]
    dormant: tuple[bool, ...]
    prices: tuple[tuple[int, ...], ...]
    point_owner: tuple[int, ...]
    god: int
    owed: tuple[int, ...]
    slot: int
    paying: int
    to_keep: int
    picked: int
    sweeping: int
    copy_price: tuple[int, ...]
    assigning: int
    assigned: tuple[tuple[int, ...], ...]
    pantheon: tuple[int, ...]
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]


def view(state: BomarzoState, seat: int) -> BomarzoView:
    """Own secrets are open to the seat; when the match is over everything is."""
    return BomarzoView(*facts(state, seat))


def facts(state: BomarzoState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields."""
    step = state.agenda[-1] if state.agenda else None
    open_seat = [state.over or other == seat for other in range(state.seats)]
    paying = isinstance(step, (Pay, How))
    coming = state.tokens[state.season] if state.season < len(state.tokens) else WHITE
    return [
        seat,
        state.actor,
        step.name() if step is not None else "over",
        state.season,
        state.first,
        state.turn,
        state.colour,
        tuple(state.order),
        tuple(state.tokens),
        _threes(state.cubes, state.seats),
        _rows_of(state.rows, 5, state.seats),
        _threes(state.tracks, state.seats),
        _threes(state.ten_rank, state.seats),
        tuple(state.vp),
        tuple(state.pawns),
        tuple(state.idle),
        tuple(state.deeds),
        tuple([(state.passed >> other) & 1 == 1 for other in range(state.seats)]),
        tuple([_incomes(state, other, coming) for other in range(state.seats)]),
        tuple([_seen(state.hand[other], open_seat[other]) for other in range(state.seats)]),
        tuple([_seen(state.offer[other], open_seat[other]) for other in range(state.seats)]),
        tuple([_seen(cards, True) for cards in state.level1]),
        tuple([_seen(cards, True) for cards in state.level2]),
        tuple([_seen(cards, True) for cards in state.rotated]),
        tuple([_under(state, other, open_seat[other] or state.unveiled) for other in range(state.seats)]),
        tuple([_worship_of(state, other, open_seat[other]) for other in range(state.seats)])
        if state.worship
        else (),
        _worship_offer(state, seat),
        tuple(state.not_worship[GODS * seat : GODS * seat + GODS]) if seat >= 0 else (),
        state.worship_deck.bit_count(),
        count(state.deck),
        state.top,
        _seen(state.discard, True),
        _seen(state.fresh, True),
        tuple([_elders(state, other) for other in range(state.seats)]),
        tuple(state.early),
        tuple([_known(state, other) for other in range(state.seats)]),
        tuple([_fields_in(state.lacks[other]) for other in range(state.seats)]),
        tuple(state.reserve),
        _threes(state.lying, GODS),
        tuple([pawns_in_order(pawns) for pawns in state.pawns_on]),
        tuple([pawns_in_order(pawns) for pawns in state.harvested]),
        FLAGS[state.moss],
        FLAGS[_dormant(state)],
        tuple([price(state, god) for god in range(GODS)]),
        tuple(state.point_owner),
        state.god,
        (state.owed_food, state.owed_coin, state.owed_any) if paying else (),
        slot_in_hand(state) if paying else -1,
        state.pay_for if paying else -1,
        state.to_keep if step is not None and state.actor >= 0 and state.offer[state.actor] else 0,
        _picked(state, seat),
        step.god if isinstance(step, Sweep) else NO_GOD,
        (state.spent_food, state.spent_coin, copy_wine(state)) if isinstance(step, CopyOffer) else (),
        step.card(state) if isinstance(step, Assign) else 0,
        tuple([_seen(cards, True) for cards in state.assigned]),
        tuple(pantheon_of(state)) if state.unveiled else (),
        tuple(state.ruleset.scores),
        state.over,
        state.result.winners if state.result is not None else (),
    ]


def _incomes(state: BomarzoState, seat: int, colour: int) -> tuple[int, int, int, int]:
    return (
        income(state, seat, 0, colour),
        income(state, seat, 1, colour),
        income(state, seat, 2, colour),
        income(state, seat, 3, colour),
    )


def _dormant(state: BomarzoState) -> int:
    """The set of divinities that sleep."""
    found = 0
    for god in range(GODS):
        if state.dormant(god):
            found |= 1 << god
    return found


def _rows_of(flat: list[int], width: int, rows: int) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(flat[width * row : width * row + width]) for row in range(rows)])


def _threes(flat: list[int], rows: int) -> tuple[tuple[int, ...], ...]:
    return tuple([(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, 3 * rows, 3)])


def _seen(cards: int, is_open: bool) -> tuple[int, ...]:
    """The numbers of some cards; -1 for each where they lie face down."""
    if not cards:
        return ()
    if not is_open:
        return (-1,) * count(cards)
    told = _TOLD.get(cards)
    if told is None:
        if len(_TOLD) >= MOST_TOLD:
            _TOLD.clear()
        told = tuple(members(cards))
        _TOLD[cards] = told
    return told


def _under(state: BomarzoState, other: int, is_open: bool) -> tuple[tuple[int, ...], ...]:
    """What a seat laid under each divinity."""
    return tuple([_seen(cards, is_open) for cards in state.under[GODS * other : GODS * other + GODS]])


def _fields_in(mask: int) -> tuple[int, ...]:
    if not mask:
        return ()
    return tuple([field for field in range(len(FIELDS)) if (mask >> field) & 1])


def _worship_of(state: BomarzoState, other: int, is_open: bool) -> tuple[int, ...]:
    held = [god for god in state.worship[SLOTS * other : SLOTS * other + SLOTS] if god >= 0]
    return tuple(held) if is_open else (-1,) * len(held)


def _worship_offer(state: BomarzoState, seat: int) -> tuple[int, ...]:
    if not state.worship_offer:
        return ()
    shown = [god for god in range(GODS) if (state.worship_offer >> god) & 1]
    return tuple(shown) if seat == state.turn or state.over else (-1,) * len(shown)


def _picked(state: BomarzoState, seat: int) -> int:
    """The card about to go under a divinity: its number for the owner, -1 for others, 0 if there is none."""
    if state.picked == 0:
        return 0
    return state.picked if seat == state.actor else -1


def pawns_in_order(pawns: int) -> tuple[int, ...]:
    """The seats whose pawns stand somewhere, the first to come first."""
    if not pawns:
        return ()
    found: list[int] = []
    while pawns:
        found.append(pawns % 8 - 1)
        pawns >>= 3
    found.reverse()
    return tuple(found)


def _held(state: BomarzoState, seat: int) -> int:
    """All cards a seat has hidden: in hand, being chosen from, and under divinities until they are shown."""
    held = state.hand[seat] | state.offer[seat]
    return held if state.unveiled else held | state.buried(seat)


def _elders(state: BomarzoState, seat: int) -> int:
    """How many of them are older than the deck."""
    if state.fresh == ALL_CARDS:
        return 0
    return count(_held(state, seat) & ~state.fresh)


def _known(state: BomarzoState, seat: int) -> tuple[int, ...]:
    """Those of them that everybody saw."""
    return _seen(_held(state, seat) & state.known, True) if state.known else ()


def secrets(state: BomarzoState, seat: int) -> list[tuple[str, str]]:
    """Hidden hands, cards under divinities, worship cards and the deck."""
    if state.over:
        return []
    found: list[tuple[str, str]] = []
    for other in range(state.seats):
        if other == seat:
            continue
        for name, cards in (("hand", state.hand[other]), ("offer", state.offer[other])):
            if cards:
                found.append((f"{name} of seat {other}", _spelt(cards)))
        for god in range(GODS):
            if state.under[GODS * other + god] and not state.unveiled:
                found.append((f"under {god} by seat {other}", _spelt(state.under[GODS * other + god])))
        for slot in range(SLOTS * other, SLOTS * other + SLOTS):
            if state.worship and state.worship[slot] >= 0:
                found.append((f"worship {slot} of seat {other}", str(state.worship[slot])))
    if state.deck and state.deck != ONE_CARD[state.top]:
        found.append(("deck", _spelt(state.deck)))
    return found


def _spelt(cards: int) -> str:
    return " ".join([str(card) for card in members(cards)])


# Imagining


def imagine(state: BomarzoState, seat: int, source: Source) -> BomarzoState:
    """The same table with everything hidden from the seat dealt anew."""
    twin = state.copy()
    if state.over:
        return twin
    dealer = Dealer(state, seat)
    for _ in range(TRIES):
        dealer.deal(twin, source)
        if dealer.fits(twin):
            break
    else:
        dealer.mend(twin, source)
    if state.picked and state.actor != seat:
        hand = members(twin.hand[state.actor])
        twin.picked = hand[source.below(len(hand))]
    if state.worship:
        _imagine_worship(state, twin, seat, source)
    twin.look_again()
    return twin


class Dealer:
    """Deals the cards that a seat cannot see to the places where they may lie."""

    def __init__(self, state: BomarzoState, seat: int) -> None:
        self.state = state
        self.others = [other for other in range(state.seats) if other != seat]
        unseen = state.deck
        for other in self.others:
            unseen |= _held(state, other)
        unseen &= ~state.known
        if state.top:
            unseen &= ~ONE_CARD[state.top]
        self.older = members(unseen & ~state.fresh)
        self.fresh = members(unseen & state.fresh)
        self.able = -1
        self.needed = 0
        step = state.agenda[-1]
        if (
            isinstance(step, Develop)
            and step.seat != seat
            and not state.level1[step.seat] & symbol_cards(state)
        ):
            self.able = step.seat  # whoever is asked has a card to play
            self.needed = symbol_cards(state)

    def deal(self, twin: BomarzoState, source: Source) -> None:
        """One arrangement, all equally likely, before `lacks` and the question in hand are looked at."""
        state = self.state
        older = shuffled(self.older, source) if self.older else self.older
        fresh = shuffled(self.fresh, source)
        old_used = 0
        fresh_used = 0
        for other in self.others:
            held = _held(state, other)
            known = held & state.known
            hidden = held & ~state.known
            old_number = count(hidden & ~state.fresh)
            new_number = count(hidden & state.fresh)
            old = older[old_used : old_used + old_number]
            new = fresh[fresh_used : fresh_used + new_number]
            old_used += old_number
            fresh_used += new_number
            for card in members(known):
                if ONE_CARD[card] & state.fresh:
                    new.append(card)
                else:
                    old.append(card)
            if known or old:
                self.share_out(twin, other, shuffled(old, source), new, source)
            else:
                self.lay(twin, other, new, 0)
        twin.deck = mask_of(fresh[fresh_used:])
        if state.top:
            twin.deck |= ONE_CARD[state.top]

    def share_out(
        self, twin: BomarzoState, other: int, old: list[int], new: list[int], source: Source
    ) -> None:
        """Older cards to the places that were filled before the deck was shuffled; the rest anywhere."""
        state = self.state
        early = 0
        if not state.unveiled:
            for god in range(GODS):
                early += state.early[GODS * other + god]
        self.lay(twin, other, [*old[:early], *shuffled([*old[early:], *new], source)], early)

    def lay(self, twin: BomarzoState, other: int, cards: list[int], early: int) -> None:
        """Cards to a seat's places in turn: early ones under divinities, later ones there, hand, offer."""
        state = self.state
        first = 0
        later = early
        if not state.unveiled:
            for god in range(GODS):
                place = GODS * other + god
                size = count(state.under[place]) if state.under[place] else 0
                old = state.early[place] if early else 0
                laid = mask_of(cards[first : first + old])
                first += old
                laid |= mask_of(cards[later : later + size - old])
                later += size - old
                twin.under[place] = laid
        size = count(state.hand[other])
        twin.hand[other] = mask_of(cards[later : later + size])
        twin.offer[other] = mask_of(cards[later + size :])

    def fits(self, twin: BomarzoState) -> bool:
        """Whether no hand shows a symbol it is known to lack, and whoever is asked to play a card can."""
        for other in self.others:
            if twin.hand[other] & self.barred(other):
                return False
        return self.able < 0 or twin.hand[self.able] & self.needed != 0

    def barred(self, other: int) -> int:
        """The cards a seat's hand is known not to hold."""
        found = 0
        lacks = self.state.lacks[other]
        if lacks:
            for field in range(len(FIELDS)):
                if (lacks >> field) & 1:
                    found |= self.state.ruleset.edition.showing[field]
        return found

    def mend(self, twin: BomarzoState, source: Source) -> None:
        """So much is barred that luck does not find it: swap offending cards for others from elsewhere."""
        while not self.fits(twin):
            for other in self.others:
                for card in members(twin.hand[other] & self.barred(other)):
                    self.swap(twin, other, card, ~self.barred(other), source)
            if self.able >= 0 and not twin.hand[self.able] & self.needed:
                hand = members(twin.hand[self.able])
                card = hand[source.below(len(hand))]
                self.swap(twin, self.able, card, self.needed & ~self.barred(self.able), source)

    def swap(self, twin: BomarzoState, other: int, card: int, wanted: int, source: Source) -> None:
        """A card of a hand changes places with a wanted one of the same age, wherever that lies."""
        state = self.state
        age = state.fresh if ONE_CARD[card] & state.fresh else ALL_CARDS & ~state.fresh
        hidden = twin.deck
        if state.top:
            hidden &= ~ONE_CARD[state.top]
        for another in self.others:
            hidden |= _held(twin, another)
        found = members(hidden & wanted & age & ~twin.hand[other] & ~state.known)
        if not found or ONE_CARD[card] & state.known:
            self.deal(twin, source)
            return
        partner = found[source.below(len(found))]
        both = ONE_CARD[card] | ONE_CARD[partner]
        twin.deck = _exchanged(twin.deck, both)
        for another in self.others:
            twin.hand[another] = _exchanged(twin.hand[another], both)
            twin.offer[another] = _exchanged(twin.offer[another], both)
            for place in range(GODS * another, GODS * another + GODS):
                twin.under[place] = _exchanged(twin.under[place], both)


def _exchanged(cards: int, both: int) -> int:
    """A set in which one of two cards is replaced by the other."""
    here = cards & both
    return cards if here in (0, both) else cards ^ both


def _imagine_worship(state: BomarzoState, twin: BomarzoState, seat: int, source: Source) -> None:
    """Worship cards of others, but for those the seat saw in the deck after they had been taken."""
    slots = [
        slot for slot in range(SLOTS * state.seats) if state.worship[slot] >= 0 and slot // SLOTS != seat
    ]
    unseen = state.worship_deck
    offer = 0
    if seat != state.turn:
        unseen |= state.worship_offer
        offer = state.worship_offer.bit_count()
    for slot in slots:
        unseen |= 1 << state.worship[slot]
    hidden = [god for god in range(GODS) if (unseen >> god) & 1]
    while True:
        dealt = shuffled(hidden, source)
        if _worship_fits(state, seat, slots, dealt):
            break
    for number in range(len(slots)):
        twin.worship[slots[number]] = dealt[number]
    rest = dealt[len(slots) :]
    if seat != state.turn:
        twin.worship_offer = 0
        for god in rest[:offer]:
            twin.worship_offer |= 1 << god
    twin.worship_deck = 0
    for god in rest[offer:]:
        twin.worship_deck |= 1 << god


def _worship_fits(state: BomarzoState, seat: int, slots: list[int], dealt: list[int]) -> bool:
    if seat < 0:
        return True
    for number in range(len(slots)):
        if (state.not_worship[GODS * seat + slots[number]] >> dealt[number]) & 1:
            return False
    return True
