//! F8, F9: a locked database, a full or broken disk. Nothing unwritten is acknowledged, commands are answered
//! with the fault "busy", and the server recovers by itself.

use std::path::Path;
use std::time::Duration;

use super::strace::{Failing, has_strace, inject};
use super::table::{Players, Table, check};
use super::{say, some_of, timed, times};
use crate::common::*;
use crate::process::Process;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::task::block_in_place;

fn start_with(fault: &[String], folder: &Path) -> Option<Process> {
    let wrapper: Vec<&str> = fault.iter().map(String::as_str).collect();
    block_in_place(|| Process::try_start(&wrapper, &[], folder))
}

async fn ready(host: &str) -> u16 {
    status(&http(host, "GET /readyz", "").await)
}

#[tokio::test(flavor = "multi_thread")]
async fn f8_a_locked_database_refuses_moves_serves_reads_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let server = block_in_place(|| Process::start(folder.path()));
    let mut tables = Table::open(&server.host, 3).await;
    for _ in 0..times(1, 20) {
        let code = tables[0].code;
        let mut players = Players::begin(tables, &server.host);
        players.acknowledged(30).await;
        // The server writes all the time: the lock is waited for, until its turn comes.
        let options = SqliteConnectOptions::new().filename(&database).busy_timeout(PATIENCE);
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
        let locked = tokio::time::Instant::now();
        // The first wait for the lock ends after five seconds; later requests wait anew.
        assert_eq!(status(&http(&server.host, &format!("GET /r/{code}"), "").await), 200, "reads go on");
        assert_eq!(ready(&server.host).await, 503);
        tokio::time::sleep_until(locked + Duration::from_secs(times(8, 10) as u64)).await;
        players.forget_acknowledged();
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        let ((), took) = timed(players.acknowledged(1)).await;
        say("F8", &format!("played on {took:?} after the lock was gone"));
        assert!(took < Duration::from_secs(times(10, 2) as u64), "{took:?}");
        assert_eq!(ready(&server.host).await, 200);
        tables = players.stop().await;
        assert!(tables.iter().any(|table| table.busy > 0), "somebody was answered with busy");
        check(&database, &tables).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f9_a_failed_write_is_not_acknowledged_and_later_ones_are() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let mut server = block_in_place(|| Process::start(folder.path()));
    let mut tables = Table::open(&server.host, 3).await;
    server.kill();
    // Each new connection of the server has a thread with a counter of its own, so its first writes succeed.
    // With a lower number a transaction of more writes would fail in every connection, for ever; the largest,
    // the end of a game, has some 35.
    let writes = 60..=240;
    let faults = [
        ("pwrite64", "EIO", 1, writes.clone()),
        ("pwrite64", "ENOSPC", 20, writes),
        ("fsync", "EIO", 1, 5..=110),
        ("fsync", "EIO", 9, 5..=110),
    ];
    for (call, error, lasts, numbers) in faults {
        let (mut busy, mut refused_to_start) = (0, 0);
        for n in some_of(5, numbers) {
            let fault = inject(call, &format!("error={error}:when={n}..{}", n + lasts - 1));
            let Some(server) = start_with(&fault, folder.path()) else {
                refused_to_start += 1;
                continue;
            };
            let mut players = Players::begin(Table::renewed(tables, &server.host).await, &server.host);
            players.acknowledged(120).await;
            let heals = async { while ready(&server.host).await != 200 {} };
            patiently("it heals", heals).await;
            tables = players.stop().await;
            busy += tables.iter_mut().map(|table| std::mem::take(&mut table.busy)).sum::<usize>();
            drop(server);
            check(&database, &tables).await;
        }
        let what = format!("{call} {error} {lasts}");
        say(
            "F9",
            &format!("{what}: {busy} commands were answered with busy; {refused_to_start} starts failed"),
        );
        assert!(busy > 0, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn f9_a_full_disk_is_reported_serves_reads_and_recovers() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let server = block_in_place(|| Process::start(folder.path()));
    let mut players = Players::begin(Table::open(&server.host, 3).await, &server.host);
    players.acknowledged(60).await;
    let Some(full) = block_in_place(|| Failing::attach(&server, "pwrite64", "error=ENOSPC")) else { return };
    let unready = async { while ready(&server.host).await != 503 {} };
    patiently("the server says that it cannot write", unready).await;
    // Clients retry every 20 ms.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let tables = players.stop().await;
    assert!(tables.iter().any(|table| table.busy > 0), "players are answered with busy");
    // Also without any pending write.
    for _ in 0..5 {
        assert_eq!(ready(&server.host).await, 503);
    }
    assert_eq!(status(&http(&server.host, &format!("GET /r/{}", tables[0].code), "").await), 200);
    assert_eq!(status(&http(&server.host, "GET /healthz", "").await), 200);
    let mut players = Players::begin(tables, &server.host);
    block_in_place(|| drop(full));
    players.acknowledged(60).await;
    assert_eq!(ready(&server.host).await, 200);
    let tables = players.stop().await;
    drop(server);
    check(&database, &tables).await;
}
