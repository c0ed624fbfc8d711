//! MultiPV: the score of every legal move, for hints, for reviews, and for levels that do not always play the best
//! move.

use rules::Position;

use crate::{Limits, ScoredMove, mapello, search};

/// Scores all legal moves, best first; empty when the game is over.
///
/// All scores have the same depth: `depth` moves, counting the scored move itself, or as many as the limits allow for
/// every move. A depth below 1 counts as 1.
#[must_use]
pub fn score_moves(position: &Position, depth: u32, limits: &mut Limits) -> Vec<ScoredMove> {
    let mut scored = match position {
        Position::Mancala(_) => score_by_separate_searches(position, depth.max(1) - 1, limits),
        Position::Mapello(position) => {
            limits.with_depth(depth, |limits| mapello::score_moves(position, limits))
        }
    };
    // An insertion sort is fast enough for so few moves, and stable: equal scores keep their order.
    for end in 1..scored.len() {
        let mut index = end;
        while index > 0 && scored[index - 1].value < scored[index].value {
            scored.swap(index - 1, index);
            index -= 1;
        }
    }
    scored
}

/// Scores the moves by a separate search after each of them. Each search deepens iteratively by itself, so the outer
/// deepening goes by steps of three: few repeated searches, and still an equal depth for all moves.
fn score_by_separate_searches(position: &Position, max_depth: u32, limits: &mut Limits) -> Vec<ScoredMove> {
    let mut scored = Vec::new();
    let mut depth = 0;
    let mut node_count = None;
    while let Some(deeper) = score_at_depth(position, depth, limits) {
        // When all children are leaves, no node is counted and no limit would ever be reached.
        if node_count.replace(limits.node_count()) == Some(limits.node_count()) {
            return deeper;
        }
        let proved = deeper.iter().all(|scored| scored.proved);
        scored = deeper;
        if depth == max_depth || proved {
            break;
        }
        depth = max_depth - (max_depth - depth - 1) / 3 * 3;
    }
    scored
}

/// Scores the moves by searches of `depth` after each of them; `None` if a limit was reached before all were scored.
/// Depth 0 always completes, as it costs one node a move.
fn score_at_depth(position: &Position, depth: u32, limits: &mut Limits) -> Option<Vec<ScoredMove>> {
    let mut scored = Vec::new();
    for mv in position.legal_moves() {
        let Ok(played) = position.play(mv) else { continue };
        let child = limits.with_depth(depth, |limits| search(&played.position, limits));
        if limits.is_reached() && depth > 0 {
            return None;
        }
        let extra_turn = played.position.to_move() == position.to_move();
        let value = if extra_turn { child.value } else { -child.value };
        scored.push(ScoredMove { mv, value, proved: child.proved });
    }
    Some(scored)
}
