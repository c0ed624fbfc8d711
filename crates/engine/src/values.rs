//! What every legal move is worth: for hints, for reviews, and for levels that do not always take the best.

use rules::Position;

use crate::{Limits, ScoredMove, mapello, search};

/// What each legal move is worth, looking so many moves ahead (1 at least, the move itself is the first) or as far as the
/// limits allow for all of them alike; the best first. None when the game is over.
#[must_use]
pub fn values(position: &Position, depth: u32, limits: &mut Limits) -> Vec<ScoredMove> {
    let mut all = match position {
        Position::Mancala(_) => one_by_one(position, depth.max(1) - 1, limits),
        Position::Mapello(position) => limits.at_depth(depth, |limits| mapello::values(position, limits)),
    };
    // There are too few to need a quicker way of sorting; of equal ones the first stays first.
    for end in 1..all.len() {
        let mut place = end;
        while place > 0 && all[place - 1].value < all[place].value {
            all.swap(place - 1, place);
            place -= 1;
        }
    }
    all
}

/// The values by a search of its own after each move. Searches deepen by themselves, so it is enough to stop at every third
/// depth for all to come as far.
fn one_by_one(position: &Position, last: u32, limits: &mut Limits) -> Vec<ScoredMove> {
    let mut all = Vec::new();
    let mut depth = 0;
    let mut seen = None;
    while let Some(deeper) = values_at(position, depth, limits) {
        // Where nothing is left to be looked at, no limit would ever be reached.
        if seen.replace(limits.seen()) == Some(limits.seen()) {
            return deeper;
        }
        let proved = deeper.iter().all(|valued| valued.proved);
        all = deeper;
        if depth == last || proved {
            break;
        }
        depth = last - (last - depth - 1) / 3 * 3;
    }
    all
}

/// The values with so many moves after each; `None` if a limit was reached before all were looked at. The first look is
/// always ended: it is a position a move.
fn values_at(position: &Position, depth: u32, limits: &mut Limits) -> Option<Vec<ScoredMove>> {
    let mut all = Vec::new();
    for mv in position.legal_moves() {
        let Ok(played) = position.play(mv) else { continue };
        let after = limits.at_depth(depth, |limits| search(&played.position, limits));
        if limits.is_reached() && depth > 0 {
            return None;
        }
        let same = played.position.to_move() == position.to_move();
        all.push(ScoredMove {
            mv,
            value: if same { after.value } else { -after.value },
            proved: after.proved,
        });
    }
    Some(all)
}
