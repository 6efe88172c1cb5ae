"""For each law a game that breaks it; the examiner must name that law, with a record that shows it."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.examiner import Breach, examine, reproduces
from ludoteca.kernel.actions import Action, Catalogue, Domain
from ludoteca.kernel.contracts import BotKnowledge
from ludoteca.kernel.events import EVERYONE, NO_ONE, Audience, EventKinds, only
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.state import Agenda
from tests.examiner.variants import owl
from tests.toys.owl import ACTS, CARD, DREW, FLY, GAME, SLEEP, Draw, Owl, OwlState, OwlView, Turn


def found(game: Owl, law: str, says: str, replays: bool = True) -> Breach:
    """The first thing the examiner finds: the law, the sentence, and a record that leads there again."""
    report = examine(game, matches=60, most=1)
    assert report.laws == [law], str(report)
    (breach,) = report.breaches
    assert re.search(says, breach.sentence), breach.sentence
    assert reproduces(game, breach), str(breach)
    if replays:
        match = replay(game, read_record(breach.record))
        assert len(match.entries) == breach.lines
    return breach


class OddTurn(Turn):
    """A turn that is asked in the same words."""

    def name(self) -> str:
        return "turn"


# Secrecy


class ShowsHands(Owl):
    def view(self, state: OwlState, seat: int) -> OwlView:
        return OwlView(seat, state.actor, tuple([tuple(cards) for cards in state.cards]))


class ShowsToNextSeat(Owl):
    def view(self, state: OwlState, seat: int) -> OwlView:
        shown = super().view(state, seat)
        return super().view(state, seat - 1) if seat > 0 and state.actor >= 0 else shown


class MutableView(Owl):
    def view(self, state: OwlState, seat: int) -> OwlView:
        shown: Any = [*super().view(state, seat).cards]
        return OwlView(seat, state.actor, shown)


def quiet_draw(told_to: Callable[[Draw], Audience], seen_by: Callable[[Draw], Audience]) -> type[Draw]:
    """A draw of a hand whose event is told to some and whose action is seen by others."""

    class Odd(Draw):
        def audience(self, state: OwlState, action: Action) -> Audience:
            return EVERYONE if state.cards[self.owner] else seen_by(self)

        def play(self, state: OwlState, action: Action) -> None:
            state.confide(EVERYONE if state.cards[self.owner] else told_to(self), DREW, self.owner, action.a)
            state.deck.remove(action.a)
            state.cards[self.owner].append(action.a)

    return Odd


def owner(draw: Draw) -> Audience:
    return only(draw.owner)


class OwnActionHidden(OddTurn):
    def audience(self, state: OwlState, action: Action) -> Audience:
        return only((self.seat + 1) % state.seats)


class KeepsTruth(Owl):
    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        return state.copy()


class RedealsOwnHand(Owl):
    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        return super().imagine(state, -1, source)


class ChangesTruth(Owl):
    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = super().imagine(state, seat, source)
        state.deck = twin.deck[:]
        return twin


class InventsCards(Owl):
    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin = super().imagine(state, seat, source)
        twin.deck = state.deck[:]
        return twin


class DrawsByMood(Owl):
    mood = 0

    def board(self, view: OwlView, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
        scene = super().board(view, speaker, choices, narrow)
        DrawsByMood.mood += 1
        scene.add("table", d.circle(DrawsByMood.mood, 1, 1))
        return scene


class ImaginesFromTheTruth(Owl):
    """A fair shuffle, but of cards that lie in the order of the true hands."""

    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin, hidden = state.copy(), state.hidden_from(seat)
        twin.deck = shuffled([*sorted(state.deck), *(state.cards[other][0] for other in hidden)], source)
        for other in hidden:
            twin.cards[other][0] = twin.deck.pop()
        return twin


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (owl(ShowsHands), "the view tells them apart"),
        (owl(ShowsToNextSeat), "viewer"),
        (owl(MutableView), "no plain data"),
        (owl(draw=quiet_draw(lambda draw: EVERYONE, owner)), "the log tells them apart"),
        (owl(draw=quiet_draw(owner, lambda draw: NO_ONE)), "the log tells them apart"),
        (owl(draw=quiet_draw(owner, lambda draw: EVERYONE)), "what was seen settles"),
        (owl(turn=OwnActionHidden), "may not see its own action"),
        (owl(KeepsTruth), "is the same in all of"),
        (owl(RedealsOwnHand), "the imagined state looks different"),
        (owl(ChangesTruth), "imagining changed the state"),
        (owl(InventsCards), "the imagined state is impossible: not four"),
        (owl(ImaginesFromTheTruth), "what is imagined depends on the truth"),
        (owl(DrawsByMood), "drawn differently"),
    ],
)
def test_secrecy(game: Owl, says: str) -> None:
    assert found(game, "secrecy", says).seat is not None


class ImaginesHighCards(Owl):
    def imagine(self, state: OwlState, seat: int, source: Source) -> OwlState:
        twin, hidden = state.copy(), state.hidden_from(seat)
        twin.deck = shuffled(sorted(state.deck + [state.cards[other][0] for other in hidden]), source)
        for other in hidden:
            twin.cards[other][0] = max(twin.deck[-2:])
            twin.deck.remove(twin.cards[other][0])
        return twin


def test_posterior() -> None:
    found(owl(ImaginesHighCards), "posterior", "does not follow the true odds")


# Copies


class SharedDeck(OwlState):
    def copy(self) -> "SharedDeck":
        twin = SharedDeck(self.seats)
        self.share_agenda(twin)
        twin.deck, twin.cards = self.deck, [held[:] for held in self.cards]
        return twin


class Forgetful(OwlState):
    def copy(self) -> "Forgetful":
        twin = Forgetful(self.seats)
        self.share_agenda(twin)
        twin.deck = self.deck[:]
        return twin


@pytest.mark.parametrize(
    ("state", "says"), [(SharedDeck, "changed the original"), (Forgetful, "a copy differs from its original")]
)
def test_copy(state: type[OwlState], says: str) -> None:
    found(owl(state=state), "copy", says)


BORROWERS: list[OwlState] = []


class Lender(OwlState):
    """A copy borrows the deck and gets its own at a draw; the original goes on with the one it lent."""

    def copy(self) -> "Lender":
        twin = Lender(self.seats)
        self.share_agenda(twin)
        twin.deck, twin.cards = self.deck, [held[:] for held in self.cards]
        BORROWERS.append(twin)
        return twin

    def confide(self, *told: Any, **more: Any) -> None:
        if any(self is borrower for borrower in BORROWERS):
            self.deck = self.deck[:]
        super().confide(*told, **more)


def test_aliasing() -> None:
    found(owl(state=Lender), "aliasing", "changed while play went on")


# Determinism


LUCK = random.Random()


class Whimsical(OddTurn):
    """Flying fails now and then, by the state's own luck."""

    def play(self, state: OwlState, action: Action) -> None:
        super().play(state, action)
        if action.verb is FLY and LUCK.random() < 0.5:
            state.agenda.pop()


