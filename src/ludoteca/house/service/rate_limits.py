"""Rate limits: token buckets, one for each client."""

from __future__ import annotations

from typing import Final

MOST_BUCKETS: Final = 20_000


class Bucket:
    """A token bucket: `rate` a second on average, `size` at once."""

    __slots__ = ("at", "tokens")

    def __init__(self, size: float, now: float) -> None:
        self.tokens = size
        self.at = now


class RateLimiter:
    """Limits how often each of many clients may do one thing."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.size = max(1.0, rate * burst)
        self._buckets: dict[str, Bucket] = {}

    def seconds_to_wait(self, name: str, now: float) -> float:
        """Take a token: 0 if there was one, else the seconds until there will be."""
        if self.rate <= 0:
            return 0.0
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[name] = Bucket(self.size, now)
        else:
            bucket.tokens = min(self.size, bucket.tokens + (now - bucket.at) * self.rate)
            bucket.at = now
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0.0
        return (1 - bucket.tokens) / self.rate

    def _forget(self, now: float) -> None:
        """Forget all clients whose buckets are full again; if there are none, forget everybody."""
        full = self.size / self.rate
        self._buckets = {name: b for name, b in self._buckets.items() if now - b.at < full}
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.clear()
