"""The rules of Bello Divorum."""
