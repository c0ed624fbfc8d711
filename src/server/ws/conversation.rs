//! Message loop of one room socket, from `hello` to the close, with heartbeat, rate limit and backpressure.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use room::message::{ClientMessage, Fault, MAX_BYTES, ServerMessage, VERSION};
use room::{Command, Millis, Rejection, RoomCode};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use super::end::End;
use super::restart::Restart;
use super::{close, say_farewell, send, send_fault, unreadable};
use crate::server::AppState;
use crate::server::account::Who;
use crate::server::lag::Echo;
use crate::server::limits::{Bucket, Place, Rate};
use crate::server::metrics::Present;
use crate::server::outbox::{self, Outbox, Parcel, Role};
use crate::server::room_task::{Letter, SocketId, Visitor};
use crate::server::rooms::Mailbox;

/// Heartbeat: interval of the check for a sign of the client.
const HEARTBEAT: Duration = Duration::from_secs(4);
/// After so many checks without any sign a player's socket is closed, so that the opponent learns it within
/// 15 s. The same holds for a socket without a `hello`.
const MISSED_MOST: u32 = 3;
/// The same for spectators.
const MISSED_MOST_WATCHING: u32 = 7;
/// Every so many checks the client is pinged anyway, to measure its round-trip time.
const ASK_EVERY: u32 = 3;
/// Period of the configured rate limit of messages.
const RATE_PER: Duration = Duration::from_secs(20);
/// After so many malformed messages in a row the socket is closed.
const STRIKES_MOST: u32 = 5;
/// Retry time for a report over the rate limit of the address, in milliseconds.
const REPORT_AGAIN_MS: Millis = 30_000;

/// The next socket id of this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The state of one socket.
pub(super) struct Conversation {
    socket: WebSocket,
    app: AppState,
    who: Who,
    with_cookie: bool,
    id: SocketId,
    /// The room, after the `hello`.
    room: Option<Mailbox>,
    /// Moved to the room with the `hello`, so that `parcels` ends when the room drops it.
    outbox: Option<Outbox>,
    parcels: mpsc::Receiver<Parcel>,
    role: Role,
    bucket: Bucket,
    strikes: u32,
    missed: u32,
    beats: u32,
    /// When the client was last heard.
    heard: Instant,
    echo: Echo,
    /// The connection's place under the cap of its address.
    place: Option<Extension<Arc<Place>>>,
    /// Counts the socket in the metrics.
    _counted: Present,
}

impl Conversation {
    /// Boxed: a future stores its arguments both as captured and as moved locals.
    pub(super) fn new(
        app: AppState,
        who: Who,
        with_cookie: bool,
        place: Option<Extension<Arc<Place>>>,
        socket: WebSocket,
    ) -> Box<Self> {
        let (outbox, parcels) = mpsc::channel(outbox::QUEUE);
        Box::new(Self {
            socket,
            place,
            _counted: app.metrics.socket(),
            app,
            who,
            with_cookie,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            room: None,
            outbox: Some(outbox),
            parcels,
            role: if with_cookie { Role::Player } else { Role::Watcher },
            bucket: Bucket::full(Instant::now()),
            strikes: 0,
            missed: 0,
            beats: 0,
            heard: Instant::now(),
            echo: Echo::default(),
        })
    }

    /// Runs until one side closes.
    pub(super) async fn run(mut self: Box<Self>) {
        let end = match self.talk().await {
            Ok(end) | Err(end) => end,
        };
        if let Some(room) = self.room.take() {
            let _ =
                room.send(Box::new(Letter::Leave { socket: self.id, silent: self.heard.elapsed() })).await;
        }
        if let Some(reason) = end.reason() {
            self.app.metrics.turned_away(reason);
        }
        if let End::Close(code, fault) = end {
            say_farewell(&mut self.socket, code, fault).await;
        }
    }

    async fn talk(&mut self) -> Result<End, End> {
        let mut restart = Restart::new(&self.app, Some(self.who.clone()));
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        loop {
            tokio::select! {
                biased;
                () = restart.wait() => return Ok(End::Close(close::RESTART, None)),
                parcel = self.parcels.recv() => match parcel {
                    Some(Parcel::Text(text)) => {
                        send(&mut self.socket, Message::Text(Arc::unwrap_or_clone(text))).await?;
                    }
                    Some(Parcel::Role(role)) => self.role = role,
                    Some(Parcel::Close(Fault::Closed)) => {
                        return Ok(End::Close(close::NORMAL, Some(Fault::Closed)));
                    }
                    Some(Parcel::Close(fault)) => return Ok(End::Close(close::TRY_AGAIN, Some(fault))),
                    // The outbox ran full: from answers to a flood of requests, or because the client does
                    // not read.
                    None if self.bucket.is_well_used() => {
                        return Ok(End::Close(close::POLICY, Some(Fault::TooFast)));
                    }
                    None => return Ok(End::Close(close::TRY_AGAIN, None)),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.receive(message).await?,
                    Some(Err(error)) => return Ok(match unreadable(error) {
                        Some(close::TOO_BIG) => End::Close(close::TOO_BIG, Some(Fault::TooLarge)),
                        Some(code) => End::Close(code, None),
                        None => End::Gone { slow: false },
                    }),
                    None => return Ok(End::Gone { slow: false }),
                },
                _ = heartbeat.tick() => self.beat().await?,
            }
        }
    }

