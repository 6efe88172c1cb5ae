"""The market, where tokens come from, and the tavern with the tokens of sleep."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import MARKET, stall_key
from ludoteca.games.bologna.board.kit import BolognaKit, Reach
from ludoteca.games.bologna.board.lexicon import Lexicon
from ludoteca.games.bologna.board.portico import skip_token
from ludoteca.games.bologna.rules.dice import KINDS, NAMES

LEFT: Final = 450.0
TOP: Final = 262.0
CRATE: Final = (50, 40)


def market(kit: BolognaKit) -> d.Group:
    """Four stalls two by two; the whole market is touched where the rules leave no choice of stall."""
    reaches = tuple([kit.reach(stall_key(kind)) for kind in range(KINDS)])
    return _stalls(kit.words, kit.view.pool, reaches, kit.reach(MARKET))


@d.part
def _stalls(words: Lexicon, pool: tuple[int, ...], reaches: tuple[Reach, ...], all_of_it: Reach) -> d.Group:
    stalls = [
        d.group(
            _stall(words, kind, pool[kind], reaches[kind]),
            x=LEFT + 116 * (kind % 2),
            y=TOP + 98 * (kind // 2),
        )
        for kind in range(KINDS)
    ]
    outline = d.rect(LEFT - 6, TOP - 5, 232, 198, 12)
    return d.group(stalls, id="market", label=words.say("pool"), outline=outline, **all_of_it.touch)


def _told(words: Lexicon, kind: int, number: int) -> str:
    return words.say("pool_has", symbol=words.symbols[kind], number=number)


@d.part
def _stall(words: Lexicon, kind: int, number: int, reach: Reach) -> d.Group:
    """A stall: awning in the colour of the kind, wares, and how many are left."""
    left = d.text(number, 98, 79, 16, anchor="end", bold=True, fill=art.IVORY)
    return d.group(
        d.use(SHEET, f"stall-{NAMES[kind]}" if number else f"stall-{NAMES[kind]}-empty"),
        d.fit_text(words.symbols[kind], 62, 13, 12.5, x=6, y=79, anchor="start", bold=True, fill=art.IVORY),
        left if number else d.text(words.short("none"), 98, 79, 12.5, anchor="end", fill=art.IVORY),
        id=f"pool-{kind}",
        amount=number,
        about=f"stall {kind}",
        label=_told(words, kind, number),
        outline=d.rect(-4, -4, 112, 99, 8),
        **reach.touch,
    )


def tavern(kit: BolognaKit) -> d.Group:
    return _tavern(kit.words, kit.view.sleep_tokens, sum(kit.view.asleep))


@d.part
def _tavern(words: Lexicon, number: int, sleepers: int) -> d.Group:
    """A barrel with as many tokens on it as are left; sleepers have the first."""
    tokens = [skip_token(sleepers + number - 1 - n, 0, 0, 0.62) for n in range(number)]
    lying = [d.group(token, x=LEFT + 52 + 24 * n, y=TOP + 214) for n, token in enumerate(tokens)]
    return d.group(
        d.use(SHEET, "barrel", LEFT + 4, TOP + 193, 0.45),
        lying,
        d.text(words.say("tavern"), LEFT + 122, TOP + 214, 13, anchor="start", bold=True, fill=art.INK),
        label=words.say("skip_left", number=number),
        about="tavern",
    )


# On a phone


def crates(kit: BolognaKit, x: float, y: float, step: float) -> d.Group:
    """The pool on a phone: a crate with what is left beside each shelf."""
    reaches = tuple([kit.reach(stall_key(kind)) for kind in range(KINDS)])
    return _crates(kit.words, kit.view.pool, reaches, kit.reach(MARKET), x, y, step)


@d.part
def _crates(
    words: Lexicon,
    pool: tuple[int, ...],
    reaches: tuple[Reach, ...],
    all_of_it: Reach,
    x: float,
    y: float,
    step: float,
) -> d.Group:
    w, h = CRATE
    drawn = [
        d.group(
            d.rect(0, 0, w, h, 5, fill=art.EDGE),
            d.rect(0, 0, w, h - 3, 5, fill=art.PAPER),
            art.symbol(kind, 8, 12, h / 2 - 1),
            d.text(pool[kind], 35, h / 2 - 1, 15, bold=True, fill=art.INK),
            id=f"pool-{kind}",
            amount=pool[kind],
            about=f"stall {kind}",
            label=_told(words, kind, pool[kind]),
            outline=d.rect(-1, -2, w + 1, h + 4, 6),
            x=x,
            y=y + step * kind,
            **reaches[kind].touch,
        )
        for kind in range(KINDS)
    ]
    outline = d.rect(x - 2, y - 2, w + 3, step * KINDS, 6)
    return d.group(drawn, id="market", label=words.say("pool"), outline=outline, **all_of_it.touch)


@d.part
def small_tavern(words: Lexicon, number: int, sleepers: int, x: float, y: float) -> d.Group:
    """The tavern on a phone: a barrel and how many tokens are left."""
    small = [skip_token(sleepers + number - 1 - n, 0, 0, 0.3) for n in range(number)]
    tokens = [d.group(token, x=x + 6 + 11 * n, y=y + 4) for n, token in enumerate(small)]
    return d.group(
        d.use(SHEET, "barrel", x, y + 8, 0.34),
        tokens,
        d.text(number, x + 32, y + 26, 15, bold=True, fill=art.INK),
        label=words.say("skip_left", number=number),
        about="tavern",
    )
