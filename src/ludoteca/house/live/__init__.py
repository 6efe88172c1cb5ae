"""Live updates: what changed at a table, pushed to everybody who looks at it."""
