use room::{Event, Seat};
use rules::Game;

use super::*;
use crate::model::rating::RatingCategory;
use crate::server::store::accounts::tests::sign_in_of;
use crate::server::store::ladder::Ladder;
use crate::server::store::profile::tests::{End, guest, played, played_from, store};
use crate::server::store::{CookieOwner, OldestSession, Projections, SeatHolder};

/// Stores a bot of nobody in particular with a token; the hash of the token.
async fn bot(store: &Store, n: u8, name: &str) -> GuestKey {
    let (bot, at) = (Identity::of_test(n), 1_000);
    store.change_bot(BotChange::Make { bot, owner: None, name: name.to_owned(), at }).await.unwrap();
    let token = Identity::of_test(n + 100).guest();
    let add = BotChange::AddToken { token, bot: bot.guest(), scope: Scope::Play, at };
    store.change_bot(add).await.unwrap();
    token
}

#[tokio::test]
async fn a_token_stands_for_its_bot_until_it_is_revoked() {
    let (store, _folder) = store().await;
    let token = bot(&store, 1, "BOT Ada").await;
    let owner = store.token_owner(token).await.unwrap().unwrap();
    assert_eq!((owner.bot, owner.name.as_str(), owner.is_house), (Identity::of_test(1), "BOT Ada", true));
    assert_eq!((owner.scope, owner.used), (Scope::Play, 0));
    store.change_bot(BotChange::Used { token, at: 5_000 }).await.unwrap();
    assert_eq!(store.tokens(guest(1)).await.unwrap()[0].used, 5_000);
    store.change_bot(BotChange::Revoke { token, at: 6_000 }).await.unwrap();
    assert!(store.token_owner(token).await.unwrap().is_none());
    assert_eq!(store.changed_sessions(&[(token, false)]).await.unwrap(), [token], "open sockets end");
    // Neither the token nor the bot's own secret is a cookie.
    let oldest = OldestSession { used: 0, since: 0 };
    for key in [token, guest(1)] {
        assert!(matches!(store.cookie_owner(key, oldest).await.unwrap(), CookieOwner::Revoked));
    }
}

#[tokio::test]
async fn names_of_bots_are_unique_and_tokens_are_few() {
    let (store, _folder) = store().await;
    bot(&store, 1, "BOT Ada").await;
    // Capitals, a Cyrillic letter, letters of full width.
    for alike in ["BOT ADA", "BOT \u{410}da", "BOT \u{ff21}\u{ff44}\u{ff41}"] {
        let twin = BotChange::Make { bot: Identity::of_test(2), owner: None, name: alike.to_owned(), at: 1 };
        assert!(matches!(store.change_bot(twin).await, Err(StoreError::Conflict)), "{alike}");
    }
    for n in 1..=MAX_TOKENS {
        let token = Identity::of_test(150 + u8::try_from(n).unwrap()).guest();
        let add = BotChange::AddToken { token, bot: guest(1), scope: Scope::Read, at: 1 };
        let added = store.change_bot(add).await;
        assert_eq!(added.is_ok(), n < MAX_TOKENS, "{n}");
    }
    let orphan = BotChange::Make {
        bot: Identity::of_test(3),
        owner: Some("none".into()),
        name: "BOT B".into(),
        at: 1,
    };
    assert!(matches!(store.change_bot(orphan).await, Err(StoreError::Conflict)), "no such account");
}

#[tokio::test]
async fn games_with_bots_change_the_ladder_of_bots_alone() {
    let (store, _folder) = store().await;
    bot(&store, 1, "BOT Ada").await;
    for seed in 1..=12 {
        played_from(&store, seed, Game::Mancala, [1, 2], (End::Resigned, 10_000), true).await;
    }
    for player in [1, 2] {
        let of = |ladder| store.ratings_on(ladder, guest(player));
        assert!(of(Ladder::People).await.unwrap().is_empty());
        // All twelve: neither the limit of a pair nor that of an address holds.
        assert_eq!(of(Ladder::Bots).await.unwrap()[0].1.games, 12);
    }
    let (code, ..) = played(&store, 13, Game::Mancala, [2, 3], End::Resigned, 10_000).await;
    assert_eq!(store.ladder_of_room(code).await.unwrap(), Ladder::People);
    assert_eq!(store.ratings(guest(2)).await.unwrap()[0].1.games, 1);
}

