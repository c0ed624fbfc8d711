//! Texts of matchmaking: seeks and ratings in words.

use room::{BoardChoice, RatingMode, Speed};
use rules::Game;

use super::names::{board_name, game_name, preset_name};
use super::{joined, short_clock_name, words};
use crate::model::rating::Rating;
use crate::model::seek::{self, Seek};

/// A seek in words: "Mancala · Kalah · 5 min + 3 s · Rated".
pub fn seek_name(seek: Seek) -> String {
    let variant = match (seek.game, seek.variant()) {
        (Game::Mancala, None) => words::any_rules(),
        (Game::Mapello, None) => words::any_board(),
        (Game::Mancala, variant) => preset_name(seek::preset(variant)),
        (Game::Mapello, Some(word)) => variant_name(word),
    };
    let speed = seek.clock().map_or_else(words::any_speed, short_clock_name);
    joined(" · ", [game_name(seek.game).to_owned(), variant, speed, mode_name(seek.mode())])
}

/// Whether games change ratings, in a word: "Rated", "Casual".
pub fn mode_name(mode: RatingMode) -> String {
    match mode {
        RatingMode::Rated => words::rated(),
        RatingMode::Casual => words::casual(),
    }
}

/// The lowest and the highest rating of an opponent, in words: "Rating 1300–1700"; `None` without a limit.
pub fn range_name(range: [Option<u32>; 2]) -> Option<String> {
    match range.map(|limit| limit.map(|points| points.to_string())) {
        [None, None] => None,
        [Some(low), None] => Some(words::range_from(&low)),
        [None, Some(high)] => Some(words::range_to(&high)),
        [Some(low), Some(high)] => Some(words::range_between(&low, &high)),
    }
}

/// The name of a preset or board, by its form value.
pub fn variant_name(word: &'static str) -> String {
    match seek::board(Some(word), 0, 0) {
        BoardChoice::Balanced(_) => words::board_random(),
        // Whose day it will be is known when the game begins.
        BoardChoice::Daily(_) => words::board_of_day(),
        board => board_name(&board),
    }
}

/// A rating in words: "1523", "1523, provisional".
pub fn rating_name(rating: Rating) -> String {
    let points = rating.points.to_string();
    if rating.provisional { words::rating_provisional(&points) } else { points }
}

/// The name of a speed: "Rapid".
pub fn speed_name(speed: Speed) -> String {
    match speed {
        Speed::Bullet => words::speed_bullet(),
        Speed::Rapid => words::speed_rapid(),
        Speed::Days => words::speed_days(),
    }
}
