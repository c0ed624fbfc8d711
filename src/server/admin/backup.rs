//! Backup: a consistent snapshot of the database in one SQLite file, made while a server may be writing.

use std::path::Path;

use super::check::{CheckReport, Depth, check};
use super::restore::aftermath::SUFFIX;
use super::restore::checkpoint;
use super::{TaskError, database_error, file_error, open_read_only};
use crate::server::database::files::{TempFile, path_as_str, with_suffix};
use crate::server::database::{self, Connection, Database, Location, query};
use crate::server::store::Store;

/// Copies the database and checks the copy, with the list of deletions beside it. The file gets its name only when it
/// is complete and synced.
pub(super) async fn create_backup(
    from: &Location,
    file: &Path,
    deletions: &Path,
    depth: Depth,
) -> Result<CheckReport, TaskError> {
    let list = with_suffix(file, SUFFIX);
    for file in [file, &list] {
        if file.exists() {
            return Err(TaskError::Exists(file.to_owned()));
        }
    }
    let copy = copy_to_file(from, file).await?;
    let report = check(&copy.path().into(), depth).await?;
    // A whole one is written before the back-up has its name. Its mode is copied too.
    if deletions.exists() {
        let beside = TempFile::beside(&list).map_err(file_error(&list))?;
        std::fs::copy(deletions, beside.path()).map_err(file_error(&list))?;
        beside.persist_new(&list).map_err(file_error(&list))?;
    }
    copy.persist_new(file).map_err(file_error(file))?;
    Ok(report)
}

/// Copies the rows of a database into a new file next to `beside`.
pub(super) async fn copy_to_file(from: &Location, beside: &Path) -> Result<TempFile, TaskError> {
    let mut connection = open_read_only(from).await?;
    let temp_file = TempFile::beside(beside).map_err(file_error(beside))?;
    if matches!(connection, Connection::Sqlite(_)) {
        let name = path_as_str(temp_file.path()).map_err(file_error(temp_file.path()))?;
        // One statement is one read transaction: a consistent snapshot that does not block writers.
        query("VACUUM INTO $1").bind(name).execute(&mut connection).await.map_err(database_error(from))?;
        return Ok(temp_file);
    }
    let to = Location::from(temp_file.path());
    // Creates the tables by running the migrations.
    Store::open(temp_file.path()).await?.close().await;
    copy_all(&mut connection, &to).await?;
    checkpoint(temp_file.path()).await.map_err(database_error(&to))?;
    Ok(temp_file)
}

/// Copies a consistent snapshot of one database into another in one transaction.
pub(super) async fn copy_all(from: &mut Connection, to: &Location) -> Result<(), TaskError> {
    let database = Database::open(to).await?;
    let mut into = database.connect().await.map_err(database_error(to))?;
    let copied = async {
        from.begin().await?;
        into.begin().await?;
        database::copy(from, &mut into).await?;
        into.commit().await?;
        from.roll_back().await?;
        into.close().await
    };
    copied.await.map_err(database_error(to))?;
    database.close().await;
    Ok(())
}
