//! What is given up, step by step, where frames come too slowly.

/// The most pixels of the screen that a pixel of the page has: more are not seen.
pub const SHARPEST: f64 = 2.0;

/// The most pixels of a picture: with its samples and its depth each takes some thirty bytes.
const MOST_PIXELS: f64 = 6e6;

/// How much is drawn. Each step costs less than the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Quality {
    /// Every pixel of the screen, soft shadows.
    #[default]
    Full,
    /// One pixel for each of the page, soft shadows.
    Plain,
    /// One pixel for each of the page, no shadows of lamps; hollows stay dark.
    Bare,
}

impl Quality {
    /// The step of this number, from 0; the last one for all that are higher.
    pub fn step(number: u8) -> Quality {
        match number {
            0 => Quality::Full,
            1 => Quality::Plain,
            _ => Quality::Bare,
        }
    }

    /// How many pixels are drawn for one of the page, on a screen that has so many, in a picture of this size in pixels of the page.
    /// At least a half, also for what is no number.
    pub fn pixel_ratio(self, of_screen: f64, [width, height]: [f64; 2]) -> f64 {
        let most = if self == Quality::Full { SHARPEST } else { 1.0 };
        let of_memory = (MOST_PIXELS / (width * height).max(1.0)).sqrt();
        of_screen.min(most).min(of_memory).max(0.5)
    }

    /// How often the shadow map is read for a point's shadow; 0 without shadows.
    pub fn shadow_taps(self) -> u8 {
        match self {
            Quality::Full => 20,
            Quality::Plain => 12,
            Quality::Bare => 0,
        }
    }

    /// How many directions are searched for what hides the light of the room from a point.
    pub fn directions(self) -> u8 {
        if self == Quality::Full { 9 } else { 6 }
    }

    /// Samples of a pixel for antialiasing. Small pixels need fewer.
    pub fn samples(self, pixel_ratio: f64) -> i32 {
        if pixel_ratio > 1.5 { 2 } else { 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_PIXELS, Quality, SHARPEST};

    const SIZE: [f64; 2] = [1200.0, 700.0];

    #[test]
    fn no_step_costs_more_than_the_one_before() {
        let steps: Vec<_> = (0..5).map(Quality::step).collect();
        for pair in steps.windows(2) {
            assert!(pair[0] <= pair[1]);
            assert!(pair[0].shadow_taps() >= pair[1].shadow_taps());
            assert!(pair[0].directions() >= pair[1].directions());
            for ratio in [0.75, 1.0, 1.5, 2.0, 3.5] {
                assert!(pair[0].pixel_ratio(ratio, SIZE) >= pair[1].pixel_ratio(ratio, SIZE));
            }
        }
        assert_eq!(Quality::step(255), Quality::Bare);
    }

    #[test]
    fn the_pixel_ratio_stays_within_bounds() {
        for ratio in [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1.0, 3.0, f64::INFINITY] {
            for step in 0..3 {
                assert!((0.5..=SHARPEST).contains(&Quality::step(step).pixel_ratio(ratio, SIZE)));
            }
        }
    }

    #[test]
    fn a_wide_screen_gets_no_more_pixels_than_there_is_memory() {
        let (width, height) = (3440.0, 1440.0);
        let ratio = Quality::Full.pixel_ratio(2.0, [width, height]);
        assert!(ratio > 1.0 && width * height * ratio * ratio <= MOST_PIXELS * 1.001);
        assert_eq!(Quality::Full.pixel_ratio(2.0, [0.0, f64::NAN]), 2.0);
    }
}
