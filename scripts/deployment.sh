#!/usr/bin/env bash
# Looks whether what stands in deploy/ is right, with what is here: each file's own checker, and the server behind both proxies,
# with a page and a web socket through each. What is not installed is named and left out; with --install it is installed first.
set -euo pipefail
cd "$(dirname "$0")/.."

server=${1:?usage: deployment.sh SERVER SITE [--install]}
site=${2:?usage: deployment.sh SERVER SITE [--install]}
have() { command -v "$1" >/dev/null 2>&1; }
passed=0 left_out=0
good() { passed=$((passed + 1)); printf 'deployment: %s\n' "$*"; }
without() { left_out=$((left_out + 1)); printf 'deployment: left out, as %s is not here: %s\n' "$1" "$2"; }

if [ "${3:-}" = --install ] && have apt-get; then
  echo "deployment: nginx, Caddy, OpenSSL and systemd's checker, to try the files with · usually 30 seconds"
  apt-get install -y -q --no-install-recommends nginx-light caddy openssl systemd curl >/dev/null
fi

folder=$(mktemp -d)
running=()
finish() {
  for process in ${running[@]+"${running[@]}"}; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

# free_port: one that nobody listens on at the moment.
free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'; }

# Whatever runs is bounded, and comes back however often it fails.
for setting in StartLimitIntervalSec=0 Restart=always RestartSteps= RestartMaxDelaySec= MemoryMax= TasksMax= LogRateLimitBurst= \
  network-online.target time-sync.target; do
  grep -q "$setting" deploy/duello.service || { echo "deployment: duello.service lacks $setting" >&2; exit 1; }
done
for file in compose.yaml compose.nodes.yaml; do
  node -e '
    const text = require("fs").readFileSync(process.argv[1], "utf8");
    // Each block with an image: a service, or what services are made of.
    const blocks = text.split(/\n(?=(?:  )?[\w-]+:)/).filter((block) => /\n\s+image:/.test(block));
    const lacks = blocks.flatMap((block) => ["mem_limit", "pids_limit", "logging", "restart"]
      .filter((key) => !new RegExp(`\n\\s+${key}:`).test(block)).map((key) => `${block.split(":")[0].trim()} lacks ${key}`));
    if (blocks.length === 0 || lacks.length > 0) { console.error(`deployment: ${process.argv[1]}: ${lacks.join(", ") || "no service"}`); process.exit(1); }
  ' "deploy/$file"
done
good "duello.service, compose.yaml, compose.nodes.yaml: everything has its limits"

if have hadolint; then
  hadolint deploy/Dockerfile
  good "Dockerfile: hadolint has nothing against it"
else
  without hadolint "the Dockerfile"
fi
if have docker && docker compose version >/dev/null 2>&1; then
  for file in compose.yaml compose.nodes.yaml; do
    DUELLO_HOST=duello.example POSTGRES_PASSWORD=secret NATS_PASSWORD=secret docker compose -f "deploy/$file" config -q
  done
  good "compose.yaml, compose.nodes.yaml: docker compose understands them"
else
  without "docker compose" "compose.yaml and compose.nodes.yaml"
fi
if have systemd-analyze; then
  mkdir -p "$folder/unit"
  sed "s|^ExecStart=.*|ExecStart=$server|" deploy/duello.service >"$folder/unit/duello.service"
  systemd-analyze verify --man=no "$folder/unit/duello.service"
  good "duello.service: systemd understands it"
else
  without systemd-analyze duello.service
fi

port=$(free_port)
"$server" --addr "127.0.0.1:$port" --data "$folder/data" --site "$site" --trust-proxy 127.0.0.1 >/dev/null &
running+=($!)
for _ in $(seq 100); do
  if "$server" ready --addr "127.0.0.1:$port" >/dev/null 2>&1; then break; fi
  sleep 0.1
done
"$server" ready --addr "127.0.0.1:$port" >/dev/null
good "the server is ready, by its own word"

# through NAME URL: a page, and a web socket that is let in, through a proxy.
through() {
  local name=$1 url=$2 answer
  for _ in $(seq 50); do
    if curl -ksf -o /dev/null "$url/readyz"; then break; fi
    sleep 0.1
  done
  # All of it is read: a grep that ends early would break the pipe.
  curl -ksf "$url/" | grep '<title>' >/dev/null || { echo "deployment: no page through $name" >&2; exit 1; }
  answer=$(curl -ks --http1.1 -m 5 -o /dev/null -w '%{http_code}' -H 'Connection: Upgrade' -H 'Upgrade: websocket' \
    -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' -H "Origin: $url" "$url/ws/BQHRKM" || true)
  [ "$answer" = 101 ] || { echo "deployment: no web socket through $name: $answer" >&2; exit 1; }
  good "$name: a page and a web socket come through"
}

# caddy_with FILE: Caddy with this file in front of the server, or of what may as well be three.
caddy_with() {
  local file=$1 front server=127.0.0.1:$port
  front=$(free_port)
  sed "s|^{\\\$DUELLO_HOST:localhost} {|https://127.0.0.1:$front {\n\ttls internal|; s|^{\$|{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_sni 127.0.0.1|" \
    "deploy/$file" >"$folder/$file"
  caddy validate --adapter caddyfile --config "deploy/$file" >"$folder/caddy.log" 2>&1 || { cat "$folder/caddy.log" >&2; exit 1; }
  XDG_DATA_HOME=$folder XDG_CONFIG_HOME=$folder DUELLO_SERVER=$server DUELLO_SERVERS="$server localhost:$port" \
    caddy run --adapter caddyfile --config "$folder/$file" >"$folder/caddy.log" 2>&1 &
  running+=($!)
  through "Caddy ($file)" "https://127.0.0.1:$front" || { cat "$folder/caddy.log" >&2; exit 1; }
}

if have caddy; then
  caddy_with Caddyfile
  caddy_with Caddyfile.nodes
else
  without caddy "Caddyfile and Caddyfile.nodes"
fi

if have nginx && have openssl; then
  front=$(free_port) plain=$(free_port)
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
  sed "s|listen \[::\].*||; s|listen 80;|listen 127.0.0.1:$plain;|; s|listen 443|listen 127.0.0.1:$front|; \
    s|/etc/ssl/duello/fullchain.pem|$folder/cert.pem|; s|/etc/ssl/duello/privkey.pem|$folder/key.pem|; \
    s|proxy_set_header Host  *\$host|proxy_set_header Host \$host:$front|; s|127.0.0.1:3000|127.0.0.1:$port|" deploy/nginx.conf >"$folder/site.conf"
  cat >"$folder/nginx.conf" <<END
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path $folder/body; proxy_temp_path $folder/proxy; fastcgi_temp_path $folder/f;
  uwsgi_temp_path $folder/u; scgi_temp_path $folder/s;
  include $folder/site.conf;
}
END
  nginx -t -q -c "$folder/nginx.conf"
  nginx -c "$folder/nginx.conf" -g 'daemon off;' &
  running+=($!)
  through nginx "https://127.0.0.1:$front" || { cat "$folder/nginx.log" >&2; exit 1; }
else
  without "nginx or openssl" nginx.conf
fi

printf 'deployment: %d things are right, %d were left out\n' "$passed" "$left_out"
