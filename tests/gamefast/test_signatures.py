"""What both packages offer is called in the same way: by the same parameters, with the same defaults."""

from inspect import Parameter, signature

import pytest

import gamefast
import gamelib

#: The limits of the engine are larger, since its positions take less room, and it counts moves, too.
LARGER = {"max_positions": "changed", "max_edges": "more"}

#: For each name that is called in another way: the parameters that differ, and why.
EXCEPTIONS = {
    "Solution": None,  # made by a solver, never by a reader: the book's holds dicts, this one arrays
    "solve": LARGER | {"keep": "more"},  # a long run is kept in a file
    "nimbers": {"max_positions": "changed"},
    "exact_values": LARGER,
    "chance_values": LARGER,
    "strategy_improvement": LARGER,
    "octal_period": {
        "limit": "changed"
    },  # heaps in a second: thousands in Python, millions compiled
}

BOTH = sorted(name for name in {*dir(gamelib)} & {*dir(gamefast)} if not name.startswith("_"))


def kinds(function):
    return {name: given.kind for name, given in signature(function).parameters.items()}


def defaults(function):
    return {name: given.default for name, given in signature(function).parameters.items()}


def difference(book, engine):
    """Each parameter that differs: "more" if only the engine has it, "less" if only the book has,
    and "changed" for another kind or default.
    """
    found = {}
    for name in {**kinds(book), **kinds(engine)}:
        if name not in kinds(book):
            found[name] = "more"
        elif name not in kinds(engine):
            found[name] = "less"
        elif (kinds(book)[name], defaults(book)[name]) != (
            kinds(engine)[name],
            defaults(engine)[name],
        ):
            found[name] = "changed"
    return found


def test_both_faces_have_the_same_solvers():
    solvers = """solve minimax alphabeta deepen mcts nimber nimbers winning_move octal octal_period
        find_period cop_number exact_values chance_values strategy_improvement expectiminimax
        backward_induction match check_game check_solution Searched"""
    assert {*solvers.split()} <= {*BOTH}


@pytest.mark.parametrize("name", BOTH)
def test_a_name_in_both_packages_has_the_same_parameters(name):
    book, engine = getattr(gamelib, name), getattr(gamefast, name)
    expected = EXCEPTIONS.get(name, {})
    if book is engine or expected is None:
        assert expected == {} or book is not engine
        return
    assert difference(book, engine) == expected
    shared = [name for name in kinds(engine) if name in kinds(book)]
    assert shared == list(kinds(book))


@pytest.mark.parametrize("name", [name for name in EXCEPTIONS if EXCEPTIONS[name]])
def test_what_only_the_engine_takes_can_be_left_out(name):
    parameters = signature(getattr(gamefast, name)).parameters
    for more in (p for p, how in EXCEPTIONS[name].items() if how == "more"):
        assert parameters[more].default is not Parameter.empty
        assert parameters[more].kind is Parameter.KEYWORD_ONLY


@pytest.mark.parametrize("name", BOTH)
def test_a_class_of_the_engine_is_one_of_the_book(name):
    book, engine = getattr(gamelib, name), getattr(gamefast, name)
    if isinstance(book, type):
        assert issubclass(engine, book)
