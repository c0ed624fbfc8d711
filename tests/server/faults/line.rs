//! F5, F12: duplicated, delayed and reordered messages (idempotent commands); slow and lossy lines that break
//! within a frame.

use std::time::Duration;

use super::proxy::{GOOD, Line, line, messages};
use super::table::{Players, Table, check};
use super::{percentile, say, times};
use crate::common::*;
use room::{Command, REMEMBERED, Rejection, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn f5_duplicated_delayed_or_reordered_commands_happen_once() {
    let server = Server::start(&[]).await;
    let proxy = messages(&server.host(), 0x5EED).await;
    let tables = Table::open(&server.host(), 6).await;
    let mut players = Players::begin(tables, &proxy.host);
    let number = times(1_500, 10_000);
    players.acknowledged(number).await;
    let tables = players.stop().await;
    check(&server.folder.path().join("data").join("duello.sqlite"), &tables).await;
    say(
        "F5",
        &format!("{number} commands, a tenth of them twice, late, very late, overtaken: each happened once"),
    );
    server.running.stop().await;
}

#[tokio::test]
async fn f5_a_command_beyond_the_idempotency_window_is_stale() {
    let server = Server::start(&[]).await;
    let code = open_room(&server.host(), Settings::default()).await;
    let mut anna = Tab::join(&server.host(), code, Some(&cookie(1))).await;
    let after = anna.room.seq;
    assert_eq!(anna.ask_as(1, Command::Ready(true)).await, Ok(Answer::Happened));
    for n in 0..REMEMBERED {
        assert_eq!(anna.ask(Command::Ready(n % 2 == 1)).await, Answer::Happened);
    }
    assert_eq!(anna.ask(Command::Ready(false)).await, Answer::Happened);
    // The very first command is sent again, unchanged.
    let seq = anna.room.seq;
    let again = anna.ask_as_of(1, after, Command::Ready(true)).await;
    assert_eq!(again, Ok(Answer::Refused(Rejection::Stale)));
    assert_eq!(anna.room.seq, seq, "nothing has happened");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f12_games_are_played_over_a_slow_line_with_packet_loss() {
    // One packet in ten is lost; in the long form also one in three. In the short form, with few moves, the
    // percentile exceeds two seconds only if three or four of them lose two packets.
    let losses = [
        (10, Duration::from_secs(times(4, 2) as u64), times(80, 2_000)),
        (3, Duration::from_secs(4), times(0, 2_000)),
    ];
    for (lost, most, moves) in losses.into_iter().filter(|(.., moves)| *moves > 0) {
        slow_games(lost, most, moves).await;
    }
}

/// Plays over lines that lose one packet in `lost`: 95 of 100 moves are confirmed within `limit`.
async fn slow_games(lost: u64, limit: Duration, moves: usize) {
    let server = Server::start(&[]).await;
    let tables = Table::open(&server.host(), times(4, 20) as u128).await;
    // Round trip 300 ms ± 200, 64 kbit/s; a lost packet is resent after a second and delays all behind it.
    let bad = Line { late: [50, 250], bytes_a_second: Some(8_000), lost: Some(lost), ..GOOD };
    let proxy = line(&server.host(), bad, 12).await;
    let mut players = Players::begin(tables, &proxy.host);
    players.acknowledged(moves).await;
    let tables = players.stop().await;
    check(&server.folder.path().join("data").join("duello.sqlite"), &tables).await;
    let mut took: Vec<Duration> = tables.iter().flat_map(|table| table.latencies.iter().copied()).collect();
    let [half, most] = [50, 95].map(|of_100| percentile(&mut took, of_100));
    say("F12", &format!("one in {lost} lost: a move is confirmed after {half:?} (p50), {most:?} (p95)"));
    assert!(most < limit, "{most:?}");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_sent_byte_by_byte_or_cut_midway_lose_no_command() {
    let server = Server::start(&[]).await;
    let tables = Table::open(&server.host(), 3).await;
    let cut = Line { late: [0, 3], piece: 7, cut: Some(400), ..GOOD };
    let proxy = line(&server.host(), cut, 3).await;
    let mut players = Players::begin(tables, &proxy.host);
    players.acknowledged(times(60, 1_000)).await;
    let tables = players.stop().await;
    check(&server.folder.path().join("data").join("duello.sqlite"), &tables).await;
    server.running.stop().await;
}
