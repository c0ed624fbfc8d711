#!/usr/bin/env bash
# What a release has to pass and is too long for every test: gates.sh SITE [GATE…], all of them without a name.
#   advisories known flaws of dependencies; "not checked" where their list cannot be had
#   alerts    the alert rules and the dashboard, by Prometheus' own checker
#   coverage  how many lines of rules, engine and room their own tests run
#   miri      rules and the engine's tables, on a machine that notices every misuse of memory
#   positions what others have published of both games; rules and engine against slow references on ten million positions
#   answers   the page's program as it is shipped says what this machine says, to 200 positions
#   server-mutants  the same for limits, origins, headers, identity, accounts, seeks and readers of game texts: 200 of them drawn
#             by a SEED that is printed (COUNT: so many), each judged by the tests of these modules
#   mutants   rules and room broken in every way there is: how often a test of the same crate notices (SHARD=k/n: one part of n)
set -euo pipefail
cd "$(dirname "$0")/.."

LINES_WANTED=90
CAUGHT_WANTED=95

site=$1
shift
target=${CARGO_TARGET_DIR:-$PWD/target}
if [ $# = 0 ]; then set -- advisories alerts coverage miri positions answers server-mutants mutants; fi

advisories() {
  scripts/setup.sh --deny
  if ! cargo deny --all-features fetch db; then
    echo "advisories: not checked, as their list cannot be fetched from here"
    return
  fi
  cargo deny --locked --all-features check --disable-fetch advisories
}

alerts() {
  scripts/setup.sh --alerts
  node scripts/alerts.mjs
}

coverage() {
  scripts/setup.sh --coverage
  mkdir -p "$target/gates"
  cargo llvm-cov --locked --all-features -p rules -p engine -p room --lcov --output-path "$target/gates/lines.lcov"
  node scripts/coverage.mjs "$target/gates/lines.lcov" "$LINES_WANTED" rules engine room
}

# It is some hundred times slower than the machine: what counts moves for their number's sake is left out. In the tables every
# word would be watched for who may write to it, for hours; safe Rust cannot go wrong there.
miri() {
  local test tests=()
  scripts/setup.sh --miri
  export PROPTEST_CASES=1
  MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-disable-stacked-borrows" cargo +nightly miri test --locked --target-dir "$target/miri" \
    -p engine --lib -- mancala::tt mapello::tt
  for test in crates/rules/tests/*.rs; do
    case $test in *_perft.rs | *_values.rs) ;; *) tests+=(--test "$(basename "$test" .rs)") ;; esac
  done
  # Tests read files of their own, and proptest asks where it runs.
  MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --locked --target-dir "$target/miri" -p rules --all-features "${tests[@]}"
}

positions() {
  cargo test --release --target-dir "$target/check" --locked -p engine -- --ignored
  DUELLO_LONG=1 cargo test --release --target-dir "$target/check" --locked -p rules --test generators
  DUELLO_LONG=1 cargo test --release --target-dir "$target/check" --locked -p engine --lib -- sowing flips
}

answers() {
  cargo test --target-dir "$target/check" --locked -p engine-worker
  node end2end/same-answers.mjs "$site"
}

# count_mutants WHAT FOLDER WANTED: says how many were noticed, and fails below so many of a hundred.
count_mutants() {
  local what=$1 out=$2 wanted=$3 caught missed rest
  caught=$(cat "$out/caught.txt" "$out/timeout.txt" | wc -l)
  missed=$(wc -l <"$out/missed.txt")
  rest=$(wc -l <"$out/unviable.txt")
  [ $((caught + missed)) -gt 0 ] || { echo "gates: no mutant was tried" >&2; exit 1; }
  echo "$what: $((caught)) of $((caught + missed)) noticed, $((1000 * caught / (caught + missed))) of a thousand; $((rest)) more do not compile"
  [ $((100 * caught)) -ge $((wanted * (caught + missed))) ] || { echo "gates: fewer than $wanted %" >&2; exit 1; }
}

# Those that nothing could notice stand in .cargo/mutants.toml, each with its reason.
# What the server defends itself with, and the tests beside it.
GUARDS=(src/server/http/limits/*.rs src/server/http/{origin,headers,forwarded,request_points}.rs src/server/identity.rs
  src/server/identity/*.rs src/server/store/{accounts,sessions,adoption}.rs src/server/auth/{account,aside,ceremony,lookup}.rs
  src/server/auth/{session_cookie,session_revocation,step_up}.rs src/server/lobby/seek_pool.rs src/server/lobby/seek_pool/*.rs)
GUARD_TESTS=(server::http server::identity server::store server::auth server::lobby)

# mutants_of PACKAGE FOLDER ARGUMENT…: those of the package that were drawn. Each package has tests of its own, chosen by the arguments.
mutants_of() {
  local package=$1 out=$2
  shift 2
  mkdir -p "$out/$package"
  rm -rf "$out/$package/mutants.out"
  CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$out/build DUELLO_SITE=$site cargo mutants --no-config -p "$package" \
    --re "$(node scripts/draw.mjs --pattern <"$out/drawn.txt")" --gitignore true --timeout 120 --output "$out/$package" "$@" \
    || case $? in 2 | 3) ;; *) exit 1 ;; esac
}

server-mutants() {
  local out=$target/gates/server seed=${SEED:-$RANDOM} file guards=() readers=() list
  scripts/setup.sh --mutants
  mkdir -p "$out/mutants.out"
  for file in "${GUARDS[@]}"; do
    case $file in */tests.rs | */siege.rs) ;; *) guards+=(--file "$file") ;; esac
  done
  for file in crates/gametext/src/import.rs crates/gametext/src/import/*.rs; do readers+=(--file "$file"); done
  cargo mutants --no-config -p duello -p gametext --features ssr "${guards[@]}" "${readers[@]}" --list >"$out/all.txt"
  node scripts/draw.mjs "$seed" "${COUNT:-200}" <"$out/all.txt" >"$out/drawn.txt"
  echo "server-mutants: $(wc -l <"$out/drawn.txt") of $(wc -l <"$out/all.txt"), SEED=$seed"
  mutants_of gametext "$out" "${readers[@]}"
  mutants_of duello "$out" --features ssr "${guards[@]}" --cargo-test-arg=--lib -- -- "${GUARD_TESTS[@]}"
  for list in caught missed timeout unviable; do
    cat "$out"/{gametext,duello}/mutants.out/$list.txt >"$out/mutants.out/$list.txt"
  done
  count_mutants server-mutants "$out/mutants.out" 90
}

mutants() {
  local out=$target/gates
  scripts/setup.sh --mutants
  mkdir -p "$out"
  rm -rf "$out/mutants.out"
  # A law that is broken need not be shown at its smallest; tests that are optimised a little take a fifth of the time. Missed
  # ones (2) and those that never end (3) are counted below.
  PROPTEST_MAX_SHRINK_ITERS=0 CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$out/build cargo mutants -p rules -p room --output "$out" \
    ${SHARD:+--sharding round-robin --shard "$SHARD"} || case $? in 2 | 3) ;; *) exit 1 ;; esac
  count_mutants "mutants${SHARD:+ of part $SHARD}" "$out/mutants.out" "$CAUGHT_WANTED"
}

for gate in "$@"; do
  case "$gate" in
    advisories | alerts | coverage | miri | positions | answers | server-mutants | mutants) ;;
    *) echo "gates: there is no $gate. Use: gates.sh SITE [advisories] [alerts] [coverage] [miri] [positions] [answers] [server-mutants] [mutants]" >&2; exit 2 ;;
  esac
done
for gate in "$@"; do
  started=$SECONDS
  printf '\n=== %s\n' "$gate"
  "$gate"
  printf '    done in %d s\n' "$((SECONDS - started))"
done
