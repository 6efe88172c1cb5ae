# `make` alone says what there is to do.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -q
FILES := $(shell find src -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' | LC_ALL=C sort)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play quick test bench build wheel lint rules docs clean FORCE

help: ## say what there is to do
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/package ## bring what the house needs and build the package, compiled where a C compiler is

play: $(VENV)/running $(VENV)/inputs ## open the house in this machine's browser: everything on one file database
	@MAKE="$(MAKE)" sh scripts/play.sh $(VENV)

quick: $(VENV)/workshop ## check style, types and the tests of what changed, from plain source: seconds, no compiling
	@$(PY) scripts/quick.py

test: setup $(VENV)/workshop $(VENV)/helpers lint ## check style and types, the table of rules, and run every test
	@$(PY) scripts/rules.py --missing
	$(PY) -m pytest -n 2 --dist worksteal

bench: setup $(VENV)/workshop ## measure everything beside the peers, and write docs/performance.md
	@$(PY) bench/run.py
	@$(PY) bench/growth.py

lint: $(VENV)/workshop ## check style and types
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy

rules: $(VENV)/workshop ## print the table of rules and the tests that cover them
	@$(PY) scripts/rules.py

docs: $(VENV)/dependencies ## make the documentation site in build/docs, and check its links
	@PYTHONPATH=src $(PY) scripts/docs.py

clean: ## remove everything that was built or installed here
	rm -rf $(VENV) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/python: scripts/bootstrap.sh
	@sh scripts/bootstrap.sh $(VENV)
	@touch $@

# What it takes to run the house.
$(VENV)/running: $(VENV)/python pyproject.toml constraints.txt scripts/requirements.py
	@echo "installing what the house needs"
	@mkdir -p build && $(PY) scripts/requirements.py run > build/run.txt
	@$(PY) -m compileall -q src/ludoteca >/dev/null 2>&1 & $(PIP) install --no-compile -c constraints.txt -r build/run.txt
	@touch $@

# What it takes to build it.
$(VENV)/dependencies: $(VENV)/running scripts/compiler.sh
	@sh scripts/compiler.sh $(VENV)
	@$(PY) scripts/requirements.py build > build/build.txt
	@$(PIP) install -c constraints.txt -r build/build.txt
	@$(PY) -m compileall -q $(VENV)/lib >/dev/null || true # what was installed in haste before the first page
	@touch $@

# What it takes to test, check and bench it besides.
$(VENV)/workshop: $(VENV)/dependencies
	@echo "installing what tests and benches need"
	@$(PY) scripts/requirements.py > build/workshop.txt
	@$(PIP) install -c constraints.txt -r build/workshop.txt
	@touch $@

# A browser and a PostgreSQL server for the tests.
$(VENV)/helpers: $(VENV)/workshop scripts/helpers.sh
	@sh scripts/helpers.sh $(VENV)
	@touch $@

# Its age is that of the build's start: what changes meanwhile is built next time.
$(VENV)/package: $(VENV)/running $(VENV)/inputs setup.py pyproject.toml README.md $(FILES)
	@touch $@.new
	@if wheel=$$($(PY) scripts/prebuilt.py) && $(PIP) install --no-deps --no-index --force-reinstall "$$wheel"; then \
		echo "taking $$wheel, which was built from this source"; \
	else \
		$(MAKE) --no-print-directory build; \
	fi
	@$(PY) -c 'import ludoteca; print("ludoteca", ludoteca.__version__ + ":", ludoteca.build_note())'
	@mv $@.new $@

build: $(VENV)/dependencies
	@echo "building the package; compiling the rules takes some minutes"
	@PYTHONPATH=src $(PY) scripts/docs.py
	@$(PIP) install --no-deps --no-build-isolation --no-index --force-reinstall .

wheel: $(VENV)/dependencies ## build a wheel into dist/: it is taken instead of compiling wherever the source is the same
	@PYTHONPATH=src $(PY) scripts/docs.py
	@$(PIP) wheel --no-deps --no-build-isolation --no-index -w dist .

# Changes when a file comes or goes, or when another compiler is there.
$(VENV)/inputs: FORCE | $(VENV)/python
	@printf '%s\n' $(FILES) "$$(command -v $${CC:-cc})" "$$LUDOTECA_COMPILE" > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
