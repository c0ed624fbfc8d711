//! Lobby socket of one page: it pushes changes of the lobby (`tell`) and receives seeks.

mod friends;
mod handshake;
mod message;
mod play_bot;
mod tournament;
mod tv;
mod updates;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use room::Millis;
use room::message::Fault;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use self::friends::FriendsFeed;
pub use self::handshake::handshake;
use self::message::LobbyMessage;
use self::tournament::{TournamentFeed, hear};
use self::tv::TvFeed;
use self::updates::send;
use super::fragments::LobbyPage;
use super::seeker::Seeker;
use super::{LobbyPresence, fragments};
use crate::app::text::language::Language;
use crate::server::AppState;
use crate::server::auth::account::Session;
use crate::server::http::barred::barred_text;
use crate::server::http::limits::{Bucket, Rate};
use crate::server::http::listen::Address;
use crate::server::identity::Identity;
use crate::server::play::ws::{RestartSignal, close};

/// The largest message that is read, in bytes.
const MAX_MESSAGE: usize = 1024;
/// Heartbeat: interval of the pings; the third in a row without any sign of the client ends the socket.
const HEARTBEAT: Duration = Duration::from_secs(5);
const MAX_MISSED: u32 = 3;
/// Period of the configured rate limit of messages; a page's own pings use a fifth of the default.
const RATE_PER: Duration = Duration::from_secs(30);

/// The state of one socket.
struct LobbySocket {
    app: AppState,
    language: Language,
    identity: Option<Identity>,
    session: Option<Session>,
    address: Option<std::net::IpAddr>,
    home: bool,
    /// The lists that the page shows, if it shows any. The lobby itself offers a game against the computer meanwhile.
    page: Option<LobbyPage>,
    /// The tournament of the page.
    tournament: Option<TournamentFeed>,
    /// What a TV page hears of.
    tv: Option<TvFeed>,
    /// Number of the seek that the page holds.
    seek: Option<u64>,
    /// When a bot is offered to whoever waits alone.
    suggested: Option<Instant>,
    /// The seek that the page shows, and the bot that it offers.
    shown: Option<(String, Option<String>)>,
    /// What is known of the visitor's friends.
    feed: FriendsFeed,
    /// The fragments that the page shows, by name.
    sent: HashMap<&'static str, Arc<str>>,
    /// The earliest time at which lists may be sent again.
    lists_at: Instant,
    bucket: Bucket,
    missed: u32,
    /// Presence in the lobby, which ends with the socket.
    _presence: Option<LobbyPresence>,
}

/// The socket has ended, or is to be closed with this code.
struct End(Option<u16>);

