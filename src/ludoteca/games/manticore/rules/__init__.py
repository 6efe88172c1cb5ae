"""The rules of Manticore."""
