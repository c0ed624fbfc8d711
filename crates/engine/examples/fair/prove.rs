//! Proves the values of starts: all that the sweep knows of the engine.

use engine::Limits;
use engine::mancala::Solver;
use rules::mancala::{Position, Setup, Start, Variant};

/// What is proved of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Who wins: 1, 0 or −1.
    Outcome,
    /// The difference of the stores.
    Exact,
}

/// Proves starts of one variant. What it has proved of positions on the way, and the endgame data, serve the starts that
/// follow.
pub struct Prover {
    variant: Variant,
    values: Values,
    solver: Solver,
}

impl Prover {
    /// A prover with a transposition table of so many bytes, and endgame data for positions with up to so many stones.
    pub fn new(variant: Variant, values: Values, table_bytes: usize, endgame_stones: u32) -> Prover {
        Prover { variant, values, solver: Solver::new(variant, table_bytes, endgame_stones) }
    }

    /// The value for South, who begins.
    pub fn prove(&mut self, start: &Start) -> i32 {
        let position = Position::start(&Setup { start: Some(*start), ..Setup::new(self.variant, 1) });
        let mut never = || false;
        let mut limits = Limits::new(&mut never);
        let value = match self.values {
            Values::Outcome => self.solver.value_within(&position, -1, 1, &mut limits),
            Values::Exact => self.solver.value(&position, &mut limits),
        };
        value.unwrap_or_else(|| panic!("nothing stops the proof of {start:?}"))
    }
}
