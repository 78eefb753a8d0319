# `make play` and `make test` need Python 3.11 or newer and make; everything else is installed into .venv and web/node_modules

VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
TOOLS := $(VENV)/.tools
BENCH := $(VENV)/.bench
DOCS := $(VENV)/.docs
PACKAGING := pyproject.toml constraints.txt
# each process has a stretch of the tests, and who is done takes from the end of another's; the browser's come first (`tests/conftest.py`)
PYTEST_ARGS ?= -n 4 --dist worksteal --durations 10
# threads of small matrix products wait for each other where all cores are at work
PYTEST = OPENBLAS_NUM_THREADS=1 CHROMIUM="$$(tools/chromium)" $(BIN)/python -m pytest $(PYTEST_ARGS)
QUICK = $(PYTEST) -m "not long"
PLAY_ARGS ?=

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# the second name is how newer versions of pip call it for what builds the package
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt

# while all is set up and looked at, two things at a time
MAKEFLAGS += --jobs=2

.PHONY: play test test-long study check lint bench reports docs format lock clean client ready style types spelling rules browser client-checked client-tested

play: $(PLAY) client
	@$(BIN)/sandtable play $(PLAY_ARGS)

# about eight minutes on two cores, two of them for compiling
test: ready client-tested
	@$(QUICK)

# what `make test` leaves out: the same with more matches, whole matches in a browser, the wheel in an environment of its own; of
# several of a kind the others are left to the study `longest`
test-long: ready
	@$(PYTEST) -m "long and not study"

# what takes hours, one study after the other; each writes a page below docs/studies
study: ready
	@$(BIN)/python -m tests.studies
	@$(BIN)/python tools/mutants --per-room 20 --seed 1 --out docs/studies/mutants.md

# the rules are compiled once, which every process of the tests then finds in the cache
ready: $(TOOLS) rules browser

check: lint ready client-tested
	@$(QUICK)

lint: style types spelling client-checked

style: $(TOOLS)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(TOOLS)
	@$(BIN)/pyright

# British, with the words of tools/words.txt
spelling: client
	@$(BIN)/python hatch_build.py spell

client-checked: client
	@$(BIN)/python hatch_build.py check lint

client-tested: client
	@$(BIN)/python hatch_build.py test

rules: $(TOOLS)
	@$(BIN)/sandtable warm

browser:
	@tools/chromium >/dev/null

bench: $(BENCH)
	@$(BIN)/python -m benchmarks

# the reports that the package ships; about a quarter of an hour
reports: $(TOOLS)
	@tools/reports

# the documentation site, in build/site; every warning is an error
docs: $(DOCS)
	@$(BIN)/python docs/build.py

format: $(TOOLS)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python hatch_build.py format

# newer versions of everything that is pinned
lock:
	@tools/lock

clean:
	rm -rf $(VENV) web/node_modules src/sandtable/server/static build dist .cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

client: | $(BIN)/python
	@$(BIN)/python hatch_build.py

$(BIN)/python:
	@PYTHON="$(PYTHON)" tools/python >/dev/null
	@"$$(PYTHON='$(PYTHON)' tools/python)" -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Sandtable needs Python's venv module: install it (on Debian: apt-get install python3-venv)." >&2; exit 1; }

# after the client, which the package's own build then finds
$(PLAY): $(PACKAGING) | $(BIN)/python client
	@echo "sandtable: installing Python packages (about a minute the first time)"
	@$(BIN)/python -m pip install -qq -e '.[lab]'
	@touch $@

# most of what is installed is never imported: what is, is compiled then
$(TOOLS): $(PACKAGING) | $(BIN)/python client
	@echo "sandtable: installing Python packages and tools (about a minute the first time)"
	@$(BIN)/python -m pip install -qq --no-compile -e '.[dev]'
	@touch $(PLAY) $@

$(BENCH): $(PACKAGING) | $(BIN)/python client
	@echo "sandtable: installing what the benchmarks compare with"
	@$(BIN)/python -m pip install -qq -e '.[bench]'
	@touch $@

$(DOCS): $(PACKAGING) | $(BIN)/python client
	@echo "sandtable: installing what builds the documentation"
	@$(BIN)/python -m pip install -qq -e '.[docs]'
	@touch $@
