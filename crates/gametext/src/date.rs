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
    /// Not written as a date: another order of its parts, or words.
    Form,
}

/// Parses a date with its parts joined by dots, hyphens or slashes, and perhaps a time behind it; a part that is not
/// known is question marks, or is missing.
pub(crate) fn read(text: &str) -> Date {
    if text.trim().is_empty() || text.chars().all(|sign| "?.-/ ".contains(sign)) {
        return Date::Unknown;
    }
    let parts: Vec<&str> = without_time(text.trim()).split(['.', '-', '/']).collect();
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit())
    };
    // Zeros stand for a day or month that is not known.
    let is_zero = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign == b'0');
    let is_unknown = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign == b'?');
    let is_year = |year: &str| year.len() == 4 && is_number(year, 4);
    let fits = parts
        .iter()
        .enumerate()
        .all(|(place, part)| is_unknown(part) || if place == 0 { is_year(part) } else { is_number(part, 2) });
    if !fits || parts.len() > 3 {
        return Date::Form;
    }
    if parts.iter().all(|part| is_zero(part) || is_unknown(part)) {
        return Date::Unknown;
    }
    let [year, month, date] = parts[..] else { return Date::Partial };
    if is_unknown(year) || [month, date].iter().any(|part| is_unknown(part) || is_zero(part)) {
        return Date::Partial;
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

/// Whether a part of a date may be one of this day, or of those before and after it.
pub(crate) fn is_part(part: &str, at: Millis) -> bool {
    let is_known = |text: &str| text.bytes().any(|sign| (b'1'..=b'9').contains(&sign));
    let parts: Vec<&str> = without_time(part.trim()).split(['.', '-', '/']).collect();
    [at - DAY, at, at + DAY].into_iter().any(|at| {
        let number = |text: &str| text.parse::<u32>().ok();
        let day = day(at);
        parts.iter().zip(day.split('-')).all(|(said, is)| !is_known(said) || number(said) == number(is))
    })
}

/// Whether a text is a time of day, as `18:30`.
pub(crate) fn is_time(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit())
        && text.contains(':')
        && text.chars().all(|sign| sign.is_ascii_digit() || ":.,+-Z ".contains(sign))
}

/// The text before a time of day, as `18:30`, `T18:30:00Z`.
fn without_time(text: &str) -> &str {
    text.split_once(['T', ' ']).filter(|(_, time)| is_time(time.trim_start())).map_or(text, |(date, _)| date)
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
        for text in ["????.??.??", "", "?", "-", "0000.00.00", "????.00.00"] {
            assert_eq!(read(text), Date::Unknown, "{text}");
        }
        for text in ["2024.??.??", "2024", "2024.01", "2024-??", "2024.01.00", "2024.0.0"] {
            assert_eq!(read(text), Date::Partial, "{text}");
        }
        for text in ["2024-01-02T18:30:00Z", "2024.01.02 18:30", "2024/1/2  9:05:00.5+01:00"] {
            assert_eq!(read(text), read("2024.01.02"), "{text}");
        }
        for text in ["2023.02.29", "2024.13.01", "2023.02.29 18:30"] {
            assert_eq!(read(text), Date::Wrong, "{text}");
        }
        for text in [
            "24.1.1",
            "24.12.2023",
            "Dec 24, 2023",
            "yesterday",
            "2024.1.-1",
            "2024.??.x",
            "2024.01.02 evening",
            "2024.01.02 18",
            "20240102",
            "T18:30",
        ] {
            assert_eq!(read(text), Date::Form, "{text}");
        }
    }
}
