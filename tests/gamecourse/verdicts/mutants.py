"""Mechanical changes of a solution: most of them are wrong, and a checker should see it.

A mutant is a change of the source, or of what a function does beside (``BESIDE``) or returns
(``AS``).
"""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np


@dataclass(frozen=True)
class Mutant:
    """A changed answer: of which kind, what was done in a few words, the source, and what is done
    to the answer.
    """

    kind: str
    words: str
    source: str
    after: str = ""

    def answer(self, task):
        """The answer of this mutant, made anew."""
        given, names = task.given(self.source)
        if self.after in BESIDE:
            given = names[task.answer] = BESIDE[self.after](
                given
            )  # a function that calls itself calls this
        elif self.after:
            given = returning(given, AS[self.after]) if callable(given) else AS[self.after](given)
        return given


COMPARED = {
    ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE], ast.Gt: [ast.GtE, ast.Lt], ast.GtE: [ast.Gt, ast.LtE],
    ast.Eq: [ast.NotEq, ast.LtE], ast.NotEq: [ast.Eq, ast.Gt], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is],
}  # fmt: skip
CALCULATED = {
    ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Add], ast.Div: [ast.FloorDiv], ast.FloorDiv: [ast.Div],
    ast.Mod: [ast.FloorDiv], ast.Pow: [ast.Mult], ast.BitXor: [ast.BitOr, ast.Add], ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
}  # fmt: skip
NAMED = {
    "min": ["max"], "max": ["min"], "any": ["all"], "all": ["any"], "floor": ["ceil"], "ceil": ["floor"],
    "WIN": ["LOSS"], "LOSS": ["WIN"], "Fraction": ["float"], "inf": ["1", "4", "10", "100", "1000", "10**9"],
}  # fmt: skip
STARTS = ("0", "1", "4", "10", "100", "1000", "10**9")
PARTS = ("[:1]", "[:2]", "[:3]", "[:4]", "[:6]", "[:8]", "[1:]", "[::-1]")
text = ast.unparse


def mutants(task) -> Iterator[Mutant]:
    """All mutants of a model solution."""
    yield Mutant("model", "the solution itself", task.model)
    tree, seen = ast.parse(task.model), {text(ast.parse(task.model))}
    for node in code_of(tree):
        for kind, old, new in changes(node):
            source = replaced(task.model, old, new)
            if runs(source) and text(ast.parse(source)) not in seen:
                seen.add(text(ast.parse(source)))
                yield Mutant(kind, f"{brief(text(old))} → {brief(new)}", source)
    if defines(tree, task.answer, ast.FunctionDef):
        yield from (Mutant("beside", words, task.model, words) for words in BESIDE)
    if not defines(tree, task.answer, ast.ClassDef):
        yield from (Mutant("type", words, task.model, words) for words in AS)


def code_of(node):
    """The nodes of a tree: but those inside an f-string, which do not say where they stand."""
    yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from code_of(child)


