"""Turns what a seat knows into a vector for learners."""
