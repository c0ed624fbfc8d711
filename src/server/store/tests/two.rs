//! Tests of two servers that share one database.

use std::time::Duration;

use rules::Game;
use tokio::task::JoinSet;

use super::*;
use crate::server::store::profile::tests::{End, guest, played};

async fn two_stores() -> ([Store; 2], Fresh) {
    let fresh = fresh().await;
    let [first, second] = [fresh.location.clone(), fresh.location.clone()];
    // Both run the migrations.
    let (first, second) = tokio::join!(Store::open(first), Store::open(second));
    ([first.unwrap(), second.unwrap()], fresh)
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_creation_of_a_database_succeeds_for_all() {
    for _ in 0..40 {
        let fresh = fresh().await;
        let open = || Store::open(fresh.location.clone());
        let (one, two, three, four) = tokio::join!(open(), open(), open(), open());
        for store in [one, two, three, four] {
            store.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_concurrent_writers_of_a_sequence_number_one_wins() {
    let (stores, _fresh) = two_stores().await;
    let codes: Vec<_> = (0..150).map(RoomCode::from_seed).collect();
    for &code in &codes {
        stores[0].create_room(code, &[opened()], &Projections::default()).await.unwrap();
    }
    let mut tasks = JoinSet::new();
    for (n, store) in stores.iter().enumerate() {
        let mut codes = codes.clone();
        if n == 1 {
            codes.reverse();
        }
        for code in codes {
            let store = store.clone();
            let holders = Seat::BOTH.map(|seat| SeatHolder { seat, guest: Some(guest(n as u8)) });
            let beside =
                Projections { holders: holders.to_vec(), clock: Some(true), ..Projections::default() };
            tasks.spawn(async move { store.append(code, &said(1, 2), &beside).await.map(|_| (code, n)) });
        }
    }
    let results = tasks.join_all().await;
    let lost = results.iter().filter(|result| matches!(result, Err(StoreError::Conflict))).count();
    let failed: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(failed.iter().all(|why| matches!(why, StoreError::Conflict)), "{failed:?}");
    let won: Vec<_> = results.into_iter().flatten().collect();
    assert_eq!((won.len(), lost), (codes.len(), codes.len()), "one of two, in every room");
    for (code, n) in won {
        let log = stores[1].log(code).await.unwrap();
        assert_eq!(log.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3]);
        let theirs = stores[0].rooms_of(guest(n as u8), 999).await.unwrap();
        assert!(theirs.contains(&(code, Seat::Top)), "seats are of whoever won");
    }
    assert_eq!(stores[0].rooms_with_clock().await.unwrap().len(), codes.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_ended_concurrently_at_two_servers_are_all_rated() {
    let (stores, _fresh) = two_stores().await;
    let mut tasks = JoinSet::new();
    for (n, store) in (0_u64..).zip(stores.clone()) {
        tasks.spawn(async move {
            for game in 0..20 {
                played(&store, n * 1_000 + game, Game::Mancala, [1, 2], End::Drawn, 1_000).await;
            }
        });
    }
    tasks.join_all().await;
    for n in [1, 2] {
        let ratings = stores[0].ratings(guest(n)).await.unwrap();
        assert_eq!(ratings[0].1.games, 40, "no game is rated on what another has changed meanwhile");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sign_of_life_is_the_latest_of_any_server() {
    let (stores, _fresh) = two_stores().await;
    let code = RoomCode::from_seed(1);
    let clock = Projections { clock: Some(true), ..Projections::default() };
    stores[0].create_room(code, &[opened()], &clock).await.unwrap();
    let mut tasks = JoinSet::new();
    for (n, store) in stores.clone().into_iter().enumerate() {
        tasks.spawn(async move {
            for at in 1..100 {
                // The clock of one of them is behind.
                store.write_heartbeat(at * 10 - n as i64 * 5).await.unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(stores[1].last_heartbeat().await.unwrap(), 990);
}
