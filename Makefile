# `make run`, `make test`; while working `make quick`.
# The system's Python first: pyenv builds without profile-guided optimisation, a quarter slower.
PYTHON ?= $(shell for python in /usr/bin/python3.11 python3.11; do \
  $$python -c 'import ensurepip' 2>/dev/null && command -v $$python && exit; done; \
  command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run scans test thorough quick check bench lock wasm format messages clean

run: $(VENV)/run.stamp locale/.compiled
	@exec $(BIN)/python manage.py up

# What reads photographs of marked sheets, once: 65 MB.
scans: $(VENV)/run.stamp requirements-scans.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-scans.lock

test: $(VENV)/test.stamp locale/.compiled
	@$(BIN)/python -m tests.run

# Before a release: everything that `make test` takes a part of, and the branches that were reached.
thorough: $(VENV)/test.stamp locale/.compiled
	@ALLMARK_THOROUGH=1 $(BIN)/python -m tests.run

# The fast tests of what changed, in 90 seconds.
quick: $(VENV)/test.stamp locale/.compiled
	@$(BIN)/python -m tests.run --quick

bench: $(VENV)/test.stamp
	@$(BIN)/python -m benchmarks

# The half of `make test` that reads code instead of running it.
check: $(VENV)/test.stamp locale/.compiled
	@$(BIN)/python -m tests.run --check-only

format: $(VENV)/test.stamp
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

messages: $(VENV)/test.stamp
	$(BIN)/python manage.py makemessages --all --add-location file --no-obsolete

lock: $(VENV)/test.stamp
	$(BIN)/uv pip compile pyproject.toml --python-version 3.11 --universal --generate-hashes -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra scans --python-version 3.11 --universal --generate-hashes -q -o requirements-scans.lock
	$(BIN)/uv pip compile pyproject.toml --extra scans --extra test --python-version 3.11 --universal --generate-hashes -q -o requirements-test.lock

# The catalogues as gettext reads them.
locale/.compiled: $(wildcard locale/*/LC_MESSAGES/*.po) | $(VENV)/run.stamp
	@$(BIN)/python manage.py compilemessages
	@touch $@

# After a change of the search.
wasm: $(VENV)/test.stamp
	$(BIN)/python -m tests.wasm

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null \
	  || { echo "Allmark needs Python 3.11. On Debian 12: apt install python3 python3-venv"; \
	       echo "Elsewhere: make run PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "Python lacks venv. On Debian: apt install python3-venv"; exit 1; }

$(VENV)/run.stamp: requirements.lock | $(VENV)/bin/python
	@echo "Installing …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/test.stamp: requirements-test.lock | $(VENV)/bin/python
	@echo "Installing …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.lock
	@touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .bytecode .collected .measured
