"""Overwriting tic-tac-toe sooner: by arrays and sweeps over whole boards."""
