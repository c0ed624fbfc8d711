//! Opening the database: the file, its modes, its tables.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqlSafeStr, SqliteConnection, SqlitePool};

use super::{kind, unrecorded};
use crate::server::error::StartError;

/// Every change of the tables, in order. A migration that was released is never edited. The eighth came before those from the
/// fourth on; there is no seventh.
const MIGRATIONS: [(i64, &str, &str); 8] = [
    (1, "rooms", include_str!("../../../migrations/0001_rooms.sql")),
    (2, "games", include_str!("../../../migrations/0002_games.sql")),
    (3, "clocks", include_str!("../../../migrations/0003_clocks.sql")),
    (4, "reports", include_str!("../../../migrations/0004_reports.sql")),
    (5, "profile", include_str!("../../../migrations/0005_profile.sql")),
    (6, "accounts", include_str!("../../../migrations/0006_accounts.sql")),
    (8, "pushes", include_str!("../../../migrations/0008_pushes.sql")),
    (9, "nodes", include_str!("../../../migrations/0009_nodes.sql")),
];

/// A database that is open.
pub(super) struct Opened {
    /// For reading.
    pub readers: SqlitePool,
    /// How connections to it are made.
    pub options: SqliteConnectOptions,
    /// The one connection that writes.
    pub writer: SqliteConnection,
}

/// Opens it, or makes it, and brings it up to date.
pub(super) async fn open(path: &Path) -> Result<Opened, StartError> {
    make(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .foreign_keys(true)
        .disable_statement_logging();
    let failed = |source: sqlx::Error| StartError::Database { path: path.to_owned(), source: source.into() };
    let mut writer = SqliteConnection::connect_with(&options).await.map_err(failed)?;
    migrations(&MIGRATIONS)
        .run(&mut writer)
        .await
        .map_err(|source| StartError::Database { path: path.to_owned(), source: source.into() })?;
    unrecorded::record(&mut writer).await.map_err(failed)?;
    kind::describe(&mut writer).await.map_err(failed)?;
    let readers =
        SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await.map_err(failed)?;
    Ok(Opened { readers, options, writer })
}

fn migrations(all: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator { migrations: all.iter().map(migration).collect(), ..Migrator::DEFAULT }
}

/// Whether a database has every change of the tables, and everything that comes with them.
pub async fn is_current(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let changes = sqlx::query("SELECT version FROM _sqlx_migrations WHERE success ORDER BY version");
    let applied = changes.fetch_all(&mut *connection).await?;
    let applied = applied.iter().map(|row| row.try_get(0)).collect::<Result<Vec<i64>, _>>()?;
    if applied != MIGRATIONS.map(|(version, ..)| version) {
        return Ok(false);
    }
    Ok(sqlx::query("SELECT 1 FROM unrecorded").fetch_optional(connection).await?.is_none())
}

/// Makes the folder and the file, if they are not there, for our eyes only; what SQLite puts beside the file gets the
/// file's mode.
fn make(path: &Path) -> Result<(), StartError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |source| StartError::DataFolder { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = std::fs::OpenOptions::new();
    file.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.open(path).map_err(failed)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use room::{Event, Logged, Reason, RoomCode, Seat, Settings, TimeControl, stamp};

    use super::*;
    use crate::server::store::Store;

    /// The log of a room with these settings, in which so many games began and all but the last have ended.
    fn log(clock: TimeControl, games: u32) -> Vec<Logged> {
        let settings = Settings { clock, ..Settings::default() };
        let line = "\"event\":{\"started\":".to_owned();
        let mut events = vec![
            Event::Opened(Settings::default()),
            Event::Configured { seat: Seat::Bottom, settings },
            Event::Said { seat: Seat::Top, text: line },
        ];
        for number in 1..=games {
            let setup = settings.game.setup(number).unwrap();
            events.push(Event::Started { number, setup, first: Seat::Top });
            events.push(Event::Ended { winner: None, reason: Reason::Agreed });
        }
        if games > 0 {
            events.pop();
        }
        stamp(events, 0, 1, None)
    }

    #[tokio::test]
    async fn a_database_that_has_a_later_change_gets_the_earlier_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = SqliteConnection::connect_with(&options).await.unwrap();
        let released = MIGRATIONS.map(|change| (change, matches!(change.0, 1..=3 | 8)));
        let released: Vec<_> =
            released.into_iter().filter_map(|(change, was)| was.then_some(change)).collect();
        migrations(&released).run(&mut old).await.unwrap();
        old.close().await.unwrap();
        drop(Store::open(&path).await.unwrap());
        let Opened { readers, .. } = open(&path).await.unwrap();
        let tables = "SELECT 1 FROM reports, called_off, ratings, accounts, passkeys, pushes";
        sqlx::query(tables).fetch_all(&readers).await.unwrap();
    }

    #[tokio::test]
    async fn running_clocks_of_an_older_server_are_found() {
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
        let store = Store::open(&path).await.unwrap();
        let mut found = store.clocks().await.unwrap();
        found.sort();
        assert_eq!(found, [codes[1], codes[3]]);
    }
}
