"""Everything that can be done in Bologna."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.dice import LETTERS, QUINTS, TRIPLES
from ludoteca.kernel.actions import Action, Catalogue, Domain, Verb

ROLES: Final = ("prince", "dean", "silk", "soldier", "cardinal", "innkeeper", "brigand")
INNKEEPER: Final = 5
BRIGAND: Final = 6
GUESSABLE: Final = 5
MOST_SEATS: Final = 7

_ANYONE: Final = Domain("offset", [f"+{offset}" for offset in range(MOST_SEATS)])
_OTHERS: Final = Domain("offset", [f"+{offset}" for offset in range(1, MOST_SEATS)], first=1)
_BOOKS: Final = Domain("books", ["0", "1", "2"])

CATALOGUE: Final = Catalogue("The Throne of Bologna")

# Symbols among a verb's parameters are numbered as in `dice`; where some are left out the words say which
# remain.
WILD_SYMBOLS: Final = (0, 1, 3, 4, 5)
PAIR_SYMBOLS: Final = (0, 4, 5)

START: Final[Verb] = CATALOGUE.verb("start", Domain("symbol", LETTERS[:4]))
KEEP: Final[Action] = CATALOGUE.single("keep")
ROLL5: Final[Action] = CATALOGUE.single("roll5")
MIRACLE: Final[Action] = CATALOGUE.single("miracle")
LET_STAND: Final[Action] = CATALOGUE.single("let-stand")
CHOOSE: Final[Verb] = CATALOGUE.verb("choose", Domain("triple", TRIPLES))
USE: Final[Verb] = CATALOGUE.verb("use", Domain("symbol", LETTERS))
WILD: Final[Verb] = CATALOGUE.verb("wild", Domain("wild", [LETTERS[symbol] for symbol in WILD_SYMBOLS]))
PAIR: Final[Verb] = CATALOGUE.verb(
    "pair", Domain("pair", [LETTERS[symbol] for symbol in PAIR_SYMBOLS]), _BOOKS
)
TARGET: Final[Verb] = CATALOGUE.verb("target", _ANYONE)
STEAL: Final[Verb] = CATALOGUE.verb("steal", _OTHERS)
FROM_POOL: Final[Action] = CATALOGUE.single("from-pool")
CANCEL: Final[Action] = CATALOGUE.single("cancel")
SUFFER: Final[Action] = CATALOGUE.single("suffer")
DISCARD: Final[Verb] = CATALOGUE.verb("discard", Domain("symbol", LETTERS[:3]))
GUESS: Final[Verb] = CATALOGUE.verb("guess", _OTHERS, Domain("role", ROLES[:GUESSABLE]))
END_TURN: Final[Action] = CATALOGUE.single("end-turn")

ROLLED3: Final[Verb] = CATALOGUE.chance("rolled", Domain("triple", TRIPLES, label="dice"))
ROLLED5: Final[Verb] = CATALOGUE.chance("rolled", Domain("quint", QUINTS, label="dice"))
DEALT: Final[Verb] = CATALOGUE.chance("dealt", Domain("role", ROLES))
FIRST: Final[Verb] = CATALOGUE.chance("first", Domain("seat", [str(seat) for seat in range(MOST_SEATS)]))
