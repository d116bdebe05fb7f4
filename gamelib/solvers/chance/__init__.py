"""Dice, more players, and payoffs of any kind: values that are averages."""
