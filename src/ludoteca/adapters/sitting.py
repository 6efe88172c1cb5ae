"""A seat at a table in words, for whoever plays by reading and writing: everything a person could do there.

    sitting = Sitting("bosa", seats=3, bots="greedy", seed=1)
    print(sitting.look())
    print(sitting.act("take 2"))

It tells what its seat may know and nothing else. What is not legal is refused with the rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.bots.playing import play_match, remark_in
from ludoteca.games import load
from ludoteca.kernel.choices import Choice
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match

MOST_RULES: Final = 12
LONGEST_SPEECH: Final = 500


class Sitting:
    """One seat of a match; bots sit in the others and answer at once."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        bots: BotLike | Sequence[BotLike] = "level:regular",
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        name: str = "",
        edition: Path | str | None = None,
        language: str = "en",
    ) -> None:
        found = load(game)
        setup = found.setup(seats or max(2, found.least), options, edition)
        if not 0 <= seat < setup.seats:
            raise LudotecaError(f"there is no seat {seat} at a table of {setup.seats}")
        if isinstance(bots, str) or not isinstance(bots, Sequence):
            bots = [bots] * (setup.seats - 1)
        if len(bots) != setup.seats - 1:
            raise LudotecaError(f"{len(bots)} bots for {setup.seats - 1} seats; name one, or one for each")
        others = [f"{spelling(bot)} {number}" for number, bot in enumerate(bots, 1)]
        names = [*others[:seat], name or "Model", *others[seat:]]
        self.seat = seat
        self.seed = seed
        self.language = language
        self.refusals = 0
        """How often something was tried that is not legal."""
        self.bots = [*[seat_bot(bot) for bot in bots[:seat]], None, *[seat_bot(bot) for bot in bots[seat:]]]
        self.match = Match(found, setup, Seeded(seed), names)
        self.speaker = self.match.speaker(language)
        self.talk: list[str] = []
        self._told = 0
        play_match(self.match, self.bots, self.seed)

    @property
    def over(self) -> bool:
        return self.match.result is not None

    def look(self) -> str:
        """The table as the seat sees it, what is new, and what is asked."""
        view = self.match.view(self.seat)
        asked = self.match.choices(self.seat, self.language)
        board = presentation_of(self.match.game).board(view, self.speaker, asked).text().rstrip()
        return f"{board}\n\n{self._news()}{asked.question}"

    def log(self) -> str:
        """Everything that has happened, as the seat learnt of it."""
        return "\n".join(self._sentences())

    def choices(self) -> list[Choice]:
        """What the seat may do now; nothing when the match is over."""
        return self.match.choices(self.seat, self.language).offered

    def act(self, action: str) -> str:
        """Do something, and let the bots answer: what happened until the seat is asked again. What is not
        legal raises the refusal, with its rule, and changes nothing.
        """
        try:
            self.match.play(self.seat, action.strip())
        except LudotecaError:
            self.refusals += 1
            raise
        play_match(self.match, self.bots, self.seed)
        return f"{self._news()}{self.match.choices(self.seat, self.language).question}"

    def rule(self, which: str) -> str:
        """The rules with this id, or below it, or that contain these words."""
        wanted = which.strip().lower()
        rules = self.match.game.rules()
        found = [name for name in rules if name.lower() == wanted]
        found = found or [name for name in rules if name.lower().startswith((f"{wanted}.", f"{wanted}-"))]
        found = found or [name for name, text in rules.items() if wanted and wanted in text.lower()]
        if not found:
            raise LudotecaError(f"no rule is called “{which}” or contains these words")
        told = [f"{name} {rules[name]}" for name in found[:MOST_RULES]]
        return "\n".join([*told, *[f"… and {len(found) - MOST_RULES} more"] * (len(found) > MOST_RULES)])

    def say(self, words: str) -> str:
        """Say something at the table; bots that talk tell of their plans. Nobody's words change a rule."""
        self.talk.append(f"{self.speaker.names[self.seat]}: {words.strip()[:LONGEST_SPEECH]}")
        heard = []
        for seat, bot in enumerate(self.bots):
            remark = remark_in(self.match, seat, bot) if bot is not None else None
            if remark is not None:
                heard.append(f"{self.speaker.names[seat]}: {self.speaker.remark(remark)}")
        self.talk += heard
        return "\n".join(heard) or "Nobody answers."

    def _news(self) -> str:
        """What has happened since this was last told."""
        sentences = self._sentences()
        news = sentences[self._told :]
        self._told = len(sentences)
        return "".join([f"{sentence}\n" for sentence in news]) + ("\n" if news else "")

    def _sentences(self) -> list[str]:
        told = [self.speaker.event(event) for event in self.match.log(self.seat)]
        return [sentence for sentence in told if sentence]
