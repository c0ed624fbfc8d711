//! Tests of the deletion of an account with more guests than are looked for when somebody enters a room.

use room::{Logged, REMOVED_NAME, Seat, Settings, stamp};

use super::*;
use crate::server::config::Config;
use crate::server::store::{AdoptionChange, Projections, SeatHolder, SignIn};

/// More than the guests of an account that are looked for in rooms.
const MANY: u8 = 40;

/// A room in which this guest holds a seat.
async fn seated(app: &AppState, n: u8) -> RoomCode {
    let (code, identity) = (RoomCode::from_seed(n.into()), Identity::of_test(n));
    let member = identity.member(code);
    let seated = Event::Seated { seat: Seat::Top, member, name: format!("Zebulonia {n}") };
    let log = stamp(vec![Event::Opened(Settings::default()), seated], 0, 1, None);
    let holders = vec![SeatHolder { seat: Seat::Top, guest: Some(identity.guest()) }];
    app.store.create_room(code, &log, &Projections { holders, ..Projections::default() }).await.unwrap();
    code
}

#[tokio::test]
async fn all_guests_of_an_account_give_up_their_seats_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--addr=127.0.0.1:0", "--data", folder.path().to_str().unwrap()];
    let running = crate::server::start(Config::for_tests(&flags)).await.unwrap();
    let app = &running.app;
    let (main, session) = (Identity::of_test(1), Identity::of_test(200));
    let sign_in = SignIn {
        account: "a".to_owned(),
        guest: Some(main),
        before: main.guest(),
        session: session.guest(),
        passkey: ("key".to_owned(), "{}".to_owned()),
        known: false,
        browser: String::new(),
        at: 1,
    };
    app.store.sign_in(sign_in).await.unwrap();
    let mut codes = vec![seated(app, 1).await];
    for n in 2..MANY {
        codes.push(seated(app, n).await);
        let guest = Identity::of_test(n);
        let adopt = AdoptionChange::Adopt { session: session.guest(), guest, at: n.into() };
        app.store.change_adoption(adopt).await.unwrap();
    }
    let account = Some("a".to_owned());
    let session = Session { identity: main, account, ..Session::guest(session) };
    delete_guest(app, &session).await.unwrap();
    for code in codes {
        let log = app.store.stored_log(code).await.unwrap();
        assert!(fold(code, &log).seats.iter().all(Option::is_none), "{code}");
        let named = |logged: &Logged| match &logged.event {
            Event::Seated { name, .. } => name != REMOVED_NAME,
            _ => false,
        };
        assert!(!log.iter().any(named), "{code}");
    }
    running.stop().await;
}
