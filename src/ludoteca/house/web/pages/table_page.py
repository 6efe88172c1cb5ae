"""What one person sees of a table, ready to be written into a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.draw import Piece
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Seat, Table
from ludoteca.house.web.pages import page_parts
from ludoteca.house.web.pages.board_picture import Picture
from ludoteca.house.web.pages.match_log import Diary, diary, voice
from ludoteca.house.web.pages.page_parts import Chair, Door, Offer, Standing, sheet
from ludoteca.house.web.pages.texts import Texts, texts
from ludoteca.kernel.choices import NO_CHOICES, Choice, Choices, choices
from ludoteca.kernel.game import Game
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker

CHAT_LINES: Final = 80
_NO_REASON: Final = Markup()
RULE: Final = re.compile(r"\(([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\)")


def rule_link(game: str, rule: str) -> str:
    """Where a rule can be read."""
    return f"/games/{game}/rules#{rule}"


@lru_cache(maxsize=4096)
def linked(game: str, sentence: str) -> Markup:
    """The sentence with the ids of rules as links."""
    told = str(escape(sentence))
    return Markup(RULE.sub(rf'(<a class="rule" href="{rule_link(game, "")}\1">\1</a>)', told))


def level_name(say: Texts, level: str) -> str:
    """How a level of bots is called."""
    return say(f"level.{level}") if say.has(f"level.{level}") else level


def standings(result: Result, names: Sequence[str]) -> list[Standing]:
    """Who came where, the first first."""
    scores = result.scores or [0] * len(result.places)
    rows = [Standing(*row) for row in zip(result.places, names, scores, strict=True)]
    return sorted(rows, key=lambda row: row.place)


def span(milliseconds: int) -> str:
    """A stretch of time as clocks show it: 4:05, 1:20:00, 3 d 04:00."""
    seconds = max(0, milliseconds) // 1000
    days, seconds = divmod(seconds, 86_400)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    if days:
        return f"{days} d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Sight:
    """Everything the templates ask about a table, as one person may know it.

    What is seen depends on the table, the person, the language and the layout alone, never on the time.
    """

    def __init__(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> None:
        self.table = table
        self.say = texts(language)
        self.language = self.say.language
        self.narrow = narrow
        self.person = person.id if person else ""
        self.id = table.id
        self.game: Game[Any] = table.game
        self.viewer = table.viewer(self.person, seat)
        self.mine_seats = table.seats_of(self.person) if self.person else []
        self.started = table.match is not None
        self.closed = table.closed and not table.finished
        self.over = table.finished
        self.watching = not self.mine_seats
        self.mine = (
            not self.closed and table.awaited in self.mine_seats and not table.seats[table.awaited].player
        )
        self.asked = table.awaited if not self.closed else -1
        self.rematch = table.rematch
        self.file = f"{self.game.name}-{table.id}.record"
        if table.match is not None:
            match = table.match
            self.speaker: Speaker = voice(match, self.language)
            self.choices = (
                choices(match.game, match.state, self.viewer, self.speaker)
                if self.mine or not self.closed
                else NO_CHOICES
            )
        else:
            self.speaker = Speaker(
                self.game, table.setup.edition, table.setup.seats, table.names, self.language
            )
            self.choices = NO_CHOICES

    # What is asked

    @property
    def phase(self) -> str:
        """A page is made anew when this changes."""
        return self.table.status

    @property
    def question(self) -> str:
        return self.say("table.closed") if self.closed else self.choices.question

    @property
    def offered(self) -> list[Choice]:
        return self.choices.offered if self.mine else []

    @property
    def refused(self) -> list[Choice]:
        return self.choices.refused if self.mine else []

    @property
    def undoable(self) -> bool:
        return bool(self.mine_seats) and self.table.undoable(self.person)

    @property
    def deadline(self) -> int:
        return 0 if self.over or self.closed else self.table.deadline

    @property
    def time_left(self) -> str:
        """For pages without script: until when, by the clock of the world."""
        return datetime.fromtimestamp(self.deadline / 1000, UTC).strftime("%d.%m. %H:%M UTC")

    @property
    def result(self) -> str:
        result = self.table.match.result if self.table.match else None
        return self.speaker.result(result) if result else ""

    @property
    def standings(self) -> list[Standing]:
        result = self.table.match.result if self.table.match else None
        return standings(result, self.speaker.names) if result else []

    @property
    def scored(self) -> bool:
        result = self.table.match.result if self.table.match else None
        return bool(result and result.scores)

    @property
    def commitment(self) -> str:
        if not self.table.commitment:
            return ""
        return self.say("table.commitment_help", commitment=self.table.commitment)

    # Who is here

    @property
    def seats(self) -> tuple[Chair, ...]:
        return tuple(self._chair(number, seat) for number, seat in enumerate(self.table.seats))

    def _chair(self, number: int, seat: Seat) -> Chair:
        table = self.table
        bot = ""
        if seat.bot:
            key = "table.stands_in" if seat.person else "table.bot"
            bot = self.say(key, level=level_name(self.say, seat.bot))
        left = table.time_left(number, table.at) if self.started and not self.over else None
        return Chair(
            number=number,
            name=seat.name,
            bot=bot,
            here=seat.here and bool(seat.person),
            you=bool(self.person) and seat.person == self.person,
            deciding=number == self.asked and not self.over,
            clock=span(left) if left is not None and number != self.asked else "",
            doors=tuple(self._seat_doors(number, seat)),
        )

    def _seat_doors(self, number: int, seat: Seat) -> list[Door]:
        owner = bool(self.person) and self.table.owner == self.person
        mine = bool(self.person) and seat.person == self.person
        if not self.started:
            return self._waiting_doors(number, seat, owner, mine)
        if self.over or self.closed:
            return []
        if seat.person and seat.bot and (mine or owner):
            return [(f"back {number}", "table.back" if mine else "table.give_back")]
        if seat.person and not seat.bot and (mine or owner):
            return [(f"bot {number}", "table.take_over")]
        return []

    def _waiting_doors(self, number: int, seat: Seat, owner: bool, mine: bool) -> list[Door]:
        doors: list[Door] = []
        if seat.open:
            if not self.mine_seats:
                doors.append((f"join {number}", "waiting.sit"))
            if owner:
                doors.append((f"bot {number}", "waiting.bot_here"))
        elif owner and not mine:
            doors.append((f"free {number}", "waiting.free_it"))
        return doors

    @property
    def doors(self) -> list[Door]:
        """What can be done with the table as a whole."""
        if self.watching or self.over or self.closed:
            return []
        doors: list[Door] = []
        owner = self.table.owner == self.person
        if not self.started and owner:
            if sum(not seat.open for seat in self.table.seats) >= self.game.least:
                doors.append(("start", "waiting.start"))
            if not self.table.public:
                doors.append(("invite", "waiting.new_invitation"))
        doors.append(("leave", "table.leave"))
        if owner:
            doors.append(("close", "table.end_table"))
        return doors

    @property
    def options(self) -> list[tuple[str, str]]:
        """The edition, if it is not the house's own, and the options that differ from the rulebook."""
        book = self.game.words(self.language)
        edition = self.table.setup.edition
        own = edition.label == self.game.edition().label
        told = [] if own else [(self.say("open.edition"), edition.name)]
        for option in self.game.options:
            value = self.table.setup.values[option.key]
            if value == option.default:
                continue
            if option.kind == "choice":
                shown = book.phrase("option", f"{option.key}.{value}")
            elif option.kind == "switch":
                shown = "✓" if value else "–"
            else:
                shown = str(value)
            told.append((book.phrase("option", option.key), shown))
        return told

    # The parts of the page

    def picture(self) -> Picture | None:
        """The board. What is asked stands above it, where it stays in sight: the board need not ask again."""
        match = self.table.match
        if match is None:
            return None
        shown = Choices("", self.offered, self.refused)
        return Picture(self.game, match.view(self.viewer), self.speaker, shown, self.narrow)

    def parts(self) -> tuple[dict[str, Piece], Picture | None]:
        """Every element that can change, by its id, and the picture some of them come from."""
        picture = self.picture()
        over = ' class="over"' if self.over or self.closed else ""
        phase = Piece("t-phase", [f'<div id="t-phase"{over} data-phase="{self.phase}" hidden></div>'])
        found = [phase, self._sheet("t-talk", "chat", self._talk)]
        if picture is None or self.table.match is None:
            page = page_parts.Waiting(self.seats, tuple(self.doors))
            found.append(self._sheet("t-waiting", "waiting", page))
        else:
            told = diary(self.table.match, self.viewer, self.language)
            company = page_parts.Company(self.watching, tuple(self.doors), self.commitment)
            found += [
                self._sheet("t-ask", "ask", self._asked(told)),
                page_parts.choices(self._offers, self.language),
                page_parts.log(told, page_parts.Shelter(self.id, self.over), self.language),
                page_parts.company(self.seats, company, self.language),
                page_parts.words(picture.text, self.language),
                self._sheet("t-result", "result", self._ending),
                *picture.parts,
            ]
        return {piece.id: piece for piece in found}, picture

    def _sheet(self, id: str, macro: str, page: object) -> Piece:
        return sheet(id, macro, page, self.language)

    def _asked(self, told: Diary) -> page_parts.Asked:
        """What is asked, and what the last move brought, for who does not read the log."""
        latest = "" if self.over else " · ".join(told.latest)
        deadline = self.deadline
        until = self.time_left if deadline else ""
        return page_parts.Asked(self.mine, self.asked, self.question, latest, deadline, until, self.undoable)

    @property
    def _offers(self) -> page_parts.Offers:
        return page_parts.Offers(
            self.mine,
            tuple([Offer(choice.text, choice.label, _NO_REASON) for choice in self.offered]),
            tuple([Offer(c.text, c.label, linked(self.game.name, c.why)) for c in self.refused]),
            self.question or self.say("table.none_now"),
        )

    @property
    def _talk(self) -> page_parts.Talk:
        said = self.table.chat[-CHAT_LINES:]
        return page_parts.Talk(tuple(page_parts.Spoken(one.seq, one.name, one.text) for one in said))

    @property
    def _ending(self) -> page_parts.Ending:
        if not (self.over or self.closed):
            return page_parts.Ending()
        return page_parts.Ending(
            self.closed,
            self.over,
            self.result,
            self.scored,
            tuple(self.standings),
            self.rematch,
            self.watching,
            self.id,
            self.file,
        )


class PageLayers:
    """Makes the changing parts of tables' pages for live updates."""

    def render(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> dict[str, Piece]:
        return Sight(table, person, language, narrow, seat).parts()[0]

    def news(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[str]:
        """The sentences of what happened after event `since`, as the person learnt of it."""
        match = table.match
        if match is None:
            return []
        first = len(match.story)
        for moment in reversed(table.moments):
            if moment.seq <= since:
                break
            first = moment.first
        viewer = table.viewer(person.id if person else "", seat)
        return diary(match, viewer, texts(language).language).after(first)
