"""Tables: what happens to them, and what they are because of it. Pure: no clock, no chance, no I/O."""
