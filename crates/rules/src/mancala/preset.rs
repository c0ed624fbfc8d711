//! The named presets of options: Kalah and its well-known variants.

use super::{Capture, Sowing, Variant};

/// A named set of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Preset {
    /// Six pits, four stones: the default.
    Kalah,
    /// Six pits, three stones.
    Kalah3,
    /// Six pits, six stones.
    Kalah6,
    /// Kalah in which the last stone alone is taken when there is none opposite.
    EmptyCapture,
    /// Kalah with relay sowing and no captures.
    Avalanche,
    /// Kalah without captures.
    NoCapture,
    /// Four pits, three stones.
    Quick,
}

impl Preset {
    /// Every preset, in the order in which they are offered.
    pub const ALL: [Preset; 7] = [
        Preset::Kalah,
        Preset::Kalah3,
        Preset::Kalah6,
        Preset::EmptyCapture,
        Preset::Avalanche,
        Preset::NoCapture,
        Preset::Quick,
    ];

    /// The name players read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Kalah => "Kalah",
            Preset::Kalah3 => "Kalah 3 stones",
            Preset::Kalah6 => "Kalah 6 stones",
            Preset::EmptyCapture => "Empty Capture",
            Preset::Avalanche => "Avalanche",
            Preset::NoCapture => "No Capture",
            Preset::Quick => "Quick",
        }
    }

    /// The options it stands for.
    #[must_use]
    pub fn variant(self) -> Variant {
        let kalah = Variant::default();
        match self {
            Preset::Kalah => kalah,
            Preset::Kalah3 => Variant { stones: 3, ..kalah },
            Preset::Kalah6 => Variant { stones: 6, ..kalah },
            Preset::EmptyCapture => Variant { capture: Capture::OppositeOrSelf, ..kalah },
            Preset::Avalanche => Variant { sowing: Sowing::Relay, capture: Capture::Never, ..kalah },
            Preset::NoCapture => Variant { capture: Capture::Never, ..kalah },
            Preset::Quick => Variant { pits: 4, stones: 3, ..kalah },
        }
    }
}

impl Variant {
    /// The preset that has exactly these options, if there is one.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.variant() == *self)
    }

    /// The preset that has these options, whether or not the pie rule is played with them.
    #[must_use]
    pub fn preset_or_with_pie(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|preset| Variant { pie_rule: self.pie_rule, ..preset.variant() } == *self)
    }
}
