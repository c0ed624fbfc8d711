//! A copy of the database in one file, made while a server may write into it.

use std::fs::File;
use std::path::Path;

use super::check::{Found, check};
use super::{TaskError, failed, no_file, open_to_read, with_suffix};

/// Copies the database and checks the copy. The file has its name only once it is whole and on the disk.
pub(super) async fn back_up(database: &Path, file: &Path) -> Result<Found, TaskError> {
    if file.exists() {
        return Err(TaskError::Exists(file.to_owned()));
    }
    let part = with_suffix(file, ".part");
    copy(database, &part).await?;
    let found = check(&part).await;
    if found.is_err() {
        remove(&part);
    }
    let found = found?;
    std::fs::rename(&part, file).map_err(no_file(file))?;
    Ok(found)
}

/// Writes the rows of a database into a new one, for our eyes only, and onto the disk.
pub(super) async fn copy(database: &Path, into: &Path) -> Result<(), TaskError> {
    let mut from = open_to_read(database).await?;
    remove(into);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(into).map_err(no_file(into))?;
    // One statement is one reading transaction: it sees one moment, and keeps nobody from writing.
    let copied = sqlx::query("VACUUM INTO $1").bind(into.to_string_lossy()).execute(&mut from).await;
    copied.map_err(failed(database))?;
    file.sync_all().map_err(no_file(into))
}

/// Takes away what an earlier try has left.
fn remove(file: &Path) {
    // If it cannot be, making it anew will say why.
    let _ = std::fs::remove_file(file);
}
