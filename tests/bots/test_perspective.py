"""A perspective holds nothing that its seat may not know: cheating is tried here, and must fail."""

from __future__ import annotations

import gc
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from ludoteca.bots.bot import Perspective
from ludoteca.bots.playing import perspective_in, play_match, story_of
from ludoteca.examiner.canonical import canonical
from ludoteca.games import load, names
from ludoteca.kernel.croupier import Committed, Seeded
from ludoteca.kernel.events import HIDDEN
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import State
from tests.bots.tables import under_way

CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


def reachable(start: object) -> dict[int, object]:
    """Every object that can be got at from one, code left out."""
    found: dict[int, object] = {id(start): start}
    ahead: list[object] = [start]
    while ahead:
        for thing in gc.get_referents(ahead.pop()):
            if id(thing) not in found and not isinstance(thing, CODE):
                found[id(thing)] = thing
                ahead.append(thing)
    return found


def changeable(found: dict[int, object]) -> set[int]:
    """Those that could hold a secret: everything but numbers, texts and the like."""
    return {
        key for key, thing in found.items() if not isinstance(thing, int | float | str | bytes | bool | None)
    }


@pytest.mark.parametrize("name", names())
def test_the_true_state_cannot_be_reached(name: str) -> None:
    """Nor anything of it that differs between truths the seat cannot tell apart."""
    game, state = under_way(name, load(name).most, seed=3, decisions=40)
    seat = state.actor
    perspective = Perspective(game, state, seat, Stream(1, "thoughts"))
    found = reachable(perspective)
    assert any(isinstance(thing, State) for thing in found.values()), "the walk sees nothing"
    assert id(state) not in found
    shared = changeable(found) & changeable(reachable(state))
    for number in range(3):
        other = game.imagine(state, seat, Stream(number, "truth"))
        assert shared <= set(reachable(other)), "something of the truth itself is in reach"


@pytest.mark.parametrize("name", names())
def test_what_a_perspective_holds_does_not_depend_on_the_truth(name: str) -> None:
    game, state = under_way(name, load(name).most, seed=4, decisions=25)
    seat = state.actor
    for number in range(4):
        other = game.imagine(state, seat, Stream(number, "truth"))
        mine = Perspective(game, state, seat, Stream(7, "thoughts"))
        theirs = Perspective(game, other, seat, Stream(7, "thoughts"))
        assert mine.view == theirs.view == game.view(state, seat)
        assert mine.options == theirs.options
        assert canonical(mine._world) == canonical(theirs._world)
        assert canonical(mine.imagine(Stream(2))) == canonical(theirs.imagine(Stream(2)))


def test_a_perspective_in_a_match_holds_neither_the_match_nor_the_croupier() -> None:
    match = Match(load("bosa"), load("bosa").setup(3), Committed("a secret", ("x", "y", "z")))
    perspective = perspective_in(match, match.actor, Stream(1))
    found = reachable(perspective)
    assert id(match) not in found
    assert id(match.state) not in found
    assert id(match.croupier) not in found
    assert "a secret" not in [thing for thing in found.values() if isinstance(thing, str)]


def played(name: str, seats: int, decisions: int) -> Match:
    """A match after some decisions of random bots."""
    game = load(name)
    match = Match(game, game.setup(seats), Seeded(5))
    source = Stream(5, "test")
    while match.result is None and len(match.entries) < decisions:
        match.play(match.actor, match.options[source.below(len(match.options))])
    return match


@pytest.mark.parametrize("name", names())
def test_story_and_log_tell_what_the_seat_saw_and_no_more(name: str) -> None:
    match = played(name, load(name).most, 120)
    told: list[Any] = []
    for seat in range(match.setup.seats):
        perspective = perspective_in(match, seat, Stream(1))
        assert [event.text() for event in perspective.log] == [event.text() for event in match.log(seat)]
        lines = match.record(seat).lines
        story = [(actor, "?" if action is None else action.text) for actor, action in perspective.story]
        assert story == [(-1 if line.who == "*" else int(line.who), line.text) for line in lines]
        told.append(story)
        for event in perspective.log:
            for field, value in zip(event.kind.fields, event.values, strict=True):
                allowed = event.audience == -1 or (event.audience >> seat) & 1 or not field.secret
                assert allowed or value == HIDDEN
    if name in ("bosa", "bologna", "bomarzo"):
        assert any(story != told[0] for story in told), "nothing was secret in this match"


def test_the_story_leaves_out_what_was_taken_back() -> None:
    match = played("bomarzo", 2, 30)
    while not match.undoable(match.actor):
        match.play(match.actor, match.options[0])
    seat = match.actor
    before = story_of(match, seat)
    match.undo(seat)
    assert story_of(match, seat) == before[:-1]


def test_bots_in_a_match_are_given_story_and_log() -> None:
    from ludoteca.bots.bot import Bot
    from ludoteca.kernel.actions import Action
    from ludoteca.kernel.source import Source

    class Reader(Bot):
        def __init__(self) -> None:
            self.read: list[tuple[int, int]] = []

        def choose(self, perspective: Perspective, source: Source) -> Action:
            self.read.append((len(perspective.story), len(perspective.log)))
            return perspective.options[-1]

    game = load("bosa")
    readers = [Reader(), Reader()]
    play_match(Match(game, game.setup(2), Seeded(2)), readers, seed=1)
    for reader in readers:
        assert reader.read == sorted(reader.read)
        assert reader.read[-1][0] > 50 and reader.read[-1][1] > 50


@pytest.mark.parametrize("name", names())
def test_where_nothing_is_hidden_all_worlds_are_the_same(name: str) -> None:
    game, state = under_way(name, load(name).most, seed=5, decisions=30)
    perspective = Perspective(game, state, state.actor, Stream(1, "thoughts"))
    worlds = {canonical(perspective.imagine(Stream(number, "world"))) for number in range(6)}
    assert perspective.open == (name in ("bello_divorum", "manticore"))
    assert not perspective.open or len(worlds) == 1
