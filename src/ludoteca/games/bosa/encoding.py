"""Bosa for learners: how a view becomes a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.encoding.layout import (
    BySeat,
    Each,
    Features,
    Layout,
    Members,
    Number,
    Part,
    Pick,
    Seat,
    Switch,
    Word,
    numbered,
)
from ludoteca.encoding.scribe import Questions, Scribe, Teller
from ludoteca.games.bosa.knowledge import FACE_DOWN, goal_worths, knows_goals, seen_choice
from ludoteca.games.bosa.rules.actions import (
    CARD_WORDS,
    CELL_WORDS,
    CELLS,
    GOAL_CARDS,
    GOALS_DEALT,
    PAIRS,
    RESOURCES,
    SEASON_CARDS,
    SEASONS,
    SLOTS,
    START_CARDS,
)
from ludoteca.games.bosa.rules.edition import COPIER, PICK, BosaEdition, Card
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.kernel.options import Setup

MOST_COINS: Final = 60
MOST_POINTS: Final = 300
MOST_OF_A_PART: Final = 200
MOST_OF_A_GOAL: Final = 50
AMOUNT: Final = 5
SEASON_BITS: Final = 3


def layout(setup: Setup, questions: Sequence[str]) -> Layout:
    """Buildings are described by colour, price and gain, so that a learner understands a new card."""
    edition = setup.edition
    assert isinstance(edition, BosaEdition)
    seats = setup.seats
    card = cards(edition)
    points = BySeat(seats, Number(MOST_OF_A_PART))
    fields: list[tuple[str, Part]] = [
        ("actor", Seat(seats)),
        ("phase", Word(questions)),
        ("season", Pick(numbered(SEASONS), 1)),
        ("turn", Number(5 * seats)),
        ("first", Seat(seats)),
        ("current", Seat(seats)),
        ("market", Each(numbered(SLOTS), card)),
        ("stack", Number(SEASON_CARDS)),
        ("unseen", Members(CARD_WORDS[START_CARDS:], START_CARDS)),
        ("held", card),
        ("cell", Pick(CELL_WORDS)),
        ("line", Members(CELL_WORDS)),
        ("fired", Number(SLOTS)),
        ("copied", Pick(CELL_WORDS)),
        ("grids", BySeat(seats, Each(CELL_WORDS[:CELLS], card))),
        ("goods", BySeat(seats, Each(RESOURCES, Number(edition.cap)))),
        ("coins", BySeat(seats, Number(MOST_COINS))),
        ("scores", BySeat(seats, Number(MOST_POINTS))),
        ("sold", points),
        ("patronage", points),
        ("leftovers", points),
        ("goal_points", points),
        ("over", Switch()),
    ]
    if setup.on("goals"):
        goals = [goal.id for goal in edition.goals[:GOAL_CARDS]]
        pairs = [f"{one + 1} and {two + 1}" for one, two in PAIRS]
        fields.append(("goals", BySeat(seats, Members(goals, hidden=GOALS_DEALT))))
        fields.append(("chosen", BySeat(seats, Pick(pairs, unknown=FACE_DOWN))))
        fields.append(("goal_worths", Each(numbered(GOALS_DEALT), Number(MOST_OF_A_GOAL))))
    if setup.word("coin_supply") == "limited":
        fields.append(("tray", Number(edition.coin_tokens)))
    told = [name for name, _ in fields]
    optional = ["goals", "chosen", "goal_worths", "tray"]
    unused = [name for name in optional if name not in told]
    return Layout(fields, ["viewer", "turns", "with_goals", "places", *unused])


class BosaTeller(Teller):
    """Tells a scribe the numbers of the layout straight from the table."""

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions = Questions(questions)

    def tell(self, state: BosaState, seat: int, scribe: Scribe) -> None:
        """What a seat knows, field by field as in `layout`."""
        towns = state.towns
        scribe.note(state.actor)
        scribe.note(self.questions.number(state))
        scribe.note(state.season)
        scribe.note(state.turn)
        scribe.note(state.first)
        scribe.note(state.current)
        scribe.note_list(state.market)
        scribe.note(state.stack)
        if scribe.same(state.unseen << SEASON_BITS | state.season):
            scribe.skip(1)
        else:
            scribe.note_any(unseen(state))
        scribe.note(state.held)
        scribe.note(state.cell)
        scribe.note_members(state.line)
        scribe.note(state.fired)
        scribe.note(state.copied)
        for town in towns:
            scribe.note_vector(town.grid)
        for town in towns:
            scribe.note_vector(town.goods)
        for town in towns:
            scribe.note(town.coins)
        for town in towns:
            scribe.note(town.score)
        for town in towns:
            scribe.note(town.sold)
        for town in towns:
            scribe.note(town.patronage)
        for town in towns:
            scribe.note(town.leftovers)
        for town in towns:
            scribe.note(town.goal_points)
        scribe.note(1 if state.over else 0)
        if state.ruleset.goals:
            for other, town in enumerate(towns):
                known = knows_goals(state, seat, other)
                scribe.note(town.goals if known else 0)
                scribe.note(0 if known else town.goals.bit_count())
            for other in range(len(towns)):
                scribe.note(seen_choice(state, seat, other))
            scribe.note_list(goal_worths(state, seat))
        if state.ruleset.limited:
            scribe.note(state.tray())


def unseen(state: BosaState) -> int:
    """The cards of this season that nobody has seen yet, as a bit mask of all cards."""
    if state.season == 0:
        return 0
    return state.unseen << START_CARDS + SEASON_CARDS * (state.season - 1)


def cards(edition: BosaEdition) -> Features:
    """What is printed on each card."""
    colours = [colour.id for colour in edition.colours]
    labels = ["there", *[f"is {colour}" for colour in colours], "gives a choice", "copies"]
    labels += ["costs coins / 5", *[f"costs {good} / 5" for good in RESOURCES], "costs any / 5"]
    labels += ["gives coins / 5", *[f"gives {good} / 5" for good in RESOURCES], "gives any / 5"]
    labels += ["gives points / 20", *[f"for each {colour}" for colour in colours]]
    return Features(labels, [properties(card, len(colours)) for card in edition.cards])


def properties(card: Card, colours: int) -> list[float]:
    found = [1.0]
    found += [1.0 if card.colour == colour else 0.0 for colour in range(colours)]
    found += [1.0 if card.form == PICK else 0.0, 1.0 if card.form == COPIER else 0.0]
    for coins, goods, either in (
        (card.pay_coins, card.pay_goods, card.pay_any),
        (card.get_coins, card.get_goods, card.get_any),
    ):
        found += [min(1.0, amount / AMOUNT) for amount in [coins, *goods, either]]
    found.append(min(1.0, card.get_points / 20))
    found += [1.0 if card.per_colour and card.counted == colour else 0.0 for colour in range(colours)]
    return found
