"""What a game may offer beyond its rules: what bots may know of it, and what people see of it.

`Game` is what every game fulfils; these may be `None`. Not compiled: mypyc knows no generic dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State
from ludoteca.kernel.words import PhraseBook

S = TypeVar("S", bound=State)

Breakdown = tuple[int, str, str]
"""A seat, a category and its value, such as `0, "role", "dean"`: what a finished match can be sorted by."""


@dataclass(eq=False)
class ExpectedScores(Generic[S]):
    """For games that are won by points."""

    scores: Callable[[S], list[float]]
    """What every seat may expect to score in the end."""
    chances: Callable[[S, list[float]], list[float]]
    """The chance of winning of each seat if such scores were expected in this state."""


@dataclass(eq=False)
class QuickPolicy(Generic[S]):
    """What a sensible player does without much thought."""

    answer: Callable[[S], list[Action]]
    """One decision of the acting seat or several in a row; empty where evaluating is as quick."""
    routine: Callable[[S], Action | None] | None = None
    """What the acting seat does as a matter of course; None where there is something to weigh."""
    margin: float = 0.0
    """If not 0: the answer stands unless another option looks better by such a chance of winning."""


@dataclass(eq=False)
class FittedFeatures(Generic[S]):
    """The features an evaluation adds up, for fitting their weights (a `ludoteca.bots.weights.Weights`)."""

    weights: Any
    features: Callable[[S, int], list[float]]
    """The features of a seat; empty where a position teaches nothing."""
    moment: Callable[[S, int], int]
    """How far the match has come for a seat, as the weights count it."""


@dataclass(eq=False)
class Remark:
    """What a bot says at the table: a key of the phrase book's section `remark`, and the details that the
    sentence names, each with its noun and value.
    """

    key: str
    details: Sequence[tuple[str, str, int]] = ()


@dataclass(eq=False)
class Judgement(Generic[S]):
    """How a player judges a position who may err: in the unit the game is played for, such as points."""

    weights: Any
    """The `ludoteca.bots.weights.Weights` that can be misjudged."""
    worth: Callable[[S, int], float]
    """What the position is worth to a seat that does not look at its rivals."""
    lead: Callable[[S, int], float]
    """The same compared with what the rivals have."""
    certain: Sequence[str] = ()
    """Features that nobody misjudges, such as points scored."""
    rivals: Sequence[str] = ()
    """Features that one sees only by looking at the others."""
    ahead: Callable[[S, int], S] | None = None
    """The state when the acting seat has thought its turn through."""
    sensible: Callable[[S], list[Action]] | None = None
    """The options worth a thought: all but those that decline what is free."""
    mood: float = 0.8
    """How much of an error is made anew every turn, as the rest lasts for the match (squares add up to 1)."""


class BotKnowledge(Generic[S]):
    """What bots may know of a game.

    `evaluate`     how good a state looks for a seat, 0 (lost) to 1 (won); `win_chances`: for every seat
    `likelihood`   how well an imagined world explains what the others did, relative to other worlds
    `hunch`        what an option that tests a secret is worth by what its seat may know; below 0: tests none
    `remark`       what a seat tells the others of its plans; None where it keeps them to itself
    `judgement`    how a player judges who may err
    `foolish`      whether an option is foolish whatever else is true, after what the seat did in this turn
    `turns_begun`  how many turns have begun, where seats are also asked in the turns of others
    `flag`         a `ludoteca.bots.flag.Flag`: how bots come to know where people wish them to come
    """

    def __init__(
        self,
        evaluate: Callable[[S, int], float],
        *,
        win_chances: Callable[[S], list[float]] | None = None,
        expected_scores: ExpectedScores[S] | None = None,
        quick_policy: QuickPolicy[S] | None = None,
        fitted: FittedFeatures[S] | None = None,
        likelihood: Callable[[S, int], float] | None = None,
        hunch: Callable[[S, Action], float] | None = None,
        remark: Callable[[S, int], Remark | None] | None = None,
        judgement: Judgement[S] | None = None,
        foolish: Callable[[S, Action, list[Action]], bool] | None = None,
        turns_begun: Callable[[S], int] | None = None,
        flag: Any = None,
    ) -> None:
        self.evaluate = evaluate
        self.win_chances = win_chances or (lambda state: [evaluate(state, s) for s in range(state.seats)])
        self.expected_scores = expected_scores
        self.quick_policy = quick_policy
        self.fitted = fitted
        self.likelihood = likelihood
        self.hunch = hunch
        self.remark = remark
        self.judgement = judgement
        self.foolish = foolish
        self.turns_begun = turns_begun
        self.flag = flag

    def quick_answer(self, state: S) -> list[Action]:
        """What the quick policy does now; empty where there is none or it has no answer."""
        return self.quick_policy.answer(state) if self.quick_policy is not None else []

    def routine(self, state: S) -> Action | None:
        """What the quick policy does as a matter of course."""
        policy = self.quick_policy
        return policy.routine(state) if policy is not None and policy.routine is not None else None


@dataclass(eq=False)
class Encoding:
    """How views become vectors for learners."""

    layout: Callable[[Setup], Any]
    """The `ludoteca.encoding.layout.Layout` of a set-up."""
    teller: Any = None
    """A quicker way: a `ludoteca.encoding.scribe.Teller`, which tells the numbers that the layout makes of a
    seat's view straight from the state."""


