#!/usr/bin/env bash
# Installs what building Duello needs and is missing, and says before each step what, why and how long.
# With --browser also a browser for the end-to-end tests, with --deny what checks licences, with --fuzz what fuzzing wants,
# with --faults what makes system calls fail and sets clocks, with --nodes what joins several servers in tests, with
# --browsers Firefox and the engine of Safari, with --coverage, --mutants, --miri, --alerts and --sbom what those commands want.
# Runs again at no cost; for Debian and macOS (bash 3.2).
set -euo pipefail
cd "$(dirname "$0")/.."

# The tool that builds server and page; later 0.3 versions do as well, but want a newer compiler.
leptos_version=0.3.10
# wasm-bindgen's command must be the very version of the library, which Cargo.toml pins.
bindgen_version=$(sed -n 's/^wasm-bindgen = .*"=\([0-9.]*\)".*/\1/p' Cargo.toml)
rust_version=$(sed -n 's/^rust-version = "\([0-9.]*\)"/\1/p' Cargo.toml)
node_version=20
# What checks licences and sources of dependencies, what drives the fuzzer, what counts lines and what breaks them.
deny_version=0.20.2
fuzz_version=0.13.2
coverage_version=0.9.1
mutants_version=27.1.0
# What lists what the program is made of.
sbom_version=0.5.9
# What speaks WebDriver for Firefox.
gecko_version=0.37.1

browser_wanted=no
browsers_wanted=no
deny_wanted=no
fuzz_wanted=no
faults_wanted=no
nodes_wanted=no
coverage_wanted=no
mutants_wanted=no
miri_wanted=no
alerts_wanted=no
sbom_wanted=no
for argument in "$@"; do
  case "$argument" in
    --browser) browser_wanted=yes ;;
    --browsers) browsers_wanted=yes ;;
    --deny) deny_wanted=yes ;;
    --fuzz) fuzz_wanted=yes ;;
    --faults) faults_wanted=yes ;;
    --nodes) nodes_wanted=yes ;;
    --coverage) coverage_wanted=yes ;;
    --mutants) mutants_wanted=yes ;;
    --miri) miri_wanted=yes ;;
    --alerts) alerts_wanted=yes ;;
    --sbom) sbom_wanted=yes ;;
    *)
      echo "setup: unknown argument $argument. Use: setup.sh [--browser] [--deny] [--fuzz] [--faults] [--nodes]" \
        "[--coverage] [--mutants] [--miri] [--browsers] [--alerts] [--sbom]" >&2
      exit 2
      ;;
  esac
done

