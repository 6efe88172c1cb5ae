"""What only bots know of The Throne of Bologna."""
