#!/usr/bin/env bash
# The Mancala solver beside CMancala (MIT, C), both in turn: processor seconds of each run, and the range of the ratios.
#   scripts/solver-peer.sh [CHECKOUT]   CHECKOUT: sources of the peer; without it they are fetched
# TASKS chooses from: exact, data (18 stones), outcome (who wins; ours with data of 16 stones), outcome_data (who wins, the
# peer as well with its data, of 12 stones: its best); ROUNDS is 3. The peer is built with its own release flags (cmake, gcc).
set -euo pipefail
cd "$(dirname "$0")/.."

commit=1c8dbda
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checkout=${1:-}
if [ -z "$checkout" ]; then
  checkout=$work/source
  git clone --quiet https://github.com/LifesLight/CMancala "$checkout"
  git -C "$checkout" checkout --quiet "$commit"
fi
cmake -S "$checkout" -B "$work/build" > /dev/null
cmake --build "$work/build" > /dev/null
cargo build --release --locked --quiet -p engine --example solve
peer=$work/build/Mancala
ours=${CARGO_TARGET_DIR:-target}/release/examples/solve
ours=$(realpath "$ours")

# What the peer is told: a table of 2^24 entries takes 128 MB.
api() { printf 'SOLVE 008080808080800080808080809\n' | "$peer" --api --cache 24 "$@"; }
clip() {
  rm -rf EGDB
  printf '%s\n' "$@" 'stones 4' 'time 0' 'clip true' 'progress false' 'cache 24' 'autoplay false' \
    'player 1 ai' 'player 2 human' start step last quit | timeout 600 "$peer"
}
run_peer() {
  case $1 in
    exact) api ;;
    data) rm -rf EGDB && api --egdb 18 ;;
    outcome) clip ;;
    outcome_data) clip 'egdb 12' ;;
  esac
}
run_ours() {
  case $1 in
    exact) "$ours" mancala --table 128 --endgame 0 ;;
    data) "$ours" mancala --table 128 --endgame 18 ;;
    outcome | outcome_data) "$ours" mancala --table 128 --outcome --endgame 16 ;;
  esac
}

# Processor seconds of a command; its answer is checked, so that nothing is compared that went wrong.
TIMEFORMAT=%U
seconds() {
  { time "$@" > "$work/answer" 2> /dev/null; } 2> "$work/time" || true
  grep -Eq 'EVAL 8 |Evaluation: 1$|^value \+(8|1)$' "$work/answer" || { echo "wrong answer: $*" >&2; exit 1; }
  cat "$work/time"
}

cd "$work"
for task in ${TASKS:-exact data outcome outcome_data}; do
  ratios=
  for _ in $(seq "${ROUNDS:-3}"); do
    theirs=$(seconds run_peer "$task")
    own=$(seconds run_ours "$task")
    ratio=$(awk "BEGIN { printf \"%.2f\", $own / $theirs }")
    echo "$task: peer $theirs s, Duello $own s, ratio $ratio"
    ratios="$ratios $ratio"
  done
  printf '%s\n' $ratios | sort -n | awk -v task="$task" \
    '{ all[NR] = $1 } END { printf "%s: ratio %s to %s, median %s\n", task, all[1], all[NR], all[int((NR + 1) / 2)] }'
done
