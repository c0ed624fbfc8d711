//! Which positions a book has, and in which order: first all positions of the first moves, then a repertoire for each
//! side, in which that side makes best moves only and its opponent any.

use std::collections::{HashMap, HashSet};

use rules::mancala::{Position, Setup};

use super::Entry;
use crate::mancala::board::{Board, lane};

/// How far a book goes, in moves; each sowing counts as one.
struct Extent {
    /// It has all positions up to so many moves, …
    all: u32,
    /// … and a repertoire up to so many. Every position after them is proved within seconds.
    repertoire: u32,
}

const FROM_PLAIN_START: Extent = Extent { all: 2, repertoire: 8 };
const FROM_FAIR_START: Extent = Extent { all: 0, repertoire: 5 };

/// Walks through the positions of the book of a setup in their order, by the number of moves that lead to them, and calls
/// `prove` once for each; its answer decides how the walk goes on. Positions that differ only in their stores, or in who
/// is called South, are one. `None` if `prove` had no answer.
pub fn walk(
    setup: &Setup,
    mut prove: impl FnMut(&Position) -> Option<Entry>,
) -> Option<HashMap<Board, Entry>> {
    let start = Position::start(setup);
    let extent = if setup.start.is_some() { FROM_FAIR_START } else { FROM_PLAIN_START };
    let mut entries = HashMap::new();
    let mut positions = vec![start];
    for _ in 0..=extent.all {
        let mut next = Vec::new();
        for position in positions {
            let Some(board) = Board::of(&position) else { continue };
            if position.outcome().is_none() && !entries.contains_key(&board) {
                entries.insert(board, prove(&position)?);
                next.extend(children(&position).map(|(_, child)| child));
            }
        }
        positions = next;
    }
    // With each position, whether the side to move is the one whose repertoire it is.
    let mut lines = vec![(start, true), (start, false)];
    let mut seen = HashSet::new();
    for _ in 0..=extent.repertoire {
        let mut next = Vec::new();
        for (position, is_own_move) in lines {
            let Some(board) = Board::of(&position) else { continue };
            if position.outcome().is_some() || !seen.insert((board, is_own_move)) {
                continue;
            }
            let best = match entries.get(&board) {
                _ if !is_own_move => None,
                Some(entry) => Some(*entry),
                None => Some(prove(&position)?),
            };
            if let Some(entry) = best {
                entries.insert(board, entry);
            }
            let followed =
                children(&position).filter(|(sown, _)| best.is_none_or(|entry| entry.best == *sown));
            next.extend(
                followed.map(|(_, child)| (child, is_own_move == (child.to_move() == position.to_move()))),
            );
        }
        lines = next;
    }
    Some(entries)
}

/// The positions after each legal sowing, with the place of the pit in its row; in the same order in both directions.
fn children(position: &Position) -> impl Iterator<Item = (u8, Position)> {
    let mut children: Vec<_> = position
        .legal_pits()
        .filter_map(|pit| {
            let child = position.play_with(rules::mancala::Move::Sow(pit), |_| ()).ok()?;
            Some((lane(position, pit) as u8, child))
        })
        .collect();
    children.sort_by_key(|(sown, _)| *sown);
    children.into_iter()
}
