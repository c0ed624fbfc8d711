//! A seek of matchmaking: what a guest would like to play, a game, its rules or board, a time control, rated or casual,
//! and with whom, by rating. Anything left open matches everything.

use room::{
    Audience, BoardChoice, Company, GameSettings, MancalaSettings, MatchLength, RatingMode, Settings, Sides,
    Speed, TimeControl,
};
use rules::Game;
use rules::mancala::{Preset, Variant};
use serde::Deserialize;

use super::rating::RatingCategory;
use super::rating_range::{NO_LIMIT, RatingRange};

/// The form value for an open choice.
pub const ANY: &str = "any";

/// The Mancala presets offered, by their form values; the first is the default.
pub const PRESETS: [(&str, Preset); 7] = [
    ("kalah", Preset::Kalah),
    ("kalah3", Preset::Kalah3),
    ("kalah6", Preset::Kalah6),
    ("empty_capture", Preset::EmptyCapture),
    ("avalanche", Preset::Avalanche),
    ("no_capture", Preset::NoCapture),
    ("quick", Preset::Quick),
];

/// The Mapello boards offered, as [`BoardChoice::parse`] parses them; the first is the default.
pub const BOARDS: [&str; 6] = ["default", "random", "daily", "empty", "othello", "opening"];

/// The time controls offered, the fastest first.
pub const SPEEDS: [(&str, TimeControl); 5] = [
    ("2+1", TimeControl::Increment { base: 120, increment: 1 }),
    ("3+2", TimeControl::Increment { base: 180, increment: 2 }),
    ("5+3", DEFAULT_SPEED),
    ("10+5", TimeControl::Increment { base: 600, increment: 5 }),
    ("60", TimeControl::PerMove { seconds: 60 }),
];

/// Rated and casual, by their form values; the first is the default, also of pages from before there was a choice.
pub const MODES: [(&str, RatingMode); 2] = [("rated", RatingMode::Rated), ("casual", RatingMode::Casual)];

/// The time control of two seeks that both leave it open.
const DEFAULT_SPEED: TimeControl = TimeControl::Increment { base: 300, increment: 3 };

/// The form values of a seek about rating and opponent. A page from before there were these has none of them, and means
/// rated games with anybody.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct SeekTerms {
    /// `rated` or `casual`.
    pub mode: String,
    /// The lowest rating of an opponent, as one of [`super::rating_range::LOWEST`].
    pub lowest: String,
    /// The highest rating of an opponent, as one of [`super::rating_range::HIGHEST`].
    pub highest: String,
}

impl Default for SeekTerms {
    fn default() -> Self {
        let (mode, any) = (MODES[0].0.to_owned(), NO_LIMIT.to_owned());
        Self { mode, lowest: any.clone(), highest: any }
    }
}

/// What a guest would like to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The game.
    pub game: Game,
    /// The preset or board; `None` for any.
    variant: Option<&'static str>,
    /// The time control; `None` for any.
    speed: Option<&'static str>,
    /// Rated or casual; `None` for any, as bots have it.
    mode: Option<RatingMode>,
    /// The rating of an opponent.
    pub range: RatingRange,
}

impl Seek {
    /// Parses the values of a form about the game; `None` if one of them is unknown. It is rated or casual, and with
    /// anybody.
    pub fn parse(game: &str, variant: &str, speed: &str) -> Option<Self> {
        let game = Game::from_word(game)?;
        let variant = match game {
            Game::Mancala => parse_choice(PRESETS.map(|(word, _)| word), variant)?,
            Game::Mapello => parse_choice(BOARDS, variant)?,
        };
        let speed = parse_choice(SPEEDS.map(|(word, _)| word), speed)?;
        Some(Self { game, variant, speed, mode: None, range: RatingRange::ANY })
    }

    /// With the values of a form about rating and opponent; `None` if one of them is unknown.
    pub fn with_terms(self, terms: &SeekTerms) -> Option<Self> {
        let mode = MODES.into_iter().find(|(word, _)| *word == terms.mode).map(|(_, mode)| mode)?;
        let range = RatingRange::parse(&terms.lowest, &terms.highest)?;
        Some(Self { mode: Some(mode), range, ..self })
    }

    /// Rated or casual; rated if both seekers have left it open.
    pub fn mode(self) -> RatingMode {
        self.mode.unwrap_or_default()
    }

