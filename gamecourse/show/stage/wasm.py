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
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from gamelib.machine import Kernel

#: By an array's typecode: the binary logarithm of an entry's bytes, and the instructions that load and store an entry.
WIDTHS = {"q": (3, 0x29, 0x37), "i": (2, 0x34, 0x3E), "h": (1, 0x32, 0x3D), "b": (0, 0x30, 0x3C)}
SIMPLE = {ast.Add: 0x7C, ast.Sub: 0x7D, ast.Mult: 0x7E, ast.BitAnd: 0x83, ast.BitOr: 0x84, ast.BitXor: 0x85}
SHIFTS = {ast.LShift: 0x86, ast.RShift: 0x87}
COMPARED = {ast.Eq: 0x51, ast.NotEq: 0x52, ast.Lt: 0x53, ast.Gt: 0x55, ast.LtE: 0x57, ast.GtE: 0x59}
DIVIDE, REMAINDER = 0x7F, 0x81
CALL, DROP, SELECT, UNREACHABLE, RETURN, BRANCH, BRANCH_IF = 0x10, 0x1A, 0x1B, 0x00, 0x0F, 0x0C, 0x0D
BLOCK, LOOP, IF, ELSE, END, NOTHING, I32, I64 = 0x02, 0x03, 0x04, 0x05, 0x0B, 0x40, 0x7F, 0x7E
GET, SET, TEE, CONSTANT, CONSTANT_32 = 0x20, 0x21, 0x22, 0x42, 0x41
WRAP, EXTEND, ZERO_32, AND_32, LESS, GREATER, NOT_BELOW = 0xA7, 0xAD, 0x45, 0x71, 0x53, 0x55, 0x5A


class Untranslatable(ValueError):
    """Raised for a kernel that cannot be WebAssembly; it names the line that is to blame."""


def module(kernels: Iterable[Kernel], dtypes: Mapping[str, str]) -> bytes:
    """Return one WebAssembly module of kernels and those that they call, each exported under its name.

    Parameters
    ----------
    kernels
        Functions over whole numbers and 1-D arrays.
    dtypes
        The typecode of each parameter annotated as an Array: "q", "i", "h" or "b" for int64 to int8.

    Returns
    -------
    bytes
        The module, to instantiate with a memory, ``{ e: { m: memory } }``. For an array, pass its address and length.

    Raises
    ------
    Untranslatable
        If a kernel cannot be WebAssembly, naming function and line.

    Examples
    --------
    >>> @Kernel
    ... def double(n: int) -> int:
    ...     return 2 * n
    >>> module([double], {})[:8]
    b'\\x00asm\\x01\\x00\\x00\\x00'
    """
    found: dict[str, Kernel] = {}
    waiting = list(kernels)
    for kernel in waiting:  # grows while it is walked
        if (name := kernel.plain.__name__) not in found:
            found[name] = kernel
            known = map(kernel.plain.__globals__.get, kernel.plain.__code__.co_names)
            waiting += [called for called in known if isinstance(called, Kernel)]
    trees = {name: _tree(kernel) for name, kernel in found.items()}
    numbers = {name: (k, _results(tree)) for k, (name, tree) in enumerate(trees.items())}
    made = [Function(tree, found[name].plain.__globals__, dtypes, numbers) for name, tree in trees.items()]
    bodies = [one.body() for one in made]
    kinds = [b"\x60" + _listed([b"\x7e"] * one.taken) + _listed([b"\x7e"] * _results(one.tree)) for one in made]
    exports = [_listed([bytes([c]) for c in name.encode()]) + b"\x00" + _unsigned(k) for k, name in enumerate(found)]
    sections = {
        1: kinds,
        2: [b"\x01e\x01m\x02\x00\x01"],  # a memory of one page or more
        3: [_unsigned(k) for k in range(len(made))],
        7: exports,
        10: [_unsigned(len(body)) + body for body in bodies],
    }
    written = ((bytes([k]), _listed(items)) for k, items in sections.items())
    return b"\0asm\1\0\0\0" + b"".join(k + _unsigned(len(items)) + items for k, items in written)


def for_the_page(kernel: Kernel, dtypes: Mapping[str, str]) -> str:
    """Return the module of one kernel in base64, as ``kernels`` of ``js/scene.js`` reads it."""
    return base64.b64encode(module([kernel], dtypes)).decode()


def _tree(kernel: Kernel) -> ast.FunctionDef:
    """Return the syntax tree of a kernel, with lines numbered as in its file."""
    lines, first = inspect.getsourcelines(kernel.plain)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return ast.increment_lineno(tree, first - 1)


def _results(tree: ast.FunctionDef) -> int:
    """Return how many numbers a function returns."""
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None)
    return next((len(value.elts) if isinstance(value, ast.Tuple) else 1 for value in values), 0)


