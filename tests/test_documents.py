"""What README, CONTRIBUTING, CHANGELOG and the glossary send a reader to is there."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest

import gamefast
import gamelib.games
from gamecourse.publish.site.pages import anchor_of
from gamefast import solve
from gamelib import packages
from gamelib.games import TicTacToe

ROOT = Path(__file__).parents[1]
README, LECTURER = (ROOT / "README.md").read_text(), (ROOT / "docs/lecturer.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
LIBRARY, LEARNING = (ROOT / "docs/library.md").read_text(), (ROOT / "docs/learning.md").read_text()
#: The name of the distribution: on the index, gamelib is another project's.
DISTRIBUTION = "gamelib-course"
FILES = subprocess.run(
    ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True
).stdout.splitlines()


def test_contributors_are_sent_to_files_that_are_there():
    tops = "|".join(["gamelib", "gamefast", "gamecourse", "tests", "notebooks", "examples", "docs"])
    for path in re.findall(rf"`?((?:{tops})/[\w/.-]*\w)", CONTRIBUTING):
        assert (ROOT / path).exists() or "NN-name" in path, path
    for name in re.findall(r"`(test_\w+\.py)`", CONTRIBUTING):
        assert list((ROOT / "tests").rglob(name)), name


@pytest.mark.slow
def test_every_way_to_run_one_test_finds_one():
    commands = re.findall(
        r"^    \.venv/bin/python -m pytest (tests/\S+) -k (.+)$", CONTRIBUTING, re.MULTILINE
    )
    assert len(commands) >= 5
    collect = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "tests.quick",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(
        [*collect, *(path for path, _ in commands)], capture_output=True, text=True, cwd=ROOT
    )
    found = done.stdout.splitlines()
    for path, word in commands:
        assert any(
            line.startswith(f"{path}::") and word in line.partition("::")[2] for line in found
        ), (path, word)


def test_nobody_is_sent_to_the_index_for_gamelib():
    """What is called gamelib there is another project's package: our hints and documents named
    it.
    """
    wrong = re.compile(r"""pip3? install(?: +-{1,2}[\w-]+)* +[\\'"{(]*(?:quoted\(f?["'])?gamelib""")
    assert wrong.search("needs it: pip install 'gamelib[fast]'")
    assert wrong.search("uv pip install --upgrade gamelib-course")
    kinds = (".py", ".md", ".ipynb", ".js", ".sh", ".toml", ".yml", ".yaml", "Makefile", "run")
    for name in FILES:
        if name.endswith(kinds) and not name.startswith("tests/"):
            assert not wrong.search((ROOT / name).read_text(encoding="utf-8")), name
    assert packages.install("fast").startswith("pip install -e '.[fast]'")


def test_the_distribution_and_the_package_have_two_names():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told["name"] == DISTRIBUTION != "gamelib"
    needed = " ".join(
        line for extra in told["optional-dependencies"].values() for line in extra if "[" in line
    )
    assert {*re.findall(r"([\w-]+)\[", needed)} == {DISTRIBUTION}


REFERENCE = ROOT / "gamecourse" / "publish" / "site" / "reference"


@pytest.mark.parametrize(
    ("page", "names"),
    [("gamelib", dir(gamelib)), ("games", gamelib.games.GAMES), ("gamefast", dir(gamefast))],
)
def test_the_reference_has_every_name_of_a_package(page, names):
    """The line of a name: ``.. autofunction:: name``, or ``autoclass``; where it is another page's, an
    item of a list that leads there. A package lists its modules, too.
    """
    names = {
        name
        for name in names
        if not (ROOT / page / name).is_dir() and not (ROOT / page / f"{name}.py").exists()
    }
    written = (REFERENCE / f"{page}.rst").read_text()
    told = re.findall(r"^(?:\.\. \w+::|  ) *(?:\w+\.)*(\w+)(?:\(\))?$", written, re.MULTILINE)
    led_to = re.findall(r"^ *\* :\w+:`~gamelib\.(\w+)`$", written, re.MULTILINE)
    missing = sorted(names - {*told, *led_to})
    assert not missing, (
        f"the reference of the site does not have {', '.join(missing)}: add a line such as "
        f"'.. autofunction:: {missing[0]}' (autoclass for a class) to "
        f"gamecourse/publish/site/reference/{page}.rst"
    )


def test_the_reference_has_every_picture_and_widget_of_the_lectures():
    written = (REFERENCE / "gamecourse.rst").read_text()
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        code = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
        places = {}
        for node in ast.walk(code):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "gamecourse.show"
            ):
                places |= {
                    name.asname or name.name: f"{node.module}.{name.name}" for name in node.names
                }
        for node in ast.walk(code):
            match node:
                case ast.Attribute(ast.Name(module), name) if module in places:
                    assert f":: {places[module]}.{name}\n" in written, (
                        f"{path.name}: not in gamecourse.rst"
                    )
                case ast.Call(ast.Name(name)) if name in places:
                    assert f":: {places[name]}\n" in written, f"{path.name}: not in gamecourse.rst"


#: An entry of the glossary: the anchor, if it differs from the term; the term, what it means, the
#: number of its lecture and the lecture's file, and what it is called in three languages.
ENTRY = re.compile(
    r"""^\#\#\ (?:<a\ id="([^"]+)"></a>)?([^\n]+)\n\n
    ([^\n#\[].*?)\n\n
    \[Lecture\ (\d+)\]\(\.\./notebooks/([^)]+)\)
    \ ·\ Russian:\ (.+?)\ ·\ Ukrainian:\ (.+?)\ ·\ Persian:\ (.+?)\n$""",
    re.MULTILINE | re.VERBOSE | re.DOTALL,
)
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
ENTRIES = ENTRY.findall(GLOSSARY)
ANCHORS = {term: anchor or term.replace(" ", "-") for anchor, term, *_ in ENTRIES}
#: A link from a lecture into the glossary: its words, which are in bold, and the anchor.
INTO_GLOSSARY = re.compile(r"\[([^\]]+)\]\(\.\./docs/glossary\.md#([^)]*)\)")
#: Where the lecture has another form of the term.
FORMS = {
    "heap": "heaps",
    "cycle": "cycles",
    "bound": "upper bound",
    "partizan game": "partizan",
    "hot game": "hot",
    "stop": "left stop",
}


def words_of_lecture(number):
    """The markdown of a lecture."""
    (path,) = (ROOT / "notebooks").glob(f"{int(number):02}-*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def test_each_term_has_a_sentence_that_says_what_it_means_and_three_translations():
    assert len(ENTRIES) == len(re.findall("^## ", GLOSSARY, re.MULTILINE)) > 70
    for _, term, meaning, _, _, russian, ukrainian, persian in ENTRIES:
        assert re.fullmatch(r"[A-Z][^.]+\.", meaning), term
        assert len(meaning.split()) > 4, term
        assert re.fullmatch(r"[а-яё(«].*", russian), term
        assert re.fullmatch(r"[а-яіїєґ(«].*", ukrainian), term
        assert re.fullmatch(r"[\u0600-\u06ff].*", persian), term


def test_terms_are_sorted_and_each_anchor_is_that_of_its_heading():
    terms = [*ANCHORS]
    assert len(terms) == len(ENTRIES)
    assert [*ANCHORS.values()] == sorted(ANCHORS.values())
    assert {term: anchor_of(term) for term in terms} == ANCHORS
    for anchor, term, *_ in ENTRIES:
        # JupyterLab joins the words of a heading by hyphens, and changes nothing else.
        assert (anchor == "") == (term.replace(" ", "-") == anchor_of(term)), term


def test_the_first_time_a_lecture_has_its_term_in_bold_it_is_a_link_to_the_glossary():
    for _, term, _, lecture, name, *_ in ENTRIES:
        assert (ROOT / "notebooks" / name).is_file()
        assert name.startswith(f"{int(lecture):02}-"), term
        form = FORMS.get(term, term)
        text = words_of_lecture(lecture)
        pattern = rf"\*\*(?:\[{form}\]\((.*?)\)|{form}(?![\w-]))"
        first = re.search(pattern, text, re.IGNORECASE)
        assert first, f"{term}: not in bold in lecture {lecture}"
        assert first[1] == f"../docs/glossary.md#{ANCHORS[term]}", term


def test_each_link_into_the_glossary_leads_to_its_term():
    found = []
    for number in range(1, 17):
        text = words_of_lecture(number)
        links = INTO_GLOSSARY.findall(text)
        assert len(links) == text.count("glossary.md"), number
        found += links
    terms = {anchor: term for term, anchor in ANCHORS.items()}
    for words, anchor in found:
        term = terms[anchor]
        assert words.lower() == FORMS.get(term, term).lower()
    assert {anchor for _, anchor in found} == {*terms}


def imported(path):
    """The names of the packages that the code of a notebook imports."""
    cells = nbformat.read(path, as_version=4).cells
    code = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    modules = [
        name.name for node in ast.walk(code) if isinstance(node, ast.Import) for name in node.names
    ]
    modules += [node.module for node in ast.walk(code) if isinstance(node, ast.ImportFrom)]
    return {module.partition(".")[0] for module in modules} - sys.stdlib_module_names


#: What each lecture and each set of exercises imports, by its number.
LECTURES = {int(path.name[:2]): imported(path) for path in (ROOT / "notebooks").glob("*.ipynb")}
EXERCISES = {
    int(path.name[:2]): imported(path) for path in (ROOT / "notebooks/exercises").glob("*.ipynb")
}
OWN = {"gamelib", "gamefast", "gamecourse"}


def told_numbers(kind, words):
    """The lectures or exercises that a cell of a table names: ``lectures 1, 9, 13; exercises 1``,
    or ``1 to 15``.
    """
    listed = re.search(rf"{kind} ([\d, to]+)", words)
    if listed is None:
        return set()
    if " to " in listed[1]:
        first, last = map(int, listed[1].split(" to "))
        return {*range(first, last + 1)}
    return {int(number) for number in re.findall(r"\d+", listed[1])}


#: A package of the tables in the README and in docs/library.md: its name as it is installed, and the
#: notebooks that import it.
PACKAGES = re.findall(
    r"^\| \[(\w+)\]\(https://[^)]+\)(?: \((\w+)\))? \| [^|]+ \| ([^|]*)\|$",
    README + LIBRARY,
    re.MULTILINE,
)


def test_the_documents_name_every_package_that_a_notebook_imports_and_where():
    told = {package or name: words for name, package, words in PACKAGES}
    met = set().union(*LECTURES.values(), *EXERCISES.values()) - OWN
    assert {"ipywidgets", "nbval", "jupyterlab", "matplotlib", "networkx"} | met <= {*told}
    for package, words in told.items():
        assert told_numbers("lectures", words) == {
            n for n, names in LECTURES.items() if package in names
        }, package
        assert told_numbers("exercises", words) <= {
            n for n, names in EXERCISES.items() if package in names
        }, package


def test_packages_that_no_notebook_imports_are_used_by_make_or_by_the_library():
    makefile = (ROOT / "Makefile").read_text()
    recipes = dict(re.findall(r"^([a-z]+):.*\n((?:\t.*\n)+)", makefile, re.MULTILINE))
    for target in ("lab", "edit"):
        assert "-m jupyter lab" in recipes[target]
    assert "--nbval" in recipes["nbval"]
    assert "nbval" in re.search(r"^test: ([a-z ]+)", makefile, re.MULTILINE)[1].split()
    code = "\n".join(
        (ROOT / name).read_text()
        for name in FILES
        if name.startswith(("game",)) and name.endswith(".py")
    )
    for package in ("anywidget", "numba"):
        assert re.search(rf"^\s*(?:import|from) {package}\b", code, re.MULTILINE)


def test_only_the_lectures_that_the_tour_names_go_beyond_gamelib():
    """The rest import games and methods from gamelib alone; pictures and exercises come from
    gamecourse.
    """
    beyond = {number for number, names in LECTURES.items() if "gamefast" in names}
    told = re.findall(
        r"lectures ((?:\d+, )+\d+ and \d+)",
        " ".join(LIBRARY.split()),
        re.IGNORECASE,
    )
    assert [{*map(int, re.findall(r"\d+", numbers))} for numbers in told] == [beyond, beyond]
    assert all("gamelib" in names for names in LECTURES.values())


def written_out(extra, extras):
    """The packages of an extra; the extras that it names are written out."""
    for line in extras[extra]:
        if named := re.fullmatch(rf"{DISTRIBUTION}\[([a-z,]+)\]", line):
            for other in named[1].split(","):
                yield from written_out(other, extras)
        else:
            yield re.match(r"[\w-]+", line)[0]


def test_the_extras_of_the_tour_bring_what_it_says():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    told = re.findall(r"`(\w+)` \(([\w, ]+)\)", " ".join(LIBRARY.split()))
    assert {name for name, _ in told} >= {"fast", "graphs", "frames", "show", "scale", "spiel"}
    for extra, named in told:
        assert set(named.split(", ")) == {*written_out(extra, extras)}, extra


@pytest.mark.parametrize(
    "document", [README, LECTURER, LEARNING], ids=["README", "lecturer", "learning"]
)
def test_the_minutes_of_a_core_are_those_of_the_lectures(document):
    notebooks = [nbformat.read(path, as_version=4) for path in (ROOT / "notebooks").glob("*.ipynb")]
    minutes = [notebook.metadata["gamelib"]["minutes"] for notebook in notebooks]
    assert {one["class"] for one in minutes} == {45}
    alone = sorted(one["alone"] for one in minutes)
    text = " ".join(document.split())
    assert f"{alone[0]} to {alone[-1]} minutes" in text
    assert "core of 45 minutes" in text or "core takes 45 minutes in front of a class" in text
    exercises = sorted(one["exercises"] for one in minutes)
    if document is not LECTURER:
        assert re.search(rf"exercises .{{0,15}}take {exercises[0]} to {exercises[-1]}\b", text)


def test_every_lecture_has_its_cover_in_the_readme_and_its_row_in_the_table():
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        row = rf"\| {int(path.name[:2])} \| \[(.+)\]\(\.\./notebooks/{path.name}\) \| (.+) \| "
        row += rf"\[exercises\]\(\.\./notebooks/exercises/{path.name}\) \|"
        told = re.search(row, LEARNING)
        assert told, f"{path.stem} has no row in docs/learning.md"
        title, question = told.groups()
        cover = f'<a href="notebooks/{path.name}"><img src="docs/covers/{path.stem}.svg"'
        assert cover in README, f"{path.stem} has no cover in the README"
        assert f"<br>{title}</a><br>{question}</td>" in README, f"{path.stem}: not as in the table"


def test_the_examples_are_as_many_as_the_tour_says():
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    assert f"holds {words[len(list((ROOT / 'examples').glob('*.py')))]} games" in LIBRARY


SPEED = (ROOT / "docs/speed.md").read_text()

#: The table of claims about speed, cell by cell.
CLAIMS = [
    [cell.strip(" *") for cell in line.strip("|").split("|")]
    for line in SPEED[SPEED.index("<!-- from a run") : SPEED.index("<!-- so far")].splitlines()
    if re.search(r"\| (yes|\*\*no\*\*|) \|", line)
]


def quantity(words):
    """The first number in some words."""
    return float(re.search(r"\d[\d,]*(?:\.\d+)?", words)[0].replace(",", ""))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[0])
def test_a_claim_about_speed_is_reached_where_its_numbers_say_so(claim):
    if len(claim) == 4:
        _, measured, wanted, reached = claim
        assert (
            quantity(measured) <= quantity(wanted)
            if reached == "yes"
            else quantity(measured) >= quantity(wanted)
        )
        return
    _, _, times, wanted, reached, seconds, _ = claim
    ours, peers = map(float, seconds.split(" : "))
    # Each side is the middle of several runs, and the table rounds to hundredths.
    assert quantity(times) == pytest.approx(peers / ours, rel=0.2, abs=0.005)
    if wanted == "–":
        assert reached == ""
    else:
        assert (quantity(times) >= quantity(wanted)) == (reached == "yes")


@pytest.mark.slow
def test_the_sizes_in_the_table_of_speed_are_those_of_the_games():
    endings = re.findall(r"ending (K\w+), ([\d,]+) positions", SPEED)
    assert len(endings) == 2
    for pieces, size in endings:
        assert len(solve(gamefast.Ending(pieces))) == quantity(size)
    (told,) = re.findall(r"all ([\d,]+) positions of tic-tac-toe", SPEED)
    assert len(solve(TicTacToe())) == quantity(told)
