# `make run`, `make test`; while working `make quick`.
# With the newest suitable Python, or PYTHON=/path/to/another (deploy/environment.sh).
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run installed tools scans test versions nightly quick mutants check bench lock wheels wasm app format messages clean
.NOTPARALLEL:

run: installed locale/.compiled
	@exec $(BIN)/python manage.py up

# What reads photographs of marked sheets, once: 65 MB.
scans:
	@deploy/environment.sh $(VENV) requirements-scans.lock "$(PYTHON)"

test: tools locale/.compiled
	@$(BIN)/python -m tests.run

# A start, and the tests of rules, scoring, tournaments and phones, with each further Python.
versions: tools locale/.compiled
	@$(BIN)/python -m tests.run --versions

# Before a release: `make test` with the slow tests that it leaves out, and the branches that were reached.
nightly: tools locale/.compiled
	@$(BIN)/python -m tests.run --nightly

# The fast tests of what changed, in a minute.
quick: tools locale/.compiled
	@$(BIN)/python -m tests.run --quick

bench: tools
	@$(BIN)/python -m tests.benchmarks

# What could change in the code without a test that fails, drawn by SEED: about 25 CPU minutes.
PARTS := engine/pairings engine/standings rules tournaments/money ledger scoring/services
SEED := 1
mutants: tools locale/.compiled
	@for part in $(PARTS); do $(BIN)/python -m tests.mutants $$part $(SEED) || exit; done

# The half of `make test` that reads code instead of running it.
check: tools locale/.compiled
	@$(BIN)/python -m tests.run --check-only

format: tools
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

messages: tools
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete

lock: tools
	$(BIN)/uv pip compile pyproject.toml --python-version 3.11 --universal --generate-hashes -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra scans --python-version 3.11 --universal --generate-hashes -q -o requirements-scans.lock
	$(BIN)/uv pip compile pyproject.toml --extra scans --extra test --python-version 3.11 --universal --generate-hashes -q -o requirements-test.lock

# What has no wheel for which system and Python; asks the package index.
wheels: tools
	@$(BIN)/python -m tests.wheels

# The catalogues as gettext reads them; after `installed` or `tools`.
locale/.compiled: $(wildcard locale/*/LC_MESSAGES/*.po)
	@$(BIN)/python manage.py compilemessages
	@touch $@

# The program in one file, with all but Python; EXTRAS=scans adds the reader of marked sheets.
PYTHONS := 3.11 3.12 3.13 3.14
PLATFORM := x86_64-manylinux_2_28
EXTRAS :=
app: tools locale/.compiled
	@$(BIN)/python deploy/app.py --platform $(PLATFORM) --requirements requirements$(EXTRAS:%=-%).lock $(PYTHONS)

# After a change of the search.
wasm: tools
	$(BIN)/python -m tests.wasm

# What the site needs.
installed:
	@deploy/environment.sh $(VENV) requirements.lock "$(PYTHON)"

# What working on it needs as well.
tools:
	@deploy/environment.sh $(VENV) requirements-test.lock "$(PYTHON)"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .bytecode .collected .measured .versions
