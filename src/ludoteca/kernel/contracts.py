"""What a game may offer beyond its rules: what bots may know of it, and what people see of it.

`Game` is the contract every game fulfils. The parts here are optional: a game without one has `None` in its
place. Each part is a bundle of functions, so that whoever needs one calls it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State
from ludoteca.kernel.words import PhraseBook

S = TypeVar("S", bound=State)

Breakdown = tuple[int, str, str]
"""A seat, a category and its value, such as `0, "role", "dean"`: what a finished match can be sorted by."""


class ExpectedScores(Generic[S]):
    """For games that are won by points.

    `scores`   what every seat may expect to score in the end
    `chances`  the chance of winning of each seat if such scores were expected in this state
    """

    def __init__(
        self, scores: Callable[[S], list[float]], chances: Callable[[S, list[float]], list[float]]
    ) -> None:
        self.scores = scores
        self.chances = chances


class QuickPolicy(Generic[S]):
    """What a sensible player does without much thought.

    `answer`   one decision of the acting seat or several in a row; empty where evaluating is as quick
    `routine`  what the acting seat does as a matter of course; None where there is something to weigh
    """

    def __init__(
        self, answer: Callable[[S], list[Action]], routine: Callable[[S], Action | None] | None = None
    ) -> None:
        self.answer = answer
        self.routine = routine


class FittedFeatures(Generic[S]):
    """The features an evaluation adds up, for fitting their weights.

    `weights`   a `ludoteca.bots.weights.Weights`
    `features`  the features of a seat; empty where a position teaches nothing
    `moment`    how far the match has come for a seat, as the weights count it
    """

    def __init__(
        self, weights: Any, features: Callable[[S, int], list[float]], moment: Callable[[S, int], int]
    ) -> None:
        self.weights = weights
        self.features = features
        self.moment = moment


class Remark:
    """What a bot says at the table: a key of the phrase book's section `remark`, and the details that the
    sentence names, each with its noun and value.
    """

    def __init__(self, key: str, details: Sequence[tuple[str, str, int]] = ()) -> None:
        self.key = key
        self.details = tuple(details)


class Judgement(Generic[S]):
    """How a player judges a position who may err: in the unit the game is played for, such as points.

    `weights`  the `ludoteca.bots.weights.Weights` that can be misjudged
    `worth`    what the position is worth to a seat that does not look at its rivals
    `lead`     the same compared with what the rivals have
    `certain`  features that nobody misjudges, such as points scored
    `rivals`   features that one sees only by looking at the others
    `ahead`    the state when the acting seat has thought its turn through
    `sensible` the options worth a thought: all but those that decline what is free
    """

    def __init__(
        self,
        weights: Any,
        worth: Callable[[S, int], float],
        lead: Callable[[S, int], float],
        *,
        certain: Sequence[str] = (),
        rivals: Sequence[str] = (),
        ahead: Callable[[S, int], S] | None = None,
        sensible: Callable[[S], list[Action]] | None = None,
    ) -> None:
        self.weights = weights
        self.worth = worth
        self.lead = lead
        self.certain = tuple(certain)
        self.rivals = tuple(rivals)
        self.ahead = ahead
        self.sensible = sensible


class BotKnowledge(Generic[S]):
    """What bots may know of a game.

    `evaluate`     how good a state looks for a seat, from 0 (lost) to 1 (won)
    `win_chances`  the same for every seat at once
    `likelihood`   how well an imagined world explains what the others did, relative to other worlds
    `remark`       what a seat tells the others of its plans; None where it keeps them to itself
    `judgement`    how a player judges who may err
    `foolish`      whether an option is foolish whatever else is true; it gets what the seat did before in
                   this turn. Bots that look one decision ahead leave such options out
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
        remark: Callable[[S, int], Remark | None] | None = None,
        judgement: Judgement[S] | None = None,
        foolish: Callable[[S, Action, list[Action]], bool] | None = None,
    ) -> None:
        self.evaluate = evaluate
        self.win_chances = win_chances or (
            lambda state: [evaluate(state, seat) for seat in range(state.seats)]
        )
        self.expected_scores = expected_scores
        self.quick_policy = quick_policy
        self.fitted = fitted
        self.likelihood = likelihood
        self.remark = remark
        self.judgement = judgement
        self.foolish = foolish

    def quick_answer(self, state: S) -> list[Action]:
        """What the quick policy does now; empty where there is none or it has no answer."""
        return self.quick_policy.answer(state) if self.quick_policy is not None else []

    def routine(self, state: S) -> Action | None:
        """What the quick policy does as a matter of course."""
        policy = self.quick_policy
        return policy.routine(state) if policy is not None and policy.routine is not None else None


