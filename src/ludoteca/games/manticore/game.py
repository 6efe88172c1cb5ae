"""The face of Manticore."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ludoteca.encoding.layout import Layout
from ludoteca.games.manticore import encoding, knowledge
from ludoteca.games.manticore.bot import evaluation, quick_policy
from ludoteca.games.manticore.rules.actions import CATALOGUE, MOST_SEATS
from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition, read_edition
from ludoteca.games.manticore.rules.events import EVENTS
from ludoteca.games.manticore.rules.invariants import faults
from ludoteca.games.manticore.rules.land import LABELS
from ludoteca.games.manticore.rules.state import EASY_WAKE, HEROES, ManticoreState
from ludoteca.games.manticore.rules.steps.setup import lay_table
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, number, switch
from ludoteca.kernel.source import Source
from ludoteca.kernel.words import PhraseBook, fill

OPTIONS: Final[tuple[Option, ...]] = (
    choice("mode", ["coop", "semicoop"], "MAN-1.3"),
    choice("turn_order", ["seats", "dice"], "MAN-2.5"),
    choice("manticore_card", ["auto", "scaled", "rival", "single"], "MAN-2.8"),
    switch("still_monsters", False, "MAN-12.1"),
    number("monster_initiative", 1, 1, 4, "MAN-13.1"),
    switch("hidden_artifacts", False, "MAN-14.1"),
    number("auto_wake_round", 12, 0, 40, "MAN-11.6"),
    number("max_rounds", 40, 15, 60, "MAN-11.7"),
    number("pvp_power", 1, 0, 1, "MAN-5.11"),
    switch("roads_on_fireway", True, "MAN-3.5"),
    choice("monster_boots", ["ignored", "count"], "MAN-13.1"),
)
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "easier": {"still_monsters": True},
    "quicker_monsters": {"monster_initiative": 2},
    "hidden": {"hidden_artifacts": True},
    "rivals": {"mode": "semicoop"},
}
BEFORE_INVASION: Final = 90
PER_ROUND: Final = 2150


class Manticore(Game[ManticoreState]):
    """Manticore: one to four heroes against the beast."""

    def __init__(self) -> None:
        super().__init__(
            name="manticore",
            title="Manticore",
            seats=(1, MOST_SEATS),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets=PRESETS,
            minutes=45,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        rivals = setup.word("mode") == "semicoop"
        if rivals and setup.seats == 1:
            return "option mode: semicoop needs at least two heroes"
        if "pvp_power" in chosen and not rivals:
            return "option pvp_power concerns the mode semicoop; leave it out in the mode coop"
        if setup.on("still_monsters"):
            if "monster_initiative" in chosen:
                return "option monster_initiative: monsters that stand still have no use for it"
            if "auto_wake_round" in chosen and not 1 <= setup.number("auto_wake_round") <= EASY_WAKE:
                return f"option auto_wake_round: with still_monsters expected a number from 1 to {EASY_WAKE}"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> ManticoreState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        return BEFORE_INVASION + PER_ROUND * setup.number("max_rounds")

    def view(self, state: ManticoreState, seat: int) -> knowledge.ManticoreView:
        return knowledge.view(state, seat)

    def facts(self, state: ManticoreState, seat: int) -> list[Any]:
        return knowledge.facts(state, seat)

    def encoding(self, setup: Setup) -> Layout:
        return encoding.layout(setup, self.questions())

    def imagine(self, state: ManticoreState, seat: int, source: Source) -> ManticoreState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: ManticoreState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: ManticoreState) -> list[str]:
        return faults(state)

    def reply(self, state: ManticoreState) -> list[Action]:
        return [quick_policy.usual(state)] if state.phase >= HEROES else []

    def facets(self, state: ManticoreState) -> list[tuple[int, str, str]]:
        classes = [self.words().noun("class", klass) for klass in state.klass]
        party = " + ".join(sorted(classes))
        return [
            (seat, name, value)
            for seat, klass in enumerate(classes)
            for name, value in (("class", klass), ("party", party))
        ]

    def evaluate(self, state: ManticoreState, seat: int) -> float:
        return evaluation.evaluate(state, seat)

    def outlook(self, state: ManticoreState) -> list[float]:
        """Heroes of a team stand and fall together: one look is enough for all."""
        if state.ruleset.coop:
            return [evaluation.glance(state, 0)] * state.seats
        return [evaluation.glance(state, seat) for seat in range(state.seats)]

    def board(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any:
        from ludoteca.games.manticore.board import board

        return board(view, speaker, choices, narrow)

    def cover(self) -> Any:
        from ludoteca.games.manticore.board.cover import cover

        return cover()

    def gallery(self, words: PhraseBook) -> Any:
        from ludoteca.games.manticore.board.cover import gallery

        return gallery(words)

    def chapter(self, view: Any, words: PhraseBook) -> str:
        return fill(words.phrase("event", "round"), {"number": str(view.round)}, {}) if view.round else ""

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        if noun == "cell":
            return LABELS[value]
        if noun == "city_cell":
            assert isinstance(edition, ManticoreEdition)
            return LABELS[edition.locations[CITY].cells[value]]
        if noun == "monster":
            return self.spell("foe", MOST_SEATS + value, edition, words)
        if noun == "level":
            return str(value)
        return words.noun(noun, value)


GAME: Final = Manticore()
