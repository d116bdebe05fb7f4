"""Kernels as WebAssembly: the loop that Python interprets and numba compiles is also the one that
runs in a page.

Every number is a whole number of 64 bits. An array is two numbers, its address in the memory that
the module imports as ``e.m``, and its length. What is translated means exactly what it means in
Python. Whatever else is refused, with its file and line: a float, a slice, a constant index below
0, a keyword, a name that may have no value, a function that may end without its result.

What only the numbers decide stops the call with an error: a result of more than 64 bits, a division
by 0, a shift by less than 0, an index out of range or below 0, an entry that the array cannot hold.
The line is then in the module's global ``stopped at``. Where an ``&`` leaves only lower bits, as in
``key * FACTOR & mask``, more than 64 bits are no error: the result is what Python finds.
"""

from __future__ import annotations

import ast
import base64
import builtins
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, NoReturn, cast

from gamecourse.show.stage import instructions as do
from gamecourse.show.stage.flow import Flow
from gamefast.machine import Kernel

#: What a module exports beside its kernels: the line at which a kernel has stopped. No kernel can
#: have this name.
STOPPED = "stopped at"

#: How many values something leaves on the stack: nothing, a number, or a tuple of two or more.
NOTHING, ONE = 0, 1

#: How many levels out a branch goes: to the innermost block or loop around it, or to the next one.
TO_INNERMOST = b"\0"
TO_NEXT = b"\1"

#: Seen from the body of a loop, the outer block of the loop is so many levels out (``while_loop``).
LEVELS_OF_LOOP = 2

#: The sections of a module, by their numbers in the WebAssembly specification.
TYPES = 1
IMPORTS = 2
FUNCTIONS = 3
GLOBALS = 6
EXPORTS = 7
CODE = 10


class Untranslatable(ValueError):
    """Raised for a kernel that cannot be WebAssembly; it names the file and the line that are to
    blame.
    """


def for_the_page(kernel: Kernel, dtypes: Mapping[str, str]) -> str:
    """Return a module of a kernel and those that it calls, each exported under its name.

    Parameters
    ----------
    kernel
        A function over whole numbers and 1-D arrays.
    dtypes
        The typecode of each parameter annotated as an Array: "q", "i", "h" or "b" for int64 to
        int8.

    Returns
    -------
    str
        The module in base64, as ``kernels`` of ``js/scene.js`` reads it, to instantiate with a
        memory, ``{ e: { m: memory } }``. For an array, pass its address and length.

    Raises
    ------
    Untranslatable
        If a kernel cannot be WebAssembly, naming file, function and line.

    Examples
    --------
    >>> @Kernel
    ... def double(n: int) -> int:
    ...     return 2 * n
    >>> base64.b64decode(for_the_page(double, {}))[:8]
    b'\\x00asm\\x01\\x00\\x00\\x00'
    """
    functions: dict[Callable[..., Any], Function] = {}
    Function(kernel, dtypes, functions)  # enters itself, and the kernels that it calls
    return base64.b64encode(_module(list(functions.values()))).decode()


def _module(functions: Sequence[Function]) -> bytes:
    """Return the module of these functions, which import a memory and share a global."""
    # The bodies come first, because only then all places of a function are known.
    bodies = [do.sized(function.body()) for function in functions]
    types = [_function_type(function) for function in functions]
    indices = [do.unsigned(function.index) for function in functions]
    exports = [
        do.sized(function.tree.name.encode()) + b"\0" + do.unsigned(function.index)
        for function in functions
    ]
    exports.append(do.sized(STOPPED.encode()) + b"\3\0")  # the first global
    memory = b"\x01e\x01m\x02\x00\x01"  # "e", "m": a memory of one page or more
    stopped_at = b"\x7f\x01" + do.FALSE + do.END  # 32 bits that can change, 0 at first
    sections = {
        TYPES: types,
        IMPORTS: [memory],
        FUNCTIONS: indices,  # each function has a type of its own
        GLOBALS: [stopped_at],
        EXPORTS: exports,
        CODE: bodies,
    }
    contents = b"".join(
        do.unsigned(number) + do.sized(do.listed(items)) for number, items in sections.items()
    )
    return b"\0asm\1\0\0\0" + contents


def _function_type(function: Function) -> bytes:
    """Return the type of a function: numbers of 64 bits come in, and numbers of 64 bits go out."""
    parameters = do.listed([do.NUMBER] * function.parameter_count)
    return b"\x60" + parameters + do.listed([do.NUMBER] * function.result_count)


def names_of(function: FunctionType) -> dict[str, Any]:
    """Return what the names of a function mean that are not its own: of the functions round it, its
    module, Python.
    """
    names = vars(builtins) | function.__globals__
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # it has no value yet
            names.pop(name, None)
    return names


