use super::*;
use crate::server::identity::Identity;
use crate::server::store::AdoptionChange;
use crate::server::store::accounts::tests::sign_in_of;
use crate::server::store::profile::tests::{guest, store};

fn screening(n: u8, score: f64, at: Millis) -> Screening {
    let findings = Findings {
        look: score > 6.0,
        rating: Some(1_512.5),
        deviation: Some(80.0),
        strength: 1.5,
        own_strength: 1.0,
        engine_share: 0.6,
        moves: 120,
        hard: 40,
        hard_found: 38,
        hard_expected: 21.5,
        hard_by_master: 39.0,
        hard_loss: 0.1,
        time_correlation: None,
    };
    Screening { guest: guest(n), category: "mancala".to_owned(), at, games: 20, score, findings }
}

#[tokio::test]
async fn a_kept_run_takes_the_place_of_the_one_before() {
    let (store, _folder) = store().await;
    store.keep_screenings(vec![screening(1, 2.0, 5), screening(2, 7.5, 5)]).await.unwrap();
    let found = store.screenings(None, 9).await.unwrap();
    assert_eq!(found, [screening(2, 7.5, 5), screening(1, 2.0, 5)], "the highest score is first");
    store.rename_guest(guest(2), "Bea".to_owned(), 5).await.unwrap();
    let named = store.highest_screenings(9).await.unwrap();
    assert_eq!(named, [(found[0].clone(), "Bea".to_owned()), (found[1].clone(), String::new())]);
    assert_eq!(store.screenings(None, 1).await.unwrap(), found[..1]);
    assert_eq!(store.screenings(Some(guest(1)), 9).await.unwrap(), found[1..]);
    store.keep_screenings(vec![screening(3, 1.0, 6)]).await.unwrap();
    assert_eq!(store.screenings(None, 9).await.unwrap(), [screening(3, 1.0, 6)]);
}

#[tokio::test]
async fn nothing_is_found_of_a_guest_who_was_deleted() {
    let (store, _folder) = store().await;
    store.keep_screenings(vec![screening(1, 2.0, 5)]).await.unwrap();
    assert!(store.is_stored(guest(1)).await.unwrap());
    store.sign_in(sign_in_of("account 1", 1, 101, false)).await.unwrap();
    store.delete_guest(guest(1), 7).await.unwrap();
    assert!(store.screenings(None, 9).await.unwrap().is_empty());
    // A run that has begun before the deletion ends after it.
    store.keep_screenings(vec![screening(1, 2.0, 8), screening(2, 3.0, 8)]).await.unwrap();
    assert_eq!(store.screenings(None, 9).await.unwrap(), [screening(2, 3.0, 8)]);
}

#[tokio::test]
async fn who_joins_an_account_is_screened_as_its_guest_from_then_on() {
    let (store, _folder) = store().await;
    store.sign_in(sign_in_of("account", 1, 11, false)).await.unwrap();
    store.sign_in(sign_in_of("account", 2, 12, true)).await.unwrap();
    store.keep_screenings(vec![screening(1, 2.0, 5), screening(2, 7.5, 5)]).await.unwrap();
    let along = AdoptionChange::Adopt { guest: Identity::of_test(2), session: guest(12), at: 20 };
    store.change_adoption(along).await.unwrap();
    assert_eq!(store.screenings(None, 9).await.unwrap(), [screening(1, 2.0, 5)]);
    // A run that has begun before.
    store.keep_screenings(vec![screening(1, 2.0, 30), screening(2, 7.5, 30)]).await.unwrap();
    assert_eq!(store.screenings(None, 9).await.unwrap(), [screening(1, 2.0, 30)]);
    store.change_adoption(AdoptionChange::Undo { guest: guest(2), since: 0 }).await.unwrap();
    assert!(store.screenings(None, 9).await.unwrap().is_empty(), "the games of guest 2 may be in it");
}

#[tokio::test]
async fn old_screenings_are_swept() {
    let (store, _folder) = store().await;
    store.keep_screenings(vec![screening(1, 2.0, 5)]).await.unwrap();
    store.remove_expired_moderation(5).await.unwrap();
    assert_eq!(store.screenings(None, 9).await.unwrap().len(), 1);
    store.remove_expired_moderation(6).await.unwrap();
    assert!(store.screenings(None, 9).await.unwrap().is_empty());
}
