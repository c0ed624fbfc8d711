//! The beginning of a conversation: the room that the `hello` names, into which its letter goes.

use room::RoomCode;

use super::conversation::RoomSocket;
use super::end::End;
use super::find_room::find_room;
use crate::server::http::listen::Address;
use crate::server::play::room_task::{BotLimits, Letter, Visitor};

impl RoomSocket {
    /// Enters a room, as its `hello` asks.
    pub(super) async fn join_room(&mut self, code: RoomCode, after: u64) -> Result<(), End> {
        let room = find_room(&self.app, self.address, &self.session, code).await?;
        let Some(outbox) = self.outbox.take() else { return Err(End::Gone { slow: false }) };
        let visitor = Visitor {
            // A token that may only read is nobody at the table.
            member: if self.session.may_play() { self.session.identity } else { self.session.cookie }
                .member(code),
            guest: self.with_cookie.then(|| self.session.identity.guest()),
            // A bot has limits of its own.
            address: self.address.filter(|_| self.session.bot.is_none()).map(|Address(address)| address),
            language: self.language,
            bot: BotLimits::of(&self.session),
        };
        let further = self.session.further_members(code);
        self.room = Some(room);
        self.strikes = 0;
        let lag = self.pings.lag();
        self.send_to_room(Letter::Join { socket: self.id, visitor, further, after, outbox, lag }).await
    }
}
