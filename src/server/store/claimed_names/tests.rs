use super::*;
use crate::server::database::Database;
use crate::server::store::accounts::tests::sign_in_of;
use crate::server::store::profile::tests::{guest, store};

/// Makes an account of this guest.
async fn account(store: &Store, n: u8) {
    store.sign_in(sign_in_of(&format!("account {n}"), n, n + 100, false)).await.unwrap();
}

async fn claim(store: &Store, n: u8, name: &str) -> Result<(), StoreError> {
    store.change_claim(ClaimChange::Claim { guest: guest(n), name: name.to_owned(), at: 1_000 }).await
}

#[tokio::test]
async fn a_name_belongs_to_one_account_whatever_it_is_written_in() {
    let (store, _folder) = store().await;
    account(&store, 1).await;
    account(&store, 2).await;
    assert!(matches!(claim(&store, 3, "Ada").await, Err(StoreError::Conflict)), "without an account");
    claim(&store, 1, "Ada").await.unwrap();
    assert_eq!(store.guest_name(guest(1)).await.unwrap().as_deref(), Some("@Ada"));
    // Capitals, a Cyrillic letter, letters of full width, a combining mark that is not seen.
    for alike in ["Ada", "ADA", "\u{410}da", "\u{ff21}\u{ff44}\u{ff41}"] {
        assert!(matches!(claim(&store, 2, alike).await, Err(StoreError::Conflict)), "{alike}");
        assert_eq!(store.find_claimed(alike).await.unwrap().unwrap().guest, guest(1), "{alike}");
    }
    claim(&store, 1, "ADA").await.unwrap();
    assert_eq!(
        store.claimed_name(guest(1)).await.unwrap().unwrap().name,
        "ADA",
        "its owner may write it otherwise"
    );
}

#[tokio::test]
async fn a_name_that_was_given_up_is_taken_again_by_its_owner_alone() {
    let (store, _folder) = store().await;
    account(&store, 1).await;
    account(&store, 2).await;
    for name in ["Ada", "Bea", "Cleo"] {
        claim(&store, 1, name).await.unwrap();
    }
    assert!(matches!(claim(&store, 1, "Dora").await, Err(StoreError::Conflict)), "one name too many");
    let claims = store.claims(guest(1)).await.unwrap();
    assert_eq!(claims.current.unwrap().name, "Cleo");
    assert_eq!(claims.former, ["Ada", "Bea"]);
    assert!(store.find_claimed("Ada").await.unwrap().is_none());
    assert!(matches!(claim(&store, 2, "ada").await, Err(StoreError::Conflict)));
    store.change_claim(ClaimChange::List { guest: guest(1), listed: true }).await.unwrap();
    claim(&store, 1, "Ada").await.unwrap();
    assert!(
        store.find_claimed("Ada").await.unwrap().unwrap().is_listed,
        "the new name is listed as the old one was"
    );
    store.change_claim(ClaimChange::Release { guest: guest(1), at: 2_000 }).await.unwrap();
    assert_eq!(store.guest_name(guest(1)).await.unwrap().as_deref(), Some("Ada"), "without the mark");
    assert_eq!(store.claimed_name(guest(1)).await.unwrap(), None);
}

#[tokio::test]
async fn after_a_deletion_of_all_data_nothing_says_whose_the_name_was() {
    let (store, fresh) = store().await;
    account(&store, 1).await;
    account(&store, 2).await;
    claim(&store, 1, "Ada").await.unwrap();
    store.delete_guest(guest(1), 5_000).await.unwrap();
    assert!(store.find_claimed("Ada").await.unwrap().is_none());
    assert!(
        matches!(claim(&store, 2, "Ada").await, Err(StoreError::Conflict)),
        "nobody else is taken for her"
    );
    let mut database = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let row = query("SELECT name, guest FROM claimed_names").fetch_one(&mut database).await.unwrap();
    assert_eq!((row.try_get::<&str>(0).unwrap(), row.try_get::<&str>(1).unwrap()), ("", ""));
}
