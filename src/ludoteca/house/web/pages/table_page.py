"""The page of a table, as one person may see it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from ludoteca.bots.levels import LEVELS, bot_for
from ludoteca.bots.playing import remark_in
from ludoteca.draw import Colour, Piece, ink_on, seat_colours
from ludoteca.house.service.block_lists import BLOCK, MUTE, NOBODY, BlockList
from ludoteca.house.service.standing_answers import standing_text
from ludoteca.house.table import visibility
from ludoteca.house.table.ahead import may_prepare
from ludoteca.house.table.commands import Person
from ludoteca.house.table.plan import is_small
from ludoteca.house.table.seat import Seat
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages import page_parts, part_values
from ludoteca.house.web.pages.board_picture import BoardPicture
from ludoteca.house.web.pages.finale import has_points, is_ranked, sheet_of, standings, ties
from ludoteca.house.web.pages.flags import where_named
from ludoteca.house.web.pages.hints import hint_for
from ludoteca.house.web.pages.match_log import log_for, speaker_for
from ludoteca.house.web.pages.named_pieces import remark_with_names
from ludoteca.house.web.pages.page_parts import part
from ludoteca.house.web.pages.part_values import Button, ChoiceButton, SeatPart
from ludoteca.house.web.pages.quick_parts import with_names
from ludoteca.house.web.pages.rulebook import with_rule_links
from ludoteca.house.web.pages.texts import Texts, texts
from ludoteca.kernel.choices import NO_CHOICES, Choice, Choices, choices
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

CHAT_LINES: Final = 80
MOST_KEPT: Final = 64
"""In how many ways the people of one table are kept ready: for each viewer, with each seat that is asked."""
_NO_REASON: Final = Markup()


def level_name(say: Texts, level: str) -> str:
    """The name of a level of bots."""
    return say(f"level.{level}") if say.has(f"level.{level}") else level


def duration(milliseconds: int) -> str:
    """A time as clocks show it: 4:05, 1:20:00, 3 d 04:00."""
    seconds = max(0, milliseconds) // 1000
    days, seconds = divmod(seconds, 86_400)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    if days:
        return f"{days} d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@lru_cache(maxsize=256)
def _colours_attribute(colours: tuple[Colour, ...]) -> str:
    """The colours of seats, each with its ink."""
    return f' data-colours="{";".join(f"{one.auto} {ink_on(one).auto}" for one in colours)}"'


_PEOPLE: Final[WeakKeyDictionary[Table, tuple[int, dict[Any, tuple[Piece, ...]]]]] = WeakKeyDictionary()


def _people_of(table: Table) -> dict[Any, tuple[Piece, ...]]:
    """How chat and people of a table were shown since one of them last changed."""
    seq, kept = _PEOPLE.get(table, (-1, {}))
    if seq != table.setting_seq or len(kept) >= MOST_KEPT:
        kept = {}
        _PEOPLE[table] = (table.setting_seq, kept)
    return kept


class TablePage:
    """Everything that the templates need to know about a table, as one person may see it.

    It depends only on the table, the person, the language and the layout, never on the time. `absent` are
    seats whose persons have kept everybody waiting for too long, when the page is first shown.
    """

    def __init__(
        self,
        table: Table,
        person: Person | None,
        language: str,
        narrow: bool,
        seat: int = -1,
        absent: frozenset[int] = frozenset(),
        block_list: BlockList = NOBODY,
    ) -> None:
        self.absent = absent
        self.block_list = block_list
        self.table = table
        self.say = texts(language)
        self.language = self.say.language
        self.narrow = narrow
        self.person = person.id if person else ""
        self.id = table.id
        self.game: Game[Any] = table.game
        self.viewer = visibility.viewer_of(table, self.person, seat)
        self.own_seats = table.seats_of(self.person) if self.person else []
        self.started = table.match is not None
        self.closed = table.closed and not table.finished
        self.over = table.finished
        self.watching = not self.own_seats
        self.mine = visibility.decides(table, self.person) and self.viewer == table.awaited
        self.sharing = any(table.seats[number].here_too for number in self.own_seats)
        self.asked = table.awaited if not self.closed else -1
        self.rematch = table.rematch
        self.file = f"{self.game.name}-{table.id}.record"
        self._points: Sequence[int] | None = None
        self._seats: tuple[SeatPart, ...] | None = None
        self.view: View | None = None
        """What the viewer may know of the match; None before it has started."""
        if table.match is not None:
            match = table.match
            self.view = match.view(self.viewer)
            self.speaker: Speaker = speaker_for(match, self.language)
            self.choices = (
                choices(match.game, match.state, self.viewer, self.speaker) if not self.closed else NO_CHOICES
            )
        else:
            self.speaker = Speaker(
                self.game, table.setup.edition, table.setup.seats, table.names, self.language
            )
            self.choices = NO_CHOICES

    # What is asked

    @property
    def phase(self) -> str:
        """The whole page is loaded again when this changes."""
        return self.table.status

    @property
    def question(self) -> str:
        return self.say("table.closed") if self.closed else self.choices.question

    @property
    def hint(self) -> Markup:
        """What is possible now, in a sentence, where the table has a coach."""
        match = self.table.match
        if match is None or not (self.table.coach and self.mine):
            return _NO_REASON
        return hint_for(self.game, self.language, match.state.step.name())

    @property
    def offered(self) -> list[Choice]:
        return self.choices.offered if self.mine else []

    @property
    def refused(self) -> list[Choice]:
        return self.choices.refused if self.mine else []

    @property
    def undoable(self) -> bool:
        match = self.table.match
        if self.sharing and match is not None and not self.closed:
            return match.undoable(self.viewer) > 0
        return bool(self.own_seats) and self.table.undoable(self.person)

    @property
    def deadline(self) -> int:
        return 0 if self.over or self.closed else self.table.deadline

    @property
    def time_left(self) -> str:
        """For pages without script: the time of the deadline."""
        return datetime.fromtimestamp(self.deadline / 1000, UTC).strftime("%d.%m. %H:%M UTC")

    @property
    def commitment(self) -> str:
        if not self.table.commitment:
            return ""
        return self.say("table.commitment_help", commitment=self.table.commitment)

    # Who sits there

    @property
    def points(self) -> Sequence[int]:
        """The points every seat has now, where everybody knows them."""
        if self._points is None:
            points = presentation_of(self.game).points
            self._points = ()
            if points is not None and self.view is not None:
                self._points = points(self.view, self.speaker)
        return self._points

    @property
    def seats(self) -> tuple[SeatPart, ...]:
        if self._seats is None:
            self._seats = tuple(
                [self._seat_part(number, seat) for number, seat in enumerate(self.table.seats)]
            )
        return self._seats

    def _seat_part(self, number: int, seat: Seat) -> SeatPart:
        bot = ""
        if seat.bot:
            key = "table.stands_in" if seat.person else "table.bot"
            bot = self.say(key, level=level_name(self.say, seat.bot))
        return SeatPart(
            number=number,
            name=seat.name,
            bot=bot,
            here=seat.here and bool(seat.person),
            you=number == self.viewer if self.sharing else bool(self.person) and seat.person == self.person,
            deciding=number == self.asked and not self.over,
            clock=self._clock(number),
            buttons=tuple(self._seat_buttons(number, seat)),
            points=str(self.points[number]) if self.points else "",
            more=tuple(self._more_buttons(number, seat)),
        )

    def _seat_buttons(self, number: int, seat: Seat) -> list[Button]:
        owner = bool(self.person) and self.table.owner == self.person
        mine = bool(self.person) and seat.person == self.person
        if not self.started:
            return self._waiting_buttons(number, seat, owner, mine)
        if self.over or self.closed:
            return []
        if seat.person and seat.bot and (mine or owner):
            return [(f"back {number}", "table.back" if mine else "table.give_back")]
        if seat.person and not seat.bot and (mine or (owner and (number in self.absent or not seat.here))):
            return [(f"bot {number}", "table.take_over")]
        return []

    def _more_buttons(self, number: int, seat: Seat) -> list[Button]:
        """What one can do about another person at the table."""
        if not seat.person or not self.own_seats or seat.person == self.person:
            return []
        kinds = {one.other: one.kind for one in self.block_list.shunned}
        kind = kinds.get(seat.person, "")
        mute = ("hear", "table.hear") if kind == MUTE else ("mute", "table.mute")
        block = ("hear", "table.unblock") if kind == BLOCK else ("block", "table.block")
        shown = [block] if kind == BLOCK else [mute, block]
        about = [("profile", "table.profile"), *shown, ("report", "table.report")]
        return [(f"{do} {number}", label) for do, label in about]

    def _waiting_buttons(self, number: int, seat: Seat, owner: bool, mine: bool) -> list[Button]:
        buttons: list[Button] = []
        if seat.open:
            if not self.own_seats:
                buttons.append((f"join {number}", "waiting.sit"))
            if owner:
                buttons.append((f"bot {number}", "waiting.bot_here"))
        elif mine and not seat.here:
            buttons.append((f"join {number}", "waiting.sit"))
        elif owner and (not mine or seat.here_too):
            buttons.append((f"free {number}", "waiting.free_it"))
        return buttons

    @property
    def buttons(self) -> list[Button]:
        """What can be done with the whole table."""
        if self.watching or self.over or self.closed:
            return []
        buttons: list[Button] = []
        owner = self.table.owner == self.person
        if not self.started and owner:
            if sum(not seat.open for seat in self.table.seats) >= self.game.least:
                buttons.append(("start", "waiting.start"))
            if not self.table.public:
                buttons.append(("invite", "waiting.new_invitation"))
        buttons.append(("leave", "table.leave"))
        if self.table.others_play(self.person):
            buttons += self._ending_buttons()
        elif owner:
            buttons.append(("close", "table.end_table"))
        return buttons

    def _ending_buttons(self) -> list[Button]:
        """How people agree to end a match, or to play on."""
        ending = self.table.ending
        if self.table.in_tournament or self.person not in self.table.players:
            return []
        if not ending:
            return [("offer", "table.offer_end")]
        if self.person in ending:
            return [("decline", "table.withdraw_end")]
        return [("offer", "table.agree_to_end"), ("decline", "table.play_on")]

    @property
    def ending(self) -> str:
        """Who would like to end the match, in words."""
        named = [seat.name for seat in self.table.seats if seat.person in self.table.ending]
        if not named or self.over or self.closed:
            return ""
        return self.say("table.end_offered", names=" · ".join(named), number=len(named))

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
        if self.table.hands_after:
            told.append((self.say("open.hands"), self.say("open.hands_after", number=self.table.hands_after)))
        return told

    @property
    def _hands_shown(self) -> tuple[str, str]:
        """That hands are shown late, in words for everybody; and where, for those who look on."""
        if not self.table.hands_after or self.over:
            return "", ""
        told = self.say("replay.late", number=self.table.hands_after)
        some = visibility.shown_late(self.table, self.person) is not None
        return told, f"/tables/{self.id}/replay?seat=0" if some else ""

    # The parts of the page

    def picture(self) -> BoardPicture | None:
        """The board, without the question, which the page shows above it."""
        if self.view is None:
            return None
        shown = Choices("", self.offered, self.refused)
        return BoardPicture(self.game, self.view, self.speaker, shown, self.narrow, self.table.flag)

    def parts(self) -> tuple[dict[str, Piece], BoardPicture | None]:
        """Every element that can change, by its id, and the picture some of them come from."""
        picture = self.picture()
        over = ' class="over"' if self.over or self.closed else ""
        told = (
            f'data-phase="{self.phase}"{self._plan_attributes}{self._standing_attribute}'
            f"{self._pass_attribute}{self._seat_colours}"
        )
        phase = Piece("t-phase", [f'<div id="t-phase"{over} {told} hidden></div>'])
        found = [phase, *self._people_parts()]
        if picture is None or self.table.match is None:
            page = part_values.WaitingPart(self.seats, tuple(self.buttons))
            found.append(self._part("t-waiting", "waiting", page))
        else:
            log = log_for(self.table.match, self.viewer, self.language)
            found += [
                page_parts.question(self._question_part, self.language),
                self._part("t-remarks", "remarks", self._remarks_part(self.table.match, picture)),
                page_parts.choices(self._choices_part(picture), self.language),
                page_parts.told(log, self.language),
                page_parts.log(log, part_values.LogPart(self.id, self.over), self.language),
                page_parts.board_text(picture.text, self.language),
                self._part("t-result", "result", self._result_part),
                *picture.parts,
            ]
        return {piece.id: piece for piece in found}, picture

    def _people_parts(self) -> tuple[Piece, ...]:
        """The chat, and who sits at the table: made again when one of them changes, or who is asked."""
        table, hands = self.table, self._hands_shown
        timed = range(len(table.seats)) if table.clock.kind != "none" else ()
        clocks = tuple([self._clock(number) for number in timed])
        key = (
            self.person, self.viewer, self.language, self.phase, self.asked, tuple(self.points), self.absent,
            self.block_list, clocks, hands,
        )  # fmt: skip
        kept = _people_of(table)
        found = kept.get(key)
        if found is None:
            chat = self._part("t-talk", "chat", self._chat_part)
            if self.started:
                page = part_values.PeoplePart(
                    self.watching, tuple(self.buttons), self.commitment, self.ending, *hands
                )
                chips = page_parts.chips(part_values.ChipsPart(self.seats), self.language)
                found = (chat, chips, page_parts.people(self.seats, page, self.language))
            else:
                found = (chat,)
            kept[key] = found
        return found

    def _clock(self, number: int) -> str:
        """The time a seat has left while others decide."""
        if not self.started or self.over or number == self.asked:
            return ""
        left = self.table.time_left(number, self.table.at)
        return duration(left) if left is not None else ""

    @property
    def _seat_colours(self) -> str:
        """The colours of the seats on the board, each with its ink, for the marks beside their names."""
        return _colours_attribute(seat_colours(self.view, self.speaker)) if self.view is not None else ""

    @property
    def _plan_attributes(self) -> str:
        """For the tray: verbs after which small decisions follow, and whether one is asked now."""
        verbs = presentation_of(self.game).begins_plan
        if self.table.match is None or not verbs or not self.mine:
            return ""
        now = ' data-planned="1"' if is_small(self.table.match) else ""
        return f' data-plans="{" ".join(verbs)}"{now}'

    @property
    def may_let_stand(self) -> bool:
        """Whether the game has questions whose answer may stand."""
        return bool(self.own_seats and presentation_of(self.game).standing)

    @property
    def _standing_attribute(self) -> str:
        """The answer to the question in hand that may be left standing."""
        text = standing_text(self.table) if self.mine else ""
        return f' data-standing="{text}"' if text else ""

    @property
    def _pass_attribute(self) -> str:
        """To whom the device goes now, where people share it and have secrets."""
        table = self.table
        waits = visibility.decides(table, self.person) and table.awaited != self.viewer
        if not (waits and visibility.curtained(table, self.person)):
            return ""
        return f' data-pass="{escape(self.say("curtain.pass", name=table.seats[table.awaited].name))}"'

    def _part(self, id: str, macro: str, page: object) -> Piece:
        return part(id, macro, page, self.language)

    @property
    def _question_part(self) -> part_values.QuestionPart:
        deadline = self.deadline
        until = self.time_left if deadline else ""
        return part_values.QuestionPart(self.mine, self.asked, self.question, deadline, until, self.undoable)

    def _remarks_part(self, match: Match, picture: BoardPicture) -> part_values.RemarksPart:
        """What the bots tell of their plans, so that people can play along."""
        said: list[part_values.SaidRemark] = []
        where = where_named(match, picture.places)
        for number, seat in enumerate(self.table.seats):
            if not seat.bot or self.closed:
                continue
            bot = bot_for(match.game, seat.bot) if seat.bot in LEVELS else None
            remark = remark_in(match, number, bot, self.table.wish_for(seat.bot))
            if remark is not None:
                words = Markup(with_names(remark_with_names(self.speaker, remark), where))
                said.append(part_values.SaidRemark(number, seat.name, words))
        return part_values.RemarksPart(tuple(said), self._flag_line, bool(self.own_seats))

    @property
    def _flag_line(self) -> str:
        """Where the flag stands, and whose it is, in words."""
        flag = self.table.flag
        if flag is None or self.over or self.closed:
            return ""
        return self.say("table.flag_at", name=self.table.seats[flag.seat].name, place=flag.place)

    @property
    def may_flag(self) -> bool:
        """Whether the person may put a flag on the board, to call the bots there."""
        playing = bool(self.own_seats) and not (self.over or self.closed)
        return playing and self.table.offered_flag is not None

    def _choices_part(self, picture: BoardPicture) -> part_values.ChoicesPart:
        beside, on_board, ending = [], [], []
        verbs = presentation_of(self.game).ending
        for choice in self.offered:
            button = ChoiceButton(choice.text, choice.label, _NO_REASON)
            if choice.text.partition(" ")[0] in verbs:
                ending.append(button)
            elif picture.offers(choice.text):
                on_board.append(button)
            else:
                beside.append(button)
        return part_values.ChoicesPart(
            self.mine,
            tuple(beside),
            tuple(on_board),
            tuple(ending),
            tuple(
                [ChoiceButton(c.text, c.label, with_rule_links(self.game.name, c.why)) for c in self.refused]
            ),
            self.question or self.say("table.none_now"),
            self.hint,
            self._ahead_link,
        )

    @property
    def _ahead_link(self) -> str:
        """Where the seat prepares an answer, if it can."""
        own = self.viewer in self.own_seats and not self.table.seats[self.viewer].bot
        if not own or self.asked in self.own_seats or not may_prepare(self.table, self.viewer):
            return ""
        return f"/tables/{self.id}/ahead?seat={self.viewer}"

    @property
    def _chat_part(self) -> part_values.ChatPart:
        unheard = self.block_list.unheard
        heard = self.table.chat if visibility.hears(self.table, self.table.involves(self.person)) else []
        said = [line for line in heard if line.person not in unheard][-CHAT_LINES:]
        return part_values.ChatPart(tuple(part_values.ChatLine(one.seq, one.name, one.text) for one in said))

    @property
    def _result_part(self) -> part_values.ResultPart:
        if not (self.over or self.closed):
            return part_values.ResultPart()
        match = self.table.match
        result = match.result if match is not None else None
        if match is None or result is None:
            return part_values.ResultPart(closed=True)
        names = self.speaker.names
        ranked = is_ranked(result)
        return part_values.ResultPart(
            over=True,
            result=self.speaker.result(result),
            lost=not result.winners,
            ranked=ranked,
            scored=has_points(result),
            standings=tuple(standings(result, names)),
            ties=tuple(ties(result, names, self.say)) if ranked else (),
            sheet=sheet_of(match, self.viewer, self.speaker),
            rematch=self.rematch,
            watching=self.watching,
            id=self.id,
            file=self.file,
            game=self.game.name,
            with_others=self._with_others,
            picture=f"/api/v1/tables/{self.id}/moments/{len(match.story)}/board.svg?language={self.language}",
        )

    @property
    def _with_others(self) -> str:
        """The address of the set-up page, filled in as this table was, with free seats for others."""
        seats = {f"seat {number}": "open" if number else "me" for number in range(len(self.table.seats))}
        options = {f"option {key}": value for key, value in self.table.options.items()}
        return f"/games/{self.game.name}/open?{urlencode(seats | options)}"
