//! A solver that keeps its memory: proved values of many positions of one variant, for a sweep of starts, a book, a
//! review or a search for puzzles.

use rules::mancala::{Move, Position, Variant};

use super::iterative_deepening::{FULL_DEPTH, INFINITE};
use super::memory::Memory;
use super::options::{Objective, SearchOptions};
use super::root::{RootChild, RootPosition, to_rules_move};
use super::search::Search;
use super::tt::NO_MOVE;
use crate::Limits;

/// Proves values of positions of one variant. Transposition table and endgame database stay from one question to the
/// next. Every answer is exact, whatever was asked before; only the number of nodes depends on it.
pub struct Solver {
    variant: Variant,
    options: SearchOptions,
    /// `None` before the first question.
    memory: Option<Memory>,
}

impl Solver {
    /// A solver for positions of this variant, with a transposition table of `table_bytes` bytes and endgame data up to
    /// `endgame_stones` stones; their sizes stand at [`SearchOptions`]. Both are made by the first question that needs
    /// them.
    #[must_use]
    pub fn new(variant: Variant, table_bytes: usize, endgame_stones: u32) -> Solver {
        let options = SearchOptions { objective: Objective::ExactValue, table_bytes, endgame_stones };
        Solver { variant, options, memory: None }
    }

    /// Has later questions make endgame data up to this many stones, if it has fewer. What is there stays.
    pub fn set_endgame_stones(&mut self, stones: u32) {
        self.options.endgame_stones = self.options.endgame_stones.max(stones);
    }

    /// Makes the endgame data, each board of which counts as a node. Returns whether that completed within the limits;
    /// a later call goes on with the first number of stones that is missing. At most 31 stones can be had.
    pub fn make_endgame_data(&mut self, limits: &mut Limits) -> bool {
        let stones = self.options.endgame_stones as i32;
        self.search(limits, |search| {
            while search.endgame_db.max_stones() < stones && search.extend_endgame_db() {}
            search.endgame_db.max_stones() >= stones
        })
    }

    /// The final lead of the side to move with best play: its store less the opponent's at the end of the game, in
    /// stones. `None` if a limit was reached before it was proved, or if the position is of another variant.
    pub fn value(&mut self, position: &Position, limits: &mut Limits) -> Option<i32> {
        self.value_within(position, -INFINITE, INFINITE, limits)
    }

    /// The final lead of the side to move if it lies between `lowest` and `highest`; `lowest` if it is lower, `highest`
    /// if it is higher. The narrower the window, the fewer nodes: −1 and 1 ask who wins. `None` as for [`Self::value`],
    /// and if `lowest` is above `highest`. The depth limit has no effect, as a proof goes to the end of the game.
    pub fn value_within(
        &mut self,
        position: &Position,
        lowest: i32,
        highest: i32,
        limits: &mut Limits,
    ) -> Option<i32> {
        if *position.variant() != self.variant || lowest > highest {
            return None;
        }
        if position.outcome().is_some() {
            let side = position.to_move();
            let lead = i32::from(position.store(side)) - i32::from(position.store(side.other()));
            return Some(lead.clamp(lowest, highest));
        }
        let root = RootPosition::of(position)?;
        let options = self.options;
        self.search(limits, |search| {
            let progress = search.deepen(&root, (lowest, highest), &options);
            progress.is_proven().then_some(root.lead + progress.value)
        })
    }

    /// The value of each legal move, in the order of [`Position::legal_moves`]: the final lead of the side to move after
    /// it. `None` as for [`Self::value`].
    pub fn move_values(&mut self, position: &Position, limits: &mut Limits) -> Option<Vec<(Move, i32)>> {
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let after = position.play_with(mv, |_| ()).ok()?;
            let value = self.value(&after, limits)?;
            let same_side = after.to_move() == position.to_move();
            values.push((mv, if same_side { value } else { -value }));
        }
        Some(values)
    }

    /// The value of the position, and a move that keeps it. `None` as for [`Self::value`], and if the game is over.
    pub fn best_move(&mut self, position: &Position, limits: &mut Limits) -> Option<(i32, Move)> {
        if *position.variant() != self.variant || position.outcome().is_some() {
            return None;
        }
        let root = RootPosition::of(position)?;
        let options = self.options;
        let (gain, code) = self.search(limits, |search| {
            let progress = search.deepen(&root, (-INFINITE, INFINITE), &options);
            let gain = progress.is_proven().then_some(progress.value)?;
            // The move of the last iteration may stand for a bound that is not the value.
            Some((gain, search.search_root(&root, gain, FULL_DEPTH, progress.best_move).1))
        })?;
        (code != NO_MOVE).then(|| (root.lead + gain, to_rules_move(code, position)))
    }

    /// The value of the position, and a line of best play from it (principal variation): each of its moves keeps the
    /// value. Of several such moves the line has the first by the order of the search: extra turns before captures, and
    /// captures before all others. So the line depends on the position alone. It goes to the end of the game, or ends
    /// where a limit was reached. `None` as for [`Self::value`].
    pub fn best_line(&mut self, position: &Position, limits: &mut Limits) -> Option<(i32, Vec<Move>)> {
        let value = self.value(position, limits)?;
        let mut line = Vec::new();
        if position.outcome().is_some() {
            return Some((value, line));
        }
        let mut root = RootPosition::of(position)?;
        let codes = self.search(limits, |search| {
            // What the side to move still gains.
            let (mut gain, mut codes) = (value - root.lead, Vec::new());
            loop {
                // A search without a hint tries the moves in the same order whatever the table holds, and the first one
                // that reaches the value is proved.
                let code = search.search_root(&root, gain, FULL_DEPTH, NO_MOVE).1;
                let Some(RootChild { successor, position }) = search.root_child(&root, code) else { break };
                codes.push(code);
                if successor.game_over {
                    break;
                }
                let rest = gain - successor.gain;
                gain = if successor.extra_turn { rest } else { -rest };
                root = position;
            }
            codes
        });
        let mut position = *position;
        for code in codes {
            let mv = to_rules_move(code, &position);
            let Ok(after) = position.play_with(mv, |_| ()) else { break };
            line.push(mv);
            position = after;
        }
        Some((value, line))
    }

    /// Runs a search with the solver's memory, to any depth.
    fn search<T>(&mut self, limits: &mut Limits, run: impl FnOnce(&mut Search) -> T) -> T {
        let options = &self.options;
        let memory = self.memory.take();
        let memory =
            memory.unwrap_or_else(|| Memory::new(&self.variant, options.table_bytes, options.objective));
        let (result, memory) = limits.with_depth(u32::MAX, |limits| {
            let mut search = Search::new(memory, limits, options.objective);
            let result = run(&mut search);
            (result, search.into_memory())
        });
        self.memory = Some(memory);
        result
    }
}
