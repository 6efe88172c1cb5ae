"""The table as it is drawn and told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.board import board
from ludoteca.games.bello_divorum.board.inspector import about
from ludoteca.games.bello_divorum.rules.actions import PANTHEON_IDS, POWER_WORDS
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bello_divorum.table import Position, place_of, started
from tests.browser.contrasts import words_on

NAMES = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio"]
BESIDE = ("no-favour", "end-actions", "control-all", "control-done")
"""Choices that have no place on the board."""


def speaker_of(state: Any, language: str = "en") -> Speaker:
    return Speaker(GAME, state.ruleset.edition, state.seats, NAMES, language)


def scene_of(state: Any, viewer: int, narrow: bool = False, language: str = "en") -> d.Scene:
    speaker = speaker_of(state, language)
    scene: d.Scene = board(GAME.view(state, viewer), speaker, choices(GAME, state, viewer, speaker), narrow)
    return scene


def answer(state: Any, viewer: int, key: str, language: str = "en") -> d.About:
    told = about(GAME.view(state, viewer), speaker_of(state, language), key)
    assert told is not None, key
    return told


def keys_drawn(scene: d.Scene) -> set[str]:
    return set(re.findall(r'data-touch="([^"]*)"', scene.svg(d.LIGHT)))


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (6, {"pantheons": "random"}),
        (5, {"unused_corners": "folded"}),
        (4, {"pantheons": "random", "track_length": "12"}),
        (2, {"small_table": True}),
    ],
)
def test_every_option_can_be_made_with_pieces_or_beside_the_board(
    seats: int, options: dict[str, Any]
) -> None:
    state = GAME.start(GAME.setup(seats, options))
    state.settle()
    croupier, source = Seeded(2), Stream(9, str(seats))
    looked = 0
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        if source.below(4) == 0 or state.step.name() not in ("act", "favour", "claim"):
            looked += 1
            narrow = looked % 2 == 0
            scene = scene_of(state, state.actor, narrow, "it" if looked % 3 == 0 else "en")
            drawn = keys_drawn(scene)
            made = {gesture.text: gesture.keys for gesture in scene.gestures}
            for action in state.choices:
                if action.verb.name in BESIDE:
                    assert action.text not in made
                else:
                    assert drawn.issuperset(made[action.text]), f"{action.text} at {state.step.name()}"
                    assert len(made[action.text]) <= 2
            other = scene_of(state, (state.actor + 1) % seats, narrow)
            assert not other.gestures and not keys_drawn(other) - {f"pantheon {n}" for n in range(6)}
        state.play(state.choices[source.below(len(state.choices))])
    assert looked > 20
    assert not scene_of(state, -1).gestures


def test_a_stack_is_touched_and_then_the_place_it_goes_to() -> None:
    position = Position("FR0:4A FL1=M:1M").acting()
    made = {gesture.text: gesture.keys for gesture in scene_of(position.state, 0).gestures}
    stack, field = f"place {place_of('FR0')}", f"place {place_of('FL1')}"
    assert made["attack fr0-fl"] == (stack, field)
    assert made["move fr0-cg"] == (stack, f"place {place_of('CG0')}")


def test_swords_mark_what_can_be_attacked() -> None:
    position = Position("FR0:4A FL1=M:1M CG1=M:1M").acting()
    for viewer, swords in ((0, 1), (1, 0)):
        scene = scene_of(position.state, viewer)
        scene.art = "/static/"
        assert scene.svg(d.AUTO).count("#swords") == swords


def test_any_field_of_an_arm_floods_it() -> None:
    position = Position("T1=M:3M FS0:2A1E1M FR0=N:4N FS1:1S", turn=1).power_phase().play("power 2")
    scene = scene_of(position.state, 1)
    assert {gesture.keys for gesture in scene.gestures} == {("arm 0",), ("arm 1",)}
    assert scene.svg(d.LIGHT).count('data-touch="arm 0"') == 3


def test_a_refused_place_says_why() -> None:
    position = Position("T5=G:3G CG5=G:1G T0=A:3A CG0=A:2A FC=M", turn=5).power_phase().play("power 3")
    text = scene_of(position.state, 5).text()
    assert "Temple of Embers, Temple of the Aztecs: 3 Aztecs (Temples withstand the thunderbolt" in text
    assert "Embergate, City of the Aztecs: 2 Aztecs\n" in text


@pytest.mark.parametrize("viewer", [-1, 0, 3])
@pytest.mark.rule("BEL-1.12")
def test_everybody_can_read_every_power_card(viewer: int) -> None:
    """By name on the board and in words; with price and text by asking about the player or the power."""
    state = Position("T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G").power_phase().state
    for language in ("en", "it"):
        book = GAME.words(language)
        for narrow in (False, True):
            scene = scene_of(state, viewer, narrow, language)
            for seat, pantheon in enumerate(state.ruleset.edition.pantheons):
                card = answer(state, viewer, f"seat {seat}", language)
                for power in pantheon.powers:
                    assert book.phrase("name", power.name) in scene.text()
                    assert book.phrase("name", power.name) in card.text
            assert d.ELLIPSIS not in scene.svg(d.LIGHT)
    assert (
        "Gift of the Nile, costs 1 follower on every Temple: 1 follower on each of 2 Fields"
        in answer(state, viewer, "seat 2").text
    )
    ragnarok = answer(state, viewer, f"power {POWER_WORDS.index('norse-3')}")
    assert "Costs 3 followers on every Temple and 2 steps of the Doomsday Token" in ragnarok.text
    assert (ragnarok.title, ragnarok.rule) == ("Ragnarok", "BEL-13.15")


@pytest.mark.parametrize("narrow", [False, True])
def test_while_pantheons_are_chosen_everybody_can_read_their_powers(narrow: bool) -> None:
    position = started(4, pantheons="draft").play("pantheon norse")
    for viewer in (-1, 0, 1, 3):
        scene = scene_of(position.state, viewer, narrow)
        assert scene.text().count(" on every Temple") == 18
        assert "Norse, Ada: Bifrost, costs 1 follower on every Temple: Up to 4 followers" in scene.text()
        assert d.ELLIPSIS not in scene.svg(d.LIGHT)


def test_long_names_of_those_who_sit_down_are_whole() -> None:
    state = started(4, pantheons="draft").state
    people = ["Bradamante", "Calandrino", "Fiammetta", "Guest 4110"]
    speaker = Speaker(GAME, state.ruleset.edition, state.seats, people)
    drawn = board(GAME.view(state, 0), speaker, choices(GAME, state, 0, speaker)).svg(d.LIGHT)
    assert all(f">{name}<" in drawn for name in people)


@pytest.mark.parametrize(
    ("language", "none", "power"),
    [("en", "No favour", "Flower War"), ("it", "Nessun favore", "Guerra dei Fiori")],
)
def test_a_power_is_called_by_its_name(language: str, none: str, power: str) -> None:
    state = Position("T0=A:3A T1=M:3M").power_phase().state
    offered = [choice.label for choice in choices(GAME, state, 0, speaker_of(state, language)).offered]
    assert offered[:2] == [none, power]
    assert len(set(offered)) == 3


@pytest.mark.parametrize("narrow", [False, True])
def test_the_viewer_sits_at_the_bottom(narrow: bool) -> None:
    position = Position("T0=A:3A T2=E:3E").acting()
    for viewer, temple in ((-1, "T0"), (0, "T0"), (2, "T2")):
        placed = scene_of(position.state, viewer, narrow).placed()
        heights = {id: piece.y for id, piece in placed.items() if id.startswith("place-")}
        assert len(heights) == 49
        assert max(heights, key=lambda id: heights[id]) == f"place-{place_of(temple)}"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("theme", [d.LIGHT, d.DARK])
def test_it_can_be_drawn_for_pages_and_phones(narrow: bool, theme: d.Theme) -> None:
    position = Position("T0=A:3A CG0=A:2A CI0:2A2M FS5=G:4G", turn=0).acting()
    scene = scene_of(position.state, 0, narrow)
    assert scene.png(390 if narrow else 980, theme).startswith(b"\x89PNG")


def test_owners_and_followers_are_told_by_shape_emblem_and_colour() -> None:
    position = Position("T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G").acting()
    scene = scene_of(position.state, 0)
    scene.art = "/static/"
    svg = scene.svg(d.AUTO)
    for name, pantheon in zip(PANTHEON_IDS, position.state.ruleset.edition.pantheons, strict=True):
        assert f'#temple-{name}" color="{pantheon.colour.lower()}"' in svg
        assert f"#banner-{name}" in svg
        assert f"#{name}-3" in svg
        assert f"#chip-{name}" in svg
    assert "#aztec-3-ink" in svg and "#norse-3-ink" not in svg, "only what can be taken up is inked"
    text = scene_of(position.state, 0).text()
    assert "Temple of Storms, Temple of the Norse: 3 Norse" in text
    assert "Omphalos, Field, uncontrolled" in text


def test_the_last_turn_and_doomsday_are_announced() -> None:
    position = Position("T0=A:3A T1=M:3M").acting()
    position.state.doom = 18
    position.state.final_turn = True
    for narrow in (False, True):
        scene = scene_of(position.state, 0, narrow)
        assert "Doomsday 18 / 18" in scene.text()
        assert ">Last turn<" in scene.svg(d.LIGHT)


def test_the_hourglass_goes_round_from_the_first_players_corner() -> None:
    position = Position("T0=A:3A T1=M:3M").acting()
    places = []
    for doom in range(18):
        position.state.doom = doom
        token = scene_of(position.state, 0).placed()["doomsday"]
        places.append((token.x, token.y))
    assert len(set(places)) == 18
    assert places[0] == max(places, key=lambda place: place[1]), "it begins at the bottom"
    assert places[3][0] > places[0][0], "it goes counter-clockwise"


# The inspector


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_component_has_a_text(language: str) -> None:
    state = Position("T0=A:3A CG0=A:2A FS1=M:1M T1=M:3M").acting().state
    keys = [f"place {place}" for place in state.ruleset.board.places]
    keys += [f"seat {seat}" for seat in range(6)] + [f"power {number}" for number in range(18)]
    keys += [f"pantheon {number}" for number in range(6)] + ["doomsday", "turn"]
    for key in keys:
        told = answer(state, 0, key, language)
        assert told.title and told.text and told.rule in GAME.rules(), key
        assert "{" not in told.title + told.text + told.state


def test_the_inspector_tells_how_an_attack_would_end() -> None:
    attack = Position("FR0:4A FL1=M:1M").acting()
    field = f"place {place_of('FL1')}"
    told = answer(attack.state, 0, field).state
    assert "An attack from Embermead: you lose 2, they lose 1 and the chip; 2 stay." in told
    attack.play("attack fr0-fl")
    assert attack.show("FL1") == "FL1:2A"
    assert "attack" not in answer(attack.state, 0, field).state


def test_the_inspector_knows_nothing_of_what_is_not_on_the_table() -> None:
    state = Position("T0=A:3A").acting().state
    assert about(GAME.view(state, 0), speaker_of(state), "nonsense") is None


def test_a_phone_shows_the_seats_in_the_order_of_the_names_above_the_board() -> None:
    """Turns pass around the corners, which were chosen; names stand in the order of the seats."""
    state = GAME.start(GAME.setup(4, {"pantheons": "given"}))
    state.settle()
    for corner in (0, 5, 2, 4):
        state.play(GAME.catalogue.parse(f"corner {corner}"))
    assert list(GAME.view(state, 0).order) == [0, 2, 3, 1]
    drawn = re.findall(r'id="[\w-]*?seat-?(\d)"', scene_of(state, 0, narrow=True).svg(d.LIGHT))
    assert drawn == ["0", "1", "2", "3"]


def test_a_phone_shows_what_a_favour_costs() -> None:
    svg = scene_of(started(4).state, 0, narrow=True).svg()
    assert svg.count('#bel-hourglass"') == 3  # two costly favours and the token


def test_the_name_of_ones_own_land_is_not_under_the_prices_of_favours() -> None:
    state = GAME.start(GAME.setup(4, {"corners": "seated", "pantheons": "given"}))
    state.settle()
    for language in ("en", "it"):
        words = words_on(scene_of(state, state.actor, narrow=True, language=language))
        book = speaker_of(state, language).book
        lands = {book.phrase("name", stem) for stem in state.ruleset.board.naming.stems}
        bottom = max((mark for mark in words if mark.words in lands), key=lambda mark: mark.y)
        assert bottom.y + bottom.h <= 459, bottom


def test_a_long_name_is_shortened_rather_than_broken_on_a_phone() -> None:
    state = GAME.start(GAME.setup(4))
    state.settle()
    names = ["Bradamante di Chiaramonte", "Mandricardo", "Fiordispina", "Doralice"]
    speaker = Speaker(GAME, state.ruleset.edition, 4, names, "en")
    scene = board(GAME.view(state, 0), speaker, choices(GAME, state, 0, speaker), True)
    words = [mark.words for mark in words_on(scene)]
    assert any(one.startswith("Mandric") for one in words)
    assert not {"o", "do", "a", "na", "ardo"} & set(words)
