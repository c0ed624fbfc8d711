//! The names of games, sides, presets, boards and levels of the computer.

use engine_protocol::Level;
use room::{BoardChoice, GameSettings, MancalaSettings, Millis, REMOVED_NAME, day};
use rules::mancala::Preset;
use rules::mapello::Board;
use rules::mapello::notation::write_code;
use rules::{Game, Side};

use super::{listed, words};

/// The name of a game: "Mancala", "Mapello"; the same in all languages.
pub fn game_name(game: Game) -> &'static str {
    match game {
        Game::Mancala => "Mancala",
        Game::Mapello => "Mapello",
    }
}

/// A player's name as pages show it: a phrase stands for one that was removed.
pub fn shown_name(name: &str) -> String {
    if name == REMOVED_NAME { words::somebody() } else { name.to_owned() }
}

/// The name of a side.
pub fn side_name(game: Game, side: Side) -> String {
    match (game, side) {
        (Game::Mancala, Side::First) => words::south(),
        (Game::Mancala, Side::Second) => words::north(),
        (Game::Mapello, Side::First) => words::black(),
        (Game::Mapello, Side::Second) => words::white(),
    }
}

/// The name of a preset.
pub fn preset_name(preset: Preset) -> String {
    match preset {
        Preset::Kalah => words::preset_kalah(),
        Preset::Kalah3 => words::preset_kalah_3(),
        Preset::Kalah6 => words::preset_kalah_6(),
        Preset::EmptyCapture => words::preset_empty_capture(),
        Preset::Avalanche => words::preset_avalanche(),
        Preset::NoCapture => words::preset_no_capture(),
        Preset::Quick => words::preset_quick(),
    }
}

/// The name of a board.
pub fn board_name(choice: &BoardChoice) -> String {
    match choice {
        BoardChoice::Empty => words::board_empty(),
        BoardChoice::Default => words::board_default(),
        BoardChoice::Random(_) | BoardChoice::Balanced(_) => {
            words::board_random_number(&choice.seed().unwrap_or_default().to_string())
        }
        BoardChoice::Daily(number) => words::board_of_day_on(&day_name(*number)),
        BoardChoice::Custom(Board::OTHELLO) => words::board_othello(),
        BoardChoice::Custom(board) => words::board_own_code(write_code(board).get(..5).unwrap_or_default()),
        BoardChoice::Draft => words::board_draft(),
        BoardChoice::Opening(_) => words::board_opening(),
    }
}

/// A day by its number from 1 January 1970: "26 Nov 2026". A board keeps the day that it is of, also after
/// midnight.
pub fn day_name(number: u32) -> String {
    date_text(&day(Millis::from(number) * 86_400_000))
}

/// A day as the language writes it, "26 Nov 2026", from its form in data, "2026-11-26". The lists of a device's
/// own games write it in the same way (`public/device-rows.js`).
pub fn date_text(day: &str) -> String {
    let mut parts = day.splitn(3, '-');
    let (Some(year), Some(month), Some(date)) = (parts.next(), parts.next(), parts.next()) else {
        return day.to_owned();
    };
    let names = words::month_names();
    let number = month.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let month = number.and_then(|number| names.split(' ').nth(number)).unwrap_or(month);
    words::date(date.trim_start_matches('0'), month, year)
}

/// The name of a variant or board; "Custom" if it has none.
pub fn variant_name(settings: &GameSettings) -> String {
    match settings {
        GameSettings::Mancala(game) => {
            with_start(game.variant.preset_or_with_pie().map_or_else(words::custom, preset_name), game)
        }
        GameSettings::Mapello(choice) => board_name(choice),
    }
}

/// The name of a variant of Mancala with what is unusual of its start: "Kalah, fair start", "Kalah, 2 stones moved".
fn with_start(name: String, game: &MancalaSettings) -> String {
    match game.start {
        Some(_) if game.is_fair() => words::fair_start(&name),
        Some(start) => listed(vec![name, words::stones_moved(start.seeds_moved().into())]),
        None => name,
    }
}

/// The name of what is played in a room: "Mancala · Kalah", "Mancala · 5 pits, 3 stones", "Mapello · Board of
/// the day".
pub fn game_title(settings: &GameSettings) -> String {
    let how = match settings {
        GameSettings::Mancala(game) if game.variant.preset_or_with_pie().is_none() => {
            let pits = words::pits_and_stones(game.variant.pits.into(), game.variant.stones.into());
            with_start(pits, game)
        }
        _ => variant_name(settings),
    };
    format!("{} · {how}", game_name(settings.game()))
}

/// The name of the computer as a player: "Computer (Easy)".
pub fn computer_name(level: Level) -> String {
    words::computer_level(&level_name(level))
}

/// The name of a level of the computer.
pub fn level_name(level: Level) -> String {
    match level {
        Level::Random => words::level_random(),
        Level::Greedy => words::level_greedy(),
        Level::Beginner => words::level_beginner(),
        Level::Easy => words::level_easy(),
        Level::Medium => words::level_medium(),
        Level::Hard => words::level_hard(),
        Level::Expert => words::level_expert(),
        Level::Master => words::level_master(),
        Level::Perfect => words::level_perfect(),
    }
}
