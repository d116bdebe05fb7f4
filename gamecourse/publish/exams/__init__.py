"""Exam papers, each in several variants, with a marking scheme: ``make exam VARIANTS=4 SEED=7``.

The questions stand in ``docs/exams.md``. For each question with numbers, boards or graphs there is
a *family* here (``families/``, a module a lecture), which draws it anew: the same task, as hard as
before, with another answer.
"""
