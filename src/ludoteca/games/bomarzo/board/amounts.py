"""Plates to touch for an amount, a step of a payment, or to do without something."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import ANY, CUBES, PANEL, SHEET
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.pieces import PRICE_KINDS, number
from ludoteca.games.bomarzo.rules.actions import COIN, DIVINITIES, FOOD
from ludoteca.kernel.choices import Choice

RAISED: Final = 3
CARD: Final = "card-back"
UNIT: Final = 24.0
WORDS: Final = 16.0


class Row(NamedTuple):
    """Where the plates lie: over the harvests, on a phone over the tracks; nobody is asked for those then."""

    middle: float
    y: float
    room: float
    high: float


WIDE: Final = Row(408, 452, 800, 60)
NARROW: Final = Row(195, 335, 390, 44)


def amounts(kit: BomarzoKit) -> d.Group | None:
    """The plates of the question in hand, side by side."""
    offered = [(key, choice) for choice in kit.choices.offered if kit.concerns(key := f"plate {choice.text}")]
    if not offered:
        return None
    at = NARROW if kit.narrow else WIDE
    pictures = [symbols(kit, choice.text) for _, choice in offered]
    wide = max(
        [64.0, *[_room(choice.label, shown) for (_, choice), shown in zip(offered, pictures, strict=True)]]
    )
    each = min(wide + 8, at.room / len(offered))
    left = at.middle - each * len(offered) / 2
    ground = d.rect(left - 8, at.y - 8, each * len(offered) + 16, at.high + 16, 14, fill=PANEL, stroke=d.INK)
    return d.group(
        ground if not kit.narrow else d.rect(0, at.y, at.room, at.high, fill=PANEL),
        [
            _plate(kit, key, choice, shown, left + n * each + 2, at.y, each - 4, at.high)
            for n, ((key, choice), shown) in enumerate(zip(offered, pictures, strict=True))
        ],
        id="amounts",
        label=kit.choices.question,
    )


def more_worship(kit: BomarzoKit, right: float, y: float) -> list[d.Group]:
    """Beside the worship cards: how many more of them are drawn, for a price."""
    offered = [
        (n, choice)
        for n in range(7, 0, -1)
        if (choice := kit.choices.get(f"worship-draw {n}")) and kit.touchable(f"more {n}")
    ]
    return [
        d.group(
            d.rect(1, 0, 34, 32, 8, fill=PANEL, stroke=d.INK, width=1.4),
            d.text(f"+{n}", 17.5, 16, 15, bold=True),
            x=right - 37 * (place + 1),
            y=y,
            label=choice.label,
            **kit.piece(f"more {n}", d.rect(1, 0, 34, 32, 8), "worship"),
        )
        for place, (n, choice) in enumerate(offered)
    ]


def symbols(kit: BomarzoKit, text: str) -> list[str]:
    """What a plate shows: cubes and cards, an arrow (an empty name) between what is given and what it is.

    Nothing on a plate for doing without something, which has words.
    """
    match text.split():
        case ["vision-skip" | "favour-decline" | "copy-decline" | "drago-enough"]:
            return []
        case ["raise", food]:
            reserve = kit.view.reserve
            cubes = min(RAISED, reserve[FOOD] + reserve[COIN]) if reserve else RAISED
            return [CUBES[FOOD]] * int(food) + [CUBES[COIN]] * (cubes - int(food))
        case ["draw-now", cards]:
            return [CARD] * int(cards)
        case ["pay", "card-as-food"]:
            return [CARD, "", CUBES[FOOD]]
        case ["pay", "card-as-coin"]:
            return [CARD, "", CUBES[COIN]]
    asked = [kind for owed, kind in zip(kit.view.owed, PRICE_KINDS, strict=True) if owed]
    return [CUBES[ANY], "", *[CUBES[kind] for kind in asked]]


def _plate(
    kit: BomarzoKit, key: str, choice: Choice, shown: list[str], x: float, y: float, w: float, h: float
) -> d.Group:
    most = max(1, int((w - 8) // UNIT))
    drawn: list[d.Child] = [d.rect(1, 1, w - 2, h - 2, 10, fill=PANEL, stroke=d.INK, width=1.4)]
    if not shown:
        drawn.append(d.mark("cross", 8, 22, h / 2, fill=d.FAINT))
        drawn += d.fit_text(choice.label, w - 46, WORDS, 14, x=38, y=h / 2, anchor="start", bold=True)
    elif len(shown) > most:
        drawn += [_symbol(shown[0], w / 2 - 14, h / 2), number(len(shown), w / 2 + 2, h / 2, 16)]
    else:
        left = w / 2 - (len(shown) - 1) * UNIT / 2
        drawn += [_symbol(name, left + n * UNIT, h / 2) for n, name in enumerate(shown)]
    about = _about(kit, choice.text)
    return d.group(drawn, x=x, y=y, label=choice.label, **kit.piece(key, d.rect(0, 0, w, h, 10), about))


def _about(kit: BomarzoKit, text: str) -> str:
    if text.startswith(("draw-now", "vision")):
        return "deck"
    god = kit.view.god
    return "reserve" if god < 0 or text.startswith(("pay", "raise")) else f"statue {DIVINITIES[god]}"


def _room(words: str, shown: list[str]) -> float:
    """How wide a plate is."""
    return len(shown) * UNIT + 28 if shown else d.width_of(words, WORDS, bold=True) + 54


def _symbol(name: str, x: float, y: float) -> d.Child:
    if not name:
        return d.mark("chevron", 6, x, y, fill=d.INK)
    if name == CARD:
        return d.use(SHEET, name, x - 10, y - 14, 0.19)
    return d.use(SHEET, name, x, y)
