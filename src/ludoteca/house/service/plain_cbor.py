"""Reads the CBOR that passkeys are written in, and nothing beyond it (RFC 8949).

Libraries read much more: a tag may ask for a regular expression or a date, which costs seconds of work.
Devices have no use for tags (CTAP 2, canonical form): what holds one is refused before anybody else reads it.
"""

from __future__ import annotations

from typing import Any, Final

DEEPEST: Final = 8
_SIZES: Final = {24: 1, 25: 2, 26: 4, 27: 8}
_TEXT: Final = 3
_BYTES: Final = 2
_LIST: Final = 4
_MAP: Final = 5
_SIMPLE: Final = 7
_VALUES: Final = {20: False, 21: True, 22: None, 23: None}
_FLAGS_AT: Final = 32
_KEY_AT: Final = 37
_HAS_KEY: Final = 0x40
_KEY_NAME_AT: Final = _KEY_AT + 16
"""In what an authenticator says: the flags; where a key begins; its name, after the kind of the device."""


class NotPlain(ValueError):
    """What was read is not written as a device writes it."""


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data = data
        self.at = at

    @property
    def done(self) -> bool:
        return self.at >= len(self._data)

    def take(self, count: int) -> bytes:
        found = self._data[self.at : self.at + count]
        if len(found) != count:
            raise NotPlain("the data end too early")
        self.at += count
        return found

    def value(self, depth: int = 0) -> Any:
        if depth > DEEPEST:
            raise NotPlain("lists are too deep")
        first = self.take(1)[0]
        kind, short = first >> 5, first & 31
        size = int.from_bytes(self.take(_SIZES[short])) if short in _SIZES else short
        if short > max(_SIZES):
            raise NotPlain("a length is missing")
        if kind < _BYTES:
            return -1 - size if kind else size
        if kind == _BYTES:
            return self.take(size)
        if kind == _TEXT:
            return self.take(size).decode()
        if kind == _LIST:
            return [self.value(depth + 1) for _ in range(size)]
        if kind == _MAP:
            return {self._name(): self.value(depth + 1) for _ in range(size)}
        if kind == _SIMPLE and short in _VALUES:
            return _VALUES[short]
        raise NotPlain("there is a tag, or a number with a fraction")

    def _name(self) -> Any:
        if self._data[self.at : self.at + 1] and self._data[self.at] >> 5 not in (0, 1, _TEXT):
            raise NotPlain("a name is neither a number nor a text")
        return self.value()


def read_plain(data: bytes) -> Any:
    """The one value that is written there. Raises NotPlain."""
    reader = _Reader(data)
    found = reader.value()
    if not reader.done:
        raise NotPlain("something follows")
    return found


def check_authenticator_data(data: bytes) -> None:
    """Read the values at the end of what an authenticator says: a key, and extensions. Raises NotPlain."""
    reader = _Reader(data, _KEY_AT)
    if len(data) > _FLAGS_AT and data[_FLAGS_AT] & _HAS_KEY:
        reader.at = _KEY_NAME_AT
        reader.take(int.from_bytes(reader.take(2)))
    while not reader.done:
        reader.value()