class DrawBoard(Protocol):
    def __call__(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any: ...


@dataclass(eq=False)
class Presentation:
    """What people see of a game. Pictures are `ludoteca.draw` scenes and groups."""

    board: DrawBoard
    """The table; `narrow` asks for a layout that fits a phone."""
    cover: Callable[[Any], Any] | None = None
    """A picture of 640 by 360 made of the components of an edition."""
    box: Callable[[Any], Sequence[Any]] | None = None
    """Everything in the box of an edition, as `draw.Shelf`s of pieces that `about` explains."""
    prints: Callable[[Any, Any], Sequence[Any]] | None = None
    """By view and speaker, the `draw.PrintedSheet`s to cut out at home; the pieces of `box` if not given."""
    entries: Callable[[Any], Mapping[str, str]] | None = None
    """The keys of the pieces that entries of an edition file describe, by the entries' paths."""
    seen: Callable[[Any, Any], Sequence[Any]] | None = None
    """By view and speaker, what a viewer may remember of the decks, as `draw.Seen`."""
    player_facts: Callable[[Any, int, PhraseBook], Mapping[str, int | str]] | None = None
    """By edition and seats, what the set-up page fills in when it speaks of numbers of players."""
    chapter: Callable[[Any, PhraseBook], str] | None = None
    """The part of the match a view belongs to, such as “Round 3”."""
    spell: Callable[[str, int, Any, PhraseBook], str] | None = None
    """What a value of a noun is called in an edition; the phrase book's noun if not given."""
    piece: Callable[[str, int], str] | None = None
    """The key of the piece that a noun in a sentence names with its value, or empty."""
    about: Callable[[Any, Any, str], Any] | None = None
    """By view and speaker, what the inspector says of a piece, by the key its group has."""
    sheets: Sequence[Any] = ()
    """The `draw.Sheet`s of art that the pictures refer to."""
    laid_together: Sequence[str] = ()
    """Names of small decisions that a page lays out together with those that follow, answered as one."""
    begins_plan: Sequence[str] = ()
    """Verbs after which such decisions come."""
    propose: Callable[[Any], Action | None] | None = None
    """What a page proposes for a small decision; None for what looks best at once."""
    of_course: Callable[[Any], Action | None] | None = None
    """What a page does without asking, since nobody would do otherwise; the bots' routine if not given."""
    standing: Mapping[str, str] = field(default_factory=dict)
    """Questions, by name, with the answer that a seat may let stand, so that it is not asked every time."""
    explained: Callable[[Any, Any, Action], Sequence[str]] | None = None
    """By view, speaker and option, what a phone tells before the choice: its board has no room for it."""
    turn_of: Callable[[Any], int] | None = None
    """The seat whose turn it is in a view, -1 if nobody's."""
    points: Callable[[Any, Any], Sequence[int]] | None = None
    """By view and speaker, the points every seat has now, as everybody knows it and the board shows it."""
    ending: Sequence[str] = ()
    """The verbs that end a turn or give something up: pages ask once more while anything else can be done."""
    seat_colours: Callable[[Any, Any], Sequence[Any]] | None = None
    """By view and edition, the colour each seat has on the board, if not that of `draw.SEATS`."""
    score_sheet: Callable[[Any, Any, Any], Any] | None = None
    """After the end, by view, speaker and events, a `draw.ScoreSheet`: where the points came from."""
    companion: Any = None
    """A `draw.Companion`: how a finished table of the boxed game is entered and scored."""
    moments: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """By the name of an event, what makes a `draw.Moment` of it."""