#[tokio::test]
async fn the_ratings_at_a_table_are_of_who_played_also_when_the_bot_has_left() {
    let (store, _folder) = store().await;
    bot(&store, 1, "BOT Ada").await;
    let (code, log, _) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 10_000).await;
    let before = store.ratings_at_table(code, RatingCategory::rapid(Game::Mancala), 10_000).await.unwrap();
    let left = room::Logged {
        seq: log.last().unwrap().seq + 1,
        at: 10_001,
        by: None,
        event: Event::Left(Seat::Bottom),
    };
    let holders = vec![SeatHolder { seat: Seat::Bottom, guest: None }];
    let changes = Projections { holders, ..Projections::default() };
    store.append(code, &[left], &changes).await.unwrap();
    let after = store.ratings_at_table(code, RatingCategory::rapid(Game::Mancala), 10_000).await.unwrap();
    assert_eq!(after, [None, before[1]]);
    assert!(after[1].is_some_and(|rating| rating.games == 1), "{after:?}");
}

#[tokio::test]
async fn a_deleted_bot_leaves_neither_token_nor_rating() {
    let (store, _folder) = store().await;
    let token = bot(&store, 1, "BOT Ada").await;
    played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 10_000).await;
    store.delete_guest(guest(1), 20_000).await.unwrap();
    assert!(store.token_owner(token).await.unwrap().is_none());
    assert!(store.bots(None).await.unwrap().is_empty());
    assert!(store.ratings_on(Ladder::Bots, guest(1)).await.unwrap().is_empty());
    assert_eq!(store.ratings_on(Ladder::Bots, guest(2)).await.unwrap()[0].1.games, 1);
}

#[tokio::test]
async fn bots_go_with_their_account_also_those_made_at_that_moment() {
    let (store, fresh) = store().await;
    let other = Store::open(fresh.location.clone()).await.unwrap();
    for round in 0..6 {
        let of = |n: u8| round * 10 + n;
        let account = format!("account {round}");
        store.sign_in(sign_in_of(&account, of(1), of(2), false)).await.unwrap();
        let with_token = async |store: &Store, n: u8| {
            let (bot, owner, name) = (Identity::of_test(n), Some(account.clone()), format!("BOT {n}"));
            store.change_bot(BotChange::Make { bot, owner, name, at: 1 }).await?;
            let token = Identity::of_test(n + 1).guest();
            let add = BotChange::AddToken { token, bot: bot.guest(), scope: Scope::Play, at: 1 };
            store.change_bot(add).await
        };
        with_token(&store, of(3)).await.unwrap();
        // Another server makes one meanwhile, which is either refused or goes as well.
        let (made, deleted) = tokio::join!(with_token(&other, of(5)), store.delete_guest(guest(of(1)), 2));
        deleted.unwrap();
        assert!(matches!(made, Ok(()) | Err(StoreError::Conflict)), "{made:?}");
        assert!(store.bots(Some(&account)).await.unwrap().is_empty());
        for bot in [of(3), of(5)] {
            assert!(store.tokens(guest(bot)).await.unwrap().is_empty());
            assert!(!store.is_stored(guest(bot)).await.unwrap(), "its name is gone as well");
        }
        let dead = store.changed_sessions(&[(guest(of(4)), false)]).await.unwrap();
        assert_eq!(dead, [guest(of(4))], "open streams end");
        let late = with_token(&store, of(7)).await;
        assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    }
}
