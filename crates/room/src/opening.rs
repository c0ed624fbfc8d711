//! The opening from which a game of Mapello may begin: its first moves, which nobody made.

use rules::mapello::Board;
use rules::mapello::openings::Opening;
use rules::{Move, Setup};

use crate::game::Game;

/// The moves of the balanced opening of this number, with which a game with this setup begins. There are openings from
/// Othello's start only: none for another setup.
#[must_use]
pub fn opening_moves(setup: &Setup, number: u32) -> Vec<Move> {
    match setup {
        Setup::Mapello(Board::OTHELLO) => {
            Opening::balanced(number).moves().iter().copied().map(Move::Mapello).collect()
        }
        _ => Vec::new(),
    }
}

impl Game {
    /// How many moves stood on the board when the game began.
    pub fn opening_ply(&self) -> u32 {
        self.opening.map_or(0, |number| opening_moves(&self.setup, number).len() as u32)
    }

    /// How many moves the players have made.
    pub fn own_ply(&self) -> u32 {
        self.ply().saturating_sub(self.opening_ply())
    }
}
