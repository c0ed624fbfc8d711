#!/usr/bin/env bash
# A PostgreSQL for tests: prints its address (with NAME for the database), and goes with everything in it when its input ends.
# It listens on a socket of the file system alone, and does not wait for the disk unless DURABLE=1.
set -euo pipefail

bin=$(pg_config --bindir 2>/dev/null || true)
[ -x "$bin/initdb" ] || bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -x "$bin/initdb" ] || { echo "postgres: PostgreSQL is missing: scripts/setup.sh --nodes installs it" >&2; exit 1; }

folder=$(mktemp -d)
# The system's administrator may not run it.
as=()
if [ "$(id -u)" = 0 ]; then
  as=(runuser -u postgres --)
  chown postgres "$folder"
  chmod 755 "$folder"
fi
finish() {
  "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM

cd "$folder"
options="-k $folder -c listen_addresses= -c max_connections=400 -c log_statement=none"
[ "${DURABLE:-}" = 1 ] || options="$options -c fsync=off -c full_page_writes=off"
"${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2; exit 1; }
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -o "$options" -l "$folder/data/log" -w start </dev/null >>"$folder/log" 2>&1 ||
  { cat "$folder/log" "$folder/data/log" >&2; exit 1; }
echo "postgres://postgres@localhost/NAME?host=${folder//\//%2F}"
# Until whoever wanted it has gone.
cat >/dev/null
