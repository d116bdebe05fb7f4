"""Faster nimbers: heaps of octal games, by sparse spaces."""
