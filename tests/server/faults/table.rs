//! Two players at a table who keep playing through all faults of server and line, and remember every
//! acknowledgement.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use room::{BoardChoice, Command, Draft, Event, Logged, Origin, Room, RoomCode, Settings, audit, evolve};
use rules::mapello::Board;
use rules::{Setup, Side};
use sqlx::Row;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::common::*;
use room::message::Fault;

/// Delay before a reconnect or a retry.
const BREATH: Duration = Duration::from_millis(20);

/// After so many events a table moves to a new room; a log ends after 4,000.
const ENOUGH: u64 = 1_500;

/// The servers' addresses; `None` to stop.
pub type Where = watch::Receiver<Option<Vec<String>>>;

/// Two players and what they know, which outlives the server.
pub struct Table {
    pub code: RoomCode,
    /// Index of the table, from which each player's server follows if there are several.
    place: usize,
    guests: [String; 2],
    pub rooms: [Room; 2],
    /// The unanswered command: player and id.
    pending: Option<(usize, u64, Command)>,
    /// Acknowledged commands, with the last sequence number at that time.
    pub acknowledged: Vec<(Origin, u64)>,
    /// Latency of each, from its first attempt.
    pub took: Vec<Duration>,
    /// Number of "busy" faults.
    pub busy: usize,
    /// Thinking time before each command.
    pub thinks: Duration,
    sent_at: Instant,
    next_id: u64,
    seed: u64,
}

impl Table {
    /// Opens so many rooms, of all kinds of game.
    pub async fn open(host: &str, tables: u128) -> Vec<Self> {
        let games = [Settings::default(), mapello(BoardChoice::Random(1)), mapello(BoardChoice::Draft)];
        let mut all = Vec::new();
        for (n, settings) in (0..tables).zip(games.into_iter().cycle()) {
            let code = open_room(host, settings).await;
            all.push(Self {
                code,
                place: n as usize,
                guests: [cookie(2 * n + 1), cookie(2 * n + 2)],
                rooms: [Room::new(code), Room::new(code)],
                pending: None,
                acknowledged: Vec::new(),
                took: Vec::new(),
                busy: 0,
                thinks: Duration::ZERO,
                sent_at: Instant::now(),
                next_id: 0,
                seed: 0xC0FFEE + n as u64,
            });
        }
        all
    }

    /// The same tables, or new rooms before the logs of the old ones are full.
    pub async fn renewed(tables: Vec<Self>, host: &str) -> Vec<Self> {
        if tables.iter().all(|table| table.rooms[0].seq < ENOUGH) {
            return tables;
        }
        Self::open(host, tables.len() as u128).await
    }

    /// Plays as fast as it is answered, reconnects after an interruption, until told to stop.
    pub async fn play(mut self, mut servers: Where, acks: UnboundedSender<usize>) -> Self {
        loop {
            let Some(hosts) = servers.borrow_and_update().clone() else { return self };
            let mut tabs = Vec::new();
            for player in 0..2 {
                let (known, guest) = (self.rooms[player].clone(), self.guests[player].clone());
                let host = &hosts[(self.place + player) % hosts.len()];
                if let Ok(tab) = Tab::rejoin(host, self.code, Some(&guest), known).await {
                    tabs.push(tab);
                }
            }
            if tabs.len() == 2 {
                tokio::select! {
                    _ = self.play_on(&mut tabs, &acks) => {}
                    _ = servers.changed() => {}
                }
            }
            for tab in tabs {
                let player = usize::from(self.guests[0] != tab.guest);
                self.rooms[player] = tab.room;
            }
            sleep(BREATH).await;
        }
    }

    async fn play_on(&mut self, tabs: &mut [Tab], acks: &UnboundedSender<usize>) -> Option<()> {
        loop {
            for behind in 0..2 {
                while tabs[behind].room.seq < tabs[1 - behind].room.seq {
                    tabs[behind].next().await.ok()?;
                }
            }
            assert_eq!(tabs[0].room, tabs[1].room, "both see the same");
            let (player, id, command) = match self.pending.clone() {
                Some(pending) => pending,
                None => match self.wish(tabs) {
                    Some((player, command)) => {
                        self.next_id += 1;
                        self.sent_at = Instant::now();
                        (player, self.next_id, command)
                    }
                    None => {
                        tabs[0].next().await.ok()?;
                        continue;
                    }
                },
            };
            self.pending = Some((player, id, command.clone()));
            match tabs[player].ask_as(id, command).await.ok()? {
                Answer::Happened | Answer::Done => {}
                Answer::Fault(Fault::Busy) => {
                    self.busy += 1;
                    sleep(BREATH).await;
                    continue;
                }
                other => panic!("{other:?}"),
            }
            self.pending = None;
            self.took.push(self.sent_at.elapsed());
            self.acknowledged.push((Origin { member: tabs[player].me, id }, tabs[player].room.seq));
            let _ = acks.send(self.place);
            if !self.thinks.is_zero() {
                sleep(self.thinks).await;
            }
        }
    }

