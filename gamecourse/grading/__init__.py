"""The engine of the exercises: it reads answers, compares functions and tries strategies, all in a
limited time.
"""
