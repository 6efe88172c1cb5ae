"""The cards of an edition as a spreadsheet (CSV), out and in again: one row a piece, one column an entry."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ludoteca.datafiles.draft import LONGEST, Draft, Field, literal, put, value_at
from ludoteca.datafiles.lines import Lines
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import EditionError

PIECE: Final = "piece"
"""The column that names a row's entry, such as `cards.season_1[3]`."""
SEPARATORS: Final = ",;\t"
"""What programs put between cells; a semicolon where the comma separates decimals."""
_PIECE: Final = re.compile(r"(.+\[\d+\])\.([^.\[\]]+)")
_NUMBER: Final = re.compile(r"\[\d+\]")
_FORMULA: Final = re.compile(r"""((?:^|[,;\t|])[ "]*)('*[=+@＝＋＠－-])(?!\d+$)""")
"""Where a formula would begin: also after what some programs take for the end of a cell."""
_GUARDED: Final = re.compile(_FORMULA.pattern.replace("('*", "'('*"))

Read = Callable[[Path], Edition]


def list_of(path: str) -> str:
    """The list that a piece or an entry stands in: `cards.season_1` for `cards.season_1[3]`."""
    return _NUMBER.sub("", path)


def pieces_of(draft: Draft, only: str = "") -> dict[str, dict[str, Field]]:
    """The fields of every piece in a list, or in the list `only`, by the piece's path and their names."""
    found: dict[str, dict[str, Field]] = {}
    for field in draft.fields:
        match = _PIECE.fullmatch(field.path)
        if match is not None and only in ("", list_of(match[1])):
            found.setdefault(match[1], {})[match[2]] = field
    return found


def lists_of(draft: Draft) -> dict[str, int]:
    """The lists of an edition, each with the number of its pieces."""
    return dict(Counter([list_of(path) for path in pieces_of(draft)]))


def column_of(fault: EditionError) -> str:
    """The column of a spreadsheet that a fault is about; empty for a whole row."""
    found = _PIECE.match(fault.entry)
    return found[2] if found is not None else fault.entry if fault.line == 1 else ""


def as_csv(text: str, read: Read, only: str = "") -> str:
    """The pieces of an edition, or of its list `only`, as CSV."""
    draft = Draft(text, read)
    if draft.fault is not None:
        raise draft.fault
    pieces = pieces_of(draft, only)
    columns = list(dict.fromkeys([name for fields in pieces.values() for name in fields]))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([PIECE, *columns])
    for path, fields in pieces.items():
        cells = [fields[name].written if name in fields else "" for name in columns]
        writer.writerow([path, *[_guarded(cell) for cell in cells]])
    return out.getvalue()


def _guarded(cell: str) -> str:
    """A cell that no program takes for a formula."""
    return _FORMULA.sub(r"\1'\2", cell)


def _unguarded(cell: str) -> str:
    return _GUARDED.sub(r"\1\2", cell)


def with_csv(text: str, sheet: str, read: Read, file: str = "cards.csv", only: str = "") -> str:
    """The text of an edition with the pieces of a spreadsheet, or of its list `only`, checked. Errors name
    the sheet's row as their line.
    """
    if len(sheet.encode()) > LONGEST:
        raise EditionError(file, "file", f"expected at most {LONGEST} bytes")
    draft = Draft(text, read)
    if draft.fault is not None:
        raise draft.fault
    pieces = pieces_of(draft, only)
    rows = rows_of(sheet, pieces, file)
    kinds = {name: field.kind for fields in pieces.values() for name, field in fields.items()}
    lines = {path: line for path, (line, _) in rows.items()}
    spans = Lines(text).spans
    for path in reversed(list(pieces)):  # what stands before a piece stays where it is
        line, row = rows[path]
        text = _with_row(text, spans, path, pieces[path], row, kinds, file, line)
    checked = Draft(text, read)
    if checked.fault is not None:
        fault = checked.fault
        line = next((line for path, line in lines.items() if f"{fault.entry}.".startswith(f"{path}.")), 0)
        raise EditionError(file, fault.entry, fault.expected, line)
    return text


