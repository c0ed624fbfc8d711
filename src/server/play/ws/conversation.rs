//! Message loop of one room socket, from `hello` to the close, with heartbeat, rate limit and backpressure.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use room::message::{ClientMessage, Fault, MAX_BYTES, ServerMessage, VERSION};
use room::{Command, Millis, Rejection};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use super::end::End;
use super::restart::RestartSignal;
use super::{close, close_code_of, close_with_reason, send, send_fault};
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::http::limits::{Bucket, ConnectionPermit, Rate};
use crate::server::http::listen::Address;
use crate::server::metrics::GaugeGuard;
use crate::server::play::lag::PingTimer;
use crate::server::play::outbox::{self, Outbox, Parcel, Role};
use crate::server::play::room_task::{Letter, SocketId};
use crate::server::play::rooms::Mailbox;
use crate::server::presence::PresenceGuard;

/// Heartbeat: interval of the check for a sign of the client.
const HEARTBEAT: Duration = Duration::from_secs(4);
/// After so many checks without any sign a player's socket is closed, so that the opponent learns it within
/// 15 s. The same holds for a socket without a `hello`.
const MAX_MISSED: u32 = 3;
/// The same for spectators.
const MAX_MISSED_SPECTATOR: u32 = 7;
/// Every so many checks the client is pinged anyway, to measure its round-trip time.
const PING_EVERY: u32 = 3;
/// Period of the configured rate limit of messages.
const RATE_PER: Duration = Duration::from_secs(20);
/// After so many malformed messages in a row the socket is closed.
const MAX_STRIKES: u32 = 5;
/// Retry time for a report over the rate limit of the address, in milliseconds.
const REPORT_AGAIN_MS: Millis = 30_000;

/// An id that no other socket of this process has.
pub fn next_socket_id() -> SocketId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The state of one socket.
pub(super) struct RoomSocket {
    pub(super) socket: WebSocket,
    pub(super) app: AppState,
    pub(super) session: Session,
    pub(super) with_cookie: bool,
    pub(super) language: Language,
    pub(super) id: SocketId,
    /// The room, after the `hello`.
    pub(super) room: Option<Mailbox>,
    /// Moved to the room with the `hello`, so that `parcels` ends when the room drops it.
    pub(super) outbox: Option<Outbox>,
    parcels: mpsc::Receiver<Parcel>,
    role: Role,
    bucket: Bucket,
    pub(super) strikes: u32,
    missed: u32,
    checks: u32,
    /// When the client was last heard.
    last_heard: Instant,
    pub(super) pings: PingTimer,
    /// The visitor's address, for rate limits.
    pub(super) address: Option<Address>,
    /// The connection's place under the cap of its address.
    _place: Option<Extension<Arc<ConnectionPermit>>>,
    /// Counts the socket in the metrics.
    _counted: GaugeGuard,
    /// The guest is online.
    _online: PresenceGuard,
}

impl RoomSocket {
    /// Boxed: a future stores its arguments both as captured and as moved locals.
    pub(super) fn new(
        app: AppState,
        session: Session,
        (with_cookie, language): (bool, Language),
        (address, place): (Option<Address>, Option<Extension<Arc<ConnectionPermit>>>),
        socket: WebSocket,
    ) -> Box<Self> {
        let (outbox, parcels) = mpsc::channel(outbox::QUEUE);
        Box::new(Self {
            socket,
            address,
            _place: place,
            _counted: app.metrics.socket(),
            _online: app.presence.enter(session.identity.guest()),
            app,
            session,
            with_cookie,
            language,
            id: next_socket_id(),
            room: None,
            outbox: Some(outbox),
            parcels,
            role: if with_cookie { Role::Player } else { Role::Spectator },
            bucket: Bucket::full(Instant::now()),
            strikes: 0,
            missed: 0,
            checks: 0,
            last_heard: Instant::now(),
            pings: PingTimer::default(),
        })
    }

    /// Runs until one side closes.
    pub(super) async fn run(mut self: Box<Self>) {
        let end = match self.serve().await {
            Ok(end) | Err(end) => end,
        };
        if let Some(room) = self.room.take() {
            let _ = room
                .send(Box::new(Letter::Leave { socket: self.id, silent: self.last_heard.elapsed() }))
                .await;
        }
        if let Some(reason) = end.reason() {
            self.app.metrics.count_refusal(reason);
        }
        if let Some((code, fault)) = end.close() {
            close_with_reason(&mut self.socket, code, fault).await;
        }
    }

