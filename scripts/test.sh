#!/usr/bin/env bash
# The steps of `make test` in order: says of each what it does and how long it usually takes, stops at the first that
# fails, and ends with the count. What a step does stands in the Makefile.
set -uo pipefail
cd "$(dirname "$0")/.."

# command of the Makefile | what it does | how long it usually takes, on two cores, the first time and then
steps=(
  "setup BROWSER=1|Tools: install what is missing, and a browser|seconds; 10 minutes on a fresh machine"
  "format|Format: every Rust file as rustfmt writes it|1 s"
  "clippy|Clippy: server, page and crates without a warning|3 min, then 10 s"
  "split|Dependencies: no server code in the page, none at all in the rules|1 s"
  "docs|Docs: links, paths and commands exist; test names are short|1 s"
  "deny|Dependencies: licences and sources of everything that is built in|2 min to install the tool, then 5 s"
  "unit|Crates: examples and laws of rules and room, and fuzzing in its short form|1 min, then 15 s"
  "page|Release: build server and page|5 min, then 1 min"
  "styles|Release: one style sheet for each kind of page|1 s"
  "engine|Release: build the engine, a program of its own|1 min, then 1 s"
  "scene|Release: build what draws the board in three dimensions, a program of its own|1 min, then 1 s"
  "compress|Release: compress the page|30 s"
  "sizes|Release: wasm, JS and CSS within their limits|1 s"
  "server-tests|Server: the app's own tests on both databases, real sockets, several servers, faults and attacks|6 min, then 3 min"
  "end2end|End to end: whole games in a real browser|20 min, 35 on a slow machine"
)

# A step that the Makefile has and this list has not would be missed only on a machine where nothing is built.
listed=" $(printf '%s\n' "${steps[@]}" | sed 's/[ |].*//' | tr '\n' ' ')"
for step in $(sed -nE 's/^([a-z0-9-]+):.*## Step of test:.*/\1/p' Makefile); do
  if [[ $listed != *" $step "* ]]; then
    echo "make $step is a step of test in the Makefile and not in scripts/test.sh"
    exit 1
  fi
done

total=${#steps[@]}
passed=0
for step in "${steps[@]}"; do
  IFS='|' read -r command what usually <<<"$step"
  printf '\n=== %d of %d · %s (usually %s)\n' "$((passed + 1))" "$total" "$what" "$usually"
  started=$SECONDS
  # shellcheck disable=SC2086 # a command may be a target and a setting
  if ! make --no-print-directory $command; then
    printf '\nStopped after %d s: this step failed, the ones after it did not run. It alone: make %s\n' "$SECONDS" "$command"
    printf '%d passed, 1 failed\n' "$passed"
    exit 1
  fi
  passed=$((passed + 1))
  printf '    done in %d s\n' "$((SECONDS - started))"
done

printf '\nAll of it in %d min %d s.\n' "$((SECONDS / 60))" "$((SECONDS % 60))"
printf '%d passed, 0 failed\n' "$passed"
