//! Administration commands besides serving: check, backup, restore, and the readiness check of a running
//! server.

mod backup;
mod bots;
mod check;
pub(in crate::server) mod clock;
pub(in crate::server) mod desk;
pub(in crate::server) mod health;
pub(in crate::server) mod metrics_page;
mod restore;
mod schema;
pub(in crate::server) mod screen;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::Config;
pub use super::config::task::Task;
use super::database::{Connection, Location};
use super::error::StartError;
use super::store::{Store, StoreError, is_current};
pub use check::CheckReport;
use check::Depth;

/// Timeout of the readiness check.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Why a command failed, or that it found a flaw.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The system asked the command to stop.
    #[error("interrupted; nothing is left of it")]
    Interrupted,
    /// The database does not exist.
    #[error("there is no database {0}. Choose another with --data or --db.")]
    Missing(Location),
    /// The backup file already exists.
    #[error("{} is there already, and nothing is written over it. Choose another name.", .0.display())]
    Exists(PathBuf),
    /// A server is using the database.
    #[error("a server works with {0}. Stop it first.")]
    InUse(Location),
    /// The target of a restore is not empty.
    #[error(
        "{0} is not empty, and nothing in it is written over. Make another database, and choose it with --db."
    )]
    NotEmpty(Location),
    /// The content breaks a rule or an invariant.
    #[error("{0} is not in order")]
    Flawed(Location),
    /// The schema is of another version.
    #[error(
        "{0} was written by another version. If that was an earlier one, start the server on it once, or restore it: both \
         bring it up to date."
    )]
    OtherVersion(Location),
    /// The database cannot be made readable for an earlier program.
    #[error("{location} cannot go back to schema {to}: {why}")]
    NoWayBack {
        /// The database.
        location: Location,
        /// The version that was asked for.
        to: i64,
        /// The reason, and what to do instead.
        why: String,
    },
    /// Something that a command is about is not there, or is not clear.
    #[error("{0}")]
    Unclear(String),
    /// The server does not answer, or is not ready.
    #[error("{addr}: {why}")]
    NotReady {
        /// The address that was asked.
        addr: SocketAddr,
        /// The server's answer, or the system's error.
        why: String,
    },
    /// The database cannot be read or created.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file operation failed.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A database operation failed.
    #[error("{location}: {source}")]
    Database {
        /// The database.
        location: Location,
        /// Its error.
        source: sqlx::Error,
    },
}

