# make build   the package, in npm/
# make demo    the package in a real Pi, offline: what is refused, asked, free
# make test    everything that can be checked
# make bench   speed and size
#
# Each installs first what it needs and does not find; the first time takes some minutes.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:
export PATH := $(CURDIR)/.cache/tools/bin:$(HOME)/.cargo/bin:$(PATH)

core := npm/dist/core/foregate_bg.wasm
shim := npm/dist/cli.js
rust := $(shell find crate -type f) Cargo.toml Cargo.lock rust-toolchain.toml .cargo/config.toml tools/wasm-cc tools/wasm-cc.h
guides := $(addprefix npm/docs/,configuration.md library.md coming-from-pi-permission-system.md)
typescript := $(wildcard ts-shim/src/*.ts) ts-shim/tsconfig.json

.PHONY: build demo test bench check-rust check-wasm check-node setup-build setup-demo setup-test clean

build: $(shim) npm/LICENSE $(guides)

setup-build:
	@tools/setup build

setup-demo:
	@tools/setup demo

setup-test:
	@tools/setup test

$(core): $(rust) | setup-build
	@echo '==> building the core for wasm (two minutes the first time)'
	cargo build --release --target wasm32-unknown-unknown -p foregate
	wasm-bindgen --target web --out-dir npm/dist/core --out-name foregate --experimental-reset-state-function \
		--remove-name-section --remove-producers-section target/wasm32-unknown-unknown/release/foregate.wasm
	@touch $@

$(shim): $(core) $(typescript) | setup-build
	@echo '==> compiling the shim'
	node_modules/.bin/tsc -p ts-shim
	@chmod +x $@ && touch $@

npm/LICENSE: LICENSE
	cp $< $@

npm/docs/%: docs/%
	@mkdir -p $(@D)
	cp $< $@

demo: build | setup-demo
	@node tests/pi/demo.mjs

bench: build
	@npm run --silent bench

test: check-rust check-wasm check-node

# One native profile and one for wasm: the grammar's C takes half a minute for each.
check-rust: | setup-test
	cargo fmt --all --check
	cargo fmt --manifest-path tests/brush/Cargo.toml --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --release --target wasm32-unknown-unknown -p foregate -- -D warnings
	cargo test --workspace --exclude wasm-tests
	cargo test --locked --manifest-path tests/brush/Cargo.toml --target-dir $(CURDIR)/target/brush

check-wasm: | setup-test
	wasm-pack test --node --release wasm-tests

check-node: build | setup-test
	node_modules/.bin/tsc -p tests/pi
	node_modules/.bin/tsc -p tests/pi/tsconfig.0.79.json
	node --test --test-reporter=spec tests/package/*.test.mjs tests/cases/*.test.mjs tests/oracle/*.test.mjs
	node --test --test-reporter=spec --test-concurrency=2 tests/pi/*.test.mjs

clean:
	rm -rf npm/dist npm/docs npm/LICENSE target
