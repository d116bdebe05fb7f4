"""Small kernels made at random, and what Python says to them when a number is held to 64 bits."""

import ast
import random

from gamefast.machine import Kernel

#: Numbers at which something can go wrong.
EDGES = [
    -(2**63),
    -(2**62),
    -(2**31) - 1,
    -65,
    -3,
    -1,
    0,
    1,
    2,
    5,
    63,
    64,
    2**31,
    2**32 + 1,
    2**62,
    2**63 - 1,
]
SMALL = [-2, -1, 0, 1, 2, 3, 7, 63, 64]
NAMES = ["a", "b", "x", "y", "z", "k"]

HEAD = """
from gamefast.machine import Array, Kernel

LIMIT = 40


@Kernel
def twice(n: int) -> int:
    return n + n


@Kernel
def both(n: int, m: int) -> tuple[int, int]:
    return m, n - m


@Kernel
def touch(data: Array, n: int) -> int:
    data[n % len(data)] = n
    return n
"""


class Writer:
    """Writes one kernel; every choice is made by ``rng``."""

    def __init__(self, rng):
        self.rng, self.lines, self.loops, self.counters = rng, [], 0, 0
        self.returns = rng.choice([1, 1, 2])

    def kernel(self, name):
        self.lines += ["", "", "@Kernel", f"def {name}(data: Array, tiny: Array, a: int, b: int):"]
        self.line(1, f"x, y, z, k = a, {self.number()}, b, 0")
        for _ in range(self.rng.randint(1, 5)):
            self.statement(1, 2)
        self.give_back(1)
        return "\n".join(self.lines) + "\n"

    def line(self, deep, text):
        self.lines.append("    " * deep + text)

    def number(self):
        return str(self.rng.choice(SMALL if self.rng.random() < 0.9 else EDGES))

    def give_back(self, deep):
        self.line(deep, f"return {', '.join(self.expression(2) for _ in range(self.returns))}")

    def entry(self, deep):
        array, index = self.rng.choice(["data", "tiny"]), self.expression(deep)
        return (
            f"{array}[0 + {index}]"
            if self.rng.random() < 0.2
            else f"{array}[({index}) % len({array})]"
        )

    def target(self):
        return self.rng.choice(NAMES) if self.rng.random() < 0.6 else self.entry(1)

    def expression(self, deep):
        if deep == 0 or self.rng.random() < 0.15:
            return self.rng.choice([self.number(), "LIMIT", "len(data)", *NAMES, *NAMES])
        one, two, three = (self.expression(deep - 1) for _ in range(3))
        sign = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        arithmetic = (
            f"({one} {self.rng.choice(['+', '-', '*', '//', '%', '&', '|', '^', '+', '-'])} {two})"
        )
        return self.rng.choice([
            arithmetic, arithmetic, arithmetic,
            f"({one} {self.rng.choice(['<<', '>>'])} ({two} + 0))",
            f"({one} * {two} & {three})", f"({one} * {two} >> {self.rng.randint(0, 70)} & 255)",
            f"(({one} << 7) + {two} & len(data) - 1)",
            f"({self.rng.choice(['-', '~', '+', 'not '])}{one})",
            f"({one} {sign} {two})", f"({one} {sign} {two} <= {three})",
            f"({one} and {two})", f"({one} or {two})", f"({one} or {two} and {three})",
            f"({one} if {two} else {three})",
            f"({self.rng.choice(NAMES)} := {one})",
            self.entry(deep - 1),
            f"min({one}, {two})", f"max({one}, {two}, {three})",
            f"twice({one})", f"touch(data, {one})",
        ])  # fmt: skip

    def statement(self, deep, left):
        kinds = [
            self.assign,
            self.assign,
            self.several,
            self.chain,
            self.change,
            self.change,
            self.call,
        ]
        if left:
            kinds += [
                self.branch,
                self.branch,
                self.range_loop,
                self.tuple_loop,
                self.array_loop,
                self.while_loop,
            ]
        if self.loops:
            kinds.append(self.leave)
        self.rng.choice(kinds)(deep, left)

    def block(self, deep, left):
        for _ in range(self.rng.randint(1, 3)):
            self.statement(deep, left - 1)

    def assign(self, deep, _):
        self.line(deep, f"{self.target()} = {self.expression(2)}")

    def several(self, deep, _):
        value = self.rng.choice([
            f"{self.expression(2)}, {self.expression(1)}", f"both({self.expression(1)}, {self.expression(1)})",
            f"({self.expression(1)}, {self.expression(1)}) if {self.expression(1)} else "
            f"({self.expression(1)}, k)",
        ])  # fmt: skip
        self.line(deep, f"{self.target()}, {self.target()} = {value}")

    def chain(self, deep, _):
        self.line(deep, f"{self.target()} = {self.target()} = {self.expression(2)}")

    def change(self, deep, _):
        sign = self.rng.choice(["+", "-", "*", "//", "%", "&", "|", "^", ">>", "<<"])
        self.line(deep, f"{self.target()} {sign}= 0 + {self.expression(1)}")

    def call(self, deep, _):
        self.line(deep, f"touch(data, {self.expression(1)})")

    def branch(self, deep, left):
        self.line(deep, f"if {self.expression(2)}:")
        self.block(deep + 1, left)
        if self.rng.random() < 0.2:
            self.give_back(deep + 1)
        if self.rng.random() < 0.5:
            self.line(deep, "else:")
            self.block(deep + 1, left)

    def loop(self, deep, left, head):
        self.line(deep, head)
        self.loops += 1
        self.block(deep + 1, left)
        self.loops -= 1

    def range_loop(self, deep, left):
        bounds = [f"({self.expression(1)}) % 5"]
        if self.rng.random() < 0.6:
            bounds.append(f"{self.expression(1)} % 9")
        bounds += [self.rng.choice(["1", "2", "-1", "-3"])] * (
            len(bounds) == 2 and self.rng.random() < 0.6
        )
        self.loop(deep, left, f"for {self.target()} in range({', '.join(bounds)}):")

    def tuple_loop(self, deep, left):
        elements = ", ".join(self.expression(1) for _ in range(self.rng.randint(2, 3)))
        self.loop(deep, left, f"for {self.target()} in ({elements}):")

    def array_loop(self, deep, left):
        self.loop(deep, left, f"for {self.target()} in {self.rng.choice(['data', 'tiny'])}:")

    def while_loop(self, deep, left):
        self.counters += 1
        counter = f"count{self.counters}"
        self.line(deep, f"{counter} = 0")
        self.loop(deep, left, f"while ({counter} := {counter} + 1) < 4 and {self.expression(1)}:")

    def leave(self, deep, _):
        self.line(deep, f"if {self.expression(1)}:")
        self.line(deep + 1, self.rng.choice(["break", "continue"]))


