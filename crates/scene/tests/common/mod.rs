//! What the laws are tested on: random games, and the page's own code that lays stones and makes timelines, compiled into the
//! tests from where it stands in the page's sources.

#![allow(dead_code)] // Each test uses a part of it.

#[path = "../../../../src/app/game/animation/timeline.rs"]
pub mod timeline;

pub mod mancala;
pub mod mapello;
pub mod moves;

/// The modules of the page by the names under which its code knows them.
pub mod app {
    /// See `src/app/game`.
    pub mod game {
        /// See `src/app/game/animation`.
        pub mod animation {
            pub use crate::common::timeline;
        }
    }

    /// See `src/app/text`.
    pub mod text {
        /// See `src/app/text/mancala.rs`.
        pub mod mancala {
            /// The letter of a pit, as in `src/app/text/mancala.rs`.
            pub fn pit_letter(pit: rules::mancala::Pit) -> char {
                char::from(b'a' + pit.index)
            }
        }
    }
}

/// Chance that follows from a seed.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `below`.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}
