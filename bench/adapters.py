"""Measures our PettingZoo environments beside PettingZoo's own classic games in one run on one core.

python bench/adapters.py       prints a table in Markdown; the peers are installed into build/peers once

Every subject plays with random legal actions in the loop of PettingZoo's `performance_benchmark`; every turn
takes the observation of the agent that acts. A turn is one agent's step. `make bench` measures the same
beside everything else.
"""

from __future__ import annotations

import argparse

from page import machine
from peerage import PETTINGZOO
from report import Figures, environment_section
from subjects import gather, measure, our_subject, pin


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how many slices each (5)")
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU seconds a slice (0.6)")
    asked = parser.parse_args()
    pin()
    absent: list[str] = []
    subjects = gather([lambda: our_subject("environments.py"), PETTINGZOO.start], absent)
    samples = measure(subjects, asked.rounds, asked.seconds, absent)
    print("\n".join([*environment_section(Figures(samples)), *absent, "", f"{machine()}."]))


if __name__ == "__main__":
    main()
