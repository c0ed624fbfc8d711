//! Test fixtures for the server: a real server on a port of its own with a folder of its own, rooms, cookies,
//! timeouts, an HTTP client, and a web socket client ([`Tab`]) on the protocol core of the page.

mod http;
mod play;
pub mod postgres;
mod socket;
mod tab;

use std::time::Duration;

use duello::server::config::{Config, Program};
use duello::server::{Running, start};
use hmac::{Hmac, KeyInit, Mac};
pub use http::{call, form, header, http, http_bytes, json, status, try_http, unchunked};
pub use play::*;
use room::{BoardChoice, GameSettings, RoomCode, Settings};
use rules::Game;
use sha2::Sha256;
pub use socket::{Socket, connect, receive};
pub use tab::{Answer, Tab, sit_down};
use tempfile::TempDir;

use crate::process::limits::allow_open_files;

/// Timeout of a test, longer than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Awaits within [`PATIENCE`]. The whole wait is limited, not the silence between two messages, because
/// heartbeats keep a socket busy for ever.
pub async fn patiently<T>(what: &str, wait: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("it takes too long: {what}"))
}

/// Waits until something is so, which is looked at again and again.
pub async fn eventually(what: &str, mut is: impl AsyncFnMut() -> bool) {
    patiently(what, async {
        while !is().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
}

/// A server for one test, with its folder.
pub struct Server {
    pub running: Running,
    pub folder: TempDir,
}

impl Server {
    /// Starts a server without limits on messages and rooms; `flags` may set others.
    pub async fn start(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = start(config(&folder, flags)).await.unwrap();
        Self { running, folder }
    }

    /// Starts a server with the limits that it has by default, but for these flags.
    pub async fn start_as_delivered(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = start(config_as_delivered(&folder, flags)).await.unwrap();
        Self { running, folder }
    }

    /// Stops the server and starts another on the same folder.
    pub async fn restart(self) -> Self {
        self.running.stop().await;
        Self::start_in(self.folder).await
    }

    /// Starts a server on the folder of a previous one.
    pub async fn start_in(folder: TempDir) -> Self {
        Self::start_with(folder, &[]).await
    }

    /// As [`Server::start_in`], with these flags.
    pub async fn start_with(folder: TempDir, flags: &[&str]) -> Self {
        let running = start(config(&folder, flags)).await.unwrap();
        Self { running, folder }
    }

    pub fn host(&self) -> String {
        self.running.addr.to_string()
    }
}

/// The configuration of a server on this folder, without limits but for those that `flags` set.
pub fn config(folder: &TempDir, flags: &[&str]) -> Config {
    let limits = [
        "--request-points=0",
        "--misses=0",
        "--player-messages=0",
        "--watcher-messages=0",
        "--lobby-messages=0",
        "--rooms-per-hour=0",
        "--games-per-hour=0",
        "--guest-games-per-hour=0",
        "--tournaments-per-day=0",
        "--entries-per-hour=0",
        "--connections-per-address=0",
        "--seeks-per-hour=0",
        "--open-seeks=0",
        "--no-shows-per-hour=0",
        "--no-show-pauses=0",
        "--seek-patience=0",
        "--rated-moves=0",
        "--rated-same-address=0",
        "--rated-same-pair=0",
        "--refusal-pause=0",
    ];
    let given = |limit: &&&str| !flags.iter().any(|flag| flag.split('=').next() == limit.split('=').next());
    let off: Vec<&str> = limits.iter().filter(given).copied().collect();
    config_as_delivered(folder, &[&off[..], flags].concat())
}

/// The configuration of a server on this folder with the limits that it has by default.
fn config_as_delivered(folder: &TempDir, flags: &[&str]) -> Config {
    allow_open_files();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let key = format!("--cookie-key={COOKIE_KEY}");
    let own_key = flags.iter().any(|flag| flag.starts_with("--cookie-key"));
    let key = (!own_key).then_some(key.as_str());
    let fixed = ["duello", "--addr=127.0.0.1:0", "--data", data, "--allow-unsafe-database"];
    <Program as clap::Parser>::parse_from(fixed.into_iter().chain(key).chain(flags.iter().copied())).config
}

/// Default settings for Mapello on this board.
pub fn mapello(board: BoardChoice) -> Settings {
    Settings { game: GameSettings::Mapello(board), ..Settings::for_game(Game::Mapello) }
}

/// Settings of both games, for tests that are independent of the game.
pub fn both_games() -> [Settings; 2] {
    [Settings::default(), mapello(BoardChoice::Random(4711))]
}

/// Opens a room with these settings, in which nobody sits: without a cookie.
pub async fn open_room(host: &str, settings: Settings) -> RoomCode {
    let body = serde_json::json!({ "settings": settings }).to_string();
    let answer = http(host, "POST /api/create_room\nContent-Type: application/json", &body).await;
    serde_json::from_value(json(&answer)).unwrap()
}

/// The key with which the servers of tests sign cookies, so that tests can have as many guests as they like.
pub const COOKIE_KEY: &str = "c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0";

/// The length of a guest's secret.
pub const SECRET_LENGTH: usize = 32;

/// The secret of the `n`th guest, as it stands in the cookie.
pub fn secret(n: u128) -> String {
    cookie(n)[..SECRET_LENGTH].to_owned()
}

/// The cookie of the `n`th guest, to be put behind its name; with the cookie of its code.
pub fn cookie(n: u128) -> String {
    signed(n + 0xD0E1_1000_0000)
}

/// The field of the form by which the guest with this cookie has everything deleted.
pub async fn deletion_form(host: &str, cookie: &str) -> String {
    let page = http(host, &format!("GET /me\nCookie: duello_guest={cookie}"), "").await;
    let (_, guest) =
        page.split_once("name=\"guest\" value=\"").unwrap_or_else(|| panic!("no form in {page}"));
    format!("guest={}", &guest[..SECRET_LENGTH])
}

/// Has everything of the guest with this cookie deleted; the whole answer.
pub async fn delete_everything(host: &str, cookie: &str, more: &str) -> String {
    let form = deletion_form(host, cookie).await;
    let head =
        format!("Cookie: duello_guest={cookie}\nContent-Type: application/x-www-form-urlencoded{more}");
    http(host, &format!("POST /me/forget\n{head}"), &form).await
}

/// The cookie of the guest with this secret, as a server of a test gives it out.
pub fn signed(secret: u128) -> String {
    let mut code = Hmac::<Sha256>::new_from_slice(&[0xC0; 32]).unwrap();
    code.update(b"duello cookie");
    code.update(&secret.to_be_bytes());
    let code = u128::from_be_bytes(code.finalize().into_bytes()[..16].try_into().unwrap());
    format!("{secret:032x}; duello_code={code:032x}")
}
