"""The face of Bosa."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ludoteca.bots.weights import Weights
from ludoteca.encoding.layout import Layout
from ludoteca.games.bosa import encoding, knowledge
from ludoteca.games.bosa.board.wording import effect, named
from ludoteca.games.bosa.bot import evaluation
from ludoteca.games.bosa.bot.quick_policy import reply
from ludoteca.games.bosa.rules.actions import CATALOGUE, PAIRS, SIDE
from ludoteca.games.bosa.rules.edition import BosaEdition, read_edition
from ludoteca.games.bosa.rules.events import EVENTS
from ludoteca.games.bosa.rules.invariants import faults
from ludoteca.games.bosa.rules.state import PROMPTS, BosaState
from ludoteca.games.bosa.rules.steps.setup import lay_table
from ludoteca.kernel.actions import Action
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Option, Setup, choice, switch
from ludoteca.kernel.source import Source
from ludoteca.kernel.words import PhraseBook, fill

OPTIONS: Final[tuple[Option, ...]] = (
    switch("goals", True, "BOS-9.1"),
    choice("first_player", ["random", "seat0"], "BOS-9.2"),
    choice("gain_prompts", PROMPTS, "BOS-9.3"),
    choice("goal_choice", ["auto", "ask"], "BOS-9.4"),
    choice("coin_supply", ["unlimited", "limited"], "BOS-9.5"),
    switch("confirm_turn", False, "BOS-9.6"),
)
FIRST_GAME: Final = {"goals": False}

# Decisions of one seat: 15 cards taken, 14 placed (the last one has one cell left), 9 lines chosen, two for
# each of at most 49 cards in these lines (the longer line of every cell).
MOST_DECISIONS: Final = 15 + 14 + 9 + 2 * 49
TURN_ENDS: Final = 15


class Bosa(Game[BosaState]):
    """Bosa."""

    def __init__(self) -> None:
        super().__init__(
            name="bosa",
            title="Bosa",
            seats=(2, 5),
            folder=Path(__file__).parent,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=OPTIONS,
            presets={"full": {}, "first": FIRST_GAME},
            minutes=45,
        )

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        if "goal_choice" in chosen and not setup.on("goals"):
            return "option goal_choice needs goals: without them nothing is chosen"
        return None

    def read_edition(self, path: Path) -> Edition:
        return read_edition(path)

    def start(self, setup: Setup) -> BosaState:
        return lay_table(setup)

    def bound(self, setup: Setup) -> int:
        ends = TURN_ENDS if setup.on("confirm_turn") else 0
        return setup.seats * (MOST_DECISIONS + ends + 1)

    def view(self, state: BosaState, seat: int) -> knowledge.BosaView:
        return knowledge.view(state, seat)

    def facts(self, state: BosaState, seat: int) -> list[Any]:
        return knowledge.facts(state, seat)

    def encoding(self, setup: Setup) -> Layout:
        return encoding.layout(setup, self.questions())

    def imagine(self, state: BosaState, seat: int, source: Source) -> BosaState:
        return knowledge.imagine(state, seat, source)

    def secrets(self, state: BosaState, seat: int) -> list[tuple[str, str]]:
        return knowledge.secrets(state, seat)

    def faults(self, state: BosaState) -> list[str]:
        return faults(state)

    def evaluate(self, state: BosaState, seat: int) -> float:
        return evaluation.evaluate(state, seat)

    def outlook(self, state: BosaState) -> list[float]:
        return evaluation.outlook(state)

    def prospects(self, state: BosaState) -> list[float]:
        return evaluation.prospects(state)

    def chances(self, state: BosaState, prospects: list[float]) -> list[float]:
        return evaluation.chances_now(state, prospects)

    def reply(self, state: BosaState) -> list[Action]:
        return reply(state)

    def weights(self) -> Weights:
        return evaluation.WEIGHTS

    def features(self, state: BosaState, seat: int) -> list[float]:
        return evaluation.features(state, state.towns[seat]) if evaluation.is_between_turns(state) else []

    def moment(self, state: BosaState, seat: int) -> int:
        return evaluation.moment(state.towns[seat])

    def facets(self, state: BosaState) -> list[tuple[int, str, str]]:
        edition = state.ruleset.edition
        found: list[tuple[int, str, str]] = []
        for seat, town in enumerate(state.towns):
            found.append((seat, "start card", edition.cards[town.grid[0]].names["en"]))
            found += [(seat, "card built", edition.cards[card].names["en"]) for card in town.grid[1:]]
            found += [
                (seat, "goal held", goal.names["en"])
                for number, goal in enumerate(edition.goals)
                if (town.goals >> number) & 1
            ]
        return found

    def board(self, view: Any, speaker: Any, choices: Any, narrow: bool = False) -> Any:
        from ludoteca.games.bosa.board import board

        return board(view, speaker, choices, narrow)

    def cover(self) -> Any:
        from ludoteca.games.bosa.board.cover import cover

        edition = self.edition()
        assert isinstance(edition, BosaEdition)
        return cover(edition)

    def gallery(self, words: PhraseBook) -> Any:
        from ludoteca.games.bosa.board.cover import gallery

        edition = self.edition()
        assert isinstance(edition, BosaEdition)
        return gallery(edition, words)

    def chapter(self, view: Any, words: PhraseBook) -> str:
        return fill(words.phrase("game", "season"), {"season": str(view.season)}, {}) if view.season else ""

    def spell(self, noun: str, value: int, edition: Edition, words: PhraseBook) -> str:
        assert isinstance(edition, BosaEdition)
        if value < 0:
            return "?"
        if noun == "card":
            return named(edition.cards[value].names, words)
        if noun == "effect":
            return effect(edition.cards[value], edition, words)
        if noun == "goal":
            return named(edition.goals[value].names, words)
        if noun == "colour":
            return named(edition.colours[value].names, words)
        if noun == "cell":
            row, column = divmod(value, SIDE)
            where = words.phrase("game", "cell")
            return where.replace("{row}", str(row + 1)).replace("{column}", str(column + 1))
        if noun == "pair":
            return words.join([str(rank + 1) for rank in PAIRS[value]])
        if noun == "slot":
            return str(value + 1)
        return words.noun(noun, value)


GAME: Final = Bosa()
