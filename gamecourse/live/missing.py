"""What a page cannot import: an object stands in its place, and says so when it is used."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from gamecourse.show import ALONE

#: The packages that the reader's own copy has, and a page has not.
NOT_IN_A_PAGE = {
    "IPython",
    "anywidget",
    "dask",
    "gamefast",
    "matplotlib",
    "numba",
    "numpy",
    "pandas",
    "psutil",
    "scipy",
    "tqdm",
}

#: The name by which a cell calls ``replacement``.
REPLACEMENT = "__replacement_for__"


class NotInThisPage(ImportError):
    """Raised by whatever uses something that a page cannot import."""


class Missing:
    """Stands for what a page cannot import: whatever is done with it raises NotInThisPage.

    Examples
    --------
    >>> Missing("numpy").arange(3)
    Traceback (most recent call last):
    gamecourse.live.missing.NotInThisPage: numpy does not run in this page. Your own copy of the ...
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self) -> NoReturn:
        raise NotInThisPage(
            f"{self._name} does not run in this page. Your own copy of the course has it."
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python's own questions, such as __wrapped__
            raise AttributeError(name)
        self._refuse()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self._refuse()

    def __getitem__(self, key: Any) -> Any:
        self._refuse()

    def __iter__(self) -> Any:
        self._refuse()

    def __mro_entries__(self, bases: tuple[Any, ...]) -> Any:
        self._refuse()

    def __setitem__(self, key: Any, value: Any) -> None:
        self._refuse()

    def __eq__(self, other: object) -> bool:
        self._refuse()

    __hash__ = object.__hash__  # Python hashes what stands in a set of names

    def _operator(self, *others: Any) -> Any:
        """Any operator, such as + in ``1 + missing``."""
        self._refuse()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _operator
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _operator
    __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __neg__ = __pos__ = __abs__ = _operator
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _operator
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _operator
    __bool__ = __len__ = __enter__ = __exit__ = __delitem__ = _operator


def replacement_for(name: str, module: str, error: ImportError) -> Missing:
    """What stands for a name that a page cannot import from a module; raises the error again if the
    reader's own copy would not find it either.
    """
    lacks = error.name or ""  # of a module that is there, another that it needs
    if not (is_missing(module) or is_missing(f"{module}.{name}") or is_missing(lacks)):
        raise error
    return Missing(name)


def is_missing(module: str) -> bool:
    """Whether the reader's own copy has a module that a page does not have.

    Examples
    --------
    >>> is_missing("numpy.random"), is_missing("gamecourse.show.boards"), is_missing("gamelib")
    (True, True, False)
    """
    package, _, rest = module.partition(".")
    folder, _, part = rest.partition(".")
    if package == "gamecourse" and folder == "show":
        return bool(part) and part.partition(".")[0] not in ALONE
    return package in NOT_IN_A_PAGE


def with_replacements(tree: ast.Module) -> ast.Module:
    """A cell whose imports, line by line and name by name, put a ``Missing`` in the place of what
    cannot be imported.

    Only imports at the beginning of a line are meant: an import in a function fails where it runs.

    Examples
    --------
    >>> print(ast.unparse(with_replacements(ast.parse("import numpy as np"))))
    try:
        import numpy as np
    except ImportError as error:
        np = __replacement_for__('numpy', 'numpy', error)
    """
    body: list[ast.stmt] = []
    for statement in tree.body:
        match statement:
            case ast.Import(names):
                body += [_soft(statement, ast.Import([name]), name) for name in names]
            case ast.ImportFrom(module, names, level) if module != "__future__":
                body += [
                    _soft(statement, ast.ImportFrom(module, [name], level), name) for name in names
                ]
            case _:
                body.append(statement)
    return ast.Module(body, tree.type_ignores)


def _soft(line: ast.stmt, one: ast.Import | ast.ImportFrom, name: ast.alias) -> ast.stmt:
    """The import of one name, which stands in this line, and what is to be done if it fails."""
    module = one.module if isinstance(one, ast.ImportFrom) else name.name
    known_as = name.asname or name.name.partition(".")[0]
    template = (
        "try: pass\n"
        "except ImportError as error:\n"
        f"    {known_as} = {REPLACEMENT}({name.name!r}, {module!r}, error)"
    )
    (attempt,) = ast.parse(template).body
    assert isinstance(attempt, ast.Try)
    attempt.body = [one]
    for node in ast.walk(attempt):
        ast.copy_location(node, line)
    return attempt
