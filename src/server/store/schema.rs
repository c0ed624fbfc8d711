//! The version of the schema, forward and back: a copy before a migration changes a database, the start on what
//! a later program has only added to, and the way back to an earlier program.

use std::path::Path;

use super::open::MIGRATIONS;
use crate::server::database::files::{TempFile, path_as_str, with_suffix};
use crate::server::database::{Connection, Location, query};
use crate::server::error::StartError;
use crate::server::time::system_seconds;

/// The version that this program brings a database to.
pub const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;
/// The last version of the programs that did not note what they had finished.
const UNNOTED: i64 = 10;
/// How many copies from before a migration are kept.
const COPIES: usize = 2;

/// What is done before a migration changes a database that has content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeforeMigration {
    /// Nothing: it is a copy itself.
    Nothing,
    /// A file is copied; for a server the operator has to say that it was backed up.
    Backup {
        /// The schema version of which the operator has made a backup.
        made: Option<i64>,
    },
}

/// The versions of a database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The migrations that were applied, in order; none of a new database.
    pub applied: Vec<i64>,
    /// The earliest version whose program works on it.
    pub reader: i64,
    /// The version that the last update brought it to which was not interrupted.
    pub finished: i64,
}

impl Schema {
    /// Reads the versions.
    pub async fn read(connection: &mut Connection) -> Result<Self, sqlx::Error> {
        if !has_table(connection, "_sqlx_migrations").await? {
            return Ok(Self::default());
        }
        let sql = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
        let rows = query(sql).fetch_all(&mut *connection).await?;
        let applied = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<i64>, _>>()?;
        let mut reader = applied.last().copied().unwrap_or(0);
        let mut finished = reader.min(UNNOTED);
        if has_table(connection, "schema_readers").await? {
            let sql =
                "SELECT MAX(reader), MAX(version) FROM schema_readers JOIN _sqlx_migrations USING (version)";
            let row = query(sql).fetch_one(connection).await?;
            reader = row.try_get::<Option<i64>>(0)?.unwrap_or(reader);
            finished = row.try_get::<Option<i64>>(1)?.unwrap_or(finished);
        }
        Ok(Self { applied, reader, finished })
    }

    /// The last migration.
    pub fn version(&self) -> i64 {
        self.applied.last().copied().unwrap_or(0)
    }

    /// Whether this program works on it, possibly after migrations.
    pub fn is_readable(&self) -> bool {
        let is_known = |applied: &i64| MIGRATIONS.iter().any(|(version, ..)| version == applied);
        self.applied.iter().all(is_known) || self.reader <= LATEST
    }

    /// Whether this program has nothing to add.
    pub fn is_complete(&self) -> bool {
        MIGRATIONS.iter().all(|(version, ..)| self.applied.contains(version))
    }
}

/// Prepares a database for its migrations: fails if this program cannot read it, takes up what a way back put
/// aside, and makes a copy if something is to be changed.
pub(super) async fn prepare(
    connection: &mut Connection,
    location: &Location,
    before: BeforeMigration,
) -> Result<(), StartError> {
    let failed = |source: sqlx::Error| StartError::database(location, source);
    return_from_way_back(connection).await.map_err(failed)?;
    let schema = Schema::read(connection).await.map_err(failed)?;
    if !schema.is_readable() {
        let (found, known) = (schema.version(), LATEST);
        return Err(StartError::NewerSchema { location: location.clone(), found, known });
    }
    let BeforeMigration::Backup { made } = before else { return Ok(()) };
    let found = schema.version();
    // A backup from before an update that was interrupted is as good; one from before an earlier update is not.
    let is_backed_up = made.is_some_and(|made| (schema.finished..=found).contains(&made));
    if found == 0 || schema.is_complete() || is_backed_up {
        return Ok(());
    }
    match location {
        Location::File(path) => copy_before_migration(connection, path, found)
            .await
            .map_err(|source| StartError::NoCopy { location: location.clone(), found, source }),
        Location::Postgres(options) => Err(StartError::NeedsBackup {
            location: location.clone(),
            found,
            latest: LATEST,
            dump: format!(
                "pg_dump --format=custom --file=duello-schema-{found}.dump --host={} --port={} --username={} {}",
                options.get_host(),
                options.get_port(),
                options.get_username(),
                options.get_database().unwrap_or(options.get_username())
            ),
        }),
    }
}

