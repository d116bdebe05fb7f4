"""The book: what the lectures teach, in Python alone.

Each algorithm is one file that reads from top to bottom.

This package stands beside the solvers of today until it takes their place; the tests hold one
against the other.
"""
