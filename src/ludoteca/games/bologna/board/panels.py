"""Beside the table: the goals of all roles, the notebook, and what dice do."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board.context import NO_OFFER, Context, Lexicon, Offer
from ludoteca.games.bologna.board.pieces import die_face
from ludoteca.games.bologna.board.symbols import emblem, symbol
from ludoteca.games.bologna.rules.actions import BRIGAND, GUESSABLE, INNKEEPER, ROLES
from ludoteca.games.bologna.rules.dice import KINDS, LETTERS
from ludoteca.games.bologna.rules.state import NO_ROLE

GOAL_LINE: Final = 22.0
NOTE_LINE: Final = 25.0
CRIB_LINE: Final = 19.0
CRIB_LINE_NARROW: Final = 31.0
HEAD: Final = 30.0
NAMES: Final = 150.0  # the width of the role names beside the notebook
GOAL_NAMES: Final = 168.0
CRIB: Final = ("P", "PP", "T", "K", "B", "W", "WW", "R", "RR")


def _role_name(
    words: Lexicon, role: int, y: float, room: float, ink: d.Colour, own: bool = False
) -> list[d.Child]:
    return [
        emblem(role, 8, ink=ink, x=10, y=y),
        d.fit_text(words.role(role), room - 28, 13, 10, x=24, y=y, anchor="start", bold=own, fill=ink),
    ]


def _stripe(w: float, y: float, high: float, fill: d.Colour) -> d.Shape:
    return d.rect(-6, y - high / 2, w + 12, high, 5, fill=fill)


# Goals


def goals_height() -> float:
    return HEAD + 2 * d.PAD + 26 + GOAL_LINE * len(ROLES)


class Goals(NamedTuple):
    """What the roles need in this set-up, and the viewer's role."""

    words: Lexicon
    own: int
    in_play: int
    towerless: bool
    guess: bool


def goals_of(context: Context) -> Goals:
    view = context.view
    own = view.roles[context.me] if context.me >= 0 else NO_ROLE
    return Goals(context.words, own, context.roles_in_play, view.towerless_brigand, view.guess_required)


@d.part
def goals(shown: Goals, x: float, y: float, w: float) -> d.Group:
    """What every role needs; the viewer's own role is marked."""
    words, own = shown.words, shown.own
    inside = w - 2 * d.PAD
    step = (inside - GOAL_NAMES) / KINDS
    parts: list[d.Child] = [
        symbol(kind, 10, x=GOAL_NAMES + step * (kind + 0.5), y=10) for kind in range(KINDS)
    ]
    for role in range(len(ROLES)):
        at = 26 + GOAL_LINE * (role + 0.5)
        missing = role >= shown.in_play
        ink = d.FAINT if missing else d.INK
        line: list[d.Child] = []
        if role == own:
            line.append(_stripe(inside, at, GOAL_LINE - 1, d.mix(d.CARD, d.YELLOW, 0.3)))
        line += _role_name(words, role, at, GOAL_NAMES, ink, role == own)
        for kind in range(KINDS):
            centre = GOAL_NAMES + step * (kind + 0.5)
            line.append(d.fit_text(goal_code(shown, role, kind), step - 4, 13, 10, x=centre, y=at, fill=ink))
        label = words.say("goal_line", role=words.role(role), goal=goal_words(shown, role))
        parts.append(d.group(line, label=f"{label}, {words.say('not_in_play')}" if missing else label))
    return d.panel(w, goals_height(), words.say("goals"), parts, x=x, y=y)


def goal_code(shown: Goals, role: int, kind: int) -> str:
    edition = shown.words.edition
    if role == BRIGAND and kind in edition.hoarded:
        return f"{edition.hoard}+/0"
    return shown.words.demand(role, kind, (0,) * KINDS, shown.towerless).code


def goal_words(shown: Goals, role: int) -> str:
    """A goal in one line."""
    words = shown.words
    if role == BRIGAND:
        kinds = ", ".join(words.symbol(kind) for kind in words.edition.hoarded)
        return words.say("goal_brigand", number=words.edition.hoard, kinds=kinds)
    told: list[str] = []
    for kind in range(KINDS):
        demand = words.demand(role, kind, (0,) * KINDS, shown.towerless)
        told.append(f"{words.symbol(kind)} {words.say('any') if demand.idle else demand.code}")
    if role == INNKEEPER or shown.guess:
        told.append(words.say("also_guess"))
    return ", ".join(told)


# Notebook


def notebook_height(in_play: int) -> float:
    return HEAD + 2 * d.PAD + 28 + NOTE_LINE * in_play


class Column(NamedTuple):
    """What the notebook says of one player, and the roles that may be named, each with its choice."""

    words: Lexicon
    seat: int
    name: str
    role: int
    may_be: frozenset[int]
    alive: bool
    in_play: int
    naming: tuple[Offer, ...]


class Notebook(NamedTuple):
    """What is known of the others, and why no role may be named now."""

    words: Lexicon
    in_play: int
    public: bool
    columns: tuple[Column, ...]
    why: str


def notebook_of(context: Context) -> Notebook:
    naming = context.refused("guess")
    why = naming[0].why if naming and not context.offered("guess") and not context.view.over else ""
    columns = tuple(_column_of(context, seat) for seat in context.clockwise if seat != context.me)
    return Notebook(context.words, context.roles_in_play, context.me < 0, columns, why)