class OwnLuck(Draw):
    def sample(self, state: OwlState, source: Source) -> Action:
        return CARD[LUCK.choice(state.deck)]


def test_determinism() -> None:
    LUCK.seed(1)
    found(owl(turn=Whimsical), "determinism", "leads? elsewhere", replays=False)
    found(owl(draw=OwnLuck), "determinism", "the same seeds lead to different matches", replays=False)


# Progress


class NoWayOut(OddTurn):
    def objection(self, state: OwlState, action: Action) -> str | None:
        return "OWL-2.2" if len(state.cards[self.seat]) > 2 else None

    def play(self, state: OwlState, action: Action) -> None:
        state.push(self)
        state.push(Draw(self.seat))


class Sleepless(OddTurn):
    def objection(self, state: OwlState, action: Action) -> str | None:
        return None

    def play(self, state: OwlState, action: Action) -> None:
        state.push(self)


class Stumbles(OddTurn):
    def play(self, state: OwlState, action: Action) -> None:
        super().play(state, action)
        if action.verb is FLY:
            raise KeyError("wing")


class Unranked(OddTurn):
    def play(self, state: OwlState, action: Action) -> None:
        if action is SLEEP and self.seat == state.seats - 1:
            state.finish(Result("score", [1]))
        else:
            super().play(state, action)


