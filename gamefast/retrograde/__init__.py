"""Faster retrograde analysis: policeman and thief on large boards, in passes; compiled rules; moves
reversed.
"""
