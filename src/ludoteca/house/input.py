"""Numbers and texts as strangers send them."""

from __future__ import annotations

from typing import Final

NUL: Final = "\0"
"""No text of ours has it, and PostgreSQL cannot keep it."""


def whole_number(text: str, most: int) -> int | None:
    """A number from 0 to `most` in plain digits, else None. Superscripts, foreign digits and endless numbers
    are no numbers here: `int` stumbles over some of them and takes its time over others.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    number = int(text)
    return number if number <= most else None


def cookie_in(header: str, name: str) -> str:
    """The value of a cookie in a `Cookie` header; empty if there is none.

    Python's own reader may take quadratic time, and understands quoted values, which we never set.
    """
    found = ""
    for pair in header.split(";"):
        key, _, value = pair.partition("=")
        if key.strip() == name:
            found = value.strip()
    return found


def without_quoting(header: bytes) -> bytes:
    """A `Cookie` header without the cookies that hold a backslash: frameworks take very long to read many."""
    return b";".join(pair for pair in header.split(b";") if b"\\" not in pair)