def rows_of(
    sheet: str, pieces: dict[str, dict[str, Field]], file: str
) -> dict[str, tuple[int, dict[str, str]]]:
    """The rows of a spreadsheet by the pieces they describe, each with its line: every piece once."""
    head, *rows = _cells(sheet, file)
    _check_head(head, {name for fields in pieces.values() for name in fields}, file)
    found: dict[str, tuple[int, dict[str, str]]] = {}
    for line, row in enumerate(rows, 2):
        if not any(row):
            continue
        path = row[0]
        if path not in pieces:
            raise EditionError(file, path, "the edition has no such piece, nor room for more", line)
        if path in found:
            raise EditionError(
                file, path, f"stands on line {found[path][0]} already; expected every piece once", line
            )
        if any(row[len(head) :]):
            extra = f"has {len(row)} cells; expected {len(head)}, one under each name of the first line"
            raise EditionError(file, path, extra, line)
        cells = row[1:] + [""] * (len(head) - len(row))
        found[path] = (line, dict(zip(head[1:], cells)))
    missing = [path for path in pieces if path not in found]
    if missing:
        counted = f"found {len(found)} of {len(pieces)} pieces; {missing[0]} is the first that is missing"
        raise EditionError(file, missing[0], counted, len(rows) + 1)
    return found


def _cells(sheet: str, file: str) -> list[list[str]]:
    """The rows of a spreadsheet, with whatever its program puts between cells."""
    sheet = sheet.removeprefix("\ufeff")
    after = sheet.lstrip().strip('"')[len(PIECE) :].lstrip('"')[:1]
    separator = after if after and after in SEPARATORS else SEPARATORS[0]
    reader = csv.reader(io.StringIO(sheet, newline=""), delimiter=separator)
    try:
        rows = [[_unguarded(cell.strip()) for cell in row] for row in reader]
    except csv.Error as error:
        raise EditionError(file, "file", f"expected CSV: {error}", reader.line_num) from None
    return rows or [[]]


def _check_head(head: list[str], known: set[str], file: str) -> None:
    if not head or head[0] != PIECE:
        raise EditionError(file, "line", f"expected “{PIECE}” above the first column", 1)
    for place, name in enumerate(head[1:], 1):
        if name not in known:
            expected = f"no piece has this; expected one of {', '.join(sorted(known))}"
            raise EditionError(file, name, expected, 1)
        if name in head[1:place]:
            raise EditionError(file, name, "names two columns; expected every name once", 1)


def _with_row(
    text: str,
    spans: dict[str, tuple[int, int]],
    path: str,
    fields: dict[str, Field],
    row: dict[str, str],
    kinds: dict[str, str],
    file: str,
    line: int,
) -> str:
    """The text with one piece as its row says; `spans` has where its values stand."""
    changed = {
        name: cell for name, cell in row.items() if cell != (fields[name].written if name in fields else "")
    }
    if not changed:
        return text
    if all([name in fields and cell for name, cell in changed.items()]):
        for name in sorted(changed, key=lambda name: spans[fields[name].path], reverse=True):
            text = put(text, spans[fields[name].path], fields[name], changed[name])
        return text
    span = spans.get(path)
    if span is None or not text[span[0] : span[1]].startswith("{"):
        name = next(iter(changed))
        raise EditionError(
            file, f"{path}.{name}", "this piece cannot gain or lose an entry in a spreadsheet", line
        )
    values: dict[str, Any] = dict(value_at(tomllib.loads(text), path))
    for name, cell in changed.items():
        if cell:
            values[name] = _value(cell, kinds[name])
        else:
            values.pop(name, None)
    return f"{text[: span[0]]}{literal(values)}{text[span[1] :]}"


def _value(cell: str, kind: str) -> Any:
    """A cell as a value of this kind; a text if it cannot be read so."""
    if kind in ("text", "word"):
        return cell
    try:
        return tomllib.loads(f"x = {cell}")["x"]
    except (ValueError, RecursionError):
        return cell
