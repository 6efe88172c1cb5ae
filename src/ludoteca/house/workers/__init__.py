"""Workers: processes of their own in which bots think and matches are analysed."""
