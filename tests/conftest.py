"""What all tests share."""

import hypothesis
import pytest

import ludoteca

# Two workers share a machine with others: a slow example is not a wrong one.
hypothesis.settings.register_profile("ludoteca", deadline=None)
hypothesis.settings.load_profile("ludoteca")


def pytest_report_header(config: pytest.Config) -> str:
    return f"ludoteca {ludoteca.__version__}: {ludoteca.build_note()}"
