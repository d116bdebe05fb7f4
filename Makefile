# Two commands do everything: `make lab` opens your copy of the course, `make test` checks the sources.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
NOTEBOOKS := notebooks
COURSE := course
RUN := $(VENV)/bin/python
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

export PYTHONHASHSEED := 0
export JUPYTER_PREFER_ENV_PATH := 1
# A worker more than there are cores: some tests wait, for a clock or for a process.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: help env lab edit test lint unit nbval notebooks lint-js browser site site-test marks spiel bench clean

help: ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

env: $(VENV)/.course ## make the environment in .venv
lab: env ## your own copy of the course in JupyterLab: course/, made or brought up to date
	@$(RUN) -m gamelib course $(COURSE)
	$(RUN) -m jupyter lab --ServerApp.root_dir=$(COURSE) $(COURSE)/index.ipynb $(AS_ROOT)

edit: env ## the sources of the course in JupyterLab
	$(RUN) -m jupyter lab --ServerApp.root_dir=$(NOTEBOOKS) $(AS_ROOT)

test: lint unit nbval ## everything that must hold: ruff, mypy, tests with doctests, all notebooks

lint: env
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

unit: env
	$(RUN) -m pytest -n auto --doctest-modules --doctest-glob=README.md README.md gamelib tests --ignore=tests/browser --ignore=tests/site --ignore=tests/marks

nbval: env
	$(RUN) -m pytest -n auto --dist loadfile -W default --nbval --nbval-cell-timeout=120 $(NOTEBOOKS)

notebooks: env ## run all notebooks again, in place
	$(RUN) tools/notebooks.py $(NOTEBOOKS)

lint-js: node_modules/.stamp ## the stage's JavaScript: types and style (needs npm)
	npm run --silent lint

browser: $(VENV)/.browser node_modules/.stamp ## play the widgets in a real Chromium; screenshots in build/screenshots
	$(RUN) -m pytest -n 2 -W default tests/browser

site: $(VENV)/.site node_modules/.stamp ## the course as pages, in build/site: open index.html from the disk (needs npm)
	$(RUN) tools/site/build.py

site-test: site $(VENV)/.browser ## every page in a real Chromium without a network: it plays, its links lead somewhere
	$(RUN) -m pytest -n 2 -W default tests/site

marks: $(VENV)/.marks ## nbgrader's whole cycle, with answers right and wrong
	$(RUN) -m pytest -W default tests/marks

spiel: $(VENV)/.spiel ## the games of OpenSpiel against OpenSpiel's own solvers
	$(RUN) -m pytest tests/test_spiel.py

bench: $(VENV)/.bench ## the speed claims, each against its peer in the same run
	for script in benchmarks/bench_*.py; do $(RUN) $$script || exit 1; done

clean: ## remove the environment and everything built, but not your copy of the course
	rm -rf $(VENV) node_modules build .mypy_cache .pytest_cache .ruff_cache .hypothesis

node_modules/.stamp: package.json
	npm install --no-audit --no-fund --no-package-lock --silent
	@touch $@

# The stamps say which part of pyproject.toml is installed. uv is used when it is there, else pip.
$(VENV)/.course: EXTRA := course
$(VENV)/.browser: EXTRA := browser
$(VENV)/.site: EXTRA := site
$(VENV)/.marks: EXTRA := marks
$(VENV)/.spiel: EXTRA := spiel
$(VENV)/.bench: EXTRA := bench
$(VENV)/.browser $(VENV)/.site $(VENV)/.marks $(VENV)/.spiel $(VENV)/.bench: $(VENV)/.course
$(VENV)/.course $(VENV)/.browser $(VENV)/.site $(VENV)/.marks $(VENV)/.spiel $(VENV)/.bench: pyproject.toml
	@test -n "$(PYTHON)" || { echo "gamelib needs Python 3.11 or newer; none was found. Install one, or: make PYTHON=/its/path" >&2; exit 1; }
	@if command -v uv >/dev/null; then \
	    test -x $(RUN) || uv venv --quiet --python $(PYTHON) $(VENV); \
	    uv pip install --quiet --python $(RUN) --editable '.[$(EXTRA)]'; \
	else \
	    test -x $(RUN) && $(RUN) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) \
	        || { echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; \
	    $(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRA)]'; \
	fi
	@touch $@
