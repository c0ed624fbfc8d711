//! Opens the database and runs its schema migrations.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::schema::{self, BeforeMigration, Schema};
use super::{archive_migration, audit, game_kind, joined};
use crate::server::database::{Connection, Database, Location, query};
use crate::server::error::StartError;

/// Every migration, in order, with the earliest schema whose program still works on a database that has it: of one
/// that only adds, the version before. A released migration is never edited. The eighth was released before those
/// from the fourth on; there is no seventh, and no eighteenth.
pub(super) const MIGRATIONS: [(i64, &str, &str, i64); 24] = [
    (1, "rooms", include_str!("../../../migrations/0001_rooms.sql"), 10),
    (2, "games", include_str!("../../../migrations/0002_games.sql"), 10),
    (3, "clocks", include_str!("../../../migrations/0003_clocks.sql"), 10),
    (4, "reports", include_str!("../../../migrations/0004_reports.sql"), 10),
    (5, "profile", include_str!("../../../migrations/0005_profile.sql"), 10),
    (6, "accounts", include_str!("../../../migrations/0006_accounts.sql"), 10),
    (8, "pushes", include_str!("../../../migrations/0008_pushes.sql"), 10),
    (9, "nodes", include_str!("../../../migrations/0009_nodes.sql"), 10),
    (10, "handovers", include_str!("../../../migrations/0010_handovers.sql"), 10),
    (11, "retention", include_str!("../../../migrations/0011_retention.sql"), 10),
    (12, "schema_readers", include_str!("../../../migrations/0012_schema_readers.sql"), 10),
    (13, "downtimes", include_str!("../../../migrations/0013_downtimes.sql"), 10),
    (14, "sessions", include_str!("../../../migrations/0014_sessions.sql"), 10),
    (15, "adoption", include_str!("../../../migrations/0015_adoption.sql"), 10),
    (16, "push_sessions", include_str!("../../../migrations/0016_push_sessions.sql"), 10),
    (17, "rated_games", include_str!("../../../migrations/0017_rated_games.sql"), 10),
    (19, "redactions", include_str!("../../../migrations/0019_redactions.sql"), 10),
    (20, "joined", include_str!("../../../migrations/0020_joined.sql"), 10),
    (21, "moderation", include_str!("../../../migrations/0021_moderation.sql"), 10),
    (22, "bots", include_str!("../../../migrations/0022_bots.sql"), 10),
    (23, "rating_speeds", include_str!("../../../migrations/0023_rating_speeds.sql"), 10),
    (24, "players", include_str!("../../../migrations/0024_players.sql"), 10),
    (25, "tournaments", include_str!("../../../migrations/0025_tournaments.sql"), 10),
    (26, "screenings", include_str!("../../../migrations/0026_screenings.sql"), 10),
];

/// Opens or creates the database and runs the migrations; with a connection for the writer.
pub(super) async fn open(
    location: &Location,
    before: BeforeMigration,
) -> Result<(Database, Connection), StartError> {
    let failed = |source: sqlx::Error| StartError::database(location, source);
    let database = Database::open(location).await?;
    let mut writer = database.connect().await.map_err(failed)?;
    // Migrations are committed one by one: a second server has to find none or all of them.
    writer.lock_schema().await.map_err(failed)?;
    schema::prepare(&mut writer, location, before).await?;
    writer
        .migrate(&migrations(&MIGRATIONS))
        .await
        .map_err(|source| StartError::database(location, source))?;
    schema::note_readers(&mut writer).await.map_err(failed)?;
    archive_migration::archive_old_games(&mut writer).await.map_err(failed)?;
    game_kind::classify_old_games(&mut writer).await.map_err(failed)?;
    joined::list_old_rooms(&mut writer).await.map_err(failed)?;
    audit::protect(&mut writer).await.map_err(failed)?;
    writer.unlock_schema().await.map_err(failed)?;
    Ok((database, writer))
}

