"""Matches from Python: `import ludoteca as lt; m = lt.match("bosa", seats=3)`.

Everything here is reached as `lt.match`, `lt.replay`, `lt.arena` and so on; nothing of it is loaded before it
is used. A match shows its board in a notebook and prints it in a terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, Self

from ludoteca import games
from ludoteca.bots.bot import Bot, Fault
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.bots.playing import perspective_in, play_match
from ludoteca.kernel import replay as replaying
from ludoteca.kernel.choices import Choice
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import ActionError, LudotecaError, MatchOver
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match as Inner
from ludoteca.kernel.record import FORMAT, read_record
from ludoteca.kernel.replay import Verdict
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR, View

if TYPE_CHECKING:
    from ludoteca.adapters.vector import Vector
    from ludoteca.draw import Scene
    from ludoteca.lab.arena import Report

Bots = BotLike | Sequence[BotLike | None] | Mapping[int, BotLike] | None
"""One bot for all seats, or one for each; a bot is named by a text, or is one of your own (`seat_bot`)."""


class Match:
    """One match in your hands. Make it with `lt.match` or `lt.replay`.

    Wherever a seat can be given and is not, you look with your own eyes: those of the only seat without a
    bot, or of the seat that is awaited, or of a spectator when the match is over.
    """

    def __init__(self, inner: Inner, bots: Sequence[BotLike | None] = (), seed: int = 0) -> None:
        self.inner = inner
        self.bots = (*bots, *[None] * (inner.setup.seats - len(bots)))
        self.seed = seed
        self._players: list[Bot | None] = [None if bot is None else seat_bot(bot) for bot in self.bots]
        self._answer()

    # Looking

    @property
    def game(self) -> Game[Any]:
        return self.inner.game

    @property
    def seats(self) -> int:
        return self.inner.setup.seats

    @property
    def actor(self) -> int | None:
        """The seat that is awaited; None when the match is over, or where a replay stops before chance."""
        return self.inner.actor if self.inner.actor >= 0 else None

    @property
    def result(self) -> Result | None:
        """Places, scores and reason, when the match is over."""
        return self.inner.result

    @property
    def winners(self) -> tuple[int, ...]:
        return self.inner.result.winners if self.inner.result is not None else ()

    @property
    def question(self) -> str:
        """What the awaited seat is asked, or how the match ended."""
        return self.inner.choices(SPECTATOR if self.actor is None else self.actor).question

    @property
    def options(self) -> list[str]:
        """What the awaited seat may do, each as the text that `play` takes."""
        return [action.text for action in self.inner.options]

    @property
    def choices(self) -> dict[str, str]:
        """The same options with a sentence for each."""
        if self.actor is None:
            return {}
        return {choice.text: choice.label for choice in self.inner.choices(self.actor).offered}

    @property
    def refused(self) -> dict[str, str]:
        """What one might reach for now and may not do, with the reason and the rule."""
        if self.actor is None:
            return {}
        found: list[Choice] = self.inner.choices(self.actor).refused
        return {choice.text: choice.why for choice in found}

    def view(self, seat: int | None = None) -> View:
        """What a seat may know, as plain data."""
        return self.inner.view(self._eyes(seat))

    def log(self, seat: int | None = None, language: str = "en") -> list[str]:
        """What has happened, in sentences, as a seat learnt of it."""
        speaker = self.inner.speaker(language)
        told = [speaker.event(event) for event in self.inner.log(self._eyes(seat))]
        return [sentence for sentence in told if sentence]

    def board(self, seat: int | None = None, narrow: bool = False, language: str = "en") -> Scene:
        """The table as a seat sees it: a picture in a notebook, a text when printed.

        `svg()`, `png()` and `text()` of what you get turn it into a file.
        """
        eyes = self._eyes(seat)
        inner = self.inner
        scene: Scene = presentation_of(self.game).board(
            inner.view(eyes), inner.speaker(language), inner.choices(eyes, language), narrow
        )
        return scene

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """What bots of your own did wrong, with their seats: they were slow, failed, or broke a rule."""
        found = [(seat, bot) for seat, bot in enumerate(self._players) if bot is not None]
        return [(seat, fault) for seat, bot in found for fault in bot.trouble()]

    # Playing

    def play(self, action: str | int, seat: int | None = None) -> Self:
        """Carry out an option of the awaited seat, by its text or its place in `options`; then bots answer.

        What may not be done is refused with the reason, and nothing changes.
        """
        actor = self._awaited()
        if isinstance(action, int):
            options = self.options
            if not 0 <= action < len(options):
                raise ActionError(f"there is no option {action}; there are {len(options)}, from 0 on")
            action = options[action]
        self.inner.play(actor if seat is None else seat, action)
        self._answer()
        return self

    def ask(self, bot: BotLike) -> str:
        """What a bot would do in the place of the awaited seat, knowing only what that seat knows."""
        actor = self._awaited()
        source = Stream(self.seed, f"advice {len(self.inner.story)}")
        return seat_bot(bot).choose(perspective_in(self.inner, actor, source), source).text

    def play_out(self, bots: Bots = "greedy") -> Self:
        """Let bots play the match to its end: one for all seats, or one for each."""
        if self.result is None:
            self._awaited()
        named = seated(bots, self.seats)
        players = [seat_bot(bot) if bot is not None else self._players[at] for at, bot in enumerate(named)]
        if any(player is None for player in players):
            raise LudotecaError("a seat has no bot; name one for all seats, or one for each")
        self._players = players
        play_match(self.inner, players, self.seed)
        return self

    def undo(self) -> Self:
        """Take back the last action of whoever acted last, if nobody has learnt anything from it."""
        seats = [entry.seat for entry in self.inner.entries if entry.seat >= 0]
        self.inner.undo(seats[-1] if seats else 0)
        return self

    # Keeping

    def record(self, seat: int | None = None) -> str:
        """The record of the match; with a seat, only what that seat may read while the match lasts."""
        return self.inner.record(seat).text()

    def save(self, path: Path | str) -> Path:
        """Write the whole record into a file."""
        path = Path(path)
        path.write_text(self.record(), encoding="utf-8")
        return path

    # Showing

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()

    def __str__(self) -> str:
        return f"{self.board().text().rstrip()}\n{self.question}"

    def __repr__(self) -> str:
        if self.actor is not None:
            return (
                f"<{self.game.name}, {self.seats} seats: seat {self.actor} has {len(self.options)} options>"
            )
        return f"<{self.game.name}, {self.seats} seats: {self.question or 'chance is awaited'}>"

    # Inside

    def _awaited(self) -> int:
        if self.result is not None:
            raise MatchOver("the match is over; nobody decides any more")
        if self.actor is None:
            raise ActionError("the replay stops where chance is awaited; replay one line more, or all")
        return self.actor

    def _eyes(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        people = [number for number, bot in enumerate(self.bots) if bot is None]
        if len(people) == 1 and self.seats > 1:
            return people[0]
        return SPECTATOR if self.actor is None else self.actor

    def _answer(self) -> None:
        """Let the bots at the table play until somebody else is awaited."""
        if self.actor is not None and any(player is not None for player in self._players):
            play_match(self.inner, self._players, self.seed)


def match(
    game: str,
    seats: int | None = None,
    *,
    seed: int | None = None,
    names: Sequence[str] = (),
    bots: Bots = None,
    edition: Path | str | None = None,
    **options: Any,
) -> Match:
    """Lay a table: the game's name, how many play (by default the fewest possible), and its options.

    The same seed gives the same luck. An edition is a file, or one at hand by its name. `bots` sit at the
    table and play as soon as it is their turn: `["greedy", None]` or `{0: "greedy"}` puts one in seat 0 and
    leaves the rest to you.
    """
    face = games.load(game)
    setup = face.setup(seats or face.least, options, edition)
    luck = randbits(32) if seed is None else seed
    return Match(Inner(face, setup, Seeded(luck), names), seated(bots, setup.seats), luck)


def seated(bots: Bots, seats: int) -> list[BotLike | None]:
    """A bot, or nobody, for each seat."""
    if bots is None:
        return [None] * seats
    if isinstance(bots, Mapping):
        strangers = [seat for seat in bots if not 0 <= seat < seats]
        if strangers:
            raise LudotecaError(f"there is no seat {strangers[0]} at a table of {seats}")
        return [bots.get(seat) for seat in range(seats)]
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        return [bots] * seats
    if len(bots) != seats:
        raise LudotecaError(f"{len(bots)} bots for {seats} seats; name one for each, or None")
    return list(bots)


def replay(record: Path | str, until: int | None = None, edition: Path | str | None = None) -> Match:
    """The match that a record tells, up to its `until`-th line: a file, or the text itself."""
    read = read_record(told(record))
    face = games.load(read.game)
    inner = replaying.replay(face, read, until, edition)
    kind, _, seed = read.croupier.partition(" ")
    return Match(inner, seed=int(seed) if kind == "seeded" else 0)


def verify(record: Path | str, edition: Path | str | None = None) -> Verdict:
    """Replay a record, a file or the text itself, and derive its luck again; raises where it is untrue."""
    read = read_record(told(record))
    return replaying.verify(games.load(read.game), read, edition)


def edition_file(game: str, edition: Path | str | None) -> Path | None:
    """The file of an edition that is named by it, or by its name if it is at hand."""
    return games.load(game).library.file(edition) if isinstance(edition, str) else edition


def told(record: Path | str) -> str:
    """The text of a record that is given as such or lies in a file."""
    if isinstance(record, str) and record.startswith(FORMAT):
        return record
    return Path(record).read_text(encoding="utf-8")


def simulate(
    game: str,
    matches: int = 100,
    seats: int | None = None,
    *,
    bots: BotLike | Sequence[BotLike] = "random",
    seed: int = 1,
    workers: int = 1,
    edition: Path | str | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Let bots play many matches: lengths, results and win rates with their 95 % intervals, as plain data."""
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.plan import Plan, line_up
    from ludoteca.lab.simulation import figures
    from ludoteca.lab.simulation import simulate as run

    lineup = line_up(bots, seats, games.load(game).least)
    plan = Plan(game, lineup, options=options, seed=seed, edition=edition_file(game, edition))
    return figures(plan, *run(plan, matches, make_backend("local", workers, None), lambda _: None))


