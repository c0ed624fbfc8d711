//! A rating as it is shown.

use serde::{Deserialize, Serialize};

/// A rating as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Its points.
    pub points: u32,
    /// Whether it is provisional, because it rests on few games.
    pub provisional: bool,
}

/// The ratings at a table of strangers, as `GET /r/CODE/ratings` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableRatings {
    /// Those of the players at the room's game, by [`room::Seat::index`]; `None` for a free seat.
    pub seats: [Option<Rating>; 2],
    /// What the room's game that was asked for has brought its players, in points, by [`rules::Side::index`]; `None`
    /// if it is not over, or not rated. A match is rated by the end of its second game.
    pub change: Option<[i32; 2]>,
}
