"""Bomarzo for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from ludoteca.encoding.layout import (
    Bits,
    BySeat,
    Coded,
    Each,
    Flat,
    Layout,
    Members,
    Number,
    Part,
    Pick,
    Seat,
    Seats,
    Switch,
    Word,
    bits_of,
    numbered,
)
from ludoteca.encoding.scribe import NO_MARK, Questions, Scribe, Teller
from ludoteca.games.bomarzo.knowledge import gods_in, held_by, not_worshipped
from ludoteca.games.bomarzo.rules.actions import (
    AREAS,
    CARDS,
    COLOURS,
    DIVINITIES,
    FIELDS,
    GODS,
    KINDS,
    ROWS,
    TRACKS,
)
from ludoteca.games.bomarzo.rules.cards import count
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.games.bomarzo.rules.scoring import Assign, pantheon_of
from ludoteca.games.bomarzo.rules.state import NO_GOD, WHITE, BomarzoState, no_cubes, pawns_in_order
from ludoteca.games.bomarzo.rules.steps.favours import Sweep
from ludoteca.games.bomarzo.rules.steps.payment import How, Pay, next_slot, price
from ludoteca.games.bomarzo.rules.steps.season import income
from ludoteca.games.bomarzo.rules.steps.turn import CopyOffer, copy_price, harvest_yield
from ludoteca.kernel.options import Setup

MOST_CUBES: Final = 30
MOST_IN_HAND: Final = 10
MOST_UNDER: Final = 4
MOST_POINTS: Final = 40
MOST_DEEDS: Final = 20
INCOMES: Final = ("food", "coin", "wine", "card")
OWED: Final = ("food", "coin", "any")
COLOUR_BITS: Final = 3
NOTHING_OWED: Final = no_cubes()
NO_GODS: Final = [NO_GOD] * GODS


class Pawns(Coded):
    """The seats whose pawns stand somewhere, the first to come first, told as the table writes them."""

    def __init__(self, seats: int, most: int) -> None:
        super().__init__(Each(numbered(most * seats), Seat(seats)), 0)

    def number(self, value: Any) -> int:
        found = 0
        for seat in cast(tuple[int, ...], value):
            found = found * 8 + seat + 1
        return found

    def value(self, number: int) -> Any:
        return pawns_in_order(number)


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Sets of cards have a slot a card, and one that counts those lying face down."""
    edition = setup.edition
    assert isinstance(edition, BomarzoEdition)
    seats = setup.seats
    names = numbered(CARDS)
    cards = Members(names, 1)
    hidden = BySeat(seats, Members(names, 1, hidden=MOST_IN_HAND))
    divinity = Pick(DIVINITIES)
    cubes = Each(KINDS, Number(MOST_CUBES))
    pawns = Pawns(seats, edition.most_pawns)
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("phase", Word(questions)),
        ("season", Number(edition.seasons)),
        ("first", Seat(seats)),
        ("turn", Seat(seats)),
        ("colour", Pick(COLOURS)),
        ("order", Each(numbered(len(DIVINITIES)), divinity)),
        ("tokens", Each(numbered(edition.seasons), Pick(COLOURS))),
        ("cubes", BySeat(seats, cubes)),
        ("rows", BySeat(seats, Each(ROWS, Number(max(edition.row_end))))),
        ("tracks", BySeat(seats, Each(TRACKS, Number(edition.track_end)))),
        ("ten_rank", BySeat(seats, Each(TRACKS, Number(seats)))),
        ("vp", BySeat(seats, Number(MOST_POINTS, signed=True))),
        ("pawns", BySeat(seats, Number(edition.most_pawns))),
        ("idle", BySeat(seats, Number(edition.most_pawns))),
        ("deeds", BySeat(seats, Number(MOST_DEEDS))),
        ("passed", BySeat(seats, Switch())),
        ("incomes", BySeat(seats, Each(INCOMES, Number(4)))),
        ("hands", hidden),
        ("offers", hidden),
        ("first_level", BySeat(seats, cards)),
        ("second_level", BySeat(seats, cards)),
        ("rotated", BySeat(seats, cards)),
        ("under", BySeat(seats, Each(DIVINITIES, Members(names, 1, hidden=MOST_UNDER)))),
        ("deck_size", Number(CARDS)),
        ("top", Pick(names, 1)),
        ("discard", cards),
        ("fresh", cards),
        ("elders", BySeat(seats, Number(CARDS))),
        ("early", Flat(seats, DIVINITIES, Number(MOST_UNDER))),
        ("known", BySeat(seats, cards)),
        ("reserve", Each(KINDS, Number(max(edition.supply)))),
        ("lying", Each(DIVINITIES, cubes)),
        ("pawns_on", Each(DIVINITIES, pawns)),
        ("harvested", Each(AREAS, pawns)),
        ("next_harvest", Each(AREAS, Number(max(max(amounts) for amounts in edition.yields)))),
        ("moss", Each(DIVINITIES, Switch())),
        ("dormant", Each(DIVINITIES, Switch())),
        ("prices", Each(DIVINITIES, Each(OWED, Number(MOST_CUBES)))),
        ("point_owner", Each(numbered(len(edition.points_at) * len(TRACKS)), Seat(seats))),
        ("god", divinity),
        ("owed", Each(OWED, Number(MOST_CUBES))),
        ("slot", Number(2)),
        ("paying", Number(2)),
        ("cards_due", Number(MOST_IN_HAND)),
        ("to_keep", Number(MOST_IN_HAND)),
        ("picked", Pick(names, 1, unknown=-1)),
        ("sweeping", divinity),
        ("copy_price", Each(KINDS, Number(MOST_CUBES))),
        ("assigning", Pick(names, 1)),
        ("assigned", Each(FIELDS, cards)),
        ("pantheon", Each(numbered(len(DIVINITIES)), divinity)),
        ("over", Switch()),
        ("winners", Seats(seats)),
    ]
    left_out = ["viewer", "scores"]
    if setup.on("worship_promo"):
        fields += [
            ("worship", BySeat(seats, Members(DIVINITIES, hidden=len(DIVINITIES)))),
            ("worship_offer", Members(DIVINITIES, hidden=len(DIVINITIES))),
            ("not_worship", Flat(seats, numbered(len(DIVINITIES)), Bits(DIVINITIES))),
            ("worship_left", Number(len(DIVINITIES))),
        ]
    else:
        left_out += ["worship", "worship_offer", "not_worship", "worship_left"]
    return Layout(fields, left_out)


