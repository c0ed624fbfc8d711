//! Opening the database: the file, its modes, its tables.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlSafeStr, SqliteConnection, SqlitePool};

use super::unrecorded;
use crate::server::error::StartError;

/// Every change of the tables, in order. A migration that was released is never edited.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "rooms", include_str!("../../../migrations/0001_rooms.sql")),
    (2, "games", include_str!("../../../migrations/0002_games.sql")),
];

/// A pool for reading and the one connection that writes.
pub(super) async fn open(path: &Path) -> Result<(SqlitePool, SqliteConnection), StartError> {
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
    migrations()
        .run(&mut writer)
        .await
        .map_err(|source| StartError::Database { path: path.to_owned(), source: source.into() })?;
    unrecorded::record(&mut writer).await.map_err(failed)?;
    let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await.map_err(failed)?;
    Ok((readers, writer))
}

fn migrations() -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator { migrations: MIGRATIONS.map(migration).to_vec().into(), ..Migrator::DEFAULT }
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
