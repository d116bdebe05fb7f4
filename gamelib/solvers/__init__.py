"""Four wings, one for each part of the course; one file for each algorithm.

``backward``: from the terminal positions back, cycles and all. ``impartial``: nimbers. ``forward``:
search from one position. ``chance``: dice, more players, values that are averages.
"""
