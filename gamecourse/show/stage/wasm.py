"""Kernels as WebAssembly: the loop that Python interprets and numba compiles is also the one that runs in a page.

Every number is a whole number of 64 bits, which wraps as numba's does. An array is two numbers, its address in the
memory that the module imports as ``e.m``, and its length. Code is refused, with its line, if its meaning would differ
from Python's, or if it would have none: a constant index below 0, a constant shift by 64, a float, a slice, a function
as an argument. An index out of range stops the page's call with an error; a negative index does not count from the end.
"""

from __future__ import annotations

import ast
import base64
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from gamelib.machine import Kernel

#: The typecodes of arrays, from one byte to eight, and for each the instructions that load and store an entry.
TYPECODES, LOAD, STORE = "bhiq", (b"\x30", b"\x32", b"\x34", b"\x29"), (b"\x3c", b"\x3d", b"\x3e", b"\x37")
ADD, SUBTRACT, XOR, SHL, SHR = b"\x7c", b"\x7d", b"\x85", b"\x86", b"\x87"
SIMPLE = {ast.Add: ADD, ast.Sub: SUBTRACT, ast.Mult: b"\x7e", ast.BitAnd: b"\x83", ast.BitOr: b"\x84", ast.BitXor: XOR}
SHIFTS = {ast.LShift: SHL, ast.RShift: SHR}
COMPARED = {ast.Eq: b"\x51", ast.NotEq: b"\x52", ast.Lt: b"\x53", ast.Gt: b"\x55", ast.LtE: b"\x57", ast.GtE: b"\x59"}
CALL, UNREACHABLE, RETURN, BRANCH, BRANCH_IF = b"\x10", b"\0", b"\x0f", b"\x0c", b"\x0d"
OPEN, LOOP, IF, IF_NUMBER, IF_TRUE, ELSE, END = b"\2\x40", b"\3\x40", b"\4\x40", b"\4\x7e", b"\4\x7f", b"\5", b"\x0b"
GET, SET, TEE, CONSTANT, ZERO, TRUE, FALSE = b"\x20", b"\x21", b"\x22", b"\x42", b"\x42\0", b"\x41\1", b"\x41\0"
NUMBER, WRAP, EXTEND, NOT, AND, NOT_BELOW = b"\x7e", b"\xa7", b"\xad", b"\x45", b"\x71", b"\x5a"

#: Instructions under the names that WebAssembly has for them: a division rounds towards 0, a shift by 64 is by 0.
OWN = {"div_s": b"\x7f", "rem_s": b"\x81", "shl": SHL, "shr_s": SHR, "select": WRAP + b"\x1b"}

#: What Python means, in these names: x and y are the operands, a and b are locals.
MEANT: dict[Any, str] = {
    ast.FloorDiv: "div_s({a} := {x}, {b} := {y}) - (({a} ^ {b} < 0) & (rem_s({a}, {b}) != 0))",
    ast.Mod: "rem_s({a} := {x}, {b} := {y}) + {b} * (({a} ^ {b} < 0) & (rem_s({a}, {b}) != 0))",
    ast.LShift: "select(shl({x}, {b} := {y}), 0, {b} < 64)",
    ast.RShift: "shr_s({x}, min({y}, 63))",
    "min": "select({a} := {x}, {b} := {y}, {a} < {b})",
    "max": "select({a} := {x}, {b} := {y}, {a} > {b})",
}


class Untranslatable(ValueError):
    """Raised for a kernel that cannot be WebAssembly; it names the line that is to blame."""


