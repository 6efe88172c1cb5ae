"""Right of the park: the sundial of the seasons, the obelisks of the tracks, the reserve, the deck."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import (
    GLOW,
    PANEL,
    SEATS,
    SHEET,
    SLAB,
    SLAB_EDGE,
    TOKENS,
    sign,
)
from ludoteca.games.bomarzo.board.cards import small_card
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.pieces import disc, number
from ludoteca.games.bomarzo.rules.actions import KINDS, TRACKS

STEP: Final = 21.0
GOLD: Final = d.Colour("#b97a00", "#ffd24a")


@d.part
def _dial(season: int, seasons: int, tokens: tuple[int, ...]) -> d.Group:
    """A ring of seasons around (0, 0), coloured by their tokens."""
    drawn: list[d.Child] = [d.use(SHEET, "dial")]
    shades: dict[d.Colour, str] = {}
    for n in range(seasons):
        now = n == season - 1
        fill = TOKENS[tokens[n]] if n < len(tokens) else GLOW if now else SLAB_EDGE if n < season else PANEL
        shades[fill] = shades.get(fill, "") + _segment(n, seasons)
    drawn += [d.path(outline, fill=fill) for fill, outline in shades.items()]
    if season:
        drawn.append(d.path(_segment(season - 1, seasons), stroke=d.INK, width=2.4))
    return d.group(drawn)


def _segment(n: int, seasons: int) -> str:
    """The outline of one season on the dial."""
    each = 360 / seasons
    turns = [math.radians(-90 + n * each + shift) for shift in (3, each - 3)]
    corners = ((38, turns[0]), (38, turns[1]), (22, turns[1]), (22, turns[0]))
    a, b, c, e = [f"{r * math.cos(turn):.0f} {r * math.sin(turn) - 2:.0f}" for r, turn in corners]
    return f"M{a}A38 38 0 0 1 {b}L{c}A22 22 0 0 0 {e}Z"


def sundial(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """The season, of how many, and the tokens of all seasons if they are used."""
    view = kit.view
    drawn: list[d.Child] = [
        _dial(view.season, kit.edition.seasons, view.tokens),
        d.text(max(view.season, 1), 0, -6, 20, bold=True),
        d.text(f"/ {kit.edition.seasons}", 0, 10, 12.5),
    ]
    label = kit.say("season", number=view.season)
    if 0 < view.season <= len(view.tokens):
        label += f"; {kit.noun('token', view.tokens[view.season - 1])}"
    return d.group(drawn, x=x, y=y, label=label, id="season", **kit.piece("season", d.circle(0, -2, 41)))


def empty_sundial(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """The sundial on paper: its seasons are numbered, and none has come."""
    seasons = kit.edition.seasons
    turns = [math.radians(-90 + (n + 0.5) * 360 / seasons) for n in range(seasons)]
    numbers = [
        d.text(n, 30 * math.cos(turn), 30 * math.sin(turn) - 2, 9, bold=True)
        for n, turn in enumerate(turns, 1)
    ]
    return d.group(_dial(0, seasons, ()), numbers, x=x, y=y)


def obelisks(kit: BomarzoKit, x: float, y: float, discs: bool = True) -> d.Group:
    """The tracks: height is the value; a gold star waits at each mark, then shows who took it."""
    end = kit.edition.track_end
    drawn: list[d.Child] = [
        d.text(n, x + 13, y + (end - n + 0.5) * STEP, 12.5, anchor="end", bold=True)
        for n in (0, *kit.edition.points_at, end)
    ]
    drawn += [_obelisk(kit, track, x + 19 + track * 42, y, discs) for track in range(len(TRACKS))]
    drawn += [_track_name(kit, track, x + 53 + track * 42, y) for track in range(len(TRACKS))]
    return d.group(drawn, label=kit.say("tracks"))


def _track_name(kit: BomarzoKit, track: int, x: float, y: float) -> d.Group:
    """Beside its obelisk, above the rims of obelisks that can be touched."""
    return d.group(
        d.text(kit.noun("track", track), 0, 0, 12.5, halo=SLAB), x=x, y=y + 5.5 * STEP + 4, turn=-90
    )


def _obelisk(kit: BomarzoKit, track: int, x: float, y: float, discs: bool) -> d.Group:
    view, end = kit.view, kit.edition.track_end
    mid = 14.5
    drawn: list[d.Child] = [
        d.use(SHEET, f"obelisk-{TRACKS[track]}"),
    ]
    for at, place in enumerate(kit.edition.points_at):
        owner = view.point_owner[track * len(kit.edition.points_at) + at]
        fill = GOLD if owner < 0 else SEATS[owner].colour
        drawn.append(sign("star", 8.5, mid, (end - place + 0.5) * STEP, fill))
    if discs:
        drawn += _discs(kit, track, lambda value: (mid, (end - value + 0.5) * STEP), 1)
    return _track(kit, track, drawn, x, y, d.rect(-3, -27, 41, end * STEP + 66, 8))


def _discs(kit: BomarzoKit, track: int, place: Callable[[int], d.Point], scale: float) -> list[d.Child]:
    """The discs of all seats, side by side where they share a step, in two rows where they are many."""
    reached = [tracks[track] for tracks in kit.view.tracks]
    drawn: list[d.Child] = []
    for seat, value in enumerate(reached):
        here = [other for other in range(kit.seats) if reached[other] == value]
        x, y = place(value)
        at = here.index(seat)
        row = here[at // 2 * 2 :][:2]
        shift = (at % 2 - (len(row) - 1) / 2) * 14 * scale
        rise = (at // 2 - (len(here) - 1) // 2 / 2) * 13 * scale
        id = f"disc-{TRACKS[track]}-{seat}"
        drawn.append(d.group(disc(seat, 0, 0, scale * 0.92), x=x + shift, y=y + rise, id=id, glides=True))
    return drawn


def _track(
    kit: BomarzoKit, track: int, drawn: list[d.Child], x: float, y: float, outline: d.Shape
) -> d.Group:
    reached = ", ".join([f"{kit.name(seat)} {tracks[track]}" for seat, tracks in enumerate(kit.view.tracks)])
    key = f"track {TRACKS[track]}"
    label = f"{kit.noun('track', track)}: {reached}"
    return d.group(drawn, x=x, y=y, id=f"track-{TRACKS[track]}", label=label, **kit.piece(key, outline))


def lane(kit: BomarzoKit, track: int, x: float, y: float, w: float) -> d.Group:
    """A track on a phone: a lane from left to right."""
    end = kit.edition.track_end
    step = (w - 42) / end
    middle = 22.0
    drawn: list[d.Child] = [
        d.rect(1, 1, w - 2, 42, 8, fill=SLAB, stroke=SLAB_EDGE, width=1.4),
        sign(TRACKS[track], 9, 14, middle),
        d.line(32, middle, w - 10, middle, stroke=SLAB_EDGE, width=3),
    ]
    for at, place in enumerate(kit.edition.points_at):
        owner = kit.view.point_owner[track * len(kit.edition.points_at) + at]
        fill = GOLD if owner < 0 else SEATS[owner].colour
        drawn.append(d.mark("star", 6, 32 + step * place, middle, fill=fill, stroke=d.INK))
    for seat, tracks in enumerate(kit.view.tracks):
        id = f"disc-{TRACKS[track]}-{seat}"
        here = disc(seat, 0, 0, 0.62)
        up = (10, 34, 17, 27)[seat]
        drawn.append(
            d.group(here, x=32 + step * tracks[track], y=up, id=id, glides=True, amount=tracks[track])
        )
    return _track(kit, track, drawn, x, y, d.rect(0, 0, w, 44, 8))


def cart(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """The reserve on its cart; numbers only where it can run out."""
    reserve = kit.view.reserve
    label = kit.say("reserve_endless")
    if reserve:
        label = kit.say("reserve", food=reserve[0], coin=reserve[1], wine=reserve[2])
    drawn: list[d.Child] = [d.use(SHEET, "cart-full")]
    if reserve or kit.choices.get("setup-bonus food"):
        drawn = [d.use(SHEET, "cart")]
        drawn += [
            _load(kit, kind, reserve[kind] if reserve else 3, 26 + kind * 45) for kind in range(len(KINDS))
        ]
    return d.group(drawn, x=x, y=y, label=label, about="reserve", id="reserve")


def _load(kit: BomarzoKit, kind: int, left: int, x: float) -> d.Group:
    symbol = f"cube-{KINDS[kind]}"
    piled = ((-9, 14), (9, 14), (0, 4))[: min(3, left)]
    drawn: list[d.Child] = [d.use(SHEET, symbol, x + dx, dy, 0.95) for dx, dy in piled]
    if not left:
        drawn.append(d.use(SHEET, symbol, x, 12, 0.95, opacity=0.35))
    if kit.view.reserve:
        ink = d.INK if left else d.WARN
        drawn += [d.rect(x - 17, 33, 34, 21, 5, fill=PANEL), d.text(left, x, 43.5, 16, bold=True, fill=ink)]
    key = f"cart {KINDS[kind]}"
    if not kit.concerns(key):
        return d.group(drawn)
    return d.group(
        drawn, label=kit.noun("kind", kind), outline=d.rect(x - 21, -8, 42, 64, 8), **kit.touch(key)
    )


def deck(kit: BomarzoKit, x: float, y: float) -> list[d.Group]:
    """The deck (its next card open, if the table plays so), the discards, and the worship cards."""
    view = kit.view
    label = kit.say("deck", deck=view.deck_size, discard=len(view.discard))
    top = d.use(SHEET, "card-back", 0, 0, 0.4)
    if view.top > 0:
        label += f"; {kit.say('top', card=kit.noun('upgrade', view.top))}"
    cards: list[d.Child] = [d.use(SHEET, "card-back", 2, -2, 0.4), top]
    if view.top > 0:
        cards.append(d.group(small_card(kit.edition, view.top, 2), scale=0.4))
    drawn = [
        d.group(
            cards,
            number(view.deck_size, 45, 16, 16),
            number(kit.say("deck_word"), 43, 34, 12.5, bold=False),
            x=x,
            y=y,
            id="deck",
            label=label,
            **kit.piece("deck", d.rect(-3, -5, 80, 68, 8), f"card {view.top}" if view.top > 0 else "deck"),
        )
    ]
    worship = view.worship_left > 0 or any(view.worship)
    if worship:
        drawn.append(_worship(kit, x + 88, y))
        return drawn
    last = [d.group(small_card(kit.edition, view.discard[-1], 1), scale=0.3)] if view.discard else []
    words = [
        number(len(view.discard), 34, 16, 16),
        number(kit.say("discards_word"), 34, 34, 12.5, bold=False),
    ]
    drawn.append(
        d.group(
            last, words, x=x + 79, y=y + 6, id="discards", label=kit.say("discards_word"), about="discards"
        )
    )
    return drawn


def small_worship(kit: BomarzoKit, x: float, y: float) -> d.Group:
    """The worship cards on a phone; they lie on the deck's place while one may be drawn."""
    left = kit.view.worship_left
    return d.group(
        d.rect(0, 1, 44, 43, 9, fill=PANEL),
        d.group(_worship_back(), x=3, y=7, scale=0.62),
        number(left, 27, 22, 14),
        x=x,
        y=y,
        id="worship",
        label=kit.say("worship", number=left),
        **kit.piece("worship", d.rect(0, 0, 44, 44, 9)),
    )


@d.part
def _worship_back() -> d.Group:
    return d.group(
        d.rect(0, 0, 34, 48, 5, fill=d.Colour("#76508a"), stroke=d.Colour("#fff6e0"), width=2),
        d.mark("heart", 10, 17, 24, fill=d.Colour("#fff6e0")),
    )


def _worship(kit: BomarzoKit, x: float, y: float) -> d.Group:
    left = kit.view.worship_left
    return d.group(
        _worship_back(),
        number(left, 40, 16, 16),
        x=x,
        y=y + 4,
        id="worship",
        label=kit.say("worship", number=left),
        **kit.piece("worship", d.rect(-4, -4, 66, 56, 8), "worship"),
    )
