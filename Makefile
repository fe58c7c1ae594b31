# `make demo` and `make test` need python3 (3.11 or newer) with venv, and nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/tools/bin
OTHERS := $(VENV)/integrations/bin
LOCKS := requirements
SOURCES := src tests scripts benchmarks conftest.py

.PHONY: help demo test test-slow test-thorough test-integrations lint lint-style lint-types lint-imports lint-js \
	lint-docs lint-licences bench docs dist man licences sbom audit lock clean

help:
	@echo "make demo   rank an article and look at it"
	@echo "make test   run the tests, in about five minutes on two cores"
	@echo "make test-slow    run the tests that take longer"
	@echo "make test-thorough   run the tests that take minutes: attacks, faults, growth"
	@echo "make test-integrations   run the tests with LlamaIndex, Haystack and spaCy, in an environment of their own"
	@echo "make lint   check style, types, imports, licences and generated documentation"
	@echo "make bench   measure speed"
	@echo "make docs   build the manual as a site, and renew its generated parts"
	@echo "make dist   build the wheel and the source archive, and check both"
	@echo "make man   write dist/sentencerank.1, the manual page"
	@echo "make licences   list the licences of all dependencies"
	@echo "make sbom   write dist/sbom.cdx.json, a list of all dependencies (CycloneDX)"
	@echo "make audit   look for known vulnerabilities of the dependencies; this needs the network"
	@echo "make lock   renew the versions and hashes of all dependencies"
	@echo "make clean   remove what the other targets made"

# Every package has the version and one of the hashes of its lock, and none is resolved. What is published as source is
# built by what requirements/build.txt brought, since pip would fetch its own tools for that without any hash.
INSTALL := pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation
LOCKED := $(INSTALL) --require-hashes

# A stamp is newer than what it was made from, so that a second run costs nothing.
$(VENV)/build.stamp: $(LOCKS)/build.txt
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(BIN)/$(LOCKED) --requirement $(LOCKS)/build.txt
	@touch $@

$(VENV)/core.stamp: pyproject.toml $(LOCKS)/core.txt $(VENV)/build.stamp
	@$(BIN)/$(LOCKED) --requirement $(LOCKS)/core.txt
	@$(BIN)/$(INSTALL) --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml $(LOCKS)/dev.txt $(VENV)/build.stamp scripts/install_test_tools.sh
	@$(BIN)/$(LOCKED) --requirement $(LOCKS)/dev.txt
	@$(BIN)/$(INSTALL) --editable .
	@sh scripts/install_test_tools.sh
	@touch $@ $(VENV)/core.stamp

# Apart from the rest, so that neither is among the dependencies of the other.
$(VENV)/tools.stamp: $(LOCKS)/tools.txt
	@test -x $(TOOLS)/pip || $(PYTHON) -m venv $(VENV)/tools
	@$(TOOLS)/$(LOCKED) --requirement $(LOCKS)/tools.txt
	@touch $@

demo: $(VENV)/core.stamp
	@$(BIN)/python scripts/demo.py

# A file of tests stays in one process: its server or browser is started once.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile

test: $(VENV)/dev.stamp
	$(PYTEST) $(ARGS)

test-slow: $(VENV)/dev.stamp
	$(PYTEST) -m slow $(ARGS)

test-thorough: $(VENV)/dev.stamp
	$(PYTEST) -m thorough $(ARGS)

lint: lint-style lint-types lint-imports lint-js lint-docs lint-licences

lint-style: $(VENV)/dev.stamp
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

lint-types: $(VENV)/dev.stamp
	$(BIN)/mypy

lint-imports: $(VENV)/dev.stamp
	$(BIN)/lint-imports --no-cache

# The tools for the JavaScript of the reader, with the versions and hashes of their lock; the page itself needs none.
node_modules/.stamp: package.json package-lock.json
	@npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

