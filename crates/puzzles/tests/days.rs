//! Days and which puzzle they have: the same for everybody, and for ever.

use proptest::prelude::*;
use puzzles::Day;

#[test]
fn dates_are_those_of_the_calendar() {
    for (day, text) in [
        (0, "1970-01-01"),
        (58, "1970-02-28"),
        (59, "1970-03-01"),
        (11_016, "2000-02-29"),
        (20_759, "2026-11-02"),
        (20_784, "2026-11-27"),
        (24_855, "2038-01-19"),
        (47_540, "2100-02-28"),
        (47_541, "2100-03-01"),
    ] {
        assert_eq!((Day(day).to_string().as_str(), Day::parse(text)), (text, Some(Day(day))));
    }
    assert_eq!(Day::FIRST.0 % 7, 4, "a Monday, as 1 January 1970 was a Thursday");
}

#[test]
fn what_is_no_date_is_no_day() {
    for text in [
        "",
        "2026-11-31",
        "2026-13-01",
        "2026-00-01",
        "2026-1-1",
        "2026-11-27x",
        "27-11-2026",
        "-1-1-1",
        "2026-11-00",
        "99999999-01-01",
        "2100-02-29",
    ] {
        assert_eq!(Day::parse(text), None, "{text}");
    }
}

#[test]
fn the_day_is_that_of_utc_wherever_one_is() {
    // 27 November 2026, 00:00 UTC, and a millisecond before: on every clock of the world the same moment.
    let midnight = 20_784 * 86_400_000;
    assert_eq!((Day::at(midnight - 1), Day::at(midnight)), (Day(20_783), Day(20_784)));
    assert_eq!((Day(20_784).rest(midnight), Day(20_783).rest(midnight)), (86_400_000, 0));
}

proptest! {
    #[test]
    fn a_day_is_read_as_it_is_written(day in 0..3_000_000_u32) {
        prop_assert_eq!(Day::parse(&Day(day).to_string()), Some(Day(day)));
    }

    #[test]
    fn a_grown_pack_changes_no_day_before_its_old_end(weeks in 1..300_u32, more in 0..300_u32, day in 0..2_100_u32) {
        let old = 7 * weeks as usize;
        let day = Day(Day::FIRST.0 + day % (7 * weeks));
        prop_assert_eq!(day.puzzle(old), day.puzzle(old + 7 * more as usize + 3));
        prop_assert_eq!(day.puzzle(old), Some((day.0 - Day::FIRST.0) as usize));
    }

    #[test]
    fn the_day_of_the_week_stays_when_a_pack_begins_again(count in 7..2_000_usize, day in 0..30_000_u32) {
        let number = Day(Day::FIRST.0 + day).puzzle(count).unwrap();
        prop_assert!(number < count);
        prop_assert_eq!(number % 7, day as usize % 7);
    }

    #[test]
    fn within_a_round_no_two_days_have_the_same_puzzle(weeks in 1..300_u32, one in 0..2_100_u32, other in 0..2_100_u32) {
        let count = 7 * weeks as usize;
        let (one, other) = (one % (7 * weeks), other % (7 * weeks));
        let puzzle = |day| Day(Day::FIRST.0 + day).puzzle(count);
        prop_assert_eq!(puzzle(one) == puzzle(other), one == other);
    }

    #[test]
    fn no_text_panics(text in "[0-9-]{0,14}|\\PC{0,12}") {
        let _ = Day::parse(&text);
    }
}

#[test]
fn before_the_first_day_there_is_no_puzzle() {
    assert_eq!(Day(Day::FIRST.0 - 1).puzzle(1_505), None);
    assert_eq!((Day::FIRST.puzzle(6), Day(u32::MAX).puzzle(0)), (None, None));
}
