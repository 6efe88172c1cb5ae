"""The stage in the middle of the square: the dice, what they can do, and at the end who was who."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.dice import Die
from ludoteca.games.bologna.board.ending import ending
from ludoteca.games.bologna.board.gestures import (
    CUP,
    DEUS,
    GIVEN,
    GOBLET,
    PAYMENT,
    ROLL,
    Gestures,
    book_key,
    die_key,
    loss_key,
    pair_key,
)
from ludoteca.games.bologna.board.great_events import at_issue, ribbon, sign, trace_of
from ludoteca.games.bologna.board.kit import BolognaKit, Reach
from ludoteca.games.bologna.board.portico import deus_token
from ludoteca.games.bologna.rules.actions import PAIR_SYMBOLS, WILD_SYMBOLS
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, LETTERS, TOWER, WINE

PASSED_ROOM: Final = 160.0
"""How wide the words may be that say whom dice go to."""


class Plan(NamedTuple):
    """Where things lie on the stage."""

    box: d.Box
    words: float  # the size of words
    die: float
    row: tuple[float, float, float]  # five dice: the first, the step, and the height
    chosen: tuple[float, float, float]  # three dice likewise
    given: tuple[float, float]
    cup: tuple[float, float]
    passed: tuple[float, float, float]  # two dice: the first, the step, the height
    passed_size: float
    passed_words: tuple[float, float]
    books: tuple[float, float, float]  # what a Book may be: the first, the step, the height
    petal: float
    pairs: d.Box
    miracle: tuple[float, float]


WIDE: Final = Plan(
    box=d.Box(10, 262, 428, 228),
    words=13,
    die=66,
    row=(60, 82, 424),
    chosen=(64, 84, 312),
    given=(130, 360),
    cup=(326, 352),
    passed=(324, 58, 308),
    passed_size=46,
    passed_words=(353, 346),
    books=(164, 54, 384),
    petal=18,
    pairs=d.Box(26, 406, 394, 70),
    miracle=(92, 318),
)
NARROW: Final = Plan(
    box=d.Box(5, 188, 380, 152),
    words=14,
    die=56,
    row=(51, 72, 286),
    chosen=(44, 62, 219),
    given=(104, 250),
    cup=(288, 246),
    passed=(308, 44, 210),
    passed_size=30,
    passed_words=(330, 232),
    books=(126, 52, 268),
    petal=22,
    pairs=d.Box(14, 291, 366, 44),
    miracle=(104, 211),
)


WIDEST_PAIR: Final = 200.0


class Shown(NamedTuple):
    """A die as a part draws it."""

    number: int
    face: int
    state: str
    label: str
    caption: str
    reach: Reach


def stage(kit: BolognaKit) -> list[d.Group]:
    """What lies on the stage now."""
    plan = NARROW if kit.narrow else WIDE
    if kit.view.over:
        return [ending(kit, plan.box.inset(8), plan.words, _least(plan))]
    drawn: list[d.Group] = []
    states = {die.state for die in kit.dice}
    if "passed" in states:
        drawn += _in_use(kit, plan)
    elif "rolled" in states:
        drawn += _rolled(kit, plan)
    else:
        drawn += _before_the_roll(kit, plan)
    if issue := at_issue(kit):
        drawn.append(issue)
    trace = trace_of(kit)
    if trace:
        drawn.append(sign(trace) if kit.narrow else ribbon(trace))
    return [*drawn, *_answers(kit, plan)]


def _shown(kit: BolognaKit, die: Die, caption: str) -> Shown:
    state = kit.words.short(f"die_{die.state}", seat=kit.name(kit.next_seat))
    label = f"{kit.words.symbols[die.face]}, {state}"
    return Shown(die.number, die.face, die.state, label, caption, kit.reach(die_key(die.number)))


@d.part
def _die(shown: Shown, size: float, words: float, x: float, y: float) -> d.Group:
    """A die with a word below it."""
    half = size / 2 + 4
    reach = shown.reach
    body = d.group(
        art.die(shown.face, size, bool(reach.key and not reach.why), shown.state == "used"),
        id=f"die-{shown.number}",
        glides=True,
        x=x,
        y=y,
        label=shown.label,
        about=f"symbol {shown.face}",
        outline=d.rect(-half, -half, 2 * half, 2 * half, 12),
        **reach.touch,
    )
    caption = d.fit_text(
        shown.caption,
        size + 24,
        words,
        min(words, 12.5) if words < 14 else 14,
        x=x,
        y=y + half + 11,
        fill=art.INK,
    )
    well = (
        d.use(SHEET, "well", x, y, (size + (14 if words < 14 else 8)) / 92)
        if shown.state in ("kept", "chosen", "used")
        else None
    )
    return d.group(well, body, caption if shown.caption else None)


def _line(words: str, plan: Plan, y: float) -> d.Group:
    return _words(words, plan.box.w - 40, plan.words, plan.box.cx, y)


@d.part
def _words(words: str, w: float, size: float, x: float, y: float) -> d.Group:
    least = 14 if size >= 14 else 12.5
    return d.group(d.fit_text(words, w, size + 1, least, 2, x=x, y=y, bold=True, fill=art.INK))


# Before the roll


def _before_the_roll(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """The dice left by the player before, and the cup to throw them from."""
    view = kit.view
    cup, given = kit.reach(CUP), kit.reach(GIVEN)
    drawn: list[d.Group] = []
    if kit.dice:
        dice = tuple([_shown(kit, die, "") for die in kit.dice])
        words = kit.say("keep_both") if given.key else kit.say("for_seat", seat=kit.name(view.active))
        drawn.append(_given(dice, words, kit.say("keep_both"), given, plan))
    if view.active >= 0 or cup.key:
        drawn.append(_cup(kit.say("roll_five") if cup.key else "", kit.say("roll_five"), cup, plan))
    return drawn


@d.part
def _given(dice: tuple[Shown, ...], words: str, label: str, reach: Reach, plan: Plan) -> d.Group:
    x, y = plan.given
    step = plan.die + 12
    bodies = [
        d.group(
            art.die(die.face, plan.die, bool(reach.key and not reach.why)),
            id=f"die-{die.number}",
            glides=True,
            x=x + step * (place - (len(dice) - 1) / 2),
            y=y,
            label=die.label,
            about=f"symbol {die.face}",
        )
        for place, die in enumerate(dice)
    ]
    half = plan.die / 2 + 8
    return d.group(
        d.group(
            bodies,
            id="given",
            outline=d.rect(x - step - 4, y - half, 2 * step + 8, 2 * half, 14),
            label=label if reach.key else "",
            **reach.touch,
        ),
        d.fit_text(
            words, plan.box.w / 2 - 24, plan.words, _least(plan), 2, x=x, y=y + half + 18, fill=art.INK
        ),
    )


def _least(plan: Plan) -> float:
    """The smallest size of words."""
    return min(plan.words, 14.0) if plan.words >= 14 else 12.5


@d.part
def _cup(words: str, label: str, reach: Reach, plan: Plan) -> d.Group:
    x, y = plan.cup
    size = 0.85 if plan.words >= 14 else 1.15
    half = 44 * size
    return d.group(
        d.group(
            d.use(SHEET, "cup", x, y, size),
            id="cup",
            about="stage",
            outline=d.rect(x - half - 8, y - half, 2 * half + 16, 2 * half, 14),
            label=label if reach.key else "",
            **reach.touch,
        ),
        d.fit_text(
            words, plan.box.w / 2 - 24, plan.words, _least(plan), 2, x=x, y=y + half + 18, fill=art.INK
        ),
    )


# Rolled


def _rolled(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """Five dice in a row: to choose three of, or to be thrown again by a higher hand."""
    roll = kit.reach(ROLL)
    dice = tuple([_shown(kit, die, kit.words.symbols[die.face]) for die in kit.dice])
    if roll.key:
        return [_roll(dice, kit.say("let_stand"), roll, plan), *_miracle(kit, plan)]
    first, step, y = plan.row
    drawn = [_empty(_for_next(kit), plan)]
    if not kit.narrow:
        drawn.append(_line(kit.say("rolled_by", seat=kit.name(kit.view.active)), plan, y - 55))
    kept = () if kit.view.fools else tuple([die for die in dice if die.state == "kept"])
    drawn += _kept(kept, "" if kit.narrow else kit.words.short("die_kept"), plan)
    row = dice[len(kept) :]
    first += step * len(kept) / 2
    return [*drawn, *[_die(die, plan.die, plan.words, first + step * n, y) for n, die in enumerate(row)]]


def _kept(dice: tuple[Shown, ...], words: str, plan: Plan) -> list[d.Group]:
    """Dice that are among the three already, save in a Feast of Fools (BOL-2.4, BOL-5.41)."""
    first, step, y = plan.chosen
    return [
        _die(die._replace(caption=words), plan.die - 8, plan.words, first + step * place, y)
        for place, die in enumerate(dice)
    ]


@d.part
def _empty(words: str, plan: Plan) -> d.Group:
    """Where three of the dice will lie, and the other two."""
    first, step, y = plan.chosen
    scale = (plan.die - 8) / 80
    wells = [d.use(SHEET, "die-place", first + step * place, y, scale) for place in range(3)]
    return d.group(wells, _passed((), words, plan))


@d.part
def _roll(dice: tuple[Shown, ...], label: str, reach: Reach, plan: Plan) -> d.Group:
    """The whole roll as one thing to be touched."""
    first, step, y = plan.row
    half = plan.die / 2 + 8
    bodies = [
        _die(die._replace(reach=Reach()), plan.die, plan.words, first + step * n, y)
        for n, die in enumerate(dice)
    ]
    outline = d.rect(plan.box.x + 6, y - half, plan.box.w - 12, 2 * half + 20, 16)
    return d.group(bodies, id="roll", label=label, outline=outline, **reach.touch)


def _miracle(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """The Deus-Ex Machina comes onto the stage while it may be called."""
    x, y = plan.miracle
    token = deus_token(kit.say("call_deus"), kit.reach(DEUS), x, y, 1.02 if kit.narrow else 1.25)
    return [_glory(kit.say("let_stand"), kit.say("roll_again"), plan), token]


@d.part
def _glory(stand: str, again: str, plan: Plan) -> d.Group:
    """Light around the token, and what it and the dice below it are touched for."""
    x, y = plan.miracle
    room = plan.box.right - x - 50
    size, least = plan.words, _least(plan)
    above = plan.row[2] - plan.die / 2 - 17
    return d.group(
        d.use(SHEET, "glory", x, y, 0.45 if size >= 14 else 0.62),
        d.fit_text(again, room, size + 1, least, 2, x=x + 38, y=y, anchor="start", bold=True, fill=art.INK),
        _words(stand, plan.box.w - 40, size, plan.box.cx, above),
    )


# In use


def _in_use(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """Three dice to use, what a Book may be, what two do together, and the two for the next player."""
    first, step, y = plan.chosen
    size = plan.die - 8
    here = [die for die in kit.dice if die.state != "passed"]
    petals = tuple([(symbol, kit.reach(book_key(symbol))) for symbol in WILD_SYMBOLS])
    wild = any([reach.lit for _, reach in petals])
    drawn = []
    for place, die in enumerate(here):
        shown = _shown(kit, die, _what_it_does(kit, die, wild))
        drawn.append(_die(shown, size, plan.words, first + step * place, y))
    there = tuple([_shown(kit, die, "") for die in kit.dice if die.state == "passed"])
    drawn.append(_passed(there, _for_next(kit), plan))
    if wild:
        names = tuple([kit.say("book_as", symbol=kit.words.symbols[symbol]) for symbol in WILD_SYMBOLS])
        drawn.append(_petals(petals, names, kit.say("a_book_as"), plan))
    return [*drawn, *_pairs(kit, plan)]


def _what_it_does(kit: BolognaKit, die: Die, wild: bool) -> str:
    """The word below a chosen die. On a phone it is the symbol's name, where nothing else lies there."""
    if not kit.narrow:
        return kit.words.short("die_used") if die.state == "used" else kit.words.effect(die.face)
    is_free = kit.view.phase == "act" and not wild
    return kit.words.symbols[die.face] if is_free and die.state == "chosen" else ""


