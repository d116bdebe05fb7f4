"""Answers are judged apart from the student's code, and get marks.

There are three processes. The first marks a class, and starts a new judge for each notebook. The
judge holds the exercises and the right answers, has limits of time and memory, and starts a
student's process for the cells of the notebook. The student's process has no checkers, and it sends
back JSON: data and nothing else. It has given up its rights (``rights``), so no notebook can change
its own mark, or that of another notebook. It can still read files and use the network: to prevent
that, run everything in a container. docs/marks.md says what is promised where.
"""
