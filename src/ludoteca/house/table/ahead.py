"""Conditional moves: what a seat answers if the others do this and that, thought out before they do it.

Everything is tried in worlds that the seat cannot tell from the real one, so looking ahead tells it nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

import msgspec

from ludoteca.house.table.table import Table
from ludoteca.kernel.events import sees
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State

WORLDS: Final = 6
MOST_STEPS: Final = 12
LIVE: Final = 3600
"""Seconds: with less time for a move people sit at the table and need not prepare anything."""
Fate = Literal["waits", "due", "void"]


class Prepared(msgspec.Struct, frozen=True):
    """After what has happened now, if the others do exactly this, then the seat answers so."""

    entries: int
    """How many entries the match had."""
    position: str
    """A digest of them."""
    others: tuple[str, ...]
    """What the others do: the seat and the text of each action."""
    answer: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where the others' actions lead, as far as the seat can know: who decides there, and between what.
    Nobody does where chance comes in, or where the seat would not learn what was chosen.
    """

    actor: int
    told: list[str]
    """What the others did, in words."""
    others: tuple[str, ...]
    options: list[tuple[str, str]]
    world: State | None
    question: str = ""


NOWHERE: Final = Ahead(-1, [], (), [], None)


def come_and_go(table: Table) -> bool:
    """Whether several people play, who need not be at the table at the same time."""
    people = sum(bool(seat.person) for seat in table.seats)
    return people > 1 and (table.clock.kind == "none" or table.clock.seconds >= LIVE)


def may_prepare(table: Table, seat: int) -> bool:
    """Whether a seat can prepare an answer: another person is asked."""
    awaited = table.awaited
    if awaited in (-1, seat) or not 0 <= seat < len(table.seats) or table.seats[awaited].deciding_bot:
        return False
    return come_and_go(table)


def position_of(entries: list[Entry]) -> str:
    """A digest of everything that was done."""
    lines = [f"{entry.seat} {entry.action.text}" for entry in entries]
    return sha256("\n".join(lines).encode()).hexdigest()[:32]


def look_ahead(match: Match, seat: int, texts: list[str], speaker: Speaker) -> Ahead:
    """What follows if the others do this one after the other."""
    source = Stream(len(match.story), f"ahead {seat}")
    found = NOWHERE
    options: dict[str, str] = {}
    for _ in range(WORLDS):
        world: State = match.game.imagine(match.state, seat, source)
        told, others = [], []
        for text in texts[:MOST_STEPS]:
            action = match.game.catalogue.by_text.get(text)
            actor = world.actor
            if actor < 0 or actor == seat or action is None or action not in world.choices:
                break
            if not sees(world.step.audience(world, action), seat):
                break
            told.append(f"{speaker.names[actor]}: {speaker.option(action, world)}")
            others.append(f"{actor} {text}")
            world.play(action)
        if len(others) < len(texts) or world.actor < 0:
            continue
        if found.actor >= 0 and world.actor != found.actor:
            continue
        step, actor = world.step, world.actor
        for option in world.choices:
            if actor == seat or sees(step.audience(world, option), seat):
                options.setdefault(option.text, speaker.option(option, world))
        question = found.question or speaker.question(step, world)
        found = Ahead(actor, told, tuple(others), list(options.items()), found.world or world, question)
    return found


def fate_of(match: Match, seat: int, prepared: Prepared) -> Fate:
    """Whether a prepared answer is due now, waits for what it waits for, or can never be due."""
    entries = match.entries
    before, later = entries[: prepared.entries], entries[prepared.entries :]
    if len(before) < prepared.entries or position_of(before) != prepared.position:
        return "void"
    done = tuple(f"{entry.seat} {entry.action.text}" for entry in later if sees(entry.audience, seat))
    if len(done) < len(later) or done != prepared.others[: len(done)]:
        return "void"
    if len(done) < len(prepared.others):
        return "waits" if match.actor != seat else "void"
    legal = match.actor == seat and any(option.text == prepared.answer for option in match.options)
    return "due" if legal else "void"
