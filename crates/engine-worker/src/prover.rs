//! Proofs in the worker: one solver, which keeps its transposition table and endgame data from one question to the next,
//! and the opening book of the game that was asked about last.

use engine::mancala::{Book, Solver};
use engine::{Limits, ScoredMove, SearchResult, search};
use rules::mancala::{self, Variant};
use rules::{Move, Position, Setup, Side};

/// Size of the transposition table, in bytes: what a phone can spare.
const TABLE_BYTES: usize = 64 << 20;
/// The endgame data has all boards with up to this many stones: 9.7 MB with six pits a side, made in half a second.
const ENDGAME_STONES: u32 = 14;
/// From this many stones in the pits on a proof may take seconds, and larger data pays: …
const MANY_STONES: u32 = 33;
/// … all boards with up to this many stones, 87 MB, made in four seconds. From there on the proofs of a game take a third
/// of the time.
const LARGE_ENDGAME_STONES: u32 = 18;

/// A proof of a position of Mapello with more empty cells than this would take minutes, so it is not begun. Each cell more
/// takes half as long again or twice as long; 20 take half a million nodes.
const MAX_EMPTY_CELLS: u32 = 26;

/// Proves values of positions. It keeps the memory of the variant that was asked about last.
#[derive(Default)]
pub struct Prover {
    solver: Option<(Variant, Solver)>,
    book: Option<(mancala::Setup, Book)>,
}

impl Prover {
    /// The solver for a position, with the memory of its variant.
    fn solver(&mut self, position: &mancala::Position) -> &mut Solver {
        let variant = position.variant();
        if self.solver.as_ref().is_none_or(|(of, _)| of != variant) {
            // The old memory goes first, so that there are never two tables.
            self.solver = None;
        }
        let new = || (*variant, Solver::new(*variant, TABLE_BYTES, ENDGAME_STONES));
        let solver = &mut self.solver.get_or_insert_with(new).1;
        let in_pits: u32 = Side::BOTH.iter().map(|&side| u32::from(position.row_total(side))).sum();
        if in_pits >= MANY_STONES {
            solver.set_endgame_stones(LARGE_ENDGAME_STONES);
        }
        solver
    }

    /// The value and a best move out of the opening book of games with this setup, if the position is in it.
    fn look_up(&mut self, setup: &Setup, position: &mancala::Position) -> Option<(i32, mancala::Move)> {
        let Setup::Mancala(setup) = setup else { return None };
        if self.book.as_ref().is_none_or(|(of, _)| of != setup) {
            self.book = Some((*setup, Book::of(setup).unwrap_or_default()));
        }
        self.book.as_ref()?.1.look_up(position)
    }

    /// A move that is proved to keep the value of a position, and the value, in a game with this setup. `None` if a limit
    /// was reached before it was proved.
    pub fn best_move(
        &mut self,
        setup: &Setup,
        position: &Position,
        limits: &mut Limits,
    ) -> Option<ScoredMove> {
        limits.count_node();
        let Position::Mancala(position) = position else { return None };
        let (value, mv) = match self.look_up(setup, position) {
            Some(found) => found,
            None => self.solver(position).best_move(position, limits)?,
        };
        Some(ScoredMove { mv: Move::Mancala(mv), value: 100 * value, proved: true })
    }

    /// The final lead of the side to move if it lies between `lowest` and `highest`, in points; the nearer of the two if
    /// it does not. `None` if a limit was reached before it was proved.
    pub fn value_within(
        &mut self,
        setup: &Setup,
        position: &Position,
        lowest: i32,
        highest: i32,
        limits: &mut Limits,
    ) -> Option<i32> {
        // Every question takes a node: an answer without any means that the worker has failed.
        limits.count_node();
        if lowest > highest {
            return None;
        }
        if let Position::Mancala(position) = position
            && let Some((value, _)) = self.look_up(setup, position)
        {
            return Some(value.clamp(lowest, highest));
        }
        self.search_within(position, lowest, highest, limits)
    }

    /// As [`Prover::value_within`], without a look into the opening book. `lowest` is at most `highest`.
    pub fn search_within(
        &mut self,
        position: &Position,
        lowest: i32,
        highest: i32,
        limits: &mut Limits,
    ) -> Option<i32> {
        match position {
            Position::Mancala(position) => {
                self.solver(position).value_within(position, lowest, highest, limits)
            }
            Position::Mapello(_) => {
                let result = search_to_end(position, limits)?;
                Some((result.value / 100).clamp(lowest, highest))
            }
        }
    }

    /// The final lead of the side to move, in points, and moves of both sides that keep it: to the end of the game, or
    /// as far as the limits allow to prove it. `None` if a limit was reached before the value was proved.
    pub fn best_line(&mut self, position: &Position, limits: &mut Limits) -> Option<(i32, Vec<Move>)> {
        limits.count_node();
        if let Position::Mancala(position) = position {
            let (value, line) = self.solver(position).best_line(position, limits)?;
            return Some((value, line.into_iter().map(Move::Mancala).collect()));
        }
        let first = search_to_end(position, limits)?;
        let mut next = (position.clone(), first.mv?);
        let mut line = Vec::new();
        // Every move is the best one of a search of its own: the table of one search does not hold all of its proof.
        loop {
            let (position, mv) = next;
            let Ok(played) = position.play(mv) else { break };
            line.push(mv);
            match search_to_end(&played.position, limits).and_then(|result| result.mv) {
                Some(mv) => next = (played.position, mv),
                None => break,
            }
        }
        Some((first.value / 100, line))
    }
}

/// A search of a position of Mapello, if it reaches the end of the game.
fn search_to_end(position: &Position, limits: &mut Limits) -> Option<SearchResult> {
    let board = position.as_mapello()?;
    let discs = Side::BOTH.iter().fold(0, |discs, &side| discs | board.discs(side));
    let empty = !(discs | board.terrain().board().walls());
    let is_near = board.outcome().is_some() || empty.count_ones() <= MAX_EMPTY_CELLS;
    let result = is_near.then(|| search(position, limits))?;
    result.proved.then_some(result)
}
