//! Tests of a guest's rooms and games: their order, and that pagination of games neither misses nor repeats any.

use room::{Event, Settings, stamp};
use rules::Game;

use super::*;
use crate::server::store::profile::tests::{End, guest, played, store};
use crate::server::store::{Projections, SeatHolder};

/// A room in which guest 1 took a seat at `since`, and whose last event is at `last`.
async fn room(store: &Store, seed: u64, since: Millis, last: Millis, clock: bool) -> RoomCode {
    let code = RoomCode::from_seed(seed);
    let holders = vec![SeatHolder { seat: Seat::Top, guest: Some(guest(1)) }];
    let beside = Projections { holders, clock: clock.then_some(true), ..Projections::default() };
    let opened = stamp(vec![Event::Opened(Settings::default())], 0, since, None);
    store.create_room(code, &opened, &beside).await.unwrap();
    let said = Event::ChatSent { seat: Seat::Top, text: "later".to_owned() };
    store.append(code, &stamp(vec![said], 1, last, None), &Projections::default()).await.unwrap();
    code
}

#[tokio::test]
async fn rooms_are_listed_by_running_clock_and_then_by_last_event() {
    let (store, _fresh) = store().await;
    let mut rooms = Vec::new();
    for (seed, since, last, clock) in
        [(1, 10, 11, true), (2, 30, 31, false), (3, 20, 99, false), (4, 5, 6, true)]
    {
        rooms.push(room(&store, seed, since, last, clock).await);
    }
    let sits = |n: usize, at| HeldSeat {
        code: rooms[n],
        seat: Seat::Top,
        log: LogVersion { seq: 2, at, hidden: 0 },
    };
    let all = [sits(0, 11), sits(3, 6), sits(2, 99), sits(1, 31)];
    assert_eq!(store.relevant_rooms_of(guest(1), 9).await.unwrap(), all);
    assert_eq!(store.relevant_rooms_of(guest(1), 2).await.unwrap(), all[..2]);
    assert!(store.relevant_rooms_of(guest(2), 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn paging_games_with_equal_times_misses_none() {
    let (store, _fresh) = store().await;
    for (seed, at) in [5, 7, 7, 7, 7, 7, 9].into_iter().enumerate() {
        played(&store, seed as u64, Game::Mancala, [1, 2], End::Resigned, at * 1_000).await;
    }
    let (mut after, mut games) = (None, Vec::new());
    loop {
        let some = store.games_after(guest(1), after, 2).await.unwrap();
        after = some.last().map(|(own, _)| (own.game.ended, own.id));
        let whole = some.len() == 2;
        games.extend(some.into_iter().map(|(own, _)| own));
        if !whole {
            break;
        }
    }
    assert_eq!(games, store.games_of(guest(1), 0, 99).await.unwrap());
    assert_eq!(games.len(), 7);
}
