"""The JSON API of the house: everything the pages do, under /api/v1."""

from __future__ import annotations

from ludoteca.house.api import catalogue, past, tables, visitors
from ludoteca.house.api.asking import Desk
from ludoteca.house.api.description import api
from ludoteca.house.api.serving import Served

__all__ = ["Desk", "Served", "api", "catalogue", "past", "tables", "visitors"]
