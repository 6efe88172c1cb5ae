"""The pages of the house: made on the server from what a person may know, alive where there is script."""

from ludoteca.house.web.pages.routes import layers, routes, trouble

__all__ = ["layers", "routes", "trouble"]
