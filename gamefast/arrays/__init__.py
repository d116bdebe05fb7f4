"""Games as arrays: positions as numbers, with every move stored; and the walk that finds them.

The moves are in compressed sparse rows, two arrays for all positions together: ``targets`` holds
the options of position 0, then those of position 1, and so on, and ``indptr`` says where those of
each begin. The options of position ``i`` are ``targets[indptr[i]:indptr[i + 1]]``.
"""