lint-js: node_modules/.stamp
	node_modules/.bin/tsc --project tsconfig.json
	node_modules/.bin/eslint src/sentencerank/reader/static extension

lint-docs: $(VENV)/dev.stamp $(VENV)/tools.stamp
	$(BIN)/cog -I . --check docs/cli.md docs/documents.md
	$(TOOLS)/codespell *.md docs results
	$(SITE)

bench: $(VENV)/dev.stamp
	@set -e; for file in benchmarks/bench_*.py; do echo "== $$file"; $(BIN)/python $$file; done

# A warning, such as a link that leads nowhere, is an error.
SITE := $(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs/site -b html . build/site

docs: $(VENV)/dev.stamp
	$(BIN)/cog -I . -r docs/cli.md docs/documents.md
	$(SITE)
	@echo "build/site/index.html"

# An old archive beside the new one would be checked, and uploaded, too.
dist: $(VENV)/build.stamp $(VENV)/tools.stamp
	@rm -f dist/*.whl dist/*.tar.gz
	@$(BIN)/hatchling build
	@$(TOOLS)/twine check --strict dist/*.whl dist/*.tar.gz

man: $(VENV)/core.stamp
	@mkdir -p dist
	@$(BIN)/python scripts/man_page.py > dist/sentencerank.1
	@echo "dist/sentencerank.1: read it with man -l, or install it into a folder man1 of your manpath"

lint-licences: $(VENV)/dev.stamp
	@$(BIN)/python scripts/licences.py --quiet

licences: $(VENV)/dev.stamp
	@$(BIN)/python scripts/licences.py

sbom: $(VENV)/dev.stamp $(VENV)/tools.stamp
	@mkdir -p dist
	@$(TOOLS)/python scripts/sbom.py $(BIN)/python dist/sbom.cdx.json

audit: $(VENV)/tools.stamp
	@$(TOOLS)/python scripts/audit.py $(addprefix $(LOCKS)/,core.txt dev.txt serve.txt integrations.txt build.txt tools.txt)

# Libraries that are too large for the environment of development have one of their own.
$(VENV)/integrations.stamp: pyproject.toml $(LOCKS)/integrations.txt $(VENV)/build.stamp
	@test -x $(OTHERS)/pip || $(PYTHON) -m venv $(VENV)/integrations
	@$(OTHERS)/$(LOCKED) --requirement $(LOCKS)/build.txt
	@$(OTHERS)/$(LOCKED) --requirement $(LOCKS)/integrations.txt
	@$(OTHERS)/$(INSTALL) --editable .
	@touch $@

test-integrations: $(VENV)/integrations.stamp
	@$(OTHERS)/python scripts/licences.py --quiet --large
	$(OTHERS)/python -m pytest tests/integrations tests/test_compress.py $(ARGS)

# What is locked stays unless ARGS=--upgrade: then all of it becomes the newest. No index is named in the files.
LOCK := $(TOOLS)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"

lock: $(VENV)/tools.stamp
	$(LOCK) pyproject.toml --extra dev --output-file $(LOCKS)/dev.txt $(ARGS)
	$(LOCK) pyproject.toml --constraint $(LOCKS)/dev.txt --output-file $(LOCKS)/core.txt $(ARGS)
	$(LOCK) pyproject.toml $(LOCKS)/integrations.in --extra haystack --extra llama-index --extra spacy \
		--constraint $(LOCKS)/dev.txt --output-file $(LOCKS)/integrations.txt $(ARGS)
	$(LOCK) pyproject.toml --extra serve --extra languages --constraint $(LOCKS)/dev.txt \
		--output-file $(LOCKS)/serve.txt $(ARGS)
	$(LOCK) $(LOCKS)/build.in --constraint $(LOCKS)/dev.txt --output-file $(LOCKS)/build.txt $(ARGS)
	$(LOCK) $(LOCKS)/tools.in --output-file $(LOCKS)/tools.txt $(ARGS)

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
