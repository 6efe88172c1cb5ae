"""A voice remembers what it said, and says nothing else than a speaker without a memory would."""

from __future__ import annotations

import pytest

from ludoteca.draw.memory import MEMORY
from ludoteca.house.web.pages import match_log
from ludoteca.kernel.choices import choices
from tests.pages.test_pictures import some_match


@pytest.mark.parametrize("game", ["bologna", "bosa"])
def test_a_voice_says_what_any_speaker_says(game: str) -> None:
    match = some_match(game, moves=25)
    voice, speaker = match_log.speaker_for(match, "it"), match.speaker("it")
    for _ in range(2):
        for event in (event for entry in match.entries for event in entry.events):
            for seat in range(-1, match.setup.seats):
                seen = event.seen_by(seat)
                assert seen is None or voice.event(seen) == speaker.event(seen)
        heard, told = (choices(match.game, match.state, match.state.actor, one) for one in (voice, speaker))
        assert [(c.label, c.why) for c in heard.offered + heard.refused] == [
            (c.label, c.why) for c in told.offered + told.refused
        ]


def test_who_is_renamed_is_called_by_the_new_name() -> None:
    match = some_match("bologna", moves=10)
    before = match_log.speaker_for(match, "en")
    assert match_log.speaker_for(match, "en") is before
    match.names[0] = "Somebody else"
    assert match_log.speaker_for(match, "en").names[0] == "Somebody else"


def test_a_voice_does_not_remember_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MEMORY, "budget", 4000)
    MEMORY.clear()
    match = some_match("bologna", moves=20)
    voice = match_log.speaker_for(match, "en")
    for event in (event for entry in match.entries for event in entry.events):
        voice.event(event)
        assert MEMORY.get((voice, event.kind, event.values)) is not None
        assert MEMORY.bytes <= 4000


def test_sentences_about_actions_are_shared_by_tables_unless_they_name_somebody() -> None:
    one, other = (some_match("bologna", moves=10) for _ in range(2))
    other.names[:] = [f"Other {seat}" for seat in range(other.setup.seats)]
    voices = [match_log.speaker_for(match, "en") for match in (one, other)]
    use, name = (one.game.catalogue.parse(text) for text in ("use T", "target +1"))
    assert voices[0].action(use, 0) is voices[1].action(use, 2)
    assert voices[1].action(name, 0) == other.speaker("en").action(name, 0) != voices[0].action(name, 0)
