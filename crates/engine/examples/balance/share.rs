//! The share of the points that the first mover takes, with its confidence interval.

use std::fmt;
use std::iter::Sum;

/// The points of the first mover in a number of games: 1 for a win, a half for a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    games: u32,
    points: f64,
    /// The sum of the squares of the points of each game.
    squares: f64,
}

impl Share {
    /// The share of one game.
    pub fn of_game(points: f64) -> Share {
        Share { games: 1, points, squares: points * points }
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    /// The mean points of a game, from 0 to 1; a half without games.
    pub fn value(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.points / f64::from(self.games) }
    }

    /// Half of the width of the 95 % interval, by the normal approximation.
    pub fn margin(&self) -> f64 {
        let variance = self.squares / f64::from(self.games.max(1)) - self.value() * self.value();
        1.96 * (variance.max(0.0) / f64::from(self.games.max(1))).sqrt()
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Share>>(shares: I) -> Share {
        shares.fold(Share::default(), |all, one| Share {
            games: all.games + one.games,
            points: all.points + one.points,
            squares: all.squares + one.squares,
        })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ± {:.1}", self.value() * 100.0, self.margin() * 100.0)
    }
}
