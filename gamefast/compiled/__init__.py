"""Rules that are functions of whole numbers, compiled: for solving, for searches, and with chance."""