@d.part
def notebook(shown: Notebook, x: float, y: float, w: float) -> d.Group:
    """Which roles the others may have. While a role may be named, this is where it is done."""
    words = shown.words
    inside = w - 2 * d.PAD
    step = min(44.0, (inside - NAMES) / len(shown.columns))
    parts: list[d.Child] = [_note_lines(words, shown.in_play, inside)]
    for number, column in enumerate(shown.columns):
        parts.append(_column(column, NAMES + step * (number + 0.5), step))
    heading = words.say("notebook_public" if shown.public else "notebook")
    if shown.why:
        parts.append(
            d.group(
                d.badge("?", size=12, fill=d.FAINT, x=inside - 6, y=-HEAD / 2 - d.PAD),
                label=words.say("guess"),
                why=shown.why,
            )
        )
    return d.panel(w, notebook_height(shown.in_play), heading, parts, x=x, y=y)


@d.part
def _note_lines(words: Lexicon, in_play: int, inside: float) -> d.Group:
    """The names of the roles, every other one on a stripe."""
    parts: list[d.Child] = []
    for role in range(in_play):
        at = 28 + NOTE_LINE * (role + 0.5)
        if role % 2 == 0:
            parts.append(_stripe(inside, at, NOTE_LINE, d.mix(d.CARD, d.LINE, 0.28)))
        parts += _role_name(words, role, at, NAMES, d.INK)
    return d.group(parts, id="note-roles")


def _column_of(context: Context, seat: int) -> Column:
    view = context.view
    naming: tuple[Offer, ...] = ()
    if context.offered("guess"):
        to = (seat - view.actor) % context.seats
        naming = tuple(context.offer(f"guess +{to} {role}") for role in ROLES[:GUESSABLE])
    return Column(
        context.words,
        seat,
        context.names[seat],
        view.roles[seat],
        context.suspects[seat],
        view.alive[seat],
        context.roles_in_play,
        naming,
    )


@d.part
def _column(column: Column, x: float, step: float) -> d.Group:
    """One player: impossible roles are struck out, possible ones can be named."""
    words, name = column.words, column.name
    parts: list[d.Child] = [d.seat_mark(d.SEATS[column.seat], r=10, x=x, y=10)]
    for role in range(column.in_play):
        offer = column.naming[role] if role < len(column.naming) else NO_OFFER
        y = 28 + NOTE_LINE * (role + 0.5)
        parts.append(_cell(column.may_be, role, offer, x, y, min(step - 6, 32)))
    if column.role != NO_ROLE:
        label = words.say("is", seat=name, role=words.role(column.role))
    else:
        roles = ", ".join(words.role(role) for role in sorted(column.may_be))
        label = words.say("may_be", seat=name, roles=roles)
    return d.group(parts, id=f"note-{column.seat}", label=label, opacity=1 if column.alive else 0.5)


def _cell(may_be: frozenset[int], role: int, offer: Offer, x: float, y: float, wide: float) -> d.Child:
    sign: d.Child
    if may_be == {role}:
        sign = d.mark("tick", 6, x, y, fill=d.GOOD)
    elif role in may_be:
        sign = d.circle(x, y, 2.2, fill=d.FAINT)
    else:
        sign = d.mark("cross", 5, x, y, fill=d.FAINT, opacity=0.7)
    if offer == NO_OFFER:
        return sign
    box = d.Box(x - wide / 2, y - NOTE_LINE / 2 + 2, wide, NOTE_LINE - 4)
    if offer.action and role in may_be:
        sign = d.text("?", x, y, 14, fill=d.ACCENT, bold=True)
    return d.group(
        d.rect(*box, 6, fill=d.CARD, stroke=d.ACCENT if offer.action else d.LINE, width=1.3),
        sign,
        label=offer.label,
        action=offer.action,
        why=offer.why,
        quiet=True,
        outline=d.rect(*box.inset(-1), 7),
    )


# What dice do


def crib_height(narrow: bool = False) -> float:
    return HEAD + 2 * d.PAD + (CRIB_LINE_NARROW if narrow else CRIB_LINE) * len(CRIB)


@d.part
def crib(words: Lexicon, x: float, y: float, w: float, narrow: bool = False) -> d.Group:
    """A reminder: what one die does, and two."""
    inside = w - 2 * d.PAD
    high = CRIB_LINE_NARROW if narrow else CRIB_LINE
    parts: list[d.Child] = []
    for i, dice in enumerate(CRIB):
        at = high * (i + 0.5)
        size = 22 if narrow else 17
        shown = [
            die_face(LETTERS.index(letter), size, x=size / 2 + (size + 3) * j, y=at)
            for j, letter in enumerate(dice)
        ]
        effect = words.say(f"crib_{dice}")
        left = 2 * size + 12
        room = inside - left
        if narrow:
            drawn = d.fit_text(effect, room, 13, 11, 2, x=left, y=at, anchor="start", height=high)
        else:
            drawn = d.fit_text(effect, room, 12, 9, x=left, y=at, anchor="start")
        names = ", ".join(words.symbol(LETTERS.index(letter)) for letter in dice)
        parts.append(d.group(shown, drawn, label=f"{names}: {effect}"))
    return d.panel(w, crib_height(narrow), words.say("crib"), parts, x=x, y=y)
