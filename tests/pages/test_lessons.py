"""Lessons: every one is played through, and everything it says about the table is compared with the match."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots.levels import LEVELS
from ludoteca.games import load, names
from ludoteca.house.web.pages.lesson import LEARNER, NONE_EARLY, Lesson, Step, lesson_of, lessons_of
from ludoteca.house.web.pages.lesson_page import LessonPage
from ludoteca.kernel.choices import choices
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.speaker import Speaker

LANGUAGES = ("en", "it")
GAMES = [name for name in names() if lessons_of(load(name))]
LESSONS = [(game, outline.name) for game in GAMES for outline in lessons_of(load(game))]
PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "lessons.md"
RULE = re.compile(r"[A-Z]{3}-[0-9]+\.[0-9]+")
MARKED = re.compile(r"^- \*\*([A-Z]{3}-[0-9.]+)\*\* \*(printed|ruling|house)\*", re.MULTILINE)
ENGLISH = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ITALIAN = ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"]
NUMBER_WORDS = {"en": ENGLISH[2:], "it": [word for word in ITALIAN[2:] if word != "sei"]}


@cache
def played(game: str, name: str) -> Lesson:
    lesson = lesson_of(load(game), name)
    assert lesson is not None
    return lesson


def after(lesson: Lesson, at: int) -> Any:
    return lesson.steps[at + 1].state if at < lesson.last else lesson.end


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"[0-9]+", RULE.sub("", text)))


def numbers_claimed(claims: tuple[str, ...]) -> set[str]:
    """The numbers in claims; where they quote a rule, its numbers may be words."""
    text = " ".join(claims)
    words = re.findall("[a-z]+", text.lower())
    return numbers_in(text) | {str(ENGLISH.index(word)) for word in words if word in ENGLISH}


class Table:
    """What claims are about: the table before and after the moves of a step, as the learner sees it."""

    def __init__(self, lesson: Lesson, at: int) -> None:
        game, step = lesson.game, lesson.steps[at]
        speaker = Speaker(game, lesson.setup.edition, lesson.setup.seats, lesson.names, "en")
        asked = choices(game, step.state, LEARNER, speaker)
        events = lesson.steps[at + 1].events if at < lesson.last else []
        about = presentation_of(game).about
        assert about is not None
        self.known: dict[str, Any] = {
            "now": game.view(step.state, LEARNER),
            "then": game.view(after(lesson, at), LEARNER),
            "state": step.state,
            "after": after(lesson, at),
            "edition": lesson.setup.edition,
            "spell": speaker.spell,
            "about": lambda key: about(game.view(step.state, LEARNER), speaker, key),
            "rule": lambda name: game.rules()[name],
            "told": [event.text() for event in events],
            "said": " ".join(filter(None, map(speaker.event, events))),
            "offered": [choice.text for choice in asked.offered],
            "refused": {choice.text: choice.rule for choice in asked.refused},
        }

    def holds(self, claim: str) -> bool:
        return eval(claim, dict(self.known)) is True


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_can_be_played_and_says_something_in_every_language(game: str, name: str) -> None:
    lesson = played(game, name)
    outline = lesson.outline
    assert 4 <= outline.minutes <= 8
    assert outline.level in LEVELS
    assert outline.preset in ("", *load(game).presets)
    assert len({step.name for step in lesson.steps}) == len(lesson.steps)
    for language in LANGUAGES:
        assert outline.title[language] and outline.teaches[language]
        for at in range(lesson.last + 1):
            page = LessonPage(lesson, at, language, narrow=False)
            assert page.text, f"step {page.step.name} says nothing"
            if page.step.yours:
                assert page.wanted in [choice.text for choice in page.offered] and page.label
    assert lesson.last >= 4 and not lesson.steps[-1].moves


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_the_board_of_a_lesson_can_be_drawn_at_both_widths(game: str, name: str) -> None:
    lesson = played(game, name)
    for at in (0, lesson.last // 2, lesson.last):
        for narrow in (False, True):
            assert LessonPage(lesson, at, "en", narrow).picture().parts


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_claim_of_a_lesson_is_true_at_its_table(game: str, name: str) -> None:
    lesson = played(game, name)
    for at, step in enumerate(lesson.steps):
        table = Table(lesson, at)
        assert step.claims, f"step {step.name} claims nothing"
        empty = [claim for claim in step.claims if not set(re.findall(r"\w+", claim)) & set(table.known)]
        assert not empty, f"step {step.name}: true at any table: {empty}"
        wrong = [claim for claim in step.claims if not table.holds(claim)]
        assert not wrong, f"step {step.name}: {wrong}"


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_number_in_a_lesson_is_part_of_a_claim(game: str, name: str) -> None:
    for step in played(game, name).steps:
        claimed = numbers_claimed(step.claims)
        for language in LANGUAGES:
            assert numbers_in(step.text[language]) <= claimed, f"{step.name} ({language})"
            words = re.findall(r"[a-zà-ù]+", step.text[language].lower())
            assert not set(words) & set(NUMBER_WORDS[language]), f"{step.name} ({language}): write digits"
        assert numbers_in(step.text["en"]) == numbers_in(step.text["it"]), step.name


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_gives_the_learner_something_to_do(game: str, name: str) -> None:
    steps = played(game, name).steps
    assert 2 * sum(step.yours for step in steps) >= len(steps) - 2


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_ends_with_a_scored_match(game: str) -> None:
    outlines = lessons_of(load(game))
    assert 2 <= len(outlines) <= 3
    assert played(game, outlines[0].name).end.over


# What lessons teach


def taught(game: str) -> dict[str, set[str]]:
    return {
        outline.name: {rule for step in played(game, outline.name).steps for rule in step.rules}
        for outline in lessons_of(load(game))
    }


def due(game: str) -> set[str]:
    """The rules that are no rulings of ours."""
    marked = MARKED.findall((load(game).folder / "rules.md").read_text(encoding="utf-8"))
    return {rule for rule, mark in marked if mark != "ruling"}


def in_order(rules: set[str]) -> list[str]:
    return sorted(rules, key=lambda rule: [int(part) for part in rule[4:].split(".")])


@pytest.mark.parametrize("game", GAMES)
def test_lessons_teach_at_least_four_fifths_of_the_rules(game: str) -> None:
    rules = load(game).rules()
    found = set().union(*taught(game).values())
    assert found <= set(rules), found - set(rules)
    missing = due(game) - found
    assert len(missing) <= len(due(game)) / 5, in_order(missing)


@pytest.mark.parametrize("game", GAMES)
def test_the_documentation_lists_what_each_lesson_teaches(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, rules in taught(game).items():
        row = f"| `{name}` | {', '.join(in_order(rules))} |"
        assert row in page, f"docs/lessons.md should say\n{row}"
    found = set().union(*taught(game).values()) & due(game)
    share = f"{len(found)} of {len(due(game))} rules ({100 * len(found) / len(due(game)):.0f} %)"
    assert f"Together the lessons of {load(game).title} teach {share}" in page, share


@pytest.mark.parametrize("game", GAMES)
def test_ten_questions_a_game_are_answered_by_a_step(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    asked = re.findall(rf"^\| [^|]+\? \| [^|]+ \| `{game}/([^/`]+)/([^/`]+)` \|$", page, re.MULTILINE)
    assert len(asked) == 10
    for name, step in asked:
        assert step in [there.name for there in played(game, name).steps], (name, step)


# Other moves than the wanted one


def other_moves(lesson: Lesson) -> list[tuple[int, Step, str]]:
    found = []
    for at, step in enumerate(lesson.steps):
        texts = [choice.text for choice in LessonPage(lesson, at, "en", narrow=False).offered]
        found += [(at, step, text) for text in texts if text != step.wanted]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_answered_by_what_it_would_do(game: str) -> None:
    lesson = played(game, lessons_of(load(game))[0].name)
    others = other_moves(lesson)
    assert others
    answered = 0
    for at, _, text in others[:40]:
        page = LessonPage(lesson, at, "en", narrow=False)
        before = page.view
        answered += bool(page.would(text))
        assert page.view == before, "nothing is really played"
    assert answered


def test_a_move_that_is_not_offered_would_do_nothing() -> None:
    page = LessonPage(played("bosa", "1-houses"), 0, "en", narrow=False)
    assert page.would("line row") == []


def test_what_the_lesson_wants_later_may_be_done_now_if_it_comes_to_the_same() -> None:
    game = load("bello_divorum")
    for outline in lessons_of(game):
        lesson = played(game.name, outline.name)
        for at, _, text in other_moves(lesson):
            early = lesson.made_early(at, text)
            if early == NONE_EARLY:
                continue
            page = LessonPage(lesson, at, "en", narrow=False, early=early)
            assert page.early == early
            assert page.view != LessonPage(lesson, at, "en", narrow=False).view
            assert page.wanted in [choice.text for choice in page.offered]
            return
    pytest.fail("no move may be made early")


def test_a_step_that_cannot_come_early_is_not_believed() -> None:
    lesson = played("bosa", "1-houses")
    assert LessonPage(lesson, 0, "en", narrow=False, early=5).early == NONE_EARLY
    assert LessonPage(lesson, 0, "en", narrow=False, early=999).early == NONE_EARLY
