"""A table in the terminal: people at one keyboard, bots at the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

import click

from ludoteca.bots.bot import Bot
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import perspective_in
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.croupier import Committed, Croupier, Seeded
from ludoteca.kernel.errors import LudotecaError, SetupError
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

HELP = """\
  3            take the choice with this number (or type its text, such as “keep”)
  board        show the table again        log     what has happened so far
  why TEXT     why a choice is not offered why     everything that is not offered now
  rule ID      read a rule                 undo    take your last action back
  save FILE    write the record so far     quit    stop playing"""


class Quit(Exception):
    """The people have had enough."""


class Terminal:
    """One match, played with keyboard and text."""

    def __init__(
        self,
        game: Game[Any],
        seats: int | None,
        people: int,
        bot: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        seed: int | None,
        language: str,
        save: Path | None,
        edition: str | None = None,
    ) -> None:
        chosen = seats if seats is not None else max(game.least, min(3, game.most), people)
        if not 0 <= people <= chosen:
            raise SetupError(f"{people} people do not fit at a table of {chosen}")
        if len(names) > people:
            raise SetupError(f"{len(names)} names for {people} people; say --people {len(names)}")
        self.people = people
        self.language = language
        self.save = save
        self.bots: list[Bot | None] = [None] * people + [make_bot(bot) for _ in range(chosen - people)]
        self.luck = seed if seed is not None else int(token_hex(4), 16)
        croupier: Croupier = Seeded(seed) if seed is not None else Committed()
        called = [names[seat] if seat < len(names) else "" for seat in range(people)]
        called += [f"{bot.capitalize()} {number + 1}" for number in range(chosen - people)]
        self.match = Match(game, game.setup(chosen, options, edition), croupier, called)
        self.told = [0] * chosen
        self.last_person = -1
        if isinstance(croupier, Committed):
            click.echo(f"The luck of this match is committed: {croupier.commitment}")

    def run(self) -> None:
        """Play to the end, or until somebody says quit."""
        try:
            while self.match.result is None:
                seat = self.match.actor
                bot = self.bots[seat]
                if bot is None:
                    self.ask(seat)
                else:
                    source = Stream(self.luck, f"bot {seat} {len(self.match.story)}")
                    self.match.play(seat, bot.choose(perspective_in(self.match, seat, source), source))
            self.close()
        except (Quit, click.Abort, EOFError):
            click.echo("The match stops here.")
        if self.save is not None:
            self.write(self.save)

    def close(self) -> None:
        """The last words of a match."""
        viewer = 0 if self.people else -1
        self.tell_news(viewer)
        click.echo()
        click.echo(self.scene_text(viewer))
        result = self.match.result
        assert result is not None
        click.echo(self.match.speaker(self.language).result(result))

    def ask(self, seat: int) -> None:
        """Show a person what happened and what can be chosen, until something is chosen."""
        if self.people > 1 and seat != self.last_person:
            click.clear()
            turn = f"{self.name(seat)}, it is your turn. Press Enter when only you can see this"
            click.prompt(turn, default="", show_default=False)
        self.last_person = seat
        self.tell_news(seat)
        click.echo()
        click.echo(self.scene_text(seat))
        while True:
            choices = self.match.choices(seat, self.language)
            self.show_choices(choices)
            answer = click.prompt("Your choice (? for help)", prompt_suffix=": ").strip()
            if self.answered(seat, answer, choices):
                return

    def show_choices(self, choices: Choices) -> None:
        click.echo()
        click.secho(choices.question, bold=True)
        for number, choice in enumerate(choices.offered, 1):
            click.echo(f"  {number:2}  {choice.label}  [{choice.text}]")

    def answered(self, seat: int, answer: str, choices: Choices) -> bool:
        """Carry out what was typed; true when the match went on."""
        word, _, rest = answer.partition(" ")
        try:
            if answer.isdigit() and 1 <= int(answer) <= len(choices.offered):
                self.match.play(seat, choices.offered[int(answer) - 1].text)
                return True
            if word == "undo":
                taken = self.match.undo(seat)
                click.echo(f"Taken back: {taken.text}")
                return True
            if not self.told_something(seat, word, rest, choices):
                self.match.play(seat, answer)
                return True
        except LudotecaError as error:
            click.secho(str(error), fg="red")
        return False

    def told_something(self, seat: int, word: str, rest: str, choices: Choices) -> bool:
        """Answer a question that changes nothing; false when it was none."""
        if word == "?":
            click.echo(HELP)
        elif word == "quit":
            raise Quit
        elif word == "board":
            click.echo(self.scene_text(seat))
        elif word == "log":
            self.say(self.match.log(seat))
        elif word == "why":
            refused = [choice for choice in choices.refused if rest in ("", choice.text)]
            click.echo(
                "\n".join(f"  {choice.label}: {choice.why}" for choice in refused) or "Nothing forbids it."
            )
        elif word == "rule":
            found = self.match.game.rules().get(rest.upper())
            click.echo(f"{rest.upper()}  {found}" if found else f"There is no rule “{rest}”.")
        elif word == "save" and rest:
            self.write(Path(rest))
        else:
            return False
        return True

    def tell_news(self, seat: int) -> None:
        """What happened since this viewer last looked."""
        log = self.match.log(seat)
        news = log[self.told[seat] :]
        self.told[seat] = len(log)
        self.say(news)

    def say(self, events: Sequence[Event]) -> None:
        speaker = self.match.speaker(self.language)
        for event in events:
            sentence = speaker.event(event)
            if sentence:
                click.echo(f"· {sentence}")

    def name(self, seat: int) -> str:
        return self.match.speaker(self.language).names[seat]

    def scene_text(self, seat: int) -> str:
        match = self.match
        board = presentation_of(match.game).board(
            match.view(seat), match.speaker(self.language), match.choices(seat, self.language)
        )
        return str(board.text())

    def write(self, path: Path) -> None:
        try:
            path.write_text(self.match.record().text(), encoding="utf-8")
        except OSError as error:
            raise LudotecaError(f"cannot write {path}: {error.strerror}") from error
        click.echo(f"The record is in {path}.")
