//! Glicko-2 rating (Mark Glickman, "Example of the Glicko-2 system", 2013) as pure functions. Each rated game
//! is a rating period of its own, and so is every week without one (ADR 0032).

use room::Millis;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// Length of a rating period without games, after which the deviation grows by a step, in milliseconds.
const PERIOD: Millis = 7 * 24 * 3600 * 1000;
/// A rating with a larger deviation is provisional.
const PROVISIONAL_DEVIATION: f64 = 110.0;
/// After so many periods without games the deviation is at its maximum for any usual volatility, so more are
/// not computed.
const MAX_PERIODS: Millis = 1_200;

/// A guest's rating at one game and speed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Rating points: 1500 at the start.
    pub points: f64,
    /// Rating deviation: 350 at the start.
    pub deviation: f64,
    /// Volatility: the expected fluctuation of the strength.
    pub volatility: f64,
    /// Number of rated games.
    pub games: u32,
    /// End of the last rated game, in milliseconds since 1970.
    pub at: Millis,
}

impl Rating {
    /// The rating of a new player.
    pub fn new_player(at: Millis) -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { points: rating, deviation, volatility, games: 0, at }
    }

    /// The rating at a later time: its deviation grows with inactivity.
    pub fn decayed_to(self, now: Millis) -> Self {
        let periods = (now.saturating_sub(self.at) / PERIOD).clamp(0, MAX_PERIODS);
        let later = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        Self { deviation: later.deviation, ..self }
    }

    /// Whether the deviation is too large for the points to mean much.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// The points as displayed.
    pub fn rounded(&self) -> u32 {
        // Within bounds: endless losses approach 0, and a negative number would saturate to 0.
        self.points.round() as u32
    }

    /// The rating after the games of one period.
    fn after_period(self, games: &[(Rating, Outcomes)], now: Millis) -> Self {
        let games: Vec<_> = games.iter().map(|(other, outcome)| (other.glicko(), *outcome)).collect();
        let config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&self.glicko(), &games, &config);
        let played = u32::try_from(games.len()).unwrap_or(u32::MAX);
        Self {
            points: rating,
            // Capped at the deviation of a new player.
            deviation: deviation.min(350.0),
            volatility,
            games: self.games.saturating_add(played),
            at: now,
        }
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.points, deviation: self.deviation, volatility: self.volatility }
    }
}

/// Both ratings after a game that ended at `now`; `winner` is 0 or 1, `None` for a draw.
pub fn after_game(before: [Rating; 2], winner: Option<usize>, now: Millis) -> [Rating; 2] {
    let [first, second] = before.map(|rating| rating.decayed_to(now));
    let outcome = |own: usize| match winner {
        None => Outcomes::DRAW,
        Some(winner) if winner == own => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
    };
    [first.after_period(&[(second, outcome(0))], now), second.after_period(&[(first, outcome(1))], now)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: f64, deviation: f64) -> Rating {
        Rating { points, deviation, ..Rating::new_player(0) }
    }

    #[test]
    fn the_example_of_glickmans_paper_comes_out_as_printed() {
        let games = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after = rating(1500.0, 200.0).after_period(&games, 9);
        assert!((after.points - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
        assert_eq!((after.games, after.at), (3, 9));
    }

    #[test]
    fn equal_ratings_change_by_the_same_amount_and_not_after_a_draw() {
        let new = [Rating::new_player(0); 2];
        let [first, second] = after_game(new, Some(0), 1);
        assert!(first.points > 1500.0 && (first.points + second.points - 3000.0).abs() < 1e-6);
        assert!(first.deviation < 350.0 && (first.deviation - second.deviation).abs() < 1e-6);
        assert_eq!(after_game(new, Some(1), 1).map(|r| r.rounded()), [second.rounded(), first.rounded()]);
        assert_eq!(after_game(new, None, 1).map(|r| r.rounded()), [1500, 1500]);
        // The player with the smaller deviation moves less.
        let [known, unknown] = after_game([rating(1500.0, 60.0), rating(1500.0, 350.0)], Some(1), 1);
        assert!(1500.0 - known.points < 20.0 && unknown.points - 1500.0 > 100.0);
    }

    #[test]
    fn a_rating_is_provisional_for_about_12_games_and_after_a_year_away() {
        let mut both = [Rating::new_player(0); 2];
        for game in 0..18 {
            both = after_game(both, Some(game % 2), 0);
            assert!(game >= 9 || both[0].is_provisional(), "after {} games: {:?}", game + 1, both[0]);
        }
        assert!(!both[0].is_provisional(), "{:?}", both[0]);
        for game in 0..200 {
            both = after_game(both, Some(game % 2), 0);
        }
        assert!(both[0].deviation > 40.0 && both[0].deviation < 75.0, "it stays able to move: {:?}", both[0]);
        let later = |weeks: Millis| both[0].decayed_to(weeks * PERIOD);
        assert_eq!(later(0), both[0]);
        assert_eq!(both[0].decayed_to(PERIOD - 1), both[0], "a week is not over");
        assert!(later(1).deviation > both[0].deviation);
        assert!(!later(52).is_provisional() && later(120).is_provisional());
        let never = both[0].decayed_to(Millis::MAX);
        assert!((never.deviation - 350.0).abs() < 1.0, "{never:?}");
        assert_eq!(both[0].decayed_to(-5), both[0], "a clock that goes back takes nothing");
    }

    #[test]
    fn extreme_ratings_stay_finite() {
        let mut both = [Rating::new_player(0); 2];
        for _ in 0..2_000 {
            both = after_game(both, Some(0), 0);
        }
        assert!(
            both.iter().all(|r| r.points.is_finite() && r.deviation.is_finite() && r.volatility.is_finite())
        );
        assert!(both[0].rounded() < 4_000, "{both:?}");
    }
}
