//! F1, F2, F3: the real program, killed (SIGKILL) or shut down gracefully in the middle of play, again and
//! again.

use std::path::Path;
use std::time::{Duration, Instant};

use super::strace::{has_strace, inject};
use super::table::{Players, Table, check};
use super::{percentile, say, some_of, timed, times};
use crate::common::*;
use crate::process::Process;
use room::{BoardChoice, Command, Draft, Seat};
use rules::mapello::Board;
use rules::{Setup, Side};
use tokio::task::{block_in_place, spawn_blocking};

/// Upper bound of a graceful shutdown, by design.
const DRAINED: Duration = Duration::from_secs(5);

fn start(folder: &Path) -> Process {
    block_in_place(|| Process::start(folder))
}

#[tokio::test(flavor = "multi_thread")]
async fn f1_a_kill_loses_and_repeats_no_acknowledged_command() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let mut server = start(folder.path());
    let mut tables = Table::open(&server.host, times(6, 50) as u128).await;
    let (mut seed, mut started, mut recovered) = (0xDEAD, Vec::new(), Vec::new());
    for _ in 0..times(20, 200) {
        let mut players = Players::begin(Table::renewed(tables, &server.host).await, &server.host);
        players.acknowledged(1 + (next_random(&mut seed) % 300) as usize).await;
        tokio::time::sleep(Duration::from_micros(next_random(&mut seed) % 5_000)).await;
        server.kill();
        let (again, took) = timed(async { start(folder.path()) }).await;
        server = again;
        started.push(took);
        players.forget_acknowledged();
        players.move_to(&server.host);
        recovered.push(timed(players.acknowledged(1)).await.1);
        tables = players.stop().await;
        check(&database, &tables).await;
    }
    let acknowledged: usize = tables.iter().map(|table| table.acknowledged.len()).sum();
    say("F1", &format!("{acknowledged} commands acknowledged, none lost, none twice"));
    say("F1", &format!("listening again after {:?} (p95)", percentile(&mut started, 95)));
    say("F1", &format!("played on {:?} later (p95)", percentile(&mut recovered, 95)));
    for table in &tables {
        let room = Tab::join(&server.host, table.code, None).await.room;
        assert!(table.confirmed().all(|confirmed| confirmed.seq <= room.seq));
    }
    assert!(
        tables.iter().flat_map(Table::confirmed).any(|room| room.series.games() > 0),
        "whole games were played"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn f2_a_kill_at_any_write_is_atomic_and_a_resend_happens_once() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let mut server = start(folder.path());
    let mut tables = Table::open(&server.host, 3).await;
    server.kill();
    let mut killed = Vec::new();
    // Before and after each step of a commit (its frames, its sync), and of sending the answer.
    for call in ["pwrite64", "fsync", "sendto", "writev"] {
        killed.push((call, 0));
        for n in some_of(5, 1..=100) {
            let wrapper = inject(call, &format!("signal=KILL:when={n}"));
            let wrapper: Vec<&str> = wrapper.iter().map(String::as_str).collect();
            let under = block_in_place(|| Process::try_start(&wrapper, &[], folder.path()));
            // The write may have been one of the start's.
            if let Some(mut doomed) = under {
                let mut players = Players::begin(tables, &doomed.host);
                let (mut played, mut last) = (0, Instant::now());
                while !doomed.has_ended() && played < 600 {
                    if players.acknowledged_within(Duration::from_millis(5)).await > 0 {
                        (played, last) = (played + 1, Instant::now());
                    }
                    assert!(last.elapsed() < PATIENCE, "{call} {n}: nothing is acknowledged any more");
                }
                killed.last_mut().unwrap().1 += u32::from(doomed.has_ended());
                doomed.kill();
                tables = players.stop().await;
            }
            server = start(folder.path());
            check(&database, &tables).await;
            let mut players = Players::begin(Table::renewed(tables, &server.host).await, &server.host);
            players.acknowledged(4).await;
            tables = players.stop().await;
            server.kill();
            check(&database, &tables).await;
        }
    }
    say("F2", &format!("killed at so many exact writes: {killed:?}, all in order"));
    assert!(killed.iter().all(|&(_, times)| times > 0), "{killed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn f3_a_stop_loses_nothing_while_a_new_server_takes_over() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("duello.sqlite");
    let mut server = start(folder.path());
    let mut tables = Table::open(&server.host, times(6, 20) as u128).await;
    let mut drained = Vec::new();
    for n in 0..times(4, 50) {
        let mut players = Players::begin(Table::renewed(tables, &server.host).await, &server.host);
        players.acknowledged(100).await;
        // Every other time the new server starts before the old one stops, as in a rolling restart behind a
        // reverse proxy.
        let before = if n % 2 == 0 { Some(start(folder.path())) } else { None };
        if let Some(next) = &before {
            players.move_to(&next.host);
            players.acknowledged(30).await;
        }
        let old = server;
        let (code, took) = timed(spawn_blocking(|| old.terminate())).await;
        assert_eq!(code.unwrap(), 0);
        // A busy machine is late; what is measured is said below.
        assert!(took < DRAINED * times(3, 1) as u32 + Duration::from_secs(1), "{took:?}");
        drained.push(took);
        server = before.unwrap_or_else(|| start(folder.path()));
        players.forget_acknowledged();
        players.move_to(&server.host);
        players.acknowledged(30).await;
        tables = players.stop().await;
        check(&database, &tables).await;
    }
    say("F3", &format!("stopped within {:?} (p95)", percentile(&mut drained, 95)));
}

#[test]
fn sigterm_is_handled_as_soon_as_the_server_listens() {
    if !has_strace() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // Each write returns 50 ms late, when its effect is already visible.
    let wrapper = inject("write", "delay_exit=50000");
    let wrapper: Vec<&str> = wrapper.iter().map(String::as_str).collect();
    let server = Process::start_under(&wrapper, &[], folder.path());
    assert_eq!(server.terminate(), 0);
}

#[tokio::test]
async fn a_draft_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path());
    let code = open_room(&server.host, mapello(BoardChoice::Draft)).await;
    let [builder, _picker] = two_players(&server.host, code, [1, 2]).await;
    assert_eq!(builder.room.draft, Some(Draft { builder: Seat::Bottom, board: None }));
    server.kill();

    server = Process::start(folder.path());
    let mut builder = Tab::rejoin(&server.host, Some(&cookie(1)), builder.client).await.unwrap();
    assert_eq!(builder.welcomed_with, Some(0), "nothing was lost");
    let board = Board::random(7);
    assert_eq!(builder.ask(Command::Build(board)).await, Answer::Happened);
    server.kill();

    server = Process::start(folder.path());
    let mut picker = Tab::join(&server.host, code, Some(&cookie(2))).await;
    assert_eq!(picker.room.draft, Some(Draft { builder: Seat::Bottom, board: Some(board) }));
    assert_eq!(picker.ask(Command::Pick(Side::First)).await, Answer::Happened);
    let game = picker.room.running().unwrap();
    assert_eq!((game.setup, game.first), (Setup::Mapello(board), Seat::Top));
}
