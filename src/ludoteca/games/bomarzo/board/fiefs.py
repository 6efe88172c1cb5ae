"""The fiefs: those of the neighbours on the horizon, one's own village, stores and cards in front."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import (
    GLOW,
    PANEL,
    SEATS,
    SHEET,
    SLAB_EDGE,
    TEMPLE_SIGNS,
    person,
)
from ludoteca.games.bomarzo.board.cards import H, W, laid, slip, tiles
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.pieces import banner, idle_pawn, number, pawn
from ludoteca.games.bomarzo.board.standings import if_it_ended_now
from ludoteca.games.bomarzo.rules.actions import KINDS, PAWN_ROW, ROWS

FIEF_W: Final = 264.0
GOLD: Final = d.Colour("#f2c84f")


def in_words(kit: BomarzoKit, seat: int) -> str:
    """A seat's fief as a sentence."""
    view = kit.view
    food, coin, wine = view.cubes[seat]
    parts = [
        kit.say("holds", food=food, coin=coin, wine=wine, hand=len(view.hands[seat])),
        kit.say("pawns", ready=view.idle[seat], owned=view.pawns[seat]),
        kit.say("points", number=view.vp[seat]),
    ]
    if not view.over:
        parts.append(kit.say("worth", number=if_it_ended_now(kit)[seat]))
    if seat == view.first:
        parts.append(kit.say("first"))
    if view.passed[seat]:
        parts.append(kit.say("passed"))
    parts += [kit.say("known", card=kit.noun("card", card)) for card in view.known[seat]]
    if view.worship and view.worship[seat]:
        parts.append(kit.say("worship", number=len(view.worship[seat])))
    return f"{kit.name(seat)}: " + "; ".join(parts)


def neighbour(kit: BomarzoKit, seat: int, x: float, y: float) -> d.Group:
    """Somebody else's fief: name, pawns, worth, stores with what a season brings, cards on the table."""
    view = kit.view
    tone = SEATS[seat].colour
    acting = seat == view.actor or seat in view.winners
    drawn: list[d.Child] = [
        d.rect(-2, 2, FIEF_W + 4, 82, 12, fill=GLOW) if acting else None,
        d.rect(0, 4, FIEF_W, 78, 10, fill=PANEL, stroke=tone, width=2.6),
        banner(seat, 18, 16, 12),
        d.fit_text(kit.name(seat), 96, 15, 12.5, x=38, y=19, anchor="start", serif=True),
        _worth(kit, seat, 145, 19),
        _pawns(kit, seat, 252, 20, 0.52),
        _stock(kit, seat),
        tiles(kit, seat, 10, 53, FIEF_W - 20),
    ]
    return d.group(drawn, x=x, y=y, id=f"fief-{seat}", label=in_words(kit, seat), about=f"player {seat}")


def _worth(kit: BomarzoKit, seat: int, x: float, y: float) -> list[d.Child]:
    """A star with the points the seat would have if the game ended now; an arrow for the first player, at the
    end a crown for whoever won."""
    worth = if_it_ended_now(kit)[seat]
    sign: d.Mark = "crown" if kit.view.over else "chevron"
    has_it = seat in kit.view.winners if kit.view.over else seat == kit.view.first
    return [
        d.use(SHEET, "prize-first", x, y, 0.8),
        d.group(number(worth, x + 11, y, 15), id=f"worth-{seat}", amount=worth),
        d.mark(sign, 6.5, x + 42, y, fill=GOLD, stroke=d.INK) if has_it else None,
    ]


def _pawns(kit: BomarzoKit, seat: int, right: float, y: float, scale: float) -> list[d.Child]:
    view = kit.view
    if view.passed[seat]:
        return [d.text(kit.say("passed"), right, y, 12.5, anchor="end", fill=d.FAINT)]
    owned, ready = view.pawns[seat], view.idle[seat]
    tone = SEATS[seat].colour
    drawn: list[d.Child] = []
    for first, count, opacity in ((0, ready - 1, 1.0), (ready, owned - ready, 0.28)):
        if count > 0:
            x = right - (owned - 1 - first) * 22 * scale
            drawn.append(d.use(SHEET, f"pawns-{count}", x, y, scale, tone=tone, opacity=opacity))
    if ready:
        x = right - (owned - ready) * 22 * scale
        drawn.append(idle_pawn(seat, x, y + 13 * scale, scale))
    return drawn


def _stock(kit: BomarzoKit, seat: int) -> list[d.Child]:
    view = kit.view
    amounts, coming = [], []
    for n, amount in enumerate([*view.cubes[seat], len(view.hands[seat])]):
        x, y = 26.0 + n * 64, 42.0
        amounts.append(number(amount, x, y, 14))
        if view.incomes[seat][n]:
            left = x + 1 + d.width_of(str(amount), 14, bold=True)
            more = f"+{view.incomes[seat][n]}"
            coming.append(d.text(more, left, y, 12.5, anchor="start", bold=True, fill=d.GOOD))
    return [d.use(SHEET, "stock", 16, 42), amounts, coming]


