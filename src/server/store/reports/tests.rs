//! What guests get of reports, against a real file: their own wholly, those about them without who it was.

use room::{Line, MemberId, Preset, RoomCode, Said, Seat};

use super::Report;
use crate::server::identity::Identity;
use crate::server::store::accounts::SignIn;
use crate::server::store::profile::tests::{guest, store};

fn report(seed: u64, by: u8, about: Option<u8>, at: i64) -> Report {
    let line = |said| Line {
        seq: 2,
        seat: Some(Seat::Top),
        member: MemberId(2),
        name: "Bert".to_owned(),
        at: at - 1,
        said,
    };
    Report {
        room: RoomCode::from_seed(seed),
        at,
        guest: guest(by),
        about: about.map(guest),
        seat: None,
        member: MemberId(2),
        name: "Bert".to_owned(),
        lines: vec![line(Said::Text("that was \"it\"".to_owned())), line(Said::Preset(Preset::Bye))],
    }
}

#[tokio::test]
async fn who_reported_gets_the_lines_and_who_was_reported_only_where_and_when() {
    let (store, _folder) = store().await;
    for kept in [report(1, 1, Some(2), 2_000), report(2, 1, None, 1_000), report(3, 3, Some(2), 3_000)] {
        store.report(&kept).await.unwrap();
    }
    let room = |seed| RoomCode::from_seed(seed).to_string();
    let own = store.reports_by(guest(1)).await.unwrap();
    let places = own.iter().map(|own| (own.room.clone(), own.at, own.name.as_str()));
    assert_eq!(places.collect::<Vec<_>>(), [(room(2), 1_000, "Bert"), (room(1), 2_000, "Bert")]);
    assert_eq!(own[1].lines[0]["said"], "that was \"it\"");
    assert_eq!(own[1].lines.as_array().unwrap().len(), 2);
    assert_eq!(store.reports_about(guest(2)).await.unwrap(), [(room(1), 2_000), (room(3), 3_000)]);
    for nobody in [2, 9] {
        assert!(store.reports_by(guest(nobody)).await.unwrap().is_empty());
    }
    assert!(store.reports_about(guest(1)).await.unwrap().is_empty());

    // With an account they are the account's, and with the guest they are nobody's.
    let identity = Identity::of_test(2);
    let (account, session, passkey) = ("a".to_owned(), guest(12), Some(("key".to_owned(), "{}".to_owned())));
    let before = identity.guest();
    let made = SignIn { account, guest: Some(identity), before, session, passkey, known: false, at: 1 };
    store.sign_in(made.clone()).await.unwrap();
    let identity = Identity::of_test(1);
    let (guest_1, before) = (Some(identity), identity.guest());
    let entered = SignIn { guest: guest_1, before, session: guest(11), passkey: None, known: true, ..made };
    store.sign_in(entered).await.unwrap();
    assert_eq!(store.reports_by(guest(2)).await.unwrap(), own);
    store.forget(guest(2)).await.unwrap();
    assert!(store.reports_by(guest(2)).await.unwrap().is_empty());
    assert!(store.reports_about(guest(2)).await.unwrap().is_empty());
    assert_eq!(store.reports_by(guest(3)).await.unwrap().len(), 1, "the others' stay");
}
