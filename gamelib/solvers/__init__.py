"""Four wings, as the course has four parts; one file for each algorithm.

``backward``: from the ends back, cycles and all. ``impartial``: nimbers.
``forward``: search from one position. ``chance``: dice, more players, values that are averages.
"""
