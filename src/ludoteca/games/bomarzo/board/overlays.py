"""What is laid over the park for a moment: cards to choose from, a card that counts for one of two fields."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CARD_INK, PANEL, SHEET
from ludoteca.games.bomarzo.board.cards import H, W, face, laid
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.rules.actions import FIELDS
from ludoteca.games.bomarzo.rules.edition import SCORES_TRACKS


def overlay(kit: BomarzoKit) -> d.Group | None:
    """Cards the viewer chooses from, or the card whose field is asked for."""
    view = kit.view
    offered = [card for card in view.offers[kit.me] if card > 0]
    if offered:
        return _offer(kit, offered)
    if view.assigning and view.actor == view.viewer:
        return _assignment(kit, view.assigning)
    return None


def _offer(kit: BomarzoKit, offered: list[int]) -> d.Group:
    scale = 1.12 if kit.narrow else 1.15
    across = 7 if not kit.narrow else 2 if len(offered) in (2, 4) else 3
    rows = [offered[n : n + across] for n in range(0, len(offered), across)]
    middle, top, room = (195.0, 40.0, 378.0) if kit.narrow else (408.0, 180.0, 800.0)
    w, h = W * scale, H * scale
    step = w + (8 if kit.narrow else 14)
    wide = min(room, max([len(row) for row in rows]) * step + 16)
    chosen = bool(kit.gestures)  # the rest only closes up: no preview shows that
    drawn: list[d.Child] = [
        d.rect(
            middle - wide / 2,
            top - 12,
            wide,
            len(rows) * (h + 10) + 16,
            16,
            fill=PANEL,
            stroke=d.INK,
        )
    ]
    for line, row in enumerate(rows):
        left = middle - (len(row) * step - (step - w)) / 2
        drawn += [
            laid(kit, card, 1, left + n * step, top + line * (h + 10), scale, glides=chosen)
            for n, card in enumerate(row)
        ]
    return d.group(drawn, label=kit.say("offer"), id="offer")


def _assignment(kit: BomarzoKit, card: int) -> d.Group:
    """A card with two fields: the badge that is touched is the one that counts."""
    middle, top = (195.0, 70.0) if kit.narrow else (408.0, 190.0)
    scale = 1.12 if kit.narrow else 1.15
    drawn: list[d.Child] = [
        d.rect(middle - 126, top - 14, 252, H * scale + 112, 16, fill=PANEL, stroke=d.INK),
        d.group(face(kit, card, 2), x=middle - W * scale / 2, y=top, scale=scale, about=f"card {card}"),
    ]
    fields = kit.fields_of(card)
    for n, field in enumerate(fields):
        x = middle + (n - (len(fields) - 1) / 2) * 120
        key = f"field {FIELDS[field]}"
        drawn.append(
            d.group(
                d.use(SHEET, f"badge-{FIELDS[field]}", 0, -8, 1.5),
                d.text(kit.noun("field", field), 0, 22, 14, bold=True),
                _looked_at(kit, field),
                x=x,
                y=top + H * scale + 34,
                label=kit.noun("field", field),
                **kit.piece(key, d.rect(-58, -30, 116, 88, 10)),
            )
        )
    return d.group(drawn, label=kit.noun("upgrade", card), id="assigning")


def _looked_at(kit: BomarzoKit, field: int) -> d.Child:
    """Which divinity looks at a field, and its first prize."""
    god = kit.view.scores.index(SCORES_TRACKS + field)
    prize = kit.edition.first_prize[kit.order.index(god)]
    name = kit.noun("divinity", god)
    wide = d.width_of(name, 14) + 24
    return [
        d.text(name, -wide / 2, 43, 14, anchor="start"),
        d.use(SHEET, "prize-first", wide / 2 - 8, 43),
        d.text(prize, wide / 2 - 8, 44, 12.5, bold=True, fill=CARD_INK),
    ]
