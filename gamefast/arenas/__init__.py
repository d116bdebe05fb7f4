"""More games as arrays: rules that are functions of whole numbers, and boards as bits; also how
large a game is.
"""
