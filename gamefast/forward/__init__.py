"""Faster searches: four in a row on boards of drops, by alpha-beta on bits, compiled."""
