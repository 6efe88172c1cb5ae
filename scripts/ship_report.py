"""Puts balance reports into the package, shortened to what its pages show, and writes their notes for docs/.

ludoteca balance bosa --bot greedy:1 --games 10000 --seed 1 --players 3 --out balance/bosa
python scripts/ship_report.py balance/bosa/balance.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ludoteca.lab.balance_notes import write_notes
from ludoteca.lab.shipped import ship

DOCUMENTS = Path(__file__).resolve().parent.parent / "docs" / "balance"

if __name__ == "__main__":
    for name in sys.argv[1:]:
        data = json.loads(Path(name).read_text(encoding="utf-8"))
        print(ship(data))
        print(write_notes(data, DOCUMENTS))
