# Duello's commands: `make play` and `make test` are the two that matter, `make help` lists all.
# Works with GNU Make 3.81 (macOS) and later; each command stands here once, scripts/test.sh only orders them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:

# Where builds go: CARGO_TARGET_DIR if it is set, else ./target. The server is then at $(TARGET)/release/duello, and the page
# in $(TARGET)/site.
ifneq ($(CARGO_TARGET_DIR),)
TARGET := $(if $(filter /%,$(CARGO_TARGET_DIR)),,$(CURDIR)/)$(CARGO_TARGET_DIR)
else
TARGET := $(CURDIR)/target
endif
SERVER := $(TARGET)/release/duello
SITE := $(TARGET)/site
export CARGO_TARGET_DIR := $(TARGET)

# Lints and tests build here: cargo-leptos passes flags of its own, and one folder for both would be rebuilt at every turn.
CHECK := --target-dir "$(TARGET)/check"

# The long forms draw other cases of the property tests than `make test` does, by a seed that is printed: with the same
# PROPTEST_RNG_SEED they draw the same ones again.
SEEDED = seed=$${PROPTEST_RNG_SEED:-$$RANDOM$$RANDOM}; echo "PROPTEST_RNG_SEED=$$seed"; PROPTEST_RNG_SEED=$$seed

