# Two commands do everything: `make lab` opens your copy of the course, `make test` checks the sources.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
NOTEBOOKS := notebooks
COURSE := course
RUN := $(VENV)/bin/python
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

# Tests that need more than the environment of the course: each has a target of its own.
ELSEWHERE := $(addprefix --ignore=tests/,$(addprefix gamecourse/,browser live marks deploy site) gamefast/scale test_binder.py upkeep)

export PYTHONHASHSEED := 0
export JUPYTER_PREFER_ENV_PATH := 1
# Empty is off: the tests start many processes, and each would compile all modules anew.
export PYTHONDONTWRITEBYTECODE :=
# A worker more than there are cores: some tests wait, for a clock or for a process.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: help env everything lab edit test lint unit nbval alone notebooks handouts lms lint-js types browser verdicts live marks scale peers bench slow slides lecture doctor test-matrix binder hub load site pages pages-test dobutsu upkeep class clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 14

env: $(VENV)/.course ## make the environment in .venv
everything: $(VENV)/.all ## and what the other tests need, in one go; but nbgrader, which puts itself into JupyterLab
	@touch $(addprefix $(VENV)/.,browser peers scale binder site upkeep)

# How JupyterLab looks at first: settings of the environment, and a layout.
JUPYTERLAB := $(VENV)/share/jupyter/lab
QUIET := $(JUPYTERLAB)/settings/overrides.json
$(QUIET): $(VENV)/.course gamecourse/course/lab.py
	@$(RUN) -m gamecourse.course.lab $(JUPYTERLAB)
	@touch $@

lab: env $(QUIET) ## your own copy of the course in JupyterLab: course/, made or brought up to date
	@$(RUN) -m gamelib course $(COURSE)
	$(RUN) -m jupyter lab --LabApp.workspaces_dir=$(JUPYTERLAB)/workspaces --ServerApp.root_dir=$(COURSE) $(COURSE)/index.ipynb $(AS_ROOT)

lecture: env ## a lecture in front of a class, from your copy: make lecture N=4 (CODE=shown: code not folded; OUTPUTS=kept: with those of earlier runs)
	@$(RUN) -m gamelib lecture "$(N)" $(COURSE) --code $(or $(CODE),folded) --outputs $(or $(OUTPUTS),cleared)

doctor: env ## can this computer run the course, and if not, what is to be done?
	@$(RUN) -m gamelib doctor $(COURSE)

edit: env $(QUIET) ## the sources of the course in JupyterLab
	$(RUN) -m jupyter lab --LabApp.workspaces_dir=$(JUPYTERLAB)/workspaces --ServerApp.root_dir=$(NOTEBOOKS) $(AS_ROOT)

test: lint unit nbval ## everything that must hold: ruff, mypy, tests with doctests, all notebooks

lint: env
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(RUN) tests/typed/spoken.py build/spoken
	$(RUN) -m mypy build/spoken

unit: env
	$(RUN) -m pytest -p tests.quick -n auto --dist worksteal -m "not slow" --doctest-modules --doctest-glob=README.md --doctest-glob=library.md README.md docs/library.md gamelib gamefast gamecourse tests $(ELSEWHERE)

nbval: env
	$(RUN) -m pytest -p tests.quick -n auto --dist loadfile -W default --nbval --nbval-cell-timeout=120 $(NOTEBOOKS)

slow: env ## what is true as well and takes its time (ONLY="not exhaustive": without more of what is tried already)
	$(RUN) -m pytest -p tests.quick -n auto --dist worksteal -m "slow$(if $(ONLY), and $(ONLY))" tests $(ELSEWHERE)

test-matrix: $(VENV)/.matrix ## the same on the oldest and newest Pythons and packages (ON="3.11 3.13": on these)
	$(RUN) tests/matrix.py $(ON)

alone: ## gamelib's own tests with Python alone: no numpy, no gamefast, no gamecourse, in a fresh folder and environment
	@$(PYTHON) tests/alone.py

notebooks: env ## run all notebooks again, in place
	$(RUN) -m gamecourse.publish.notebooks $(NOTEBOOKS)

handouts: env ## sheets to print for each lecture and the exam papers, in build/handouts; with a Chromium as PDF, too
	$(RUN) -m gamecourse.publish.handouts build/handouts

lms: env ## votes and exam questions for Moodle and others, as GIFT and Moodle XML, in build/lms
	$(RUN) -m gamecourse.publish.lms build/lms

class: $(VENV)/.site node_modules/.stamp ## everything for a class on one page: scripts, decks, sheets, exercises, solutions, exams, in build/class (N=4: one lecture)
	@$(RUN) -m gamecourse.publish.class_folder $(N)

exam: env ## exam papers in variants with marking schemes, in build/exams: make exam VARIANTS=4 SEED=7 (PAPER=60; QUESTIONS="1.1 2.3")
	@$(RUN) -m gamecourse.publish.exams build/exams --variants $(or $(VARIANTS),4) --seed $(or $(SEED),1) $(if $(PAPER),--paper $(PAPER)) $(if $(QUESTIONS),--questions $(QUESTIONS))

lint-js: node_modules/.stamp ## the stage's JavaScript: types and style (needs npm)
	npm run --silent lint

