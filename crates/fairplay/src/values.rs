//! The values of all legal moves: exact by an endgame solver where that is cheap, else by a search with a fixed number
//! of nodes and the same depth for every move (MultiPV).

use engine::mancala::Solver;
use engine::{Limits, ScoredMove, score_moves};
use rules::mancala::Variant;
use rules::{Move, Position, Side, mancala};

/// With at most so many stones in the pits a position of Mancala is solved. With 6 pits of 4 stones that begins at about
/// the 15th move.
const EXACT_STONES: u32 = 34;
/// With at most so many empty cells a position of Mapello is solved, which takes about 6,000 nodes.
const EXACT_EMPTY: u32 = 13;
/// The node limit of a solution. It is not reached with 6 pits; where it is, the position is estimated.
const EXACT_NODES: u64 = 50_000_000;
/// The node limit of an estimate, for all moves of a position together.
const ESTIMATE_NODES: u64 = 10_000;
/// The size of the solver's transposition table, in bytes.
const TABLE_BYTES: usize = 64 << 20;
/// The most boards of the endgame database, a byte each: with 6 pits a side all boards with up to 18 stones.
pub(crate) const DATABASE_BOARDS: u64 = 90_000_000;
/// A loss counts up to so many points. What is worse is a blunder whatever it is, and need not be solved.
pub(crate) const MOST_LOSS: i32 = 6;

/// The value of each legal move, in points for the side that moves.
pub(crate) struct Values {
    /// Moves with their values, in any order; not empty. A value may be too high if it is [`MOST_LOSS`] below the best.
    pub moves: Vec<(Move, f64)>,
    /// Whether all values are exact.
    pub proved: bool,
}

impl Values {
    /// The highest value.
    pub fn best(&self) -> f64 {
        self.moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// What a move loses against the best one, in points, [`MOST_LOSS`] at most; `None` if it is not legal.
    pub fn loss(&self, mv: Move) -> Option<f64> {
        let (_, value) = self.moves.iter().find(|(known, _)| *known == mv)?;
        Some((self.best() - value).min(f64::from(MOST_LOSS)))
    }
}

/// Finds values, and keeps the solver of the variant that was asked for last.
pub(crate) struct Valuer {
    solver: Option<(Variant, Solver)>,
    database_boards: u64,
}

impl Valuer {
    /// With an endgame database of at most so many boards, a byte each; [`DATABASE_BOARDS`] for many games. The values do
    /// not depend on it.
    pub fn new(database_boards: u64) -> Valuer {
        Valuer { solver: None, database_boards }
    }

    /// The values of all legal moves.
    pub fn values(&mut self, position: &Position) -> Values {
        let solved = match position {
            Position::Mancala(position) => self.solve(position),
            Position::Mapello(board) => {
                (board.empty().count_ones() <= EXACT_EMPTY).then(|| search(position, u32::MAX, EXACT_NODES))
            }
        };
        solved.unwrap_or_else(|| search(position, u32::MAX, ESTIMATE_NODES))
    }

    /// The exact values of a position with few stones; `None` with many, or if the node limit is reached.
    fn solve(&mut self, position: &mancala::Position) -> Option<Values> {
        let stones: u32 = Side::BOTH.iter().map(|side| u32::from(position.row_total(*side))).sum();
        if stones > EXACT_STONES {
            return None;
        }
        let variant = *position.variant();
        if self.solver.as_ref().is_none_or(|(known, _)| *known != variant) {
            let solver =
                Solver::new(variant, TABLE_BYTES, database_stones(variant.pits, self.database_boards));
            self.solver = Some((variant, solver));
        }
        let (_, solver) = self.solver.as_mut()?;
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        // The database is made once and kept, so it does not count.
        solver.make_endgame_data(&mut limits);
        limits.nodes = limits.node_count() + EXACT_NODES;
        let best = solver.value(position, &mut limits)?;
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.play_with(mv, |_| ()).ok()?;
            let value = if after.to_move() == position.to_move() {
                solver.value_within(&after, best - MOST_LOSS, best, &mut limits)?
            } else {
                -solver.value_within(&after, -best, MOST_LOSS - best, &mut limits)?
            };
            moves.push((Move::Mancala(mv), f64::from(value)));
        }
        Some(Values { moves, proved: true })
    }
}

/// The number of stones up to which an endgame database has at most so many boards.
fn database_stones(pits: u8, most_boards: u64) -> u32 {
    let holes = 2 * u64::from(pits);
    let (mut stones, mut boards) = (0, 1);
    // Boards with up to n stones in h pits: (n + h)! / (n! h!).
    while stones < u64::from(EXACT_STONES) {
        let next = boards * (stones + 1 + holes) / (stones + 1);
        if next > most_boards {
            break;
        }
        (stones, boards) = (stones + 1, next);
    }
    stones as u32
}

/// Scores all moves by a search with these limits.
pub(crate) fn search(position: &Position, depth: u32, nodes: u64) -> Values {
    let mut never = || false;
    let mut limits = Limits::new(&mut never);
    limits.nodes = nodes;
    let scored = score_moves(position, depth, &mut limits);
    let proved = scored.iter().all(|scored| scored.proved);
    let moves = scored.iter().map(|&ScoredMove { mv, value, .. }| (mv, f64::from(value) / 100.0)).collect();
    Values { moves, proved }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endgame_database_stays_within_its_size_for_every_number_of_pits() {
        let stones = |pits| database_stones(pits, DATABASE_BOARDS);
        assert_eq!(stones(6), 18);
        assert!(stones(9) < 18 && stones(9) > 8);
        assert_eq!(stones(1), EXACT_STONES);
    }
}
