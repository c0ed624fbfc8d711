use room::{Event, Seat, Settings, stamp};

use super::*;
use crate::server::store::profile::tests::{guest, store};
use crate::server::store::{Projections, Relation, RelationChange, SeatHolder};

/// A room in which a guest sits alone.
async fn room(store: &Store, seed: u64, n: u8) -> RoomCode {
    let code = RoomCode::from_seed(seed);
    let log = stamp(vec![Event::Opened(Settings::default())], 0, 1, None);
    let holders = vec![SeatHolder { seat: Seat::Bottom, guest: Some(guest(n)) }];
    store.create_room(code, &log, &Projections { holders, ..Projections::default() }).await.unwrap();
    code
}

async fn challenge(store: &Store, code: RoomCode, one: u8, other: u8, at: Millis) -> Result<(), StoreError> {
    let (guest, challenged) = (guest(one), guest(other));
    store.change_challenge(ChallengeChange::Make { code, guest, challenged, at }).await
}

/// The rooms to which a guest is challenged.
async fn open(store: &Store, n: u8, now: Millis) -> Vec<RoomCode> {
    let open = store.challenges_to(guest(n), now).await.unwrap();
    open.into_iter().map(|held| held.code).collect()
}

#[tokio::test]
async fn a_challenge_is_open_until_somebody_sits_down_or_it_is_declined() {
    let (store, _folder) = store().await;
    let rooms = [room(&store, 1, 1).await, room(&store, 2, 2).await, room(&store, 3, 3).await];
    for (n, code) in rooms.iter().enumerate() {
        challenge(&store, *code, n as u8 + 1, 9, n as Millis + 10).await.unwrap();
    }
    assert_eq!(open(&store, 9, 20).await, [rooms[2], rooms[1], rooms[0]], "the latest first");
    // Only who was challenged can decline.
    for (who, left) in [(8, 3), (9, 2)] {
        let decline = ChallengeChange::Decline { code: rooms[2], challenged: guest(who), at: 15 };
        store.change_challenge(decline).await.unwrap();
        assert_eq!(open(&store, 9, 20).await.len(), left);
    }
    let sits = vec![SeatHolder { seat: Seat::Top, guest: Some(guest(7)) }];
    let projections = Projections { holders: sits, ..Projections::default() };
    let log =
        stamp(vec![Event::Configured { seat: Seat::Bottom, settings: Settings::default() }], 1, 2, None);
    store.append(rooms[1], &log, &projections).await.unwrap();
    assert_eq!(open(&store, 9, 20).await, [rooms[0]], "whoever it was who has sat down");
    assert!(open(&store, 9, LIFETIME + 10).await.is_empty(), "too old");
}

#[tokio::test]
async fn a_guest_has_few_open_challenges_and_one_to_each_other() {
    let (store, _folder) = store().await;
    for seed in 1..=7 {
        let code = room(&store, seed, 1).await;
        let made = challenge(&store, code, 1, seed as u8 + 10, 5).await;
        assert_eq!(made.is_ok(), seed <= MAX_CHALLENGES as u64, "{seed}");
    }
    let again = room(&store, 20, 1).await;
    assert!(
        matches!(challenge(&store, again, 1, 11, 6).await, Err(StoreError::Conflict)),
        "nobody is pressed"
    );
    challenge(&store, again, 1, 11, AGAIN + 5).await.unwrap();
    assert_eq!(open(&store, 11, AGAIN + 6).await, [again], "the new one in place of the old one");
    let decline = ChallengeChange::Decline { code: again, challenged: guest(11), at: AGAIN + 7 };
    store.change_challenge(decline).await.unwrap();
    let third = room(&store, 21, 1).await;
    let soon = challenge(&store, third, 1, 11, 3 * AGAIN).await;
    assert!(matches!(soon, Err(StoreError::Conflict)), "who has declined has an hour of peace");
    challenge(&store, third, 1, 11, AGAIN + 8 + AGAIN_AFTER_DECLINE).await.unwrap();
}

#[tokio::test]
async fn who_is_blocked_cannot_challenge_and_a_block_ends_challenges() {
    let (store, _folder) = store().await;
    let code = room(&store, 1, 1).await;
    challenge(&store, code, 1, 2, 5).await.unwrap();
    let block = RelationChange {
        guest: guest(2),
        other: guest(1),
        relation: Relation::Block,
        since: Some(6),
        game: None,
    };
    store.change_relation(block).await.unwrap();
    assert!(open(&store, 2, 7).await.is_empty());
    for (one, other) in [(1, 2), (2, 1)] {
        let refused = challenge(&store, code, one, other, 8).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{one}");
    }
}
