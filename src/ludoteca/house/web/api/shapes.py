"""The JSON of the API, as types. Their fields are the description that clients read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ludoteca.house.live.table_shapes import ChoiceShape, Outcome
from ludoteca.house.table.brief import Brief
from ludoteca.house.table.commands import NAME_LENGTH, CommandId, SeatNumber, Until, Wish

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
GameName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Language = Literal["en", "it"]
Origin = Literal["printed", "ruling", "house"]
Viewer = Annotated[int, Meta(ge=-1, le=98, description="The seat to look from; -1 is a spectator.")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


# People


class Me(Struct):
    """You."""

    name: str
    language: Language


class NewMe(Struct, forbid_unknown_fields=True):
    """The name and the language you want."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    language: Language = "en"


class CarryLink(Struct):
    """A link that makes you the same person on another device: it works once, for a few minutes."""

    token: str
    address: str
    """What to open there, or to show as a QR code."""
    seconds: int
    """For how long it works."""


class Carried(Struct, forbid_unknown_fields=True):
    """The token of a link made on another device."""

    token: Annotated[str, Meta(min_length=1, max_length=1000)]


class Away(Struct):
    """When you are away: clocks in days wait for you."""

    begins_at: int
    ends_at: int


class OwnTables(Struct):
    """Your tables that have not ended, those that await you first, the least time before the others."""

    awaiting: int
    """How many of them await you."""
    tables: list[Brief]
    vacation: Away | None
    """The vacation that you are on, or your next one."""
    vacation_days: int
    """How many days of vacation you have left in a year."""


class NewVacation(Struct, forbid_unknown_fields=True):
    """For how many days you go away, from now on; 0: you are back."""

    days: Annotated[int, Meta(ge=0, le=365)]


Handle = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Shown = Literal["all", "met", "me"]


class RatingShape(Struct):
    """How strong somebody is at a game with so many seats."""

    game: str
    seats: int
    points: int
    margin: int
    """The truth lies within this of `points` 95 times of 100."""
    provisional: bool
    matches: int


class PlayedShape(Struct):
    """A match that somebody has played to its end."""

    table: str
    game: str
    ended_at: int
    names: list[str]
    places: list[int]
    scores: list[int]
    luck: list[float] = []
    """What chance gave each seat, in chances of winning; empty if the match was not analysed."""


class MeetingShape(Struct):
    """How often somebody has met another, and was ahead or behind."""

    person: str
    """What stands in the address of their profile."""
    name: str
    matches: int
    ahead: int
    behind: int


class PersonShape(Struct):
    """Somebody. Where they do not show themselves to you, only the name is told."""

    person: str
    name: str
    since: int
    shown: bool
    """Whether you may see the rest."""
    ratings: list[RatingShape] = []
    recent: list[PlayedShape] = []
    meetings: list[MeetingShape] = []


class FriendShape(Struct):
    """A friend, since when (0: one of you has not answered yet), and who asked."""

    person: str
    name: str
    since: int
    asked_by_them: bool


class FriendWish(Struct, forbid_unknown_fields=True):
    """What to do about a friendship."""

    do: Literal["ask", "accept", "end"]


class InvitationShape(Struct):
    """A friend invites you to a table. With the invitation you may look at it and take a free seat."""

    table: str
    game: str
    person: str
    name: str
    invitation: str


class InvitedFriend(Struct):
    """A friend whom you can invite to a table, and whether you have."""

    person: str
    name: str
    invited: bool


class InvitationWish(Struct, forbid_unknown_fields=True):
    """Which friend to invite, or whose invitation to take back."""

    person: Handle
    do: Literal["invite", "withdraw"]


class InvitationAnswer(Struct, forbid_unknown_fields=True):
    """Whether you sit down where you are invited to."""

    do: Literal["accept", "decline"]


class SeasonShape(Struct):
    """Somebody in a season: so many rivals beaten of so many, and the points of 1000 that makes."""

    person: str
    name: str
    matches: int
    beaten: float
    rivals: int
    points: int


class ProfileWishes(Struct, forbid_unknown_fields=True):
    """Whether you want to be rated, and who may see your results: all, whom you have played with, or you."""

    rated: bool
    shown: Shown


class LadderShape(Struct):
    """Somebody on a ladder."""

    person: str
    name: str
    points: int
    margin: int
    provisional: bool
    matches: int


