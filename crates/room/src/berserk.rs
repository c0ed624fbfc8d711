//! Berserk: before the first move a player gives away half of the own time and all increments, where the room allows it. What
//! that is good for, the tournament says for which the room was opened.

use crate::clock::TimeControl;
use crate::game::Game;
use crate::matches::MatchGame;
use crate::rejection::Rejection;
use crate::seat::Seat;
use crate::state::Room;

impl Room {
    /// Whether the player on this seat may go berserk now: in the first game of the room, which is that of the pairing, and
    /// before the own first move.
    ///
    /// # Errors
    /// [`Rejection::NoGame`]; [`Rejection::NoBerserk`] if the settings do not allow it, the clock has no budget for the game,
    /// or this is a later game; [`Rejection::AlreadyBerserk`]; [`Rejection::BerserkTooLate`] after the first move.
    pub fn check_berserk(&self, seat: Seat) -> Result<(), Rejection> {
        let game = self.running().ok_or(Rejection::NoGame)?;
        if game.berserk[seat.index()] {
            return Err(Rejection::AlreadyBerserk);
        }
        let has_budget = matches!(game.clock.control(), TimeControl::Increment { .. });
        if !self.settings.berserk || !has_budget || game.number != 1 {
            return Err(Rejection::NoBerserk);
        }
        let side = game.side_of(seat);
        // Once a turn is over a takeback does not bring the free first turn back, and so not this either.
        let has_moved = !game.clock.in_grace(side) || game.moves_by_side()[side.index()] > 0;
        if has_moved { Err(Rejection::BerserkTooLate) } else { Ok(()) }
    }

    /// Who plays with half of the time in the next game: in the second game of a match whoever did in the first, otherwise
    /// nobody.
    pub(crate) fn next_berserk(&self) -> [bool; 2] {
        let is_second = self.next_match_game() == Some(MatchGame::Second);
        self.game.as_ref().filter(|_| is_second).map_or([false; 2], |first| first.berserk)
    }
}

impl Game {
    /// Halves the time of the player on this seat, once.
    pub(crate) fn go_berserk(&mut self, seat: Seat) {
        let is_berserk = &mut self.berserk[seat.index()];
        if !core::mem::replace(is_berserk, true) {
            self.clock.halve(self.side_of(seat));
        }
    }
}
