//! Players for fault injection: two clients at a table keep playing through all faults of server and line, and
//! remember every acknowledgement, which is then compared with the event log.

mod event_log;

use std::collections::HashSet;
use std::time::{Duration, Instant};

pub use event_log::{check, check_log};

use room::message::{Fault, ServerMessage};
use room::sync::client::{Client, Effect};
use room::{BoardChoice, Command, Draft, Origin, Room, RoomCode, Settings};
use rules::Side;
use rules::mapello::Board;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::common::*;

/// Delay before a reconnect or a retry.
const RETRY: Duration = Duration::from_millis(20);

/// After so many events a table moves to a new room; a log ends after 4,000.
const EVENTS_A_ROOM: u64 = 1_500;

/// The servers' addresses; `None` to stop.
pub type Servers = watch::Receiver<Option<Vec<String>>>;

/// Two players: their clients, which outlive the server, and what it has acknowledged.
pub struct Table {
    pub code: RoomCode,
    /// Number of the table, from which each player's server follows if there are several.
    number: usize,
    guests: [String; 2],
    clients: [Client; 2],
    /// The command that is not acknowledged yet.
    in_flight: Option<InFlight>,
    /// Acknowledged commands, with the last sequence number at that time.
    pub acknowledged: Vec<(Origin, u64)>,
    /// Latency of each, from its first attempt.
    pub latencies: Vec<Duration>,
    /// Number of "busy" faults.
    pub busy: usize,
    /// Thinking time before each command.
    pub thinks: Duration,
    seed: u64,
}

/// A command without an acknowledgement.
#[derive(Clone)]
struct InFlight {
    player: usize,
    id: u64,
    command: Command,
    sent_at: Instant,
}

impl Table {
    /// Opens so many rooms, of all kinds of game.
    pub async fn open(host: &str, tables: u128) -> Vec<Self> {
        let games = [Settings::default(), mapello(BoardChoice::Random(1)), mapello(BoardChoice::Draft)];
        let mut all = Vec::new();
        for (n, settings) in (0..tables).zip(games.into_iter().cycle()) {
            let code = open_room(host, settings).await;
            let guests = [cookie(2 * n + 1), cookie(2 * n + 2)];
            for guest in &guests {
                sit_down(host, code, Some(guest)).await;
            }
            all.push(Self {
                code,
                number: n as usize,
                guests,
                clients: [Client::new(code, 1), Client::new(code, 1)],
                in_flight: None,
                acknowledged: Vec::new(),
                latencies: Vec::new(),
                busy: 0,
                thinks: Duration::ZERO,
                seed: 0xC0FFEE + n as u64,
            });
        }
        all
    }

    /// The same tables, or new rooms before the logs of the old ones are full.
    pub async fn renewed(tables: Vec<Self>, host: &str) -> Vec<Self> {
        if tables.iter().all(|table| table.clients[0].seq() < EVENTS_A_ROOM) {
            return tables;
        }
        Self::open(host, tables.len() as u128).await
    }

    /// The rooms as the server has confirmed them to the players, as far as it has welcomed them.
    pub fn confirmed(&self) -> impl Iterator<Item = &Room> {
        self.clients.iter().filter_map(Client::confirmed)
    }

    /// Plays as fast as it is answered, reconnects after an interruption, until told to stop.
    pub async fn play(mut self, mut servers: Servers, acks: UnboundedSender<usize>) -> Self {
        loop {
            let Some(hosts) = servers.borrow_and_update().clone() else { return self };
            let mut tabs = Vec::new();
            for player in 0..2 {
                let (client, guest) = (self.clients[player].clone(), self.guests[player].clone());
                let host = &hosts[(self.number + player) % hosts.len()];
                if let Ok(tab) = Tab::rejoin(host, Some(&guest), client).await {
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
                self.clients[player] = tab.client;
            }
            sleep(RETRY).await;
        }
    }

    async fn play_on(&mut self, tabs: &mut [Tab], acks: &UnboundedSender<usize>) -> Option<()> {
        loop {
            for behind in 0..2 {
                while tabs[behind].room.seq < tabs[1 - behind].room.seq {
                    self.listen(&mut tabs[behind]).await?;
                }
            }
            assert_eq!(tabs[0].room, tabs[1].room, "both see the same");
            if self.in_flight.is_none() {
                let Some((player, command)) = self.choose(tabs) else {
                    self.listen(&mut tabs[0]).await?;
                    continue;
                };
                let sent_at = Instant::now();
                let (id, message) = tabs[player].submit(command.clone()).expect("the command is possible");
                self.in_flight = Some(InFlight { player, id, command, sent_at });
                tabs[player].send(&message).await;
            }
            let Some(InFlight { player, id, command, sent_at }) = self.in_flight.clone() else { continue };
            // The client resends a pending command when it is welcomed. If the welcome has acknowledged it, it is
            // sent again all the same: it must not happen twice.
            let answer = match tabs[player].is_pending(id) {
                true => tabs[player].outcome(id).await.ok()?,
                false => tabs[player].ask_as(id, command).await.ok()?,
            };
            match answer {
                Answer::Happened | Answer::Done => {}
                Answer::Fault(Fault::Busy) => {
                    self.retry(&mut tabs[player]).await;
                    continue;
                }
                other => panic!("{other:?}"),
            }
            self.in_flight = None;
            self.latencies.push(sent_at.elapsed());
            self.acknowledged.push((Origin { member: tabs[player].me, id }, tabs[player].room.seq));
            let _ = acks.send(self.number);
            if !self.thinks.is_zero() {
                sleep(self.thinks).await;
            }
        }
    }

    /// Processes the next message of a player who waits for the other one. A command that was resent with the
    /// reconnect may be answered meanwhile.
    async fn listen(&mut self, tab: &mut Tab) -> Option<()> {
        let (message, effects) = tab.next_with_effects().await.ok()?;
        let refused = effects.iter().find(|effect| matches!(effect, Effect::Refused(Some(_), _)));
        assert_eq!(refused, None);
        if message == ServerMessage::Fault(Fault::Busy) {
            self.retry(tab).await;
        }
        Some(())
    }

    /// The store is unavailable: the command is sent again a little later.
    async fn retry(&mut self, tab: &mut Tab) {
        self.busy += 1;
        sleep(RETRY).await;
        tab.resend().await;
    }

    /// The next command and its player; `None` during a countdown.
    fn choose(&mut self, tabs: &[Tab]) -> Option<(usize, Command)> {
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
            let first = room.rematch_offer.is_none_or(|offer| offer.seat != seats[0]);
            return Some((usize::from(!first), Command::Rematch));
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
