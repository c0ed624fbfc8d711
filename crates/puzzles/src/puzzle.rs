//! A puzzle: its position, its goal, and the proved line.

use rules::{Game, Move, Position, Setup, Side};

use crate::Goal;
use crate::theme::{Themes, themes_of};

/// The highest difficulty. The lowest is 1.
pub const DIFFICULTIES: u8 = 7;

/// An own turn of a puzzle: the only move that keeps the goal, and what it is answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnTurn {
    /// The only right move.
    pub mv: Move,
    /// The moves that would draw; all others but `mv` lose. Empty unless the goal is to win: then what the others are
    /// worth is said by [`Goal::most_of_others`] alone.
    pub draws: Vec<Move>,
    /// The replies of the opponent before the next own turn: none after an extra turn, a pass, and the last own move.
    pub replies: Vec<Move>,
}

/// A puzzle with its proved line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// How the game began. Of Mancala it is a start of its own, from which no move was made.
    pub setup: Setup,
    /// The position to solve; its side to move is the solver's.
    pub position: Position,
    /// The seed of the board, if it is a random one of Mapello; else it is the default board.
    pub seed: Option<u32>,
    /// What is to be kept.
    pub goal: Goal,
    /// The solver's final lead with best play of both sides: stones, or points.
    pub value: i16,
    /// From 1 to [`DIFFICULTIES`]: the first level of the computer that finds the line.
    pub difficulty: u8,
    /// What the line is about.
    pub themes: Themes,
    /// The own turns, two to four.
    pub turns: Vec<OwnTurn>,
}

impl Puzzle {
    /// The side of the solver.
    #[must_use]
    pub fn side(&self) -> Side {
        self.position.to_move()
    }

    /// Which game it is of.
    #[must_use]
    pub fn game(&self) -> Game {
        self.position.game()
    }

    /// All moves of the line, of both sides.
    pub fn line(&self) -> impl Iterator<Item = Move> + '_ {
        self.turns.iter().flat_map(|turn| [turn.mv].into_iter().chain(turn.replies.iter().copied()))
    }

    /// The themes of the line, worked out from what happens in it; `None` if a move of it is illegal, or one that is
    /// not of the side that it is said to be of.
    #[must_use]
    pub fn worked_out_themes(&self) -> Option<Themes> {
        themes_of(&self.position, &self.turns)
    }
}
