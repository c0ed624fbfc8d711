//! Tests of the list of rooms in which a guest ever was.

use room::{Settings, stamp};

use super::*;
use crate::server::database::Database;
use crate::server::store::profile::tests::{guest, store};
use crate::server::store::{Projections, SeatHolder};

/// The log of a room in which these guests took a seat one after the other, each leaving it to the next.
fn log(code: RoomCode, guests: &[u8]) -> Vec<Logged> {
    let mut events = vec![Event::Opened(Settings::default())];
    for &n in guests {
        let member = Identity::of_test(n).member(code);
        events.push(Event::Left(Seat::Top));
        events.push(Event::Seated { seat: Seat::Top, member, name: format!("Guest {n}") });
    }
    stamp(events, 0, 1, None)
}

async fn joined(store: &Store, guests: &[u8]) -> Vec<RoomCode> {
    let identities: Vec<_> = guests.iter().map(|&n| Identity::of_test(n)).collect();
    store.rooms_joined(&identities).await.unwrap().into_keys().collect()
}

fn holds(n: Option<u8>) -> Projections {
    Projections {
        holders: vec![SeatHolder { seat: Seat::Top, guest: n.map(guest) }],
        ..Projections::default()
    }
}

#[tokio::test]
async fn a_room_that_was_left_is_still_one_of_the_guests() {
    let (store, _fresh) = store().await;
    let [left, other, watched] = [1, 2, 3].map(RoomCode::from_seed);
    store.create_room(left, &log(left, &[1]), &holds(Some(1))).await.unwrap();
    store.append(left, &stamp(vec![Event::Left(Seat::Top)], 3, 2, None), &holds(None)).await.unwrap();
    store.create_room(other, &log(other, &[2]), &holds(Some(2))).await.unwrap();
    store.note_joined(watched, guest(1), 5).await.unwrap();
    store.note_joined(watched, guest(1), 6).await.unwrap();
    assert_eq!(store.seat_of(left, guest(1)).await.unwrap(), None);
    let mut own = vec![left, watched];
    own.sort();
    assert_eq!(joined(&store, &[1]).await, own);
    assert_eq!(joined(&store, &[1, 2]).await.len(), 3, "an account is all its guests");
    store.delete_guest(guest(1), 9).await.unwrap();
    assert!(joined(&store, &[1]).await.is_empty());
    assert_eq!(joined(&store, &[2]).await, [other]);
}

#[tokio::test]
async fn rooms_of_before_are_found_by_their_seats_and_their_logs() {
    let (store, fresh) = store().await;
    let code = RoomCode::from_seed(1);
    store.create_room(code, &log(code, &[1, 2]), &holds(Some(2))).await.unwrap();
    // As a migration leaves it.
    let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    for sql in ["DELETE FROM joined", "INSERT INTO unlisted (room) SELECT code FROM rooms"] {
        query(sql).execute(&mut database).await.unwrap();
    }
    assert!(joined(&store, &[1]).await.is_empty());
    store.close().await;
    let store = Store::open(fresh.location.clone()).await.unwrap();
    for n in [1, 2] {
        assert_eq!(joined(&store, &[n]).await, [code], "{n}");
    }
    assert!(joined(&store, &[3]).await.is_empty());
    let rows = query("SELECT member FROM former_members").fetch_all(&mut database).await.unwrap();
    assert_eq!(rows.len(), 1, "who sits is in the other table");
}

#[tokio::test]
async fn a_seat_that_a_server_of_before_has_noted_is_one_of_the_rooms() {
    let (store, fresh) = store().await;
    let code = RoomCode::from_seed(1);
    store.create_room(code, &log(code, &[1]), &holds(Some(1))).await.unwrap();
    let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    query("DELETE FROM joined").execute(&mut database).await.unwrap();
    assert_eq!(joined(&store, &[1]).await, [code]);
    assert!(joined(&store, &[2]).await.is_empty());
}