/// Stores which programs may read what this one has migrated.
pub(super) async fn note_readers(connection: &mut Connection) -> Result<(), sqlx::Error> {
    for (version, .., reader) in MIGRATIONS {
        let sql =
            "INSERT INTO schema_readers (version, reader) VALUES ($1, $2) ON CONFLICT (version) DO NOTHING";
        query(sql).bind(version).bind(reader).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Makes a database look to a program of this schema version as if it were of that version: the later
/// migrations only added to it, and are put aside. No server may use the database.
pub async fn way_back(connection: &mut Connection, to: i64) -> Result<(), sqlx::Error> {
    // As text: the earlier program checks all tables that it does not know, and reads no bytes.
    let hex = match connection {
        Connection::Sqlite(_) => "hex(checksum)",
        Connection::Postgres(_) => "encode(checksum, 'hex')",
    };
    connection.begin().await?;
    for sql in [
        format!(
            "CREATE TABLE migrations_put_aside AS SELECT version, description, {hex} AS checksum, execution_time \
             FROM _sqlx_migrations WHERE version > {to}"
        ),
        format!("DELETE FROM _sqlx_migrations WHERE version > {to}"),
    ] {
        query(sql).execute(&mut *connection).await?;
    }
    connection.commit().await
}

/// Undoes [`way_back`], and brings up to date what the earlier program did not know of.
async fn return_from_way_back(connection: &mut Connection) -> Result<(), sqlx::Error> {
    if !has_table(connection, "migrations_put_aside").await? {
        return Ok(());
    }
    tracing::info!("this database was used by an earlier version for a while");
    let bytes = match connection {
        Connection::Sqlite(_) => "unhex(checksum)",
        Connection::Postgres(_) => "decode(checksum, 'hex')",
    };
    let put_back = format!(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT version, description, TRUE, {bytes}, execution_time FROM migrations_put_aside"
    );
    connection.begin().await?;
    query(put_back).execute(&mut *connection).await?;
    for sql in [
        "DROP TABLE migrations_put_aside",
        // The earlier program shows rooms that were removed, and trusts any time.
        "UPDATE rooms SET removed_at = NULL, look_at = 0 WHERE removed_at IS NOT NULL",
        "UPDATE trusted_time SET at = COALESCE((SELECT MAX(at) FROM events), 0) \
         WHERE at < (SELECT MAX(at) FROM events)",
    ] {
        query(sql).execute(&mut *connection).await?;
    }
    if has_table(connection, "unlisted").await? {
        // It has let guests into rooms without noting it.
        let all =
            "INSERT INTO unlisted (room) SELECT code FROM rooms WHERE 1 = 1 ON CONFLICT (room) DO NOTHING";
        query(all).execute(&mut *connection).await?;
    }
    connection.commit().await
}

async fn has_table(connection: &mut Connection, table: &str) -> Result<bool, sqlx::Error> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
        Connection::Postgres(_) => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables \
             WHERE table_schema = current_schema() AND table_name = $1"
        }
    };
    Ok(query(sql).bind(table).fetch_optional(connection).await?.is_some())
}

/// Copies a SQLite file beside itself, under a name with its schema version and the time; the newest copies
/// are kept.
async fn copy_before_migration(
    connection: &mut Connection,
    file: &Path,
    version: i64,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let prefix = ".schema-";
    let copy = with_suffix(file, &format!("{prefix}{version}-{}", system_seconds()));
    tracing::info!(copy = %copy.display(), "the database is copied before it is brought up to date");
    let temp_file = TempFile::beside(&copy)?;
    query("VACUUM INTO $1").bind(path_as_str(temp_file.path())?).execute(connection).await?;
    temp_file.give_to_owner_of(file);
    temp_file.persist_new(&copy)?;
    let (Some(folder), Some(name), Some(new_name)) = (copy.parent(), file.file_name(), copy.file_name())
    else {
        return Ok(());
    };
    let start = format!("{}{prefix}", name.to_string_lossy());
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let made = name.strip_prefix(&start).and_then(|rest| rest.split_once('-'));
        let seconds = made.and_then(|(_, seconds)| seconds.parse::<u64>().ok());
        // The new one stays, even if the clock was ahead when the others were made.
        if let Some(seconds) = seconds.filter(|_| entry.file_name() != new_name) {
            copies.push((seconds, entry.path()));
        }
    }
    copies.sort_unstable();
    for (_, old) in copies.iter().rev().skip(COPIES - 1) {
        std::fs::remove_file(old)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
