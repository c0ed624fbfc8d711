//! Look-ups of rooms, games and links that may not exist: who asks, whether they may, and what came of it. See
//! `http::limits::misses` and ADR 0054.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use room::RoomCode;

use super::account::Session;
use crate::server::AppState;
use crate::server::http::limits::{Misses, TryAgain};
use crate::server::http::listen::Address;
use crate::server::http::too_many::{Excess, too_many};
use crate::server::identity::{GuestKey, Identity};
use crate::server::store::game_id::GameId;

/// Somebody who looks something up.
#[derive(Debug)]
pub struct Lookup {
    app: AppState,
    address: Option<IpAddr>,
    /// The guests that the visitor may be known as.
    guests: Vec<GuestKey>,
    method: Method,
    headers: HeaderMap,
}

impl Lookup {
    /// The visitor of a request.
    pub fn of_request(app: &AppState, request: &Request) -> Self {
        let extensions = request.extensions();
        let guests = match extensions.get::<Session>() {
            Some(session) => guests(session),
            // Pages of finished games know no session, but the browser may send its cookie.
            None => Identity::from_headers(request.headers()).iter().map(Identity::guest).collect(),
        };
        let address = extensions.get().map(|Address(address)| *address);
        let (method, headers) = (request.method().clone(), request.headers().clone());
        Self { app: app.clone(), address, guests, method, headers }
    }

    /// The visitor of a socket.
    pub fn of_session(app: &AppState, address: Option<Address>, session: &Session) -> Self {
        let address = address.map(|Address(address)| address);
        let (method, headers) = Default::default();
        Self { app: app.clone(), address, guests: guests(session), method, headers }
    }

    /// The visitor's address.
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Whether the visitor may look up a room. Over the limit only those may who were let into it before, or
    /// hold a seat in it: whether it exists does not show for anybody else.
    ///
    /// # Errors
    /// Too much was not there.
    pub async fn check_room(&self, code: RoomCode) -> Result<(), TryAgain> {
        let Err(again) = self.check() else { return Ok(()) };
        let now = Instant::now();
        let is_known = |guest: &GuestKey| self.misses().was_found((guest, code), now);
        if self.guests.iter().any(is_known) {
            return Ok(());
        }
        // If the store fails, nobody is known.
        if self.app.reserved_store.holds_seat(code, &self.guests).await.unwrap_or(false) {
            return Ok(());
        }
        self.misses().count_refusal();
        Err(again)
    }

    /// Whether the visitor may look up a game. Its id cannot be guessed, so who has that of a game that was
    /// found before is let through.
    ///
    /// # Errors
    /// Too much was not there.
    pub fn check_game(&self, id: GameId) -> Result<(), TryAgain> {
        let Err(again) = self.check() else { return Ok(()) };
        if self.misses().was_found(id, Instant::now()) {
            return Ok(());
        }
        self.misses().count_refusal();
        Err(again)
    }

    /// The room is there, or is not.
    pub fn room(&self, code: RoomCode, exists: bool) {
        if exists {
            let now = Instant::now();
            self.guests.iter().for_each(|guest| self.misses().found((guest, code), now));
        } else {
            self.missed(&code.to_string());
        }
    }

    /// The game is there, or is not.
    pub fn game(&self, id: GameId, exists: bool) {
        if exists { self.misses().found(id, Instant::now()) } else { self.missed(&id.to_string()) }
    }

    /// Something is not there.
    pub fn missed(&self, what: &str) {
        if let Some(address) = self.address {
            self.misses().missed(address, what, Instant::now());
        }
    }

    /// The refusal of the request.
    pub fn refuse(&self, again: TryAgain) -> Response {
        too_many(&self.method, &self.headers, "", Excess::Misses, again)
    }

    fn check(&self) -> Result<(), TryAgain> {
        self.address.map_or(Ok(()), |address| self.misses().check(address, Instant::now()))
    }

    fn misses(&self) -> &Misses {
        &self.app.limits.misses
    }
}

fn guests(session: &Session) -> Vec<GuestKey> {
    let identities = [&session.cookie, &session.identity].into_iter().chain(&session.merged);
    identities.map(Identity::guest).collect()
}
