//! Calendar days for dates of games.

use crate::Millis;

/// The day of a moment in UTC, as `2026-11-22` (by Howard Hinnant's `civil_from_days`).
pub fn day(at: Millis) -> String {
    let days = at.div_euclid(24 * 3600 * 1000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn day_numbers_convert_to_calendar_dates() {
        let long = 24 * 3600 * 1000;
        for (at, expected) in [
            (0, "1970-01-01"),
            (long - 1, "1970-01-01"),
            (11_016 * long, "2000-02-29"),
            (11_017 * long, "2000-03-01"),
            (20_453 * long, "2025-12-31"),
            (20_454 * long, "2026-01-01"),
        ] {
            assert_eq!(day(at), expected);
        }
    }

    #[test]
    fn consecutive_days_have_consecutive_dates_for_800_years() {
        let (mut year, mut month, mut date) = (1600, 1, 1);
        for number in -135_140.. {
            assert_eq!(day(number * 24 * 3600 * 1000), format!("{year}-{month:02}-{date:02}"));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 => 28 + i32::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (year, month, date) = match (month, date == last) {
                (12, true) if year == 2400 => break,
                (12, true) => (year + 1, 1, 1),
                (_, true) => (year, month + 1, 1),
                _ => (year, month, date + 1),
            };
        }
    }
}
