//! The two seats of a room and the members who sit there.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two seats. A seat stays with its member from game to game; which side it plays changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The seat of the member who opened the room.
    Bottom,
    /// The seat of the member who came second.
    Top,
}

impl Seat {
    /// Both seats, in the order of [`Seat::index`].
    pub const BOTH: [Seat; 2] = [Seat::Bottom, Seat::Top];

    /// The seat across the table.
    pub fn other(self) -> Seat {
        match self {
            Seat::Bottom => Seat::Top,
            Seat::Top => Seat::Bottom,
        }
    }

    /// 0 for bottom, 1 for top.
    pub fn index(self) -> usize {
        match self {
            Seat::Bottom => 0,
            Seat::Top => 1,
        }
    }
}

/// The public id of a person within one room, derived by the server from a secret that never leaves it. It is
/// no credential: the server assigns it to a connection, a connection cannot claim it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MemberId(pub u64);

impl fmt::Display for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemberId({self})")
    }
}

impl FromStr for MemberId {
    type Err = core::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

impl TryFrom<String> for MemberId {
    type Error = core::num::ParseIntError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<MemberId> for String {
    fn from(id: MemberId) -> Self {
        id.to_string()
    }
}

/// A seated member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupant {
    /// The person.
    pub member: MemberId,
    /// The name shown, cleaned by [`crate::clean_name`].
    pub name: String,
    /// Has pressed *Ready* for the next game.
    pub ready: bool,
}