    async fn beat(&mut self) -> Result<(), End> {
        self.missed += 1;
        self.beats = self.beats.wrapping_add(1);
        let plays = self.role == Role::Player;
        if self.room.is_none() && self.beats >= MISSED_MOST {
            return Err(End::Close(close::POLICY, None));
        }
        if self.missed >= if plays { MISSED_MOST } else { MISSED_MOST_WATCHING } {
            return Err(End::Close(close::POLICY, None));
        }
        // A client that was just heard needs no ping, nor does one before its `hello`.
        let asked = self.missed > 1 && plays || self.beats.is_multiple_of(ASK_EVERY);
        if asked && self.room.is_some() { self.ping().await } else { Ok(()) }
    }

    /// Pings the client, which also measures the round-trip time.
    async fn ping(&mut self) -> Result<(), End> {
        let content = self.echo.ask(Instant::now());
        Ok(send(&mut self.socket, Message::Ping(Bytes::copy_from_slice(&content))).await?)
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        self.app.metrics.message();
        self.missed = 0;
        self.heard = Instant::now();
        let config = &self.app.config;
        let burst = match self.role {
            Role::Player => config.player_messages,
            Role::Watcher => config.watcher_messages,
        };
        if !self.bucket.take(Rate { burst, per: RATE_PER }, Instant::now()) {
            return Err(End::Close(close::POLICY, Some(Fault::TooFast)));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.not_understood().await,
            // tungstenite answers a close frame with the next read.
            Message::Ping(_) | Message::Close(_) => return Ok(()),
            Message::Pong(content) => {
                self.echo.answered(&content, Instant::now());
                return Ok(());
            }
        };
        if text.len() > MAX_BYTES {
            return Err(End::Close(close::TOO_BIG, Some(Fault::TooLarge)));
        }
        match serde_json::from_str(&text) {
            Ok(message) => self.understood(message).await,
            Err(_) => self.not_understood().await,
        }
    }

    async fn understood(&mut self, message: ClientMessage) -> Result<(), End> {
        let letter = match (message, &self.room) {
            (ClientMessage::Hello { v, .. }, _) if v != VERSION => {
                return Err(End::Close(close::NORMAL, Some(Fault::OldVersion)));
            }
            (ClientMessage::Hello { room, after, .. }, None) => {
                // Boxed: it runs once, and would take up memory for the socket's whole life.
                Box::pin(self.enter(room, after)).await?;
                return self.ping().await;
            }
            (ClientMessage::Cmd { id, cmd: Command::Report(_), .. }, Some(_)) if !self.may_report() => {
                return Ok(send(&mut self.socket, reported_enough(id)).await?);
            }
            (ClientMessage::Cmd { id, after, cmd }, Some(_)) => {
                Letter::Command { socket: self.id, id, after, command: cmd }
            }
            (ClientMessage::Leaving, Some(_)) => Letter::Leaving { socket: self.id },
            (ClientMessage::Ping { n, after }, Some(_)) => Letter::Ping { socket: self.id, n, after },
            _ => return self.not_understood().await,
        };
        self.strikes = 0;
        self.post(letter).await
    }

    /// Rate limit of reports by address, because guests can be made up at will.
    fn may_report(&self) -> bool {
        let address = self.place.as_ref().map(|Extension(place)| place.address());
        address.is_none_or(|address| self.app.report_limit.take(address, Instant::now()))
    }

    async fn enter(&mut self, code: RoomCode, after: u64) -> Result<(), End> {
        let room = match self.app.rooms.enter(code).await {
            Ok(Some(room)) => room,
            Ok(None) => return Err(End::Close(close::NORMAL, Some(Fault::NoSuchRoom))),
            Err(error) => {
                tracing::warn!(%code, %error, "a room could not be loaded");
                return Err(End::Close(close::TRY_AGAIN, Some(Fault::Busy)));
            }
        };
        let Some(outbox) = self.outbox.take() else { return Err(End::Gone { slow: false }) };
        let visitor = Visitor {
            member: self.who.identity.member(code),
            guest: self.with_cookie.then(|| self.who.identity.guest()),
        };
        let further = self.who.further_members(code);
        self.room = Some(room);
        self.strikes = 0;
        let lag = self.echo.lag();
        self.post(Letter::Join { socket: self.id, visitor, further, after, outbox, lag }).await
    }

    async fn post(&mut self, letter: Letter) -> Result<(), End> {
        let again = End::Close(close::TRY_AGAIN, None);
        match &self.room {
            Some(room) => room.send(Box::new(letter)).await.map_err(|_| again),
            None => Err(again),
        }
    }

    async fn not_understood(&mut self) -> Result<(), End> {
        self.strikes += 1;
        if self.strikes >= STRIKES_MOST {
            return Err(End::Close(close::POLICY, Some(Fault::NotUnderstood)));
        }
        Ok(send_fault(&mut self.socket, Fault::NotUnderstood).await?)
    }
}

/// The refusal of a report over the rate limit.
fn reported_enough(id: u64) -> Message {
    let reason = Rejection::Wait(REPORT_AGAIN_MS);
    Message::Text(outbox::encode(&ServerMessage::Refused { id, reason, events: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_players_time_out_within_15_s_and_spectators_within_30_s() {
        assert!(HEARTBEAT * MISSED_MOST < Duration::from_secs(15));
        assert!(HEARTBEAT * MISSED_MOST_WATCHING < Duration::from_secs(30));
    }
}
