//! Tests of redaction in the store: what is hidden is read by nobody, and vanishes from the tables.

use room::{ChatLine, Event, LineContent, MemberId, Origin, Seat, Settings, stamp};
use rules::Game;

use super::*;
use crate::server::database::Database;
use crate::server::store::profile::tests::{End, guest, played, store};
use crate::server::store::{Projections, Report};

const ANNA: MemberId = MemberId(1);
const BERT: MemberId = MemberId(2);

/// A room in which Anna and Bert sit, and each has said something.
async fn talked(store: &Store, code: RoomCode) {
    let seated = |seat, member, name: &str| Event::Seated { seat, member, name: name.to_owned() };
    let events = vec![
        Event::Opened(Settings::default()),
        seated(Seat::Bottom, ANNA, "Anna"),
        seated(Seat::Top, BERT, "Bert"),
    ];
    let mut log = stamp(events, 0, 1, None);
    for (member, seat, text) in [(ANNA, Seat::Bottom, "Elm Street 5"), (BERT, Seat::Top, "nice")] {
        let said = Event::ChatSent { seat, text: text.to_owned() };
        log.extend(stamp(vec![said], log.len() as u64, 2, Some(Origin { member, id: 1 })));
    }
    store.create_room(code, &log, &Projections::default()).await.unwrap();
}

async fn stored(store: &Store, table: &str, column: &str) -> String {
    let rows = query(format!("SELECT {column} FROM {table}")).fetch_all(&store.database).await.unwrap();
    rows.iter().map(|row| row.try_get::<String>(0).unwrap()).collect()
}

#[tokio::test]
async fn hidden_names_and_lines_are_read_by_nobody_and_then_rewritten() {
    let (store, _fresh) = store().await;
    let code = RoomCode::from_seed(7);
    talked(&store, code).await;
    store.hide(code, &[Redaction::Member(ANNA)], 1_000).await.unwrap();
    store.hide(code, &[Redaction::Member(ANNA), Redaction::Event(5)], 2_000).await.unwrap();
    for log in [store.log(code).await.unwrap(), store.events(code, 1, 4).await.unwrap()] {
        let text = serde_json::to_string(&log).unwrap();
        assert!(!["Anna", "Elm", "nice"].iter().any(|gone| text.contains(gone)), "{text}");
        assert!(text.contains("Bert"));
    }
    assert!(stored(&store, "events", "body").await.contains("Elm"));
    assert_eq!(store.rooms_hidden_since(2_000).await.unwrap(), [(code, 1)]);
    assert_eq!(store.rooms_to_rewrite(2_000).await.unwrap(), [code]);
    store.rewrite_hidden(code, 2_000).await.unwrap();
    let bodies = stored(&store, "events", "body").await;
    assert!(!["Anna", "Elm", "nice"].iter().any(|gone| bodies.contains(gone)) && bodies.contains("Bert"));
    assert!(store.rooms_to_rewrite(2_000).await.unwrap().is_empty());
    assert_eq!(
        store.rooms_to_rewrite(2_001).await.unwrap(),
        [code],
        "what was hidden later is looked at again"
    );
}

#[tokio::test]
async fn reports_and_archived_games_of_the_room_lose_the_name_too() {
    let (store, fresh) = store().await;
    let (code, ..) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, 1_000).await;
    let seats = store.log(code).await.unwrap();
    let member = seats.iter().find_map(|logged| match &logged.event {
        Event::Seated { seat: Seat::Bottom, member, .. } => Some(*member),
        _ => None,
    });
    let member = member.unwrap();
    let line = |member, name: &str, text: &str| ChatLine {
        seq: 2,
        seat: None,
        member,
        name: name.to_owned(),
        at: 1,
        said: LineContent::Text(text.to_owned()),
    };
    let lines = vec![line(member, "Ada", "what was reported"), line(MemberId(9), "Cleo", "oh")];
    let report = Report {
        room: code,
        at: 5,
        guest: guest(2),
        about: Some(guest(1)),
        seat: None,
        member,
        name: "Ada".to_owned(),
        lines,
    };
    store.report(&report).await.unwrap();
    store.hide(code, &[Redaction::Member(member)], 1_000).await.unwrap();
    store.rewrite_hidden(code, 2_000).await.unwrap();
    let id = store.game_of_room(code, 1).await.unwrap().unwrap();
    let names = store.game(id).await.unwrap().unwrap().names;
    assert!(
        names.contains(&REMOVED_NAME.to_owned()) && names.contains(&"Guest 2 of 1".to_owned()),
        "{names:?}"
    );
    assert_eq!(stored(&store, "reports", "name").await, REMOVED_NAME);
    let lines = stored(&store, "reports", "lines").await;
    assert!(!lines.contains("Ada") && lines.contains("Cleo") && lines.contains("what was reported"));
    drop(Database::open(&fresh.location).await.unwrap());
}
