//! The administration commands as they stand on the command line; `server::admin` carries them out.

use std::path::PathBuf;

use clap::Subcommand;
use room::RoomCode;

/// An administration command.
#[derive(Subcommand, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Check the database: replay every stored game and verify it. The server may be running.
    Check {
        /// Check the file and compute the digest, but replay nothing.
        #[arg(long)]
        quick: bool,
    },
    /// Copy a snapshot of the database into one SQLite file, and check the copy. The server may be running. The
    /// source may be SQLite or PostgreSQL.
    Backup {
        /// The file to create. It must not exist.
        file: PathBuf,
        /// Check the copy as `check --quick` does.
        #[arg(long)]
        quick: bool,
    },
    /// Explain the system's clock and the times that are stored, by which the server decides whether it may
    /// remove rooms because of their age. The server may be running.
    Clock {
        /// The system's clock is right, although it is far past the last time that was trusted.
        #[arg(long)]
        confirm: bool,
        /// The system's clock is right, and an earlier one was ahead: take what was stored out of the future.
        /// The server must be stopped.
        #[arg(long, conflicts_with = "confirm")]
        mend: bool,
    },
    /// Make rooms visible again that were removed because of their age in the last week. The server may be
    /// running.
    Recover {
        /// Only the room with this code.
        code: Option<RoomCode>,
    },
    /// Say which schema version the database has, and which programs can use it; or make it usable for an
    /// earlier program.
    Schema {
        /// The schema version of the earlier program, which may use the database from then on. The server must
        /// be stopped. This program can be started on it again.
        #[arg(long, value_name = "VERSION")]
        back_to: Option<i64>,
    },
    /// Check whether the server at --addr is ready, for monitoring: exit code 0 if it can read and write.
    Ready,
    /// Check a backup and replace the database by it. The server must be stopped. The previous database is kept
    /// beside the new one. A PostgreSQL database must be empty.
    Restore {
        /// The backup, made by this version or an earlier one.
        file: PathBuf,
        /// Restore even if the check finds errors.
        #[arg(long)]
        anyway: bool,
    },
}
