#!/usr/bin/env bash
# The way back from an update, with both programs: an earlier release fills a database, this one brings it up to date, and after
# `duello schema --back-to` the earlier one serves it again, then this one once more. With a file and with PostgreSQL.
# Builds the earlier release in a folder of its own, target/previous. The first time this takes as long as any first build.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=${1:?usage: way-back.sh COMMIT SCHEMA, the earlier release and its schema version}
schema=${2:?usage: way-back.sh COMMIT SCHEMA, the earlier release and its schema version}
previous=$PWD/target/previous
mkdir -p "$previous"
rm -rf "$previous/source"
mkdir "$previous/source"
git archive "$commit" | tar -x -C "$previous/source"
(cd "$previous/source" && CARGO_TARGET_DIR=$previous/target cargo build --locked -p duello --features ssr --bin duello)
cargo build --target-dir target/check --locked -p duello --features ssr --bin duello
old=$previous/target/debug/duello new=$PWD/target/check/debug/duello

folder=$(mktemp -d)
running=()
finish() {
  for process in ${running[@]+"${running[@]}"}; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
export RUST_LOG=error
settings='{"settings":{"game":{"mancala":{"pits":6,"stones":4,"capture":"opposite","sowing":"single","extra_turn":true,"leftovers":"owner","direction":"counter_clockwise","pie_rule":false,"first_move":"south"}},"clock":"none","sides":"bottom","undo":"consent"}}'

# serve PROGRAM FLAGS…: starts it, waits until it is ready, opens a room, looks at all rooms so far, and stops it.
codes=()
serve() {
  local program=$1 port process code
  shift
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
  "$program" --addr "127.0.0.1:$port" --data "$folder/data" "$@" >/dev/null &
  process=$!
  running+=("$process")
  for _ in $(seq 150); do
    if "$program" ready --addr "127.0.0.1:$port" >/dev/null 2>&1; then break; fi
    sleep 0.1
  done
  "$program" ready --addr "127.0.0.1:$port" >/dev/null
  codes+=("$(curl -sf -H 'Content-Type: application/json' -H "Origin: http://127.0.0.1:$port" -d "$settings" \
    "http://127.0.0.1:$port/api/create_room" | tr -d '"')")
  for code in "${codes[@]}"; do
    # Codes have eight letters now; an earlier release finds only rooms with six. This one finds all of them again.
    if [ "$program" = "$old" ] && [ "${#code}" -gt 6 ]; then continue; fi
    curl -sf -o /dev/null "http://127.0.0.1:$port/r/$code" || { echo "way back: room $code is missing" >&2; exit 1; }
  done
  kill "$process"
  wait "$process"
}

# there_and_back NAME FLAGS…
there_and_back() {
  local name=$1 digest
  shift
  codes=()
  serve "$old" "$@"
  serve "$new" "$@" --backup-made "$schema"
  "$new" check --data "$folder/data" "$@" >/dev/null
  if "$old" --addr 127.0.0.1:0 --data "$folder/data" "$@" >/dev/null 2>&1; then
    echo "way back: the earlier release starts without it" >&2
    exit 1
  fi
  "$new" schema --back-to "$schema" --data "$folder/data" "$@" >/dev/null
  "$old" check --data "$folder/data" "$@" >/dev/null
  serve "$old" "$@"
  serve "$new" "$@"
  "$new" check --data "$folder/data" "$@" >/dev/null
  echo "way back: $name: $commit served what this version had brought up to date, and then this one again; ${#codes[@]} rooms"
}

there_and_back "SQLite" --db "$folder/games.sqlite"
coproc POSTGRES { DURABLE=1 scripts/postgres.sh; }
read -r address <&"${POSTGRES[0]}"
# The database of a fresh server; `postgres` is there.
there_and_back "PostgreSQL" --db "${address/NAME/postgres}"
exec {POSTGRES[1]}>&-