def for_the_page(kernel: Kernel, dtypes: Mapping[str, str]) -> str:
    """Return a module of a kernel and those that it calls, each exported under its name.

    Parameters
    ----------
    kernel
        A function over whole numbers and 1-D arrays.
    dtypes
        The typecode of each parameter annotated as an Array: "q", "i", "h" or "b" for int64 to int8.

    Returns
    -------
    str
        The module in base64, as ``kernels`` of ``js/scene.js`` reads it, to instantiate with a memory, ``{ e: { m:
        memory } }``. For an array, pass its address and length.

    Raises
    ------
    Untranslatable
        If a kernel cannot be WebAssembly, naming function and line.

    Examples
    --------
    >>> @Kernel
    ... def double(n: int) -> int:
    ...     return 2 * n
    >>> base64.b64decode(for_the_page(double, {}))[:8]
    b'\\x00asm\\x01\\x00\\x00\\x00'
    """
    found: dict[str, Function] = {}
    Function(kernel, dtypes, found)
    made = found.values()
    sections = {
        1: [b"\x60" + _listed([NUMBER] * one.taken) + _listed([NUMBER] * one.results) for one in made],
        2: [b"\x01e\x01m\x02\x00\x01"],  # a memory of one page or more
        3: [_unsigned(k) for k in range(len(made))],
        7: [_sized(name.encode()) + b"\0" + _unsigned(k) for k, name in enumerate(found)],
        10: [_sized(one.body()) for one in made],
    }
    contents = b"".join(_unsigned(k) + _sized(_listed(items)) for k, items in sections.items())
    return base64.b64encode(b"\0asm\1\0\0\0" + contents).decode()


def _parts(node: ast.expr) -> list[ast.expr]:
    """Return the parts of a tuple, or a single expression."""
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _unsigned(n: int) -> bytes:
    """Return a number in as few bytes as it needs, seven bits in each (LEB128)."""
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + _unsigned(n >> 7)


def _signed(n: int) -> bytes:
    """Return a signed number of 64 bits in as few bytes as it needs (LEB128)."""
    n = (n + (1 << 63)) % (1 << 64) - (1 << 63)
    return bytes([n & 127]) if -64 <= n < 64 else bytes([n & 127 | 128]) + _signed(n >> 7)


def _sized(content: bytes) -> bytes:
    return _unsigned(len(content)) + content


