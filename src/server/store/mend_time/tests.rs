//! Times from the future are mended so that logs still fold and durations stay.

use room::{RoomCode, Seat, Settings, stamp};
use rules::Game;

use super::*;
use crate::server::database::Database;
use crate::server::store::Projections;
use crate::server::store::profile::tests::{End, played, store};

const NOW: Millis = 1_700_000_000_000;
const AHEAD: Millis = 10 * 365 * 24 * 3_600_000;

#[tokio::test]
async fn mended_times_are_not_in_the_future_and_durations_stay() {
    let (store, fresh) = store().await;
    let (code, ..) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, NOW + AHEAD).await;
    let mixed = RoomCode::from_seed(7);
    let mut log = stamp(vec![Event::Opened(Settings::default())], 0, NOW - 5_000, None);
    let line = |text: &str| Event::ChatSent { seat: Seat::Top, text: text.to_owned() };
    log.extend(stamp(vec![line("a")], 1, NOW + AHEAD - 9_000, None));
    log.extend(stamp(vec![line("b")], 2, NOW + AHEAD - 2_000, None));
    store.create_room(mixed, &log, &Projections::default()).await.unwrap();
    store.trust_time(NOW + AHEAD).await.unwrap();
    let before = store.log(code).await.unwrap();
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let (newest, rooms) = newest_event(&mut connection, NOW).await.unwrap();
    assert_eq!(rooms, 2);
    let mended = mend(&mut connection, NOW, 0).await.unwrap();
    assert_eq!(mended, Mended { events: before.len() as u64 + 2, games: 1 });
    assert_eq!(newest_event(&mut connection, NOW).await.unwrap(), (NOW, 0));
    let after = store.log(code).await.unwrap();
    let offset = newest - NOW;
    assert!(before.iter().zip(&after).all(|(before, after)| before.at - after.at == offset));
    let id = store.game_of_room(code, 1).await.unwrap().unwrap();
    assert!(store.game(id).await.unwrap().unwrap().ended <= NOW);
    let mixed: Vec<_> = store.log(mixed).await.unwrap().iter().map(|event| event.at).collect();
    assert_eq!(
        mixed,
        [NOW - 5_000, NOW - 9_000 + (NOW + AHEAD - newest), NOW - 2_000 + (NOW + AHEAD - newest)]
            .map(|at| at.max(NOW - 5_000))
    );
    assert_eq!(store.stored_times().await.unwrap().trusted, NOW);
    for (table, column) in COLUMNS {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} > $1");
        let row = query(sql).bind(NOW).fetch_one(&mut connection).await.unwrap();
        assert_eq!(row.try_get::<i64>(0).unwrap(), 0, "{table}.{column}");
    }
    assert_eq!(store.due_rooms(NOW, 9).await.unwrap().len(), 2, "the sweep looks at them again");
}
