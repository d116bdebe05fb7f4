"""Faster retrograde analysis: policeman and thief on large boards, in rounds; compiled rules; moves reversed."""
