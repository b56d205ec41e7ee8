#!/usr/bin/env bash
# `make bench-peers`: builds the rivals (Go modules pinned by go.mod and go.sum), then compares and
# measures. Prints everything; keeps nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/build/peers
mkdir -p "$out"
export PATH="$PWD/.venv/bin:$PATH" GOTOOLCHAIN=local GOFLAGS="-mod=readonly -buildvcs=false"

for rival in kubernetes dskit; do
  (cd "bench/peers/go/$rival" && go build -o "$out/$rival" .)
done
javac -Xlint:all -Werror -d "$out" bench/peers/java/JavaDemo.java

grep -m1 'model name' /proc/cpuinfo
nproc
go version
java -version 2>&1 | head -1
python --version
python bench/peers/run.py "$@"
