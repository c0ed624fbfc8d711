//! Days, all of them by UTC, and which puzzle a day has.

use core::fmt;

/// A day, counted from 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Day(pub u32);

/// Milliseconds of a day.
const DAY_MS: u64 = 86_400_000;
/// Days of a week.
const WEEK: u32 = 7;

impl Day {
    /// The first day that has a puzzle, a Monday: 2 November 2026.
    pub const FIRST: Day = Day(20_759);

    /// The day at a moment, in milliseconds since 1970 (UTC).
    #[must_use]
    pub fn at(millis: u64) -> Day {
        Day(u32::try_from(millis / DAY_MS).unwrap_or(u32::MAX))
    }

    /// How long it lasts after a moment, in milliseconds; 0 if it is over.
    #[must_use]
    pub fn rest(self, millis: u64) -> u64 {
        ((u64::from(self.0) + 1) * DAY_MS).saturating_sub(millis)
    }

    /// The number of its puzzle in a pack of so many, from 0. A pack is arranged by weeks, from an easy puzzle on Monday
    /// to a hard one on Sunday, and grows at its end only. When its last whole week is over it begins again, on a
    /// Monday. `None` before the first day, and for a pack without a whole week.
    #[must_use]
    pub fn puzzle(self, count: usize) -> Option<usize> {
        let since = self.0.checked_sub(Day::FIRST.0)?;
        let days = u32::try_from(count).unwrap_or(u32::MAX) / WEEK * WEEK;
        since.checked_rem(days).map(|number| number as usize)
    }

    /// Year, month from 1, and day from 1.
    #[must_use]
    pub fn date(self) -> (u32, u32, u32) {
        // Counted from 1 March 0000, so that a leap day is the last day of its year (Howard Hinnant, "days_from_civil").
        let days = u64::from(self.0) + 719_468;
        let (era, in_era) = (days / 146_097, days % 146_097);
        let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
        let in_year = in_era - (365 * year + year / 4 - year / 100);
        let month = (5 * in_year + 2) / 153;
        let day = in_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + u64::from(month <= 2);
        (year as u32, month as u32, day as u32)
    }

    /// The day of a date as it stands in addresses, `2026-11-27`; `None` if it is no date.
    #[must_use]
    pub fn parse(text: &str) -> Option<Day> {
        let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let (years, months) =
            (year.checked_sub(u32::from(month <= 2))?, if month > 2 { month - 3 } else { month + 9 });
        let in_year = (153 * months + 2) / 5 + day.checked_sub(1)?;
        let days =
            365 * u64::from(years) + u64::from(years / 4) + u64::from(years / 400) + u64::from(in_year);
        let days = days.checked_sub(u64::from(years / 100) + 719_468)?;
        // Whatever is no date, or is written otherwise, is not what the day would be written as.
        let day = Day(u32::try_from(days).ok()?);
        (day.to_string() == text).then_some(day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}
