//! An arena on two servers over PostgreSQL, of which one is killed again and again, and now and then both: entrants play on, and
//! the log of the tournament and those of its rooms agree in the end.
//!
//! The long form (`DUELLO_LONG=1`, with `DURABLE=1` for a database that waits for the disk) has 500 entrants and takes an hour.

mod servers;

use std::time::Instant;

use room::sync::client::Client;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::servers::{Pair, Servers};
use super::*;
use crate::common::postgres::new_database;
use crate::faults::{percentile, say, times};
use crate::nodes::Nats;

/// Pause before another attempt at a server that does not answer.
const AGAIN: Duration = Duration::from_millis(400);
/// How long a player thinks about a move at most, in milliseconds: in the short form and in the long one.
const THINKS_MS: [usize; 2] = [600, 3_000];
/// The page tries to connect again after half a second, then each second, at first (`src/app/reconnecting_socket.js`); in
/// milliseconds.
const RECONNECTS_MS: [u64; 2] = [500, 1_000];
/// The page looks so often whether it is time for that, in milliseconds.
const LOOKS_MS: u64 = 250;
/// So long after a kill moves may take longer.
const DISTURBED: Duration = Duration::from_secs(5);

/// What an entrant has seen.
#[derive(Default)]
struct Seen {
    /// How long each wait for a pairing took.
    waits: Vec<Duration>,
    /// How long each move took until it was acknowledged, outside of disturbances.
    moves: Vec<Duration>,
    /// How long it took to be back in step after a connection broke.
    back: Vec<Duration>,
    played: usize,
}

struct Entrant {
    n: u128,
    code: RoomCode,
    servers: watch::Receiver<Servers>,
    over: Instant,
    seed: u64,
    seen: Seen,
}

impl Entrant {
    async fn run(mut self) -> Seen {
        let path = format!("/e/{}/enter", self.code);
        while submit_patiently(&self.host(), &path, self.n).await.is_none() && !self.is_over() {
            tokio::time::sleep(AGAIN).await;
        }
        while !self.is_over() {
            let since = Instant::now();
            let Some(room) = self.wait().await else { continue };
            self.seen.waits.push(since.elapsed());
            self.play(room).await;
        }
        self.seen
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.over
    }

    /// Some server that runs.
    fn host(&mut self) -> String {
        let hosts = self.servers.borrow().hosts.clone();
        let at = next_random(&mut self.seed) as usize % hosts.len().max(1);
        hosts.get(at).cloned().unwrap_or_else(|| "127.0.0.1:9".to_owned())
    }

    /// Has the page open until it leads to a room.
    async fn wait(&mut self) -> Option<RoomCode> {
        let host = self.host();
        let seen = get_patiently(&host, &format!("/e/{}", self.code), self.n).await;
        let known = seen.as_deref().and_then(|seen| seen.split("data-known=\"").nth(1)?.split('"').next());
        let Some(known) = known.map(str::to_owned) else {
            tokio::time::sleep(AGAIN).await;
            return None;
        };
        if let Some(room) = seen.as_deref().and_then(own_room) {
            return Some(room);
        }
        let query = format!("of=event/{}&known={known}", self.code);
        let Some(mut page) = Page::try_open(&host, &query, self.n).await else {
            tokio::time::sleep(AGAIN).await;
            return None;
        };
        let left = self.over.saturating_duration_since(Instant::now());
        tokio::time::timeout(left.min(Duration::from_secs(20)), page.try_until_room()).await.ok()?
    }

    /// Plays in a room until the pairing is over.
    async fn play(&mut self, room: RoomCode) {
        let cookie = cookie(self.n);
        let mut client: Option<Client> = None;
        let mut broken: Option<Instant> = None;
        let mut attempts = 0;
        while !self.is_over() {
            if broken.is_some() {
                tokio::time::sleep(self.reconnect_pause(attempts)).await;
                attempts += 1;
            }
            let host = self.host();
            let tab = match client.take() {
                Some(client) => {
                    Tab::rejoin(&host, Some(&cookie), client.clone()).await.map_err(|_| Some(client))
                }
                None => Tab::watch(&host, room, Some(&cookie)).await.map_err(|_| None),
            };
            let mut tab = match tab {
                Ok(tab) => tab,
                Err(kept) => {
                    client = kept;
                    if broken.is_none() {
                        tokio::time::sleep(AGAIN).await;
                    }
                    continue;
                }
            };
            if let Some(broken) = broken.take() {
                self.seen.back.push(broken.elapsed());
            }
            if self.play_on(&mut tab).await.is_ok() {
                self.seen.played += 1;
                return;
            }
            (broken, attempts) = (Some(Instant::now()), 0);
            client = Some(tab.client);
        }
    }

    /// How long the page waits before it tries to connect again.
    fn reconnect_pause(&mut self, attempts: usize) -> Duration {
        let most = RECONNECTS_MS[attempts.min(1)];
        let jitter = next_random(&mut self.seed) % (most / 2) + next_random(&mut self.seed) % LOOKS_MS;
        Duration::from_millis(most / 2 + jitter)
    }

