//! A rating in puzzles, on the device alone: an Elo number that meets the ratings of the difficulties.

/// A rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The number.
    pub points: u16,
    /// How many puzzles it is from.
    pub puzzles: u32,
}

impl Default for Rating {
    fn default() -> Self {
        Rating { points: 1_000, puzzles: 0 }
    }
}

/// The lowest and the highest rating.
const RANGE: (i32, i32) = (100, 3_000);
/// How often, of a thousand times, the stronger one of two wins: by how much it is rated higher, in steps of 50 points.
/// Elo's logistic curve, 1 / (1 + 10^(−d/400)).
const EXPECTED: [i32; 17] =
    [500, 571, 640, 703, 760, 809, 849, 882, 909, 930, 947, 960, 969, 977, 983, 987, 990];
const STEP: i32 = 50;

/// The rating of a difficulty, from 600 upwards.
#[must_use]
pub const fn rating_of(difficulty: u8) -> u16 {
    400 + 200 * difficulty as u16
}

impl Rating {
    /// The rating after a puzzle of this difficulty was solved at the first attempt, or was not. It rises and falls
    /// faster as long as it is from few puzzles.
    #[must_use]
    pub fn after(self, difficulty: u8, solved: bool) -> Rating {
        let factor = match self.puzzles {
            0..10 => 60,
            10..30 => 32,
            _ => 16,
        };
        let expected = expected(i32::from(self.points) - i32::from(rating_of(difficulty)));
        let change = factor * (if solved { 1_000 } else { 0 } - expected);
        // Rounded away from zero, so that every puzzle counts.
        let change = (change + change.signum() * 999) / 1_000;
        let points = (i32::from(self.points) + change).clamp(RANGE.0, RANGE.1);
        Rating { points: points as u16, puzzles: self.puzzles.saturating_add(1) }
    }
}

/// How often, of a thousand times, a puzzle is solved by who is rated so much higher.
fn expected(higher: i32) -> i32 {
    let last = EXPECTED.len() as i32 - 1;
    let distance = higher.abs().min(last * STEP);
    let (place, rest) = ((distance / STEP) as usize, distance % STEP);
    let here = EXPECTED[place];
    let next = EXPECTED.get(place + 1).copied().unwrap_or(here);
    let expected = here + (next - here) * rest / STEP;
    if higher < 0 { 1_000 - expected } else { expected }
}
