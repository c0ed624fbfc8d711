//! What a device keeps of the puzzles of a game: which were solved, the rating, the streak of days. Stored as text, with
//! a version; what cannot be read counts as nothing, and the rest stays.

use core::fmt::Write;

use crate::attempt::{Attempt, Mark};
use crate::day::Day;
use crate::rating::Rating;

/// The version of the text. One of another version is not read, nor written over.
const VERSION: &str = "1";
/// More than any pack has.
const MOST: usize = 100_000;

/// How the first attempt at a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Outcome {
    /// Every move was found at once.
    Solved,
    /// It was solved after wrong moves, or its solution was shown.
    Missed,
}

/// The puzzle of a day, as it was done on that day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayResult {
    /// Its day.
    pub day: Day,
    /// How its own turns went.
    pub marks: Vec<Mark>,
}

/// The results of a game's puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// The rating.
    pub rating: Rating,
    /// Days in a row on which the puzzle of the day was solved by oneself, up to `last_day`.
    streak: u32,
    last_day: Option<Day>,
    /// The longest streak.
    pub best_streak: u32,
    /// The most puzzles solved in a storm.
    pub best_storm: u32,
    /// The last puzzle of a day that was done on its day.
    pub daily: Option<DayResult>,
    /// How the first attempts ended, by the number of the puzzle.
    first: Vec<Option<Outcome>>,
}

impl Results {
    /// How the first attempt at a puzzle ended.
    #[must_use]
    pub fn outcome(&self, number: usize) -> Option<Outcome> {
        self.first.get(number).copied().flatten()
    }

    /// How many puzzles were solved, and how many were tried.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let solved = self.first.iter().filter(|first| **first == Some(Outcome::Solved)).count();
        (solved, self.first.iter().flatten().count())
    }

    /// The streak as it is on a day: a day without a puzzle ends it, but this day is not over.
    #[must_use]
    pub fn streak_on(&self, today: Day) -> u32 {
        match self.last_day {
            Some(last) if last.0 + 1 >= today.0 => self.streak,
            _ => 0,
        }
    }

    /// Takes in an attempt that is over, or was given up or left after a wrong move. Only the first one at a puzzle
    /// counts for the rating.
    pub fn finish(&mut self, number: usize, attempt: &Attempt) {
        let solved = attempt.is_over() && attempt.is_clean();
        if number >= MOST || self.outcome(number).is_some() {
            return;
        }
        if self.first.len() <= number {
            self.first.resize(number + 1, None);
        }
        self.first[number] = Some(if solved { Outcome::Solved } else { Outcome::Missed });
        self.rating = self.rating.after(attempt.puzzle().difficulty, solved);
    }

    /// Takes in that the puzzle of a day is over; only that of today counts, and of it the first time. If nothing of it
    /// was shown, the streak goes on; wrong moves do not end it.
    pub fn finish_day(&mut self, day: Day, today: Day, marks: &[Mark]) {
        if day != today || self.daily.as_ref().is_some_and(|daily| daily.day == day) {
            return;
        }
        self.daily = Some(DayResult { day, marks: marks.to_vec() });
        if marks.contains(&Mark::Shown) {
            return;
        }
        self.streak = self.streak_on(today).saturating_add(1);
        self.last_day = Some(today);
        self.best_streak = self.best_streak.max(self.streak);
    }

    /// Reads what [`Self::write`] wrote; `None` if it is of a later version, which must not be written over.
    #[must_use]
    pub fn read(text: &str) -> Option<Results> {
        let mut parts = text.split(';');
        if parts.next() != Some(VERSION) {
            return None;
        }
        let mut results = Results::default();
        for (name, value) in parts.filter_map(|part| part.split_once('=')) {
            let number = || value.parse::<u32>().unwrap_or_default();
            match name {
                "rating" => results.rating.points = value.parse().unwrap_or(results.rating.points),
                "rated" => results.rating.puzzles = number(),
                "streak" => results.streak = number(),
                "last" => results.last_day = Day::parse(value),
                "longest" => results.best_streak = number(),
                "storm" => results.best_storm = number(),
                "day" => results.daily = read_daily(value),
                "first" => results.first = value.chars().take(MOST).map(read_outcome).collect(),
                _ => {}
            }
        }
        Some(results)
    }

    /// The text that is stored.
    #[must_use]
    pub fn write(&self) -> String {
        let Rating { points, puzzles } = self.rating;
        let mut text = format!("{VERSION};rating={points};rated={puzzles};streak={}", self.streak);
        let mut add = |name: &str, value: &dyn core::fmt::Display| {
            // Writing to a text does not fail.
            let _ = write!(text, ";{name}={value}");
        };
        if let Some(last) = self.last_day {
            add("last", &last);
        }
        add("longest", &self.best_streak);
        add("storm", &self.best_storm);
        if let Some(DayResult { day, marks }) = &self.daily {
            let marks: String = marks.iter().map(|mark| mark.letter()).collect();
            add("day", &format!("{day}:{marks}"));
        }
        let first: String = self.first.iter().map(|first| write_outcome(*first)).collect();
        add("first", &first);
        text
    }
}

fn read_daily(text: &str) -> Option<DayResult> {
    let (day, marks) = text.split_once(':')?;
    let marks: Option<Vec<Mark>> = marks.chars().map(Mark::of_letter).collect();
    Some(DayResult { day: Day::parse(day)?, marks: marks? })
}

fn read_outcome(letter: char) -> Option<Outcome> {
    match letter {
        's' => Some(Outcome::Solved),
        'm' => Some(Outcome::Missed),
        _ => None,
    }
}

fn write_outcome(outcome: Option<Outcome>) -> char {
    match outcome {
        Some(Outcome::Solved) => 's',
        Some(Outcome::Missed) => 'm',
        None => '.',
    }
}
