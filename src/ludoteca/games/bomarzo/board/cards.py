"""Development cards: large before their owner, small in the tableaux of others."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import (
    CARD_GOLD,
    CARD_INK,
    CREAM,
    FIELD_TONES,
    SHEET,
    TEMPLE_SIGNS,
    benefit_sign,
    motif,
    sign,
)
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.rules.actions import FIELDS, TRACKS
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition

W: Final = 104.0
H: Final = 148.0
CORNER: Final = 9.0
SMALLEST: Final = 12.5
"""The letters of a name at a table; on paper they may be smaller."""
SPENT: Final = d.Colour("#4b4636")


def fields_of(edition: BomarzoEdition, card: int) -> tuple[int, ...]:
    return tuple([field for field in range(len(FIELDS)) if edition.fields[card] >> field & 1])


def small_card(edition: BomarzoEdition, card: int, side: int) -> d.Group:
    """A card without words, from (0, 0) down and right: its picture, fields, and what it gives."""
    fields = fields_of(edition, card)
    picture = motif(edition.first_names[card], fields[0])
    return _small_card(picture, fields, side, edition.benefit[card], edition.temple[card])


@d.part
def _small_card(picture: str, fields: tuple[int, ...], side: int, benefit: int, temple: int) -> d.Group:
    below = (
        benefit_sign(benefit, 24, W / 2, 105)
        if side == 2
        else sign(TEMPLE_SIGNS[temple], 20, W / 2, 98, CARD_INK)
    )
    return d.group(_paper(picture, fields, side), below)


def _paper(picture: str, fields: tuple[int, ...], side: int) -> list[d.Child]:
    """The ground of a card with its picture and the signs of its fields."""
    name = "first" if side == 1 else "second"
    signs = "-".join([FIELDS[field] for field in fields])
    return [d.use(SHEET, f"card-{name}"), d.use(SHEET, picture), d.use(SHEET, f"{name}-{signs}")]


def _steps(
    steps: tuple[int, ...], x: float, y: float, size: float, ink: d.Colour, each: float = 37
) -> list[d.Child]:
    drawn: list[d.Child] = []
    for track, amount in enumerate(steps):
        if amount:
            drawn.append(sign(TRACKS[track], 7.2, x + 7, y, ink))
            drawn.append(d.text(f"+{amount}", x + 15, y, size, anchor="start", bold=True, fill=ink))
            x += each
    return drawn


def _name(name: str, least: float = SMALLEST) -> list[d.Text]:
    """A card's name in one or two lines, in letters of this size at least, bold if its words fit."""
    bold = max([d.width_of(word, least, bold=True) for word in name.split()], default=0.0) <= 94
    return d.fit_text(
        name, 94, 13, least, 2, x=7, y=83, anchor="start", bold=bold, fill=CARD_INK, leading=1.08
    )


@d.part
def _first_side(
    picture: str,
    fields: tuple[int, ...],
    name: str,
    devotion: int,
    steps: tuple[int, ...],
    temple: int,
    later: tuple[int, ...],
    benefit: int,
    least: float,
) -> d.Group:
    return d.group(
        _paper(picture, fields, 1),
        d.text(devotion, 88, 13, 14, bold=True, fill=CREAM),
        _name(name, least),
        _steps(steps, 5, 109, 13, CARD_INK),
        sign(TEMPLE_SIGNS[temple], 7, 89, 108, d.Colour("#5e410d")),
        _steps(later, 3, 135, 12.5, CARD_GOLD),
        benefit_sign(benefit, 8.5, 91, 135),
    )


@d.part
def _second_side(
    picture: str, fields: tuple[int, ...], name: str, benefit: int, words: str, least: float
) -> d.Group:
    return d.group(
        _paper(picture, fields, 2),
        _name(name, least),
        benefit_sign(benefit, 11, 18, 125),
        d.fit_text(words, 70, 12.5, 12.5, 2, x=33, y=125, anchor="start", fill=CARD_INK, leading=1.1),
    )