class Ladder(Struct):
    """The people who want to be rated and seen, the strongest first."""

    game: str
    seats: int
    people: list[LadderShape]


# Games


class OptionShape(Struct):
    """A choice made before the match."""

    key: str
    kind: Literal["switch", "choice", "number"]
    label: str
    help: str
    default: bool | int | str
    values: list[str]
    """The words of a choice."""
    low: int
    high: int
    rule: str
    origin: Origin
    """Where the default comes from: the print, our ruling where it is silent or ambiguous, the house."""
    house: bool | int | str | None
    """What the preset `house` plays, where that differs from the default."""
    concerns: list[int]
    """The numbers of players at whose tables it makes a difference, the other options at their defaults."""


class GameShape(Struct):
    """A game of the house."""

    name: str
    title: str
    tagline: str
    least: int
    most: int
    minutes: int
    version: int
    edition: str
    editions: list[str]
    """All editions the house has, by their labels; its own is the first."""
    languages: list[str]
    levels: list[str]
    """The levels of bots that can be seated, the weakest first."""
    presets: dict[str, dict[str, bool | int | str]]
    """Named sets of options. `printed`, the first, changes nothing; `house` is what the house prefers."""
    preset_titles: dict[str, str]
    options: list[OptionShape]


class BrokenGameShape(Struct):
    """A game that is installed but cannot be played."""

    name: str
    problem: str


class Games(Struct):
    """What can be played here."""

    games: list[GameShape]
    broken: list[BrokenGameShape] = []
    """Games whose packages fail, each with its error."""


class RuleShape(Struct):
    """One rule."""

    id: str
    text: str
    origin: Origin


class Rules(Struct):
    """The rules of a game: each by its id, and the whole rulebook as Markdown."""

    game: str
    rules: list[RuleShape]
    text: str


# Tables


class NewTable(Wish, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open. The same id from the same person opens one table only."""

    id: CommandId


class OpenedTable(Struct):
    """A table that was opened."""

    table: str
    invitation: str
    """The token of the invitation; whoever has it may take an open seat."""
    address: str
    """The link to give to others."""
    seq: int


class Done(Struct, omit_defaults=True):
    """A command that was carried out and written down as event `seq`."""

    table: str
    seq: int
    rematch: str = ""
    """The table at which the game is played again."""
    repeated: bool = False
    """Whether this command had been carried out before; nothing happened this time."""


class LobbyShape(Struct):
    """What there is to do in the house."""

    yours: list[Brief]
    waiting: list[Brief]
    watch: list[Brief]
    recent: list[Brief]


class Foreseen(Struct):
    """What an option is certain to do, as far as the seat can know."""

    sentences: list[str]
    chance: bool
    """Whether chance has a say in it."""


class LetStand(Struct, forbid_unknown_fields=True):
    """Whether the answer to the question in hand shall stand, and for how long."""

    until: Until
    seat: SeatNumber = -1


class StandingAnswer(Struct):
    """The answer that stands for a seat; empty if it wants to be asked."""

    text: str


class PrepareAnswer(Struct, forbid_unknown_fields=True):
    """What your seat answers if the others do exactly this; without a text, nothing."""

    others: Annotated[list[ActionText], Meta(min_length=1, max_length=12)]
    text: Annotated[str, Meta(max_length=200)] = ""
    seat: SeatNumber = -1


class PreparedAnswer(Struct):
    """What your seat has prepared: the others' actions, each after the number of its seat, and the answer."""

    others: list[str]
    text: str


# Matches that have ended


class MomentShape(Struct):
    """A moment of a finished match: line `number` of its record, and what happened."""

    number: int
    who: str
    """The seat that acted, `*` for chance, `!` for the table itself."""
    action: str
    sentences: list[str]


class Moments(Struct):
    """Every moment of a finished match; number 0 is the table after set-up."""

    table: str
    game: str
    moments: list[MomentShape]


class MomentTable(Struct):
    """A finished match at one moment, as any seat saw it."""

    table: str
    number: int
    last: int
    viewer: int
    awaited: int
    question: str
    choices: list[ChoiceShape]
    view: dict[str, Any]
    result: Outcome | None


class AnalysisShape(Struct):
    """What the workers found out about a finished match; null if they were not asked, or are not ready."""

    table: str
    analysis: dict[str, Any] | None
    failed: str
    """Why they failed, if they did."""
