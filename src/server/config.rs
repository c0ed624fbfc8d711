//! Configuration by flags and environment variables. Every setting has a default that works on this machine.

pub(in crate::server) mod bus_address;
pub mod calendar;
pub mod desk;
pub mod kgp;
pub mod limits;
pub(in crate::server) mod location;
pub mod operator_token;
pub mod proxies;
pub mod public_url;
pub mod retention;
pub mod seeks;
pub mod sessions;
pub mod task;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, ValueEnum};
use leptos::config::LeptosOptions;
use room::{Millis, Patience};

use self::bus_address::BusAddress;
use self::calendar::CalendarEntry;
use self::kgp::KgpFlags;
use self::limits::LimitFlags;
use self::location::Location;
use self::operator_token::OperatorToken;
use self::proxies::TrustedProxies;
pub use self::public_url::PublicUrl;
use self::retention::RetentionFlags;
use self::seeks::SeekFlags;
use self::sessions::SessionFlags;
use self::task::Task;
use crate::server::identity::CookieKey;

/// Duello: Mancala and Mapello for two players in the browser. This program serves the page, runs the games
/// and stores every move in one database file.
///
/// Each flag can be set by an environment variable instead. On the open internet the server needs a reverse
/// proxy with HTTPS in front of it, together with --public-url and --trust-proxy.
#[derive(Parser, Clone, Debug)]
#[command(name = "duello", version, max_term_width = 100)]
pub struct Program {
    /// The settings.
    #[command(flatten)]
    pub config: Config,
    /// The administration command; without one the program serves.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// The flags of the server.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address and port to listen on. With 0.0.0.0:3000, phones in the same network can connect.
    #[arg(
        long,
        global = true,
        env = "DUELLO_ADDR",
        default_value = "127.0.0.1:3000",
        value_name = "ADDRESS:PORT"
    )]
    pub addr: SocketAddr,
    /// The folder for all stored data. The server creates it if it does not exist.
    #[arg(long, global = true, env = "DUELLO_DATA", default_value = "./data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// The address and port for Prometheus metrics, at /metrics, without authentication. Without this flag
    /// no metrics are served.
    #[arg(long, env = "DUELLO_METRICS", value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// The database: a SQLite file, or postgres://USER:PASSWORD@HOST/DATABASE, which several servers can share.
    /// [default: the file duello.sqlite in the data folder]
    #[arg(long, global = true, env = "DUELLO_DB", value_name = "FILE|URL", hide_env_values = true)]
    pub db: Option<Location>,
    /// A file with the location of the database, as in --db: a password is then neither on the command line nor in the
    /// environment.
    #[arg(long, global = true, env = "DUELLO_DB_FILE", value_name = "FILE", conflicts_with = "db", value_parser = Location::in_file)]
    pub db_file: Option<Location>,
    /// A backup of the database was made while it had this schema version, which the program names when it wants
    /// one: it may bring the database up to date. SQLite files are copied without it.
    #[arg(long, env = "DUELLO_BACKUP_MADE", value_name = "VERSION")]
    pub backup_made: Option<i64>,
    /// Start on a database that may lose what it has acknowledged: a PostgreSQL with fsync, synchronous_commit or
    /// full_page_writes off, or a SQLite file on a network file system.
    #[arg(long, env = "DUELLO_ALLOW_UNSAFE_DATABASE")]
    pub allow_unsafe_database: bool,
    /// The NATS servers over which several servers that share a database notify each other: nats://HOST:PORT or
    /// tls://HOST:PORT, separated by commas, with USER:PASSWORD@ before the host if needed. Without this flag
    /// the server assumes that it is the only one.
    #[arg(long, env = "DUELLO_BUS", value_name = "URL", value_delimiter = ',', hide_env_values = true)]
    pub bus: Vec<BusAddress>,
    /// Believe messages of other servers that are not signed, as those of servers of an earlier version while they
    /// are replaced one after the other. Whoever reaches the bus can then forge them.
    #[arg(long, env = "DUELLO_BUS_UNSIGNED")]
    pub bus_unsigned: bool,
    /// The folder with the built page. [default: the folder `site` beside the program or one level up, else
    /// target/site]
    #[arg(long, env = "DUELLO_SITE", value_name = "FOLDER")]
    pub site: Option<PathBuf>,
    /// The URL under which players reach the server; used in links, for secure cookies and for origin checks.
    /// [default: the host that each request names]
    #[arg(long, env = "DUELLO_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Further origins whose pages may connect, separated by commas. Each must match exactly.
    #[arg(long, env = "DUELLO_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<String>,
    /// The reverse proxies whose headers X-Forwarded-For (or Forwarded) and X-Forwarded-Proto are believed:
    /// addresses or networks, separated by commas, such as 127.0.0.1,10.0.0.0/8. The proxy has to set both
    /// headers. Without a value, or with true, whoever can connect is believed.
    #[arg(
        long,
        env = "DUELLO_TRUST_PROXY",
        value_name = "NETWORKS",
        num_args = 0..=1,
        default_value = "false",
        default_missing_value = "true",
        hide_default_value = true
    )]
    pub trust_proxy: TrustedProxies,
    /// The key with which cookies are signed, 64 hexadecimal digits, instead of the one that lies in the database. If it
    /// changes, visitors who have left nothing here become new guests.
    #[arg(long, env = "DUELLO_COOKIE_KEY", value_name = "DIGITS", hide_env_values = true)]
    pub(in crate::server) cookie_key: Option<CookieKey>,
    /// What the operator shows to see reports, sanctions, the audit log, tournaments and screenings at /operator: 32 to 256
    /// characters, by chance, as `openssl rand -hex 32` makes them. Without it there are no such pages.
    #[arg(long, env = "DUELLO_OPERATOR_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub(in crate::server) operator_token: Option<OperatorToken>,
    /// Where a flaw in the security of this server can be reported, as in /.well-known/security.txt: mailto:NAME@HOST
    /// or https://…
    #[arg(long, env = "DUELLO_SECURITY_CONTACT", value_name = "URL", value_parser = parse_contact)]
    pub security_contact: Option<String>,
    /// Further push services besides those of Google, Mozilla, Microsoft and Apple: exact origins, separated by
    /// commas.
    #[arg(long, env = "DUELLO_PUSH_SERVICE", value_name = "ORIGIN", value_delimiter = ',')]
    pub push_service: Vec<String>,
    /// Tournaments that the server opens by itself, separated by semicolons: days (`daily`, or `mon,wed`), time in UTC, minutes of
    /// an arena or rounds of a Swiss tournament (`7rounds`), game, clock and title, such as "daily 20:00 45 kalah 3+2 Evening arena".
    #[arg(long, env = "DUELLO_CALENDAR", value_name = "LINES", value_delimiter = ';')]
    pub calendar: Vec<CalendarEntry>,
    /// The port for programs that play.
    #[command(flatten)]
    pub kgp: KgpFlags,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The limits of matchmaking.
    #[command(flatten)]
    pub seeks: SeekFlags,
    /// The retention sweep.
    #[command(flatten)]
    pub retention: RetentionFlags,
    /// How long sign-ins last.
    #[command(flatten)]
    pub sessions: SessionFlags,
    /// The file that lists who had their data deleted, by hashes, so that a restore deletes them again. It lies
    /// outside the database, and `backup` copies it beside the backup. [default: the file deletions in the data
    /// folder]
    #[arg(long, global = true, env = "DUELLO_DELETIONS", value_name = "FILE")]
    pub deletions: Option<PathBuf>,
    /// The time in seconds after which an empty room is removed from memory.
    #[arg(long, env = "DUELLO_IDLE_UNLOAD", default_value_t = 60, value_name = "SECONDS")]
    pub idle_unload: u64,
    /// The time in seconds that a player has to be disconnected before the opponent may claim a game with a
    /// clock. It is doubled in long games, and 10 seconds at most if the player has left the page.
    #[arg(long, env = "DUELLO_CLAIM_AFTER", default_value_t = 40, value_name = "SECONDS")]
    pub claim_after: u32,
    /// The same time in seconds for a game without a clock.
    #[arg(long, env = "DUELLO_CLAIM_AFTER_UNTIMED", default_value_t = 300, value_name = "SECONDS")]
    pub claim_after_untimed: u32,
    /// Serve the design catalogue at /design, a page with every element in every state. Development builds
    /// always do.
    #[arg(long, env = "DUELLO_DESIGN", default_value_t = cfg!(debug_assertions))]
    pub design: bool,
    /// The format of the log on stderr. RUST_LOG sets its level, for example RUST_LOG=duello=debug.
    #[arg(long, global = true, env = "DUELLO_LOG", default_value = "text", value_name = "FORMAT")]
    pub log: LogFormat,
}