    /// The form value of the preset or board; `None` for any.
    pub fn variant(self) -> Option<&'static str> {
        self.variant
    }

    /// The time control; `None` for any.
    pub fn clock(self) -> Option<TimeControl> {
        clock(self.speed)
    }

    /// What its game is rated as, by what is known yet: where the time control is left open, as the game that begins if
    /// the opponent leaves it open as well.
    pub fn category(self) -> RatingCategory {
        let speed = Speed::of(self.clock().unwrap_or(DEFAULT_SPEED));
        RatingCategory { game: self.game, speed: speed.unwrap_or(Speed::Rapid) }
    }

    /// The common denominator of two seeks; `None` if they do not match. Ranges are left out: whether they fit depends on
    /// the ratings of both seekers.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let both = |a: Option<_>, b: Option<_>| a.is_none() || b.is_none() || a == b;
        let matches =
            self.game == other.game && both(self.variant, other.variant) && both(self.speed, other.speed);
        let matches = matches && (self.mode.is_none() || other.mode.is_none() || self.mode == other.mode);
        matches.then(|| Self {
            variant: self.variant.or(other.variant),
            speed: self.speed.or(other.speed),
            mode: self.mode.or(other.mode),
            range: RatingRange::ANY,
            ..self
        })
    }

    /// The settings of a room for two strangers. `today` is a day counted from 1 January 1970, `seed` the
    /// seed of a random board, and the number by which a fair start is drawn: from such a start a match of two games is
    /// played. Where no start is proved to be fair, a single game is played with the pie rule.
    pub fn settings(self, today: u32, seed: u32) -> Settings {
        let game = match self.game {
            Game::Mancala => GameSettings::Mancala(even_start(preset(self.variant).variant(), seed)),
            Game::Mapello => GameSettings::Mapello(board(self.variant, today, seed)),
        };
        let is_fair = matches!(game, GameSettings::Mancala(mancala) if mancala.is_fair());
        let match_length = if is_fair { MatchLength::Two } else { MatchLength::One };
        let clock = clock(self.speed).unwrap_or(DEFAULT_SPEED);
        let (sides, audience, company) = (Sides::Random, Audience::Public, Company::Strangers);
        let mode = self.mode();
        Settings {
            game,
            clock,
            sides,
            audience,
            company,
            match_length,
            mode,
            ..Settings::for_game(self.game)
        }
    }
}

/// A variant from the fair start that is drawn by this number; with the pie rule if it has none.
fn even_start(variant: Variant, number: u32) -> MancalaSettings {
    MancalaSettings::fair(variant, number).unwrap_or_else(|| Variant { pie_rule: true, ..variant }.into())
}

