//! A back-up in the place of the database.

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::backup::copy;
use super::check::{Found, check};
use super::{TaskError, failed, no_file, with_suffix};
use crate::server::store::Store;
use crate::server::time;

/// What came of it.
pub(super) struct Restored {
    /// Whether it is in place.
    pub done: bool,
    /// Where that is which was there before.
    pub before: Option<PathBuf>,
    /// What is in the back-up.
    pub found: Found,
}

/// Copies the back-up beside the database, brings the copy up to date, checks it, and only then changes the two.
pub(super) async fn restore(database: &Path, file: &Path, anyway: bool) -> Result<Restored, TaskError> {
    let next = with_suffix(database, ".restored");
    if let Some(folder) = database.parent() {
        std::fs::create_dir_all(folder).map_err(no_file(folder))?;
    }
    copy(file, &next).await?;
    let store = Store::open(&next).await?;
    store.close().await;
    let found = check(&next).await?;
    close_up(&next).await?;
    if !found.flaws.is_empty() && !anyway {
        std::fs::remove_file(&next).map_err(no_file(&next))?;
        return Ok(Restored { done: false, before: None, found });
    }
    let before = if database.exists() { Some(put_aside(database).await?) } else { None };
    std::fs::rename(&next, database).map_err(no_file(database))?;
    Ok(Restored { done: true, before, found })
}

/// Puts what is there aside, whole and in one file.
async fn put_aside(database: &Path) -> Result<PathBuf, TaskError> {
    close_up(database).await?;
    let aside = with_suffix(database, &format!(".before-{}", time::seconds()));
    std::fs::rename(database, &aside).map_err(no_file(database))?;
    Ok(aside)
}

/// Makes one file of a database and what lies beside it. That needs the database for itself, so that nobody can be using it.
async fn close_up(database: &Path) -> Result<(), TaskError> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(std::time::Duration::ZERO)
        .disable_statement_logging();
    let in_use = |error: sqlx::Error| match error.as_database_error() {
        // SQLITE_BUSY, https://sqlite.org/rescode.html#busy
        Some(inner) if inner.code().is_some_and(|code| code == "5") => TaskError::InUse(database.to_owned()),
        _ => failed(database)(error),
    };
    SqliteConnection::connect_with(&options).await.map_err(in_use)?.close().await.map_err(failed(database))
}
