//! A seek of matchmaking: what a guest would like to play: a game, its rules or board, a time control.
//! Anything left open matches everything.

use room::{Audience, BoardChoice, Company, GameSettings, Settings, Sides, TimeControl};
use rules::Game;
use rules::mancala::Preset;

use crate::app::text::names::{board_name, game_name, preset_name};
use crate::app::text::{joined, short_clock_name, words};

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

/// The Mapello boards offered, as [`BoardChoice::named`] parses them; the first is the default.
pub const BOARDS: [&str; 4] = ["default", "random", "daily", "empty"];

/// The time controls offered.
pub const SPEEDS: [(&str, TimeControl); 4] = [
    ("3+2", TimeControl::Increment { base: 180, increment: 2 }),
    ("5+3", USUAL_SPEED),
    ("10+5", TimeControl::Increment { base: 600, increment: 5 }),
    ("60", TimeControl::PerMove { seconds: 60 }),
];

/// The time control of two seeks that both leave it open.
const USUAL_SPEED: TimeControl = TimeControl::Increment { base: 300, increment: 3 };

/// What a guest would like to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The game.
    pub game: Game,
    /// The preset or board; `None` for any.
    way: Option<&'static str>,
    /// The time control; `None` for any.
    speed: Option<&'static str>,
}

impl Wish {
    /// Parses the values of a form; `None` if one of them is unknown.
    pub fn read(game: &str, way: &str, speed: &str) -> Option<Self> {
        let game = match game {
            "mancala" => Game::Mancala,
            "mapello" => Game::Mapello,
            _ => return None,
        };
        let way = match game {
            Game::Mancala => one_of(PRESETS.map(|(word, _)| word), way)?,
            Game::Mapello => one_of(BOARDS, way)?,
        };
        Some(Self { game, way, speed: one_of(SPEEDS.map(|(word, _)| word), speed)? })
    }

    /// The common denominator of two seeks; `None` if they do not match.
    pub fn meet(self, other: Self) -> Option<Self> {
        let both = |a: Option<_>, b: Option<_>| a.is_none() || b.is_none() || a == b;
        let fits = self.game == other.game && both(self.way, other.way) && both(self.speed, other.speed);
        fits.then(|| Self { way: self.way.or(other.way), speed: self.speed.or(other.speed), ..self })
    }

    /// The settings of a room for two strangers. `today` is a day counted from 1 January 1970, `drawn` the
    /// seed of a random board.
    pub fn settings(self, today: u32, drawn: u32) -> Settings {
        let game = match self.game {
            Game::Mancala => GameSettings::Mancala(preset(self.way).variant()),
            Game::Mapello => GameSettings::Mapello(board(self.way, today, drawn)),
        };
        let clock = clock(self.speed).unwrap_or(USUAL_SPEED);
        let (sides, audience, company) = (Sides::Random, Audience::Public, Company::Strangers);
        Settings { game, clock, sides, audience, company, ..Settings::for_game(self.game) }
    }

    /// The seek in words: "Mancala · Kalah · 5 min + 3 s".
    pub fn name(self) -> String {
        let way = match (self.game, self.way) {
            (Game::Mancala, None) => words::any_rules(),
            (Game::Mapello, None) => words::any_board(),
            (Game::Mancala, way) => preset_name(preset(way)),
            (Game::Mapello, Some(word)) => way_name(word),
        };
        let speed = clock(self.speed).map_or_else(words::any_speed, short_clock_name);
        joined(" · ", [game_name(self.game).to_owned(), way, speed])
    }
}

/// The name of a preset or board, by its form value.
pub fn way_name(word: &'static str) -> String {
    match board(Some(word), 0, 0) {
        BoardChoice::Random(_) => words::board_random(),
        board => board_name(&board),
    }
}

fn one_of<const N: usize>(words: [&'static str; N], typed: &str) -> Option<Option<&'static str>> {
    if typed == ANY { Some(None) } else { words.into_iter().find(|word| *word == typed).map(Some) }
}

fn preset(way: Option<&str>) -> Preset {
    PRESETS.into_iter().find(|(word, _)| Some(*word) == way).map_or(Preset::Kalah, |(_, preset)| preset)
}

fn board(way: Option<&str>, today: u32, drawn: u32) -> BoardChoice {
    way.and_then(|word| BoardChoice::named(word, today, drawn)).unwrap_or_default()
}

fn clock(speed: Option<&str>) -> Option<TimeControl> {
    SPEEDS.into_iter().find(|(word, _)| Some(*word) == speed).map(|(_, clock)| clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(words: [&str; 3]) -> Wish {
        Wish::read(words[0], words[1], words[2]).unwrap()
    }

    #[test]
    fn what_is_left_open_fits_everything_and_takes_what_the_other_one_wants() {
        let open = wish(["mancala", "any", "any"]);
        let fast = wish(["mancala", "any", "3+2"]);
        let kalah = wish(["mancala", "kalah6", "any"]);
        assert_eq!(open.meet(open), Some(open));
        assert_eq!(fast.meet(kalah), Some(wish(["mancala", "kalah6", "3+2"])));
        assert_eq!(kalah.meet(fast), fast.meet(kalah));
        assert_eq!(fast.meet(wish(["mancala", "any", "60"])), None);
        assert_eq!(kalah.meet(wish(["mancala", "quick", "any"])), None);
        assert_eq!(open.meet(wish(["mapello", "any", "any"])), None);
    }

    #[test]
    fn every_wish_becomes_settings_that_can_be_played_in_public() {
        let ways = |game| match game {
            "mancala" => PRESETS.map(|(word, _)| word).to_vec(),
            _ => BOARDS.to_vec(),
        };
        for game in ["mancala", "mapello"] {
            for way in ways(game).into_iter().chain([ANY]) {
                for speed in SPEEDS.map(|(word, _)| word).into_iter().chain([ANY]) {
                    let settings = wish([game, way, speed]).settings(20_000, 4_711);
                    assert_eq!(settings.check(), Ok(()), "{game} {way} {speed}");
                    assert_eq!((settings.audience, settings.sides), (Audience::Public, Sides::Random));
                    assert_eq!(settings.company, Company::Strangers);
                    assert_ne!(settings.clock, TimeControl::None, "strangers have a clock");
                }
            }
        }
        let random = wish(["mapello", "random", "60"]).settings(20_000, 4_711);
        assert_eq!(random.game, GameSettings::Mapello(BoardChoice::Random(4_711)));
    }

    #[test]
    fn other_words_are_no_wish() {
        for [game, way, speed] in
            [["chess", "any", "any"], ["mancala", "default", "any"], ["mapello", "any", "0+0"], ["", "", ""]]
        {
            assert_eq!(Wish::read(game, way, speed), None);
        }
    }
}
