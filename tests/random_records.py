"""Random matches as records, which any build of the package must tell alike. As a script it prints them."""

from __future__ import annotations

import json

import ludoteca
from ludoteca.bots.bot import knowledge_of
from ludoteca.games import load, names
from ludoteca.kernel.croupier import Committed, Croupier, Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream

MOST_DECISIONS = 400


def random_match(game: str, seats: int, seed: int) -> str:
    """The record of a match in which everybody plays at random, with what each seat was told."""
    house = load(game)
    croupier: Croupier = Committed(f"secret {seed}", ["nonce"]) if seed % 2 else Seeded(seed)
    match = Match(house, house.setup(seats), croupier)
    source = Stream(seed, "players")
    decisions = 0
    while match.result is None and decisions < MOST_DECISIONS:
        options = match.options
        match.play(match.actor, options[source.below(len(options))])
        if match.undoable(0) and source.below(20) == 0:
            match.undo(0)
        decisions += 1
    heard = [event.text() for event in match.log(0)]
    guessed = house.imagine(match.state, 0, source)
    return "\n".join([match.record().text(), *heard, f"{knowledge_of(house).evaluate(guessed, 0):.9f}"])


def random_records() -> dict[str, str]:
    found = {}
    for game in names():
        house = load(game)
        for seats in range(house.least, house.most + 1):
            for seed in range(2):
                found[f"{game} {seats} {seed}"] = random_match(game, seats, seed)
    return found


if __name__ == "__main__":
    print(json.dumps({"compiled": ludoteca.compiled, "records": random_records()}))
