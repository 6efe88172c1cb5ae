"""What only bots know of Bosa."""
