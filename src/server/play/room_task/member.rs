//! A member of a room at one socket.

use room::{Room, Seat};

use super::{SocketId, Visitor};
use crate::server::play::lag::Lag;
use crate::server::play::outbox::{Outbox, Role};

/// One socket of the room. Two tabs of a person are two sockets of one member.
pub struct Member {
    pub socket: SocketId,
    pub visitor: Visitor,
    /// The number of the last event when its member first came: a spectator gets no chat from before.
    pub arrived: u64,
    pub outbox: Outbox,
    pub lag: Lag,
    /// Whether the page has announced that it is being left, and sent nothing since.
    pub leaving: bool,
}

impl Member {
    /// Up to which event the chat is hidden from this socket: 0 for a player.
    pub fn hidden_chat(&self, room: &Room) -> u64 {
        if room.seat_of(self.visitor.member).is_some() { 0 } else { self.arrived }
    }

    /// What the socket is to the room.
    pub fn role(&self, room: &Room) -> Role {
        match room.seat_of(self.visitor.member) {
            Some(Seat::Bottom | Seat::Top) => Role::Player,
            None => Role::Spectator,
        }
    }
}
