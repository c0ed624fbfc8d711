//! Tests of the deletion of an account with more guests than are looked for when somebody enters a room.

use room::{Logged, REMOVED_NAME, Seat, Settings, stamp};

use super::*;
use crate::server::config::Config;
use crate::server::database::{Database, Location, query};
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
    // One that no program can read is in nobody's way.
    let broken = seated(app, 1 + MANY).await;
    app.store.note_joined(broken, main.guest(), 1).await.unwrap();
    let data = Location::from(&*folder.path().join("duello.sqlite"));
    let mut database = Database::open(&data).await.unwrap().connect().await.unwrap();
    let spoil = query("UPDATE events SET body = '{}' WHERE room = $1 AND seq = 1").bind(broken.to_string());
    spoil.execute(&mut database).await.unwrap();
    let account = Some("a".to_owned());
    let session = Session { identity: main, account, ..Session::guest(session) };
    delete_with_bots(app, &session).await.unwrap();
    assert!(app.store.redactions(broken).await.unwrap().hides(main.member(broken)));
    assert!(app.store.rooms_to_rewrite(Millis::MAX).await.unwrap().contains(&broken));
    app.store.rewrite_hidden(broken, Millis::MAX).await.unwrap();
    let list = deletion_list::read(&app.config.deletion_list()).unwrap();
    assert_eq!(
        (list.first(), list.last().is_some_and(|last| matches!(last, Deletion::Guest(_)))),
        (Some(&Deletion::Begun(main.guest())), true)
    );
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
