//! Checks deploy/alerts.yml and deploy/dashboard.json: both are valid for Prometheus, each alert fires when it should and not
//! otherwise (deploy/alerts.test.yml), and each has its entry in docs/OPERATIONS.md. That their metrics exist is a test of
//! src/server/metrics.rs. Wants promtool, of Debian's package prometheus.
//! Use: node scripts/alerts.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const promtool = (...what) => execFileSync("promtool", what, { stdio: ["ignore", "ignore", "inherit"] });

promtool("check", "rules", "deploy/alerts.yml");
promtool("test", "rules", "deploy/alerts.test.yml");

const names = [...readFileSync("deploy/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
const tests = readFileSync("deploy/alerts.test.yml", "utf8");
const runbook = readFileSync("docs/OPERATIONS.md", "utf8");
const lacking = names.flatMap((name) => [
  ...(runbook.includes(`| \`${name}\` |`) ? [] : [`${name} has no entry in docs/OPERATIONS.md`]),
  ...(tests.includes(`'{alertname="${name}"}', value: 1`) ? [] : [`${name} has no test in which it fires`]),
]);

// promtool has no check for single expressions, so those of the dashboard are checked as rules.
const { panels } = JSON.parse(readFileSync("deploy/dashboard.json", "utf8"));
const queries = panels.flatMap(({ targets = [] }) => targets).map(({ expr }) => expr);
const rules = queries.map((expr, n) => ({ record: `q${n}`, expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*") }));
const folder = mkdtempSync(join(tmpdir(), "duello-alerts-"));
const file = join(folder, "dashboard.yml");
writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
promtool("check", "rules", file);
rmSync(folder, { recursive: true });

for (const lack of lacking) console.error(`alerts: ${lack}`);
if (names.length === 0 || queries.length === 0 || lacking.length > 0) process.exit(1);
console.log(`alerts: ${names.length} alerts and ${queries.length} queries of the dashboard are valid, tested and described`);
