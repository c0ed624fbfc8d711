//! The score of a room's games, by seat.

use core::cmp::Ordering;

use crate::seat::Seat;

/// Games that two have decided in a room. A game that was called off counts for nothing, and with somebody else it begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Games won, by [`Seat::index`].
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: u32,
    /// Points of the games that the score decided, by [`Seat::index`]. Games that were resigned, agreed on or lost on time
    /// add none.
    pub points: [u32; 2],
}

impl Series {
    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins[0].saturating_add(self.wins[1]).saturating_add(self.draws)
    }

    /// Who is ahead: by games won, then by points. `None` if nobody is.
    pub fn leader(&self) -> Option<Seat> {
        let [bottom, top] = [0, 1].map(|seat| (self.wins[seat], self.points[seat]));
        match bottom.cmp(&top) {
            Ordering::Greater => Some(Seat::Bottom),
            Ordering::Less => Some(Seat::Top),
            Ordering::Equal => None,
        }
    }

    /// Adds the points of a game to a seat's.
    pub(crate) fn add(&mut self, seat: Seat, points: u16) {
        let sum = &mut self.points[seat.index()];
        *sum = sum.saturating_add(u32::from(points));
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
