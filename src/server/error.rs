//! Why the server cannot start, in words for the person who starts it.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::database::Location;

/// A start that failed. The texts name what has to be changed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be made or written.
    #[error("the data folder {} cannot be written: {source}. Choose another with --data.", path.display())]
    DataFolder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The database cannot be opened or reached, or is not one of ours.
    #[error("the database {location} cannot be opened: {source}. Choose another with --db.")]
    Database {
        /// Where it is.
        location: Location,
        /// What the database says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The bus between the servers cannot be begun with at all; that it does not answer is no error.
    #[error("the bus cannot be used: {source}. Choose another with --bus.")]
    Bus {
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The site is not one that was built with this server.
    #[error("{} is not a list of built files: {source}. Build the server and the site together.", path.display())]
    Site {
        /// The list of its files.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The address is in use, or not one of this machine's.
    #[error("cannot listen on {addr}: {source}. Choose another with --addr.")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
}

impl StartError {
    /// The database at this place is at fault.
    pub fn database(
        location: &Location,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Database { location: location.clone(), source: source.into() }
    }
}
