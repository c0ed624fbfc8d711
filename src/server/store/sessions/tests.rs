//! Tests of sessions, passkeys and notices in the store.

use futures_util::future::join;

use super::*;
use crate::server::identity::Identity;
use crate::server::store::profile::tests::{guest, store};
use crate::server::store::{CookieOwner, SignIn};

const ANY_AGE: OldestSession = OldestSession { used: Millis::MIN, since: Millis::MIN };

/// The browser with cookie `before` gets the session `session` by the passkey `key`, at that time.
fn sign_in(before: u8, session: u8, key: &str, known: bool) -> SignIn {
    SignIn {
        account: "a".to_owned(),
        guest: (before == 1).then(|| Identity::of_test(before)),
        before: guest(before),
        session: guest(session),
        passkey: (key.to_owned(), "{}".to_owned()),
        known,
        browser: "Firefox/Linux".to_owned(),
        at: session.into(),
    }
}

fn remove(key: &str, at: Millis) -> SessionChange {
    let (account, browser) = ("a".to_owned(), "/".to_owned());
    SessionChange::RemovePasskey { account, credential: key.to_owned(), browser, at }
}

async fn kinds(store: &Store, session: u8) -> Vec<NoticeKind> {
    let unread = store.unread_notices("a", guest(session)).await.unwrap();
    unread.into_iter().map(|notice| notice.kind).collect()
}

#[tokio::test]
async fn a_session_ends_when_unused_or_old_and_its_use_is_recorded() {
    let (store, _fresh) = store().await;
    store.sign_in(sign_in(1, 11, "one", false)).await.unwrap();
    let is_signed_in = async |used, since| {
        let owner = store.cookie_owner(guest(11), OldestSession { used, since }).await.unwrap();
        matches!(owner, CookieOwner::Account { .. })
    };
    assert!(is_signed_in(11, 11).await);
    assert!(!is_signed_in(12, 11).await, "unused");
    assert!(!is_signed_in(11, 12).await, "old");
    let used = SessionChange::Used { session: guest(11), browser: "Safari/Mac".to_owned(), at: 20 };
    store.change_session(used).await.unwrap();
    assert!(is_signed_in(20, 11).await && !is_signed_in(21, 11).await);
    let rows = store.sessions("a", ANY_AGE).await.unwrap();
    let browser = "Safari/Mac".to_owned();
    assert_eq!(rows, [SessionRow { session: guest(11), since: 11, used: 20, browser }]);
    assert!(store.sessions("a", OldestSession { used: 21, since: 0 }).await.unwrap().is_empty());
    // One from before the time of use was recorded is as old as it is.
    query("UPDATE sessions SET used = 0").execute(&store.database).await.unwrap();
    assert!(is_signed_in(99, 11).await && !is_signed_in(99, 12).await);
    // Another account cannot end it.
    let end = |account: &str| SessionChange::End { account: account.to_owned(), session: guest(11), at: 30 };
    store.change_session(end("b")).await.unwrap();
    assert!(is_signed_in(0, 0).await);
    store.change_session(end("a")).await.unwrap();
    assert!(!is_signed_in(0, 0).await);
}

#[tokio::test]
async fn the_cookie_of_an_ended_session_is_nobody_and_not_a_guest() {
    let (store, _fresh) = store().await;
    store.sign_in(sign_in(1, 11, "one", false)).await.unwrap();
    for session in 12..=16 {
        store.sign_in(sign_in(session + 30, session, "one", true)).await.unwrap();
    }
    let oldest = OldestSession { used: 99, since: 99 };
    let owner = async |cookie, oldest| store.cookie_owner(guest(cookie), oldest).await.unwrap();
    assert!(matches!(owner(16, oldest).await, CookieOwner::Revoked), "it is too old, and not swept yet");
    // In one browser somebody signs in once more; the others end in each of the ways.
    store.sign_in(sign_in(12, 17, "one", true)).await.unwrap();
    store.sign_out(guest(13), 50).await.unwrap();
    let account = "a".to_owned();
    for change in [
        SessionChange::End { account, session: guest(14), at: 50 },
        SessionChange::Expire { session: guest(15), oldest, at: 50 },
    ] {
        store.change_session(change).await.unwrap();
    }
    assert_eq!(store.drop_sign_ins(50).await.unwrap(), 3);
    for ended in 11..=17 {
        assert!(matches!(owner(ended, ANY_AGE).await, CookieOwner::Revoked), "{ended}");
    }
    assert!(matches!(owner(43, ANY_AGE).await, CookieOwner::Guest), "who was put aside comes back");
    // Until no browser can have the cookies any more.
    store.change_session(SessionChange::RemoveDeadCookies { before: 50 }).await.unwrap();
    assert!(matches!(owner(13, ANY_AGE).await, CookieOwner::Revoked));
    store.change_session(SessionChange::RemoveDeadCookies { before: 51 }).await.unwrap();
    assert!(matches!(owner(13, ANY_AGE).await, CookieOwner::Guest));
}