def _unsigned(n: int) -> bytes:
    """Return a number in as few bytes as it needs, seven bits in each (LEB128)."""
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + _unsigned(n >> 7)


def _signed(n: int) -> bytes:
    """Return a signed number of 64 bits in as few bytes as it needs (LEB128)."""
    n = (n + (1 << 63)) % (1 << 64) - (1 << 63)
    return bytes([n & 127]) if -64 <= n < 64 else bytes([n & 127 | 128]) + _signed(n >> 7)


def _listed(items: Sequence[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


class Function:
    """The translation of a function: an expression leaves a number on the stack, a condition leaves a 32-bit 1 or 0."""

    def __init__(
        self,
        tree: ast.FunctionDef,
        known: Mapping[str, Any],
        dtypes: Mapping[str, str],
        numbers: Mapping[str, tuple[int, int]],
    ) -> None:
        self.tree, self.known, self.numbers = tree, known, numbers
        self.code, self.depth, self.loops = bytearray(), 0, list[tuple[int, int]]()
        self.arrays: dict[str, tuple[int, int, int]] = {}
        self.locals: dict[str, int] = {}
        for parameter in tree.args.args:
            self.local(parameter.arg)
            if isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "Array":
                self.arrays[parameter.arg] = WIDTHS[dtypes[parameter.arg]]
                self.local(f"{parameter.arg} length")
        self.taken = len(self.locals)

    def body(self) -> bytes:
        """Return the locals that are not parameters, and the instructions."""
        self.statements(self.tree.body)
        if _results(self.tree):
            self.emit(UNREACHABLE)
        self.emit(END)
        more = len(self.locals) - self.taken
        return (_listed([_unsigned(more) + b"\x7e"]) if more else _listed([])) + bytes(self.code)

    def refuse(self, node: ast.AST, why: str = "") -> NoReturn:
        line = getattr(node, "lineno", self.tree.lineno)
        raise Untranslatable(f"{self.tree.name}, line {line}: no WebAssembly for {ast.unparse(node)!r}{why}")

    def emit(self, *parts: int | bytes) -> None:
        for part in parts:
            self.code += bytes([part]) if isinstance(part, int) else part

    def local(self, name: str) -> bytes:
        return _unsigned(self.locals.setdefault(name, len(self.locals)))

    def fresh(self) -> bytes:
        """Return a new local without a name."""
        return self.local(f"local {len(self.locals)}")

    def opened(self, *how: int) -> None:
        self.emit(*how)
        self.depth += 1

    def closed(self) -> None:
        self.emit(END)
        self.depth -= 1

    def either(self, kind: int, first: Callable[[], None], second: Callable[[], None]) -> None:
        """Emit both branches, of which the condition on the stack chooses one."""
        self.opened(IF, kind)
        first()
        self.emit(ELSE)
        second()
        self.closed()

    def expression(self, node: ast.expr) -> None:
        match node:
            case ast.Constant(value=bool() | int() as value):
                self.emit(CONSTANT, _signed(int(value)))
            case ast.Name(id=name) if name in self.locals and name not in self.arrays:
                self.emit(GET, self.local(name))
            case ast.Name(id=name) if type(self.known.get(name)) is int:
                self.emit(CONSTANT, _signed(self.known[name]))
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                self.divided(node)
            case ast.BinOp(left=left, op=ast.LShift() | ast.RShift() as op, right=right):
                self.shifted(node, left, op, right)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIMPLE:
                self.expression(left)
                self.expression(right)
                self.emit(SIMPLE[type(op)])
            case ast.UnaryOp(op=ast.USub() | ast.Invert() as op, operand=operand):
                self.emit(CONSTANT, _signed(0 if isinstance(op, ast.USub) else -1))
                self.expression(operand)
                self.emit(SIMPLE[ast.Sub] if isinstance(op, ast.USub) else SIMPLE[ast.BitXor])
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                self.condition(node)
                self.emit(EXTEND)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.condition(test)
                self.either(I64, lambda: self.expression(body), lambda: self.expression(orelse))
            case ast.Subscript(value=ast.Name(id=name)) if name in self.arrays:
                self.address(node)
                self.emit(self.arrays[name][1], 0, 0)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in self.arrays:
                self.emit(GET, self.local(f"{name} length"))
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[first, *rest]) if rest:
                self.extreme(LESS if name == "min" else GREATER, first, rest)
            case ast.Call(func=ast.Name(id=name)) if self.numbers.get(name, (0, 0))[1] == 1:
                self.call(node)
            case _:
                self.refuse(node)

    def divided(self, node: ast.BinOp) -> None:
        """Emit a division that rounds down as in Python; WebAssembly rounds towards 0."""
        a, b = self.fresh(), self.fresh()
        self.expression(node.left)
        self.emit(SET, a)
        self.expression(node.right)
        self.emit(SET, b, GET, a, GET, b, REMAINDER, CONSTANT, 0, COMPARED[ast.NotEq])
        self.emit(GET, a, GET, b, SIMPLE[ast.BitXor], CONSTANT, 0, LESS, AND_32, EXTEND)  # 1 if these differ
        if isinstance(node.op, ast.FloorDiv):
            off = self.fresh()
            self.emit(SET, off, GET, a, GET, b, DIVIDE, GET, off, SIMPLE[ast.Sub])
        else:
            self.emit(GET, b, SIMPLE[ast.Mult], GET, a, GET, b, REMAINDER, SIMPLE[ast.Add])

    def shifted(self, node: ast.expr, left: ast.expr, op: ast.operator, right: ast.expr) -> None:
        """Emit a shift; WebAssembly takes a shift by 64 for a shift by 0, but a shift by a constant needs no care."""
        by = right.value if isinstance(right, ast.Constant) and isinstance(right.value, int) else None
        if by is not None and not 0 <= by < 64:
            self.refuse(node, ": a shift is by 0 to 63")
        self.expression(left)
        self.expression(right)
        amount = self.fresh()
        if by is None:
            self.emit(TEE, amount, CONSTANT, _signed(63), GET, amount, CONSTANT, _signed(63), LESS, SELECT)
        self.emit(SHIFTS[type(op)])
        if by is None and isinstance(op, ast.LShift):
            self.emit(CONSTANT, 0, GET, amount, CONSTANT, _signed(64), LESS, SELECT)

    def extreme(self, compared: int, first: ast.expr, rest: list[ast.expr]) -> None:
        self.expression(first)
        for other in rest:
            a, b = self.fresh(), self.fresh()
            self.emit(SET, a)
            self.expression(other)
            self.emit(SET, b, GET, a, GET, b, GET, a, GET, b, compared, SELECT)

    def call(self, node: ast.Call) -> None:
        """Emit the arguments, two numbers for an array, and the call, which leaves its results on the stack."""
        assert isinstance(node.func, ast.Name)
        for argument in node.args:
            if isinstance(argument, ast.Name) and argument.id in self.arrays:
                self.emit(GET, self.local(argument.id), GET, self.local(f"{argument.id} length"))
            else:
                self.expression(argument)
        self.emit(CALL, _unsigned(self.numbers[node.func.id][0]))

    def address(self, node: ast.Subscript) -> None:
        """Emit the address of an entry as a 32-bit number; an index out of range is an error."""
        assert isinstance(node.value, ast.Name)
        name, index = node.value.id, self.fresh()
        if isinstance(node.slice, ast.UnaryOp | ast.Slice | ast.Tuple):
            self.refuse(node, ": an index is not negative, and no slice")
        self.expression(node.slice)
        self.emit(TEE, index, GET, self.local(f"{name} length"), NOT_BELOW, IF, NOTHING, UNREACHABLE, END)
        self.emit(GET, index, CONSTANT, self.arrays[name][0], SHIFTS[ast.LShift])
        self.emit(GET, self.local(name), SIMPLE[ast.Add], WRAP)

    def condition(self, node: ast.expr) -> None:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                self.compared(node, left, ops, comparators)
            case ast.BoolOp(op=op, values=values):
                self.condition(values[0])
                for value in values[1:]:
                    asked = partial(self.condition, value)
                    if isinstance(op, ast.And):
                        self.either(I32, asked, lambda: self.emit(CONSTANT_32, 0))
                    else:
                        self.either(I32, lambda: self.emit(CONSTANT_32, 1), asked)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.condition(operand)
                self.emit(ZERO_32)
            case _:
                self.expression(node)
                self.emit(CONSTANT, 0, COMPARED[ast.NotEq])

    def compared(self, node: ast.expr, left: ast.expr, ops: list[ast.cmpop], right: list[ast.expr]) -> None:
        """Emit a comparison; an operand between two signs is worked out twice, which changes nothing."""
        for k, (a, op, b) in enumerate(zip([left, *right], ops, right, strict=False)):
            if type(op) not in COMPARED:
                self.refuse(node)
            self.expression(a)
            self.expression(b)
            self.emit(COMPARED[type(op)], *[AND_32] * (k > 0))

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name in self.numbers:
                self.call(call)
                self.emit(*[DROP] * self.numbers[name][1])
            case ast.Assign(targets=targets, value=value):
                self.assigned(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.assigned([target], value)
            case ast.AugAssign(target=ast.Name() | ast.Subscript() as target, op=op, value=value):
                before = ast.parse(ast.unparse(target), mode="eval").body
                self.assigned([target], ast.copy_location(ast.BinOp(before, op, value), node))
            case ast.If(test=test, body=body, orelse=orelse):
                self.condition(test)
                self.either(NOTHING, lambda: self.statements(body), lambda: self.statements(orelse))
            case ast.While(test=test, body=body, orelse=[]):
                self.loop(lambda: self.condition(test), lambda: self.statements(body), lambda: None)
            case ast.For(target=ast.Name(id=name), iter=iterated, body=body, orelse=[]):
                self.for_each(node, self.local(name), iterated, body)
            case ast.Break():
                self.emit(BRANCH, _unsigned(self.depth - self.loops[-1][0]))
            case ast.Continue():
                self.emit(BRANCH, _unsigned(self.depth - self.loops[-1][1]))
            case ast.Return(value=value):
                for part in value.elts if isinstance(value, ast.Tuple) else [value] if value else []:
                    self.expression(part)
                self.emit(RETURN)
            case _:
                self.refuse(node)

    def assigned(self, targets: list[ast.expr], value: ast.expr) -> None:
        """Emit all values first, and then store each in its target."""
        many = next((len(target.elts) for target in targets if isinstance(target, ast.Tuple)), 1)
        held = [self.fresh() for _ in range(many)]
        self.held(value, held)
        for target in targets:
            for one, there in zip(target.elts if isinstance(target, ast.Tuple) else [target], held, strict=True):
                match one:
                    case ast.Name(id=name) if name not in self.arrays:
                        self.emit(GET, there, SET, self.local(name))
                    case ast.Subscript(value=ast.Name(id=name)) if name in self.arrays:
                        self.address(one)
                        self.emit(GET, there, self.arrays[name][2], 0, 0)
                    case _:
                        self.refuse(one)

    def held(self, value: ast.expr, held: list[bytes]) -> None:
        """Emit the parts of a value, each into a local."""
        match value:
            case ast.IfExp(test=test, body=body, orelse=orelse) if len(held) > 1:
                self.condition(test)
                self.either(NOTHING, lambda: self.held(body, held), lambda: self.held(orelse, held))
            case ast.Tuple(elts=parts) if len(parts) == len(held):
                for part, there in zip(parts, held, strict=True):
                    self.expression(part)
                    self.emit(SET, there)
            case ast.Call(func=ast.Name(id=name)) if self.numbers.get(name, (0, 0))[1] == len(held) > 1:
                self.call(value)
                for there in reversed(held):
                    self.emit(SET, there)
            case _ if len(held) == 1:
                self.expression(value)
                self.emit(SET, held[0])
            case _:
                self.refuse(value)

    def for_each(self, node: ast.For, name: bytes, iterated: ast.expr, body: list[ast.stmt]) -> None:
        at, end = self.fresh(), self.fresh()
        match iterated:
            case ast.Tuple(elts=elements):  # written out one after the other
                self.opened(BLOCK, NOTHING)
                for element in elements:
                    self.expression(element)
                    self.emit(SET, name)
                    self.opened(BLOCK, NOTHING)
                    self.loops.append((self.depth - 1, self.depth))
                    self.statements(body)
                    self.loops.pop()
                    self.closed()
                self.closed()
                return
            case ast.Call(func=ast.Name(id="range"), args=[*bounds]) if 0 < len(bounds) < 4:
                step = ast.literal_eval(bounds[2]) if len(bounds) == 3 else 1
                begin, stop = bounds[:2] if len(bounds) > 1 else (ast.Constant(0), bounds[0])
                self.held(ast.Tuple([begin, stop]), [at, end])
                entry: list[int | bytes] = [GET, at]
            case ast.Name(id=array) if array in self.arrays:
                step, (log, load, _) = 1, self.arrays[array]
                self.emit(CONSTANT, 0, SET, at, GET, self.local(f"{array} length"), SET, end)
                entry = [GET, at, CONSTANT, log, SHIFTS[ast.LShift], GET, self.local(array), SIMPLE[ast.Add], WRAP]
                entry += [load, 0, 0]
            case _:
                self.refuse(node)

        def each() -> None:
            self.emit(*entry, SET, name)
            self.statements(body)

        self.loop(
            lambda: self.emit(GET, at, GET, end, LESS if step > 0 else GREATER),
            each,
            lambda: self.emit(GET, at, CONSTANT, _signed(step), SIMPLE[ast.Add], SET, at),
        )

    def loop(self, test: Callable[[], None], body: Callable[[], None], after: Callable[[], None]) -> None:
        """Emit a loop: while the test holds, the body, which ``break`` and ``continue`` leave, and what follows it."""
        self.opened(BLOCK, NOTHING)
        self.opened(LOOP, NOTHING)
        test()
        self.emit(ZERO_32, BRANCH_IF, 1)
        self.opened(BLOCK, NOTHING)
        self.loops.append((self.depth - 2, self.depth))
        body()
        self.loops.pop()
        self.closed()
        after()
        self.emit(BRANCH, 0)
        self.closed()
        self.closed()
