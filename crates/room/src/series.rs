//! The score of a series of games (rematches) in a room, by seat.

use core::cmp::Ordering;

use crate::seat::Seat;

/// The score of the games and matches that the two players have finished in a room. A match of two games counts as one,
/// won by the sum of its stones. A game that was called off does not count, and a new opponent begins a new series.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Games and matches won, by [`Seat::index`].
    pub wins: [u32; 2],
    /// Games and matches drawn.
    pub draws: u32,
    /// Points of the games that the score decided, by [`Seat::index`]. Games that ended by resignation,
    /// agreement or time add none. A match adds the stones of both its games, however they ended.
    pub points: [u32; 2],
}

impl Series {
    /// Games and matches counted.
    pub fn games(&self) -> u32 {
        self.wins[0].saturating_add(self.wins[1]).saturating_add(self.draws)
    }

    /// The seat that leads: by games and matches won, then by points. `None` if neither does.
    pub fn leader(&self) -> Option<Seat> {
        let [bottom, top] = [0, 1].map(|seat| (self.wins[seat], self.points[seat]));
        match bottom.cmp(&top) {
            Ordering::Greater => Some(Seat::Bottom),
            Ordering::Less => Some(Seat::Top),
            Ordering::Equal => None,
        }
    }

    /// Adds the points of a game or match to those of a seat.
    pub(crate) fn add(&mut self, seat: Seat, points: u16) {
        let sum = &mut self.points[seat.index()];
        *sum = sum.saturating_add(u32::from(points));
    }

    /// Counts a game or match that `winner` won; `None` is a draw.
    pub(crate) fn count(&mut self, winner: Option<Seat>) {
        let count = match winner {
            Some(seat) => &mut self.wins[seat.index()],
            None => &mut self.draws,
        };
        *count = count.saturating_add(1);
    }
}