def face(kit: BomarzoKit, card: int, side: int, least: float = SMALLEST) -> d.Group:
    """One side of a card with all its words, from (0, 0) down and right."""
    edition = kit.edition
    fields = fields_of(edition, card)
    picture = motif(edition.first_names[card], fields[0])
    if side == 2:
        words = kit.noun("benefit_short", edition.benefit[card])
        return _second_side(picture, fields, kit.noun("upgrade", card), edition.benefit[card], words, least)
    return _first_side(
        picture,
        fields,
        kit.noun("card", card),
        edition.devotion[card],
        tuple(edition.first_steps[card]),
        edition.temple[card],
        tuple(edition.second_steps[card]),
        edition.benefit[card],
        least,
    )


def covered_face(kit: BomarzoKit, card: int, side: int) -> d.Group:
    """One side of a card of which only the left can be seen."""
    edition = kit.edition
    fields = fields_of(edition, card)
    picture = motif(edition.first_names[card], fields[0])
    name = kit.noun("card" if side == 1 else "upgrade", card)
    steps = tuple(edition.first_steps[card]) if side == 1 else ()
    return _covered(picture, fields, side, name, edition.benefit[card], steps)


@d.part
def _covered(
    picture: str, fields: tuple[int, ...], side: int, name: str, benefit: int, steps: tuple[int, ...]
) -> d.Group:
    """What can be seen of a card under the next one: its left side."""
    return d.group(
        _paper(picture, fields, side),
        _name(name),
        _steps(steps, 3, 109, 12.5, CARD_INK, 32),
        benefit_sign(benefit, 10, 18, 132 if side == 1 else 122),
    )


def laid(
    kit: BomarzoKit,
    card: int,
    side: int,
    x: float,
    y: float,
    scale: float = 1,
    covered: bool = False,
    glides: bool = True,
) -> d.Group:
    """A card of the viewer's on the table; one whose power was used is dimmed and tilted."""
    used = side == 2 and card in kit.view.rotated[kit.me]
    drawn: list[d.Child] = [covered_face(kit, card, side) if covered else face(kit, card, side)]
    if used:
        drawn += [
            d.rect(0, 0, W, H, 9, fill=SPENT, opacity=0.45),
            d.group(
                d.rect(-42, -13, 84, 26, 4, fill=CARD_INK),
                d.text(kit.say("used"), 0, 0, 15, bold=True, fill=CREAM),
                x=52,
                y=38,
                turn=-9,
            ),
        ]
    label = in_words(kit, card, side) + (f", {kit.say('used')}" if used else "")
    key = f"card {card}"
    return d.group(
        d.group(drawn, turn=2 if used else 0),
        x=x,
        y=y,
        scale=scale,
        id=f"card-{card}",
        glides=glides,
        label=label,
        **kit.piece(key, d.rect(-2, -2, W + 4, H + 4, 10)),
    )


@d.part
def tile(fields: tuple[int, ...], side: int, benefit: int, temple: int, used: bool) -> d.Group:
    """A card of somebody else, 20 by 24 from (0, 0): paper or gold, with its field and what it gives."""
    signs = "-".join([FIELDS[field] for field in fields])
    return d.group(
        d.use(SHEET, f"tile-{side}-{signs}"),
        benefit_sign(benefit, 5.6, 10, 17.5)
        if side == 2
        else sign(TEMPLE_SIGNS[temple], 4.6, 10, 17.5, CARD_INK),
        opacity=0.5 if used else 1,
    )


