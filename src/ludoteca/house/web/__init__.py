"""The web: the application with its guard, the JSON API and the pages."""
