# `make demo` and `make test` need python3 (3.11 or newer) with venv, and nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
SOURCES := src tests scripts benchmarks conftest.py

.PHONY: help demo test test-slow lint lint-style lint-types lint-imports lint-docs bench docs clean

help:
	@echo "make demo   rank an article and look at it"
	@echo "make test   run the tests, in about five minutes on two cores"
	@echo "make test-slow    run the tests that take longer"
	@echo "make lint   check style, types, imports and generated documentation"
	@echo "make bench   measure speed"
	@echo "make docs   write the generated documentation anew"
	@echo "make clean   remove what the other targets made"

# A stamp is newer than what it was made from, so that a second run costs nothing.
$(VENV)/core.stamp: pyproject.toml constraints.txt
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt scripts/install_test_tools.sh
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) --editable '.[dev]'
	@sh scripts/install_test_tools.sh
	@touch $@ $(VENV)/core.stamp

demo: $(VENV)/core.stamp
	@$(BIN)/python scripts/demo.py

# A file of tests stays in one process: its server or browser is started once.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile

test: $(VENV)/dev.stamp
	$(PYTEST) $(ARGS)

test-slow: $(VENV)/dev.stamp
	$(PYTEST) -m slow $(ARGS)

lint: lint-style lint-types lint-imports lint-docs

lint-style: $(VENV)/dev.stamp
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

lint-types: $(VENV)/dev.stamp
	$(BIN)/mypy

lint-imports: $(VENV)/dev.stamp
	$(BIN)/lint-imports --no-cache

lint-docs: $(VENV)/dev.stamp
	$(BIN)/cog --check docs/cli.md docs/documents.md

bench: $(VENV)/dev.stamp
	@set -e; for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file; done

docs: $(VENV)/dev.stamp
	$(BIN)/cog -r docs/cli.md docs/documents.md

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
