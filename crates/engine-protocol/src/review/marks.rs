//! Played moves compared with the best ones: annotations, sums, the decisive move.

use rules::{Move, Side};

use crate::ScoredMove;

/// Loss from which on a move is a mistake, in hundredths of a point.
const MISTAKE_LOSS: i32 = 300;
/// Loss from which on a move is a blunder, in hundredths of a point.
const BLUNDER_LOSS: i32 = 800;
/// The best move is good (`!`) if every other move loses at least this, in hundredths of a point.
pub(super) const ONLY_MOVE_MARGIN: i32 = 400;

/// How sure a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// The value of a search that did not reach the end of the game.
    Estimated,
    /// The exact value.
    Proved,
}

/// The annotation of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// The only good move: `!`
    Good,
    /// It lost points: `?`
    Mistake,
    /// It lost many points: `??`
    Blunder,
}

/// A played move compared with the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewedMove {
    /// The side that played it.
    pub side: Side,
    /// Value of the best move for that side, in hundredths of a point.
    pub best: i32,
    /// Value of the played move; at most `best`.
    pub played: i32,
    /// Whether both values are proved, or both estimates.
    pub certainty: Certainty,
    /// The annotation, if any.
    pub mark: Option<Mark>,
}

impl ReviewedMove {
    /// A move whose value and that of the best one are proved, in hundredths of a point. It is a mistake if it lost at
    /// least 3 points or turned a win into a draw or a draw into a loss, a blunder if it lost at least 8 points or turned
    /// a win into a loss.
    #[must_use]
    pub fn proved(side: Side, best: i32, played: i32) -> ReviewedMove {
        let loss = best - played;
        let mark = match best.signum() - played.signum() {
            2 => Some(Mark::Blunder),
            _ if loss >= BLUNDER_LOSS => Some(Mark::Blunder),
            1 => Some(Mark::Mistake),
            _ if loss >= MISTAKE_LOSS => Some(Mark::Mistake),
            _ => None,
        };
        ReviewedMove { side, best, played, certainty: Certainty::Proved, mark }
    }

    /// A move by the scores of all legal moves of one search, best first. It is an estimate unless the two scores that
    /// count are proved. `None` if the move is not among them.
    #[must_use]
    pub fn scored(scored: &[ScoredMove], side: Side, played: Move) -> Option<ReviewedMove> {
        let first = scored.first()?;
        let own = scored.iter().find(|scored| scored.mv == played)?;
        if first.proved && own.proved && scored.iter().all(|scored| scored.proved) {
            let mut reviewed = ReviewedMove::proved(side, first.value, own.value);
            reviewed.mark = reviewed.mark.or(only_move(scored, reviewed.loss()));
            return Some(reviewed);
        }
        let loss = first.value - own.value;
        let mark = match loss {
            BLUNDER_LOSS.. => Some(Mark::Blunder),
            MISTAKE_LOSS.. => Some(Mark::Mistake),
            _ => only_move(scored, loss),
        };
        let certainty = Certainty::Estimated;
        Some(ReviewedMove { side, best: first.value, played: own.value, certainty, mark })
    }

    /// The points that the move lost, in hundredths of a point: 0 for a best move.
    #[must_use]
    pub fn loss(&self) -> i32 {
        self.best - self.played
    }

    /// Whether the move turned a win into a draw or a loss, or a draw into a loss.
    fn drops_result(&self) -> bool {
        self.played.signum() < self.best.signum()
    }
}

/// The annotation of a best move, if every other move is clearly worse.
fn only_move(scored: &[ScoredMove], loss: i32) -> Option<Mark> {
    let [best, second, _, ..] = scored else {
        // Of two moves one is often forced, so it gets no annotation.
        return None;
    };
    (loss == 0 && best.value - second.value >= ONLY_MOVE_MARGIN).then_some(Mark::Good)
}

/// What a side lost in a game, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Loss {
    /// The sum of the proved losses.
    pub proved: i32,
    /// The sum of the estimated losses.
    pub estimated: i32,
}

/// What each side lost in a game, by [`Side::index`].
#[must_use]
pub fn points_lost(moves: &[ReviewedMove]) -> [Loss; 2] {
    Side::BOTH.map(|side| {
        let sum = |certainty| {
            let own = moves.iter().filter(|mv| mv.side == side && mv.certainty == certainty);
            own.map(ReviewedMove::loss).sum()
        };
        Loss { proved: sum(Certainty::Proved), estimated: sum(Certainty::Estimated) }
    })
}

/// The index of the decisive move: the last one that turned a win or a draw into less, proved if there is such a one,
/// else an estimated mistake. Of a game that `loser` lost it is a move of that side; without a loser it may be either's.
/// Without such a move it is the loser's largest mistake; `None` without any.
#[must_use]
pub fn decisive_move(moves: &[ReviewedMove], loser: Option<Side>) -> Option<usize> {
    let of_loser = |mv: &ReviewedMove| loser.is_none_or(|loser| mv.side == loser);
    let last = |certainty| {
        moves.iter().rposition(|mv| {
            let counts = certainty == Certainty::Proved || mv.loss() >= MISTAKE_LOSS;
            mv.certainty == certainty && of_loser(mv) && mv.drops_result() && counts
        })
    };
    last(Certainty::Proved).or_else(|| last(Certainty::Estimated)).or_else(|| {
        let loser = loser?;
        let own = moves.iter().enumerate().filter(|(_, mv)| mv.side == loser);
        let (index, worst) = own.max_by_key(|(_, mv)| (mv.certainty, mv.loss()))?;
        (worst.loss() >= MISTAKE_LOSS).then_some(index)
    })
}

#[cfg(test)]
mod tests;
