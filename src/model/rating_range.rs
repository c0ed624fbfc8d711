//! The rating that a seeker wants of an opponent, relative to their own.

/// The form value for no limit.
pub const NO_LIMIT: &str = "any";

/// How far below the seeker's own rating that of an opponent may lie, by form values.
pub const LOWEST: [(&str, i32); 5] =
    [("-500", -500), ("-400", -400), ("-300", -300), ("-200", -200), ("-100", -100)];

/// How far above the seeker's own rating that of an opponent may lie, by form values.
pub const HIGHEST: [(&str, i32); 5] = [("100", 100), ("200", 200), ("300", 300), ("400", 400), ("500", 500)];

/// The points of whoever has no rating yet, as of every new player.
pub const NEW_PLAYER: u32 = 1500;

/// A range of ratings relative to a seeker's own. It always contains the seeker's own rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RatingRange {
    /// The lowest rating, in points from the seeker's own, −500 to −100; `None` for no limit.
    lowest: Option<i32>,
    /// The highest rating, in points from the seeker's own, 100 to 500; `None` for no limit.
    highest: Option<i32>,
}

impl RatingRange {
    /// Everybody.
    pub const ANY: Self = Self { lowest: None, highest: None };

    /// Parses two form values; `None` if one of them is not offered, as of a range that is empty or reversed.
    pub fn parse(lowest: &str, highest: &str) -> Option<Self> {
        let limit = |offered: &[(&str, i32)], value: &str| {
            if value == NO_LIMIT {
                return Some(None);
            }
            offered.iter().find(|(word, _)| *word == value).map(|(_, points)| Some(*points))
        };
        Some(Self { lowest: limit(&LOWEST, lowest)?, highest: limit(&HIGHEST, highest)? })
    }

    /// The limits as they were chosen, in points from the own rating.
    pub fn relative(self) -> [Option<i32>; 2] {
        [self.lowest, self.highest]
    }

    /// The limits in points, for a seeker with this rating.
    pub fn around(self, own: u32) -> [Option<u32>; 2] {
        self.relative().map(|limit| limit.map(|points| own.saturating_add_signed(points)))
    }

    /// Whether a seeker with this rating wants an opponent with that one.
    pub fn contains(self, own: u32, other: u32) -> bool {
        let [lowest, highest] = self.around(own);
        lowest.is_none_or(|lowest| other >= lowest) && highest.is_none_or(|highest| other <= highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_contains_what_lies_between_its_limits_and_the_own_rating() {
        let range = RatingRange::parse("-200", "100").unwrap();
        for (other, fits) in [(1299, false), (1300, true), (1500, true), (1600, true), (1601, false)] {
            assert_eq!(range.contains(1500, other), fits, "{other}");
        }
        assert_eq!(range.around(1500), [Some(1300), Some(1600)]);
        assert_eq!(range.around(150), [Some(0), Some(250)], "no rating lies below 0");
        assert!(RatingRange::parse("any", "100").unwrap().contains(1500, 0));
        assert!(RatingRange::parse("-100", "any").unwrap().contains(1500, u32::MAX));
        for own in [0, NEW_PLAYER, u32::MAX] {
            assert!(range.contains(own, own) && RatingRange::ANY.contains(own, u32::MAX - own), "{own}");
        }
        assert_eq!(RatingRange::default(), RatingRange::ANY);
    }

    #[test]
    fn ranges_that_are_not_offered_are_refused() {
        for (lowest, highest) in [
            ("", "any"),
            ("any", ""),
            ("100", "-100"),
            ("0", "0"),
            ("-1000000", "any"),
            ("any", "99999999999999999999"),
            ("-150", "any"),
            ("any", "+100"),
            ("any", "NaN"),
        ] {
            assert_eq!(RatingRange::parse(lowest, highest), None, "{lowest} {highest}");
        }
    }
}