def _for_next(kit: BolognaKit) -> str:
    """Whom two dice are for; where a phone shows an event beside them there is room for the name alone."""
    name = kit.name(kit.next_seat)
    return name if kit.narrow and kit.view.event else kit.say("for_seat", seat=name)


@d.part
def _passed(dice: tuple[Shown, ...], words: str, plan: Plan) -> d.Group:
    """The slab before the next player."""
    first, step, y = plan.passed
    size = plan.passed_size
    bodies = [
        d.group(
            art.die(die.face, size),
            id=f"die-{die.number}",
            glides=True,
            x=first + step * place,
            y=y,
            label=die.label,
            about=f"symbol {die.face}",
        )
        for place, die in enumerate(dice)
    ]
    half = size / 2 + 6
    slab = d.rect(first - half, y - half, step + 2 * half, 2 * half, 12, fill=art.STONE, opacity=0.55)
    x, below = plan.passed_words
    room = min(d.width_of(words, _least(plan), bold=True), PASSED_ROOM)
    x = min(x, plan.box.right - 6 - room / 2)  # a long name begins farther left
    return d.group(
        slab,
        bodies,
        d.fit_text(words, PASSED_ROOM, plan.words, _least(plan), x=x, y=below + 4, bold=True, fill=art.INK),
    )


