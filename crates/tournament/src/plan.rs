//! The plan of a tournament: what its maker chooses. It is checked once, when the tournament is opened, and never changes.

use core::ops::RangeInclusive;

use room::{
    Audience, BoardChoice, Company, GameSettings, MancalaSettings, MatchLength, MemberId, Millis, RatingMode,
    Settings, TimeControl, clean_line,
};
use rules::mancala::Preset;
use rules::mapello::Board;
use rules::mapello::openings::Opening;
use serde::{Deserialize, Serialize};

use crate::rejection::Rejection;

/// How many characters a title has, once it is cleaned.
pub const TITLE_CHARS: RangeInclusive<usize> = 3..=60;
/// How many minutes an arena lasts.
pub const MINUTES: RangeInclusive<u16> = 10..=240;
/// How many rounds a Swiss tournament has.
pub const SWISS_ROUNDS: RangeInclusive<u8> = 3..=15;
/// How many seconds of pause lie between two rounds of a Swiss tournament.
pub const PAUSE_SECONDS: RangeInclusive<u16> = 30..=3_600;
/// How far ahead a tournament may be announced, in milliseconds: 366 days.
pub const MAX_AHEAD_MS: Millis = 366 * 24 * 3_600_000;
/// By how much the start of a new tournament may be over, in milliseconds: a form takes a while on its way.
const START_SLACK_MS: Millis = 60_000;

/// How it is decided who plays whom, and when.
///
/// A further format is a further variant. The compiler then finds the places that have to know it: the module `decide` says
/// who may enter and when it pairs and ends, `score` what its games are worth, `standing` how ties are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Whoever is free is paired, again and again, until the time is over.
    Arena {
        /// How long it lasts; see [`MINUTES`].
        minutes: u16,
        /// Whether a player may halve the own time for a further point. Needs a clock with a budget for the game.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        berserk: bool,
    },
    /// Everybody plays everybody, all games at once. Needs a clock that counts days.
    RoundRobin {
        /// Whether everybody plays everybody twice, the second time with sides swapped.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        double: bool,
    },
    /// The Swiss system: everybody plays in every round, against somebody with about as many points. A round is paired when
    /// the one before it is over. Needs a clock.
    Swiss {
        /// How many rounds; see [`SWISS_ROUNDS`]. It has fewer if nobody can be paired any more.
        rounds: u8,
        /// The seconds between the last result of a round and the pairing of the next one; see [`PAUSE_SECONDS`].
        pause: u16,
    },
}

/// The game, with the starts from which it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentGame {
    /// Mancala by a preset of which starts are proved fair, in matches of two games from one such start.
    Mancala(Preset),
    /// Mapello on balanced boards.
    Mapello,
    /// Mapello with Othello's start, from random openings.
    Reversi,
}

/// What all games of a tournament have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    pub game: TournamentGame,
    /// The time control; [`room::Speed::of`] says under which speed the games are rated.
    pub clock: TimeControl,
    /// Whether the games change ratings.
    #[serde(default)]
    pub mode: RatingMode,
}

/// Who learns of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody: it is listed.
    #[default]
    Listed,
    /// Whoever has the link.
    Private,
}

/// What the maker of a tournament chooses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called: one line of [`TITLE_CHARS`] characters.
    pub title: String,
    /// Who plays whom, and when.
    pub format: Format,
    /// What is played.
    pub terms: Terms,
    /// When it starts.
    pub starts_at: Millis,
    /// Who learns of it.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether the server's own bots play whoever would have to wait. Never in a Swiss tournament.
    #[serde(default)]
    pub house_bots: bool,
    /// Whether bots may enter as people do.
    #[serde(default)]
    pub open_to_bots: bool,
    /// The person who made it; `None` for a tournament of the operator's calendar. The tournament does not depend on this
    /// person any more once it is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<MemberId>,
}

