//! Three nodes as in a real deployment: separate processes, PostgreSQL, NATS. The players of each game are at
//! different nodes.

use super::*;
use crate::common::postgres::new_database;
use crate::faults::table::{Players, Table, check_log};
use crate::faults::{percentile, say, timed, times};
use crate::process::{Process, run};
use sqlx::{Connection, PgConnection};
use tokio::task::block_in_place;

/// Upper bound until all games go on, by design.
const GO_ON: Duration = Duration::from_secs(5);

struct Three {
    folder: TempDir,
    nats: Nats,
    database: String,
    all: Vec<Process>,
}

impl Three {
    async fn start() -> Option<Self> {
        let nats = Nats::start().await?;
        let database = new_database().await;
        let mut three = Self { folder: tempfile::tempdir().unwrap(), nats, database, all: Vec::new() };
        for _ in 0..3 {
            three.all.push(three.start_process());
        }
        for host in three.hosts() {
            until_ready(&host, true).await;
        }
        Some(three)
    }

    fn start_process(&self) -> Process {
        let bus = format!("nats://{}", self.nats.host());
        let variables = [("DUELLO_BUS", bus.as_str()), ("DUELLO_DB", self.database.as_str())];
        block_in_place(|| Process::start_under(&[], &variables, self.folder.path()))
    }

    fn hosts(&self) -> Vec<String> {
        self.all.iter().map(|process| process.host.clone()).collect()
    }

    /// The addresses of all nodes but one.
    fn hosts_without(&self, gone: usize) -> Vec<String> {
        let mut hosts = self.hosts();
        hosts.remove(gone);
        hosts
    }

    /// Validates the logs against the rules and against what the players were told.
    async fn check(&self, tables: &[Table]) {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        for table in tables {
            let rows = sqlx::query("SELECT body FROM events WHERE room = $1 ORDER BY seq");
            let rows = rows.bind(table.code.to_string()).fetch_all(&mut connection).await.unwrap();
            let log: Vec<Logged> = rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect();
            check_log(table, &log);
        }
    }

    /// Validates the whole database with `duello check`.
    fn check_all(&self) {
        let checked = block_in_place(|| run(&["check", "--db", &self.database]));
        let output = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "{output}");
        say("three nodes", output.trim());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_nodes_one_is_killed_repeatedly_and_nothing_is_lost() {
    let Some(mut three) = Three::start().await else { return };
    let mut tables = Table::open(&three.all[0].host, times(6, 50) as u128).await;
    let (mut seed, mut took) = (0xBAD, Vec::new());
    for n in 0..times(4, 60) {
        let mut players = Players::begin_at(Table::renewed(tables, &three.all[0].host).await, three.hosts());
        players.acknowledged(20 + (next_random(&mut seed) % 200) as usize).await;
        let doomed = n % 3;
        three.all[doomed].kill();
        players.forget_acknowledged();
        let went_on = timed(async {
            players.move_to_all(three.hosts_without(doomed));
            players.acknowledged_everywhere().await;
        });
        took.push(went_on.await.1);
        three.all[doomed] = three.start_process();
        players.move_to_all(three.hosts());
        players.acknowledged(20).await;
        tables = players.stop().await;
        three.check(&tables).await;
    }
    let slowest = percentile(&mut took, 100);
    assert!(slowest < GO_ON * times(3, 1) as u32, "{slowest:?}");
    let acknowledged: usize = tables.iter().map(|table| table.acknowledged.len()).sum();
    say("three nodes", &format!("killed: {acknowledged} commands acknowledged, none lost, none twice"));
    say("three nodes", &format!("all games went on {slowest:?} after a kill, at most"));
    three.check_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_drops_all_connections_repeatedly_and_nothing_is_lost() {
    let Some(three) = Three::start().await else { return };
    let tables = Table::open(&three.all[0].host, 6).await;
    let mut players = Players::begin_at(tables, three.hosts());
    let mut connection = PgConnection::connect(&three.database).await.unwrap();
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE application_name = 'duello' AND datname = current_database()";
    let count = "SELECT COUNT(DISTINCT pid) FROM pg_stat_activity \
                 WHERE application_name = 'duello' AND datname = current_database()";
    let mut seed = 0xD0;
    for _ in 0..times(10, 200) {
        players.acknowledged(30).await;
        let connected = async {
            while sqlx::query_scalar::<_, i64>(count).fetch_one(&mut connection).await.unwrap() < 3 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        patiently("each node has a connection at least", connected).await;
        tokio::time::sleep(Duration::from_micros(next_random(&mut seed) % 3_000)).await;
        let dropped = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
        assert!(!dropped.is_empty(), "there is something to drop");
    }
    players.forget_acknowledged();
    players.acknowledged_everywhere().await;
    let tables = players.stop().await;
    three.check(&tables).await;
    three.check_all();
}