fn parse_choice<const N: usize>(words: [&'static str; N], value: &str) -> Option<Option<&'static str>> {
    if value == ANY { Some(None) } else { words.into_iter().find(|word| *word == value).map(Some) }
}

/// The Mancala preset of a form value; the default for one that is unknown or open.
pub fn preset(variant: Option<&str>) -> Preset {
    PRESETS.into_iter().find(|(word, _)| Some(*word) == variant).map_or(Preset::Kalah, |(_, preset)| preset)
}

/// The Mapello board of a form value; the default for one that is unknown or open. `today` is a day counted from 1 January 1970,
/// `seed` a number by which a random board is drawn.
pub fn board(variant: Option<&str>, today: u32, seed: u32) -> BoardChoice {
    variant.and_then(|word| BoardChoice::parse(word, today, seed)).unwrap_or_default()
}

fn clock(speed: Option<&str>) -> Option<TimeControl> {
    SPEEDS.into_iter().find(|(word, _)| Some(*word) == speed).map(|(_, clock)| clock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::mapello::Board;

    fn seek(words: [&str; 3]) -> Seek {
        Seek::parse(words[0], words[1], words[2]).unwrap()
    }

    #[test]
    fn an_open_seek_option_matches_any_value_and_adopts_it() {
        let open = seek(["mancala", "any", "any"]);
        let fast = seek(["mancala", "any", "3+2"]);
        let kalah = seek(["mancala", "kalah6", "any"]);
        assert_eq!(open.intersect(open), Some(open));
        assert_eq!(fast.intersect(kalah), Some(seek(["mancala", "kalah6", "3+2"])));
        assert_eq!(kalah.intersect(fast), fast.intersect(kalah));
        assert_eq!(fast.intersect(seek(["mancala", "any", "60"])), None);
        assert_eq!(kalah.intersect(seek(["mancala", "quick", "any"])), None);
        assert_eq!(open.intersect(seek(["mapello", "any", "any"])), None);
    }

    #[test]
    fn every_seek_gives_valid_public_settings() {
        let variants = |game| match game {
            "mancala" => PRESETS.map(|(word, _)| word).to_vec(),
            _ => BOARDS.to_vec(),
        };
        for game in ["mancala", "mapello"] {
            for variant in variants(game).into_iter().chain([ANY]) {
                for speed in SPEEDS.map(|(word, _)| word).into_iter().chain([ANY]) {
                    let settings = seek([game, variant, speed]).settings(20_000, 4_711);
                    assert_eq!(settings.check(), Ok(()), "{game} {variant} {speed}");
                    assert_eq!((settings.audience, settings.sides), (Audience::Public, Sides::Random));
                    assert_eq!(settings.company, Company::Strangers);
                    assert_ne!(settings.clock, TimeControl::None, "strangers have a clock");
                }
            }
        }
        let random = seek(["mapello", "random", "60"]).settings(20_000, 4_711);
        assert_eq!(random.game, GameSettings::Mapello(BoardChoice::Balanced(4_711 % Board::BALANCED)));
    }

    #[test]
    fn a_seek_of_mancala_gives_a_match_from_a_fair_start_or_the_pie_rule() {
        let mut fair = 0;
        for (word, preset) in PRESETS {
            let drawn = [0, 1, 2].map(|seed| seek(["mancala", word, "5+3"]).settings(20_000, seed));
            for settings in drawn {
                let GameSettings::Mancala(game) = settings.game else { panic!("{word}") };
                assert_eq!(game.variant.preset_or_with_pie(), Some(preset), "{word}");
                let is_match = settings.match_length == MatchLength::Two;
                assert_eq!((game.is_fair(), game.variant.pie_rule), (is_match, !is_match), "{word}");
            }
            let is_match = drawn[0].match_length == MatchLength::Two;
            assert_eq!(is_match, !preset.variant().fair_starts().is_empty());
            assert!(!is_match || drawn[0] != drawn[1] && drawn[1] != drawn[2], "{word}: drawn by chance");
            fair += usize::from(is_match);
        }
        assert!((1..PRESETS.len()).contains(&fair), "{fair}");
        let mapello = seek(["mapello", "any", "any"]).settings(20_000, 4_711);
        assert_eq!(mapello.match_length, MatchLength::One);
    }

    #[test]
    fn casual_seeks_match_casual_ones_alone_and_change_no_rating() {
        let with = |mode: &str| {
            let terms = SeekTerms { mode: mode.to_owned(), ..SeekTerms::default() };
            seek(["mancala", "kalah", "any"]).with_terms(&terms)
        };
        let [rated, casual] = ["rated", "casual"].map(|mode| with(mode).unwrap());
        assert_eq!(rated.intersect(casual), None);
        // A bot plays both.
        let open = seek(["mancala", "any", "2+1"]);
        for (seek, mode) in [(rated, RatingMode::Rated), (casual, RatingMode::Casual)] {
            assert_eq!(seek.intersect(seek), Some(seek));
            let [met, meets] = [open.intersect(seek).unwrap(), seek.intersect(open).unwrap()];
            assert_eq!((met, met.mode()), (meets, mode));
            let settings = met.settings(20_000, 4_711);
            assert_eq!((settings.mode, settings.is_rated()), (mode, mode == RatingMode::Rated));
        }
        assert_eq!(open.mode(), RatingMode::Rated);
        for unknown in ["", "Casual", "any"] {
            assert_eq!(with(unknown), None, "{unknown}");
        }
        assert_eq!(rated, seek(["mancala", "kalah", "any"]).with_terms(&SeekTerms::default()).unwrap());
    }

    #[test]
    fn the_rating_of_a_seek_is_that_of_its_speed() {
        for (speed, category) in
            [("2+1", Speed::Bullet), ("3+2", Speed::Rapid), ("60", Speed::Rapid), ("any", Speed::Rapid)]
        {
            let category = RatingCategory { game: Game::Mapello, speed: category };
            assert_eq!(seek(["mapello", "any", speed]).category(), category, "{speed}");
        }
    }

    #[test]
    fn an_unknown_seek_option_is_refused() {
        for [game, variant, speed] in
            [["chess", "any", "any"], ["mancala", "default", "any"], ["mapello", "any", "0+0"], ["", "", ""]]
        {
            assert_eq!(Seek::parse(game, variant, speed), None);
        }
    }
}
