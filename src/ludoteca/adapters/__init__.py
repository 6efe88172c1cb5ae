"""The games as environments of other projects: PettingZoo, Gymnasium, OpenSpiel.

Each adapter is a thin module of its own, imported only by who wants it; `pip install ludoteca[adapters]`
brings what they need.
"""
