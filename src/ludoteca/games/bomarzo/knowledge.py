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

from ludoteca.games.bomarzo.rules.actions import AREAS, CARD_ROW, GODS
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, count, mask_of, members
from ludoteca.games.bomarzo.rules.scoring import Assign, pantheon_of
from ludoteca.games.bomarzo.rules.state import NO_GOD, WHITE, BomarzoState, Fief, pawns_in_order
from ludoteca.games.bomarzo.rules.steps.favours import Sweep
from ludoteca.games.bomarzo.rules.steps.payment import How, Pay, next_slot, price
from ludoteca.games.bomarzo.rules.steps.season import income
from ludoteca.games.bomarzo.rules.steps.turn import CopyOffer, copy_price, harvest_yield
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

TRIES: Final = 300
MOST_TOLD: Final = 10_000
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
    # An entry for each seat, as `_fief` tells them
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
    elders: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    # Cards
    early: tuple[int, ...]
    worship: tuple[tuple[int, ...], ...]
    worship_offer: tuple[int, ...]
    not_worship: tuple[int, ...]
    worship_left: int
    deck_size: int
    top: int
    discard: tuple[int, ...]
    fresh: tuple[int, ...]
    # The park
    reserve: tuple[int, ...]
    harvested: tuple[tuple[int, ...], ...]
    next_harvest: tuple[int, ...]
    point_owner: tuple[int, ...]
    # An entry for each divinity, as `_divinity` tells them
    lying: tuple[tuple[int, ...], ...]
    pawns_on: tuple[tuple[int, ...], ...]
    moss: tuple[bool, ...]
    dormant: tuple[bool, ...]
    prices: tuple[tuple[int, ...], ...]
    # What is being done, and the end
    god: int
    owed: tuple[int, ...]
    slot: int
    paying: int
    cards_due: int
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
    step = state.step if state.agenda else None
    paying = isinstance(step, (Pay, How))
    fiefs = [_fief(state, other, state.over or other == seat) for other in range(state.seats)]
    choosing = state.actor >= 0 and state.fiefs[state.actor].offer != 0
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
        *zip(*fiefs, strict=True),
        tuple([number for fief in state.fiefs for number in fief.early]),
        *_worship(state, seat),
        count(state.deck),
        state.top,
        _cards(state.discard),
        _cards(state.fresh),
        tuple(state.reserve) if state.ruleset.limited else (),
        tuple([pawns_in_order(pawns) for pawns in state.harvested]),
        tuple([harvest_yield(state, area) for area in range(len(AREAS))]),
        tuple([owner for owners in state.point_owners for owner in owners]),
        *zip(*[_divinity(state, god) for god in range(GODS)], strict=True),
        state.god,
        tuple(state.owed) if paying else (),
        next_slot(state) if paying else -1,
        state.pay_for if paying else -1,
        state.cards_due,
        state.to_keep if choosing else 0,
        state.picked if seat == state.actor or not state.picked else -1,
        step.god if isinstance(step, Sweep) else NO_GOD,
        copy_price(state) if isinstance(step, CopyOffer) else (),
        step.card(state) if isinstance(step, Assign) else 0,
        tuple([_cards(cards) for cards in state.assigned]),
        tuple(pantheon_of(state)) if state.unveiled else (),
        tuple(state.ruleset.scores),
        state.over,
        state.result.winners if state.result is not None else (),
    ]


def _fief(state: BomarzoState, seat: int, is_open: bool) -> tuple[Any, ...]:
    """What a view tells about a seat."""
    fief = state.fiefs[seat]
    coming = state.tokens[state.season] if state.season < len(state.tokens) else WHITE
    held = held_by(state, fief)
    return (
        tuple(fief.cubes),
        tuple(fief.rows),
        tuple(fief.tracks),
        tuple(fief.ten_rank),
        fief.vp,
        fief.pawns,
        fief.idle,
        fief.deeds,
        fief.passed,
        tuple([income(state, fief, what, coming) for what in range(CARD_ROW + 1)]),
        _cards(fief.hand, is_open),
        _cards(fief.offer, is_open),
        _cards(fief.level1),
        _cards(fief.level2),
        _cards(fief.rotated),
        tuple([_cards(cards, is_open or state.unveiled) for cards in fief.under]),
        count(held & ~state.fresh),
        _cards(held & state.known),
    )


def _divinity(state: BomarzoState, god: int) -> tuple[Any, ...]:
    """What a view tells about a divinity."""
    here = state.divinities[god]
    return (tuple(here.cubes), pawns_in_order(here.pawns), here.mossy, state.dormant(god), price(state, god))


def _worship(state: BomarzoState, seat: int) -> list[Any]:
    """Worship cards held, those on offer, what the seat knows others not to hold, and how many are left."""
    if not state.ruleset.worship_promo:
        return [(), (), (), 0]
    offer = gods_in(state.worship_offer)
    return [
        tuple(
            [
                tuple(fief.worship) if state.over or other == seat else (-1,) * len(fief.worship)
                for other, fief in enumerate(state.fiefs)
            ]
        ),
        tuple(offer) if seat == state.turn or state.over else (-1,) * len(offer),
        tuple(not_worshipped(state, seat)),
        state.worship_deck.bit_count(),
    ]


def not_worshipped(state: BomarzoState, seat: int) -> list[int]:
    """For every worship card of each seat: the divinities that `seat` knows it is not."""
    if seat < 0:
        return []
    return [mask for masks in state.fiefs[seat].not_worship[: state.seats] for mask in masks]