class Function:
    """The translation of a function. A method that translates something returns instructions: those
    of an expression leave a number on the stack, those of a condition leave a 32-bit 1 or 0.

    Attributes
    ----------
    kernel, tree, index
        The function, its syntax tree, and its number in the module.
    functions
        All functions of the module, by the function of Python that each translates.
    names
        What the names mean that are not the function's own.
    parameters
        The names of the parameters.
    arrays
        The width of the entries of each parameter that is an array.
    places
        The number of each local variable of WebAssembly, by a name: a parameter, the length of an
        array, a local name of Python, or an interim result. The first ``parameter_count`` are the
        parameters.
    local
        The local names of Python.
    """

    def __init__(
        self,
        kernel: Kernel,
        dtypes: Mapping[str, str],
        functions: dict[Callable[..., Any], Function],
    ) -> None:
        """Enter the function, and those that it calls, into ``functions``."""
        self.kernel, self.functions = kernel, functions
        self.index = len(functions)
        self.tree = self._read()
        functions[kernel.plain] = self
        self.names = names_of(cast(FunctionType, kernel.plain))
        self.arrays: dict[str, int] = {}
        self.places: dict[str, int] = {}
        self.parameters: list[str] = []
        self._check_decorators()
        for parameter in self._plain_parameters():
            self._add_parameter(parameter, dtypes)
        self.parameter_count = len(self.places)
        self.local = {*kernel.plain.__code__.co_varnames}
        self._counting = False
        for node in ast.walk(self.tree):
            called = self.kernel_of(node) if isinstance(node, ast.Call) else None
            if called and called.plain not in functions:
                Function(called, dtypes, functions)
        self._check_name_is_new()

    # ---- the head of a function

    def _read(self) -> ast.FunctionDef:
        """Return the function as its file has it, with the numbers of its lines; note where it
        stands, for errors.
        """
        plain = self.kernel.plain
        self.file = plain.__code__.co_filename
        self.name = plain.__name__
        self.line = plain.__code__.co_firstlineno
        whole_function = ast.Pass(lineno=self.line)  # what to blame, while there is no tree
        if not isinstance(plain, FunctionType) or hasattr(plain, "__wrapped__"):
            self.refuse(
                whole_function, "it is not a plain function, but one that another function has made"
            )
        try:
            lines, first = inspect.getsourcelines(plain)
            tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        except (OSError, SyntaxError):
            self.refuse(whole_function, "its source cannot be read")
        ast.increment_lineno(tree, first - 1)
        if not isinstance(tree, ast.FunctionDef):
            self.refuse(tree, "a kernel is a function with a name, made by def")
        return tree

    def _check_decorators(self) -> None:
        """Refuse a function that something but ``Kernel`` has changed."""
        for node in self.tree.decorator_list:
            decorator = self.names.get(node.id) if isinstance(node, ast.Name) else None
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                decorator = getattr(self.names.get(node.value.id), node.attr, None)
            if not (isinstance(decorator, type) and issubclass(decorator, Kernel)):
                self.refuse(node, "a kernel has no decorator but Kernel")

    def _plain_parameters(self) -> list[ast.arg]:
        """Return the parameters, if all of them are given by their places."""
        declared = self.tree.args
        for special in (declared.vararg, declared.kwarg, *declared.kwonlyargs):
            if special:
                self.refuse(special, "each parameter of a kernel is given by its place")
        for default in declared.defaults:
            self.refuse(default, "a parameter of a kernel has no default")
        return [*declared.posonlyargs, *declared.args]

    def _add_parameter(self, parameter: ast.arg, dtypes: Mapping[str, str]) -> None:
        """Give a parameter its place, and an array also a place for its length; refuse any other
        kind than a number or an array.
        """
        name = parameter.arg
        kind = ast.unparse(parameter.annotation) if parameter.annotation else None
        self.parameters.append(name)
        self.place(name)
        if kind == "Array":
            if dtypes.get(name, "") not in [*do.TYPECODES]:
                self.refuse(
                    parameter, f"its typecode is {dtypes.get(name)!r}, not one of b, h, i and q"
                )
            self.arrays[name] = do.TYPECODES.index(dtypes[name])
            self.place(f"{name} length")
        elif kind not in (None, "int", "bool"):
            self.refuse(parameter, "a parameter is an int, a bool or an Array")
        elif kind is None and name in dtypes:
            self.refuse(parameter, "it has a typecode, but is not annotated as an Array")

    def _check_name_is_new(self) -> None:
        """Refuse a function whose name another has: the module exports each under its name."""
        for other in self.functions.values():
            if other is not self and other.tree.name == self.tree.name:
                self.refuse(self.tree, "two kernels of one module have this name")

    @property
    def result_count(self) -> int:
        """How many values the function returns; refuses a function that returns now so many and now
        others.
        """
        counts: dict[int, ast.Return] = {}  # for each number of values, the first such return
        self._counting = True  # so that a function that calls itself is not counted for ever
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Return):
                count = self._count_values(node.value)
                if count is not None:
                    counts.setdefault(count, node)
        self._counting = False
        if len(counts) > 1:
            later = max(counts.values(), key=lambda node: node.lineno)
            self.refuse(later, "another return of this function gives another number of values")
        return next(iter(counts), NOTHING)

    def _count_values(self, value: ast.expr | None) -> int | None:
        """Return how many values a ``return`` gives; None if it returns what a function gives whose
        returns are being counted at the moment.
        """
        match value:
            case None | ast.Constant(value=None):
                return NOTHING
            case ast.Tuple(elts=elements):
                return len(elements)
            case ast.Call() if called := self.kernel_of(value):
                function = self.functions[called.plain]
                return None if function._counting else function.result_count
        return ONE

    # ---- names and places

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        """Raise Untranslatable for a piece of code; the sentence names its file and line."""
        line = getattr(node, "lineno", self.line)
        code = (
            self.name
            if isinstance(node, ast.FunctionDef | ast.Pass)
            else ast.unparse(node).partition("\n")[0]
        )
        raise Untranslatable(
            f"{self.file}: {self.name}, line {line}: no WebAssembly for {code!r}: {why}"
        )

    def place(self, name: str) -> bytes:
        """Return the number of the place of this name, which is new if there is none yet."""
        return do.unsigned(self.places.setdefault(name, len(self.places)))

    def fresh(self) -> str:
        """Return the name of a new place, which no name of Python can be."""
        self.place(name := f"place {len(self.places)}")
        return name

    def get(self, *names: str) -> bytes:
        """Return what puts the numbers at these places on the stack."""
        return b"".join(do.GET + self.place(name) for name in names)

    def set(self, name: str) -> bytes:
        """Return what moves the number on the stack to a place."""
        return do.SET + self.place(name)

    def store_in_new_place(self, node: ast.expr) -> tuple[bytes, str]:
        """Return what works out a number and puts it into a new place, and the place."""
        code = self.expression(node)
        name = self.fresh()
        return code + self.set(name), name

    def array_name(self, node: ast.expr) -> str:
        """Return the name of an array; empty for anything else."""
        return node.id if isinstance(node, ast.Name) and node.id in self.arrays else ""

    def kernel_of(self, node: ast.Call) -> Kernel | None:
        """Return the kernel that is called, if it is one."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        called = None if name in self.local else self.names.get(name)
        return called if isinstance(called, Kernel) else None

    def builtin(self, node: ast.expr, *names: str) -> str:
        """Return which of Python's own functions a call is of: one of these, by its name; otherwise
        empty.
        """
        match node:
            case ast.Call(func=ast.Name(id=name), keywords=[]) if (
                name in names and name not in self.local
            ):
                return name if self.names.get(name) is getattr(builtins, name) else ""
        return ""

    def constant(self, node: ast.expr) -> int | None:
        """Return a number that is known now; None for anything else."""
        match node:
            case ast.Constant(value=bool() | int() as value):
                return int(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=bool() | int() as value)):
                return -int(value)
            case ast.Name(id=name) if name not in self.local and type(self.names.get(name)) in (
                int,
                bool,
            ):
                return int(self.names[name])
        return None

    # ---- stops

    def stop(self, node: ast.AST) -> bytes:
        """Return what notes the line and ends the call with an error."""
        line = getattr(node, "lineno", self.line)
        return do.SMALL + do.signed(line) + do.SET_GLOBAL + b"\0" + do.UNREACHABLE

    def stop_if(self, condition: bytes, node: ast.AST) -> bytes:
        """Return what does the same if a condition holds."""
        return condition + do.IF + self.stop(node) + do.END

    # ---- numbers

    def number(self, value: int, node: ast.AST) -> bytes:
        """Return what leaves a number that is known now; refuse one of more than 64 bits."""
        if not do.LEAST <= value <= do.MOST:
            self.refuse(node, "a number has at most 64 bits")
        return do.CONSTANT + do.signed(value)

    def expression(self, node: ast.expr) -> bytes:
        """Return what leaves the number that an expression is worth."""
        if (known := self.constant(node)) is not None:
            return self.number(known, node)
        match node:
            case ast.Name(id=name):
                return self.get(self.number_name(node, name))
            case ast.NamedExpr(target=ast.Name(id=name) as target, value=value):
                return self.expression(value) + do.TEE + self.place(self.not_an_array(target, name))
            case ast.BinOp(op=ast.BitAnd()) if (masked := self.masked_lower_bits(node)) is not None:
                return masked
            case ast.BinOp(left=left, op=op, right=right):
                self.check_shift(op, right, node)
                return self.operation(op, self.expression(left), self.expression(right), node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.operation(ast.Sub(), do.ZERO, self.expression(operand), node)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.expression(operand)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.expression(operand) + self.number(-1, node) + do.XOR
            case ast.BoolOp(op=op, values=values):
                return self.first_that_decides(isinstance(op, ast.And), values)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self.condition(node) + do.FROM_SMALL
            case ast.IfExp(test=test, body=body, orelse=orelse):
                ways = self.expression(body) + do.ELSE + self.expression(orelse)
                return self.condition(test) + do.IF_NUMBER + ways + do.END
            case ast.Subscript():
                address, width = self.address(node)
                return address + do.TO_SMALL + do.LOAD[width] + do.UNALIGNED
            case ast.Call():
                return self.call(node)
        self.refuse(node, "it is neither a whole number nor an entry of an array")

    def number_name(self, node: ast.expr, name: str) -> str:
        """Return the name of a local that holds a number; refuses any other name."""
        if name in self.arrays:
            self.refuse(node, "an array is not a number: take an entry or the length")
        if name not in self.local:
            self.refuse(
                node, "a name from outside the kernel is a whole number or a kernel that is called"
            )
        return name

    def not_an_array(self, node: ast.expr, name: str) -> str:
        if name in self.arrays:
            self.refuse(node, "an array keeps its name")
        return name

    def first_that_decides(self, is_and: bool, values: Sequence[ast.expr]) -> bytes:
        """Return the value of ``and`` or ``or``: that of the first operand which decides (0 decides
        an ``and``, anything else an ``or``), otherwise of the last.
        """
        first, *rest = values
        if not rest:
            return self.expression(first)
        code, first_place = self.store_in_new_place(first)
        take_first = self.get(first_place)
        go_on = self.first_that_decides(is_and, rest)
        # What to do if the first is not 0, and if it is.
        ways = (go_on, take_first) if is_and else (take_first, go_on)
        return (
            code + take_first + do.ZERO + do.DIFFERENT + do.IF_NUMBER + do.ELSE.join(ways) + do.END
        )

    def call(self, node: ast.Call) -> bytes:
        """Return the number that a call is worth."""
        match node:
            case ast.Call(args=[array]) if self.builtin(node, "len") and (
                name := self.array_name(array)
            ):
                return self.get(f"{name} length")
            case ast.Call(args=[_, _, *_]) if name := self.builtin(node, "min", "max"):
                return self.smallest_or_largest(do.BELOW if name == "min" else do.ABOVE, node.args)
            case ast.Call() if self.kernel_of(node):
                code, shape = self.values(node)
                if shape == ONE:
                    return code
                self.refuse(node, "this kernel does not return a single number")
        self.refuse(
            node,
            "a kernel calls other kernels, len of an array, and min and max of two numbers or more",
        )

    def smallest_or_largest(self, sign: bytes, values: Sequence[ast.expr]) -> bytes:
        """Return the smallest of some numbers if ``sign`` is BELOW, and the largest if it is ABOVE;
        all of them are worked out in their order.
        """
        code, extreme = self.store_in_new_place(values[0])  # so far
        for value in values[1:]:
            value_code, candidate = self.store_in_new_place(value)
            # SELECT leaves the first of two numbers if the comparison above them holds.
            new_extreme = self.get(candidate, extreme, candidate, extreme) + sign + do.SELECT
            code += value_code + new_extreme + self.set(extreme)
        return code + self.get(extreme)

    def operation(self, op: ast.operator, left: bytes, right: bytes, node: ast.AST) -> bytes:
        """Return the number that an operator makes of two; a result that 64 bits do not hold stops
        the call.
        """
        if type(op) in do.BITWISE:
            return left + right + do.BITWISE[type(op)]
        a, b, result = self.fresh(), self.fresh(), self.fresh()
        operations = {
            ast.Add: self.sum,
            ast.Sub: self.difference,
            ast.Mult: self.product,
            ast.FloorDiv: self.quotient,
            ast.Mod: self.modulo,
            ast.LShift: self.shifted_left,
            ast.RShift: self.shifted_right,
        }
        if type(op) not in operations:
            self.refuse(node, "a kernel has the operators + - * // % << >> & | ^")
        calculate = operations[type(op)]
        return left + self.set(a) + right + self.set(b) + calculate(a, b, result, node)

    def check_shift(self, op: ast.operator, right: ast.expr, node: ast.AST) -> None:
        """Refuse a shift that can never be right: to the left by 64 or more, or by less than 0."""
        by = self.constant(right)
        most = {ast.LShift: 63, ast.RShift: do.MOST}.get(type(op))
        if by is not None and most is not None and not 0 <= by <= most:
            self.refuse(node, "a shift is by 0 to 63")

    def sum(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """A sum of 64 bits is wrong if and only if its sign is neither that of a nor that of b."""
        code = self.get(a, b) + do.ADD + self.set(result)
        signs = self.get(a, result) + do.XOR + self.get(b, result) + do.XOR + do.BIT_AND
        return code + self.stop_if(signs + do.ZERO + do.BELOW, node) + self.get(result)

    def difference(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """A difference is wrong if and only if a and b have different signs, and the result has not
        that of a.
        """
        code = self.get(a, b) + do.SUBTRACT + self.set(result)
        signs = self.get(a, b) + do.XOR + self.get(a, result) + do.XOR + do.BIT_AND
        return code + self.stop_if(signs + do.ZERO + do.BELOW, node) + self.get(result)

    def product(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """Two numbers of 32 bits always have a product; otherwise a division says whether the
        product is right.
        """
        code = self.get(a, b) + do.MULTIPLY + self.set(result)
        # A number is large if its lower 32 bits alone are another number.
        a_is_large = self.get(a, a) + do.HALF + do.DIFFERENT
        b_is_large = self.get(b, b) + do.HALF + do.DIFFERENT
        is_wrong = self.get(result, a) + do.DIVIDE + self.get(b) + do.DIFFERENT
        a_is_not_zero = self.get(a) + do.ZERO + do.DIFFERENT
        check = a_is_not_zero + do.IF + self.stop_if(is_wrong, node) + do.END
        either_is_large = a_is_large + b_is_large + do.OR
        return code + either_is_large + do.IF + check + do.END + self.get(result)

    def quotient(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """Python rounds down, the instruction towards 0. Only one quotient is too large for 64
        bits: the smallest number divided by -1.
        """
        a_is_least = self.get(a) + self.number(do.LEAST, node) + do.EQUAL
        b_is_minus_one = self.get(b) + self.number(-1, node) + do.EQUAL
        too_large = self.stop_if(
            a_is_least + do.IF_TRUE + b_is_minus_one + do.ELSE + do.FALSE + do.END, node
        )
        rounded = (
            self.get(a, b)
            + do.DIVIDE
            + self.rest_points_away(a, b, result)
            + do.FROM_SMALL
            + do.SUBTRACT
        )
        return self.stop_if(self.get(b) + do.IS_ZERO, node) + too_large + rounded

    def modulo(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """In Python the rest has the sign of the divisor; if it has not, we add the divisor."""
        away = self.rest_points_away(a, b, result)
        mended = do.IF_NUMBER + self.get(result, b) + do.ADD + do.ELSE + self.get(result) + do.END
        return self.stop_if(self.get(b) + do.IS_ZERO, node) + away + mended

    def rest_points_away(self, a: str, b: str, rest: str) -> bytes:
        """Return what keeps the rest of a division, and leaves whether its sign is not that of the
        divisor.
        """
        code = self.get(a, b) + do.REMAINDER + do.TEE + self.place(rest)
        other_sign = self.get(rest, b) + do.XOR + do.ZERO + do.BELOW
        return code + do.IS_ZERO + do.IF_TRUE + do.FALSE + do.ELSE + other_sign + do.END

    def shifted_left(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        """A shift to the left has lost bits if shifting back does not give the number again."""
        code = self.stop_if_below_zero(b, node) + self.shift_wrapped(a, b) + self.set(result)
        back = self.get(result) + self.shift_by_at_most_63(b) + self.get(a) + do.DIFFERENT
        return code + self.stop_if(back, node) + self.get(result)

    def shifted_right(self, a: str, b: str, result: str, node: ast.AST) -> bytes:
        return self.stop_if_below_zero(b, node) + self.get(a) + self.shift_by_at_most_63(b)

    def stop_if_below_zero(self, by: str, node: ast.AST) -> bytes:
        return self.stop_if(self.get(by) + do.ZERO + do.BELOW, node)

    def shift_wrapped(self, a: str, by: str) -> bytes:
        """Return the lower 64 bits of a shift to the left."""
        inside = self.get(by) + do.CONSTANT + do.signed(64) + do.BELOW
        return self.get(a, by) + do.SHIFT_LEFT + do.ZERO + inside + do.SELECT

    def shift_by_at_most_63(self, by: str) -> bytes:
        """Return what shifts the number on the stack to the right: by 63 it is 0 or -1, and so it
        is by more.
        """
        most = do.CONSTANT + do.signed(63)
        return self.get(by) + most + self.get(by) + most + do.BELOW + do.SELECT + do.SHIFT_RIGHT

    # ---- lower bits

    def masked_lower_bits(self, node: ast.BinOp) -> bytes | None:
        """Return what leaves ``x & mask``, where x may have more than 64 bits if the mask takes
        only lower ones; None if this is not needed or not possible.

        The lower bits of x are worked out without any check. The mask is known only when the page
        runs. If it takes higher bits as well, x is worked out once more, with checks.
        """
        if any(
            isinstance(part, ast.NamedExpr | ast.Call) and not self.is_length(part)
            for part in ast.walk(node)
        ):
            return None  # what is worked out twice must change nothing
        for wide, mask in ((node.left, node.right), (node.right, node.left)):
            if not any(isinstance(part, ast.Mult | ast.LShift) for part in ast.walk(wide)):
                continue
            lower, bits = self.lower_bits(wide)
            if bits < 1:
                continue
            mask_code, mask_place = self.store_in_new_place(mask)
            x_place = self.fresh()
            shift = self.number(min(bits, 63), node) + do.SHIFT_RIGHT_UNSIGNED
            has_higher = self.get(mask_place) + shift + do.ZERO + do.DIFFERENT
            again = self.expression(wide) + self.set(x_place)
            code = lower + self.set(x_place) + mask_code
            code += has_higher + do.IF + again + do.END
            return code + self.get(x_place, mask_place) + do.BIT_AND
        return None

    def is_length(self, node: ast.AST) -> bool:
        """Return whether something is a call of ``len``."""
        return isinstance(node, ast.Call) and bool(self.builtin(node, "len"))

    def lower_bits(self, node: ast.expr) -> tuple[bytes, int]:
        """Return what leaves a number of which so many lower bits are right, and how many."""
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in do.WRAPPING:
                left_code, left_bits = self.lower_bits(left)
                right_code, right_bits = self.lower_bits(right)
                return left_code + right_code + do.WRAPPING[type(op)], min(left_bits, right_bits)
            case ast.BinOp(left=left, op=ast.LShift(), right=right):
                left_code, bits = self.lower_bits(left)
                left_place = self.fresh()
                right_code, by = self.store_in_new_place(right)
                checked = right_code + self.stop_if_below_zero(by, node)
                shifted = self.shift_wrapped(left_place, by)
                return left_code + self.set(left_place) + checked + shifted, bits
            case ast.BinOp(left=left, op=ast.RShift(), right=right):
                # A known shift moves that many bits, which may be wrong, among the lower ones.
                by_known = self.constant(right)
                if by_known and 0 < by_known < 64:
                    left_code, bits = self.lower_bits(left)
                    return left_code + self.expression(right) + do.SHIFT_RIGHT, bits - by_known
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                code, bits = self.lower_bits(operand)
                return code + self.number(-1, node) + do.XOR, bits
        return self.expression(node), 64

    # ---- arrays and tuples

    def address(self, node: ast.Subscript) -> tuple[bytes, int]:
        """Return what leaves the address of an entry, and the width of entries (as in TYPECODES);
        an index out of range stops the call.
        """
        if not (name := self.array_name(node.value)):
            self.refuse(node, "only an array has entries")
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            self.refuse(node, "an index is one number")
        from_the_end = isinstance(node.slice, ast.UnaryOp) and isinstance(
            node.slice.op, ast.USub | ast.Invert
        )
        if from_the_end or (self.constant(node.slice) or 0) < 0:
            self.refuse(node, "an index is not negative")
        code, index = self.store_in_new_place(node.slice)
        outside = self.get(index, f"{name} length") + do.AT_LEAST_UNSIGNED
        width = self.number(self.arrays[name], node)
        entry = self.get(index) + width + do.SHIFT_LEFT + self.get(name) + do.ADD
        return code + self.stop_if(outside, node) + entry, self.arrays[name]

    def values(self, node: ast.expr) -> tuple[bytes, int]:
        """Return what leaves one number or several on the stack, and how many."""
        if isinstance(node, ast.Call) and (called := self.kernel_of(node)):
            function = self.functions[called.plain]
            call = do.CALL + do.unsigned(function.index)
            return self.arguments(node, function) + call, function.result_count
        if isinstance(node, ast.Tuple):
            if len(node.elts) <= ONE:
                self.refuse(node, "a tuple has two values or more")
            return b"".join(map(self.expression, node.elts)), len(node.elts)
        return self.expression(node), ONE

    def arguments(self, node: ast.Call, function: Function) -> bytes:
        """Return what leaves the arguments of a call; an array is two numbers."""
        if node.keywords or len(node.args) != len(function.parameters):
            self.refuse(
                node,
                f"{function.name} takes {len(function.parameters)} arguments, each by its place",
            )
        code = b""
        for argument, parameter in zip(node.args, function.parameters, strict=True):
            name = self.array_name(argument)
            width = self.arrays[name] if name else None  # None for a number
            wanted = function.arrays.get(parameter)
            if width != wanted:
                kind = "a number"
                if wanted is not None:
                    kind = f"an array of typecode {do.TYPECODES[wanted]!r}"
                self.refuse(node, f"{parameter} of {function.name} is {kind}")
            code += self.get(name, f"{name} length") if name else self.expression(argument)
        return code

    def store_in_target(self, target: ast.expr, held: Sequence[str]) -> bytes:
        """Return what stores numbers in a target: a name, an entry, or a tuple of them, from left
        to right. ``held`` are the places where the numbers are.
        """
        match target:
            case ast.Tuple(elts=parts) if len(parts) == len(held) > ONE:
                return b"".join(
                    self.store_in_target(part, [place])
                    for part, place in zip(parts, held, strict=True)
                )
            case ast.Name(id=name) if len(held) == ONE:
                return self.get(held[0]) + self.set(self.not_an_array(target, name))
            case ast.Subscript() if len(held) == ONE:
                address, width = self.address(target)
                return (
                    address
                    + do.TO_SMALL
                    + self.number_that_fits(held[0], width, target)
                    + do.STORE[width]
                    + do.UNALIGNED
                )
        self.refuse(
            target,
            "as many values are stored as there are targets, in names and in entries of arrays",
        )

    def number_that_fits(self, place: str, width: int, node: ast.AST) -> bytes:
        """Return what leaves a number that is to be stored, if an entry of this kind can hold
        it.
        """
        if not do.NARROWED[width]:
            return self.get(place)
        lost = self.get(place) + do.NARROWED[width] + self.get(place) + do.DIFFERENT
        return self.stop_if(lost, node) + self.get(place)

    # ---- conditions

    def condition(self, node: ast.expr) -> bytes:
        """Return what leaves whether something is true."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                code, left_place = self.store_in_new_place(left)
                return code + self.comparisons(left_place, ops, others, node)
            case ast.BoolOp(op=op, values=[first, *rest]):
                code = b""
                for value in rest:
                    if isinstance(op, ast.And):
                        ways = self.condition(value) + do.ELSE + do.FALSE
                    else:
                        ways = do.TRUE + do.ELSE + self.condition(value)
                    code += do.IF_TRUE + ways + do.END
                return self.condition(first) + code
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand) + do.NOT
        return self.expression(node) + do.ZERO + do.DIFFERENT

    def comparisons(
        self, left: str, ops: Sequence[ast.cmpop], others: Sequence[ast.expr], node: ast.Compare
    ) -> bytes:
        """Return what leaves whether a chain such as a < b < c holds; where one link does not, the
        rest is not worked out. ``left`` is the place of the first number.
        """
        sign = do.COMPARED.get(type(ops[0]))
        if sign is None:
            self.refuse(node, "numbers are compared with == != < <= > >=")
        code, right = self.store_in_new_place(others[0])
        code += self.get(left, right) + sign
        if len(ops) == 1:
            return code
        return (
            code
            + do.IF_TRUE
            + self.comparisons(right, ops[1:], others[1:], node)
            + do.ELSE
            + do.FALSE
            + do.END
        )

    # ---- statements

    def body(self) -> bytes:
        """Return the places that are not parameters, and the instructions."""
        flow = Flow(self.local, lambda name: self.refuse(name, "this name may have no value here"))
        code = self.statements(self.tree.body)
        known_at_end = flow.block(self.tree.body, frozenset(self.parameters))
        if known_at_end is not None and self.result_count:  # None: the end is never reached
            self.refuse(self.tree.body[-1], "the function may end here without a value")
        if self.result_count:
            code += do.UNREACHABLE  # WebAssembly wants to see that there is no end without a result
        code += do.END
        other_places = len(self.places) - self.parameter_count
        return do.listed([do.unsigned(other_places) + do.NUMBER]) + code

    def statements(self, nodes: Sequence[ast.stmt], leave: int = 0) -> bytes:
        """Return the instructions of these statements. A ``break`` in them goes ``leave`` levels
        out, a ``continue`` ``LEVELS_OF_LOOP`` fewer.
        """
        return b"".join([self.statement(node, leave) for node in nodes])

    def statement(self, node: ast.stmt, leave: int) -> bytes:
        """Return the instructions of a statement, with ``leave`` as for ``statements``; refuse one
        that a kernel does not have.
        """
        self.line = getattr(node, "lineno", self.line)
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):  # a docstring, too
                return b""
            case ast.Expr(value=ast.Call() as call) if self.kernel_of(call):
                code, count = self.values(call)
                return code + do.DROP * count  # nobody takes the results
            case ast.Assign(
                targets=targets, value=ast.IfExp(test=test, body=ast.Tuple() as body, orelse=orelse)
            ):
                ways = [self.assignment(targets, way) for way in (body, orelse)]
                return self.condition(test) + do.IF + do.ELSE.join(ways) + do.END
            case ast.Assign(targets=targets, value=value):
                return self.assignment(targets, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return self.augmented_assignment(target, op, value, node)
            case ast.If(test=test, body=body, orelse=orelse):
                code = self.condition(test) + do.IF + self.statements(body, leave + 1)
                return code + do.ELSE + self.statements(orelse, leave + 1) + do.END
            case ast.While(test=test, body=body, orelse=[]):
                return self.while_loop(test, body)
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                return self.for_loop(target, over, body)
            case ast.Break() | ast.Continue():
                is_break = isinstance(node, ast.Break)
                return do.BRANCH + do.unsigned(leave if is_break else leave - LEVELS_OF_LOOP)
            case ast.Return(value=value):
                if value is None or self._count_values(value) == NOTHING:
                    return do.RETURN
                code, _ = self.values(value)
                return code + do.RETURN
        self.refuse(
            node,
            "a kernel has assignments, if, while and for without else, break, continue and return",
        )

    def assignment(self, targets: Sequence[ast.expr], value: ast.expr) -> bytes:
        """Return what works out all values first, and then stores them in each target."""
        code, count = self.values(value)
        if count == NOTHING:
            self.refuse(value, "it has no value")
        held = [self.fresh() for _ in range(count)]
        code += b"".join(map(self.set, reversed(held)))  # the last one lies on top of the stack
        return code + b"".join(self.store_in_target(target, held) for target in targets)

    def augmented_assignment(
        self, target: ast.expr, op: ast.operator, value: ast.expr, node: ast.AugAssign
    ) -> bytes:
        """Return what ``+=`` and its like do: the place of an entry is worked out once, before the
        value.
        """
        result = self.fresh()
        if isinstance(target, ast.Name):
            read = ast.copy_location(ast.Name(target.id, ast.Load()), target)
            whole = ast.copy_location(ast.BinOp(read, op, value), node)
            return (
                self.expression(whole) + self.set(result) + self.store_in_target(target, [result])
            )
        if not isinstance(target, ast.Subscript):
            self.refuse(target, "a name or an entry of an array is changed")
        self.check_shift(op, value, node)
        address, width = self.address(target)
        address_place = self.fresh()
        get_address = self.get(address_place) + do.TO_SMALL
        entry = get_address + do.LOAD[width] + do.UNALIGNED
        new = self.operation(op, entry, self.expression(value), node)
        work_out = address + self.set(address_place) + new + self.set(result)
        checked = self.number_that_fits(result, width, target)
        return work_out + get_address + checked + do.STORE[width] + do.UNALIGNED

    def while_loop(self, test: ast.expr, body: Sequence[ast.stmt]) -> bytes:
        """Translate ``while``, as all loops: a block, a loop in it, and a block in that round the
        body. ``continue`` leaves the inner block, ``break`` the outer one.
        """
        leave_if_false = self.condition(test) + do.NOT + do.BRANCH_IF + TO_NEXT
        round_of_body = do.BLOCK + self.statements(body, LEVELS_OF_LOOP) + do.END
        inside = leave_if_false + round_of_body + do.BRANCH + TO_INNERMOST
        return do.BLOCK + do.LOOP + inside + do.END + do.END

    def for_loop(self, target: ast.expr, over: ast.expr, body: Sequence[ast.stmt]) -> bytes:
        """Translate a loop over a tuple, an array or a range; refuse any other."""
        if isinstance(over, ast.Tuple):
            return self.over_tuple(target, over.elts, body)
        if name := self.array_name(over):
            return self.over_array(target, over, name, body)
        if self.builtin(over, "range"):
            assert isinstance(over, ast.Call)
            return self.over_range(target, over, body)
        self.refuse(over, "a loop goes over a range, an array or a tuple")

    def over_tuple(
        self, target: ast.expr, elements: Sequence[ast.expr], body: Sequence[ast.stmt]
    ) -> bytes:
        """Translate a loop over a tuple: all elements are worked out before the first round, and
        the body is repeated for each.
        """
        code = b""
        rounds = b""
        for element in elements:
            values, count = self.values(element)
            places = [self.fresh() for _ in range(count)]
            code += values + b"".join(map(self.set, reversed(places)))
            begin = self.store_in_target(target, places)
            rounds += do.BLOCK + begin + self.statements(body, LEVELS_OF_LOOP) + do.END
        # A block takes the place of the loop, so that there are as many levels.
        return code + do.BLOCK + do.BLOCK + rounds + do.END + do.END

    def over_array(
        self, target: ast.expr, over: ast.expr, name: str, body: Sequence[ast.stmt]
    ) -> bytes:
        """Translate a loop over the array of this name: each entry is read when its round
        begins.
        """
        index = self.fresh()
        entry_place = self.fresh()
        self.local.add(index)  # so that it can be read in an expression
        index_node = ast.copy_location(ast.Name(index, ast.Load()), over)
        entry = ast.copy_location(ast.Subscript(over, index_node, ast.Load()), over)
        leave_at_end = self.get(index, f"{name} length") + do.AT_LEAST + do.BRANCH_IF + TO_NEXT
        read = self.expression(entry) + self.set(entry_place)
        begin = read + self.store_in_target(target, [entry_place])
        next_index = self.get(index) + self.number(1, entry) + do.ADD + self.set(index)
        round_of_body = do.BLOCK + self.statements(body, LEVELS_OF_LOOP) + do.END
        inside = leave_at_end + begin + round_of_body + next_index + do.BRANCH + TO_INNERMOST
        return do.ZERO + self.set(index) + do.BLOCK + do.LOOP + inside + do.END + do.END

    def over_range(self, target: ast.expr, over: ast.Call, body: Sequence[ast.stmt]) -> bytes:
        """Translate a loop over a range: its bounds are worked out once. Before each step it is
        asked whether there is room for one, so none overflows.
        """
        bounds = over.args
        if not 1 <= len(bounds) <= 3:
            self.refuse(over, "a range has one to three bounds")
        step = self.constant(bounds[2]) if len(bounds) == 3 else 1
        if not step:
            self.refuse(over, "the step of a range is a constant, and not 0")
        zero = ast.copy_location(ast.Constant(0), over)
        begin, end, *_ = bounds if len(bounds) > 1 else [zero, *bounds]
        begin_code, at = self.store_in_new_place(begin)
        end_code, end_place = self.store_in_new_place(end)
        is_past_end = self.get(at, end_place) + (do.AT_LEAST if step > 0 else do.AT_MOST)
        skip_if_empty = is_past_end + do.BRANCH_IF + TO_INNERMOST
        room = (self.get(end_place, at) if step > 0 else self.get(at, end_place)) + do.SUBTRACT
        has_no_room = room + self.number(abs(step), over) + do.AT_MOST_UNSIGNED
        leave_at_end = has_no_room + do.BRANCH_IF + TO_NEXT
        next_number = self.get(at) + self.number(step, over) + do.ADD + self.set(at)
        store = self.store_in_target(target, [at])
        round_of_body = do.BLOCK + self.statements(body, LEVELS_OF_LOOP) + do.END
        inside = store + round_of_body + leave_at_end + next_number
        loop = do.LOOP + inside + do.BRANCH + TO_INNERMOST + do.END
        return begin_code + end_code + do.BLOCK + skip_if_empty + loop + do.END
