//! Clocks: they survive a restart, run without any client, and compensate for lag.

use std::path::Path;
use std::time::Duration;

use crate::common::*;
use crate::metrics::until_no_rooms;
use crate::process::Process;
use room::message::{ClientMessage, ServerMessage};
use room::{
    Command, DOWNTIME_BONUS_MS, Event, Logged, Millis, Reason, Room, RoomCode, Settings, TimeControl, fold,
};
use sqlx::{Row, SqlitePool};

const BLITZ: TimeControl = TimeControl::Increment { base: 180, increment: 2 };

fn timed(clock: TimeControl) -> Settings {
    Settings { clock, ..Settings::default() }
}

/// Opens the server's database file beside it.
pub async fn open_database(folder: &Path) -> SqlitePool {
    let file = folder.join("duello.sqlite");
    SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(file)).await.unwrap()
}

async fn read_log(pool: &SqlitePool, code: RoomCode) -> Vec<Logged> {
    let sql = "SELECT body FROM events WHERE room = $1 ORDER BY seq";
    let rows = sqlx::query(sql).bind(code.to_string()).fetch_all(pool).await.unwrap();
    rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect()
}

/// Polls a room's log until it has such an event.
pub async fn until_logged(pool: &SqlitePool, code: RoomCode, so: impl Fn(&Event) -> bool) -> Vec<Logged> {
    for _ in 0..1_200 {
        let log = read_log(pool, code).await;
        if log.iter().any(|logged| so(&logged.event)) {
            return log;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not happen in a minute");
}

/// Two players who have made their first moves, which are free of time.
async fn start_timed_game(host: &str, clock: TimeControl, guests: [u128; 2]) -> (RoomCode, [Tab; 2]) {
    let code = open_room(host, timed(clock)).await;
    let mut tabs = two_players(host, code, guests).await;
    let mut seed = 4;
    let open = |room: &Room| {
        room.running().is_some_and(|game| rules::Side::BOTH.iter().all(|&side| !game.clock.in_grace(side)))
    };
    while !open(&tabs[0].room) {
        play(&mut tabs, &mut seed, 1).await;
    }
    (code, tabs)
}

/// The server's time, from a pong.
async fn server_time(tab: &mut Tab) -> Millis {
    let ping = ClientMessage::Ping { n: 1, after: tab.room.seq };
    tab.send_text(serde_json::to_string(&ping).unwrap()).await;
    loop {
        if let ServerMessage::Pong { now, .. } = tab.next().await.unwrap() {
            return now;
        }
    }
}

fn downtimes(log: &[Logged]) -> Vec<(Millis, Millis)> {
    let absence = |logged: &Logged| match logged.event {
        Event::Interrupted { from, until } => Some((from, until)),
        _ => None,
    };
    log.iter().filter_map(absence).collect()
}

#[tokio::test]
async fn a_restart_charges_no_clock_and_gives_both_players_20_seconds() {
    let server = Server::start(&[]).await;
    let (code, mut tabs) = start_timed_game(&server.host(), BLITZ, [1, 2]).await;
    let before = server_time(&mut tabs[0]).await;
    let (room, client) = (tabs[0].room.clone(), tabs[0].client.clone());
    let Server { running, folder } = server;
    running.stop().await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let server = Server::start_in(folder).await;

    let pool = open_database(&server.folder.path().join("data")).await;
    let log = until_logged(&pool, code, |event| matches!(event, Event::Interrupted { .. })).await;
    let [(from, until)] = downtimes(&log)[..] else { panic!("once: {log:?}") };
    assert!(from >= before, "until it stopped the old server was there");
    assert!(until - from >= 1_500);
    let after = fold(code, &log);
    let (old, new) = (&room.running().unwrap().clock, &after.running().unwrap().clock);
    let thinks = room.running().unwrap().position.to_move();
    assert_eq!(new.deadline().unwrap() - old.deadline().unwrap(), DOWNTIME_BONUS_MS + until - from);
    let other = thinks.other();
    assert_eq!(new.left(other, after.at).unwrap(), old.left(other, room.at).unwrap() + DOWNTIME_BONUS_MS);

    let back = Tab::rejoin(&server.host(), Some(&cookie(1)), client).await.unwrap();
    assert_eq!((back.welcomed_with, back.room), (Some(1), after), "it is written once, whoever comes");
}

#[tokio::test]
async fn a_crash_charges_clocks_up_to_the_last_sign_of_life() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let (code, mut tabs) = start_timed_game(&server.host, BLITZ, [1, 2]).await;
    let before = server_time(&mut tabs[0]).await;
    let pool = open_database(folder.path()).await;
    let alive = async || sqlx::query("SELECT at FROM alive").fetch_one(&pool).await.unwrap().get::<i64, _>(0);
    let heartbeat = async {
        while alive().await < before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    patiently("a heartbeat", heartbeat).await;
    server.kill();
    let alive = alive().await;
    for starts in 1..=2 {
        server = Process::start(folder.path());
        let log = until_logged(&pool, code, |event| matches!(event, Event::Interrupted { .. })).await;
        let absences = downtimes(&log);
        assert!(absences[0].0 >= alive && absences[0].0 <= absences[0].1, "{absences:?} after {alive}");
        // A visitor loads the room, which then records the last downtime.
        Tab::join(&server.host, code, None).await;
        assert_eq!(downtimes(&read_log(&pool, code).await).len(), starts);
        server.kill();
    }
}

#[tokio::test]
async fn a_flag_falls_after_a_restart_with_nobody_connected() {
    let server = Server::start(&[]).await;
    let (code, tabs) = start_timed_game(&server.host(), TimeControl::PerMove { seconds: 15 }, [1, 2]).await;
    drop(tabs);
    let server = server.restart().await;
    let pool = open_database(&server.folder.path().join("data")).await;
    let log = until_logged(&pool, code, |event| matches!(event, Event::Ended { .. })).await;
    let [.., before, last] = &log[..] else { panic!("{log:?}") };
    assert!(matches!(last.event, Event::Ended { reason: Reason::TimeOut, .. }), "{last:?}");
    assert!(matches!(before.event, Event::Interrupted { .. }));
    let due = fold(code, &log[..log.len() - 1]).due().unwrap();
    assert!(last.at >= due, "not before its time");
    let left: i64 = sqlx::query("SELECT COUNT(*) FROM clocks").fetch_one(&pool).await.unwrap().get(0);
    assert_eq!(left, 0, "no clock runs any more");
}

#[tokio::test]
async fn an_unloaded_correspondence_room_is_reloaded_unchanged() {
    let server = Server::start(&["--idle-unload=0", "--metrics=127.0.0.1:0"]).await;
    let (host, metrics) = (server.host(), server.running.metrics.unwrap().to_string());
    let (code, tabs) = start_timed_game(&host, TimeControl::DaysPerMove { days: 1 }, [1, 2]).await;
    let before = tabs[0].room.clone();
    drop(tabs);
    until_no_rooms(&metrics).await;
    let mut back = Tab::join(&host, code, Some(&cookie(1))).await;
    assert_eq!(back.room, before);
    let seat = back.seat().unwrap();
    if let Some(command) = some_move(&back.room, seat, &mut 3) {
        assert_eq!(back.ask(command).await, Answer::Happened);
    }
    let server = server.restart().await;
    let after = Tab::join(&server.host(), code, Some(&cookie(1))).await.room;
    assert_eq!(after, back.room, "a day is too long for a short absence to matter");
}

#[tokio::test]
async fn lag_is_measured_by_the_server_not_reported_by_the_page() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let code = open_room(&host, timed(BLITZ)).await;
    let mut anna = Tab::join(&host, code, Some(&cookie(1))).await;
    // Bert's first ping stays unread for a while and is answered late.
    let slow = Duration::from_secs(2);
    let mut bert = Tab::join_slowly(&host, code, Some(&cookie(2)), slow).await.unwrap();
    assert_eq!(anna.ask(Command::Ready(true)).await, Answer::Happened);
    assert_eq!(bert.ask(Command::Ready(true)).await, Answer::Happened);
    both_until([&mut anna, &mut bert], |room| room.running().is_some()).await;
    let mut tabs = [anna, bert];
    let host_side = rules::Side::First;
    assert_eq!(mover(&tabs), Some(0));
    play(&mut tabs, &mut 8, 1).await;
    let lag = tabs[1].room.running().unwrap().clock.lag(host_side.other());
    // The server may have sent its ping a little after the handshake; and a later, prompt pong counts a
    // quarter.
    assert!(lag >= 500, "{lag} ms were measured");
    assert_eq!(tabs[0].room, tabs[1].room, "everybody reckons with the same");
}

#[tokio::test]
async fn only_players_can_give_time() {
    let server = Server::start(&[]).await;
    let host = server.host();
    let (code, [mut anna, mut bert]) = start_timed_game(&host, BLITZ, [1, 2]).await;
    let mut watcher = Tab::join(&host, code, Some(&cookie(3))).await;
    let mut nobody = Tab::join(&host, code, None).await;
    for tab in [&mut watcher, &mut nobody] {
        assert_eq!(tab.ask(Command::GiveTime).await, Answer::Refused(room::Rejection::NotSeated));
    }
    assert_eq!(anna.ask(Command::GiveTime).await, Answer::Happened);
    bert.until(|room| room.running().unwrap().gifts(room::Seat::Bottom) == 1).await;
    assert!(matches!(anna.ask(Command::GiveTime).await, Answer::Refused(room::Rejection::Wait(_))));
}
