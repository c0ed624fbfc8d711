//! Pairings: who plays whom, in which room.

use room::{Millis, RoomCode, Seat};
use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::result::PairingResult;

/// The number of a pairing in its tournament: 1, 2, 3 … in the order of pairing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairingId(pub u32);

impl PairingId {
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A pairing as it stands in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paired {
    /// Its number.
    pub id: PairingId,
    /// Who plays: the first one sits at the bottom and begins.
    pub players: [EntrantId; 2],
    /// The room in which it is played.
    pub room: RoomCode,
    /// The number by which its start is drawn ([`crate::Plan::room_settings`]).
    pub start: u32,
}

/// A pairing, with what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// What was paired.
    pub paired: Paired,
    /// In which round, from 1. In an arena every moment at which somebody is paired is a round.
    pub round: u32,
    /// When it was paired.
    pub at: Millis,
    /// The result, once it is known.
    pub result: Option<PairingResult>,
}

impl Pairing {
    /// The seat of an entrant in the room, who must be one of the two players.
    pub fn seat_of(&self, entrant: EntrantId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.paired.players[seat.index()] == entrant)
    }

    /// The opponent of an entrant, who must be one of the two players.
    pub fn opponent_of(&self, entrant: EntrantId) -> Option<EntrantId> {
        self.seat_of(entrant).map(|seat| self.paired.players[seat.other().index()])
    }
}
