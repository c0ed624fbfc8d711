//! Errors of the start, worded for the operator of the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::config::location::Location;

/// A failed start. The messages name what has to be changed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be created or written.
    #[error("the data folder {} cannot be written: {source}. Choose another with --data.", path.display())]
    DataFolder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The database cannot be opened or reached, or holds something else.
    #[error("the database {location} cannot be opened: {source}. Choose another with --db.")]
    Database {
        /// Its location.
        location: Location,
        /// The database's error.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The database was brought up to date by a later program, which changed what this one reads.
    #[error(
        "the database {location} has schema {found}, and this program knows schemas up to {known}. Nothing was changed. Start the \
         newer program again; or, with that program, run `duello schema --back-to {known}` on it; or restore the copy that was \
         made before the update: see docs/OPERATIONS.md, An update that went wrong."
    )]
    NewerSchema {
        /// Its location.
        location: Location,
        /// Its version.
        found: i64,
        /// The latest version of this program.
        known: i64,
    },
    /// A PostgreSQL database is about to be changed, and nobody has said that there is a backup.
    #[error(
        "the database {location} has schema {found}, and this program brings it to {latest}. Nothing was changed. Make a backup \
         first, for example\n\n    {dump}\n\nand then start once with --backup-made {found}."
    )]
    NeedsBackup {
        /// Its location.
        location: Location,
        /// Its version.
        found: i64,
        /// The latest version.
        latest: i64,
        /// A command that makes a backup.
        dump: String,
    },
    /// The database may lose what it has acknowledged.
    #[error(
        "the database {location} may lose moves that were made: {why}. Change that; or, where nothing is worth keeping, start \
         with --allow-unsafe-database."
    )]
    UnsafeDatabase {
        /// Its location.
        location: Location,
        /// What is wrong with it.
        why: String,
    },
    /// No copy could be made before a file is changed.
    #[error(
        "the database {location} could not be copied before it is brought up to date: {source}. Nothing was changed. Make room; or \
         make a backup elsewhere, and start once with --backup-made {found}."
    )]
    NoCopy {
        /// Its location.
        location: Location,
        /// Its version.
        found: i64,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The bus cannot be set up at all; an unreachable bus is no error.
    #[error("the bus cannot be used: {source}. Choose another with --bus.")]
    Bus {
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The site does not belong to this server's build.
    #[error("{} is not a list of built files: {source}. Build the server and the site together.", path.display())]
    Site {
        /// The list of its files.
        path: PathBuf,
        /// The parse error.
        source: serde_json::Error,
    },
    /// The address is in use, or does not belong to this machine.
    #[error("cannot listen on {addr}: {source}. Choose another with --addr.")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// The system's error.
        source: std::io::Error,
    },
}

impl StartError {
    /// An error of the database at this location.
    pub fn database(
        location: &Location,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Database { location: location.clone(), source: source.into() }
    }
}
