//! Several nodes over one database, joined by a real NATS server: games, presence and chat across nodes, and
//! what happens when a node dies or is isolated, or the bus fails.

mod cut;
mod death;
mod ended;
mod flood;
mod forged;
mod forgotten;
mod hidden;
mod lost_farewell;
mod moderation;
mod play;
mod presence;
pub mod switch;
mod three;
mod watching;

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command as Program, Stdio};
use std::time::Duration;

use duello::server::{Running, start};
use room::{Logged, RoomCode, audit};
use sqlx::Row;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

use crate::common::*;

/// The NATS server, where `make setup` installs it; `None` on other systems.
fn program() -> Option<&'static str> {
    let places = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"];
    let program = places.into_iter().find(|path| Path::new(path).is_file());
    if cfg!(target_os = "linux") {
        assert!(program.is_some(), "nats-server is missing: scripts/setup.sh --nodes installs it");
    } else if program.is_none() {
        println!("skipped: nats-server is not here");
    }
    program
}

/// A NATS server for one test.
pub struct Nats {
    program: &'static str,
    child: Child,
    port: u16,
}

impl Nats {
    pub async fn start() -> Option<Self> {
        let program = program()?;
        let start = async {
            loop {
                // Not an ephemeral port: it is released and taken again by the tests.
                let port = 20_000 + (getrandom::u32().unwrap() % 12_000) as u16;
                if TcpListener::bind(("127.0.0.1", port)).is_err() {
                    continue;
                }
                let mut nats = Self { program, child: launch(program, port), port };
                // Other tests on this machine may have taken the port in between.
                if nats.is_up().await {
                    return nats;
                }
            }
        };
        Some(patiently("nats-server starts", start).await)
    }

    /// Waits until it can be reached; not if it has ended by itself, as it does if its port is taken.
    async fn is_up(&mut self) -> bool {
        while !self.greets().await {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        true
    }

    /// Whether a new connection is greeted with its name, and thus by this server, not by one of other tests.
    async fn greets(&self) -> bool {
        let greeting = async {
            let stream = TcpStream::connect(self.host()).await.ok()?;
            let mut line = String::new();
            BufReader::new(stream).read_line(&mut line).await.ok()?;
            Some(line.contains(&format!("\"{}\"", name(self.port))))
        };
        matches!(tokio::time::timeout(Duration::from_secs(5), greeting).await, Ok(Some(true)))
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    async fn restart(&mut self) {
        self.child = launch(self.program, self.port);
        let is_up = patiently("nats-server starts again", self.is_up()).await;
        assert!(is_up, "nats-server has ended by itself");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The name of the server of this process on this port.
fn name(port: u16) -> String {
    format!("duello-{}-{port}", std::process::id())
}

fn launch(program: &str, port: u16) -> Child {
    let mut command = Program::new(program);
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "--name", &name(port)]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Several servers on one folder.
pub struct Nodes {
    pub folder: TempDir,
    nats: Nats,
    all: Vec<Running>,
}

impl Nodes {
    /// Starts so many, with these flags; `None` without a NATS server.
    pub async fn start(number: usize, flags: &[&str]) -> Option<Self> {
        let nats = Nats::start().await?;
        let mut nodes = Self { folder: tempfile::tempdir().unwrap(), nats, all: Vec::new() };
        for _ in 0..number {
            let bus = nodes.nats.host();
            nodes.add(&bus, flags).await;
        }
        for host in nodes.hosts() {
            until_ready(&host, true).await;
        }
        Some(nodes)
    }

    /// Starts one more, which reaches the bus at this address.
    async fn add(&mut self, bus: &str, flags: &[&str]) -> String {
        let bus = format!("--bus=nats://{bus}");
        let flags: Vec<&str> = flags.iter().copied().chain([bus.as_str()]).collect();
        let running = start(config(&self.folder, &flags)).await.unwrap();
        let host = running.addr.to_string();
        self.all.push(running);
        host
    }

    pub fn hosts(&self) -> Vec<String> {
        self.all.iter().map(|running| running.addr.to_string()).collect()
    }

    /// Their shared database.
    async fn database(&self) -> sqlx::SqlitePool {
        let database = self.folder.path().join("data").join("duello.sqlite");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
        sqlx::SqlitePool::connect_with(options).await.unwrap()
    }

    /// A room's event log from disk, validated against the rules.
    async fn log(&self, code: RoomCode) -> Vec<Logged> {
        let pool = self.database().await;
        let rows = sqlx::query("SELECT body FROM events WHERE room = $1 ORDER BY seq").bind(code.to_string());
        let rows = rows.fetch_all(&pool).await.unwrap();
        pool.close().await;
        let log: Vec<Logged> = rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect();
        let audited = audit(code, &log).unwrap_or_else(|flaw| panic!("{flaw}"));
        assert_eq!(audited.repeated, [], "no command happened twice");
        log
    }
}

/// Waits until a server is ready, or not.
async fn until_ready(host: &str, is: bool) {
    let wait = async {
        while (status(&http(host, "GET /readyz", "").await) == 200) != is {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    patiently("readiness", wait).await;
}

/// Processes messages until the presence is as wanted.
pub async fn until_here(tab: &mut Tab, what: &str, so: impl Fn(&room::message::Presence) -> bool) {
    let changes = async {
        while !so(&tab.here) {
            tab.next().await.expect("the socket stays open");
        }
    };
    patiently(what, changes).await;
}

/// Two players at one table, each at a node of their own.
async fn seat_across(hosts: &[String], settings: room::Settings) -> (RoomCode, [Tab; 2]) {
    let code = open_room(&hosts[0], settings).await;
    let anna = Tab::join(&hosts[0], code, Some(&cookie(1))).await;
    let mut bert = Tab::join(&hosts[1], code, Some(&cookie(2))).await;
    until_here(&mut bert, "both are there", |here| here.seats == [true; 2]).await;
    (code, [anna, bert])
}

/// The same, with a game under way.
pub async fn apart(hosts: &[String], settings: room::Settings) -> (RoomCode, [Tab; 2]) {
    let (code, [mut anna, mut bert]) = seat_across(hosts, settings).await;
    assert_eq!(anna.ask(room::Command::Ready(true)).await, Answer::Happened);
    assert_eq!(bert.ask(room::Command::Ready(true)).await, Answer::Happened);
    both_until([&mut anna, &mut bert], |room| room.running().is_some()).await;
    (code, [anna, bert])
}
