//! Proves the value of one start: all that the sweep knows of the engine.

use engine::Limits;
use engine::mancala::{Objective, SearchOptions, solve};
use rules::mancala::{Position, Setup, Start, Variant};

/// What is proved of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Who wins: 1, 0 or −1.
    Outcome,
    /// The difference of the stores.
    Exact,
}

/// Proves starts with these resources.
pub struct Prover {
    pub values: Values,
    /// Size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// Stones of the endgame database.
    pub endgame_stones: u32,
}

impl Prover {
    /// The value for South, who begins.
    pub fn prove(&self, variant: &Variant, start: &Start) -> i32 {
        let objective = match self.values {
            Values::Outcome => Objective::Outcome,
            Values::Exact => Objective::ExactValue,
        };
        let Prover { table_bytes, endgame_stones, .. } = *self;
        let options = SearchOptions { objective, table_bytes, endgame_stones };
        let position = Position::start(&Setup { start: Some(*start), ..Setup::new(*variant, 1) });
        let result = solve(&position, &mut Limits::new(&mut || false), &options);
        assert!(result.proved, "nothing stops the search of {start:?}");
        result.value / 100
    }
}
