# One verb per job.  Everything happens in .venv; nothing but Python, venv, pip and make is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What tests and benchmarks compile and measure stays inside .venv.
HOME_FOLDER := PERFECTPLAY_HOME="$(CURDIR)/$(VENV)/home"
# A package without compiled files of its own starts half as fast, and tests start it hundreds of times.
# For tests, packages are installed without them: those of modules that are used are written when first imported.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -m "not long"
# Many tests wait for other processes, so that one worker more than there are processors loses nothing.
WORKERS = $(shell $(BIN)/python -c "import os; print(os.cpu_count() + 1)")
COMPILED := $(HOME_FOLDER) PERFECTPLAY_COMPILE=always
# Machine code without bounds checks is run by all other tests too; here each engine is held against a brute force.  What
# is left out runs with bounds checks below, and without them in test-long.  Where only bounds are checked, machine code
# is not optimised: that is a quarter of the time of compiling.  The tests of a file stay in one process, which compiles
# what they share once.
KERNELS := $(PYTEST) -n auto --dist loadfile
ENGINES := $(addprefix tests/kernels/test_,agreement.py maps.py modes.py subsets.py)
# Rules of users are compiled with bounds checks in every run.
OF_USERS := $(addprefix tests/kernels/test_,costs.py graphs.py)
BENCHMARKS := benchmarks/start.toml benchmarks/pegs.toml benchmarks/counting.toml benchmarks/army.toml benchmarks/dice.toml benchmarks/coins.toml benchmarks/trees.toml benchmarks/web.toml

.PHONY: run test lint plain test-long browser bench clean

run: $(VENV)/installed
	$(BIN)/perfectplay solve pegs/english --html "$(CURDIR)/replay.html"
	@echo "the page in the browser, after . $(BIN)/activate:"
	@echo "perfectplay serve"

test: $(VENV)/installed-dev
	$(MAKE) --jobs=2 lint plain
	$(COMPILED) $(KERNELS) $(ENGINES)
	$(HOME_FOLDER) $(PYTEST) -n $(WORKERS) --dist worksteal --ignore tests/kernels
	$(COMPILED) NUMBA_BOUNDSCHECK=1 NUMBA_OPT=0 $(KERNELS) tests/kernels $(OF_USERS:%=--ignore %)

# Each of these keeps one processor busy.
lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

plain: $(VENV)/installed-dev
	PERFECTPLAY_COMPILE=never $(PYTEST) tests/kernels

test-long: $(VENV)/installed-long
	$(COMPILED) $(KERNELS) tests/kernels
	$(HOME_FOLDER) $(BIN)/python -m pytest -m long
	$(HOME_FOLDER) $(PYTEST) tests/interop/test_openspiel.py tests/test_readme.py::test_python_sessions

# The browser that tests of the page drive; where there is none, they are skipped.  Needs Debian's apt, and to be root.
browser:
	command -v chromium || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }

bench: $(VENV)/installed
	$(HOME_FOLDER) $(BIN)/perfectplay lab run $(BENCHMARKS)

clean:
	rm -rf $(VENV) replay.html

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]'
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	touch $@ $(VENV)/installed

# OpenSpiel brings SciPy, which takes long to install.
$(VENV)/installed-long: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev,openspiel]'
	touch $@
