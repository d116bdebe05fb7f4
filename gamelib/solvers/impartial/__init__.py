"""Nimbers: the values of impartial games, in which both players have the same moves."""
