"""What a finished match was about: chances along the way, turning points, and what would have been better."""

from ludoteca.analysis.analyst import analyse
from ludoteca.analysis.effort import EFFORTS, Effort
from ludoteca.analysis.report import Analysis

__all__ = ["EFFORTS", "Analysis", "Effort", "analyse"]
