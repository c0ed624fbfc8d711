#!/usr/bin/env bash
# The long form of fuzzing: fuzz.sh SECONDS [TARGET]. Builds all targets with counters and runs each for so long, one after the
# other, over what is kept in fuzz/corpus and what earlier runs have found (in the target folder). What breaks a law is written
# to fuzz/artifacts and ends the run.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

seconds=$1
targets=${2:-rules notation import wthor wire room}
# The crates hold no unsafe code, so the sanitiser of memory is left out: it would find nothing, at half the speed, and wants
# the nightly compiler.
flags=(--target-dir "${CARGO_TARGET_DIR:-../target}/fuzz" --sanitizer none)
found="${CARGO_TARGET_DIR:-../target}/fuzz/found"

cargo fuzz build "${flags[@]}"
for target in $targets; do
  mkdir -p "$found/$target"
  printf '\n=== %s for %s s\n' "$target" "$seconds"
  cargo fuzz run "${flags[@]}" "$target" "$found/$target" "corpus/$target" -- \
    -max_total_time="$seconds" -timeout=10 -print_final_stats=1
done
