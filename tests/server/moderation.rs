//! The operator's desk beside a running server: what is said with `duello guest`, `room`, `block`, `switch` and
//! `reports` takes effect there within five seconds.

mod desk;
mod operator;
mod rooms;
mod switches;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use room::message::{ClientMessage, Fault, ServerMessage, VERSION};
use room::{Command, Rejection, RoomCode, Settings};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::*;
use crate::process::{Process, run};

/// Within this time everything has to be in force.
pub const IN_FORCE: Duration = Duration::from_secs(5);

/// A server as a process, on a folder of its own.
struct Site {
    server: Process,
    folder: TempDir,
}

impl Site {
    fn start(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Process::start_under(&[], variables, &folder.path().join("data"));
        Self { server, folder }
    }

    fn host(&self) -> String {
        self.server.host.clone()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a command of the desk; what it prints.
    async fn desk(&self, words: &[&str]) -> String {
        desk(&["--data", self.data().to_str().unwrap()], words).await.unwrap()
    }

    /// Runs a command of the desk that fails; its error.
    async fn refused(&self, words: &[&str]) -> String {
        desk(&["--data", self.data().to_str().unwrap()], words).await.unwrap_err()
    }
}

/// Runs a command; what it prints, or its error.
pub async fn desk(database: &[&str], words: &[&str]) -> Result<String, String> {
    let all: Vec<String> = words.iter().chain(database).map(|word| (*word).to_owned()).collect();
    let run = move || run(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let output = tokio::task::spawn_blocking(run).await.unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    if output.status.success() { Ok(stdout) } else { Err(stdout + &stderr) }
}

/// A page as the guest of a cookie, in this language.
async fn page(host: &str, path: &str, guest: u128, language: &str) -> String {
    let head = format!(
        "GET {path}\nAccept: text/html\nAccept-Language: {language}\nCookie: duello_guest={}",
        cookie(guest)
    );
    http(host, &head, "").await
}

/// Waits until something is so, as it has to be within five seconds.
pub async fn in_force(what: &str, mut is: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is().await {
        assert!(since.elapsed() < IN_FORCE, "{what}: not within five seconds");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The first message to a guest who says hello in a room.
pub async fn first_message(host: &str, code: RoomCode, guest: u128) -> ServerMessage {
    let mut socket = connect(host, Some(&cookie(guest)), None).await.unwrap();
    let hello = ClientMessage::Hello { v: VERSION, room: code, after: 0 };
    let _ = socket.send(Message::text(serde_json::to_string(&hello).unwrap())).await;
    receive(&mut socket).await.unwrap()
}

/// Chooses a name; the answer.
async fn rename(host: &str, guest: u128, name: &str) -> String {
    let head = format!(
        "POST /api/rename\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(guest)
    );
    http(host, &head, &format!("name={name}")).await
}

/// Two players, Anna and Bert.
async fn anna_and_bert(site: &Site) -> (RoomCode, [Tab; 2]) {
    let host = site.host();
    for (guest, name) in [(1, "Anna"), (2, "Bert")] {
        assert_eq!(status(&rename(&host, guest, name).await), 200);
    }
    let code = open_room(&host, Settings::default()).await;
    (code, two_players(&host, code, [1, 2]).await)
}

/// Processes messages until the socket ends; the close code.
async fn until_ended(tab: &mut Tab) -> Option<u16> {
    let ended = async {
        loop {
            if let Err(code) = tab.next().await {
                return code;
            }
        }
    };
    tokio::time::timeout(IN_FORCE, ended).await.expect("the socket ends within five seconds")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_guest_takes_no_part_until_it_is_lifted() {
    let site = Site::start(&[]);
    let (code, [mut anna, mut bert]) = anna_and_bert(&site).await;
    let host = site.host();
    let said =
        site.desk(&["guest", "anna", "suspend", "--for", "30d", "--reason", "insults", "--as", "Ada"]).await;
    assert!(said.contains("can take no part until"), "{said}");
    assert_eq!(until_ended(&mut anna).await, Some(1012));
    // Who suspends cannot be told from who plays on.
    assert_eq!(bert.ask(Command::SendChat("Anna?".to_owned())).await, Answer::Happened);
    assert_eq!(first_message(&host, code, 1).await, ServerMessage::Fault(Fault::Suspended));
    for path in ["/", "/find", &format!("/r/{code}"), &format!("/r/{code}/take")] {
        let refused = page(&host, path, 1, "en").await;
        assert_eq!(status(&refused), 403, "{path}: {refused}");
        assert!(refused.contains("has suspended you. That ends in 30 days ("), "{path}: {refused}");
    }
    let german = page(&host, "/", 1, "de").await;
    assert!(
        german.contains("haben dich gesperrt. Die Sperre endet in 30 Tagen")
            && german.contains("lang=\"de\"")
    );
    let room = serde_json::json!({ "settings": Settings::default() }).to_string();
    let refused = call(&host, "create_room", &cookie(1), &room).await;
    assert_eq!((status(&refused), json(&refused)), (403, "barred".into()));
    // What is stored of them they can still see, have, and delete.
    for path in ["/me", "/me/data.json", "/rules/mancala"] {
        assert_eq!(status(&page(&host, path, 1, "en").await), 200, "{path}");
    }
    let data = json(&page(&host, "/me/data.json", 1, "en").await);
    assert_eq!(
        (&data["sanctions"][0]["kind"], &data["sanctions"][0]["reason"]),
        (&"suspend".into(), &"insults".into())
    );
    assert_eq!(status(&page(&host, "/", 2, "en").await), 200, "nobody else is");
    site.desk(&["guest", "Anna", "lift"]).await;
    in_force("lifted", async || status(&page(&host, "/", 1, "en").await) == 200).await;
    assert!(matches!(first_message(&host, code, 1).await, ServerMessage::Welcome { .. }));
    site.desk(&["guest", "Anna", "suspend", "--for", "1h"]).await;
    in_force("again", async || status(&page(&host, "/", 1, "en").await) == 403).await;
    let answer = delete_everything(&host, &cookie(1), "").await;
    assert_eq!(header(&answer, "location"), Some("/me?deleted"), "and is deleted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_guest_writes_nothing_and_chooses_no_name_until_it_ends() {
    let site = Site::start(&[]);
    let (_, [mut anna, mut bert]) = anna_and_bert(&site).await;
    let host = site.host();
    site.desk(&["guest", "Anna", "mute", "--for", "15s"]).await;
    let muted = Instant::now();
    let mut n = 0;
    let refusal = async |tab: &mut Tab, n: usize| tab.ask(Command::SendChat(format!("Line {n}"))).await;
    let refused = loop {
        n += 1;
        match refusal(&mut anna, n).await {
            Answer::Refused(Rejection::Muted(left)) => break left,
            _ => assert!(muted.elapsed() < IN_FORCE, "not within five seconds"),
        }
        tokio::time::sleep(Duration::from_millis(900)).await;
    };
    assert!((1..=15_000).contains(&refused), "{refused}");
    let is_muted = |answer: Answer| matches!(answer, Answer::Refused(Rejection::Muted(_)));
    assert!(is_muted(anna.ask(Command::SendPreset(room::Preset::Hello)).await));
    assert!(is_muted(anna.ask(Command::Rename { name: "Annabell".to_owned() }).await));
    assert_eq!(bert.ask(Command::SendChat("I may".to_owned())).await, Answer::Happened);
    let renamed = rename(&host, 1, "Annabell").await;
    assert_eq!((status(&renamed), json(&renamed)), (403, "name_refused".into()));
    // Moves are no words.
    play(&mut [anna, bert], &mut 5, 2).await;
    // It ends by itself, without any command.
    eventually("the mute is over", async || status(&rename(&host, 1, "Annabell").await) == 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_spectator_is_not_heard_by_the_others() {
    let site = Site::start(&[]);
    let (code, _tabs) = anna_and_bert(&site).await;
    let host = site.host();
    let mut carl = Tab::join(&host, code, Some(&cookie(3))).await;
    assert_eq!(status(&rename(&host, 3, "Carl").await), 200);
    site.desk(&["guest", "Carl", "mute", "--for", "1h"]).await;
    let mut n = 0;
    in_force("muted", async || {
        n += 1;
        tokio::time::sleep(Duration::from_millis(800)).await;
        let answer = carl.ask(Command::SendSpectatorChat(format!("Look {n}"))).await;
        matches!(answer, Answer::Refused(Rejection::Muted(_)))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_network_gets_nothing_until_its_time_is_over() {
    let site = Site::start(&[("DUELLO_TRUST_PROXY", "127.0.0.1")]);
    let host = site.host();
    let from = async |address: &str, path: &str| {
        http(&host, &format!("GET {path}\nAccept: text/html\nX-Forwarded-For: {address}"), "").await
    };
    assert_eq!(status(&from("203.0.113.9", "/").await), 200);
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", "203.0.113.9".parse().unwrap());
    let (mut open, _) = tokio_tungstenite::connect_async(request.clone()).await.unwrap();
    let said = site.desk(&["block", "203.0.113.0/24", "--for", "15s", "--reason", "flood"]).await;
    assert!(said.contains("is blocked until"), "{said}");
    in_force("blocked", async || status(&from("203.0.113.9", "/").await) == 403).await;
    let refused = from("203.0.113.77", "/rules/mancala").await;
    assert!(status(&refused) == 403 && refused.contains("has blocked your network"), "{refused}");
    assert_eq!(status(&from("203.0.113.9", "/style/x").await), 403, "nor anything else");
    assert_eq!(status(&from("203.0.114.9", "/").await), 200, "another network");
    assert_eq!(status(&from("203.0.113.9", "/healthz").await), 200);
    let ended = async { while let Some(Ok(_)) = open.next().await {} };
    tokio::time::timeout(IN_FORCE, ended).await.expect("open sockets end");
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    assert_eq!(receive(&mut socket).await.unwrap(), ServerMessage::Fault(Fault::Blocked));
    // The address is nowhere in what is stored.
    let listed = site.desk(&["block", "list", "--json"]).await;
    assert!(listed.contains("\"reason\":\"flood\"") && !listed.contains("203.0"), "{listed}");
    let database = std::fs::read(site.data().join("duello.sqlite-wal")).unwrap();
    assert!(!database.windows(7).any(|part| part == b"203.0.1"));
    eventually("the block is over", async || status(&from("203.0.113.9", "/").await) == 200).await;
    site.desk(&["block", "203.0.113.0/24", "--for", "1h"]).await;
    in_force("blocked again", async || status(&from("203.0.113.9", "/").await) == 403).await;
    site.desk(&["block", "lift", "203.0.113.0/24"]).await;
    in_force("lifted", async || status(&from("203.0.113.9", "/").await) == 200).await;
}

/// The database of a folder.
async fn database(data: &Path) -> sqlx::SqlitePool {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.join("duello.sqlite"));
    sqlx::SqlitePool::connect_with(options).await.unwrap()
}
