"""The wood as a picture: sixteen places, and what everybody has brought home."""

from __future__ import annotations

from typing import Any

from ludoteca import draw as d

from .state import BOAR, PLACES, UNSEEN

SIDE = 84


def draw(view: Any, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
    """The wood, and the larders beside it, or below it on a phone."""
    wood = 4 * SIDE + 24
    scene = d.Scene(wood + (0 if narrow else 250), wood + (250 if narrow else 0), choices.question)
    for place, (x, y) in enumerate(d.grid(len(PLACES), 4, SIDE, SIDE, 12 + SIDE / 2, 12 + SIDE / 2)):
        scene.add("pieces", spot(view, speaker, choices, place, x, y))
    x, y = (12, wood) if narrow else (wood, 12)
    for seat in range(len(view.larders)):
        scene.add("pieces", larder(view, speaker, seat, x, y + 40 * seat))
    home = d.button(
        speaker.book.phrase("action", "home"),
        action=choices.action("home"),
        why=choices.why("home"),
        x=x + 60,
        y=y + 222,
    )
    scene.add("options", home)
    return scene


def spot(view: Any, speaker: Any, choices: Any, place: int, x: float, y: float) -> d.Group:
    """A place: closed ones can be dug at, and sniffed at through the disc in their corner."""
    tile, name = view.tiles[place], PLACES[place]
    face = [d.text(name, 0, -26, 11), tile_face(tile)]
    told = f"{name}: {speaker.spell('tile', tile)}" if tile != UNSEEN else name
    if view.open[place]:
        return d.card(*face, w=72, h=72, label=told, x=x, y=y)
    ground = d.mix(d.CARD, d.GREEN, 0.35)
    dig = f"dig {name}"
    closed = d.card(
        *face, w=72, h=72, fill=ground, label=told, action=choices.action(dig), why=choices.why(dig)
    )
    return d.group(closed, nose(view, speaker, choices, place), x=x, y=y)


def nose(view: Any, speaker: Any, choices: Any, place: int) -> d.Group | None:
    """Let the dog sniff here; or, who did."""
    sniff = choices.get(f"sniff {PLACES[place]}")
    if sniff is not None and not sniff.why:
        return d.token("?", r=12, x=26, y=26, label=sniff.label, action=sniff.text)
    marks = [d.seat_mark(d.SEATS[seat], scale=0.6) for seat in view.noses[place]]
    been = [d.group(mark, x=28 - 14 * at, y=28) for at, mark in enumerate(marks)]
    names = speaker.book.join([speaker.names[seat] for seat in view.noses[place]])
    return d.group(been, label=names) if been else None


def tile_face(tile: int) -> d.Child:
    if tile == BOAR:
        return d.mark("triangle", 18, fill=d.VERMILION)
    return [d.mark("circle", 8, dx, 2, fill=d.INK) for dx, _ in d.row(max(0, tile), 20)]


def larder(view: Any, speaker: Any, seat: int, x: float, y: float) -> d.Group:
    words = f"{speaker.names[seat]}: {view.larders[seat]}"
    if seat == view.actor and view.basket:
        words += f" + {view.basket}"
    return d.group(
        d.seat_mark(d.SEATS[seat], x=14, y=14),
        d.fit_text(words, 150, 15, 9, x=34, y=14, anchor="start"),
        d.pips(view.biscuits[seat], view.biscuits[seat], x=210, y=14) if view.biscuits[seat] else None,
        x=x,
        y=y,
        label=words,
        glow=speaker.waiting(seat) if seat == view.actor else None,
    )
