"""The docstrings of what a student calls: every parameter is explained."""

import inspect
import pkgutil
from importlib import import_module

import pytest

from gamecourse import check, show


def long_functions():
    """Public functions of more than two parameters, in the rooms of this test."""
    for room in (show, check):
        for module in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
            for name, thing in vars(import_module(module.name)).items():
                own = inspect.isfunction(thing) and thing.__module__ == module.name and not name.startswith("_")
                if own and len(inspect.signature(thing).parameters) > 2:
                    yield thing


@pytest.mark.parametrize(
    "function", list(long_functions()), ids=lambda function: f"{function.__module__}.{function.__name__}"
)
def test_every_parameter_is_explained(function):
    told = inspect.getdoc(function)
    lines = told[told.index("\nParameters\n----------\n") :].split("\n")
    explained = {name.strip(" *") for line in lines if line and line[0] not in " -" for name in line.split(",")}
    assert set(inspect.signature(function).parameters) <= explained
    returns = inspect.signature(function).return_annotation
    assert ("\nReturns\n-------\n" in told) == (returns != "None")
