//! The assessment of a finished game: for every move that tells something, what it lost and how hard the position was.
//! It depends on nothing but the game: the same game gives the same assessment on every machine.

use rules::mancala::{Direction, FirstMove, Preset, Variant};
use rules::{Game, Move, Setup, Side};

use crate::difficulty::{Difficulty, WeakChoices};
use crate::model::{Cell, LossClass};
use crate::values::{DATABASE_BOARDS, Valuer};

/// So many moves from the start are not assessed: players may know them by heart.
const KNOWN_BY_HEART: usize = 8;

/// The boards of a small endgame database.
const SMALL_DATABASE: u64 = 3_000_000;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a> {
    /// How it was set up.
    pub setup: Setup,
    /// All moves of both sides, in order.
    pub moves: &'a [Move],
    /// How many of the first moves belong to an opening that nobody chose.
    pub opening: usize,
    /// The time that each move took, in milliseconds, by its number; `None`, or a list that is too short, where it is
    /// not known.
    pub millis: &'a [Option<u32>],
}

/// A move that tells something about who made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AssessedMove {
    /// How many moves were made before it.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// What it lost against the best move, in points (stones, discs).
    pub loss: f64,
    /// How hard the position was.
    pub difficulty: Difficulty,
    /// The kind of position.
    pub cell: Cell,
    /// How good the move was.
    pub class: LossClass,
    /// The time that it took, in milliseconds, where it is known.
    pub millis: Option<u32>,
}

/// A game has a move that is not legal, by its ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLegal(pub usize);

/// Whether the model was made of games with this setup: Kalah from any start, and Mapello on any board.
#[must_use]
pub fn is_calibrated(setup: &Setup) -> bool {
    match setup {
        Setup::Mancala(setup) => {
            // The direction is a mirror image, and who begins makes no difference to the moves.
            let direction = Direction::CounterClockwise;
            let plain = Variant { direction, first_move: FirstMove::South, ..setup.variant };
            plain.preset_or_with_pie() == Some(Preset::Kalah)
        }
        Setup::Mapello(_) => true,
    }
}

/// Assesses games. It keeps a solver's memory, which makes the next game cheaper and changes no result.
pub struct Assessor {
    valuer: Valuer,
}

impl Default for Assessor {
    /// For many games: of Mancala the first one takes some seconds more, and 150 MB.
    fn default() -> Assessor {
        Assessor { valuer: Valuer::new(DATABASE_BOARDS) }
    }
}

impl Assessor {
    /// For few games: less memory, and more time for each of Mancala. The assessments are the same.
    #[must_use]
    pub fn small() -> Assessor {
        Assessor { valuer: Valuer::new(SMALL_DATABASE) }
    }

    /// Assesses the moves of these sides. Left out are moves that tell nothing: the first eight, forced ones, those
    /// that everybody would play, and those in positions where all moves are as good.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn assess(&mut self, game: &PlayedGame, sides: &[Side]) -> Result<Vec<AssessedMove>, NotLegal> {
        let mut positions = vec![game.setup.start()];
        for (ply, &mv) in game.moves.iter().enumerate() {
            let played = positions[ply].play(mv).map_err(|_| NotLegal(ply))?;
            positions.push(played.position);
        }
        let mut assessed = Vec::new();
        // From the end: what the solver has proved of later positions helps with the earlier ones.
        for (ply, &mv) in game.moves.iter().enumerate().skip(game.opening.max(KNOWN_BY_HEART)).rev() {
            let position = &positions[ply];
            let side = position.to_move();
            if let Some((cell, difficulty, loss)) =
                sides.contains(&side).then(|| self.assess_move(position, mv)).flatten()
            {
                let millis = game.millis.get(ply).copied().flatten();
                let class = LossClass::of(loss);
                assessed.push(AssessedMove { ply, side, loss, difficulty, cell, class, millis });
            }
        }
        assessed.reverse();
        Ok(assessed)
    }

    fn assess_move(&mut self, position: &rules::Position, mv: Move) -> Option<(Cell, Difficulty, f64)> {
        if position.legal_moves().len() < 2 {
            return None;
        }
        let weak = WeakChoices::of(position);
        if weak.is_plain() {
            return None;
        }
        let values = self.valuer.values(position);
        let difficulty = weak.difficulty(&values);
        let cell = Cell::of(position.game(), values.proved, difficulty)?;
        Some((cell, difficulty, values.loss(mv)?))
    }
}

impl AssessedMove {
    /// The game in which it was made.
    #[must_use]
    pub fn game(&self) -> Game {
        self.cell.game()
    }
}
