"""The coach: a hint in three steps and a word after a costly decision, by what the seat knows alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.analysis import Effort
from ludoteca.analysis.coach import Advice, CoachWords, advise, second_thoughts
from ludoteca.analysis.judge import Alternative, Judge
from ludoteca.analysis.moments import Moment, moments
from ludoteca.bots.bot import Perspective, Random
from ludoteca.bots.playing import perspective_in, play_match
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.source import Stream

LITTLE = Effort(options=6, trials=2, candidates=2, worlds=4, turns=0, glances=2)
RECORDS = Path(__file__).parent.parent / "bosa" / "records"


def lost_victory() -> tuple[Match, Moment]:
    """In this match of Bosa the first seat gave its victory away when it skipped its last house."""
    match = replay(load("bosa"), read_record((RECORDS / "first-game-3.record").read_text()))
    return match, [moment for moment in moments(match) if moment.seat == 0 and moment.action.text == "skip"][
        -1
    ]


def test_the_coach_sees_what_is_better() -> None:
    match, moment = lost_victory()
    source = Stream(1, "a test")
    perspective = Perspective(match.game, moment.before, 0, source)
    advice = advise(perspective, LITTLE, source)
    assert advice.best == "do"
    assert advice.runner_up is not None and advice.runner_up.action == "skip"
    assert advice.runner_up.gain < 0.0


def test_a_costly_decision_gets_a_word_and_a_good_one_none() -> None:
    match, moment = lost_victory()
    judge = Judge(match.game, LITTLE, 1)
    rival = second_thoughts(judge, moment, Stream(1, "a test"))
    assert rival is not None and rival.action == "do"
    good = Moment(moment.line, 0, match.game.catalogue.parse("do"), moment.before, moment.after)
    assert second_thoughts(judge, good, Stream(1, "a test")) is None


def test_advice_does_not_depend_on_what_is_hidden() -> None:
    game = load("bologna")
    match = Match(game, game.setup(3, {"round_cap": 2}), Seeded(4))
    for _ in range(6):
        match.play(match.actor, match.options[0])
    seat = match.actor
    swapped = game.imagine(match.state, seat, Stream(9, "other truth"))
    found = [
        advise(Perspective(game, state, seat, Stream(1, "a")), LITTLE, Stream(2, "b"))
        for state in (match.state, swapped)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_hint_has_three_steps(language: str) -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(1), ["Ada", "Bruno"])
    while match.actor < 0 or match.options[0].verb.name != "take":
        match.play(match.actor, match.options[0])
    source = Stream(1, "a test")
    perspective = perspective_in(match, match.actor, source)
    first, second = (action.text for action in perspective.options[:2])
    advice = Advice(first, Alternative(second, -0.1, 0.01, -6.0, 1.0), (("goods", 4.0), ("score", -1.0)))
    words = CoachWords(perspective, match.speaker(language), source)
    told = [words.step(advice.data(), step) for step in (1, 2, 3)]
    feature = match.speaker(language).book.phrase("feature", "goods")
    assert feature in told[0] and words.named(first) not in told[0]
    assert words.named(first) in told[1] and words.named(second) in told[1]
    assert told[2].startswith(words.named(first)) and "6.0" in told[2] and feature in told[2]
    assert all("{" not in sentence for sentence in told)
    nothing = Advice(first, None, ()).data()
    assert len({words.step(nothing, step) for step in (1, 2, 3)}) == 1
    assert "6.0" in words.word({"action": first, "gain": 0.1, "points": 6.0})


def test_a_match_under_way_has_moments_too() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(1))
    play_match(match, [Random(), None], seed=1)
    assert [moment.seat for moment in moments(match)][-1] == 0
