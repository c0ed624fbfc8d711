//! Configuration by flags and environment variables. Every setting has a default that works on this machine.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Parser, ValueEnum};
use leptos::config::LeptosOptions;
use room::{Millis, Patience};

use super::bus::BusAddress;
use super::database::Location;
use super::operate::Task;

/// Duello: Mancala and Mapello for two, in the browser. Serves the page and the games, and keeps every game
/// in one database file.
///
/// Each flag can be given as a variable instead. Put a reverse proxy with https in front of it for the open
/// internet, and tell it so with --public-url and --trust-proxy.
#[derive(Parser, Clone, Debug)]
#[command(name = "duello", version, max_term_width = 100)]
pub struct Program {
    /// The settings.
    #[command(flatten)]
    pub config: Config,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What can be set.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Where to listen. 0.0.0.0:3000 lets phones in the same network in.
    #[arg(
        long,
        global = true,
        env = "DUELLO_ADDR",
        default_value = "127.0.0.1:3000",
        value_name = "ADDRESS:PORT"
    )]
    pub addr: SocketAddr,
    /// The folder for everything that is kept; made if it is not there.
    #[arg(long, global = true, env = "DUELLO_DATA", default_value = "./data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// Where to serve metrics for Prometheus, at /metrics, for whoever can reach it; nowhere if it is not
    /// set.
    #[arg(long, env = "DUELLO_METRICS", value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// The database: a file, or postgres://USER:PASSWORD@HOST/DATABASE, which several servers can share.
    /// [default: the file duello.sqlite in the data folder]
    #[arg(long, global = true, env = "DUELLO_DB", value_name = "FILE|URL", hide_env_values = true)]
    pub db: Option<Location>,
    /// Where several servers that share a database tell each other what happens: NATS servers, as
    /// nats://HOST:PORT or tls://, with commas between; a name and a password before the host. Without it
    /// this server is the only one.
    #[arg(long, env = "DUELLO_BUS", value_name = "URL", value_delimiter = ',', hide_env_values = true)]
    pub bus: Vec<BusAddress>,
    /// The built page. [default: the folder `site` beside the program or one level up, else target/site]
    #[arg(long, env = "DUELLO_SITE", value_name = "FOLDER")]
    pub site: Option<PathBuf>,
    /// The address under which players reach the server, for links, cookies and origin checks. [default: the
    /// host each request asks for]
    #[arg(long, env = "DUELLO_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Further pages that may connect, as exact origins with commas between.
    #[arg(long, env = "DUELLO_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<String>,
    /// Believe X-Forwarded-For and X-Forwarded-Proto. Only behind a proxy that sets them.
    #[arg(long, env = "DUELLO_TRUST_PROXY")]
    pub trust_proxy: bool,
    /// Further push services, as exact origins with commas between, besides those of Google, Mozilla,
    /// Microsoft and Apple.
    #[arg(long, env = "DUELLO_PUSH_SERVICE", value_name = "ORIGIN", value_delimiter = ',')]
    pub push_service: Vec<String>,
    /// Messages a player may send in 20 seconds; 0 for any number.
    #[arg(long, env = "DUELLO_PLAYER_MESSAGES", default_value_t = 100, value_name = "N")]
    pub player_messages: u32,
    /// Messages a watcher may send in 20 seconds; 0 for any number.
    #[arg(long, env = "DUELLO_WATCHER_MESSAGES", default_value_t = 50, value_name = "N")]
    pub watcher_messages: u32,
    /// Rooms that may be opened from one address in an hour; 0 for any number.
    #[arg(long, env = "DUELLO_ROOMS_PER_HOUR", default_value_t = 30, value_name = "N")]
    pub rooms_per_hour: u32,
    /// Connections held open for one address, 0 for any number; with `--trust-proxy` sockets and requests
    /// under way.
    #[arg(long, env = "DUELLO_CONNECTIONS_PER_ADDRESS", default_value_t = 256, value_name = "N")]
    pub connections_per_address: u32,
    /// Seconds that a room stays in memory after everybody has gone.
    #[arg(long, env = "DUELLO_IDLE_UNLOAD", default_value_t = 60, value_name = "SECONDS")]
    pub idle_unload: u64,
    /// Seconds that a player has to be gone before the opponent may claim a game with a clock; twice that in
    /// a long game, and 10 at most after a deliberate leave.
    #[arg(long, env = "DUELLO_CLAIM_AFTER", default_value_t = 40, value_name = "SECONDS")]
    pub claim_after: u32,
    /// The same for a game without a clock.
    #[arg(long, env = "DUELLO_CLAIM_AFTER_UNTIMED", default_value_t = 300, value_name = "SECONDS")]
    pub claim_after_untimed: u32,
    /// Serve a page with every part of the design in every state, at /design. Builds for development always
    /// do.
    #[arg(long, env = "DUELLO_DESIGN", default_value_t = cfg!(debug_assertions))]
    pub design: bool,
    /// How the log on stderr looks. Its detail is set by RUST_LOG, for example RUST_LOG=duello=debug.
    #[arg(long, global = true, env = "DUELLO_LOG", default_value = "text", value_name = "FORMAT")]
    pub log: LogFormat,
}

/// How the log looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// The public address of the server: an http or https URL without a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Whether it is an https address.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = text.strip_suffix('/').unwrap_or(text);
        let authority = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let plain =
            |a: &str| !a.is_empty() && a.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b));
        if authority.is_some_and(plain) {
            Ok(Self(url.to_owned()))
        } else {
            Err("expected something like https://duello.example, without a path")
        }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Config {
    /// The location of the database.
    pub fn database(&self) -> Location {
        self.db.clone().unwrap_or_else(|| Location::File(self.data.join("duello.sqlite")))
    }

    /// The origins that pass the origin check besides the requested host.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.public_url.iter().map(|url| url.0.as_str()).chain(self.allow_origin.iter().map(String::as_str))
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

    #[test]
    fn a_public_url_has_no_path() {
        assert_eq!("https://a.example/".parse::<PublicUrl>().unwrap().to_string(), "https://a.example");
        for bad in ["a.example", "https://", "https://a/b", "ftp://a", "https://a b", "https://a;x"] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }
}
