//! Which game the TV shows, as a pure function: the best one that is running, until it is over and its result was to be seen.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use room::RoomCode;

/// How long the result stands before the next game follows.
pub(super) const RESULT_STANDS: Duration = Duration::from_secs(7);

/// A running game that everybody may watch, with a clock that counts seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    /// Its room.
    pub code: RoomCode,
    /// Its number in the room.
    pub number: u32,
    /// Whether it changes ratings.
    pub is_rated: bool,
    /// The sum of the players' ratings; `None` if one of them is not known.
    pub strength: Option<u32>,
    /// The number of spectators at its table.
    pub watching: u32,
    /// Since when it is listed.
    pub since: Instant,
}

/// The game that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OnAir {
    /// Its room.
    pub code: RoomCode,
    /// Its number in the room.
    pub number: u32,
    /// When it was seen to end.
    pub ended: Option<Instant>,
}

impl OnAir {
    /// When another game may follow; `None` while it is running.
    pub fn leaves_at(&self) -> Option<Instant> {
        self.ended.map(|at| at + RESULT_STANDS)
    }
}

/// The game that is to be shown from now on in the place of this one. A running game stays, even if a better one begins; its
/// result stands for a while; and the last game stays until there is another one.
pub(super) fn next(on_air: Option<OnAir>, candidates: &[Candidate], now: Instant) -> Option<Candidate> {
    if on_air.is_some_and(|on_air| on_air.leaves_at().is_none_or(|at| now < at)) {
        return None;
    }
    let is_another = |candidate: &&Candidate| {
        on_air.is_none_or(|on_air| (on_air.code, on_air.number) != (candidate.code, candidate.number))
    };
    candidates.iter().filter(is_another).max_by(|one, other| compare(one, other)).copied()
}

/// The better game is greater: rated before casual, then by the players' ratings, by spectators, and the newer one.
fn compare(one: &Candidate, other: &Candidate) -> Ordering {
    let rank = |game: &Candidate| (game.is_rated, game.strength, game.watching, game.since, game.code);
    rank(one).cmp(&rank(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(n: u64) -> RoomCode {
        RoomCode::from_seed(n)
    }

    fn game(n: u64, strength: Option<u32>, since: Instant) -> Candidate {
        Candidate { code: code(n), number: 1, is_rated: true, strength, watching: 0, since }
    }

    fn shown(candidates: &[Candidate]) -> Option<RoomCode> {
        next(None, candidates, Instant::now()).map(|game| game.code)
    }

    #[test]
    fn the_game_of_the_strongest_players_is_shown() {
        let now = Instant::now();
        let games = [game(1, Some(3_000), now), game(2, Some(3_400), now), game(3, Some(2_800), now)];
        assert_eq!(shown(&games), Some(code(2)));
        assert_eq!(shown(&games[..1]), Some(code(1)));
        assert_eq!(shown(&[]), None, "nothing is running");
    }

    #[test]
    fn a_rated_game_comes_before_a_casual_one_and_known_ratings_before_none() {
        let now = Instant::now();
        let casual = Candidate { is_rated: false, watching: 9, ..game(1, None, now) };
        assert_eq!(shown(&[casual, game(2, None, now)]), Some(code(2)));
        assert_eq!(shown(&[game(1, None, now), game(2, Some(2_000), now)]), Some(code(2)));
        assert_eq!(shown(&[casual]), Some(code(1)), "a casual one is better than none");
    }

    #[test]
    fn equal_ratings_go_by_spectators_and_then_by_the_newest() {
        let now = Instant::now();
        let newer = game(2, Some(3_000), now + Duration::from_secs(1));
        assert_eq!(shown(&[game(1, Some(3_000), now), newer]), Some(code(2)));
        let watched = Candidate { watching: 3, ..game(1, Some(3_000), now) };
        assert_eq!(shown(&[watched, newer]), Some(code(1)));
    }

    #[test]
    fn a_running_game_stays_when_a_better_one_begins() {
        let now = Instant::now();
        let on_air = OnAir { code: code(1), number: 1, ended: None };
        assert_eq!(next(Some(on_air), &[game(2, Some(4_000), now)], now), None);
    }

    #[test]
    fn the_result_stands_for_some_seconds_before_the_next_game() {
        let now = Instant::now();
        let on_air = OnAir { code: code(1), number: 1, ended: Some(now) };
        let games = [game(2, Some(3_000), now), game(3, Some(3_200), now)];
        let at = |seconds| next(Some(on_air), &games, now + Duration::from_secs(seconds));
        assert_eq!(at(RESULT_STANDS.as_secs() - 1), None);
        assert_eq!(at(RESULT_STANDS.as_secs()).map(|game| game.code), Some(code(3)), "the best one then");
    }

    #[test]
    fn the_last_game_stays_while_no_other_is_running() {
        let now = Instant::now();
        let on_air = OnAir { code: code(1), number: 1, ended: Some(now) };
        let later = now + Duration::from_secs(60);
        assert_eq!(next(Some(on_air), &[], later), None);
        assert_eq!(next(Some(on_air), &[game(1, None, now)], later), None, "it is listed a moment longer");
        let rematch = Candidate { number: 2, ..game(1, None, now) };
        assert_eq!(next(Some(on_air), &[rematch], later), Some(rematch), "a rematch is another game");
    }
}
