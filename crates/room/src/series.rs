//! The score of a room's games, by seat.

use crate::seat::Seat;

/// Games decided in this room so far. A game that was called off counts for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Games won, by [`Seat::index`].
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
}

impl Series {
    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins[0].saturating_add(self.wins[1]).saturating_add(self.draws)
    }

    /// Counts a game that `winner` won, or nobody.
    pub(crate) fn count(&mut self, winner: Option<Seat>) {
        let count = match winner {
            Some(seat) => &mut self.wins[seat.index()],
            None => &mut self.draws,
        };
        *count = count.saturating_add(1);
    }
}
