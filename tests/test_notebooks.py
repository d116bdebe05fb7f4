"""What nbval does not see: the notebook files themselves, not run; and that nbval, as we call it, is strict."""

import copy
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SLIDES = {"slide", "subslide", "fragment", "notes", "skip", "-"}


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


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
    for cell in cells:
        if "execution" in cell.metadata:
            found.append(f"{cell.id}: timings are stored")
        if re.search(r"^\s*[%!]", cell.source, re.MULTILINE):
            found.append(f"{cell.id}: a magic or a shell command, whose errors nbval does not see")
        if re.search(r"import \*|sys\.path", cell.source):
            found.append(f"{cell.id}: a star import or a path")
        for output in cell.outputs:
            data = output.get("data", {})
            if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                found.append(f"{cell.id}: an error")
            if output.output_type == "stream" and output.name == "stderr":
                found.append(f"{cell.id}: something on stderr")
            if any("widget-view" in kind for kind in data):
                found.append(f"{cell.id}: a widget's view, which no reader of the file can see")
            if re.search(r"0x[0-9a-f]{6,}|np\.(int|float)\d+\(", str(data.get("text/plain", ""))):
                found.append(f"{cell.id}: an address, or a number as only one version of numpy writes it")
        drawn = any("image/png" in output.get("data", {}) for output in cell.outputs)
        if re.search(r"\bplots\.(?!digest)\w+\(|\bboards\.draw\(", cell.source) and not drawn:
            found.append(f"{cell.id}: the picture is missing")
    return found


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
class TestNotebook:
    def test_is_stored_as_it_was_run(self, path):
        notebook = read(path)
        nbformat.validate(notebook)
        assert faults(notebook) == []
        assert path.stat().st_size < 1_000_000
        assert "version" not in notebook.metadata.language_info

    def test_is_built_of_small_steps(self, path):
        notebook = read(path)
        in_a_row = 0
        for cell in notebook.cells:
            lines = cell.source.count("\n") + 1
            in_a_row = in_a_row + 1 if cell.cell_type == "code" else 0
            assert in_a_row <= 2, cell.id
            assert cell.cell_type != "code" or lines <= 25, cell.id
            assert cell.cell_type != "code" or max(map(len, cell.source.split("\n"))) <= 115, cell.id
            assert re.fullmatch(r"[a-z0-9-]+", cell.id), cell.id
            assert cell.metadata.slideshow.slide_type in SLIDES, cell.id
        assert sum(cell.source.count("\n") >= 15 for cell in code_cells(notebook)) <= 1

    def test_begins_with_a_title_and_its_imports(self, path):
        notebook = read(path)
        number = int(path.name[:2])
        assert re.match(rf"# {number} · .+\?\n", notebook.cells[0].source)
        lines = [line for line in code_cells(notebook)[0].source.split("\n") if line]
        assert all(re.match(r"(from|import) ", line) for line in lines)
        rest = "\n".join(cell.source for cell in code_cells(notebook)[1:])
        assert not re.search(r"^\s*(from|import) ", rest, re.MULTILINE)
        for line in lines:  # what is imported is used
            for name in re.sub(r"^.*import ", "", line).split(","):
                name = name.split(" as ")[-1].strip()
                assert re.search(rf"\b{name}\b", rest), name

    def test_has_all_its_parts(self, path):
        text = "\n".join(cell.source for cell in read(path).cells)
        for part in ("After this lecture you can", "You need", "Time", "## Play first", "## Predict before you run",
                     "## A bigger case", "## Exercises", "## Summary", "## Sources", "★ ", "★★★ "):  # fmt: skip
            assert part in text, part

    def test_links_lead_somewhere(self, path):
        for cell in read(path).cells:
            for link in re.findall(r"\]\(([^)]+)\)", cell.source) if cell.cell_type == "markdown" else ():
                assert link.startswith("https://") or (path.parent / link).exists(), link


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda cell: cell.update(execution_count=None, outputs=[]), "execution counts"),
        (lambda cell: cell.update(execution_count=9), "execution counts"),
        (lambda cell: cell.metadata.update(execution={}), "timings"),
        (lambda cell: cell.update(source="%matplotlib inline"), "magic"),
        (
            lambda cell: cell.outputs.append(nbformat.v4.new_output("error", ename="E", evalue="", traceback=[])),
            "error",
        ),
        (lambda cell: cell.outputs.append(nbformat.v4.new_output("stream", name="stderr", text="w")), "stderr"),
        (lambda cell: cell.update(source="ax = plots.strip([])"), "picture is missing"),
    ],
)
def test_faults_are_found(spoil, message):
    notebook = copy.deepcopy(read(NOTEBOOKS[0]))
    assert faults(notebook) == []
    spoil(code_cells(notebook)[4])
    assert any(message in fault for fault in faults(notebook))


def nbval(folder):
    """Run nbval on a folder exactly as the Makefile does; the exit status and what it printed."""
    options = re.search(r"-m pytest (.*--nbval.*) \$\(NOTEBOOKS\)", (ROOT / "Makefile").read_text())[1].split()
    done = subprocess.run([sys.executable, "-m", "pytest", *options, folder], capture_output=True, text=True, cwd=ROOT)
    return done.returncode, done.stdout


def test_a_wrong_number_in_a_stored_output_is_found(tmp_path):
    cells = [
        nbformat.v4.new_code_cell("from gamelib import solve\nfrom gamelib.games import Matches", execution_count=1)
    ]
    right = nbformat.v4.new_output("execute_result", {"text/plain": "3"}, execution_count=2)
    cells.append(nbformat.v4.new_code_cell("solve(Matches(15)).best(15)", execution_count=2, outputs=[right]))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, tmp_path / "right.ipynb")
    status, printed = nbval(tmp_path)
    assert status == 0, printed
    right.data["text/plain"] = "2"
    nbformat.write(notebook, tmp_path / "right.ipynb")
    status, printed = nbval(tmp_path)
    assert status == 1
    assert "1 failed, 1 passed" in printed
