"""Print and play: a game's pieces, player aids and rules as PDF sheets to cut out at home."""