def _cards(cards: int, is_open: bool = True) -> tuple[int, ...]:
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


def gods_in(mask: int) -> list[int]:
    """The divinities in a bit mask."""
    return [god for god in range(GODS) if (mask >> god) & 1]


def held_by(state: BomarzoState, fief: Fief) -> int:
    """All cards a seat has hidden: in hand, being chosen from, and under divinities until they are shown."""
    held = fief.hand | fief.offer
    return held if state.unveiled else held | fief.buried()


def secrets(state: BomarzoState, seat: int) -> list[tuple[str, str]]:
    """Hidden hands, cards under divinities, worship cards and the deck."""
    if state.over:
        return []
    found: list[tuple[str, str]] = []
    for other, fief in enumerate(state.fiefs):
        if other == seat:
            continue
        places = [(f"hand of seat {other}", fief.hand), (f"offer of seat {other}", fief.offer)]
        if not state.unveiled:
            places += [(f"under {god} by seat {other}", fief.under[god]) for god in range(GODS)]
        found += [(name, _spelt(cards)) for name, cards in places if cards]
        for number, god in enumerate(fief.worship):
            found.append((f"worship {number} of seat {other}", str(god)))
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
    Dealer(state, seat).deal(twin, source)
    if state.picked and state.actor != seat:
        hand = members(twin.fiefs[state.actor].hand)
        twin.picked = hand[source.below(len(hand))]
    if state.ruleset.worship_promo:
        _imagine_worship(twin, seat, source)
    twin.look_again()
    return twin


class Dealer:
    """Deals the cards that a seat cannot see to the places where they may lie."""

    def __init__(self, state: BomarzoState, seat: int) -> None:
        self.state = state
        self.others = [other for other in range(state.seats) if other != seat]
        unseen = self.hidden(state) & ~state.known
        self.older = members(unseen & ~state.fresh)
        self.fresh = members(unseen & state.fresh)

    def hidden(self, world: BomarzoState) -> int:
        """All cards that the seat does not see where they lie."""
        found = world.deck
        if self.state.top:
            found &= ~ONE_CARD[self.state.top]
        for other in self.others:
            found |= held_by(world, world.fiefs[other])
        return found

    def deal(self, twin: BomarzoState, source: Source) -> None:
        """One arrangement, all equally likely.

        Older cards go to the places that were filled before the deck was shuffled; the rest anywhere.
        """
        state = self.state
        older = shuffled(self.older, source) if self.older else self.older
        fresh = shuffled(self.fresh, source)
        old_used = 0
        fresh_used = 0
        for other in self.others:
            fief = state.fiefs[other]
            held = held_by(state, fief)
            known = held & state.known
            hidden = held & ~state.known
            old_end = old_used + count(hidden & ~state.fresh)
            fresh_end = fresh_used + count(hidden & state.fresh)
            old = [*older[old_used:old_end], *members(known & ~state.fresh)]
            new = [*fresh[fresh_used:fresh_end], *members(known & state.fresh)]
            old_used = old_end
            fresh_used = fresh_end
            if known or old:
                early = 0 if state.unveiled else sum(fief.early)
                old = shuffled(old, source)
                new = [*old[:early], *shuffled([*old[early:], *new], source)]
                self.lay(fief, twin.fiefs[other], new, early)
            else:
                self.lay(fief, twin.fiefs[other], new, 0)
        twin.deck = mask_of(fresh[fresh_used:])
        if state.top:
            twin.deck |= ONE_CARD[state.top]

    def lay(self, fief: Fief, twin: Fief, cards: list[int], early: int) -> None:
        """Cards to a seat's places in turn: early ones under divinities, later ones there, hand, offer."""
        first = 0
        later = early
        if not self.state.unveiled:
            for god in range(GODS):
                old = fief.early[god] if early else 0
                new = count(fief.under[god]) - old
                twin.under[god] = mask_of(cards[first : first + old]) | mask_of(cards[later : later + new])
                first += old
                later += new
        size = count(fief.hand)
        twin.hand = mask_of(cards[later : later + size])
        twin.offer = mask_of(cards[later + size :])


def _imagine_worship(twin: BomarzoState, seat: int, source: Source) -> None:
    """Worship cards of others, but for those the seat saw in the deck after they had been taken."""
    others = [other for other in range(twin.seats) if other != seat]
    unseen = twin.worship_deck
    offered = 0
    if seat != twin.turn:
        unseen |= twin.worship_offer
        offered = twin.worship_offer.bit_count()
    barred: list[int] = []  # for each card, the divinities that it is not
    for other in others:
        for number, god in enumerate(twin.fiefs[other].worship):
            unseen |= 1 << god
            barred.append(twin.fiefs[seat].not_worship[other][number] if seat >= 0 else 0)
    hidden = gods_in(unseen)
    dealt = shuffled(hidden, source)
    while any((mask >> dealt[card]) & 1 for card, mask in enumerate(barred)):
        dealt = shuffled(hidden, source)
    for other in others:
        fief = twin.fiefs[other]
        number = len(fief.worship)
        fief.worship = dealt[:number]
        dealt = dealt[number:]
    if seat != twin.turn:
        twin.worship_offer = mask_of(dealt[:offered])
    twin.worship_deck = mask_of(dealt[offered:])
