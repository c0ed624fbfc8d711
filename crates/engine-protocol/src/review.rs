//! Game review (analysis of a finished game): the points that each move lost, its annotation (!, ?, ??), the decisive
//! move.

use rules::{Move, Side};

use crate::ScoredMove;

/// Loss from which on a move is a mistake, in hundredths of a point.
const MISTAKE_LOSS: i32 = 300;
/// Loss from which on a move is a blunder, in hundredths of a point.
const BLUNDER_LOSS: i32 = 800;
/// The best move is good (`!`) if every other move loses at least this, in hundredths of a point.
const ONLY_MOVE_MARGIN: i32 = 400;

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
    /// The annotation, if any.
    pub mark: Option<Mark>,
}

impl ReviewedMove {
    /// The points that the move lost, in hundredths of a point: 0 for a best move.
    #[must_use]
    pub fn loss(&self) -> i32 {
        self.best - self.played
    }
}

/// Reviews a move by the scores of all legal moves, best first. `None` if the move is not among them.
#[must_use]
pub fn review_move(scored: &[ScoredMove], side: Side, played: Move) -> Option<ReviewedMove> {
    let best = scored.first()?.value;
    let value = scored.iter().find(|scored| scored.mv == played)?.value;
    let loss = best - value;
    let mark = match scored.get(1) {
        _ if loss >= BLUNDER_LOSS => Some(Mark::Blunder),
        _ if loss >= MISTAKE_LOSS => Some(Mark::Mistake),
        // Of two moves one is often forced, so it gets no annotation.
        Some(second) if loss == 0 && scored.len() > 2 && best - second.value >= ONLY_MOVE_MARGIN => {
            Some(Mark::Good)
        }
        _ => None,
    };
    Some(ReviewedMove { side, best, played: value, mark })
}

/// The points that each side lost in a game, in hundredths of a point, by [`Side::index`].
#[must_use]
pub fn points_lost(moves: &[ReviewedMove]) -> [i32; 2] {
    Side::BOTH.map(|side| moves.iter().filter(|mv| mv.side == side).map(ReviewedMove::loss).sum())
}

/// The index of the decisive move of a game that `loser` lost: the last mistake that turned a won or drawn position
/// into a lost one. Without such a mistake it is the loser's largest one; `None` without any.
#[must_use]
pub fn decisive_move(moves: &[ReviewedMove], loser: Side) -> Option<usize> {
    let turned = |mv: &ReviewedMove| mv.side == loser && mv.best >= 0 && mv.played < 0;
    let last = moves.iter().rposition(|mv| turned(mv) && mv.loss() >= MISTAKE_LOSS);
    last.or_else(|| {
        let own = moves.iter().enumerate().filter(|(_, mv)| mv.side == loser);
        let (index, worst) = own.max_by_key(|(_, mv)| mv.loss())?;
        (worst.loss() >= MISTAKE_LOSS).then_some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::mancala::{Move as Sowing, Pit};

    fn pit(index: u8) -> Move {
        Move::Mancala(Sowing::Sow(Pit { side: Side::First, index }))
    }

    fn scored(values: &[i32]) -> Vec<ScoredMove> {
        (0..)
            .zip(values)
            .map(|(index, value)| ScoredMove { mv: pit(index), value: *value, proved: false })
            .collect()
    }

    #[test]
    fn the_annotation_depends_on_the_loss() {
        let mark =
            |values: &[i32], index| review_move(&scored(values), Side::First, pit(index)).unwrap().mark;
        assert_eq!(mark(&[500, 300, 200, -300], 0), None);
        assert_eq!(mark(&[500, 300, 200, -300], 1), None);
        assert_eq!(mark(&[500, 300, 200, -300], 2), Some(Mark::Mistake));
        assert_eq!(mark(&[500, 300, 200, -300], 3), Some(Mark::Blunder));
        assert_eq!(mark(&[500, 100, 0], 0), Some(Mark::Good));
        assert_eq!(mark(&[500, -100], 0), None, "two moves");
        assert_eq!(review_move(&scored(&[0]), Side::First, pit(4)), None);
        assert_eq!(review_move(&[], Side::First, pit(0)), None);
    }

    #[test]
    fn the_decisive_move_is_the_last_one_that_lost_the_game() {
        let turn = |side, best, played| ReviewedMove { side, best, played, mark: None };
        let [first, second] = Side::BOTH;
        let game = [
            turn(first, 300, -200),
            turn(second, 200, -100),
            turn(first, 100, 100),
            turn(second, -100, -900),
            turn(first, 0, -600),
            turn(second, 600, 600),
            turn(first, -600, -700),
        ];
        assert_eq!(decisive_move(&game, first), Some(4));
        assert_eq!(decisive_move(&game, second), Some(1));
        assert_eq!(points_lost(&game), [1_200, 1_100]);
        assert_eq!(decisive_move(&[turn(second, -100, -500), turn(first, 500, 500)], second), Some(0));
        assert_eq!(decisive_move(&[turn(second, -100, -200)], second), None);
        assert_eq!(decisive_move(&[], first), None);
    }
}
