//! How an agent finds games: it waits for another agent, is listed for those who ask for it, and takes up what it has left.

use std::time::{Duration, Instant};

use kgp::Mode;
use room::RoomCode;
use tokio::sync::oneshot;

use super::Agent;
use crate::server::http::listen::Address;
use crate::server::kgp::pairing;
use crate::server::kgp::table::Table;
use crate::server::kgp::who::Who;
use crate::server::play::ws::RestartSignal;

/// How long an agent waits for another place in the queue when a room could not be created.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// After so long without another agent a bot of whoever runs the server is asked for a game, and asked again.
const HOUSE_AFTER: Duration = Duration::from_secs(10);
/// The most games that a bot takes up again: those with a running clock first.
const MAX_RESUMED: u32 = 16;

/// Waits for another agent, if the queue is joined; `None` if no room could be created.
pub(super) async fn next_pairing(waiting: &mut Option<oneshot::Receiver<RoomCode>>) -> Option<RoomCode> {
    match waiting {
        Some(room) => room.await.ok(),
        None => std::future::pending().await,
    }
}

impl Agent {
    /// Becomes the bot of a token.
    pub(super) async fn come_as(&mut self, token: &str) {
        let why = match Who::of_token(&self.app, token, self.who.address).await {
            Ok(Some(who)) => {
                let (session, address) = (who.session.clone(), who.address.map(Address));
                self.restart = RestartSignal::new(&self.app, Some(session), address);
                self.who = who;
                return;
            }
            Ok(None) => "no bot that may play has this token: the agent plays as a guest",
            Err(error) => {
                tracing::warn!(%error, "a token could not be looked up");
                "the token cannot be looked up: the agent plays as a guest"
            }
        };
        let out = self.connection.complain(why);
        self.send_lines(out);
    }

    /// Comes online, and takes up the games that the bot has left.
    pub(super) async fn come_online(&mut self) {
        if let Err(error) = self.offers.come_online(&self.app, &self.who).await {
            tracing::warn!(%error, "an agent could not be listed");
        }
        if !self.who.is_known() {
            return;
        }
        match self.app.store.relevant_rooms_of(self.who.guest_key(), MAX_RESUMED).await {
            Ok(rooms) => {
                for held in rooms {
                    self.enter(held.code).await;
                }
            }
            Err(error) => tracing::warn!(%error, "the games of a bot could not be looked up"),
        }
    }

    /// Waits for another agent, if the agent has time for one.
    pub(super) async fn find_games(&mut self) {
        if self.waiting.is_some() && Instant::now() >= self.house_at() {
            self.waits_since = Instant::now();
            if let Some(code) = pairing::play_house_bot(&self.app, &self.port, &self.who).await {
                return self.enter_paired(Some(code)).await;
            }
        }
        if !self.may_wait() || Instant::now() < self.wait_from {
            return;
        }
        match pairing::may_begin(&self.app, &self.port, &self.who) {
            Ok(()) => {
                self.waiting = Some(pairing::wait(&self.app, &self.port, &self.who));
                self.waits_since = Instant::now();
            }
            Err(why) => {
                self.wait_from = Instant::now() + why.again();
                let out = self.connection.complain(&why.text());
                self.send_lines(out);
            }
        }
    }

    /// When a bot of whoever runs the server is asked, if no other agent has come.
    pub(super) fn house_at(&self) -> Instant {
        self.waits_since + HOUSE_AFTER
    }

    /// Whether the agent has no game with another one, and may wait for one. In mode `simple` it has one game at a time.
    pub(super) fn may_wait(&self) -> bool {
        let is_free = match self.connection.mode() {
            Some(Mode::Freeplay) => self.paired.is_none(),
            Some(Mode::Simple) => self.games.len() == 0,
            None => false,
        };
        is_free && self.waiting.is_none() && !self.connection.is_over()
    }

    /// Enters the room in which another agent was found.
    pub(super) async fn enter_paired(&mut self, room: Option<RoomCode>) {
        self.waiting = None;
        match room {
            Some(code) if self.enter(code).await => {
                self.paired = Some(code);
                // In mode `freeplay` it can be asked for another game beside that one.
                if self.connection.mode() == Some(Mode::Freeplay) {
                    self.offers.set_plays(&self.app, code, false);
                }
            }
            _ => self.wait_from = Instant::now() + TRY_AGAIN,
        }
    }

    /// Enters the room of somebody who has asked for a game.
    pub(super) async fn enter_asked(&mut self, room: Option<RoomCode>) {
        match room {
            Some(code) => drop(self.enter(code).await),
            None => self.end("this bot has come in elsewhere").await,
        }
    }

    /// Enters a room in which the agent sits; whether it could.
    async fn enter(&mut self, code: RoomCode) -> bool {
        if self.games.contains(code) {
            return true;
        }
        let Some((table, parcels)) = Table::enter(&self.app, &self.who, code).await else { return false };
        self.games.insert(code, table, parcels);
        self.offers.set_plays(&self.app, code, true);
        true
    }

    /// Leaves a room, as a page does that is closed.
    pub(super) async fn leave(&mut self, code: RoomCode) {
        self.paired = self.paired.filter(|paired| *paired != code);
        self.offers.set_plays(&self.app, code, false);
        if let Some(table) = self.games.remove(code) {
            table.leave().await;
        }
    }
}
