//! The settings of a game of Mancala: its variant, and the start of its games if it is not the plain one.

use rules::SetupError;
use rules::mancala::{Capture, Direction, FirstMove, Leftovers, Setup, Sowing, Start, Variant};
use serde::{Deserialize, Serialize};

/// The variant of Mancala that is played, and where the stones of every game lie at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Fields", into = "Fields")]
pub struct MancalaSettings {
    /// The variant.
    pub variant: Variant,
    /// The start of all games, if not the plain one.
    pub start: Option<Start>,
}

impl MancalaSettings {
    /// The setup of the game with this number in its room (from 1).
    pub fn setup(&self, number: u32) -> Setup {
        Setup { start: self.start, ..Setup::new(self.variant, number) }
    }

    /// These settings from the fair start that is drawn by this number; `None` if no start of the variant is proved.
    pub fn fair(variant: Variant, number: u32) -> Option<Self> {
        Some(Self { variant, start: Some(variant.fair_start(number)?) })
    }

    /// Whether the games begin from a proved fair start.
    pub fn is_fair(&self) -> bool {
        self.start.is_some_and(|start| start.is_fair(&self.variant))
    }

    /// The settings after so many games. A fair start is played twice, so that each player begins from it once; then the
    /// next one follows.
    pub(crate) fn after_games(self, games: u32) -> Self {
        let next = self.start.and_then(|start| start.next_fair(&self.variant, games / 2));
        Self { start: next.or(self.start), ..self }
    }

    /// Checks that games can be played with these settings.
    ///
    /// # Errors
    /// The first number that is out of its range, or a start of another board.
    pub fn validate(&self) -> Result<(), SetupError> {
        self.setup(1).validate()
    }

    /// Changes the variant. A start that belongs to another board then is given up.
    pub fn change_variant(&mut self, change: impl FnOnce(&mut Variant)) {
        change(&mut self.variant);
        self.start = self.start.filter(|start| start.fits(&self.variant));
    }
}

impl From<Variant> for MancalaSettings {
    fn from(variant: Variant) -> Self {
        Self { variant, start: None }
    }
}

impl From<Setup> for MancalaSettings {
    fn from(setup: Setup) -> Self {
        Self { variant: setup.variant, start: setup.start }
    }
}

/// The serialised form: the fields of the variant, as in logs from before there were starts, and the start behind
/// them. The page's reader knows no `flatten` (ADR 0020), so the fields are named once more.
#[derive(Serialize, Deserialize)]
struct Fields {
    pits: u8,
    stones: u8,
    capture: Capture,
    sowing: Sowing,
    extra_turn: bool,
    leftovers: Leftovers,
    direction: Direction,
    pie_rule: bool,
    first_move: FirstMove,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
}

impl From<Fields> for MancalaSettings {
    fn from(fields: Fields) -> Self {
        let Fields {
            pits,
            stones,
            capture,
            sowing,
            extra_turn,
            leftovers,
            direction,
            pie_rule,
            first_move,
            start,
        } = fields;
        let variant =
            Variant { pits, stones, capture, sowing, extra_turn, leftovers, direction, pie_rule, first_move };
        Self { variant, start }
    }
}

impl From<MancalaSettings> for Fields {
    fn from(MancalaSettings { variant, start }: MancalaSettings) -> Self {
        let Variant { pits, stones, capture, sowing, extra_turn, leftovers, direction, pie_rule, first_move } =
            variant;
        Self { pits, stones, capture, sowing, extra_turn, leftovers, direction, pie_rule, first_move, start }
    }
}