def runs(source):
    """Whether a source is Python; what Python warns of in a mutant is no news."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return bool(compile(source, "<mutant>", "exec"))
        except SyntaxError:
            return False


def defines(tree, name, kind):
    """Whether a cell defines this name as a function, or as a class."""
    return any(isinstance(node, kind) and node.name == name for node in tree.body)


def brief(source):
    """A source in one line."""
    return " ".join(source.split())[:100]


def replaced(source, node, new):
    """The source with other text in the place of a node."""
    lines = source.encode().splitlines(keepends=True)
    begin = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    new = (
        f"({new})"
        if isinstance(node, ast.expr)
        else new.replace("\n", "\n" + " " * node.col_offset)
    )
    return (source.encode()[:begin] + new.encode() + source.encode()[end:]).decode()


def changes(node) -> Iterator[tuple[str, ast.AST, str]]:
    """What may be done at a node: the kind of change, what is replaced, and by what."""
    if isinstance(node, ast.stmt):
        yield from of_statement(node)
    elif isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield from of_expression(node)
    elif isinstance(node, ast.comprehension):
        yield from (("part", node.iter, f"list({text(node.iter)}){part}") for part in PARTS)
        yield from (("condition", test, "True") for test in node.ifs)
    elif isinstance(node, ast.Slice) and node.upper:
        yield from (("part", node.upper, str(most)) for most in (3, 4, 6, 8))
    elif isinstance(node, ast.arguments):
        yield from (
            ("memory", default, "{}") for default in node.defaults if text(default) == "None"
        )


def of_statement(node):
    """The changes of a statement."""
    match node:
        case ast.Return(ast.expr() as value):
            yield "return", node, text(value)
            yield "return", node, f"print({text(value)})"
            yield from (("return", value, other) for other in ("None", "True", "False", "0", "1"))
        case ast.For(_, iterated):
            yield from (("part", iterated, f"list({text(iterated)}){part}") for part in PARTS)
        case ast.If(test):
            yield from (
                ("condition", test, new) for new in (f"not ({text(test)})", "True", "False")
            )
        case ast.AugAssign(target, sign, value):
            yield "operator", node, f"{text(target)} = {text(value)}"
            other = (
                ast.Sub()
                if isinstance(sign, ast.Add)
                else ast.BitAnd()
                if isinstance(sign, ast.BitOr)
                else ast.Add()
            )
            yield "operator", node, text(ast.AugAssign(target, other, value))
        case ast.Assign([ast.Subscript() as target], value):
            for test in ("found", "not found"):
                yield (
                    "memory",
                    node,
                    f"found = {text(value)}\nif {test}:\n    {text(target)} = found\nelse:\n    "
                    "return found",
                )
        case ast.FunctionDef(_, ast.arguments(args=parameters), body):
            for statement in body:
                match statement:
                    case ast.Assign(
                        [ast.Name()],
                        ast.Dict() | ast.DictComp() | ast.List() | ast.ListComp() as value,
                    ):
                        yield from (("in place", value, parameter.arg) for parameter in parameters)
        case ast.Break():
            yield "loop", node, "pass"
        case ast.Continue():
            yield "loop", node, "break"
    if isinstance(node, ast.For | ast.If):
        yield "loop", node.body[-1], f"{text(node.body[-1])}\nbreak"
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.If | ast.For | ast.Continue):
        yield "dropped", node, "pass"


def of_expression(node):
    """The changes of an expression."""
    match node:
        case ast.Constant(None):
            yield from (("constant", node, new) for new in ("False", "0"))
        case ast.Constant(bool() as value):
            yield "constant", node, str(not value)
        case ast.Constant(int() as value):
            yield from (("constant", node, str(new)) for new in (value + 1, value - 1, -value))
        case ast.Constant(str() as value) if value:
            yield from (
                ("constant", node, repr(new))
                for new in (value[:-1] + chr(ord(value[-1]) + 1), value[::-1])
            )
        case ast.Name(name):
            yield from (("name", node, new) for new in NAMED.get(name, ()))
        case ast.Compare(first, signs, others):
            for k, sign in enumerate(signs):
                for new in COMPARED.get(type(sign), ()):
                    yield (
                        "operator",
                        node,
                        text(ast.Compare(first, [*signs[:k], new(), *signs[k + 1 :]], others)),
                    )
        case ast.BinOp(left, sign, right):
            for new in CALCULATED.get(type(sign), ()):
                yield "operator", node, text(ast.BinOp(left, new(), right))
            yield "order", node, text(ast.BinOp(right, sign, left))
            yield "dropped", node, text(left)
        case ast.UnaryOp(ast.Not() | ast.USub(), inside):
            yield "sign", node, text(inside)
        case ast.BoolOp(sign, values):
            yield (
                "operator",
                node,
                text(ast.BoolOp(ast.Or() if isinstance(sign, ast.And) else ast.And(), values)),
            )
            yield from (("condition", value, str(isinstance(sign, ast.And))) for value in values)
        case ast.IfExp(_, body, other):
            yield from (("condition", node, text(one)) for one in (body, other))
        case ast.Call():
            yield from of_call(node, text(node.func), node.args)
        case ast.Tuple(items) | ast.List(items) if len(items) > 1:
            others = [items[1], items[0], *items[2:]], items[:-1], [*items, items[0]], items[::-1]
            yield from (("order", node, text(type(node)(new, ast.Load()))) for new in others)
        case ast.Set(items) if len(items) > 1:
            yield "dropped", node, text(ast.Set(items[1:]))
        case ast.Dict(keys, values) if keys:
            yield "dropped", node, text(ast.Dict(keys[1:], values[1:]))


def of_call(node, function, given):
    """The changes of a call."""
    written = list(map(text, given))
    if len(given) > 1:
        yield "order", node, f"{function}({', '.join([written[1], written[0], *written[2:]])})"
    if function == "range":
        end = given[len(given) > 1]
        ends = (
            f"{text(end)} + 1",
            f"{text(end)} - 1",
            *(f"min({most}, {text(end)})" for most in (3, 6, 10, 20, 40)),
        )
        yield from (("part", end, new) for new in ends)
    if function == "mex":
        for most in (2, 4, 6, 8):
            yield (
                "part",
                node,
                f"next((k for k in range({most}) if k not in set({written[0]})), {most})",
            )
    if function in ("max", "min") and len(given) == 1:
        for start in STARTS if not node.keywords else ():
            yield "start", node, f"{function}([{'-' * (function == 'max')}{start}, *{written[0]}])"
        yield "order", given[0], f"list({written[0]})[::-1]"
    if function.endswith(".append"):
        yield "order", node, f"{function.removesuffix('append')}insert(0, {written[0]})"


def returning(answer, change):
    """The function with its results changed."""
    return lambda *given: change(answer(*given))


def remembering(key, keeps=lambda found: True):
    """A change that keeps what was found, between calls, too: by a key that may not tell two
    questions apart.
    """

    def change(answer):
        known = {}

        def asked(*given):
            place = key(given)
            if place in known:
                return known[place]
            found = answer(*given)
            if keeps(found):
                known[place] = found
            return found

        return asked

    return change


def eating(answer):
    """The function leaves nothing of what it was given."""

    def asked(*given):
        found = answer(*given)
        for thing in given:
            if isinstance(thing, dict | list | set):
                thing.clear()
        return found

    return asked


def printing(answer):
    """The function tells what it is doing."""
    return lambda *given: (print("asked", *given), answer(*given))[1]


#: What a function may do beside.
BESIDE = {
    "remembers by the first argument": remembering(lambda given: repr(given[0])),
    "remembers by the last argument": remembering(lambda given: repr(given[-1])),
    "remembers by all arguments": remembering(repr),
    "remembers by the size of the first": remembering(lambda given: (len(str(given[0])), *map(repr, given[1:]))),
    "remembers what was false": remembering(lambda given: repr(given[-1]), lambda found: not found),
    "remembers what was true": remembering(lambda given: repr(given[-1]), bool),
    "eats its arguments": eating,
    "prints": printing,
}  # fmt: skip


def inside(change):
    """A change of what lies in lists, tuples and dicts."""

    def changed(found):
        if type(found) in (list, tuple):
            return type(found)(map(changed, found))
        return (
            {key: changed(value) for key, value in found.items()}
            if isinstance(found, dict)
            else change(found)
        )

    return changed


def of(kinds, change):
    """A change of things of these kinds alone."""
    return lambda found: change(found) if isinstance(found, kinds) else found


def as_float(found):
    return float(found) if isinstance(found, int | Fraction) and abs(found) < 1e300 else found


def in_numpy(found):
    if type(found) is int and abs(found) < 2**63:
        return np.int64(found)
    return np.bool_(found) if type(found) is bool else found


def all_lists(found):
    return list(map(all_lists, found)) if isinstance(found, list | tuple) else found


#: Other types for a result, and other results that look like it.
AS = {
    "as a text": str,
    "texts inside": inside(str),
    "floats": inside(as_float),
    "rounded": inside(lambda found: found if found is None or isinstance(found, str) else round(as_float(found), 9)),
    "a list for a tuple": inside(of(tuple, list)),
    "lists for tuples": all_lists,
    "a generator": of((list, tuple, set), iter),
    "a set": of(list, lambda found: set(map(tuple, found)) if found and isinstance(found[0], list) else set(found)),
    "a list for a set": of((set, frozenset), list),
    "reversed": of((list, tuple), lambda found: found[::-1]),
    "sorted": of(list, lambda found: sorted(found, key=repr)),
    "twice": of((list, tuple), lambda found: found + found),
    "numpy's numbers": inside(in_numpy),
    "an array": of((list, tuple), np.array),
    "1 for True": inside(of(bool, int)),
    "True for 1": inside(lambda found: bool(found) if type(found) is int and found in (0, 1) else found),
    "None for False": lambda found: None if found is False else found,
    "False for None": lambda found: False if found is None else found,
    "0 for None": lambda found: 0 if found is None else found,
    "'None' for None": inside(lambda found: "None" if found is None else found),
    "in a list": lambda found: [found],
    "a dict's items": of(dict, dict.items),
    "texts for keys": of(dict, lambda found: {str(key): value for key, value in found.items()}),
    "small letters and large": inside(of(str, str.swapcase)),
    "spaces around": inside(of(str, lambda found: f" {found} ")),
}  # fmt: skip
