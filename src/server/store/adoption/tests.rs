//! Tests of adoption in the store: what comes along, what goes back, and when it is too late.

use room::{RoomCode, Seat};
use rules::Game;

use super::*;
use crate::app::text::language::Language;
use crate::server::store::profile::tests::{End, guest, played, store};
use crate::server::store::{
    CookieOwner, OldestSession, Projections, ReportCursor, SeatHolder, SignIn, Subscription,
};

const ANY_AGE: OldestSession = OldestSession { used: Millis::MIN, since: Millis::MIN };

/// The browser with cookie `before` signs in, or with the first passkey becomes an account.
pub(in crate::server::store) fn sign_in(before: u8, session: u8, known: bool) -> SignIn {
    let identity = Identity::of_test(before);
    SignIn {
        account: "a".to_owned(),
        guest: (!known).then_some(identity),
        before: identity.guest(),
        session: guest(session),
        passkey: ("key".to_owned(), "{}".to_owned()),
        known,
        browser: String::new(),
        at: session.into(),
    }
}

async fn adopt(store: &Store, session: u8, n: u8, at: Millis) -> Result<(), StoreError> {
    let (session, guest) = (guest(session), Identity::of_test(n));
    store.change_adoption(AdoptionChange::Adopt { session, guest, at }).await
}

async fn undo(store: &Store, n: u8, since: Millis) -> Result<(), StoreError> {
    store.change_adoption(AdoptionChange::Undo { guest: guest(n), since }).await
}

async fn subscribe(store: &Store, n: u8) {
    let subscription = Subscription {
        endpoint: format!("https://push.example/{n}"),
        p256dh: String::new(),
        auth: String::new(),
        wants: [true, true],
        language: Language::English,
    };
    store.subscribe(guest(n), guest(n), subscription, 1).await.unwrap();
}

/// Everything that is the guest's: name, ratings, seats, games, called-off games, push subscriptions.
async fn belongings(store: &Store, n: u8) -> String {
    let guest = guest(n);
    let mut rooms = store.rooms_of(guest, 99).await.unwrap();
    rooms.sort_by_key(|(code, _)| code.to_string());
    let games = store.games_of(guest, 0, 99).await.unwrap();
    let mut called_off = store.called_off(guest).await.unwrap();
    called_off.sort_by_key(|(game, _)| format!("{game:?}"));
    format!(
        "{:?} {:?} {rooms:?} {:?} {called_off:?} {:?}",
        store.guest_name(guest).await.unwrap(),
        store.ratings(guest).await.unwrap(),
        games.iter().map(|own| (own.id, own.side)).collect::<Vec<_>>(),
        store.endpoints(guest).await.unwrap(),
    )
}

async fn is_dead(store: &Store, n: u8) -> bool {
    matches!(store.cookie_owner(guest(n), ANY_AGE).await.unwrap(), CookieOwner::Revoked)
}

/// An account of guest 1, and the browser of guest 2, who has played, with the session 12 of that account.
async fn account_and_guest(store: &Store) {
    played(store, 1, Game::Mancala, [1, 3], End::Resigned, 1_000).await;
    played(store, 2, Game::Mancala, [3, 2], End::Resigned, 2_000).await;
    played(store, 3, Game::Mapello, [2, 3], End::Drawn, 3_000).await;
    played(store, 4, Game::Mapello, [1, 3], End::CalledOff, 4_000).await;
    played(store, 5, Game::Mapello, [2, 3], End::CalledOff, 5_000).await;
    played(store, 6, Game::Mancala, [2, 3], End::CalledOff, 6_000).await;
    store.rename_guest(guest(2), "Phone".to_owned(), 1).await.unwrap();
    subscribe(store, 1).await;
    subscribe(store, 2).await;
    store.sign_in(sign_in(1, 11, false)).await.unwrap();
    store.sign_in(sign_in(2, 12, true)).await.unwrap();
}

