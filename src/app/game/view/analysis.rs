//! What the computer has found out: the values of the moves of a position (a hint), or of a whole game (a review), and what
//! a review shows on the board instead of the game.

use engine_protocol::ScoredMove;
use engine_protocol::review::{Analysis, Mark, ReviewedMove};
use room::Game;
use rules::Move;

/// The values of the moves of one position (a hint).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The game's number.
    pub number: u32,
    /// The number of moves before the position.
    pub ply: u32,
    /// Every legal move with its value, the best first; empty while the engine is thinking.
    pub scored_moves: Vec<ScoredMove>,
}

/// The review of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// The game's number.
    pub number: u32,
    /// What is known of its moves so far.
    pub analysis: Analysis,
}

impl Review {
    /// The annotation of a move, by the number of moves before it, with the verdict that it is part of.
    pub fn mark(&self, ply: u32) -> Option<(Mark, ReviewedMove)> {
        let reviewed = self.analysis.reviewed(ply as usize)?;
        Some((reviewed.mark?, reviewed))
    }
}

/// A line or an attempt that the review shows on the board instead of the game's own moves (variation).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The reviewed move that it belongs to: the number of moves before it, where it leaves the game.
    pub from: u32,
    /// The game up to there, with the moves of the variation.
    pub game: Game,
    /// What it shows.
    pub kind: VariationKind,
}

/// What a variation shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariationKind {
    /// Best play from the position before the move.
    BestLine,
    /// The move, and best play after it.
    Refutation,
    /// The viewer looks for a better move.
    Attempt(Attempt),
}

/// The state of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The viewer chooses a move.
    Choosing,
    /// The engine judges this move.
    Judging(Move),
    /// The move is judged.
    Judged {
        /// The move.
        mv: Move,
        /// What it loses, in points: proved, or `None` if that was not possible in time.
        loss: Option<i32>,
    },
}
