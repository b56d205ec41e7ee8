# A small front for CMake. `make help` lists what there is.
SHELL := /bin/bash -euo pipefail
JOBS ?= $(shell nproc)
PYTHON := .venv/bin/python
ENVOY = $(shell $(PYTHON) -c 'import envoy, pathlib; print(pathlib.Path(envoy.__file__).parent / "_bin/envoy")')
DEMO = build/release/bin/croupier-demo --envoy $(ENVOY)

.DEFAULT_GOAL := help
.PHONY: help setup build up demo test check bench bench-peers format requirements clean

help:  ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

setup:  ## install what is missing (Debian packages, .venv); other targets do it by themselves
	@tools/setup.sh

build: setup  ## build the release preset
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

up: build  ## the demo, then it stays up until Ctrl-C
	$(DEMO) --stay

demo: build  ## the demo once, about a minute, and whether it went as predicted
	$(DEMO) --check

test: build  ## all tests: unit tests, then integration tests on a real Envoy
	ctest --preset release -j $(JOBS)
	$(PYTHON) -m pytest -q -p no:cacheprovider tests/integration

check: setup  ## style, static analysis, tests under sanitizers, fuzzing, links
	tools/check.sh

bench: build  ## benchmarks; docs/benchmarks.md says what came out
	bench/run.sh

bench-peers: build  ## our deals beside Kubernetes, dskit, Python and Java; installs Go and Java
	@tools/setup.sh peers
	bench/peers/run.sh

format: setup  ## format all sources
	@git ls-files '*.cc' '*.h' | xargs clang-format-19 -i

requirements:  ## pin tools/requirements.txt anew (needs pip-tools)
	@cd tools && { echo '# Made from requirements.in by `make requirements`.'; pip-compile -q \
	  --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host \
	  --no-emit-find-links -o - requirements.in; } > requirements.new && mv requirements.new requirements.txt

clean:  ## remove what was built
	rm -rf build
