"""The games as environments of other projects: PettingZoo, Gymnasium, OpenSpiel.

Each adapter is a separate thin module, loaded only on import; `pip install ludoteca[adapters]` installs what
they need.
"""
