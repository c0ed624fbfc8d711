//! What the one right move keeps.

use rules::Game;

/// What the solver of a puzzle has to keep; every other move of each own turn loses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Goal {
    /// The win: every other move draws at best.
    Win,
    /// The draw: every other move loses, by [`Goal::margin`] at least.
    Draw,
    /// The points: every other move ends with [`Goal::margin`] less at least, whoever wins.
    Points,
}

impl Goal {
    /// All goals.
    pub const ALL: [Goal; 3] = [Goal::Win, Goal::Draw, Goal::Points];

    /// How much worse every other move is if it is not worse by its result alone: 4 stones in Mancala, 6 points in
    /// Mapello.
    #[must_use]
    pub const fn margin(game: Game) -> i16 {
        match game {
            Game::Mancala => 4,
            Game::Mapello => 6,
        }
    }

    /// The goal of a turn in which the best move is worth `best` and the second best `second`: the final lead of the
    /// side to move with best play. `None` if the best move is not alone.
    #[must_use]
    pub fn of_values(game: Game, best: i16, second: i16) -> Option<Goal> {
        let apart = best.saturating_sub(second) >= Goal::margin(game);
        match best {
            1.. if second <= 0 => Some(Goal::Win),
            0 if apart => Some(Goal::Draw),
            1.. if apart => Some(Goal::Points),
            _ => None,
        }
    }

    /// The most that another move may be worth in a turn of a puzzle with this goal and value.
    #[must_use]
    pub fn most_of_others(self, game: Game, value: i16) -> i16 {
        match self {
            Goal::Win => 0,
            Goal::Draw | Goal::Points => value - Goal::margin(game),
        }
    }

    /// Its letter in a pack.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Goal::Win => 'W',
            Goal::Draw => 'D',
            Goal::Points => 'P',
        }
    }

    /// The goal of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Goal> {
        Goal::ALL.into_iter().find(|goal| goal.letter() == letter)
    }
}
