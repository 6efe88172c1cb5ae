"""The rules of Bomarzo as steps, phase by phase."""
