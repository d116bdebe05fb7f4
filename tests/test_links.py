"""Every link and every command in the documents and in the words of the notebooks leads somewhere."""

import argparse
import html
import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

from gamecourse.__main__ import _parser
from gamecourse.publish.site.pages import anchor_of

ROOT = Path(__file__).parents[1]
#: What git keeps, and what is new and not ignored.
FILES = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    capture_output=True,
    text=True,
    cwd=ROOT,
    check=True,
).stdout.splitlines()
DOCUMENTS = [name for name in FILES if name.endswith((".md", ".ipynb")) and (ROOT / name).exists()]
#: The list of changes names commands that were there once.
WITH_COMMANDS = [name for name in DOCUMENTS if name != "CHANGELOG.md"]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = {*re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE)}
#: What stands in a document for something that the reader chooses.
CHOSEN = re.compile(r"[A-Z]{2,}|YourGame|NN-name")


def words_of(name):
    """What a document says; of a notebook its words."""
    path = ROOT / name
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def prose_of(text):
    """A text without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def links_of(text):
    """The links and pictures of a text, in Markdown and in HTML."""
    prose = prose_of(text)
    found = re.findall(r"\]\(<?([^)\s>]+)>?[^)]*\)", prose)
    found += re.findall(r"""<(?:a|img)\b[^>]*?(?:href|src)="([^"]+)""", prose)
    return [html.unescape(link) for link in found]


def anchors_of(name):
    """Where a link into a document may lead: its headings, as GitHub and as JupyterLab name them, and
    the anchors that it sets.
    """
    text = prose_of(words_of(name))
    anchors = {*re.findall(r"""<\w+ id="([^"]+)""", text)}
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        plain = re.sub(r"<[^>]*>|[`*]|\]\([^)]*\)|\[", "", heading)
        anchors |= {anchor_of(plain), plain.replace(" ", "-")}
    return anchors


def commands_of(text):
    """What stands in typewriter letters: the lines of the blocks of code, and the rest by itself."""
    blocks = re.findall(r"^```(?:sh|bash|console)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    blocks += re.findall(r"^(?: {4}|\t)(\S.*)$", text, re.MULTILINE)
    for block in blocks:
        yield from block.splitlines()
    for span in re.findall(r"`([^`]+)`", prose_of(text)):
        yield " ".join(span.split())


def commands(program):
    """Every command in the documents that calls a program, each with its document."""
    pattern = re.compile(rf"(?:^|[;&] *)(?:\w+=\S+ +)?{program}(?= |$)(.*)")
    for name in WITH_COMMANDS:
        for line in commands_of(words_of(name)):
            if (called := pattern.search(line)) and ">>>" not in line:
                yield name, arguments_of(called[1])


def arguments_of(line):
    """The words behind a program, without comments, and up to another command or file."""
    words = shlex.split(line, comments=True)
    ends = [k for k, word in enumerate(words) if word in ("<", ">", "|", "&&", ";", "&")]
    return words[: min(ends, default=len(words))]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name):
    for link in links_of(words_of(name)):
        if link.startswith(("https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent.joinpath(path) if path else ROOT / name
        assert target.exists(), f"{name} leads to {link}: there is no such file"
        if anchor and target.suffix in (".md", ".ipynb"):
            there = anchors_of(target.resolve().relative_to(ROOT))
            assert anchor in there, f"{name} leads to {link}: there is no such heading"


def test_links_and_anchors_are_found():
    text = (
        '[a](b.md#c-d) ![p](p.svg) <a href="x.md"><img src="y.svg" alt=""></a>\n```\n[no](z)\n```\n'
    )
    assert links_of(text) == ["b.md#c-d", "p.svg", "x.md", "y.svg"]
    assert {"if-something-does-not-work", "your-copy"} <= anchors_of("docs/learning.md")
    assert "no-such-heading" not in anchors_of("docs/learning.md")


def test_what_make_is_asked_for_is_there():
    """Its targets, the variables that are set, and files that stand in for targets."""
    called = list(commands("make"))
    assert len(called) > 40
    for name, words in called:
        for word in words:
            if CHOSEN.fullmatch(word) or word == "...":
                continue
            variable, is_set, _ = word.partition("=")
            if is_set:
                known = f"$({variable})" in MAKEFILE or variable in ("PYTHON", "CASES_SEED")
                assert known, f"{name}: make knows no {variable}"
            else:
                known = word in TARGETS or (word in MAKEFILE and "/" in word)
                assert known, f"{name}: there is no make {word}"


#: The commands of ``python -m gamelib``.
COMMANDS = {
    name
    for action in _parser()._actions
    if isinstance(action, argparse._SubParsersAction)
    for name in action.choices
}


class Refused(Exception):
    """The parser does not take these words."""


def refuse(parser, message):
    raise Refused(f"{parser.prog}: {message}")


def test_the_command_line_takes_every_command_of_the_documents(monkeypatch):
    monkeypatch.setattr(argparse.ArgumentParser, "error", refuse)
    parser = _parser()
    called = [
        (name, words) for name, words in commands("(?:python|\\S+/python) -m gamelib") if words
    ]
    assert len(called) > 15
    for name, words in called:
        if words in [[command] for command in COMMANDS]:
            continue  # it is named, not called
        try:
            parser.parse_args(words)
        except Refused as refusal:
            pytest.fail(f"{name}: python -m gamelib {shlex.join(words)}: {refusal}")


def test_a_command_that_is_none_is_found(monkeypatch):
    monkeypatch.setattr(argparse.ArgumentParser, "error", refuse)
    for words in (["solve"], ["dance"], ["doctor", "--jsn"], ["lecture"]):
        with pytest.raises(Refused):
            _parser().parse_args(words)
    text = "As `make  no\nway`:\n\n    make lab N=4  # here\n"
    assert [*commands_of(text)] == ["make lab N=4  # here", "make no way"]
    assert arguments_of(" mark a --csv b > c") == ["mark", "a", "--csv", "b"]


def test_modules_and_files_that_python_is_given_are_there():
    called = list(commands("(?:python|\\S+/python)"))
    assert len(called) > 30
    for name, words in called:
        if words[:1] == ["-m"]:
            module = words[1]
            is_there = module == "pip" or find_spec(module)  # an environment made by uv has no pip
            assert is_there, f"{name}: there is no module {module}"
        for word in words:
            path = word.partition("::")[0]
            if re.match(r"(tests|examples|gamecourse|benchmarks|notebooks)/", path):
                chosen = CHOSEN.search(path)
                assert chosen or (ROOT / path).exists(), f"{name}: there is no {path}"
