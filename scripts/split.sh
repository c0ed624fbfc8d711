#!/usr/bin/env bash
# Proves from the dependency trees that server code cannot reach the page, that the rules and the scene stand alone, that the
# puzzles and the Kalah Game Protocol stand on the rules, tournaments on rooms and the Swiss system, the engine on the rules and its
# protocol, fair play on the engine, that the Swiss system stands alone, and that the page carries no engine. Proves from the
# sources that scripts know no event of a room, so that only Rust folds logs. It reads the trees cargo resolves and builds nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

server_only='tokio|axum|sqlx'

# The names in a dependency tree, one a line. The arguments are cargo tree's.
crates_of() {
  cargo tree --locked --edges normal --prefix none "$@" | sed 's/ .*//' | sort -u
}

page=$(crates_of -p duello --no-default-features --features hydrate --target wasm32-unknown-unknown)
server=$(crates_of -p duello --no-default-features --features ssr)
rules=$(crates_of -p rules --no-default-features)
scene=$(crates_of -p scene)
engine=$(crates_of -p engine --no-default-features)
puzzles=$(crates_of -p puzzles)
kgp=$(crates_of -p kgp)
tournament=$(crates_of -p tournament)
swiss=$(crates_of -p swiss)
fairplay=$(crates_of -p fairplay)

# A search that would find nothing anywhere proves nothing: the server's tree must hold all three.
for crate in tokio axum sqlx; do
  if ! grep -qx "$crate" <<<"$server"; then
    echo "split: $crate is missing from the server's tree, so its absence from the page's tree proves nothing." >&2
    exit 1
  fi
done

if leaked=$(echo "$page" | grep -E "^($server_only)(-.*)?$"); then
  echo "split: server crates in the page's tree:" $leaked >&2
  echo "Find the way in with: cargo tree -p duello --no-default-features --features hydrate --target wasm32-unknown-unknown -i CRATE" >&2
  exit 1
fi

if [ "$rules" != "rules" ]; then
  echo "split: without features the rules crate must depend on nothing, yet its tree is:" $rules >&2
  exit 1
fi

if [ "$(echo $scene)" != "glam scene" ]; then
  echo "split: the scene crate must depend on its vectors alone, yet its tree is:" $scene >&2
  exit 1
fi

if [ "$(echo $puzzles)" != "puzzles rules" ]; then
  echo "split: the puzzles must depend on the rules alone, yet their tree is:" $puzzles >&2
  exit 1
fi

if [ "$(echo $kgp)" != "kgp rules" ]; then
  echo "split: the Kalah Game Protocol must depend on the rules alone, yet its tree is:" $kgp >&2
  exit 1
fi

# What thiserror consists of is compiled for its derive macro.
allowed='swiss|thiserror|thiserror-impl|proc-macro2|quote|syn|unicode-ident'
if more=$(echo "$swiss" | grep -vxE "$allowed"); then
  echo "split: the Swiss system must depend on no other crate of the project and on no library but thiserror, yet its tree has:" $more >&2
  exit 1
fi

# What serde consists of is compiled for its derive macros, what thiserror consists of for that of the Swiss system.
serde='serde|serde_core|serde_derive|proc-macro2|quote|syn|unicode-ident'
if more=$(echo "$tournament" | grep -vxE "tournament|room|rules|swiss|thiserror|thiserror-impl|$serde"); then
  echo "split: tournaments must depend on rooms, the rules and the Swiss system alone, yet their tree has:" $more >&2
  exit 1
fi

if more=$(echo "$engine" | grep -vxE "engine|engine-protocol|rules|$serde"); then
  echo "split: the engine must depend on the rules and its protocol alone, yet its tree has:" $more >&2
  exit 1
fi

if more=$(echo "$fairplay" | grep -vxE "fairplay|engine|engine-protocol|rules|$serde"); then
  echo "split: fair play must depend on the engine and the rules alone, yet its tree has:" $more >&2
  exit 1
fi

if grep -qx "engine" <<<"$page"; then
  echo "split: the engine is in the page's tree. It is a program of its own; what both know belongs to engine-protocol." >&2
  exit 1
fi

# The names of events as they stand in logs: the variants of the enum, in snake_case, or what serde renames them to.
events=$(sed -n '/^pub enum Event {/,/^}/p' crates/room/src/event.rs |
  sed -nE '/serde\(rename = /{s/.*"(.*)".*/\1/p;n;d;};s/^    ([A-Z][A-Za-z]*)( \{|\(|,).*/\1/p' |
  sed -E 's/([a-z])([A-Z])/\1_\2/g' | tr '[:upper:]' '[:lower:]')
for event in opened same_board_offered put_away ended; do
  if ! grep -qx "$event" <<<"$events"; then
    echo "split: no event $event was found in crates/room/src/event.rs, so this script no longer reads it rightly." >&2
    exit 1
  fi
done
quoted=$(echo "$events" | paste -sd '|' -)
# As a property, left is a word of style sheets and the DOM.
property=$(echo "$events" | grep -vx left | paste -sd '|' -)
if known=$(git grep -nE "[\"'\`]($quoted)[\"'\`]|[.]($property)([^A-Za-z0-9_]|$)|(^|[{,])[[:space:]]*($property):" -- '*.js'); then
  echo "split: scripts name events of a room, which Rust alone folds (src/app/game/saved_games/summary.rs):" >&2
  echo "$known" >&2
  exit 1
fi

echo "page: $(echo "$page" | wc -l | tr -d ' ') crates, no tokio, axum or sqlx · server: $(echo "$server" | wc -l | tr -d ' ') crates · rules, scene: no dependency · engine: the rules and its protocol, and not in the page · puzzles, kgp: the rules · tournament: rooms, the rules and the Swiss system · swiss: nothing of the project · fairplay: the engine · scripts: none of the $(echo "$events" | wc -l | tr -d ' ') events of a room"

node scripts/borders.mjs