    /// Plays until the pairing is over, or the connection breaks.
    async fn play_on(&mut self, tab: &mut Tab) -> Result<(), Option<u16>> {
        loop {
            let Some(seat) = tab.seat() else { return Ok(()) };
            let is_over =
                tab.room.current_match.map_or(tab.room.running().is_none(), |played| played.is_over());
            if is_over || self.is_over() {
                return Ok(());
            }
            let in_break = tab.room.is_match_break() && tab.room.occupant(seat).is_some_and(|one| !one.ready);
            if in_break {
                tab.try_ask(Command::Ready(true)).await?;
            } else if let Some(command) = some_move(&tab.room, seat, &mut self.seed) {
                let most = times(THINKS_MS[0], THINKS_MS[1]) as u64;
                tokio::time::sleep(Duration::from_millis(next_random(&mut self.seed) % most)).await;
                let since = Instant::now();
                tab.try_ask(command).await?;
                let killed = self.servers.borrow().killed;
                if killed.is_none_or(|killed| {
                    since.saturating_duration_since(killed) > DISTURBED && killed < since
                }) {
                    self.seen.moves.push(since.elapsed());
                }
            } else {
                tab.next().await?;
            }
        }
    }
}

/// The room of the visitor's own game, as the page links it.
fn own_room(page: &str) -> Option<RoomCode> {
    let own = page.split("id=\"live-event-own\"").nth(1)?.split("id=\"live-event-table\"").next()?;
    own.split("href=\"/r/").nth(1)?.get(..8)?.parse().ok()
}

async fn submit_patiently(host: &str, path: &str, guest: u128) -> Option<String> {
    let head = format!("POST {path}\nCookie: duello_guest={}", cookie(guest));
    let answer = try_http(host, &head).await?;
    header(&answer, "location").map(str::to_owned)
}

async fn get_patiently(host: &str, path: &str, guest: u128) -> Option<String> {
    let answer = try_http(host, &format!("GET {path}\nCookie: duello_guest={}", cookie(guest))).await?;
    (status(&answer) == 200).then_some(answer)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_loses_no_result_when_its_servers_are_killed() {
    let Some(nats) = Nats::start().await else { return };
    let database = new_database().await;
    let entrants = times(24, 500);
    let (seconds, between) = (times(50, 3_600) as u64, times(11, 60) as u64);
    let (servers, told) = watch::channel(Servers { hosts: Vec::new(), killed: None });
    let folder = tempfile::tempdir().unwrap();
    let variables = vec![("DUELLO_DB", database.clone()), ("DUELLO_BUS", format!("nats://{}", nats.host()))];
    let mut pair = Pair { nodes: [None, None], variables, folder, servers };
    pair.start_node(0);
    pair.start_node(1);
    let form = ARENA.replace("arena_clock=3%2B2", "arena_clock=1%2B1").replace("minutes=20", "minutes=60");
    let code = open(&told.borrow().hosts[0].clone(), 1_000_000, &form).await;
    let begun = Instant::now();
    let over = begun + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for n in 0..entrants {
        let servers = told.clone();
        let seed = n as u64 * 7_919 + 1;
        playing.spawn(Entrant { n: n as u128, code, servers, over, seed, seen: Seen::default() }.run());
    }
    let mut kills = 0;
    while Instant::now() + Duration::from_secs(between) < over {
        tokio::time::sleep(Duration::from_secs(between)).await;
        kills += 1;
        let both = kills % times(4, 10) == 0;
        pair.kill(kills % 2);
        if both {
            pair.kill(1 - kills % 2);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        for n in [0, 1] {
            if pair.nodes[n].is_none() {
                pair.start_node(n);
            }
        }
    }
    let mut all = Seen::default();
    // Each ends what it does when the time is over.
    let left = over.saturating_duration_since(Instant::now()) + 5 * PATIENCE;
    let ended = tokio::time::timeout(left, playing.join_all()).await.expect("all entrants end");
    for seen in ended {
        all.waits.extend(seen.waits);
        all.moves.extend(seen.moves);
        all.back.extend(seen.back);
        all.played += seen.played;
    }
    let of = |what: &str, mut took: Vec<Duration>| {
        let [half, most] = [50, 99].map(|of_100| percentile(&mut took, of_100));
        say("arena", &format!("{what}: {} times, {half:?} in the median, {most:?} p99", took.len()));
        half
    };
    say(
        "arena",
        &format!("{entrants} entrants, {kills} kills, {} pairings played by an entrant", all.played),
    );
    let wait = of("waited for a pairing", all.waits);
    of("a move", all.moves);
    let mut back = all.back.clone();
    say("arena", &format!("back in step: p95 {:?}", percentile(&mut back, 95)));
    of("back in step", all.back);
    assert!(all.played > entrants / 2, "{} pairings", all.played);
    assert!(wait < Duration::from_secs(15), "{wait:?}");
    // What has ended is counted, at the latest when the pairings are looked after.
    tokio::time::sleep(Duration::from_secs(8)).await;
    for n in [0, 1] {
        pair.kill(n);
    }
    let checked = desk(&["--db", &database], &["check"]).await;
    assert!(checked.as_ref().is_ok_and(|said| said.contains("in order")), "{checked:?}");
}