#[tokio::test]
async fn nothing_is_adopted_before_the_answer_and_all_of_it_goes_back() {
    let (store, _fresh) = store().await;
    let nothing = belongings(&store, 1).await;
    account_and_guest(&store).await;
    assert!(store.has_played(guest(2)).await.unwrap() && !store.has_played(guest(9)).await.unwrap());
    let [own, theirs] = [belongings(&store, 1).await, belongings(&store, 2).await];
    assert!(own != nothing && !is_dead(&store, 2).await, "the browser's guest is as before");
    assert!(!store.was_asked(guest(12)).await.unwrap());
    store.change_adoption(AdoptionChange::Decline { session: guest(12) }).await.unwrap();
    assert!(store.was_asked(guest(12)).await.unwrap() && !store.was_asked(guest(11)).await.unwrap());
    assert_eq!([own.clone(), theirs.clone()], [belongings(&store, 1).await, belongings(&store, 2).await]);

    adopt(&store, 12, 2, 100).await.unwrap();
    assert!(is_dead(&store, 2).await);
    let anna = guest(1);
    assert_eq!(store.guest_name(anna).await.unwrap().as_deref(), Some("Phone"), "it had none");
    assert_eq!(store.rooms_of(anna, 99).await.unwrap().len(), 6);
    assert_eq!(store.games_of(anna, 0, 99).await.unwrap().len(), 3);
    assert_eq!(store.called_off(anna).await.unwrap().iter().map(|(_, number)| number).sum::<u32>(), 3);
    assert_eq!(store.endpoints(anna).await.unwrap().len(), 2);
    assert!(store.rooms_of(guest(2), 9).await.unwrap().is_empty());
    // Nobody adopts it twice.
    assert!(matches!(adopt(&store, 11, 2, 101).await, Err(StoreError::Conflict)));

    assert_eq!(store.adopter(guest(2), 101).await.unwrap(), None, "too late");
    assert!(matches!(undo(&store, 2, 101).await, Err(StoreError::Conflict)));
    assert_eq!(store.adopter(guest(2), 100).await.unwrap(), Some(anna));
    undo(&store, 2, 100).await.unwrap();
    assert!(!is_dead(&store, 2).await);
    assert_eq!([own, theirs], [belongings(&store, 1).await, belongings(&store, 2).await]);
    assert!(matches!(undo(&store, 2, 100).await, Err(StoreError::Conflict)), "once");
}

#[tokio::test]
async fn a_rating_is_neither_brought_along_nor_replaced() {
    let (store, _fresh) = store().await;
    account_and_guest(&store).await;
    let [own, theirs] = [store.ratings(guest(1)).await.unwrap(), store.ratings(guest(2)).await.unwrap()];
    assert_eq!((own.len(), theirs.len()), (1, 2), "the account has no rating for Mapello");
    adopt(&store, 12, 2, 100).await.unwrap();
    assert_eq!(store.ratings(guest(1)).await.unwrap(), own);
    store.change_adoption(AdoptionChange::Settle { before: 101 }).await.unwrap();
    assert_eq!(store.ratings(guest(1)).await.unwrap(), own);
    assert!(store.ratings(guest(2)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_settled_adoption_leaves_nothing_of_the_guest_and_stays() {
    let (store, _fresh) = store().await;
    account_and_guest(&store).await;
    adopt(&store, 12, 2, 100).await.unwrap();
    let adopted = belongings(&store, 1).await;
    store.change_adoption(AdoptionChange::Settle { before: 100 }).await.unwrap();
    assert_eq!(store.guest_name(guest(2)).await.unwrap().as_deref(), Some("Phone"), "not yet");
    store.change_adoption(AdoptionChange::Settle { before: 101 }).await.unwrap();
    assert!(
        !store.has_played(guest(2)).await.unwrap() && store.called_off(guest(2)).await.unwrap().is_empty()
    );
    assert!(matches!(undo(&store, 2, 0).await, Err(StoreError::Conflict)));
    assert_eq!(belongings(&store, 1).await, adopted);
    assert!(is_dead(&store, 2).await);
}

#[tokio::test]
async fn what_an_adopted_guests_page_still_does_goes_back_as_well() {
    let (store, _fresh) = store().await;
    account_and_guest(&store).await;
    adopt(&store, 12, 2, 100).await.unwrap();
    // Its page was open: it takes a seat, and a game in which it has one ends.
    let free = RoomCode::from_seed(9);
    let opened = room::stamp(vec![room::Event::Opened(room::Settings::default())], 0, 1, None);
    let holders = vec![SeatHolder { seat: Seat::Top, guest: Some(guest(2)) }];
    store.create_room(free, &opened, &Projections { holders, ..Projections::default() }).await.unwrap();
    assert!(store.rooms_of(guest(1), 99).await.unwrap().contains(&(free, Seat::Top)));
    undo(&store, 2, 100).await.unwrap();
    assert!(store.rooms_of(guest(2), 99).await.unwrap().contains(&(free, Seat::Top)));
    // A seat that the account itself takes stays its own.
    adopt(&store, 12, 2, 100).await.unwrap();
    let holders = vec![SeatHolder { seat: Seat::Top, guest: Some(guest(1)) }];
    let line = room::stamp(vec![room::Event::ChatSent { seat: Seat::Top, text: "a".to_owned() }], 1, 2, None);
    store.append(free, &line, &Projections { holders, ..Projections::default() }).await.unwrap();
    undo(&store, 2, 100).await.unwrap();
    assert!(store.rooms_of(guest(1), 99).await.unwrap().contains(&(free, Seat::Top)));
}

#[tokio::test]
async fn deleting_an_account_deletes_what_its_adopted_guests_left() {
    let (store, _fresh) = store().await;
    account_and_guest(&store).await;
    adopt(&store, 12, 2, 100).await.unwrap();
    store.delete_guest(guest(1), 1).await.unwrap();
    for n in [1, 2] {
        assert!(!store.has_played(guest(n)).await.unwrap(), "{n}");
        assert!(store.called_off(guest(n)).await.unwrap().is_empty());
        assert!(store.reports_by(guest(n), ReportCursor::default(), 9).await.unwrap().is_empty());
    }
}
