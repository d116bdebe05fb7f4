"""Faster searches: alpha-beta and Monte-Carlo tree search over compiled rules, and four in a row on
bits.
"""
