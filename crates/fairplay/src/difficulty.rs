//! How hard a position is: what a player would lose in it who looks only a few moves ahead and cannot tell moves of
//! about the same value apart.

use rules::{Game, Move, Position};

use crate::values::{Values, search};

/// If all weak players would play one move so often, the position is plain.
const PLAIN_SHARE: f64 = 0.97;

/// The difficulty of a position: the expected loss of three weak players, in points. Each scores all moves by a search to
/// a fixed depth and draws one of them, the more likely the better it looks (softmax).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difficulty {
    /// Of a player who looks three moves ahead in Mancala, two in Mapello.
    pub shallow: f64,
    /// Of a player who looks six moves ahead in Mancala, four in Mapello.
    pub middle: f64,
    /// Of a player who looks ten moves ahead in Mancala, six in Mapello.
    pub deep: f64,
}

impl Difficulty {
    /// The mean of the three, in points.
    #[must_use]
    pub fn mean(self) -> f64 {
        (self.shallow + self.middle + self.deep) / 3.0
    }
}

/// Three weak players' choices in a position, before it is known what the moves are worth: with which probability each
/// move is drawn, for the shallowest search first.
pub(crate) struct WeakChoices([Vec<(Move, f64)>; 3]);

impl WeakChoices {
    /// What they would play in a position.
    pub fn of(position: &Position) -> WeakChoices {
        // A move that looks this much worse, in points, is played half as often.
        let (depths, temperature) = match position.game() {
            Game::Mancala => ([3, 6, 10], 0.6),
            Game::Mapello => ([2, 4, 6], 1.5),
        };
        WeakChoices(depths.map(|depth| probabilities(&search(position, depth, u64::MAX), temperature)))
    }

    /// Whether all would nearly always play the same move, so that playing it tells nothing.
    pub fn is_plain(&self) -> bool {
        let favourite = |choices: &Vec<(Move, f64)>| {
            choices.iter().find(|(_, share)| *share >= PLAIN_SHARE).map(|(mv, _)| *mv)
        };
        let [first, rest @ ..] = self.0.each_ref().map(favourite);
        first.is_some() && rest.iter().all(|other| *other == first)
    }

    /// What they would lose, by these values.
    pub fn difficulty(&self, values: &Values) -> Difficulty {
        let expected = |choices: &Vec<(Move, f64)>| -> f64 {
            choices.iter().map(|(mv, share)| share * values.loss(*mv).unwrap_or_default()).sum()
        };
        let [shallow, middle, deep] = self.0.each_ref().map(expected);
        Difficulty { shallow, middle, deep }
    }
}

/// With which probability each move is drawn.
fn probabilities(values: &Values, temperature: f64) -> Vec<(Move, f64)> {
    let best = values.best();
    let weight = |value: f64| ((value - best) / temperature).exp2();
    let all: f64 = values.moves.iter().map(|(_, value)| weight(*value)).sum();
    values.moves.iter().map(|(mv, value)| (*mv, weight(*value) / all)).collect()
}
