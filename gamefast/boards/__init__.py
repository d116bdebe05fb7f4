"""Boards as numbers: two tokens, marks and pieces as bits, with no move stored."""
