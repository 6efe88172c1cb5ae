"""Who is asked, and how often, tells nothing in the house either: the newest event's number, who is awaited,
the question and the number of messages are the same in two worlds that a viewer cannot tell apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Seeded
from tests.bologna.table import Held, lay
from tests.house.houses import in_house, table_of
from tests.house.http_client import Live

NAMES = ["Ada", "Bruno", "Carla", "Dario"]
OPTIONS: dict[str, Any] = {"deus_ex_machina": False, "first_player": "seat0"}
QUIET_TURN = ("use T", "use W", "target +1", "end-turn")
Observed = list[tuple[int, int, str, int]]


async def messages(live: Live, seq: int) -> int:
    """How many messages have come until the one that tells of an event."""
    while (await live.next()).get("seq", 0) < seq:
        pass
    return len(live.raw)


async def a_turn_without_guessing(app: Application, held: Held, seats: int, role: str, seed: int) -> Observed:
    """What seat 1 gets to know of a turn of seat 0, who holds these tokens and has this role."""
    table_id, people = await table_of(app, "bologna", NAMES[:seats], options=OPTIONS)
    table = await app.house.table(table_id)
    assert table.match is not None
    dealt = {0: role, 1: "cardinal"}
    table.match.state = lay(held, seats=seats, roles=dealt, chosen="WWT", rest="PB").state
    table.match.croupier = Seeded(seed)
    app.hub.table_json.forget_table(table)
    observed: Observed = []
    async with people[1].live(table_id, "?words=0") as live:
        while True:
            seen = await people[1].see(table_id, "?words=0")
            arrived = await messages(live, seen["seq"])
            observed.append((seen["seq"], seen["awaited"], seen["view"]["phase"], arrived))
            if seen["view"]["active"] != 0:
                return observed
            asked = await people[seen["awaited"]].see(table_id, "?words=0")
            offered = [choice["text"] for choice in asked["choices"]]
            text = next(text for text in QUIET_TURN if text in offered)
            done = await people[seen["awaited"]].do(table_id, "act", text=text, base=asked["seq"])
            assert done.status == 200, done


@pytest.mark.rule("BOL-4.7", "BOL-6.11")
@pytest.mark.parametrize(
    ("seats", "held", "able", "unable", "seed"),
    [
        (4, (2, 1, 2, 2), "innkeeper", "prince", 86),
        (2, (2, 1, 2, 5), "prince", "silk", 17),
        (2, (4, 5, 0, 0), "silk", "soldier", 94),
        (2, (5, 1, 0, 4), "soldier", "dean", 136),
    ],
)
def test_a_seat_that_could_guess_is_served_like_one_that_could_not(
    seats: int, held: Held, able: str, unable: str, seed: int, tmp_path: Path
) -> None:
    def world(role: str) -> Observed:
        return in_house(tmp_path / role, lambda app: a_turn_without_guessing(app, held, seats, role, seed))

    could, could_not = world(able), world(unable)
    assert "finish" in [phase for _, _, phase, _ in could]
    assert could == could_not
