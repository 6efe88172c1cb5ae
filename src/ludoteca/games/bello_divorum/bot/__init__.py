"""What only bots know of Bello Divorum."""