class BomarzoTeller(Teller):
    """Tells a scribe the numbers of the layout straight from the table."""

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions = Questions(questions)

    def tell(self, state: BomarzoState, seat: int, scribe: Scribe) -> None:
        """What a seat knows, field by field as in `layout`."""
        scribe.note(state.actor)
        scribe.note(self.questions.number(state))
        scribe.note(state.season)
        scribe.note(state.first)
        scribe.note(state.turn)
        scribe.note(state.colour)
        scribe.note_list(state.order, GODS, NO_GOD)
        scribe.note_list(state.tokens, state.ruleset.edition.seasons, -1)
        self._tell_fiefs(state, scribe)
        self._tell_cards(state, seat, scribe)
        self._tell_park(state, scribe)
        self._tell_doing(state, seat, scribe)
        scribe.note_list(pantheon_of(state) if state.unveiled else NO_GODS)
        result = state.result
        scribe.note(1 if result is not None else 0)
        scribe.note(bits_of(result.winners) if result is not None else 0)
        if state.ruleset.worship_promo:
            self._tell_worship(state, seat, scribe)

    def _tell_fiefs(self, state: BomarzoState, scribe: Scribe) -> None:
        fiefs = state.fiefs
        coming = state.tokens[state.season] if state.season < len(state.tokens) else WHITE
        grown = False
        for fief in fiefs:
            scribe.note_vector(fief.cubes)
        for fief in fiefs:
            grown = scribe.note_list(fief.rows) or grown
        for fief in fiefs:
            scribe.note_list(fief.tracks)
        for fief in fiefs:
            scribe.note_list(fief.ten_rank)
        for fief in fiefs:
            scribe.note(fief.vp)
        for fief in fiefs:
            scribe.note(fief.pawns)
        for fief in fiefs:
            scribe.note(fief.idle)
        for fief in fiefs:
            scribe.note(fief.deeds)
        for fief in fiefs:
            scribe.note(1 if fief.passed else 0)
        for fief in fiefs:
            if scribe.same(fief.level2 << COLOUR_BITS | coming) and not grown:
                scribe.skip(len(INCOMES))
            else:
                for what in range(len(INCOMES)):
                    scribe.note(income(state, fief, what, coming))

    def _tell_cards(self, state: BomarzoState, seat: int, scribe: Scribe) -> None:
        fiefs = state.fiefs
        for other, fief in enumerate(fiefs):
            note_cards(scribe, fief.hand, state.over or other == seat)
        for other, fief in enumerate(fiefs):
            note_cards(scribe, fief.offer, state.over or other == seat)
        for fief in fiefs:
            scribe.note(fief.level1)
        for fief in fiefs:
            scribe.note(fief.level2)
        for fief in fiefs:
            scribe.note(fief.rotated)
        for other, fief in enumerate(fiefs):
            is_open = state.unveiled or state.over or other == seat
            if scribe.same_list(fief.under, 1 if is_open else 0):
                scribe.skip(2 * GODS)
            else:
                for cards in fief.under:
                    note_cards(scribe, cards, is_open)
        note_count(scribe, state.deck)
        scribe.note(state.top)
        scribe.note(state.discard)
        scribe.note(state.fresh)
        held = [held_by(state, fief) for fief in fiefs]
        for cards in held:
            note_count(scribe, cards & ~state.fresh)
        for fief in fiefs:
            scribe.note_list(fief.early)
        for cards in held:
            scribe.note(cards & state.known)

    def _tell_park(self, state: BomarzoState, scribe: Scribe) -> None:
        divinities = state.divinities
        supplied = scribe.note_vector(state.reserve if state.ruleset.limited else NOTHING_OWED)
        touched = 0
        """The divinities that are not as they were, as a bit mask."""
        for god, here in enumerate(divinities):
            if scribe.note_vector(here.cubes):
                touched |= 1 << god
        for god, here in enumerate(divinities):
            if scribe.note(here.pawns):
                touched |= 1 << god
        for pawns in state.harvested:
            scribe.note(pawns)
        for area, pawns in enumerate(state.harvested):
            if scribe.same(pawns) and not supplied:
                scribe.skip(1)
            else:
                scribe.note(harvest_yield(state, area))
        for god, here in enumerate(divinities):
            if scribe.note(1 if here.mossy else 0):
                touched |= 1 << god
        for god in range(GODS):
            if scribe.same(NO_MARK) and not touched >> god & 1:
                scribe.skip(1)
            else:
                scribe.note(1 if state.dormant(god) else 0)
        for god in range(GODS):
            if scribe.same(NO_MARK) and not touched >> god & 1:
                scribe.skip(len(OWED))
            else:
                food, coin, anything = price(state, god)
                scribe.note(food)
                scribe.note(coin)
                scribe.note(anything)
        for owners in state.point_owners:
            scribe.note_list(owners)

    def _tell_doing(self, state: BomarzoState, seat: int, scribe: Scribe) -> None:
        step = state.step if state.agenda else None
        paying = isinstance(step, (Pay, How))
        choosing = state.actor >= 0 and state.fiefs[state.actor].offer != 0
        scribe.note(state.god)
        scribe.note_vector(state.owed if paying else NOTHING_OWED)
        scribe.note(next_slot(state) if paying else -1)
        scribe.note(state.pay_for if paying else -1)
        scribe.note(state.cards_due)
        scribe.note(state.to_keep if choosing else 0)
        scribe.note(state.picked if seat == state.actor or not state.picked else -1)
        scribe.note(step.god if isinstance(step, Sweep) else NO_GOD)
        scribe.note_list(list(copy_price(state)) if isinstance(step, CopyOffer) else [0, 0, 0])
        scribe.note(step.card(state) if isinstance(step, Assign) else 0)
        scribe.note_list(state.assigned)

    def _tell_worship(self, state: BomarzoState, seat: int, scribe: Scribe) -> None:
        for other, fief in enumerate(state.fiefs):
            is_open = state.over or other == seat
            scribe.note(bits_of(fief.worship) if is_open else 0)
            scribe.note(0 if is_open else len(fief.worship))
        is_open = state.over or seat == state.turn
        scribe.note(state.worship_offer if is_open else 0)
        scribe.note(0 if is_open else len(gods_in(state.worship_offer)))
        scribe.note_list(not_worshipped(state, seat), state.seats * GODS, 0)
        scribe.note(state.worship_deck.bit_count())


def note_cards(scribe: Scribe, cards: int, is_open: bool) -> None:
    """Some cards, and how many lie face down."""
    scribe.note(cards if is_open else 0)
    note_count(scribe, 0 if is_open else cards)


def note_count(scribe: Scribe, cards: int) -> None:
    """How many cards there are."""
    if scribe.same(cards):
        scribe.skip(1)
    else:
        scribe.note(count(cards))
