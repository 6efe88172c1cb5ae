"""Players that think, from a seat's knowledge alone."""
