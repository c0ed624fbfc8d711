//! What results are worth. In an arena as on lichess: 2 points for a win, 1 for a draw, doubled while on fire, and a further
//! point for a win with half of the time.

use room::Seat;

use crate::plan::{Format, Plan};
use crate::result::{Outcome, PairingResult};

/// How many moves a player has to make, over all games of a pairing, for the further point of a win with half of the time.
pub const BERSERK_MOVES: u16 = 7;
/// How many moves both players have to make, for each game of a pairing, before a draw counts that follows a draw.
pub const LONG_DRAW_MOVES: u16 = 7;

/// What a player took from a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The win.
    Win,
    /// Half.
    Draw,
    /// Nothing.
    Loss,
}

impl Taken {
    /// What the player on this seat took; `None` from a pairing that is void.
    pub fn of(outcome: Outcome, seat: Seat) -> Option<Self> {
        match outcome {
            Outcome::Won(winner) if winner == seat => Some(Self::Win),
            Outcome::Won(_) => Some(Self::Loss),
            Outcome::Drawn => Some(Self::Draw),
            Outcome::Void => None,
        }
    }

    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub fn points(self) -> u32 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// What the format of a tournament gives for a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scoring {
    /// Streaks count.
    Arena {
        /// Whether there is a further point for a win with half of the time.
        berserk: bool,
        /// How many games a pairing has.
        games: u16,
    },
    /// Every pairing counts by itself.
    Plain,
    /// So it does in a Swiss tournament, and one that is void counts as drawn: with one game a round, who got nothing for it would
    /// have lost.
    Swiss,
}

impl Scoring {
    pub(crate) fn of(plan: &Plan) -> Self {
        match plan.format {
            Format::Arena { berserk, .. } => Self::Arena { berserk, games: plan.terms.game.games() as u16 },
            Format::RoundRobin { .. } => Self::Plain,
            Format::Swiss { .. } => Self::Swiss,
        }
    }

    /// What the player on this seat took; `None` from a pairing that does not count.
    pub(crate) fn taken(self, outcome: Outcome, seat: Seat) -> Option<Taken> {
        match (self, outcome) {
            (Self::Swiss, Outcome::Void) => Some(Taken::Draw),
            _ => Taken::of(outcome, seat),
        }
    }
}

/// What the results of an entrant are worth so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The points.
    pub points: u32,
    /// How many pairings were won.
    pub wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// How many were lost.
    pub losses: u32,
    /// How many were won in a row, up to the last one.
    pub wins_in_a_row: u32,
    /// Whether a pairing was drawn and none won since.
    drawn_since_win: bool,
}

impl Score {
    /// Whether the next pairing of an arena is worth double: the last two were won.
    pub fn is_on_fire(&self) -> bool {
        self.wins_in_a_row >= 2
    }

    /// A score that begins with points for rounds without a game.
    pub(crate) fn beginning_with(points: u32) -> Self {
        Self { points, ..Self::default() }
    }

    /// Adds what the player on this seat took from a pairing; gives the points for it, or `None` if it is void.
    pub(crate) fn add(&mut self, scoring: Scoring, result: &PairingResult, seat: Seat) -> Option<u32> {
        let taken = scoring.taken(result.outcome, seat)?;
        let points = match scoring {
            Scoring::Plain | Scoring::Swiss => taken.points(),
            Scoring::Arena { berserk, games } => {
                let doubled = if self.is_on_fire() { 2 } else { 1 };
                let has_played_on = result.moves[seat.index()] >= BERSERK_MOVES;
                let is_further =
                    taken == Taken::Win && berserk && result.berserk[seat.index()] && has_played_on;
                let is_short = result.moves.iter().any(|&moves| moves < LONG_DRAW_MOVES * games);
                let is_idle_draw = taken == Taken::Draw && self.drawn_since_win && is_short;
                if is_idle_draw { 0 } else { taken.points() * doubled + u32::from(is_further) }
            }
        };
        self.points = self.points.saturating_add(points);
        let count = match taken {
            Taken::Win => &mut self.wins,
            Taken::Draw => &mut self.draws,
            Taken::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
        self.wins_in_a_row = if taken == Taken::Win { self.wins_in_a_row.saturating_add(1) } else { 0 };
        self.drawn_since_win = taken == Taken::Draw || self.drawn_since_win && taken != Taken::Win;
        Some(points)
    }
}
