"""Rate limits: token buckets, one for each client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

MOST_BUCKETS: Final = 20_000
MOST_ADDRESSES: Final = 4096
NEIGHBOURS: Final = 8
"""As many times what a network of 64 bits may do, all may do together that begin with the same 48 bits: such
a neighbourhood may belong to one household or server, which has 65,536 of these networks.
"""


@lru_cache(maxsize=MOST_ADDRESSES)
def network_of(address: str) -> str:
    """The address; of an IPv6 address the first 64 bits, which one household or server has to itself."""
    try:
        found = plain_address(address)
    except ValueError:
        return address
    if found.version == 6:
        return str(ip_network((found, 64), strict=False))
    return str(found)


@lru_cache(maxsize=MOST_ADDRESSES)
def neighbourhood(name: str) -> str:
    """The IPv6 network of 48 bits around one of 64, with the words before it; empty for anything else."""
    if not name.endswith("/64"):
        return ""
    *words, network = name.split(" ")
    try:
        return " ".join([*words, str(ip_network(network).supernet(new_prefix=48))])
    except ValueError:
        return ""


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """An address; an IPv4 address also where a socket for both kinds tells it as one of IPv6. Raises
    ValueError.
    """
    found = ip_address(address)
    return (found.ipv4_mapped or found) if found.version == 6 else found


def without_port(told: str) -> str:
    """The address that a proxy tells. Some add the port, another for each connection: 192.0.2.1:4711,
    [2001:db8::1]:4711.
    """
    if told.startswith("["):
        return told[1:].partition("]")[0]
    address, _, port = told.partition(":")
    return address if port.isdecimal() else told


def is_address(text: str) -> bool:
    """Whether a text is an address of IPv4 or IPv6, and no name."""
    try:
        plain_address(text)
    except ValueError:
        return False
    return True


def is_private(address: str) -> bool:
    """Whether an address is of the same machine or of a private network."""
    try:
        return plain_address(address).is_private
    except ValueError:
        return not address  # a socket of this machine has none


class Bucket:
    """A token bucket: `rate` a second on average, `size` at once."""

    __slots__ = ("at", "tokens")

    def __init__(self, size: float, now: float) -> None:
        self.tokens = size
        self.at = now


class RateLimiter:
    """Limits how often each of many clients may do one thing."""

    def __init__(self, rate: float, burst: float, least: float = 1.0) -> None:
        """`rate` tokens a second; a bucket holds `burst` seconds' worth, and no fewer than `least`."""
        self._burst = burst
        self._least = least
        self.change(rate)
        self._buckets: dict[str, Bucket] = {}

    def change(self, rate: float) -> None:
        """Let another rate hold from now on."""
        self.rate = rate
        self.size = max(self._least, rate * self._burst)

    def seconds_to_wait(self, name: str, now: float, take: float = 1.0) -> float:
        """Take a token: 0 if there was one, else the seconds until there will be. To `take` none asks only
        whether there is anything left.
        """
        if self.rate <= 0:
            return 0.0
        around = neighbourhood(name)
        if around and self._lacks(around, now, take, NEIGHBOURS):  # no bucket for each of 65,536 networks
            return self._take(around, now, take, NEIGHBOURS)
        wait = self._take(name, now, take, 1)
        return wait or (self._take(around, now, take, NEIGHBOURS) if around else 0.0)

    def _lacks(self, name: str, now: float, take: float, times: int) -> bool:
        """Whether a bucket has less than that now."""
        bucket = self._buckets.get(name)
        if bucket is None:
            return False
        tokens = min(self.size * times, bucket.tokens + (now - bucket.at) * self.rate * times)
        return tokens < take or tokens <= 0

    def _take(self, name: str, now: float, take: float, times: int) -> float:
        """The same for one bucket, which holds and gets so many times as much as usual."""
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[name] = Bucket(self.size * times, now)
        else:
            bucket.tokens = min(self.size * times, bucket.tokens + (now - bucket.at) * self.rate * times)
            bucket.at = now
        if bucket.tokens >= take and bucket.tokens > 0:
            bucket.tokens -= take
            return 0.0
        return max(take - bucket.tokens, 0.01) / self.rate / times

    def charge(self, name: str, tokens: float) -> None:
        """Take tokens afterwards, even if that leaves less than none."""
        for one in (name, neighbourhood(name)):
            if one in self._buckets:
                self._buckets[one].tokens -= tokens

    def _forget(self, now: float) -> None:
        """Forget all clients whose buckets are full again; if there are none, forget everybody."""
        full = self.size / self.rate
        self._buckets = {name: b for name, b in self._buckets.items() if now - b.at < full}
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.clear()


class Turn:
    """What one client has asked for."""

    __slots__ = ("asked", "free")

    def __init__(self, at_once: int) -> None:
        self.asked = 0
        """What is done now, or waits."""
        self.free = asyncio.Semaphore(at_once)


class InTurn:
    """Lets each of many clients do one thing after the other, or only so many at once."""

    def __init__(self) -> None:
        self._turns: dict[str, Turn] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def __iter__(self) -> Iterator[str]:
        """The clients who have asked for something that is not done yet."""
        return iter(self._turns)

    def asked(self, name: str) -> int:
        """How much a client has asked for that is not done yet."""
        turn = self._turns.get(name)
        return turn.asked if turn is not None else 0

    @asynccontextmanager
    async def turn(self, name: str, at_once: int = 1) -> AsyncIterator[None]:
        """Wait until enough of what this client asked for before is done."""
        turn = self._turns.get(name)
        if turn is None:
            turn = self._turns[name] = Turn(at_once)
        turn.asked += 1
        try:
            async with turn.free:
                yield
        finally:
            turn.asked -= 1
            if not turn.asked:
                del self._turns[name]
