"""Players who err like people: they misjudge what things are worth, overlook rivals and miss chances.

Every error is made once for a whole turn, in the units of the game. A player who thinks little of goals
thinks so of all options alike, so a gain that costs nothing is taken by everybody; and nobody errs more
because victory is near. Part of the error is a player's character and lasts for the match.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, Final

from ludoteca.bots.bot import Bot, Deed, Perspective, knowledge_of, turn_began
from ludoteca.bots.greedy import SEEDS, Judge, deviate, one_of_the_best, weigh
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Judgement, Remark
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import State

HARDLY: Final = 0.1
"""What is overlooked counts for that much of its worth: enough to take it where it costs nothing."""

WORLDS: Final = 6
MANY: Final = 5
FIRST_DEEDS: Final = 6
WON: Final = 1e6
MULTIPLIER: Final = 1_000_003
MODULUS: Final = (1 << 31) - 1


class Outlook:
    """How a player sees things in a turn: without a look at rivals (`blind`), in haste, and by which factor
    each feature is misjudged.
    """

    def __init__(self, blind: bool, hasty: bool, factors: list[float]) -> None:
        self.blind = blind
        self.hasty = hasty
        self.factors = factors


class Fallible(Bot):
    """Looks one decision ahead over a few imagined worlds, with the faults of a person.

    `misjudges`  how far off the worth of a feature is taken for, as a deviation of its logarithm: at 0.7 half
                 of it or twice as much is nothing unusual
    `overlooks`  how often a turn is played without a look at the rivals
    `hurries`    how often a turn is played without being thought through, by a single imagined world
    `misses`     how many of the options do not come to mind, where there are many
    """

    def __init__(
        self, misjudges: float, overlooks: float = 0.0, hurries: float = 0.0, misses: float = 0.0
    ) -> None:
        self.misjudges = misjudges
        self.overlooks = overlooks
        self.hurries = hurries
        self.misses = misses

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.options
        if len(options) == 1:
            return options[0]
        routine = perspective.routine
        judgement = knowledge_of(perspective.game).judgement
        if routine is not None and (judgement is None or judgement.sensible is None):
            return routine
        if judgement is None:
            raise LudotecaError(f"{perspective.game.title} does not say how its players err")
        seed = mood_seed(perspective, source)
        outlook = self._outlook(perspective, judgement, seed)
        judgement.weights.bend(outlook.factors)
        try:
            options = sensible_options(perspective, judgement)
            if routine is not None and routine in options:
                return routine
            seen = self._seen(options, seed)
            judge = FallibleJudge(perspective, judgement, outlook)
            worth, _ = weigh(perspective, seen, judge, 1 if outlook.hasty else WORLDS, source)
            return one_of_the_best(seen, worth, source)
        finally:
            judgement.weights.straighten()

    def remark(self, perspective: Perspective) -> Remark | None:
        """What it means to do, by the same errors as it will do it: what it tells is true. Before its turn
        only its character is known.
        """
        judgement = knowledge_of(perspective.game).judgement
        if judgement is None:
            return perspective.remark
        acts = bool(perspective.options)
        seed = mood_seed(perspective, Stream(0))
        judgement.weights.bend(self._outlook(perspective, judgement, seed, moody=acts).factors)
        try:
            return perspective.remark
        finally:
            judgement.weights.straighten()

    def _outlook(
        self, perspective: Perspective, judgement: Judgement[Any], seed: int, moody: bool = True
    ) -> Outlook:
        """How the player sees things in this turn; without its mood if it is not `moody`."""
        mood = Stream(seed, "mood")
        blind = mood.below(SEEDS) < self.overlooks * SEEDS and moody
        hasty = mood.below(SEEDS) < self.hurries * SEEDS
        character = Stream(character_seed(perspective), "character")
        lasting = sqrt(1.0 - judgement.mood**2)
        passing = judgement.mood if moody else 0.0
        factors: list[float] = []
        for name in judgement.weights.names:
            error = lasting * deviate(character) + passing * deviate(mood)
            if name in judgement.certain:
                factors.append(1.0)
            elif blind and name in judgement.rivals:
                factors.append(HARDLY)
            else:
                factors.append(exp(self.misjudges * error))
        return Outlook(blind, hasty, factors)

    def _seen(self, options: list[Action], seed: int) -> list[Action]:
        """The options that come to mind. What is missed once is missed for the turn."""
        if len(options) < MANY or not self.misses:
            return options
        seen = [
            action
            for action in options
            if Stream(seed, f"notice {action.index}").below(SEEDS) >= self.misses * SEEDS
        ]
        return seen or options


def sensible_options(perspective: Perspective, judgement: Judgement[Any]) -> list[Action]:
    """The options that are not foolish, or those that the game lets players who err choose from."""
    if judgement.sensible is None:
        return perspective.sensible
    found: list[Action] = judgement.sensible(perspective.imagine(Stream(0)))
    return found


class FallibleJudge(Judge):
    """How positions look to a player who errs, in the unit of the game; only victory counts for more."""

    def __init__(self, perspective: Perspective, judgement: Judgement[Any], outlook: Outlook) -> None:
        super().__init__(perspective)
        self.judgement = judgement
        self.outlook = outlook

    def worth(self, state: State) -> float:
        judgement = self.judgement
        if state.result is None and judgement.ahead is not None and not self.outlook.hasty:
            state = judgement.ahead(state, self.seat)
        result = state.result
        if result is not None:
            return self.worth_of_chance(result.payoffs()[self.seat])
        judged = judgement.worth if self.outlook.blind else judgement.lead
        found: float = judged(state, self.seat)
        return found

    def worth_of_chance(self, chance: float) -> float:
        return WON * (chance - 0.5)


# A turn has one mood and a match one character, whichever process asks


def mood_seed(perspective: Perspective, source: Source) -> int:
    """The same for all decisions of a turn: made of what happened before it. Where nothing is known of that,
    any number will do.
    """
    story = perspective.story
    if not story:
        return source.below(SEEDS)
    return digest(story[: turn_began(story, perspective.seat)], perspective.seat)


def character_seed(perspective: Perspective) -> int:
    """The same for all decisions of a match but the first few."""
    return digest(perspective.story[:FIRST_DEEDS], perspective.seat)


def digest(story: tuple[Deed, ...], seat: int) -> int:
    """A number that two different stories hardly share."""
    found = seat + 1
    for actor, action in story:
        index = -1 if action is None else action.index
        found = (found * MULTIPLIER + 31 * (actor + 7) + index + 2) % MODULUS
    return found
