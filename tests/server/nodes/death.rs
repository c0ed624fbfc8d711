//! Nodes that crash: the others detect it by missing heartbeats and take ownership of their rooms.

use super::*;
use crate::process::Process;
use room::{Command, Settings, TimeControl};
use tokio::task::block_in_place;

/// A node as a process of its own, which can be killed.
fn start_process(nodes: &Nodes, flags: &[(&str, &str)]) -> Process {
    let bus = format!("nats://{}", nodes.nats.host());
    let variables: Vec<_> = flags.iter().copied().chain([("DUELLO_BUS", bus.as_str())]).collect();
    let data = nodes.folder.path().join("data");
    block_in_place(|| Process::start_under(&[], &variables, &data))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_a_dead_node_is_absent_and_reconnects_elsewhere() {
    let Some(nodes) = Nodes::start(1, &["--claim-after-untimed=1"]).await else { return };
    let mut other = start_process(&nodes, &[]);
    let hosts = [nodes.hosts()[0].clone(), other.host.clone()];
    let (code, mut tabs) = apart(&hosts, Settings::default()).await;
    play(&mut tabs, &mut 9, 8).await;
    let played = std::time::Instant::now();
    let [mut anna, bert] = tabs;
    until_here(&mut anna, "both are there", |here| here.seats == [true; 2]).await;
    let (killed, at) = (std::time::Instant::now(), anna.room.at);
    let until_kill = killed.duration_since(played).as_millis() as room::Millis;
    block_in_place(|| other.kill());
    until_here(&mut anna, "he has gone", |here| here.gone[1].is_some()).await;
    let took = killed.elapsed();
    assert!(took < Duration::from_secs(40), "{took:?}");
    let gone = anna.here.gone[1].unwrap();
    let delay = anna.here.gone[1].unwrap().since - at;
    assert!(
        delay < 4_000 + until_kill,
        "it counts from when he was heard last, not from now: {delay} ms after the last move, the kill {until_kill} ms"
    );
    assert_eq!(gone.claim, Some(gone.since + 1_000));
    assert_eq!(anna.ask(Command::ClaimWin).await, Answer::Happened, "the second is long over");
    drop(bert);
    nodes.log(code).await;
}

/// Kills a node in the middle of a game with so many seconds a move, whose players are gone.
async fn killed_in_play(nodes: &Nodes, seconds: u32) -> RoomCode {
    let mut node = start_process(nodes, &[]);
    let settings = Settings { clock: TimeControl::PerMove { seconds }, ..Settings::default() };
    let code = open_room(&node.host, settings).await;
    let mut tabs = two_players(&node.host, code, [1, 2]).await;
    play(&mut tabs, &mut 9, 6).await;
    block_in_place(|| node.kill());
    code
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_of_a_dead_node_fall_with_nobody_connected() {
    let Some(mut nodes) = Nodes::start(1, &[]).await else { return };
    let code = killed_in_play(&nodes, 15).await;
    // A node that starts now finds the other one alive: there was no downtime, and no time is credited.
    let bus = nodes.nats.host();
    nodes.add(&bus, &[]).await;
    let ended = async {
        while !nodes.log(code).await.iter().any(|logged| matches!(logged.event, room::Event::Ended { .. })) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    patiently("the flag falls", ended).await;
    let log = nodes.log(code).await;
    assert!(!log.iter().any(|logged| matches!(logged.event, room::Event::Interrupted { .. })), "{log:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_single_node_ignores_its_own_old_sign_of_life() {
    let Some(nodes) = Nodes::start(0, &[]).await else { return };
    let code = killed_in_play(&nodes, 60).await;
    let _again = start_process(&nodes, &[]);
    let credited = async {
        let interrupted = |logged: &Logged| matches!(logged.event, room::Event::Interrupted { .. });
        while !nodes.log(code).await.iter().any(interrupted) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    patiently("whoever was to move is given the time", credited).await;
}

/// Rooms with a running clock at a start: so many that recording the downtime takes a while.
const COPIES: u64 = 300;

/// A server was killed while the clocks of so many rooms ran.
async fn killed_with_many_clocks(nodes: &Nodes) -> sqlx::SqlitePool {
    let code = killed_in_play(nodes, 60).await;
    let database = nodes.database().await;
    let mut copies = database.begin().await.unwrap();
    for copy in (0..COPIES).map(RoomCode::from_seed) {
        for sql in [
            "INSERT INTO events (room, seq, at, body) SELECT $1, seq, at, body FROM events WHERE room = $2",
            "INSERT INTO clocks (room) SELECT $1 FROM clocks WHERE room = $2",
        ] {
            let statement = sqlx::query(sql).bind(copy.to_string()).bind(code.to_string());
            statement.execute(&mut *copies).await.unwrap();
        }
    }
    // So long ago that no restart is waited for.
    sqlx::query("DELETE FROM nodes").execute(&mut *copies).await.unwrap();
    copies.commit().await.unwrap();
    database
}

/// Number of rooms whose log records the downtime.
const INTERRUPTED: &str = "SELECT COUNT(DISTINCT room) FROM events WHERE body LIKE '%interrupted%'";

#[tokio::test(flavor = "multi_thread")]
async fn a_node_reports_in_only_after_all_interrupted_clocks_are_settled() {
    let Some(nodes) = Nodes::start(0, &[]).await else { return };
    let database = killed_with_many_clocks(&nodes).await;
    let again = start_process(&nodes, &[]);
    let settled = async {
        let sql = format!("SELECT (SELECT COUNT(*) FROM nodes), ({INTERRUPTED})");
        loop {
            let seen = sqlx::query(sqlx::AssertSqlSafe(sql.as_str())).fetch_one(&database).await.unwrap();
            if seen.get::<i64, _>(0) > 0 {
                return seen.get::<i64, _>(1);
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let settled = patiently("the first sign of life", settled).await;
    assert_eq!(
        settled,
        COPIES as i64 + 1,
        "whoever starts now gives nobody the time in which no server was there"
    );
    database.close().await;
    drop(again);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stopped_during_its_start_leaves_the_downtime_to_the_next() {
    let Some(nodes) = Nodes::start(0, &[]).await else { return };
    let database = killed_with_many_clocks(&nodes).await;
    let sign = || async { sqlx::query_scalar("SELECT MAX(at) FROM alive").fetch_one(&database).await };
    let before: i64 = sign().await.unwrap();
    let again = start_process(&nodes, &[]);
    assert_eq!(block_in_place(|| again.terminate()), 0);
    let settled: i64 = sqlx::query_scalar(INTERRUPTED).fetch_one(&database).await.unwrap();
    let after: i64 = sign().await.unwrap();
    assert!(
        settled == COPIES as i64 + 1 || after == before,
        "the next one would take the time until {after} for time in which somebody could play: {settled} rooms are settled"
    );
    let next = start_process(&nodes, &[]);
    let all = async {
        while sqlx::query_scalar::<_, i64>(INTERRUPTED).fetch_one(&database).await.unwrap() <= COPIES as i64 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    patiently("every room hears of it", all).await;
    database.close().await;
    drop(next);
}
