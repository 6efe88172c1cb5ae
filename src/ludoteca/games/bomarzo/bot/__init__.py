"""What only bots know of Bomarzo."""