def arena(
    game: str,
    bots: BotLike | Sequence[BotLike],
    matches: int = 100,
    seats: int | None = None,
    *,
    seed: int = 1,
    workers: int = 1,
    edition: Path | str | None = None,
    out: Path | str | None = None,
    **options: Any,
) -> Report:
    """Compare bots over the same luck, every deal once for each way they can sit; print what comes back."""
    from ludoteca.lab.arena import arena as run

    return run(
        game,
        bots,
        matches,
        players=seats,
        options=options,
        seed=seed,
        edition=edition_file(game, edition),
        workers=workers,
        out=None if out is None else Path(out),
    )


def vector(
    game: Game[Any] | str,
    tables: int = 1024,
    seats: int | None = None,
    *,
    seat: int | None = None,
    opponents: BotLike | Sequence[BotLike] = "random",
    options: Mapping[str, Any] | None = None,
    edition: Path | str | None = None,
    seed: int | None = None,
    shaping: float | None = None,
    processes: int = 1,
) -> Vector:
    """Many tables of a game. Learners play every seat, or only `seat`, against `opponents`.

    With `shaping`, a discount, every step rewards what the evaluation says a seat has gained. Several
    `processes` play their part of the tables each; close the batch in the end.
    """
    from ludoteca.adapters.vector_processes import make_vector

    return make_vector(game, tables, seats, seat, opponents, options, edition, seed, shaping, processes)
