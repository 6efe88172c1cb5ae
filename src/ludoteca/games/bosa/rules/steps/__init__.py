"""The rules of Bosa as steps."""
