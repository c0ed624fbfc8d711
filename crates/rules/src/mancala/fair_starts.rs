//! The fair starts: lists of starts of which it is proved that the game is a draw with best play, if South begins.
//!
//! That Kalah can be made fair by moving one or two seeds is an idea of Todd W. Neller and Taylor C. Neller (*FairKalah:
//! Towards Fair Mancala Play*, Computers and Games 2022). The lists are our own: each is what
//! `cargo run --release -p engine --example fair` prints for its variant, after it has proved every start with one or two
//! seeds moved.

use super::notation::read_start_code;
use super::{Direction, FirstMove, Preset, Start, Variant};

/// The proved draws of each preset, a code a line: all there are with one or two seeds moved.
const LISTS: [(Preset, &str); 4] = [
    (Preset::Kalah, include_str!("fair_starts/kalah.txt")),
    (Preset::EmptyCapture, include_str!("fair_starts/empty_capture.txt")),
    (Preset::Kalah3, include_str!("fair_starts/kalah_3.txt")),
    (Preset::Quick, include_str!("fair_starts/quick.txt")),
];

/// The presets with opening books, and from how many of their fair starts the engine has one: of [`SPREAD`] starts that are
/// spread evenly over the list, the first ones.
const BOOKS: [(Preset, usize); 2] = [(Preset::Kalah, 11), (Preset::EmptyCapture, 16)];
const SPREAD: usize = 24;

/// Going on by this many places meets every start of a list: it is a prime number that divides the length of none.
const STEP: usize = 97;

impl Variant {
    /// The starts of this variant that are proved draws with best play, in a fixed order; none if nothing is proved of it.
    /// South begins, as the same stones are another game if North does.
    #[must_use]
    pub fn fair_starts(&self) -> Vec<Start> {
        if self.first_move != FirstMove::South {
            return Vec::new();
        }
        let clockwise = self.direction == Direction::Clockwise;
        let plain = Variant { direction: Direction::CounterClockwise, ..*self };
        let list = plain.preset().and_then(|preset| LISTS.into_iter().find(|(of, _)| *of == preset));
        let starts = list
            .into_iter()
            .flat_map(|(_, codes)| codes.lines().filter_map(|code| read_start_code(code).ok()));
        starts.map(|start| if clockwise { start.mirrored() } else { start }).collect()
    }

    /// The fair starts from which the engine has an opening book; none if the variant has no books, or needs none.
    #[must_use]
    pub fn fair_starts_with_book(&self) -> Vec<Start> {
        let plain = Variant { direction: Direction::CounterClockwise, ..*self };
        let books = BOOKS.into_iter().find(|(preset, _)| plain.preset() == Some(*preset));
        let Some((_, count)) = books else { return Vec::new() };
        let starts = self.fair_starts();
        (0..count).filter_map(|book| starts.get(book * starts.len() / SPREAD).copied()).collect()
    }

    /// The fair start drawn by a number; `None` if nothing is proved of this variant.
    #[must_use]
    pub fn fair_start(&self, number: u32) -> Option<Start> {
        let starts = self.fair_starts();
        let place = (number as usize).checked_rem(starts.len())?;
        starts.get(place).copied()
    }
}

impl Start {
    /// Whether it is proved that a game of this variant from here is a draw with best play.
    #[must_use]
    pub fn is_fair(&self, variant: &Variant) -> bool {
        variant.fair_starts().contains(self)
    }

    /// The fair start that comes so many places after this one, if this is one: all of them come before one comes again.
    #[must_use]
    pub fn next_fair(&self, variant: &Variant, places: u32) -> Option<Start> {
        let starts = variant.fair_starts();
        let place = starts.iter().position(|start| start == self)?;
        let next = (place + places as usize % starts.len() * STEP) % starts.len();
        starts.get(next).copied()
    }

    /// Another fair start than this one, drawn by a number. From a start that is not fair, any of them is another one;
    /// `None` if nothing is proved of this variant.
    #[must_use]
    pub fn another_fair(&self, variant: &Variant, number: u32) -> Option<Start> {
        let others = variant.fair_starts().len().checked_sub(1)? as u32;
        let places = 1 + number.checked_rem(others)?;
        self.next_fair(variant, places).or_else(|| variant.fair_start(number))
    }
}
