"""The house: a server on which people play, with each other and with bots."""
