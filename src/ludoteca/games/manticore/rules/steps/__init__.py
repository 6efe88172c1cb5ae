"""The rules of Manticore as steps: `setup` (MAN-2), `roads` (MAN-3), `turn` (MAN-4, 5, 8), `battle` (MAN-6),
`joint` (MAN-7), `foes` (MAN-9, 10, 12, 13) and `round` (MAN-4.1, MAN-11)."""
