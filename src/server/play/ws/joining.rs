//! The beginning of a conversation: the room that the `hello` names, and the welcome.

use std::time::Instant;

use axum::extract::ws::Message;
use room::RoomCode;
use room::message::Fault;

use super::conversation::RoomSocket;
use super::end::End;
use super::find_room::find_room;
use super::{close, send};
use crate::server::http::listen::Address;
use crate::server::play::outbox::Welcome;
use crate::server::play::room_task::{Letter, Visitor};

/// How many bytes of a welcome cost a point of the limit for requests.
const WELCOME_BYTES_A_POINT: usize = 4_096;

impl RoomSocket {
    /// Enters a room, as its `hello` asks.
    pub(super) async fn join_room(&mut self, code: RoomCode, after: u64) -> Result<(), End> {
        let room = find_room(&self.app, self.address, &self.session, code).await?;
        let Some(outbox) = self.outbox.take() else { return Err(End::Gone { slow: false }) };
        let visitor = Visitor {
            member: self.session.identity.member(code),
            guest: self.with_cookie.then(|| self.session.identity.guest()),
        };
        let further = self.session.further_members(code);
        self.room = Some(room);
        self.strikes = 0;
        let lag = self.pings.lag();
        self.send_to_room(Letter::Join { socket: self.id, visitor, further, after, outbox, lag }).await
    }

    /// Sends a welcome, for which the visitor's address pays as for a request, if it is one: a full room has a long
    /// log.
    pub(super) async fn send_welcome(&mut self, welcome: &Welcome) -> Result<(), End> {
        let points = u32::try_from(welcome.len() / WELCOME_BYTES_A_POINT).unwrap_or(u32::MAX);
        if welcome.asked
            && let Some(Address(address)) = self.address
            && self.app.limits.requests.take_many(address, points, Instant::now()).is_err()
        {
            return Err(End::Close(close::POLICY, Some(Fault::TooFast)));
        }
        Ok(send(&mut self.socket, Message::Text(welcome.text())).await?)
    }
}
