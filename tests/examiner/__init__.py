"""Tests of the examiner."""
