"""The Throne of Bologna: options, rules, and what bots and people get of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from ludoteca.games.bologna import encoding, knowledge
from ludoteca.games.bologna.rules.actions import CATALOGUE
from ludoteca.games.bologna.rules.edition import read_edition
from ludoteca.games.bologna.rules.events import EVENTS
from ludoteca.games.bologna.rules.invariants import faults
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState, most_rerolls
from ludoteca.games.bologna.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import BotKnowledge, Encoding, Presentation
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, Value, choice, number, switch
from ludoteca.kernel.source import Source

EVENT_RULES: Final = ("pork_feast", "earthquake", "feast_of_fools")


def _duel(seats: int, values: Mapping[str, Value]) -> bool:
    return seats == 2


def _with_brigand(seats: int, values: Mapping[str, Value]) -> bool:
    return seats == 7


def _with_deus_ex_machina(seats: int, values: Mapping[str, Value]) -> bool:
    return values["deus_ex_machina"] is True


def _with_events(seats: int, values: Mapping[str, Value]) -> bool:
    return any(values[key] is True for key in EVENT_RULES)


OPTIONS: Final[tuple[Option, ...]] = (
    switch("deus_ex_machina", True, "BOL-5.1"),
    choice("rerolls", ["again", "once"], "BOL-5.5", house="once", concerns=_with_deus_ex_machina),
    switch("deadly_sins", True, "BOL-5.10"),
    switch("pork_feast", True, "BOL-5.20"),
    switch("earthquake", True, "BOL-5.30"),
    switch("feast_of_fools", True, "BOL-5.40"),
    choice("pairs", ["free", "forced"], "BOL-3.17"),
    switch("self_target", True, "BOL-3.15"),
    choice("revolution_choice", ["victim", "attacker"], "BOL-3.3"),
    switch("events_count_kept", True, "BOL-5.44", concerns=_with_events),
    choice("brigand_towers", ["ignored", "zero"], "BOL-7.5", concerns=_with_brigand),
    choice("duel_guess", ["required", "alternative"], "BOL-6.11", concerns=_duel),
    choice("duel_empty_deck", ["lose", "keep_role"], "BOL-6.13", concerns=_duel),
    choice("first_player", ["rolloff", "seat0"], "BOL-1.8"),
    number("round_cap", 200, 1, 200, "BOL-8.1", house=40),
)
FIRST_GAME: Final = {
    "deus_ex_machina": False,
    "deadly_sins": False,
    "pork_feast": False,
    "earthquake": False,
    "feast_of_fools": False,
}


class Bologna(Game[BolognaState]):
    """The Throne of Bologna."""

    def __init__(self) -> None:
        super().__init__(
            name="bologna",
            title="The Throne of Bologna",
            seats=(2, 7),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets={"first": FIRST_GAME},
            version=2,
            minutes=20,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        for key in ("duel_guess", "duel_empty_deck"):
            if key in chosen and setup.seats != 2:
                return key
        if "brigand_towers" in chosen and setup.seats != 7:
            return "brigand_towers"
        if "events_count_kept" in chosen and not _with_events(setup.seats, setup.values):
            return "events_count_kept"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BolognaState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        seats = setup.seats
        a_turn = 3 * seats + 6 + most_rerolls(setup)
        return setup.number("round_cap") * seats * a_turn + 7

    def view(self, state: BolognaState, seat: int) -> knowledge.BolognaView:
        return knowledge.view(state, seat)

    def imagine(self, state: BolognaState, seat: int, source: Source) -> BolognaState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BolognaState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BolognaState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: BolognaState, language: str = "en") -> list[tuple[int, str, str]]:
        words = self.words(language)
        return [
            (seat, "role", words.noun("role", player.role))
            for seat, player in enumerate(state.players)
            if player.role != NO_ROLE
        ]

    @cached_property
    def bot(self) -> BotKnowledge[BolognaState]:
        from ludoteca.games.bologna.bot.bot_knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding:
        questions = self.questions()
        return Encoding(lambda setup: encoding.layout(setup, questions), encoding.BolognaTeller(questions))

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.bologna.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Bologna()
