"""The middle of the table: pool, dice tray and the tiles that offer what has no place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, TypeAlias

from ludoteca import draw as d
from ludoteca.games.bologna.board.symbols import WINE_RED, symbol
from ludoteca.games.bologna.board.table import Die, Table, verb_of
from ludoteca.games.bologna.dice import BOLOGNA, BOOK, KINDS, LETTERS, PEOPLE, RAT, TOWER
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


# Pool


def pool(table: Table, x: float, y: float, step: float = 62) -> d.Group:
    """Four stacks around (x, y) and the Skip Turn tokens; in a duel also the deck of roles."""
    view = table.view
    parts: list[d.Child] = []
    slots = d.row(KINDS + (2 if table.duel else 1), step, x, y)
    for kind in range(KINDS):
        parts.append(
            d.stack(
                view.pool[kind],
                d.circle(0, 0, 19, fill=d.CARD, stroke=d.FAINT),
                symbol(kind, 13),
                x=slots[kind][0],
                y=y,
                id=f"pool-{LETTERS[kind]}",
                outline=d.rect(-26, -30, 56, 56, 14),
                label=table.say("pool_has", symbol=table.symbol(kind), number=view.pool[kind]),
                action=table.choices.action(f"start {LETTERS[kind]}"),
                why=table.choices.why(f"start {LETTERS[kind]}"),
            )
        )
    asleep = sum(view.asleep)
    beds = d.row(table.edition.skip_tokens, 13, slots[KINDS][0] + 2, y)
    tokens: list[d.Child] = [d.circle(*bed, 11, stroke=d.FAINT, dash="3 4") for bed in beds]
    tokens += [skip_token(asleep + i, *bed) for i, bed in enumerate(beds[: view.sleep_tokens])]
    parts.append(d.group(tokens, label=table.say("skip_left", number=view.sleep_tokens)))
    if table.duel:
        deck = d.rect(-13, -18, 26, 36, 4, fill=WINE_RED, stroke=d.INK)
        crown = d.mark("crown", 7, fill=d.ink_on(WINE_RED))
        parts.append(
            d.stack(
                view.deck_size,
                deck,
                crown,
                x=slots[KINDS + 1][0],
                y=y,
                id="role-deck",
                label=table.say("role_deck", number=view.deck_size),
            )
        )
    return d.group(
        parts,
        id="pool-all",
        label=table.label("from-pool", table.say("pool")),
        action=table.choices.action("from-pool"),
        why=table.choices.why("from-pool"),
        outline=d.rect(slots[0][0] - 32, y - 33, step * (len(slots) - 1) + 66, 64, 16),
    )


# Dice


def die_face(number: int, size: float, x: float, y: float) -> d.Group:
    """A small die for a tile or a table of rules."""
    return d.die(symbol(number, size * 0.34, wild=size > 26), size=size, x=x, y=y)


def tray_places(table: Table, box: d.Box) -> list[d.Point]:
    """Where the five dice lie: chosen ones are raised, passed ones stand apart."""
    gap = DIE * 0.5 if table.view.rest else 0.0
    step = (box.w - gap - DIE * 0.4) / len(table.dice)
    lift = 8 if _caption(table) else 0
    places: list[d.Point] = []
    for i, die in enumerate(table.dice):
        x = box.x + DIE * 0.2 + step * (i + 0.5) + (gap if die.state == "passed" else 0)
        places.append((x, box.cy - lift - (DIE * 0.14 if die.state in ("chosen", "used") else 0)))
    return places


def tray(table: Table, box: d.Box, spots: Spots) -> d.Group:
    """The dice; unused ones that are alike are one choice."""
    view = table.view
    places = tray_places(table, box)
    step = places[1][0] - places[0][0]
    low = box.bottom - 18
    parts: list[d.Child] = [d.rect(*box, 16, fill=TRAY, stroke=d.LINE)]
    start = 0
    for (face, state), run in groupby(table.dice, key=lambda die: (die.face, die.state)):
        dice = list(run)
        here = places[start : start + len(dice)]
        start += len(dice)
        if state == "chosen" and table.choices.get(f"use {LETTERS[face]}") is not None:
            parts.append(_use(table, f"use {LETTERS[face]}", dice, here, spots))
        else:
            parts += [_die(table, die, place) for die, place in zip(dice, here, strict=True)]
        if state == "chosen" and view.active == view.actor:
            x = (here[0][0] + here[-1][0]) / 2
            room = step * len(dice) - 6
            parts.append(d.fit_text(table.effect(face), room, 12, 9, x=x, y=low, fill=d.FAINT))
    apart = places[3:] if view.rest else places[:2]
    x = (apart[0][0] + apart[1][0]) / 2
    parts.append(d.fit_text(_caption(table), 2 * step, 13, 9, x=x, y=low, fill=d.FAINT, bold=True))
    return d.group(parts, label=_tray_label(table), id="tray")


def _caption(table: Table) -> str:
    """What is said of the two dice that lie apart: whose they are, or that they were kept."""
    view = table.view
    if view.rest:
        return table.say("die_passed", seat=table.names[table.next_seat])
    if view.kept:
        return table.say("die_kept")
    return table.say("for_seat", seat=table.names[view.active]) if view.left else ""


def _tray_label(table: Table) -> str:
    view = table.view
    label = table.say("dice")
    if view.fools:
        return f"{label}: {table.say('fools')}"
    return label if view.rolled or view.kept or view.left else f"{label}: {table.say('die_blank')}"


def _die(table: Table, die: Die, place: d.Point, named: bool = True) -> d.Group:
    blank = die.state == "blank"
    label = ""
    if named and not blank:
        state = table.say(f"die_{die.state}", seat=table.names[table.next_seat])
        label = f"{table.symbol(die.face)}, {state}"
    return d.die(
        None if blank else symbol(die.face, DIE * 0.34, wild=True),
        size=DIE,
        fill=TRAY if blank else d.CARD,
        dashed=not die.is_solid,
        id=f"die-{die.number}",
        glides=True,
        label=label,
        x=place[0],
        y=place[1],
        opacity=0.35 if die.state == "used" else 0.6 if blank else 1,
    )


def _use(table: Table, text: str, dice: list[Die], places: list[d.Point], spots: Spots) -> d.Group:
    (x0, y0), (x1, _) = places[0], places[-1]
    half = DIE / 2 + 4
    return d.group(
        [_die(table, die, place, named=False) for die, place in zip(dice, places, strict=True)],
        hints(table, text, spots),
        label=table.label(text),
        action=table.choices.action(text),
        why=table.choices.why(text),
        outline=d.rect(x0 - half, y0 - half, x1 - x0 + 2 * half, 2 * half, DIE * 0.2 + 4),
    )


# Tiles


def tile_rows(table: Table, narrow: bool) -> list[list[Choice]]:
    """The choices without a place of their own, row by row."""
    triples = table.offered("choose")
    wilds = [*table.offered("wild"), *_worth_refusing(table, "wild")]
    others = [choice for choice in table.choices.offered if verb_of(choice) not in ELSEWHERE]
    others += [choice for choice in table.refused("keep") if table.offered("roll5")]
    across = 3 if narrow else 5
    rows = [triples[i : i + across] for i in range(0, len(triples), across)]
    rows += [wilds] if wilds else []
    return rows + [others[i : i + 2] for i in range(0, len(others), 2)]


def _worth_refusing(table: Table, verb: str) -> list[Choice]:
    """A Book is there, but the table has agreed against this use of it (BOL-3.17)."""
    return [choice for choice in table.refused(verb) if choice.rule == "BOL-3.17" and table.books]


def tiles_height(rows: list[list[Choice]], high: float) -> float:
    return len(rows) * (high + TILE_GAP) - TILE_GAP if rows else 0


def tiles(
    table: Table, rows: list[list[Choice]], box: d.Box, high: float, spots: Spots, places: list[d.Point]
) -> d.Group | None:
    """The rows in a box, centred; pointing at one shows what it takes and does."""
    drawn: list[d.Child] = []
    gap = TILE_GAP
    most = max((len(row) for row in rows), default=1)
    for i, row in enumerate(rows):
        across = most if row[0].text.startswith("choose") else len(row)
        wide = min((box.w - gap * (across - 1)) / across, 260)
        for choice, (x, _) in zip(row, d.row(len(row), wide + gap, box.cx), strict=True):
            y = box.y + i * (high + gap) + high / 2
            drawn.append(_tile(table, choice, d.Box(x - wide / 2, y - high / 2, wide, high), spots, places))
    return d.group(drawn, label=table.say("options")) if drawn else None


def _tile(table: Table, choice: Choice, box: d.Box, spots: Spots, places: list[d.Point]) -> d.Group:
    verb, *values = choice.text.split(" ")
    preview = _rings(table, values[0], places) if verb == "choose" else hints(table, choice.text, spots)
    return d.group(
        d.rect(*box, 9, fill=d.CARD, stroke=d.LINE if choice.why else d.ACCENT, width=1.5),
        d.group(_tile_face(table, choice, box), opacity=0.5 if choice.why else 1),
        preview,
        label=choice.label,
        action=choice.text,
        why=choice.why,
        quiet=True,
        outline=d.rect(*box.inset(-3), 12),
    )


def _tile_face(table: Table, choice: Choice, box: d.Box) -> d.Child:
    """Dice where dice are chosen, words where it takes words."""
    verb, *values = choice.text.split(" ")
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
        return [dice, _words(table.effect(wanted, pair=True), box, 2 * size + 14)]
    if verb == "discard":
        sign = symbol(LETTERS.index(values[0]), 12, x=box.x + 24, y=box.cy)
        return [sign, _words(choice.label, box, 30)]
    return _words(choice.label, box, 0)


def _words(words: str, box: d.Box, taken: float) -> list[d.Text]:
    """A caption beside pictures that take some room at the left."""
    room = box.w - taken - 16
    x = box.right - 8 - room / 2
    return d.fit_text(words, room, 14, 10, 2, x=x, y=box.cy, height=box.h - 4, bold=True)


# Previews


def _rings(table: Table, letters: str, places: list[d.Point]) -> d.Group:
    """Frames around the dice that a choice would take."""
    wanted = list(letters)
    frames: list[d.Child] = []
    for die, (x, y) in zip(table.dice, places, strict=True):
        if LETTERS[die.face] in wanted:
            wanted.remove(LETTERS[die.face])
            half = DIE / 2 + 6
            frames.append(d.rect(x - half, y - half, 2 * half, 2 * half, 14, stroke=d.ACCENT, width=4))
    return d.group(frames, preview=True)


def hints(table: Table, text: str, spots: Spots) -> d.Group | None:
    """What an action would change on the counters, shown while it is pointed at."""
    signs: list[d.Child] = []
    for seat, kind, sign in _changes(table, text):
        x, y = spots[seat, kind]
        signs.append(d.badge(sign, size=12, fill=d.GOOD if sign.startswith("+") else d.WARN, x=x, y=y))
    return d.group(signs, preview=True) if signs else None


def _changes(table: Table, text: str) -> Iterator[tuple[int, int, str]]:
    """Seat, kind and sign of every certain or possible change."""
    verb, *values = text.split(" ")
    me = table.me
    if verb in ("use", "wild", "pair") and me >= 0:
        number = LETTERS.index(values[0])
        if verb != "pair" and number < KINDS:
            yield me, number, "+1"
        elif number == RAT:
            yield from _rat_changes(table, plague=verb == "pair")
    elif verb == "discard" and table.view.phase == "rat":
        yield me, LETTERS.index(values[0]), "−1"


def _rat_changes(table: Table, plague: bool) -> Iterator[tuple[int, int, str]]:
    for seat, held in enumerate(table.view.tokens):
        if held[PEOPLE] and held[TOWER]:
            yield seat, PEOPLE, "−1?"
            yield seat, TOWER, "−1?"
        elif held[PEOPLE]:
            yield seat, PEOPLE, "−1"
        if plague and held[BOLOGNA]:
            yield seat, BOLOGNA, "−1"
