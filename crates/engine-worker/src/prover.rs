//! Proofs in the worker: one solver, which keeps its transposition table and endgame data from one question to the next.

use engine::mancala::Solver;
use engine::{Limits, search};
use rules::mancala::Variant;
use rules::{Move, Position};

/// Size of the transposition table, in bytes: what a phone can spare.
const TABLE_BYTES: usize = 64 << 20;
/// The endgame data has all boards with up to this many stones: 9.7 MB with six pits a side, made in about a second.
const ENDGAME_STONES: u32 = 14;

/// Proves values of positions. It keeps the memory of the variant that was asked about last.
#[derive(Default)]
pub struct Prover {
    solver: Option<(Variant, Solver)>,
}

impl Prover {
    /// The solver of this variant.
    pub fn solver(&mut self, variant: &Variant) -> &mut Solver {
        if self.solver.as_ref().is_none_or(|(of, _)| of != variant) {
            // The old memory goes first, so that there are never two tables.
            self.solver = None;
        }
        let new = || (*variant, Solver::new(*variant, TABLE_BYTES, ENDGAME_STONES));
        &mut self.solver.get_or_insert_with(new).1
    }

    /// The final lead of the side to move if it lies between `lowest` and `highest`, in points; the nearer of the two if
    /// it does not. `None` if a limit was reached before it was proved.
    pub fn value_within(
        &mut self,
        position: &Position,
        lowest: i32,
        highest: i32,
        limits: &mut Limits,
    ) -> Option<i32> {
        if lowest > highest {
            return None;
        }
        match position {
            Position::Mancala(position) => {
                self.solver(position.variant()).value_within(position, lowest, highest, limits)
            }
            Position::Mapello(_) => {
                let result = search(position, limits);
                result.proved.then(|| (result.value / 100).clamp(lowest, highest))
            }
        }
    }

    /// The final lead of the side to move, in points, and moves of both sides that keep it: to the end of the game, or
    /// as far as the limits allow to prove it. `None` if a limit was reached before the value was proved.
    pub fn best_line(&mut self, position: &Position, limits: &mut Limits) -> Option<(i32, Vec<Move>)> {
        if let Position::Mancala(position) = position {
            let (value, line) = self.solver(position.variant()).best_line(position, limits)?;
            return Some((value, line.into_iter().map(Move::Mancala).collect()));
        }
        let first = search(position, limits);
        let mut next = (position.clone(), first.mv.filter(|_| first.proved)?);
        let mut line = Vec::new();
        // Every move is the best one of a search of its own: the table of one search does not hold all of its proof.
        loop {
            let (position, mv) = next;
            let Ok(played) = position.play(mv) else { break };
            line.push(mv);
            let result = search(&played.position, limits);
            match result.mv.filter(|_| result.proved) {
                Some(mv) => next = (played.position, mv),
                None => break,
            }
        }
        Some((first.value / 100, line))
    }
}
