//! A copy of the database in one file, made while a server may write into it.

use std::path::Path;

use super::check::{Found, check};
use super::files::{Draft, as_text};
use super::{TaskError, failed, no_file, open_to_read};

/// Copies the database and checks the copy. The file has its name only once it is whole and on the disk.
pub(super) async fn back_up(database: &Path, file: &Path) -> Result<Found, TaskError> {
    if file.exists() {
        return Err(TaskError::Exists(file.to_owned()));
    }
    let copy = copy(database, file).await?;
    let found = check(copy.path()).await?;
    copy.keep_as_new(file).map_err(no_file(file))?;
    Ok(found)
}

/// A new file beside another one, with the rows of a database.
pub(super) async fn copy(database: &Path, beside: &Path) -> Result<Draft, TaskError> {
    let mut from = open_to_read(database).await?;
    let draft = Draft::beside(beside).map_err(no_file(beside))?;
    let name = as_text(draft.path()).map_err(no_file(draft.path()))?;
    // One statement is one reading transaction: it sees one moment, and keeps nobody from writing.
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut from).await.map_err(failed(database))?;
    Ok(draft)
}
