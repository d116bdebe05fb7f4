"""An answer judged in a process of its own: for a mark.

The judge holds the exercises and the right answers. The student's code runs elsewhere, where there are none, within
limits of time and memory; and what comes back from there is read as plain data only. So nothing that a notebook does,
to ``gamelib`` or to itself, changes its mark. It is no sandbox against the network or the disk: for that, run the whole
in a container.
"""
