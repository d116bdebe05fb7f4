"""What a command says where it cannot do what it is asked."""


class Refusal(Exception):
    """What is wrong with the input, in one line."""
