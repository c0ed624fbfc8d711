//! Reasons: why a move lost points, as far as the traces of two lines show it. A reason names its evidence, the move of a
//! line that does what the reason says, so it can be checked and played through. Where the lines show nothing that can be
//! said, there is no reason.
//!
//! Both lines are proved: the best line from the position before the move, and the refutation, which is the move with
//! best play after it. What the best line does in the mover's own turn, and the refutation does not, was missed; what
//! the refutation does in the opponent's reply, and the best line does not, was allowed. If these two turns show nothing,
//! the ends of the two lines are compared, and then the whole lines: what happens later.

mod fact;

use rules::{Move, Position, Side};

pub use fact::Fact;
use fact::{PlayedLine, Seen, Turn};

/// Which line shows a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Shown {
    /// The best line: the move missed something.
    InBestLine,
    /// The refutation: the move allowed something.
    InRefutation,
}

/// Why a move lost points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What was missed or allowed.
    pub fact: Fact,
    /// Which line shows it.
    pub shown: Shown,
    /// The index of the move in that line that shows it.
    pub at: usize,
    /// Whether that is after the two turns that follow from the move at once.
    pub later: bool,
    /// That move.
    pub mv: Move,
    /// The side that makes it.
    pub by: Side,
}

/// Finds the reason that accounts for most points; of equal ones what was missed comes first. `best` and `refutation` are
/// lines from `position`.
#[must_use]
pub fn find(position: &Position, best: &[Move], refutation: &[Move]) -> Option<Reason> {
    let [best, refutation] = [best, refutation].map(|line| PlayedLine::of(position, line));
    // What happens at once is seen most easily, and the end of the game more easily than what lies between.
    let now = heaviest(compare(&best, &refutation, [Turn::Own, Turn::Reply]), false);
    // Only a line to the end of the game shows that something never happens.
    if now.is_some() || !best.is_over() || !refutation.is_over() {
        return now;
    }
    let later = || heaviest(compare(&best, &refutation, [Turn::AnyOwn, Turn::AnyReply]), true);
    heaviest(leftovers(&best, &refutation), true).or_else(later)
}

/// A fact that one line has and the other one has less of, and the points that it accounts for.
struct Difference {
    weight: u32,
    seen: Seen,
    shown: Shown,
}

/// The first of the heaviest.
fn heaviest(reasons: Vec<Difference>, later: bool) -> Option<Reason> {
    let Difference { seen, shown, .. } = reasons.into_iter().rev().max_by_key(|reason| reason.weight)?;
    Some(Reason { fact: seen.fact, shown, at: seen.at, later, mv: seen.mv, by: seen.by })
}

/// What the best line does in the first of these turns and the refutation does not, and what the refutation does in the
/// second one.
fn compare(best: &PlayedLine, refutation: &PlayedLine, [own, reply]: [Turn; 2]) -> Vec<Difference> {
    let missed = (own, Shown::InBestLine, best, refutation);
    let allowed = (reply, Shown::InRefutation, refutation, best);
    let mut reasons = Vec::new();
    for (turn, shown, line, other) in [missed, allowed] {
        let found = line.facts(turn).into_iter().filter_map(|seen| {
            let weight = seen.fact.weight(other.most_like(turn, seen.fact))?;
            Some(Difference { weight, seen, shown })
        });
        reasons.extend(found);
    }
    reasons
}

/// Stones that go to the opponent at the end of the refutation, or to the mover at the end of the best line, more than in
/// the other line. Both lines go to the end of the game.
fn leftovers(best: &PlayedLine, refutation: &PlayedLine) -> Vec<Difference> {
    let Some(mover) = best.mover() else { return Vec::new() };
    let more = |line: &PlayedLine, other: &PlayedLine, to: Side, shown| {
        let seen = line.leftovers(to)?;
        let weight = seen.fact.weight(other.leftovers(to).map(|seen| seen.fact))?;
        Some(Difference { weight, seen, shown })
    };
    let missed = more(best, refutation, mover, Shown::InBestLine);
    let allowed = more(refutation, best, mover.other(), Shown::InRefutation);
    missed.into_iter().chain(allowed).collect()
}
