"""What the board of Bologna is drawn from: a view, with what follows from it, and the words for it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board.spelling import spell
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.dice import BOOK, KINDS, LETTERS, WINE
from ludoteca.games.bologna.rules.edition import MANY, BolognaEdition
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.choices import Choice, Choices
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import PhraseBook, fill

FULL_TRAY: Final = 5
PIPS: Final = 7


class Die(NamedTuple):
    """A die of the tray. Its `number` stays the same from the roll to the end of the turn."""

    number: int
    face: int  # -1 for a blank one
    state: str  # blank, left, kept, rolled, chosen, used or passed

    @property
    def is_solid(self) -> bool:
        return self.state in ("left", "kept", "chosen", "used", "passed")


class Demand(NamedTuple):
    """What a goal asks for of one kind: at least `low`, at most `high`."""

    low: int
    high: int

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high

    @property
    def idle(self) -> bool:
        """Whether any number will do."""
        return self.low == 0 and self.high >= MANY

    @property
    def code(self) -> str:
        """`5+`, `=2`, or a dash where any number will do."""
        if self.high >= MANY:
            return f"{self.low}+" if self.low else "–"
        return f"={self.low}"


class Lexicon:
    """How things are called with one edition in one language. There is only one such: see `lexicon`."""

    def __init__(self, edition: Edition, book: PhraseBook) -> None:
        assert isinstance(edition, BolognaEdition)
        self.edition = edition
        self.book = book

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few lexicons, and they stay
    def say(self, key: str, **values: str | int) -> str:
        """A phrase of the board with its values; numbers may choose between singular and plural."""
        template = self.book.phrase("board", key)
        if not values:
            return template
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        filled = fill(template, {name: str(value) for name, value in values.items()}, numbers)
        return template[0] + filled[1:] if template[0].islower() else filled

    def symbol(self, number: int) -> str:
        return spell("symbol", number, self.edition, self.book)

    def role(self, number: int) -> str:
        return spell("role", number, self.edition, self.book)

    def effect(self, number: int, pair: bool = False) -> str:
        """What a die, or two, showing a symbol will do, in a word or two."""
        if pair:
            return self.say(f"pair_{LETTERS[number]}")
        return self.say(f"use_{LETTERS[number]}") if number >= WINE else f"+1 {self.symbol(number)}"

    def demand(self, role: int, kind: int, held: tuple[int, ...], towerless: bool) -> Demand:
        """What a role wants of a kind; the Brigand wants most of what he has most of."""
        if role != BRIGAND:
            goal = self.edition.goals[role]
            return Demand(goal.low[kind], goal.high[kind])
        if kind not in self.edition.hoarded:
            return Demand(0, 0 if towerless else MANY)
        dearest = max(self.edition.hoarded, key=lambda hoarded: held[hoarded])
        return Demand(self.edition.hoard, MANY) if kind == dearest else Demand(0, 0)

    def meets(self, held: tuple[int, ...], role: int, towerless: bool) -> bool:
        return all(self.demand(role, kind, held, towerless).holds(held[kind]) for kind in range(KINDS))


@lru_cache(maxsize=16)
def lexicon(edition: Edition, book: PhraseBook) -> Lexicon:
    """The one lexicon of an edition in a language."""
    return Lexicon(edition, book)


class Offer(NamedTuple):
    """A choice as a part of the board shows it: what it is called, and that it may be taken or why not."""

    label: str = ""
    action: str | None = None
    why: str | None = None


NO_OFFER: Final = Offer()


@lru_cache(maxsize=4096)
def could_reach(
    words: Lexicon, held: tuple[int, ...], role: int, ruled_out: int, in_play: int, towerless: bool
) -> bool:
    """Whether the tokens fit a role that the whole table thinks possible."""
    if role == BRIGAND:
        return words.meets(held, BRIGAND, towerless)
    roles = range(min(BRIGAND, in_play))
    return any(not (ruled_out >> role) & 1 and words.meets(held, role, towerless) for role in roles)


@lru_cache(maxsize=4096)
def possible_roles(
    roles: tuple[int, ...], lost: tuple[int, ...], ruled_out: tuple[int, ...], in_play: int
) -> list[frozenset[int]]:
    """The roles that each seat may have; no role is dealt twice."""
    known = {role for role in roles if role != NO_ROLE} | set(lost)
    hidden = [seat for seat, role in enumerate(roles) if role == NO_ROLE]
    free = [role for role in range(in_play) if role not in known]
    found: list[set[int]] = [{role} if role != NO_ROLE else set() for role in roles]
    for dealt in permutations(free, len(hidden)):
        if not any((ruled_out[seat] >> role) & 1 for seat, role in zip(hidden, dealt, strict=True)):
            for seat, role in zip(hidden, dealt, strict=True):
                found[seat].add(role)
    return [frozenset(may_be) for may_be in found]


class Context:
    """One view of a match, its speaker and its choices."""

    def __init__(self, view: BolognaView, speaker: Speaker, choices: Choices) -> None:
        self.words = lexicon(speaker.edition, speaker.book)
        self.view = view
        self.speaker = speaker
        self.choices = choices
        self.edition = self.words.edition
        self.seats = len(view.tokens)
        self.duel = self.seats == 2
        self.names = speaker.names
        self.roles_in_play = roles_in_play(self.seats)

    def say(self, key: str, **values: str | int) -> str:
        return self.words.say(key, **values)

    # Choices

    def offered(self, verb: str) -> list[Choice]:
        return self._offered.get(verb, [])

    def refused(self, verb: str) -> list[Choice]:
        return self._refused.get(verb, [])

    @cached_property
    def _offered(self) -> dict[str, list[Choice]]:
        return by_verb(self.choices.offered)

    @cached_property
    def _refused(self) -> dict[str, list[Choice]]:
        return by_verb(self.choices.refused)

    def label(self, text: str, otherwise: str = "") -> str:
        """The words on the choice, if it is one."""
        choice = self.choices.get(text)
        return choice.label if choice is not None else otherwise

    def offer(self, text: str) -> Offer:
        """The choice of this text, if it is one."""
        choice = self.choices.get(text) if text else None
        if choice is None:
            return NO_OFFER
        return Offer(choice.label, None, choice.why) if choice.why else Offer(choice.label, text)

    # Seats

    @property
    def me(self) -> int:
        """The seat that looks; nobody's for a spectator."""
        return self.view.viewer

    @property
    def nearest(self) -> int:
        """The seat at the bottom of the picture."""
        return max(0, self.view.viewer)

    @property
    def clockwise(self) -> list[int]:
        """All seats in turn order, the nearest first."""
        return [(self.nearest + offset) % self.seats for offset in range(self.seats)]

    def seat(self, seat: int) -> d.Seat:
        return d.SEATS[seat]

    def seat_choice(self, seat: int) -> str:
        """The action that points at a seat now, if any: naming it as a victim or stealing from it."""
        offset = (seat - self.view.actor) % self.seats
        for verb in ("target", "steal"):
            if self.choices.get(f"{verb} +{offset}") is not None:
                return f"{verb} +{offset}"
        return ""

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

    # Goals

    def could_be_crowned(self, seat: int) -> bool:
        """Whether the tokens fit a role that the whole table thinks possible: this tells no secret."""
        view = self.view
        held = view.tokens[seat]
        if view.over or not view.alive[seat] or not any(held):
            return False
        role = BRIGAND if view.roles[seat] == BRIGAND else NO_ROLE
        hoards = view.towerless_brigand
        return could_reach(self.words, held, role, view.ruled_out[seat], self.roles_in_play, hoards)

    @cached_property
    def suspects(self) -> list[frozenset[int]]:
        """The roles that each seat may have as far as the viewer can be sure."""
        view = self.view
        if view.over:
            return [frozenset({role} if role != NO_ROLE else ()) for role in view.roles]
        return possible_roles(view.roles, view.lost_roles, view.ruled_out, self.roles_in_play)

    # Dice

    @cached_property
    def dice(self) -> tuple[Die, ...]:
        """The five dice from left to right: kept before rolled, chosen before passed on."""
        view = self.view
        return _dice(view.left, view.kept, view.rolled, view.todo, view.rest)

    @property
    def books(self) -> int:
        """How many unused dice may stand for another symbol."""
        return self.view.todo.count(LETTERS[BOOK])


