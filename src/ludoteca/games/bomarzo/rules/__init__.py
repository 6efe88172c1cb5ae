"""The rules of Bomarzo."""
