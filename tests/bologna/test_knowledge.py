"""Who may know what: views, records and logs per seat, sound deductions, imagined worlds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games.bologna import GAME, knowledge
from ludoteca.games.bologna.rules.actions import BRIGAND, INNKEEPER, ROLES
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.croupier import Scripted, Seeded
from ludoteca.kernel.events import sees
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bologna.stories import lively, third_turn_on_two_of_each
from tests.bologna.table import NOTHING, Held, Position, lay, looking_at

DRAWS = 300


def imagined(table: Position, seat: int, draws: int = DRAWS) -> list[BolognaState]:
    source = Stream(11, "imagine")
    return [GAME.imagine(table.state, seat, source) for _ in range(draws)]


def roles_of(worlds: list[BolognaState], seat: int) -> set[str]:
    return {ROLES[world.players[seat].role] for world in worlds}


def lost_roles_of(worlds: list[BolognaState], seat: int) -> set[str]:
    """The first role that the seat has lost."""
    return {ROLES[world.players[seat].lost[0].role] for world in worlds}


# What is open and what is not


@pytest.mark.rule("BOL-1.5", "BOL-1.6", "BOL-7.1")
def test_a_seat_sees_its_own_role_and_the_brigand() -> None:
    table = lay(seats=7, roles={0: "dean", 3: "brigand"})
    assert GAME.view(table.state, 0).roles == (1, -1, -1, BRIGAND, -1, -1, -1)
    assert GAME.view(table.state, -1).roles == (-1, -1, -1, BRIGAND, -1, -1, -1)


@pytest.mark.rule("BOL-1.5", "BOL-7.1")
def test_the_deal_is_told_to_its_owner_alone() -> None:
    roles = ["dean", "prince", "brigand", "silk", "soldier", "cardinal"]
    setup = GAME.setup(7, {"first_player": "seat0"})
    match = Match(GAME, setup, Scripted([f"dealt {role}" for role in roles]))
    lines = [str(line) for line in match.record(1).lines]
    assert lines == ["* ?", "* dealt prince", "* dealt brigand", "* ?", "* ?", "* ?"]
    log = [event.text() for event in match.log(1)]
    assert log[:3] == ["drew_role 0 ?", "drew_role 1 0", "showed_brigand 2"]
    assert log[6] == "drew_role 6 ?"  # the last card was no matter of chance, and still is secret
    assert match.record(1).croupier == "scripted"


@pytest.mark.rule("BOL-4.7")
@pytest.mark.parametrize("role", ["innkeeper", "prince"])
def test_a_guess_not_made_looks_the_same_whoever_could_make_it(role: str) -> None:
    match = third_turn_on_two_of_each(role)
    for move, question in [("use W", "target"), ("target +1", "finish")]:
        match.play(0, move)
        assert match.state.step.name() == question
    assert len(match.options) == (11 if role == "innkeeper" else 1)
    for viewer in (-1, 0, 1):
        assert GAME.view(looking_at(match).state, viewer).phase == "finish"
    assert match.choices(1).offered == match.choices(1).refused == []
    assert match.choices(1).question == "Seat 0 is deciding."
    logs = {viewer: [event.text() for event in match.log(viewer)] for viewer in (-1, 0, 1, 2)}
    match.play(0, "end-turn")
    last = ["0 use B", "0 use W", "0 target +1", "0 end-turn"]
    for viewer in (-1, 0, 1, 2):
        assert [str(line) for line in match.record(viewer).lines][-4:] == last
        assert [event.text() for event in match.log(viewer)] == logs[viewer]


@pytest.mark.rule("BOL-4.7")
@pytest.mark.parametrize("role", ["innkeeper", "prince"])
def test_taking_back_looks_the_same_whoever_could_guess(role: str) -> None:
    match = third_turn_on_two_of_each(role)
    match.play(0, "use W")
    match.undo(0)
    for viewer in (-1, 0, 1):
        assert [str(line) for line in match.record(viewer).lines][-2:] == ["0 use W", "! undo 0"]


@pytest.mark.rule("BOL-4.7")
@pytest.mark.parametrize("chosen", ["", "TTT"])
def test_whoever_holds_what_the_innkeeper_needs_is_asked(chosen: str) -> None:
    asked = "act 0" if chosen else "freshturn 0"
    only_way = "use T" if chosen else "roll5"
    for role in ("innkeeper", "prince", "dean"):
        table = lay((2, 2, 2, 2), seats=4, roles=[role, "silk"], chosen=chosen)
        assert table.asked == asked
        assert table.options[0] == only_way
        assert (len(table.options) > 1) == (role == "innkeeper")
    brigand = lay((2, 2, 2, 2), seats=7, roles=["brigand"], chosen=chosen)
    assert brigand.asked != asked, "everybody knows that he is not the Innkeeper"
    assert lay((2, 2, 2, 1), seats=4, roles=["innkeeper"], chosen=chosen).asked != asked


@pytest.mark.rule("BOL-6.11")
@pytest.mark.parametrize("held", [(2, 2, 2, 5), (4, 2, 5, 0), (4, 6, 0, 0), (5, 0, 0, 4), (2, 4, 4, 2)])
def test_in_a_duel_whoever_stands_on_any_goal_is_asked(held: Held) -> None:
    for role in ROLES[:5]:
        table = lay(held, seats=2, roles={0: role})
        assert table.asked == "freshturn 0"
        turn = lay(held, seats=2, roles={0: role}, chosen="WWW", rest="WR")
        turn.play("use W").aim(1).play("use W").aim(1).play("use W").aim(1)
        assert turn.asked == "finish 0"
        assert (len(turn.options) > 1) == (len(table.options) > 1)


@pytest.mark.rule("BOL-6.12", "BOL-1.6")
def test_a_new_role_in_a_duel_is_private() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], received="PT").guess(1, "silk")
    step = table.state.step
    outcome = GAME.catalogue.parse("dealt soldier")
    assert sees(step.audience(table.state, outcome), 0)
    assert not sees(step.audience(table.state, outcome), 1)
    assert not sees(step.audience(table.state, outcome), -1)
    table.play("dealt soldier")
    event = table.journal[-1]
    assert event.text() == "drew_role 0 3"
    seen = event.seen_by(1)
    assert seen is not None
    assert seen.text() == "drew_role 0 ?"
    assert GAME.view(table.state, 0).lost_roles == (0,)
    assert GAME.view(table.state, 1).lost_roles == ()
    assert GAME.view(table.state, 1).roles == (-1, 1)
    assert GAME.view(table.state, 1).deck_size == 2


def test_secrets_name_every_hidden_card() -> None:
    table = (
        lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], received="PT")
        .guess(1, "silk")
        .play("dealt soldier")
    )
    assert [name for name, _ in GAME.secrets(table.state, 1)] == [
        "role of seat 0",
        "role 0 lost by seat 0",
        "deck",
    ]
    assert [name for name, _ in GAME.secrets(table.state, 0)] == ["role of seat 1", "deck"]
    seven = lay(seats=7, roles={2: "brigand"})
    assert [name for name, _ in GAME.secrets(seven.state, 0)] == [
        f"role of seat {seat}" for seat in (1, 3, 4, 5, 6)
    ]


# Sound deductions, one by one


@pytest.mark.rule("BOL-1.5", "BOL-1.6")
def test_nobody_else_has_my_role_and_each_role_is_there_once() -> None:
    worlds = imagined(lay(seats=4, roles=["dean"]), 0)
    assert roles_of(worlds, 0) == {"dean"}
    for seat in (1, 2, 3):
        assert roles_of(worlds, seat) == set(ROLES[:6]) - {"dean"}
    for world in worlds:
        undealt = [role for role in range(6) if (world.deck >> role) & 1]
        assert sorted([player.role for player in world.players] + undealt) == list(range(6))


@pytest.mark.rule("BOL-7.1")
def test_the_brigand_stays_where_all_can_see_him() -> None:
    worlds = imagined(lay(seats=7, roles={0: "dean", 3: "brigand"}), 0)
    assert roles_of(worlds, 3) == {"brigand"}
    assert all("brigand" not in roles_of(worlds, seat) for seat in (1, 2, 4, 5, 6))


@pytest.mark.rule("BOL-7.1")
def test_a_card_dealt_face_down_is_not_the_brigand() -> None:
    state = GAME.start(GAME.setup(7))
    state.settle()
    table = Position(state).play("dealt cardinal")
    worlds = imagined(table, 2)
    assert roles_of(worlds, 0) == set(ROLES) - {"brigand"}
    assert all(world.deck & 1 << BRIGAND for world in worlds)


@pytest.mark.rule("BOL-4.4")
def test_who_stands_on_a_goal_without_winning_has_another_role() -> None:
    table = lay(NOTHING, (5, 0, 0, 4), NOTHING, roles={0: "prince", 1: "dean"}, chosen="TTT")
    assert table.state.active == 1
    assert table.log[-1] == "ruled_out 1 3"
    worlds = imagined(table, 0)
    assert roles_of(worlds, 1) == {"dean", "silk", "cardinal", "innkeeper"}
    assert "soldier" in roles_of(worlds, 2)


@pytest.mark.rule("BOL-5.23", "BOL-4.4")
def test_after_an_event_everybody_who_fits_and_does_not_win_is_known_not_to_be() -> None:
    table = lay(NOTHING, (5, 1, 1, 4), NOTHING, roles={0: "prince", 1: "dean"}, received="PT")
    table.play("roll5").roll("WWWRR")
    assert GAME.view(table.state, 0).ruled_out == (0, 1 << 3, 0)
    assert "soldier" not in roles_of(imagined(table, 0), 1)


@pytest.mark.rule("BOL-4.6")
def test_a_wrong_guess_tells_who_guessed_and_what_is_not() -> None:
    table = lay(NOTHING, (2, 2, 2, 2), seats=4, active=1, roles=["prince", "innkeeper", "dean", "silk"])
    table.guess(2, "soldier")
    worlds = imagined(table, 0)
    assert roles_of(worlds, 1) == {"innkeeper"}
    assert roles_of(worlds, 2) == {"dean", "silk", "cardinal"}
    assert roles_of(worlds, 3) == {"dean", "silk", "soldier", "cardinal"}


@pytest.mark.rule("BOL-4.7")
@pytest.mark.parametrize("chosen", ["", "TTT"])
def test_being_asked_with_nothing_to_decide_tells_nothing(chosen: str) -> None:
    table = lay((2, 2, 2, 2), seats=4, roles=["innkeeper", "dean"], chosen=chosen)
    assert len(roles_of(imagined(table, 1), 0)) == 5


@pytest.mark.rule("BOL-6.11")
@pytest.mark.parametrize("duel_guess", ["required", "alternative"])
def test_being_asked_in_a_duel_with_nothing_to_decide_tells_nothing(duel_guess: str) -> None:
    held: Held = (2, 2, 2, 5 if duel_guess == "required" else 4)
    table = lay(held, seats=2, roles=["prince", "dean"], duel_guess=duel_guess)
    assert table.asked == "freshturn 0"
    assert len(roles_of(imagined(table, 1), 0)) == 4


@pytest.mark.rule("BOL-6.12", "BOL-6.14", "BOL-6.11")
def test_what_a_wrong_guess_in_a_duel_tells() -> None:
    table = lay((4, 6, 0, 0), seats=2, roles=["silk", "dean"], received="PT").guess(1, "soldier")
    table.play("dealt cardinal")
    seen_by_rival = imagined(table, 1)
    assert lost_roles_of(seen_by_rival, 0) == {"silk"}  # the only role that fits
    assert roles_of(seen_by_rival, 0) == {"prince", "soldier", "cardinal"}
    seen_by_guesser = imagined(table, 0)
    assert roles_of(seen_by_guesser, 0) == {"cardinal"}
    assert lost_roles_of(seen_by_guesser, 0) == {"silk"}
    assert roles_of(seen_by_guesser, 1) == {"prince", "dean"}  # not the soldier, nor what he has held


@pytest.mark.rule("BOL-6.12", "BOL-6.14")
def test_what_a_wrong_guess_tells_where_tokens_are_not_needed() -> None:
    table = lay(seats=2, roles=["silk", "dean"], received="PT", duel_guess="alternative").guess(1, "soldier")
    table.play("dealt cardinal")
    seen_by_rival = imagined(table, 1)
    assert lost_roles_of(seen_by_rival, 0) == {"prince", "silk", "cardinal"}
    assert roles_of(seen_by_rival, 0) == {"prince", "silk", "soldier", "cardinal"}


@pytest.mark.rule("BOL-6.12")
def test_a_failed_guess_is_forgotten_when_the_rival_draws_anew() -> None:
    options: dict[str, Any] = {"duel_guess": "alternative"}
    table = lay(seats=2, roles=["silk", "dean"], received="PT", **options).guess(1, "soldier")
    table.play("dealt cardinal")
    assert "soldier" not in roles_of(imagined(table, 0), 1)
    table.guess(0, "prince").play("dealt soldier")
    assert "soldier" in roles_of(imagined(table, 0), 1)


def test_imagined_roles_are_equally_likely() -> None:
    table = lay(seats=3, roles=["dean"])
    worlds = Counter((world.players[1].role, world.players[2].role) for world in imagined(table, 0, 4000))
    assert len(worlds) == 20
    chi = sum((found - 200) ** 2 / 200 for found in worlds.values())
    assert chi < 50  # 19 degrees of freedom: once in 8,000


# Whole matches


SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"duel_guess": "alternative"}),
    (2, {"duel_empty_deck": "keep_role"}),
    (2, {"duel_guess": "alternative", "duel_empty_deck": "keep_role"}),
    *((seats, {}) for seats in range(3, 8)),
    (3, {"deadly_sins": False, "pairs": "forced"}),
]


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_no_role_is_ever_ruled_out_that_somebody_has(seats: int, options: dict[str, Any]) -> None:
    for seed in range(6):
        match = Match(GAME, GAME.setup(seats, {"round_cap": 12, **options}), Seeded(seed))
        source = Stream(seed, "players")
        while match.result is None:
            state = looking_at(match).state
            for player in state.players:
                assert player.role == NO_ROLE or not (player.ruled_out >> player.role) & 1
                assert not any((lost.ruled_out >> lost.role) & 1 for lost in player.lost)
            match.play(match.actor, lively(match, source))


def retold(match: Match, roles: list[list[int]]) -> BolognaState | None:
    """The same story with other roles, each seat's in the order it had them; None where it cannot go so."""
    state = GAME.start(match.setup)
    state.settle()
    waiting = [list(had) for had in roles]
    for entry in match.entries:
        text = entry.action.text
        step = state.step
        if step.name() in ("deal", "redraw"):
            receiver = step.receiver  # type: ignore[attr-defined]
            text = f"dealt {ROLES[waiting[receiver].pop(0)]}"
        found = [action for action in _possible(state) if action.text == text]
        if state.actor != entry.seat or not found:
            return None
        state.play(found[0])
        if state.over:
            return None
    return state