def _listed(items: Sequence[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


class Function:
    """The translation of a function: an expression leaves a number on the stack, a condition leaves a 32-bit 1 or 0."""

    def __init__(self, kernel: Kernel, dtypes: Mapping[str, str], functions: dict[str, Function]) -> None:
        """Enter the function, and those that it calls, into ``functions``."""
        lines, first = inspect.getsourcelines(kernel.plain)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = ast.increment_lineno(tree, first - 1)  # as in its file
        self.line, self.number = first, len(functions)
        self.known, self.functions = kernel.plain.__globals__, functions
        functions[tree.name] = self
        for called in map(self.known.get, kernel.plain.__code__.co_names):
            if isinstance(called, Kernel) and called.plain.__name__ not in functions:
                Function(called, dtypes, functions)
        values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value)
        self.results = next((len(_parts(value)) for value in values), 0)
        self.arrays: dict[str, int] = {}
        self.locals: dict[str, int] = {}
        for parameter in tree.args.args:
            self.local(parameter.arg)
            if isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "Array":
                self.arrays[parameter.arg] = TYPECODES.index(dtypes[parameter.arg])
                self.local(f"{parameter.arg} length")
        self.taken = len(self.locals)

    def body(self) -> bytes:
        """Return the locals that are not parameters, and the instructions."""
        code = self.statements(self.tree.body) + UNREACHABLE * bool(self.results) + END
        return _listed([_unsigned(len(self.locals) - self.taken) + NUMBER]) + code

    def refuse(self, node: ast.AST, why: str = "") -> NoReturn:
        line = getattr(node, "lineno", self.line)
        raise Untranslatable(f"{self.tree.name}, line {line}: no WebAssembly for {ast.unparse(node)!r}{why}")

    def local(self, name: str) -> bytes:
        return _unsigned(self.locals.setdefault(name, len(self.locals)))

    def fresh(self) -> str:
        """Return the name of a new local."""
        self.local(name := f"local_{len(self.locals)}")
        return name

    def parsed(self, text: str) -> list[Any]:
        """Return statements that stand for a part of the line that is translated now."""
        return ast.increment_lineno(ast.parse(text), self.line - 1).body

    def expression(self, node: ast.expr) -> bytes:
        match node:
            case ast.Constant(value=bool() | int() as value):
                return CONSTANT + _signed(int(value))
            case ast.Name(id=name) if name in self.locals and name not in self.arrays:
                return GET + self.local(name)
            case ast.Name(id=name) if type(self.known.get(name)) is int:
                return CONSTANT + _signed(self.known[name])
            case ast.NamedExpr(target=ast.Name(id=name), value=value) if name not in self.arrays:
                return self.expression(value) + TEE + self.local(name)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIMPLE:
                return self.expression(left) + self.expression(right) + SIMPLE[type(op)]
            case ast.BinOp(left=left, op=op, right=ast.Constant(value=int() as by) as right) if type(op) in SHIFTS:
                if not 0 <= by < 64:
                    self.refuse(node, ": a shift is by 0 to 63")
                return self.expression(left) + self.expression(right) + SHIFTS[type(op)]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in MEANT:
                return self.meant(type(op), left, right)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ZERO + self.expression(operand) + SUBTRACT
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.expression(operand) + CONSTANT + _signed(-1) + XOR
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self.condition(node) + EXTEND
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.condition(test) + IF_NUMBER + self.expression(body) + ELSE + self.expression(orelse) + END
            case ast.Subscript(value=ast.Name(id=name)) if name in self.arrays:
                return self.address(node) + LOAD[self.arrays[name]] + b"\0\0"
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in self.arrays:
                return GET + self.local(f"{name} length")
            case ast.Call(func=ast.Name(id="min" | "max" as name) as func, args=[first, second, *rest]):
                return self.meant(name, first, ast.Call(func, [second, *rest], []) if rest else second)
            case ast.Call(func=ast.Name(id=name), args=parts) if name in OWN:
                return b"".join(map(self.expression, parts)) + OWN[name]
            case ast.Call(func=ast.Name(id=name)) if name in self.functions and self.functions[name].results == 1:
                return self.values(node)[0]
        self.refuse(node)

    def meant(self, what: Any, x: ast.expr, y: ast.expr) -> bytes:
        """Return what Python means by an operator or a function of two numbers."""
        names = {"a": self.fresh(), "b": self.fresh(), "x": ast.unparse(x), "y": ast.unparse(y)}
        return self.expression(self.parsed(MEANT[what].format(**names))[0].value)

    def values(self, node: ast.expr) -> tuple[bytes, int]:
        """Return what leaves one number or several on the stack, and how many; a call is handed two for an array."""
        if isinstance(node, ast.Call) and (called := self.functions.get(ast.unparse(node.func))):
            return b"".join(map(self.argument, node.args)) + CALL + _unsigned(called.number), called.results
        parts = _parts(node)
        return b"".join(map(self.expression, parts)), len(parts)

    def argument(self, node: ast.expr) -> bytes:
        if isinstance(node, ast.Name) and node.id in self.arrays:
            return GET + self.local(node.id) + GET + self.local(f"{node.id} length")
        return self.expression(node)

    def address(self, node: ast.Subscript) -> bytes:
        """Return what leaves the address of an entry as a 32-bit number; an index out of range is an error."""
        assert isinstance(node.value, ast.Name)
        name, index = node.value.id, self.local(self.fresh())
        if isinstance(node.slice, ast.UnaryOp | ast.Slice | ast.Tuple):
            self.refuse(node, ": an index is not negative, and no slice")
        checked = TEE + index + GET + self.local(f"{name} length") + NOT_BELOW + IF + UNREACHABLE + END
        width = CONSTANT + _signed(self.arrays[name])
        return self.expression(node.slice) + checked + GET + index + width + SHL + GET + self.local(name) + ADD + WRAP

    def condition(self, node: ast.expr) -> bytes:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=right):
                signs = [COMPARED.get(type(op)) or self.refuse(node) for op in ops]
                pairs = zip([left, *right], right, signs, strict=False)  # one between two signs is worked out twice
                asked = [self.expression(a) + self.expression(b) + sign for a, b, sign in pairs]
                return b"".join(asked) + AND * (len(ops) - 1)
            case ast.BoolOp(op=op, values=[first, *rest]):
                before, after = (b"", ELSE + FALSE) if isinstance(op, ast.And) else (TRUE + ELSE, b"")
                asked = [IF_TRUE + before + self.condition(value) + after + END for value in rest]
                return self.condition(first) + b"".join(asked)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand) + NOT
        return self.expression(node) + ZERO + COMPARED[ast.NotEq]

    def statements(self, nodes: Sequence[ast.stmt], leave: int = 0) -> bytes:
        """Return the instructions; ``leave`` is the number of blocks round them to the end of the loop."""
        return b"".join([self.statement(node, leave) for node in nodes])

    def statement(self, node: ast.stmt, leave: int) -> bytes:
        self.line = getattr(node, "lineno", self.line)
        match node:
            case ast.Expr(value=ast.Constant()):  # the docstring
                return b""
            case ast.Assign(targets=targets, value=ast.IfExp(test=test, body=ast.Tuple() as body, orelse=orelse)):
                first, second = (ast.Assign(targets, way) for way in (body, orelse))
                return self.statement(ast.If(test, [first], [second]), leave)
            case ast.Assign(targets=targets, value=value):
                return self.assigned(targets, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return self.assigned([target], ast.copy_location(ast.BinOp(target, op, value), node))
            case ast.If(test=test, body=body, orelse=orelse):
                code = self.condition(test) + IF + self.statements(body, leave + 1)
                return code + ELSE + self.statements(orelse, leave + 1) + END
            case ast.While(test=test, body=body, orelse=[]):
                return self.loop(test, body)
            case ast.For(target=target, iter=ast.Tuple(elts=elements), body=body, orelse=[]):  # one after the other
                each = (self.statements([ast.Assign([target], element), *body], 2) for element in elements)
                return OPEN + OPEN + b"".join(OPEN + one + END for one in each) + END + END
            case ast.For(target=target, iter=ast.Name(id=name), body=body, orelse=[]) if name in self.arrays:
                at = self.fresh()
                (counted,) = self.parsed(f"for {at} in range(len({name})): {ast.unparse(target)} = {name}[{at}]")
                counted.body += body
                return self.statement(counted, leave)
            case ast.For(target=target, iter=ast.Call(func=ast.Name(id="range"), args=bounds), body=body, orelse=[]):
                at, end, words = self.fresh(), self.fresh(), [*map(ast.unparse, bounds)]
                begin, stop, step = ["0"] * (len(words) == 1) + words + ["1"] * (len(words) < 3)
                sign, name = "<" if int(step) > 0 else ">", ast.unparse(target)
                text = f"{at}, {end} = {begin}, {stop}; {at} {sign} {end}; {name} = {at}; {at} += {step}"
                first, test, take, after = self.parsed(text)
                return self.statement(first, leave) + self.loop(test.value, [take, *body], [after])
            case ast.Break() | ast.Continue():
                return BRANCH + _unsigned(leave if isinstance(node, ast.Break) else leave - 2)
            case ast.Return(value=value):
                return (self.values(value)[0] if value else b"") + RETURN
        self.refuse(node)

    def assigned(self, targets: list[ast.expr], value: ast.expr) -> bytes:
        """Return what works out all values first, and then stores each in its target."""
        code, many = self.values(value)
        held = [self.local(self.fresh()) for _ in range(many)]
        code += b"".join(SET + there for there in reversed(held))
        for target in targets:
            if len(_parts(target)) != many:
                self.refuse(value)
            for one, there in zip(_parts(target), held, strict=True):
                match one:
                    case ast.Name(id=name) if name not in self.arrays:
                        code += GET + there + SET + self.local(name)
                    case ast.Subscript(value=ast.Name(id=name)) if name in self.arrays:
                        code += self.address(one) + GET + there + STORE[self.arrays[name]] + b"\0\0"
                    case _:
                        self.refuse(one)
        return code

    def loop(self, test: ast.expr, body: Sequence[ast.stmt], after: Sequence[ast.stmt] = ()) -> bytes:
        """Return a loop: while the test holds, the body (``break`` and ``continue`` leave it), and what follows it."""
        asked = OPEN + LOOP + self.condition(test) + NOT + BRANCH_IF + b"\1"
        return asked + OPEN + self.statements(body, 2) + END + self.statements(after) + BRANCH + b"\0" + END + END
