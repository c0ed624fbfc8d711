//! Tests of the event log: each sequence number is taken once (optimistic concurrency), and jobs that share a
//! group commit do not share a failure.

mod matches;
mod speeds;
mod two;

use room::{Event, Logged, RoomCode, Seat, Settings, stamp};

use super::*;
use crate::server::database::tests::{Fresh, fresh};

async fn store() -> (Store, Fresh) {
    let fresh = fresh().await;
    (Store::open(fresh.location.clone()).await.unwrap(), fresh)
}

fn opened() -> Logged {
    stamp(vec![Event::Opened(Settings::default())], 0, 1, None).remove(0)
}

fn said(seq: u64, count: usize) -> Vec<Logged> {
    let lines = (0..count).map(|n| Event::ChatSent { seat: Seat::Top, text: format!("line {n}") });
    stamp(lines.collect(), seq, 2, None)
}

#[tokio::test]
async fn a_sequence_number_is_used_once_and_events_are_read_in_order() {
    let (store, _folder) = store().await;
    let code = RoomCode::from_seed(1);
    store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
    assert!(matches!(
        store.create_room(code, &[opened()], &Projections::default()).await,
        Err(StoreError::Conflict)
    ));
    let first = said(1, 300);
    store.append(code, &first, &Projections::default()).await.unwrap();
    for seq in [0, 1, 299, 300] {
        assert!(
            matches!(
                store.append(code, &said(seq, 2), &Projections::default()).await,
                Err(StoreError::Conflict)
            ),
            "{seq}"
        );
    }
    store.append(code, &said(301, 1), &Projections::default()).await.unwrap();
    let log = store.log(code).await.unwrap();
    assert_eq!(log.iter().map(|event| event.seq).collect::<Vec<_>>(), (1..=302).collect::<Vec<_>>());
    assert_eq!(log[1..301], first);
    assert_eq!(store.events(code, 300, 1).await.unwrap().len(), 1);
    assert!(store.log(RoomCode::from_seed(2)).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_append_is_undone_as_a_whole_if_a_later_number_is_taken() {
    let (store, _folder) = store().await;
    let code = RoomCode::from_seed(1);
    store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
    // A gap, which no room creates.
    store.append(code, &said(4, 1), &Projections::default()).await.unwrap();
    let taken = store.append(code, &said(1, 4), &Projections::default()).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    // The same in one group commit with another room.
    let other = RoomCode::from_seed(2);
    store.create_room(other, &[opened()], &Projections::default()).await.unwrap();
    let (lines, beside) = ([said(1, 4), said(1, 1)], Projections::default());
    let (taken, written) =
        tokio::join!(store.append(code, &lines[0], &beside), store.append(other, &lines[1], &beside));
    assert!(matches!(taken, Err(StoreError::Conflict)) && written.is_ok(), "{taken:?}, {written:?}");
    for (code, expected) in [(code, [1, 5]), (other, [1, 2])] {
        let log = store.log(code).await.unwrap();
        assert_eq!(log.iter().map(|event| event.seq).collect::<Vec<_>>(), expected);
    }
}

#[tokio::test]
async fn concurrent_appends_fail_only_for_the_slower_writer_of_a_room() {
    let (store, _folder) = store().await;
    let codes: Vec<_> = (0..300).map(RoomCode::from_seed).collect();
    let mut tasks = tokio::task::JoinSet::new();
    for &code in &codes {
        store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
        for _writer in 0..2 {
            let store = store.clone();
            tasks
                .spawn(async move { store.append(code, &said(1, 3), &Projections::default()).await.is_ok() });
        }
    }
    let won = tasks.join_all().await.into_iter().filter(|&won| won).count();
    assert_eq!(won, codes.len(), "one of two, in every room");
    for code in codes {
        assert_eq!(store.log(code).await.unwrap().len(), 4);
    }
}

#[tokio::test]
async fn a_room_with_events_or_members_is_not_removed() {
    let (store, _fresh) = store().await;
    let [still, said_in, visited, raced] = [1, 2, 3, 4].map(RoomCode::from_seed);
    for code in [still, said_in, visited, raced] {
        store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
    }
    store.append(said_in, &said(1, 1), &Projections::default()).await.unwrap();
    store.touch_room(visited, 2).await.unwrap();
    for code in [still, said_in, visited] {
        // Everything before the second millisecond is old.
        store.remove_room(code, Removal { unless_since: 2, now: 9, delete_at: 9 }).await.unwrap();
    }
    let there = async |code| !store.log(code).await.unwrap().is_empty();
    assert_eq!([there(still).await, there(said_in).await, there(visited).await], [false, true, true]);
    store.touch_room(visited, 1).await.unwrap();
    store.remove_room(visited, Removal { unless_since: 2, now: 9, delete_at: 9 }).await.unwrap();
    assert!(there(visited).await, "an earlier visit does not take the place of a later one");
    // In either order, nobody enters a room that is half deleted.
    let (kept, removed) = tokio::join!(
        store.touch_room(raced, 9),
        store.remove_room(raced, Removal { unless_since: 2, now: 9, delete_at: 9 })
    );
    kept.unwrap();
    removed.unwrap();
    assert!(store.log(raced).await.unwrap().len() <= 1);
}

#[tokio::test]
async fn names_and_seats_survive_a_restart() {
    let (store, fresh) = store().await;
    let guest = crate::server::identity::Identity::random().unwrap().guest();
    let code = RoomCode::from_seed(5);
    store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
    assert_eq!(store.guest_name(guest).await.unwrap(), None);
    for name in ["Ada", "Grace"] {
        store.rename_guest(guest, name.to_owned(), 1).await.unwrap();
    }
    let holds = |guest| Projections {
        holders: vec![SeatHolder { seat: Seat::Top, guest }],
        ..Projections::default()
    };
    store.append(code, &said(1, 1), &holds(Some(guest))).await.unwrap();
    store.close().await;
    assert!(store.check().await.is_err());

    let store = Store::open(fresh.location.clone()).await.unwrap();
    assert_eq!(store.guest_name(guest).await.unwrap().as_deref(), Some("Grace"));
    // Before there were bots, people could be called like them.
    store.rename_guest(guest, "BOT Ada".to_owned(), 3).await.unwrap();
    assert_eq!(store.guest_name(guest).await.unwrap().as_deref(), Some("Ada"), "nobody passes for a bot");
    assert_eq!(store.rooms_of(guest, 9).await.unwrap(), [(code, Seat::Top)]);
    store.append(code, &said(2, 1), &holds(None)).await.unwrap();
    assert!(store.rooms_of(guest, 9).await.unwrap().is_empty());
    assert!(store.check().await.is_ok());
    #[cfg(unix)]
    if let Location::File(path) = fresh.location {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "for our eyes only");
    }
}

#[tokio::test]
async fn running_clocks_are_listed_and_the_sign_of_life_is_kept_for_them() {
    let (store, _folder) = store().await;
    let codes = [1, 2].map(RoomCode::from_seed);
    let clock = |runs| Projections { clock: Some(runs), ..Projections::default() };
    store.write_heartbeat(7).await.unwrap();
    assert_eq!(store.last_heartbeat().await.unwrap(), 0, "nobody wants to know");
    for code in codes {
        store.create_room(code, &[opened()], &Projections::default()).await.unwrap();
        store.append(code, &said(1, 1), &clock(true)).await.unwrap();
        store.append(code, &said(2, 1), &clock(true)).await.unwrap();
    }
    assert_eq!(store.rooms_with_clock().await.unwrap(), codes);
    store.write_heartbeat(8).await.unwrap();
    assert!(store.append(codes[0], &said(2, 1), &clock(false)).await.is_err());
    store.append(codes[1], &said(3, 1), &clock(false)).await.unwrap();
    assert_eq!(store.rooms_with_clock().await.unwrap(), codes[..1], "what was not written changes nothing");
    store.append(codes[0], &said(3, 1), &clock(false)).await.unwrap();
    store.write_heartbeat(9).await.unwrap();
    assert_eq!(
        (store.rooms_with_clock().await.unwrap(), store.last_heartbeat().await.unwrap()),
        (Vec::new(), 8)
    );
}
