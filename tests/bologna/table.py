"""Positions for tests: lay what a worked example says, play texts, look at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import BRIGAND, ROLES
from ludoteca.games.bologna.rules.dice import packed, spelt
from ludoteca.games.bologna.rules.state import BolognaState, LostRole
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.games.bologna.rules.steps.setup import lay_table
from ludoteca.games.bologna.rules.steps.turn import ask_for_use, begin_turn
from ludoteca.kernel.croupier import possible_outcome
from ludoteca.kernel.events import Event
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE

Held = tuple[int, int, int, int]
NOTHING: Held = (0, 0, 0, 0)


class Position:
    """A table of Bologna at which `play` takes texts and refuses what is not offered."""

    def __init__(self, state: BolognaState) -> None:
        self.state = state
        self.journal: list[Event] = []
        state.journal = self.journal

    # Playing

    def play(self, *texts: str) -> Position:
        """Carry out decisions and chance outcomes, each of which must be possible."""
        for text in texts:
            if self.state.actor == CHANCE:
                self.state.play(possible_outcome(self.state, self.state.step, text))
            else:
                assert text in self.options, f"{text} is not among {self.options}"
                self.state.play(GAME.catalogue.parse(text))
        return self

    def roll(self, dice: str) -> Position:
        return self.play(f"rolled {dice}")

    def aim(self, seat: int) -> Position:
        return self.play(f"target +{self.offset(seat)}")

    def steal(self, seat: int) -> Position:
        return self.play(f"steal +{self.offset(seat)}")

    def guess(self, seat: int, role: str) -> Position:
        return self.play(f"guess +{self.offset(seat)} {role}")

    def offset(self, seat: int) -> int:
        return (seat - self.state.actor) % self.state.seats

    # Looking

    @property
    def options(self) -> list[str]:
        return [action.text for action in self.state.choices]

    @property
    def guesses(self) -> list[str]:
        return [text for text in self.options if text.startswith("guess")]

    @property
    def asked(self) -> str:
        """`act 0`: the step on top of the agenda and whose it is."""
        return f"{self.state.step.name()} {self.state.actor}"

    @property
    def tokens(self) -> list[Held]:
        held = [player.tokens for player in self.state.players]
        return [(people, towers, books, bologna) for people, towers, books, bologna in held]

    @property
    def roles(self) -> list[str]:
        return [ROLES[player.role] for player in self.state.players]

    @property
    def lost_roles(self) -> list[list[str]]:
        return [[ROLES[lost.role] for lost in player.lost] for player in self.state.players]

    @property
    def received(self) -> str:
        return spelt(self.state.left)

    @property
    def todo(self) -> str:
        return spelt(self.state.todo)

    @property
    def asleep(self) -> list[int]:
        return [seat for seat, player in enumerate(self.state.players) if player.asleep]

    @property
    def out(self) -> list[int]:
        return [seat for seat, player in enumerate(self.state.players) if not player.alive]

    @property
    def won(self) -> tuple[str, tuple[int, ...]] | None:
        """The reason and the winners, once the match is over."""
        result = self.state.result
        return None if result is None else (result.reason, result.winners)

    @property
    def log(self) -> list[str]:
        return [event.text() for event in self.journal]

    def objection(self, text: str) -> str | None:
        """The rule that forbids the acting seat this candidate."""
        action = GAME.catalogue.parse(text)
        assert action in self.state.step.candidates(self.state)
        return self.state.step.objection(self.state, action)


def lay(
    *tokens: Held,
    seats: int = 0,
    roles: Mapping[int, str] | Sequence[str] = (),
    active: int = 0,
    first: int = 0,
    received: str = "",
    chosen: str = "",
    rest: str = "WR",
    out: Sequence[int] = (),
    asleep: Sequence[int] = (),
    deus: int = -1,
    fools: bool = False,
    pool: Held | None = None,
    deck: Sequence[str] | None = None,
    **options: Any,
) -> Position:
    """A position at the start of the active seat's turn or, with `chosen` dice, before they are used.

    Seats without a named role get those left over, the Brigand last. The Deus-Ex Machina is in play only
    if `deus` names its holder. `deck` names the cards left for a duel; the others count as lost by seat 1.
    """
    count = seats or max(len(tokens), 3)
    setup = GAME.setup(count, {"deus_ex_machina": deus >= 0, "first_player": "seat0", **options})
    state = lay_table(setup)
    state.agenda.clear()
    _hand_out_tokens(state, tokens, pool)
    _hand_out_roles(state, dict(roles) if isinstance(roles, Mapping) else dict(enumerate(roles)), deck)
    for seat in out:
        state.players[seat].alive = False
    for seat in asleep:
        state.players[seat].asleep = True
        state.sleep_tokens -= 1
    state.deus, state.first, state.left = deus, first, packed(received)
    position = Position(state)
    if chosen:
        state.active, state.turn = active, 1
        state.rolled = packed(chosen + rest)
        state.todo, state.rest = packed(chosen), packed(rest)
        state.chosen, state.fools, state.left = True, fools, 0
        ask_for_use(state)
    else:
        begin_turn(state, active)
    state.settle()
    return position


def looking_at(match: Match) -> Position:
    """The table of a match."""
    assert isinstance(match.state, BolognaState)
    return Position(match.state)


def _hand_out_tokens(state: BolognaState, tokens: Sequence[Held], pool: Held | None) -> None:
    for seat, held in enumerate(tokens):
        for kind, number in enumerate(held):
            state.players[seat].tokens[kind] = number
            state.pool[kind] -= number
    if pool is not None:
        state.pool = vec[i64](pool)


def _hand_out_roles(state: BolognaState, named: dict[int, str], deck: Sequence[str] | None) -> None:
    in_play = range(roles_in_play(state.seats))
    given = {seat: ROLES.index(role) for seat, role in named.items()}
    spare = [role for role in in_play if role not in given.values()]
    if BRIGAND in spare:
        spare.remove(BRIGAND)
        given[next(seat for seat in reversed(range(state.seats)) if seat not in given)] = BRIGAND
    for seat in range(state.seats):
        state.players[seat].role = given[seat] if seat in given else spare.pop(0)
    if deck is not None:
        state.players[1].lost = [LostRole(role, 0) for role in spare if ROLES[role] not in deck]
        spare = [ROLES.index(role) for role in deck]
    state.deck = sum(1 << role for role in spare)


def dealt(seats: int, *chance: str, **options: str | bool | int) -> Position:
    """A table being laid: roles in order of their numbers, then the given chance outcomes."""
    state = GAME.start(GAME.setup(seats, options))
    table = Position(state)
    state.settle()
    for role in ROLES[:seats]:
        if table.asked == "deal -1":
            table.play(f"dealt {role}")
    return table.play(*chance)


def threw(*scores: int) -> list[str]:
    return [f"rolled {'P' * (5 - score)}{'B' * score}" for score in scores]
