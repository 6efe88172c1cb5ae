"""Puzzle pages: the address names the puzzle, the browser keeps what was solved, the house counts tries."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from starlette.responses import Response

from ludoteca.analysis.coach import CoachWords
from ludoteca.analysis.puzzle_book import THEMES, Placed, match_of, of_the_day, puzzle_of, puzzles_of
from ludoteca.analysis.teller import deed, percent
from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.playing import perspective_in
from ludoteca.games import load, names
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.service.puzzle_tries import Tries
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.page_request import PageRequest, game_of, read_number
from ludoteca.kernel.choices import choices
from ludoteca.kernel.source import Stream

MOST_POINTS_EXACT: Final = 9.95


class PuzzlePage:
    """A puzzle in one language."""

    def __init__(self, placed: Placed, language: str, narrow: bool) -> None:
        self.placed = placed
        self.puzzle = placed.puzzle
        self.match = match_of(placed.game, placed.number)
        self.game = self.match.game
        self.state = self.match.state
        self.seat = placed.puzzle.seat
        self.speaker = self.match.speaker(language)
        self.asked = choices(self.game, self.state, self.seat, self.speaker)
        self.narrow = narrow

    @property
    def question(self) -> str:
        return self.asked.question

    def picture(self) -> BoardPicture:
        view = self.game.view(self.state, self.seat)
        return BoardPicture(self.game, view, self.speaker, self.asked, self.narrow)

    def named(self, text: str) -> str:
        """An option in words."""
        return deed(self.state, self.game.catalogue.parse(text), self.speaker)

    @property
    def labels(self) -> dict[str, str]:
        """The options by what they would do, as far as the seat can tell; as on their buttons where that
        says the same of several.
        """
        source = Stream(self.placed.number, "labels")
        words = CoachWords(perspective_in(self.match, self.seat, source), self.speaker, source)
        told = {choice.text: words.named(choice.text) for choice in self.asked.offered}
        if len(set(told.values())) == len(told):
            return told
        return {choice.text: choice.label for choice in self.asked.offered}

    def offers(self, text: str) -> bool:
        return any(choice.text == text for choice in self.asked.offered)

    def cost(self, text: str) -> str:
        """What an option loses against the answer: points, or the chance of winning."""
        points, chance = self.puzzle.lost.get(text, (0.0, 0.0))
        if knowledge_of(self.game).expected_scores is None:
            return percent(chance)
        return f"{points:.0f}" if points >= MOST_POINTS_EXACT else f"{points:.1f}"

    @property
    def counts_points(self) -> bool:
        return knowledge_of(self.game).expected_scores is not None

    @property
    def reasons(self) -> list[str]:
        """What speaks for the answer, by name."""
        found = [self.speaker.book.find("feature", name) for name, size in self.puzzle.reasons if size > 0]
        return list(dict.fromkeys(name for name in found if name))

    @property
    def others(self) -> list[tuple[str, str]]:
        """The other options with what they lose, the best first."""
        ranked = sorted(self.puzzle.lost, key=lambda text: self.puzzle.lost[text])
        return [(self.named(text), self.cost(text)) for text in ranked]


async def puzzles_page(request: PageRequest) -> Response:
    """The puzzle of the day, and all puzzles by game and theme."""
    tries = await request.house.puzzle_tries.all()
    games = [load(name) for name in names() if puzzles_of(name)]
    shelves = [
        {
            "game": game,
            "title": game.words(request.language).phrase("game", "title"),
            "cover": game_cards.cover(game, "puzzle-"),
            "themes": themes_of(game.name, tries),
        }
        for game in games
    ]
    week = [(today() - timedelta(days=past)).isoformat() for past in reversed(range(7))]
    return request.page(
        "puzzles.html", shelves=shelves, daily=daily(request), today=today().isoformat(), week=week
    )


def themes_of(game: str, tries: Tries) -> list[tuple[str, list[tuple[Placed, int]]]]:
    """The puzzles of a game by theme, with their difficulty, the easy ones first."""
    found = []
    for theme in THEMES:
        placed = [one for one in puzzles_of(game) if one.puzzle.theme == theme]
        if placed:
            rated = [(one, tries.difficulty(one)) for one in placed]
            found.append((theme, sorted(rated, key=lambda pair: (pair[1], pair[0].number))))
    return found


def today() -> date:
    return datetime.now(UTC).date()


def daily(request: PageRequest) -> dict[str, Any] | None:
    placed = of_the_day([name for name in names() if puzzles_of(name)], today())
    if placed is None:
        return None
    game = load(placed.game)
    title = game.words(request.language).phrase("game", "title")
    return {"placed": placed, "title": title, "cover": game_cards.cover(game, "daily-")}


def asked_puzzle(request: PageRequest) -> Placed:
    game = game_of(request.http)
    number = read_number(request.http.path_params["number"])
    placed = puzzle_of(game.name, number)
    if placed is None:
        raise NoSuchTable(str(number))
    return placed


async def puzzle_page(request: PageRequest) -> Response:
    """A position to solve."""
    placed = asked_puzzle(request)
    page = await request.heavy_work(lambda: PuzzlePage(placed, request.language, request.narrow))
    return await show_puzzle(request, page)


async def answer_puzzle(request: PageRequest) -> Response:
    """The choice that was made: right or not, and why."""
    placed = asked_puzzle(request)
    form = await request.form()
    page = await request.heavy_work(lambda: PuzzlePage(placed, request.language, request.narrow))
    wish = form.get("do", "")
    chosen = wish[len("act ") :] if wish.startswith("act ") else ""
    chosen = chosen if page.offers(chosen) else ""
    if chosen or wish == "show":
        await request.house.puzzle_tries.note(placed, request.visitor, chosen in page.puzzle.right)
    return await show_puzzle(request, page, chosen, wish == "show")


async def show_puzzle(
    request: PageRequest, page: PuzzlePage, chosen: str = "", shown: bool = False
) -> Response:
    tries = await request.house.puzzle_tries.all()
    tried, first = tries.of(page.placed)
    right = chosen in page.puzzle.right
    solved = right or shown
    picture = page.picture()
    following = puzzle_of(page.game.name, page.placed.number + 1)
    of_today = of_the_day([name for name in names() if puzzles_of(name)], today())
    return request.page(
        "puzzle.html", page=page, labels=page.labels, game=page.game, chosen=chosen, right=right,
        solved=solved, difficulty=tries.difficulty(page.placed), tried=tried, first=first,
        picture=picture.with_choice(page.puzzle.right[0]) if solved else picture.svg(),
        title=page.game.words(request.language).phrase("game", "title"),
        following=following, layout="narrow" if request.narrow else "wide",
        daily=of_today == page.placed, today=today().isoformat(),
    )  # fmt: skip
