"""The engine under the exercises: answers read, functions asked and compared, strategies tried, in a limited time."""
