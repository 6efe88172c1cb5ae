"""The rules of Bosa."""
