"""Where the turn stands: round and phase, what is left to do, and what the gods have granted for it."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET
from ludoteca.games.bello_divorum.board.doomsday import is_late
from ludoteca.games.bello_divorum.board.kit import BelloKit

PHASES: Final = ("recruit", "power", "action", "control")


def turn_card(kit: BelloKit, box: d.Box) -> d.Group:
    """Round, Doomsday, the four phases and the budget of the turn."""
    view = kit.view
    doom = kit.say("last_turn") if _is_last(kit) else kit.say("doomsday", number=view.doom, track=view.track)
    late = _is_last(kit) or is_late(kit)
    number = kit.say("round", number=view.round)
    room = box.w - 32 - d.width_of(number, 15, bold=True)
    bold = late and d.width_of(doom, 13, bold=True) <= room
    return d.group(
        d.rect(0, 0, box.w, box.h, 10, fill=d.CARD, stroke=d.LINE),
        d.text(number, 12, 17, 15, anchor="start", serif=True),
        d.text(doom, box.w - 12, 17, 13, anchor="end", bold=bold, fill=d.WARN if late else d.FAINT),
        _phases(kit, box.w),
        _budget(kit, box.w),
        id="turn",
        x=box.x,
        y=box.y,
        label=told(kit),
        about="turn",
    )


def _is_last(kit: BelloKit) -> bool:
    return kit.view.final_turn and not kit.view.over


def phase(kit: BelloKit) -> str:
    """The phase of the turn; choosing what a power concerns belongs to the Power Phase."""
    return "power" if kit.view.phase == "target" else kit.view.phase


def told(kit: BelloKit) -> str:
    parts = [kit.say("round", number=kit.view.round), kit.say(f"phase_{phase(kit)}")]
    if phase(kit) == "action":
        parts.append(kit.say("budget", actions=kit.view.actions, moves=kit.view.moves))
    parts += [kit.say("last_turn")] if _is_last(kit) else []
    return ", ".join([*parts, *[words for _, words in effects(kit)]])


def effects(kit: BelloKit) -> list[tuple[str, str]]:
    """What a favour changes until the turn ends: a symbol and words."""
    view = kit.view
    found: list[tuple[str, str]] = []
    if view.flower_war:
        found.append(("flower", kit.say("flower_war")))
    if view.returns:
        found.append(("aegis", kit.say("returns", number=view.returns)))
    return found


def _phases(kit: BelloKit, w: float) -> d.Child:
    """Four stones, the present one with its name."""
    now = phase(kit)
    tone = kit.tone(kit.view.active) if kit.view.active >= 0 else d.ACCENT
    words = kit.say(f"phase_{now}")
    parts: list[d.Child] = []
    for number, name in enumerate(PHASES):
        x = 12 + 19 * number
        shape = f"M{x} 31H{x + 12}L{x + 17} 38L{x + 12} 45H{x}L{x + 5} 38Z"
        fill = tone if name == now else d.LINE
        parts.append(d.path(shape, fill=fill, stroke=d.mix(fill, d.INK, 0.4)))
    return [parts, d.fit_text(words, w - 106, 13.5, 12.5, 2, x=98, y=40, anchor="start", bold=True)]


def _budget(kit: BelloKit, w: float) -> d.Child:
    """A sandal for every action left, a light one for every move; then the favours."""
    view = kit.view
    tone = kit.tone(view.active) if view.active >= 0 else d.ACCENT
    signs = [symbol for symbol, _ in effects(kit)]
    acting = phase(kit) == "action"
    total = view.actions + view.moves if acting else 0
    step = min(24.0, (w - 30 - 24 * len(signs)) / max(total, 1))
    sandals = [
        d.use(
            SHEET,
            "sandal" if number < view.actions else "sandal-light",
            23 + step * number,
            61,
            0.92,
            tone=tone,
        )
        for number in range(total)
    ]
    marks = [d.use(SHEET, symbol, w - 20 - 24 * number, 61, 1.1) for number, symbol in enumerate(signs)]
    return d.group(sandals, marks, id="budget", amount=total)


def turn_strip(kit: BelloKit) -> d.Group:
    """On a phone: the round, and what is left of the turn, in the corners of the sea."""
    view = kit.view
    tone = kit.tone(view.active) if view.active >= 0 else d.ACCENT
    words = kit.say("last_turn") if _is_last(kit) else kit.say("round", number=view.round)
    parts: list[d.Child] = [
        d.fit_text(
            words,
            78,
            14,
            14,
            2,
            x=6,
            y=51.6,
            anchor="start",
            bold=True,
            top=True,
            halo=d.PAPER,
            fill=d.WARN if _is_last(kit) else d.INK,
        )
    ]
    x = 18.0
    for symbol, number in (("sandal", view.actions), ("sandal-light", view.moves)):
        if phase(kit) == "action" and number:
            parts.append(d.use(SHEET, symbol, x, 452, tone=tone))
            parts.append(d.text(number, x + 20, 452, 16, bold=True, halo=d.PAPER))
            x += 46
    marks = [d.use(SHEET, symbol, 372 - 26 * at, 452, 1.1) for at, (symbol, _) in enumerate(effects(kit))]
    return d.group(parts, marks, id="turn", label=told(kit), about="turn")
