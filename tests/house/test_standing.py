"""Answers that stand: given by the house for a seat that need not be asked, and nobody else can tell."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ludoteca.house.web.app import Application
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.state import CHANCE
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.test_asking import messages

NAMES = ["Ada", "Bruno", "Carla"]
HOLDER, OBSERVER = 2, 1
OPTIONS = {"deus_ex_machina": True, "first_player": "seat0"}
Observed = list[tuple[int, int, str, int]]


async def laid(app: Application) -> tuple[str, list[Somebody]]:
    """The same match in every house: Carla, who plays last, holds the Deus-Ex Machina."""
    table_id, people = await table_of(app, "bologna", NAMES, options=OPTIONS)
    table = await app.house.table(table_id)
    match = table.match
    assert match is not None
    state = match.game.start(match.setup)
    state.settle()
    croupier = Seeded(3)
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
    match.state, match.croupier = state, croupier
    app.hub.table_json.forget_table(table)
    return table_id, people


async def played_on(app: Application, stands: bool) -> Observed:
    """What Bruno gets to know while Carla lets every roll stand, by hand or by an answer that stands."""
    table_id, people = await laid(app)
    passed: set[int] = set()
    app.house.standing.wait = moments_of(app, table_id, passed)
    observed: Observed = []
    is_set = False
    async with people[OBSERVER].live(table_id, "?words=0") as live:
        for _ in range(40):
            seen = await people[OBSERVER].see(table_id, "?words=0")
            seq, awaited, phase = seen["seq"], seen["awaited"], seen["view"]["phase"]
            observed.append((seq, awaited, phase, await messages(live, seq)))
            asked_of_holder = (awaited, phase) == (HOLDER, "miracle")
            if not (asked_of_holder and stands):
                await answer(people[awaited], table_id, "let-stand" if asked_of_holder else "")
            elif is_set:
                passed.add(await question_of(app, table_id))
                while (await people[OBSERVER].see(table_id, "?words=0"))["seq"] == seq:
                    await asyncio.sleep(0.001)
            else:
                assert await let_stand(people[HOLDER], table_id, "always") == "let-stand"
                is_set = True
    assert sum(phase == "miracle" for _, _, phase, _ in observed) >= 3
    return observed


async def question_of(app: Application, table_id: str) -> int:
    return (await app.house.table(table_id)).match_seq


def moments_of(app: Application, table_id: str, passed: set[int]) -> Callable[[], Awaitable[None]]:
    """Waits until a test lets the answer to the question in hand pass."""

    async def wait() -> None:
        question = await question_of(app, table_id)
        while question not in passed:
            await asyncio.sleep(0.001)

    return wait


async def answer(person: Somebody, table_id: str, text: str) -> None:
    asked = await person.see(table_id, "?words=0")
    chosen = text or asked["choices"][0]["text"]
    done = await person.do(table_id, "act", text=chosen, base=asked["seq"])
    assert done.status == 200, done


async def let_stand(person: Somebody, table_id: str, until: str) -> str:
    told = await person.ask("POST", f"/api/v1/tables/{table_id}/standing", {"until": until})
    assert told.status == 200, told
    text: str = told.json["text"]
    return text


async def stands_now(person: Somebody, table_id: str) -> str:
    text: str = (await person.ask("GET", f"/api/v1/tables/{table_id}/standing")).json["text"]
    return text


def test_nobody_can_tell_an_answer_that_stands_from_one_given_by_hand(tmp_path: Path) -> None:
    """The newest event's number, who is awaited, the question and the number of messages are the same."""

    def world(stands: bool) -> Observed:
        return in_house(tmp_path / str(stands), lambda app: played_on(app, stands))

    assert world(True) == world(False)


async def asked_again(app: Application) -> None:
    table_id, people = await laid(app)
    app.house.standing.wait = moments_of(app, table_id, set())
    holder = people[HOLDER]
    while (seen := await holder.see(table_id, "?words=0"))["view"]["phase"] != "miracle":
        await answer(people[seen["awaited"]], table_id, "")
    assert await let_stand(people[OBSERVER], table_id, "always") == "", "nothing is asked of Bruno"
    assert await let_stand(holder, table_id, "turn") == "let-stand"
    after = await holder.see(table_id, "?words=0")
    assert await stands_now(holder, table_id) == "let-stand"
    assert await stands_now(people[OBSERVER], table_id) == ""
    assert await let_stand(holder, table_id, "off") == ""
    assert (await holder.see(table_id, "?words=0"))["seq"] == after["seq"], "no event tells of it"
    while (seen := await holder.see(table_id, "?words=0"))["view"]["phase"] != "miracle":
        await answer(people[seen["awaited"]], table_id, "")
    assert await let_stand(holder, table_id, "turn") == "let-stand"
    match = (await app.house.table(table_id)).match
    assert match is not None
    match.play(match.actor, match.options[0])
    while match.actor != HOLDER or match.state.step.name() == "miracle":
        match.play(match.actor, "let-stand" if match.state.step.name() == "miracle" else match.options[0])
    match.play(HOLDER, match.options[0])
    assert await stands_now(holder, table_id) == "", "it ended with Carla's own turn"


def test_an_answer_stands_until_it_is_switched_off_or_something_else_is_asked(tmp_path: Path) -> None:
    in_house(tmp_path, asked_again)
