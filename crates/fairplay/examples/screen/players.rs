//! Simulated players: honest ones are levels of the engine, and what lies between two of them; a cheat has Master play
//! a share of the moves.

use engine::mancala::Solver;
use engine::{Level, Limits, choose, search};
use rules::{Game, Move, Position, Setup, Side, mancala, mapello};

use crate::random::Rng;

/// The levels that stand for honest players.
pub const LEVELS: [Level; 5] = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Expert];

/// How somebody plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    /// The strength of the own moves: 0 for Beginner to 4 for Expert. Between two levels each move is one of the two's.
    pub strength: f64,
    /// The share of moves that are Master's.
    pub engine_share: f64,
    /// The node limit of Master.
    pub nodes: u64,
}

impl Player {
    pub fn honest(strength: f64) -> Player {
        Player { strength: strength.clamp(0.0, 4.0), engine_share: 0.0, nodes: 0 }
    }

    /// The level that plays the next move.
    fn level(&self, rng: &mut Rng) -> Level {
        if rng.unit() < self.engine_share {
            return Level::Master;
        }
        let above = usize::from(rng.unit() < self.strength.fract());
        LEVELS[(self.strength as usize + above).min(LEVELS.len() - 1)]
    }
}

/// A game that was played, and which moves are Master's.
pub struct Played {
    pub setup: Setup,
    pub moves: Vec<Move>,
    pub by_engine: Vec<bool>,
}

/// The setup of a rated game: Kalah from a fair start, or Mapello on a balanced random board.
pub fn setup(game: Game, rng: &mut Rng) -> Setup {
    let number = rng.next() as u32;
    match game {
        Game::Mancala => {
            let variant = mancala::Variant::default();
            let setup = mancala::Setup::new(variant, 1);
            Setup::Mancala(mancala::Setup { start: variant.fair_start(number), ..setup })
        }
        Game::Mapello => Setup::Mapello(mapello::Board::balanced(number)),
    }
}

/// Plays a game between two players, by side.
pub fn play(game: Game, players: [Player; 2], solver: &mut Option<Solver>, rng: &mut Rng) -> Played {
    let setup = setup(game, rng);
    let mut position: Position = setup.start();
    let (mut moves, mut by_engine) = (Vec::new(), Vec::new());
    while position.outcome().is_none() {
        let player = &players[usize::from(position.to_move() == Side::Second)];
        let level = player.level(rng);
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        let found = if level == Level::Master {
            limits.nodes = player.nodes;
            solved(solver, &position, &mut limits).or_else(|| search(&position, &mut limits).mv)
        } else {
            choose(&position, level, &mut limits, rng.next()).mv
        };
        let Some((mv, played)) = found.and_then(|mv| Some((mv, position.play(mv).ok()?))) else { break };
        moves.push(mv);
        by_engine.push(level == Level::Master);
        position = played.position;
    }
    Played { setup, moves, by_engine }
}

/// With at most so many stones in the pits Master has the solver's move, which the page's Master finds in the second that
/// it has; it takes the solver a hundredth of that.
const SOLVED_STONES: u32 = 32;

/// A best move of a position of Mancala with few stones.
fn solved(solver: &mut Option<Solver>, position: &Position, limits: &mut Limits) -> Option<Move> {
    let position = position.as_mancala()?;
    let stones: u32 = Side::BOTH.iter().map(|side| u32::from(position.row_total(*side))).sum();
    if stones > SOLVED_STONES {
        return None;
    }
    let solver = solver.get_or_insert_with(|| Solver::new(*position.variant(), 32 << 20, 16));
    let mut never = || false;
    let _made = solver.make_endgame_data(&mut Limits::new(&mut never));
    limits.nodes = limits.nodes.max(20_000_000);
    solver.best_move(position, limits).map(|(_, mv)| Move::Mancala(mv))
}