impl LobbySocket {
    /// Runs until one side closes: at once, with a word why, if the operator does not let the visitor in.
    async fn run(mut self, mut socket: WebSocket, barring: Option<(Fault, Millis)>) {
        let end = match barring {
            Some((why, left)) => {
                self.app.metrics.count_refusal(if why == Fault::Blocked { "blocked" } else { "suspended" });
                let text = barred_text(self.language, why, left, self.app.time.now());
                self.send_fragments(&mut socket, vec![("said", text)])
                    .await
                    .and(Err(End(Some(close::POLICY))))
            }
            None => self.serve(&mut socket).await,
        };
        let Err(End(code)) = end else { return };
        if let Some(code) = code {
            let frame = CloseFrame { code, reason: "".into() };
            let _ = send(&mut socket, Message::Close(Some(frame))).await;
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let mut restart = RestartSignal::new(&self.app, self.session.take(), self.address.map(Address));
        let mut changes = self.app.lobby.changed.subscribe();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        self.load_friends(socket).await?;
        let (mut lists_dirty, mut looks) = (true, true);
        loop {
            let lists_due = lists_dirty && Instant::now() >= self.lists_at;
            if looks || lists_due {
                self.send_seek_state(socket).await?;
                self.send_switch(socket).await?;
            }
            looks = true;
            self.send_tournament(socket).await?;
            self.send_tv(socket).await?;
            if lists_due {
                lists_dirty = false;
                self.send_lists(socket).await?;
            }
            let lists_at = self.lists_at;
            let suggested = self.suggested.unwrap_or_else(|| Instant::now() + HEARTBEAT);
            tokio::select! {
                biased;
                () = restart.wait() => return Err(End(Some(close::RESTART))),
                message = socket.recv() => match message {
                    Some(Ok(message)) => self.receive(socket, message).await?,
                    Some(Err(_)) | None => return Err(End(None)),
                },
                // At once for whoever waits for an opponent, with the lists for all others: changes are frequent.
                _ = changes.changed() => (lists_dirty, looks) = (true, self.seek.is_some()),
                () = sleep_until(lists_at.into()), if lists_dirty => {}
                () = hear(&mut self.tournament) => {}
                () = tv::hear(&mut self.tv) => {}
                () = self.feed.hear(self.identity.map(|identity| identity.guest())) => {
                    self.load_friends(socket).await?;
                }
                () = sleep_until(suggested.into()), if self.suggested.is_some() => self.suggested = None,
                _ = heartbeat.tick() => {
                    self.missed += 1;
                    if self.missed >= MAX_MISSED {
                        return Err(End(Some(close::POLICY)));
                    }
                    send(socket, Message::Ping(Default::default())).await?;
                    self.send_friends(socket).await?;
                }
            }
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        self.missed = 0;
        let rate = Rate { burst: self.app.config.limits.lobby_messages, per: RATE_PER };
        if !self.bucket.take(rate, Instant::now()) {
            self.app.metrics.count_refusal("messages");
            self.send_fragments(socket, vec![("said", fragments::too_often(self.language))]).await?;
            return Err(End(Some(close::POLICY)));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End(Some(close::POLICY))),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(()),
        };
        let message = serde_json::from_str(&text).map_err(|_| End(Some(close::POLICY)))?;
        if let LobbyMessage::Ping = message {
            return send(socket, Message::text("{}")).await;
        }
        let Some(identity) = self.identity.filter(|_| !self.home) else {
            let text = fragments::needs_cookie(self.language);
            return self.send_fragments(socket, vec![("said", text)]).await;
        };
        self.sent.remove("said");
        if self.is_off() {
            return self.send_switch(socket).await;
        }
        let outcome = match message {
            LobbyMessage::Seek(form) => {
                let seek = form.parse().ok_or(End(Some(close::POLICY)))?;
                let Some(seeker) = self.load_seeker(identity, socket).await? else { return Ok(()) };
                self.app.lobby.seek(&self.app, seeker, seek).map(Some)
            }
            LobbyMessage::Accept { seek } => {
                let Some(seeker) = self.load_seeker(identity, socket).await? else { return Ok(()) };
                self.app.lobby.accept(&self.app, seeker, seek).map(Some)
            }
            LobbyMessage::Cancel => {
                self.app.lobby.cancel_seek(identity.guest());
                Ok(None)
            }
            LobbyMessage::Bot { bot, form } => {
                let seek = form.parse().ok_or(End(Some(close::POLICY)))?;
                return self.play_bot(socket, identity, &bot, Some(seek)).await;
            }
            LobbyMessage::Meanwhile { bot } => return self.play_bot(socket, identity, &bot, None).await,
            LobbyMessage::Ping => return Ok(()),
        };
        let text = match outcome {
            Ok(seek) => {
                self.seek = seek;
                String::new()
            }
            Err(why) => fragments::refusal(self.language, why),
        };
        self.send_fragments(socket, vec![("said", text)]).await
    }

    /// The seeker with name and ratings, or an error message to the page.
    async fn load_seeker(
        &mut self,
        identity: Identity,
        socket: &mut WebSocket,
    ) -> Result<Option<Seeker>, End> {
        match Seeker::load(&self.app, identity, self.address, self.language).await {
            Ok(seeker) => Ok(Some(seeker)),
            Err(error) => {
                tracing::warn!(%error, "a seeker could not be loaded");
                self.send_fragments(socket, vec![("said", fragments::unavailable(self.language))]).await?;
                Ok(None)
            }
        }
    }
}