def tiles(kit: BomarzoKit, seat: int, x: float, y: float, w: float) -> list[d.Group]:
    """The cards before a seat, closer together where they are many."""
    view, edition = kit.view, kit.edition
    shown = [(card, 1) for card in view.first_level[seat]] + [(card, 2) for card in view.second_level[seat]]
    step = min(22.0, (w - 20) / max(1, len(shown) - 1))
    drawn: list[d.Group] = []
    for n, (card, side) in enumerate(shown):
        used = card in view.rotated[seat]
        small = tile(fields_of(edition, card), side, edition.benefit[card], edition.temple[card], used)
        drawn.append(
            d.group(
                small,
                x=x + n * step,
                y=y,
                id=f"card-{card}",
                glides=True,
                label=kit.noun("card" if side == 1 else "upgrade", card),
                about=f"card {card}",
            )
        )
    return drawn


def steps_in_words(kit: BomarzoKit, steps: list[int]) -> str:
    named = [f"{kit.noun('track', track)} +{steps[track]}" for track in range(len(TRACKS)) if steps[track]]
    return ", ".join(named)


def in_words(kit: BomarzoKit, card: int, side: int) -> str:
    """The whole card as a sentence."""
    edition = kit.edition
    fields = "/".join([kit.noun("field", field) for field in fields_of(edition, card)])
    benefit = kit.noun("benefit", edition.benefit[card])
    later = f"{kit.noun('upgrade', card)}: {steps_in_words(kit, edition.second_steps[card])}; {benefit}"
    if side == 2:
        return f"{kit.noun('upgrade', card)} ({fields}; {benefit})"
    temple = kit.noun("temple", edition.temple[card])
    devotion = kit.say("devotion", number=edition.devotion[card])
    first = f"{fields}; {steps_in_words(kit, edition.first_steps[card])}; {temple}; {devotion}"
    return f"{kit.noun('card', card)} ({first}; → {later})"


def _slip_name(name: str, w: float) -> list[d.Text]:
    """Bold, or lighter where a word would break; none where one breaks all the same."""
    for bold in (True, False):
        if all([d.width_of(word, 14, bold=bold) <= w for word in name.split()]):
            return d.fit_text(
                name, w, 14, 14, 2, x=5, y=34, anchor="start", bold=bold, fill=CARD_INK, leading=0.96
            )
    return []


def slip(kit: BomarzoKit, card: int, side: int, x: float, y: float, w: float) -> d.Group:
    """A card of the viewer's on a phone: 48 high, with its name where there is room."""
    edition = kit.edition
    fields = fields_of(edition, card)
    used = side == 2 and card in kit.view.rotated[kit.me]
    paper = d.Colour("#fff8e8", "#d8cfba") if side == 1 else d.Colour("#f3d889", "#cfb572")
    drawn: list[d.Child] = [
        d.rect(0, 0, w - 3, 48, 6, fill=paper, stroke=FIELD_TONES[fields[0]], width=2),
        [d.use(SHEET, f"badge-{FIELDS[field]}", 13 + 20 * n, 13, 0.8) for n, field in enumerate(fields)],
    ]
    mark = (
        benefit_sign(edition.benefit[card], 7.5, w - 15, 13)
        if side == 2
        else sign(TEMPLE_SIGNS[edition.temple[card]], 7, w - 15, 13, CARD_INK)
    )
    name = kit.noun("card" if side == 1 else "upgrade", card)
    lettered = _slip_name(name, w - 9) if w >= 86 else []
    if lettered:
        steps = tuple(edition.first_steps[card]) if side == 1 else ()
        left, number = 6.0 + 20 * len(fields), len([amount for amount in steps if amount])
        roomy = left + 37 * number + 26 <= w
        drawn += [mark, lettered, _steps(steps, left, 13, 14, CARD_INK) if roomy else None]
    else:
        drawn.append(benefit_sign(edition.benefit[card], 8, (w - 3) / 2, 35))
    label = in_words(kit, card, side) + (f", {kit.say('used')}" if used else "")
    key = f"card {card}"
    return d.group(
        drawn,
        x=x,
        y=y,
        id=f"card-{card}",
        glides=True,
        label=label,
        opacity=0.55 if used else 1,
        **kit.piece(key, d.rect(0, 0, max(44, w - 3), 48, 6)),
    )