def _possible(state: BolognaState) -> list[Any]:
    return [action for action, _ in state.step.odds(state)] if state.actor == CHANCE else state.choices


def assignments(state: BolognaState, seat: int) -> list[list[list[int]]]:
    """Every way to fill the hidden places, told as the roles each seat has had."""
    had = [[lost.role for lost in player.lost] for player in state.players]
    roles = [player.role for player in state.players]
    sizes = [len(lost) + (roles[other] != NO_ROLE) for other, lost in enumerate(had)]
    open_to_me = [other == seat or roles[other] == BRIGAND for other in range(state.seats)]
    mine = [[*had[other], roles[other]] if open_to_me[other] else [] for other in range(state.seats)]
    known = {role for roles in mine for role in roles}
    unseen = [role for role in range(roles_in_play(state.seats)) if role not in known]
    hidden = sum(size for size, seen in zip(sizes, open_to_me, strict=True) if not seen)
    found = []
    for order in permutations(unseen, hidden):
        cards = list(order)
        world = [
            mine[other] if open_to_me[other] else [cards.pop(0) for _ in range(sizes[other])]
            for other in range(state.seats)
        ]
        found.append(world)
    return found


@pytest.mark.parametrize(("seats", "options"), SETTINGS[:6], ids=str)
def test_imagined_worlds_are_those_that_the_story_allows(seats: int, options: dict[str, Any]) -> None:
    """Retell the whole match in every world: those in which it can go so are exactly the imagined ones."""
    compared = seed = 0
    while compared < 6:
        seed += 1
        match = Match(GAME, GAME.setup(seats, {"round_cap": 15, **options}), Seeded(seed))
        source = Stream(seed, "players")
        while match.result is None:
            match.play(match.actor, lively(match, source))
            if match.result is not None or source.below(25):
                continue
            state = looking_at(match).state
            viewer = (state.active + 1 + source.below(seats - 1)) % seats
            possible = set()
            for world in assignments(state, viewer):
                twin = retold(match, world)
                if twin is not None and twin.actor == state.actor:
                    possible.add(canonical(twin))
            supposed = {canonical(GAME.imagine(state, viewer, source)) for _ in range(15 * len(possible))}
            assert canonical(state) in possible
            assert supposed == possible
            compared += 1


def test_imagining_tries_hard() -> None:
    """Where nearly all orders are excluded, those that fit are listed and drawn from."""
    excluded = [~(1 << 4), ~(1 << 3), ~(1 << 2), ~(1 << 1)]
    order = knowledge._deal([0, 1, 2, 3, 4, INNKEEPER], excluded, Stream(1))
    assert order[:4] == [4, 3, 2, 1]


def test_after_the_end_nothing_is_hidden() -> None:
    held: list[Held] = [(4, 5, 0, 0)]
    table = lay(*held, roles=["silk"], chosen="TBB").play("use T")
    assert GAME.secrets(table.state, 1) == []
    assert canonical(GAME.imagine(table.state, 1, Stream(1))) == canonical(table.state)
