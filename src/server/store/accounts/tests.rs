//! Tests of accounts in the store: what cookies stand for, whose games they are, what a deletion leaves.

use futures_util::FutureExt;
use room::{RoomCode, Seat};
use rules::Game;

use super::{CookieOwner, SignIn};
use crate::server::database::query;
use crate::server::identity::Identity;
use crate::server::store::profile::tests::{End, guest, played, rapid_rating, store};
use crate::server::store::{
    AdoptionChange, OldestSession, Projections, Score, SeatHolder, Store, StoreError,
};

/// However old.
const ANY_AGE: OldestSession = OldestSession { used: i64::MIN, since: i64::MIN };

/// The browser with cookie `before` creates an account or signs in to it, and gets the cookie `session`.
pub(in crate::server::store) fn sign_in_of(account: &str, before: u8, session: u8, known: bool) -> SignIn {
    let identity = Identity::of_test(before);
    SignIn {
        account: account.to_owned(),
        guest: (!known).then_some(identity),
        before: identity.guest(),
        session: guest(session),
        passkey: (format!("key of {account}"), "{}".to_owned()),
        known,
        browser: "Firefox/Linux".to_owned(),
        at: session.into(),
    }
}

/// The guest that a cookie stands for, and the number of merged guests; `None` if the cookie is revoked.
async fn owner_of(store: &Store, cookie: u8) -> Option<(Identity, usize)> {
    match store.cookie_owner(guest(cookie), ANY_AGE).await.unwrap() {
        CookieOwner::Guest => Some((Identity::of_test(cookie), 0)),
        CookieOwner::Revoked => None,
        CookieOwner::Account { identity, merged, .. } => Some((identity, merged.len())),
    }
}

#[tokio::test]
async fn signing_in_replaces_the_cookie_and_keeps_the_guest() {
    let (store, _folder) = store().await;
    let anna = Identity::of_test(1);
    assert_eq!(owner_of(&store, 1).await, Some((anna, 0)));
    store.sign_in(sign_in_of("a", 1, 11, false)).await.unwrap();
    assert_eq!(owner_of(&store, 1).await, None, "the old one");
    assert_eq!(owner_of(&store, 11).await, Some((anna, 0)));
    // On another device.
    store.sign_in(sign_in_of("a", 2, 12, true)).await.unwrap();
    assert_eq!(owner_of(&store, 2).await, Some((Identity::of_test(2), 0)), "its guest is put aside");
    assert_eq!(owner_of(&store, 12).await, Some((anna, 0)));
    assert_eq!(owner_of(&store, 11).await, Some((anna, 0)), "the first device stays");
    // A new sign-in ends the previous session, and signing out ends the new one.
    store.sign_in(SignIn { guest: None, ..sign_in_of("a", 12, 13, true) }).await.unwrap();
    assert_eq!(owner_of(&store, 13).await, Some((anna, 0)));
    store.sign_out(guest(13), 14).await.unwrap();
    for ended in [12, 13] {
        assert_eq!(owner_of(&store, ended).await, None, "nobody, also for who has stolen the cookie");
    }
}

#[tokio::test]
async fn a_used_cookie_or_passkey_cannot_make_a_second_account() {
    let (store, _folder) = store().await;
    store.sign_in(sign_in_of("a", 1, 11, false)).await.unwrap();
    let conflict = |result| assert!(matches!(result, Err(StoreError::Conflict)), "{result:?}");
    conflict(store.sign_in(sign_in_of("b", 1, 12, false)).await);
    let same_key = sign_in_of("b", 2, 12, false);
    let passkey = ("key of a".to_owned(), "{}".to_owned());
    conflict(store.sign_in(SignIn { passkey, ..same_key }).await);
    conflict(store.sign_in(sign_in_of("a", 2, 11, true)).await);
    assert_eq!(owner_of(&store, 2).await, Some((Identity::of_test(2), 0)), "what failed has changed nothing");
    assert!(store.sign_in(sign_in_of("nobody", 3, 13, true)).await.is_err(), "an account that is none");
    assert!(store.passkeys("b").await.unwrap().is_empty());
    assert_eq!(store.passkeys("a").await.unwrap().len(), 1);
}

