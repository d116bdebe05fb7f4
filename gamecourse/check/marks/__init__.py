"""An answer judged apart from the student's code: for a mark.

Three processes. The one that marks a class starts a new judge for each notebook. The judge holds the exercises and the
right answers, within limits of time and memory, and starts a student's process for the cells of the notebook. In there
are no checkers, and what comes back is JSON: data and nothing else. So nothing that a notebook does changes its mark,
or another's. It is no sandbox against the disk or the network: for that, run the whole in a container.
"""
