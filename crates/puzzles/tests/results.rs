//! Attempts, and what a device keeps of them.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use proptest::prelude::*;
use puzzles::{
    Attempt, Day, Mark, Outcome, Pack, Rating, Results, STORM_MISTAKES, STORM_MS, Storm, Verdict, Wanted,
    choose, rating_of,
};

fn pack() -> Pack {
    Pack::read(include_str!("../../../public/puzzles/mancala.txt")).expect("the pack")
}

/// An attempt that is over, with so many wrong moves at its first turn.
fn attempt(number: usize, wrong: usize) -> Attempt {
    let mut attempt = Attempt::new(pack().puzzle(number).expect("a puzzle"));
    for _ in 0..wrong {
        let right = attempt.right_move();
        let other =
            attempt.position().legal_moves().into_iter().find(|mv| Some(*mv) != right).expect("a choice");
        let verdict = attempt.play(other).expect("a verdict");
        assert!(matches!(verdict, Verdict::OnlyDraws | Verdict::Loses | Verdict::TooFew), "{verdict:?}");
    }
    while let Some(mv) = attempt.right_move() {
        attempt.play(mv).expect("a verdict");
    }
    attempt
}

#[test]
fn the_moves_of_the_line_alone_solve_a_puzzle() {
    let pack = pack();
    for number in 0..pack.len() {
        let mut attempt = Attempt::new(pack.puzzle(number).unwrap());
        let side = attempt.puzzle().side();
        while let Some(right) = attempt.right_move() {
            assert_eq!(attempt.position().to_move(), side);
            let others = attempt.position().legal_moves().into_iter().filter(|mv| *mv != right);
            for mv in others.collect::<Vec<_>>() {
                let mut other = attempt.clone();
                let verdict = other.play(mv).unwrap();
                assert!(matches!(verdict, Verdict::OnlyDraws | Verdict::Loses | Verdict::TooFew));
                assert_eq!(other.position(), attempt.position(), "a wrong move changes nothing");
            }
            attempt.play(right).unwrap();
        }
        assert!(
            attempt.is_over()
                && attempt.is_clean()
                && attempt.play(pack.puzzle(number).unwrap().turns[0].mv).is_none()
        );
    }
}

#[test]
fn marks_say_which_turns_were_found_late_or_shown() {
    assert_eq!(attempt(3, 2).marks()[0], Mark::Late);
    assert!(!attempt(3, 1).is_clean());
    let mut shown = Attempt::new(pack().puzzle(3).unwrap());
    shown.play(shown.right_move().unwrap()).unwrap();
    while shown.show_next().is_some() {}
    assert_eq!(shown.marks()[0], Mark::Found);
    assert!(shown.is_over() && shown.marks()[1..].iter().all(|mark| *mark == Mark::Shown));
}

#[test]
fn only_the_first_attempt_at_a_puzzle_counts() {
    let mut results = Results::default();
    results.finish(5, &attempt(5, 1));
    let after = results.clone();
    assert_eq!((results.outcome(5), results.counts()), (Some(Outcome::Missed), (0, 1)));
    results.finish(5, &attempt(5, 0));
    assert_eq!(results, after);
    results.finish(2, &attempt(2, 0));
    assert_eq!((results.outcome(2), results.counts()), (Some(Outcome::Solved), (1, 2)));
    assert!(results.rating.points > after.rating.points && after.rating.points < Rating::default().points);
}

#[test]
fn a_streak_counts_days_in_a_row_and_ends_with_a_missed_one() {
    let mut results = Results::default();
    let solved = [Mark::Found, Mark::Late];
    for day in 100..105 {
        results.finish_day(Day(day), Day(day), &solved);
        results.finish_day(Day(day), Day(day), &solved);
        assert_eq!(results.streak_on(Day(day)), day - 99);
    }
    assert_eq!((results.streak_on(Day(105)), results.streak_on(Day(106))), (5, 0));
    results.finish_day(Day(104), Day(107), &solved);
    assert_eq!(results.streak_on(Day(107)), 0, "an earlier day's puzzle is not today's");
    results.finish_day(Day(107), Day(107), &[Mark::Shown]);
    assert_eq!(results.streak_on(Day(107)), 0, "a solution that was shown");
    results.finish_day(Day(108), Day(108), &solved);
    assert_eq!((results.streak_on(Day(108)), results.best_streak), (1, 5));
}

