//! A table: two clients that play random legal moves and compare their rooms after every event.

use std::collections::VecDeque;
use std::pin::pin;
use std::time::{Duration, Instant};

use room::message::ServerMessage;
use room::sync::client::Effect;
use room::{BoardChoice, Command, GameSettings, RoomCode, Settings};
use rules::Game;

use crate::client::{Connection, open_room};

/// The pace of a table.
#[derive(Clone, Copy)]
pub enum Pace {
    /// The next move follows when both clients have seen the last.
    Saturated,
    /// Moves at fixed times.
    Every { first: Instant, period: Duration },
}

impl Pace {
    /// One move a `period`, with the tables spread evenly over it.
    pub fn every(period: Duration, number: usize, of: usize) -> Self {
        // All tables begin when the slowest has; the offset only spreads them.
        let offset = period.mul_f64(number as f64 / of as f64);
        Self::Every { first: Instant::now() + offset, period }
    }
}

/// Settings of the `number`th table: untimed, so that a slow pace makes no flag fall; in Mapello with a board
/// of its own.
pub fn settings(game: Game, number: u64) -> Settings {
    let game = match game {
        Game::Mancala => GameSettings::default(),
        Game::Mapello => GameSettings::Mapello(BoardChoice::Random((number as u32).wrapping_mul(1_000))),
    };
    Settings { game, ..Settings::default() }
}

/// The counts of a table.
#[derive(Default)]
pub struct Tally {
    /// Latency of every move, from sending it to its confirmation, in microseconds.
    pub latencies_us: Vec<u32>,
    pub finished: u64,
    pub mismatches: u64,
    pub errors: u64,
    pub first_error: Option<String>,
    /// One of the rooms.
    pub room: Option<RoomCode>,
}

impl Tally {
    pub fn failed(error: String) -> Self {
        Self { errors: 1, first_error: Some(error), ..Self::default() }
    }

    pub fn add(&mut self, other: Self) {
        self.latencies_us.extend(other.latencies_us);
        self.finished += other.finished;
        self.mismatches += other.mismatches;
        self.errors += other.errors;
        self.first_error = self.first_error.take().or(other.first_error);
        self.room = self.room.or(other.room);
    }
}

/// The seed of the `number`th table: distinct, and the same in every run.
pub fn seed(number: u64) -> u64 {
    (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A random element of a slice that is not empty.
pub fn pick<'a, T>(random: &mut u64, all: &'a [T]) -> &'a T {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    &all[(*random % all.len() as u64) as usize]
}

/// Two clients in a room.
pub struct Table {
    players: [Connection; 2],
    /// What each client held after events that the other has not seen yet: sequence number and fingerprint.
    unmatched: [VecDeque<(u64, u64)>; 2],
    random: u64,
    tally: Tally,
    /// When the command behind each event was sent, by the event's sequence number.
    pub sent: Vec<(u64, Instant)>,
}

impl Table {
    /// Opens a room, with a player at each of these servers.
    pub async fn open(hosts: [&str; 2], game: Game, number: u64) -> Result<Self, String> {
        let code = open_room(hosts[0], settings(game, number)).await?;
        let players = [Connection::join(hosts[0], code).await?, Connection::join(hosts[1], code).await?];
        let random = seed(number);
        Ok(Self { players, unmatched: Default::default(), random, tally: Tally::default(), sent: Vec::new() })
    }

    /// The room.
    pub fn code(&self) -> RoomCode {
        self.players[0].code
    }

    /// The room's last sequence number and its fingerprint.
    pub fn seq_and_fingerprint(&self) -> (u64, u64) {
        (self.players[0].seq(), self.players[0].fingerprint())
    }

    /// Both players get ready; the countdown runs out.
    pub async fn start(&mut self) -> Result<(), String> {
        for player in 0..2 {
            self.submit(player, Command::Ready(true)).await?;
        }
        while self.players.iter().any(|player| player.game().is_none()) {
            for player in 0..2 {
                if self.players[player].game().is_none() {
                    self.next(player).await?;
                }
            }
        }
        Ok(())
    }

