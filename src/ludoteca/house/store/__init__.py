"""The store: the event log of every table, and what is derived from it for quick finding."""