fn parse_contact(text: &str) -> Result<String, &'static str> {
    let is_address = ["mailto:", "https://", "tel:"].iter().any(|scheme| text.starts_with(scheme));
    let is_one_line = text.chars().all(|letter| letter.is_ascii_graphic());
    if is_address && is_one_line {
        Ok(text.to_owned())
    } else {
        Err("expected mailto:NAME@HOST or https://…")
    }
}

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogFormat {
    /// Human-readable lines.
    Text,
    /// One JSON object per line.
    Json,
}

impl Config {
    /// The location of the database.
    pub fn database(&self) -> Location {
        self.db
            .clone()
            .or_else(|| self.db_file.clone())
            .unwrap_or_else(|| Location::File(self.data.join("duello.sqlite")))
    }

    /// The origins that pass the origin check besides the requested host.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.public_url.iter().map(PublicUrl::as_str).chain(self.allow_origin.iter().map(String::as_str))
    }

    /// The list of deletions.
    pub fn deletion_list(&self) -> PathBuf {
        self.deletions.clone().unwrap_or_else(|| self.data.join("deletions"))
    }

    /// How long an opponent has to be gone before a game can be claimed, in milliseconds.
    pub fn patience(&self) -> Patience {
        let [timed, untimed] =
            [self.claim_after, self.claim_after_untimed].map(|seconds| Millis::from(seconds) * 1_000);
        Patience { timed, untimed }
    }

    /// Options for Leptos. Under `cargo leptos watch` they come from the environment; otherwise only the
    /// program's folder is looked at, so that the server runs from any working directory.
    pub fn leptos(&self) -> LeptosOptions {
        if std::env::var_os("LEPTOS_WATCH").is_some()
            && let Ok(watched) = leptos::config::get_configuration(None)
        {
            return watched.leptos_options;
        }
        let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
        let site = self.site.clone().unwrap_or_else(|| find_site(beside.as_deref()));
        LeptosOptions::builder()
            .output_name("duello")
            .site_root(site.to_string_lossy().into_owned())
            .site_pkg_dir("pkg")
            .site_addr(self.addr)
            .build()
    }

    /// The defaults, overridden by these flags.
    #[cfg(test)]
    pub fn for_tests(flags: &[&str]) -> Self {
        Program::parse_from(["duello"].iter().chain(flags)).config
    }
}

fn find_site(beside: Option<&Path>) -> PathBuf {
    let near = beside.into_iter().flat_map(|folder| [Some(folder), folder.parent()]).flatten();
    near.map(|folder| folder.join("site"))
        .find(|site| site.is_dir())
        .unwrap_or_else(|| PathBuf::from("target/site"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_flags_are_consistent() {
        use clap::CommandFactory;
        Program::command().debug_assert();
    }
}
