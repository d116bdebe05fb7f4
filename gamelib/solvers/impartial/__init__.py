"""Nimbers: what positions are worth in which both players have the same moves."""