# wasm-opt comes from npm, cargo's tools from cargo's own folder.
export PATH := $(CURDIR)/end2end/node_modules/.bin:$(if $(CARGO_HOME),$(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

# What `make play` serves: on which address, and where the games are kept.
ADDR ?= 0.0.0.0:3000
DATA ?= ./data

.PHONY: help play test build watch setup format clippy split docs unit page styles engine scene compress sizes server-tests end2end screens lighthouse slow deny browsers hostile-load compare release deployment way-back faults fuzz gates clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: setup build ## Install what is missing, build, and serve the game to this machine and its network (ADDR, DATA)
	@"$(SERVER)" --addr "$(ADDR)" --data "$(DATA)" --site "$(SITE)"

test: ## Run everything: lints, tests, release build, sizes, a real browser
	@scripts/test.sh

build: page styles engine scene compress ## Build the release: the server and the compressed page

watch: setup ## Build for development, serve, and again on every change (the engine: make engine, once it runs)
	LEPTOS_SITE_ROOT="$(SITE)" DUELLO_SITE="$(SITE)" cargo leptos watch --split

setup: ## Install what is missing (make test also wants a browser: make setup BROWSER=1)
	@scripts/setup.sh $(if $(BROWSER),--browser)

format: ## Step of test: is everything formatted?
	cargo fmt --all --check

clippy: ## Step of test: no warnings in the server, the page and the crates
	cargo clippy $(CHECK) --locked --workspace --all-targets --features ssr -- -D warnings
	cargo clippy $(CHECK) --locked -p rules --all-targets -- -D warnings
	cargo clippy $(CHECK) --locked -p duello --lib --no-default-features --features hydrate \
	  --target wasm32-unknown-unknown -- -D warnings

split: ## Step of test: no server code in the page, no dependency in rules and engine but the rules, layers of the server
	@scripts/split.sh

docs: ## Step of test: links, paths and commands in the docs, and the length of test names
	@node scripts/docs.mjs
	@node scripts/test-names.mjs

deny: ## Step of test: licences and sources of everything that is built in
	@scripts/setup.sh --deny
	cargo deny --locked --all-features --log-level error check licenses bans sources

unit: ## Step of test: examples and laws of the crates that need neither server nor browser, and fuzzing in its short form
	cargo test $(CHECK) --locked --workspace --exclude duello

page: ## Step of test: server and page as a release, not compressed yet
	LEPTOS_SITE_ROOT="$(SITE)" cargo leptos build --release --split

styles: ## Step of test: one style sheet for each kind of page
	@node scripts/styles.mjs "$(SITE)"

engine: ## Step of test: the engine as a program of its own, made for speed, not compressed yet
	cargo build --locked -p engine-worker --lib --profile engine-release --target wasm32-unknown-unknown
	wasm-bindgen --target web --out-name engine --out-dir "$(SITE)/pkg" \
	  "$(TARGET)/wasm32-unknown-unknown/engine-release/engine_worker.wasm"

scene: ## Step of test: what draws the board in three dimensions, a program of its own, not compressed yet
	cargo build --locked -p scene-program --lib --profile scene-release --target wasm32-unknown-unknown
	wasm-bindgen --target web --out-name scene --out-dir "$(SITE)/pkg" \
	  "$(TARGET)/wasm32-unknown-unknown/scene-release/scene_program.wasm"

compress: ## Step of test: brotli and gzip of the page's files
	@node scripts/compress.mjs "$(SITE)"

sizes: ## Step of test: wasm, JS and CSS against their limits
	@node scripts/sizes.mjs "$(SITE)"

server-tests: ## Step of test: the app's own tests, and the server over real sockets, with faults and attacks
	@scripts/setup.sh --faults --nodes
	# Eight at a time: they wait for limits and faults more than they work.
	cargo test $(CHECK) --locked -p duello --features ssr -- --test-threads=8
	DUELLO_TEST_DB=postgres cargo test $(CHECK) --locked -p duello --features ssr --lib -- server::database server::store server::seat_transfer

end2end: ## Step of test: the release in a real browser (LONG=1: all tests, those as well that show the same in other ways)
	cd end2end && npm run --silent check
	cd end2end && DUELLO_BIN="$(SERVER)" DUELLO_SITE="$(SITE)" npm test --silent

browsers: ## Not part of test: the release in Firefox and in the engine of Safari, 4 minutes; after make build
	@scripts/setup.sh --browsers
	cd end2end && npm run --silent check
	cd end2end && DUELLO_BIN="$(SERVER)" DUELLO_SITE="$(SITE)" npx playwright test --config browsers.config.ts

fuzz: ## Not part of test: the property tests with new cases, and the long form of fuzzing, SECONDS for each target (ONLY: one of them)
	@scripts/setup.sh --fuzz
	@$(if $(ONLY),,$(SEEDED) cargo test $(CHECK) --locked --workspace --exclude duello)
	@scripts/fuzz.sh $(or $(SECONDS),600) $(ONLY)

faults: ## Not part of test: the long form of the tests of faults, 40 minutes; says what it measures
	@scripts/setup.sh --faults --nodes
	DUELLO_LONG=1 cargo test $(CHECK) --locked -p duello --features ssr --test server -- \
	  faults:: operate:: nodes:: f6_ s6_ --nocapture --test-threads=1

gates: ## Not part of test: coverage, miri, positions by the million, the page's answers, mutants (hours); after make build (ONLY: some of them, SHARD=0/4)
	@$(SEEDED) SHARD="$(SHARD)" scripts/gates.sh "$(SITE)" $(ONLY)

hostile-load: ## Not part of test: what others notice of one address that does its worst, 6 minutes, as root on Linux; after make build (ROUNDS)
	cargo build --release --locked --features ssr --example load --example hostile
	node scripts/hostile-load.mjs "$(SERVER)" "$(SITE)" "$(TARGET)/release/examples"

compare: ## Not part of test: a move of Duello beside one of the peer in examples/peer, in turn, 5 minutes; after make build (RUNS, SECONDS_EACH, GAMES, RATE)
	npm ci --silent --prefix examples/peer
	cargo build --release --locked --features ssr --example load
	node scripts/compare.mjs "$(SERVER)" "$(SITE)" "$(TARGET)/release/examples/load"

release: build ## Not part of test: packs the build with an SBOM, image digests and a statement of origin, into $(TARGET)/release-files
	@scripts/setup.sh --sbom
	@node scripts/release.mjs "$(SERVER)" "$(SITE)" "$(TARGET)/release-files"

deployment: ## Not part of test: the files in deploy/, and the release behind nginx and Caddy; after make build
	@scripts/deployment.sh "$(SERVER)" "$(SITE)" --install

way-back: ## Not part of test: an earlier release serves what this version has brought up to date (PREVIOUS, SCHEMA), 10 minutes
	@scripts/setup.sh --nodes
	@scripts/way-back.sh $(or $(PREVIOUS),667fe23) $(or $(SCHEMA),10)

screens: ## Not part of test: every screen in every size and both schemes, a sheet for each in docs/screens; after make build
	cd end2end && DUELLO_BIN="$(SERVER)" DUELLO_SITE="$(SITE)" npx playwright test --config screens.config.ts

lighthouse: ## Not part of test: what Lighthouse says of the release on a slow phone; after make build (RUNS, ONLY)
	cd end2end && DUELLO_BIN="$(SERVER)" DUELLO_SITE="$(SITE)" npm run --silent lighthouse

slow: ## Not part of test: how long one waits for a page on a slow line with a slow phone; after make build (RUNS, ONLY)
	cd end2end && DUELLO_BIN="$(SERVER)" DUELLO_SITE="$(SITE)" npm run --silent slow

clean: ## Remove what was built (not the games in ./data)
	cargo clean
	rm -rf end2end/test-results end2end/playwright-report