class Unlaid(Owl):
    def start(self, setup: Setup) -> OwlState:
        if setup.seats == 3:
            raise IndexError("no third chair")
        return super().start(setup)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (owl(turn=NoWayOut), "dead end: seat 0 has no option"),
        (owl(turn=Sleepless), "9 decisions; its bound is 8"),
        (owl(turn=Stumbles), "KeyError: 'wing'"),
        (owl(turn=Unranked), "does not give every seat a place"),
    ],
)
def test_progress(game: Owl, says: str) -> None:
    found(game, "progress", says)


def test_a_table_that_cannot_be_laid() -> None:
    breach = found(owl(Unlaid), "progress", "the table cannot be laid: IndexError", replays=False)
    assert breach.seats == 3


# Objections


class NamesNoRule(OddTurn):
    def objection(self, state: OwlState, action: Action) -> str | None:
        return "OWL-9.9" if len(state.cards[self.seat]) + action.a > 4 else None


class OffersForbidden(OddTurn):
    def options(self, state: OwlState) -> list[Action]:
        return [*FLY.actions, SLEEP]


class Backwards(OddTurn):
    def options(self, state: OwlState) -> list[Action]:
        return super().options(state)[::-1]


class SaysItTwice(OddTurn):
    def candidates(self, state: OwlState) -> list[Action]:
        return [*FLY.actions, SLEEP, SLEEP]


class OffersChance(OddTurn):
    def candidates(self, state: OwlState) -> list[Action]:
        return [*FLY.actions, SLEEP, CARD[1]]


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        (NamesNoRule, "“OWL-9.9” to “fly 2” names no rule"),
        (OffersForbidden, "“fly 2” is an option, and OWL-2.2 objects"),
        (
            Backwards,
            r"the options are \[sleep, fly 2, fly 1\]; free of objections are \[fly 1, fly 2, sleep\]",
        ),
        (SaysItTwice, "candidates come twice: sleep"),
        (OffersChance, "no decision of the catalogue"),
    ],
)
def test_objections(turn: type[OddTurn], says: str) -> None:
    found(owl(turn=turn), "objections", says)


# Odds


class LowCards(Draw):
    def sample(self, state: OwlState, source: Source) -> Action:
        return min(super().sample(state, source), super().sample(state, source), key=lambda card: card.a)


class Impossible(Draw):
    def sample(self, state: OwlState, source: Source) -> Action:
        return CARD[1 + source.below(6)]

    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(card, weight) for card, weight in super().odds(state) if card.a > 1]


class ZeroWeight(Draw):
    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(CARD[value], state.deck.count(value)) for value in range(1, 7)]


class TwoLines(Draw):
    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(CARD[value], 1) for value in state.deck]


class Decided(Draw):
    def odds(self, state: OwlState) -> list[tuple[Action, int]]:
        return [(SLEEP, 1), *super().odds(state)]


class CallsItCertain(OddTurn):
    def play(self, state: OwlState, action: Action) -> None:
        super().play(state, action)
        if action.verb is FLY:
            steps = state.agenda.steps()
            state.agenda = Agenda(
                [CertainDraw(self.seat) if isinstance(step, Draw) else step for step in steps]
            )


class CertainDraw(Draw):
    def certainty(self, state: OwlState) -> Action | None:
        return CARD[state.deck[0]]


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (owl(draw=LowCards), "does not draw by its odds"),
        (owl(draw=Impossible), "“card 1”, which is not among its odds"),
        (owl(draw=TwoLines), "an outcome comes twice"),
        (owl(draw=Decided), "“sleep” may come at “decided”, but is no outcome"),
        (owl(turn=CallsItCertain), "is called certain"),
    ],
)
def test_odds(game: Owl, says: str) -> None:
    found(game, "odds", says)


class AllDraws(OddTurn):
    def play(self, state: OwlState, action: Action) -> None:
        super().play(state, action)
        if action.verb is FLY:
            steps = state.agenda.steps()
            state.agenda = Agenda(
                [ZeroWeight(self.seat) if isinstance(step, Draw) else step for step in steps]
            )


def test_a_weight_of_zero() -> None:
    found(owl(turn=AllDraws, draw=ZeroWeight), "odds", "has the weight 0")


