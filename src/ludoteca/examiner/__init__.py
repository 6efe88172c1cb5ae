"""The examiner: laws that every game must obey, checked on random matches. See `docs/adding-a-game.md`."""

from ludoteca.examiner.examination import LAWS, examine, reproduces
from ludoteca.examiner.report import Breach, Broken, LawsBroken, Report

__all__ = ["LAWS", "Breach", "Broken", "LawsBroken", "Report", "examine", "reproduces"]
