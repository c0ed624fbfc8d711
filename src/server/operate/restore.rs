//! Restore: replaces the database by a backup.

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};

use super::backup::{copy, put};
use super::check::{Found, check};
use super::files::{Draft, is_there, with_suffix};
use super::{TaskError, failed, no_file, open_to_read};
use crate::server::database::{Connection, Location, query};
use crate::server::store::Store;
use crate::server::time;

/// The result of a restore.
pub(super) struct Restored {
    /// Whether the backup is in place.
    pub done: bool,
    /// Path of the previous database.
    pub before: Option<PathBuf>,
    /// The check of the backup.
    pub found: Found,
}

/// Restores into a file: copies the backup beside the database, runs the migrations on the copy, checks it,
/// and only then swaps the two. For PostgreSQL see `bring`.
pub(super) async fn restore(to: &Location, file: &Path, anyway: bool) -> Result<Restored, TaskError> {
    let Location::File(database) = to else { return bring(to, file, anyway).await };
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(no_file(folder))?;
    let there = is_there(database);
    not_in_use(database).await?;
    let (next, found) = next(file, database).await?;
    if !found.flaws.is_empty() && !anyway {
        return Ok(Restored { done: false, before: None, found });
    }
    close_up(next.path()).await.map_err(failed(&next.path().into()))?;
    next.give_to_owner_of(if database.exists() { database } else { folder });
    // Checked again, because a server may have been started meanwhile.
    not_in_use(database).await?;
    let aside = with_suffix(database, &format!(".before-{}", time::seconds()));
    next.replace(database, &aside).map_err(no_file(database))?;
    same(to, &found).await?;
    Ok(Restored { done: true, before: there.then_some(aside), found })
}

/// A migrated copy of the backup beside another file, and its check.
async fn next(file: &Path, beside: &Path) -> Result<(Draft, Found), TaskError> {
    let next = copy(&file.into(), beside).await?;
    Store::open(next.path()).await?.close().await;
    let found = check(&next.path().into()).await?;
    Ok((next, found))
}

/// Restores into an empty PostgreSQL database.
async fn bring(to: &Location, file: &Path, anyway: bool) -> Result<Restored, TaskError> {
    not_worked_with(to).await?;
    let (next, found) = next(file, &std::env::temp_dir().join("duello-restore.sqlite")).await?;
    if !found.flaws.is_empty() && !anyway {
        return Ok(Restored { done: false, before: None, found });
    }
    // Creates the tables by running the migrations.
    Store::open(to.clone()).await?.close().await;
    let mut there = open_to_read(to).await?;
    for table in ["rooms", "games", "guests", "accounts"] {
        let any = query(format!("SELECT 1 FROM {table} LIMIT 1")).fetch_optional(&mut there).await;
        if any.map_err(failed(to))?.is_some() {
            return Err(TaskError::NotEmpty(to.clone()));
        }
    }
    put(&mut open_to_read(&next.path().into()).await?, to).await?;
    same(to, &found).await?;
    Ok(Restored { done: true, before: None, found })
}

/// Verifies that the restored content equals the backup's.
async fn same(to: &Location, found: &Found) -> Result<(), TaskError> {
    let now = check(to).await?;
    if now.digest == found.digest { Ok(()) } else { Err(TaskError::Flawed(to.clone())) }
}

/// Fails if a server is connected to this PostgreSQL database.
async fn not_worked_with(database: &Location) -> Result<(), TaskError> {
    let mut connection: Connection = open_to_read(database).await?;
    let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'duello' LIMIT 1";
    match query(sql).fetch_optional(&mut connection).await.map_err(failed(database))? {
        Some(_) => Err(TaskError::InUse(database.clone())),
        None => Ok(()),
    }
}

/// Checkpoints the database that is to be replaced into one file, which fails if a server uses it. A broken
/// database cannot be in use, and is put aside as it is.
async fn not_in_use(database: &Path) -> Result<(), TaskError> {
    if !database.exists() {
        return Ok(());
    }
    match close_up(database).await {
        // SQLITE_BUSY, https://sqlite.org/rescode.html#busy
        Err(error)
            if error
                .as_database_error()
                .is_some_and(|inner| inner.code().is_some_and(|code| code == "5")) =>
        {
            Err(TaskError::InUse(database.into()))
        }
        Err(error) => {
            tracing::warn!(%error, "what is there cannot be opened");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Merges SQLite's WAL into the database file, which needs exclusive access.
pub(super) async fn close_up(database: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(std::time::Duration::ZERO)
        .disable_statement_logging();
    SqliteConnection::connect_with(&options).await?.close().await
}
