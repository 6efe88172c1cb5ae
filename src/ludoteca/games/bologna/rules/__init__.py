"""The rules of The Throne of Bologna."""
