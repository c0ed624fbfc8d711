//! A back-up in the place of the database.

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::backup::copy;
use super::check::{Found, check};
use super::files::{is_there, with_suffix};
use super::{TaskError, failed, no_file};
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
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(no_file(folder))?;
    let there = is_there(database);
    not_in_use(database).await?;
    let next = copy(file, database).await?;
    let store = Store::open(next.path()).await?;
    store.close().await;
    let found = check(next.path()).await?;
    if !found.flaws.is_empty() && !anyway {
        return Ok(Restored { done: false, before: None, found });
    }
    close_up(next.path()).await.map_err(failed(next.path()))?;
    next.give_to_owner_of(if database.exists() { database } else { folder });
    // Once more: a server may have been started meanwhile.
    not_in_use(database).await?;
    let aside = with_suffix(database, &format!(".before-{}", time::seconds()));
    next.replace(database, &aside).map_err(no_file(database))?;
    let now = check(database).await?;
    if now.digest != found.digest {
        return Err(TaskError::Flawed(database.to_owned()));
    }
    Ok(Restored { done: true, before: there.then_some(aside), found })
}

/// Makes one file of the database that is to be replaced, which nobody else may be using for that. One that is broken cannot be
/// used by anybody, and is put aside as it is.
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
            Err(TaskError::InUse(database.to_owned()))
        }
        Err(error) => {
            tracing::warn!(%error, "what is there cannot be opened");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Makes one file of a database and what lies beside it. That needs the database for itself.
async fn close_up(database: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(std::time::Duration::ZERO)
        .disable_statement_logging();
    SqliteConnection::connect_with(&options).await?.close().await
}