impl Plan {
    /// The plan as it is opened at `now`: with its title cleaned, and without bots of the server in a Swiss tournament,
    /// where nobody waits for an opponent.
    ///
    /// # Errors
    /// [`Rejection::BadTitle`], [`Rejection::BadTerms`] if game, clock and format do not go together or a number is out
    /// of its range, [`Rejection::BadStart`] if it starts in the past or more than [`MAX_AHEAD_MS`] ahead.
    pub fn checked(mut self, now: Millis) -> Result<Self, Rejection> {
        self.title = clean_line(&self.title);
        if !TITLE_CHARS.contains(&self.title.chars().count()) {
            return Err(Rejection::BadTitle);
        }
        let ahead = self.starts_at.saturating_sub(now);
        if !(-START_SLACK_MS..=MAX_AHEAD_MS).contains(&ahead) {
            return Err(Rejection::BadStart);
        }
        self.house_bots &= !matches!(self.format, Format::Swiss { .. });
        if self.terms.fit(self.format) { Ok(self) } else { Err(Rejection::BadTerms) }
    }

    /// Whether whoever leaves the running tournament gives up what he or she is playing: where moves take days, the others
    /// would have to wait for it.
    pub fn leaving_gives_up(&self) -> bool {
        !self.terms.clock.is_live()
    }

    /// The settings of a room in which a pairing is played, whose start is drawn by this number. The player on the bottom
    /// seat begins. Only here rooms are allowed to have players who go berserk.
    pub fn room_settings(&self, start: u32) -> Settings {
        let audience = match self.visibility {
            Visibility::Listed => Audience::Public,
            Visibility::Private => Audience::Invited,
        };
        let Terms { game, clock, mode } = self.terms;
        Settings {
            game: game.settings(start),
            match_length: game.match_length(),
            clock,
            mode,
            audience,
            company: Company::Strangers,
            berserk: matches!(self.format, Format::Arena { berserk: true, .. }),
            ..Settings::default()
        }
    }
}

impl Terms {
    /// Whether the clock is one of the format's, and the game has starts that are fair.
    fn fit(self, format: Format) -> bool {
        let fits = match format {
            Format::Arena { minutes, berserk } => {
                let has_budget = matches!(self.clock, TimeControl::Increment { .. });
                MINUTES.contains(&minutes) && self.clock.is_live() && (has_budget || !berserk)
            }
            Format::RoundRobin { .. } => matches!(self.clock, TimeControl::DaysPerMove { .. }),
            Format::Swiss { rounds, pause } => {
                let has_clock = self.clock != TimeControl::None;
                SWISS_ROUNDS.contains(&rounds) && PAUSE_SECONDS.contains(&pause) && has_clock
            }
        };
        fits && self.clock.is_valid() && self.game.has_fair_starts()
    }
}

impl TournamentGame {
    fn has_fair_starts(self) -> bool {
        match self {
            Self::Mancala(preset) => preset.variant().fair_start(0).is_some(),
            Self::Mapello | Self::Reversi => true,
        }
    }

    fn settings(self, start: u32) -> GameSettings {
        match self {
            Self::Mancala(preset) => {
                let variant = preset.variant();
                // A plan without fair starts is never opened.
                GameSettings::Mancala(MancalaSettings::fair(variant, start).unwrap_or_else(|| variant.into()))
            }
            Self::Mapello => GameSettings::Mapello(BoardChoice::Balanced(start % Board::BALANCED)),
            Self::Reversi => GameSettings::Mapello(BoardChoice::Opening(start % Opening::DRAWN)),
        }
    }

    fn match_length(self) -> MatchLength {
        match self {
            Self::Mancala(_) => MatchLength::Two,
            Self::Mapello | Self::Reversi => MatchLength::One,
        }
    }

    /// How many games a pairing consists of.
    pub fn games(self) -> u32 {
        match self.match_length() {
            MatchLength::One => 1,
            MatchLength::Two => 2,
        }
    }
}
