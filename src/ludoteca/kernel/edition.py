"""Editions: a game's component data, apart from its rules."""

from __future__ import annotations

from hashlib import sha256

from mypy_extensions import mypyc_attr

DIGEST_LENGTH = 12


@mypyc_attr(allow_interpreted_subclasses=True)
class Edition:
    """What all editions have: an id for people and a digest that tells two files apart."""

    def __init__(self, name: str, digest: str) -> None:
        self.name = name
        self.digest = digest

    @property
    def label(self) -> str:
        """`bologna-house-1 4f1c2a90`: what a record says about the components it was played with."""
        return f"{self.name} {self.digest}"


def digest_of(content: bytes) -> str:
    """What tells one file from another."""
    return sha256(content).hexdigest()[:DIGEST_LENGTH]