    async fn serve(&mut self) -> Result<End, End> {
        let mut restart = RestartSignal::new(&self.app, Some(self.session.clone()), self.address);
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
                    Some(Parcel::Welcome(welcome)) => {
                        send(&mut self.socket, Message::Text(welcome.text())).await?;
                    }
                    Some(Parcel::Role(role)) => self.role = role,
                    Some(Parcel::Close(fault)) if fault.is_final() => {
                        return Ok(End::Close(close::NORMAL, Some(fault)));
                    }
                    Some(Parcel::Close(Fault::TooFast)) => {
                        return Ok(End::Close(close::POLICY, Some(Fault::TooFast)));
                    }
                    Some(Parcel::Close(fault)) => return Ok(End::Close(close::TRY_AGAIN, Some(fault))),
                    // The outbox ran full: from answers to a flood of requests, or because the client does
                    // not read.
                    None if self.bucket.is_busy() => {
                        return Ok(End::Close(close::POLICY, Some(Fault::TooFast)));
                    }
                    None => return Ok(End::Close(close::TRY_AGAIN, None)),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.receive(message).await?,
                    Some(Err(error)) => return Ok(match close_code_of(error) {
                        Some(close::TOO_BIG) => End::Close(close::TOO_BIG, Some(Fault::TooLarge)),
                        Some(code) => End::Close(code, None),
                        None => End::Gone { slow: false },
                    }),
                    None => return Ok(End::Gone { slow: false }),
                },
                _ = heartbeat.tick() => self.check_heartbeat().await?,
            }
        }
    }

    async fn check_heartbeat(&mut self) -> Result<(), End> {
        self.missed += 1;
        self.checks = self.checks.wrapping_add(1);
        let is_player = self.role == Role::Player;
        if self.room.is_none() && self.checks >= MAX_MISSED {
            return Err(End::Close(close::POLICY, None));
        }
        if self.missed >= if is_player { MAX_MISSED } else { MAX_MISSED_SPECTATOR } {
            return Err(End::Close(close::POLICY, None));
        }
        // A client that was just heard needs no ping, nor does one before its `hello`.
        let ping_due = self.missed > 1 && is_player || self.checks.is_multiple_of(PING_EVERY);
        if ping_due && self.room.is_some() { self.ping().await } else { Ok(()) }
    }

    /// Pings the client, which also measures the round-trip time.
    async fn ping(&mut self) -> Result<(), End> {
        let content = self.pings.start_ping(Instant::now());
        Ok(send(&mut self.socket, Message::Ping(Bytes::copy_from_slice(&content))).await?)
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        self.app.metrics.message();
        self.missed = 0;
        self.last_heard = Instant::now();
        let config = &self.app.config;
        let burst = match self.role {
            Role::Player => config.limits.player_messages,
            Role::Spectator => config.limits.watcher_messages,
        };
        if !self.bucket.take(Rate { burst, per: RATE_PER }, Instant::now()) {
            return Err(End::Close(close::POLICY, Some(Fault::TooFast)));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.reject_malformed().await,
            // tungstenite answers a close frame with the next read.
            Message::Ping(_) | Message::Close(_) => return Ok(()),
            Message::Pong(content) => {
                self.pings.finish_ping(&content, Instant::now());
                return Ok(());
            }
        };
        if text.len() > MAX_BYTES {
            return Err(End::Close(close::TOO_BIG, Some(Fault::TooLarge)));
        }
        match serde_json::from_str(&text) {
            Ok(message) => self.handle(message).await,
            Err(_) => self.reject_malformed().await,
        }
    }

    async fn handle(&mut self, message: ClientMessage) -> Result<(), End> {
        let letter = match (message, &self.room) {
            (ClientMessage::Hello { v, .. }, _) if v != VERSION => {
                return Err(End::Close(close::NORMAL, Some(Fault::OldVersion)));
            }
            (ClientMessage::Hello { room, after, .. }, None) => {
                // Boxed: it runs once, and would take up memory for the socket's whole life.
                Box::pin(self.join_room(room, after)).await?;
                return self.ping().await;
            }
            (ClientMessage::Cmd { id, cmd: Command::Report(_), .. }, Some(_)) if !self.may_report() => {
                return Ok(send(&mut self.socket, report_refused(id)).await?);
            }
            (ClientMessage::Cmd { id, after, cmd }, Some(_)) => {
                Letter::Command { socket: self.id, id, after, command: cmd }
            }
            (ClientMessage::Leaving, Some(_)) => Letter::Leaving { socket: self.id },
            (ClientMessage::Ping { n, after }, Some(_)) => Letter::Ping { socket: self.id, n, after },
            _ => return self.reject_malformed().await,
        };
        self.strikes = 0;
        self.send_to_room(letter).await
    }

    /// Rate limit of reports by address, because guests can be made up at will.
    fn may_report(&self) -> bool {
        self.address
            .is_none_or(|Address(address)| self.app.limits.reports.take(address, Instant::now()).is_ok())
    }

    pub(super) async fn send_to_room(&mut self, letter: Letter) -> Result<(), End> {
        let try_again = End::Close(close::TRY_AGAIN, None);
        match &self.room {
            Some(room) => room.send(Box::new(letter)).await.map_err(|_| try_again),
            None => Err(try_again),
        }
    }

    async fn reject_malformed(&mut self) -> Result<(), End> {
        self.strikes += 1;
        if self.strikes >= MAX_STRIKES {
            return Err(End::Close(close::POLICY, Some(Fault::NotUnderstood)));
        }
        Ok(send_fault(&mut self.socket, Fault::NotUnderstood).await?)
    }
}

/// The refusal of a report over the rate limit.
fn report_refused(id: u64) -> Message {
    let reason = Rejection::Wait(REPORT_AGAIN_MS);
    Message::Text(outbox::encode(&ServerMessage::Refused { id, reason, events: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_players_time_out_within_15_s_and_spectators_within_30_s() {
        assert!(HEARTBEAT * MAX_MISSED < Duration::from_secs(15));
        assert!(HEARTBEAT * MAX_MISSED_SPECTATOR < Duration::from_secs(30));
    }
}
