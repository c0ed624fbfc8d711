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
