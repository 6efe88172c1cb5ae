"""The table as it is drawn and told."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca import draw as d
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.board import board, forecasts
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.kernel.choices import choices
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bello_divorum.table import Position, place_of, started

NAMES = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio"]


def scene_of(state: Any, viewer: int, narrow: bool = False, language: str = "en") -> d.Scene:
    speaker = Speaker(GAME, state.ruleset.edition, state.seats, NAMES, language)
    scene: d.Scene = board(GAME.view(state, viewer), speaker, choices(GAME, state, viewer, speaker), narrow)
    return scene


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (6, {"pantheons": "random"}),
        (5, {}),
        (4, {"pantheons": "random", "track_length": "12"}),
    ],
)
def test_every_option_can_be_chosen_on_the_board(seats: int, options: dict[str, str]) -> None:
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
            text = scene_of(state, state.actor, narrow, "it" if looked % 3 == 0 else "en").text()
            for action in state.choices:
                assert f"[{action.text}]" in text, f"{action.text} at {state.step.name()}"
            other = scene_of(state, (state.actor + 1) % seats, narrow).text()
            assert "[" not in other
        state.play(state.choices[source.below(len(state.choices))])
    assert looked > 20
    assert "[" not in scene_of(state, -1).text()


def test_refused_targets_say_why() -> None:
    position = Position("T5=G:3G CG5=G:1G T0=A:3A CG0=A:2A FC=M", turn=5).power_phase().play("power 3")
    text = scene_of(position.state, 5).text()
    assert "T0 Temple of Embers, Temple of the Aztecs: 3 Aztecs (Temples withstand the thunderbolt" in text
    assert "CG0 Embergate, City of the Aztecs: 2 Aztecs [target cg0]" in text


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("viewer", [-1, 0, 3])
@pytest.mark.rule("BEL-1.12")
def test_everybody_can_read_every_power_card(viewer: int, narrow: bool) -> None:
    """By name, with its price and what it does; on the picture and in words, nothing cut off."""
    for language in ("en", "it"):
        state = Position("T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G").power_phase().state
        scene = scene_of(state, viewer, narrow, language)
        names = [power.name for pantheon in state.ruleset.edition.pantheons for power in pantheon.powers]
        for name in names:
            assert GAME.words(language).phrase("name", name) in scene.text()
        assert d.ELLIPSIS not in scene.svg(d.LIGHT)
    text = scene_of(state, viewer, narrow).text()
    assert "Gift of the Nile, costs 1 follower on every Temple: 1 follower on each of 2 Fields" in text
    assert (
        "Ragnarok, costs 3 followers on every Temple and 2 steps of the Doomsday Token: Rivals lose" in text
    )
    assert text.count(" on every Temple") == 18


@pytest.mark.parametrize("narrow", [False, True])
def test_while_pantheons_are_chosen_everybody_can_read_their_powers(narrow: bool) -> None:
    position = started(4, pantheons="draft").play("pantheon norse")
    for viewer in (-1, 0, 1, 3):
        scene = scene_of(position.state, viewer, narrow)
        assert scene.text().count(" on every Temple") == 18
        assert "Norse · Ada: Bifrost, costs 1 follower on every Temple: Up to 4 followers" in scene.text()
        assert d.ELLIPSIS not in scene.svg(d.LIGHT)


@pytest.mark.parametrize(
    ("language", "none", "power"),
    [("en", "No favour", "Flower War"), ("it", "Nessun favore", "Guerra dei Fiori")],
)
def test_a_power_is_called_by_its_name(language: str, none: str, power: str) -> None:
    state = Position("T0=A:3A T1=M:3M").power_phase().state
    speaker = Speaker(GAME, state.ruleset.edition, state.seats, NAMES, language)
    offered = [choice.label for choice in choices(GAME, state, 0, speaker).offered]
    assert offered[:2] == [none, power]
    assert len(set(offered)) == 3


def test_the_viewer_sits_at_the_bottom() -> None:
    position = Position("T0=A:3A T2=E:3E").acting()
    for viewer, temple in ((-1, "T0"), (0, "T0"), (2, "T2")):
        svg = scene_of(position.state, viewer).svg(d.LIGHT)
        lowest = max(_heights(svg).items(), key=lambda pair: pair[1])
        assert lowest[0].startswith(f"{temple} ")


def _heights(svg: str) -> dict[str, float]:
    import re

    found = re.findall(
        r'aria-label="((?:T\d|C\w\d|F\w\d|FC) [^"]*)"[^>]*transform="translate\([-\d.]+ ([-\d.]+)\)"', svg
    )
    assert len(found) == 49
    return {label: float(y) for label, y in found}


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("theme", [d.LIGHT, d.DARK])
def test_it_can_be_drawn_for_pages_and_phones(narrow: bool, theme: d.Theme) -> None:
    position = Position("T0=A:3A CG0=A:2A1M CI0:2A2M FS5=G:4G".replace("2A1M", "2A"), turn=0).acting()
    scene = scene_of(position.state, 0, narrow)
    assert scene.width == (400 if narrow else 1560)
    assert scene.png(390 if narrow else 1280, theme).startswith(b"\x89PNG")
    sizes = [float(size) for size in __import__("re").findall(r'font-size="([\d.]+)"', scene.svg(theme))]
    assert min(sizes) >= 10


def test_owners_are_told_by_emblem_letter_and_colour() -> None:
    position = Position("T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G").acting()
    svg = scene_of(position.state, 0).svg(d.LIGHT)
    for pantheon in position.state.ruleset.edition.pantheons:
        assert pantheon.colour.lower() in svg
        assert f">{pantheon.letter}</text>" in svg
    text = scene_of(position.state, 0).text()
    assert "T4 Temple of Storms, Temple of the Norse: 3 Norse" in text
    assert "FC Omphalos, Field, uncontrolled" in text


def test_the_last_turn_and_doomsday_are_announced() -> None:
    position = Position("T0=A:3A T1=M:3M").acting()
    position.state.doom = 18
    position.state.final_turn = True
    scene = scene_of(position.state, 0)
    assert "Doomsday 18 / 18" in scene.text()
    assert ">Last turn<" in scene.svg(d.LIGHT)


# Forecasts agree with what then happens


def _forecast(position: Position) -> Any:
    return GAME.view(position.state, position.state.actor)


@pytest.mark.parametrize(
    ("text", "turn", "power", "target"),
    [
        ("T2=E:3E CG0=A:3A T0=A:3A CL0:1A FR0:2M FL0:2E", 2, 2, "target cg0"),
        ("T5=G:3G CG5=G:1G CG0=A:2A FC=M", 5, 3, "target cg0"),
        ("T0=A:3A FR0:1A FL1=M:3M CR0=M:1M", 0, 3, "target fl1"),
        ("T3=S:3S FC:1S T0=A:3A CG0=A:1A", 3, 3, "target t0"),
        ("T1=M:3M CG1=M CL1=M CR1=M", 1, 1, "target cg1"),
    ],
)
def test_the_forecast_of_a_power_comes_true(text: str, turn: int, power: int, target: str) -> None:
    position = Position(text, turn=turn).power_phase().play(f"power {power}")
    view = _forecast(position)
    card = position.state.powers(turn)[power - 1]
    place = place_of(target.partition(" ")[2])
    notes = forecasts.of_target(view, position.state.ruleset.edition, card, place)
    before = position.state.crowds[:]
    position.play(target)
    for where, note in notes.items():
        change = position.state.crowd(where) - before[where]
        assert note in (f"−{-change}", f"+{change}", "×", "→")
    if power == 2:
        changed = {where for where in range(49) if position.state.crowd(where) < before[where]}
        assert changed == set(notes)


def test_the_forecast_of_a_flood_and_of_an_attack() -> None:
    position = Position("T1=M:3M FS0:2A1E1M FR0=N:4N FS1:1S", turn=1).power_phase().play("power 2")
    notes = forecasts.of_arm(
        _forecast(position), position.state.ruleset.edition, position.state.powers(1)[1], 0
    )
    assert notes == {place_of("FS0"): "−3", place_of("FR0"): "−2"}
    attack = Position("FR0:4A FL1=M:1M").acting()
    text = scene_of(attack.state, 0).text()
    assert "Attack Embermead → Reedlea: you lose 2, they lose 1 and the chip; 2 stay [attack fr0-fl]" in text


@pytest.mark.parametrize("seed", range(3))
def test_powers_light_up_exactly_what_they_can_be_aimed_at(seed: int) -> None:
    """What is highlighted before a power is chosen is what is offered after it."""
    state = GAME.start(GAME.setup(6, {"pantheons": "random"}))
    state.settle()
    croupier, source = Seeded(seed), Stream(seed, "powers")
    seen = 0
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        if state.step.name() == "favour":
            for action in state.choices[1:]:
                power = state.powers(state.actor)[action.a % POWERS]
                lit = forecasts.aims(GAME.view(state, state.actor), state.ruleset.edition, power)
                after = state.copy()
                after.play(action)
                if after.step.name() in ("capture", "convert", "smite", "blow"):
                    offered = [choice.a for choice in after.choices]
                    assert offered == lit
                    seen += 1
        state.play(state.choices[source.below(len(state.choices))])
    assert seen
