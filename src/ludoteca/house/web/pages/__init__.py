"""The pages of the house: rendered on the server from what a person may know, updated live by scripts."""
