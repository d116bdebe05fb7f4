"""Overwriting tic-tac-toe faster: by arrays and sweeps over whole boards."""