# One's own village


def street(kit: BomarzoKit, row: int, x: float, y: float) -> d.Group:
    """A row of the village: stepping stones, symbols that work once reached, the worker."""
    reached, end = kit.view.rows[kit.me][row], kit.edition.row_end[row]
    symbols = kit.edition.rows[row]
    at = [74 + n * 31.0 for n in range(end + 1)]
    drawn: list[d.Child] = [
        *d.fit_text(kit.noun("row", row).capitalize(), 54, 14, 12.5, x=4, y=0, anchor="start", bold=True),
        d.use(SHEET, f"street-{ROWS[row]}", 66, 0),
    ]
    for n in symbols:
        opacity = 1 if n <= reached else 0.5
        drawn.append(d.use(SHEET, f"spot-{ROWS[row]}", at[n], 0, tone=SEATS[kit.me].colour, opacity=opacity))
    worker = d.use(SHEET, person("worker", kit.me), 0, -3, tone=SEATS[kit.me].colour)
    beside = 16 if reached in symbols else 0
    drawn.append(
        d.group(worker, x=at[reached] + beside, y=0, id=f"worker-{ROWS[row]}", glides=True, amount=reached)
    )
    key = f"row {ROWS[row]}"
    label = kit.say("row", row=kit.noun("row", row), number=reached, end=end)
    return d.group(
        drawn, x=x, y=y, id=f"row-{ROWS[row]}", label=label, **kit.piece(key, d.rect(3, -18, 274, 36, 9))
    )


def row_symbol(kit: BomarzoKit, row: int, x: float, y: float, scale: float, opacity: float = 1) -> d.Use:
    """What a symbol of a row brings."""
    if row < len(KINDS):
        return d.use(SHEET, f"cube-{KINDS[row]}", x, y, scale, opacity=opacity)
    if row < PAWN_ROW:
        return d.use(SHEET, "card-back", x - 8 * scale, y - 11.5 * scale, 0.157 * scale, opacity=opacity)
    return pawn(kit.me, x, y + 10 * scale, 0.72 * scale, opacity)


