//! Whom a seek is paired with by its terms: rated or casual, and the opponent's rating.

use room::Speed;
use rules::Game;

use super::*;
use crate::model::rating::{Rating, RatingCategory};
use crate::model::seek::SeekTerms;

const RAPID: RatingCategory = RatingCategory { game: Game::Mancala, speed: Speed::Rapid };
const BULLET: RatingCategory = RatingCategory { game: Game::Mancala, speed: Speed::Bullet };

/// A seek for Mancala.
fn seek_on(speed: &str, mode: &str, lowest: &str, highest: &str) -> Seek {
    let [mode, lowest, highest] = [mode, lowest, highest].map(str::to_owned);
    let seek = Seek::parse("mancala", "any", speed).unwrap();
    seek.with_terms(&SeekTerms { mode, lowest, highest }).unwrap()
}

fn rated_at(n: u8, ratings: &[(RatingCategory, u32)]) -> Seeker {
    let rating = |points| Rating { points, provisional: false };
    let ratings = ratings.iter().map(|&(category, points)| (category, rating(points))).collect();
    Seeker { ratings: Ratings(ratings), ..seeker(n) }
}

fn is_paired(outcome: Result<SeekOutcome, SeekRefusal>) -> bool {
    matches!(outcome, Ok(SeekOutcome::Paired(_)))
}

#[test]
fn two_seeks_pair_if_each_has_the_mode_and_rating_the_other_wants() {
    let (now, mut paired) = (Instant::now(), [0, 0]);
    let modes = ["rated", "casual"];
    let ranges = [("any", "any"), ("-100", "any"), ("any", "100"), ("-300", "200")];
    // Whoever has no rating counts as 1500.
    let ratings = [None, Some(1_250), Some(1_400), Some(1_600), Some(1_601), Some(1_700)];
    let points = |rating: Option<u32>| rating.map_or(1_500, i64::from);
    let wants = |(lowest, highest): (&str, &str), own: Option<u32>, other: Option<u32>| {
        let apart = points(other) - points(own);
        lowest.parse().map_or(true, |lowest: i64| apart >= lowest)
            && highest.parse().map_or(true, |highest: i64| apart <= highest)
    };
    let seekers = |n, rating: Option<u32>| {
        rated_at(n, &rating.map(|points| (RAPID, points)).into_iter().collect::<Vec<_>>())
    };
    for (first_mode, second_mode) in modes.iter().flat_map(|one| modes.map(|other| (*one, other))) {
        for (first_range, second_range) in ranges.iter().flat_map(|one| ranges.map(|other| (*one, other))) {
            for (first, second) in ratings.iter().flat_map(|one| ratings.map(|other| (*one, other))) {
                let fits = wants(first_range, first, second);
                let both = fits && wants(second_range, second, first) && first_mode == second_mode;
                let mut pool = pool();
                let id = expect_waiting(pool.seek(
                    seekers(1, first),
                    seek_on("5+3", first_mode, first_range.0, first_range.1),
                    now,
                ));
                // To accept a seek by hand, one has only to be whom it asks for.
                let mut by_hand = self::pool();
                expect_waiting(by_hand.seek(
                    seekers(1, first),
                    seek_on("5+3", first_mode, first_range.0, first_range.1),
                    now,
                ));
                let accepted = by_hand.accept(seekers(2, second), id, now);
                match accepted {
                    Ok(SeekOutcome::Paired(pair)) => {
                        assert!(fits);
                        assert_eq!(pair.seek.settings(1, 1).is_rated(), first_mode == "rated");
                    }
                    Err(refusal) => assert!(!fits && refusal == SeekRefusal::OutOfRange),
                    Ok(SeekOutcome::Waiting(_)) => panic!("it is not opened instead"),
                }
                let outcome = pool.seek(
                    seekers(2, second),
                    seek_on("any", second_mode, second_range.0, second_range.1),
                    now,
                );
                let case = (first_mode, first_range, first, second_mode, second_range, second);
                assert_eq!(is_paired(outcome), both, "{case:?}");
                paired[usize::from(both)] += 1;
            }
        }
    }
    assert!(paired.iter().all(|number| *number > 200), "{paired:?}");
}

#[test]
fn the_rating_that_counts_is_that_at_the_speed_of_the_game() {
    let now = Instant::now();
    let one = || rated_at(1, &[(RAPID, 1_500), (BULLET, 1_900)]);
    let other = || rated_at(2, &[(RAPID, 1_500), (BULLET, 1_500)]);
    for (speed, fits) in [("5+3", true), ("2+1", false), ("any", true)] {
        let mut pool = pool();
        expect_waiting(pool.seek(one(), seek_on(speed, "rated", "-100", "any"), now));
        assert_eq!(
            is_paired(pool.seek(other(), seek_on(speed, "rated", "any", "any"), now)),
            fits,
            "{speed}"
        );
    }
    // One of both leaves the speed open: the other one's makes it bullet.
    let mut pool = pool();
    let id = expect_waiting(pool.seek(one(), seek_on("any", "rated", "-100", "any"), now));
    expect_waiting(pool.seek(other(), seek_on("2+1", "rated", "any", "any"), now));
    assert!(is_paired(pool.accept(other(), id, now)), "by hand it begins as what it says, rapid");
}

#[test]
fn whoever_does_not_fit_is_passed_over_however_long_one_waits() {
    let now = Instant::now();
    let mut pool = pool();
    (1..=3).for_each(|n| pool.page_opened(guest(n)));
    expect_waiting(pool.seek(rated_at(1, &[(RAPID, 1_900)]), seek_on("5+3", "rated", "-200", "200"), now));
    expect_waiting(pool.seek(seeker(2), seek_on("5+3", "casual", "any", "any"), now));
    expect_waiting(pool.seek(seeker(3), seek_on("5+3", "rated", "any", "any"), now));
    let later = now + Duration::from_secs(40);
    assert!(pool.pair_patient(later).is_empty());
    let fits = pool.seek(rated_at(4, &[(RAPID, 1_750)]), seek_on("5+3", "rated", "any", "any"), later);
    assert_eq!(guests(&expect_paired(fits)), [guest(1), guest(4)]);
    let casual = pool.seek(seeker(5), seek_on("any", "casual", "any", "any"), later);
    assert_eq!(guests(&expect_paired(casual)), [guest(2), guest(5)]);
    assert_eq!(pool.open_seeks().map(|entry| entry.party.guest).collect::<Vec<_>>(), [guest(3)]);
}