impl Task {
    /// Runs the command and prints the outcome on stdout.
    ///
    /// # Errors
    /// The command failed, or something is not in order.
    pub async fn run(&self, config: &Config) -> Result<(), TaskError> {
        let database = config.database();
        match self {
            Self::Ready => check_ready(config.addr),
            Self::Reports { desk, .. }
            | Self::Guest { desk, .. }
            | Self::Room { desk, .. }
            | Self::Tournament { desk, .. }
            | Self::Block { desk, .. }
            | Self::Bot { desk, .. }
            | Self::Switch { desk, .. }
            | Self::UndoRatings { desk, .. }
            | Self::Audit { desk, .. } => desk::run(self, config, desk).await,
            Self::Bots { server, tokens, games, searches } => {
                bots::play_bots(server, tokens, *games, *searches).await
            }
            Self::Clock { confirm, mend } => clock::clock(config, *confirm, *mend).await,
            Self::Schema { back_to } => schema::schema(&database, *back_to).await,
            Self::Recover { code } => clock::recover(&database, *code).await,
            Self::Check { quick } => print_report(&database, &check::check(&database, depth(*quick)).await?),
            Self::Screen { since, games, keep, json } => {
                let scope = screen::Scope { since: *since, most: *games, keep: *keep };
                screen::screen(&database, scope, *json).await
            }
            Self::Backup { file, quick } => {
                let list = config.deletion_list();
                let found = backup::create_backup(&database, file, &list, depth(*quick)).await?;
                print_line(format_args!("{} is a copy of {}.", file.display(), database));
                print_report(&file.as_path().into(), &found)
            }
            Self::Restore { file, anyway, keep_sign_ins } => {
                let (anyway, keep_sign_ins) = (*anyway, *keep_sign_ins);
                let deletions = &config.deletion_list();
                let what = restore::Restore { to: &database, file, deletions, anyway, keep_sign_ins };
                let restored = restore::restore(&what).await?;
                if restored.done {
                    print_line(format_args!("{} is now what {} is.", database, file.display()));
                }
                if let Some(sign_ins) = restored.aftermath.sign_ins.filter(|_| restored.done) {
                    print_line(format_args!(
                        "{sign_ins} sign-ins and links for seats of the backup are ended."
                    ));
                }
                if restored.done && restored.aftermath.guests > 0 {
                    let guests = restored.aftermath.guests;
                    print_line(format_args!("{guests} guests who had their data deleted are deleted again."));
                }
                for guest in restored.aftermath.unfinished.iter().filter(|_| restored.done) {
                    print_line(format_args!(
                        "The deletion of guest {guest} had begun and was not completed: they are there again."
                    ));
                }
                if restored.done && restored.aftermath.passkeys > 0 {
                    let passkeys = restored.aftermath.passkeys;
                    print_line(format_args!("{passkeys} passkeys that were removed are removed again."));
                }
                if restored.done && restored.aftermath.only_passkeys > 0 {
                    let passkeys = restored.aftermath.only_passkeys;
                    print_line(format_args!(
                        "{passkeys} passkeys that were removed are there again: their accounts have no other one."
                    ));
                }
                if restored.done && restored.carried > 0 {
                    let carried = restored.carried;
                    print_line(format_args!(
                        "{carried} rows of the audit log, and what you decided since, are carried over."
                    ));
                }
                if let Some(before) = &restored.before {
                    print_line(format_args!("What was there before is now {}.", before.display()));
                }
                print_report(&file.as_path().into(), &restored.report)
            }
        }
    }
}

fn depth(quick: bool) -> Depth {
    if quick { Depth::Quick } else { Depth::Full }
}

fn print_report(of: &Location, found: &CheckReport) -> Result<(), TaskError> {
    print_line(format_args!("{found}"));
    if found.flaws.is_empty() { Ok(()) } else { Err(TaskError::Flawed(of.clone())) }
}

/// Readiness check of a server on this machine.
fn check_ready(addr: SocketAddr) -> Result<(), TaskError> {
    use std::io::{Read, Write};
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let addr = SocketAddr::new(ip, addr.port());
    let request = || {
        let mut stream = std::net::TcpStream::connect_timeout(&addr, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    };
    let not_ready = |why: String| TaskError::NotReady { addr, why };
    let answer = request().map_err(|error: std::io::Error| not_ready(error.to_string()))?;
    if !answer.starts_with("HTTP/1.1 200 ") {
        return Err(not_ready(answer.lines().last().unwrap_or("no answer").to_owned()));
    }
    print_line(format_args!("{addr} is ready."));
    Ok(())
}

/// A closed stdout must not abort a command.
fn print_line(what: fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{what}");
}

/// Opens an existing database read-only.
async fn open_read_only(location: &Location) -> Result<Connection, TaskError> {
    if matches!(location, Location::File(path) if !path.is_file()) {
        return Err(TaskError::Missing(location.clone()));
    }
    Connection::open_read_only(location).await.map_err(database_error(location))
}

fn database_error(location: &Location) -> impl Fn(sqlx::Error) -> TaskError {
    move |source| TaskError::Database { location: location.clone(), source }
}

fn file_error(path: &Path) -> impl Fn(std::io::Error) -> TaskError {
    move |source| TaskError::File { path: path.to_owned(), source }
}

/// Opens an existing database of this version; the command changes no schema.
async fn open_current(location: &Location) -> Result<Store, TaskError> {
    let mut connection = open_read_only(location).await?;
    let current = is_current(&mut connection).await.map_err(database_error(location))?;
    connection.close().await.map_err(database_error(location))?;
    if current {
        Ok(Store::open(location.clone()).await?)
    } else {
        Err(TaskError::OtherVersion(location.clone()))
    }
}

fn store_error(location: &Location, error: StoreError) -> TaskError {
    StartError::database(location, error).into()
}
