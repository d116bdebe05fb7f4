"""Each public name has a user: a lecture, an exercise, an example, the classroom or a document; and
the public functions of a module have one, if not there, then in the packages.

What none of them uses is not there. Tests are no users. A name counts as used where it is imported from gamelib or
gamefast, or reached through one of them, and where a text has it in its typewriter letters. A
document that lists everything (the map, the list of changes) is no user.
"""

import ast
import json
import re
from pathlib import Path

import pytest

import gamefast
import gamelib

ROOT = Path(__file__).parents[1]

#: Where users are looked for. A lecture and its exercises come as notebooks.
PLACES = {
    "a lecture": "notebooks/*.ipynb",
    "an exercise": "notebooks/exercises/*.ipynb",
    "an example": "examples/*.py",
    "the classroom": "gamecourse/**/*.py",
    "a document": "docs/**/*.md",
    "the README": "README.md",
    "how to contribute": "CONTRIBUTING.md",
}

#: Names that nobody in these places imports, and why they are there.
KEPT = {
    "SearchResult": "what minimax, alphabeta, deepen and mcts return",
    "Estimate": "what estimate returns",
    "CompiledGraph": "the older name of CompiledRules with a size",
}


#: The same for what a module has and its package does not offer.
KEPT_IN_MODULES = {
    "erring": "a player who makes mistakes: how well ``tricky`` sets traps is measured against it",
    "check_merging": "what SpielGame tells its readers to call",
    "confused_with": "the fourth relation beside <, > and ==, in doctests; for the lecture on partizan values",
}


def is_ours(module):
    """Whether an expression is gamelib, gamefast or a module of theirs."""
    return ast.unparse(module).partition(".")[0] in ("gamelib", "gamefast")


def names_of(program):
    """The names that a program imports from gamelib and gamefast, or reaches through them."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom) and node.module and is_ours(ast.parse(node.module)):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and is_ours(node.value):
            yield node.attr


def names_in_text(text):
    """The names that a text has in its typewriter letters, in a line or in a block of code."""
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    for code in [*blocks, *re.findall(r"`([^`\n]+)`", rest)]:
        yield from re.findall(r"[A-Za-z_]\w*", code)


def names_in_notebook(text):
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield from names_in_text(source)
        elif cell["cell_type"] == "code":
            plain = re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE)  # commands of Jupyter
            yield from names_of(plain)


def names_with_owners(path):
    """Every name, attribute, import and word in quotes in a module, each with the definition at the
    top of the module in which it stands, or None; so a recursion is told from a use.
    """
    for top in ast.parse(path.read_text(encoding="utf-8")).body:
        owner = getattr(top, "name", None)
        for node in ast.walk(top):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                    yield name, owner
                case ast.Constant(value=str(word)):  # getattr asks for a capability by its name
                    yield word, owner


def definitions(path):
    """The public functions and classes of a module, each with itself as the place whose uses do not
    count; and the public methods of its classes, with no such place.
    """
    for top in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(top, ast.FunctionDef | ast.ClassDef) and not top.name.startswith("_"):
            yield top.name, top.name
            for part in top.body if isinstance(top, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                    yield part.name, ""


READ = {".ipynb": names_in_notebook, ".py": names_of, ".md": names_in_text}


def users():
    """Each name with its users, each as the kind of place and the file."""
    found = {}
    for kind, pattern in PLACES.items():
        for path in sorted(ROOT.glob(pattern)):
            for name in {*READ[path.suffix](path.read_text(encoding="utf-8"))}:
                found.setdefault(name, []).append(f"{kind}: {path.relative_to(ROOT)}")
    return found


USERS = users()
PUBLIC = sorted({*dir(gamelib), *dir(gamefast)})


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_has_a_user(name):
    assert name in USERS or name in KEPT, (
        f"nothing uses {name}: use it in a lecture, an exercise, an example, gamecourse or a text of "
        "docs, or write into KEPT in tests/test_users.py why it is there"
    )


def test_what_is_kept_without_a_user_is_there_and_has_none():
    """So a name that has found a user leaves the list."""
    assert {*KEPT} <= {*PUBLIC}
    assert [name for name in KEPT if name in USERS] == []


def test_what_a_module_defines_has_a_user():
    """Here or in another module, or outside; a name is taken for a use wherever it stands."""
    uses = {}
    for package in ("gamelib", "gamefast", "gamecourse"):
        for path in (ROOT / package).rglob("*.py"):
            for name, owner in names_with_owners(path):
                uses.setdefault(name, set()).add(owner)
    unused = {
        name
        for package in ("gamelib", "gamefast")
        for path in (ROOT / package).rglob("*.py")
        for name, own in definitions(path)
        if name not in USERS and not uses.get(name, set()) - {own}
    }
    unused -= {*PUBLIC}
    new = sorted(unused - {*KEPT_IN_MODULES})
    assert not new, (
        f"nothing uses {', '.join(new)}: use it, or take it out, or write into KEPT_IN_MODULES in "
        "tests/test_users.py why it is there"
    )
    found = sorted({*KEPT_IN_MODULES} - unused)
    assert not found, f"KEPT_IN_MODULES has {', '.join(found)}, which has a user or is not there"


@pytest.mark.parametrize(
    ("suffix", "text", "found"),
    [
        (".py", "from gamelib import solve\nfrom math import inf", {"solve"}),
        (".py", "import gamelib\ngamelib.octal.octal_period(7)", {"octal", "octal_period"}),
        (".py", "solve = 1  # mex", set()),
        (".md", "Call `mex(2, 3)`, and solve it.\n```\nmap.py\n```\n", {"mex"}),
        (".md", "```python\n>>> from gamelib import mex\n```\n", {"from", "gamelib", "import", "mex"}),
    ],
)  # fmt: skip
def test_names_are_found_where_they_are_used(suffix, text, found):
    assert {*READ[suffix](text)} == found
