//! Backup: a consistent snapshot of the database in one SQLite file, made while a server may be writing.

use std::path::Path;

use super::check::{Found, check};
use super::files::{Draft, as_text};
use super::restore::close_up;
use super::{TaskError, failed, no_file, open_to_read};
use crate::server::database::{self, Connection, Database, Location, query};
use crate::server::store::Store;

/// Copies the database and checks the copy. The file gets its name only when it is complete and synced.
pub(super) async fn back_up(from: &Location, file: &Path) -> Result<Found, TaskError> {
    if file.exists() {
        return Err(TaskError::Exists(file.to_owned()));
    }
    let copy = copy(from, file).await?;
    let found = check(&copy.path().into()).await?;
    copy.keep_as_new(file).map_err(no_file(file))?;
    Ok(found)
}

/// Copies the rows of a database into a new file next to `beside`.
pub(super) async fn copy(from: &Location, beside: &Path) -> Result<Draft, TaskError> {
    let mut connection = open_to_read(from).await?;
    let draft = Draft::beside(beside).map_err(no_file(beside))?;
    if matches!(connection, Connection::Sqlite(_)) {
        let name = as_text(draft.path()).map_err(no_file(draft.path()))?;
        // One statement is one read transaction: a consistent snapshot that does not block writers.
        query("VACUUM INTO $1").bind(name).execute(&mut connection).await.map_err(failed(from))?;
        return Ok(draft);
    }
    let to = Location::from(draft.path());
    // Creates the tables by running the migrations.
    Store::open(draft.path()).await?.close().await;
    put(&mut connection, &to).await?;
    close_up(draft.path()).await.map_err(failed(&to))?;
    Ok(draft)
}

/// Copies a consistent snapshot of one database into another in one transaction.
pub(super) async fn put(from: &mut Connection, to: &Location) -> Result<(), TaskError> {
    let database = Database::open(to).await?;
    let mut into = database.connect().await.map_err(failed(to))?;
    let put = async {
        from.begin().await?;
        into.begin().await?;
        database::copy(from, &mut into).await?;
        into.commit().await?;
        from.roll_back().await?;
        into.close().await
    };
    put.await.map_err(failed(to))?;
    database.close().await;
    Ok(())
}