    /// The next command and its player; `None` during a countdown.
    fn wish(&mut self, tabs: &[Tab]) -> Option<(usize, Command)> {
        let room = &tabs[0].room;
        let seats = [tabs[0].seat().unwrap(), tabs[1].seat().unwrap()];
        if let Some(Draft { builder, board }) = room.draft {
            let builder = usize::from(seats[0] != builder);
            let chance = next_random(&mut self.seed);
            return Some(match board {
                None => (builder, Command::Build(Board::random(chance))),
                Some(_) => (1 - builder, Command::Pick(Side::BOTH[(chance % 2) as usize])),
            });
        }
        if room.running().is_some() {
            return (0..2).find_map(|p| Some((p, some_move(&tabs[p].room, seats[p], &mut self.seed)?)));
        }
        if room.game.is_some() {
            let first = room.again.is_none_or(|offer| offer.seat != seats[0]);
            return Some((usize::from(!first), Command::Again));
        }
        let ready = |p: usize| room.occupant(seats[p]).is_some_and(|occupant| occupant.ready);
        (0..2).find(|&p| !ready(p)).map(|p| (p, Command::Ready(true)))
    }
}

/// Players at all tables, running in the background.
pub struct Players {
    playing: Vec<JoinHandle<Table>>,
    servers: watch::Sender<Option<Vec<String>>>,
    acknowledged: tokio::sync::mpsc::UnboundedReceiver<usize>,
}

impl Players {
    /// Starts playing on this server.
    pub fn begin(tables: Vec<Table>, host: &str) -> Self {
        Self::begin_at(tables, vec![host.to_owned()])
    }

    /// Starts playing on these servers.
    pub fn begin_at(tables: Vec<Table>, hosts: Vec<String>) -> Self {
        let (servers, at) = watch::channel(Some(hosts));
        let (acks, acknowledged) = tokio::sync::mpsc::unbounded_channel();
        let play = |table: Table| tokio::spawn(table.play(at.clone(), acks.clone()));
        Self { playing: tables.into_iter().map(play).collect(), servers, acknowledged }
    }

    /// Waits for so many further acknowledgements.
    pub async fn acknowledged(&mut self, number: usize) {
        for _ in 0..number {
            let next = async {
                loop {
                    if self.acknowledged_within(Duration::from_secs(1)).await > 0 {
                        return;
                    }
                    assert!(!self.playing.iter().any(JoinHandle::is_finished), "a table has ended");
                }
            };
            patiently("the games go on", next).await;
        }
    }

    /// Waits up to that long for the next acknowledgement; the number that came.
    pub async fn acknowledged_within(&mut self, time: Duration) -> usize {
        let next = tokio::time::timeout(time, self.acknowledged.recv()).await;
        usize::from(matches!(next, Ok(Some(_))))
    }

    /// Waits for an acknowledgement at every table.
    pub async fn acknowledged_everywhere(&mut self) {
        let mut tables: HashSet<usize> = (0..self.playing.len()).collect();
        let all = async {
            while !tables.is_empty() {
                tables.remove(&self.acknowledged.recv().await.expect("a table has ended"));
            }
        };
        patiently("all games go on", all).await;
    }

    /// Discards the acknowledgements so far.
    pub fn forget_acknowledged(&mut self) {
        while self.acknowledged.try_recv().is_ok() {}
    }

    /// Moves all players to another server at once.
    pub fn move_to(&self, host: &str) {
        self.move_to_all(vec![host.to_owned()]);
    }

    /// Moves all players to these servers.
    pub fn move_to_all(&self, hosts: Vec<String>) {
        let _ = self.servers.send(Some(hosts));
    }

    /// Stops the players; what each table knows.
    pub async fn stop(self) -> Vec<Table> {
        let _ = self.servers.send(None);
        let mut tables = Vec::new();
        for table in self.playing {
            tables.push(patiently("a table stops", table).await.unwrap());
        }
        tables
    }
}

/// Reads the event logs from disk, validates them against the rules, and compares them with what the players
/// were told.
pub async fn check(database: &Path, tables: &[Table]) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let sound: String = sqlx::query("PRAGMA integrity_check").fetch_one(&pool).await.unwrap().get(0);
    assert_eq!(sound, "ok");
    for table in tables {
        let sql = "SELECT body FROM events WHERE room = $1 ORDER BY seq";
        let rows = sqlx::query(sql).bind(table.code.to_string()).fetch_all(&pool).await.unwrap();
        let log: Vec<Logged> = rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect();
        check_log(table, &log);
    }
    pool.close().await;
}

pub fn check_log(table: &Table, log: &[Logged]) {
    let audited = audit(table.code, log).unwrap_or_else(|flaw| panic!("{flaw}"));
    assert_eq!(audited.repeated, [], "no command happened twice");
    let mut room = Room::new(table.code);
    let mut commands: HashMap<(u64, u64), u64> = HashMap::new();
    let mut seen: HashMap<u64, Room> = HashMap::new();
    for event in log {
        if let (Event::Started { setup, .. }, Some(Draft { board, .. })) = (&event.event, room.draft) {
            assert_eq!(Some(*setup), board.map(Setup::Mapello), "the board that was built is played on");
        }
        if let Some(by) = event.by {
            commands.entry((by.member.0, by.id)).or_insert(event.seq);
        }
        evolve(&mut room, event);
        if table.rooms.iter().any(|known| known.seq == room.seq) {
            seen.insert(room.seq, room.clone());
        }
    }
    for (origin, seen_at) in &table.acknowledged {
        let written = commands.get(&(origin.member.0, origin.id));
        assert!(written.is_some_and(|seq| seq <= seen_at), "acknowledged and not written: {origin:?}");
    }
    for known in table.rooms.iter().filter(|known| known.seq > 0) {
        assert_eq!(seen.get(&known.seq), Some(known), "what a player saw is what the log says");
    }
}