class Encoding(Generic[S]):
    """How views become vectors for learners.

    `layout`  the `ludoteca.encoding.layout.Layout` of a set-up
    `facts`   a quicker way to the values of a seat's view, field by field in their order; trailing fields
              that the layout leaves out may be missing
    """

    def __init__(
        self, layout: Callable[[Setup], Any], facts: Callable[[S, int], list[Any]] | None = None
    ) -> None:
        self.layout = layout
        self.facts = facts


class DrawBoard(Protocol):
    def __call__(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any: ...


class Presentation:
    """What people see of a game. Pictures are `ludoteca.draw` scenes and groups.

    `board(view, speaker, choices, narrow)`  the table; `narrow` asks for a layout that fits a phone
    `cover(edition)`                         a picture of 640 by 360 made of the game's components
    `box(edition)`                           everything in the box, as `ludoteca.draw.Shelf`s of pieces that
                                             `about` explains
    `prints(view, speaker)`                  what is printed and cut out at home, as
                                             `ludoteca.draw.PrintedSheet`s; the pieces of `box` as cards if
                                             not given
    `player_facts(edition, seats, words)`    what the set-up page fills in, speaking of numbers of players
    `entries(edition)`                       the keys of the pieces that entries of the edition file describe,
                                             by the entries' paths
    `seen(view, speaker)`                    what a viewer may remember of the decks, as `ludoteca.draw.Seen`
    `chapter(view, words)`                   the part of the match a view belongs to, such as “Round 3”
    `spell(noun, value, edition, words)`     what a value is called; the phrase book's noun if not given
    `piece(noun, value)`                     the key of the piece that a noun in a sentence names, or empty
    `about(view, speaker, key)`              what the inspector says of a piece, by the key its group has
    `sheets`                                 the `ludoteca.draw.Sheet`s of art that its pictures refer to
    `laid_together`                          names of small decisions that a page lays out together with those
                                             that follow, answered as one
    `begins_plan`                            verbs after which such decisions come
    `propose(state)`                         what a page proposes for a small decision; None for what looks
                                             best at once
    `of_course(state)`                       what a page does without asking, since nobody would do otherwise;
                                             the bots' routine if not given
    `standing`                               questions, by name, with the text of the answer that a seat may
                                             let stand, so that it is not asked again and again
    `turn_of(view)`                          the seat whose turn it is, -1 if nobody's
    `points(view)`                           what every seat has scored so far, as everybody knows it
    `seat_colours(view, edition)`            the colour each seat has on the board
    `ending`                                 the verbs that end a turn or give something up: pages ask once
                                             more while anything else is left to do
    `score_sheet(view, speaker, events)`     after the end, a `draw.ScoreSheet`: where the points came from
    `moments`                                by the name of an event, what makes a `draw.Moment` of it
    """

    def __init__(
        self,
        board: DrawBoard,
        *,
        cover: Callable[[Any], Any] | None = None,
        box: Callable[[Any], Sequence[Any]] | None = None,
        prints: Callable[[Any, Any], Sequence[Any]] | None = None,
        entries: Callable[[Any], Mapping[str, str]] | None = None,
        seen: Callable[[Any, Any], Sequence[Any]] | None = None,
        player_facts: Callable[[Any, int, PhraseBook], Mapping[str, int | str]] | None = None,
        chapter: Callable[[Any, PhraseBook], str] | None = None,
        spell: Callable[[str, int, Any, PhraseBook], str] | None = None,
        piece: Callable[[str, int], str] | None = None,
        about: Callable[[Any, Any, str], Any] | None = None,
        sheets: Sequence[Any] = (),
        laid_together: Sequence[str] = (),
        begins_plan: Sequence[str] = (),
        propose: Callable[[Any], Action | None] | None = None,
        of_course: Callable[[Any], Action | None] | None = None,
        standing: Mapping[str, str] | None = None,
        turn_of: Callable[[Any], int] | None = None,
        points: Callable[[Any], Sequence[int]] | None = None,
        ending: Sequence[str] = (),
        seat_colours: Callable[[Any, Any], Sequence[Any]] | None = None,
        score_sheet: Callable[[Any, Any, Any], Any] | None = None,
        moments: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        self.board = board
        self.cover = cover
        self.box = box
        self.prints = prints
        self.entries = entries
        self.seen = seen
        self.player_facts = player_facts
        self.chapter = chapter
        self.spell = spell
        self.piece = piece
        self.about = about
        self.sheets = sheets
        self.laid_together = laid_together
        self.begins_plan = begins_plan
        self.propose = propose
        self.of_course = of_course
        self.turn_of = turn_of
        self.points = points
        self.standing: Mapping[str, str] = standing or {}
        self.ending = ending
        self.seat_colours = seat_colours
        self.score_sheet = score_sheet
        self.moments = moments or {}
