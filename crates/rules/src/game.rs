//! One type for both games: position, move, legal moves and trace, each an enum that delegates to the game's
//! folder. Closed enums, not a trait: the games are few and known, and their values cross the wire and lie in
//! the store, so each needs one serialised form, and nothing in the room or the page has to be generic over a
//! game.

use crate::{IllegalMove, Outcome, SetupError, Side, mancala, mapello};

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Game {
    /// Mancala (Kalah) with its options.
    Mancala,
    /// Mapello: Reversi with walls, jokers and bonuses.
    Mapello,
}

impl Game {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Mancala, Self::Mapello];

    /// The game in one word, as addresses, tables and style sheets have it: `mancala`, `mapello`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Game::Mancala => "mancala",
            Game::Mapello => "mapello",
        }
    }

    /// The game of a word; `None` if no game has it.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.word() == word)
    }
}

/// Everything that fixes the first position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Setup {
    /// Options, starting side and start of a game of Mancala.
    Mancala(mancala::Setup),
    /// The board of a game of Mapello.
    Mapello(mapello::Board),
}

impl Setup {
    /// The game that is set up.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Setup::Mancala(_) => Game::Mancala,
            Setup::Mapello(_) => Game::Mapello,
        }
    }

    /// Checks that the game can be played with this setup. Required for every setup that comes from outside.
    ///
    /// # Errors
    /// The first thing that is out of its range or out of place.
    pub fn validate(&self) -> Result<(), SetupError> {
        match self {
            Setup::Mancala(setup) => setup.validate(),
            Setup::Mapello(board) => board.validate(),
        }
    }

    /// Whether it is proved that the game is a draw with best play: it begins from a fair start.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        match self {
            Setup::Mancala(setup) => setup.start.is_some_and(|start| start.is_fair(&setup.variant)),
            Setup::Mapello(_) => false,
        }
    }

    /// The first position. Numbers out of range, which [`Setup::validate`] refuses, are clamped.
    #[must_use]
    pub fn start(&self) -> Position {
        match self {
            Setup::Mancala(setup) => Position::Mancala(mancala::Position::start(setup)),
            Setup::Mapello(board) => Position::Mapello(mapello::Position::start(board)),
        }
    }
}

/// A position of a game, between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Position {
    /// A position of Mancala.
    Mancala(mancala::Position),
    /// A position of Mapello.
    Mapello(mapello::Position),
}

impl Position {
    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Position::Mancala(_) => Game::Mancala,
            Position::Mapello(_) => Game::Mapello,
        }
    }

    /// The position of Mancala, if that is the game.
    #[must_use]
    pub fn as_mancala(&self) -> Option<&mancala::Position> {
        match self {
            Position::Mancala(position) => Some(position),
            Position::Mapello(_) => None,
        }
    }

    /// The position of Mapello, if that is the game.
    #[must_use]
    pub fn as_mapello(&self) -> Option<&mapello::Position> {
        match self {
            Position::Mancala(_) => None,
            Position::Mapello(position) => Some(position),
        }
    }

    /// The side whose move it is; in a finished game the side that made the last move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        match self {
            Position::Mancala(position) => position.to_move(),
            Position::Mapello(position) => position.to_move(),
        }
    }

    /// The result, when the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Position::Mancala(position) => position.outcome(),
            Position::Mapello(position) => position.outcome(),
        }
    }

    /// The legal moves: every move that [`Position::play`] accepts; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self {
            Position::Mancala(position) => position.legal_moves().map(Move::Mancala).collect(),
            Position::Mapello(position) => position.legal_moves().map(Move::Mapello).collect(),
        }
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match (self, mv) {
            (Position::Mancala(position), Move::Mancala(mv)) => position.check(mv),
            (Position::Mapello(position), Move::Mapello(cell)) => position.check(cell),
            (Position::Mancala(_), Move::Mapello(_)) | (Position::Mapello(_), Move::Mancala(_)) => {
                Err(IllegalMove::OtherGame)
            }
        }
    }

    /// Plays a move; returns the next position and the trace of the move.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&self, mv: Move) -> Result<Played, IllegalMove> {
        match (self, mv) {
            (Position::Mancala(position), Move::Mancala(mv)) => {
                let (position, steps) = position.play(mv)?;
                Ok(Played { position: Position::Mancala(position), trace: Trace::Mancala(steps) })
            }
            (Position::Mapello(position), Move::Mapello(cell)) => {
                let (position, steps) = position.play(cell)?;
                Ok(Played { position: Position::Mapello(position), trace: Trace::Mapello(steps) })
            }
            (Position::Mancala(_), Move::Mapello(_)) | (Position::Mapello(_), Move::Mancala(_)) => {
                Err(IllegalMove::OtherGame)
            }
        }
    }

    /// Points of both sides, by [`Side::index`]. In Mancala the stones in the stores, in Mapello discs and
    /// bonuses.
    #[must_use]
    pub fn score(&self) -> [u16; 2] {
        match self {
            Position::Mancala(position) => Side::BOTH.map(|side| u16::from(position.store(side))),
            Position::Mapello(position) => Side::BOTH.map(|side| position.score(side)),
        }
    }

    /// 64 bits that are equal for equal positions: same layout, scores, side to move and rule options. The
    /// number of the turn does not count. Stable across platforms and builds, so it may be stored and sent.
    #[must_use]
    pub fn hash(&self) -> u64 {
        match self {
            Position::Mancala(position) => position.hash(),
            Position::Mapello(position) => position.hash(),
        }
    }

    /// Number of the turn, from 1. In Mancala extra moves belong to the turn that won them; in Mapello every
    /// disc is a turn.
    #[must_use]
    pub fn turn(&self) -> u16 {
        match self {
            Position::Mancala(position) => position.turn(),
            Position::Mapello(position) => position.turn(),
        }
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Move {
    /// A move of Mancala.
    Mancala(mancala::Move),
    /// A move of Mapello: where a disc is placed. A pass is no move; the rules make it.
    Mapello(mapello::Cell),
}

impl Move {
    /// The move of Mancala, if it is one.
    #[must_use]
    pub fn as_mancala(&self) -> Option<mancala::Move> {
        match self {
            Move::Mancala(mv) => Some(*mv),
            Move::Mapello(_) => None,
        }
    }

    /// The move of Mapello, if it is one.
    #[must_use]
    pub fn as_mapello(&self) -> Option<mapello::Cell> {
        match self {
            Move::Mancala(_) => None,
            Move::Mapello(cell) => Some(*cell),
        }
    }
}

/// The answer to a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub struct Played {
    /// The position after the move.
    pub position: Position,
    /// What happened, in order.
    pub trace: Trace,
}

/// What happened in a move, in order. Animation, sound, speech and notation read it instead of working the
/// rules out again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Trace {
    /// The steps of a move of Mancala; [`mancala::Position::apply`] carries out one.
    Mancala(Vec<mancala::Step>),
    /// The steps of a move of Mapello; [`mapello::Position::apply`] carries out one.
    Mapello(Vec<mapello::Step>),
}
