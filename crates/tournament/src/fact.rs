//! The facts of a tournament: the log that is stored and replayed, in which nothing ever changes. They are called facts, and
//! what happens in a room is called an event.

use room::Millis;
use serde::{Deserialize, Serialize};

use crate::command::Canceller;
use crate::entrant::{EntrantId, Entry};
use crate::pairing::{Paired, PairingId};
use crate::plan::Plan;
use crate::result::PairingResult;

/// Why an entrant has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// By the own wish.
    Asked,
    /// By losing a pairing without a single move.
    Absent,
}

/// Something that has happened in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The tournament was opened: always and only the first fact.
    Opened(Plan),
    /// Somebody entered, and is the next entrant by number.
    Entered(Entry),
    /// An entrant left.
    Left {
        /// Who.
        entrant: EntrantId,
        /// Why.
        why: Departure,
    },
    /// An entrant who had left came back.
    Returned(EntrantId),
    /// The tournament began.
    Started,
    /// A round was paired.
    Paired {
        /// The number of the round, from 1.
        round: u32,
        /// Its pairings.
        pairings: Vec<Paired>,
        /// Who has the bye in this round of a round robin or a Swiss tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bye: Option<EntrantId>,
    },
    /// A pairing ended.
    ResultReported {
        /// Which one.
        pairing: PairingId,
        /// How.
        result: PairingResult,
    },
    /// The log of a room says something else than was reported.
    ResultCorrected {
        /// The pairing.
        pairing: PairingId,
        /// The result that holds from now on.
        result: PairingResult,
    },
    /// The server was down, so an arena lasts longer by as much, and a Swiss tournament has its pause once more.
    Interrupted {
        /// The beginning of the outage, or of the part of it that counts.
        from: Millis,
        /// Its end.
        until: Millis,
    },
    /// The tournament is over.
    Finished,
    /// The tournament does not take place.
    Cancelled(Canceller),
}

/// A fact as it stands in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Logged {
    /// Its number in the tournament: 1, 2, 3 … without gaps. It alone gives the order.
    pub seq: u64,
    /// When it happened, by the clock of the server that has appended it. It may be earlier than that of the fact before.
    pub at: Millis,
    /// What happened.
    pub fact: Fact,
}

/// Stamps decided facts with sequence numbers behind a log that ends at `seq`.
pub fn stamp(facts: Vec<Fact>, seq: u64, at: Millis) -> Vec<Logged> {
    let numbers = (1..).map(|n| seq.saturating_add(n));
    numbers.zip(facts).map(|(seq, fact)| Logged { seq, at, fact }).collect()
}