def verb_of(choice: Choice) -> str:
    """The first word of its text."""
    return choice.text.partition(" ")[0]


def by_verb(choices: list[Choice]) -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(verb_of(choice), []).append(choice)
    return found


@lru_cache(maxsize=4096)
def _dice(left: str, kept: str, rolled: str, todo: str, rest: str) -> tuple[Die, ...]:
    if not rolled:
        given = [(face, "kept") for face in kept] or [(face, "left") for face in left]
        dice = [Die(number, LETTERS.index(face), state) for number, (face, state) in enumerate(given)]
        return (*dice, *(Die(number, -1, "blank") for number in range(len(dice), FULL_TRAY)))
    dice = [
        Die(number, LETTERS.index(face), "kept" if number < len(kept) else "rolled")
        for number, face in enumerate(kept + rolled)
    ]
    return tuple(_sorted_out(dice, list(rest), list(todo)) if rest else dice)


def _sorted_out(dice: list[Die], passed: list[str], unused: list[str]) -> list[Die]:
    """Chosen, used and passed dice told apart; of equal dice the later ones are passed on, or used."""
    there: list[Die] = []
    for die in reversed(dice):
        if LETTERS[die.face] in passed:
            passed.remove(LETTERS[die.face])
            there.insert(0, die._replace(state="passed"))
    gone = {die.number for die in there}
    here: list[Die] = []
    for die in sorted((die for die in dice if die.number not in gone), key=lambda die: die.face):
        ready = LETTERS[die.face] in unused
        if ready:
            unused.remove(LETTERS[die.face])
        here.append(die._replace(state="chosen" if ready else "used"))
    return here + there
