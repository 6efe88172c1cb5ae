"""Croupiers: seeded, scripted, committed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Committed, Croupier, Scripted, Seeded, commitment_to
from ludoteca.kernel.errors import CroupierError, RecordError
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify
from ludoteca.kernel.state import Chance
from tests.kernel.tiny import DEALT, GAME, TinyState


def deals(croupier: Croupier, count: int = 40) -> list[str]:
    """What the croupier deals, one card after the other."""
    texts = []
    for _ in range(count):
        state = GAME.start(GAME.setup(2))
        state.settle()
        texts.append(croupier.settle(state).text)
    return texts


def played(croupier: Croupier, **options: Any) -> Match:
    match = Match(GAME, GAME.setup(2, options), croupier)
    while match.result is None:
        match.play(match.actor, match.options[0])
    return match


def test_a_seed_decides_everything() -> None:
    assert deals(Seeded(4)) == deals(Seeded(4))
    assert len({tuple(deals(Seeded(seed))) for seed in range(20)}) == 20
    assert Seeded(-4).label() == "seeded -4"


def test_chance_follows_the_odds() -> None:
    ones = deals(Seeded(1), 3000).count(DEALT[1].text)
    assert abs(ones - 2000) < 130


def test_a_script_is_followed_in_order() -> None:
    assert deals(Scripted(["dealt two", "dealt one"]), 2) == ["dealt two", "dealt one"]


def test_a_script_that_ends_too_early() -> None:
    with pytest.raises(CroupierError, match="the script ended after 1 outcomes; “deal” asks for one more"):
        deals(Scripted(["dealt two"]), 2)


@pytest.mark.parametrize("text", ["dealt three", "take 1", ""])
def test_a_script_that_says_what_cannot_be(text: str) -> None:
    with pytest.raises(CroupierError, match=f"“{text}” cannot come at “deal”"):
        deals(Scripted([text]), 1)


def test_a_commitment_tells_nothing_and_binds() -> None:
    croupier = Committed("the secret", ["n0", "n1"])
    assert croupier.commitment == commitment_to("the secret") == sha256(b"the secret").hexdigest()
    assert croupier.label() == f"committed {croupier.commitment}"
    assert "the secret" not in croupier.label()
    assert len(Committed().secret) == 64
    assert Committed().secret != Committed().secret


def test_every_nonce_changes_the_luck() -> None:
    luck = [
        deals(Committed("s", nonces))
        for nonces in ([], ["a"], ["b"], ["", "a"], ["a", "b"], ["b", "a"], ["ab"], ["a", "", "b"])
    ]
    luck.append(deals(Committed("t", ["a"])))
    assert len({tuple(texts) for texts in luck}) == len(luck)
    assert deals(Committed("s", ["a"])) == deals(Committed("s", ["a", "", ""]))


@pytest.mark.parametrize("word", ["two\nlines", " space", "a # b"])
def test_a_nonce_must_fit_into_a_record(word: str) -> None:
    with pytest.raises(CroupierError, match="single lines"):
        Committed("s", [word])
    with pytest.raises(CroupierError, match="single lines"):
        Committed(word)


@pytest.mark.parametrize("nonces", [[], ["ada"], ["", "ben"], ["ada", "ben"]])
def test_a_committed_match_can_be_verified_from_its_record(nonces: list[str]) -> None:
    match = played(Committed("s", nonces))
    verdict = verify(GAME, read_record(match.record().text()))
    assert verdict.derived
    assert verdict.outcomes == 2
    assert verdict.remark.startswith("every outcome follows from the commitment")


def test_the_secret_is_revealed_at_the_end_only() -> None:
    match = Match(GAME, GAME.setup(2), Committed("mum", ["ada"]))
    assert match.record().secret == ""
    verdict = verify(GAME, read_record(match.record().text()))
    assert not verdict.derived
    assert "not revealed yet" in verdict.remark
    while match.result is None:
        match.play(match.actor, match.options[0])
    assert match.record(0).secret == "mum"


def test_a_different_secret_is_noticed() -> None:
    text = played(Committed("mum", ["ada"])).record().text()
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("secret:"))
    lines[number - 1] = "secret: dad"
    with pytest.raises(RecordError, match=f"line {number}: the revealed secret is not the one"):
        verify(GAME, read_record("\n".join(lines)))


def test_a_different_nonce_is_noticed() -> None:
    match = played(Committed("mum", ["ada"]))
    cards = [entry.action.text for entry in match.entries[:2]]
    other = next(word for word in "abcdefgh" if deals(Committed("mum", [word]), 2) != cards)
    changed = read_record(match.record().text().replace("nonce 0: ada", f"nonce 0: {other}"))
    with pytest.raises(RecordError, match="the croupier owed “dealt"):
        verify(GAME, changed)


class Toss(Chance[TinyState]):
    """Chance from another stream than the cards."""

    def odds(self, state: TinyState) -> list[tuple[Action, int]]:
        return [(DEALT[1], 1), (DEALT[2], 1)]


@pytest.mark.parametrize("make", [lambda: Seeded(8), lambda: Committed("s", ["n"])])
def test_an_extra_toss_shifts_no_card(make: Callable[[], Croupier]) -> None:
    noisy, quiet = make(), make()
    tossed, dealt = [], []
    state = GAME.start(GAME.setup(2))
    state.settle()
    for _ in range(30):
        state.push(Toss())
        tossed.append(noisy.settle(state).text)
        state.agenda.pop()
        dealt.append(noisy.settle(state).text)
        assert quiet.settle(state).text == dealt[-1]
    assert tossed != dealt
