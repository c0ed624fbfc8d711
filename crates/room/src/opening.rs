//! The opening from which a game of Mapello may begin: its first moves, which nobody made.

use rules::mapello::Board;
use rules::mapello::openings::Opening;
use rules::{Move, Setup};

use crate::game::Game;

/// The moves with which a game with this setup begins: those of the balanced opening of this number, if it has one. There are
/// openings from Othello's start only: no moves for another setup.
#[must_use]
pub fn opening_moves(setup: &Setup, opening: Option<u32>) -> Vec<Move> {
    match (setup, opening) {
        (Setup::Mapello(Board::OTHELLO), Some(number)) => {
            Opening::balanced(number).moves().iter().copied().map(Move::Mapello).collect()
        }
        _ => Vec::new(),
    }
}

impl Game {
    /// How many moves stood on the board when the game began.
    pub fn opening_ply(&self) -> u32 {
        opening_moves(&self.setup, self.opening).len() as u32
    }

    /// How many moves the players have made.
    pub fn own_ply(&self) -> u32 {
        self.ply().saturating_sub(self.opening_ply())
    }
}
