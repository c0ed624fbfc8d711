//! What the moves of a finished game were worth: what each gave away, how it is marked, which one decided.

use rules::{Move, Side};

use crate::ScoredMove;

/// A move that gives away so much, in hundredths of a point, is a mistake …
const MISTAKE: i32 = 300;
/// … and so much, a blunder.
const BLUNDER: i32 = 800;
/// A move is remarkable that is the only one of several to keep so much.
const ONLY: i32 = 400;

/// How a move is marked in a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// The only good one: `!`
    Good,
    /// It gave something away: `?`
    Mistake,
    /// It gave much away: `??`
    Blunder,
}

/// A move that was made, beside the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Who made it.
    pub side: Side,
    /// What the best move was worth to that side, in hundredths of a point.
    pub best: i32,
    /// What the one made was worth; at most `best`.
    pub played: i32,
    /// How it is marked.
    pub mark: Option<Mark>,
}

impl Judged {
    /// What it gave away, in hundredths of a point.
    #[must_use]
    pub fn lost(&self) -> i32 {
        self.best - self.played
    }
}

/// Judges a move by the values of all that were legal, the best first. `None` if it is not among them.
#[must_use]
pub fn judge(values: &[ScoredMove], side: Side, played: Move) -> Option<Judged> {
    let best = values.first()?.value;
    let value = values.iter().find(|valued| valued.mv == played)?.value;
    let lost = best - value;
    let mark = match values.get(1) {
        _ if lost >= BLUNDER => Some(Mark::Blunder),
        _ if lost >= MISTAKE => Some(Mark::Mistake),
        // With two to choose from, one is often forced.
        Some(second) if lost == 0 && values.len() > 2 && best - second.value >= ONLY => Some(Mark::Good),
        _ => None,
    };
    Some(Judged { side, best, played: value, mark })
}

/// What each side gave away in a game, in hundredths of a point, by [`Side::index`].
#[must_use]
pub fn given_away(turns: &[Judged]) -> [i32; 2] {
    Side::BOTH.map(|side| turns.iter().filter(|turn| turn.side == side).map(Judged::lost).sum())
}

/// The move that decided a game that `loser` lost, by its place: the last that turned a position which was not lost into
/// one that was; if there is none, the one that gave the most away, if it was a mistake.
#[must_use]
pub fn deciding(turns: &[Judged], loser: Side) -> Option<usize> {
    let turned = |turn: &Judged| turn.side == loser && turn.best >= 0 && turn.played < 0;
    let last = turns.iter().rposition(|turn| turned(turn) && turn.lost() >= MISTAKE);
    last.or_else(|| {
        let own = turns.iter().enumerate().filter(|(_, turn)| turn.side == loser);
        let (place, worst) = own.max_by_key(|(_, turn)| turn.lost())?;
        (worst.lost() >= MISTAKE).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::mancala::{Move as Sowing, Pit};

    fn pit(index: u8) -> Move {
        Move::Mancala(Sowing::Sow(Pit { side: Side::First, index }))
    }

    fn values(all: &[i32]) -> Vec<ScoredMove> {
        (0..)
            .zip(all)
            .map(|(index, value)| ScoredMove { mv: pit(index), value: *value, proved: false })
            .collect()
    }

    #[test]
    fn a_move_is_marked_by_what_it_gives_away() {
        let mark = |all: &[i32], place| judge(&values(all), Side::First, pit(place)).unwrap().mark;
        assert_eq!(mark(&[500, 300, 200, -300], 0), None);
        assert_eq!(mark(&[500, 300, 200, -300], 1), None);
        assert_eq!(mark(&[500, 300, 200, -300], 2), Some(Mark::Mistake));
        assert_eq!(mark(&[500, 300, 200, -300], 3), Some(Mark::Blunder));
        assert_eq!(mark(&[500, 100, 0], 0), Some(Mark::Good));
        assert_eq!(mark(&[500, -100], 0), None, "one of two");
        assert_eq!(judge(&values(&[0]), Side::First, pit(4)), None);
        assert_eq!(judge(&[], Side::First, pit(0)), None);
    }

    #[test]
    fn the_deciding_move_is_the_last_that_lost_what_was_not_lost() {
        let turn = |side, best, played| Judged { side, best, played, mark: None };
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
        assert_eq!(deciding(&game, first), Some(4));
        assert_eq!(deciding(&game, second), Some(1));
        assert_eq!(given_away(&game), [1_200, 1_100]);
        assert_eq!(deciding(&[turn(second, -100, -500), turn(first, 500, 500)], second), Some(0));
        assert_eq!(deciding(&[turn(second, -100, -200)], second), None);
        assert_eq!(deciding(&[], first), None);
    }
}
