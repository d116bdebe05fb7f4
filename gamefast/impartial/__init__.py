"""Nimbers sooner: heaps of octal games, by sparse spaces."""
