//! Games of level against level with chance: where the positions of puzzles come from.

use engine::{Level, Limits, choose};
use rules::mapello::Board;
use rules::{Game, Position, Setup, mancala};

use crate::common::Rng;

/// The levels that play; the stronger ones would take longer, and leave fewer mistakes to be punished.
const LEVELS: [Level; 5] = [Level::Greedy, Level::Beginner, Level::Easy, Level::Medium, Level::Hard];
/// Moves drawn by chance at the beginning of a game, at most.
const CHANCE_MOVES: usize = 6;
/// Nodes for a move.
const NODES: u64 = 4_000;

/// A game that was played out.
pub struct Played {
    pub setup: Setup,
    /// The seed of its board, if that is a random one.
    pub seed: Option<u32>,
    /// All positions, from the first to the last.
    pub positions: Vec<Position>,
}

/// Plays the game of this number. The same number gives the same game.
pub fn play(game: Game, seed: u64, number: u64) -> Played {
    let mut rng = Rng(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number);
    let (setup, board) = match game {
        Game::Mancala => (Setup::Mancala(mancala::Setup::new(mancala::Variant::default(), 1)), None),
        // Every third game is on the default board.
        Game::Mapello if number.is_multiple_of(3) => (Setup::Mapello(Board::DEFAULT), None),
        Game::Mapello => (Setup::Mapello(Board::random(number)), Some(number as u32)),
    };
    let levels = [0, 1].map(|_| LEVELS[rng.below(LEVELS.len())]);
    let chance_moves = rng.below(CHANCE_MOVES + 1);
    let mut positions = vec![setup.start()];
    while let Some(position) = positions.last().filter(|position| position.outcome().is_none()) {
        let moves = position.legal_moves();
        let drawn = moves.get(rng.below(moves.len())).copied();
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        limits.nodes = NODES;
        let level = levels[position.to_move().index()];
        let mv = if positions.len() <= chance_moves {
            drawn
        } else {
            choose(position, level, &mut limits, number).mv
        };
        let Some(after) = mv.and_then(|mv| position.play(mv).ok()) else { break };
        positions.push(after.position);
    }
    Played { setup, seed: board, positions }
}
