"""Parts of boards are drawn once."""

from __future__ import annotations

from ludoteca import draw as d


def test_what_was_laid_for_a_key_is_laid_again() -> None:
    key = (test_what_was_laid_for_a_key_is_laid_again, "a key of its own")
    first = d.laid(key, lambda: [d.group(d.circle(0, 0, 4), label="a stone")])
    assert first[0].is_kept
    assert d.laid(key, lambda: []) is first