#[tokio::test]
async fn the_last_passkey_stays_and_a_removed_one_opens_nothing() {
    let (store, fresh) = store().await;
    let other = Store::open(fresh.location.clone()).await.unwrap();
    store.sign_in(sign_in(1, 11, "one", false)).await.unwrap();
    store.sign_in(sign_in(11, 12, "two", false)).await.unwrap();
    let conflict = |result| assert!(matches!(result, Err(StoreError::Conflict)), "{result:?}");
    conflict(
        store
            .change_session(SessionChange::RemovePasskey {
                account: "b".to_owned(),
                credential: "one".to_owned(),
                browser: String::new(),
                at: 1,
            })
            .await,
    );
    // Both at once, at two servers.
    let (one, two_removed) =
        join(store.change_session(remove("one", 21)), other.change_session(remove("two", 21))).await;
    assert_ne!(one.is_ok(), two_removed.is_ok(), "{one:?} {two_removed:?}");
    let left = store.passkeys("a").await.unwrap();
    assert_eq!(left.len(), 1);
    conflict(store.change_session(remove(&left[0].credential, 22)).await);
    let (gone, known) = if one.is_ok() { ("one", "two") } else { ("two", "one") };
    conflict(store.sign_in(sign_in(5, 15, gone, true)).await);
    let shown = |key: &str| SessionChange::Verified {
        session: guest(12),
        credential: key.to_owned(),
        body: "{}".to_owned(),
        at: 30,
    };
    conflict(store.change_session(shown(gone)).await);
    let verified = async || match store.cookie_owner(guest(12), ANY_AGE).await.unwrap() {
        CookieOwner::Account { verified, .. } => verified,
        other => panic!("{other:?}"),
    };
    assert_eq!(verified().await, 12, "the sign-in itself");
    store.change_session(shown(known)).await.unwrap();
    assert_eq!(verified().await, 30);
    assert_eq!(store.passkeys("a").await.unwrap()[0].used, 30);
    store.sign_in(sign_in(5, 40, known, true)).await.unwrap();
    assert_eq!(store.passkeys("a").await.unwrap()[0].used, 40);
}

#[tokio::test]
async fn a_notice_stays_in_each_browser_until_it_is_dismissed_there() {
    use NoticeKind::{PasskeyAdded, PasskeyRemoved, SignedIn};
    let (store, _fresh) = store().await;
    store.sign_in(sign_in(1, 11, "one", false)).await.unwrap();
    assert_eq!(kinds(&store, 11).await, [], "the account is new");
    store.sign_in(sign_in(5, 15, "one", true)).await.unwrap();
    assert_eq!(kinds(&store, 11).await, [SignedIn]);
    assert_eq!(kinds(&store, 15).await, [], "its own sign-in");
    store.sign_in(sign_in(15, 16, "two", false)).await.unwrap();
    store.change_session(remove("one", 20)).await.unwrap();
    assert_eq!(kinds(&store, 16).await, [PasskeyRemoved, PasskeyAdded], "also where it was done");
    let read = |session, until| SessionChange::Read { session: guest(session), until };
    store.change_session(read(16, 20)).await.unwrap();
    assert_eq!(kinds(&store, 16).await, []);
    assert_eq!(kinds(&store, 11).await, [PasskeyRemoved, PasskeyAdded, SignedIn], "not elsewhere");
    // A new session of the same browser has read what the one before has read.
    store.sign_in(sign_in(11, 21, "two", true)).await.unwrap();
    assert_eq!(kinds(&store, 21).await, [PasskeyRemoved, PasskeyAdded, SignedIn]);
    store.change_session(SessionChange::RemoveNotices { before: 20 }).await.unwrap();
    assert_eq!(kinds(&store, 21).await, [PasskeyRemoved]);
    for n in 0..2 * u8::try_from(MAX_NOTICES).unwrap() {
        store.sign_in(sign_in(30, 100 + n, "two", true)).await.unwrap();
    }
    assert_eq!(store.notices("a").await.unwrap().len(), usize::try_from(MAX_NOTICES).unwrap());
}

#[tokio::test]
async fn a_push_subscription_ends_with_the_session_of_its_browser() {
    let (store, _fresh) = store().await;
    let subscribe = async |n: u8, session: u8, name: &str| {
        let subscription = crate::server::store::Subscription {
            endpoint: name.to_owned(),
            p256dh: String::new(),
            auth: String::new(),
            wants: [true, true],
            language: crate::app::text::language::Language::English,
        };
        store.subscribe(guest(n), guest(session), subscription, session.into()).await.unwrap();
    };
    let left = async || store.endpoints(guest(1)).await.unwrap();
    subscribe(1, 1, "laptop").await;
    // The guest becomes an account, whose session changes with each passkey.
    store.sign_in(sign_in(1, 11, "one", false)).await.unwrap();
    store.sign_in(sign_in(11, 12, "two", false)).await.unwrap();
    subscribe(5, 5, "phone").await;
    store.sign_in(sign_in(5, 15, "one", true)).await.unwrap();
    assert_eq!(store.endpoints(guest(5)).await.unwrap(), ["phone"], "of the guest who is put aside");
    for (n, name) in [(15, "phone"), (16, "tablet"), (17, "watch"), (18, "desk")] {
        if n > 15 {
            store.sign_in(sign_in(n + 30, n, "one", true)).await.unwrap();
        }
        subscribe(1, n, name).await;
    }
    assert_eq!(left().await, ["laptop", "phone", "tablet", "watch", "desk"]);
    store.sign_out(guest(15), 50).await.unwrap();
    let end = SessionChange::End { account: "a".to_owned(), session: guest(16), at: 50 };
    store.change_session(end).await.unwrap();
    let oldest = OldestSession { used: 18, since: 0 };
    for session in [17, 18] {
        let expire = SessionChange::Expire { session: guest(session), oldest, at: 50 };
        store.change_session(expire).await.unwrap();
    }
    assert_eq!(left().await, ["laptop", "desk"]);
    // A browser that signs in to another account leaves this one.
    let other = SignIn {
        account: "b".to_owned(),
        guest: Some(Identity::of_test(9)),
        ..sign_in(9, 19, "three", false)
    };
    store.sign_in(other).await.unwrap();
    let switched = SignIn { account: "b".to_owned(), ..sign_in(18, 20, "three", true) };
    store.sign_in(switched).await.unwrap();
    assert_eq!(left().await, ["laptop"]);
    store.sign_out(guest(12), 50).await.unwrap();
    assert!(left().await.is_empty());
}
