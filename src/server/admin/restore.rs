//! Restore: replaces the database by a backup.

pub(super) mod aftermath;
mod decisions;

use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection as _, SqliteConnection};

use self::aftermath::{Aftermath, apply, complete_list, deletions};
use super::backup::{copy_all, copy_to_file};
use super::check::{CheckReport, Depth, check};
use super::{TaskError, database_error, file_error, open_read_only};
use crate::server::database::files::{TempFile, exists_with_siblings, with_suffix};
use crate::server::database::{Connection, Location, query};
use crate::server::store::Store;
use crate::server::time;

/// The result of a restore.
pub(super) struct Restored {
    /// Whether the backup is in place.
    pub done: bool,
    /// Path of the previous database.
    pub before: Option<PathBuf>,
    /// What does not come back.
    pub aftermath: Aftermath,
    /// How many rows of the audit log were carried over from the database that was there.
    pub carried: u64,
    /// The check of the backup.
    pub report: CheckReport,
}

/// What is restored, and how.
pub(super) struct Restore<'r> {
    pub to: &'r Location,
    pub file: &'r Path,
    /// The list of deletions of this server.
    pub deletions: &'r Path,
    /// Also if the check finds errors.
    pub anyway: bool,
    pub keep_sign_ins: bool,
}

/// Restores into a file: copies the backup beside the database, runs the migrations on the copy, checks it,
/// and only then swaps the two. For PostgreSQL see `restore_into_postgres`.
pub(super) async fn restore(what: &Restore<'_>) -> Result<Restored, TaskError> {
    let Location::File(database) = what.to else { return restore_into_postgres(what).await };
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    let existed = exists_with_siblings(database);
    ensure_not_in_use(database).await?;
    let (copy, aftermath, carried, report) = prepare_copy(what, database, Some(database)).await?;
    if !report.flaws.is_empty() && !what.anyway {
        return Ok(Restored { done: false, before: None, aftermath, carried, report });
    }
    checkpoint(copy.path()).await.map_err(database_error(&copy.path().into()))?;
    copy.give_to_owner_of(if database.exists() { database } else { folder });
    // Checked again, because a server may have been started meanwhile.
    ensure_not_in_use(database).await?;
    let aside = with_suffix(database, &format!(".before-{}", time::system_seconds()));
    copy.replace(database, &aside).map_err(file_error(database))?;
    verify_restored(what.to, &report).await?;
    Ok(Restored { done: true, before: existed.then_some(aside), aftermath, carried, report })
}

/// A migrated copy of the backup beside another file, without what does not come back and with what the operator has
/// decided in the replaced database since, and its check. This server's list of deletions is then complete.
async fn prepare_copy(
    what: &Restore<'_>,
    beside: &Path,
    replaced: Option<&Path>,
) -> Result<(TempFile, Aftermath, u64, CheckReport), TaskError> {
    let deletions = deletions(what.deletions, what.file)?;
    let copy = copy_to_file(&what.file.into(), beside).await?;
    let aftermath = apply(copy.path(), &deletions, what.keep_sign_ins).await?;
    let carried = match replaced {
        Some(replaced) => decisions::carry_over(copy.path(), replaced).await?,
        None => 0,
    };
    let report = check(&copy.path().into(), Depth::Full).await?;
    complete_list(what.deletions, &deletions)?;
    Ok((copy, aftermath, carried, report))
}

/// Restores into an empty PostgreSQL database.
async fn restore_into_postgres(what: &Restore<'_>) -> Result<Restored, TaskError> {
    let to = what.to;
    ensure_no_server(to).await?;
    let beside = std::env::temp_dir().join("duello-restore.sqlite");
    let (copy, aftermath, carried, report) = prepare_copy(what, &beside, None).await?;
    if !report.flaws.is_empty() && !what.anyway {
        return Ok(Restored { done: false, before: None, aftermath, carried, report });
    }
    // Creates the tables by running the migrations.
    Store::open(to.clone()).await?.close().await;
    let mut target = open_read_only(to).await?;
    for table in ["rooms", "games", "guests", "accounts", "audit"] {
        let any = query(format!("SELECT 1 FROM {table} LIMIT 1")).fetch_optional(&mut target).await;
        if any.map_err(database_error(to))?.is_some() {
            return Err(TaskError::NotEmpty(to.clone()));
        }
    }
    copy_all(&mut open_read_only(&copy.path().into()).await?, to).await?;
    verify_restored(to, &report).await?;
    Ok(Restored { done: true, before: None, aftermath, carried, report })
}

/// Verifies that the restored content equals the backup's.
async fn verify_restored(to: &Location, report: &CheckReport) -> Result<(), TaskError> {
    let now = check(to, Depth::Quick).await?;
    if now.digest == report.digest { Ok(()) } else { Err(TaskError::Flawed(to.clone())) }
}

/// Fails if a server uses this database.
pub(super) async fn ensure_no_server(database: &Location) -> Result<(), TaskError> {
    if let Location::File(path) = database {
        return ensure_not_in_use(path).await;
    }
    let mut connection: Connection = open_read_only(database).await?;
    let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'duello' LIMIT 1";
    match query(sql).fetch_optional(&mut connection).await.map_err(database_error(database))? {
        Some(_) => Err(TaskError::InUse(database.clone())),
        None => Ok(()),
    }
}

/// Checkpoints the database that is to be replaced into one file, which fails if a server uses it. A broken
/// database cannot be in use, and is put aside as it is.
async fn ensure_not_in_use(database: &Path) -> Result<(), TaskError> {
    if !database.exists() {
        return Ok(());
    }
    match checkpoint(database).await {
        // SQLITE_BUSY, https://sqlite.org/rescode.html#busy
        Err(error)
            if error
                .as_database_error()
                .is_some_and(|inner| inner.code().is_some_and(|code| code == "5")) =>
        {
            Err(TaskError::InUse(database.into()))
        }
        Err(error) => {
            tracing::warn!(%error, "the previous database cannot be opened");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Merges SQLite's WAL into the database file, which needs exclusive access.
pub(super) async fn checkpoint(database: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(database)
        .journal_mode(SqliteJournalMode::Delete)
        .busy_timeout(std::time::Duration::ZERO)
        .disable_statement_logging();
    SqliteConnection::connect_with(&options).await?.close().await
}
