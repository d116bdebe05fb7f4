"""More games as arrays: rules that are functions of whole numbers, boards in bits; and how large a game is."""
