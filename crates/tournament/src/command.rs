//! The commands of a tournament. The server makes them: who asks, and with which rating, is what it knows of a connection,
//! never what a message says. So they have no wire format.

use room::{MemberId, Millis};
use serde::{Deserialize, Serialize};

use crate::entrant::{EntrantId, Entry};
use crate::pairing::PairingId;
use crate::result::PairingResult;

/// Who cancels a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Canceller {
    /// The person who made it.
    Maker(MemberId),
    /// The operator of the server.
    Operator,
    /// Nobody: too few had entered when it was to start.
    Time,
}

/// An entrant who is at the page of the tournament, ready to play. Presence is no fact: it is an argument of pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Present {
    /// Who.
    pub entrant: EntrantId,
    /// Since when.
    pub since: Millis,
}

/// A request. [`crate::decide`] turns it into facts or into a rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Somebody enters, or comes back.
    Enter(Entry),
    /// An entrant leaves.
    Leave(MemberId),
    /// The tournament is not to take place.
    Cancel(Canceller),
    /// Whoever is free in an arena is to be paired.
    Pair {
        /// A random number, by which room codes, starts and what is equal otherwise are drawn.
        seed: u64,
        /// The entrants who are at the page. Others are not paired.
        present: Vec<Present>,
    },
    /// A pairing ended.
    Report {
        /// Which one.
        pairing: PairingId,
        /// How, by the log of its room.
        result: PairingResult,
    },
    /// A result was reported that the log of the room does not bear out.
    Correct {
        /// The pairing.
        pairing: PairingId,
        /// What the log of the room says.
        result: PairingResult,
    },
}
