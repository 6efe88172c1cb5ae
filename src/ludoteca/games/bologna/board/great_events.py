"""What the great events leave on the table: until the turn ends, everybody sees what the dice set off."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import Gestures
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import EARTHQUAKE, FOOLS, PORK_FEAST
from ludoteca.games.bologna.rules.dice import BOLOGNA, PEOPLE, RAT, WINE
from ludoteca.games.bologna.rules.steps.effects import INEBRIATE, MAKE_DRUNK, REVOLT

PURPLE: Final = d.Colour("#452b63")
OCHRE: Final = d.Colour("#7a4a0c")
RUST: Final = d.Colour("#7c2f1c")
GROUNDS: Final = {FOOLS: PURPLE, PORK_FEAST: OCHRE, EARTHQUAKE: RUST}
STAGE: Final = d.Box(10, 262, 428, 228)
STAGE_NARROW: Final = d.Box(5, 188, 380, 152)
GAP_X: Final = 242.0
GAP_Y: Final = 210.0
"""On a phone: between the three dice and those that are passed on."""


class Trace(NamedTuple):
    """An event of this turn, and what to say of it."""

    event: str
    words: str
    name: str


def trace_of(kit: BolognaKit) -> Trace | None:
    """The event of this turn (BOL-5.20, BOL-5.30, BOL-5.40), if there was one."""
    event = kit.view.event
    if not event or kit.view.over:
        return None
    if event == FOOLS:
        words = kit.say("fools")
    elif event == PORK_FEAST:
        words = kit.say(event, "event", symbol=kit.words.symbols[kit.dice[0].face])
    else:
        words = kit.say("quake")
    return Trace(event, words, kit.say(event, "option"))


def marks(trace: Trace | None, is_over: bool, narrow: bool) -> list[d.Group]:
    """Under everything else: cracks in the square after an Earthquake, bunting for feasts and a crowning."""
    event = trace.event if trace else ""
    if event == EARTHQUAKE:
        return [_cracks(narrow)]
    if (event or is_over) and not narrow:
        return [_bunting()]
    return []


@d.part
def _cracks(narrow: bool) -> d.Group:
    """The rubble lies along the lower edge of the stage, which a phone needs for words."""
    box = STAGE_NARROW if narrow else STAGE
    rubble = d.use(SHEET, "rubble", box.x, box.y) if not narrow else None
    return d.group(d.use(SHEET, "cracks", box.x, box.y, box.h / STAGE.h), rubble)


@d.part
def _bunting() -> d.Group:
    return d.group(d.use(SHEET, "bunting", 0, 38), d.use(SHEET, "bunting", 980, 38, flip=True))


@d.part
def ribbon(trace: Trace) -> d.Group:
    """What happened, on a ribbon over the upper edge of the stage."""
    x, y = STAGE.cx, STAGE.y - 1
    w = min(STAGE.w - 8, d.width_of(trace.words, 14, bold=True) + 62)
    return d.group(
        d.rect(x - w / 2, y - 12, w, 24, 12, fill=GROUNDS[trace.event]),
        _picture(trace.event, x - w / 2 + 20, y, 1),
        d.fit_text(trace.words, w - 56, 14, 12.5, x=x + 15, y=y + 0.5, bold=True, fill=art.IVORY),
        label=trace.words,
        about=trace.event,
    )


@d.part
def sign(trace: Trace) -> d.Group:
    """The same on a phone: a picture with the event's name below it."""
    x, y = GAP_X, GAP_Y
    return d.group(
        _picture(trace.event, x, y - 5, 1.05),
        d.fit_text(trace.name, 90, 14, 14, 2, x=x, y=y + 22, fill=art.INK, leading=1.05),
        label=trace.words,
        about=trace.event,
    )


DEEDS: Final = {INEBRIATE: (WINE, "use_W"), MAKE_DRUNK: (WINE, "pair_W"), REVOLT: (PEOPLE, "pair_P")}
"""What somebody is named for: its symbol, and what it is called."""


def at_issue(kit: BolognaKit) -> d.Group | None:
    """Large on the empty part of the stage: what somebody is about to suffer."""
    phase = kit.view.phase
    if phase == "rat":
        return _at_issue(RAT, kit.say("use_R"), kit.narrow)
    if phase == "revolt" and not Gestures.loses_own(kit.view):
        return None
    deed = REVOLT if phase == "revolt" else kit.view.deed if phase == "target" else -1
    if deed not in DEEDS:
        return None
    symbol, words = DEEDS[deed]
    return _at_issue(symbol, kit.say(words), kit.narrow)


@d.part
def _at_issue(symbol: int, words: str, narrow: bool) -> d.Group:
    x, y, r = (195.0, 282.0, 24.0) if narrow else (STAGE.cx, 416.0, 32.0)
    return d.group(
        d.circle(x, y, r * 1.5, fill=art.PAPER, opacity=0.5),
        art.symbol(symbol, r, x, y),
        d.text(words, x, y + r * 1.5 + 13, 15, bold=True, fill=art.INK),
        label=words,
        about=f"symbol {symbol}",
    )


def _picture(event: str, x: float, y: float, scale: float) -> d.Child:
    if event == FOOLS:
        return d.use(SHEET, "jester", x, y, 0.17 * scale)
    if event == PORK_FEAST:
        return art.symbol(BOLOGNA, 13 * scale, x, y)
    return d.use(SHEET, "s-tower", x, y, 0.45 * scale, turn=32)