say() { printf 'setup: %s\n' "$*"; }
stop() { printf 'setup: %s\n' "$@" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# at_least WANTED FOUND: is the version FOUND (digits and dots) WANTED or newer?
at_least() {
  [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$1" ]
}

# The first version number in the output of a command, or 0.
version_of() {
  local found
  found=$("$@" 2>/dev/null | sed -n 's/^[^0-9]*\([0-9][0-9]*\.[0-9.]*[0-9]\).*/\1/p' | head -n 1) || true
  echo "${found:-0}"
}

# --- What only the owner of the machine can install.

have rustup || have cargo || stop "Rust is missing. Install it from https://rustup.rs and run this again."
have node && have npm || stop "Node.js $node_version or newer, with npm, is missing. Install it from https://nodejs.org and run this again."
at_least "$node_version" "$(version_of node --version)" ||
  stop "Node.js $(version_of node --version) is too old: $node_version or newer is needed."
have cc || have gcc || have clang ||
  stop "A C compiler is missing (SQLite is compiled into the server)." \
    "Debian: apt-get install build-essential · macOS: xcode-select --install"

# --- Rust: compiler, formatter, lints, and the target the page is compiled for.

if ! cargo --version >/dev/null 2>&1; then
  say "Rust's stable toolchain, which compiles everything · usually 1 minute"
  rustup toolchain install stable --profile minimal --component rustfmt --component clippy
fi
if ! at_least "$rust_version" "$(version_of rustc --version)"; then
  have rustup || stop "Rust $(version_of rustc --version) is too old: $rust_version or newer is needed."
  say "Rust's newest stable version, as $rust_version or newer is needed · usually 1 minute"
  rustup update stable
fi
if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
  have rustup || stop "cargo fmt or cargo clippy is missing, and there is no rustup to install them."
  say "Rust's formatter and lints, for make test · usually 20 seconds"
  rustup component add rustfmt clippy
fi
if [ ! -d "$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)" ]; then
  say "Rust's WebAssembly target, which the page is compiled for · usually 20 seconds"
  if ! have rustup || ! rustup target add wasm32-unknown-unknown; then
    stop "The target wasm32-unknown-unknown could not be installed." \
      "Where rustup cannot reach its server, Debian has a compiler with that target: apt-get install rustc-web rust-web-src" \
      "(if it is $rust_version or newer: apt-cache policy rustc-web), used instead of rustup's."
  fi
fi

# --- What runs beside the compiler, which leaves cores idle at times: each in the background, its output in a file.

jobs_folder=$(mktemp -d)
trap 'rm -rf "$jobs_folder"' EXIT
jobs_names=""

# beside NAME COMMAND…: starts a command in the background.
beside() {
  local name=$1
  shift
  ("$@" >"$jobs_folder/$name.log" 2>&1 && touch "$jobs_folder/$name.done") &
  jobs_names="$jobs_names $name"
}

# finish_beside: waits for all of them; the output of one that has failed is shown, and the script ends.
finish_beside() {
  local name
  wait
  for name in $jobs_names; do
    if [ ! -e "$jobs_folder/$name.done" ]; then
      cat "$jobs_folder/$name.log" >&2
      stop "$name could not be installed: see above."
    fi
    say "$name is here."
  done
  jobs_names=""
}

# install_packages NAME…: by apt, where there is apt and the right to use it.
install_packages() {
  local as_root=""
  have apt-get || return 0
  if [ "$(id -u)" != 0 ]; then as_root=sudo; fi
  if [ -z "$as_root" ] || have sudo; then
    $as_root apt-get update -q || true
    $as_root apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@" || true
  fi
}

# --- Tools that come through npm: wasm-opt, terser and lightningcss for the build; Playwright and axe for the tests.

install_npm() { (cd end2end && npm ci --ignore-scripts --no-fund --no-audit); }

if [ ! -f end2end/node_modules/.package-lock.json ] ||
  [ end2end/package-lock.json -nt end2end/node_modules/.package-lock.json ]; then
  say "npm packages, in the background: wasm-opt, terser and lightningcss, which make the page small; Playwright and axe, which test it · usually 20 seconds"
  beside npm-packages install_npm
fi

# --- Tools that are compiled by cargo.

# install_tool NAME VERSION [FLAG…]: a ready binary where cargo binstall reaches one, else compiled. The tools' own release
# settings take half an hour on two cores; without their optimisation it is minutes, and they run as well.
install_tool() {
  local name=$1 version=$2 build
  shift 2
  if have cargo-binstall && cargo binstall --no-confirm --disable-strategies compile "$name@$version"; then
    return
  fi
  build=${XDG_CACHE_HOME:-$HOME/.cache}/duello/build-$name
  mkdir -p "$build"
  if ! CARGO_TARGET_DIR=$build CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 cargo install --force --version "$version" "$@" "$name"; then
    stop "$name $version could not be installed. What was compiled so far is kept in $build: run this again to go on."
  fi
  rm -rf "$build"
}

found=$(version_of wasm-bindgen --version)
if [ "$found" != "$bindgen_version" ]; then
  if [ "$found" != 0 ]; then say "wasm-bindgen $found is here, but must be the version that Cargo.toml pins; it is replaced."; fi
  say "wasm-bindgen $bindgen_version, in the background, which joins the page's WebAssembly to the browser · usually 2 minutes, once"
  beside wasm-bindgen install_tool wasm-bindgen-cli "$bindgen_version"
fi
found=$(version_of cargo-leptos --version)
if ! at_least "$leptos_version" "$found"; then
  # One of its libraries would compile a copy of OpenSSL of its own, which takes a minute, where the system's cannot be found.
  if ! pkg-config --exists openssl 2>/dev/null && have apt-get; then
    say "OpenSSL's headers, so that cargo-leptos need not compile a copy of its own · usually 10 seconds"
    install_packages libssl-dev pkg-config
  fi
  if pkg-config --exists openssl 2>/dev/null; then export OPENSSL_NO_VENDOR=1; fi
  say "cargo-leptos $leptos_version, which builds server and page from one source · usually 6 minutes, once"
  install_tool cargo-leptos "$leptos_version" --locked
fi
finish_beside

found=$(version_of cargo-deny --version)
if [ "$deny_wanted" = yes ] && ! at_least "$deny_version" "$found"; then
  say "cargo-deny $deny_version, which checks licences and sources of dependencies; it is compiled · usually 2 minutes, once"
  install_tool cargo-deny "$deny_version" --locked
fi
if [ "$sbom_wanted" = yes ] && ! at_least "$sbom_version" "$(version_of cargo cyclonedx --version)"; then
  say "cargo-cyclonedx $sbom_version, which lists what the program is made of; it is compiled · usually 1 minute, once"
  install_tool cargo-cyclonedx "$sbom_version" --locked
fi
if [ "$miri_wanted" = yes ] && ! cargo +nightly --version >/dev/null 2>&1; then
  have rustup || stop "miri wants Rust's nightly compiler, and there is no rustup to install it."
  say "Rust's nightly compiler, as only that one has miri · usually 1 minute"
  rustup toolchain install nightly --profile minimal
fi
if [ "$fuzz_wanted" = yes ]; then
  found=$(version_of cargo-fuzz --version)
  if ! at_least "$fuzz_version" "$found"; then
    say "cargo-fuzz $fuzz_version, which drives the fuzzer; it is compiled · usually 1 minute, once"
    install_tool cargo-fuzz "$fuzz_version" --locked
  fi
fi
if [ "$miri_wanted" = yes ] && ! cargo +nightly miri --version >/dev/null 2>&1; then
  say "miri, which runs tests on a machine that notices every misuse of memory, and the source of Rust's library for it · usually 1 minute"
  rustup component add --toolchain nightly miri rust-src
fi
if [ "$mutants_wanted" = yes ]; then
  found=$(version_of cargo-mutants --version)
  if ! at_least "$mutants_version" "$found"; then
    say "cargo-mutants $mutants_version, which breaks the code in every way it can to see whether a test notices; it is compiled · usually 2 minutes, once"
    install_tool cargo-mutants "$mutants_version" --locked
  fi
fi
if [ "$coverage_wanted" = yes ]; then
  found=$(version_of cargo-llvm-cov --version)
  if ! at_least "$coverage_version" "$found"; then
    say "cargo-llvm-cov $coverage_version, which counts the lines that tests run; it is compiled · usually 1 minute, once"
    install_tool cargo-llvm-cov "$coverage_version" --locked
  fi
  if [ -z "${LLVM_COV:-}" ] && [ ! -x "$(rustc --print target-libdir)/../bin/llvm-cov" ]; then
    have rustup || stop "llvm-cov and llvm-profdata of the compiler's own version are missing. Name them in LLVM_COV and LLVM_PROFDATA."
    say "Rust's own llvm-cov, which reads what was counted · usually 10 seconds"
    rustup component add llvm-tools
  fi
fi

# --- Debian's packages.

faults_are_there() { have strace && ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1; }

browsers_are_there() { have firefox-esr && have WebKitWebDriver && have Xvfb; }

if [ "$browsers_wanted" = yes ]; then
  if ! browsers_are_there; then
    say "Firefox, and WebKitGTK's browser, which has the engine of Safari, with a screen that nobody sees · usually 2 minutes"
    install_packages firefox-esr webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb
    browsers_are_there || stop "firefox-esr, WebKitWebDriver or Xvfb is missing. Install them (Debian has all three) and run this again."
  fi
  if ! at_least "$gecko_version" "$(version_of geckodriver --version)"; then
    say "geckodriver $gecko_version, which drives Firefox; it is compiled · usually 2 minutes, once"
    install_tool geckodriver "$gecko_version" --locked
  fi
fi

if [ "$alerts_wanted" = yes ] && ! have promtool; then
  say "Prometheus, whose promtool checks the alert rules · usually 30 seconds"
  install_packages prometheus
  have promtool || stop "promtool is missing. Install Prometheus (Debian: prometheus) and run this again."
fi

# Elsewhere these tests say that they are left out.
if [ "$faults_wanted" = yes ] && [ "$(uname)" = Linux ] && ! faults_are_there; then
  say "strace and libfaketime, with which tests make writes fail and set clocks · usually 20 seconds"
  install_packages strace libfaketime
  faults_are_there || stop "strace or libfaketime is missing. Install both and run this again."
fi

# The clients for bots of examples/ are tested as they are copied.
if [ "$faults_wanted" = yes ] && ! have python3; then
  say "Python, in which the example of a bot is written · usually 10 seconds"
  install_packages python3
  have python3 || stop "Python is missing. Install python3 and run this again."
fi

# Both are called by their place and not by their name: Debian keeps them where only administrators look.
nats_is_there() { [ -x /usr/sbin/nats-server ] || [ -x /usr/bin/nats-server ] || [ -x /usr/local/bin/nats-server ]; }
postgresql_is_there() { ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

if [ "$nodes_wanted" = yes ] && [ "$(uname)" = Linux ]; then
  if ! nats_is_there; then
    say "nats-server, over which several servers hear each other in tests · usually 10 seconds"
    install_packages nats-server
    nats_is_there || stop "nats-server is missing. Install it and run this again."
  fi
  if ! postgresql_is_there; then
    say "PostgreSQL, which several servers share in tests · usually 30 seconds"
    install_packages postgresql
    postgresql_is_there || stop "PostgreSQL is missing. Install it and run this again."
  fi
fi

# --- A browser, for the end-to-end tests only.

browser_starts() { (cd end2end && node browser.mjs --try); }

if [ "$browser_wanted" = yes ] && ! browser_starts 2>/dev/null; then
  say "a browser for the end-to-end tests: Playwright's Chromium · usually 1 minute"
  (cd end2end && npx playwright install chromium) || true
  if ! browser_starts 2>/dev/null && have apt-get; then
    say "that one does not start here; Debian's Chromium instead, with all it needs · usually 2 minutes"
    install_packages chromium
  fi
  browser_starts || stop "No browser for the end-to-end tests. Install Chromium or Chrome, or set CHROMIUM to one, and run this again."
fi

# Debian's Chromium opens windows even where nobody sees them. A CHROMIUM that is named stands for all.
if [ "$browser_wanted" = yes ] && [ -z "${CHROMIUM:-}" ] && have apt-get && have chromium && ! have chromium-headless-shell; then
  say "Chromium without its windows, with which the end-to-end tests take a third less time · usually 30 seconds"
  install_packages chromium-headless-shell
fi

if [ "$browser_wanted" = yes ]; then
  say "everything is here, with $(cd end2end && node browser.mjs) for the tests."
else
  say "everything is here."
fi
