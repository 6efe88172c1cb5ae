"""How what a seat knows becomes a vector for learners."""
