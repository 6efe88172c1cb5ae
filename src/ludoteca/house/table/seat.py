"""A place at the table, and who plays there."""

from __future__ import annotations


class Seat:
    """A place at the table.

    `person` is the id of the person who holds it, or empty. `bot` is the level of the bot that plays it now,
    or empty; if both are set, the bot stands in for the person. `here` is False while the person has left, or
    has not sat down yet at a rematch. (Whether somebody's page is open is not in the log: live updates know.)
    """

    def __init__(self, person: str = "", name: str = "", bot: str = "", here: bool = True) -> None:
        self.person = person
        self.name = name
        self.bot = bot
        self.here = here
        self.replaced = False
        """Whether the bot plays because the person did not: their time ran out, or they were absent."""
        self.helped = False
        """Whether a bot has played for the person for a while."""
        self.by_person = 0
        """Decisions that the person made."""
        self.by_bots = 0
        """Decisions that bots made here."""
        self.mixed = False
        """Whether bots of several levels have played it."""
        self.here_too = False
        """Whether somebody else plays it on the person's device, under a name of their own."""
        self.as_guest = ""
        """A mark of the guest who took it and has signed in since; empty if nobody did."""
        self.nonce = ""
        self.bot_since = 0
        """When a bot took over."""
        self.bot_once = ""
        """The level of the bot that makes only the present decision, after a time-out."""

    @property
    def open(self) -> bool:
        return not self.person and not self.bot

    @property
    def ready(self) -> bool:
        """Whether somebody sits there who can play."""
        return bool(self.bot) or (bool(self.person) and self.here)

    @property
    def takes_part(self) -> bool:
        """Whether a person plays here who has neither left nor been replaced."""
        return bool(self.person) and self.here and not self.replaced

    @property
    def kind(self) -> str:
        """`open`, `person`, `bot`, or `kept` for a person who is away."""
        if self.person:
            return "person" if self.here else "kept"
        return "bot" if self.bot else "open"

    @property
    def deciding_bot(self) -> str:
        """The level of the bot that decides for this seat now, or empty if its person does."""
        return self.bot or self.bot_once

    @property
    def mostly_bot(self) -> bool:
        """Whether bots have made more decisions than the person who holds it."""
        return bool(self.person) and self.by_bots > self.by_person

    def count_decision(self, by_bot: bool, number: int = 1) -> None:
        """Count a decision made here; -1: one was taken back."""
        if by_bot:
            self.by_bots += number
        else:
            self.by_person += number
