"""The cards of an edition as a spreadsheet (CSV), out and in again: one row a piece, one column an entry."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ludoteca.datafiles.draft import LONGEST, Draft, Field, literal, value_at, with_value
from ludoteca.datafiles.lines import Lines
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import EditionError

PIECE: Final = "piece"
"""The column that names a row's entry, such as `cards.season_1[3]`."""
_PIECE: Final = re.compile(r"(.+\[\d+\])\.([^.\[\]]+)")

Read = Callable[[Path], Edition]


def pieces_of(draft: Draft) -> dict[str, dict[str, Field]]:
    """The fields of every piece in a list, by the piece's path and their names."""
    found: dict[str, dict[str, Field]] = {}
    for field in draft.fields:
        match = _PIECE.fullmatch(field.path)
        if match is not None:
            found.setdefault(match[1], {})[match[2]] = field
    return found


def as_csv(text: str, read: Read) -> str:
    """The pieces of an edition as CSV."""
    draft = Draft(text, read)
    if draft.fault is not None:
        raise draft.fault
    pieces = pieces_of(draft)
    columns = list(dict.fromkeys([name for fields in pieces.values() for name in fields]))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([PIECE, *columns])
    for path, fields in pieces.items():
        writer.writerow([path, *[fields[name].written if name in fields else "" for name in columns]])
    return out.getvalue()


def with_csv(text: str, sheet: str, read: Read, file: str = "cards.csv") -> str:
    """The text of an edition with the pieces of a spreadsheet, checked. Errors name the sheet's line."""
    if len(sheet.encode()) > LONGEST:
        raise EditionError(file, "file", f"expected at most {LONGEST} bytes")
    draft = Draft(text, read)
    if draft.fault is not None:
        raise draft.fault
    pieces = pieces_of(draft)
    rows = rows_of(sheet, pieces, file)
    kinds = {name: field.kind for fields in pieces.values() for name, field in fields.items()}
    lines = {path: line for path, (line, _) in rows.items()}
    for path in reversed(list(pieces)):
        line, row = rows[path]
        text = _with_row(text, path, pieces[path], row, kinds, file, line)
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
    known = {name for fields in pieces.values() for name in fields}
    reader = csv.reader(io.StringIO(sheet))
    head = [name.strip() for name in next(reader, [])]
    if not head or head[0] != PIECE:
        raise EditionError(file, "line", f"expected “{PIECE}” above the first column", 1)
    for name in head[1:]:
        if name not in known:
            raise EditionError(
                file, name, f"no piece has this; expected one of {', '.join(sorted(known))}", 1
            )
    found: dict[str, tuple[int, dict[str, str]]] = {}
    for row in reader:
        if not any([cell.strip() for cell in row]):
            continue
        path, line = row[0].strip(), reader.line_num
        if path not in pieces:
            raise EditionError(file, path, "the edition has no such piece, nor room for more", line)
        if path in found:
            raise EditionError(
                file, path, f"stands on line {found[path][0]} already; expected every piece once", line
            )
        found[path] = (line, {name: cell.strip() for name, cell in zip(head[1:], row[1:])})
    missing = [path for path in pieces if path not in found]
    if missing:
        counted = f"found {len(found)} of {len(pieces)} pieces; {missing[0]} is the first that is missing"
        raise EditionError(file, missing[0], counted, reader.line_num)
    return found


def _with_row(
    text: str,
    path: str,
    fields: dict[str, Field],
    row: dict[str, str],
    kinds: dict[str, str],
    file: str,
    line: int,
) -> str:
    """The text with one piece as its row says."""
    changed = {
        name: cell for name, cell in row.items() if cell != (fields[name].written if name in fields else "")
    }
    if not changed:
        return text
    if all([name in fields and cell for name, cell in changed.items()]):
        for name, cell in changed.items():
            text = with_value(text, fields[name], cell)
        return text
    span = Lines(text).spans.get(path)
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
