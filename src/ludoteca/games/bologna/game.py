"""The Throne of Bologna: options, rules, and what bots and people get of it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from ludoteca.games.bologna import encoding, knowledge
from ludoteca.games.bologna.rules.actions import CATALOGUE, ROLES
from ludoteca.games.bologna.rules.edition import read_edition
from ludoteca.games.bologna.rules.events import EVENTS
from ludoteca.games.bologna.rules.invariants import faults
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.rules.steps.setup import lay_table
from ludoteca.kernel.contracts import BotKnowledge, Encoding, Presentation
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, number, switch
from ludoteca.kernel.source import Source

OPTIONS: Final[tuple[Option, ...]] = (
    switch("deus_ex_machina", True, "BOL-5.1"),
    switch("deadly_sins", True, "BOL-5.10"),
    switch("pork_feast", True, "BOL-5.20"),
    switch("earthquake", True, "BOL-5.30"),
    switch("feast_of_fools", True, "BOL-5.40"),
    choice("pairs", ["free", "forced"], "BOL-3.17"),
    switch("self_target", True, "BOL-3.15"),
    choice("revolution_choice", ["victim", "attacker"], "BOL-3.3"),
    switch("events_count_kept", True, "BOL-5.44"),
    choice("brigand_towers", ["ignored", "zero"], "BOL-7.5"),
    choice("duel_guess", ["required", "alternative"], "BOL-6.11"),
    choice("duel_empty_deck", ["lose", "keep_role"], "BOL-6.13"),
    choice("first_player", ["rolloff", "seat0"], "BOL-1.8"),
    number("round_cap", 40, 0, 200, "BOL-8.1"),
)
FIRST_GAME: Final = {
    "deus_ex_machina": False,
    "deadly_sins": False,
    "pork_feast": False,
    "earthquake": False,
    "feast_of_fools": False,
}
ENDLESS: Final = 1_000_000


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
            minutes=20,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        for key in ("duel_guess", "duel_empty_deck"):
            if key in chosen and setup.seats != 2:
                return f"option {key} concerns two players; leave it out at a table of {setup.seats}"
        if "brigand_towers" in chosen and setup.seats != 7:
            return f"option brigand_towers concerns seven players; leave it out at a table of {setup.seats}"
        events = setup.on("pork_feast") or setup.on("earthquake") or setup.on("feast_of_fools")
        if "events_count_kept" in chosen and not events:
            return "option events_count_kept needs pork_feast, earthquake or feast_of_fools"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BolognaState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        seats = setup.seats
        cap = setup.number("round_cap")
        return cap * seats * (3 * seats + 7) + 7 if cap else ENDLESS

    def view(self, state: BolognaState, seat: int) -> knowledge.BolognaView:
        return knowledge.view(state, seat)

    def imagine(self, state: BolognaState, seat: int, source: Source) -> BolognaState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BolognaState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BolognaState) -> list[str]:
        return faults(state)

    def breakdowns(self, state: BolognaState) -> list[tuple[int, str, str]]:
        return [
            (seat, "role", ROLES[player.role])
            for seat, player in enumerate(state.players)
            if player.role != NO_ROLE
        ]

    @cached_property
    def bot(self) -> BotKnowledge[BolognaState]:
        from ludoteca.games.bologna.bot.knowledge import KNOWLEDGE

        return KNOWLEDGE

    @cached_property
    def encoding(self) -> Encoding[BolognaState]:
        return Encoding(lambda setup: encoding.layout(setup, self.questions()), knowledge.facts)

    @cached_property
    def presentation(self) -> Presentation:
        from ludoteca.games.bologna.board.presentation import PRESENTATION

        return PRESENTATION


GAME: Final = Bologna()