@d.part
def _petals(petals: tuple[tuple[int, Reach], ...], names: tuple[str, ...], words: str, plan: Plan) -> d.Group:
    """What an unused Book may stand for: one touch each."""
    first, step, y = plan.books
    drawn = [
        d.group(
            d.circle(1, 3, plan.petal, fill=art.DARK, opacity=0.25),
            d.circle(0, 0, plan.petal, fill=art.IVORY, stroke=art.DARK, width=2 if reach.lit else 1),
            art.symbol(symbol, plan.petal * 0.62, opacity=1 if reach.lit else 0.4),
            x=first + step * place,
            y=y,
            label=name,
            about=f"symbol {symbol}",
            outline=d.circle(0, 0, plan.petal),
            **reach.touch,
        )
        for place, ((symbol, reach), name) in enumerate(zip(petals, names, strict=True))
    ]
    room = first - plan.petal - plan.box.x - 24
    left = plan.box.x + 14
    book = art.symbol(BOOK, 11, left + 8, y)
    said = d.fit_text(
        words, room - 18, plan.words, _least(plan), 2, x=left + 24, y=y, anchor="start", fill=art.INK
    )
    return d.group(book, said, drawn)


def _pairs(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """What two dice together would do."""
    found = []
    for symbol in PAIR_SYMBOLS:
        for books in range(3):
            reach = kit.reach(pair_key(symbol, books))
            if reach.lit:
                found.append((symbol, books, reach))
    if not found:
        return []
    columns = len(found) if kit.narrow else 2
    step = min(WIDEST_PAIR, plan.pairs.w / columns)
    left = plan.pairs.cx - step * columns / 2 if kit.narrow else plan.pairs.x
    h = 44.0 if kit.narrow else 33.0
    drawn = []
    for place, (symbol, books, reach) in enumerate(found):
        names = (kit.say(f"pair_{LETTERS[symbol]}"), kit.say(f"pair_short_{LETTERS[symbol]}"))
        box = d.Box(left + step * (place % columns), plan.pairs.y + 37 * (place // columns), step - 8, h)
        drawn.append(_pair(symbol, books, names, reach, box, plan.words))
    return drawn


@d.part
def _pair(symbol: int, books: int, names: tuple[str, str], reach: Reach, box: d.Box, words: float) -> d.Group:
    """Two small dice, and what they do beside them; in less room below them, in a shorter word if need be."""
    beside = box.w > 130
    x, y = (box.x + 36, box.cy - 1) if beside else (box.cx, box.cy - 9)
    dice = [
        d.group(art.die(BOOK if n >= 2 - books else symbol, 25 if beside else 22), x=x + 28 * n - 14, y=y)
        for n in range(2)
    ]
    name, short = names
    place: d.Child
    if beside:
        place = d.fit_text(
            name,
            box.w - 76,
            words + 0.5,
            _limit(words),
            x=box.x + 68,
            y=box.cy,
            anchor="start",
            bold=True,
            fill=art.INK,
        )
    else:
        shown = name if d.width_of(name, words, bold=True) < box.w - 3 else short
        place = d.text(shown, box.cx, box.cy + 12, words, bold=True, fill=art.INK)
    return d.group(
        d.rect(box.x + 2, box.y + 3, box.w, box.h, box.h / 2, fill=art.DARK, opacity=0.2),
        d.rect(*box, box.h / 2, fill=art.PAPER, stroke=art.INK, width=1.8),
        dice,
        place,
        label=name,
        about=f"pair {symbol}",
        outline=d.rect(*box, box.h / 2),
        **reach.touch,
    )


def _limit(words: float) -> float:
    return 14 if words >= 14 else 12.5


# Answers that need a thing to point at


def _answers(kit: BolognaKit, plan: Plan) -> list[d.Group]:
    """To pay or to drink, or the tokens of somebody else of which one is to fall."""
    goblet = kit.reach(GOBLET)
    found: list[tuple[int, str, Reach]] = []
    if goblet.key:
        pay = kit.say("pay", number=kit.view.deed + 1)
        found = [(BOLOGNA, pay, kit.reach(PAYMENT)), (WINE, kit.say("drink"), goblet)]
    elif kit.view.phase == "revolt" and not Gestures.loses_own(kit.view):
        found = [(kind, kit.words.symbols[kind], kit.reach(loss_key(kind))) for kind in (TOWER, BOOK)]
    y = plan.pairs.cy - (4 if kit.narrow else 6)
    places = d.row(len(found), 192, plan.box.cx, y)
    return [_answer(*one, x, y, plan) for one, (x, _) in zip(found, places, strict=True)]


@d.part
def _answer(symbol: int, words: str, reach: Reach, x: float, y: float, plan: Plan) -> d.Group:
    w, h = 184.0, 46.0
    return d.group(
        d.rect(x - w / 2 + 2, y - h / 2 + 3, w, h, h / 2, fill=art.DARK, opacity=0.2),
        d.rect(x - w / 2, y - h / 2, w, h, h / 2, fill=art.PAPER, stroke=art.INK, width=1.8),
        art.symbol(symbol, 17, x - w / 2 + 28, y),
        d.fit_text(
            words,
            w - 58,
            plan.words + 1,
            _least(plan),
            x=x - w / 2 + 50,
            y=y,
            anchor="start",
            bold=True,
            fill=art.INK,
        ),
        label=words,
        about=f"symbol {symbol}",
        outline=d.rect(x - w / 2, y - h / 2, w, h, h / 2),
        **reach.touch,
    )
