"""The service: everything that can be done in the house, each change stored before it is answered."""
