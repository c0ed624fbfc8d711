//! Why the server cannot start, in words for the person who starts it.

use std::net::SocketAddr;
use std::path::PathBuf;

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
    /// The database file cannot be opened, or is not one of ours.
    #[error("the database {} cannot be opened: {source}. Choose another with --db.", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What the database says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The bus between the servers cannot be begun with at all; that it does not answer is no error.
    #[error("the bus cannot be used: {source}. Choose another with --bus.")]
    Bus {
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
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
