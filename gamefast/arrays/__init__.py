"""Games as arrays: positions as numbers, with every move stored; and the walk that finds them."""
