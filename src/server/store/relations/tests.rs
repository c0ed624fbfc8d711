use rules::Game;

use super::*;
use crate::server::identity::Identity;
use crate::server::store::accounts::tests::sign_in_of;
use crate::server::store::profile::tests::{End, guest, played, store};
use crate::server::store::{AdoptionChange, ClaimChange};

async fn set(store: &Store, one: u8, relation: Relation, other: u8, on: bool) -> Result<(), StoreError> {
    let (guest, other, since) = (guest(one), guest(other), on.then_some(5));
    store.change_relation(RelationChange { guest, other, relation, since, game: None }).await
}

/// Makes an account of this guest, with a claimed name.
async fn claim(store: &Store, n: u8, name: &str) {
    store.sign_in(sign_in_of(&format!("account {n}"), n, n + 100, false)).await.unwrap();
    store.change_claim(ClaimChange::Claim { guest: guest(n), name: name.to_owned(), at: 1 }).await.unwrap();
}

#[tokio::test]
async fn a_block_ends_following_on_both_sides_and_keeps_the_two_apart() {
    let (store, _folder) = store().await;
    set(&store, 1, Relation::Follow, 2, true).await.unwrap();
    set(&store, 2, Relation::Follow, 1, true).await.unwrap();
    set(&store, 2, Relation::Follow, 3, true).await.unwrap();
    for (n, name) in [(2, "Bea"), (3, "Cleo")] {
        claim(&store, n, name).await;
    }
    store.rename_guest(guest(2), "Countess".to_owned(), 2).await.unwrap();
    let followed = store.related(guest(1), Relation::Follow).await.unwrap();
    assert_eq!(followed, [Related { guest: guest(2), name: "@Bea".to_owned(), since: 5 }]);
    store.change_claim(ClaimChange::Release { guest: guest(2), at: 3 }).await.unwrap();
    assert!(
        store.related(guest(1), Relation::Follow).await.unwrap().is_empty(),
        "who has given up the name is not followed"
    );
    set(&store, 1, Relation::Block, 2, true).await.unwrap();
    set(&store, 1, Relation::Block, 2, true).await.unwrap();
    assert!(store.related(guest(1), Relation::Follow).await.unwrap().is_empty());
    assert_eq!(
        store.related(guest(2), Relation::Follow).await.unwrap()[0].guest,
        guest(3),
        "others are still followed"
    );
    let relations =
        |follows, blocks, is_blocked| Relations { follows, blocks, blocks_by_name: blocks, is_blocked };
    assert_eq!(store.relations(guest(1), guest(2)).await.unwrap(), relations(false, true, false));
    assert_eq!(store.relations(guest(2), guest(1)).await.unwrap(), relations(false, false, true));
    for one in [1, 2] {
        let refused = set(&store, one, Relation::Follow, 3 - one, true).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{one}");
        assert_eq!(store.kept_apart(guest(one)).await.unwrap(), [guest(3 - one)]);
    }
    set(&store, 1, Relation::Block, 2, false).await.unwrap();
    set(&store, 2, Relation::Follow, 1, true).await.unwrap();
    assert!(store.kept_apart(guest(2)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_block_holds_for_the_account_that_a_blocked_guest_joins() {
    let (store, _folder) = store().await;
    set(&store, 1, Relation::Block, 2, true).await.unwrap();
    set(&store, 2, Relation::Follow, 5, true).await.unwrap();
    store.sign_in(sign_in_of("a", 3, 13, false)).await.unwrap();
    let adopt = AdoptionChange::Adopt { session: guest(13), guest: Identity::of_test(2), at: 20 };
    store.change_adoption(adopt).await.unwrap();
    assert_eq!(store.kept_apart(guest(3)).await.unwrap(), [guest(1)]);
    assert!(store.relations(guest(3), guest(5)).await.unwrap().follows, "whom one follows comes along");
    // Whom the account's guest blocks is not followed by bringing a guest along who follows them.
    set(&store, 6, Relation::Block, 3, true).await.unwrap();
    set(&store, 4, Relation::Follow, 6, true).await.unwrap();
    let adopt = AdoptionChange::Adopt { session: guest(13), guest: Identity::of_test(4), at: 21 };
    store.change_adoption(adopt).await.unwrap();
    assert!(!store.relations(guest(3), guest(6)).await.unwrap().follows);
    store.change_adoption(AdoptionChange::Settle { before: 30 }).await.unwrap();
    assert!(store.kept_apart(guest(2)).await.unwrap().is_empty(), "nothing is left under the old key");
    store.delete_guest(guest(3), 40).await.unwrap();
    assert!(store.kept_apart(guest(1)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_block_does_not_tell_who_an_anonymous_opponent_becomes() {
    let (store, _folder) = store().await;
    let (code, ..) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 1_000).await;
    let game = store.game_of_room(code, 1).await.unwrap();
    let (relation, since) = (Relation::Block, Some(5));
    let change = RelationChange { guest: guest(1), other: guest(2), relation, since, game };
    store.change_relation(change).await.unwrap();
    let names = async || -> Vec<String> {
        let blocked = store.related(guest(1), Relation::Block).await.unwrap();
        blocked.into_iter().map(|other| other.name).collect()
    };
    assert_eq!(names().await, ["Guest 2 of 1"], "as in their game");
    store.rename_guest(guest(2), "Secret".to_owned(), 6).await.unwrap();
    assert_eq!(names().await, ["Guest 2 of 1"], "and not by a new name");
    claim(&store, 3, "Ada").await;
    let adopt = AdoptionChange::Adopt { session: guest(103), guest: Identity::of_test(2), at: 20 };
    store.change_adoption(adopt).await.unwrap();
    store.change_adoption(AdoptionChange::Settle { before: 30 }).await.unwrap();
    assert_eq!(names().await, ["Guest 2 of 1"], "nor by that of an account");
    assert_eq!(store.kept_apart(guest(1)).await.unwrap(), [guest(3)], "which is blocked all the same");

    let known = store.relations(guest(1), guest(3)).await.unwrap();
    assert_eq!(
        (known.blocks, known.blocks_by_name),
        (true, false),
        "the page of the account does not tell it"
    );
    set(&store, 1, Relation::Block, 3, true).await.unwrap();
    assert!(store.relations(guest(1), guest(3)).await.unwrap().blocks_by_name);
    assert_eq!(names().await, ["@Ada"], "until they are blocked by that name");

    set(&store, 4, Relation::Block, 3, true).await.unwrap();
    let claimed = store.related(guest(4), Relation::Block).await.unwrap();
    assert_eq!(claimed[0].name, "@Ada", "who was blocked by a claimed name is listed by it");
}

#[tokio::test]
async fn nobody_follows_more_players_than_can_be_listed() {
    let (store, _folder) = store().await;
    for other in 0..MAX_RELATIONS {
        set(&store, 250, Relation::Follow, u8::try_from(other).unwrap(), true).await.unwrap();
    }
    let refused = set(&store, 250, Relation::Follow, 249, true).await;
    assert!(matches!(refused, Err(StoreError::Conflict)));
    set(&store, 250, Relation::Block, 249, true).await.unwrap();
}
