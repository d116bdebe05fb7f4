"""From the terminal positions back: who wins every position, how fast, and the certificates that
prove it.
"""
