"""Attacks on a running house, each as it was done: what fell is mended, and what held still has to hold."""
