//! Tests of the guests' view of reports: their own in full, those about them without the author.

use room::{ChatLine, LineContent, MemberId, Preset, RoomCode, Seat};

use super::{Report, ReportCursor};
use crate::server::identity::Identity;
use crate::server::store::AdoptionChange;
use crate::server::store::accounts::SignIn;
use crate::server::store::profile::tests::{guest, store};

fn report(seed: u64, by: u8, about: Option<u8>, at: i64) -> Report {
    let line = |said| ChatLine {
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
        lines: vec![
            line(LineContent::Text("that was \"it\"".to_owned())),
            line(LineContent::Preset(Preset::Bye)),
        ],
    }
}

#[tokio::test]
async fn the_reporter_exports_the_lines_and_the_reported_only_time_and_room() {
    let (store, _folder) = store().await;
    for kept in [report(1, 1, Some(2), 2_000), report(2, 1, None, 1_000), report(3, 3, Some(2), 3_000)] {
        store.report(&kept).await.unwrap();
    }
    let room = |seed| RoomCode::from_seed(seed).to_string();
    let own = store.reports_by(guest(1), ReportCursor::default(), 9).await.unwrap();
    let places = own.iter().map(|own| (own.room.clone(), own.at, own.name.as_str()));
    assert_eq!(places.collect::<Vec<_>>(), [(room(2), 1_000, "Bert"), (room(1), 2_000, "Bert")]);
    assert_eq!(own[1].lines[0]["said"], "that was \"it\"");
    assert_eq!(own[1].lines.as_array().unwrap().len(), 2);
    assert_eq!(
        store.reports_about(guest(2), ReportCursor::default(), 9).await.unwrap(),
        [(room(1), 2_000), (room(3), 3_000)]
    );
    for nobody in [2, 9] {
        assert!(store.reports_by(guest(nobody), ReportCursor::default(), 9).await.unwrap().is_empty());
    }
    assert!(store.reports_about(guest(1), ReportCursor::default(), 9).await.unwrap().is_empty());

    // An adoption that is settled moves reports to the account, and a deletion anonymises them.
    let identity = Identity::of_test(2);
    let (account, session, passkey) = ("a".to_owned(), guest(12), ("key".to_owned(), "{}".to_owned()));
    let (before, browser) = (identity.guest(), String::new());
    let made =
        SignIn { account, guest: Some(identity), before, session, passkey, known: false, browser, at: 1 };
    store.sign_in(made.clone()).await.unwrap();
    let identity = Identity::of_test(1);
    let entered = SignIn { guest: None, before: guest(1), session: guest(11), known: true, ..made };
    store.sign_in(entered).await.unwrap();
    let adopt = AdoptionChange::Adopt { session: guest(11), guest: identity, at: 1 };
    store.change_adoption(adopt).await.unwrap();
    store.change_adoption(AdoptionChange::Settle { before: 2 }).await.unwrap();
    assert_eq!(store.reports_by(guest(2), ReportCursor::default(), 9).await.unwrap(), own);
    store.delete_guest(guest(2), 1).await.unwrap();
    assert!(store.reports_by(guest(2), ReportCursor::default(), 9).await.unwrap().is_empty());
    assert!(store.reports_about(guest(2), ReportCursor::default(), 9).await.unwrap().is_empty());
    assert_eq!(
        store.reports_by(guest(3), ReportCursor::default(), 9).await.unwrap().len(),
        1,
        "the others' stay"
    );
}

#[tokio::test]
async fn paging_reports_with_equal_times_misses_and_repeats_none() {
    let (store, _folder) = store().await;
    for (seed, at) in [1_000, 2_000, 2_000, 2_000, 2_000, 3_000, 4_000].into_iter().enumerate() {
        store.report(&report(seed as u64, 1, Some(2), at)).await.unwrap();
    }
    let (mut from, mut seen) = (ReportCursor::default(), Vec::new());
    for _ in 0..9 {
        let some = store.reports_by(guest(1), from, 2).await.unwrap();
        let about = store.reports_about(guest(2), from, 2).await.unwrap();
        let places: Vec<_> = some.iter().map(|own| (own.room.clone(), own.at)).collect();
        assert_eq!(places, about);
        from = from.after(some.iter().map(|own| own.at));
        // Old reports are deleted meanwhile.
        store.remove_reports(2_000).await.unwrap();
        if some.is_empty() {
            break;
        }
        seen.extend(places);
    }
    assert_eq!(
        seen.iter().map(|(_, at)| *at).collect::<Vec<_>>(),
        [1_000, 2_000, 2_000, 2_000, 2_000, 3_000, 4_000]
    );
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 7);
}
