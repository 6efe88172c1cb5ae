"""Pieces of a picture: what is kept is drawn once, and only what changed travels."""

from __future__ import annotations

import pytest

from ludoteca import draw as d


def scene(*adds: d.Child) -> d.Scene:
    made = d.Scene(100, 100, "A test", layers=("only",))
    for part in adds:
        made.add("only", part)
    return made


def changes(before: d.Scene, after: d.Scene) -> d.Changes:
    seen = {piece.id: piece for piece in before.pieces()}
    return d.Changes().compare(seen, after.pieces())


def named(id: str, *inside: d.Child, r: float = 3) -> d.Group:
    return d.group(d.circle(0, 0, r), *inside, id=id)


def test_nothing_travels_where_nothing_changed() -> None:
    one, other = (scene(named("a"), named("b", named("c"))) for _ in range(2))
    found = changes(one, other)
    assert not found.whole and not found.lists


def test_the_smallest_piece_that_changed_travels_alone() -> None:
    before = scene(named("a"), named("b", named("c"), named("e")))
    after = scene(named("a"), named("b", named("c", r=4), named("e")))
    assert list(changes(before, after).whole) == ["c"]
    assert 'r="4"' in changes(before, after).whole["c"]


def test_a_piece_whose_own_text_changed_only_names_what_is_as_it_was_in_it() -> None:
    before = scene(named("a"), named("b", named("c", r=7), named("e", named("f", r=8))))
    after = scene(named("a"), named("b", named("c", r=7), named("e", named("f", r=8), r=5), named("g"), r=9))
    found = changes(before, after).whole
    assert list(found) == ["b"]
    told = found["b"]
    assert '<g id="c" data-same></g>' in told and '<g id="f" data-same></g>' in told
    assert 'r="7"' not in told and 'r="8"' not in told
    assert 'r="9"' in told and 'r="5"' in told and '<g id="g"><circle' in told


def test_what_only_looks_the_same_is_not_sent_again() -> None:
    """Whether two drawings are one object or two that are equal is not to be told from what is sent."""
    before = scene(named("b", named("c")))
    after = scene(named("b", named("c"), r=9))
    kept = named("c").kept()
    one = changes(before, after).whole
    other = changes(scene(named("b", kept)), scene(named("b", kept, r=9))).whole
    assert one == other and "data-same" in one["b"]


def test_pieces_of_a_layer_come_and_go_one_by_one() -> None:
    before = scene(named("a"), named("b"), named("c"))
    after = scene(named("c", r=5), named("a"), named("new"))
    found = changes(before, after)
    assert list(found.whole) == ["c"]
    assert found.lists == {"only": (["c", "a", "new"], {"new": after.pieces()[-1].inner[2].text})}


def test_what_has_no_name_is_named_by_its_place_on_the_layer() -> None:
    before = scene(d.circle(0, 0, 1), d.circle(0, 0, 2))
    after = scene(d.circle(0, 0, 1), d.circle(0, 0, 3))
    assert list(changes(before, after).whole) == ["only-1"]


def test_what_is_new_to_the_reader_travels_whole() -> None:
    pieces = scene(named("a")).pieces()
    assert d.Changes().compare({}, pieces).whole == {piece.id: piece.text for piece in pieces}


def test_a_kept_group_is_drawn_as_any_other() -> None:
    made = d.group(d.rect(0, 0, 5, 5, fill=d.Pattern("dots", d.BLUE)), named("a"), label="A thing", x=4)
    for theme in d.Theme:
        assert scene(made.kept()).svg(theme) == scene(made).svg(theme)
        assert scene(d.group(made.kept(), x=2)).svg(theme) == scene(d.group(made, x=2)).svg(theme)
    assert scene(d.group(made.kept(), label="Around")).text() == scene(d.group(made, label="Around")).text()


def test_a_part_is_drawn_once_for_the_same_values() -> None:
    drawn = []

    @d.part
    def tally(number: int) -> d.Group:
        drawn.append(number)
        return d.group([d.circle(3 * i, 0, 1) for i in range(number)])

    assert tally(3) is tally(3)
    assert tally(3) is not tally(4) and drawn == [3, 4]
    assert len(scene(tally(3)).svg()) < len(scene(tally(4)).svg())


def test_a_kept_group_cannot_lie_twice_in_one_picture_if_it_has_an_id() -> None:
    kept = named("a").kept()
    with pytest.raises(ValueError, match="two elements"):
        scene(kept, kept).svg()
