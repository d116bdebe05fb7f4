"""Whether a verdict is true: wrong answers made by machine, and judges that do not know the
checkers' questions.
"""
