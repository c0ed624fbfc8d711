//! Dates of game files, as `2024.01.02`.

use room::{Millis, day};

pub(crate) const DAY: Millis = 24 * 3600 * 1000;

/// What a text says of a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Date {
    /// The beginning of this day, in UTC.
    Day(Millis),
    /// Nothing: question marks only.
    Unknown,
    /// A part of the date alone.
    Partial,
    /// No day of the calendar.
    Wrong,
}

/// Parses a date with its parts joined by dots, hyphens or slashes; a part that is not known is question
/// marks.
pub(crate) fn read(text: &str) -> Date {
    if text.trim().is_empty() || text.chars().all(|sign| "?.-/ ".contains(sign)) {
        return Date::Unknown;
    }
    let parts: Vec<&str> = text.trim().split(['.', '-', '/']).collect();
    let [year, month, date] = parts[..] else { return Date::Wrong };
    let is_number = |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let is_unknown = |text: &str| !text.is_empty() && text.bytes().all(|b| b == b'?');
    if [year, month, date].iter().any(|part| is_unknown(part)) {
        let fine = [year, month, date].iter().all(|part| is_unknown(part) || is_number(part));
        return if fine { Date::Partial } else { Date::Wrong };
    }
    if year.len() != 4 || ![month, date].iter().all(|part| part.len() <= 2 && is_number(part)) {
        return Date::Wrong;
    }
    match [year, month, date].map(|part| part.parse::<i64>().ok()) {
        [Some(year), Some(month @ 1..=12), Some(date)] => {
            let at = days(year, month, date) * DAY;
            // A day that does not come out again is none, such as the 30th of February.
            if day(at) == format!("{year:04}-{month:02}-{date:02}") { Date::Day(at) } else { Date::Wrong }
        }
        _ => Date::Wrong,
    }
}

/// The days since 1970 (Howard Hinnant's `days_from_civil`).
fn days(year: i64, month: i64, date: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + date - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_date_is_the_day_that_is_written_again() {
        for at in (-719_000..2_900_000).step_by(173) {
            assert_eq!(read(&day(at * DAY)), Date::Day(at * DAY));
        }
        assert_eq!(read("1970.01.01"), Date::Day(0));
        assert_eq!(read("2024/2/29"), Date::Day(19_782 * DAY));
        for text in ["????.??.??", "", "?", "-"] {
            assert_eq!(read(text), Date::Unknown, "{text}");
        }
        assert_eq!(read("2024.??.??"), Date::Partial);
        for text in ["2023.02.29", "2024.13.01", "24.1.1", "yesterday", "2024.01", "2024.1.-1", "2024.??.x"] {
            assert_eq!(read(text), Date::Wrong, "{text}");
        }
    }
}