#[tokio::test]
async fn adopting_a_guest_moves_games_and_seats_but_not_name_or_rating() {
    let (store, _folder) = store().await;
    played(&store, 1, Game::Mancala, [1, 3], End::Resigned, 1_000).await;
    let (code, ..) = played(&store, 2, Game::Mancala, [3, 2], End::Resigned, 2_000).await;
    played(&store, 3, Game::Mapello, [2, 3], End::Drawn, 3_000).await;
    played(&store, 4, Game::Mapello, [1, 3], End::CalledOff, 4_000).await;
    played(&store, 5, Game::Mapello, [2, 3], End::CalledOff, 5_000).await;
    played(&store, 6, Game::Mancala, [1, 2], End::Drawn, 6_000).await;
    store.rename_guest(guest(1), "Anna".to_owned(), 1).await.unwrap();
    store.rename_guest(guest(2), "Annas phone".to_owned(), 1).await.unwrap();
    let before = store.ratings(guest(1)).await.unwrap();
    store.sign_in(sign_in_of("a", 1, 11, false)).await.unwrap();
    store.sign_in(sign_in_of("a", 2, 12, true)).await.unwrap();
    let adopt = AdoptionChange::Adopt { session: guest(12), guest: Identity::of_test(2), at: 7_000 };
    store.change_adoption(adopt).await.unwrap();

    let anna = guest(1);
    let tallies = store.tallies(anna).await.unwrap();
    assert_eq!(tallies.iter().map(|tally| tally.score.lost).sum::<u32>(), 1);
    let met = store.opponents(anna, 9).await.unwrap();
    assert_eq!(met.len(), 1, "nobody is his own opponent");
    assert_eq!(met[0].score, Score { won: 1, drawn: 1, lost: 1 });
    assert_eq!(store.called_off(anna).await.unwrap(), [(Game::Mapello, 2)]);
    assert_eq!(store.guest_name(anna).await.unwrap().as_deref(), Some("Anna"));
    assert_eq!(rapid_rating(&store, 1, Game::Mancala).await, Some(before[0].1), "the account's own");
    assert_eq!(rapid_rating(&store, 1, Game::Mapello).await, None, "none is brought along");
    assert!(store.rooms_of(anna, 9).await.unwrap().contains(&(code, Seat::Top)));
    let phone = Identity::of_test(2);
    assert!(store.rooms_of(phone.guest(), 9).await.unwrap().is_empty());
    assert_eq!(owner_of(&store, 12).await, Some((Identity::of_test(1), 1)), "it has the name of a seat");

    // A page of the phone that was opened before the merge still takes a seat: it belongs to the account.
    let free = RoomCode::from_seed(9);
    let opened = room::stamp(vec![room::Event::Opened(room::Settings::default())], 0, 1, None);
    let holders = vec![SeatHolder { seat: Seat::Top, guest: Some(phone.guest()) }];
    store.create_room(free, &opened, &Projections { holders, ..Projections::default() }).await.unwrap();
    assert!(store.rooms_of(anna, 9).await.unwrap().contains(&(free, Seat::Top)));

    store.delete_guest(anna, 1).await.unwrap();
    assert!(
        store.rooms_of(anna, 9).await.unwrap().is_empty() && store.tallies(anna).await.unwrap().is_empty()
    );
    assert!(store.passkeys("a").await.unwrap().is_empty());
    for cookie in [1, 2, 11, 12] {
        assert_eq!(owner_of(&store, cookie).await, None, "a cookie of the account is dead for good");
        let open = [(guest(cookie), false)];
        assert_eq!(store.changed_sessions(&open).await.unwrap(), [guest(cookie)], "and so are its sockets");
    }
    assert_eq!(owner_of(&store, 3).await, Some((Identity::of_test(3), 0)));
}

/// The number of rows that refer to a missing account.
async fn orphans(store: &Store) -> i64 {
    let mut all = 0;
    for table in ["adopted", "passkeys", "sessions", "notices"] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE account NOT IN (SELECT account FROM accounts)");
        let row = query(sql).fetch_one(&store.database).await.unwrap();
        all += row.try_get::<i64>(0).unwrap();
    }
    all
}

#[tokio::test]
async fn signing_in_during_account_deletion_leaves_no_data_behind() {
    const DEVICES: usize = 4;
    let (store, _folder) = store().await;
    // Concurrent, so that they share a group commit, with the deletion before, between and after the others.
    for place in 0..=DEVICES {
        let account = format!("account {place}");
        let of = |n: usize| u8::try_from(place * 20 + n).unwrap();
        store.sign_in(sign_in_of(&account, of(1), of(11), false)).await.unwrap();
        let second = (format!("second {account}"), "{}".to_owned());
        let entering = (0..DEVICES).map(|n| match n {
            // One registers a second passkey at the first device; the others sign in with the first one.
            0 => {
                SignIn { guest: None, passkey: second.clone(), ..sign_in_of(&account, of(11), of(12), false) }
            }
            1 => SignIn { guest: None, ..sign_in_of(&account, of(1), of(13), true) },
            _ => sign_in_of(&account, of(n), of(12 + n), true),
        });
        let forgotten = async { store.delete_guest(guest(of(1)), 1).await };
        let mut jobs: Vec<_> = entering.map(|sign_in| store.sign_in(sign_in).boxed_local()).collect();
        jobs.insert(place, forgotten.boxed_local());
        let results = futures_util::future::join_all(jobs).await;
        assert!(results[place].is_ok(), "{results:?}");
        for (n, result) in results.iter().enumerate() {
            match result {
                Ok(()) => assert!(n <= place, "nobody enters what is deleted: {results:?}"),
                Err(error) => assert!(n > place && matches!(error, StoreError::Conflict), "{results:?}"),
            }
        }
        assert_eq!(orphans(&store).await, 0);
        for cookie in 1..20 {
            let owner = owner_of(&store, of(cookie)).await;
            let nobody = owner.is_none_or(|owner| owner == (Identity::of_test(of(cookie)), 0));
            assert!(nobody, "signed in nowhere");
        }
    }
    for table in ["accounts", "adopted", "passkeys", "sessions", "notices"] {
        let row = query(format!("SELECT COUNT(*) FROM {table}"));
        assert_eq!(row.fetch_one(&store.database).await.unwrap().try_get::<i64>(0).unwrap(), 0, "{table}");
    }
}