#[test]
fn results_are_read_as_they_are_written() {
    let mut results = Results::default();
    for number in [0, 7, 3] {
        results.finish(number, &attempt(number, number % 2));
    }
    results.finish_day(Day(20_784), Day(20_784), attempt(3, 1).marks());
    results.best_storm = 12;
    assert_eq!(Results::read(&results.write()), Some(results));
}

#[test]
fn damaged_results_keep_what_can_be_read() {
    let read = |text| Results::read(text).unwrap();
    assert_eq!(read("1"), Results::default());
    let results = read("1;rating=x;storm=4;more=1;first=s?m;day=2026-02-31:ff");
    assert_eq!((results.rating, results.best_storm, results.daily.clone()), (Rating::default(), 4, None));
    assert_eq!(
        [0, 1, 2].map(|number| results.outcome(number)),
        [Some(Outcome::Solved), None, Some(Outcome::Missed)]
    );
    assert_eq!((Results::read("2;storm=4"), Results::read("")), (None, None));
}

proptest! {
    #[test]
    fn no_text_panics(text in "1;\\PC{0,60}|1(;(rating|last|day|first|streak)=[0-9a-z:-]{0,20}){0,6}") {
        if let Some(results) = Results::read(&text) {
            let again = Results::read(&results.write()).unwrap();
            prop_assert_eq!(again.write(), results.write());
        }
    }

    #[test]
    fn a_rating_rises_with_a_solved_puzzle_and_falls_with_another(points in 100..3_000_u16, puzzles in 0..99_u32, difficulty in 1..=7_u8) {
        let rating = Rating { points, puzzles };
        let (up, down) = (rating.after(difficulty, true), rating.after(difficulty, false));
        prop_assert!(up.points > points || points > 2_900);
        prop_assert!(down.points < points || points < 200);
        prop_assert_eq!(up.puzzles, puzzles + 1);
        let harder = rating.after(difficulty.min(6) + 1, true);
        prop_assert!(harder.points >= rating.after(difficulty.min(6), true).points);
    }
}

#[test]
fn a_rating_settles_where_half_of_the_puzzles_are_solved() {
    let mut rating = Rating::default();
    for number in 0..400 {
        rating = rating.after(5, number % 2 == 0);
    }
    assert!(rating.points.abs_diff(rating_of(5)) < 30, "{rating:?}");
}

#[test]
fn a_storm_ends_with_its_time_or_its_third_mistake() {
    let (solved, missed) = (attempt(0, 0), attempt(0, 1));
    let mut storm = Storm::begin(1_000);
    for second in 0..20 {
        assert!(usize::from(storm.difficulty()) == (1 + second / 4).min(7));
        storm.count(&solved, 1_000 + second as u64);
    }
    assert!(!storm.is_over(1_000 + STORM_MS - 1) && storm.is_over(1_000 + STORM_MS));
    storm.count(&solved, 1_000 + STORM_MS);
    assert_eq!((storm.solved, storm.left(1_000)), (20, STORM_MS));
    for _ in 0..STORM_MISTAKES {
        assert!(!storm.is_over(2_000));
        storm.count(&missed, 2_000);
    }
    assert!(storm.is_over(2_000));
    storm.count(&missed, 2_000);
    assert_eq!(storm.mistakes, STORM_MISTAKES);
}

#[test]
fn training_has_the_wanted_puzzles_and_keeps_back_the_days_to_come() {
    let pack = pack();
    let mut results = Results::default();
    let wanted = Wanted { difficulty: Some(6), theme: Some(puzzles::Theme::Capture) };
    let mut seen = std::collections::HashSet::new();
    for seed in 0..60 {
        let number = choose(&pack, &results, wanted, Day::FIRST, seed).unwrap();
        assert!(number >= 60 && wanted.fits(pack.summary(number).unwrap()));
        if seen.insert(number) {
            results.finish(number, &Attempt::new(pack.puzzle(number).unwrap()));
        }
    }
    assert!(seen.len() >= 55, "{} of 60 are new", seen.len());
}
