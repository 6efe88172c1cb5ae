"""What is printed of The Throne of Bologna: roles, tokens, and dice to fold."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.dice import KINDS, SYMBOLS
from ludoteca.kernel.speaker import Speaker

TOKEN: Final = 16.0
DICE: Final = 5
EDGE: Final = 16.0
"""Millimetres of a die's edge."""
FOLD: Final = 4.0
NET: Final = (4 * EDGE + 2 * FOLD, 3 * EDGE + 2 * FOLD)
CRIMSON: Final = d.Colour("#8e1f2b")
GOLD: Final = d.Colour("#d9b25f")
CREAM: Final = d.Colour("#fffaf0")
CROSS: Final = ((0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (1, 2))
"""Where the six faces lie in the net of a die, in edges."""


def prints(view: BolognaView, speaker: Speaker) -> list[d.PrintedSheet]:
    """Every piece of the box at its size."""
    kit = BolognaKit(view, speaker)
    edition = kit.edition
    tokens = [
        d.PrintedPiece(
            f"token {kind}", kit.words.symbols[kind], d.printed_token(TOKEN, art.symbol(kind, 54)), None,
            edition.supply[kind],
        )
        for kind in range(KINDS)
    ]  # fmt: skip
    tokens += [
        d.PrintedPiece(
            "tavern", kit.say("tavern"), d.printed_token(TOKEN, d.use(SHEET, "sleep", 0, 0, 2.7)), None,
            edition.skip_tokens,
        ),
        d.PrintedPiece("deus", kit.say("deus_name"), d.printed_token(TOKEN, d.use(SHEET, "deus", 0, 0, 2.5))),
    ]  # fmt: skip
    return [
        d.PrintedSheet("roles", *d.CARD_SIZE, [_role(kit, role) for role in range(len(edition.names))]),
        d.PrintedSheet("tokens", TOKEN, TOKEN, tokens, round=True),
        d.PrintedSheet("dice", *NET, [d.PrintedPiece("stage", kit.say("dice"), _net(), None, DICE)]),
    ]


def _role(kit: BolognaKit, role: int) -> d.PrintedPiece:
    """A secret role with its goal; all backs are the same."""
    name = kit.words.roles[role]
    goal = kit.say("goal_is", goal=kit.words.goal(role, kit.view.guess_required))
    picture = art.portrait(role, 104, -52, -55)
    front = d.printed_card(name, f"{kit.say(f'line_{role}')}\n{goal}", picture, tone=GOLD, scale=4.1)
    sign = d.pictured(SHEET, "throne", 52)
    return d.PrintedPiece(f"role {role}", name, front, d.printed_back(CRIMSON, sign))


def _net() -> d.Group:
    """A die to fold: six faces in a cross with strips to glue."""
    edge, fold = 10 * EDGE, 10 * FOLD
    left, top = -10 * NET[0] / 2 + fold, -10 * NET[1] / 2 + fold
    drawn: list[d.Child] = [
        d.rect(left - fold, top + edge, fold, edge, fill=None, stroke=d.FAINT, width=1.5),
        *[
            d.rect(left + place * edge, top + edge + side, edge, fold, fill=None, stroke=d.FAINT, width=1.5)
            for place in (0, 2, 3)
            for side in (-fold, edge)
        ],
    ]
    for face, (x, y) in zip(range(SYMBOLS), CROSS, strict=True):
        middle = (left + (x + 0.5) * edge, top + (y + 0.5) * edge)
        drawn.append(
            d.rect(left + x * edge, top + y * edge, edge, edge, fill=CREAM, stroke=d.FAINT, width=1.5)
        )
        drawn.append(art.symbol(face, edge * 0.36, *middle))
    return d.group(drawn)
