//! Tests of the list of own rooms: it is never stale, and no log is read twice.

use room::{Command, Company, Settings, decide, evolve, paired_room_log, stamp};

use super::*;
use crate::server::Running;
use crate::server::config::Config;
use crate::server::database::{Connection, Database, query};
use crate::server::identity::Identity;
use crate::server::store::{Projections, SeatHolder, Store};

async fn server() -> (Running, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    (crate::server::start(Config::for_tests(&flags)).await.unwrap(), folder)
}

async fn listed(running: &Running) -> Vec<MyGame> {
    rooms(&running.app, Identity::of_test(1).guest(), Language::default()).await.unwrap()
}

async fn raw(running: &Running) -> Connection {
    Database::open(&running.app.config.database()).await.unwrap().connect().await.unwrap()
}

/// A room with a game under way, guest 1 at the bottom and guest 2 at the top.
async fn game(store: &Store, seed: u64, at: Millis, clock: bool) -> Room {
    let code = RoomCode::from_seed(seed);
    let members = [1, 2].map(|n| Identity::of_test(n).member(code));
    let settings = Settings { company: Company::Friends, ..Settings::default() };
    let log = paired_room_log(code, settings, [(members[0], "Ada"), (members[1], "Bert")], at).unwrap();
    let holder =
        |n: usize| SeatHolder { seat: Seat::BOTH[n], guest: Some(Identity::of_test(n as u8 + 1).guest()) };
    let holders = vec![holder(0), holder(1)];
    let beside = Projections { holders, clock: clock.then_some(true), ..Projections::default() };
    store.create_room(code, &log, &beside).await.unwrap();
    fold(code, &log)
}

/// Plays one move and, with `resign`, has the bottom player resign.
async fn act(store: &Store, room: &Room, resign: bool, at: Millis) {
    let game = room.running().unwrap();
    let mover = game.seat_of(game.position.to_move());
    let mv = game.position.legal_moves()[0];
    let play = Command::Play { game: game.number, ply: game.ply(), mv };
    let mut room = room.clone();
    for (seat, command) in
        [(mover, play), (Seat::Bottom, Command::Resign)].into_iter().take(1 + usize::from(resign))
    {
        let member = room.occupant(seat).unwrap().member;
        let events = stamp(decide(&room, member, &command, at).unwrap(), room.seq, at, None);
        store.append(room.code, &events, &Projections::default()).await.unwrap();
        events.iter().for_each(|event| evolve(&mut room, event));
    }
}

#[tokio::test]
async fn a_room_summary_is_cached_until_its_log_grows() {
    let (running, _folder) = server().await;
    let store = &running.app.store;
    let mut rooms = Vec::new();
    for seed in 1..=3 {
        rooms.push(game(store, seed, seed as Millis, false).await);
    }
    let before = listed(&running).await;
    assert_eq!(before.len(), 3);
    assert!(before.iter().all(|game| game.opponent.as_deref() == Some("Bert")));
    // From here on reading one of these logs fails.
    let mut raw = raw(&running).await;
    query("UPDATE events SET body = 'no event' WHERE seq = 1").execute(&mut raw).await.unwrap();
    assert_eq!(listed(&running).await, before);
    act(store, &rooms[0], false, 9).await;
    let error = super::rooms(&running.app, Identity::of_test(1).guest(), Language::default()).await;
    assert!(error.is_err(), "a longer one is read");
    running.stop().await;
}

#[tokio::test]
async fn my_games_show_what_another_server_has_written() {
    let (running, _folder) = server().await;
    let there = Store::open(running.app.config.database()).await.unwrap();
    let room = game(&there, 1, 1, false).await;
    assert!(matches!(listed(&running).await[0].state, RoomState::YourTurn | RoomState::TheirTurn));
    act(&there, &room, true, 2).await;
    let state = async || {
        listed(&running).await.into_iter().map(|game| (game.state, game.updated)).collect::<Vec<_>>()
    };
    assert_eq!(state().await, [(RoomState::Over(Outcome::Lost), 2)]);
    // A new room reuses the code of a removed one, and its log gets equally long.
    there
        .remove_room(room.code, crate::server::store::Removal { unless_since: 10, now: 9, delete_at: 9 })
        .await
        .unwrap();
    there.delete_room(room.code).await.unwrap();
    assert_eq!(state().await, []);
    act(&there, &game(&there, 1, 3, false).await, true, 4).await;
    assert_eq!(state().await, [(RoomState::Over(Outcome::Lost), 4)]);
    running.stop().await;
}

#[tokio::test]
async fn running_games_stay_in_my_games_however_many_are_newer() {
    let (running, _folder) = server().await;
    let store = &running.app.store;
    let timed = game(store, 1, 1, true).await;
    let untimed = game(store, 2, 2, false).await;
    for seed in 3..63 {
        let room = game(store, seed, 10 * seed as Millis, false).await;
        act(store, &room, true, 10 * seed as Millis + 1).await;
    }
    let first = listed(&running).await;
    assert_eq!(first.len(), MAX_LISTED);
    assert!(first.iter().any(|game| game.code == timed.code), "its clock runs");
    // The other logs are read a few at a time with each request.
    listed(&running).await;
    let third = listed(&running).await;
    let going_on =
        third.iter().filter(|game| matches!(game.state, RoomState::YourTurn | RoomState::TheirTurn));
    let mut going_on: Vec<_> = going_on.map(|game| game.code).collect();
    going_on.sort();
    let mut expected = [timed.code, untimed.code];
    expected.sort();
    assert_eq!(going_on, expected);
    assert_eq!(third.len(), MAX_LISTED);
    running.stop().await;
}

#[test]
fn the_summary_cache_evicts_the_least_recently_used() {
    let summaries = Summaries::default();
    let version = |n: u64| LogVersion { seq: n, at: 1, hidden: 0 };
    let summary = Arc::new(Summary::of(&Room::new(RoomCode::from_seed(0))));
    for n in 0..3 * GENERATION_SIZE as u64 {
        summaries.insert(RoomCode::from_seed(n), (version(n), Arc::clone(&summary)));
        assert!(summaries.get(RoomCode::from_seed(0), version(0)).is_some(), "{n}");
    }
    let cache = summaries.0.lock().unwrap();
    assert!(cache.newer.len() + cache.older.len() <= 2 * GENERATION_SIZE);
    drop(cache);
    assert!(summaries.get(RoomCode::from_seed(1), version(1)).is_none());
    let last = 3 * GENERATION_SIZE as u64 - 1;
    assert!(summaries.get(RoomCode::from_seed(last), version(last)).is_some());
    assert!(summaries.get(RoomCode::from_seed(last), version(last + 1)).is_none(), "its log is longer");
}
