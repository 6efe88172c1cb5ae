"""What only bots know of Manticore."""
