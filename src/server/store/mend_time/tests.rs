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

#[tokio::test]
async fn games_without_a_log_end_at_one_time_in_all_tables() {
    for others in [false, true] {
        let (store, fresh) = store().await;
        let (code, ..) = played(&store, 1, Game::Mancala, [1, 2], End::Resigned, NOW + AHEAD).await;
        let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
        let gone = query("DELETE FROM events WHERE room = $1").bind(code.to_string());
        gone.execute(&mut connection).await.unwrap();
        if others {
            let log = stamp(vec![Event::Opened(Settings::default())], 0, NOW + 1_000, None);
            store.create_room(RoomCode::from_seed(7), &log, &Projections::default()).await.unwrap();
        }
        mend(&mut connection, NOW, 0).await.unwrap();
        let id = store.game_of_room(code, 1).await.unwrap().unwrap();
        assert_eq!(store.game(id).await.unwrap().unwrap().ended, NOW, "{others}");
        let sql =
            "SELECT DISTINCT games.ended, players.ended FROM games JOIN players ON players.game = games.id";
        let rows = query(sql).fetch_all(&mut connection).await.unwrap();
        let times: Vec<(i64, i64)> =
            rows.iter().map(|row| (row.try_get(0).unwrap(), row.try_get(1).unwrap())).collect();
        assert_eq!(times, [(NOW, NOW)], "{others}");
    }
}

/// Numbers that are no times.
const NUMBERS: &str = "events.seq seats.seat games.number games.timed games.winner players.side called_off.number \
                       ratings.games bot_ratings.games pushes.turn pushes.arrival nodes.connected handovers.member adopted.settled \
                       sessions.asked rooms.same_address rated_games.side rated_games.same_address \
                       schema_readers.version schema_readers.reader redactions.written push_rooms.muted \
                       blocks.prefix audit.n claimed_names.listed facts.seq entrants.entrant pairings.pairing \
                       tournaments.listed tournaments.entered tournaments.winner \
                       tournaments.reminded tournaments.redacted screenings.games";
/// Times that are mended in another way.
const OTHERS: &str = "events.at games.ended rooms.look_at alive.at ratings.at bot_ratings.at nodes.at trusted_time.at downtimes.since downtimes.until \
                      sanctions.until blocks.until switches.until audit.at audit.until tournaments.starts_at facts.at";

#[tokio::test]
async fn every_time_that_is_stored_is_mended() {
    let (_store, fresh) = store().await;
    let mut connection = Database::open(&fresh.location).await.unwrap().connect().await.unwrap();
    let sql = match connection {
        Connection::Sqlite(_) => {
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns \
             WHERE tables.type = 'table' AND columns.type = 'BIGINT'"
        }
        Connection::Postgres(_) => {
            "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND data_type = 'bigint'"
        }
    };
    let rows = query(sql).fetch_all(&mut connection).await.unwrap();
    assert!(rows.len() > COLUMNS.len());
    for row in &rows {
        let (table, column): (&str, &str) = (row.try_get(0).unwrap(), row.try_get(1).unwrap());
        let name = format!("{table}.{column}");
        let is_known = format!("{NUMBERS} {OTHERS}").split_whitespace().any(|known| known == name);
        let is_known = is_known || COLUMNS.contains(&(table, column)) || table == "_sqlx_migrations";
        assert!(is_known, "{name}: a time, or a number?");
    }
}
