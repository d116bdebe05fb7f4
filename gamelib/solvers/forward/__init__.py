"""Search: what one position is worth, found by looking ahead from there."""
