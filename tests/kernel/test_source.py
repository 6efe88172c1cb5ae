"""Streams of numbers: the same everywhere, even, and apart from each other."""

from __future__ import annotations

import pytest

from ludoteca.kernel.source import Source, Stream, shuffled


def first(stream: Stream, bound: int, count: int = 8) -> list[int]:
    return [stream.below(bound) for _ in range(count)]


KNOWN: list[tuple[int, str, int, list[int]]] = [
    (0, "", 6, [2, 2, 4, 2, 3, 0, 3, 5]),
    (1, "dice", 6, [0, 3, 4, 1, 0, 2, 0, 5]),
    (7, "roles", 1000, [452, 948, 526, 814, 392, 482, 809, 638]),
    (-1, "dice", 1000, [534, 930, 11, 186, 836, 865, 973, 204]),
    (
        1099511627776,
        "x",
        2147483648,
        [615915536, 617060861, 2064424165, 376974259, 896809221, 1734578107, 98346880, 835561832],
    ),
]


@pytest.mark.parametrize(("seed", "name", "bound", "numbers"), KNOWN)
def test_the_numbers_are_the_same_on_every_machine(
    seed: int, name: str, bound: int, numbers: list[int]
) -> None:
    """Compiled or plain: stored records depend on these very numbers."""
    assert first(Stream(seed, name), bound) == numbers


def test_a_stream_depends_on_seed_and_name() -> None:
    assert first(Stream(1, "dice"), 1000) == first(Stream(1, "dice"), 1000)
    starts = {
        tuple(first(Stream(seed, name), 1000)) for seed in range(50) for name in ("", "dice", "dicf", "edic")
    }
    assert len(starts) == 200


@pytest.mark.parametrize("bound", [2, 6, 7, 100])
def test_numbers_are_even(bound: int) -> None:
    stream = Stream(17, "even")
    draws = 400 * bound
    counts = [0] * bound
    for _ in range(draws):
        counts[stream.below(bound)] += 1
    chi = sum((count - 400) ** 2 / 400 for count in counts)
    assert chi < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_neighbours_in_a_stream_have_nothing_in_common() -> None:
    stream = Stream(5, "pairs")
    counts = [[0] * 6 for _ in range(6)]
    last = stream.below(6)
    for _ in range(36 * 300):
        now = stream.below(6)
        counts[last][now] += 1
        last = now
    chi = sum((count - 300) ** 2 / 300 for row in counts for count in row)
    assert chi < 35 + 5 * 70**0.5


@pytest.mark.parametrize(
    ("one", "other"), [((1, "a"), (1, "b")), ((1, "a"), (2, "a")), ((0, ""), (1 << 32, ""))]
)
def test_streams_have_nothing_in_common(one: tuple[int, str], other: tuple[int, str]) -> None:
    left, right = Stream(*one), Stream(*other)
    counts = [[0] * 6 for _ in range(6)]
    for _ in range(36 * 300):
        counts[left.below(6)][right.below(6)] += 1
    chi = sum((count - 300) ** 2 / 300 for row in counts for count in row)
    assert chi < 35 + 5 * 70**0.5


def test_the_first_numbers_of_many_seeds_are_even() -> None:
    """A laboratory plays seeds 0, 1, 2, …: their openings must not resemble each other."""
    counts = [0] * 6
    for seed in range(6000):
        counts[Stream(seed, "dice").below(6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 5 + 5 * 10**0.5


@pytest.mark.parametrize("bound", [1, 2, 1000, 1 << 31])
def test_numbers_stay_below_the_bound(bound: int) -> None:
    stream = Stream(9)
    numbers = first(stream, bound, 500)
    assert min(numbers) >= 0
    assert max(numbers) < bound
    assert bound == 1 or max(numbers) >= bound // 2


def test_shuffling_leaves_the_list_alone_and_favours_no_order() -> None:
    items = [1, 2, 3]
    stream = Stream(3)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        order = tuple(shuffled(items, stream))
        counts[order] = counts.get(order, 0) + 1
    assert items == [1, 2, 3]
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 5 + 5 * 10**0.5
    assert shuffled([], stream) == []


def test_a_source_has_to_be_written() -> None:
    with pytest.raises(NotImplementedError):
        Source().below(2)
