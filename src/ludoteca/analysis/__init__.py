"""The analysis of a finished match: chances along the way, turning points, and better alternatives."""

from ludoteca.analysis.analyst import analyse
from ludoteca.analysis.effort import EFFORTS, Effort
from ludoteca.analysis.report import Analysis

__all__ = ["EFFORTS", "Analysis", "Effort", "analyse"]
