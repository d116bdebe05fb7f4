"""What a student has got right or won: remembered in the copy of the course, counted, and drawn.

``record`` is the file and what is in it, ``counting`` counts, ``picture`` draws, and ``remember`` is
called by the notebooks.
"""