    /// Plays until the time is over, one rematch after another.
    pub async fn play(&mut self, pace: Pace, until: Instant) -> Result<(), String> {
        let mut at = match pace {
            Pace::Saturated => Instant::now(),
            Pace::Every { first, period } => {
                let now = Instant::now();
                let late = now.saturating_duration_since(first).as_secs_f64() / period.as_secs_f64();
                first + period.mul_f64(late.ceil())
            }
        };
        while at.max(Instant::now()) < until {
            if let Pace::Every { period, .. } = pace {
                self.listen_during(tokio::time::sleep_until(at.into())).await?;
                at += period;
            }
            self.play_move().await?;
        }
        Ok(())
    }

    /// The counts, including the error that ended the play, if any.
    pub fn tally(self, played: Result<(), String>) -> Tally {
        let mut tally = Tally { room: Some(self.code()), ..self.tally };
        if let Err(error) = played {
            tally.add(Tally::failed(error));
        }
        tally
    }

    async fn play_move(&mut self) -> Result<(), String> {
        let Some(game) = self.players[0].game() else {
            self.tally.finished += 1;
            for player in 0..2 {
                self.submit(player, Command::Rematch).await?;
            }
            return Ok(());
        };
        let seat = Some(game.seat_of(game.position.to_move()));
        let mover = usize::from(self.players[0].seat() != seat);
        let moves = game.position.legal_moves();
        let mv = *pick(&mut self.random, &moves);
        let command = Command::Play { game: game.number, ply: game.ply(), mv };
        let latency = self.submit(mover, command).await?;
        self.tally.latencies_us.push(latency.as_micros().min(u128::from(u32::MAX)) as u32);
        Ok(())
    }

    /// Submits a command and waits until both clients have seen its events; how long the sender waited.
    async fn submit(&mut self, player: usize, command: Command) -> Result<Duration, String> {
        let sent = Instant::now();
        let id = self.players[player].submit(command).await?.ok_or("refused before it was sent")?;
        while !self.next(player).await?.contains(&Effect::Acknowledged(id)) {}
        let latency = sent.elapsed();
        self.sent.push((self.players[player].seq(), sent));
        while self.players[1 - player].seq() < self.players[player].seq() {
            self.next(1 - player).await?;
        }
        Ok(latency)
    }

    /// Awaits something else while processing messages, as a page does: reading answers the server's pings,
    /// and a client that does not answer is dropped after twelve seconds.
    pub async fn listen_during(&mut self, other: impl Future) -> Result<(), String> {
        let mut other = pin!(other);
        loop {
            let [first, second] = &mut self.players;
            let (player, message) = tokio::select! {
                // The other future first, so that it is polled even if a connection is already broken.
                biased;
                _ = &mut other => return Ok(()),
                message = first.next() => (0, message?),
                message = second.next() => (1, message?),
            };
            self.process(player, message)?;
        }
    }

    /// Processes the next message of a player; what the client makes of it.
    async fn next(&mut self, player: usize) -> Result<Vec<Effect>, String> {
        let message = self.players[player].next().await?;
        self.process(player, message)
    }

    fn process(&mut self, player: usize, message: ServerMessage) -> Result<Vec<Effect>, String> {
        let Self { players, unmatched, tally, .. } = self;
        let effects = players[player].process(message, |room| {
            let mine = (room.seq, room.fingerprint());
            // One client may have got an event with its welcome, which the other saw live: that is not
            // compared.
            let theirs = &mut unmatched[1 - player];
            while theirs.pop_front_if(|(seq, _)| *seq < mine.0).is_some() {}
            match theirs.pop_front_if(|(seq, _)| *seq == mine.0) {
                Some(theirs) => tally.mismatches += u64::from(theirs != mine),
                None => unmatched[player].push_back(mine),
            }
        })?;
        for effect in &effects {
            match effect {
                Effect::Refused(_, reason) => return Err(format!("refused: {reason}")),
                Effect::Done(command) => return Err(format!("done without an event: {command:?}")),
                _ => {}
            }
        }
        Ok(effects)
    }
}
