"""From the ends back: who wins every position, how fast, and the certificates that it is so."""