pub(super) fn migrations(all: &[(i64, &'static str, &'static str, i64)]) -> Migrator {
    let migration = |&(version, name, sql, _): &(i64, &'static str, &'static str, i64)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    // What a later program has added was looked at before.
    Migrator { migrations: all.iter().map(migration).collect(), ignore_missing: true, ..Migrator::DEFAULT }
}

/// Whether every migration has been applied, including the data that they fill in.
pub async fn is_current(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    let schema = Schema::read(connection).await?;
    if !schema.is_complete() || !schema.is_readable() {
        return Ok(false);
    }
    let rest = "SELECT 1 FROM unrecorded UNION ALL SELECT 1 FROM unlisted";
    Ok(query(rest).fetch_optional(connection).await?.is_none())
}

#[cfg(test)]
mod tests {
    use room::{Event, Logged, Reason, RoomCode, Seat, Settings, TimeControl, stamp};

    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;
    use crate::server::store::Store;

    /// The log of a room with these settings, with `games` games of which all but the last have ended.
    fn log(clock: TimeControl, games: u32) -> Vec<Logged> {
        let settings = Settings { clock, ..Settings::default() };
        let line = "\"event\":{\"started\":".to_owned();
        let mut events = vec![
            Event::Opened(Settings::default()),
            Event::Configured { seat: Seat::Bottom, settings },
            Event::ChatSent { seat: Seat::Top, text: line },
        ];
        for number in 1..=games {
            let setup = settings.game.setup(number).unwrap();
            events.push(Event::started(number, setup, Seat::Top));
            events.push(Event::Ended { winner: None, reason: Reason::Agreed });
        }
        if games > 0 {
            events.pop();
        }
        stamp(events, 0, 1, None)
    }

    #[tokio::test]
    async fn a_database_with_a_later_migration_gets_the_missing_earlier_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = SqliteConnection::connect_with(&options).await.unwrap();
        let released = MIGRATIONS.map(|change| (change, matches!(change.0, 1..=3 | 8)));
        let released: Vec<_> =
            released.into_iter().filter_map(|(change, was)| was.then_some(change)).collect();
        migrations(&released).run(&mut old).await.unwrap();
        old.close().await.unwrap();
        drop(Store::open(path.as_path()).await.unwrap());
        let (database, _) = open(&Location::File(path), BeforeMigration::Nothing).await.unwrap();
        let tables = "SELECT 1 FROM reports, called_off, ratings, accounts, passkeys, pushes";
        query(tables).fetch_all(&database).await.unwrap();
    }

    #[tokio::test]
    async fn running_clocks_written_by_an_older_server_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = SqliteConnection::connect_with(&options).await.unwrap();
        migrations(&MIGRATIONS[..1]).run(&mut old).await.unwrap();
        let timed = TimeControl::PerMove { seconds: 60 };
        let mut over = log(timed, 2);
        over.extend(stamp(
            vec![Event::Ended { winner: None, reason: Reason::Agreed }],
            over.len() as u64,
            1,
            None,
        ));
        let logs = [log(timed, 0), log(timed, 1), log(TimeControl::None, 1), log(timed, 3), over];
        let codes = [0, 1, 2, 3, 4].map(RoomCode::from_seed);
        for (code, log) in codes.iter().zip(&logs) {
            for event in log {
                sqlx::query("INSERT INTO events (room, seq, at, body) VALUES ($1, $2, 1, $3)")
                    .bind(code.to_string())
                    .bind(event.seq as i64)
                    .bind(serde_json::to_string(event).unwrap())
                    .execute(&mut old)
                    .await
                    .unwrap();
            }
        }
        old.close().await.unwrap();
        let store = Store::open(path.as_path()).await.unwrap();
        let mut found = store.rooms_with_clock().await.unwrap();
        found.sort();
        assert_eq!(found, [codes[1], codes[3]]);
    }
}
