"""Which names of a function surely have a value wherever they are read, and whether the function
can end without one.

Python raises UnboundLocalError for a local name without a value. WebAssembly would take it for 0,
so such code must be found beforehand. The rule is the definite assignment of Java: it looks at
every way through the code, whether or not the numbers can take it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

#: The names that surely have a value at some place in the code; None if the place is never reached,
#: such as what stands after a ``return``.
Known = frozenset[str] | None


def both(first: Known, second: Known) -> Known:
    """Return what is known where two ways meet: what both of them know."""
    if first is None:
        return second
    if second is None:
        return first
    return first & second


@dataclass
class Flow:
    """A walk along a function. Each method takes what is known before a piece of code, and returns
    what is known after it.

    ``local`` has the function's own names; ``unset`` is called with each that may have no value
    where it is read.
    """

    local: Collection[str]
    unset: Callable[[ast.Name], None]
    #: For each loop that the walk is in: what is known where ``break`` leaves it, and where
    #: ``continue`` begins its next round.
    at_breaks: list[Known] = field(default_factory=list)
    at_continues: list[Known] = field(default_factory=list)

    def block(self, nodes: Sequence[ast.stmt], known: Known) -> Known:
        """Return what is known after these statements."""
        for node in nodes:
            known = self.statement(node, known)
        return known

    def statement(self, node: ast.stmt, known: Known) -> Known:
        """Return what is known after a statement."""
        if known is None:  # it is never reached
            return None
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                true, false = self.condition(test, known)
                return both(self.block(body, true), self.block(orelse, false))
            case ast.While(test=test, body=body):
                true, false = self.condition(test, known)
                after_break, _ = self.loop(body, true)
                return both(false, after_break)
            case ast.For(target=target, iter=over, body=body):
                before = self.expression(over, known)
                after_break, end = self.loop(body, self.target(target, before))
                # A range or an array may be empty, and then the target has no value either.
                has_a_round = isinstance(over, ast.Tuple) and over.elts
                return both(after_break, end if has_a_round else before)
            case ast.Return(value=value):
                if value:
                    self.expression(value, known)
                return None
            case ast.Break():
                self.at_breaks[-1] = both(self.at_breaks[-1], known)
                return None
            case ast.Continue():
                self.at_continues[-1] = both(self.at_continues[-1], known)
                return None
            case ast.Assign(targets=targets, value=value):
                known = self.expression(value, known)
                for target in targets:
                    known = self.target(target, known)
                return known
            case ast.AugAssign(target=ast.Name() as target, value=value):
                self.read(target, known)
                return self.target(target, self.expression(value, known))
        for part in ast.iter_child_nodes(node):
            known = self.expression(part, known)
        return known

    def loop(self, body: Sequence[ast.stmt], known: Known) -> tuple[Known, Known]:
        """Return what is known where ``break`` has left the loop, and at the end of a round."""
        self.at_breaks.append(None)
        self.at_continues.append(None)
        end = self.block(body, known)
        return self.at_breaks.pop(), both(end, self.at_continues.pop())

    def target(self, node: ast.expr, known: Known) -> Known:
        """Return what is known after something was stored in a target."""
        if isinstance(node, ast.Name):
            return None if known is None else known | {node.id}
        if isinstance(node, ast.Tuple):
            for part in node.elts:
                known = self.target(part, known)
            return known
        return self.expression(node, known)

    def read(self, node: ast.Name, known: Known) -> None:
        """Call ``unset`` if a name that is read here may have no value."""
        if known is not None and node.id in self.local and node.id not in known:
            self.unset(node)

    def expression(self, node: ast.AST, known: Known) -> Known:
        """Return what is known after an expression."""
        match node:
            case ast.Name():
                self.read(node, known)
                return known
            case ast.NamedExpr(target=target, value=value):
                return self.target(target, self.expression(value, known))
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return both(*self.condition(node, known))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                true, false = self.condition(test, known)
                return both(self.expression(body, true), self.expression(orelse, false))
        for part in ast.iter_child_nodes(node):
            known = self.expression(part, known)
        return known

    def condition(self, node: ast.expr, known: Known) -> tuple[Known, Known]:
        """Return what is known if a condition holds, and if it does not."""
        match node:
            case ast.Constant(value=always):
                return (known, None) if always else (None, known)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                true, false = self.condition(operand, known)
                return false, true
            case ast.BoolOp(op=ast.And(), values=values):
                if_all_hold = known
                if_one_fails: Known = None
                for value in values:
                    if_all_hold, fails = self.condition(value, if_all_hold)
                    if_one_fails = both(if_one_fails, fails)
                return if_all_hold, if_one_fails
            case ast.BoolOp(values=values):  # or
                if_all_fail = known
                if_one_holds: Known = None
                for value in values:
                    holds, if_all_fail = self.condition(value, if_all_fail)
                    if_one_holds = both(if_one_holds, holds)
                return if_one_holds, if_all_fail
            case ast.Compare(left=left, comparators=[first, *rest]):
                # If a chain fails, it may have failed at its first link: the rest is not read then.
                after_first_link = self.expression(first, self.expression(left, known))
                known = after_first_link
                for comparator in rest:
                    known = self.expression(comparator, known)
                return known, both(after_first_link, known)
        known = self.expression(node, known)
        return known, known
