# The words of this project. `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_QUIET := 1

PYTHON ?= python3
VENV ?= .venv
SECONDS_EACH ?= 60

BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip
MATURIN := $(BIN)/maturin
export VIRTUAL_ENV := $(abspath $(VENV))
FUZZ_TARGETS := $(basename $(notdir $(wildcard rust/fuzz/targets/*.rs)))

##@ Use

.PHONY: help
help: ## List these words
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-14s%s\n", $$1, $$2 }' Makefile

.PHONY: demo
demo: build ## Build the engine and show the best lay of a position met in play
	$(BIN)/machiavelli solve \
		--table "4c 4d 4h | 7c 7d 7s | 9c 9h 9s | Jc Jd Js | 2h 3h 4h | Jh Qh Kh | 5h 6h 7h 8h 9h" \
		--hand "2c 3c 5c 8c 3d 6d 6d 2s"

.PHONY: build
build: $(VENV)/ready ## Build the engine into .venv
	$(MATURIN) develop --release

##@ Prove

.PHONY: test
test: build $(VENV)/check ## Run every test, of Rust and of Python
	cargo test --workspace --locked
	$(BIN)/python -m pytest

.PHONY: test-threads
test-threads: build $(VENV)/check ## Run the Python tests, each on four threads at once
	$(PIP) install --group threads
	$(BIN)/python -m pytest tests --parallel-threads 4

.PHONY: lint
lint: $(VENV)/check ## Check format and lints of Rust, Python and the workflows
	cargo fmt --all --check
	cargo fmt --manifest-path rust/fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked -- --deny warnings
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/zizmor --offline --quiet .github/workflows

.PHONY: types
types: build $(VENV)/check ## Check the types, and the stub against the compiled module
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest machiavelli._core \
		--mypy-config-file pyproject.toml --allowlist tests/stubtest-allowlist.txt

.PHONY: docs
docs: ## Build the Rust documentation, warnings being errors
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --locked

.PHONY: fuzz
fuzz: ## Fuzz each target for SECONDS_EACH seconds (60); needs a nightly toolchain
	command -v cargo-fuzz || cargo install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		mkdir -p rust/fuzz/target/corpus/$$target; \
		cargo +nightly fuzz run --fuzz-dir rust/fuzz $$target \
			rust/fuzz/target/corpus/$$target rust/fuzz/corpus/$$target \
			-- -max_total_time=$(SECONDS_EACH) -timeout=10 -print_final_stats=1; \
	done

.PHONY: pages
pages: build ## Write the pages about the presets anew
	$(BIN)/python -m docs.pages

.PHONY: study
study: build ## Write the study of the presets anew; with DEALS=20000 measure it anew
	$(PIP) install --group docs
	$(BIN)/python -m docs.report $(if $(DEALS),--deals $(DEALS))

##@ Measure

.PHONY: bench-core
bench-core: ## Time the solver and the checker; count instructions where valgrind is installed
	cargo bench --quiet --package machiavelli-benches --bench solver
	cargo bench --quiet --package machiavelli-benches --bench jokers
	cargo bench --quiet --package machiavelli-benches --bench turn

.PHONY: bench-python
bench-python: build $(VENV)/bench ## Time the Python surface
	$(BIN)/python -m pytest benches/python --benchmark-columns=min,median,ops --benchmark-sort=name \
		$(if $(BENCHMARK_JSON),--benchmark-json=$(BENCHMARK_JSON))

.PHONY: bench-odds
bench-odds: ## Time exact counts
	cargo bench --quiet --package machiavelli-benches --bench odds

.PHONY: bench-play
bench-play: ## Time single actions and whole deals
	cargo bench --quiet --package machiavelli-benches --bench play

.PHONY: bench-sim
bench-sim: ## Time many deals at once, on one thread and on all
	cargo bench --quiet --package machiavelli-benches --bench sim

.PHONY: bench-rivals
bench-rivals: build $(VENV)/bench .venv-rivals/ready ## Race integer programs and another package, as ratios
	$(BIN)/python benches/rivals/race.py .venv-rivals/$(notdir $(BIN))/python

.PHONY: bench-worst
bench-worst: ## Find the slowest of a million positions, and of 100,000 with jokers; climb for a minute
	cargo bench --quiet --package machiavelli-benches --bench worst
	cargo bench --quiet --package machiavelli-benches --bench jokers -- --worst 100000
	cargo bench --quiet --package machiavelli-benches --bench climb

##@ Ship

.PHONY: wheel
wheel: $(VENV)/ready ## Build the wheel and the source distribution into dist/
	$(MATURIN) build --release --locked --sdist --out dist
	ls -l dist
	test -z "$$(find dist -name '*.whl' -size +2048k)" # no wheel is above 2 MB

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip "maturin~=1.16"
	touch $@

$(VENV)/check: $(VENV)/ready
	$(PIP) install --group check
	touch $@

$(VENV)/bench: $(VENV)/ready
	$(PIP) install --group bench
	touch $@

# The other package is called as this one is, so that it needs an environment of its own.
.venv-rivals/ready:
	$(PYTHON) -m venv .venv-rivals
	.venv-rivals/$(notdir $(BIN))/python -m pip install machiavelli==0.1.0
	touch $@
