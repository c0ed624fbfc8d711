//! Iterative deepening at the root, an MTD(f) search at each depth (null windows only), and full-depth proofs in
//! between. Each iteration starts from the previous value and best move; proven bounds stay.

use rules::Move;
use rules::mancala::Position;

use super::memory::{Memory, TT_MARGIN};
use super::options::{Objective, SearchOptions};
use super::root::{self, RootChild, RootPosition, SWAP};
use super::search::Search;
use super::tt::NO_MOVE;
use crate::{Limits, SearchResult};

/// More moves than any game has: a search of this depth reaches the end of every line.
pub const FULL_DEPTH: u32 = 100_000;
/// More stones than any difference of the stores.
pub const INFINITE: i32 = 1_000;
/// Maximum number of endgame boards that a search for the best move solves on the way, a byte each.
const MAX_ENDGAME_BOARDS: u64 = 3_000_000;

/// Searches a position of a game that is not over.
pub fn iterative_deepening(
    position: &Position,
    root: RootPosition,
    limits: &mut Limits,
    options: &SearchOptions,
) -> SearchResult {
    let nodes_before = limits.node_count();
    let memory = Memory::new(position.variant(), options.table_bytes, options.objective);
    let mut search = Search::new(memory, limits, options.objective);
    let window = match options.objective {
        Objective::Outcome => (-1, 1),
        Objective::BestMove | Objective::ExactValue => (-INFINITE, INFINITE),
    };
    let progress = search.deepen(&root, window, options);
    let pv = to_rules_moves(position, progress.principal_variation(&mut search, root));
    SearchResult {
        mv: pv.first().copied(),
        value: 100 * (root.lead + progress.value),
        // A proven value was searched to the end of its principal variation.
        depth: if progress.is_proven() { pv.len() as u32 } else { progress.depth },
        pv,
        nodes: search.limits.node_count() - nodes_before,
        proved: progress.is_proven(),
    }
}

/// Best move, value and proven bounds of the root, carried from one iteration to the next. Values are in stones, the
/// stores not counted.
pub struct Progress {
    /// Code of the best move.
    pub best_move: u8,
    /// The expected gain of the side to move.
    pub value: i32,
    /// Depth of the last completed iteration.
    depth: u32,
    /// Proven lower bound of the gain.
    lower: i32,
    /// Proven upper bound of the gain.
    upper: i32,
}

impl Progress {
    /// Before the first iteration: any legal move, no bounds.
    fn new(search: &Search, root: &RootPosition) -> Progress {
        let legal = (0..=SWAP).find(|&code| search.root_child(root, code).is_some());
        let best_move = legal.unwrap_or(NO_MOVE);
        Progress { best_move, value: 0, depth: 0, lower: -INFINITE, upper: INFINITE }
    }

    /// Whether the value is exact, or beyond an end of the window that was asked for.
    pub fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// MTD(f): null-window searches from the expected value on, until lower and upper bound meet. Returns whether the
    /// iteration completed.
    fn mtdf(&mut self, search: &mut Search, root: &RootPosition, depth: u32) -> bool {
        let (mut lower, mut upper) = (self.lower, self.upper);
        let mut value = self.value;
        while lower < upper {
            let beta = if value <= lower { lower + 1 } else { value.min(upper) };
            let (bound, best_move) = search.search_root(root, beta, depth, self.best_move);
            if search.is_stopped() {
                return false;
            }
            value = bound.value.clamp(self.lower, self.upper);
            if value >= beta {
                lower = value;
                // The move failed high, so it is at least as good as expected: it stands even if the iteration is
                // stopped.
                self.best_move = best_move;
                self.value = value;
            } else {
                upper = value;
            }
            match bound.proven {
                true if value >= beta => self.lower = self.lower.max(value),
                true => self.upper = self.upper.min(value),
                false => (),
            }
        }
        self.value = value.clamp(self.lower, self.upper);
        self.depth = depth;
        true
    }

    /// The principal variation, as move codes. For a proven value it is optimal play to the end of the game, as far as
    /// the limits allow to search it again; otherwise it has the moves of the transposition table.
    fn principal_variation(&self, search: &mut Search, mut root: RootPosition) -> Vec<u8> {
        let (mut pv, mut code, mut value) = (Vec::new(), self.best_move, self.value);
        while let Some(RootChild { successor, position }) = search.root_child(&root, code) {
            pv.push(code);
            if successor.game_over || (!self.is_proven() && pv.len() >= self.depth as usize) {
                break;
            }
            root = position;
            code = search.tt.find(root.board).map_or(NO_MOVE, |entry| entry.mv);
            if self.is_proven() {
                value = if successor.extra_turn { value - successor.gain } else { successor.gain - value };
                code = search.search_root(&root, value, FULL_DEPTH, code).1;
            }
        }
        pv
    }
}

/// The moves of these codes, played from a position.
fn to_rules_moves(position: &Position, codes: Vec<u8>) -> Vec<Move> {
    let mut position = *position;
    let mut moves = Vec::with_capacity(codes.len());
    for code in codes {
        let mv = root::to_rules_move(code, &position);
        // `play` is also called elsewhere in the browser's program, which so has the code only once.
        let Ok((after, _)) = position.play(mv) else { break };
        moves.push(Move::Mancala(mv));
        position = after;
    }
    moves
}

impl Search<'_, '_> {
    /// Deepens until the final lead of the side to move is proved, or proved to lie beyond an end of this window, or a
    /// limit is reached.
    pub fn deepen(
        &mut self,
        root: &RootPosition,
        (lowest, highest): (i32, i32),
        options: &SearchOptions,
    ) -> Progress {
        let (max_depth, nodes_before, objective) =
            (self.limits.depth, self.limits.node_count(), options.objective);
        let stones = root.board.stones().unsigned_abs();
        let mut progress = Progress::new(self, root);
        (progress.lower, progress.upper) = (lowest - root.lead, highest - root.lead);
        for depth in 1..=max_depth {
            if progress.is_proven() || !progress.mtdf(self, root, depth) || progress.is_proven() {
                break;
            }
            let nodes = self.limits.node_count() - nodes_before;
            while objective == Objective::BestMove
                && self.endgame_db.next_board_count() <= self.affordable_endgame_boards(nodes)
                && self.extend_endgame_db()
            {}
            if depth >= objective.first_proof_depth(stones) && max_depth == u32::MAX {
                while (self.endgame_db.max_stones() as u32) < options.endgame_stones
                    && self.extend_endgame_db()
                {}
                if objective != Objective::BestMove {
                    self.tt_margin = self.endgame_db.max_stones().max(TT_MARGIN);
                }
                self.abandon_at = self.limits.node_count().saturating_add(objective.proof_node_budget(nodes));
                progress.mtdf(self, root, FULL_DEPTH);
                self.abandon_at = u64::MAX;
                if progress.is_proven() || self.limits.is_reached() {
                    break;
                }
            }
        }
        progress
    }

    /// Adds the boards with one stone more to the endgame database.
    pub fn extend_endgame_db(&mut self) -> bool {
        self.endgame_db.extend(&self.rules, self.limits)
    }

    /// How many endgame boards are worth solving after this many nodes.
    fn affordable_endgame_boards(&self, nodes: u64) -> u64 {
        (nodes / 4).min(MAX_ENDGAME_BOARDS.saturating_sub(self.endgame_db.board_count()))
    }
}