# Conservation, evaluation


class LosesCards(Draw):
    def play(self, state: OwlState, action: Action) -> None:
        super().play(state, action)
        if action.a == 6:
            state.cards[self.owner][-1] = 5


class TooHopeful(Owl):
    @property
    def bot(self) -> BotKnowledge[OwlState]:
        return BotKnowledge(lambda state, seat: sum(state.cards[seat]) / 5)


def test_conservation() -> None:
    assert found(owl(draw=LosesCards), "conservation", "not four of 5; not four of 6").lines == 1


def test_evaluation() -> None:
    found(owl(TooHopeful), "evaluation", "expected a number from 0 to 1")


# Undo


SILENT = EventKinds()
SILENT_DREW = SILENT.kind("drew", "seat number?", "OWL-1.2")
SILENT_SHOWED = SILENT.kind("showed", "", "OWL-3.1")


class TakesBackTheEnd(OddTurn):
    """The hands are shown, and nothing says that this cannot be taken back."""

    def play(self, state: OwlState, action: Action) -> None:
        journal, state.journal = state.journal, None
        super().play(state, action)
        state.journal = journal
        if state.over:
            state.tell(SILENT_SHOWED)


def test_undo() -> None:
    found(owl(turn=TakesBackTheEnd, events=SILENT), "undo", "“sleep” tells the seat something new")


# Words


def catalogue_with(text: str, action: Action) -> Catalogue:
    """The catalogue of Owl, in which a text leads to another action."""
    made = Catalogue("Owl")
    made.verbs, made.decisions, made.outcomes = ACTS.verbs, ACTS.decisions, ACTS.outcomes
    made.by_text.update(ACTS.by_text)
    made.by_text[text] = action
    return made


def test_texts() -> None:
    found(
        owl(catalogue=catalogue_with("card 2", CARD[3])),
        "words",
        "“card 2” does not parse back",
        replays=False,
    )
    strange = Catalogue("Owl")
    strange.verb("fly", Domain("number", ["#1"]))
    found(owl(catalogue=strange), "words", "“fly #1” does not fit a record", replays=False)


@pytest.mark.parametrize(
    ("line", "instead", "says"),
    [
        ('showed = "All hands are shown"', "", "says nothing for “showed” in \\[event\\]"),
        ('"drew.hidden" = "{seat} draws a card"', "", "says nothing for “drew.hidden”"),
        ('"{seat} draws a card"', '"{seat} draws a {number}"', "nobody gives a value for {number}"),
        ('turn = "{seat}, fly or sleep?"', "", "says nothing for “turn” in \\[question\\]"),
        ('turn = "{seat}, fly', 'turn = "{name}, fly', "nobody gives a value for {name}"),
        ('sleep = "Sleep"', "", "says nothing for “sleep” in \\[action\\]"),
        ('"OWL-2.2" = "Your row has no room for that"', "", "says nothing for “OWL-2.2” in \\[objection\\]"),
        ('"OWL-2.2" =', '"OWL-7" = "No"\n"OWL-2.2" =', "names the rule OWL-7, which rules.md does not have"),
        ("score =", "points =", "says nothing for “score” in \\[result\\]"),
        ('waiting = "{seat} is deciding."', "", "says nothing for “waiting” in \\[game\\]"),
    ],
)
def test_words(tmp_path: Path, line: str, instead: str, says: str) -> None:
    shutil.copytree(
        GAME.folder, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    book = tmp_path / "words" / "en.toml"
    text = book.read_text(encoding="utf-8")
    assert text.count(line) == 1
    book.write_text(text.replace(line, instead), encoding="utf-8")
    found(owl(folder=tmp_path), "words", says)


def test_languages_say_the_same_things(tmp_path: Path) -> None:
    shutil.copytree(
        GAME.folder, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
    english = (tmp_path / "words" / "en.toml").read_text(encoding="utf-8")
    (tmp_path / "words" / "it.toml").write_text(english.replace('sleep = "Sleep"\n', ""), encoding="utf-8")
    found(owl(folder=tmp_path), "words", "“action.sleep” is said in words/en.toml, but not in words/it.toml")
