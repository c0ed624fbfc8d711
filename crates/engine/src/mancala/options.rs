//! Options of a search: its objective, the memory of the transposition table, the size of the endgame database.

/// What a search has to find. The objective decides when the search tries a full-depth proof and what it stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The best move within the limits. Between two iterations the search sometimes tries a full-depth proof.
    BestMove,
    /// The exact value. As soon as the moves are well ordered, the search goes to full depth.
    ExactValue,
    /// The outcome only, which is cheaper: the values 1, 0 and −1 stand for a win, a draw and a loss.
    Outcome,
}

impl Objective {
    /// The depth from which on full-depth proofs are tried, with this many stones in play. Game ends come into view at a
    /// depth of half the stones. For an exact value a third suffices: with four stones in six pits it halves the node
    /// count.
    pub(super) fn first_proof_depth(self, stones: u32) -> u32 {
        match self {
            Objective::BestMove => stones / 2,
            Objective::ExactValue | Objective::Outcome => stones / 3,
        }
    }

    /// The smallest depth that is stored in the transposition table. A search of depth 1 is faster than a probe, but a
    /// proof gains from the best moves that the table holds everywhere.
    pub(super) fn min_tt_depth(self) -> u32 {
        match self {
            Objective::BestMove => 2,
            Objective::ExactValue | Objective::Outcome => 1,
        }
    }

    /// Entries of the small cache, for boards that the transposition table does not hold. The cache pays off in long
    /// searches with a large endgame database.
    pub(super) fn small_cache_entries(self) -> usize {
        match self {
            Objective::BestMove => 0,
            Objective::ExactValue | Objective::Outcome => 1 << 15,
        }
    }

    /// The node budget of a full-depth proof, after this many nodes of iterative deepening.
    pub(super) fn proof_node_budget(self, nodes: u64) -> u64 {
        match self {
            Objective::BestMove => nodes / 4,
            Objective::ExactValue | Objective::Outcome => u64::MAX,
        }
    }
}

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// What the search has to find.
    pub objective: Objective,
    /// Size of the transposition table, in bytes; a larger table proves large boards faster. From 16 MB on, boards with
    /// up to six pits a side take half the memory each.
    pub table_bytes: usize,
    /// The endgame database has all boards with up to this many stones (31 at most) before the first full-depth proof,
    /// a byte each: with six pits a side, 10 stones take 0.6 MB, and 12, 14, 16 and 18 stones 2.7, 9.7, 30 and 87 MB. A
    /// search for the best move extends the database by itself when it takes long.
    pub endgame_stones: u32,
}
