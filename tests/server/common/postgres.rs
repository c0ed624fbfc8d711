//! A PostgreSQL server for the tests of this process: started on first use, stopped with the process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use sqlx::{Connection, PgConnection};

/// Time limit of its start, longer than it ever takes.
const STARTED: Duration = Duration::from_secs(120);

/// The URL of a new database.
pub async fn new_database() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("duello_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&address("postgres")).await.unwrap();
    let sql = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    address(&name)
}

/// The URL of a database; starts PostgreSQL on first use.
fn address(name: &str) -> String {
    static SERVER: OnceLock<(Child, String)> = OnceLock::new();
    let start = || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/postgres.sh");
        // It stops when its stdin closes, as happens with this process.
        let mut server = Command::new(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let (said, first) = mpsc::channel();
        std::thread::spawn(move || said.send(lines.next()));
        let line = first.recv_timeout(STARTED).expect("PostgreSQL starts within two minutes");
        let line = line.and_then(Result::ok).unwrap_or_default();
        assert!(line.contains("NAME"), "no PostgreSQL: see what scripts/postgres.sh says");
        (server, line.trim().to_owned())
    };
    SERVER.get_or_init(start).1.replace("NAME", name)
}
