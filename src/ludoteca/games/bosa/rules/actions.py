"""Everything that can be done in Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.actions import Action, Catalogue, Domain, Verb

MOST_SEATS: Final = 5
SEASONS: Final = 3
TURNS: Final = 5
SLOTS: Final = 4
SIDE: Final = 4
CELLS: Final = SIDE * SIDE
COLOURS: Final = 6
RESOURCES: Final = ("fish", "textile", "pottery")

START_CARDS: Final = 6
SEASON_CARDS: Final = 30
CARDS: Final = START_CARDS + SEASONS * SEASON_CARDS
GOAL_CARDS: Final = 20
GOALS_DEALT: Final = 4

# Columns are letters and rows numbers, as on a chessboard that is read from the top: cell 4r + c.
CELL_WORDS: Final = [f"{'abcd'[cell % SIDE]}{cell // SIDE + 1}" for cell in range(CELLS)]
CARD_WORDS: Final = [f"st-{number}" for number in range(1, START_CARDS + 1)] + [
    f"s{season}-{number}" for season in range(1, SEASONS + 1) for number in range(1, SEASON_CARDS + 1)
]
# The two goals scored, by their rank among the four.
PAIRS: Final = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]

CATALOGUE: Final = Catalogue("Bosa")

TAKE: Final[Verb] = CATALOGUE.verb("take", Domain("slot", [str(slot + 1) for slot in range(SLOTS)]))
PLACE: Final[Verb] = CATALOGUE.verb("place", Domain("cell", CELL_WORDS))
LINE: Final[Verb] = CATALOGUE.verb("line", Domain("line", ["row", "column"]))
DO: Final[Action] = CATALOGUE.single("do")
SKIP: Final[Action] = CATALOGUE.single("skip")
RES: Final[Verb] = CATALOGUE.verb("res", Domain("resource", RESOURCES))
COPY: Final[Verb] = CATALOGUE.verb("copy", Domain("cell", CELL_WORDS))
GOALS: Final[Verb] = CATALOGUE.verb("goals", Domain("pair", [f"{one + 1}-{two + 1}" for one, two in PAIRS]))
END: Final[Action] = CATALOGUE.single("end")

ROW: Final[Action] = LINE[0]
COLUMN: Final[Action] = LINE[1]

FIRST: Final[Verb] = CATALOGUE.chance("first", Domain("seat", [str(seat) for seat in range(MOST_SEATS)]))
START: Final[Verb] = CATALOGUE.chance("start", Domain("card", CARD_WORDS[:START_CARDS]))
DEAL: Final[Verb] = CATALOGUE.chance("deal", Domain("goal", [str(goal + 1) for goal in range(GOAL_CARDS)]))
DRAW: Final[Verb] = CATALOGUE.chance("draw", Domain("card", CARD_WORDS[START_CARDS:], first=START_CARDS))
