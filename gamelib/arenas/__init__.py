"""Games as arrays: positions are the numbers 0..n-1, and whole boards are settled in one loop."""
