"""What every match needs. The kernel knows no game, and only `files` does input or output."""
