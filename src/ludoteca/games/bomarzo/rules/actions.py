"""Everything that can be done in Bomarzo, and the words its parameters take."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.actions import Action, Catalogue, Domain, Verb

MOST_SEATS: Final = 4
CARDS: Final = 45

KINDS: Final = ("food", "coin", "wine")
FOOD: Final = 0
COIN: Final = 1
WINE: Final = 2
ANY: Final = 2  # beside food and coin, a slot of a price may ask for any resource

ROWS: Final = ("food", "coin", "wine", "card", "pawn")
CARD_ROW: Final = 3
PAWN_ROW: Final = 4

DIVINITIES: Final = ("genio", "orco", "dea", "gigante", "elefante", "tartaruga", "balena", "drago")
GODS: Final = 8
GENIO: Final = 0
ORCO: Final = 1
DEA: Final = 2
GIGANTE: Final = 3
ELEFANTE: Final = 4
TARTARUGA: Final = 5
BALENA: Final = 6
DRAGO: Final = 7

AREAS: Final = ("fields", "caves", "vineyard")
TRACKS: Final = ("culture", "architecture", "science")
FIELDS: Final = ("building", "knowledge", "character")
COLOURS: Final = ("white", "black", "green", "yellow", "brown")

# Means of filling a slot of a tribute.
MEANS: Final = ("food", "coin", "wine", "card-as-food", "card-as-coin", "food-as-coin", "coin-as-food")
BY_FOOD: Final = 0
BY_COIN: Final = 1
BY_WINE: Final = 2
BY_CARD_AS_FOOD: Final = 3
BY_CARD_AS_COIN: Final = 4
BY_FOOD_AS_COIN: Final = 5
BY_COIN_AS_FOOD: Final = 6

# What fits a slot, by purpose and slot (BOM-6.1, BOM-7.4).
FITTING: Final[list[list[list[int]]]] = [
    [
        [BY_FOOD, BY_WINE, BY_CARD_AS_FOOD, BY_COIN_AS_FOOD],
        [BY_COIN, BY_WINE, BY_CARD_AS_COIN, BY_FOOD_AS_COIN],
        [BY_FOOD, BY_COIN, BY_WINE, BY_CARD_AS_FOOD, BY_CARD_AS_COIN],
    ],
    [[BY_FOOD, BY_CARD_AS_FOOD, BY_COIN_AS_FOOD], [BY_COIN, BY_CARD_AS_COIN, BY_FOOD_AS_COIN], []],
    [[], [], [BY_FOOD, BY_COIN, BY_WINE, BY_CARD_AS_FOOD]],
]
# The cube that a means spends, or -1 for a card.
CUBE_OF: Final[list[int]] = [FOOD, COIN, WINE, -1, -1, FOOD, COIN]

_CARD: Final = Domain("card", [str(card) for card in range(1, CARDS + 1)], first=1)
_DIVINITY: Final = Domain("divinity", DIVINITIES)
_KIND: Final = Domain("kind", KINDS)
_FOOD_OR_COIN: Final = Domain("kind", KINDS[:2])
_ALL_FOOD_OR_COINS: Final = Domain("kinds", KINDS[:2])

CATALOGUE: Final = Catalogue("Bomarzo")

BONUS: Final[Verb] = CATALOGUE.verb("setup-bonus", _FOOD_OR_COIN)
KEEP: Final[Verb] = CATALOGUE.verb("keep", _CARD)
WORKER: Final[Verb] = CATALOGUE.verb("worker", Domain("row", ROWS))
VISION_USE: Final[Action] = CATALOGUE.single("vision-use")
VISION_SKIP: Final[Action] = CATALOGUE.single("vision-skip")
DISCARD_EXCESS: Final[Verb] = CATALOGUE.verb("discard-excess", _CARD)
INVOKE: Final[Verb] = CATALOGUE.verb("invoke", _DIVINITY)
HARVEST: Final[Verb] = CATALOGUE.verb("harvest", Domain("area", AREAS))
PASS: Final[Action] = CATALOGUE.single("pass")
WORSHIP_DRAW: Final[Verb] = CATALOGUE.verb(
    "worship-draw", Domain("extra", [str(extra) for extra in range(8)])
)
WORSHIP_KEEP: Final[Verb] = CATALOGUE.verb("worship-keep", _DIVINITY)
PAY_PLAIN: Final[Action] = CATALOGUE.single("pay-plain")
PAY_CUSTOM: Final[Action] = CATALOGUE.single("pay-custom")
PAY: Final[Verb] = CATALOGUE.verb("pay", Domain("means", MEANS))
CONVERT: Final[Verb] = CATALOGUE.verb("convert", _CARD)
GIFT: Final[Verb] = CATALOGUE.verb("gift", _KIND)
GIFT_DONE: Final[Action] = CATALOGUE.single("gift-done")
RAISE: Final[Verb] = CATALOGUE.verb("raise", Domain("number", ["0", "1", "2", "3"]))
RAISE_SKIP: Final[Action] = CATALOGUE.single("raise-skip")
ORCO_SWEEP: Final[Action] = CATALOGUE.single("orco-sweep")
ORCO_TAKE: Final[Verb] = CATALOGUE.verb("orco-take", _DIVINITY, _ALL_FOOD_OR_COINS)
ORCO_PICK: Final[Verb] = CATALOGUE.verb("orco-pick", _FOOD_OR_COIN)
PLAY: Final[Verb] = CATALOGUE.verb("play", _CARD)
UPGRADE: Final[Verb] = CATALOGUE.verb("upgrade", _CARD)
STUDY: Final[Verb] = CATALOGUE.verb("tart-discard", _CARD)
ADVANCE: Final[Verb] = CATALOGUE.verb("advance", Domain("track", TRACKS))
DEVOTE: Final[Verb] = CATALOGUE.verb("devote", _CARD)
DEVOTE_UNDER: Final[Verb] = CATALOGUE.verb("devote-under", _DIVINITY)
DRAGO_MORE: Final[Action] = CATALOGUE.single("drago-more")
DRAGO_ENOUGH: Final[Action] = CATALOGUE.single("drago-enough")
DECLINE: Final[Action] = CATALOGUE.single("favour-decline")
COPY: Final[Action] = CATALOGUE.single("copy")
COPY_DECLINE: Final[Action] = CATALOGUE.single("copy-decline")
ASSIGN: Final[Verb] = CATALOGUE.verb("assign", Domain("field", FIELDS))
DRAW_NOW: Final[Verb] = CATALOGUE.verb("draw-now", Domain("number", "123456789", first=1))

FIRST: Final[Verb] = CATALOGUE.chance("first", Domain("seat", [str(seat) for seat in range(MOST_SEATS)]))
PLACED: Final[Verb] = CATALOGUE.chance("placed", _DIVINITY)
TOKEN: Final[Verb] = CATALOGUE.chance("token", Domain("colour", COLOURS))
DRAWN: Final[Verb] = CATALOGUE.chance("drawn", _CARD)
TOP: Final[Verb] = CATALOGUE.chance("top", _CARD)
WORSHIP_DRAWN: Final[Verb] = CATALOGUE.chance("worship-drawn", _DIVINITY)
