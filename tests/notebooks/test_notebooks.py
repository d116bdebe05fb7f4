"""What nbval does not see: the notebook files themselves, not run; and that nbval, as we call it,
is strict.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from gamecourse.publish.exams.words import in_words
from gamecourse.publish.notebooks import run, seal

ROOT = Path(__file__).parents[2]
LECTURES = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))
NOTEBOOKS = LECTURES + EXERCISES
SLIDES = {"slide", "subslide", "fragment", "notes", "skip", "-"}


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


#: What draws, in the cells of the course.
DRAWS = re.compile(
    r"\bplots\.(?!digest)\w+\(|\bboards\.(draw|draw_rows|strategy_map)\(|\b(graphs|chances)\.graph\(|"
    r"\b(trees|pictures|proofs)\.tree\(|\bnetworks\.(network|taken_apart)\(|\bplt\.\w+\("
)

#: How nbval is told, in a comment or a tag, to look away.
NBVAL_MARK = re.compile(r"^\s*#+\s*(NBVAL_|PYTEST_VALIDATE_)\w+\s*$", re.MULTILINE)


def pictures(cell):
    return [output for output in cell.outputs if "image/png" in output.get("data", {})]


def is_bare(output):
    """Whether a picture belongs to this output and is not there."""
    data = output.get("data", {})
    return "image/png" not in data and (
        "picture" in output.get("metadata", {}) or "<Figure" in str(data)
    )


def picture_faults(cell):
    """That a picture is there, and is the one drawn when the words beside it were stored.

    Pictures cannot be compared, as their bytes differ between versions. But a figure says in words
    what it was drawn from (gamecourse.show.figures), nbval compares these, and
    gamecourse/publish/notebooks.py seals the picture to them. Not seen: what is not among those
    words and numbers, such as limits and sizes; and a seal made anew by hand.
    """
    draws, drawn = DRAWS.search(cell.source), pictures(cell)
    if (draws and not drawn) or any(map(is_bare, cell.outputs)):
        yield "the picture is missing"
    if drawn and not draws:
        yield "a picture, but nothing here draws"
    for output in drawn:
        if output.metadata.get("picture") != seal(output):
            yield "not the picture that was drawn when the cell was run (make notebooks)"
        if not re.search(r"^drawn: [0-9a-f]{12}$", output.data.get("text/plain", ""), re.MULTILINE):
            yield (
                "the picture does not say what it was drawn from: nothing of gamecourse.show is "
                "imported"
            )
        alternative = output.metadata.get("image/png", {}).get("alt", "")
        if not alternative or not set(alternative.split("\n")) <= set(
            output.data.get("text/plain", "").split("\n")
        ):
            yield "the picture has no alternative text, or another's"


def faults(notebook):
    """What keeps strict nbval from comparing, or a reader from trusting, this notebook."""
    found = []
    cells = code_cells(notebook)
    if [cell.execution_count for cell in cells] != list(range(1, len(cells) + 1)):
        found.append("execution counts are not 1..n: run all, in order (make notebooks)")
    if "widgets" in notebook.metadata:
        found.append("widget state is stored")
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        found.append("the kernel is not python3")
    if any(cell.cell_type not in ("code", "markdown") for cell in notebook.cells):
        found.append("a raw cell, which nobody runs")
    for cell in cells:
        tags = set(cell.metadata.get("tags", []))
        wrong = any(output.output_type == "error" for output in cell.outputs)
        if tags - ({"raises-exception"} if wrong else set()):
            found.append(f"{cell.id}: a tag by which nbval or a new run looks away")
        if NBVAL_MARK.search(cell.source):
            found.append(f"{cell.id}: a comment by which nbval looks away")
        if "execution" in cell.metadata:
            found.append(f"{cell.id}: timings are stored")
        if re.search(r"^\s*[%!]", cell.source, re.MULTILINE):
            found.append(f"{cell.id}: a magic or a shell command, whose errors nbval does not see")
        if re.search(r"\btqdm\b", cell.source):
            found.append(f"{cell.id}: a progress bar of its own, which shows in the outputs")
        if re.search(r"import \*|sys\.path", cell.source):
            found.append(f"{cell.id}: a star import or a path")
        for output in cell.outputs:
            data = output.get("data", {})
            if output.output_type == "error" and "raises-exception" not in tags:
                found.append(f"{cell.id}: an error")
            if output.output_type == "stream" and output.name == "stderr":
                found.append(f"{cell.id}: something on stderr")
            if any("widget-view" in kind for kind in data):
                found.append(f"{cell.id}: a widget's view, which no reader of the file can see")
            if re.search(r"0x[0-9a-f]{6,}|np\.(int|float)\d+\(", str(data.get("text/plain", ""))):
                found.append(
                    f"{cell.id}: an address, or a number as only one version of numpy writes it"
                )
        found += [f"{cell.id}: {fault}" for fault in picture_faults(cell)]
    return found


def test_there_are_notebooks():
    assert [int(path.name[:2]) for path in LECTURES] == list(range(1, 17))
    assert [path.name for path in LECTURES] == [path.name for path in EXERCISES]


@pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: str(path.relative_to(ROOT / "notebooks"))
)
def test_it_is_stored_as_it_was_run(path):
    notebook = read(path)
    nbformat.validate(notebook)
    found = faults(notebook)
    assert not found, (
        f"{'; '.join(found)}. After a change of a notebook run: .venv/bin/python -m "
        f"gamecourse.publish.notebooks {path.relative_to(ROOT)}"
    )
    assert path.stat().st_size < 1_000_000
    assert "version" not in notebook.metadata.language_info


#: Numbers as the first words of a notebook write them.
WORDS = ["no", *map(in_words, range(1, 13))]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_the_opening_counts_is_there(path):
    """So many exercises, or so many further sections."""
    notebook = read(path)
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    exercises = sum(cell.id.endswith("-check") for cell in notebook.cells)
    sections = len(re.findall(r"^## Further: ", words, re.MULTILINE))
    for told, number, things in (
        (re.search(r"Here are (\w+) exercises", words), exercises, "exercises"),
        (re.search(r"(\w+) further sections follow it", words), sections, "further sections"),
    ):
        if told:
            assert told[1].lower() == WORDS[number], (
                f"{path.name} says '{told[0]}' and has {number} {things}: change the opening"
            )


def error(cell):
    cell.outputs.append(nbformat.v4.new_output("error", ename="E", evalue="", traceback=[]))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda cell: cell.update(execution_count=None, outputs=[]), "execution counts"),
        (lambda cell: cell.metadata.update(execution={}), "timings"),
        (lambda cell: cell.update(source="%matplotlib inline"), "magic"),
        (lambda cell: cell.update(source="for _ in tqdm(found):\n    pass"), "progress bar"),
        (error, "an error"),
        (
            lambda cell: (error(cell), cell.metadata.update(tags=["nbval-raises-exception"])),
            "looks away",
        ),
        (lambda cell: cell.metadata.update(tags=["raises-exception"]), "looks away"),
        (lambda cell: cell.update(source=f"# NBVAL_SKIP\n{cell.source}"), "looks away"),
        (
            lambda cell: cell.update(source=f"{cell.source}\n  ## PYTEST_VALIDATE_IGNORE_OUTPUT "),
            "looks away",
        ),
        (lambda cell: cell.update(cell_type="raw"), "raw"),
        (
            lambda cell: cell.outputs.append(
                nbformat.v4.new_output("stream", name="stderr", text="w")
            ),
            "stderr",
        ),
        (lambda cell: cell.update(source="ax = plots.strip([])"), "picture is missing"),
    ],
)
def test_faults_are_found(spoil, message):
    notebook = read(LECTURES[0])
    spoil(code_cells(notebook)[4])
    assert any(message in fault for fault in faults(notebook))


def test_a_picture_removed_or_exchanged_is_found():
    notebook = read(LECTURES[2])
    first, cell = [cell for cell in code_cells(notebook) if pictures(cell)][:2]
    (other,), (picture,) = pictures(first), pictures(cell)
    for key, held, words in (
        ("data", other.data, "alternative"),
        ("data", picture.data | {"image/png": other.data["image/png"]}, "not the picture"),
        ("data", {"text/plain": picture.data["text/plain"]}, "picture is missing"),
        ("metadata", {"picture": picture.metadata["picture"]}, "alternative"),
    ):
        kept = picture[key]
        picture[key] = nbformat.from_dict(held)
        assert any(words in fault for fault in faults(notebook)), words
        picture[key] = kept
    assert faults(notebook) == []


#: A fold: its first line, a blank line, what is folded, a blank line, its last line; before and
#: after it a blank line.
FOLD = re.compile(
    r"(?:\A|\n\n)<details><summary>([^\n]+)</summary>\n\n(?!\n)(.+?)\n\n</details>(?=\n\n|\s*\Z)",
    re.DOTALL,
)

#: Where a fold begins or ends, or seems to.
FOLD_MARK = re.compile(r"</?\s*(?:details|summary)\b", re.IGNORECASE)


def fold_faults(text):
    """What is wrong with the folds of a markdown cell: each must fold in JupyterLab, on GitHub and
    in the slides.
    """
    folds = FOLD.findall(text)
    if FOLD_MARK.search(FOLD.sub("", text)) or any(
        FOLD_MARK.search(part) for fold in folds for part in fold
    ):
        yield (
            "a fold that is not well formed: summary in its first line, blank lines round the "
            "inside, closed"
        )
    if any(re.search(r"[`*$\[\]]", summary) for summary, _ in folds):
        yield "markdown in a summary, where it stays as it is typed"


@pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: str(path.relative_to(ROOT / "notebooks"))
)
def test_what_is_folded_folds_everywhere(path):
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            assert list(fold_faults(cell.source)) == [], cell.id


SOUND = (
    "How many?\n\n<details><summary>And your guess?</summary>\n\nFive: $2 + 3$.\n\n* "
    "really\n\n</details>\n\nGo on."
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</details>", ""),
        ("</summary>\n\n", "</summary>\n"),
        ("\n\n</details>", "\n</details>"),
        ("</details>\n\nGo", "</details>\nGo"),
        ("\n\n<details>", "\n<details>"),
        ("Five: $2 + 3$.\n\n* really", ""),
        ("Five", "<details><summary>Inside</summary>\n\nFive"),
        ("Go on.", "<details>"),
        ("guess", "$n$"),
    ],
)
def test_a_fold_that_does_not_fold_is_found(old, new):
    assert list(fold_faults(SOUND)) == []
    assert list(fold_faults(SOUND.replace(old, new))) != []


@pytest.mark.slow
def test_nbval_finds_what_differs_and_no_progress_bar(tmp_path, monkeypatch):
    """A wrong number; pictures exchanged with all that stands beside them, which only a new run can
    see; a bar is no output, by the conftest.py above the notebooks, nor in a notebook that is run
    again, whoever sets what.
    """
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    path = tmp_path / "notebooks" / "stored.ipynb"
    path.parent.mkdir()
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    sources = [
        "import time\nfrom gamelib import LOSS, WIN, solve\nfrom gamelib.games import Matches\n"
        "from gamecourse.show import plots\nfrom gamefast.progress import Progress",
        "solve(Matches(15)).best(15)",
        "ax = plots.strip([LOSS, WIN])",
        "ax = plots.strip([WIN, LOSS])",
        "with Progress(9, 'settling', 10**9) as bar:\n    for _ in range(3):\n        "
        "time.sleep(0.8)\n        bar(3)",
    ]
    new = nbformat.v4
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(
        new.new_notebook(cells=[*map(new.new_code_cell, sources)], metadata={"kernelspec": kernel}),
        path,
    )
    run(path)
    notebook = read(path)
    cells = code_cells(notebook)
    assert faults(notebook) == []
    assert (cells[1].outputs[0].data["text/plain"], cells[4].outputs) == ("3", [])
    nbformat.write(notebook, path.with_name("as it was.ipynb"))
    cells[1].outputs[0].data["text/plain"] = "2"
    cells[2].outputs, cells[3].outputs = cells[3].outputs, cells[2].outputs
    assert faults(notebook) == []
    nbformat.write(notebook, path)
    options = re.search(
        r"-m pytest (.*--nbval.*) \$\(NOTEBOOKS\)", (ROOT / "Makefile").read_text()
    )[1].split()
    here = os.environ | {"PYTEST_XDIST_AUTO_NUM_WORKERS": "1"}
    command = [sys.executable, "-m", "pytest", *options, path.parent]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=here)
    assert done.returncode == 1
    assert "3 failed, 7 passed" in done.stdout
    assert len(re.findall(r"^FAILED .*stored\.ipynb", done.stdout, re.MULTILINE)) == 3
    NotebookClient(notebook, kernel_name="python3").execute()  # as for a reader, who sees the bar
    assert cells[4].outputs
