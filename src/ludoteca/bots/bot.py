"""What a bot is, and everything it gets to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from ludoteca.bots.flag import NO_WISH, plant_flag
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import BotKnowledge, Remark
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import Event, sees
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, State
from ludoteca.kernel.view import View

Deed = tuple[int, Action | None]
"""Who did something (a seat, or CHANCE) and what; None where the observer could not see it."""

PARTS: Final = 1 << 20
"""A chance is drawn as one of so many equal parts."""


def knowledge_of(game: Game[Any]) -> BotKnowledge[Any]:
    """What bots may know of a game that they are to think about."""
    knowledge: BotKnowledge[Any] | None = game.bot
    if knowledge is None:
        raise LudotecaError(f"only random bots can play {game.title}: write Game.bot for others")
    return knowledge


class Perspective:
    """A seat's knowledge: its view, its options, what it saw happen, and worlds that it cannot tell from the
    real one.

    The true state never gets in: what a perspective keeps is itself an imagined world, so there is nothing
    to peek at. `story` is every action of the match as the seat saw it, `log` every event, `setup` the
    options and components; story and log may be empty, and the set-up None, where nobody kept them. `wish` is
    the place of a flag to which people would like the seat to come, or NO_WISH.
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        seat: int,
        source: Source,
        story: Sequence[Deed] = (),
        log: Sequence[Event] = (),
        setup: Setup | None = None,
        wish: int = NO_WISH,
    ) -> None:
        self.game = game
        self.seat = seat
        self.seats = state.seats
        self.options: list[Action] = list(state.choices) if state.actor == seat else []
        self.story: tuple[Deed, ...] = tuple(story)
        self.log: tuple[Event, ...] = tuple(log)
        self.setup = setup
        self.wish = wish
        self._world: State = game.imagine(state, seat, source)
        plant_flag(game, self._world, wish)

    @property
    def view(self) -> View:
        return self.game.view(self._world, self.seat)

    @property
    def open(self) -> bool:
        """Whether nothing is hidden from the seat: all worlds it can imagine are the same."""
        return not self.game.secrets(self._world, self.seat)

    @property
    def telling(self) -> bool:
        """Whether anything is hidden from anybody: then an answer that comes at once may tell of it."""
        return any([self.game.secrets(self._world, seat) for seat in range(self._world.seats)])

    def imagine(self, source: Source) -> State:
        """One more world that fits everything the seat knows."""
        world: State = self.game.imagine(self._world, self.seat, source)
        return world

    @property
    def routine(self) -> Action | None:
        """What the seat does as a matter of course; None where there is something to weigh."""
        return knowledge_of(self.game).routine(self._world)

    @property
    def habit(self) -> Action | None:
        """What the game's quick policy has the seat do; None where it has no answer."""
        answer = knowledge_of(self.game).quick_answer(self._world)
        return answer[0] if answer else None

    @property
    def own_turn(self) -> list[Action]:
        """What the seat has done since anybody else did something."""
        begun = turn_began(self.story, self.seat)
        return [action for actor, action in self.story[begun:] if actor == self.seat and action is not None]

    @property
    def sensible(self) -> list[Action]:
        """The options but those that are foolish whatever else is true; all, if all of them are."""
        return sensible_of(self.game, self._world, self.options, self.own_turn)

    @property
    def worth_weighing(self) -> list[Action]:
        """The sensible options, or the only one where one is taken as a matter of course."""
        options = self.sensible
        routine = self.routine if len(options) > 1 else None
        return options if routine is None else [routine]

    @property
    def weighs(self) -> bool:
        """Whether the game can tell how likely an imagined world is."""
        return knowledge_of(self.game).likelihood is not None

    def likelihood(self, world: State) -> float:
        """How well an imagined world explains what the others have done."""
        likelihood = knowledge_of(self.game).likelihood
        return likelihood(world, self.seat) if likelihood is not None else 1.0

    def likely_world(self, source: Source, among: int) -> tuple[State, float]:
        """One of so many worlds that fit everything the seat knows, the likelier ones more often, and how
        well these explain things on average. Worlds found so weigh nearly the same: a few of them tell as
        much as many that were imagined at random.
        """
        world = self.imagine(source)
        if not self.weighs:
            return world, 1.0
        total = self.likelihood(world)
        for _ in range(among - 1):
            other = self.imagine(source)
            weight = self.likelihood(other)
            total += weight
            if source.below(PARTS) * total < weight * PARTS:
                world = other
        return world, total / among

    @property
    def remark(self) -> Remark | None:
        """What the seat tells of its plans; None where there is nothing to tell or the game has no words."""
        remark = knowledge_of(self.game).remark
        return remark(self._world, self.seat) if remark is not None else None

    def evaluate(self, world: State) -> float:
        """How good an imagined world looks for the seat."""
        return knowledge_of(self.game).evaluate(world, self.seat)


def sensible_of(game: Game[Any], state: State, options: list[Action], before: list[Action]) -> list[Action]:
    """The options but those that are foolish after what the seat did in its turn; all, if all of them are."""
    foolish = knowledge_of(game).foolish
    if foolish is None or len(options) == 1:
        return options
    return [action for action in options if not foolish(state, action, before)] or options


def observe(stories: list[list[Deed]], state: State, action: Action) -> None:
    """Write an action that is about to be played into the story of every seat."""
    audience = state.step.audience(state, action)
    actor = state.actor
    for seat in range(len(stories)):
        known = seat == actor or sees(audience, seat)
        stories[seat].append((actor, action if known else None))


def turn_began(story: Sequence[Deed], seat: int) -> int:
    """How long the story was when the turn of a seat began: before it somebody else did something."""
    before = len(story)
    while before and story[before - 1][0] in (seat, CHANCE):
        before -= 1
    return before


class Fault:
    """Something a bot of one's own did wrong: it was `slow`, it `failed`, or what it chose was `illegal`."""

    def __init__(self, kind: str, sentence: str) -> None:
        self.kind = kind
        self.sentence = sentence

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.sentence}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that chooses among its options."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        """One of the perspective's options. All randomness comes from the source."""
        raise NotImplementedError

    def remark(self, perspective: Perspective) -> Remark | None:
        """What the bot tells of its plans."""
        return perspective.remark

    def seconds_for(self, perspective: Perspective) -> float:
        """How long it thinks about whatever there is to weigh, if it goes by the clock; 0: as it needs."""
        return 0.0

    def trouble(self) -> list[Fault]:
        """What went wrong with it so far: nothing, unless it is a bot of one's own."""
        return []


class Random(Bot):
    """Any option, all equally likely."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        return perspective.options[source.below(len(perspective.options))]
