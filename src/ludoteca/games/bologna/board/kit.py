"""What every part of one picture has at hand: the view, what follows from it, the words and the choices."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import goals
from ludoteca.games.bologna.board.dice import Die, dice_of
from ludoteca.games.bologna.board.gestures import Gestures, seat_key
from ludoteca.games.bologna.board.lexicon import Lexicon, lexicon
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.choices import NO_CHOICES, Choices
from ludoteca.kernel.speaker import Speaker


class Reach(NamedTuple):
    """How a piece takes part in gestures; nothing while no question concerns it."""

    key: str = ""
    lit: bool = False
    why: str | None = None

    @property
    def touch(self) -> d.Touch:
        return {"touch": self.key, "lit": self.lit, "why": self.why}


OUT_OF_REACH: Final = Reach()


class Seated(NamedTuple):
    """What a seat shows to the viewer."""

    words: Lexicon
    seat: int
    name: str
    own: bool
    held: tuple[int, ...]
    role: int
    alive: bool
    turn: bool
    deciding: bool
    skip_token: int  # -1 while awake
    deus: bool
    could_be_crowned: bool
    crowned: bool
    near: int  # a possible role that is close, where the role is hidden; or -1
    far: int  # the steps to it
    sins: bool
    towerless: bool
    reach: Reach

    @property
    def is_lit(self) -> bool:
        return self.turn or self.crowned

    @property
    def demands(self) -> tuple[goals.Demand, ...]:
        """What the seat's role wants, as far as the viewer knows it."""
        return goals.demands(self.words.edition, self.role, self.held, self.towerless)

    @property
    def label(self) -> str:
        """The seat in one line: who, what lies there, what is known."""
        name = self.words.say("you", seat=self.name) if self.own else self.name
        return f"{', '.join([name, *self._known])}{self._tokens and f': {self._tokens}'}"

    @property
    def account(self) -> str:
        """The same below its name."""
        told = ". ".join(filter(None, [", ".join(self._known), self._tokens]))
        return told[:1].upper() + told[1:]

    @property
    def _known(self) -> list[str]:
        words = self.words
        parts: list[str] = []
        if self.role != NO_ROLE:
            parts.append(words.roles[self.role])
        for key, true in (
            ("out", not self.alive),
            ("turn", self.turn),
            ("deciding", self.deciding),
            ("asleep", self.skip_token >= 0),
            ("deus", self.deus),
            ("could_be_crowned", self.could_be_crowned),
            ("crowned", self.crowned),
        ):
            if true:
                parts.append(words.short(key))
        return parts

    @property
    def _tokens(self) -> str:
        return ", ".join([self._counted(kind) for kind in range(KINDS)]) if self.alive else ""

    def _counted(self, kind: int) -> str:
        told = f"{self.words.symbols[kind]} {self.held[kind]}"
        demand = self.demands[kind]
        if not self.own or demand.idle:
            return told
        reached = f", {self.words.short('reached')}" if demand.holds(self.held[kind]) else ""
        return f"{told} ({self.words.short('goal', code=demand.code)}{reached})"


class BolognaKit(d.Kit):
    """The table of one view."""

    def __init__(
        self, view: BolognaView, speaker: Speaker, choices: Choices = NO_CHOICES, narrow: bool = False
    ) -> None:
        gestures = Gestures(view)
        super().__init__(speaker, choices, narrow, gestures.path, gestures.others)
        self.view = view
        self.words = lexicon(speaker.edition, speaker.book)
        self.edition = self.words.edition
        self.seats = len(view.tokens)
        self.roles_in_play = roles_in_play(self.seats)
        self.is_asked = bool(choices.offered or choices.refused)

    def reach(self, key: str) -> Reach:
        """How a piece takes part in the question in hand."""
        if self.is_asked and self.concerns(key):
            touch = self.touch(key)
            return Reach(key, touch["lit"], touch["why"])
        return OUT_OF_REACH

    def say(self, key: str, section: str = "board", **values: int | str) -> str:
        return self.words.say(key, section, **values)

    # Seats

    @property
    def me(self) -> int:
        """The seat that looks; nobody's for a spectator."""
        return self.view.viewer

    @property
    def nearest(self) -> int:
        """The seat at the table in front; the first for a spectator."""
        return max(0, self.view.viewer)

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """Everybody else, in turn order."""
        return tuple([(self.nearest + offset) % self.seats for offset in range(1, self.seats)])

    @cached_property
    def next_seat(self) -> int:
        """Who will receive the two dice that are passed on (BOL-2.7, BOL-2.8)."""
        asleep = list(self.view.asleep)
        seat = self.view.active
        for _ in range(2 * self.seats):
            seat = (seat + 1) % self.seats
            if self.view.alive[seat]:
                if not asleep[seat]:
                    return seat
                asleep[seat] = False
        return seat

    @cached_property
    def dice(self) -> tuple[Die, ...]:
        return dice_of(self.view)

    # Goals

    def demands(self, seat: int) -> tuple[goals.Demand, ...]:
        """What a seat's role wants, as far as the viewer knows it."""
        view = self.view
        return goals.demands(self.edition, view.roles[seat], view.tokens[seat], view.towerless_brigand)

    def steps(self, seat: int, role: int) -> int:
        return goals.steps(self.edition, role, self.view.tokens[seat], self.view.towerless_brigand)

    @cached_property
    def suspects(self) -> list[frozenset[int]]:
        """The roles that each seat may have as far as the viewer can be sure."""
        view = self.view
        if view.over:
            return [frozenset({role} if role != NO_ROLE else ()) for role in view.roles]
        return goals.possible_roles(view.roles, view.lost_roles, view.ruled_out, self.roles_in_play)

    def could_be_crowned(self, seat: int) -> bool:
        view = self.view
        if view.over or not view.alive[seat]:
            return False
        role = BRIGAND if view.roles[seat] == BRIGAND else NO_ROLE
        out, towerless = view.ruled_out[seat], view.towerless_brigand
        return goals.could_reach(self.edition, role, view.tokens[seat], out, self.roles_in_play, towerless)

    def seated(self, seat: int) -> Seated:
        """What a seat shows to the viewer."""
        view = self.view
        far, near = goals.nearest(
            self.edition, self.suspects[seat], view.tokens[seat], view.towerless_brigand
        )
        hides = view.alive[seat] and not view.over and view.roles[seat] == NO_ROLE
        if not hides or far > goals.CLOSE:
            far, near = 0, NO_ROLE
        return Seated(
            words=self.words,
            seat=seat,
            name=self.speaker.names[seat],
            own=seat == view.viewer,
            held=view.tokens[seat],
            role=view.roles[seat],
            alive=view.alive[seat],
            turn=seat == view.active and not view.over,
            deciding=seat == view.actor,
            skip_token=sum(view.asleep[:seat]) if view.asleep[seat] else -1,
            deus=seat == view.deus,
            could_be_crowned=self.could_be_crowned(seat),
            crowned=seat in view.winners,
            near=near,
            far=far,
            sins=view.sins and view.roles[seat] != BRIGAND,
            towerless=view.towerless_brigand,
            reach=self.reach(seat_key(seat)),
        )