def programs(seed, many):
    """A module of kernels, and their names."""
    names = [f"made_{k}" for k in range(many)]
    return HEAD + "".join(
        Writer(random.Random(f"{seed} {name}")).kernel(name) for name in names
    ), names


class Beyond(Exception):
    """A number of more than 64 bits, a negative index, or an entry that is too large."""


def within(number, bits=64):
    """The number, if it has at most so many bits."""
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise Beyond(number)
    return number


def shifted(a, by):
    """A shift to the left that does not fill the memory first."""
    if by > 100:
        if a:
            raise Beyond(a)
        return 0
    return within(a << by)


class Entries(list):
    """An array of so many bits an entry; as WebAssembly has it, no index counts from the end."""

    def __init__(self, numbers, bits):
        super().__init__(numbers)
        self.bits = bits

    def __getitem__(self, index):
        return super().__getitem__(self.inside(index))

    def __setitem__(self, index, number):
        super().__setitem__(self.inside(index), within(number, self.bits))

    @staticmethod
    def inside(index):
        if index < 0:
            raise Beyond(index)
        return index


class Held(ast.NodeTransformer):
    """Code in which every result is held to 64 bits."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift):
            return _called("shifted", node.left, node.right)
        return _called("within", node)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return _called("within", node) if isinstance(node.op, ast.USub) else node

    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Name):
            if isinstance(
                node.op, ast.LShift
            ):  # in Python it might fill the memory before it is refused
                node.value = _called("small", node.value)
            return self.generic_visit(node)
        read = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], self.visit(ast.BinOp(read, node.op, node.value)))


def _called(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def small(by):
    """A shift by no more than tells that the result is too large."""
    return min(by, 100)


def held_to_64_bits(source):
    """The kernels of a module, as plain functions that raise where WebAssembly may stop."""
    tree = ast.parse(source)
    tree.body = [
        Held().visit(node) if isinstance(node, ast.FunctionDef) else node for node in tree.body
    ]
    ast.fix_missing_locations(tree)
    known = {"within": within, "shifted": shifted, "small": small}
    exec(compile(tree, "<held to 64 bits>", "exec"), known)
    return {name: thing.plain for name, thing in known.items() if isinstance(thing, Kernel)}
