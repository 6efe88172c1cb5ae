"""Reading the data files of games, with errors that name file, line and entry."""
