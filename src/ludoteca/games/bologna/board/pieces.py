"""The middle of the table: pool, dice tray and the tiles that offer what has no place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from ludoteca import draw as d
from ludoteca.games.bologna.board.context import Context, Die, Lexicon, Offer, verb_of
from ludoteca.games.bologna.board.symbols import WINE_RED, symbol
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, KINDS, LETTERS, PEOPLE, RAT, TOWER
from ludoteca.kernel.choices import Choice

Spots: TypeAlias = dict[tuple[int, int], d.Point]  # where the counter of a seat and a kind lies

SLEEP: Final = d.ORANGE
MIRACLE: Final = d.YELLOW
DIE: Final = 50  # the edge of a die in the tray
TRAY: Final = d.mix(d.FELT, d.INK, 0.07)
TILE_GAP: Final = 7.0
ELSEWHERE: Final = ("choose", "wild", "use", "start", "target", "steal", "from-pool", "guess")


# Tokens that travel


def skip_token(number: int, x: float, y: float, r: float = 11) -> d.Group:
    """One of the Skip Turn tokens: an hourglass."""
    glass = d.mark("hourglass", r * 0.55, fill=d.ink_on(SLEEP))
    disc = d.circle(0, 0, r, fill=SLEEP, stroke=d.INK)
    return d.group(disc, glass, id=f"skip-{number}", glides=True, x=x, y=y)


def miracle_token(x: float, y: float, r: float = 11) -> d.Group:
    """The Deus-Ex Machina: a bolt of lightning."""
    bolt = d.mark("bolt", r * 0.66, fill=d.ink_on(MIRACLE))
    return d.group(d.circle(0, 0, r, fill=MIRACLE, stroke=d.INK), bolt, id="deus", glides=True, x=x, y=y)


class Hint(NamedTuple):
    """What would change on a counter, and where that is."""

    sign: str
    x: float
    y: float


# Pool


class Pool(NamedTuple):
    """What lies in the middle for all."""

    words: Lexicon
    pool: tuple[int, ...]
    asleep: int
    sleep_tokens: int
    deck_size: int  # of roles, in a duel; else -1
    starts: tuple[Offer, ...]
    all: Offer


def pool_of(context: Context) -> Pool:
    view = context.view
    starts = tuple(context.offer(f"start {LETTERS[kind]}") for kind in range(KINDS))
    deck_size = view.deck_size if context.duel else -1
    all_of_it = context.offer("from-pool")
    return Pool(
        context.words, view.pool, sum(view.asleep), view.sleep_tokens, deck_size, starts, all_of_it
    )  # fmt: skip


@d.part
def pool(shown: Pool, x: float, y: float, step: float = 62) -> d.Group:
    """Four stacks around (x, y) and the Skip Turn tokens; in a duel also the deck of roles."""
    words = shown.words
    duel = shown.deck_size >= 0
    slots = d.row(KINDS + (2 if duel else 1), step, x, y)
    parts: list[d.Child] = [
        _stock(words, kind, shown.pool[kind], shown.starts[kind], slots[kind][0], y) for kind in range(KINDS)
    ]
    beds = d.row(words.edition.skip_tokens, 13, slots[KINDS][0] + 2, y)
    tokens: list[d.Child] = [d.circle(*bed, 11, stroke=d.FAINT, dash="3 4") for bed in beds]
    tokens += [skip_token(shown.asleep + i, *bed) for i, bed in enumerate(beds[: shown.sleep_tokens])]
    parts.append(d.group(tokens, label=words.say("skip_left", number=shown.sleep_tokens)))
    if duel:
        deck = d.rect(-13, -18, 26, 36, 4, fill=WINE_RED, stroke=d.INK)
        crown = d.mark("crown", 7, fill=d.ink_on(WINE_RED))
        parts.append(
            d.stack(
                shown.deck_size,
                deck,
                crown,
                x=slots[KINDS + 1][0],
                y=y,
                id="role-deck",
                label=words.say("role_deck", number=shown.deck_size),
            )
        )
    return d.group(
        parts,
        id="pool-all",
        label=shown.all.label or words.say("pool"),
        action=shown.all.action,
        why=shown.all.why,
        outline=d.rect(slots[0][0] - 32, y - 33, step * (len(slots) - 1) + 66, 64, 16),
    )


@d.part
def _stock(words: Lexicon, kind: int, number: int, offer: Offer, x: float, y: float) -> d.Group:
    """One stack of the pool."""
    return d.stack(
        number,
        d.circle(0, 0, 19, fill=d.CARD, stroke=d.FAINT),
        symbol(kind, 13),
        x=x,
        y=y,
        id=f"pool-{LETTERS[kind]}",
        outline=d.rect(-26, -30, 56, 56, 14),
        label=words.say("pool_has", symbol=words.symbol(kind), number=number),
        action=offer.action,
        why=offer.why,
    )


# Dice


def die_face(number: int, size: float, x: float, y: float) -> d.Group:
    """A small die for a tile or a table of rules."""
    return d.group(_die_face(number, size), x=x, y=y)


@d.part
def _die_face(number: int, size: float) -> d.Group:
    return d.die(symbol(number, size * 0.34, wild=size > 26), size=size)


class Tray(NamedTuple):
    """The dice, what is said of them, and what may be done with those that are unused."""

    words: Lexicon
    dice: tuple[Die, ...]
    parted: bool
    caption: str
    label: str
    receiver: str  # who gets the dice that are passed on
    own_turn: bool
    uses: tuple[Use, ...]


class Use(NamedTuple):
    """A choice among the dice."""

    face: int
    offer: Offer
    hints: tuple[Hint, ...]


def tray_of(context: Context, spots: Spots) -> Tray:
    view = context.view
    uses = []
    for face in {die.face: None for die in context.dice if die.state == "chosen"}:
        text = f"use {LETTERS[face]}"
        if context.choices.get(text) is not None:
            uses.append(Use(face, context.offer(text), hints(context, text, spots)))
    return Tray(
        words=context.words,
        dice=context.dice,
        parted=bool(view.rest),
        caption=_caption(context),
        label=_tray_label(context),
        receiver=context.names[context.next_seat],
        own_turn=view.active == view.actor,
        uses=tuple(uses),
    )


def tray_places(tray: Tray, box: d.Box) -> list[d.Point]:
    """Where the five dice lie: chosen ones are raised, passed ones stand apart."""
    gap = DIE * 0.5 if tray.parted else 0.0
    step = (box.w - gap - DIE * 0.4) / len(tray.dice)
    lift = 8 if tray.caption else 0
    places: list[d.Point] = []
    for i, die in enumerate(tray.dice):
        x = box.x + DIE * 0.2 + step * (i + 0.5) + (gap if die.state == "passed" else 0)
        places.append((x, box.cy - lift - (DIE * 0.14 if die.state in ("chosen", "used") else 0)))
    return places


@d.part
def draw_tray(tray: Tray, box: d.Box) -> d.Group:
    """The dice; unused ones that are alike are one choice."""
    places = tray_places(tray, box)
    uses = {use.face: use for use in tray.uses}
    step = places[1][0] - places[0][0]
    low = box.bottom - 18
    parts: list[d.Child] = [d.rect(*box, 16, fill=TRAY, stroke=d.LINE)]
    start = 0
    for (face, state), run in groupby(tray.dice, key=lambda die: (die.face, die.state)):
        dice = list(run)
        here = places[start : start + len(dice)]
        start += len(dice)
        if state == "chosen" and face in uses:
            parts.append(_use(uses[face], dice, here))
        else:
            labels = [_die_label(tray, die) for die in dice]
            parts += [_die(die, label, *place) for die, label, place in zip(dice, labels, here, strict=True)]
        if state == "chosen" and tray.own_turn:
            x = (here[0][0] + here[-1][0]) / 2
            room = step * len(dice) - 6
            parts.append(d.fit_text(tray.words.effect(face), room, 12, 9, x=x, y=low, fill=d.FAINT))
    apart = places[3:] if tray.parted else places[:2]
    x = (apart[0][0] + apart[1][0]) / 2
    parts.append(d.fit_text(tray.caption, 2 * step, 13, 9, x=x, y=low, fill=d.FAINT, bold=True))
    return d.group(parts, label=tray.label, id="tray")


def _caption(context: Context) -> str:
    """What is said of the two dice that lie apart: whose they are, or that they were kept."""
    view = context.view
    if view.rest:
        return context.say("die_passed", seat=context.names[context.next_seat])
    if view.kept:
        return context.say("die_kept")
    return context.say("for_seat", seat=context.names[view.active]) if view.left else ""


def _tray_label(context: Context) -> str:
    view = context.view
    label = context.say("dice")
    if view.fools:
        return f"{label}: {context.say('fools')}"
    return label if view.rolled or view.kept or view.left else f"{label}: {context.say('die_blank')}"


def _die_label(tray: Tray, die: Die) -> str:
    if die.state == "blank":
        return ""
    words = tray.words
    return f"{words.symbol(die.face)}, {words.say(f'die_{die.state}', seat=tray.receiver)}"


@d.part
def _die(die: Die, label: str, x: float, y: float) -> d.Group:
    blank = die.state == "blank"
    return d.die(
        None if blank else symbol(die.face, DIE * 0.34, wild=True),
        size=DIE,
        fill=TRAY if blank else d.CARD,
        dashed=not die.is_solid,
        id=f"die-{die.number}",
        glides=True,
        label=label,
        x=x,
        y=y,
        opacity=0.35 if die.state == "used" else 0.6 if blank else 1,
    )


def _use(use: Use, dice: list[Die], places: list[d.Point]) -> d.Group:
    (x0, y0), (x1, _) = places[0], places[-1]
    half = DIE / 2 + 4
    return d.group(
        [_die(die, "", *place) for die, place in zip(dice, places, strict=True)],
        _hinted(use.hints),
        label=use.offer.label,
        action=use.offer.action,
        why=use.offer.why,
        outline=d.rect(x0 - half, y0 - half, x1 - x0 + 2 * half, 2 * half, DIE * 0.2 + 4),
    )


# Tiles


def tile_rows(context: Context, narrow: bool) -> list[list[Choice]]:
    """The choices without a place of their own, row by row."""
    triples = context.offered("choose")
    wilds = [*context.offered("wild"), *_worth_refusing(context, "wild")]
    others = [choice for choice in context.choices.offered if verb_of(choice) not in ELSEWHERE]
    others += [choice for choice in context.refused("keep") if context.offered("roll5")]
    across = 3 if narrow else 5
    rows = [triples[i : i + across] for i in range(0, len(triples), across)]
    rows += [wilds] if wilds else []
    return rows + [others[i : i + 2] for i in range(0, len(others), 2)]


def _worth_refusing(context: Context, verb: str) -> list[Choice]:
    """A Book is there, but the table has agreed against this use of it (BOL-3.17)."""
    return [choice for choice in context.refused(verb) if choice.rule == "BOL-3.17" and context.books]


def tiles_height(rows: list[list[Choice]], high: float) -> float:
    return len(rows) * (high + TILE_GAP) - TILE_GAP if rows else 0


def tiles(
    context: Context, rows: list[list[Choice]], box: d.Box, high: float, spots: Spots, places: list[d.Point]
) -> d.Group | None:
    """The rows in a box, centred; pointing at one shows what it takes and does."""
    drawn: list[d.Group] = []
    gap = TILE_GAP
    most = max((len(row) for row in rows), default=1)
    for i, row in enumerate(rows):
        across = most if row[0].text.startswith("choose") else len(row)
        wide = min((box.w - gap * (across - 1)) / across, 260)
        for choice, (x, _) in zip(row, d.row(len(row), wide + gap, box.cx), strict=True):
            y = box.y + i * (high + gap) + high / 2
            where = d.Box(x - wide / 2, y - high / 2, wide, high)
            rings, signs = _pointed_at(context, choice.text, spots, places)
            drawn.append(_tile(context.words, choice.text, choice.label, choice.why, where, rings, signs))
    return _together(tuple(drawn), context.say("options")) if drawn else None


@d.part
def _together(tiles: tuple[d.Group, ...], label: str) -> d.Group:
    return d.group(tiles, label=label)


@d.part
def _tile(
    words: Lexicon,
    text: str,
    label: str,
    why: str,
    box: d.Box,
    rings: tuple[d.Point, ...],
    signs: tuple[Hint, ...],
) -> d.Group:
    """What may be done; `rings` are the dice it takes, `signs` what it changes."""
    return d.group(
        d.rect(*box, 9, fill=d.CARD, stroke=d.LINE if why else d.ACCENT, width=1.5),
        d.group(_tile_face(words, text, label, box), opacity=0.5 if why else 1),
        _ringed(rings) if text.startswith("choose ") else _hinted(signs),
        label=label,
        action=text,
        why=why,
        quiet=True,
        outline=d.rect(*box.inset(-3), 12),
    )


def _tile_face(words: Lexicon, text: str, label: str, box: d.Box) -> d.Child:
    """Dice where dice are chosen, words where it takes words."""
    verb, *values = text.split(" ")
    size = min(box.h - 14, 30)
    if verb == "choose":
        step = min(size + 5, (box.w - 6) / 3)
        triple = zip([LETTERS.index(letter) for letter in values[0]], d.row(3, step, box.cx), strict=True)
        if step > size:
            return [die_face(face, size, x=x, y=box.cy) for face, (x, _) in triple]
        return [symbol(face, step * 0.43, x=x, y=box.cy) for face, (x, _) in triple]
    if verb == "wild":
        size = min(size, box.w * 0.36)
        return [
            die_face(BOOK, size, x=box.cx - size * 0.78, y=box.cy),
            d.mark("chevron", size * 0.16, box.cx, box.cy, fill=d.FAINT),
            symbol(LETTERS.index(values[0]), size * 0.42, x=box.cx + size * 0.72, y=box.cy),
        ]
    if verb == "pair":
        wanted, books = LETTERS.index(values[0]), int(values[1])
        pair = [wanted] * (2 - books) + [BOOK] * books
        left = box.x + 10 + size / 2
        dice = [die_face(face, size, x=left + i * (size + 4), y=box.cy) for i, face in enumerate(pair)]
        return [dice, _words(words.effect(wanted, pair=True), box, 2 * size + 14)]
    if verb == "discard":
        sign = symbol(LETTERS.index(values[0]), 12, x=box.x + 24, y=box.cy)
        return [sign, _words(label, box, 30)]
    return _words(label, box, 0)


def _words(words: str, box: d.Box, taken: float) -> list[d.Text]:
    """A caption beside pictures that take some room at the left."""
    room = box.w - taken - 16
    x = box.right - 8 - room / 2
    return d.fit_text(words, room, 14, 10, 2, x=x, y=box.cy, height=box.h - 4, bold=True)


# Previews


def _pointed_at(
    context: Context, text: str, spots: Spots, places: list[d.Point]
) -> tuple[tuple[d.Point, ...], tuple[Hint, ...]]:
    """The dice that a choice would take, or what it would change."""
    if not text.startswith("choose "):
        return (), hints(context, text, spots)
    wanted = list(text.removeprefix("choose "))
    taken: list[d.Point] = []
    for die, place in zip(context.dice, places, strict=True):
        if LETTERS[die.face] in wanted:
            wanted.remove(LETTERS[die.face])
            taken.append(place)
    return tuple(taken), ()


def _ringed(rings: tuple[d.Point, ...]) -> d.Group:
    """Frames around dice."""
    half = DIE / 2 + 6
    frames = [d.rect(x - half, y - half, 2 * half, 2 * half, 14, stroke=d.ACCENT, width=4) for x, y in rings]
    return d.group(frames, preview=True)


def hints(context: Context, text: str, spots: Spots) -> tuple[Hint, ...]:
    """What an action would change on the counters."""
    return tuple(Hint(sign, *spots[seat, kind]) for seat, kind, sign in _changes(context, text))


def _hinted(hints: tuple[Hint, ...]) -> d.Group | None:
    """The same, shown while the action is pointed at."""
    signs = [
        d.badge(hint.sign, size=12, fill=d.GOOD if hint.sign.startswith("+") else d.WARN, x=hint.x, y=hint.y)
        for hint in hints
    ]
    return d.group(signs, preview=True) if signs else None


def _changes(context: Context, text: str) -> Iterator[tuple[int, int, str]]:
    """Seat, kind and sign of every certain or possible change."""
    verb, *values = text.split(" ")
    me = context.me
    if verb in ("use", "wild", "pair") and me >= 0:
        number = LETTERS.index(values[0])
        if verb != "pair" and number < KINDS:
            yield me, number, "+1"
        elif number == RAT:
            yield from _rat_changes(context, plague=verb == "pair")
    elif verb == "discard" and context.view.phase == "rat":
        yield me, LETTERS.index(values[0]), "−1"


def _rat_changes(context: Context, plague: bool) -> Iterator[tuple[int, int, str]]:
    for seat, held in enumerate(context.view.tokens):
        if held[PEOPLE] and held[TOWER]:
            yield seat, PEOPLE, "−1?"
            yield seat, TOWER, "−1?"
        elif held[PEOPLE]:
            yield seat, PEOPLE, "−1"
        if plague and held[BOLOGNA]:
            yield seat, BOLOGNA, "−1"