types: env node_modules/.stamp ## games as readers write and read them, by pyright, which editors ask (needs npm)
	$(RUN) tests/typed/spoken.py build/spoken
	node_modules/.bin/pyright

browser: $(VENV)/.browser node_modules/.stamp ## play the widgets in a real Chromium; screenshots in build/screenshots (ONLY="not slow")
	$(RUN) -m pytest -n auto --dist loadfile --no-loadscope-reorder -W default $(if $(ONLY),-m "$(ONLY)") tests/gamecourse/browser/test_lab.py tests/gamecourse/browser

site: $(VENV)/.site node_modules/.stamp ## the course as pages for students, without a network (FOR=lecturer: with plans, exams and solutions; SOLUTIONS=yes)
	@$(RUN) -m gamecourse.publish.site $(FOR) $(if $(filter yes,$(SOLUTIONS)),--solutions)

pages: site slides ## both sites and the decks
	@$(RUN) -m gamecourse.publish.site lecturer

pages-test: pages $(VENV)/.browser ## the sites and the decks in a real Chromium without a network: they play, nothing is cut (ONLY="not slow")
	$(RUN) -m pytest -n auto -W default $(if $(ONLY),-m "$(ONLY)") tests/gamecourse/site

live: env node_modules/.stamp ## the exercises in Pyodide under node: solutions, wrong answers, endless loops (needs npm; ONLY="not slow")
	$(RUN) -m pytest -n 2 --dist loadfile -W default $(if $(ONLY),-m "$(ONLY)") tests/gamecourse/live

verdicts: env ## wrong answers made by machine: does a checker call one right? An hour (ONLY="--lectures 3": a part)
	PYTHONPATH=tests/gamecourse $(RUN) -m verdicts.gate $(ONLY)

marks: $(VENV)/.marks ## marks that notebooks try to bend, and nbgrader's whole cycle (ONLY="not slow")
	$(RUN) -m pytest -n auto --dist loadfile -W default $(if $(ONLY),-m "$(ONLY)") tests/gamecourse/marks

scale: $(VENV)/.scale ## boards on Dask: a worker lost, a run stopped, a small memory (ONLY="not slow": without this one)
	$(RUN) -m pytest -W default $(if $(ONLY),-m "$(ONLY)") tests/gamefast/scale

hub: $(VENV)/.deploy node_modules/.stamp ## a class of two on a real JupyterHub, from the log-in to the marks
	$(RUN) -m pytest -W default tests/gamecourse/deploy

load: $(VENV)/.deploy node_modules/.stamp ## N students at once on a JupyterHub: memory and seconds (make load N=30)
	$(RUN) tests/gamecourse/deploy/load.py $(or $(N),5)

peers: $(VENV)/.peers ## games of OpenSpiel against its own solvers, endings of chess against python-chess, partizan values against pycgt
	$(RUN) -m pytest tests/gamelib/test_pycgt.py tests/gamefast/test_spiel.py tests/gamefast/test_chess.py tests/gamecourse/test_spiel_commands.py

slides: env node_modules/.stamp ## a deck for each lecture, in build/slides: plays, without a network (needs npm); with a Chromium as PDF, too (PDF=no: not)
	@$(RUN) -m gamecourse.publish.slides $(if $(filter no,$(PDF)),--no-pdf)

binder: $(VENV)/.binder ## what repo2docker, and so Binder and a hub, make of environment.yml
	$(RUN) -m pytest tests/test_binder.py

upkeep: $(VENV)/.upkeep node_modules/.stamp ## workflows, forms, hooks, citation, container: the files of the repository itself (needs npm)
	$(RUN) -m pytest tests/upkeep

bench: $(VENV)/.bench ## the speed claims, each against its peer in the same run: one table (KEEP=--keep: into docs/speed.md)
	$(RUN) benchmarks/table.py $(KEEP)

dobutsu: env ## Dobutsu shogi, all of it: 246,803,167 positions, 13 GB of memory, some minutes
	$(RUN) examples/dobutsu.py --rows 4

clean: ## remove the environment and everything built, but not your copy of the course
	rm -rf $(VENV) node_modules build .mypy_cache .pytest_cache .ruff_cache .hypothesis

node_modules/.stamp: package.json
	@npm install --no-audit --no-fund --no-package-lock --silent
	@touch $@

# The stamps say which part of pyproject.toml is installed. uv is used when it is there, else pip.
EXTRAS := $(addprefix $(VENV)/.,all browser marks peers scale bench matrix binder deploy site upkeep)
$(EXTRAS): $(VENV)/.course
$(VENV)/.course $(EXTRAS): $(VENV)/.%: pyproject.toml
	@test -n "$(PYTHON)" || { echo "gamelib needs Python 3.11 or newer; none was found. Install one, or: make PYTHON=/its/path" >&2; exit 1; }
	@if command -v uv >/dev/null; then \
	    test -x $(RUN) || uv venv --quiet --python $(PYTHON) $(VENV); \
	    uv pip install --quiet --python $(RUN) --editable '.[$*]'; \
	else \
	    test -x $(RUN) && $(RUN) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) \
	        || { echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; \
	    $(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[$*]'; \
	fi
	@touch $@