def stores(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """What the viewer holds, large: stores with the next income, pawns, worth."""
    view, me = kit.view, kit.me
    drawn: list[d.Child] = [
        d.rect(-2, -2, 112, 198, 14, fill=GLOW) if me == view.actor or me in view.winners else None,
        d.rect(0, 0, 108, 194, 12, fill=PANEL, stroke=SEATS[me].colour, width=2.6),
        banner(me, 18, 17, 12),
        d.fit_text(kit.name(me), 68, 15, 12.5, 2, x=36, y=17, anchor="start", serif=True, height=31),
        [store(kit, kind, 3, 33 + kind * 34, 102, 34) for kind in range(len(KINDS))],
        d.line(10, 138, 98, 138, stroke=d.LINE),
        _pawns(kit, me, 16 + (view.pawns[me] - 1) * 15.4 if not view.passed[me] else 98, 155, 0.7),
        _worth(kit, me, 18, 177),
    ]
    return d.group(drawn, x=x, y=y, id=f"fief-{me}", label=in_words(kit, me), about=f"player {me}")


def store(kit: BomarzoKit, kind: int, x: float, y: float, w: float, h: float) -> d.Group:
    """One of the three stores, with what a season brings."""
    view, me = kit.view, kit.me
    amount = view.cubes[me][kind]
    key = f"store {KINDS[kind]}"
    left, down, up, large = (14.0, 28.0, 11.0, 17) if kit.narrow else (21.0, h / 2, h / 2, 22)
    drawn: list[d.Child] = [
        d.use(SHEET, f"cube-{KINDS[kind]}", left, h / 2, 0.95 if kit.narrow else 1.3),
        number(amount, left + (14 if kit.narrow else 22), down, large),
    ]
    if view.incomes[me][kind]:
        more = f"+{view.incomes[me][kind]}"
        drawn.append(d.text(more, w - 5, up, 14, anchor="end", bold=True, fill=d.GOOD))
    return d.group(
        drawn,
        x=x,
        y=y,
        id=f"store-{KINDS[kind]}",
        amount=amount,
        label=f"{amount} {kit.noun('kind' if amount == 1 else 'kinds', kind)}",
        **kit.piece(key, d.rect(0, 0, w, h, 8)),
    )


# One's own cards


def cards(kit: BomarzoKit, x: float, y: float, w: float) -> list[d.Group]:
    """Cards on the table and in the hand share the width; where they are many they overlap."""
    view, me = kit.view, kit.me
    table = [(card, 1) for card in view.first_level[me]] + [(card, 2) for card in view.second_level[me]]
    hand = [card for card in view.hands[me] if card > 0]
    gap = 20.0
    between = max(1, len(table) + len(hand) - (2 if table and hand else 1))
    lead = 0.0 if table else 150.0
    room = w - lead - W * (2 if table and hand else 1) - (gap if table and hand else 0)
    step = min(W + 6, room / between)
    hand_left = x + (max(len(table) - 1, 0) * step + W + gap if table else lead)
    covered = step < 84
    held = kit.say("hand", number=len(view.hands[me]))
    top = y + 18
    return [
        _card_places(x if not table else 0, hand_left if not hand else 0, top),
        _temples(kit, x, y),
        d.group(d.text(held, max(hand_left, x + 145), y, 13.5, anchor="start", serif=True)),
        d.group(
            [
                laid(kit, card, side, x + n * step, top, covered=covered and n < len(table) - 1)
                for n, (card, side) in enumerate(table)
            ],
            label=kit.say("tableau"),
        ),
        d.group(
            [
                laid(kit, card, 1, hand_left + n * step, top, covered=covered and n < len(hand) - 1)
                for n, card in enumerate(hand)
            ],
            label=held,
        ),
    ]


@d.part
def _card_places(table: float, hand: float, y: float) -> d.Group:
    """Where cards will lie, while there are none."""
    lefts = [x for x in (table, hand) if x]
    places = [
        d.rect(x + 3, y + 3, W - 6, H - 6, 9, fill=SLAB_EDGE, stroke=d.INK, dash="5 6", width=1.2)
        for x in lefts
    ]
    return d.group(places, opacity=0.3)


def _temples(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """The temple symbols: those on one's cards are gold."""
    have = kit.temples_of(kit.me)
    return _temple_signs(tuple(sorted(have)), kit.say("temples", number=len(have)), x, y)


@d.part
def _temple_signs(have: tuple[int, ...], label: str, x: float, y: float) -> d.Group:
    drawn = [
        d.use(SHEET, f"{'temple' if temple in have else 'notemple'}-{name}", x + 11 + temple * 25, y)
        for temple, name in enumerate(TEMPLE_SIGNS)
    ]
    return d.group(drawn, label=label, about="temple")


# On a phone


def chip(kit: BomarzoKit, seat: int, x: float, w: float) -> d.Group:
    """A neighbour in a strip 32 high: stores and cards in hand."""
    view = kit.view
    tone = SEATS[seat].colour
    acting = seat == view.actor
    drawn: list[d.Child] = [
        d.rect(1, 2, w - 2, 29, 14, fill=PANEL, stroke=GLOW if acting else tone, width=3 if acting else 2),
        d.mark(SEATS[seat].shape, 7, 13, 16.5, fill=tone),
    ]
    amounts = [*view.cubes[seat], len(view.hands[seat])]
    needed = [12 + d.width_of(str(amount), 14, bold=True) for amount in amounts]
    gap = (w - 28 - sum(needed)) / (len(amounts) - 1)
    left = 21.0
    for n, amount in enumerate(amounts):
        if n < len(KINDS):
            drawn.append(d.use(SHEET, f"cube-{KINDS[n]}", left + 5, 16.5, 0.42))
        else:
            drawn.append(d.use(SHEET, "card-back", left + 1, 10, 0.085))
        drawn.append(d.group(number(amount, left + 11, 16.5, 14), id=f"stock-{seat}-{n}", amount=amount))
        left += needed[n] + gap
    return d.group(drawn, x=x, y=0, id=f"fief-{seat}", label=in_words(kit, seat), about=f"player {seat}")


def small_street(kit: BomarzoKit, row: int, x: float, y: float, w: float) -> d.Group:
    """A row of the village on a phone: its symbol, and a dot for each step."""
    reached, end = kit.view.rows[kit.me][row], kit.edition.row_end[row]
    step = (w - 42) / (end - 1)
    drawn: list[d.Child] = [
        d.rect(1, 1, w - 2, 42, 8, fill=PANEL, stroke=SLAB_EDGE, width=1.4),
        row_symbol(kit, row, 14, 22, 0.75),
    ]
    for n in range(1, end + 1):
        on = n <= reached
        r = 4.6 if n in kit.edition.rows[row] else 2.4
        fill = SEATS[kit.me].colour if on else PANEL
        drawn.append(d.circle(34 + step * (n - 1), 22, r, fill=fill, stroke=d.FAINT, width=1.2))
    key = f"row {ROWS[row]}"
    label = kit.say("row", row=kit.noun("row", row), number=reached, end=end)
    return d.group(
        drawn,
        x=x,
        y=y,
        id=f"worker-{ROWS[row]}",
        amount=reached,
        label=label,
        **kit.piece(key, d.rect(0, 0, w, 44, 8)),
    )


def slips(kit: BomarzoKit, y: float, w: float) -> list[d.Group]:
    """All own cards side by side: those on the table, then the hand."""
    view, me = kit.view, kit.me
    table = [(card, 1) for card in view.first_level[me]] + [(card, 2) for card in view.second_level[me]]
    hand = [(card, 1) for card in view.hands[me] if card > 0]
    gap = 8.0 if table and hand else 0.0
    every = table + hand
    each = min(190.0, (w - gap) / max(1, len(every)))
    return [
        slip(kit, card, side, 2 + n * each + (gap if n >= len(table) else 0), y, each)
        for n, (card, side) in enumerate(every)
    ]
