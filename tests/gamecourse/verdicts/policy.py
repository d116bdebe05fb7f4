"""When a value is what was asked for: the same, the right value in the wrong type, or wrong."""

from collections.abc import Mapping
from fractions import Fraction
from numbers import Number

import numpy as np

from gamelib import Value

SAME, TYPE, WRONG = "same", "type", "wrong"


def compared(found, due, unordered=False):
    """What is to be said of a value: SAME, TYPE or WRONG; ``unordered``, if a list is due without
    an order.
    """
    if fits(found, due, unordered):
        return SAME
    return TYPE if means(found, due, unordered) else WRONG


def fits(found, due, unordered=False):
    """Whether it is equal to what is due, and of a type that says so."""
    if due is None or isinstance(due, str):
        return isinstance(found, type(due)) and found == due
    if isinstance(due, Value):
        return found is due
    if isinstance(due, bool):
        return isinstance(found, bool | np.bool_) and bool(found == due)
    if isinstance(due, Number):
        kinds = (int, np.integer, Fraction) + (float, np.floating) * isinstance(due, float)
        return isinstance(found, kinds) and not isinstance(found, bool) and bool(found == due)
    if isinstance(due, Mapping):
        return isinstance(found, dict) and len(found) == len(due) and all(
            key in found and fits(found[key], due[key]) for key in due
        )  # fmt: skip
    kinds = (set, frozenset) if isinstance(due, set | frozenset) else (list, tuple)
    if not isinstance(found, kinds) or len(found) != len(due):
        return False
    if unordered or isinstance(due, set | frozenset):
        return all(any(fits(one, other) for one in found) for other in due)
    return all(map(fits, found, due))


def means(found, due, unordered=False):
    """Whether somebody who gives this means what is due."""
    try:
        found = found.tolist() if hasattr(found, "tolist") else found
        if due is None or isinstance(found, str) or isinstance(due, str):
            return str(found).strip().lower() in (str(due).lower(), repr(due).lower())
        if isinstance(due, Value):
            return due.is_number and isinstance(found, Number) and means(found, due.fraction)
        if isinstance(due, Number):
            return abs(found - due) <= 1e-6 * max(1, abs(due))
        if isinstance(due, Mapping):
            there = {str(key): value for key, value in dict(found).items()}
            return there.keys() == set(map(str, due)) and all(
                means(there[str(key)], due[key]) for key in due
            )
        items = list(found)
        if len(items) != len(due) and not isinstance(due, set | frozenset) and not unordered:
            return False
        if unordered or isinstance(due, set | frozenset) or isinstance(found, set | frozenset):
            every = all(any(means(one, other) for one in items) for other in due)
            return every and all(any(means(one, other) for other in due) for one in items)
        return all(map(means, items, due))
    except Exception:  # whatever it is, it is not that
        return False


def alike(found, model):
    """Whether an answer that need not be the model's is made of the same types."""
    if isinstance(model, Mapping):
        return isinstance(found, dict) and all(
            any(alike(key, other) for other in model)
            and any(alike(found[key], other) for other in model.values())
            for key in found
        )
    if isinstance(model, set | frozenset | list | tuple):
        kinds = (set, frozenset) if isinstance(model, set | frozenset) else (list, tuple)
        return isinstance(found, kinds) and all(
            any(alike(one, other) for other in model) for one in found
        )
    if isinstance(model, int | Fraction) and not isinstance(model, bool):
        return isinstance(found, int | np.integer | Fraction) and not isinstance(found, bool)
    return isinstance(found, type(model))
